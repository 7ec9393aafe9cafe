"""Keep the review of one pairing up to date while its texts change.

Counterpart of ``scores.py`` for reviews: lists segments without a review, stores results, and
caches sums per block of segments. Stored results have no edits; these are recomputed for the
segments on display.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, TypeAlias

from meteor_core import Meteor
from meteor_core.files.states import State, is_reviewed, state_of
from meteor_core.files.units import Facts
from meteor_core.review.diagnostics.diagnostic import Diagnostic
from meteor_core.review.diagnostics.find import Checking
from meteor_core.review.filtering import Row
from meteor_core.review.quotations import Neighbours
from meteor_core.review.remarks import (
    NO_REMARKS,
    Finder,
    Group,
    RemarksFile,
    SegmentKey,
    SegmentRemarks,
    fitting,
    keys_of,
    said_in,
)
from meteor_core.review.segments import Bounds, ReviewedSegment, review_segment
from meteor_core.review.texts import ReviewTexts
from meteor_core.review.totals import ReviewSums, ReviewTotal, added, sums_of, total_of
from meteor_core.review.undo import is_noted

_SEGMENTS_PER_BLOCK: Final = 128
"""Segments whose sums are cached together; an edit invalidates one block."""

_MAX_DETAILED_SEGMENTS: Final = 2_000
"""Segments whose edits are cached."""

_REVISIONS: Final = count(1)

_Key: TypeAlias = tuple[str, str, str | None, bool, Neighbours]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The parameters of a review.

    Attributes:
        bounds: of the edit classes.
        checking: which diagnostics to look for.
        known: returns diagnostics that were found before, or None.
    """

    meteor: Meteor
    bounds: Bounds
    checking: Checking
    known: Callable[[ReviewTexts], tuple[Diagnostic, ...] | None] = lambda _: None

    def review(self, texts: ReviewTexts) -> ReviewedSegment:
        """Review a segment."""
        return review_segment(texts, self.meteor, self.bounds, self.checking, self.known(texts))


