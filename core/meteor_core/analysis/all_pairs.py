"""Test every system against every other one, by any number of metrics at once.

The conventions are those of ``significance.py``, and so sacrebleu's but for ties: with a seed, the
p-values of a pair equal those of ``significance.compare`` with either of the two as the baseline.
It is fast because all pairs and metrics share one set of draws, the sums of a pair are differences
of its systems' sums, and NumPy scores many samples in one step.

A metric is any function from additive counts of segments to scores.

NumPy is needed here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ..errors import InputError, ParameterError
from .p_values import (
    DifferingSegments,
    ScoreColumns,
    count_reached,
    differing_segments,
    exact_p_value,
    has_exact,
    sampled_p_value,
)
from .resampling import chosen_sums, drawn_sums
from .significance import (
    BOOTSTRAP_SAMPLES,
    RANDOMISATION_SAMPLES,
    Bootstrap,
    Interval,
    environment_seed,
    interval_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """How often to resample, and with which random numbers.

    Attributes:
        bootstrap: test sets to draw, for intervals and the bootstrap's p-values.
        randomisation: shufflings to try; 0 for none.
        seed: of the random numbers; None takes new ones from the operating system every time.

    Raises:
        ParameterError: a number is out of its range.
    """

    bootstrap: int = BOOTSTRAP_SAMPLES
    randomisation: int = RANDOMISATION_SAMPLES
    seed: int | None = field(default_factory=environment_seed)

    def __post_init__(self) -> None:
        """Check the ranges."""
        Bootstrap(samples=self.bootstrap, seed=self.seed)
        if type(self.randomisation) is not int or self.randomisation < 0:
            raise ParameterError(
                f"the number of shufflings is {self.randomisation!r}, but must be a whole number "
                "from 0 on"
            )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SystemCounts:
    """The counts of all systems by one metric.

    Attributes:
        counts: by segment, system and column.
        score: computes scores from columns of counts.
    """

    counts: "Floats"
    score: ScoreColumns

    def observed(self) -> "Floats":
        """Return the systems' scores."""
        return self.score(_columns_first(self.counts.sum(axis=0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTest(DifferingSegments):
    """The test of two systems by one metric.

    Attributes:
        left: index of a system.
        right: index of a later one.
        difference: the right one's score less the left one's.
        interval: of the difference, from the test sets that were drawn.
        bootstrap: p of paired bootstrap resampling.
        randomisation: p of paired approximate randomisation; None where it was not asked for.
        differing: segments in which the two have different counts.
    """

    left: int
    right: int
    difference: float
    interval: Interval
    bootstrap: float
    randomisation: float | None
    differing: int

    @property
    def exact(self) -> bool:
        """Whether the randomisation's p is of all ways of swapping, not of a sample of them."""
        return self.randomisation is not None and has_exact(self.differing)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricTests:
    """The results of one metric.

    Attributes:
        scores: of the systems, in their order.
        intervals: of these.
        pairs: all of them: the first system with each later one, then the second, ...
    """

    scores: tuple[float, ...]
    intervals: tuple[Interval, ...]
    pairs: tuple[PairTest, ...]


def compare_all(
    metrics: Mapping[str, SystemCounts],
    resampling: Resampling,
    progress: Callable[[float], None] = lambda _: None,
) -> dict[str, MetricTests]:
    """Test each system against each other one.

    Args:
        metrics: by name, each with the same systems and segments in the same order.
        resampling: how often.
        progress: called repeatedly with the share of the work that is done; an exception that it
            raises ends the work.

    Raises:
        InputError: there is no system or no segment, or the metrics differ in their numbers.
    """
    shapes = {counted.counts.shape[:2] for counted in metrics.values()}
    if len(shapes) != 1:
        raise InputError("the metrics have to count the same segments of the same systems")
    ((segments, systems),) = shapes
    if not segments or not systems:
        raise InputError("there are no segments to resample")
    work = _Work(metrics=list(metrics.values()), resampling=resampling, progress=progress)
    drawn = work.draw()
    reached = work.shuffle() if resampling.randomisation and systems > 1 else None
    return {
        name: _test_metric(
            counted, drawn[place], None if reached is None else reached[place], resampling
        )
        for place, (name, counted) in enumerate(metrics.items())
    }


class _Work:
    """The resampling of all metrics together."""

    def __init__(
        self,
        *,
        metrics: "Sequence[SystemCounts]",
        resampling: Resampling,
        progress: Callable[[float], None],
    ) -> None:
        import numpy as np

        self._metrics = metrics
        self._resampling = resampling
        self._progress = progress
        self._expected = resampling.bootstrap + resampling.randomisation
        self._done = 0
        self._different, self._places = _distinct_columns(
            np.concatenate(
                [metric.counts.reshape(len(metric.counts), -1) for metric in metrics], axis=1
            )
        )

    def draw(self) -> "list[Floats]":
        """Return, for each metric, scores of drawn test sets by system and sample."""
        import numpy as np

        generator = np.random.default_rng(self._resampling.seed)
        found: list[list[Floats]] = [[] for _ in self._metrics]
        for sums in self._watched(
            drawn_sums(self._different, generator, self._resampling.bootstrap)
        ):
            for place, (metric, columns) in enumerate(self._by_metric(sums)):
                found[place].append(metric.score(columns))
        return [np.concatenate(blocks, axis=-1) for blocks in found]

    def shuffle(self) -> "list[NDArray[np.int64]]":
        """Return, for each metric and pair, how many shufflings reach the difference."""
        import numpy as np

        generator = np.random.default_rng(self._resampling.seed)
        observed = [metric.observed() for metric in self._metrics]
        totals = [_columns_first(metric.counts.sum(axis=0)) for metric in self._metrics]
        systems = len(observed[0])
        reached = [np.zeros((systems, systems), np.int64) for _ in self._metrics]
        shuffled = chosen_sums(self._different, generator, self._resampling.randomisation)
        for sums in self._watched(shuffled):
            for place, (metric, columns) in enumerate(self._by_metric(sums)):
                for left in range(systems - 1):
                    later = slice(left + 1, None)
                    taken = columns[:, left : left + 1] - columns[:, later]
                    left_scores = metric.score(totals[place][:, later, None] + taken)
                    right_scores = metric.score(totals[place][:, left : left + 1, None] - taken)
                    reached[place][left, later] += count_reached(
                        np.abs(left_scores - right_scores),
                        observed[place][left],
                        observed[place][later],
                    )
        return reached

    def _by_metric(self, sums: "Floats") -> "Iterator[tuple[SystemCounts, Floats]]":
        """Yield each metric with its sums by column, system and sample."""
        import numpy as np

        start = 0
        for metric in self._metrics:
            _, systems, width = metric.counts.shape
            end = start + systems * width
            block = sums[:, self._places[start:end]].reshape(len(sums), systems, width)
            yield metric, np.ascontiguousarray(block.transpose(2, 1, 0))
            start = end

    def _watched(self, blocks: "Iterator[Floats]") -> "Iterator[Floats]":
        for block in blocks:
            yield block
            self._done += len(block)
            self._progress(self._done / self._expected)


def _test_metric(
    counted: SystemCounts,
    drawn: "Floats",
    reached: "NDArray[np.int64] | None",
    resampling: Resampling,
) -> MetricTests:
    observed = counted.observed()
    systems = len(observed)
    return MetricTests(
        scores=tuple(observed.tolist()),
        intervals=tuple(interval_of(samples) for samples in drawn),
        pairs=tuple(
            _test_pair(
                counted,
                observed,
                drawn,
                pair=(left, right),
                p_value=None
                if reached is None
                else sampled_p_value(int(reached[left, right]), resampling.randomisation),
            )
            for left in range(systems)
            for right in range(left + 1, systems)
        ),
    )


def _test_pair(
    counted: SystemCounts,
    observed: "Floats",
    drawn: "Floats",
    *,
    pair: tuple[int, int],
    p_value: float | None,
) -> PairTest:
    import numpy as np

    left, right = pair
    left_counts, right_counts = counted.counts[:, left], counted.counts[:, right]
    differing = differing_segments(left_counts, right_counts)
    if p_value is not None and has_exact(differing):
        p_value = exact_p_value(left_counts, right_counts, counted.score)
    differences = drawn[right] - drawn[left]
    distances = np.abs(differences)
    reached = int(count_reached(distances - distances.mean(), observed[left], observed[right]))
    return PairTest(
        left=left,
        right=right,
        difference=float(observed[right] - observed[left]),
        interval=interval_of(differences),
        bootstrap=sampled_p_value(reached, len(distances)),
        randomisation=p_value,
        differing=differing,
    )


def _distinct_columns(counts: "Floats") -> "tuple[Floats, NDArray[np.intp]]":
    """Return distinct columns only, and the place of each original one.

    The references' lengths are those of all systems, and many counts are those of both sides: a
    third of METEOR's columns has to be summed.
    """
    import numpy as np

    known: dict[bytes, int] = {}
    columns = np.ascontiguousarray(counts.T)
    places = [known.setdefault(column.tobytes(), len(known)) for column in columns]
    kept = [places.index(place) for place in range(len(known))]
    return np.ascontiguousarray(columns[kept].T), np.array(places)


def _columns_first(counts: "Floats") -> "Floats":
    """Return counts with their last axis first, each column contiguous in memory."""
    import numpy as np

    return np.ascontiguousarray(np.moveaxis(counts, -1, 0))
