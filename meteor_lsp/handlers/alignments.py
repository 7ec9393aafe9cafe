"""Words and chunks: highlight, definition, references."""

from functools import partial

from lsprotocol import types

from ..editor.language_server import MeteorLanguageServer
from ..features.navigation import (
    aligned_word,
    chunk_highlights,
    matches_of_word,
    source_of_segment,
)


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        uri = params.text_document.uri
        return await server.answers.answer_at(uri, params.position, chunk_highlights) or []

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def go_to_aligned_word(
        params: types.DefinitionParams,
    ) -> types.Location | list[types.LocationLink] | None:
        uri = params.text_document.uri
        link = await server.answers.answer_at(uri, params.position, aligned_word)
        if link is None:
            return None
        if server.client.definition_links:
            return [link]
        return types.Location(uri=link.target_uri, range=link.target_selection_range)

    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    async def go_to_source(
        params: types.DeclarationParams,
    ) -> types.Location | list[types.LocationLink] | None:
        uri = params.text_document.uri
        link = await server.answers.answer_at(uri, params.position, source_of_segment)
        if link is None:
            return None
        if server.client.declaration_links:
            return [link]
        return types.Location(uri=link.target_uri, range=link.target_selection_range)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def find_matches(params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        matches = partial(matches_of_word, itself=params.context.include_declaration)
        return await server.answers.answer_at(uri, params.position, matches) or []
