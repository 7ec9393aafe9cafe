"""p-values: the truth is counting, in fractions, every way of swapping or the same samples."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from meteor_core import Parameters
from meteor_core.analysis.all_pairs import PairTest, Resampling, SystemCounts, compare_all
from meteor_core.analysis.p_values import count_reached
from meteor_core.analysis.significance import (
    Bootstrap,
    Comparison,
    Randomisation,
    column_scores,
    compare,
    scored_counts,
)

Row: TypeAlias = tuple[int, int, int, int]
"""Words of a hypothesis and of its reference, matches, chunks."""

PARAMETERS: Final = Parameters(alpha=0.9, beta=3, gamma=0.5, weights=(1,), waive_perfect=True)
RESAMPLING: Final = Resampling(bootstrap=60, randomisation=90, seed=5)
ROWS: Final[Sequence[Row]] = ((4, 4, 4, 1), (4, 4, 4, 2), (4, 4, 3, 1), (3, 4, 3, 1), (4, 4, 0, 0))


def is_perfect(row: Row) -> bool:
    return row[0] == row[1] == row[2] and row[3] == 1


def score(rows: Sequence[Row]) -> Fraction:
    """METEOR by its textbook formula."""
    hypothesis, reference, matches, chunks = (sum(column) for column in zip(*rows, strict=True))
    if not matches:
        return Fraction(0)
    precision, recall = Fraction(matches, hypothesis), Fraction(matches, reference)
    f_mean = 10 * precision * recall / (recall + 9 * precision)
    penalty = Fraction(chunks - sum(map(is_perfect, rows)), matches) ** 3 / 2
    return f_mean * (1 - penalty)


def counts(rows: Sequence[Row]) -> NDArray[np.int64]:
    """Return the table of counts; how many scores are proved is no count that a score rests on."""
    return np.array(
        [
            (words, reference, chunks, is_perfect(row), place, 0, 0, 0, matches, 0, 0, matches)
            for place, row in enumerate(rows)
            for words, reference, matches, chunks in [row]
        ]
    )


def apart(one: Sequence[Row], other: Sequence[Row], swaps: Sequence[bool]) -> Fraction:
    pairs = list(zip(one, other, swaps, strict=True))
    swapped = [(b, a) if swap else (a, b) for a, b, swap in pairs]
    return abs(score([a for a, _ in swapped]) - score([b for _, b in swapped]))


def exact_p(one: Sequence[Row], other: Sequence[Row]) -> float:
    """Swap the outputs in all ways, also of segments that are equal."""
    ways = [apart(one, other, swaps) for swaps in product([False, True], repeat=len(one))]
    return sum(way >= ways[0] for way in ways) / len(ways)


def sampled_p(one: Sequence[Row], other: Sequence[Row]) -> float:
    generator = np.random.default_rng(RESAMPLING.seed)
    draws = generator.integers(2, size=(RESAMPLING.randomisation, len(one)), dtype=np.bool_)
    real = apart(one, other, [False] * len(one))
    reached = sum(apart(one, other, swaps) >= real for swaps in draws.tolist())
    return (reached + 1) / (RESAMPLING.randomisation + 1)


def bootstrap_p(one: Sequence[Row], other: Sequence[Row]) -> float:
    generator = np.random.default_rng(RESAMPLING.seed)
    draws = generator.choice(len(one), (RESAMPLING.bootstrap, len(one))).tolist()
    sizes = [
        abs(score([one[place] for place in drawn]) - score([other[place] for place in drawn]))
        for drawn in draws
    ]
    mean = sum(sizes) / len(sizes)
    reached = sum(size - mean >= apart(one, other, [False] * len(one)) for size in sizes)
    return (reached + 1) / (RESAMPLING.bootstrap + 1)


def pair_of(one: Sequence[Row], other: Sequence[Row]) -> PairTest:
    """Test two systems as ``compare`` does, and by ``significance.compare`` too: they agree."""
    systems = {"one": counts(one), "other": counts(other)}
    matrix = scored_counts(np.stack([*systems.values()], axis=1).astype(np.float64), PARAMETERS)
    counted = SystemCounts(counts=matrix, score=lambda sums: column_scores(sums, PARAMETERS))
    (pair,) = compare_all({"METEOR": counted}, RESAMPLING)["METEOR"].pairs
    for test, p_value in (
        (Bootstrap(samples=RESAMPLING.bootstrap, seed=5), pair.bootstrap),
        (Randomisation(samples=RESAMPLING.randomisation, seed=5), pair.randomisation),
    ):
        found = compare(systems, PARAMETERS, test).systems[1].comparison
        assert isinstance(found, Comparison)
        assert (found.p_value, found.differing) == (p_value, pair.differing)
        assert found.exact == (isinstance(test, Randomisation) and pair.exact)
    return pair


def outputs(most: int) -> st.SearchStrategy[list[tuple[Row, Row]]]:
    row = st.sampled_from(ROWS)
    return st.lists(st.tuples(row, row), min_size=1, max_size=most)


@settings(max_examples=40)
@given(outputs(most=8))
def test_few_segments_are_swapped_in_all_ways(both: list[tuple[Row, Row]]) -> None:
    one, other = (list(rows) for rows in zip(*both, strict=True))
    pair = pair_of(one, other)
    assert pair.exact
    assert pair.differing == sum(a != b for a, b in both)
    assert pair.randomisation == exact_p(one, other)
    assert pair.bootstrap == bootstrap_p(one, other)
    assert pair.too_few == (pair.differing < 6)
    if pair.too_few:
        assert pair.randomisation > 0.05
    if pair.equal:
        assert (pair.randomisation, pair.bootstrap) == (1.0, 1.0)


@settings(max_examples=12)
@given(st.data())
def test_of_many_segments_samples_that_tie_count(data: st.DataObject) -> None:
    pairs = [(one, other) for one in ROWS for other in ROWS if one != other]
    both = data.draw(st.lists(st.sampled_from(pairs), min_size=13, max_size=16))
    one, other = (list(rows) for rows in zip(*both, strict=True))
    pair = pair_of(one, other)
    assert not pair.exact
    assert pair.randomisation == sampled_p(one, other)
    assert pair.bootstrap == bootstrap_p(one, other)


def one_better(better: int) -> Iterator[tuple[Row, Row]]:
    """Yield 100 segments of two systems; the other one is better in some."""
    for place in range(100):
        yield (4, 4, 3, 1), ((4, 4, 4, 1) if place < better else (4, 4, 3, 1))


@pytest.mark.parametrize(("better", "p_value"), [(1, 1.0), (2, 0.5), (5, 2 / 32), (6, 2 / 64)])
def test_uniformly_better_system_has_the_least_p(better: int, p_value: float) -> None:
    """Only leaving all and swapping all set the two as far apart as they are."""
    one, other = (list(rows) for rows in zip(*one_better(better), strict=True))
    assert pair_of(one, other).randomisation == p_value


def test_sums_in_another_order_tie() -> None:
    """TER adds up mean lengths of references, which are no whole numbers."""
    real = 0.1 + 0.2 + 0.3
    samples = np.array([0.3 + 0.2 + 0.1, 0.3 + 0.1 + 0.2, 0.6 - 1e-6, np.nan])
    for scale in (1, 100):
        scores = np.array([0, scale * real])
        assert count_reached(scale * samples, *scores) == 3  # unknown is no evidence
