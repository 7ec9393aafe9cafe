"""Handle scores and alignments: hints, hover, lenses, highlights, navigation."""

from functools import partial
from typing import Final

from lsprotocol import types

from ..documents.uris import name_of
from ..editor.client import request_timeout
from ..editor.language_server import MeteorLanguageServer
from ..features.code_lens import code_lenses, lenses_without_partner
from ..features.hover import hover
from ..features.inlay_hints import inlay_hints, part_of_hint, resolve_hint
from ..features.navigation import (
    aligned_word,
    chunk_highlights,
    matches_of_word,
    source_of_segment,
)
from ..features.project_help import explain
from ..project.project_file import FILE_NAME
from ..session.missing_partner import missing_partner
from ..session.open_pairing import View

_TIMEOUT_SECONDS: Final = 0.2
"""Timeout after which a request is answered partially, if a refresh can follow."""


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers."""
    _register_hover_and_lenses(server)
    _register_navigation(server)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def show_hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        first, last = params.range.start.line, params.range.end.line
        timeout = request_timeout(_TIMEOUT_SECONDS, refreshes=server.client.refreshes_hints)

        async def score(view: View) -> None:
            if not await server.engine.score(view.opened, view.segments(first, last), timeout):
                view.opened.refreshed_revision = -1  # refresh hints once all is scored
                server.background.schedule_refresh(view.opened)

        def hints(view: View) -> list[types.InlayHint]:
            return inlay_hints(view, first, last, with_tooltips=not server.client.resolves_hints)

        return await server.answers.with_fresh_view(params.text_document.uri, score, hints) or []

    @server.feature(types.INLAY_HINT_RESOLVE)
    async def complete_hint(hint: types.InlayHint) -> types.InlayHint:
        target = part_of_hint(hint.data)
        view = server.answers.view(target[0]) if target is not None else None
        if target is None or view is None:
            return hint
        _, part, segment = target
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
        timeout = request_timeout(_TIMEOUT_SECONDS, refreshes=server.client.refreshes_lenses)

        def lenses(view: View) -> list[types.CodeLens]:
            return code_lenses(view.opened, uri) if view.parts else []

        found = await server.answers.with_fresh_view(
            uri, lambda view: server.engine.finish(view.opened, timeout), lenses
        )
        if found is None:
            missing = missing_partner(server.session, uri)
            return [] if missing is None else lenses_without_partner(missing, uri)
        return found


def _register_navigation(server: MeteorLanguageServer) -> None:
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
        return _location(link, takes_links=server.client.definition_links)

    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    async def go_to_source(
        params: types.DeclarationParams,
    ) -> types.Location | list[types.LocationLink] | None:
        uri = params.text_document.uri
        link = await server.answers.answer_at(uri, params.position, source_of_segment)
        return _location(link, takes_links=server.client.declaration_links)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def find_matches(params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        matches = partial(matches_of_word, itself=params.context.include_declaration)
        return await server.answers.answer_at(uri, params.position, matches) or []


def _location(
    link: types.LocationLink | None, *, takes_links: bool
) -> types.Location | list[types.LocationLink] | None:
    if link is None:
        return None
    if takes_links:
        return [link]
    return types.Location(uri=link.target_uri, range=link.target_selection_range)
