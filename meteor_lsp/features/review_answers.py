"""A review as clients get it: what it comes to, and windows of its list."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from lsprotocol import types

from meteor_core.files.states import STATES, UNREVIEWED
from meteor_core.review.filtering import ANY, ReviewFilter, listed
from meteor_core.review.review_format import segment_json, total_json
from meteor_core.review.segments import ReviewedSegment
from meteor_core.review.shifted_lines import Shift, ShiftKind

from ..pairing.streams import HYPOTHESIS, POST_EDIT, SOURCE, Part
from ..scoring.review import PairReview
from ..session.open_pairing import View

_PARTS: Final[Mapping[str, Part]] = {
    "mt": HYPOTHESIS,
    "post_edit": POST_EDIT,
    "source": SOURCE,
}


def summary(view: View, review: PairReview) -> dict[str, Any]:
    """What a review comes to."""
    pairing, bounds = view.opened.pairing, review.measure.bounds
    states = Counter(review.state(segment) for segment in review.present())
    return {
        "revision": review.revision,
        "segments": review.segments,
        "reviewed": review.reviewed,
        "postEditing": pairing.post_editing,
        "language": view.opened.language,
        "sourceLanguage": review.measure.checking.source_language,
        "documents": {name: _document(view, part) for name, part in _PARTS.items()},
        "bounds": {"heavyFrom": bounds.heavy_from, "rewrittenFrom": bounds.rewritten_from},
        "total": total_json(review.total(), list(_shifts(view))),
        "states": {state: states[state] for state in STATES},
        "problem": None,
    }


def _shifts(view: View) -> Iterator[Shift]:
    """Where lines were inserted, deleted, split or joined."""
    lines = view.opened.lines
    for shift in () if lines is None else lines.shifts:
        mt, post_edit = shift.lines[:2]
        before, after = mt[1] - mt[0], post_edit[1] - post_edit[0]
        if before != after:
            kind: ShiftKind = "split" if before < after else "joined"
            kind = "deleted" if not after else kind if before else "inserted"
            yield Shift(kind=kind, mt=mt, post_edit=post_edit)


def row(view: View, review: PairReview, segment: int) -> dict[str, Any] | None:
    """A segment, from 0, with its places; None where it lacks a side."""
    whole = review.whole(segment)
    if whole is None:
        return None
    return {
        **segment_json(whole, review.state(segment), review.remarks(segment)),
        **_places(view, segment),
    }


def brief_row(view: View, review: PairReview, segment: int) -> dict[str, Any] | None:
    """The same for a list of one line for each: of texts only the post-edit, no edits.

    Numbers are null where they are not known yet.
    """
    texts, known = review.texts(segment), review.known(segment)
    if texts is None:
        return None
    score = None if known is None or known.score.problem else known.score.score
    return {
        "segment": segment + 1,
        "id": texts.facts.id or None,
        "score": score,
        "hter": None if known is None else known.ter.rate,
        "class": None if known is None else known.extent,
        "state": review.state(segment),
        "comments": len(review.remarks(segment).comments) + len(texts.facts.notes),
        "post_edit": texts.post_edit,
        "diagnostics": [] if known is None else [one.code for one in known.diagnostics],
        **_places(view, segment),
    }


def said_of(view: View, review: PairReview, segments: Iterable[int]) -> Iterator[dict[str, Any]]:
    """What people have said of segments, from 0, with the lines on which they begin."""
    part = POST_EDIT if POST_EDIT in view.streams and view.stands_here(POST_EDIT) else None
    part = part or (view.leading_part if view.parts else next(iter(view.streams)))
    for segment in segments:
        texts = review.texts(segment)
        if texts is None:
            continue
        state = review.state(segment) if review.is_said(segment) else STATES[0]
        comments = len(review.remarks(segment).comments) + len(texts.facts.notes)
        if comments or state != STATES[0]:
            yield {
                "segment": segment + 1,
                "state": state,
                "comments": comments,
                "line": view.range(part, segment).start.line,
            }


def _places(view: View, segment: int) -> dict[str, Any]:
    return {"places": {name: _place(view, part, segment) for name, part in _PARTS.items()}}


def numbers(
    review: PairReview, chosen: ReviewFilter, order: str, *, is_reversed: bool
) -> list[int]:
    """The numbers, from 1, of the segments that are listed.

    Raises:
        ParameterError: there is no such order.
    """
    if chosen == ReviewFilter() and order == "file" and not is_reversed:
        return [segment + 1 for segment in review.present()]
    return listed(review.rows(), chosen, order, is_reversed=is_reversed)  # type: ignore[arg-type]  # checked there


def next_unreviewed(review: PairReview, segment: int, *, backwards: bool) -> int | None:
    """The next segment, from 0, that nobody has reviewed; None where there is none but this one."""
    open_ones = [one for one in review.present() if review.state(one) in UNREVIEWED]
    return _next(open_ones, segment, backwards=backwards)


def next_place(
    review: PairReview, here: tuple[int, int], *, what: str, backwards: bool
) -> tuple[int | None, tuple[int, int]]:
    """The next edit or diagnostic in the post-edit.

    Args:
        review: of a pairing.
        here: segment, from 0, and offset in its post-edit.
        what: "edit" or "diagnostic".
        backwards: whether the one before is looked for.

    Returns:
        Segment, None where there is none, and range of code points.
    """
    segment, offset = here
    in_here = _spans(review.whole(segment), what)
    if backwards:
        before = [span for span in in_here if span[0] < offset]
        if before:
            return segment, before[-1]
    else:
        behind = [span for span in in_here if span[0] > offset]
        if behind:
            return segment, behind[0]
    chosen = ReviewFilter(diagnostics=frozenset({ANY})) if what == "diagnostic" else None
    candidates = [
        one
        for one in review.present()
        if (known := review.known(one)) is not None
        if (chosen.takes_numbers(known) if chosen else known.counts.edit_share > 0)
    ]
    other = _next(candidates, segment, backwards=backwards)
    while other is not None:
        spans = _spans(review.whole(other), what)
        if spans:
            return other, spans[-1 if backwards else 0]
        candidates.remove(other)
        other = _next(candidates, segment, backwards=backwards)
    return (segment, in_here[-1 if backwards else 0]) if in_here else (None, (0, 0))


def _spans(segment: ReviewedSegment | None, what: str) -> list[tuple[int, int]]:
    if segment is None:
        return []
    if what == "diagnostic":
        return [one.post_edit for one in segment.diagnostics]
    return [edit.post_edit for edit in segment.edits if edit.kind != "kept"]


def _next(numbers: list[int], here: int, *, backwards: bool) -> int | None:
    """The next of some numbers in order, around the end; none but others."""
    before, behind = ([n for n in numbers if n < here], [n for n in numbers if n > here])
    if backwards:
        return next(reversed(before or behind), None)
    return next(iter(behind or before), None)


def _document(view: View, part: Part) -> dict[str, Any] | None:
    stream = view.opened.streams.get(part)
    return None if stream is None else {"uri": view.uri(part), "field": stream.field}


def _place(view: View, part: Part, segment: int) -> dict[str, Any] | None:
    stream, file = view.opened.streams.get(part), view.opened.file(part)
    if stream is None or file is None or not file.stands_here(stream.field):
        return None
    place: types.Range = view.range(part, segment)
    return {"uri": file.shown_uri, "range": place}
