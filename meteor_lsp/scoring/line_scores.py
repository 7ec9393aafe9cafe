"""Store the scores of segments in columns.

A file may have a hundred thousand segments, of which few are looked at. Creating and collecting an
object for each would take longer than scoring it.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from operator import getitem, itemgetter
from typing import Any, Final, NamedTuple, TypeAlias, overload

from meteor_core import Meteor, SegmentResult
from meteor_core.batch.batch import ScoredBatch
from meteor_core.score.shortfall import shortfall
from meteor_core.score.statistics import COUNTS, Statistics

_HYPOTHESIS_LENGTH: Final = COUNTS.index("hypothesis_length")
_REFERENCE_LENGTH: Final = COUNTS.index("reference_length")
_CHUNKS: Final = COUNTS.index("chunks")

_TOO_COMPLEX: Final = -1
"""Replaces the index of the best reference."""

Texts: TypeAlias = tuple[str, ...]
"""A segment: the hypothesis followed by its references."""


class Rating(NamedTuple):
    """The scores of a segment.

    Attributes:
        scores: one per reference.
        reference: index of the best reference, the first of equals.
    """

    scores: tuple[float, ...]
    reference: int


class LineScore(NamedTuple):
    """The scores and counts of a segment, without alignments.

    Attributes:
        counts: against the best reference, in the order of `COUNTS`.
        scores: one per reference.
        reference: index of the best reference, the first of equals.
    """

    counts: tuple[int, ...]
    scores: tuple[float, ...]
    reference: int

    @property
    def score(self) -> float:
        """The best score."""
        return self.scores[self.reference]

    @property
    def hypothesis_length(self) -> int:
        """Tokens of the hypothesis."""
        return self.counts[_HYPOTHESIS_LENGTH]

    @property
    def reference_length(self) -> int:
        """Tokens of the best reference."""
        return self.counts[_REFERENCE_LENGTH]

    @property
    def shortfall(self) -> float:
        """Length of the best reference times (1 - score), in words."""
        return shortfall(self.reference_length, self.score)

    @property
    def chunks(self) -> int:
        """Maximal runs of matches with the best reference."""
        return self.counts[_CHUNKS]

    @property
    def statistics(self) -> Statistics:
        """Counts against the best reference."""
        return Statistics.of_counts(self.counts, segments=1)


class Columns(NamedTuple):
    """Scored segments by columns, each against its best reference.

    Attributes:
        counts: in the order of `COUNTS`.
    """

    counts: Sequence[Sequence[int]]
    scores: Sequence[float]

    @property
    def hypothesis_lengths(self) -> Sequence[int]:
        """Tokens of the hypotheses."""
        return self.counts[_HYPOTHESIS_LENGTH]

    @property
    def reference_lengths(self) -> Sequence[int]:
        """Tokens of the best references."""
        return self.counts[_REFERENCE_LENGTH]


class LineScores(Sequence[LineScore | None]):
    """Scores of segments with equally many references; None for one that is too complex."""

    def __init__(self, counts: int, references: int) -> None:
        """Create an empty table with columns for so many counts and references."""
        self._best = array("q")
        self._counts = [array("q") for _ in range(counts)]
        self._scores = [array("d") for _ in range(references)]

    def __len__(self) -> int:
        return len(self._best)

    @overload
    def __getitem__(self, row: int) -> LineScore | None: ...

    @overload
    def __getitem__(self, row: slice) -> "LineScores": ...

    def __getitem__(self, row: int | slice) -> "LineScore | LineScores | None":
        """Return the score of a segment, or a table of several."""
        if isinstance(row, slice):
            return self.select(range(len(self))[row])
        best = self._best[row]
        if best == _TOO_COMPLEX:
            return None
        counts = tuple([column[row] for column in self._counts])
        return LineScore(counts, tuple([column[row] for column in self._scores]), best)

    def __eq__(self, other: object) -> bool:
        """Compare scores, however they are stored."""
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as of lists

    def extend(self, found: Iterable[LineScore | None]) -> None:
        """Append the scores of more segments."""
        if isinstance(found, LineScores) and not found:
            return
        if isinstance(found, LineScores):
            theirs = found._columns  # noqa: SLF001  # of the same class
            for column, more in zip(self._columns, theirs, strict=True):
                column.extend(more)
        else:
            for score in found:
                self._append(score)

    def _append(self, score: LineScore | None) -> None:
        counts: Sequence[int] = score.counts if score else [0] * len(self._counts)
        scores: Sequence[float] = score.scores if score else [0.0] * len(self._scores)
        best = score.reference if score else _TOO_COMPLEX
        for column, number in zip(self._columns, (best, *counts, *scores), strict=True):
            column.append(number)

    def add(self, batches: Sequence[ScoredBatch]) -> None:
        """Append the scores of segments, one batch per reference."""
        first = len(self)
        for column, batch in zip(self._scores, batches, strict=True):
            column.frombytes(batch.score.cast("B"))
        if len(batches) == 1:
            self._best.frombytes(bytes(8 * len(batches[0])))  # zeros
            for counts, more in zip(self._counts, batches[0].counts, strict=True):
                counts.frombytes(more.cast("B"))
        else:
            by_segment = zip(*[batch.score for batch in batches], strict=True)
            best = [scores.index(max(scores)) for scores in by_segment]
            self._best.extend(best)
            by_count = zip(*[batch.counts for batch in batches], strict=True)
            for counts, columns in zip(self._counts, by_count, strict=True):
                counts.extend(map(getitem, zip(*columns, strict=True), best))
        for row in {row for batch in batches for row in batch.problems}:
            self._best[first + row] = _TOO_COMPLEX

    def too_complex_rows(self, first: int) -> list[int]:
        """Return the rows from `first` on that were too complex to score."""
        best = self._best[first:]
        if not best.count(_TOO_COMPLEX):
            return []
        return [first + row for row, index in enumerate(best) if index == _TOO_COMPLEX]

    def select(self, rows: Sequence[int]) -> "LineScores":
        """Return a table of some rows."""
        found, pick = LineScores(len(self._counts), len(self._scores)), _picker(rows)
        for column, own in zip(found._columns, self._columns, strict=True):
            column.extend(pick(own))
        return found

    def columns(self, rows: Sequence[int]) -> Columns:
        """Return the columns of some rows, which must have scores."""
        pick = _picker(rows)
        counts = list(map(pick, self._counts))
        first, *others = map(pick, self._scores)
        if others:
            best = pick(self._best)
            first = list(map(getitem, zip(first, *others, strict=True), best))
        return Columns(counts, first)

    def ratings(self, rows: Sequence[int]) -> list[Rating]:
        """Return the ratings of some rows, which must have scores."""
        if not rows:
            return []
        pick = _picker(rows)
        scores = zip(*map(pick, self._scores), strict=True)
        return list(map(Rating, scores, pick(self._best)))

    @property
    def _columns(self) -> "list[array[Any]]":
        return [self._best, *self._counts, *self._scores]


def as_slice(rows: Sequence[int]) -> Sequence[int] | slice:
    """Return consecutive numbers as a slice, which is faster; others unchanged."""
    if not rows or rows[-1] - rows[0] != len(rows) - 1:
        return rows
    run = range(rows[0], rows[-1] + 1)
    return slice(run.start, run.stop) if isinstance(rows, range) or rows == list(run) else rows


def _picker(rows: Sequence[int]) -> "Callable[[array[Any]], Sequence[Any]]":
    picked = as_slice(rows)
    if isinstance(picked, slice):
        return itemgetter(picked)
    return itemgetter(*picked) if picked else lambda _: ()


def line_score(results: Sequence[SegmentResult]) -> LineScore:
    """Summarise the results of a segment against each reference."""
    scores = tuple(result.score for result in results)
    best = scores.index(max(scores))
    return LineScore(results[best].statistics.counts(), scores, best)


def no_line_scores(meteor: Meteor, references: int) -> LineScores:
    """Create an empty table for a scorer and so many references."""
    return LineScores(len(meteor.zero().counts()), references)


def line_scores(meteor: Meteor, segments: Sequence[Texts]) -> LineScores:
    """Score segments in one batch, without alignments; None where too complex."""
    if not segments:
        return no_line_scores(meteor, 0)
    hypotheses, *references = zip(*segments, strict=True)
    found = no_line_scores(meteor, len(references))
    found.add([meteor.batch(hypotheses, [texts]) for texts in references])
    return found
