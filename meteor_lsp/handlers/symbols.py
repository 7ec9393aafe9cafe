"""Handle outlines of a document and of all pairings of the workspace."""

from collections.abc import Sequence
from typing import Final

from lsprotocol import types

from ..documents.uris import name_of
from ..editor.language_server import MeteorLanguageServer
from ..editor.progress import Progress
from ..features.outline import (
    document_symbols,
    file_symbol,
    flat_symbols,
    folding_ranges,
    workspace_symbols,
)
from ..pairing.streams import Pairing
from ..session.open_pairing import View
from ..session.workspace_pairings import Turns

_MAX_SYMBOLS: Final = 500
"""Symbols returned from a workspace; users narrow the search instead."""


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(
        params: types.DocumentSymbolParams,
    ) -> Sequence[types.DocumentSymbol] | Sequence[types.SymbolInformation]:
        uri = params.text_document.uri
        symbols = await server.answers.with_fresh_view(
            uri,
            lambda view: server.engine.finish(view.opened),
            lambda view: document_symbols(view, server.outline_order),
        )
        if symbols is None or server.client.hierarchical_symbols:
            return symbols or []
        return flat_symbols(symbols, uri)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def fold(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        view = await server.answers.aligned_view(params.text_document.uri)
        return None if view is None else folding_ranges(view)

    _register_workspace(server)


def _register_workspace(server: MeteorLanguageServer) -> None:
    async def symbols_of(pairing: Pairing, query: str) -> list[types.WorkspaceSymbol]:
        pairs, uri = server.workspace_pairings, pairing.hypothesis.uri
        wanted = query.casefold()
        in_text = bool(wanted) and await pairs.contains(pairing, wanted)
        if not in_text and wanted not in name_of(uri).casefold():
            return []
        summary = await pairs.summary(pairing)
        if summary is None:
            return []
        name = f"{summary.score:.4f}  {name_of(uri)}"
        if not in_text:
            document = server.session.library.document(uri)
            return [file_symbol(document.uri if document else uri, name)]
        async with pairs.scored(pairing) as opened:
            if opened.is_retired:
                return []
            view = View(opened, opened.files[uri], 0, server.session.encoding)
            return list(workspace_symbols(view, query, name, server.outline_order))

    @server.feature(types.WORKSPACE_SYMBOL)
    async def search(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        found: list[types.WorkspaceSymbol] = []
        progress = Progress(server, "METEOR: searching all pairs", token=params.work_done_token)
        try:
            pairs, turns = server.workspace_pairings, Turns()
            pairings = await pairs.find()
            for done, pairing in enumerate(pairings):
                progress.report(done, len(pairings))
                await turns.next()
                found += await symbols_of(pairing, params.query)
                if len(found) >= _MAX_SYMBOLS:
                    break
        finally:
            progress.end()
        return found[:_MAX_SYMBOLS]
