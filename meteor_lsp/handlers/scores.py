"""Scores: hints, hover, lenses."""

from functools import partial
from typing import Final

from lsprotocol import types

from ..documents.uris import name_of
from ..editor.client import patience
from ..editor.language_server import MeteorLanguageServer
from ..editor.protocol import Written
from ..features.code_lens import code_lenses, lenses_without_partner
from ..features.hover import hover
from ..features.inlay_hints import inlay_hints, part_of_hint, resolve_hint
from ..features.project_help import explain
from ..project.project_file import FILE_NAME
from ..session.missing_partner import missing_partner
from ..session.open_pairing import View

_PATIENCE: Final = 0.2
"""Seconds after which a request is answered with what is scored, if a refresh can follow."""


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""
    _register_hover_and_lenses(server)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def show_hints(params: types.InlayHintParams) -> Written:
        first, last = params.range.start.line, params.range.end.line
        wait = patience(_PATIENCE, refreshes=server.client.refreshes_hints)

        async def score(view: View) -> None:
            if not await server.engine.score(view.opened, view.segments(first, last), wait):
                view.opened.revision_told = -1  # so that the client is told once all is scored
                server.background.settle_soon(view.opened)

        def hints(view: View) -> str:
            return inlay_hints(view, first, last, with_tooltips=not server.client.resolves_hints)

        found = await server.answers.latest(params.text_document.uri, score, hints)
        return Written(found or "[]")

    @server.feature(types.INLAY_HINT_RESOLVE)
    async def complete_hint(hint: types.InlayHint) -> types.InlayHint:
        told = part_of_hint(hint.data)
        view = server.answers.view(told[0]) if told is not None else None
        if told is None or view is None:
            return hint
        _, part, segment = told
        return resolve_hint(view, hint, part, segment)


def _register_hover_and_lenses(server: MeteorLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def show_hover(params: types.HoverParams) -> types.Hover | None:
        uri, markdown = params.text_document.uri, server.client.markdown_hover
        project = server.session.library.document(uri) if name_of(uri) == FILE_NAME else None
        if project is not None:
            encoding = server.session.encoding
            return explain(project.segments, params.position, encoding, markdown=markdown)
        show = partial(hover, markdown=markdown)
        return await server.answers.answer_at(uri, params.position, show)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def show_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        wait = patience(_PATIENCE, refreshes=server.client.refreshes_lenses)

        def lenses(view: View) -> list[types.CodeLens]:
            return code_lenses(view.opened, uri) if view.parts else []

        found = await server.answers.latest(
            uri, lambda view: server.engine.finish(view.opened, wait), lenses
        )
        if found is None:
            missing = missing_partner(server.session, uri)
            return [] if missing is None else lenses_without_partner(missing, uri)
        return found
