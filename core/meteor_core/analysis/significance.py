"""Test whether a difference between systems could be chance, by resampling.

Paired bootstrap resampling (Koehn 2004) draws segments with replacement and asks how the scores
vary; paired approximate randomisation (Riezler and Maxwell 2005) swaps the systems' outputs at
random and asks how often a difference as large comes about by chance. Seeds, draws and the interval
are sacrebleu's, so that METEOR's p-values are comparable to BLEU's and chrF's of the same segments.
p may differ from sacrebleu's, which ignores samples that tie with the real difference: see
``p_values.py``. Adjustment for several comparisons is an addition of this module.

A system is a matrix of counts with a row for each segment, and each sample is scored from the
sums of its rows: a corpus score is never a mean of segment scores. Which reference a segment was
scored against is part of its counts, and stays as it is. Counts are whole numbers, summed exactly
whatever their size (sacrebleu sums single floats, exact up to 16,777,216).

NumPy is needed here; the extra ``widget`` installs it.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..errors import InputError, ParameterError, require_extra
from ..score.measures import measure
from ..score.parameters import Parameters
from ..score.signature import Signature
from ..score.statistics import COUNTS, PROOF_COUNTS, STAGE_COUNTS, Statistics, count_names
from .p_values import (
    DifferingSegments,
    count_reached,
    differing_segments,
    exact_p_value,
    has_exact,
    sampled_p_value,
)
from .resampling import chosen_sums, drawn_sums

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts: TypeAlias = NDArray[np.integer[Any]]
    Floats: TypeAlias = NDArray[np.float64]

SEED_VARIABLE: Final = "SACREBLEU_SEED"

_DEFAULT_SEED: Final = 12345

BOOTSTRAP_SAMPLES: Final = 1000
RANDOMISATION_SAMPLES: Final = 10_000
"""sacrebleu's default."""


