"""Handle requests for diagnostics of a document and of the whole workspace."""

import itertools
from typing import Final, TypeAlias

from lsprotocol import types

from ..documents.uris import key_of, name_of
from ..editor.client import request_timeout
from ..editor.diagnostics import (
    diagnostics_of,
    diagnostics_of_project,
    diagnostics_unpaired,
)
from ..editor.language_server import MeteorLanguageServer
from ..editor.progress import Progress
from ..project.project_file import FILE_NAME
from ..session.open_pairing import OpenPairing, View

_TIMEOUT_SECONDS: Final = 0.3
"""Timeout of a document's diagnostics; a refresh follows."""

_Report: TypeAlias = (
    types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport
)


class _Answers:
    """The last answers, for unchanged reports."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._last: dict[str, tuple[str, list[types.Diagnostic]]] = {}

    def identifier(self, uri: str, items: list[types.Diagnostic]) -> str:
        """Return the id of these diagnostics: that of the last answer if they are equal."""
        known = self._last.get(uri)
        if known is None or known[1] != items:
            known = self._last[uri] = (str(next(self._numbers)), items)
        return known[0]

    def shown(self) -> list[str]:
        """Return the documents whose last answer had diagnostics."""
        return [uri for uri, (_, items) in self._last.items() if items]


class _Pulled:
    """The revision of its pairing at which each document was last answered."""

    def __init__(self) -> None:
        self._revisions: dict[str, int] = {}

    def note(self, uri: str, opened: OpenPairing) -> None:
        """Record an answer; an incomplete one is stale immediately."""
        self._revisions[uri] = opened.revision if opened.is_complete else -1

    def pop_stale(self, opened: OpenPairing) -> bool:
        """Whether a document of a pairing must be requested again; False until the next change."""
        pulled = self._revisions.keys() & opened.files
        is_stale = any(self._revisions[uri] != opened.revision for uri in pulled)
        self._revisions.update(dict.fromkeys(pulled, opened.revision))
        return is_stale

    def forget(self, uri: str) -> None:
        """Forget a closed document."""
        self._revisions.pop(uri, None)


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers."""
    answers, pulled = _Answers(), _Pulled()
    server.on_close.append(pulled.forget)

    def refresh(opened: OpenPairing) -> None:
        if server.client.refreshes_diagnostics and pulled.pop_stale(opened):
            server.refresh_diagnostics()

    server.on_refreshed.append(refresh)
    _register_workspace(server, answers)

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(
            identifier="meteor", inter_file_dependencies=True, workspace_diagnostics=True
        ),
    )
    async def document_diagnostics(params: types.DocumentDiagnosticParams) -> _Report:
        uri = key_of(params.text_document.uri)
        project = server.session.library.document(uri) if name_of(uri) == FILE_NAME else None
        if project is not None:
            items = await diagnostics_of_project(server.session, project)
        else:
            items = await of_segments(uri)
        identifier = answers.identifier(uri, items)
        if params.previous_result_id == identifier:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=identifier)
        return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=identifier)

    async def of_segments(uri: str) -> list[types.Diagnostic]:
        timeout = request_timeout(_TIMEOUT_SECONDS, refreshes=server.client.refreshes_diagnostics)

        def make(view: View) -> list[types.Diagnostic]:
            pulled.note(uri, view.opened)
            return diagnostics_of(server.session, server.client, view.opened, uri)

        found = await server.answers.with_fresh_view(
            uri, lambda view: server.engine.finish(view.opened, timeout), make
        )
        return found or diagnostics_unpaired(server.session, uri)


def _register_workspace(server: MeteorLanguageServer, answers: _Answers) -> None:

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def workspace_diagnostics(
        params: types.WorkspaceDiagnosticParams,
    ) -> types.WorkspaceDiagnosticReport:
        known = {key_of(result.uri): result.value for result in params.previous_result_ids}
        reports: list[types.WorkspaceDocumentDiagnosticReport] = []
        progress = Progress(server, "METEOR: the whole workspace", token=params.work_done_token)

        sent: set[str] = set()

        def send(uri: str, items: list[types.Diagnostic]) -> None:
            sent.add(uri)
            report = _report(uri, items, known.pop(uri, None))
            if params.partial_result_token is None:
                reports.append(report)
                return
            part = types.WorkspaceDiagnosticReportPartialResult(items=[report])
            token = params.partial_result_token
            server.progress(types.ProgressParams(token=token, value=part))

        try:
            async for uri, items in server.workspace_pairings.diagnostics(progress.report):
                send(uri, items)
            # Clear closed documents that are gone or unpaired now. A client need not list those
            # that it requested individually while they were open.
            for uri in dict.fromkeys([*known, *answers.shown()]):
                if uri not in sent and server.session.library.document(uri) is None:
                    send(uri, [])
        finally:
            progress.end()
        return types.WorkspaceDiagnosticReport(items=reports)

    def _report(
        uri: str, items: list[types.Diagnostic], previous: str | None
    ) -> types.WorkspaceDocumentDiagnosticReport:
        document = server.session.library.document(uri)
        shown, version = (document.uri, document.version) if document else (uri, None)
        identifier = answers.identifier(uri, items)
        if previous == identifier:
            return types.WorkspaceUnchangedDocumentDiagnosticReport(
                uri=shown, result_id=identifier, version=version
            )
        return types.WorkspaceFullDocumentDiagnosticReport(
            uri=shown, items=items, result_id=identifier, version=version
        )
