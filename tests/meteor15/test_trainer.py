"""The Trainer's arithmetic: many settings at once give what one after the other gives."""

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from meteor_core.meteor15.eval_statistics import EvalStatistics, java_measures
from meteor_core.meteor15.trainer import sweep as sweep_module
from meteor_core.meteor15.trainer.grid import STEP, Grid
from meteor_core.meteor15.trainer.objectives import (
    Objective,
    RankConsistency,
    Spearman,
    WeightedPearson,
)
from meteor_core.meteor15.trainer.sweep import Trained, expected_seconds, sweep, train

RANDOM = random.Random(15)
SEGMENTS = 30
SMALL = Grid.between((0, 0.2, 0.5, 0.5, 1), (1, 1, 1, 1, 1, 1), (0.4, 0.4, 0.5, 0.25, *(1,) * 4))
TINY = Grid.between(step=(0.5, 2, 0.5, 1, 1, 1, 1, 1))


def segment() -> EvalStatistics:
    """Statistics of a segment as they come from alignments: some are empty, some perfect."""
    content, function = RANDOM.choice([(0, 0), (3, 1), (9, 4), (14, 6)])
    shares = [RANDOM.randint(0, content // 4) for _ in range(4)]
    functions = [RANDOM.randint(0, function), 0, 0, 0]
    matched = sum(shares) + functions[0]
    longer = RANDOM.randint(0, 3)
    perfect = RANDOM.random() < 0.1
    if perfect:
        shares, functions, matched, longer = [content, 0, 0, 0], [function, 0, 0, 0], content, 0
        matched += function
    return EvalStatistics(
        hypothesis_length=float(content + function),
        reference_length=float(content + function + longer),
        hypothesis_function_words=float(function),
        reference_function_words=float(function),
        hypothesis_content_matches=tuple(map(float, shares)),
        reference_content_matches=tuple(map(float, shares)),
        hypothesis_function_matches=tuple(map(float, functions)),
        reference_function_matches=tuple(map(float, functions)),
        chunks=1.0 if perfect else float(RANDOM.randint(1, matched) if matched else 0),
        hypothesis_word_matches=float(matched),
        reference_word_matches=float(matched),
    )


STATISTICS = [segment() for _ in range(SEGMENTS)]
RATINGS = [round(RANDOM.random(), 1) for _ in range(SEGMENTS)]
WEIGHTS = [each.reference_length for each in STATISTICS]
JUDGEMENTS = [(RANDOM.randrange(SEGMENTS), RANDOM.randrange(SEGMENTS)) for _ in range(50)]


def pearson(scores: Sequence[float], ratings: Sequence[float], weights: Sequence[float]) -> float:
    """Pearson's weighted correlation, summed from the first to the last."""
    total = sum(weights)
    mean = sum(x * w for x, w in zip(scores, weights, strict=True)) / total
    rated = sum(y * w for y, w in zip(ratings, weights, strict=True)) / total
    rows = list(zip(scores, ratings, weights, strict=True))
    covariance = sum(w * (x - mean) * (y - rated) for x, y, w in rows) / total
    variance = sum(w * (x - mean) * (x - mean) for x, _, w in rows) / total
    rating_variance = sum(w * (y - rated) * (y - rated) for _, y, w in rows) / total
    root = math.sqrt(variance * rating_variance)
    return covariance / root if root else 0.0


def ranks(numbers: Sequence[float]) -> list[float]:
    """The mean rank of each: one more than are below it, and half of those that are equal."""
    return [
        1 + sum(other < one for other in numbers) + (numbers.count(one) - 1) / 2 for one in numbers
    ]


def kept(scores: Sequence[float], judgements: Sequence[tuple[int, int]]) -> float:
    correct = sum(scores[better] > scores[worse] for better, worse in judgements)
    return (correct - (len(judgements) - correct)) / len(judgements)


OBJECTIVES: dict[str, tuple[Objective, Callable[[Sequence[float]], float]]] = {
    "segcor": (WeightedPearson(RATINGS, WEIGHTS), lambda x: pearson(x, RATINGS, WEIGHTS)),
    "spearman": (
        Spearman(RATINGS),
        lambda x: pearson(ranks(x), ranks(RATINGS), [1] * SEGMENTS),
    ),
    "rank": (RankConsistency(JUDGEMENTS), lambda x: kept(x, JUDGEMENTS)),
}


class Parameters:
    def __init__(self, setting: Sequence[float]) -> None:
        self.alpha, self.beta, self.gamma, self.delta = setting[:4]


def one_by_one(grid: Grid, agreement: Callable[[Sequence[float]], float]) -> list[float]:
    settings = map(grid.setting, range(len(grid)))
    return [
        agreement(
            [java_measures(each, Parameters(setting), setting[4:]).score for each in STATISTICS]
        )
        for setting in settings
    ]


def values(objective: Objective, grid: Grid, jobs: int = 1) -> list[float]:
    slabs = sweep(STATISTICS, objective, grid, jobs=jobs)
    return [value for slab in slabs for value in slab.values.ravel().tolist()]


@pytest.mark.parametrize("task", OBJECTIVES)
@pytest.mark.parametrize("grid", [SMALL, TINY], ids=["small", "tiny"])
def test_every_setting_as_if_alone(task: str, grid: Grid) -> None:
    objective, agreement = OBJECTIVES[task]
    expected = one_by_one(grid, agreement)
    assert values(objective, grid) == expected
    assert len(set(expected)) > 5


@pytest.mark.parametrize("task", OBJECTIVES)
@pytest.mark.parametrize(("slab", "cells"), [(1, 1), (5, 60), (60, 330), (100, 1 << 17)])
def test_blocks_and_threads_change_nothing(
    task: str, slab: int, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    objective, _ = OBJECTIVES[task]
    expected = values(objective, SMALL)
    monkeypatch.setattr(sweep_module, "_SLAB", slab)
    monkeypatch.setattr(sweep_module, "_CELLS", cells)
    assert values(objective, SMALL, jobs=2) == expected


@pytest.mark.parametrize("columns", [1, 2, 3, 8, 33, 500])
def test_sums_run_from_the_first_to_the_last(columns: int) -> None:
    segments = 3000
    weights = [RANDOM.uniform(1, 60) for _ in range(segments)]
    ratings = [RANDOM.random() for _ in range(segments)]
    scores = [RANDOM.random() for _ in range(segments)]
    matrix = np.tile(np.array(scores)[:, np.newaxis], columns)
    found = WeightedPearson(ratings, weights)(matrix)
    assert set(found.tolist()) == {pearson(scores, ratings, weights)}


@pytest.mark.parametrize("task", ["segcor", "spearman"])
def test_no_correlation_with_what_is_all_the_same(task: str) -> None:
    flat = [0.5] * SEGMENTS
    objective = WeightedPearson(flat, WEIGHTS) if task == "segcor" else Spearman(flat)
    assert set(values(objective, TINY)) == {0.0}


def test_a_tie_breaks_a_judgement_unless_epsilon_is_below_zero() -> None:
    scores = np.array([[0.5], [0.5], [0.4]])
    judgements = [(0, 1), (0, 2), (0, 2), (2, 0)]
    assert RankConsistency(judgements)(scores).tolist() == [0.0]
    assert RankConsistency(judgements, -1e-9)(scores).tolist() == [0.5]
    assert RankConsistency(judgements, 0.1)(scores).tolist() == [-1.0]


def test_the_grid_of_the_program() -> None:
    grid = Grid.between()
    assert len(grid) == 21 * 41 * 21 * 21**3 == 167_448_141
    assert grid.axes[0][3] == 0.15000000000000002
    assert grid.axes[3] == grid.axes[4] == (1.0,)
    assert grid.setting(0) == (0, 0, 0, 1, 1, 0, 0, 0)
    assert grid.setting(len(grid) - 1) == tuple(axis[-1] for axis in grid.axes)
    assert grid.setting(1)[:-1] == grid.setting(0)[:-1]


@pytest.mark.parametrize("task", OBJECTIVES)
def test_the_best_setting(task: str) -> None:
    objective, _ = OBJECTIVES[task]
    found = values(objective, SMALL)
    highest = train(STATISTICS, objective, SMALL, jobs=2)
    assert highest.value == max(found)
    last = len(found) - 1 - found[::-1].index(max(found))
    assert numbers(highest) == pytest.approx(SMALL.setting(last), abs=1e-9)
    lowest = train(STATISTICS, objective, SMALL, lowest=True)
    assert lowest.value == min(found)
    assert numbers(lowest) == pytest.approx(SMALL.setting(found.index(min(found))), abs=1e-9)


def test_the_best_setting_has_numbers_as_people_write_them() -> None:
    grid = Grid.between((0.0, 0.0, 0.0, 1, 1), (0.15, 0.15, 0.15, 1, 1), STEP)
    found = train(STATISTICS, RankConsistency([(0, 0)], -1.0), grid)
    assert found == Trained(
        value=1.0, alpha=0.15, beta=0.15, gamma=0.15, delta=1.0, weights=(1.0, 0.0, 0.0, 0.0)
    )


def test_the_time_is_guessed() -> None:
    assert 0 < expected_seconds(STATISTICS, OBJECTIVES["rank"][0], Grid.between()) < math.inf


def numbers(found: Trained) -> tuple[float, ...]:
    return (found.alpha, found.beta, found.gamma, found.delta, *found.weights)
