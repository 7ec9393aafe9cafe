"""Keep the scores of one pairing up to date while its texts change.

Reads lists of segments that others update, invalidates the segments that are reported as changed,
and lists those without a score as open. Scoring itself is done elsewhere (``scorer.py``); ``store``
takes the results. A score is reused wherever the same texts are paired again.
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

from .line_scores import LineScore, Rating, Texts, as_slice, no_line_scores

_MAX_CACHED_SCORES: Final = 2_000
"""Scores cached beyond those of current segments, for undo and moved lines."""

_MAX_CACHED_ALIGNMENTS: Final = 2_500
"""Segments whose alignments are cached; these need many times the memory of a score."""

_SEGMENTS_PER_BLOCK: Final = 256
"""Segments whose sum, worst and diagnostics are cached together; an edit invalidates one block,
which takes some 0.7 ms to recompute."""

_SPARE_ALIGNMENTS: Final = 200
"""Alignments cached beyond those of current segments, in short files."""

_MAX_SEARCHED_SEGMENTS: Final = 5_000
"""Segments searched per call of `next_open`, so that other work has its turn."""

MAX_SEGMENT_CHARS: Final = 100_000
"""Code points beyond which a segment is not scored: an editor must not wait for one line."""

_TEXT_CHECKS: Final = "text checks"

_NOT_SCORED: Final = -1
"""Replaces the row of a segment that is too long or complex, missing or excluded."""

_SPARE_ROWS: Final = 1_000
"""Unused rows beyond twice the used ones before rows are compacted."""

Place: TypeAlias = tuple[float, int]
"""Sort key of a segment in a list: what counts first, and its number."""

_Value = TypeVar("_Value")


class Order(StrEnum):
    """How a list of segments is sorted: lowest score, greatest shortfall or position first."""

    SCORE = "score"
    SHORTFALL = "shortfall"
    POSITION = "position"

    def number(self, known: LineScore) -> float:
        """Return the number that is sorted by."""
        return known.shortfall if self is Order.SHORTFALL else known.score

    def place(self, number: float, segment: int) -> Place:
        """Return the sort key of a segment with this score or shortfall."""
        if self is Order.POSITION:
            return (0.0, segment)
        return (number if self is Order.SCORE else -number, segment)

    def first(self, summary: "Summary") -> Iterator[float]:
        """Yield the first part of the sort keys of a summary's segments."""
        if self is Order.POSITION:
            return repeat(0.0, len(summary.segments))
        if self is Order.SCORE:
            return iter(summary.scores)
        return map(neg, shortfalls(summary.reference_lengths, summary.scores))


class Summary(NamedTuple):
    """Columns and sums of the scored segments of a block.

    Attributes:
        segments: numbers of the scored segments, in order; the other columns are of these.
        scores: against the best reference.
        hypothesis_lengths: tokens.
        reference_lengths: tokens of the best reference.
        statistics: the sum of all counts.
        shortfall: the exact sum of all shortfalls.
    """

    segments: Sequence[int]
    scores: Sequence[float]
    hypothesis_lengths: Sequence[int]
    reference_lengths: Sequence[int]
    statistics: Statistics
    shortfall: Fraction


@dataclass(slots=True)
class _Aligned:
    """A cached alignment with one reference, and the request that used it last."""

    result: SegmentResult
    request: int = 0


