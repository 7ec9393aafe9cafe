"""Scores of all segments by many settings at once, each step in the program's order."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..eval_statistics import EvalStatistics, fragmentation, java_power

Floats: TypeAlias = NDArray[np.float64]


class Segments:
    """The statistics of segments, a row for each, ready to be scored.

    A matrix of this class has a row for each segment and a column for each setting. Nothing
    warns of divisions by zero: as in the program, they make infinities and NaN, and in the end 0.
    """

    def __init__(self, statistics: Sequence[EvalStatistics]) -> None:
        """Take the statistics apart."""
        self._hypotheses = _Side(
            length=[each.hypothesis_length for each in statistics],
            function_words=[each.hypothesis_function_words for each in statistics],
            content_matches=[each.hypothesis_content_matches for each in statistics],
            function_matches=[each.hypothesis_function_matches for each in statistics],
        )
        self._references = _Side(
            length=[each.reference_length for each in statistics],
            function_words=[each.reference_function_words for each in statistics],
            content_matches=[each.reference_content_matches for each in statistics],
            function_matches=[each.reference_function_matches for each in statistics],
        )
        self._fragmentations, self._places = np.unique(
            [fragmentation(each) for each in statistics], return_inverse=True
        )
        self._powers = lru_cache(maxsize=256)(self._powers_of)

    def ratios(self, settings: Floats) -> tuple[Floats, Floats]:
        """Return precision and recall.

        Args:
            settings: a row for each, with delta and the weights of the stages.
        """
        delta, weights = settings[:, 0], settings[:, 1:].T
        return self._hypotheses.matched(delta, weights), self._references.matched(delta, weights)

    def kept(self, beta: float, gamma: float) -> Floats:
        """Return what the penalty leaves of each segment's F-mean: a column."""
        with np.errstate(all="ignore"):
            return (1.0 - gamma * self._powers(beta))[:, np.newaxis]

    def _powers_of(self, beta: float) -> Floats:
        powers = [java_power(base, beta) for base in self._fragmentations.tolist()]
        return np.array(powers)[self._places]


class _Side:
    """Lengths and matches of the hypotheses, or of the references."""

    def __init__(
        self,
        *,
        length: Sequence[float],
        function_words: Sequence[float],
        content_matches: Sequence[Sequence[float]],
        function_matches: Sequence[Sequence[float]],
    ) -> None:
        self._function_words = _column(function_words)
        self._content_words = _column(length) - self._function_words
        self._content_matches = _columns(content_matches)
        self._function_matches = _columns(function_matches)

    def matched(self, delta: Floats, weights: Floats) -> Floats:
        """The weighted share that is matched, by each setting."""
        matches = np.zeros((len(self._function_words), len(delta)))
        for counts, share in (
            (self._content_matches, delta),
            (self._function_matches, 1.0 - delta),
        ):
            for count, weight in zip(counts, weights, strict=True):
                if count is not None:
                    matches += count * weight * share
        length = delta * self._content_words + (1.0 - delta) * self._function_words
        with np.errstate(all="ignore"):
            return np.divide(matches, length, out=matches)


def f_means(ratios: tuple[Floats, Floats], alpha: float) -> Floats:
    """Return the harmonic means of precision and recall, weighted by alpha."""
    precision, recall = ratios
    with np.errstate(all="ignore"):
        means: Floats = (1.0 - alpha) / precision
        means += alpha / recall
        return np.divide(1.0, means, out=means)


def scored(means: Floats, kept: Floats, out: Floats) -> Floats:
    """Return the scores: never below 0, and 0 where there is no number."""
    with np.errstate(all="ignore"):
        np.multiply(means, kept, out=out)
        return np.fmax(out, 0.0, out=out)


def _column(numbers: Sequence[Any]) -> Floats:
    return np.array(numbers, dtype=np.float64).reshape(-1, 1)


def _columns(rows: Sequence[Sequence[float]]) -> "list[Floats | None]":
    """A column for each stage; none where nothing is matched, which adds nothing."""
    return [_column(numbers) if any(numbers) else None for numbers in zip(*rows, strict=True)]
