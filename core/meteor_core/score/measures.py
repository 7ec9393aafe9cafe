"""From statistics to a score. Nothing else goes into it.

    P = weighted matches / hypothesis length        R = weighted matches / reference length
    F-mean = P R / (alpha P + (1 - alpha) R)
    fragmentation = chunks / ((matches of hypothesis + matches of reference) / 2)
    penalty = gamma fragmentation^beta
    score = F-mean (1 - penalty)

Banerjee and Lavie 2005, section 2.2 (alpha .9, beta 3, gamma .5 give their 10PR / (R + 9P));
Lavie and Agarwal 2007, section 2, name the parameters; stage weights are Denkowski and Lavie
2011's (METEOR 1.3), section 3.

With delta, also theirs, each token counts delta if it is a content word and 1 - delta if it is a
function word, in the weighted matches of its side and in the length of its side. The matches of
the fragmentation stay numbers of tokens.

The matches of precision are matched tokens of the hypothesis, those of recall matched tokens of
the reference. The two differ only where a match joins several tokens with fewer or more; the mean
in the fragmentation is that of METEOR 1.5 (Denkowski and Lavie 2014).

All of it is rational arithmetic as long as beta is a whole number (up to 64), and is computed in
integers: each measure is the float nearest to the formula's exact value, equal on every
machine. Parameters are taken as the decimals that people write (0.9 is nine tenths). Any other
beta needs a power, which is the float nearest to the true one (``powers.py``) and is multiplied in
floating point: equal on every machine as well. For the variant that has to equal NLTK to the
last bit, NLTK's floating-point steps are taken instead, the power of this machine included.
"""

import math
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import Any, Final

from .parameters import Parameters
from .powers import nearest_power
from .statistics import Statistics

