"""How well metrics agree with people on a rated set: values, intervals, differences, controls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from ..analysis.p_values import SEGMENTS_NEEDED, has_too_few
from ..analysis.significance import interval_of
from ..errors import InputError, unknown_name
from ..text.numbers import counted
from .measures import MEASURES, AgreementMeasure
from .rated_set import RatedSet
from .rating_arrays import Floats, RatingArrays
from .resampling import SAMPLES, SEED, drawn_weights

_ROUNDING: Final = 1e-10
"""Differences of agreement that are closer to zero are zero."""

LENGTH: Final = "length"
"""The control: a shorter reference is a better translation. It knows nothing of the output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number with the interval in which 95 % of the resampled values lie.

    Attributes:
        value: on the set itself.
        low, high: ends of the interval.
        too_few: whether there are too few segments for a significant difference.
    """

    value: float
    low: float
    high: float
    too_few: bool = False

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval lies on one side of zero, by more than what rounding leaves."""
        return not self.too_few and (self.low > _ROUNDING or self.high < -_ROUNDING)

    @classmethod
    def of(cls, value: float, samples: Floats, *, segments: int) -> Self | None:
        """Return the estimate, or None where the set gives no value.

        Samples without a value are ignored, for example those whose ratings are all equal.
        """
        known = samples[np.isfinite(samples)]
        if not np.isfinite(value) or not len(known):
            return None
        interval = interval_of(known)
        return cls(
            value=float(value),
            low=interval.lower,
            high=interval.upper,
            too_few=has_too_few(segments),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetricScores:
    """A metric's scores of the outputs of a set, in their order; higher is better.

    Attributes:
        name: of the metric.
        signature: what makes the scores reproducible.
        scores: NaN where an output cannot be scored.
    """

    name: str
    signature: str
    scores: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricAgreement:
    """The agreement of one metric with people.

    Attributes:
        metric: its name.
        signature: of its scores.
        ties: share of pairs with equal scores.
        measures: by name; None where the set gives no value.
        differences: to the baseline, by the same names; empty for the baseline itself.
    """

    metric: str
    signature: str
    ties: float
    measures: Mapping[str, Estimate | None]
    differences: Mapping[str, Estimate | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAgreement:
    """The agreement of metrics with people on one set.

    Attributes:
        name: of the set.
        segments, systems, ratings: how many; judgements have no systems, and two ratings each.
        pairs: of outputs of one segment.
        unequal_pairs: those with unequal ratings.
        identical: share of these whose texts are identical: no metric can order them.
        rating_ties: share of pairs with equal ratings.
        baseline: the metric that the others are compared with.
        rows: the metrics, in order.
        notes: exclusions and warnings, a sentence each.
    """

    name: str
    segments: int
    systems: int
    ratings: int
    pairs: int
    unequal_pairs: int
    identical: float
    rating_ties: float
    baseline: str
    rows: tuple[MetricAgreement, ...]
    notes: tuple[str, ...]


def without_unscored(
    rated: RatedSet, metrics: Sequence[MetricScores]
) -> tuple[RatedSet, list[MetricScores]]:
    """Drop the outputs that some metric cannot score, with a note on their number.

    Raises:
        InputError: nothing is left.
    """
    all_scores = np.stack([metric.scores for metric in metrics])
    known = np.asarray(np.isfinite(all_scores).all(axis=0))
    left_out = int((~known).sum())
    if not left_out:
        return rated, list(metrics)
    if left_out == len(known):
        raise InputError(f"{rated.name}: no output can be scored by every metric")
    outputs = tuple(o for o, is_known in zip(rated.outputs, known, strict=True) if is_known)
    failing = [metric.name for metric in metrics if not np.isfinite(metric.scores).all()]
    dropped = counted(left_out, "output", "outputs")
    note = f"{dropped} that {' or '.join(failing)} cannot score left out"
    kept = [replace(metric, scores=metric.scores[known]) for metric in metrics]
    return replace(rated, outputs=outputs, notes=(*rated.notes, note)), kept


def measure_agreement(
    rated: RatedSet,
    metrics: Sequence[MetricScores],
    *,
    baseline: str | None = None,
    samples: int = SAMPLES,
    seed: int | None = SEED,
    measures: Sequence[str] = tuple(MEASURES),
) -> SetAgreement:
    """Measure the agreement of metrics with the ratings of a set.

    Args:
        rated: the set.
        metrics: the scores of its outputs.
        baseline: the metric that the others are compared with; by default the first.
        samples: of the bootstrap over segments; the same for all metrics.
        seed: of its random numbers.
        measures: their names.

    Raises:
        InputError: no output can be scored.
        ParameterError: there is no such baseline or measure.
    """
    names = [metric.name for metric in metrics]
    if baseline is not None and baseline not in names:
        raise unknown_name("baseline", baseline, names)
    chosen = [_measure(rated, name) for name in measures]
    rated, metrics = without_unscored(rated, metrics)
    arrays = RatingArrays.of(rated)
    tables = [_observed_and_resampled(arrays, metric, chosen, samples, seed) for metric in metrics]
    first = names.index(baseline) if baseline else 0
    rows = tuple(
        MetricAgreement(
            metric=metric.name,
            signature=metric.signature,
            ties=_share(arrays.of_pairs(metric.scores) == 0),
            measures=_estimates(chosen, *table, segments=arrays.segments),
            differences={}
            if place == first
            else _estimates(
                chosen,
                *(n - m for n, m in zip(table, tables[first], strict=True)),
                segments=arrays.segments,
            ),
        )
        for place, (metric, table) in enumerate(zip(metrics, tables, strict=True))
    )
    unequal = arrays.gap != 0
    same = _same_texts(rated, arrays)
    return SetAgreement(
        name=rated.name,
        segments=arrays.segments,
        systems=arrays.systems,
        ratings=len(rated.outputs),
        pairs=len(arrays.gap),
        unequal_pairs=int(unequal.sum()),
        identical=_share(same[unequal]),
        rating_ties=_share(~unequal),
        baseline=names[first],
        rows=rows,
        notes=(*rated.notes, *size_warnings(arrays)),
    )


def _measure(rated: RatedSet, name: str) -> AgreementMeasure | None:
    """Return a measure, or None where it is meaningless for judgements of pairs."""
    if name not in MEASURES:
        raise unknown_name("measure", name, MEASURES)
    measure = MEASURES[name]
    return None if rated.judgements and measure.of_ratings else measure


def _observed_and_resampled(
    arrays: RatingArrays,
    metric: MetricScores,
    measures: Sequence[AgreementMeasure | None],
    samples: int,
    seed: int | None,
) -> tuple[Floats, Floats]:
    """Return the values of the measures on the set, and by measure and sample."""
    prepared = [m.prepare(arrays, metric.scores) for m in measures if m is not None]
    observed = np.array([values(np.ones((1, arrays.segments)))[0] for values in prepared])
    blocks = [
        np.stack([values(weights) for values in prepared])
        for weights in drawn_weights(arrays.segments, samples=samples, seed=seed)
        if prepared
    ]
    return observed, np.concatenate(blocks, axis=1) if blocks else np.empty((len(prepared), 0))


def _estimates(
    measures: Sequence[AgreementMeasure | None], values: Floats, samples: Floats, *, segments: int
) -> dict[str, Estimate | None]:
    known = [measure.name for measure in measures if measure is not None]
    return {
        name: Estimate.of(value, drawn, segments=segments)
        for name, value, drawn in zip(known, values, samples, strict=True)
    }


def _share(flags: NDArray[np.bool_]) -> float:
    return float(flags.mean()) if flags.size else 0.0


def _same_texts(rated: RatedSet, arrays: RatingArrays) -> NDArray[np.bool_]:
    numbers: dict[str, int] = {}
    text = np.array([numbers.setdefault(o.hypothesis, len(numbers)) for o in rated.outputs])
    return np.asarray(text[arrays.first] == text[arrays.second])


def size_warnings(arrays: RatingArrays) -> list[str]:
    """Return warnings about sets that are too small, a sentence each."""
    if not (arrays.gap != 0).any():
        return ["no pair of outputs has unequal ratings, so there is no order to agree with"]
    warnings: list[str] = []
    if has_too_few(arrays.segments):
        warnings.append(
            f"{counted(arrays.segments, 'segment', 'segments')}: too few segments to tell metrics "
            f"apart, which takes {SEGMENTS_NEEDED} or more"
        )
    elif arrays.segments < 500:
        warnings.append(
            f"{counted(arrays.segments, 'segment', 'segments')}: intervals are wide; with fewer "
            "than 500, differences between metrics rarely show"
        )
    return warnings
