"""The 23 statistics of METEOR 1.5, and its measures in floating point.

The program prints them for ``SCORE`` and ``-ssOut`` and reads them for ``EVAL``: lengths and
matches of the hypothesis ("test") and of the reference, in words, or in characters with ``-ch``.
They are additive; the score of a corpus is that of the sum.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from operator import sub
from typing import Final, NamedTuple, Protocol

from ..errors import InputError
from ..score.powers import nearest_power
from ..score.statistics import Statistics
from .java_strings import java_double

STAGES: Final = 4
"""How many stages a line has room for. Those that are not in use are zero."""

LENGTH: Final = 7 + 4 * STAGES
"""Numbers in a line."""

_NONE: Final = (0.0,) * STAGES


class MeteorParameters(Protocol):
    """The parameters of a score: all that it depends on besides statistics and weights."""

    @property
    def alpha(self) -> float:
        """Weight of recall against precision in the F-mean."""

    @property
    def beta(self) -> float:
        """Exponent of the fragmentation in the penalty."""

    @property
    def gamma(self) -> float:
        """Greatest penalty."""

    @property
    def delta(self) -> float:
        """Weight of content words against function words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalStatistics:
    """The statistics of a segment or of many; all of them are doubles in the program.

    Attributes:
        hypothesis_length: words, or characters.
        reference_length: the same.
        hypothesis_function_words: words that are function words, or their characters.
        reference_function_words: the same.
        hypothesis_content_matches: matched words of each stage, or characters, that are not of
            function words; in the hypothesis.
        reference_content_matches: the same in the reference.
        hypothesis_function_matches: those of function words, in the hypothesis.
        reference_function_matches: the same in the reference.
        chunks: runs of matches; without those of perfect segments in a sum of segments.
        hypothesis_word_matches: matched words, also where the others count characters.
        reference_word_matches: the same.
    """

    hypothesis_length: float = 0.0
    reference_length: float = 0.0
    hypothesis_function_words: float = 0.0
    reference_function_words: float = 0.0
    hypothesis_content_matches: tuple[float, ...] = _NONE
    reference_content_matches: tuple[float, ...] = _NONE
    hypothesis_function_matches: tuple[float, ...] = _NONE
    reference_function_matches: tuple[float, ...] = _NONE
    chunks: float = 0.0
    hypothesis_word_matches: float = 0.0
    reference_word_matches: float = 0.0

    @classmethod
    def of(cls, counted: Statistics) -> "EvalStatistics":
        """Return the statistics of one segment, as the variant ``meteor-1.5`` counts them."""
        matches, function = counted.matches_by_stage, counted.hypothesis_function_matches
        reference_matches = counted.reference_matches_by_stage
        reference_function = counted.reference_function_matches
        return cls(
            hypothesis_length=float(counted.hypothesis_length),
            reference_length=float(counted.reference_length),
            hypothesis_function_words=float(counted.hypothesis_function_words),
            reference_function_words=float(counted.reference_function_words),
            hypothesis_content_matches=_padded(map(sub, matches, function)),
            reference_content_matches=_padded(map(sub, reference_matches, reference_function)),
            hypothesis_function_matches=_padded(function),
            reference_function_matches=_padded(reference_function),
            chunks=float(counted.chunks),
            hypothesis_word_matches=float(sum(matches)),
            reference_word_matches=float(sum(reference_matches)),
        )

    @classmethod
    def parse(cls, line: str) -> "EvalStatistics":
        """Parse a line as the program prints it.

        Raises:
            InputError: it does not consist of 23 numbers.
        """
        numbers = _numbers(line)
        lengths, matches = numbers[:4], numbers[4 : 4 + 4 * STAGES]
        chunks, hypothesis_word_matches, reference_word_matches = numbers[4 + 4 * STAGES :]
        return cls(
            hypothesis_length=lengths[0],
            reference_length=lengths[1],
            hypothesis_function_words=lengths[2],
            reference_function_words=lengths[3],
            hypothesis_content_matches=matches[0::4],
            reference_content_matches=matches[1::4],
            hypothesis_function_matches=matches[2::4],
            reference_function_matches=matches[3::4],
            chunks=chunks,
            hypothesis_word_matches=hypothesis_word_matches,
            reference_word_matches=reference_word_matches,
        )

    def __str__(self) -> str:
        """Return the line that the program prints."""
        return " ".join(map(java_double, self._in_order()))

    def __add__(self, other: "EvalStatistics") -> "EvalStatistics":
        """Return the sum, as the program adds a segment to those before it.

        Chunks of a perfect segment are left out, and those of the first summand are kept whatever
        it is: begin a sum with ``EvalStatistics()``.
        """
        summed = {field.name: _sum(self, other, field.name) for field in fields(self)}
        return EvalStatistics(**summed)  # type: ignore[arg-type]  # each has the type of its field

    @property
    def perfect(self) -> bool:
        """Whether everything is matched on both sides, in one chunk."""
        hypothesis = _total(self.hypothesis_content_matches, self.hypothesis_function_matches)
        reference = _total(self.reference_content_matches, self.reference_function_matches)
        return (
            hypothesis == self.hypothesis_length
            and reference == self.reference_length
            and self.chunks == 1
        )

    def _in_order(self) -> Iterator[float]:
        yield self.hypothesis_length
        yield self.reference_length
        yield self.hypothesis_function_words
        yield self.reference_function_words
        for stage in zip(
            self.hypothesis_content_matches,
            self.reference_content_matches,
            self.hypothesis_function_matches,
            self.reference_function_matches,
            strict=True,
        ):
            yield from stage
        yield self.chunks
        yield self.hypothesis_word_matches
        yield self.reference_word_matches


