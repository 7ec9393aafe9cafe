"""Handle custom requests, for clients that draw more than the protocol supports."""

from collections.abc import Callable
from typing import Any, Final

from pygls.exceptions import JsonRpcInvalidParams

from meteor_core import SegmentResult
from meteor_core.review.emphasis import emphasis_json
from meteor_core.show.alignment_format import alignment_json, corpus_json
from meteor_core.text.numbers import counted

from ..documents.uris import key_of, name_of
from ..editor.language_server import MeteorLanguageServer
from ..features.picture import picture
from ..pairing.streams import HYPOTHESIS, Part, Role
from ..scoring.listing import Listing
from ..scoring.scores import Order, Place
from ..session.missing_partner import candidates, missing_partner
from ..session.open_pairing import Spot, View
from .arguments import field, number, position, text

ALIGNMENT = "meteor/alignment"
PICTURE = "meteor/picture"
PARTNERS = "meteor/partners"
TEXTS = "meteor/texts"
LINES = "meteor/lines"
SEGMENTS = "meteor/segments"
SUMMARY = "meteor/summary"

_DEFAULT_WIDTH: Final = 100
_DEFAULT_COUNT: Final = 20


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers; ``docs/protocol.md`` describes parameters and results."""
    _register_alignments(server)
    _register_texts(server)
    _register_scores(server)
    _register_partners(server)


def _register_alignments(server: MeteorLanguageServer) -> None:
    async def answer(
        params: Any, make: Callable[[View, Spot, SegmentResult], dict[str, Any]]
    ) -> dict[str, Any] | None:
        """Apply a function to the requested segment and its alignment, or return the reason."""
        view = await server.answers.aligned_view(text(params, "textDocument", "uri"))
        spot = None if view is None else _spot(view, params)
        if view is None or spot is None:
            return _reason(server, params)
        result = await server.answers.answer(
            view, [spot.segment], lambda view: view.result(spot.part, spot.segment)
        )
        return _reason(server, params) if result is None else make(view, spot, result)

    @server.feature(ALIGNMENT)
    async def alignment(params: Any) -> dict[str, Any] | None:
        def make(view: View, spot: Spot, result: SegmentResult) -> dict[str, Any]:
            parts = (HYPOTHESIS, Part(Role.REFERENCE, result.reference))
            return {
                **alignment_json(spot.segment + 1, result),
                **emphasis_json(result.alignment, view.opened.emphasis.value),
                "source": view.opened.source_of(spot.segment),
                "documents": {
                    part.role.value: _places(server, view, part, spot.segment, result)
                    for part in parts
                },
            }

        return await answer(params, make)

    @server.feature(PICTURE)
    async def show_picture(params: Any) -> dict[str, Any] | None:
        width = _or_default(number(params, "width"), _DEFAULT_WIDTH)
        return await answer(
            params,
            lambda view, spot, result: picture(
                spot.segment + 1,
                result,
                width=width,
                source=view.opened.source_of(spot.segment),
            ),
        )


def _register_texts(server: MeteorLanguageServer) -> None:
    @server.feature(TEXTS)
    async def texts(params: Any) -> dict[str, Any] | None:
        view = await server.answers.aligned_view(text(params, "textDocument", "uri"))
        place = position(params)
        segment = None if view is None or place is None else view.segment_at(place)
        if view is None or segment is None:
            return None
        return {
            "segment": segment + 1,
            "texts": [
                {
                    "role": part.role.value,
                    "uri": view.uri(part),
                    "range": view.range(part, segment),
                }
                for part in view.opened.streams
                if segment < len(view.opened.texts(part)) and view.can_go_to(part)
            ],
        }

    @server.feature(LINES)
    async def lines(params: Any) -> dict[str, Any] | None:
        view = await server.answers.aligned_view(text(params, "textDocument", "uri"))
        partner = key_of(text(params, "other"))
        if view is None or view.file.uri == partner:
            return None
        streams = view.opened.streams
        here = next(iter(view.streams), None)
        there = next((part for part, stream in streams.items() if stream.uri == partner), None)
        if here is None or there is None:
            return None
        starts = view.opened.starts(here, there)
        if starts is None:
            starts = [(view.range(here, 0).start.line, view.range(there, 0).start.line)]
        return {"starts": starts}


def _reason(server: MeteorLanguageServer, params: Any) -> dict[str, Any] | None:
    """Return why there is no alignment, if the client asked for that."""
    if field(params, "why") is not True:
        return None
    uri = text(params, "textDocument", "uri")
    view = server.session.pairings.view(uri)
    if server.session.library.document(uri) is None:
        return {"reason": f"{name_of(uri)} is not open."}
    if view is None:
        reason = server.session.pairings.unpaired_reason(uri)
        return {"reason": reason or f"{name_of(uri)} is not paired."}
    if view.opened.problem is not None:
        return {"reason": f"No scores: {view.opened.problem[1]}."}
    if not view.parts:
        return {"reason": f"{name_of(uri)} is a source, which is not scored."}
    paired = counted(view.scores.paired, "segment has a partner", "segments have a partner")
    return {"reason": f"There is no alignment here: {paired} on the other side."}


def _register_partners(server: MeteorLanguageServer) -> None:
    @server.feature(PARTNERS)
    async def partners(params: Any) -> dict[str, Any] | None:
        missing = missing_partner(server.session, text(params, "textDocument", "uri"))
        if missing is None:
            return None
        return {
            "missing": missing.role,
            "name": missing.name,
            "reason": missing.reason,
            "create": None if missing.target is None else missing.target.as_uri(),
            "candidates": [
                {"uri": found.uri, "name": name_of(found.uri), "segments": found.segments}
                for found in candidates(server.session, missing)
            ],
        }


def _register_scores(server: MeteorLanguageServer) -> None:
    @server.feature(SEGMENTS)
    async def segments(params: Any) -> dict[str, Any] | None:
        view = await server.answers.aligned_view(text(params, "textDocument", "uri"))
        requested = _order(params)
        if view is None or not view.parts:
            return None

        def listed(view: View) -> dict[str, Any]:
            order = requested or view.opened.order
            listing = Listing(view.scores, order)
            count = max(0, _or_default(number(params, "count"), _DEFAULT_COUNT))
            first, count = _window(params, listing, order, count)
            return {
                "total": listing.total,
                "offset": first,
                "segments": [_row(view, segment) for segment in listing.window(first, count)],
            }

        return await server.answers.answer(view, None, listed)

    @server.feature(SUMMARY)
    async def summary(params: Any) -> dict[str, Any] | None:
        view = await server.answers.aligned_view(text(params, "textDocument", "uri"))
        if view is None:
            return None
        scores, pairing = view.scores, view.opened.pairing
        worst = scores.worst(view.opened.order)
        return {
            **corpus_json(scores.corpus()),
            "scored": scores.scored,
            "paired": scores.paired,
            "worst": None if worst is None else worst + 1,
            "language": view.opened.language,
            "hypothesis": view.uri(HYPOTHESIS),
            "references": [
                view.uri(Part(Role.REFERENCE, index)) for index in range(len(pairing.references))
            ],
            "source": view.uri(Part(Role.SOURCE)),
            "problem": view.opened.problem[1] if view.opened.problem else None,
        }


def _order(params: Any) -> Order | None:
    order = field(params, "order")
    if order is None:
        return None
    try:
        return Order(order)
    except ValueError:
        raise JsonRpcInvalidParams(f"order must be one of {', '.join(Order)}") from None


def _window(params: Any, listing: Listing, order: Order, count: int) -> tuple[int, int]:
    """Return start and maximal size of the requested window."""
    start, end = (_place(params, name, listing, order) for name in ("start", "end"))
    if end is not None:
        before = listing.before(end)
        first = max(0, before - count)
        return first, before - first
    return listing.before(start) if start else max(0, number(params, "offset") or 0), count


def _place(params: Any, name: str, listing: Listing, order: Order) -> Place | None:
    """Return a place in a list, given by a segment and optionally its former number."""
    given = field(params, name)
    segment, value = number(given, "segment"), field(given, order.value)
    if segment is None:
        return None
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return listing.place(segment - 1, float(value) if known else None)


def _row(view: View, segment: int) -> dict[str, Any]:
    """Return place, text and score of a listed segment."""
    part, known = view.leading_part, view.scores.score(segment)
    return {
        "segment": segment + 1,
        "score": known.score if known else None,
        "shortfall": known.shortfall if known else None,
        "range": view.range(part, segment),
        "text": view.opened.texts(part)[segment],
    }


def _or_default(given: int | None, default: int) -> int:
    return default if given is None else given


def _places(
    server: MeteorLanguageServer, view: View, part: Part, segment: int, result: SegmentResult
) -> dict[str, Any]:
    """Return the places of one side of an alignment, so that a client need not count columns."""
    row = view.side(part).row(result.alignment)
    uri = view.uri(part)
    document = None if uri is None else server.session.library.document(uri)
    stream = view.opened.streams.get(part)
    return {
        "uri": uri,
        "field": None if stream is None else stream.field,
        "line": view.range(part, segment).start.line,
        "version": None if document is None else document.version,
        "words": [view.range(part, segment, span) for span in row.spans],
    }


def _spot(view: View, params: Any) -> Spot | None:
    """Return the requested segment, by its number from 1 or by a position."""
    segment = number(params, "segment")
    if segment is not None:
        part = view.parts[0] if view.parts else HYPOTHESIS
        return Spot(part, segment - 1, None) if 0 < segment <= view.scores.paired else None
    place = position(params)
    return None if place is None else view.spot(place)
