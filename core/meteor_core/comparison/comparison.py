"""Systems compared: scores with intervals, tests of all pairs, clusters, and where it comes from.

Everything that a command prints or a view shows is data here first.

``compare_systems`` makes a comparison.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, cast, overload

from ..agreement.agreement import SetAgreement
from ..analysis.all_pairs import MetricTests, PairTest, Resampling, SystemCounts
from ..analysis.p_values import SIGNIFICANT
from ..analysis.significance import Interval, holm
from ..errors import InputError, InputTypeError, ParameterError, unknown_name
from ..meteor import Meteor
from ..score.parameters import positive
from ..score.results import SegmentResult
from ..text.streams import require_stream
from .agreement_with import agreement_with, segment_scores
from .buckets import SegmentBucket, WordBucket, segment_buckets, stage_buckets
from .differences import PartsOfDifference, SegmentDifference, parts_of, segment_differences
from .meteor_counts import MeteorCounts
from .rows import AgainstBaseline, Metric, MetricScore, PairRow, SystemRow
from .texts import ComparedTexts
from .words import (
    MatchedWords,
    NgramDifference,
    WordDifference,
    frequency_buckets,
    matched_words,
    ngram_differences,
    reference_counts,
    word_differences,
)

AGREEMENT: Final = ("pairwise", "pearson", "spearman", "kendall", "system")
"""The measures of agreement that are found unless others are asked for."""

TESTS: Final = ("randomisation", "bootstrap")
"""The tests, by name; the first decides unless another is asked for."""

BUCKETS: Final = ("length", "frequency", "stage", "fragmentation")
"""What segments or words are put into buckets by."""


class Comparison:
    """The comparison of systems; ``compare_systems`` makes it.

    Attributes:
        texts: that were compared: segments that cannot be scored are left out.
        numbers: of these segments among those that were given, from 1.
        metrics: by name; the first one, which is METEOR, ranks the systems.
        baseline: name of the system that the others are tested against.
        resampling: how the tests were made.
        test: the one of ``TESTS`` that decides.
        notes: on excluded segments.
    """

    def __init__(
        self,
        *,
        texts: ComparedTexts,
        numbers: Sequence[int],
        metrics: Sequence[Metric],
        counts: Mapping[str, SystemCounts],
        meteors: Mapping[str, MeteorCounts],
        tests: Mapping[str, MetricTests],
        baseline: str,
        resampling: Resampling,
        test: str,
        notes: tuple[str, ...],
    ) -> None:
        """Hold what ``compare_systems`` found."""
        self.texts: Final = texts
        self.numbers: Final = tuple(numbers)
        self.metrics: Final = {metric.name: metric for metric in metrics}
        self.baseline: Final = baseline
        self.resampling: Final = resampling
        self.test: Final = test
        self.notes: Final = notes
        self._counts: Final = counts
        self._meteors: Final = meteors
        self._tests: Final = tests
        self._names: Final = tuple(texts.systems)
        self._matched: dict[tuple[str, str], tuple[SegmentResult, ...]] = {}

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, the best by the first metric first."""
        order = self._order(next(iter(self.metrics)))
        return tuple(self._names[place] for place in order)

    def __len__(self) -> int:
        """Return the number of segments that are compared."""
        return len(self.texts)

    def table(self) -> tuple[SystemRow, ...]:
        """Return a row for each system, the best by the first metric first."""
        by_metric = {name: self._scores(name) for name in self.metrics}
        return tuple(
            SystemRow(
                system=system,
                metrics={name: scores[system] for name, scores in by_metric.items()},
                columns={column.name: column.mean(system) for column in self.texts.columns},
            )
            for system in self.systems
        )

    def pairs(self, metric: str | None = None) -> tuple[PairRow, ...]:
        """Return all pairs of systems by a metric, the best system's first.

        Args:
            metric: its name; None for the first.

        Raises:
            ParameterError: there is no such metric.
        """
        name = self._metric(metric)
        order = self._order(name)
        places = {system: place for place, system in enumerate(order)}
        tests = self._tests[name].pairs
        rows = {}
        for pair, adjusted in zip(tests, self._holm(name), strict=True):
            left_is_better = places[pair.left] < places[pair.right]
            left, right = (pair.left, pair.right) if left_is_better else (pair.right, pair.left)
            rows[places[left], places[right]] = PairRow(
                left=self._names[left],
                right=self._names[right],
                **self._difference(pair, adjusted, is_negated=left_is_better),
            )
        return tuple(rows[key] for key in sorted(rows))

    @overload
    def buckets(
        self,
        by: Literal["length", "fragmentation"],
        *,
        metric: str | None = None,
        edges: Sequence[float] | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> tuple[SegmentBucket, ...]: ...

    @overload
    def buckets(
        self,
        by: Literal["frequency", "stage"],
        *,
        metric: str | None = None,
        edges: Sequence[float] | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> tuple[WordBucket, ...]: ...

    def buckets(
        self,
        by: str,
        *,
        metric: str | None = None,
        edges: Sequence[float] | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> tuple[SegmentBucket, ...] | tuple[WordBucket, ...]:
        """Return all segments, or all words, in buckets, with each system's results.

        Args:
            by: ``length`` of the reference in words and ``fragmentation`` (chunks per match of all
                systems together) put segments into buckets; ``frequency`` of a word and ``stage``
                of its match put words of the references.
            metric: the variant of METEOR; None for the first.
            edges: where buckets begin, ascending; None for the usual ones. ``stage`` has none.
            counts: of words in training data, for ``frequency``; None counts the references.

        Raises:
            ParameterError: a name is unknown, or edges do not ascend.
            InputTypeError: edges are no list, or counts no mapping.
        """
        _check_buckets(by, edges, counts)
        found = self._meteor(metric)
        if by == "stage":
            return stage_buckets(found, self._names)
        if by == "frequency":
            words = [self._words(name, metric) for name in self._names]
            known = counts or reference_counts(found.meteor, self.texts.references)
            return frequency_buckets(words, known, edges)
        return segment_buckets(
            found,
            self._names,
            by=by,
            edges=edges,
            baseline=self._names.index(self.baseline),
            resampling=self.resampling,
        )

    def parts(
        self, left: str | None = None, right: str | None = None, *, metric: str | None = None
    ) -> PartsOfDifference:
        """Split the difference of two systems into matches and order.

        Args:
            left: name of a system; see ``pair``.
            right: name of another.
            metric: the variant of METEOR; None for the first.

        Raises:
            ParameterError: there is no such system or metric, or the metric is not METEOR.
            InputError: there is one system only.
        """
        left_name, right_name = self.pair(left, right)
        scores = self._scores(self._meteor_name(metric))
        measures = [scores[name].measures for name in (left_name, right_name)]
        if measures[0] is None or measures[1] is None:
            raise ParameterError("only METEOR's differences have parts")
        return parts_of(left_name, right_name, measures[0], measures[1])

    def words(
        self,
        left: str | None = None,
        right: str | None = None,
        *,
        metric: str | None = None,
        most: int = 20,
    ) -> tuple[WordDifference, ...]:
        """Return the words of the references that one system matches more often.

        Args:
            left: name of a system; see ``pair``.
            right: name of another.
            metric: the variant of METEOR; None for the first.
            most: how many words; the largest differences come first.

        Raises:
            ParameterError: there is no such system or metric, or the metric is not METEOR,
                or ``most`` is below 1.
            InputError: there is one system only.
        """
        left_name, right_name = self.pair(left, right)
        return word_differences(
            self._words(left_name, metric),
            self._words(right_name, metric),
            limit=positive("most", most),
        )

    def ngrams(
        self,
        left: str | None = None,
        right: str | None = None,
        *,
        metric: str | None = None,
        sizes: Sequence[int] = (2, 3, 4),
        most: int = 20,
    ) -> tuple[NgramDifference, ...]:
        """Return the n-grams of the references that one system matches more often.

        An n-gram is matched if all its words are matched in one chunk.

        Args:
            left: name of a system; see ``pair``.
            right: name of another.
            metric: the variant of METEOR; None for the first.
            sizes: lengths of runs, in words.
            most: how many runs; the largest differences come first.

        Raises:
            ParameterError: there is no such system or metric, or the metric is not METEOR,
                or ``most`` or a size is below 1.
            InputError: there is one system only.
        """
        left_name, right_name = self.pair(left, right)
        require_stream("sizes", sizes, of="numbers")
        for size in sizes:
            positive("the size of an n-gram", size)
        return ngram_differences(
            self._words(left_name, metric),
            self._words(right_name, metric),
            sizes=sizes,
            limit=positive("most", most),
        )

    def segments(
        self,
        left: str | None = None,
        right: str | None = None,
        *,
        metric: str | None = None,
        most: int = 10,
        sample: bool = False,
        seed: int | None = 12345,
    ) -> tuple[SegmentDifference, ...]:
        """Return the segments with the largest differences of two systems, or a sample.

        Args:
            left: name of a system; see ``pair``.
            right: name of another.
            metric: the variant of METEOR; None for the first.
            most: how many segments.
            sample: whether to draw segments at random, each as likely, in their order.
            seed: of the random numbers; None draws others every time.

        Raises:
            ParameterError: there is no such system or metric, or the metric is not METEOR,
                or ``most`` is below 1.
            InputError: there is one system only.
        """
        left_name, right_name = self.pair(left, right)
        return segment_differences(
            self._meteor(metric),
            self.texts,
            self.numbers,
            (left_name, right_name),
            limit=positive("most", most),
            sample=sample,
            seed=seed,
        )

    def agreement(self, column: str, *, measures: Sequence[str] = AGREEMENT) -> SetAgreement:
        """Return how well METEOR, chrF and TER agree with a column of the texts.

        Args:
            column: name of the numbers: people's ratings, or the scores of another metric.
            measures: names of measures of agreement; see ``meteorscope agree``.

        Raises:
            ParameterError: there is no such column or measure.
            InputError: no output has a number.
        """
        found = {counts.name: counts for counts in self.texts.columns}
        if column not in found:
            raise unknown_name("column", column, found)
        scores = {name: counts.scores for name, counts in self._meteors.items()}
        for name, counted_segments in self._counts.items():
            if name not in scores and name != "BLEU":  # which has no scores of segments
                sign = -1 if self.metrics[name].lower_is_better else 1
                scores[name] = sign * segment_scores(counted_segments)
        return agreement_with(
            found[column], self.texts, self.numbers, scores, self.resampling, measures
        )

    def pair(self, left: str | None = None, right: str | None = None) -> tuple[str, str]:
        """Resolve the two systems to analyse.

        Args:
            left: name of a system; None for the baseline, or the best other one beside it.
            right: name of another; None for the best but the left one.

        Raises:
            ParameterError: there is no such system, or the two are one.
            InputError: there is one system only.
        """
        for name in (left, right):
            if name is not None and name not in self._names:
                raise unknown_name("system", name, self._names)
        if len(self._names) < 2:
            raise InputError("there is one system, but it takes two to look into a difference")
        ranked = [name for name in self.systems if name not in (left, right)]
        if right is None:
            free = [name for name in ranked if left is not None or name != self.baseline]
            right = free[0]
        if left is None:
            left = self.baseline if right != self.baseline else ranked[0]
        if left == right:
            raise ParameterError(f"'{left}' is both systems of the pair; name two")
        return left, right

    def scores(self, system: str, *, metric: str | None = None) -> "memoryview[float]":
        """Return METEOR of each segment of a system, from 0 to 1, which numpy reads without a copy.

        Args:
            system: its name.
            metric: the variant of METEOR; None for the first.

        Raises:
            ParameterError: there is no such system or metric.
        """
        if system not in self._names:
            raise unknown_name("system", system, self._names)
        found = self._meteor(metric).scores[:, self._names.index(system)]
        return cast("memoryview[float]", found.data.toreadonly())

    def results(self, system: str, *, metric: str | None = None) -> tuple[SegmentResult, ...]:
        """Return every segment of a system with its alignment; made at the first use.

        Args:
            system: its name.
            metric: the variant of METEOR; None for the first.

        Raises:
            ParameterError: there is no such system or metric.
        """
        if system not in self._names:
            raise unknown_name("system", system, self._names)
        name = self._meteor_name(metric)
        if (name, system) not in self._matched:
            meteor = self._meteors[name].meteor
            self._matched[name, system] = tuple(
                meteor.segments(self.texts.systems[system], self.texts.references)
            )
        return self._matched[name, system]

    def meteor(self, metric: str | None = None) -> Meteor:
        """Return the scorer of a metric; None for the first.

        Raises:
            ParameterError: there is no such metric, or it is not METEOR.
        """
        return self._meteor(metric).meteor

    def _words(self, system: str, metric: str | None) -> MatchedWords:
        meteor = self._meteor(metric).meteor
        return matched_words(system, self.results(system, metric=metric), self.numbers, meteor)

    def _metric(self, name: str | None) -> str:
        if name is None:
            return next(iter(self.metrics))
        if name not in self.metrics:
            raise unknown_name("metric of the comparison", name, self.metrics)
        return name

    def _meteor_name(self, name: str | None) -> str:
        found = self._metric(name)
        if found not in self._meteors:
            raise ParameterError(
                f"{found} has no alignments; name one of {', '.join(self._meteors)}"
            )
        return found

    def _meteor(self, name: str | None) -> MeteorCounts:
        return self._meteors[self._meteor_name(name)]

    def _p_value(self, pair: PairTest) -> float:
        if self.test == "randomisation" and pair.randomisation is not None:
            return pair.randomisation
        return pair.bootstrap

    def _holm(self, metric: str, pairs: Sequence[PairTest] | None = None) -> list[float]:
        tested = self._tests[metric].pairs if pairs is None else pairs
        return holm([self._p_value(pair) for pair in tested])

    def _order(self, metric: str) -> list[int]:
        """Return the systems by score, best first, ties in the given order."""
        scores = self._tests[metric].scores
        sign = 1 if self.metrics[metric].lower_is_better else -1
        return sorted(range(len(scores)), key=lambda place: sign * scores[place])

    def _scores(self, name: str) -> dict[str, MetricScore]:
        tests, order = self._tests[name], self._order(name)
        rank: dict[int, int] = {}
        for place, system in enumerate(order):
            is_tied = place and tests.scores[order[place - 1]] == tests.scores[system]
            rank[system] = rank[order[place - 1]] if is_tied else place + 1
        differ = {
            frozenset((pair.left, pair.right)): adjusted < SIGNIFICANT and not pair.too_few
            for pair, adjusted in zip(tests.pairs, self._holm(name), strict=True)
        }
        cluster = clusters(order, lambda better, worse: differ[frozenset((better, worse))])
        beside = self._beside_baseline(name)
        meteor = self._meteors.get(name)
        found = {}
        for place, name_of_system in enumerate(self._names):
            measures = None if meteor is None else meteor.measures(place)
            found[name_of_system] = MetricScore(
                score=tests.scores[place] if measures is None else measures.score,
                interval=tests.intervals[place],
                rank=rank[place],
                cluster=cluster[place],
                baseline=beside.get(place),
                measures=measures,
                shortfall=None if meteor is None else float(meteor.shortfalls[:, place].sum()),
            )
        return found

    def _beside_baseline(self, name: str) -> dict[int, AgainstBaseline]:
        base = self._names.index(self.baseline)
        pairs = [pair for pair in self._tests[name].pairs if base in (pair.left, pair.right)]
        found = {}
        for pair, adjusted in zip(pairs, self._holm(name, pairs), strict=True):
            is_right = pair.right == base
            found[pair.left if is_right else pair.right] = AgainstBaseline(
                **self._difference(pair, adjusted, is_negated=is_right)
            )
        return found

    def _difference(self, pair: PairTest, adjusted: float, *, is_negated: bool) -> dict[str, Any]:
        """Return the fields that ``AgainstBaseline`` and ``PairRow`` share."""
        return {
            "difference": 0.0 - pair.difference if is_negated else pair.difference,
            "interval": _negated(pair.interval) if is_negated else pair.interval,
            "bootstrap": pair.bootstrap,
            "randomisation": pair.randomisation,
            "p_value": self._p_value(pair),
            "holm": adjusted,
            "equal": pair.equal,
            "differing": pair.differing,
            "exact": pair.exact,
            "too_few": pair.too_few,
        }


def clusters(order: Sequence[int], differ: Callable[[int, int], bool]) -> dict[int, int]:
    """Return the significance cluster of each system, from 1 for the best.

    A new cluster begins where every system so far differs from every one that follows, as in WMT's
    tables of human evaluation.
    """
    found: dict[int, int] = {}
    cluster = 1
    for place, system in enumerate(order):
        if place and all(
            differ(better, worse) for better in order[:place] for worse in order[place:]
        ):
            cluster += 1
        found[system] = cluster
    return found


def _check_buckets(
    by: str, edges: Sequence[float] | None, counts: Mapping[str, int] | None
) -> None:
    if by not in BUCKETS:
        raise unknown_name("kind of buckets", by, BUCKETS)
    if edges is not None:
        require_stream("edges", edges, of="numbers")
        if by == "stage" or not _ascend(edges):
            raise ParameterError(
                f"edges of buckets must be numbers that ascend, and stages have none: {edges}"
            )
    if counts is not None and not isinstance(counts, Mapping):
        raise InputTypeError(
            f"counts must be a mapping from words to numbers, not {type(counts).__name__}"
        )


def _ascend(numbers: Sequence[float]) -> bool:
    if not numbers or not all(isinstance(number, int | float) for number in numbers):
        return False
    return all(low < high for low, high in pairwise(numbers))


def _negated(interval: Interval) -> Interval:
    return Interval(
        mean=0.0 - interval.mean, lower=0.0 - interval.upper, upper=0.0 - interval.lower
    )
