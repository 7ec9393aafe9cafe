"""Scores that follow edits, against scores computed afresh."""

from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_lsp.scores import LONGEST_SEGMENT, PairScores

METEOR = Meteor()
SEGMENTS = st.lists(st.sampled_from(["a b c", "a c b", "", "b b", "d e", "a"]), max_size=5)


@settings(max_examples=100)
@given(st.lists(st.tuples(SEGMENTS, SEGMENTS), min_size=1, max_size=5))
def test_after_any_edits_scores_are_those_of_the_texts(
    states: list[tuple[list[str], list[str]]],
) -> None:
    scores = PairScores(METEOR)
    for hypotheses, references in states:
        scores.set_texts(hypotheses, references)
        count = min(len(hypotheses), len(references))
        fresh = [METEOR.score(h, [r]) for h, r in zip(hypotheses, references, strict=False)]
        assert [scores.result(line) for line in range(count)] == fresh
        assert scores.result(count) is None
        corpus = METEOR.corpus(hypotheses[:count], [references[:count]])
        assert scores.corpus() == corpus


def test_the_same_texts_are_no_change() -> None:
    scores = PairScores(METEOR)
    hypotheses, references = ["a"], ["a"]
    assert scores.set_texts(hypotheses, references)
    assert not scores.set_texts(hypotheses, references)


def test_scoring_in_portions_comes_to_an_end() -> None:
    scores = PairScores(METEOR)
    scores.set_texts(["a"] * 5, ["a"] * 7)
    assert not scores.complete
    assert [scores.score_some(2) for _ in range(3)] == [True, True, False]
    assert scores.complete


def test_a_segment_too_long_for_an_editor_has_no_result() -> None:
    scores = PairScores(METEOR)
    scores.set_texts(["a" * (LONGEST_SEGMENT + 1), "a"], ["a", "a"])
    assert scores.result(0) is None
    assert scores.corpus().segments == 1
