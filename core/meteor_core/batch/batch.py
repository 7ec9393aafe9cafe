"""Scores of consecutive segments, as columns of numbers instead of an object for each.

Counts are one buffer of 64-bit integers, measures one of 64-bit floats, both column after
column, so that another library can take a column without a copy. First come the columns of
``CHOICES``, then those of the table of counts (``statistics.py``).
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import isnan
from typing import Any, ClassVar, Final, Protocol, cast, overload

from ..score.alignment import TokenRow
from ..score.frames import arrow_table, pandas_frame
from ..score.measures import MEASURE_NAMES, Measures
from ..score.results import SegmentResult, SegmentScore
from ..score.shortfall import column_of_shortfalls
from ..score.signature import Signature
from ..score.statistics import COUNTS, STAGE_COUNTS, Statistics, count_names, count_width
from ..text.numbers import counted
from ..text.streams import ReferenceSets

CHOICES: Final = ("reference", "chunk_gap")
"""Columns before those of counts: the chosen reference, and the proof of its alignment."""

MEASURES: Final = MEASURE_NAMES
"""Columns of measures, in order."""

_COLUMN: Final = {
    name: number for names in ((*CHOICES, *COUNTS), MEASURES) for number, name in enumerate(names)
}


def count_columns(stages: int) -> int:
    """Return the number of columns of integers, given the number of stages."""
    return len(CHOICES) + count_width(stages)


def statistics_of(columns: Sequence[int], *, segments: int) -> Statistics:
    """Return the statistics of a row, or of a sum of rows, of the columns of integers."""
    return Statistics.of_counts(columns[len(CHOICES) :], segments=segments)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoredBatch:
    """The scores of consecutive segments, each against the best of its references.

    A column is a read-only ``memoryview`` of the batch's own memory, one number a segment, format
    ``q`` (64-bit integers) or ``d`` (64-bit floats). ``batch[row]`` and iteration make a
    ``SegmentScore`` of a row. Batches can be pickled.

    A segment that cannot be scored has a problem. Its row keeps its place: measures are
    NaN there, ``reference`` is -1, counts are 0. Totals leave it out.

    Attributes:
        signature: says how the numbers were computed, and makes them reproducible.
        stages: names of the stages, in the order of columns by stage.
        total: the summed statistics of all segments that are scored.
        problems: why segments cannot be scored, by row in ascending order; empty for most batches.
    """

    signature: Signature
    stages: tuple[str, ...]
    total: Statistics
    problems: Mapping[int, str] = field(default_factory=dict)
    _counts: "array[int]" = field(repr=False)
    _measures: "array[float]" = field(repr=False)

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self._measures) // len(MEASURES)

    @overload
    def __getitem__(self, row: int) -> SegmentScore: ...

    @overload
    def __getitem__(self, row: slice) -> "ScoredBatch": ...

    def __getitem__(self, row: int | slice) -> "SegmentScore | ScoredBatch":
        """Return the score of the segment in a row; negative rows count from the end.

        A slice gives a batch of its rows, as lists do.

        Raises:
            IndexError: there is no such row.
        """
        if isinstance(row, slice):
            return self._rows(row)
        size = len(self)
        row = self._checked(row)
        score, precision, recall, f_mean, fragmentation, penalty = self._measures[row::size]
        counts = self._counts[row::size]
        return SegmentScore(
            statistics=statistics_of(counts, segments=int(row not in self.problems)),
            measures=Measures(
                precision=precision,
                recall=recall,
                f_mean=f_mean,
                fragmentation=fragmentation,
                penalty=penalty,
                score=score,
            ),
            signature=self.signature,
            reference=counts[_COLUMN["reference"]],
            optimal=bool(counts[_COLUMN["proved_segments"]]),
            problem=self.problems.get(row, ""),
        )

    def __iter__(self) -> Iterator[SegmentScore]:
        """Yield the score of each segment, in order."""
        return (self[row] for row in range(len(self)))

    def statistics(self, row: int) -> Statistics:
        """Return the statistics of the segment in a row.

        Raises:
            IndexError: there is no such row.
        """
        row = self._checked(row)
        return statistics_of(self._counts[row :: len(self)], segments=int(row not in self.problems))

    @property
    def score(self) -> "memoryview[float]":
        """Return the METEOR score, from 0 to 1."""
        return self._measure("score")

    @property
    def precision(self) -> "memoryview[float]":
        """Weighted share of the hypothesis that is matched."""
        return self._measure("precision")

    @property
    def recall(self) -> "memoryview[float]":
        """Weighted share of the reference that is matched."""
        return self._measure("recall")

    @property
    def f_mean(self) -> "memoryview[float]":
        """Weighted harmonic mean of precision and recall."""
        return self._measure("f_mean")

    @property
    def fragmentation(self) -> "memoryview[float]":
        """Chunks per match, in the mean of both sides."""
        return self._measure("fragmentation")

    @property
    def penalty(self) -> "memoryview[float]":
        """Return the share of the F-mean that fragmentation takes."""
        return self._measure("penalty")

    @property
    def shortfall(self) -> "memoryview[float]":
        """Reference length times (1 - score), in words; computed when it is asked for."""
        found = column_of_shortfalls(self.reference_length, self.score)
        return cast("memoryview[float]", memoryview(found).toreadonly())

    @property
    def reference(self) -> "memoryview[int]":
        """Index of the reference that was chosen, from 0; the first of those that score best.

        -1 where the segment cannot be scored.
        """
        return self._count("reference")

    @property
    def hypothesis_length(self) -> "memoryview[int]":
        """Tokens of the hypothesis."""
        return self._count("hypothesis_length")

    @property
    def reference_length(self) -> "memoryview[int]":
        """Tokens of the chosen reference."""
        return self._count("reference_length")

    @property
    def chunks(self) -> "memoryview[int]":
        """Maximal runs of matches."""
        return self._count("chunks")

    @property
    def perfect(self) -> "memoryview[int]":
        """1 where the segment is matched entirely, on both sides, in one chunk; else 0."""
        return self._count("perfect_segments")

    @property
    def optimal(self) -> "memoryview[int]":
        """1 where the alignment is proved optimal; else 0."""
        return self._count("proved_segments")

    @property
    def score_proved(self) -> "memoryview[int]":
        """Return 1 for a proved score, even if alignments tie; else 0."""
        return self._count("proved_scores")

    @property
    def chunk_gap(self) -> "memoryview[int]":
        """Return the maximum distance between the alignment and the optimum in chunks."""
        return self._count("chunk_gap")

    @property
    def hypothesis_function_words(self) -> "memoryview[int]":
        """Tokens of the hypothesis that are function words."""
        return self._count("hypothesis_function_words")

    @property
    def reference_function_words(self) -> "memoryview[int]":
        """Tokens of the chosen reference that are function words."""
        return self._count("reference_function_words")

    @property
    def matches(self) -> "memoryview[int]":
        """Matched tokens of the hypothesis, of all stages; summed when it is asked for."""
        summed = array("q", map(sum, zip(*self.matches_by_stage, strict=True)))
        return memoryview(summed).toreadonly()

    @property
    def matches_by_stage(self) -> tuple["memoryview[int]", ...]:
        """Matched tokens of the hypothesis, a column for each stage."""
        return self._by_stage("matches_by_stage")

    @property
    def hypothesis_function_matches(self) -> tuple["memoryview[int]", ...]:
        """Matched tokens of the hypothesis that are function words, a column for each stage."""
        return self._by_stage("hypothesis_function_matches")

    @property
    def reference_function_matches(self) -> tuple["memoryview[int]", ...]:
        """Matched tokens of the reference that are function words, a column for each stage."""
        return self._by_stage("reference_function_matches")

    @property
    def reference_matches_by_stage(self) -> tuple["memoryview[int]", ...]:
        """Matched tokens of the reference, a column for each stage."""
        return self._by_stage("reference_matches_by_stage")

    @property
    def counts(self) -> tuple["memoryview[int]", ...]:
        """Return the columns of all counts, in the order of the table of counts."""
        every = range(len(CHOICES), count_columns(len(self.stages)))
        return tuple(self._count_column(column) for column in every)

    def columns(self) -> dict[str, "memoryview[Any]"]:
        """Return the columns of all numbers by name: measures, shortfall, counts, choices.

        Counts by stage have the stage in their name: "matches_exact". The names are those of
        ``ArrowScorer``'s columns. All but ``shortfall`` and ``matches`` share the batch's memory.
        """
        return {
            **{name: self._measure(name) for name in MEASURES},
            "shortfall": self.shortfall,
            "matches": self.matches,
            **dict(zip(count_names(self.stages), self.counts, strict=True)),
            **{name: self._count(name) for name in CHOICES},
        }

    def to_dict(self) -> dict[str, list[Any]]:
        """Return lists by the names of ``columns``, with None for segments that cannot be scored.

        With such segments there is a list ``problem`` besides, None for scored segments.
        """
        columns: dict[str, list[Any]] = {
            name: list(column) for name, column in self.columns().items()
        }
        for column in columns.values():
            for row in self.problems:
                column[row] = None
        if self.problems:
            columns["problem"] = [self.problems.get(row) for row in range(len(self))]
        return columns

    def to_arrow(self) -> Any:
        """Return a ``pyarrow.Table`` of ``columns``, which shares their memory.

        Its metadata has the signature. Rows of ``problems`` are null, and a column ``problem``
        says why.

        Raises:
            MissingExtraError: pyarrow is not installed.
        """
        return arrow_table(self.columns(), problems=self.problems, signature=str(self.signature))

    def to_pandas(self) -> Any:
        """Return a ``pandas.DataFrame`` of ``columns``, whose ``attrs`` have the signature.

        Rows of ``problems`` are missing values, and a column ``problem`` says why.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return pandas_frame(self.columns(), problems=self.problems, signature=str(self.signature))

    def __eq__(self, other: object) -> bool:
        """Return whether all numbers are bitwise equal; NaN equals NaN."""
        if not isinstance(other, ScoredBatch):
            return NotImplemented
        return self._compared() == other._compared()

    __hash__: ClassVar[None]  # type: ignore[assignment]  # as of lists

    def _compared(self) -> tuple[object, ...]:
        numbers = (self._counts.tobytes(), self._measures.tobytes())
        return (self.signature, self.stages, self.total, dict(self.problems), *numbers)

    def __str__(self) -> str:
        """Return the number of segments and their corpus score, in a line."""
        segments = counted(len(self), "segment", "segments")
        found = [score for score in self.score if not isnan(score)]
        scores = f", scores from {min(found):.4f} to {max(found):.4f}" if found else ""
        unscored = f", {len(self.problems):,} not scored" if self.problems else ""
        return f"{segments}{scores}{unscored} ({self.signature})"

    def _rows(self, rows: slice) -> "ScoredBatch":
        columns = range(count_columns(len(self.stages)))
        counts = [self._count_column(column)[rows].tolist() for column in columns]
        measures = [self._measure(name)[rows].tolist() for name in MEASURES]
        chosen = enumerate(range(len(self))[rows])
        problems = {new: self.problems[old] for new, old in chosen if old in self.problems}
        return replace(
            self,
            total=statistics_of(list(map(sum, counts)), segments=len(counts[0]) - len(problems)),
            problems=problems,
            _counts=array("q", chain.from_iterable(counts)),
            _measures=array("d", chain.from_iterable(measures)),
        )

    def _checked(self, row: int) -> int:
        if not -len(self) <= row < len(self):
            raise IndexError(f"there is no row {row} in a batch of {len(self)} segments")
        return row % len(self)

    def _count(self, name: str) -> "memoryview[int]":
        return self._count_column(_COLUMN[name])

    def _by_stage(self, name: str) -> tuple["memoryview[int]", ...]:
        stages = len(self.stages)
        first = len(COUNTS) + STAGE_COUNTS.index(name) * stages
        return self.counts[first : first + stages]

    def _count_column(self, column: int) -> "memoryview[int]":
        size = len(self)
        return memoryview(self._counts)[column * size : (column + 1) * size].toreadonly()

    def _measure(self, name: str) -> "memoryview[float]":
        size, column = len(self), _COLUMN[name]
        view = memoryview(self._measures)[column * size : (column + 1) * size].toreadonly()
        return cast("memoryview[float]", view)


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class PreparedReferences:
    """References of consecutive segments; ``Meteor.prepare`` makes them.

    The scorer that made them keeps its analysis of them for as long as they are in use. Another
    scorer, as in another process, analyses them when it first uses them.

    Attributes:
        signature: that of the scores against them.
        references: number of references of each segment; None if the numbers differ.
        texts: sets of references, each with one text a segment, or None if the set has no
            reference for it.
    """

    signature: Signature
    references: int | None
    texts: tuple[tuple[str | None, ...], ...] = field(repr=False)

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.texts[0])

    def __hash__(self) -> int:
        """Return a number that equal references share: not from the texts, which takes longest."""
        return hash((self.signature, self.references, len(self.texts), len(self)))


