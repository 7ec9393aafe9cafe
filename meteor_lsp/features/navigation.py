"""From a word to its chunk, and to the word that it is aligned with on the other side."""

from lsprotocol import types

from ..session import View


def chunk_highlights(view: View, position: types.Position) -> list[types.DocumentHighlight]:
    """The chunk of the word at a position, on this side; its own word stands out."""
    result = view.result(position.line)
    if result is None:
        return []
    alignment, side = result.alignment, view.side
    match = side.match_at(alignment, view.column(position))
    if match is None:
        return []
    return [
        types.DocumentHighlight(
            range=view.range(position.line, side.span(alignment, member)),
            kind=types.DocumentHighlightKind.Write
            if member == match
            else types.DocumentHighlightKind.Read,
        )
        for member in alignment.matches
        if member.chunk == match.chunk
    ]


def aligned_word(view: View, position: types.Position) -> types.LocationLink | None:
    """The word on the other side that the word at a position is aligned with."""
    result = view.result(position.line)
    if result is None:
        return None
    alignment, side, line = result.alignment, view.side, position.line
    match = side.match_at(alignment, view.column(position))
    if match is None:
        return None
    there = view.range(line, side.other.span(alignment, match), side.other)
    whole = view.range(line, (0, len(view.segments(side.other)[line])), side.other)
    return types.LocationLink(
        origin_selection_range=view.range(line, side.span(alignment, match)),
        target_uri=view.opened.uri(side.other),
        target_range=whole,
        target_selection_range=there,
    )
