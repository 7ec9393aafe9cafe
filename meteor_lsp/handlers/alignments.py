"""Words and chunks: highlight, definition, references."""

from lsprotocol import types

from ..editor.language_server import MeteorLanguageServer
from ..features.navigation import aligned_word, chunk_highlights, matches_of_word
from ..session.open_pairing import Spot, View


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    async def aligned(
        params: types.DocumentHighlightParams | types.DefinitionParams | types.ReferenceParams,
    ) -> tuple[View, Spot] | None:
        """What is at a position, with its alignment at hand."""
        view = server.view(params.text_document.uri)
        spot = None if view is None else view.spot(params.position)
        if view is None or spot is None:
            return None
        await server.engine.align(view.opened, [spot.segment])
        return (view, spot) if server.still(view) else None

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        found = await aligned(params)
        return [] if found is None else chunk_highlights(*found)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def go_to_aligned_word(
        params: types.DefinitionParams,
    ) -> types.Location | list[types.LocationLink] | None:
        found = await aligned(params)
        link = None if found is None else aligned_word(*found)
        if link is None:
            return None
        if server.client.definition_links:
            return [link]
        return types.Location(uri=link.target_uri, range=link.target_selection_range)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def find_matches(params: types.ReferenceParams) -> list[types.Location]:
        found = await aligned(params)
        if found is None:
            return []
        return matches_of_word(*found, itself=params.context.include_declaration)
