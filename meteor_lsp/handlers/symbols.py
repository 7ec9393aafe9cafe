"""Outlines: of a document, and of all pairings of the workspace."""

from collections.abc import Sequence
from typing import Final

from lsprotocol import types

from ..features.outline import document_symbols, flat_symbols, workspace_symbols
from ..open_pairing import View
from ..progress import Progress
from ..server import MeteorLanguageServer
from ..workspace_pairings import WorkspacePairings

_MOST: Final = 500
"""Symbols of a workspace that are listed; a person narrows the search instead."""


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(
        params: types.DocumentSymbolParams,
    ) -> Sequence[types.DocumentSymbol] | Sequence[types.SymbolInformation]:
        view = server.view(params.text_document.uri)
        if view is None:
            return []
        await server.engine.finish(view.opened)
        symbols = document_symbols(view, by_score=server.outline_by_score)
        if server.client.hierarchical_symbols:
            return symbols
        return flat_symbols(symbols, params.text_document.uri)

    @server.feature(types.WORKSPACE_SYMBOL)
    async def search(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        found: list[types.WorkspaceSymbol] = []
        progress = Progress(server, "METEOR: searching all pairs", token=params.work_done_token)
        try:
            pairs = WorkspacePairings(server)
            pairings = await pairs.find()
            for done, pairing in enumerate(pairings):
                progress.report(done, len(pairings))
                async with pairs.scored(pairing) as opened:
                    file = opened.files[pairing.hypothesis.uri]
                    view = View(opened, file, 0, server.session.encoding)
                    name = f"{opened.scores.corpus().score:.4f}  {file.name}"
                    found += workspace_symbols(view, params.query, name)
                if len(found) >= _MOST:
                    break
        finally:
            progress.end()
        return found[:_MOST]
