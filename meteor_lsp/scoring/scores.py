"""The scores of one pairing, kept up to date while its texts change.

Knows segments and nothing of editors. It reads lists of segments that others keep up to date, is
told which of them changed, and forgets what it knew of those. What it does not know it lists as
open; scoring is somebody else's work (``scorer.py``), and ``store`` takes the result. A result is
used again wherever the same texts stand side by side.
"""

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import compress, repeat
from operator import add, is_, neg
from typing import Final, NamedTuple, TypeAlias, TypeVar, cast

from meteor_core import CorpusResult, Meteor, SegmentResult
from meteor_core.score.measures import measure
from meteor_core.score.results import SegmentScore
from meteor_core.score.shortfall import shortfalls, sum_of_shortfalls
from meteor_core.score.statistics import Statistics

from .line_scores import LineScore, Rating, Texts, in_a_row, no_line_scores

_REMEMBERED: Final = 2_000
"""Scores kept beyond those of the segments that stand, for undo and for moved lines."""

_ALIGNMENTS: Final = 2_500
"""Segments whose alignments are kept; these need many times the memory of a score."""

_BLOCK: Final = 256
"""Segments whose sum, worst and diagnostics are kept together; an edit costs one block anew, which
is one piece of work, some 0.7 ms."""

_OLD_ALIGNMENTS: Final = 200
"""Alignments kept beyond those of the segments that stand, in short files."""

_STRETCH: Final = 5_000
"""Segments that are looked through at a time, so that other work has its turn."""

LONGEST_SEGMENT: Final = 100_000
"""Code points beyond which a segment is not scored: an editor must not wait for one line."""

_WORDS: Final = "words"

_NOT_SCORED: Final = -1
"""In the place of the row of a segment: it is too long, absent, left out or refused."""

_SPARE: Final = 1_000
"""Rows beyond twice those that are in use before rows are thrown away."""

Place: TypeAlias = tuple[float, int]
"""Where a segment stands in a list: what counts first, and its number, from 0."""

_Value = TypeVar("_Value")


class Order(StrEnum):
    """What comes first in a list of segments: the lowest score, the greatest shortfall.

    The names of both are those of the numbers that they are about.
    """

    SCORE = "score"
    SHORTFALL = "shortfall"
    POSITION = "position"

    def number(self, known: LineScore) -> float:
        """What it looks at."""
        return known.shortfall if self is Order.SHORTFALL else known.score

    def place(self, number: float, segment: int) -> Place:
        """The place of a segment that has this score or this shortfall."""
        if self is Order.POSITION:
            return (0.0, segment)
        return (number if self is Order.SCORE else -number, segment)

    def first(self, summary: "Summary") -> Iterator[float]:
        """What counts first in the places of the segments of a summary."""
        if self is Order.POSITION:
            return repeat(0.0, len(summary.segments))
        if self is Order.SCORE:
            return iter(summary.scores)
        return map(neg, shortfalls(summary.reference_lengths, summary.scores))


class Summary(NamedTuple):
    """What is kept of a block of segments: columns of those that are scored, and their sums.

    Attributes:
        segments: those that are scored by now, in order; the other columns are of these.
        scores: against the best of their references.
        hypothesis_lengths: tokens.
        reference_lengths: tokens of the best of their references.
        statistics: the sum of theirs.
        shortfall: the exact sum of their shortfalls.
    """

    segments: Sequence[int]
    scores: Sequence[float]
    hypothesis_lengths: Sequence[int]
    reference_lengths: Sequence[int]
    statistics: Statistics
    shortfall: Fraction


@dataclass(slots=True)
class _Aligned:
    """An alignment at hand.

    Attributes:
        result: with one reference.
        request: the number of the last request that came before it was used.
    """

    result: SegmentResult
    request: int = 0


