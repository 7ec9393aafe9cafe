"""The review of one pairing, kept up to date while its texts change.

It is to reviews what ``scores.py`` is to scores: it lists the segments that are still to be
reviewed, takes what others found out about them, and keeps sums by blocks of segments. What is kept
of a segment has no edits, which are found again for those that are looked at.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, TypeAlias

from meteor_core import Meteor
from meteor_core.files.states import State, is_said, state_of
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

_BLOCK: Final = 128
"""Segments whose sums are kept together; an edit costs one block anew."""

_LOOKED_AT: Final = 2_000
"""Segments whose edits are kept."""

_REVISIONS: Final = count(1)

_Key: TypeAlias = tuple[str, str, str | None, bool, Neighbours]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How segments are reviewed.

    Attributes:
        meteor: the scorer.
        bounds: of the classes.
        checking: what diagnostics to look for.
        known: returns the diagnostics of texts in which it was looked for these; None of others.
    """

    meteor: Meteor
    bounds: Bounds
    checking: Checking
    known: Callable[[ReviewTexts], tuple[Diagnostic, ...] | None] = lambda _: None

    def review(self, texts: ReviewTexts) -> ReviewedSegment:
        """Review a segment."""
        return review_segment(texts, self.meteor, self.bounds, self.checking, self.known(texts))


