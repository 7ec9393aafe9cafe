"""Tune parameters, and test whether the gain holds on held-out data.

Everything is counted once; all that follows is arithmetic. For each fold the parameters are
searched on the rest and tested on what it leaves out. The verdict is on those tests alone: the
parameters that result, learnt from everything, have nothing left to be tested on.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from statistics import fmean
from typing import TypeAlias

import numpy as np

from ...errors import InputError, ParameterError
from ...score.parameters import Parameters
from ..agreement import Estimate
from ..rated_set import RatedSet
from ..rating_arrays import Floats, RatingArrays
from . import left_out
from .doubts import doubts_of_data, doubts_of_gain, doubts_of_parameters
from .folds import Part, make_folds
from .left_out import Sums, Trial
from .objectives import OBJECTIVES, Objective, Prepared
from .parameter_search import Space, climb
from .result import (
    TUNED,
    UNTUNED,
    LeftOut,
    TunedFold,
    Tuning,
    TuningData,
    TuningSettings,
)
from .sets import TuningSet

Watch: TypeAlias = Callable[[Iterable["Lesson"]], Iterator["Lesson"]]
"""Sees lessons pass, for instance to show progress."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """Parts to train on; its length is the number of outputs."""

    training: tuple[Part, ...]

    def __len__(self) -> int:
        return sum(len(part.outputs) for part in self.training)


def tune(
    sets: Sequence[TuningSet],
    space: Space,
    settings: TuningSettings | None = None,
    watch: Watch = iter,
) -> Tuning:
    """Search parameters, and test them on held-out parts.

    Args:
        sets: rated outputs, counted.
        space: what is tuned, and from where.
        settings: how to tune.
        watch: sees the searches pass, each as long as the outputs that it learns from.

    Raises:
        InputError: there are too few segments, or nothing in them to agree with.
        ParameterError: the ratings have no such objective.
    """
    work = _Work(sets, space, settings or TuningSettings())
    folds = work.folds
    lessons = [Lesson(training=fold.training) for fold in folds.folds]
    lessons.append(Lesson(training=folds.every))
    found = [climb(space, work.values_on(lesson.training)) for lesson in watch(lessons)]
    return _tested(work, found[:-1], found[-1])


def _require_different(sets: Sequence[TuningSet]) -> None:
    for one, other in combinations(sets, 2):
        if one.digest == other.digest:
            raise InputError(
                f"{other.rated.name} has the same ratings as {one.rated.name}, so that to leave "
                "one out would leave nothing out; give each set once"
            )


def _require_meaning(rated: RatedSet, objective: Objective) -> None:
    if rated.judgements and objective.of_ratings:
        raise ParameterError(
            f"{rated.name} has judgements of pairs, for which the objective {objective.name} means "
            "nothing; choose pairwise"
        )
    arrays = RatingArrays.of(rated)
    if np.ptp(arrays.rating) == 0:
        raise InputError(f"{rated.name}: all ratings are equal, so there is nothing to learn")
    if objective.within_segments and not arrays.gap.any():
        raise InputError(
            f"{rated.name}: no two outputs of a segment have unequal ratings, so there is no order "
            "to learn; choose the objective pearson, spearman or shortfall"
        )


class _Work:
    """Evaluate an objective on parts of sets, cached by parameters."""

    def __init__(self, sets: Sequence[TuningSet], space: Space, settings: TuningSettings) -> None:
        self.sets, self.space, self.settings = sets, space, settings
        self.objective, self.untuned = OBJECTIVES[settings.objective], space.start
        _require_different(sets)
        for one in sets:
            _require_meaning(one.rated, self.objective)
        self.folds = make_folds([one.rated for one in sets], settings.blocks)
        training = (part for fold in self.folds.folds for part in fold.training)
        self._parts = list(dict.fromkeys([*self.folds.every, *training]))
        self._prepared = [self.prepare(part) for part in self._parts]
        self._ones = [np.ones((1, part.rated.segments)) for part in self._parts]
        self._known: dict[Parameters, Floats] = {}

    def prepare(self, part: Part) -> Prepared:
        return self.objective.prepare(part.rated, cap=self.settings.cap)

    def values(self, parameters: Parameters) -> Floats:
        """Return the objective on every part."""
        known = self._known.get(parameters)
        if known is None:
            numbers = [self.numbers(one, parameters) for one in self.sets]
            known = np.array(
                [
                    prepare(numbers[part.place][part.outputs])(ones)[0]
                    for part, prepare, ones in zip(
                        self._parts, self._prepared, self._ones, strict=True
                    )
                ]
            )
            self._known[parameters] = known
        return known

    def values_on(self, parts: Sequence[Part]) -> Callable[[Parameters], Floats]:
        """Return a function from parameters to the objective on some parts."""
        places = [self._parts.index(part) for part in parts]
        return lambda parameters: self.values(parameters)[places]

    def numbers(self, one: TuningSet, parameters: Parameters) -> Floats:
        return one.numbers(parameters, of_shortfall=self.objective.of_shortfall)

    def trial(self, part: Part, learnt: Sequence[Parameters]) -> Trial:
        """Test learnt parameters and competing metrics on a held-out part."""
        one, of_shortfall = self.sets[part.place], self.objective.of_shortfall
        metrics = [
            (one.numbers(found, of_shortfall=False), self.numbers(one, found)) for found in learnt
        ]
        metrics += [
            (other.scores, -other.shortfalls if of_shortfall else other.scores)
            for other in one.others
        ]
        return Trial.of(part, self.prepare(part), metrics)

    def gain(self, parameters: Parameters, parts: Sequence[Part]) -> float:
        """Return the mean gain of parameters over the untuned ones on parts."""
        values = self.values_on(parts)
        gains = values(parameters) - values(self.untuned)
        known = gains[np.isfinite(gains)]
        return float(known.mean()) if len(known) else float("nan")


def _tested(work: _Work, by_fold: Sequence[Parameters], tuned: Parameters) -> Tuning:
    folds, space, settings = work.folds.folds, work.space, work.settings
    segments = [len(one.rated.segments) for one in work.sets]
    trials = [
        work.trial(fold.left_out, [found, space.start])
        for fold, found in zip(folds, by_fold, strict=True)
    ]
    itself = left_out.observed(trials, segments)
    drawn = left_out.resampled(trials, segments, samples=settings.samples, seed=settings.seed)
    tests = tuple(
        TunedFold(
            left_out=fold.left_out.name,
            segments=fold.left_out.rated.segments,
            outputs=len(fold.left_out.outputs),
            parameters=found,
            training_gain=_known(work.gain(found, fold.training)) or 0.0,
            objective_gain=_known(work.gain(found, [fold.left_out])),
            pairwise_gain=_gain(
                left_out.pairwise([one]),
                left_out.pairwise([many]),
                1,
                fold.left_out.rated.segments,
            ),
        )
        for fold, found, one, many in zip(folds, by_fold, itself, drawn, strict=True)
    )
    training_gain = fmean(test.training_gain for test in tests)
    known = [test.objective_gain for test in tests if test.objective_gain is not None]
    left_out_gain = fmean(known) if known else 0.0
    rows = tuple(_rows(work.sets[0], itself, drawn, sum(segments)))
    rated = [one.rated for one in work.sets]
    return Tuning(
        settings=settings,
        kind=work.folds.kind,
        tunables=space.tunables,
        untuned=space.start,
        tuned=tuned,
        folds=tests,
        rows=rows,
        training_gain=training_gain,
        left_out_gain=left_out_gain,
        data=tuple(_data(one) for one in work.sets),
        warnings=(
            *doubts_of_data(rated),
            *doubts_of_parameters(space.tunables, space.start, tuned, by_fold),
            *doubts_of_gain(training_gain, left_out_gain, rows[1].pairwise_gain),
        ),
        notes=work.folds.notes,
    )


def _rows(
    one: TuningSet, itself: Sequence[Sums], drawn: Sequence[Sums], segments: int
) -> Iterator[LeftOut]:
    metrics = [
        (TUNED, ""),
        (UNTUNED, str(one.counts.signature)),
        *((other.name, other.signature) for other in one.others),
    ]
    measures = [(pool(itself), pool(drawn)) for pool in (left_out.pairwise, left_out.objective)]
    for place, (name, signature) in enumerate(metrics):
        (pairwise, pairwise_gain), (objective, objective_gain) = (
            (_known(value[0, place]), _gain(value, many, place, segments))
            for value, many in measures
        )
        yield LeftOut(
            metric=name,
            signature=signature,
            pairwise=pairwise,
            objective=objective,
            pairwise_gain=pairwise_gain,
            objective_gain=objective_gain,
        )


def _gain(itself: Floats, drawn: Floats, place: int, segments: int) -> Estimate | None:
    """Return the lead of the tuned metric, which is the first, over another."""
    if not place:
        return None
    return Estimate.of(
        itself[0, 0] - itself[0, place], drawn[:, 0] - drawn[:, place], segments=segments
    )


def _known(value: float) -> float | None:
    return float(value) if isfinite(value) else None


def _data(one: TuningSet) -> TuningData:
    return TuningData(
        name=one.rated.name,
        segments=len(one.rated.segments),
        systems=0 if one.rated.judgements else len(one.rated.systems),
        ratings=len(one.rated.outputs),
        digest=one.digest,
        notes=one.rated.notes,
    )
