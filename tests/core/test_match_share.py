"""What a match adds is what precision and recall lose when its words are not counted."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Match, Meteor, measure
from meteor_core.analysis.match_share import match_share
from meteor_core.score.results import SegmentResult
from meteor_core.score.statistics import Statistics

WORDS = ["the", "of", "house", "houses", "home", "garden", ",", "to", "walked", "walking"]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
WEIGHTS = st.tuples(*(st.sampled_from((0.0, 0.25, 0.6, 0.8, 1.0)) for _ in range(3)))


def without(result: SegmentResult, match: Match) -> Statistics:
    """The statistics, but for the words of a match."""
    alignment, counts = result.alignment, result.statistics
    stage = alignment.stages.index(match.stage)

    def fewer(counted: tuple[int, ...], words: int) -> tuple[int, ...]:
        return (*counted[:stage], counted[stage] - words, *counted[stage + 1 :])

    here, there = range(*match.hypothesis), range(*match.reference)
    function_words = set(alignment.hypothesis.function_words)
    reference_function_words = set(alignment.reference.function_words)
    return replace(
        counts,
        matches_by_stage=fewer(counts.matches_by_stage, len(here)),
        reference_matches_by_stage=fewer(counts.reference_matches_by_stage, len(there)),
        hypothesis_function_matches=fewer(
            counts.hypothesis_function_matches, len(function_words.intersection(here))
        ),
        reference_function_matches=fewer(
            counts.reference_function_matches, len(reference_function_words.intersection(there))
        ),
    )


def check(meteor: Meteor, hypothesis: str, reference: str) -> None:
    parameters = meteor.configuration.parameters
    result = meteor.score(hypothesis, [reference])
    shares = [match_share(result.alignment, one, parameters) for one in result.alignment.matches]
    for match, share in zip(result.alignment.matches, shares, strict=True):
        rest = measure(without(result, match), parameters)
        assert share.weight == parameters.weights[result.alignment.stages.index(match.stage)]
        assert share.precision == pytest.approx(result.precision - rest.precision, abs=1e-12)
        assert share.recall == pytest.approx(result.recall - rest.recall, abs=1e-12)
    assert sum(share.precision for share in shares) == pytest.approx(result.precision)
    assert sum(share.recall for share in shares) == pytest.approx(result.recall)


@given(TEXTS, TEXTS, st.sampled_from((None, 0.0, 0.3, 0.75, 1.0)), WEIGHTS)
def test_it_is_the_difference(
    hypothesis: str, reference: str, delta: float | None, weights: tuple[float, ...]
) -> None:
    check(Meteor(delta=delta, weights=weights), hypothesis, reference)


def test_matches_of_several_words(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.meteor15.small_home import HYPOTHESIS, REFERENCE, make_small_home

    make_small_home(tmp_path_factory.mktemp("meteor"), monkeypatch)
    check(Meteor("meteor-1.5"), HYPOTHESIS, REFERENCE)
    check(Meteor("meteor-1.5", delta=0.1, weights=(1, 0.5, 0.5, 0.9)), HYPOTHESIS, REFERENCE)
