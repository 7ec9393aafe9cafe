"""Convert a review to JSON for clients: summary, and windows of its list."""

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
    """Return totals and states of a review."""
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
    """Yield inserted, deleted, split or joined lines."""
    lines = view.opened.lines
    for shift in () if lines is None else lines.shifts:
        mt, post_edit = shift.lines[:2]
        before, after = mt[1] - mt[0], post_edit[1] - post_edit[0]
        if before != after:
            kind: ShiftKind = "split" if before < after else "joined"
            kind = "deleted" if not after else kind if before else "inserted"
            yield Shift(kind=kind, mt=mt, post_edit=post_edit)


def row(view: View, review: PairReview, segment: int) -> dict[str, Any] | None:
    """Return a segment with its edits and places, or None if it lacks a side."""
    whole = review.with_details(segment)
    if whole is None:
        return None
    return {
        **segment_json(whole, review.state(segment), review.remarks(segment)),
        **_places(view, segment),
    }


def brief_row(view: View, review: PairReview, segment: int) -> dict[str, Any] | None:
    """Return a segment for a list with one line each: post-edit and numbers, without edits.

    Numbers are null if unknown.
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
        "diagnostics": [] if known is None else [found.code for found in known.diagnostics],
        **_places(view, segment),
    }


def states_of(view: View, review: PairReview, segments: Iterable[int]) -> Iterator[dict[str, Any]]:
    """Yield states and numbers of comments of segments, with the lines on which they begin."""
    part = POST_EDIT if POST_EDIT in view.streams and view.is_in_file(POST_EDIT) else None
    part = part or (view.leading_part if view.parts else next(iter(view.streams)))
    for segment in segments:
        texts = review.texts(segment)
        if texts is None:
            continue
        state = review.state(segment) if review.has_state(segment) else STATES[0]
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
    """Return the numbers, from 1, of the listed segments.

    Raises:
        ParameterError: the order is unknown.
    """
    if chosen == ReviewFilter() and order == "file" and not is_reversed:
        return [segment + 1 for segment in review.present()]
    return listed(review.rows(), chosen, order, is_reversed=is_reversed)  # type: ignore[arg-type]  # checked there


def next_unreviewed(review: PairReview, segment: int, *, backwards: bool) -> int | None:
    """Return the next unreviewed segment, or None if there is no other."""
    unreviewed = [n for n in review.present() if review.state(n) in UNREVIEWED]
    return _next(unreviewed, segment, backwards=backwards)


def next_place(
    review: PairReview, here: tuple[int, int], *, what: str, backwards: bool
) -> tuple[int | None, tuple[int, int]]:
    """Return the next edit or diagnostic in the post-edit, as segment and span.

    The segment is None if there is no other.

    Args:
        review: of a pairing.
        here: segment, and offset in its post-edit.
        what: "edit" or "diagnostic".
        backwards: whether to search for the previous one.
    """
    segment, offset = here
    in_here = _spans(review.with_details(segment), what)
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
        number
        for number in review.present()
        if (known := review.known(number)) is not None
        if (chosen.matches_numbers(known) if chosen else known.counts.edit_share > 0)
    ]
    following = _next(candidates, segment, backwards=backwards)
    while following is not None:
        spans = _spans(review.with_details(following), what)
        if spans:
            return following, spans[-1 if backwards else 0]
        candidates.remove(following)
        following = _next(candidates, segment, backwards=backwards)
    return (segment, in_here[-1 if backwards else 0]) if in_here else (None, (0, 0))


def _spans(segment: ReviewedSegment | None, what: str) -> list[tuple[int, int]]:
    if segment is None:
        return []
    if what == "diagnostic":
        return [found.post_edit for found in segment.diagnostics]
    return [edit.post_edit for edit in segment.edits if edit.kind != "kept"]


def _next(numbers: list[int], here: int, *, backwards: bool) -> int | None:
    """Return the next of some numbers other than `here`, wrapping around."""
    before, behind = ([n for n in numbers if n < here], [n for n in numbers if n > here])
    if backwards:
        return next(reversed(before or behind), None)
    return next(iter(behind or before), None)


def _document(view: View, part: Part) -> dict[str, Any] | None:
    stream = view.opened.streams.get(part)
    return None if stream is None else {"uri": view.uri(part), "field": stream.field}


def _place(view: View, part: Part, segment: int) -> dict[str, Any] | None:
    stream, file = view.opened.streams.get(part), view.opened.file(part)
    if stream is None or file is None or not file.is_in_file(stream.field):
        return None
    place: types.Range = view.range(part, segment)
    return {"uri": file.shown_uri, "range": place}