class JavaMeasures(NamedTuple):
    """The measures of METEOR 1.5. All but the score may be NaN or infinite."""

    precision: float
    recall: float
    f1: float
    f_mean: float
    penalty: float
    score: float


def java_measures(
    statistics: EvalStatistics, parameters: MeteorParameters, weights: Sequence[float]
) -> JavaMeasures:
    """Compute the measures, each step in the program's order, so that no bit differs.

    Only the penalty may, by a unit in the last place, and with it the score: a power is the float
    nearest to the true one here, and what Java makes of it depends on the processor.

    Args:
        statistics: of a segment, or of many.
        parameters: alpha, beta, gamma and delta.
        weights: of the stages in use, at most four.
    """
    delta = parameters.delta
    precision = _ratio(
        _weighted_matches(
            statistics.hypothesis_content_matches,
            statistics.hypothesis_function_matches,
            weights,
            delta,
        ),
        _weighted_length(statistics.hypothesis_length, statistics.hypothesis_function_words, delta),
    )
    recall = _ratio(
        _weighted_matches(
            statistics.reference_content_matches,
            statistics.reference_function_matches,
            weights,
            delta,
        ),
        _weighted_length(statistics.reference_length, statistics.reference_function_words, delta),
    )
    f_mean = _f_mean(precision, recall, parameters.alpha)
    penalty = parameters.gamma * java_power(fragmentation(statistics), parameters.beta)
    return JavaMeasures(
        precision=precision,
        recall=recall,
        f1=_ratio(2 * precision * recall, precision + recall),
        f_mean=f_mean,
        penalty=penalty,
        score=_score(f_mean * (1.0 - penalty)),
    )


def fragmentation(statistics: EvalStatistics) -> float:
    """Return chunks per match: 0 for a perfect segment, NaN where nothing matches."""
    if statistics.perfect:
        return 0.0
    matches = statistics.hypothesis_word_matches + statistics.reference_word_matches
    return _ratio(statistics.chunks, matches / 2)


def java_power(base: float, exponent: float) -> float:
    """Return ``Math.pow``, which is NaN or infinite where Python raises an error."""
    if math.isnan(exponent) or (abs(base) == 1 and math.isinf(exponent)):
        return math.nan
    odd = math.fmod(exponent, 2) in (1.0, -1.0) if math.isfinite(exponent) else False
    try:
        return (
            nearest_power(base, exponent)
            if 0 < base < math.inf > abs(exponent)
            else math.pow(base, exponent)
        )
    except ValueError:  # zero to a negative power, or a root of a negative number
        if base != 0:
            return math.nan
    except OverflowError:
        pass
    return math.copysign(math.inf, base) if odd else math.inf


def _padded(counts: Iterable[int]) -> tuple[float, ...]:
    numbers = tuple(map(float, counts))
    return numbers + (0.0,) * (STAGES - len(numbers))


def _numbers(line: str) -> tuple[float, ...]:
    try:
        numbers = tuple(map(float, line.split()))
    except ValueError as error:
        raise InputError(f"statistics of METEOR 1.5 are numbers, but {error}") from None
    if len(numbers) != LENGTH:
        raise InputError(
            f"statistics of METEOR 1.5 are {LENGTH} numbers, but here are {len(numbers)}; take "
            "lines that it printed for SCORE or with -ssOut"
        )
    return numbers


def _sum(before: EvalStatistics, segment: EvalStatistics, name: str) -> "float | tuple[float, ...]":
    old, new = getattr(before, name), getattr(segment, name)
    if name == "chunks" and segment.perfect:
        return float(old)
    if isinstance(old, tuple):
        return tuple(
            before_stage + segment_stage
            for before_stage, segment_stage in zip(old, new, strict=True)
        )
    return float(old + new)


def _total(content: Sequence[float], function: Sequence[float]) -> float:
    total = 0.0
    for content_matches, function_matches in zip(content, function, strict=True):
        total += content_matches
        total += function_matches
    return total


def _weighted_length(length: float, function_words: float, delta: float) -> float:
    return (delta * (length - function_words)) + ((1.0 - delta) * function_words)


def _weighted_matches(
    content: Sequence[float], function: Sequence[float], weights: Sequence[float], delta: float
) -> float:
    total = 0.0
    for matches, share in ((content, delta), (function, 1.0 - delta)):
        for number, weight in zip(matches, weights, strict=False):
            total += number * weight * share
    return total


def _f_mean(precision: float, recall: float, alpha: float) -> float:
    return _ratio(1.0, _ratio(1.0 - alpha, precision) + _ratio(alpha, recall))


def _score(score: float) -> float:
    return 0.0 if math.isnan(score) else max(0.0, score)


def _ratio(numerator: float, denominator: float) -> float:
    """Return a quotient as Java has it: infinite, or NaN, where the denominator is zero."""
    if denominator != 0:
        return numerator / denominator
    if numerator == 0 or math.isnan(numerator):
        return math.nan
    return math.copysign(math.inf, numerator) * math.copysign(1.0, denominator)
