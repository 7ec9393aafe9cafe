"""``meteorscope score``, against ``Meteor`` called from Python."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import meteor_core
from meteor_core import Meteor
from meteor_core.score.wording import below_limit
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, REFERENCES_B, Run, lines

CORPUS_KEYS = {
    "signature",
    "score",
    "precision",
    "recall",
    "f_mean",
    "penalty",
    "shortfall",
    "chunks",
    "matches",
    "hypothesis_length",
    "reference_length",
    "optimal",
}
EXAMPLES = Path(__file__).parents[2] / "examples"


def as_json(output: bytes) -> Any:
    return json.loads(output)


def test_json_has_the_corpus_and_each_segment(run: Run) -> None:
    done = run("score", "hyp", "a", "b", "--segments", "--format", "json")
    assert done.returncode == 0
    assert done.stderr == b""
    printed = as_json(done.stdout)
    meteor = Meteor()
    corpus = meteor.corpus(HYPOTHESES, [REFERENCES_A, REFERENCES_B])
    assert set(printed) >= CORPUS_KEYS | {"segments"}
    assert printed["score"] == corpus.score
    assert printed["signature"] == str(corpus.signature)
    assert printed["optimal"] == 1.0
    results = list(meteor.segments(HYPOTHESES, [REFERENCES_A, REFERENCES_B]))
    assert [row["segment"] for row in printed["segments"]] == [1, 2, 3, 4, 5]
    for row, result in zip(printed["segments"], results, strict=True):
        assert set(row) >= CORPUS_KEYS - {"signature"} | {"segment", "reference"}
        assert row["score"] == result.score
        assert row["reference"] == result.reference
        assert row["optimal"] is True


def test_proved_score_and_proved_alignment_are_distinguished(run: Run, tmp_path: Path) -> None:
    """In a long paragraph, another alignment may have as few chunks and be nearer."""
    for name, side in (("short", "hyp"), ("short.ref", "ref")):
        texts = (EXAMPLES / f"city-news.{side}.en").read_text(encoding="utf-8").split("\n")
        (tmp_path / name).write_text(f"{texts[0]}\n{' '.join(texts[:34])}\n", encoding="utf-8")
    files = ("short", "short.ref")
    printed = as_json(run("score", *files, "--segments", "--format", "json").stdout)
    proofs = [(row["optimal"], row["score_proved"]) for row in printed["segments"]]
    assert proofs == [(True, True), (False, True)]
    assert (printed["optimal"], printed["scores_proved"]) == (0.5, 1.0)
    text = run("score", *files, "--segments").stdout.decode()
    assert text.count("score proved; another alignment may tie") == 1
    assert "50 % proved optimal, 100 % of the scores proved" in text
    greedy = as_json(run("score", *files, "--align", "greedy", "--format", "json").stdout)
    assert (greedy["optimal"], greedy["scores_proved"]) == (0.0, 0.0)


def test_the_best_reference_wins_and_the_first_on_a_tie(run: Run) -> None:
    printed = as_json(run("score", "hyp", "a", "b", "--segments", "--format", "json").stdout)
    # "dancing with glee" shares a stem and a word with a, one word and a stem with b; a is
    # better aligned. Segment 3 scores 0 with both, segment 5 is identical to b.
    assert [row["reference"] for row in printed["segments"]] == [0, 0, 0, 0, 1]


def test_tsv_is_the_segments_as_a_table(run: Run) -> None:
    table = run("score", "hyp", "a", "--segments", "--format", "tsv").stdout.decode()
    rows = list(csv.DictReader(io.StringIO(table), delimiter="\t"))
    printed = as_json(run("score", "hyp", "a", "--segments", "--format", "json").stdout)
    assert len(rows) == len(printed["segments"])
    for row, segment in zip(rows, printed["segments"], strict=True):
        assert list(row) == list(segment)
        assert row["score"] == repr(segment["score"])
        assert row["optimal"] == "true"


def test_tsv_without_segments_is_the_corpus(run: Run) -> None:
    header, row = run("score", "hyp", "a", "--format", "tsv").stdout.decode().splitlines()
    printed = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert float(printed["score"]) == Meteor().corpus(HYPOTHESES, [REFERENCES_A]).score


def test_text_has_score_counts_and_signature(run: Run) -> None:
    score, counts, signature = run("score", "hyp", "a").stdout.decode().splitlines()
    corpus = Meteor().corpus(HYPOTHESES, [REFERENCES_A])
    assert score.startswith(f"METEOR {corpus.score:.4f} ")
    matches = f"{corpus.matches} matches in {corpus.chunks} chunks"
    fall = f"shortfall {corpus.shortfall:.2f} words"
    assert counts == f"5 segments, {matches}, {fall}, 100 % proved optimal"
    assert signature == str(corpus.signature)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_several_processes_print_the_same(folder: Path, run: Run, jobs: str) -> None:
    (folder / "long.hyp").write_bytes(lines(HYPOTHESES * 300))
    (folder / "long.ref").write_bytes(lines(REFERENCES_A * 300))
    done = run("score", "long.hyp", "long.ref", "--segments", "--format", "tsv", "--jobs", jobs)
    single = run("score", "hyp", "a", "--segments", "--format", "tsv").stdout.splitlines()[1:]
    expected = [row.split(b"\t", 1)[1] for row in single] * 300
    assert [row.split(b"\t", 1)[1] for row in done.stdout.splitlines()[1:]] == expected


@pytest.mark.parametrize(
    ("end", "mark"),
    [("\r\n", b""), ("\r", b""), ("\n", b"\xef\xbb\xbf"), ("\r\n", b"\xef\xbb\xbf")],
)
def test_line_ends_and_byte_order_marks_do_not_matter(
    folder: Path, run: Run, end: str, mark: bytes
) -> None:
    expected = run("score", "hyp", "a", "--segments").stdout
    (folder / "hyp").write_bytes(mark + lines(HYPOTHESES, end))
    assert run("score", "hyp", "a", "--segments").stdout == expected


def test_other_separators_inside_a_line_keep_lines_paired(folder: Path, run: Run) -> None:
    odd = "a\u2028b\x85c\x0bd\x0ce\x1cf\x00g"
    (folder / "odd").write_bytes(lines([odd, "second"]))
    printed = as_json(run("score", "odd", "odd", "--segments", "--format", "json").stdout)
    assert [row["score"] for row in printed["segments"]] == [1.0, 1.0]
    assert printed["segments"][0]["matches"] == 7


def test_a_last_line_without_an_end_is_a_segment(folder: Path, run: Run) -> None:
    (folder / "one").write_bytes(b"a\nb")
    printed = as_json(run("score", "one", "one", "--segments", "--format", "json").stdout)
    assert len(printed["segments"]) == 2


def test_standard_input_replaces_a_file(run: Run) -> None:
    expected = run("score", "hyp", "a", "--format", "json").stdout
    assert run("score", "-", "a", "--format", "json", stdin=lines(HYPOTHESES)).stdout == expected
    assert (
        run("score", "hyp", "-", "--format", "json", stdin=lines(REFERENCES_A)).stdout == expected
    )


@pytest.mark.parametrize(("limit", "status"), [("0.0", 0), ("0.999", 1), ("1", 1)])
def test_a_threshold_decides_the_exit_status(run: Run, limit: str, status: int) -> None:
    done = run("score", "hyp", "a", "--fail-under", limit)
    score = done.stdout.decode().split()[1]
    said = f"meteorscope: METEOR {score} is below --fail-under {float(limit)}\n" * status
    assert (done.returncode, done.stderr.decode()) == (status, said)


@pytest.mark.parametrize(
    ("limit", "advice"), [("60", "; did you mean 0.6?"), ("-1", ""), ("nan", "")]
)
def test_a_threshold_is_a_score(run: Run, limit: str, advice: str) -> None:
    done = run("score", "absent", "a", "--fail-under", limit)  # refused before files are opened
    told = f"--fail-under is {float(limit)}, but must be from 0 to 1{advice}"
    assert (done.returncode, done.stderr.decode()) == (2, f"meteorscope: error: {told}\n")


def test_a_score_that_rounds_to_the_threshold_is_shown_in_full() -> None:
    assert below_limit(0.59996, 0.6) == "METEOR 0.59996 is below --fail-under 0.6"


OVERRIDES = [
    (["--variant", "nltk"], "variant:nltk"),
    (["-l", "de"], "lang:de"),
    (["--tokenize", "characters"], "tok:characters"),
    (["--stages", "exact,stem", "--weights", "1,.5"], "weights:1,0.5"),
    (["--align", "greedy"], "align:greedy"),
    (["--alpha", ".5", "--beta", "2", "--gamma", ".25"], "alpha:0.5|beta:2|gamma:0.25"),
    (["--delta", ".75"], "delta:0.75|function:meteorscope-1"),
]


@pytest.mark.parametrize(("arguments", "shown"), OVERRIDES)
def test_every_override_shows_in_the_signature(run: Run, arguments: list[str], shown: str) -> None:
    assert (
        shown
        in as_json(run("score", "hyp", "a", "--format", "json", *arguments).stdout)["signature"]
    )


def test_stream_that_ends_early_is_reported(run: Run) -> None:
    done = run("score", "-", "a", stdin=lines(HYPOTHESES[:2]))
    assert done.returncode == 2
    assert b"ended after 2 segments" in done.stderr


def test_help_teaches_with_examples(run: Run) -> None:
    assert b"meteorscope score mt.hyp.en mt.ref.en" in run("--help").stdout
    assert b"aligned line by line" in run("score", "--help").stdout


def test_version_is_the_packages(run: Run) -> None:
    assert run("--version").stdout.decode() == f"meteorscope {meteor_core.__version__}\n"


def test_a_reader_that_stops_early_is_no_error(folder: Path, run: Run) -> None:
    (folder / "long").write_bytes(lines(HYPOTHESES * 2000))
    with subprocess.Popen(
        [sys.executable, "-m", "meteorscope", "score", "long", "long", "--segments"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
