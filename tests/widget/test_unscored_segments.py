"""A segment that the scorer refuses ends no view: the others are scored, and it tells why."""

import json
import math
from typing import Any

import pytest

from meteor_core import Meteor
from meteor_widget import CompareView, CorpusView, ReviewView
from meteor_widget.compare.messages import segment_pictures
from meteor_widget.corpus.preview import corpus_html
from tests.usable_variants import needs_meteor

pytestmark = needs_meteor

TOO_MUCH = "the " * 1500
HYPOTHESES = ["the cat sat", TOO_MUCH, "a dog"]
REFERENCES = ["the cat sat there", TOO_MUCH, "a dog barks"]
OPTIONS: dict[str, Any] = {"variant": "meteor-1.5", "stages": ("exact",)}


@pytest.fixture
def alone() -> float:
    """The score of the corpus without the segment."""
    return Meteor(**OPTIONS).corpus(HYPOTHESES[::2], [REFERENCES[::2]]).score


def test_a_corpus(alone: float) -> None:
    view = CorpusView(HYPOTHESES, [REFERENCES], **OPTIONS)
    assert (view.result.score, view.result.segments, view.result.unscored) == (alone, 2, 1)
    answer = json.loads(bytes(view._answer_picture(1).buffers[0]))
    assert "more than 2,000,000 possible matches" in answer["problem"]
    unscored = view.segments[1]
    assert math.isnan(unscored.score)
    assert unscored.problem == answer["problem"]
    for descending in (False, True):
        view.sort_by, view.descending = "score", descending
        assert view._shown().tolist()[-1] == 1
    view.filters = {"score": (0, 1)}
    assert sorted(view._shown().tolist()) == [0, 2]
    assert "Histogram of 2 segments" in corpus_html(view.corpus, "METEOR")


def test_exports_are_those_of_the_command_line() -> None:
    view = CorpusView(HYPOTHESES, [REFERENCES], **OPTIONS)
    header, *rows = view.to_tsv().splitlines()
    assert rows[1].split("\t") == ["2"] + [""] * header.count("\t")
    document = json.loads(view.to_json(), parse_constant=pytest.fail)
    assert document["segments"][1]["problem"] == view.segments[1].problem
    assert document["unscored"] == 1
    assert "problem" not in document["segments"][0]
    assert view.to_html()


def test_a_comparison(alone: float) -> None:
    view = CompareView({"one": HYPOTHESES, "two": ["x", "y", "z"]}, [REFERENCES], **OPTIONS)
    view.wait()
    assert view.systems.totals()["one"].score == alone
    pictures = segment_pictures(view.systems, 1, ["one", "two"])
    assert pictures["one"]["alignments"] == [None]
    assert pictures["two"]["alignments"][0]["score"] == 0
    header, _, unscored, _ = view.segments_to_tsv().splitlines()
    cells = dict(zip(header.split("\t"), unscored.split("\t"), strict=True))
    assert cells["score one"] == cells["difference two"] == ""


def test_a_review(alone: float) -> None:
    view = ReviewView(HYPOTHESES, REFERENCES, **OPTIONS)
    assert (view.result.score, view.result.unscored, view.done) == (alone, 1, 3)
    document = json.loads(view.to_json(), parse_constant=pytest.fail)
    unscored = document["segments"][1]
    assert (unscored["segment"], unscored["class"], unscored["score"]) == (2, None, None)
    assert unscored["problem"]
    summary = view.summary
    assert [one.segments for one in summary.extents] == [0, 2, 0, 0]
    assert [edit.kind for edit in view.segment(0).edits] == ["kept", "added"]
    view.order = "score"
    assert view.filtered.tolist()[-1] == 1
