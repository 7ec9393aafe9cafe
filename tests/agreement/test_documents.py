"""The formats and the tables of docs/agreement.md."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from meteor_core.agreement.reading import read_rated_sets
from tests.usable_variants import METEOR_IS_THERE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def examples(language: str) -> list[str]:
    return [block for name, block in BLOCKS if name == language]


def test_the_formats_of_outputs_hold_the_same_set(tmp_path: Path) -> None:
    found = []
    for ending in ("tsv", "csv", "jsonl"):
        file = tmp_path / f"ratings.{ending}"
        file.write_text(examples(ending)[0], encoding="utf-8")
        (one,) = read_rated_sets([str(file)])
        found.append([replace(output, line=0) for output in one.outputs])
    assert found[0] == found[1] == found[2]
    assert [output.rating for output in found[0]] == [-1, -5, 0, -2]


def test_the_formats_of_judgements_hold_the_same_set(tmp_path: Path) -> None:
    (pairs,), (answers,) = examples("pairs"), examples("answers")
    texts = {"table.tsv": examples("tsv")[1], "pairs.txt": pairs, "answers.txt": answers}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (table,) = read_rated_sets([str(tmp_path / "table.tsv")])
    (lines,) = read_rated_sets(
        [str(tmp_path / "pairs.txt")], judgements=[str(tmp_path / "answers.txt")]
    )
    found = [[(o.system, o.rating, o.hypothesis) for o in one.outputs] for one in (table, lines)]
    assert found[0] == found[1]
    assert [rating for _, rating, _ in found[0][::2]] == [1, -1, 0]


@pytest.mark.skipif(not METEOR_IS_THERE, reason="the tables compare with METEOR 1.5")
def test_one_command_prints_the_tables(tmp_path: Path) -> None:
    """From a table, and from a folder of lines whose ratings name them."""
    lines = tmp_path / "mqm21" / "zh-en"
    lines.mkdir(parents=True)
    (lines / "hyp.A.en").write_text("no\nthe cat sat there\nit rained\n", encoding="utf-8")
    (lines / "hyp.B.en").write_text("no\ncat there sit\nthe rain\n", encoding="utf-8")
    (lines / "ref.A.en").write_text("no\na cat was there\nit was raining\n", encoding="utf-8")
    (lines / "mqm.tsv").write_text(
        "system\tsegment\tmqm\nA\t2\t-1\nB\t2\t-5\nA\t3\t0\nB\t3\t-2\n", encoding="utf-8"
    )
    (tmp_path / "rated").mkdir()
    (tmp_path / "rated" / "x.en-de.tsv").write_text(examples("tsv")[0], encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.agreement", "--data", str(tmp_path)]
    metrics = ["--metrics", "classic", "METEOR 1.5, exact", "chrF++", "--samples", "20"]
    done = subprocess.run(
        [*command, *metrics], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    printed = done.stdout
    assert re.findall(r"^### (.*)$", printed, re.MULTILINE) == ["mqm21.zh-en", "x.en-de"]
    assert printed.count("2 systems, 2 segments, 2 pairs, 2 of them with unequal ratings") == 2
    rows = re.findall(r"^\| ([^|]*) \|", printed, re.MULTILINE)
    shown = ["classic", "METEOR 1.5, exact", "chrF++", "length"]
    others = ["classic", "chrF++", "length"]  # the baseline is METEOR 1.5
    one_set = ["metric", "---", *shown, "metric", "---", *others, "metric", "---", *shown]
    assert rows == one_set * 2


def test_the_tables_of_the_page_are_those_of_the_script() -> None:
    tables = PAGE.partition("<!-- tables -->")[2].partition("<!-- /tables -->")[0]
    assert "`python -m benchmarks.agreement` printed these tables on " in tables
    assert re.findall(r"^### (.*)$", tables, re.MULTILINE) == [
        "mqm21.zh-en",
        "newstest2021.en-de",
        "wmt23.zh-en",
    ]
