"""Diagnostics that the client asks for, of a document and of the whole workspace."""

import itertools
from collections.abc import Iterable
from typing import Final, TypeAlias

from lsprotocol import types

from ..documents.disk import State, state_of
from ..documents.uris import key_of, name_of, path_of
from ..open_pairing import OpenPairing
from ..pairing.streams import Pairing
from ..progress import Progress
from ..project.project_file import FILE_NAME
from ..server import MeteorLanguageServer
from ..workspace_pairings import WorkspacePairings

_PATIENCE: Final = 0.3
"""Seconds after which a document's remarks are those found so far; a refresh follows."""

_Report: TypeAlias = (
    types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport
)

_States: TypeAlias = tuple[State | None, ...]
"""Files of a pairing on disk, by which it is told whether they have changed."""


class _Answers:
    """What was last answered, so that an answer can be that nothing has changed."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._last: dict[str, tuple[str, list[types.Diagnostic]]] = {}

    def identifier(self, uri: str, items: list[types.Diagnostic]) -> str:
        """The identifier of these remarks: that of the last answer if they are the same."""
        known = self._last.get(uri)
        if known is None or known[1] != items:
            known = self._last[uri] = (str(next(self._numbers)), items)
        return known[0]


class _Remembered:
    """Remarks on files that are not open, for editors that ask for them every few seconds."""

    def __init__(self, server: MeteorLanguageServer) -> None:
        self._server = server
        self._known: dict[Pairing, tuple[_States, list[types.Diagnostic]]] = {}

    def states(self, pairing: Pairing) -> _States | None:
        """The files of a pairing as they are on disk; None where something is open."""
        uris = {stream.uri for _, stream in pairing.streams()}
        if any(self._server.session.document(uri) is not None for uri in uris):
            return None
        paths = [path_of(uri) for uri in sorted(uris)]
        return tuple(state_of(path) if path is not None else None for path in paths)

    def items(self, pairing: Pairing, states: _States | None) -> list[types.Diagnostic] | None:
        """The remarks of the last time, if nothing has changed since."""
        known = self._known.get(pairing)
        return known[1] if known is not None and known[0] == states else None

    def take(self, pairing: Pairing, states: _States | None, items: list[types.Diagnostic]) -> None:
        """Remember the remarks on files that were in this state."""
        if states is not None:
            self._known[pairing] = (states, items)

    def keep(self, pairings: Iterable[Pairing]) -> None:
        """Forget all others."""
        self._known = {one: self._known[one] for one in pairings if one in self._known}


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""
    answers = _Answers()
    _register_workspace(server, answers)

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(
            identifier="meteor", inter_file_dependencies=True, workspace_diagnostics=True
        ),
    )
    async def document_diagnostics(params: types.DocumentDiagnosticParams) -> _Report:
        uri = key_of(params.text_document.uri)
        view = server.view(uri)
        items: list[types.Diagnostic] = []
        project = server.session.document(uri) if name_of(uri) == FILE_NAME else None
        if project is not None:
            items = await server.project_diagnostics(project)
        elif view is not None:
            await _score(server, view.opened)
            current = server.session.opened(uri)
            if current is not None:
                server.pulled[uri] = current.revision if current.scores.complete else -1
                items = server.diagnostics(current, uri)
        identifier = answers.identifier(uri, items)
        if params.previous_result_id == identifier:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=identifier)
        return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=identifier)


def _register_workspace(server: MeteorLanguageServer, answers: _Answers) -> None:
    remembered = _Remembered(server)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def workspace_diagnostics(
        params: types.WorkspaceDiagnosticParams,
    ) -> types.WorkspaceDiagnosticReport:
        known = {key_of(one.uri): one.value for one in params.previous_result_ids}
        reports: list[types.WorkspaceDocumentDiagnosticReport] = []
        progress = Progress(server, "METEOR: the whole workspace", token=params.work_done_token)

        def send(uri: str, items: list[types.Diagnostic]) -> None:
            report = _report(uri, items, known.pop(uri, None))
            if params.partial_result_token is None:
                reports.append(report)
                return
            part = types.WorkspaceDiagnosticReportPartialResult(items=[report])
            token = params.partial_result_token
            server.progress(types.ProgressParams(token=token, value=part))

        try:
            pairs = WorkspacePairings(server)
            pairings = [one for one in await pairs.find() if one.settings.workspace_diagnostics]
            remembered.keep(pairings)
            for done, pairing in enumerate(pairings):
                progress.report(done, len(pairings))
                send(pairing.hypothesis.uri, await _items(pairs, pairing))
            for uri in [uri for uri in known if server.session.document(uri) is None]:
                send(uri, [])  # it is gone, or belongs to nothing now
        finally:
            progress.end()
        return types.WorkspaceDiagnosticReport(items=reports)

    async def _items(pairs: WorkspacePairings, pairing: Pairing) -> list[types.Diagnostic]:
        states = remembered.states(pairing)
        items = remembered.items(pairing, states)
        if items is None:
            async with pairs.scored(pairing) as opened:
                items = server.diagnostics(opened, pairing.hypothesis.uri)
            remembered.take(pairing, states, items)
        return items

    def _report(
        uri: str, items: list[types.Diagnostic], previous: str | None
    ) -> types.WorkspaceDocumentDiagnosticReport:
        document = server.session.document(uri)
        shown, version = (document.uri, document.version) if document else (uri, None)
        identifier = answers.identifier(uri, items)
        if previous == identifier:
            return types.WorkspaceUnchangedDocumentDiagnosticReport(
                uri=shown, result_id=identifier, version=version
            )
        return types.WorkspaceFullDocumentDiagnosticReport(
            uri=shown, items=items, result_id=identifier, version=version
        )


async def _score(server: MeteorLanguageServer, opened: OpenPairing) -> None:
    """Score what is open, for as long as a client waits that can be told of the rest."""
    patience = _PATIENCE if server.client.refreshes_diagnostics else float("inf")
    await server.engine.finish(opened, patience)
