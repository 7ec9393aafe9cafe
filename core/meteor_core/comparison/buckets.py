"""Group segments and words into buckets, with the results of each system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from ..analysis.all_pairs import Resampling
from ..analysis.resampling import drawn_sums
from ..analysis.significance import Interval, interval_of
from .meteor_counts import Floats, MeteorCounts

_EDGES: Final[Mapping[str, Sequence[float]]] = {
    "length": (0, 10, 20, 30, 40, 50, 60),
    "fragmentation": (0, 0.1, 0.2, 0.3, 0.4, 0.5),
}

UNMATCHED: Final = "unmatched"


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketScore:
    """The results of a system on the segments of a bucket.

    Attributes:
        score: of these segments, from their summed statistics.
        shortfall: of these segments, in words; shortfalls of buckets add up to that of all.
        difference: the score less the baseline's; None of the baseline.
        interval: of the difference, from test sets drawn from these segments; None of the
            baseline, and of a single segment, which tells nothing of others.
    """

    score: float
    shortfall: float
    difference: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentBucket:
    """A group of similar segments.

    Attributes:
        by: ``length`` or ``fragmentation``.
        label: its bounds, for people.
        low: where it begins.
        high: where the next one begins; None for the last.
        segments: how many are in it.
        systems: by name.
    """

    by: str
    label: str
    low: float
    high: float | None
    segments: int
    systems: Mapping[str, BucketScore]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordScore:
    """The results of a system on the words of a bucket.

    Attributes:
        reference_words: words of the references that the system is scored against.
        reference_matched: those of them that are matched.
        words: words of the system's own text.
        matched: those of them that are matched.
    """

    reference_words: int
    reference_matched: int
    words: int
    matched: int

    @property
    def recall(self) -> float | None:
        """Matched share of the references' words; None where there are none."""
        return self.reference_matched / self.reference_words if self.reference_words else None

    @property
    def precision(self) -> float | None:
        """Matched share of the system's words; None where there are none."""
        return self.matched / self.words if self.words else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WordBucket:
    """A group of similar words.

    Attributes:
        by: ``frequency`` or ``stage``.
        label: its bounds, or the stage.
        low: the least frequency; None of stages.
        high: the frequency of the next bucket; None of the last and of stages.
        systems: by name. Of a stage, words are all words, and matched are those of the stage.
    """

    by: str
    label: str
    low: float | None
    high: float | None
    systems: Mapping[str, WordScore]


def segment_buckets(
    counts: MeteorCounts,
    names: Sequence[str],
    *,
    by: str,
    edges: Sequence[float] | None,
    baseline: int,
    resampling: Resampling,
) -> tuple[SegmentBucket, ...]:
    """Group segments into buckets, without empty ones.

    Args:
        counts: of all systems.
        names: of the systems.
        by: ``length`` of the references, the mean of those that systems are scored against,
            rounded; or ``fragmentation``, chunks per match of all systems together, where
            segments that no system has a match in are most fragmented.
        edges: where buckets begin; None for the usual ones.
        baseline: place of the system that differences are from.
        resampling: of the intervals.
    """
    values = _values(counts, by)
    starts = tuple(edges or _EDGES[by])
    found = []
    for low, high in bounds(starts, float(values.min())):
        inside = (values >= low) & (True if high is None else values < high)
        rows = np.flatnonzero(inside)
        if len(rows):
            found.append(
                SegmentBucket(
                    by=by,
                    label=label(low, high),
                    low=low,
                    high=high,
                    segments=len(rows),
                    systems=_scores(counts, names, rows, baseline, resampling),
                )
            )
    return tuple(found)


def stage_buckets(counts: MeteorCounts, names: Sequence[str]) -> tuple[WordBucket, ...]:
    """Return matches by stage, and then the words that no stage matches."""
    stages = [stage.name for stage in counts.meteor.configuration.stages]
    lengths = [counts.column(f"{side}_length").sum(axis=0) for side in ("reference", "hypothesis")]
    matched = [
        counts.stage_column(name).sum(axis=0)
        for name in ("reference_matches_by_stage", "matches_by_stage")
    ]
    rest = [length - of_side.sum(axis=-1) for length, of_side in zip(lengths, matched, strict=True)]
    found = []
    for place, stage in enumerate([*stages, UNMATCHED]):
        sides = [
            unmatched if stage == UNMATCHED else of_side[:, place]
            for unmatched, of_side in zip(rest, matched, strict=True)
        ]
        systems = {
            name: WordScore(
                reference_words=int(lengths[0][system]),
                reference_matched=int(sides[0][system]),
                words=int(lengths[1][system]),
                matched=int(sides[1][system]),
            )
            for system, name in enumerate(names)
        }
        found.append(WordBucket(by="stage", label=stage, low=None, high=None, systems=systems))
    return tuple(found)


def bounds(edges: Sequence[float], least: float) -> list[tuple[float, float | None]]:
    """Return the bounds of each bucket, plus one for values below all edges.

    Args:
        edges: ascending.
        least: the smallest value.
    """
    starts = [*([least] if least < edges[0] else []), *edges]
    return [*pairwise(starts), (starts[-1], None)]


def label(low: float, high: float | None) -> str:
    """Return the bounds of a bucket for people."""
    if high is None:
        return f"{low:g} and more"
    if float(low).is_integer() and float(high).is_integer():
        return f"{low:g}" if high - low == 1 else f"{low:g} to {high - 1:g}"
    return f"{low:g} to below {high:g}"


def _values(counts: MeteorCounts, by: str) -> Floats:
    if by == "length":
        rounded: Floats = np.rint(counts.column("reference_length").mean(axis=1))
        return rounded
    chunks = counts.column("chunks").sum(axis=1)
    both = sum(
        counts.stage_column(name).sum(axis=(1, 2))
        for name in ("matches_by_stage", "reference_matches_by_stage")
    )
    shares: Floats = np.divide(2 * chunks, both, out=np.ones_like(chunks), where=both > 0)
    return shares


def _scores(
    counts: MeteorCounts,
    names: Sequence[str],
    rows: "np.ndarray[tuple[int], np.dtype[np.intp]]",
    baseline: int,
    resampling: Resampling,
) -> dict[str, BucketScore]:
    chosen = counts.counts[rows]
    _, systems, width = chosen.shape
    tested = counts.tested()
    generator = np.random.default_rng(resampling.seed)
    blocks = drawn_sums(chosen.reshape(len(rows), -1), generator, resampling.bootstrap)
    sums = np.concatenate(list(blocks)).reshape(-1, systems, width)
    drawn = tested.score(np.ascontiguousarray(np.moveaxis(sums, -1, 0)))
    exact = [counts.measures(system, rows).score for system in range(systems)]
    found = {}
    for system, name in enumerate(names):
        is_compared = system != baseline
        found[name] = BucketScore(
            score=exact[system],
            shortfall=float(counts.shortfalls[rows, system].sum()),
            difference=exact[system] - exact[baseline] if is_compared else None,
            interval=interval_of(drawn[:, system] - drawn[:, baseline])
            if is_compared and len(rows) > 1
            else None,
        )
    return found