class PairReview:
    """The review of machine translation against its post-edit, segment by segment."""

    def __init__(
        self,
        measure: Measure,
        texts: Callable[[int], ReviewTexts | None],
        size: Callable[[], int],
        format_name: str | None,
    ) -> None:
        """Create a review of texts that may change.

        Args:
            measure: its parameters.
            texts: returns the texts of a segment, or None if a side is missing.
            size: returns the number of segments.
            format_name: of a bilingual file.
        """
        self.measure: Final = measure
        self.format_name: Final = format_name
        self.revision = next(_REVISIONS)
        self._read, self._size = texts, size
        self._texts: list[ReviewTexts | None] = []
        self._reviewed: list[ReviewedSegment | None] = []
        self._next = 0  # first segment that may be without review
        self._blocks: dict[int, ReviewSums] = {}
        self._whole: ReviewTotal | None = None  # of the last complete review
        self._detailed: OrderedDict[_Key, ReviewedSegment] = OrderedDict()
        self._kept = RemarksFile()
        self._groups: Mapping[int, list[Group]] | None = {}
        self._remarks: dict[int, SegmentRemarks] = {}
        self._finder: Finder | None = None
        self._present: list[int] | None = None
        self._fill(0, 0, size())

    def __len__(self) -> int:
        return len(self._texts)

    # Reviewing

    @property
    def segments(self) -> int:
        """Number of segments with both sides."""
        return len(self.present())

    @property
    def reviewed(self) -> int:
        """Number of reviewed segments."""
        return len(self._reviewed) - self._reviewed.count(None)

    @property
    def complete(self) -> bool:
        """Whether every segment is reviewed."""
        return not self.next_open(1)

    def changed(self, first: int, removed: int, inserted: int, *, together: bool) -> None:
        """Invalidate segments whose texts changed; arguments as in ``PairScores.changed``."""
        self.revision = next(_REVISIONS)
        if removed == inserted or together:
            gone, come = removed, inserted
        else:
            gone, come = len(self) - first, self._size() - first
        gone = max(0, min(gone, len(self) - first))
        come = max(0, min(come, self._size() - first))
        old = self._texts[first : first + gone]
        self._fill(first, gone, come)
        excess = len(self) - self._size()
        if excess > 0:
            del self._texts[-excess:], self._reviewed[-excess:]
        start = first // _SEGMENTS_PER_BLOCK
        end = start + 1 + max(0, come - 1) // _SEGMENTS_PER_BLOCK + 1 if gone == come else None
        for block in [n for n in self._blocks if start <= n and (end is None or n < end)]:
            del self._blocks[block]
        self._next = min(self._next, first)
        new = self._texts[first : first + come]
        if gone != come or excess > 0 or not all(map(_is_same_segment, old, new)):
            self._finder = self._groups = self._present = None

    def _fill(self, first: int, gone: int, come: int) -> None:
        texts = [self._read(segment) for segment in range(first, first + come)]
        span = slice(first, first + gone)
        reviewed: list[ReviewedSegment | None] = [None] * come
        if gone == come:
            old = zip(self._texts[span], texts, self._reviewed[span], strict=True)
            reviewed = [_kept(*segment) for segment in old]
        self._texts[span], self._reviewed[span] = texts, reviewed
        self._update_neighbour(first - 1)
        self._update_neighbour(first + come)

    def _update_neighbour(self, segment: int) -> None:
        """Read a segment again if a neighbour now leaves a quotation open or closed."""
        old = self._texts[segment] if 0 <= segment < min(len(self), self._size()) else None
        new = self._read(segment) if old else None
        if old and new and old.neighbours != new.neighbours:
            self._texts[segment], self._reviewed[segment] = new, None
            self._blocks.pop(segment // _SEGMENTS_PER_BLOCK, None)
            self._next = min(self._next, segment)

    def texts(self, segment: int) -> ReviewTexts | None:
        """Return the texts of a segment, or None if it lacks a side or does not exist."""
        texts = self._texts[segment] if 0 <= segment < len(self) else None
        if texts is not None and texts.number != segment + 1:
            texts = self._texts[segment] = replace(texts, number=segment + 1)
        return texts

    def known(self, segment: int) -> ReviewedSegment | None:
        """Return the stored review of a segment, without its edits, or None."""
        return self._reviewed[segment] if 0 <= segment < len(self) else None

    def without_details(self, segment: int) -> ReviewTexts | None:
        """Return the texts of a segment if its edits are not cached, else None."""
        texts = self.texts(segment)
        return None if texts is None or _key(texts) in self._detailed else texts

    def store_details(self, texts: ReviewTexts, found: ReviewedSegment) -> None:
        """Cache a review together with its edits."""
        self._detailed[_key(texts)] = found
        self.store(texts.number - 1, texts, found)
        if len(self._detailed) > _MAX_DETAILED_SEGMENTS:
            self._detailed.popitem(last=False)

    def with_details(self, segment: int) -> ReviewedSegment | None:
        """Return a segment with its edits, reviewing it if necessary; None if it has no texts."""
        texts = self.texts(segment)
        if texts is None:
            return None
        found = self._detailed.get(_key(texts))
        if found is None:
            found = self.measure.review(texts)
            self.store_details(texts, found)
        self._detailed.move_to_end(_key(texts))
        return replace(found, texts=texts)

    def next_open(self, limit: int) -> list[int]:
        """Return at most `limit` segments without review, in order."""
        found: list[int] = []
        is_first = True
        for segment in range(self._next, len(self)):
            if self._reviewed[segment] is None and self._texts[segment] is not None:
                if is_first:
                    self._next, is_first = segment, False
                found.append(segment)
                if len(found) == limit:
                    break
        if is_first:
            self._next = len(self)
        return found

    def store(self, segment: int, texts: ReviewTexts, found: ReviewedSegment) -> None:
        """Store the review of a segment unless its texts have changed."""
        if segment < len(self) and self._texts[segment] is texts:
            self._reviewed[segment] = replace(found, edits=())
            self._blocks.pop(segment // _SEGMENTS_PER_BLOCK, None)
            self.revision = next(_REVISIONS)

    def total(self) -> ReviewTotal:
        """Return the totals of the reviewed segments.

        While some segments are reviewed again, the last complete totals are returned.
        """
        complete = self.complete
        if self._whole is not None and not complete:
            return self._whole
        meteor = self.measure.meteor
        numbers = range(-(-len(self) // _SEGMENTS_PER_BLOCK))
        found = total_of(added(map(self._sums, numbers), meteor), meteor)
        self._whole = found if complete else None
        return found

    def sum_up(self, block: int) -> bool:
        """Sum up a block, and return whether it had changed."""
        if block in self._blocks:
            return False
        self._sums(block)
        return True

    @property
    def block_count(self) -> int:
        """Number of blocks of segments."""
        return -(-len(self) // _SEGMENTS_PER_BLOCK)

    def _sums(self, block: int) -> ReviewSums:
        if block not in self._blocks:
            first = block * _SEGMENTS_PER_BLOCK
            some = self._reviewed[first : first + _SEGMENTS_PER_BLOCK]
            known = [segment for segment in some if segment is not None]
            self._blocks[block] = sums_of(known, self.measure.meteor)
        return self._blocks[block]

    # Remarks

    def present(self) -> list[int]:
        """Return the segments with both sides."""
        if self._present is None:
            self._present = [at for at, texts in enumerate(self._texts) if texts is not None]
        return self._present

    def key(self, segment: int) -> SegmentKey | None:
        """Return the key that identifies a segment in a remarks file."""
        texts = self.texts(segment)
        if texts is None:
            return None
        before, after = (self._neighbour(segment, step) for step in (-1, 1))
        near = [text for text in (before, texts, after) if text is not None]
        return keys_of(near)[1 if before else 0]

    def find(self, key: SegmentKey) -> int | None:
        """Return the segment that a key refers to now, or None."""
        found = self._finder_now().segment(key)
        return None if found is None else self.present()[found]

    def find_same(self, key: SegmentKey, segment: int, size: int) -> int | None:
        """Return where an edited segment is now.

        None if it is gone, or indistinguishable from segments with the same texts.

        Args:
            key: of the segment.
            segment: where it was.
            size: the number of segments at that time.
        """
        if len(self) == size and self.key(segment) == key:
            return segment
        found = self._finder_now().only(key)
        return None if found is None else self.present()[found]

    def set_remarks(self, kept: RemarksFile) -> None:
        """Replace all remarks from the remarks file."""
        self._kept, self._groups = kept, None
        self.revision = next(_REVISIONS)

    def remarks(self, segment: int) -> SegmentRemarks:
        """Return the remarks on a segment in the remarks file."""
        if self._groups is None:
            self._groups, self._remarks = self._match(), {}
        if segment not in self._remarks and segment in self._groups:
            self._remarks[segment] = said_in(self._groups[segment])
        return self._remarks.get(segment, NO_REMARKS)

    def state(self, segment: int) -> State:
        """Return the review state of a segment."""
        texts = self._texts[segment]
        beside = self.remarks(segment).state
        return state_of(self.format_name, Facts(id="") if texts is None else texts.facts, beside)

    def has_state(self, segment: int) -> bool:
        """Whether a state was set in the file or the remarks file."""
        texts = self._texts[segment]
        beside = self.remarks(segment).state
        return texts is None or is_reviewed(self.format_name, texts.facts, beside)

    def is_noted(self, segment: int, state: State, who: str) -> bool:
        """Whether setting a state again would change nothing in the remarks file."""
        shown = self.state(segment) if self.has_state(segment) else None
        return is_noted(self.remarks(segment), shown, state, who)

    def rows(self) -> Iterator[Row]:
        """Yield all segments with their review, state and remarks."""
        for segment in self.present():
            texts = self.texts(segment)
            if texts is not None:
                yield Row(
                    texts,
                    self.state(segment),
                    bool(self.remarks(segment).comments or texts.facts.notes),
                    self._reviewed[segment],
                )

    def _match(self) -> Mapping[int, list[Group]]:
        if not self._kept.groups:
            return {}
        present, found = self.present(), fitting(self._kept.groups, self._finder_now())[0]
        return {present[segment]: groups for segment, groups in found.items()}

    def _finder_now(self) -> Finder:
        if self._finder is None:
            texts = [self._texts[segment] for segment in self.present()]
            self._finder = Finder(keys_of([text for text in texts if text is not None]))
        return self._finder

    def _neighbour(self, segment: int, step: int) -> ReviewTexts | None:
        neighbour = segment + step
        while 0 <= neighbour < len(self):
            if (texts := self._texts[neighbour]) is not None:
                return texts
            neighbour += step
        return None


def _key(texts: ReviewTexts) -> _Key:
    """Return everything that the review of a segment depends on."""
    return texts.mt, texts.post_edit, texts.source, texts.facts.is_final, texts.neighbours


def _kept(
    old: ReviewTexts | None, new: ReviewTexts | None, known: ReviewedSegment | None
) -> ReviewedSegment | None:
    """Return a review that remains valid because only metadata changed."""
    if old is None or new is None or known is None:
        return None
    if _key(old) == _key(new):
        return replace(known, texts=new)
    is_touched = new.mt != new.post_edit  # otherwise the final state matters
    is_same = replace(new, facts=old.facts, number=old.number) == old
    return replace(known, texts=new) if is_touched and is_same else None


def _is_same_segment(old: ReviewTexts | None, new: ReviewTexts | None) -> bool:
    """Whether two segments are identified by the same texts, apart from the post-edit."""
    if old is None or new is None:
        return old is new
    return (old.mt, old.source, old.facts.id) == (new.mt, new.source, new.facts.id)