class Scorer(Protocol):
    """A scorer by one configuration, of single segments and of many at once.

    Each implementation has one. It is safe to share between threads.
    """

    @property
    def in_threads(self) -> bool:
        """Return whether several threads score faster than one."""

    def tokens(self, text: str) -> TokenRow:
        """Return the tokens of a text."""

    def score_each(
        self, hypothesis: str, references: dict[int, str], *, signature: Signature
    ) -> tuple[SegmentResult, ...]:
        """Score one segment against each of its references, with alignments.

        Args:
            hypothesis: a string.
            references: strings, by their indices.
            signature: of the scores.

        Raises:
            SegmentError: the search refuses one of the pairs.
        """

    def score_words(self, hypothesis: list[str], references: list[list[str]]) -> float:
        """Return the score of words that are cut already, against the best of several rows.

        A word may be any string, white space and nothing included.

        Args:
            hypothesis: its words.
            references: the words of each; one row or more.

        Raises:
            TypeError: a word is not a string.
            SegmentError: the search refuses one of the pairs.
        """

    def analyse(self, references: ReferenceSets) -> object:
        """Analyse references, as far as that needs no hypothesis.

        Args:
            references: sets of equal length, one text a segment, or None if the set has no
                reference for the segment.
        """

    def score(
        self, hypotheses: Sequence[str], references: Any, *, signature: Signature
    ) -> ScoredBatch:
        """Score each hypothesis against the best of its references.

        Args:
            hypotheses: strings, as many as there are segments in the references.
            references: as this scorer analysed them. The analysis stays valid, however often and
                from however many threads it is used.
            signature: of the scores.
        """
