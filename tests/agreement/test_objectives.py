"""Objectives of tuning against loops, and against SciPy's correlations."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.rating_arrays import RatingArrays
from meteor_core.agreement.tuning.objectives import OBJECTIVES

QUARTERS = st.integers(-8, 8).map(lambda number: number / 4)
"""Exact in binary, and few, so that there are ties."""

Rows = list[list[tuple[float, float]]]
"""The ratings and scores of the outputs of each segment."""


def arrays(rows: Rows) -> RatingArrays:
    outputs = tuple(
        RatedOutput(
            system=str(column),
            segment=str(row),
            hypothesis="h",
            references=("r",),
            rating=rating,
        )
        for row, of_segment in enumerate(rows)
        for column, (rating, _) in enumerate(of_segment)
    )
    return RatingArrays.of(RatedSet(name="a set", outputs=outputs))


def value(name: str, rows: Rows, **settings: Any) -> float:
    rated = arrays(rows)
    scores = np.array([score for row in rows for _, score in row])
    prepared = OBJECTIVES[name].prepare(rated, **settings)(scores)
    return float(prepared(np.ones((1, rated.segments)))[0])


def rows_of(seed: int) -> Rows:
    random = np.random.default_rng(seed)
    return [
        [
            (float(random.normal()), float(random.normal()))
            for _ in range(int(random.integers(2, 6)))
        ]
        for _ in range(30)
    ]


@given(
    st.lists(
        st.lists(st.tuples(QUARTERS, QUARTERS), min_size=1, max_size=4), min_size=1, max_size=5
    ),
    st.sampled_from([0.25, 1.0, 5.0]),
)
def test_pairs_count_as_much_as_their_ratings_differ_up_to_the_cap(rows: Rows, cap: float) -> None:
    right = whole = 0.0
    for row in rows:
        for (rating, score), (other_rating, other_score) in combinations(row, 2):
            gap = rating - other_rating
            weight = min(abs(gap), cap)
            whole += weight
            agreeing = (score - other_score) * gap
            right += weight * (1 if agreeing > 0 else 0.5 if score == other_score else 0)
    expected = right / whole if whole else float("nan")
    assert value("pairwise", rows, cap=cap) == pytest.approx(expected, nan_ok=True)


def test_two_ties_are_as_good_as_one_right_and_one_wrong() -> None:
    assert value("pairwise", [[(1, 0.5), (0, 0.5)], [(1, 0.5), (0, 0.5)]]) == 0.5
    assert value("pairwise", [[(1, 0.7), (0, 0.5)], [(1, 0.5), (0, 0.7)]]) == 0.5


@pytest.mark.parametrize("seed", range(3))
def test_correlations_are_scipys(seed: int) -> None:
    rows = rows_of(seed)
    ratings, scores = zip(*(pair for row in rows for pair in row), strict=True)
    pearson = stats.pearsonr(ratings, scores).statistic
    assert value("pearson", rows) == pytest.approx(pearson)
    assert value("shortfall", rows) == pytest.approx(pearson)  # of other numbers
    assert value("spearman", rows) == pytest.approx(stats.spearmanr(ratings, scores).statistic)
    by_segment = [stats.pearsonr(*zip(*row, strict=True)).statistic for row in rows]
    assert value("pearson-by-segment", rows) == pytest.approx(np.mean(by_segment))


def test_no_objective_counts_a_tie_as_wrong() -> None:
    assert not {one.measure for one in OBJECTIVES.values()} & {"pairwise_strict", "acc_eq"}
