"""Measure agreement with ratings at each setting of some parameters."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, Self, TypeAlias

import numpy as np

from ..errors import ParameterError, unknown_name
from ..meteor import Meteor
from ..options import MeteorOptions
from ..score.parameters import Parameters
from ..text.numbers import counted
from .agreement import Estimate, MetricScores, size_warnings, without_unscored
from .axes import NAMES, NUMBERS, WEIGHT, Axis, Setting, check_axes
from .counted_outputs import CountedOutputs
from .measures import MEASURES, AgreementMeasure
from .rated_set import RatedSet
from .rating_arrays import Floats, RatingArrays
from .resampling import SAMPLES, SEED, drawn_weights, values_at

Counter: TypeAlias = Callable[[RatedSet, Meteor], CountedOutputs]
Watch: TypeAlias = Callable[[Iterable[list[Floats]]], Iterator[list[Floats]]]
"""Sees the scores of settings pass, for instance to show progress."""

_ANY: Final = Parameters(alpha=0, beta=0, gamma=0, weights=())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Point:
    """A setting of every parameter of a sweep.

    Attributes:
        settings: in the order of the axes.
        meteor: the scorer that aligns for it; points that differ in numbers share one.
        parameters: of the score.
    """

    settings: tuple[Setting, ...]
    meteor: Meteor
    parameters: Parameters

    def signature(self, references: int) -> str:
        """Return the signature of scores at this point."""
        at_point = replace(self.meteor.configuration, parameters=self.parameters)
        return str(at_point.signature(references))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grid:
    """The points of a sweep.

    Attributes:
        axes: the parameters and their settings.
        points: all combinations of settings; the last axis changes first.
    """

    axes: tuple[Axis, ...]
    points: tuple[Point, ...]

    @property
    def scorers(self) -> dict[Meteor, str]:
        """The scorers that align, each once, with the names of what they align by."""
        names_by_scorer: dict[Meteor, str] = {}
        for point in self.points:
            named = zip(self.axes, point.settings, strict=True)
            names = " ".join(str(setting) for axis, setting in named if axis.aligns)
            names_by_scorer.setdefault(point.meteor, names or str(point.meteor.options.variant))
        return names_by_scorer

    @classmethod
    def of(cls, axes: Sequence[Axis], options: MeteorOptions) -> Self:
        """Return the grid of some axes; other parameters come from the options.

        Raises:
            ParameterError: there are too many points, a setting does not exist, or it means
                nothing for a scorer; see ``configure``.
            ResourceError: METEOR 1.5's data is needed and not there.
        """
        check_axes(axes)
        _refuse_fixed(axes, options)
        return cls(axes=tuple(axes), points=tuple(_points(axes, options)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The agreement at one point.

    Attributes:
        settings: in the order of the axes.
        agreement: None if the set gives no value.
        difference: to the best point; None if either has no value.
    """

    settings: tuple[Setting, ...]
    agreement: Estimate | None
    difference: Estimate | None

    @property
    def is_close(self) -> bool:
        """Whether the interval of the difference to the best contains 0."""
        return self.difference is not None and not self.difference.excludes_zero


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """The agreement of one set, or of several on average, at each point.

    Attributes:
        name: of the set.
        measure: name of the measure of agreement.
        axes: the parameters and their settings.
        cells: by point; the last axis changes first.
        best: the cell with the highest agreement, the first of equals; None without any value.
        signature: of the scores at the best point, or at the first.
        segments, pairs, unequal_pairs: as in ``SetAgreement``; sums over several sets.
        notes: exclusions and warnings, a sentence each.
    """

    name: str
    measure: str
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...] = ()
    best: Cell | None = None
    signature: str = ""
    segments: int
    pairs: int
    unequal_pairs: int
    notes: tuple[str, ...] = ()

    @property
    def varying(self) -> tuple[Axis, ...]:
        """The axes with more than one setting."""
        return tuple(axis for axis in self.axes if axis.varies)

    @property
    def shown_axes(self) -> tuple[Axis, ...]:
        """The axes that a table needs: those that vary, or all if none does."""
        return self.varying or self.axes

    def shown_settings(self, cell: Cell) -> tuple[Setting, ...]:
        """Return the settings of a cell on the axes that a table shows."""
        settings = self.settings_of(cell)
        return tuple(settings[axis.name] for axis in self.shown_axes)

    @property
    def fixed(self) -> tuple[Axis, ...]:
        """The axes with one setting."""
        return tuple(axis for axis in self.axes if not axis.varies)

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells with the last varying axis across; in one row where no axis varies."""
        size = len(self.varying[-1].settings) if self.varying else 1
        return tuple(self.cells[start : start + size] for start in range(0, len(self.cells), size))

    def settings_of(self, cell: Cell) -> dict[str, Setting]:
        """Return the settings of a cell by the names of the parameters."""
        return dict(zip((axis.name for axis in self.axes), cell.settings, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Swept:
    """The sweep of a set, with the samples that its cells summarise.

    Attributes:
        values: by point.
        samples: by point and sample.
        references: the most of a segment.
    """

    sweep: Sweep
    values: Floats
    samples: Floats
    references: int

    @classmethod
    def of(
        cls, sweep: Sweep, grid: Grid, *, values: Floats, samples: Floats, references: int
    ) -> Self:
        known = np.isfinite(values)
        best = int(np.argmax(np.where(known, values, -np.inf)))
        cells = tuple(
            Cell(
                settings=point.settings,
                agreement=Estimate.of(values[place], samples[place], segments=sweep.segments),
                difference=Estimate.of(
                    values[place] - values[best],
                    samples[place] - samples[best],
                    segments=sweep.segments,
                ),
            )
            for place, point in enumerate(grid.points)
        )
        filled = replace(
            sweep,
            cells=cells,
            best=cells[best] if known[best] else None,
            signature=grid.points[best].signature(references),
        )
        return cls(sweep=filled, values=values, samples=samples, references=references)


def measure_sweep(
    sets: Sequence[RatedSet],
    grid: Grid,
    count: Counter,
    *,
    measure: str = "pairwise",
    samples: int = SAMPLES,
    seed: int | None = SEED,
    watch: Watch = iter,
) -> list[Sweep]:
    """Measure the agreement of each set at each point.

    Args:
        sets: the rated sets, at least one.
        grid: the points.
        count: aligns and counts the outputs of a set with a scorer.
        measure: name of the measure of agreement.
        samples: of the bootstrap over segments; the same at all points.
        seed: of its random numbers.
        watch: sees the scores pass.

    Returns:
        A sweep for each set and, of several, their mean, in which all sets count alike.

    Raises:
        InputError: no output of a set can be scored.
        ParameterError: there is no such measure, or it means nothing for a set.
    """
    chosen = [_measure(rated, measure) for rated in sets]
    swept = [
        _sweep_set(rated, grid, count, set_measure, samples=samples, seed=seed, watch=watch)
        for rated, set_measure in zip(sets, chosen, strict=True)
    ]
    sweeps = [set_measure.sweep for set_measure in swept]
    return [*sweeps, _mean(swept, grid)] if len(swept) > 1 else sweeps


def alignment_key(meteor: Meteor) -> str:
    """Return a key that is equal for scorers with equal alignments and counts."""
    return str(replace(meteor.configuration, parameters=_ANY).signature())


def _refuse_fixed(axes: Sequence[Axis], options: MeteorOptions) -> None:
    default = MeteorOptions()
    for axis in axes:
        given = None if axis.name.startswith(WEIGHT) else getattr(options, axis.name)
        if given is not None and given != getattr(default, axis.name):
            raise ParameterError(
                f"{axis.name} has settings to sweep over, and an option fixes it; leave one out"
            )


def _points(axes: Sequence[Axis], options: MeteorOptions) -> Iterator[Point]:
    scorers: dict[tuple[Setting, ...], Meteor] = {}
    for settings in product(*(axis.settings for axis in axes)):
        named = dict(zip((axis.name for axis in axes), settings, strict=True))
        aligned = tuple(named[name] for name in NAMES if name in named)
        if aligned not in scorers:
            scorers[aligned] = Meteor(**_changed(options, named).arguments())
        meteor = scorers[aligned]
        yield Point(settings=settings, meteor=meteor, parameters=_parameters(meteor, named))


def _changed(options: MeteorOptions, named: Mapping[str, Setting]) -> MeteorOptions:
    """Return the options with the settings that affect alignment."""
    changes: dict[str, Any] = {
        name: tuple(str(setting).split(",")) if name == "stages" else setting
        for name, setting in named.items()
        if not name.startswith(WEIGHT)
    }
    return replace(options, **changes)


def _parameters(meteor: Meteor, named: Mapping[str, Setting]) -> Parameters:
    own = meteor.configuration.parameters
    stages = [stage.name for stage in meteor.configuration.stages]
    weights = list(own.weights)
    changes: dict[str, Any] = {name: named[name] for name in NUMBERS if name in named}
    for name, setting in named.items():
        if name.startswith(WEIGHT):
            stage = name.removeprefix(WEIGHT)
            if stage not in stages:
                raise ParameterError(
                    f"{name} is swept over, but the stages are {', '.join(stages)}"
                )
            weights[stages.index(stage)] = float(setting)
    return replace(own, weights=tuple(weights), **changes)


def _measure(rated: RatedSet, name: str) -> AgreementMeasure:
    if name not in MEASURES:
        raise unknown_name("measure", name, MEASURES)
    measure = MEASURES[name]
    if rated.judgements and measure.of_ratings:
        raise ParameterError(
            f"{name} means nothing for judgements of pairs, which {rated.name} has; choose "
            "pairwise, pairwise_strict or pairwise_labels"
        )
    return measure


def _sweep_set(
    rated: RatedSet,
    grid: Grid,
    count: Counter,
    measure: AgreementMeasure,
    *,
    samples: int,
    seed: int | None,
    watch: Watch,
) -> _Swept:
    counts = {meteor: count(rated, meteor) for meteor in grid.scorers}
    aligned = [
        MetricScores(
            name=name, signature=str(counted_outputs.signature), scores=counted_outputs.scores()
        )
        for name, counted_outputs in zip(grid.scorers.values(), counts.values(), strict=True)
    ]
    known = np.isfinite([counted_outputs.scores for counted_outputs in aligned]).all(axis=0)
    rated, _ = without_unscored(rated, aligned)
    arrays = RatingArrays.of(rated)
    weights = list(drawn_weights(arrays.segments, samples=samples, seed=seed))
    scores = ([counts[point.meteor].scores(point.parameters)[known]] for point in grid.points)
    found = list(values_at(arrays, measure, (row for (row,) in watch(scores)), weights))
    unequal = int((arrays.gap != 0).sum())
    empty = Sweep(
        name=rated.name,
        measure=measure.name,
        axes=grid.axes,
        segments=arrays.segments,
        pairs=len(arrays.gap),
        unequal_pairs=unequal,
        notes=(*rated.notes, *size_warnings(arrays)),
    )
    references = max(
        counted_outputs.signature.references or 1 for counted_outputs in counts.values()
    )
    return _Swept.of(
        empty,
        grid,
        values=np.array([value for value, _ in found]),
        samples=np.stack([row for _, row in found]),
        references=references,
    )


def _mean(swept: Sequence[_Swept], grid: Grid) -> Sweep:
    """Return the mean over sets, weighted equally.

    It is taken sample by sample. Sets of equal size share their draws, as those of the same
    segments in several languages should.
    """
    sweeps = [swept_set.sweep for swept_set in swept]
    empty = Sweep(
        name=f"mean of {counted(len(sweeps), 'set', 'sets')}, all alike",
        measure=sweeps[0].measure,
        axes=grid.axes,
        segments=sum(swept_set.segments for swept_set in sweeps),
        pairs=sum(swept_set.pairs for swept_set in sweeps),
        unequal_pairs=sum(swept_set.unequal_pairs for swept_set in sweeps),
    )
    values = np.mean([swept_set.values for swept_set in swept], axis=0)
    samples = np.mean([swept_set.samples for swept_set in swept], axis=0)
    references = max(swept_set.references for swept_set in swept)
    return _Swept.of(empty, grid, values=values, samples=samples, references=references).sweep
