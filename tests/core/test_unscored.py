"""A segment that cannot be scored ends nothing: it has a status, and the others are scored.

METEOR 1.5's search refuses texts with millions of possible matches, as one word that is repeated
1,500 times has with itself.
"""

import json
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meteor_core import Meteor, SegmentError
from meteor_core.batch.batch import ScoredBatch
from meteor_core.batch.python_scorer import PythonScorer
from meteor_core.command_line.meteor15.options import parse_options
from meteor_core.command_line.meteor15.scorer import ProgramScorer
from meteor_core.command_line.meteor15.settings import resolve_settings
from meteor_core.command_line.unscored import Unscored
from meteor_core.show.alignment_format import alignment_json
from tests.core.implementations import KERNEL_IS_THERE, needs_the_kernel
from tests.usable_variants import needs_meteor

pytestmark = needs_meteor

TOO_MUCH = "the " * 1500
HYPOTHESES = ["the cat sat", TOO_MUCH, "a dog", "", TOO_MUCH]
REFERENCES = ["the cat sat there", TOO_MUCH, "a dog barks", "nothing", "the end"]
UNSCORED = [1]
OPTIONS: dict[str, Any] = {"variant": "meteor-1.5", "stages": ("exact",)}
WHY = "1500 words has more than 2,000,000 possible matches with its reference of 1500 words"


def scorer_in_python() -> Meteor:
    meteor = Meteor(**OPTIONS)
    object.__setattr__(meteor, "_scorer", PythonScorer(meteor.configuration))
    return meteor


MAKERS: dict[str, Callable[[], Meteor]] = {"python": scorer_in_python}
if KERNEL_IS_THERE:
    MAKERS["compiled"] = lambda: Meteor(**OPTIONS)


@pytest.fixture(params=sorted(MAKERS))
def meteor(request: pytest.FixtureRequest) -> Meteor:
    """A scorer by each implementation."""
    return MAKERS[request.param]()


def columns_of(batch: ScoredBatch) -> str:
    """All that a batch says; in text NaN is NaN."""
    return repr((batch.problems, batch.total, list(batch)))


def test_one_segment_alone_is_an_error(meteor: Meteor) -> None:
    with pytest.raises(SegmentError, match=WHY):
        meteor.score(TOO_MUCH, [TOO_MUCH])


def test_the_others_of_a_batch_are_scored(meteor: Meteor) -> None:
    batch = meteor.batch(HYPOTHESES, [REFERENCES])
    assert list(batch.problems) == UNSCORED
    assert WHY in batch.problems[1]
    total = meteor.zero()
    for row, (hypothesis, reference) in enumerate(zip(HYPOTHESES, REFERENCES, strict=True)):
        if row not in UNSCORED:
            alone = meteor.score(hypothesis, [reference])
            assert batch[row].statistics == alone.statistics
            assert batch[row].measures == alone.measures
            assert not batch[row].problem
            total += alone.statistics
    assert batch.total == total
    assert columns_of(pickle.loads(pickle.dumps(batch))) == columns_of(batch)


def test_its_row_has_no_number_that_could_be_taken_for_a_score(meteor: Meteor) -> None:
    batch = meteor.batch(HYPOTHESES, [REFERENCES])
    row = batch[1]
    assert row.problem == batch.problems[1]
    assert all(map(math.isnan, (row.score, row.precision, row.f_mean, row.penalty)))
    assert (row.reference, row.optimal, row.statistics) == (-1, False, meteor.zero())
    assert batch.statistics(1) == meteor.zero()
    assert str(row).startswith("not scored: a segment of 1500 words")


@pytest.mark.parametrize("rows", [slice(1, 3), slice(0, 1), slice(None, None, -1), slice(1, 1)])
def test_rows_of_a_batch_keep_their_problems(meteor: Meteor, rows: slice) -> None:
    batch = meteor.batch(HYPOTHESES, [REFERENCES])[rows]
    assert columns_of(batch) == columns_of(meteor.batch(HYPOTHESES[rows], [REFERENCES[rows]]))


@pytest.mark.skipif(not KERNEL_IS_THERE, reason="no kernel was built here")
def test_both_implementations_say_the_same() -> None:
    sets = [REFERENCES, ["a", "b", TOO_MUCH, "c", TOO_MUCH]]
    in_python, compiled = (
        columns_of(MAKERS[name]().batch(HYPOTHESES, sets)) for name in ("python", "compiled")
    )
    assert in_python == compiled


def test_any_of_its_references_may_be_too_much(meteor: Meteor) -> None:
    """Which one scores best could not be told."""
    assert list(meteor.batch([TOO_MUCH], [["the end"], [TOO_MUCH]]).problems) == [0]


