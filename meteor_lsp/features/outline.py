"""Outlines of segments with their scores, and folding ranges."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from lsprotocol import types

from ..pairing.streams import Part
from ..scoring.line_scores import LineScore
from ..scoring.scores import Order
from ..session.open_pairing import View

_MAX_SEGMENTS: Final = 5_000
"""Segments in an outline; of more, the worst."""

_MAX_DETAIL_CHARS: Final = 60

_CONTEXT_CHARS, _MAX_FOUND_CHARS = 15, 40
"""Characters shown of a found segment: before the match, and in all.

VS Code truncates the file name otherwise, and hides symbols whose name lacks the query.
"""


def document_symbols(view: View, order: Order) -> list[types.DocumentSymbol]:
    """Return the scored segments of a document, by position or worst first.

    Names begin with the score or shortfall, so that editors can sort by name.
    """
    if not view.parts:
        return []
    by_position = order is Order.POSITION
    segments = view.scores.ranking(view.opened.order if by_position else order)[:_MAX_SEGMENTS]
    return [
        _symbol(view, view.leading_part, segment, order)
        for segment in (sorted(segments) if by_position else segments)
    ]


def folding_ranges(view: View) -> list[types.FoldingRange] | None:
    """Return the multi-line units of a bilingual document with all their segments.

    None for other documents, which editors fold themselves.
    """
    if not view.file.has_units:
        return None
    lines = dict.fromkeys((start.line, end.line) for start, end in view.file.segments.extents())
    return [types.FoldingRange(first, last) for first, last in lines if first < last]


def flat_symbols(
    symbols: Iterable[types.DocumentSymbol], uri: str
) -> list[types.SymbolInformation]:
    """Convert symbols for editors without hierarchical symbols."""
    return [
        types.SymbolInformation(
            name=f"{symbol.name}  {symbol.detail}",
            kind=symbol.kind,
            location=types.Location(uri=uri, range=symbol.range),
        )
        for symbol in symbols
    ]


def file_symbol(uri: str, corpus_name: str) -> types.WorkspaceSymbol:
    """Return the symbol of a pairing's file."""
    start = types.Position(0, 0)
    return types.WorkspaceSymbol(
        name=corpus_name,
        kind=types.SymbolKind.File,
        location=types.Location(uri=uri, range=types.Range(start, start)),
    )


def workspace_symbols(
    view: View, query: str, corpus_name: str, order: Order
) -> Iterator[types.WorkspaceSymbol]:
    """Yield a pairing's file, and its segments that contain a query.

    Args:
        view: of the hypothesis.
        query: typed by the user; an empty one finds only the file.
        corpus_name: the file's name with its score.
        order: of the segments.
    """
    wanted = query.casefold()
    uri = view.file.shown_uri
    if wanted in view.file.name.casefold():
        yield file_symbol(uri, corpus_name)
    texts = view.opened.texts(view.leading_part) if wanted else ()
    for segment in view.scores.ranking(order) if wanted else ():
        text, known = texts[segment], view.scores.score(segment)
        if known is not None and wanted in text.casefold():
            yield types.WorkspaceSymbol(
                name=f"{_name(segment, known, order)}  {_found(text, wanted)}",
                kind=types.SymbolKind.String,
                container_name=corpus_name,
                location=types.Location(uri=uri, range=view.range(view.leading_part, segment)),
            )


def _symbol(view: View, part: Part, segment: int, order: Order) -> types.DocumentSymbol:
    known = view.scores.score(segment)
    place = view.extent(segment)
    return types.DocumentSymbol(
        name=_name(segment, known, order),
        detail=_shortened(view.opened.texts(part)[segment]),
        kind=types.SymbolKind.String,
        range=place,
        selection_range=place,
    )


def _name(segment: int, known: LineScore | None, order: Order) -> str:
    if known is not None and order is Order.SHORTFALL:
        number = f"{known.shortfall:.2f} words"
    else:
        number = f"{known.score if known else 0:.3f}"
    return f"{number}  segment {segment + 1}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_DETAIL_CHARS else f"{line[:_MAX_DETAIL_CHARS]}..."


def _found(text: str, wanted: str) -> str:
    """Return the part of a text around a match."""
    if len(text) <= _MAX_FOUND_CHARS:
        return _shortened(text)
    at, length = text.casefold().find(wanted), len(wanted)
    # Case folding may lengthen a text, so places are mapped back.
    first, last = (
        bisect_left(range(len(text)), place, key=lambda stop: len(text[:stop].casefold()))
        for place in (at, at + length)
    )
    start = max(0, first - _CONTEXT_CHARS)
    if start:
        start = text.find(" ", start, first) + 1 or start
    stop = max(last, start + _MAX_FOUND_CHARS)
    shown = " ".join(text[start:stop].split())
    return f"{'...' if start else ''}{shown}{'...' if stop < len(text) else ''}"
