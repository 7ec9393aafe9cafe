"""Correlations of one list of outputs: against SciPy, and against every pair counted."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from meteor_core.agreement import correlations as module
from meteor_core.agreement.correlations import correlations, correlations_within
from meteor_core.errors import InputError

NUMBER = st.one_of(st.integers(-3, 3).map(float), st.floats(-1, 1), st.just(math.nan))
LISTS = st.lists(st.tuples(NUMBER, NUMBER), max_size=40)


@given(LISTS)
def test_correlations_match_brute_force(rows: list[tuple[float, float]]) -> None:
    x, y = (np.array([row[side] for row in rows], float) for side in (0, 1))
    found = correlations(x, y)
    known = [(a, b) for a, b in rows if not math.isnan(a) and not math.isnan(b)]
    assert found.outputs == len(known)
    signs = [(np.sign(a - c), np.sign(b - d)) for (a, b), (c, d) in combinations(known, 2)]
    rated = [score * rating for score, rating in signs if rating]
    if not rated:
        assert found.pairwise is None
        assert found.kendall is None
        return
    right = sum(1.0 if sign > 0 else 0.5 if sign == 0 else 0.0 for sign in rated)
    assert found.pairwise == pytest.approx(right / len(rated))
    scored = sum(1 for score, _ in signs if score)
    if scored:
        tau = sum(score * rating for score, rating in signs) / math.sqrt(scored * len(rated))
        assert found.kendall == pytest.approx(tau)


def test_they_are_those_of_scipy() -> None:
    drawn = np.random.default_rng(7)
    x = drawn.random(3_001).round(2)
    y = (x + drawn.normal(0, 0.5, 3_001)).round(1)
    found = correlations(x, y)
    assert found.pearson == pytest.approx(stats.pearsonr(x, y).statistic)
    assert found.spearman == pytest.approx(stats.spearmanr(x, y).statistic)
    assert found.kendall == pytest.approx(stats.kendalltau(x, y).statistic)


def test_systems_are_measured_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = np.random.default_rng(3)
    scores, ratings = drawn.random((50, 3)).round(1), drawn.random((50, 3)).round(1)
    ratings[[3, 7], 1] = np.nan
    ratings[9] = np.nan
    whole = correlations_within(scores, ratings)
    monkeypatch.setattr(module, "_SEGMENTS_PER_BLOCK", 7)
    blocks = correlations_within(scores, ratings)
    assert blocks.outputs == whole.outputs == 145
    assert blocks.pairwise == pytest.approx(whole.pairwise)
    taus = [
        stats.kendalltau(x[known], y[known]).statistic
        for x, y in zip(scores, ratings, strict=True)
        if (known := ~np.isnan(y)).sum() > 1
    ]
    assert blocks.kendall == pytest.approx(np.nanmean(taus))


def test_a_constant_agrees_with_nothing() -> None:
    found = correlations(np.full(5, 0.1 + 0.2), np.arange(5.0))
    assert (found.pearson, found.spearman, found.kendall) == (None, None, None)
    assert found.pairwise == 0.5


def test_lists_of_unequal_length_are_rejected() -> None:
    with pytest.raises(InputError, match="2 scores and 3 ratings"):
        correlations(np.zeros(2), np.zeros(3))
