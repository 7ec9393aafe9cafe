"""Colours: semantic tokens of files, of parts of files, and their differences."""

from lsprotocol import types

from ..documents.uris import key_of
from ..features.semantic_tokens import LEGEND, MOST_COLOURED_LINES, difference, semantic_tokens
from ..server import MeteorLanguageServer


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    async def tokens_of(uri: str) -> types.SemanticTokens:
        """All tokens of a document, remembered so that the next answer can be a difference."""
        view = server.view(uri)
        if view is None or view.scores.paired > MOST_COLOURED_LINES:
            return types.SemanticTokens(data=[])
        await server.engine.align(view.opened, range(view.scores.paired))
        data = semantic_tokens(view, 0, len(view.file.lines))
        identifier = str(next(server.token_answers))
        server.tokens_shown[key_of(uri)] = (identifier, data)
        return types.SemanticTokens(data=data, result_id=identifier)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def all_tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return await tokens_of(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    async def changed_tokens(
        params: types.SemanticTokensDeltaParams,
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        uri = params.text_document.uri
        identifier, old = server.tokens_shown.get(key_of(uri), ("", []))
        new = await tokens_of(uri)
        same = identifier == params.previous_result_id
        if not same or server.client.mixes_ranges_with_differences:
            return new
        return types.SemanticTokensDelta(difference(old, list(new.data)), new.result_id)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    async def tokens_in_range(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        view = server.view(params.text_document.uri)
        if view is None:
            return types.SemanticTokens(data=[])
        first, last = params.range.start.line, params.range.end.line
        segments = view.segments(first, last)[:MOST_COLOURED_LINES]
        await server.engine.align(view.opened, segments)
        last = min(last, first + MOST_COLOURED_LINES)
        return types.SemanticTokens(data=semantic_tokens(view, first, last))
