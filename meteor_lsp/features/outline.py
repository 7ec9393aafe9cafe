"""Segments with their scores, as an outline."""

from collections.abc import Iterable, Iterator
from typing import Final

from lsprotocol import types

from ..pairing.streams import Part
from ..session.open_pairing import View

_MOST: Final = 5_000
"""Segments that an outline shows; of more, those that score worst."""

_LONGEST: Final = 60


def document_symbols(view: View, *, by_score: bool) -> list[types.DocumentSymbol]:
    """The segments of a document that are scored by now, by position or worst first.

    The score comes first in the name, so that an editor that sorts by name shows the worst first.
    """
    if not view.parts:
        return []
    segments = view.scores.ranking()[:_MOST]
    return [
        _symbol(view, view.parts[0], segment)
        for segment in (segments if by_score else sorted(segments))
    ]


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


def workspace_symbols(view: View, query: str, corpus_name: str) -> Iterator[types.WorkspaceSymbol]:
    """A pairing's file, and its segments that contain what is looked for.

    Args:
        view: of the hypothesis.
        query: what the person typed; nothing finds the file alone.
        corpus_name: the file's name with its score.
    """
    wanted = query.casefold()
    uri = view.file.shown_uri
    if wanted in view.file.name.casefold():
        yield file_symbol(uri, corpus_name)
    for segment, text in enumerate(view.scores.hypotheses) if wanted else ():
        known = view.scores.score(segment)
        if known is not None and wanted in text.casefold():
            yield types.WorkspaceSymbol(
                name=f"{_name(segment, known.score)}  {_shortened(text)}",
                kind=types.SymbolKind.String,
                container_name=corpus_name,
                location=types.Location(uri=uri, range=view.range(view.parts[0], segment)),
            )


def _symbol(view: View, part: Part, segment: int) -> types.DocumentSymbol:
    known = view.scores.score(segment)
    place = view.range(part, segment)
    return types.DocumentSymbol(
        name=_name(segment, known.score if known else 0.0),
        detail=_shortened(view.opened.texts(part)[segment]),
        kind=types.SymbolKind.String,
        range=place,
        selection_range=place,
    )


def _name(segment: int, score: float) -> str:
    return f"{score:.3f}  segment {segment + 1}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."
