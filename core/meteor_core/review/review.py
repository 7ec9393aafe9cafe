"""Review a file or a pair of texts: its segments and their sums."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from ..errors import InputError
from ..files.sides import Sides, compared
from ..files.states import State, state_of
from ..files.units import SOURCE, UnitFile
from ..meteor import Meteor
from ..text.numbers import lines_in_words
from .diagnostics.find import Checking
from .filtering import Order, ReviewFilter, Row, listed
from .remarks import Remark, SegmentRemarks, keys_of, matched
from .segments import DEFAULT_BOUNDS, DEFAULT_CHECKING, Bounds, ReviewedSegment, review_segments
from .shifted_lines import Shift, align_lines
from .texts import ReviewTexts
from .totals import ReviewTotal, sums_of, total_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A finished review.

    Attributes:
        segments: in order.
        total: their sums.
        signature: of METEOR's scores.
        shifts: inserted, deleted, split or joined lines, if known.
        remarks: states and comments kept beside the file, for each segment.
        states: review state of each segment.
    """

    segments: tuple[ReviewedSegment, ...]
    total: ReviewTotal
    signature: str
    shifts: tuple[Shift, ...] = ()
    remarks: tuple[SegmentRemarks, ...] = ()
    states: tuple[State, ...] = ()


def review(
    texts: Iterable[ReviewTexts],
    meteor: Meteor,
    bounds: Bounds = DEFAULT_BOUNDS,
    checking: Checking = DEFAULT_CHECKING,
    *,
    shifts: Sequence[Shift] = (),
    remarks: Sequence[Remark] = (),
    format_name: str | None = None,
) -> Review:
    """Review all segments.

    Args:
        texts: the segments, in order.
        meteor: scores machine translation against post-edits, in their language.
        bounds: minimum edit shares of the extents.
        checking: which diagnostics to find.
        shifts: of the lines of the segments.
        remarks: kept beside the file, by time.
        format_name: of a bilingual file, whose units may have states.
    """
    segments = tuple(review_segments(texts, meteor, bounds, checking))
    kept = tuple(matched(remarks, keys_of([segment.texts for segment in segments]))[0])
    return Review(
        segments=segments,
        total=total_of(sums_of(segments, meteor), meteor),
        signature=str(meteor.signature()),
        shifts=tuple(shifts),
        remarks=kept,
        states=tuple(
            state_of(format_name, segment.texts.facts, one.state)
            for segment, one in zip(segments, kept, strict=True)
        ),
    )


def chosen_from(
    reviewed: Review, chosen: ReviewFilter, meteor: Meteor, order: Order = "file"
) -> Review:
    """Return a review of the segments that a filter matches, in an order, with their sums."""
    rows = zip(reviewed.segments, reviewed.states, reviewed.remarks, strict=True)
    by_number = {row[0].texts.number: row for row in rows}
    numbers = listed(
        (
            Row(segment.texts, state, bool(said.comments or segment.texts.facts.notes), segment)
            for segment, state, said in by_number.values()
        ),
        chosen,
        order,
    )
    found = [by_number[number] for number in numbers]
    segments = tuple(segment for segment, _, _ in found)
    return replace(
        reviewed,
        segments=segments,
        total=total_of(sums_of(segments, meteor), meteor),
        states=tuple(state for _, state, _ in found),
        remarks=tuple(said for _, _, said in found),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTexts:
    """The segments of line-aligned texts.

    Attributes:
        segments: in order, numbered by the lines of the post-edit.
        shifts: inserted, deleted, split or joined lines.
    """

    segments: tuple[ReviewTexts, ...]
    shifts: tuple[Shift, ...] = ()


def texts_of_lines(
    mt: Sequence[str], post_edits: Sequence[str], sources: Sequence[str] | None = None
) -> PairedTexts:
    """Pair line-aligned texts.

    If machine translation and post-edit differ in their number of lines, lines are paired by
    similarity, and lines without a partner are left out.

    Raises:
        InputError: source and machine translation differ in their number of lines.
    """
    if sources is not None and len(sources) != len(mt):
        raise InputError(
            f"the source has {len(sources):,} lines, but the MT has {len(mt):,}; the source "
            "and the MT must be aligned line by line"
        )
    if len(mt) == len(post_edits):
        rows = zip(mt, post_edits, sources or repeat(None), strict=False)
        return PairedTexts(
            segments=tuple(
                ReviewTexts(mt=before, post_edit=after, source=source, number=number)
                for number, (before, after, source) in enumerate(rows, 1)
            )
        )
    alignment = align_lines(mt, post_edits)
    return PairedTexts(
        segments=tuple(
            ReviewTexts(
                mt=" ".join(mt[slice(*bead.mt)]),
                post_edit=" ".join(post_edits[slice(*bead.post_edit)]),
                source=None if sources is None else " ".join(sources[slice(*bead.mt)]),
                number=bead.post_edit[0] + 1,
            )
            for bead in alignment.beads()
            if bead.mt[0] < bead.mt[1] and bead.post_edit[0] < bead.post_edit[1]
        ),
        shifts=alignment.shifts,
    )


def shift_in_words(shift: Shift) -> str:
    """Describe a shift, with lines counted from 1."""
    mt, post_edit = lines_in_words(*shift.mt), lines_in_words(*shift.post_edit)
    if shift.kind == "inserted":
        return f"{post_edit} of the post-edit: not in the MT, before its line {shift.mt[0] + 1:,}"
    if shift.kind == "deleted":
        place = shift.post_edit[0] + 1
        return f"{mt} of the MT: not in the post-edit, before its line {place:,}"
    return f"{mt} of the MT: {shift.kind} into {post_edit} of the post-edit"


def texts_of_file(file: UnitFile, sides: Sides) -> Iterator[ReviewTexts]:
    """Yield the segments of a bilingual file that have a machine translation and a final text.

    Args:
        file: the bilingual file.
        sides: the fields of machine translation and final text, which is the only reference.
    """
    source = SOURCE if SOURCE not in (sides.hypothesis, *sides.references) else None
    for found in compared(file, sides):
        yield ReviewTexts(
            mt=found.hypothesis,
            post_edit=found.references[0] or "",
            source=found.unit.texts.get(source) if source else None,
            facts=found.unit.facts,
            number=found.number,
        )
