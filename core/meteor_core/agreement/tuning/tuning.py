"""Tune parameters, and test whether the gain holds on held-out data.

Everything is counted once; all that follows is arithmetic. For each fold the parameters are
searched on the training parts and tested on the held-out part. The verdict rests on those tests
alone: the final parameters, learnt from everything, have no data left to be tested on.
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
        space: the search space.
        settings: how to tune.
        watch: observes the searches, each as long as its number of outputs.

    Raises:
        InputError: there are too few segments, or nothing in them to agree with.
        ParameterError: the ratings have no such objective.
    """
    work = _Work(sets, space, settings or TuningSettings())
    folds = work.folds
    lessons = [Lesson(training=fold.training) for fold in folds.folds]
    lessons.append(Lesson(training=folds.every))
    found = [climb(space, work.values_on(lesson.training)) for lesson in watch(lessons)]
    return _test_parameters(work, found[:-1], found[-1])


def _reject_equal_sets(sets: Sequence[TuningSet]) -> None:
    for left, right in combinations(sets, 2):
        if left.digest == right.digest:
            raise InputError(
                f"{right.rated.name} has the same ratings as {left.rated.name}, so that to leave "
                "one out would leave nothing out; give each set once"
            )


def _require_learnable(rated: RatedSet, objective: Objective) -> None:
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
        _reject_equal_sets(sets)
        for tuning_set in sets:
            _require_learnable(tuning_set.rated, self.objective)
        self.folds = make_folds([tuning_set.rated for tuning_set in sets], settings.blocks)
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
            numbers = [self.numbers(tuning_set, parameters) for tuning_set in self.sets]
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

    def numbers(self, tuning_set: TuningSet, parameters: Parameters) -> Floats:
        return tuning_set.numbers(parameters, of_shortfall=self.objective.of_shortfall)

    def trial(self, part: Part, learnt: Sequence[Parameters]) -> Trial:
        """Test learnt parameters and competing metrics on a held-out part."""
        tuning_set, of_shortfall = self.sets[part.place], self.objective.of_shortfall
        metrics = [
            (tuning_set.numbers(found, of_shortfall=False), self.numbers(tuning_set, found))
            for found in learnt
        ]
        metrics += [
            (competitor.scores, -competitor.shortfalls if of_shortfall else competitor.scores)
            for competitor in tuning_set.competitors
        ]
        return Trial.of(part, self.prepare(part), metrics)

    def gain(self, parameters: Parameters, parts: Sequence[Part]) -> float:
        """Return the mean gain of parameters over the untuned ones on parts."""
        values = self.values_on(parts)
        gains = values(parameters) - values(self.untuned)
        known = gains[np.isfinite(gains)]
        return float(known.mean()) if len(known) else float("nan")


def _test_parameters(work: _Work, by_fold: Sequence[Parameters], tuned: Parameters) -> Tuning:
    folds, space, settings = work.folds.folds, work.space, work.settings
    segments = [len(tuning_set.rated.segments) for tuning_set in work.sets]
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
                left_out.pairwise([tuning_set]),
                left_out.pairwise([many]),
                1,
                fold.left_out.rated.segments,
            ),
        )
        for fold, found, tuning_set, many in zip(folds, by_fold, itself, drawn, strict=True)
    )
    training_gain = fmean(test.training_gain for test in tests)
    known = [test.objective_gain for test in tests if test.objective_gain is not None]
    left_out_gain = fmean(known) if known else 0.0
    rows = tuple(_rows(work.sets[0], itself, drawn, sum(segments)))
    rated = [tuning_set.rated for tuning_set in work.sets]
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
        data=tuple(_data(tuning_set) for tuning_set in work.sets),
        warnings=(
            *doubts_of_data(rated),
            *doubts_of_parameters(space.tunables, space.start, tuned, by_fold),
            *doubts_of_gain(training_gain, left_out_gain, rows[1].pairwise_gain),
        ),
        notes=work.folds.notes,
    )


def _rows(
    first_set: TuningSet, itself: Sequence[Sums], drawn: Sequence[Sums], segments: int
) -> Iterator[LeftOut]:
    metrics = [
        (TUNED, ""),
        (UNTUNED, str(first_set.counts.signature)),
        *((competitor.name, competitor.signature) for competitor in first_set.competitors),
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


def _data(tuning_set: TuningSet) -> TuningData:
    return TuningData(
        name=tuning_set.rated.name,
        segments=len(tuning_set.rated.segments),
        systems=0 if tuning_set.rated.judgements else len(tuning_set.rated.systems),
        ratings=len(tuning_set.rated.outputs),
        digest=tuning_set.digest,
        notes=tuning_set.rated.notes,
    )