def test_a_batch_of_nothing_else(meteor: Meteor) -> None:
    batch = meteor.batch([TOO_MUCH], [[TOO_MUCH]])
    assert batch.total == meteor.zero()
    corpus = meteor.corpus([TOO_MUCH], [[TOO_MUCH]])
    assert math.isnan(corpus.score)
    assert (corpus.segments, corpus.unscored) == (0, 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_streams_and_corpora_go_on(meteor: Meteor, jobs: int) -> None:
    batches = list(meteor.batches(HYPOTHESES, [REFERENCES], size=2, jobs=jobs))
    assert [list(batch.problems) for batch in batches] == [[1], [], []]
    corpus = meteor.corpus(HYPOTHESES, [REFERENCES])
    some = [row for row in range(5) if row not in UNSCORED]
    alone = meteor.corpus([HYPOTHESES[n] for n in some], [[REFERENCES[n] for n in some]])
    assert (corpus.measures, corpus.statistics) == (alone.measures, alone.statistics)
    assert (corpus.unscored, alone.unscored) == (1, 0)
    assert str(corpus).endswith("4 segments, 1 not scored")


def test_segments_one_by_one_go_on() -> None:
    results = list(Meteor(**OPTIONS).segments(HYPOTHESES, [REFERENCES]))
    assert [bool(result.problem) for result in results] == [False, True, False, False, False]
    assert results[1].alignment.links == ()
    shown = json.dumps(alignment_json(2, results[1]), allow_nan=False)
    assert json.loads(shown)["problem"] == results[1].problem


def test_tables_have_a_status_and_nulls() -> None:
    pa = pytest.importorskip("pyarrow")
    from meteor_core.arrow import ArrowScorer

    scorer = ArrowScorer(**OPTIONS)
    whole = {"hypothesis": HYPOTHESES, "reference": REFERENCES}
    with_nulls = {"hypothesis": [None, *HYPOTHESES], "reference": [*REFERENCES[:1], *REFERENCES]}
    repeated = {"hypothesis": HYPOTHESES * 3, "reference": REFERENCES * 3}
    lists = {"hypothesis": HYPOTHESES, "reference": [[text, "x"] for text in REFERENCES]}
    for columns in (whole, with_nulls, repeated, lists):
        rows = scorer(pa.table(columns)).to_pylist()
        for row in rows:
            texts = (row["hypothesis"], row["reference"])
            refused = texts in ((TOO_MUCH, TOO_MUCH), (TOO_MUCH, [TOO_MUCH, "x"]))
            expected = "too_many_matches" if refused else "scored"
            assert row["meteor_status"] == ("no_hypothesis" if texts[0] is None else expected)
            for name in ("score", "penalty", "reference", "segments", "chunks", "matches"):
                assert (row[f"meteor_{name}"] is None) == (row["meteor_status"] != "scored")
    sums = {name: sum(row[name] or 0 for row in rows) for name in scorer.sums}
    assert scorer.corpus_result(sums).segments == 4


def run(folder: Path, *arguments: str) -> tuple[str, str, int]:
    for name, texts in (("hyp", HYPOTHESES), ("ref", REFERENCES)):
        (folder / name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
    options = ("--variant", "meteor-1.5", "--stages", "exact")
    done = subprocess.run(
        [sys.executable, "-m", "meteorscope", *arguments, "hyp", "ref", *options],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    return done.stdout, done.stderr, done.returncode


def test_the_command_line_scores_the_rest_and_names_the_segment(tmp_path: Path) -> None:
    shown, told, status = run(tmp_path, "score", "--segments")
    assert status == 0
    assert told.count("\n") == 1
    assert told.startswith("meteorscope: segment 2 is not scored: a segment of 1500 words")
    assert shown.splitlines()[2].startswith("      2  not scored: a segment of 1500 words")
    assert "4 segments, 1 not scored, " in shown


def test_json_has_the_problem_in_place_of_numbers(tmp_path: Path) -> None:
    shown, _, status = run(tmp_path, "score", "--segments", "--format", "json")
    assert status == 0
    document = json.loads(shown, parse_constant=pytest.fail)
    first, second, *_ = document["segments"]
    assert set(second) - set(first) == {"problem"}
    assert second["segment"] == 2
    assert {second[name] for name in first if name != "segment"} == {None}
    assert (document["segment_count"], document["unscored"]) == (4, 1)


def test_a_table_has_empty_cells(tmp_path: Path) -> None:
    shown, _, status = run(tmp_path, "score", "--segments", "--format", "tsv")
    header, *rows = (line.split("\t") for line in shown.splitlines())
    assert status == 0
    assert rows[1] == ["2"] + [""] * (len(header) - 1)
    assert all(all(row) for number, row in enumerate(rows) if number != 1)


@pytest.mark.parametrize(
    "command",
    ["align", pytest.param("compare-search", marks=needs_the_kernel)],
)
def test_other_commands_leave_it_out_and_say_so(command: str, tmp_path: Path) -> None:
    _, told, status = run(tmp_path, command, "--format", "tsv")
    assert status == 0
    assert told.startswith("meteorscope: segment 2 is not scored: ")


def test_asked_for_alone_it_is_an_error(tmp_path: Path) -> None:
    shown, told, status = run(tmp_path, "align", "--segment", "2")
    assert (shown, status) == ("", 2)
    assert WHY in told


def test_many_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    unscored = Unscored()
    for number in range(1, 1213):
        unscored.add(number, "too long")
    unscored.tell()
    lines = capsys.readouterr().err.splitlines()
    assert lines[9:] == [
        "meteorscope: segment 10 is not scored: too long",
        "meteorscope: 1,202 more segments are not scored",
    ]


def test_the_program_of_1_5_has_no_row_for_it_and_stops() -> None:
    options = parse_options(["a", "b", "-m", "exact"])
    scorer = ProgramScorer(options, resolve_settings(options))
    with pytest.raises(SegmentError, match=WHY):
        scorer.score([(TOO_MUCH, [TOO_MUCH])])