MEASURE_NAMES: Final = ("score", "precision", "recall", "f_mean", "fragmentation", "penalty")
"""Names of all measures, in the order of tables and JSON."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measures:
    """The score and its parts, each from 0 to 1; NaN for a segment that cannot be scored.

    NaN equals NaN here, so that equal results compare equal. ``measure`` has the sources of
    the formulas.

    Attributes:
        precision: P, weighted share of the hypothesis that is matched.
        recall: R, weighted share of the reference that is matched.
        f_mean: their weighted harmonic mean, P R / (alpha P + (1 - alpha) R).
        fragmentation: chunks / matches; these in the mean of both sides, where they differ.
        penalty: the share of the F-mean that fragmentation takes, gamma fragmentation^beta.
        score: the METEOR score, F-mean (1 - penalty).
    """

    precision: float
    recall: float
    f_mean: float
    fragmentation: float
    penalty: float
    score: float

    def __eq__(self, other: object) -> bool:
        """Return whether all numbers are equal."""
        if not isinstance(other, Measures):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        """Return a hash that is equal for equal measures."""
        return hash(self._compared())

    def _compared(self) -> tuple[float | None, ...]:
        return tuple(None if math.isnan(number) else number for number in astuple(self))


NO_MATCH = Measures(
    precision=0.0, recall=0.0, f_mean=0.0, fragmentation=0.0, penalty=0.0, score=0.0
)
"""The measures without any match, as with an empty hypothesis or reference."""

UNSCORED = Measures(
    precision=math.nan,
    recall=math.nan,
    f_mean=math.nan,
    fragmentation=math.nan,
    penalty=math.nan,
    score=math.nan,
)
"""The measures of a segment that cannot be scored."""


_LARGEST_EXACT_BETA = 64
"""Powers with a larger exponent take too long, and serve no purpose."""


def measure(statistics: Statistics, parameters: Parameters) -> Measures:
    """Return the measures of one segment's statistics, or of the sum of many.

    Nothing but these numbers decides a score, so that other parameters need no other alignment.
    Where nothing matches, all measures are 0.

    Source: Banerjee and Lavie 2005, section 2.2; parameters as Lavie and Agarwal 2007, section 2,
    name them; weights of stages and delta of Denkowski and Lavie 2011, section 3. Each measure is
    the float nearest to the formula's exact value, unless ``parameters.stepwise`` asks for NLTK's
    roundings.

    Args:
        statistics: counts of tokens, matches and chunks.
        parameters: with a weight for each stage that the statistics count.
    """
    if parameters.stepwise:
        return _measure_stepwise(statistics, parameters)
    weights, scale = _common_denominator(parameters.weights)
    matched, length, matched_reference, reference_length = _sides(
        statistics, weights, parameters.delta
    )
    if not (matched or matched_reference):
        return NO_MATCH
    alpha, whole = _ratio(parameters.alpha)
    gamma, unit = _ratio(parameters.gamma)
    both = statistics.matches + statistics.reference_matches
    twice = 2 * (
        statistics.chunks - (statistics.perfect_segments if parameters.waive_perfect else 0)
    )
    # P R / (alpha P + (1 - alpha) R), multiplied out
    above = matched * matched_reference * whole
    below = scale * (
        alpha * matched * reference_length + (whole - alpha) * matched_reference * length
    )
    if not above:
        below = 1  # delta leaves one side without a match; the F-mean is 0
    if parameters.beta.is_integer() and parameters.beta <= _LARGEST_EXACT_BETA:
        beta = int(parameters.beta)
        lost, full = gamma * twice**beta if twice else 0, unit * both**beta
        penalty = lost / full
        score = (above * (full - lost)) / (below * full)
    else:
        penalty = parameters.gamma * nearest_power(twice / both, parameters.beta) if twice else 0.0
        score = above / below * (1 - penalty)
    return Measures(
        precision=matched / (scale * length) if matched else 0.0,
        recall=matched_reference / (scale * reference_length) if matched_reference else 0.0,
        f_mean=above / below,
        fragmentation=twice / both,
        penalty=penalty,
        score=score,
    )


def _sides(
    statistics: Statistics, weights: tuple[int, ...], delta: float | None
) -> tuple[int, int, int, int]:
    """Return weighted matches and weighted length, of the hypothesis and of the reference."""
    matched = _weighted(weights, statistics.matches_by_stage)
    matched_reference = _weighted(weights, statistics.reference_matches_by_stage)
    if delta is None:
        return matched, statistics.hypothesis_length, matched_reference, statistics.reference_length
    content, unit = _ratio(delta)
    excess = (unit - content) - content  # of a function word over a content word
    of_hypothesis = _weighted(weights, statistics.hypothesis_function_matches)
    of_reference = _weighted(weights, statistics.reference_function_matches)
    return (
        content * matched + excess * of_hypothesis,
        content * statistics.hypothesis_length + excess * statistics.hypothesis_function_words,
        content * matched_reference + excess * of_reference,
        content * statistics.reference_length + excess * statistics.reference_function_words,
    )


def _weighted(weights: tuple[int, ...], matches: tuple[int, ...]) -> int:
    return sum(map(mul, weights, matches))


@lru_cache(maxsize=1024)
def _ratio(number: float) -> tuple[int, int]:
    """Return the decimal that a float is written as, as numerator and denominator."""
    return Fraction(repr(number)).as_integer_ratio()


@lru_cache(maxsize=1024)
def _common_denominator(numbers: tuple[float, ...]) -> tuple[tuple[int, ...], int]:
    fractions = [Fraction(repr(number)) for number in numbers]
    scale = math.lcm(*(fraction.denominator for fraction in fractions))
    return tuple(int(fraction * scale) for fraction in fractions), scale


def kernel_arguments(parameters: Parameters) -> dict[str, Any]:
    """Return the arguments of ``_kernel.MeasureParameters``; its ``fits``: 64 bits suffice."""
    alpha, gamma = _ratio(parameters.alpha), _ratio(parameters.gamma)
    delta = None if parameters.delta is None else _ratio(parameters.delta)
    weights, scale = _common_denominator(parameters.weights)
    fits = max(*alpha, *gamma, *(delta or ()), *weights, scale) < 2**63
    nothing = (0, 1)
    return {
        "alpha": parameters.alpha,
        "beta": parameters.beta,
        "gamma": parameters.gamma,
        "weights": parameters.weights,
        "waive_perfect": parameters.waive_perfect,
        "stepwise": parameters.stepwise,
        "fits": fits,
        "alpha_ratio": alpha if fits else nothing,
        "gamma_ratio": gamma if fits else nothing,
        "delta_ratio": delta if fits else None,
        "weight_numerators": weights if fits else (0,) * len(weights),
        "weight_denominator": scale if fits else 1,
    }


def _measure_stepwise(statistics: Statistics, parameters: Parameters) -> Measures:
    """Score in floating point, in the order of NLTK's ``single_meteor_score``."""
    matched = _weighted_stepwise(parameters.weights, statistics.matches_by_stage)
    if not matched:
        return NO_MATCH
    matched_reference = _weighted_stepwise(
        parameters.weights, statistics.reference_matches_by_stage
    )
    precision = matched / statistics.hypothesis_length
    recall = matched_reference / statistics.reference_length
    mean = parameters.alpha * precision + (1 - parameters.alpha) * recall
    if not mean:
        return NO_MATCH  # weights so small that their mean is rounded to nothing
    f_mean = (precision * recall) / mean
    fragmentation = statistics.chunks / ((statistics.matches + statistics.reference_matches) / 2)
    penalty = parameters.gamma * fragmentation**parameters.beta
    return Measures(
        precision=precision,
        recall=recall,
        f_mean=f_mean,
        fragmentation=fragmentation,
        penalty=penalty,
        score=(1 - penalty) * f_mean,
    )


def _weighted_stepwise(weights: tuple[float, ...], matches: tuple[int, ...]) -> float:
    weighted = 0.0
    for weight, count in zip(weights, matches, strict=True):
        weighted += weight * count  # ``sum`` would round otherwise from Python 3.12 on
    return weighted
