"""Compare metrics on held-out parts, on the segments and on bootstrap samples."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from ..measures import Values, tie_half_right
from ..rating_arrays import Floats
from ..resampling import drawn_weights
from .folds import Part
from .objectives import Prepared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sums:
    """The contribution of one part, by sample (and by metric).

    Attributes:
        right: pairs ordered as rated, a tie one half.
        unequal: pairs with unequal ratings.
        objective: its value.
        segments: how many.
    """

    right: Floats
    unequal: Floats
    objective: Floats
    segments: Floats

    @classmethod
    def joined(cls, blocks: Sequence[Self]) -> Self:
        """Concatenate blocks of samples."""
        return cls(
            **{
                field.name: np.concatenate([getattr(block, field.name) for block in blocks])
                for field in fields(cls)
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trial:
    """Metrics on one held-out part.

    Attributes:
        part: the part.
        right: pairs ordered as rated, by segment and metric.
        unequal: pairs with unequal ratings, by segment.
        values: the objective of each metric, for any weights of the segments.
    """

    part: Part
    right: Floats
    unequal: Floats
    values: tuple[Values, ...]

    @classmethod
    def of(cls, part: Part, prepare: Prepared, metrics: Sequence[tuple[Floats, Floats]]) -> Self:
        """Return the trial of metrics.

        Args:
            part: what was left out.
            prepare: makes the objective.
            metrics: their scores of the outputs of the whole set, and the numbers that the
                objective is measured on.
        """
        rights = [tie_half_right(part.rated, scores[part.outputs]) for scores, _ in metrics]
        return cls(
            part=part,
            right=np.stack(rights, axis=1),
            unequal=part.rated.by_segment(part.rated.gap != 0, of_pairs=True),
            values=tuple(prepare(numbers[part.outputs]) for _, numbers in metrics),
        )

    def sums(self, weights: Floats) -> Sums:
        """Return the contribution of the part to samples of its set."""
        own = weights[:, self.part.segments]
        return Sums(
            right=own @ self.right,
            unequal=own @ self.unequal,
            objective=np.stack([values(own) for values in self.values], axis=1),
            segments=own.sum(axis=1),
        )


def observed(trials: Sequence[Trial], segments: Sequence[int]) -> list[Sums]:
    """Return the contribution of each trial without resampling."""
    return [trial.sums(np.ones((1, segments[trial.part.place]))) for trial in trials]


def resampled(
    trials: Sequence[Trial], segments: Sequence[int], *, samples: int, seed: int | None
) -> list[Sums]:
    """Return the contribution of each trial to bootstrap samples of each set."""
    sums_of_trial: dict[int, list[Sums]] = {place: [] for place in range(len(trials))}
    for set_place, size in enumerate(segments):
        own_seed = None if seed is None else seed + set_place
        places = [place for place, trial in enumerate(trials) if trial.part.place == set_place]
        for weights in drawn_weights(size, samples=samples, seed=own_seed):
            for place in places:
                sums_of_trial[place].append(trials[place].sums(weights))
    return [Sums.joined(blocks) for blocks in sums_of_trial.values()]


def pairwise(parts: Sequence[Sums]) -> Floats:
    """Return the share of pairs ordered as rated, by sample and metric; NaN without pairs."""
    right = np.sum([sums.right for sums in parts], axis=0)
    unequal = np.sum([sums.unequal for sums in parts], axis=0)[:, None]
    return _divided(right, unequal)


def objective(parts: Sequence[Sums]) -> Floats:
    """Return the mean objective of the parts, by sample and metric.

    Parts are weighted by their number of segments. A part without a value for some metric is
    ignored.
    """
    values = np.stack([sums.objective for sums in parts])
    known = np.isfinite(values).all(axis=2, keepdims=True)
    sizes = np.stack([sums.segments for sums in parts])[:, :, None] * known
    return _divided((np.where(known, values, 0) * sizes).sum(axis=0), sizes.sum(axis=0))


def _divided(above: Floats, below: Floats) -> Floats:
    quotients: Floats = np.divide(
        above,
        below,
        out=np.full(above.shape, np.nan),
        where=np.broadcast_to(below > 0, above.shape),
    )
    return quotients
