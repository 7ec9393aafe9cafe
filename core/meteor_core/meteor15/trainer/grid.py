"""The settings that are tried: numbers for alpha, beta, gamma, delta and four weights."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat, starmap, takewhile
from typing import Final

from ...errors import ParameterError

INITIAL: Final = (0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0)
FINAL: Final = (1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
STEP: Final = (0.05,) * 8

AXES: Final = ("alpha", "beta", "gamma", "delta", "w1", "w2", "w3", "w4")

_BEYOND: Final = 0.001
"""How far beyond its end an axis may go, because sums of steps are inexact."""

_MOST: Final = 1_000_000
"""Values of an axis. With more, somebody has mistaken the step."""


@dataclass(frozen=True, kw_only=True)
class Grid:
    """All settings that have a value of each axis; the last axis changes fastest.

    Attributes:
        axes: the values of alpha, beta, gamma and delta and of the weights of four stages.
    """

    axes: tuple[tuple[float, ...], ...]

    @classmethod
    def between(
        cls,
        initial: Sequence[float] = INITIAL,
        final: Sequence[float] = FINAL,
        step: Sequence[float] = STEP,
    ) -> "Grid":
        """Return the program's grid: each axis by its steps from its first value to its last.

        What is left out is as in the program: delta and the first weight are 1, beta goes up to 2
        and all others to 1, by steps of .05; that makes 167,448,141 settings. Of lists that are
        too short the rest is 0.

        Raises:
            ParameterError: a list is too long, or an axis would have no value or no end.
        """
        columns = zip(AXES, _eight(initial), _eight(final), _eight(step), strict=True)
        return cls(axes=tuple(starmap(_axis, columns)))

    def __len__(self) -> int:
        """Return the number of settings."""
        return math.prod(map(len, self.axes))

    @property
    def pairs(self) -> tuple[tuple[float, float], ...]:
        """Beta and gamma in all combinations."""
        return tuple((beta, gamma) for beta in self.axes[1] for gamma in self.axes[2])

    @property
    def inner(self) -> tuple[tuple[float, ...], ...]:
        """The axes that change faster than these: delta and the weights."""
        return self.axes[3:]

    def setting(self, number: int) -> tuple[float, ...]:
        """Return one of the settings, the first being number 0."""
        chosen = []
        for values in reversed(self.axes):
            number, place = divmod(number, len(values))
            chosen.append(values[place])
        return tuple(reversed(chosen))


def _eight(numbers: Sequence[float]) -> tuple[float, ...]:
    if len(numbers) > len(AXES):
        raise ParameterError(
            f"{len(numbers)} numbers, but there are {len(AXES)}: {', '.join(AXES)}"
        )
    return (*map(float, numbers), *(0.0,) * (len(AXES) - len(numbers)))


def _axis(name: str, initial: float, final: float, step: float) -> tuple[float, ...]:
    """The values of one axis, summed up as the program does it."""
    end = final + _BEYOND
    if not all(map(math.isfinite, (initial, final, step))):
        raise ParameterError(f"{name} goes from {initial} to {final} by {step}: no finite numbers")
    if initial > end:
        raise ParameterError(
            f"{name} begins at {initial}, beyond its end, {final}: there is nothing to try"
        )
    if step <= 0:
        raise ParameterError(
            f"the step of {name} is {step}, with which METEOR 1.5 would never end; give a step "
            "above 0, any one where there is one value"
        )
    if (end - initial) / step > _MOST or initial + step == initial:
        raise ParameterError(f"the step of {name}, {step}, makes more than {_MOST:,} values")
    return tuple(takewhile(lambda value: value <= end, accumulate(repeat(step), initial=initial)))