def environment_seed() -> int | None:
    """Return the seed that sacrebleu would use: SACREBLEU_SEED, else 12345; ``none`` is None.

    Raises:
        ParameterError: the variable is neither a whole number nor ``none``.
    """
    text = os.environ.get(SEED_VARIABLE, str(_DEFAULT_SEED)).strip()
    if text.lower() == "none":
        return None
    if not text.isdecimal():
        raise ParameterError(f"{SEED_VARIABLE} is {text!r}, but must be a whole number or none")
    return int(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bootstrap:
    """Paired bootstrap resampling.

    Attributes:
        samples: test sets to draw.
        seed: of the random numbers; None takes new ones from the operating system every time.
            (sacrebleu 2.6.0 takes a seed of 0 for None where it compares; here 0 is a seed.)

    Raises:
        ParameterError: a number is out of its range.
    """

    samples: int = BOOTSTRAP_SAMPLES
    seed: int | None = field(default_factory=environment_seed)

    def __post_init__(self) -> None:
        """Check the ranges."""
        _check_whole("the number of samples", self.samples, least=1)
        _check_seed(self.seed)

    def signed(self, signature: Signature) -> Signature:
        """Return a scorer's signature with the settings that reproduce the test."""
        return replace(signature, bootstrap_samples=self.samples, seed=self.seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Randomisation:
    """Paired approximate randomisation.

    Attributes:
        samples: shufflings to try.
        confidence_samples: test sets to draw besides, for the intervals; 0 for no intervals.
        seed: of the random numbers, as for the bootstrap.

    Raises:
        ParameterError: a number is out of its range.
    """

    samples: int = RANDOMISATION_SAMPLES
    confidence_samples: int = 0
    seed: int | None = field(default_factory=environment_seed)

    def __post_init__(self) -> None:
        """Check the ranges."""
        _check_whole("the number of samples", self.samples, least=1)
        _check_whole("the number of samples for intervals", self.confidence_samples, least=0)
        _check_seed(self.seed)

    def signed(self, signature: Signature) -> Signature:
        """Return a scorer's signature with the settings that reproduce the test."""
        drawn = self.confidence_samples or None
        return replace(signature, bootstrap_samples=drawn, shufflings=self.samples, seed=self.seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """The interval in which 95 % of the resampled values lie, as sacrebleu has it.

    Attributes:
        mean: of all of them.
        lower: the value that a fortieth of them are below.
        upper: the value that a fortieth of them are above.
    """

    mean: float
    lower: float
    upper: float

    @property
    def half_width(self) -> float:
        """The number that sacrebleu writes after the ±."""
        return 0.5 * (self.upper - self.lower)


def interval_of(values: "Floats") -> Interval:
    """Return the interval of resampled values."""
    import numpy as np

    ordered = np.sort(values)
    outside = len(ordered) // 40
    lower, upper = ordered[outside], ordered[len(ordered) - outside - 1]
    return Interval(mean=float(ordered.mean()), lower=float(lower), upper=float(upper))


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(DifferingSegments):
    """The comparison of one system with the baseline.

    Attributes:
        difference: the system's score less the baseline's.
        interval: of the difference, if test sets were drawn; an addition to sacrebleu's.
        p_value: of the two-sided test.
        holm: the p-value adjusted for the number of comparisons (Holm 1979); an addition.
        differing: segments in which the two have different counts.
        exact: whether all ways of swapping were counted, not a sample of them.
    """

    difference: float
    interval: Interval | None
    p_value: float
    holm: float
    differing: int
    exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemResult:
    """The results of one system.

    Attributes:
        name: of the system.
        score: of all segments, as they are.
        interval: of the score, if test sets were drawn.
        comparison: with the baseline; the baseline has none.
    """

    name: str
    score: float
    interval: Interval | None
    comparison: Comparison | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Significance:
    """The results of a test.

    Attributes:
        test: how it was made.
        segments: how many were resampled.
        systems: in the order given; the first is the baseline.
    """

    test: Bootstrap | Randomisation
    segments: int
    systems: tuple[SystemResult, ...]

    @property
    def baseline(self) -> SystemResult:
        """The system that the others are compared with."""
        return self.systems[0]

    def sacrebleu_json(self) -> list[dict[str, Any]]:
        """Return the test as ``sacrebleu --format json`` prints it; scores are from 0 to 1."""
        return [
            {
                "system": system.name if place else f"Baseline: {system.name}",
                "METEOR": {
                    "score": system.score,
                    "p_value": system.comparison.p_value if system.comparison else None,
                    "mean": system.interval.mean if system.interval else None,
                    "ci": system.interval.half_width if system.interval else None,
                },
            }
            for place, system in enumerate(self.systems)
        ]


def scores(counts: "Counts | Floats", parameters: Parameters) -> "Floats":
    """Score rows of counts, of segments or of sums: a vectorised ``measure``.

    It computes in floating point, and so agrees with ``measure`` to the last digits, not to the
    last bit. Rows of equal counts have equal scores.

    Args:
        counts: along the last axis, in the order of the table of counts.
        parameters: of the score.
    """
    import numpy as np

    # Side by side in memory: then NumPy takes the same steps for every row.
    columns = np.ascontiguousarray(np.moveaxis(np.asarray(counts, np.float64), -1, 0))
    return column_scores(columns, parameters)


def column_scores(columns: "Floats", parameters: Parameters) -> "Floats":
    """Score counts that lie along the first axis."""
    import numpy as np

    stages = len(parameters.weights)
    by_stage = columns[len(COUNTS) :].reshape(len(STAGE_COUNTS), stages, *columns.shape[1:])
    names, values = (*COUNTS, *STAGE_COUNTS), (*columns[: len(COUNTS)], *by_stage)
    count = dict(zip(names, values, strict=True))
    both = count["matches_by_stage"].sum(axis=0) + count["reference_matches_by_stage"].sum(axis=0)
    chunks = count["chunks"]
    if parameters.waive_perfect:
        chunks = chunks - count["perfect_segments"]
    (hypothesis, length), (reference, other_length) = (
        (
            _weighted_matches(parameters, count[matches], count[f"{side}_function_matches"]),
            _delta_weighted(parameters, count[f"{side}_length"], count[f"{side}_function_words"]),
        )
        for side, matches in (
            ("hypothesis", "matches_by_stage"),
            ("reference", "reference_matches_by_stage"),
        )
    )
    whole = parameters.alpha * hypothesis * other_length
    whole += (1 - parameters.alpha) * reference * length
    f_mean = _ratio(hypothesis * reference, whole)
    fragmentation = _ratio(2 * chunks, both)
    penalty = np.where(chunks > 0, parameters.gamma * fragmentation**parameters.beta, 0.0)
    found: Floats = f_mean * (1 - penalty)
    return found


def scored_counts(counts: "Floats", parameters: Parameters) -> "Floats":
    """Zero the counts that a score does not depend on.

    Systems that differ only in those, for instance in proofs, are then equal.

    Args:
        counts: along the last axis, in the order of the table of counts.
        parameters: of the score.
    """
    unused = [*PROOF_COUNTS]
    if parameters.delta is None:
        unused += [name for name in (*COUNTS, *STAGE_COUNTS) if "_function_" in name]
    if not parameters.waive_perfect:
        unused.append("perfect_segments")
    found = counts.copy()
    stages = [str(place) for place in range(len(parameters.weights))]
    for place, name in enumerate(count_names(stages)):
        if name.startswith(tuple(unused)):
            found[..., place] = 0
    return found


def _weighted_matches(parameters: Parameters, matches: "Floats", function: "Floats") -> "Floats":
    """Return the weighted matches of one side, given matches and function words by stage."""
    import numpy as np

    total: Floats = np.zeros_like(matches[0])
    for weight, *words in zip(parameters.weights, matches, function, strict=True):
        total += weight * _delta_weighted(parameters, *words)
    return total


def _delta_weighted(parameters: Parameters, words: "Floats", function: "Floats") -> "Floats":
    if parameters.delta is None:
        return words
    return parameters.delta * (words - function) + (1 - parameters.delta) * function


def _ratio(above: "Floats", below: "Floats") -> "Floats":
    """Divide, with 0 where the numerator is 0."""
    import numpy as np

    quotients: Floats = np.divide(above, below, out=np.zeros_like(above), where=above > 0)
    return quotients


def interval_ends(prefix: str, interval: Interval | None) -> dict[str, float | None]:
    """Return the ends of an interval by name, such as ``difference_lower``."""
    return {
        f"{prefix}lower": interval.lower if interval else None,
        f"{prefix}upper": interval.upper if interval else None,
    }


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for their number by Holm's step-down method; the order is kept."""
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def compare(
    systems: "Mapping[str, Counts]",
    parameters: Parameters,
    test: Bootstrap | Randomisation,
    progress: Callable[[float], None] = lambda _: None,
) -> Significance:
    """Test each system against the first; a single system gets an interval only.

    Args:
        systems: matrices of counts by name, a row for each segment in the order of the table of
            counts (``Statistics.counts``), the same segments in each.
        parameters: of the score.
        test: how to resample.
        progress: called repeatedly with the share of the work that is done; an exception that
            it raises ends the work.

    Raises:
        InputError: there is no system, no segment, or their numbers of segments differ.
        MissingExtraError: NumPy is not installed.
    """
    require_extra("tests of significance need", "widget", ["numpy"])
    counts = _side_by_side(systems, parameters)
    work = _Work(counts=counts, parameters=parameters, progress=progress)
    found = _bootstrap(work, test) if isinstance(test, Bootstrap) else _randomise(work, test)
    return Significance(
        test=test,
        segments=len(counts),
        systems=tuple(_system_results(list(systems), work, found, test)),
    )


@dataclass(slots=True, kw_only=True)
class _Work:
    """Shared work of both tests: summing, scoring, reporting progress.

    Attributes:
        counts: by segment, system and column.
    """

    counts: "Floats"
    parameters: Parameters
    progress: Callable[[float], None]
    expected: int = 0
    done: int = 0

    def observed(self) -> "Floats":
        return scores(self.counts.sum(axis=0), self.parameters)

    def draw(self, generator: "np.random.Generator", samples: int, systems: slice) -> "Floats":
        """Return scores by sample and system of test sets drawn with replacement."""
        counts = self.counts[:, systems]
        sums = self._gather(drawn_sums(_flat(counts), generator, samples))
        return scores(sums.reshape(samples, *counts.shape[1:]), self.parameters)

    def shuffle(self, generator: "np.random.Generator", samples: int) -> "Floats":
        """Return differences from the first system by sample and system, outputs swapped."""
        baseline, others = self.counts[:, :1], self.counts[:, 1:]
        both = baseline.sum(axis=0) + others.sum(axis=0)
        gained = self._gather(chosen_sums(_flat(baseline - others), generator, samples))
        shuffled = others.sum(axis=0) + gained.reshape(samples, *others.shape[1:])
        return scores(shuffled, self.parameters) - scores(both - shuffled, self.parameters)

    def _gather(self, blocks: "Iterator[Floats]") -> "Floats":
        import numpy as np

        gathered = []
        for block in blocks:
            gathered.append(block)
            self.done += len(block)
            self.progress(self.done / self.expected)
        return np.concatenate(gathered)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """The samples of a test.

    Attributes:
        chance: differences by chance, by sample and system after the first.
        intervals: of scores.
        differences: intervals of differences, for systems after the first.
    """

    chance: "Floats"
    intervals: Sequence[Interval | None]
    differences: Sequence[Interval | None]


_ALL: Final = slice(None)
_BASELINE: Final = slice(1)


def _bootstrap(work: _Work, test: Bootstrap) -> _Found:
    import numpy as np

    work.expected = test.samples
    # sacrebleu begins anew for every system; with a seed, all of them then share the draws.
    drawn = work.draw(np.random.default_rng(test.seed), test.samples, _ALL)
    apart = np.abs(drawn[:, 1:] - drawn[:, :1])
    return _Found(
        chance=apart - apart.mean(axis=0),
        intervals=_intervals(drawn),
        differences=_intervals(drawn[:, 1:] - drawn[:, :1]),
    )


def _randomise(work: _Work, test: Randomisation) -> _Found:
    import numpy as np

    work.expected = test.samples + 2 * test.confidence_samples
    generator = np.random.default_rng(test.seed)
    chance = np.abs(work.shuffle(generator, test.samples))
    if not test.confidence_samples:
        systems = work.counts.shape[1]
        return _Found(chance=chance, intervals=[None] * systems, differences=[None] * (systems - 1))
    # sacrebleu draws the baseline's test sets anew, and the others' after the shufflings.
    drawn = work.draw(generator, test.confidence_samples, _ALL)
    anew = work.draw(np.random.default_rng(test.seed), test.confidence_samples, _BASELINE)
    return _Found(
        chance=chance,
        intervals=[*_intervals(anew), *_intervals(drawn[:, 1:])],
        differences=_intervals(drawn[:, 1:] - drawn[:, :1]),
    )


def _system_results(
    names: Sequence[str], work: _Work, found: _Found, test: Bootstrap | Randomisation
) -> Iterator[SystemResult]:
    observed = work.observed()
    baseline, others = work.counts[:, 0], work.counts[:, 1:].swapaxes(0, 1)
    differing = [differing_segments(baseline, other) for other in others]
    exact = [isinstance(test, Randomisation) and has_exact(segments) for segments in differing]
    p_values = [
        exact_p_value(baseline, other, lambda sums: column_scores(sums, work.parameters))
        if is_exact
        else sampled_p_value(int(count_reached(chance, observed[0], score)), len(chance))
        for other, score, chance, is_exact in zip(
            others, observed[1:], found.chance.T, exact, strict=True
        )
    ]
    # Samples are compared with scores in floating point; the displayed ones are exact.
    exact_scores = [_exact_score(row, work.parameters) for row in work.counts.sum(axis=0)]
    adjusted = holm(p_values)
    comparisons: list[Comparison | None] = [
        Comparison(
            difference=exact_scores[place + 1] - exact_scores[0],
            interval=found.differences[place],
            p_value=p_values[place],
            holm=adjusted[place],
            differing=differing[place],
            exact=exact[place],
        )
        for place in range(len(p_values))
    ]
    for name, score, interval, comparison in zip(
        names, exact_scores, found.intervals, [None, *comparisons], strict=True
    ):
        yield SystemResult(name=name, score=score, interval=interval, comparison=comparison)


def _exact_score(sums: "Floats", parameters: Parameters) -> float:
    # No score depends on how many segments there are.
    return measure(Statistics.of_counts(list(map(int, sums)), segments=0), parameters).score


def _intervals(values: "Floats") -> list[Interval]:
    return [interval_of(column) for column in values.T]


def _flat(counts: "Floats") -> "Floats":
    segments, systems, columns = counts.shape
    return counts.reshape(segments, systems * columns)


def _side_by_side(systems: "Mapping[str, Counts]", parameters: Parameters) -> "Floats":
    """Stack counts by segment, system and column."""
    import numpy as np

    if not systems:
        raise InputError("there is no system to test")
    sizes = {name: len(counts) for name, counts in systems.items()}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{name}: {size}" for name, size in sizes.items())
        raise InputError(f"the systems have unequal numbers of segments ({listed})")
    if not all(sizes.values()):
        raise InputError("there are no segments to resample")
    counts = np.stack([np.asarray(counts, np.float64) for counts in systems.values()], axis=1)
    return scored_counts(counts, parameters)


def _check_whole(name: str, value: object, *, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ParameterError(f"{name} is {value!r}, but must be a whole number from {least} on")


def _check_seed(seed: object) -> None:
    if seed is not None:
        _check_whole("the seed", seed, least=0)
