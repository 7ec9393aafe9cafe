"""Record the actions of a review with the text before and after, so that they can be undone.

Undoing an action restores the previous text only if the action's text is still there, so that
other edits are never lost.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core import InputError
from meteor_core.files.placed_text import Place
from meteor_core.review.remarks import Remark, SegmentKey
from meteor_core.review.undo import SaidRemark

from ..documents.segmentation import Replacement
from ..errors import Refused
from ..scoring.review import PairReview
from ..session.open_pairing import View

MAX_ACTIONS: Final = 1_000
"""Actions that can be undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenUnit:
    """A change of the unit or line that holds a segment.

    Attributes:
        segment: the first segment of the unit when it was changed.
        key: of that segment.
        before: the whole unit, lines joined by line feeds.
        after: the changed unit.
        undo: changed ranges of ``after``, and their previous text.
    """

    segment: int
    key: SegmentKey
    before: str
    after: str
    undo: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """The changes of one command.

    Attributes:
        size: number of segments at that time.
        written: changes of the post-edit.
        said: remarks with the numbers of their segments.
    """

    size: int
    written: tuple[WrittenUnit, ...] = ()
    said: tuple[tuple[int, SaidRemark], ...] = ()

    @property
    def segments(self) -> list[int]:
        """The changed segments."""
        return sorted(
            {*(unit.segment for unit in self.written), *(number for number, _ in self.said)}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """The reverse of an action; empty if it was undone already.

    Attributes:
        replacements: in the document.
        remarks: to add to the remarks file.
    """

    replacements: tuple[Replacement, ...] = ()
    remarks: tuple[Remark, ...] = ()


NOTHING_TO_UNDO: Final = Undoing()


def written_units(
    view: View, review: PairReview, replacements: Mapping[int, Iterable[Replacement]]
) -> tuple[WrittenUnit, ...]:
    """Return the changes that replacements make to the units of a document.

    Args:
        view: of the document, before the replacements.
        review: of the pairing.
        replacements: by segment.
    """
    by_unit: dict[tuple[Place, Place], dict[Replacement, int]] = defaultdict(dict)
    for segment, of_segment in replacements.items():
        for replacement in of_segment:
            by_unit[view.segmentation.holder(segment)].setdefault(replacement, segment)
    found = (_written(view, review, *holder, unit) for holder, unit in by_unit.items())
    return tuple(unit for unit in found if unit is not None)


def undoing(action: Action, view: View | None, review: PairReview, who: str) -> Undoing:
    """Return the reverse of an action.

    Args:
        action: to undo.
        view: of the post-edit, if it is open.
        review: of the pairing.
        who: name for the remarks.

    Raises:
        Refused: the action's text or remarks were changed since.
    """
    replacements: list[Replacement] = []
    for unit in action.written:
        if view is None:
            raise Refused("the text is not open any more; open it to undo what was done in it")
        segment = _found(review, unit.key, unit.segment, action.size)
        replacements += _undo_of(unit, view, segment)
    remarks = []
    for number, said in action.said:
        segment = _found(review, said.remark.key, number, action.size)
        try:
            remark = said.undone(review.remarks(segment), who)
        except InputError as error:
            raise Refused(f"segment {segment + 1} is left as it is: {error}") from None
        if remark is not None:
            remarks.append(remark)
    return Undoing(replacements=tuple(replacements), remarks=tuple(remarks))


def _written(
    view: View, review: PairReview, start: Place, end: Place, unit: Mapping[Replacement, int]
) -> WrittenUnit | None:
    before = _text(view, start, end)
    segment = min(unit.values())
    key = review.key(segment)
    after, behind = "", 0
    undo = []
    for first, last, new in sorted(unit):
        begin, until = _offset(before, start, first), _offset(before, start, last)
        after += before[behind:begin]
        undo.append((len(after), len(after) + len(new), before[begin:until]))
        after, behind = after + new, until
    after += before[behind:]
    if key is None or after == before:
        return None
    return WrittenUnit(segment=segment, key=key, before=before, after=after, undo=tuple(undo))


def _undo_of(unit: WrittenUnit, view: View, segment: int) -> list[Replacement]:
    start, end = view.segmentation.holder(segment)
    now = _text(view, start, end)
    if now == unit.before:
        return []
    if now != unit.after:
        raise Refused(
            f"segment {segment + 1} is left as it is: it was edited since; undo that edit first"
        )
    return [
        (_place(now, start, begin), _place(now, start, until), before)
        for begin, until, before in unit.undo
    ]


def _found(review: PairReview, key: SegmentKey, number: int, size: int) -> int:
    segment = review.find_same(key, number, size)
    if segment is None:
        raise Refused(
            f"what was segment {number + 1} is not there any more, or may be one of several that "
            "say the same; change it by hand"
        )
    return segment


def _text(view: View, start: Place, end: Place) -> str:
    lines: Sequence[str] = view.file.lines[start.line : end.line + 1]
    text = "\n".join(lines)
    return text[start.column : len(text) - len(lines[-1]) + end.column] if lines else ""


def _offset(text: str, start: Place, place: Place) -> int:
    """Return the offset of a place in a text that begins at `start`."""
    if place.line == start.line:
        return place.column - start.column
    begin = 0
    for _ in range(place.line - start.line):
        begin = text.index("\n", begin) + 1
    return begin + place.column


def _place(text: str, start: Place, offset: int) -> Place:
    """Return the place of an offset in a text that begins at `start`."""
    line = text.count("\n", 0, offset)
    column = offset - (text.rfind("\n", 0, offset) + 1)
    return Place(start.line + line, column + (0 if line else start.column))