class PairScores:
    """The scores of hypothesis segments against the references with the same number."""

    def __init__(
        self,
        meteor: Meteor,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]],
        *,
        is_missing: Callable[[int], bool] = lambda _: False,
        excluded: Callable[[Iterable[int]], Collection[int]] = lambda _: (),
    ) -> None:
        """Create scores of lists that may change; report changes by `changed`.

        Args:
            meteor: the scorer.
            hypotheses: texts.
            references: one list per reference.
            is_missing: whether an empty segment lacks a side altogether; it is not scored.
            excluded: returns those of some segments that the file excludes from scoring.
        """
        self.meteor: Final = meteor
        self.hypotheses = hypotheses
        self.references = tuple(references)
        self._columns = (hypotheses, *self.references)
        self.signature: Final = meteor.signature(len(self.references))
        self._scores = no_line_scores(meteor, len(self.references))
        self._rows: list[int | None] = [None] * self._count()  # of `_scores`; None if open
        self._scored: list[Texts | None] = [None] * len(self._rows)  # texts as scored
        self._open = len(self._rows)
        self.is_missing = is_missing
        self.excluded: Final = excluded
        self._cached: OrderedDict[Texts, int] = OrderedDict()  # rows of previous segments
        self._alignments: OrderedDict[tuple[str, str], _Aligned] = OrderedDict()
        self._requests = 0  # number of requests for alignments so far
        self._active_requests: list[int] = []
        self._blocks: dict[int, dict[str, tuple[object, object]]] = {}
        self._next = 0  # first segment that may be open

    @property
    def paired(self) -> int:
        """Number of segments with a hypothesis and every reference."""
        return len(self._rows)

    @property
    def complete(self) -> bool:
        """Whether every segment is scored."""
        return not self._open

    @property
    def scored(self) -> int:
        """Number of scored segments."""
        return self.paired - self._open

    def set_lists(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]],
        is_missing: Callable[[int], bool],
        same: int,
    ) -> None:
        """Replace the lists; scores of known texts are kept.

        Args:
            hypotheses: texts.
            references: as many lists as before.
            is_missing: whether an empty segment lacks a side.
            same: number of segments at the start that are unchanged.
        """
        self.hypotheses, self.references = hypotheses, tuple(references)
        self.is_missing = is_missing
        self._columns = (hypotheses, *self.references)
        self.changed(same, self.paired - same, self._count() - same, together=True)

    def changed(self, first: int, removed: int, inserted: int, *, together: bool) -> None:
        """Invalidate segments whose texts changed.

        A score is kept if the texts are the same, as when only the state of a unit changed.

        Args:
            first: the first changed segment.
            removed: number of segments there before.
            inserted: number of segments there now.
            together: whether hypothesis and references changed alike, as in a table, so that
                later segments moved but are paired as before.
        """
        if removed == inserted or together:
            gone, come = removed, inserted
        else:
            gone, come = self.paired, self._count()  # all that follows has other partners
        end = min(first + gone, self.paired)
        come = max(0, min(come, self._count() - first))
        kept = self._unchanged(range(first, end)) if end - first == come else {}
        self._open += come - self._invalidate(first, end)
        self._rows[first:end] = [None] * come
        self._scored[first:end] = [None] * come
        for segment, (row, texts) in kept.items():
            self._rows[segment], self._scored[segment] = row, texts
        self._open -= len(kept)
        excess = len(self._rows) - self._count()
        if excess > 0:  # the shortest list ended earlier than the table's other columns
            self._open -= self._invalidate(self._count(), len(self._rows))
            del self._rows[-excess:], self._scored[-excess:]
        self._next = min(self._next, first)
        self.invalidate_blocks(first, None if gone != come else come)

    def invalidate_blocks(self, first: int, count: int | None) -> None:
        """Drop cached values of the blocks of some segments; None means to the end.

        Includes the adjacent segments, into which a quotation may extend.
        """
        start = max(first - 1, 0) // _SEGMENTS_PER_BLOCK
        last = max(self._blocks, default=-1)
        if count is not None:
            last = min(last, (first + max(count, 1)) // _SEGMENTS_PER_BLOCK)
        for block in range(start, last + 1):
            self._blocks.pop(block, None)

    def texts(self, segment: int) -> Texts:
        """Return hypothesis and references of a segment."""
        return tuple([column[segment] for column in self._columns])

    def texts_of(self, segments: Sequence[int]) -> list[Texts]:
        """Return hypothesis and references of some segments."""
        return list(zip(*self.columns_of(segments), strict=True))

    def columns_of(self, segments: Sequence[int]) -> list[Sequence[str]]:
        """Return the texts of some segments by columns: hypotheses, then each reference."""
        some = as_slice(segments)
        if isinstance(some, slice):
            return [column[some] for column in self._columns]
        return [list(map(column.__getitem__, some)) for column in self._columns]

    def is_too_long(self, segment: int) -> bool:
        """Whether any text of a segment exceeds the limit."""
        return 0 <= segment < self.paired and _is_too_long(self.texts(segment))

    def is_too_complex(self, segment: int) -> bool:
        """Whether a segment has too many possible matches to be scored."""
        if not 0 <= segment < self.paired or self._rows[segment] != _NOT_SCORED:
            return False
        return not self._unscored([segment], self.columns_of(range(segment, segment + 1)))

    def score(self, segment: int) -> LineScore | None:
        """Return the score of a segment, or None if it is open, excluded or unpaired."""
        return self._row(self._rows[segment]) if 0 <= segment < self.paired else None

    def ratings(self, segments: range) -> dict[int, Rating]:
        """Return ratings for the scored segments; faster than calling `score` for each."""
        rows = self._rows[segments.start : segments.stop]
        scored = {
            segment: row
            for segment, row in zip(segments, rows, strict=True)
            if row is not None and row != _NOT_SCORED
        }
        return dict(zip(scored, self._scores.ratings(list(scored.values())), strict=True))

    def cached_score(self, texts: Texts) -> float | None:
        """Return the score of texts that were paired before, while it is cached."""
        known = self._row(self._recall(texts))
        return None if known is None else known.score

    def open_among(self, segments: Iterable[int]) -> list[int]:
        """Return the segments that need scoring; cached scores are restored here."""
        rows, paired = self._rows, self.paired
        unknown = [n for n in segments if 0 <= n < paired and rows[n] is None]
        return self._not_recalled(unknown) if unknown else unknown

    def next_open(self, limit: int) -> list[int]:
        """Return at most `limit` open segments, in order.

        May return an empty list before the end; call again.
        """
        found: list[int] = []
        end = min(self.paired, self._next + _MAX_SEARCHED_SEGMENTS)
        while self._next < end and len(found) < limit:
            some = range(self._next, min(end, self._next + limit - len(found)))
            rows = self._rows[some.start : some.stop]
            found += self._not_recalled(list(compress(some, map(is_, rows, repeat(None)))))
            self._next = some.stop
        if self._next >= self.paired and self._open > len(found):
            self._next = 0  # the texts of some changed while they were scored
        return found

    def store(
        self, segments: Sequence[int], texts: Sequence[Texts], found: Iterable[LineScore | None]
    ) -> None:
        """Store scores; those of texts that have changed meanwhile are only cached.

        Args:
            segments: their numbers.
            texts: their texts when scoring began.
            found: scores of the first of them; None for a segment that is too complex.
        """
        first = len(self._scores)
        self._scores.extend(found)
        rows: list[int] = list(range(first, len(self._scores)))
        for row in self._scores.too_complex_rows(first):
            rows[row - first] = _NOT_SCORED
        paired = self.paired
        present = [segment for segment in segments[: len(rows)] if segment < paired]
        columns = self.columns_of(present)
        here = list(zip(*columns, strict=True))
        unscored = self._unscored(present, columns)
        if here == list(texts) and not unscored and self._are_open(present):
            self._put_all(present, rows, here)
        else:
            now = dict(zip(present, here, strict=True))
            for segment, of_segment, row in zip(segments, texts, rows, strict=False):
                if now.get(segment) != of_segment:
                    self._cache(of_segment, row)
                elif segment not in unscored:
                    self._put(segment, row, of_segment)
        if len(self._scores) > 2 * (self.paired + len(self._cached)) + _SPARE_ROWS:
            self._compact()

    def store_alignments(self, texts: Texts, results: Sequence[SegmentResult]) -> None:
        """Cache the alignments of texts with each reference.

        The least recently used are evicted, except those that an active request has used.
        """
        for reference, result in zip(texts[1:], results, strict=True):
            self._use(_Aligned(result), (texts[0], reference))
        segments = min(_MAX_CACHED_ALIGNMENTS, self.paired + _SPARE_ALIGNMENTS)
        oldest = min(self._active_requests, default=math.inf)
        while (
            len(self._alignments) > segments * len(self.references)
            and self._least_recent() < oldest
        ):
            self._alignments.popitem(last=False)

    @contextmanager
    def keeping_alignments(self) -> Iterator[None]:
        """Evict no alignment that is used or stored within the context."""
        self._requests += 1
        request = self._requests
        self._active_requests.append(request)
        try:
            yield
        finally:
            self._active_requests.remove(request)

    def alignments(self, segment: int) -> tuple[SegmentResult, ...] | None:
        """Return the results of a segment against each reference, or None if not cached."""
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

    def needs_alignments(self, segment: int) -> bool:
        """Whether a segment can be scored but has no cached alignments."""
        if self.open_among([segment]):
            return True
        return self.score(segment) is not None and self.alignments(segment) is None

    def segment_score(self, known: LineScore) -> SegmentScore:
        """Return the score of a segment with all its measures."""
        statistics = known.statistics
        return SegmentScore(
            statistics=statistics,
            measures=measure(statistics, self.meteor.configuration.parameters),
            signature=self.signature,
            reference=known.reference,
            optimal=bool(statistics.proved_segments),
        )

    def corpus(self) -> CorpusResult:
        """Return the corpus score of the scored segments."""
        total, missing = self.meteor.zero(), Fraction(0)
        for block in range(self.block_count):
            summary = self.summary(block)
            total += summary.statistics
            missing += summary.shortfall
        return self.meteor.corpus_result(
            total, references=len(self.references), shortfall=float(missing)
        )

    def is_summarized(self, block: int, order: Order) -> bool:
        """Whether sum and worst segment of a block are cached."""
        return _worst_by(order) in self._blocks.get(block, {})

    def summarize(self, block: int, order: Order) -> None:
        """Compute sum and worst segment of a block."""
        self._worst(block, order)

    def summary(self, block: int) -> Summary:
        """Return columns and sums of the scored segments of a block."""
        return self.per_block("summary", block, self._summed)

    def worst(self, order: Order) -> int | None:
        """Return the first scored segment in an order, or None."""
        blocks = range(self.block_count)
        places = [place for block in blocks if (place := self._worst(block, order)) is not None]
        return min(places)[1] if places else None

    def ranking(self, order: Order) -> list[int]:
        """Return the scored segments in an order, equals by number."""
        blocks = range(self.block_count)
        places = (place for block in blocks for place in self.places(block, order))
        return [segment for _, segment in sorted(places)]

    def places(self, block: int, order: Order) -> list[Place]:
        """Return the sort keys of the scored segments of a block that are not empty."""
        summary = self.summary(block)
        sizes = map(add, summary.hypothesis_lengths, summary.reference_lengths)
        return list(compress(zip(order.first(summary), summary.segments, strict=True), sizes))

    @property
    def block_count(self) -> int:
        """Number of blocks of segments."""
        return -(-self.paired // _SEGMENTS_PER_BLOCK)

    def segments_of(self, block: int) -> range:
        """Return the segments of a block."""
        first = block * _SEGMENTS_PER_BLOCK
        return range(first, min(first + _SEGMENTS_PER_BLOCK, self.paired))

    def per_block(
        self, name: str, block: int, compute: Callable[[range], _Value], depends_on: object = None
    ) -> _Value:
        """Return a cached value of a block, computed again after a change of its segments.

        Args:
            name: cache key.
            block: number of the block.
            compute: computes the value for the segments of the block.
            depends_on: further state; a different value invalidates the cache.
        """
        known = self._blocks.setdefault(block, {})
        if name not in known or known[name][0] != depends_on:
            known[name] = (depends_on, compute(self.segments_of(block)))
        return cast("_Value", known[name][1])  # stored under that name

    def _not_recalled(self, unknown: list[int]) -> list[int]:
        """Return the segments that can be scored and have no cached score."""
        columns = self.columns_of(unknown)
        unscored = self._unscored(unknown, columns)
        if not unscored and not self._cached:
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
        """Return the segments that get no score: too long, excluded or without a side.

        Tests whole columns first, as few segments qualify.
        """
        found = set(self.excluded(segments))
        for column in columns if segments else ():
            if max(map(len, column)) > MAX_SEGMENT_CHARS:
                found.update(compress(segments, [len(text) > MAX_SEGMENT_CHARS for text in column]))
            if not all(column) or any(map(str.isspace, column)):
                blank = (not text or text.isspace() for text in column)
                found.update(filter(self.is_missing, compress(segments, blank)))
        return found

    def has_text_checks(self, block: int) -> bool:
        """Whether the text checks of a block are finished."""
        return _TEXT_CHECKS in self._blocks.get(block, {})

    def mark_checked(self, block: int) -> None:
        """Record that the text checks of a block are finished."""
        self.per_block(_TEXT_CHECKS, block, lambda _: True)

    def _row(self, row: int | None) -> LineScore | None:
        return None if row is None or row == _NOT_SCORED else self._scores[row]

    def _unchanged(self, segments: range) -> dict[int, tuple[int, Texts]]:
        """Return row and texts of segments that were scored with their current texts."""
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

    def _invalidate(self, first: int, end: int) -> int:
        """Cache the scores of outdated segments, and return how many of these were open."""
        rows = self._rows[first:end]
        for texts, row in zip(self._scored[first:end], rows, strict=True):
            if texts is not None and row is not None:
                self._cache(texts, row)
        return rows.count(None)

    def _cache(self, texts: Texts, row: int) -> None:
        self._cached[texts] = row
        self._cached.move_to_end(texts)
        while len(self._cached) > self.paired + _MAX_CACHED_SCORES:
            self._cached.popitem(last=False)

    def _compact(self) -> None:
        """Drop unused rows."""
        in_use = {*self._rows, *self._cached.values()} - {None, _NOT_SCORED}
        rows = sorted(cast("set[int]", in_use))
        new: dict[int | None, int] = {row: number for number, row in enumerate(rows)}
        new[_NOT_SCORED] = _NOT_SCORED
        self._scores = self._scores.select(rows)
        self._rows = list(map(new.get, self._rows))
        self._cached = OrderedDict((texts, new[row]) for texts, row in self._cached.items())

    def _recall(self, texts: Texts) -> int | None:
        """Return the cached row of texts, and mark it as recently used."""
        known = self._cached.get(texts)
        if known is not None:
            self._cached.move_to_end(texts)
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
        """Whether segments are consecutive, and all are open."""
        some = as_slice(segments)
        return isinstance(some, slice) and self._rows[some].count(None) == len(segments)

    def _put_all(self, segments: Sequence[int], rows: list[int], texts: list[Texts]) -> None:
        """Store the scores of consecutive open segments."""
        some = slice(segments[0], segments[-1] + 1)
        self._rows[some], self._scored[some] = rows, texts
        self._open -= len(rows)
        first, last = (n // _SEGMENTS_PER_BLOCK for n in (some.start, some.stop - 1))
        for block in range(first, last + 1):
            self._blocks.pop(block, None)

    def _put(self, segment: int, row: int, texts: Texts | None) -> None:
        """Store the score of an open segment."""
        if self._rows[segment] is None:
            self._rows[segment], self._scored[segment] = row, texts
            self._open -= 1
            self._blocks.pop(segment // _SEGMENTS_PER_BLOCK, None)

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
    return max(map(len, texts)) > MAX_SEGMENT_CHARS