class PairReview:
    """Machine translation against its post-edit, segment by segment."""

    def __init__(
        self,
        measure: Measure,
        texts: Callable[[int], ReviewTexts | None],
        size: Callable[[], int],
        format_name: str | None,
    ) -> None:
        """The review of texts that may change; see ``changed``.

        Args:
            measure: how it is made.
            texts: of a segment, from 0; None where it lacks a side.
            size: how many segments there are.
            format_name: of a bilingual file.
        """
        self.measure: Final = measure
        self.format_name: Final = format_name
        self.revision = next(_REVISIONS)
        self._read, self._size = texts, size
        self._texts: list[ReviewTexts | None] = []
        self._reviewed: list[ReviewedSegment | None] = []
        self._next = 0  # no segment before it is open
        self._blocks: dict[int, ReviewSums] = {}
        self._whole: ReviewTotal | None = None  # when all of them were last reviewed
        self._looked_at: OrderedDict[_Key, ReviewedSegment] = OrderedDict()
        self._kept = RemarksFile()
        self._groups: Mapping[int, list[Group]] | None = {}
        self._said: dict[int, SegmentRemarks] = {}
        self._finder: Finder | None = None
        self._present: list[int] | None = None
        self._fill(0, 0, size())

    def __len__(self) -> int:
        return len(self._texts)

    # What was reviewed

    @property
    def segments(self) -> int:
        """How many segments have both sides."""
        return len(self.present())

    @property
    def reviewed(self) -> int:
        """How many of them are reviewed by now."""
        return len(self._reviewed) - self._reviewed.count(None)

    @property
    def complete(self) -> bool:
        """Whether all of them are."""
        return not self.next_open(1)

    def changed(self, first: int, removed: int, inserted: int, *, together: bool) -> None:
        """Forget what was known of segments whose texts changed; see ``PairScores.changed``."""
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
        start = first // _BLOCK
        end = start + 1 + max(0, come - 1) // _BLOCK + 1 if gone == come else None
        for block in [one for one in self._blocks if start <= one and (end is None or one < end)]:
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
        self._read_beside(first - 1)
        self._read_beside(first + come)

    def _read_beside(self, segment: int) -> None:
        """Read a segment again whose neighbours leave something else open now."""
        old = self._texts[segment] if 0 <= segment < min(len(self), self._size()) else None
        new = self._read(segment) if old else None
        if old and new and old.neighbours != new.neighbours:
            self._texts[segment], self._reviewed[segment] = new, None
            self._blocks.pop(segment // _BLOCK, None)
            self._next = min(self._next, segment)

    def texts(self, segment: int) -> ReviewTexts | None:
        """The texts of a segment, from 0; None where it lacks a side, or is none."""
        texts = self._texts[segment] if 0 <= segment < len(self) else None
        if texts is not None and texts.number != segment + 1:
            texts = self._texts[segment] = replace(texts, number=segment + 1)
        return texts

    def known(self, segment: int) -> ReviewedSegment | None:
        """A segment as it was reviewed, without its edits; None where it was not yet."""
        return self._reviewed[segment] if 0 <= segment < len(self) else None

    def unlooked(self, segment: int) -> ReviewTexts | None:
        """The texts of a segment whose edits are not at hand; None where they are."""
        texts = self.texts(segment)
        return None if texts is None or _key(texts) in self._looked_at else texts

    def look(self, texts: ReviewTexts, found: ReviewedSegment) -> None:
        """Keep the edits of a segment at hand that was reviewed."""
        self._looked_at[_key(texts)] = found
        self.store(texts.number - 1, texts, found)
        if len(self._looked_at) > _LOOKED_AT:
            self._looked_at.popitem(last=False)

    def whole(self, segment: int) -> ReviewedSegment | None:
        """A segment with its edits, which is reviewed now if need be; None where it is none."""
        texts = self.texts(segment)
        if texts is None:
            return None
        found = self._looked_at.get(_key(texts))
        if found is None:
            found = self.measure.review(texts)
            self.look(texts, found)
        self._looked_at.move_to_end(_key(texts))
        return replace(found, texts=texts)

    def next_open(self, most: int) -> list[int]:
        """Up to so many segments, in order, that are still to be reviewed."""
        found: list[int] = []
        is_first = True
        for segment in range(self._next, len(self)):
            if self._reviewed[segment] is None and self._texts[segment] is not None:
                if is_first:
                    self._next, is_first = segment, False
                found.append(segment)
                if len(found) == most:
                    break
        if is_first:
            self._next = len(self)
        return found

    def store(self, segment: int, texts: ReviewTexts, found: ReviewedSegment) -> None:
        """Take a segment that was reviewed, if the same texts still stand there."""
        if segment < len(self) and self._texts[segment] is texts:
            self._reviewed[segment] = replace(found, edits=())
            self._blocks.pop(segment // _BLOCK, None)
            self.revision = next(_REVISIONS)

    def total(self) -> ReviewTotal:
        """The numbers of all segments, or of those that are reviewed by now.

        While some are reviewed again, these are the numbers as they were.
        """
        complete = self.complete
        if self._whole is not None and not complete:
            return self._whole
        meteor = self.measure.meteor
        numbers = range(-(-len(self) // _BLOCK))
        found = total_of(added(map(self._sums, numbers), meteor), meteor)
        self._whole = found if complete else None
        return found

    def sum_up(self, block: int) -> bool:
        """Whether there was something new to be summed in a block, which is done now."""
        if block in self._blocks:
            return False
        self._sums(block)
        return True

    @property
    def block_count(self) -> int:
        """How many blocks of segments there are."""
        return -(-len(self) // _BLOCK)

    def _sums(self, block: int) -> ReviewSums:
        if block not in self._blocks:
            some = self._reviewed[block * _BLOCK : (block + 1) * _BLOCK]
            known = [segment for segment in some if segment is not None]
            self._blocks[block] = sums_of(known, self.measure.meteor)
        return self._blocks[block]

    # What is said of it

    def present(self) -> list[int]:
        """The segments that have both sides."""
        if self._present is None:
            self._present = [at for at, texts in enumerate(self._texts) if texts is not None]
        return self._present

    def key(self, segment: int) -> SegmentKey | None:
        """What a segment is recognised by."""
        texts = self.texts(segment)
        if texts is None:
            return None
        before, after = (self._neighbour(segment, step) for step in (-1, 1))
        near = [one for one in (before, texts, after) if one is not None]
        return keys_of(near)[1 if before else 0]

    def find(self, key: SegmentKey) -> int | None:
        """The segment, from 0, that a key means now; None where there is none."""
        found = self._finder_now().segment(key)
        return None if found is None else self.present()[found]

    def find_same(self, key: SegmentKey, segment: int, size: int) -> int | None:
        """Return where a segment that was written to is now.

        Args:
            key: of the segment.
            segment: where it was, from 0.
            size: how many segments there were then.

        Returns:
            None where it is gone, or others say the same and it may be one of these.
        """
        if len(self) == size and self.key(segment) == key:
            return segment
        found = self._finder_now().only(key)
        return None if found is None else self.present()[found]

    def take_remarks(self, kept: RemarksFile) -> None:
        """Take all remarks that are kept beside the file."""
        self._kept, self._groups = kept, None
        self.revision = next(_REVISIONS)

    def remarks(self, segment: int) -> SegmentRemarks:
        """What is said of a segment beside the file."""
        if self._groups is None:
            self._groups, self._said = self._match(), {}
        if segment not in self._said and segment in self._groups:
            self._said[segment] = said_in(self._groups[segment])
        return self._said.get(segment, NO_REMARKS)

    def state(self, segment: int) -> State:
        """What is to do about a segment."""
        texts = self._texts[segment]
        beside = self.remarks(segment).state
        return state_of(self.format_name, Facts(id="") if texts is None else texts.facts, beside)

    def is_said(self, segment: int) -> bool:
        """Whether somebody has said what is to do about a segment."""
        texts = self._texts[segment]
        beside = self.remarks(segment).state
        return texts is None or is_said(self.format_name, texts.facts, beside)

    def is_noted(self, segment: int, state: State, who: str) -> bool:
        """Whether a state need not be noted beside the file again, as nothing would change."""
        shown = self.state(segment) if self.is_said(segment) else None
        return is_noted(self.remarks(segment), shown, state, who)

    def rows(self) -> Iterator[Row]:
        """All segments with what is known of them."""
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
            self._finder = Finder(keys_of([one for one in texts if one is not None]))
        return self._finder

    def _neighbour(self, segment: int, step: int) -> ReviewTexts | None:
        other = segment + step
        while 0 <= other < len(self):
            if (texts := self._texts[other]) is not None:
                return texts
            other += step
        return None


def _key(texts: ReviewTexts) -> _Key:
    """What a review of a segment depends on."""
    return texts.mt, texts.post_edit, texts.source, texts.facts.is_final, texts.neighbours


def _kept(
    old: ReviewTexts | None, new: ReviewTexts | None, known: ReviewedSegment | None
) -> ReviewedSegment | None:
    """A segment as it was reviewed, if all that changed is what the file says of it."""
    if old is None or new is None or known is None:
        return None
    if _key(old) == _key(new):
        return replace(known, texts=new)
    is_touched = new.mt != new.post_edit  # of others, it matters whether they are final
    is_same = replace(new, facts=old.facts, number=old.number) == old
    return replace(known, texts=new) if is_touched and is_same else None


def _is_same_segment(one: ReviewTexts | None, other: ReviewTexts | None) -> bool:
    """Whether a segment is recognised by the same, whatever its post-edit says."""
    if one is None or other is None:
        return one is other
    return (one.mt, one.source, one.facts.id) == (other.mt, other.source, other.facts.id)
