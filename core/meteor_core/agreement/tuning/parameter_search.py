"""Search parameters by coordinate ascent.

A coordinate is a grid of one parameter, or of the two that make the penalty, whose effects are
tied. A step is taken only if its mean gain over the training parts exceeds one standard error of
that mean. So the search stays where it is unless the parts agree.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np

from ...errors import ParameterError, unknown_name
from ...score.parameters import Parameters
from ..rating_arrays import Floats

Gains: TypeAlias = Callable[[Parameters], Floats]
"""From parameters to the objective on each training part."""

_TWENTIETHS: Final = tuple(place / 20 for place in range(21))
_TENTHS: Final = tuple(place / 10 for place in range(11))
_GRIDS: Final[Mapping[str, tuple[float, ...]]] = MappingProxyType(
    {
        "alpha": _TWENTIETHS,
        "beta": (0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0),
        "gamma": _TENTHS,
        "delta": _TWENTIETHS,
    }
)
WEIGHTS: Final = "weights"
"""The name that selects all weights."""

WEIGHT: Final = "weight."
"""The prefix of the name of a single weight."""

_PARAMETER_GROUPS: Final = (("alpha",), ("beta", "gamma"), ("delta",))
_NEUTRAL: Final = 0.5
"""The delta that counts function words like others."""

_ROUNDING: Final = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Tunable:
    """One number to tune.

    Attributes:
        name: ``alpha``, ``weight.stem``.
        field: of ``Parameters``.
        stage: the place of the stage, if it is a weight.
        grid: the values that are tried.
    """

    name: str
    field: str
    stage: int | None = None
    grid: tuple[float, ...]

    def of(self, parameters: Parameters) -> float:
        """Return the value of the tunable in parameters."""
        if self.stage is not None:
            return parameters.weights[self.stage]
        value: float | None = getattr(parameters, self.field)
        return _NEUTRAL if value is None else value

    def moved(self, parameters: Parameters, value: float) -> Parameters:
        """Return the parameters with the tunable set to a value."""
        if self.stage is None:
            changes: dict[str, Any] = {self.field: value}
            return replace(parameters, **changes)
        weights = list(parameters.weights)
        weights[self.stage] = value
        return replace(parameters, weights=tuple(weights))

    def from_nearest(self, here: Parameters) -> list[float]:
        """Return the grid, ordered by distance from the current value."""
        present = self.of(here)
        return sorted(self.grid, key=lambda value: abs(value - present))

    def at_edge(self, value: float) -> bool:
        """Whether the grid has no more extreme value."""
        return value in (self.grid[0], self.grid[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """The search space: a start and the coordinates to move along.

    Attributes:
        start: the untuned parameters.
        coordinates: groups of tunables that are moved together.
    """

    start: Parameters
    coordinates: tuple[tuple[Tunable, ...], ...]

    @property
    def tunables(self) -> tuple[Tunable, ...]:
        """All of them."""
        return tuple(tunable for tunables in self.coordinates for tunable in tunables)

    @classmethod
    def of(
        cls,
        start: Parameters,
        stages: Sequence[str],
        *,
        names: Sequence[str] | None = None,
        function_words: bool,
    ) -> "Space":
        """Return the search space around a scorer's parameters.

        The first stage's weight stays: to lower all weights alike changes no order and no
        correlation.

        Args:
            start: the untuned parameters.
            stages: their names.
            names: what to tune, such as ``alpha``, ``weight.stem``, ``weights``; by default all.
            function_words: whether function words are known, so that there can be a delta.

        Raises:
            ParameterError: a name is unknown, or there is nothing of that name to tune.
        """
        has_delta = function_words and not start.stepwise
        groups = [
            [_number(name, start) for name in group if name != "delta" or has_delta]
            for group in _PARAMETER_GROUPS
        ]
        groups += [[_weight(stage, place, start)] for place, stage in enumerate(stages) if place]
        every = [tunable.name for group in groups for tunable in group]
        chosen = every if names is None else [one for name in names for one in _named(name, every)]
        groups = [[one for one in group if one.name in chosen] for group in groups]
        return cls(start=start, coordinates=tuple(tuple(group) for group in groups if group))

    def neighbours(self, here: Parameters, tunables: Sequence[Tunable]) -> Iterator[Parameters]:
        """Yield the parameters along a coordinate, the nearest first."""
        grids = [tunable.from_nearest(here) for tunable in tunables]
        for values in product(*grids):
            candidate = here
            for tunable, value in zip(tunables, values, strict=True):
                candidate = tunable.moved(candidate, value)
            candidate = self._plain(candidate)
            if candidate != here:
                yield candidate

    def _plain(self, parameters: Parameters) -> Parameters:
        """Drop the neutral delta where the untuned variant has none."""
        if self.start.delta is None and parameters.delta == _NEUTRAL:
            return replace(parameters, delta=None)
        return parameters


def _named(name: str, every: Sequence[str]) -> list[str]:
    """Return the tunables that a name selects: several for ``weights``."""
    found = [
        tunable
        for tunable in every
        if tunable == name or (name == WEIGHTS and tunable.startswith(WEIGHT))
    ]
    if not found and name in (*_GRIDS, WEIGHTS):
        raise ParameterError(f"there is no {name} to tune in this variant and language")
    if not found:
        raise unknown_name("parameter", name, (*every, WEIGHTS))
    return found


def _number(name: str, start: Parameters) -> Tunable:
    own = getattr(start, name)
    grid = tuple(sorted({*_GRIDS[name], _NEUTRAL if own is None else own}))
    return Tunable(name=name, field=name, grid=grid)


def _weight(stage: str, place: int, start: Parameters) -> Tunable:
    grid = tuple(sorted({*_TENTHS, start.weights[place]}))
    return Tunable(name=WEIGHT + stage, field=WEIGHTS, stage=place, grid=grid)


def climb(space: Space, values: Gains) -> Parameters:
    """Return the local optimum that the search ends in.

    It ends, as each step gains and the grid is finite.

    Args:
        space: the search space.
        values: the objective on each training part; parts without a value at the start are ignored.
    """
    here = space.start
    known = np.isfinite(values(here))
    moved = known.sum() > 1
    while moved:
        moved = False
        for tunables in space.coordinates:
            step = _best_step(here, list(space.neighbours(here, tunables)), values, known)
            if step is not None:
                here, moved = step, True
    return here


def _best_step(
    here: Parameters, candidates: Sequence[Parameters], values: Gains, known: Floats
) -> Parameters | None:
    """Return the best candidate whose gain exceeds one standard error."""
    gains = np.stack([values(candidate) for candidate in candidates])[:, known]
    gains -= values(here)[known]
    mean = gains.mean(axis=1)
    error = gains.std(axis=1, ddof=1) / np.sqrt(gains.shape[1])
    # A part without a value makes mean and error NaN, which exceed nothing.
    passing = mean > error + _ROUNDING
    if not passing.any():
        return None
    # What differs in the last digits is equal, and the nearest of equals comes first.
    return candidates[int(np.where(passing, mean.round(12), -np.inf).argmax())]
