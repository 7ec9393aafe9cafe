"""Colours: semantic tokens of files, of parts of files, and their differences."""

from collections.abc import Callable

from lsprotocol import types

from ..documents.uris import key_of
from ..editor.client import patience
from ..editor.language_server import MeteorLanguageServer
from ..features.semantic_tokens import LEGEND, MOST_COLOURED_LINES, difference, semantic_tokens
from ..session.engine import GLANCE
from ..session.open_pairing import View


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    async def aligned(uri: str, segments: Callable[[View], range]) -> View | None:
        """A document, with the alignments of some segments at hand."""
        wait = patience(GLANCE, refreshes=server.client.refreshes_tokens)
        return await server.view_after(
            uri, lambda view: server.engine.align(view.opened, segments(view), wait)
        )

    async def tokens_of(uri: str) -> types.SemanticTokens:
        """All tokens of a document, remembered so that the next answer can be a difference."""
        view = await aligned(uri, _whole)
        if view is None or view.scores.paired > MOST_COLOURED_LINES:
            return types.SemanticTokens(data=[])
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
        first, last = params.range.start.line, params.range.end.line
        last = min(last, first + MOST_COLOURED_LINES - 1)
        uri = params.text_document.uri
        view = await aligned(uri, lambda view: view.segments(first, last))
        if view is None:
            return types.SemanticTokens(data=[])
        return types.SemanticTokens(data=semantic_tokens(view, first, last))


def _whole(view: View) -> range:
    """All segments of a document; none of a long one."""
    paired = view.scores.paired
    return range(paired if paired <= MOST_COLOURED_LINES else 0)
