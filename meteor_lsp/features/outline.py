"""Segments with their scores, as an outline."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from lsprotocol import types

from ..pairing.streams import Part
from ..scoring.line_scores import LineScore
from ..scoring.scores import Order
from ..session.open_pairing import View

_MOST: Final = 5_000
"""Segments that an outline shows; of more, those that score worst."""

_LONGEST: Final = 60

_BEFORE, _LONGEST_FOUND = 15, 40
"""Characters of a segment that a search shows: before what is found, and in all.

VS Code cuts off the name of the file where there are more, and leaves out a symbol whose name does
not contain what the person typed.
"""


def document_symbols(view: View, order: Order) -> list[types.DocumentSymbol]:
    """The segments of a document that are scored by now, by position or worst first.

    The score comes first in the name, so that an editor that sorts by name shows the worst first;
    in the order of shortfalls, these do.
    """
    if not view.parts:
        return []
    by_position = order is Order.POSITION
    segments = view.scores.ranking(view.opened.order if by_position else order)[:_MOST]
    return [
        _symbol(view, view.leading_part, segment, order)
        for segment in (sorted(segments) if by_position else segments)
    ]


def folding_ranges(view: View) -> list[types.FoldingRange] | None:
    """The units of a bilingual document that take several lines, with all their segments.

    None for other documents, which an editor folds in its own way.
    """
    if not view.file.has_units:
        return None
    lines = dict.fromkeys((start.line, end.line) for start, end in view.file.segments.extents())
    return [types.FoldingRange(first, last) for first, last in lines if first < last]


def flat_symbols(
    symbols: Iterable[types.DocumentSymbol], uri: str
) -> list[types.SymbolInformation]:
    """The same for editors that know no ranges inside of symbols."""
    return [
        types.SymbolInformation(
            name=f"{symbol.name}  {symbol.detail}",
            kind=symbol.kind,
            location=types.Location(uri=uri, range=symbol.range),
        )
        for symbol in symbols
    ]


def file_symbol(uri: str, corpus_name: str) -> types.WorkspaceSymbol:
    """A pairing's file."""
    start = types.Position(0, 0)
    return types.WorkspaceSymbol(
        name=corpus_name,
        kind=types.SymbolKind.File,
        location=types.Location(uri=uri, range=types.Range(start, start)),
    )


def workspace_symbols(
    view: View, query: str, corpus_name: str, order: Order
) -> Iterator[types.WorkspaceSymbol]:
    """A pairing's file, and its segments that contain what is looked for.

    Args:
        view: of the hypothesis.
        query: what the person typed; nothing finds the file alone.
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
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."


def _found(text: str, wanted: str) -> str:
    """The part of a text around what is looked for."""
    if len(text) <= _LONGEST_FOUND:
        return _shortened(text)
    at, length = text.casefold().find(wanted), len(wanted)
    # Case folding may lengthen a text: places in it are counted in the text as it is.
    first, last = (
        bisect_left(range(len(text)), place, key=lambda stop: len(text[:stop].casefold()))
        for place in (at, at + length)
    )
    start = max(0, first - _BEFORE)
    if start:
        start = text.find(" ", start, first) + 1 or start
    stop = max(last, start + _LONGEST_FOUND)
    shown = " ".join(text[start:stop].split())
    return f"{'...' if start else ''}{shown}{'...' if stop < len(text) else ''}"
