"""Tables with columns of texts in place of a hypothesis and its references."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from meteor_core import Meteor
from meteor_core.arrow import ArrowScorer
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, REFERENCES_B, Run

NAMES = [f"row {number}" for number in range(5)]
ROWS = list(zip(NAMES, HYPOTHESES, REFERENCES_A, REFERENCES_B, strict=True))
COLUMNS = ("id", "MT", "a", "b")
SIDES = ("--hypothesis", "MT", "--reference", "a", "b")


@pytest.fixture
def run(run_in_process: Run) -> Run:
    return run_in_process


@pytest.fixture(autouse=True)
def tables(folder: Path) -> None:
    """The same rows in every layout."""
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    (folder / "x.tsv").write_text(
        "".join("\t".join(row) + "\n" for row in (COLUMNS, *ROWS)), encoding="utf-8"
    )
    (folder / "x.csv").write_text(
        "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in (COLUMNS, *ROWS)),
        encoding="utf-8",
    )
    (folder / "x.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    lists = [{"id": name, "MT": mt, "a": [a, b]} for name, mt, a, b in ROWS]
    (folder / "lists.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lists))
    pq.write_table(pa.Table.from_pylist(rows), folder / "x.parquet")
    pq.write_table(pa.Table.from_pylist(lists), folder / "lists.parquet")


def segments(run: Run, *arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    done = run("score", *arguments, "--segments", "--format", "json", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    rows: list[dict[str, Any]] = json.loads(done.stdout)["segments"]
    return rows


@pytest.mark.parametrize("name", ["x.tsv", "x.csv", "x.jsonl", "x.parquet"])
def test_columns_are_scored_like_files(run: Run, name: str) -> None:
    plain = segments(run, "hyp", "a", "b")
    named = [
        {**row, "unit": number, "id": each}
        for number, (row, each) in enumerate(zip(plain, NAMES, strict=True), 1)
    ]
    assert segments(run, name, *SIDES) == named


@pytest.mark.parametrize("name", ["lists.jsonl", "lists.parquet"])
def test_a_column_may_have_lists(run: Run, name: str) -> None:
    found = segments(run, name, "--hypothesis", "MT", "--reference", "a")
    plain = segments(run, "hyp", "a", "b")
    assert [row["score"] for row in found] == [row["score"] for row in plain]


def test_a_table_may_come_through_a_pipe(folder: Path, run: Run) -> None:
    stdin = (folder / "x.tsv").read_bytes()
    assert segments(run, "-", *SIDES, stdin=stdin) == segments(run, "x.tsv", *SIDES)


def test_other_commands_take_tables_too(run: Run) -> None:
    done = run("align", "x.csv", *SIDES, "--segment", "2", "--format", "json")
    (found,) = json.loads(done.stdout)
    assert (found["id"], found["hypothesis"]["text"]) == (NAMES[1], HYPOTHESES[1])
    assert run("compare-search", "x.parquet", *SIDES, "-v", "nltk").returncode == 0


def test_rows_that_lack_a_text_are_left_out(folder: Path, run: Run) -> None:
    rows = [{"hypothesis": "a", "reference": "a"}, {"reference": "b"}, {"hypothesis": "c"}]
    rows[2]["reference"] = None  # type: ignore[assignment]
    (folder / "y.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run("score", "y.jsonl", "--format", "json")
    assert json.loads(done.stdout)["segment_count"] == 1
    assert done.stderr == (
        b"meteorscope: 2 of 3 rows of y.jsonl are left out: 1 without hypothesis, "
        b"1 without reference; the first is number 2\n"
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_parquet_keeps_its_columns_and_gets_those_of_the_scores(
    folder: Path, run: Run, jobs: str
) -> None:
    done = run("score", "x.parquet", *SIDES, "-o", "y.parquet", "--jobs", jobs, "--fail-under", "1")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.endswith(b" is below --fail-under 1.0\n")
    expected = ArrowScorer(hypothesis="MT", references=["a", "b"])(
        pq.read_table(folder / "x.parquet")
    )
    assert pq.read_table(folder / "y.parquet").to_pylist() == expected.to_pylist()


def test_any_input_may_become_parquet(folder: Path, run: Run) -> None:
    assert run("score", "hyp", "a", "b", "-o", "lines.parquet").returncode == 0
    assert run("score", "x.tsv", *SIDES, "-o", "table.parquet").returncode == 0
    plain, table = (pq.read_table(folder / name) for name in ("lines.parquet", "table.parquet"))
    results = list(Meteor().segments(HYPOTHESES, [REFERENCES_A, REFERENCES_B]))
    assert plain.column("meteor_score").to_pylist() == [result.score for result in results]
    assert plain.column("reference").to_pylist() == [list(row[2:]) for row in ROWS]
    assert table.column("id").to_pylist() == NAMES
    assert table.drop(["unit", "id"]) == plain


def test_json_lines_are_the_segments_of_json(folder: Path, run: Run) -> None:
    for more in (("hyp", "a", "b"), ("x.parquet", *SIDES)):
        assert run("score", *more, "--segments", "-o", "out.jsonl").returncode == 0
        lines = (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == segments(run, *more)
    corpus = json.loads(run("score", "hyp", "a", "--format", "jsonl").stdout)
    assert corpus == json.loads(run("score", "hyp", "a", "--format", "json").stdout)


def test_rows_of_parquet_without_a_score_are_counted(folder: Path, run: Run) -> None:
    rows = {"hypothesis": ["a", None, "c"], "reference": ["a", "b", None]}
    pq.write_table(pa.table(rows), folder / "y.parquet")
    done = run("score", "y.parquet", "-o", "z.parquet")
    assert done.returncode == 0
    assert done.stderr == (b"meteorscope: 2 rows are not scored: 1 no_hypothesis, 1 no_reference\n")
    assert pq.read_table(folder / "z.parquet").num_rows == 3
