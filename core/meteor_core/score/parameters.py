"""The numbers that turn statistics into a score."""

import math
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from ..errors import ParameterError


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Banerjee and Lavie 2005, section 2.2, in the form of Lavie and Agarwal 2007, section 2.

    Attributes:
        alpha: weight of recall against precision in the F-mean, 0 to 1.
        beta: exponent of fragmentation in the penalty, 0 or more.
        gamma: the largest penalty, 0 to 1.
        weights: what a match of each stage counts, 0 to 1, in the order of the stages.
        waive_perfect: whether a segment that is matched entirely, in one chunk, has no
            penalty. METEOR 1.5 does so; by the papers' formula even such a segment has
            one chunk, and scores less than 1.
        stepwise: whether to round after each step as NLTK does, instead of once at the end.
        delta: weight of content words against function words in precision and recall, 0 to 1;
            ``None`` counts both alike, as 0.5 does. Denkowski and Lavie 2011, section 3.

    Raises:
        ParameterError: a number is out of its range, or there is a delta with ``stepwise``.
    """

    alpha: float
    beta: float
    gamma: float
    weights: tuple[float, ...]
    waive_perfect: bool = False
    stepwise: bool = False
    delta: float | None = None

    def __post_init__(self) -> None:
        """Check the ranges."""
        for name in ("alpha", "beta", "gamma"):  # 3 and 3.0 are one parameter
            object.__setattr__(self, name, _number(name, getattr(self, name)))
        weights = tuple(_number("a stage's weight", weight) for weight in self.weights)
        object.__setattr__(self, "weights", weights)
        _check_range("alpha", self.alpha, 0.0, 1.0)
        _check_range("beta", self.beta, 0.0, math.inf)
        _check_range("gamma", self.gamma, 0.0, 1.0)
        for weight in self.weights:
            _check_range("a stage's weight", weight, 0.0, 1.0)
        if self.delta is not None:
            self._check_delta(self.delta)

    def _check_delta(self, delta: float) -> None:
        object.__setattr__(self, "delta", _number("delta", delta))
        _check_range("delta", delta, 0.0, 1.0)
        if self.stepwise:
            raise ParameterError(
                f"delta is {delta}, but NLTK's METEOR does not tell function words from content "
                "words; leave it out, or choose another variant"
            )


def positive(what: str, number: object) -> int:
    """Return a whole number of 1 or more, checked.

    Raises:
        ParameterError: the value is something else.
    """
    # Asking for a protocol takes long, so it comes after what nearly every number is.
    if not isinstance(number, int | SupportsIndex) or isinstance(number, bool):
        raise ParameterError(f"{what} is {number!r}, but must be a whole number")
    whole = index(number)
    if whole < 1:
        raise ParameterError(f"{what} is {whole}, but must be 1 or more")
    return whole


def _number(name: str, value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        with suppress(OverflowError):
            return float(value)
    raise ParameterError(f"{name} is {value!r}, but must be a number")


def _check_range(name: str, value: float, least: float, most: float) -> None:
    if not (math.isfinite(value) and least <= value <= most):
        bounds = f"{least:g} or more" if math.isinf(most) else f"between {least:g} and {most:g}"
        raise ParameterError(f"{name} is {value}, but must be {bounds}")