class PairScores:
    """Hypothesis segments against those of one or more references, number by number."""

    def __init__(
        self,
        meteor: Meteor,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]],
        *,
        absent: Callable[[int], bool] = lambda _: False,
        left_out: Callable[[Iterable[int]], Collection[int]] = lambda _: (),
    ) -> None:
        """Scores by that scorer of lists that may change; see ``changed``.

        Args:
            meteor: the scorer.
            hypotheses: texts.
            references: as many lists as there are references.
            absent: whether a segment lacks a side, and not only its words: it is not scored.
            left_out: which of some segments are not scored though they have both, as a file says
                so.
        """
        self.meteor: Final = meteor
        self.hypotheses = hypotheses
        self.references = tuple(references)
        self._columns = (hypotheses, *self.references)
        self.signature: Final = meteor.signature(len(self.references))
        self._scores = no_line_scores(meteor, len(self.references))
        self._rows: list[int | None] = [None] * self._count()  # in these; None while it is open
        self._scored: list[Texts | None] = [None] * len(self._rows)  # the texts that were
        self._open = len(self._rows)
        self.absent = absent
        self.left_out: Final = left_out
        self._remembered: OrderedDict[Texts, int] = OrderedDict()  # rows of what has gone
        self._alignments: OrderedDict[tuple[str, str], _Aligned] = OrderedDict()
        self._requests = 0  # for alignments, so far
        self._under_way: list[int] = []  # their numbers
        self._blocks: dict[int, dict[str, tuple[object, object]]] = {}
        self._next = 0  # no segment before it is open

    @property
    def paired(self) -> int:
        """How many segments have a hypothesis and every reference."""
        return len(self._rows)

    @property
    def complete(self) -> bool:
        """Whether every segment is scored."""
        return not self._open

    @property
    def scored(self) -> int:
        """How many segments are scored by now."""
        return self.paired - self._open

    def take_lists(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]],
        absent: Callable[[int], bool],
        same: int,
    ) -> None:
        """Read other lists from now on; what is known of their texts is remembered.

        Args:
            hypotheses: texts.
            references: as many lists as before.
            absent: see the initialiser.
            same: how many segments at the start are the same.
        """
        self.hypotheses, self.references, self.absent = hypotheses, tuple(references), absent
        self._columns = (hypotheses, *self.references)
        self.changed(same, self.paired - same, self._count() - same, together=True)

    def changed(self, first: int, removed: int, inserted: int, *, together: bool) -> None:
        """Forget what was known of segments whose texts changed.

        A score is kept where the texts are the same, as where a unit is in another state.

        Args:
            first: the first of them.
            removed: how many there were.
            inserted: how many there are now.
            together: whether this happened to hypothesis and references alike, as in a table,
                so that what follows moved and is still paired as it was.
        """
        if removed == inserted or together:
            gone, come = removed, inserted
        else:
            gone, come = self.paired, self._count()  # all that follows has other partners
        end = min(first + gone, self.paired)
        come = max(0, min(come, self._count() - first))
        kept = self._same(range(first, end)) if end - first == come else {}
        self._open += come - self._forget(first, end)
        self._rows[first:end] = [None] * come
        self._scored[first:end] = [None] * come
        for segment, (row, texts) in kept.items():
            self._rows[segment], self._scored[segment] = row, texts
        self._open -= len(kept)
        excess = len(self._rows) - self._count()
        if excess > 0:  # the shortest list ended earlier than the table's other columns
            self._open -= self._forget(self._count(), len(self._rows))
            del self._rows[-excess:], self._scored[-excess:]
        self._next = min(self._next, first)
        self.touched(first, None if gone != come else come)

    def touched(self, first: int, count: int | None) -> None:
        """Forget what was computed of blocks of segments; None means to the end.

        A quotation may go on in the segments beside them, so theirs are forgotten as well.
        """
        start = max(first - 1, 0) // _BLOCK
        last = max(self._blocks, default=-1)
        if count is not None:
            last = min(last, (first + max(count, 1)) // _BLOCK)
        for block in range(start, last + 1):
            self._blocks.pop(block, None)

    def texts(self, segment: int) -> Texts:
        """Hypothesis and references of a segment."""
        return tuple([column[segment] for column in self._columns])

    def texts_of(self, segments: Sequence[int]) -> list[Texts]:
        """The same of some segments."""
        return list(zip(*self.columns_of(segments), strict=True))

    def columns_of(self, segments: Sequence[int]) -> list[Sequence[str]]:
        """The same by columns: hypotheses, and a list by reference."""
        some = in_a_row(segments)
        if isinstance(some, slice):
            return [column[some] for column in self._columns]
        return [list(map(column.__getitem__, some)) for column in self._columns]

    def too_long(self, segment: int) -> bool:
        """Whether a segment is too long to be scored, on any side."""
        return 0 <= segment < self.paired and _is_too_long(self.texts(segment))

    def refused(self, segment: int) -> bool:
        """Whether a segment was not scored because it has too many possible matches."""
        if not 0 <= segment < self.paired or self._rows[segment] != _NOT_SCORED:
            return False
        return not self._unscored([segment], self.columns_of(range(segment, segment + 1)))

    def score(self, segment: int) -> LineScore | None:
        """The score of a segment, from 0; None where it is open, too long or has no partner."""
        return self._row(self._rows[segment]) if 0 <= segment < self.paired else None

    def ratings(self, segments: range) -> dict[int, Rating]:
        """Of those of some paired segments that are scored; quicker than score by score."""
        rows = self._rows[segments.start : segments.stop]
        there = {
            segment: row
            for segment, row in zip(segments, rows, strict=True)
            if row is not None and row != _NOT_SCORED
        }
        return dict(zip(there, self._scores.ratings(list(there.values())), strict=True))

    def score_of(self, texts: Texts) -> float | None:
        """The score of texts that stood side by side before, as long as it is remembered."""
        known = self._row(self._recall(texts))
        return None if known is None else known.score

    def open_among(self, segments: Iterable[int]) -> list[int]:
        """Those of some segments that are to be scored. What was scored before is found here."""
        rows, paired = self._rows, self.paired
        unknown = [n for n in segments if 0 <= n < paired and rows[n] is None]
        return self._not_recalled(unknown) if unknown else unknown

    def next_open(self, most: int) -> list[int]:
        """Up to so many open segments in order; none, too, where a long stretch has none."""
        found: list[int] = []
        end = min(self.paired, self._next + _STRETCH)
        while self._next < end and len(found) < most:
            some = range(self._next, min(end, self._next + most - len(found)))
            rows = self._rows[some.start : some.stop]
            found += self._not_recalled(list(compress(some, map(is_, rows, repeat(None)))))
            self._next = some.stop
        if self._next >= self.paired and self._open > len(found):
            self._next = 0  # some were given out and not stored: their texts changed meanwhile
        return found

    def store(
        self, segments: Sequence[int], texts: Sequence[Texts], found: Iterable[LineScore | None]
    ) -> None:
        """Take the scores of texts that stood at segments when they were given to be scored.

        Args:
            segments: their numbers.
            texts: what stood there.
            found: the scores of the first of them; None says that a segment was refused.
        """
        first = len(self._scores)
        self._scores.extend(found)
        rows: list[int] = list(range(first, len(self._scores)))
        for row in self._scores.refused(first):
            rows[row - first] = _NOT_SCORED
        paired = self.paired
        stand = [segment for segment in segments[: len(rows)] if segment < paired]
        columns = self.columns_of(stand)
        here = list(zip(*columns, strict=True))
        unscored = self._unscored(stand, columns)
        if here == list(texts) and not unscored and self._are_open(stand):
            self._put_all(stand, rows, here)
        else:
            now = dict(zip(stand, here, strict=True))
            for segment, of_segment, row in zip(segments, texts, rows, strict=False):
                if now.get(segment) != of_segment:
                    self._remember(of_segment, row)
                elif segment not in unscored:
                    self._put(segment, row, of_segment)
        if len(self._scores) > 2 * (self.paired + len(self._remembered)) + _SPARE:
            self._throw_away()

    def store_alignments(self, texts: Texts, results: Sequence[SegmentResult]) -> None:
        """Take the alignments of texts with each reference.

        Where there are too many, those that were used least recently are let go, but none that
        a request under way has used: it is answered with all that it asks for.
        """
        for reference, result in zip(texts[1:], results, strict=True):
            self._use(_Aligned(result), (texts[0], reference))
        most = min(_ALIGNMENTS, self.paired + _OLD_ALIGNMENTS) * len(self.references)
        oldest = min(self._under_way, default=math.inf)
        while len(self._alignments) > most and self._least_recent() < oldest:
            self._alignments.popitem(last=False)

    @contextmanager
    def keeping_alignments(self) -> Iterator[None]:
        """For a request: let go of no alignment that is used or stored from now on."""
        self._requests += 1
        request = self._requests
        self._under_way.append(request)
        try:
            yield
        finally:
            self._under_way.remove(request)

    def alignments(self, segment: int) -> tuple[SegmentResult, ...] | None:
        """The results of a segment against each reference; None where they are not at hand."""
        if not 0 <= segment < self.paired:
            return None
        hypothesis, *references = self.texts(segment)
        found: list[SegmentResult] = []
        for index, reference in enumerate(references):
            known = self._alignments.get((hypothesis, reference))
            if known is None:
                return None
            self._use(known, (hypothesis, reference))
            result = known.result  # the same texts may have been scored as another reference
            found.append(result if result.reference == index else replace(result, reference=index))
        return tuple(found)

    def lacks_alignments(self, segment: int) -> bool:
        """Whether a segment that can be scored has no alignments at hand."""
        if self.open_among([segment]):
            return True
        return self.score(segment) is not None and self.alignments(segment) is None

    def segment_score(self, known: LineScore) -> SegmentScore:
        """The score of a segment with its parts."""
        statistics = known.statistics
        return SegmentScore(
            statistics=statistics,
            measures=measure(statistics, self.meteor.configuration.parameters),
            signature=self.signature,
            reference=known.reference,
            optimal=bool(statistics.proved_segments),
        )

    def corpus(self) -> CorpusResult:
        """The score of all segments that are scored by now."""
        total, missing = self.meteor.zero(), Fraction(0)
        for block in range(self.block_count):
            summary = self.summary(block)
            total += summary.statistics
            missing += summary.shortfall
        return self.meteor.corpus_result(
            total, references=len(self.references), shortfall=float(missing)
        )

    def is_summarized(self, block: int, order: Order) -> bool:
        """Whether a block's sum, and its worst in an order, are at hand."""
        return _worst_by(order) in self._blocks.get(block, {})

    def summarize(self, block: int, order: Order) -> None:
        """Compute a block's sum and worst, which a whole file's are made of."""
        self._worst(block, order)

    def summary(self, block: int) -> Summary:
        """What is scored of a block by now."""
        return self.per_block("summary", block, self._summed)

    def worst(self, order: Order) -> int | None:
        """The first segment in an order by now; None without any."""
        blocks = range(self.block_count)
        places = [place for block in blocks if (place := self._worst(block, order)) is not None]
        return min(places)[1] if places else None

    def ranking(self, order: Order) -> list[int]:
        """The segments that are scored by now in an order, equals by number."""
        blocks = range(self.block_count)
        places = (place for block in blocks for place in self.places(block, order))
        return [segment for _, segment in sorted(places)]

    def places(self, block: int, order: Order) -> list[Place]:
        """The places of those that lists show: scored by now, and not empty on both sides."""
        summary = self.summary(block)
        sizes = map(add, summary.hypothesis_lengths, summary.reference_lengths)
        return list(compress(zip(order.first(summary), summary.segments, strict=True), sizes))

    @property
    def block_count(self) -> int:
        """How many blocks of segments there are."""
        return -(-self.paired // _BLOCK)

    def segments_of(self, block: int) -> range:
        """The segments of a block."""
        first = block * _BLOCK
        return range(first, min(first + _BLOCK, self.paired))

    def per_block(
        self, name: str, block: int, compute: Callable[[range], _Value], stand: object = None
    ) -> _Value:
        """What is computed of the segments of a block, anew only after one of them changed.

        Args:
            name: of what is computed.
            block: its number.
            compute: does it.
            stand: what else it depends on.
        """
        known = self._blocks.setdefault(block, {})
        if name not in known or known[name][0] != stand:
            known[name] = (stand, compute(self.segments_of(block)))
        return cast("_Value", known[name][1])  # put there by that name

    def _not_recalled(self, unknown: list[int]) -> list[int]:
        """Those of segments without a score that were not scored before, and can be."""
        columns = self.columns_of(unknown)
        unscored = self._unscored(unknown, columns)
        if not unscored and not self._remembered:
            return unknown
        found: list[int] = []
        for segment, of_segment in zip(unknown, zip(*columns, strict=True), strict=True):
            if segment in unscored:
                self._put(segment, _NOT_SCORED, None)
            elif (row := self._recall(of_segment)) is not None:
                self._put(segment, row, of_segment)
            else:
                found.append(segment)
        return found

    def _unscored(self, segments: Sequence[int], columns: Sequence[Sequence[str]]) -> set[int]:
        """Those of segments with these texts that get no score: too long, or without a side.

        Whole columns are asked, as hardly any segment is one of these.
        """
        found = set(self.left_out(segments))
        for column in columns if segments else ():
            if max(map(len, column)) > LONGEST_SEGMENT:
                found.update(compress(segments, [len(text) > LONGEST_SEGMENT for text in column]))
            if not all(column) or any(map(str.isspace, column)):
                blank = (not text or text.isspace() for text in column)
                found.update(filter(self.absent, compress(segments, blank)))
        return found

    def has_found_words(self, block: int) -> bool:
        """Whether somebody said that all is found on the words of a block as it is."""
        return _WORDS in self._blocks.get(block, {})

    def note_words(self, block: int) -> None:
        """All is found on the words of a block as it is."""
        self.per_block(_WORDS, block, lambda _: True)

    def _row(self, row: int | None) -> LineScore | None:
        return None if row is None or row == _NOT_SCORED else self._scores[row]

    def _same(self, segments: range) -> dict[int, tuple[int, Texts]]:
        """Those of some segments whose texts are still those that were scored."""
        found: dict[int, tuple[int, Texts]] = {}
        if not segments or self._count() < segments.stop:
            return found
        columns = self.columns_of(segments)
        unscored = self._unscored(segments, columns)
        for segment, now in zip(segments, zip(*columns, strict=True), strict=True):
            row = self._rows[segment]
            if row is not None and self._scored[segment] == now and segment not in unscored:
                found[segment] = row, now
        return found

    def _forget(self, first: int, end: int) -> int:
        """Remember the scores of segments that go by their texts; how many of them are open."""
        rows = self._rows[first:end]
        for texts, row in zip(self._scored[first:end], rows, strict=True):
            if texts is not None and row is not None:
                self._remember(texts, row)
        return rows.count(None)

    def _remember(self, texts: Texts, row: int) -> None:
        self._remembered[texts] = row
        self._remembered.move_to_end(texts)
        while len(self._remembered) > self.paired + _REMEMBERED:
            self._remembered.popitem(last=False)

    def _throw_away(self) -> None:
        """Keep only rows that are in use."""
        in_use = {*self._rows, *self._remembered.values()} - {None, _NOT_SCORED}
        rows = sorted(cast("set[int]", in_use))
        new: dict[int | None, int] = {row: number for number, row in enumerate(rows)}
        new[_NOT_SCORED] = _NOT_SCORED
        self._scores = self._scores.taken(rows)
        self._rows = list(map(new.get, self._rows))
        self._remembered = OrderedDict((texts, new[row]) for texts, row in self._remembered.items())

    def _recall(self, texts: Texts) -> int | None:
        """The row of texts that are remembered; what is recalled is forgotten later."""
        known = self._remembered.get(texts)
        if known is not None:
            self._remembered.move_to_end(texts)
        return known

    def _use(self, aligned: "_Aligned", texts: tuple[str, str]) -> None:
        aligned.request = self._requests
        self._alignments[texts] = aligned
        self._alignments.move_to_end(texts)

    def _least_recent(self) -> int:
        return next(iter(self._alignments.values())).request

    def _count(self) -> int:
        return min(len(self.hypotheses), *(len(texts) for texts in self.references))

    def _are_open(self, segments: Sequence[int]) -> bool:
        """Whether segments follow each other, and all are open."""
        some = in_a_row(segments)
        return isinstance(some, slice) and self._rows[some].count(None) == len(segments)

    def _put_all(self, segments: Sequence[int], rows: list[int], texts: list[Texts]) -> None:
        """Note the scores of segments that follow each other, and have none."""
        some = slice(segments[0], segments[-1] + 1)
        self._rows[some], self._scored[some] = rows, texts
        self._open -= len(rows)
        for block in range(some.start // _BLOCK, (some.stop - 1) // _BLOCK + 1):
            self._blocks.pop(block, None)

    def _put(self, segment: int, row: int, texts: Texts | None) -> None:
        """Note the score of a segment that has none."""
        if self._rows[segment] is None:
            self._rows[segment], self._scored[segment] = row, texts
            self._open -= 1
            self._blocks.pop(segment // _BLOCK, None)

    def _summed(self, segments: range) -> Summary:
        known = self._rows[segments.start : segments.stop]
        rows = [row for row in known if row is not None and row != _NOT_SCORED]
        if not rows:
            return Summary((), (), (), (), self.meteor.zero(), Fraction(0))
        numbers: Sequence[int] = segments
        if len(rows) < len(segments):
            scored = (row is not None and row != _NOT_SCORED for row in known)
            numbers = list(compress(segments, scored))
        columns = self._scores.columns(rows)
        lengths, scores = columns.reference_lengths, columns.scores
        return Summary(
            segments=numbers,
            scores=scores,
            hypothesis_lengths=columns.hypothesis_lengths,
            reference_lengths=lengths,
            statistics=Statistics.of_counts(list(map(sum, columns.counts)), segments=len(rows)),
            shortfall=sum_of_shortfalls(shortfalls(lengths, scores)),
        )

    def _worst(self, block: int, order: Order) -> Place | None:
        return self.per_block(
            _worst_by(order), block, lambda _: min(self.places(block, order), default=None)
        )


def _worst_by(order: Order) -> str:
    return f"worst by {order}"


def _is_too_long(texts: Texts) -> bool:
    return max(map(len, texts)) > LONGEST_SEGMENT
