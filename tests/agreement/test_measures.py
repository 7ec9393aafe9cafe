"""Measures of agreement against slow textbook ones, and against SciPy's correlations."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.agreement.agreement import MetricScores, measure_agreement
from meteor_core.agreement.measures import MEASURES, PERMUTATIONS
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.rating_arrays import RatingArrays
from meteor_core.agreement.resampling import drawn_weights
from tests.agreement.textbook import MEASURES as TEXTBOOK

FEW = st.integers(min_value=-3, max_value=3).map(lambda number: number / 4)
"""Few values, exact in binary, so that there are many ties."""


def rated_set(ratings: Sequence[Sequence[float | None]]) -> RatedSet:
    """Return a set with a row of ratings for each segment, one for each system."""
    outputs = [
        RatedOutput(
            system=f"system {column}",
            segment=str(row),
            hypothesis=f"{row} {column}",
            references=("r",),
            rating=rating,
        )
        for row, of_systems in enumerate(ratings)
        for column, rating in enumerate(of_systems)
        if rating is not None
    ]
    return RatedSet.of_outputs("a set", outputs)


@st.composite
def rated_and_scored(draw: st.DrawFn) -> tuple[RatedSet, list[float]]:
    systems = draw(st.integers(1, 4))
    row = st.lists(st.none() | FEW, min_size=systems, max_size=systems)
    rows = draw(st.lists(row, min_size=1, max_size=6).filter(has_ratings))
    rated = rated_set(rows)
    size = len(rated.outputs)
    return rated, draw(st.lists(FEW, min_size=size, max_size=size))


def has_ratings(rows: list[list[float | None]]) -> bool:
    return any(rating is not None for row in rows for rating in row)


@given(rated_and_scored())
def test_of_any_set(case: tuple[RatedSet, list[float]]) -> None:
    rated, scores = case
    arrays = RatingArrays.of(rated)
    for name, textbook in TEXTBOOK.items():
        found = MEASURES[name].prepare(arrays, np.array(scores))(np.ones((1, arrays.segments)))
        expected = textbook(rated.outputs, scores)
        assert found[0] == pytest.approx(expected, abs=1e-9, nan_ok=True), name


@given(rated_and_scored(), st.integers(0, 2**32))
def test_of_any_sample(case: tuple[RatedSet, list[float]], seed: int) -> None:
    """A weight of two is a segment that is there twice, one of none is a segment left out."""
    rated, scores = case
    arrays = RatingArrays.of(rated)
    weights = next(drawn_weights(arrays.segments, samples=1, seed=seed))
    names = rated.segments
    drawn, of_drawn = [], []
    for number, times in enumerate(weights[0]):
        for copy in range(int(times)):
            for output, score in zip(rated.outputs, scores, strict=True):
                if output.segment == names[number]:
                    drawn.append(named(output, f"{number} {copy}"))
                    of_drawn.append(score)
    for name in set(TEXTBOOK) - {"system"}:
        found = MEASURES[name].prepare(arrays, np.array(scores))(weights)
        expected = TEXTBOOK[name](drawn, of_drawn)
        assert found[0] == pytest.approx(expected, abs=1e-9, nan_ok=True), name


def named(output: RatedOutput, segment: str) -> RatedOutput:
    return RatedOutput(
        system=output.system,
        segment=segment,
        hypothesis=output.hypothesis,
        references=output.references,
        rating=output.rating,
    )


def test_means_of_ratings_that_differ_in_the_last_digit_are_tied() -> None:
    one, other = (0.1 + 0.2) / 3, 0.3 / 3
    assert one != other
    arrays = RatingArrays.of(rated_set([[one, other, 0.5]]))
    assert (arrays.gap == 0).sum() == 1


def test_soft_pairwise_accuracy_of_clearly_different_systems() -> None:
    ratings = [[number % 5, 10 + number % 3] for number in range(40)]
    prepare = MEASURES["spa"].prepare
    arrays = RatingArrays.of(rated_set(ratings))
    same = prepare(arrays, arrays.rating)(np.ones((1, arrays.segments)))
    opposite = prepare(arrays, -arrays.rating)(np.ones((1, arrays.segments)))
    assert same[0] == 1
    assert opposite[0] == pytest.approx(0, abs=2 / PERMUTATIONS)


def test_p_values_of_samples_are_those_of_permutations() -> None:
    """The normal distribution stands for permutations; 200 segments are enough for that."""
    draws = np.random.default_rng(7)
    ratings = draws.normal(loc=[0, 0.1, 0.2], size=(200, 3))
    scores = draws.normal(size=600)
    arrays = RatingArrays.of(rated_set(ratings.tolist()))
    values = MEASURES["spa"].prepare(arrays, scores)
    once, twice = values(np.ones((1, 200))), values(np.ones((2, 200)))
    assert once[0] == pytest.approx(twice[0], abs=0.02)


def test_intervals_and_differences_are_paired() -> None:
    """A metric that is another's twin differs from it by nothing, in every sample."""
    draws = np.random.default_rng(3)
    rated = rated_set(draws.normal(size=(50, 4)).tolist())
    scores = draws.normal(size=200)
    metrics = [
        MetricScores(name=name, signature="", scores=scores * factor)
        for name, factor in (("one", 1.0), ("twin", 2.0), ("opposite", -1.0))
    ]
    found = measure_agreement(rated, metrics, samples=200)
    _, twin, opposite = found.rows
    for name, difference in twin.differences.items():
        assert difference is not None, name
        assert (difference.low, difference.value, difference.high) == (0, 0, 0), name
    value = opposite.measures["pairwise"]
    assert value is not None
    assert value.low < value.value < value.high
    first = found.rows[0].measures["pairwise"]
    assert first is not None
    assert value.value == pytest.approx(1 - first.value)


def test_intervals_have_their_nominal_coverage() -> None:
    """Of 200 sets drawn from one distribution, about 95 % of the intervals hold its accuracy."""
    truth, hits = 0.5, 0
    for seed in range(200):
        draws = np.random.default_rng(seed)
        rated = rated_set(draws.integers(0, 3, size=(60, 3)).astype(float).tolist())
        scores = MetricScores(name="m", signature="", scores=draws.normal(size=180))
        found = measure_agreement(rated, [scores], samples=200, seed=seed, measures=["pairwise"])
        estimate = found.rows[0].measures["pairwise"]
        assert estimate is not None
        hits += estimate.low <= truth <= estimate.high
    assert 180 <= hits <= 198


def test_scores_that_are_missing_leave_out_the_output_for_every_metric() -> None:
    rated = rated_set([[1.0, 2.0], [2.0, 1.0]])
    whole = MetricScores(name="whole", signature="", scores=np.array([1.0, 2.0, 1.0, 2.0]))
    holed = MetricScores(name="holed", signature="", scores=np.array([1.0, math.nan, 1.0, 2.0]))
    found = measure_agreement(rated, [whole, holed], samples=10)
    assert found.ratings == 3
    assert found.unequal_pairs == 1
    assert "1 output that holed cannot score left out" in found.notes
    estimate = found.rows[0].measures["pairwise"]
    assert estimate is not None
    assert estimate.value == 0
