"""What is kept of every segment that is scored, in columns.

A file has a hundred thousand segments, of which people look at a few. An object for each would take
longer to make and to look through, for sums and for garbage, than a segment takes to be scored.
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

_REFUSED: Final = -1
"""In the place of the index of the best reference."""

Texts: TypeAlias = tuple[str, ...]
"""One segment: the hypothesis and then its references."""


class Rating(NamedTuple):
    """What a segment scores.

    Attributes:
        scores: against each of its references.
        reference: index of the best, the first of equals.
    """

    scores: tuple[float, ...]
    reference: int


class LineScore(NamedTuple):
    """What is kept of a segment, alignments left out.

    Attributes:
        counts: against the best of its references, in the order of the table of counts.
        scores: against each of them.
        reference: index of the best, the first of equals.
    """

    counts: tuple[int, ...]
    scores: tuple[float, ...]
    reference: int

    @property
    def score(self) -> float:
        """The score of the segment."""
        return self.scores[self.reference]

    @property
    def hypothesis_length(self) -> int:
        """Tokens of the hypothesis."""
        return self.counts[_HYPOTHESIS_LENGTH]

    @property
    def reference_length(self) -> int:
        """Tokens of the best of its references."""
        return self.counts[_REFERENCE_LENGTH]

    @property
    def shortfall(self) -> float:
        """Length of the best of its references times (1 - score), in words."""
        return shortfall(self.reference_length, self.score)

    @property
    def chunks(self) -> int:
        """Maximal runs of matches with the best of its references."""
        return self.counts[_CHUNKS]

    @property
    def statistics(self) -> Statistics:
        """Against the best of its references."""
        return Statistics.of_counts(self.counts, segments=1)


class Columns(NamedTuple):
    """Some segments that are scored, by columns.

    Attributes:
        counts: in the order of the table of counts, against the best of their references.
        scores: against these.
    """

    counts: Sequence[Sequence[int]]
    scores: Sequence[float]

    @property
    def hypothesis_lengths(self) -> Sequence[int]:
        """Tokens of the hypotheses."""
        return self.counts[_HYPOTHESIS_LENGTH]

    @property
    def reference_lengths(self) -> Sequence[int]:
        """Tokens of the best of the references."""
        return self.counts[_REFERENCE_LENGTH]


class LineScores(Sequence[LineScore | None]):
    """The scores of segments with equally many references; None for one that was refused."""

    def __init__(self, counts: int, references: int) -> None:
        """None yet.

        Args:
            counts: how many counts a segment has.
            references: how many it is scored against.
        """
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
        """Return the score of a segment, or those of several."""
        if isinstance(row, slice):
            return self.taken(range(len(self))[row])
        best = self._best[row]
        if best == _REFUSED:
            return None
        counts = tuple([column[row] for column in self._counts])
        return LineScore(counts, tuple([column[row] for column in self._scores]), best)

    def __eq__(self, other: object) -> bool:
        """Whether scores are the same, however they are held."""
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as of lists

    def extend(self, found: Iterable[LineScore | None]) -> None:
        """Add the scores of more segments."""
        if isinstance(found, LineScores) and not found:
            return
        if isinstance(found, LineScores):
            own, others = self._columns, found._columns  # noqa: SLF001  # of the same class
            for column, more in zip(own, others, strict=True):
                column.extend(more)
        else:
            for one in found:
                self._append(one)

    def _append(self, one: LineScore | None) -> None:
        counts: Sequence[int] = one.counts if one else [0] * len(self._counts)
        scores: Sequence[float] = one.scores if one else [0.0] * len(self._scores)
        best = one.reference if one else _REFUSED
        for column, number in zip(self._columns, (best, *counts, *scores), strict=True):
            column.append(number)

    def add(self, batches: Sequence[ScoredBatch]) -> None:
        """Add the scores of segments against each of their references."""
        first = len(self)
        for column, batch in zip(self._scores, batches, strict=True):
            column.frombytes(batch.score.cast("B"))
        if len(batches) == 1:
            self._best.frombytes(bytes(8 * len(batches[0])))  # zeros
            for counts, more in zip(self._counts, batches[0].counts, strict=True):
                counts.frombytes(more.cast("B"))
        else:
            each = zip(*[batch.score for batch in batches], strict=True)
            best = [scores.index(max(scores)) for scores in each]
            self._best.extend(best)
            by_count = zip(*[batch.counts for batch in batches], strict=True)
            for counts, columns in zip(self._counts, by_count, strict=True):
                counts.extend(map(getitem, zip(*columns, strict=True), best))
        for row in {row for batch in batches for row in batch.problems}:
            self._best[first + row] = _REFUSED

    def refused(self, first: int) -> list[int]:
        """Return the rows of segments that were refused, from one on."""
        best = self._best[first:]
        if not best.count(_REFUSED):
            return []
        return [first + row for row, one in enumerate(best) if one == _REFUSED]

    def taken(self, rows: Sequence[int]) -> "LineScores":
        """Return the scores of some segments."""
        found, pick = LineScores(len(self._counts), len(self._scores)), _picker(rows)
        for column, own in zip(found._columns, self._columns, strict=True):
            column.extend(pick(own))
        return found

    def columns(self, rows: Sequence[int]) -> Columns:
        """Return the numbers of some segments, none of which was refused."""
        pick = _picker(rows)
        counts = list(map(pick, self._counts))
        first, *others = map(pick, self._scores)
        if others:
            best = pick(self._best)
            first = list(map(getitem, zip(first, *others, strict=True), best))
        return Columns(counts, first)

    def ratings(self, rows: Sequence[int]) -> list[Rating]:
        """Return those of some segments, none of which was refused."""
        if not rows:
            return []
        pick = _picker(rows)
        scores = zip(*map(pick, self._scores), strict=True)
        return list(map(Rating, scores, pick(self._best)))

    @property
    def _columns(self) -> "list[array[Any]]":
        return [self._best, *self._counts, *self._scores]


def in_a_row(rows: Sequence[int]) -> Sequence[int] | slice:
    """Return numbers that follow each other as a slice, which is quick; others as they are."""
    if not rows or rows[-1] - rows[0] != len(rows) - 1:
        return rows
    run = range(rows[0], rows[-1] + 1)
    return slice(run.start, run.stop) if isinstance(rows, range) or rows == list(run) else rows


def _picker(rows: Sequence[int]) -> "Callable[[array[Any]], Sequence[Any]]":
    """What takes the numbers in some rows from a column."""
    picked = in_a_row(rows)
    if isinstance(picked, slice):
        return itemgetter(picked)
    return itemgetter(*picked) if picked else lambda _: ()


def line_score(results: Sequence[SegmentResult]) -> LineScore:
    """What is kept of the results of one segment against each reference."""
    scores = tuple(result.score for result in results)
    best = scores.index(max(scores))
    return LineScore(results[best].statistics.counts(), scores, best)


def no_line_scores(meteor: Meteor, references: int) -> LineScores:
    """No scores yet, of a scorer and so many references."""
    return LineScores(len(meteor.zero().counts()), references)


def line_scores(meteor: Meteor, segments: Sequence[Texts]) -> LineScores:
    """The same of many segments at once, without their alignments.

    None for one that the scorer refuses, because it has too many possible matches.
    """
    if not segments:
        return no_line_scores(meteor, 0)
    hypotheses, *references = zip(*segments, strict=True)
    found = no_line_scores(meteor, len(references))
    found.add([meteor.batch(hypotheses, [texts]) for texts in references])
    return found
