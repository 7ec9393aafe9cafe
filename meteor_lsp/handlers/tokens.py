"""Handle semantic tokens of documents, of ranges, and their deltas."""

import itertools
from collections.abc import Awaitable, Callable

from lsprotocol import types

from ..documents.uris import key_of
from ..editor.client import request_timeout
from ..editor.language_server import MeteorLanguageServer
from ..features.semantic_tokens import LEGEND, MAX_COLOURED_LINES, difference, semantic_tokens
from ..session.engine import RESOURCE_WAIT_SECONDS
from ..session.open_pairing import View


class _LastTokens:
    """The last answer for each document, from which deltas are computed."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._last: dict[str, tuple[str, list[int]]] = {}

    def store(self, uri: str, data: list[int]) -> types.SemanticTokens:
        """Store the tokens of a document, and return them with an id."""
        identifier = str(next(self._numbers))
        self._last[key_of(uri)] = (identifier, data)
        return types.SemanticTokens(data=data, result_id=identifier)

    def last(self, uri: str) -> tuple[str, list[int]]:
        """Return id and tokens of the last answer."""
        return self._last.get(key_of(uri), ("", []))

    def forget(self, uri: str) -> None:
        """Forget a closed document."""
        self._last.pop(uri, None)


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers."""
    shown = _LastTokens()
    server.on_close.append(shown.forget)

    def aligned(segments: Callable[[View], range]) -> Callable[[View], Awaitable[None]]:
        timeout = request_timeout(RESOURCE_WAIT_SECONDS, refreshes=server.client.refreshes_tokens)
        return lambda view: server.engine.align(view.opened, segments(view), timeout)

    async def tokens_of(uri: str) -> types.SemanticTokens:
        data = await server.answers.with_fresh_view(uri, aligned(_whole), _tokens_of_whole)
        return types.SemanticTokens(data=[]) if data is None else shown.store(uri, data)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def all_tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return await tokens_of(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    async def changed_tokens(
        params: types.SemanticTokensDeltaParams,
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        uri = params.text_document.uri
        identifier, old = shown.last(uri)
        new = await tokens_of(uri)
        same = identifier == params.previous_result_id
        if not same or server.client.mixes_ranges_with_differences:
            return new
        return types.SemanticTokensDelta(difference(old, list(new.data)), new.result_id)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    async def tokens_in_range(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        first, last = params.range.start.line, params.range.end.line
        last = min(last, first + MAX_COLOURED_LINES - 1)
        data = await server.answers.with_fresh_view(
            params.text_document.uri,
            aligned(lambda view: view.segments(first, last)),
            lambda view: semantic_tokens(view, first, last),
        )
        return types.SemanticTokens(data=data or [])


def _whole(view: View) -> range:
    """Return all segments of a document, or none of a long one."""
    paired = view.scores.paired
    return range(paired if paired <= MAX_COLOURED_LINES else 0)


def _tokens_of_whole(view: View) -> list[int] | None:
    if view.scores.paired > MAX_COLOURED_LINES:
        return None
    return semantic_tokens(view, 0, len(view.file.lines))
