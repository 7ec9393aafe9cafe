"""Push diagnostics to a client that does not request them."""

import asyncio
from typing import Any, Final

from lsprotocol import types

from ..documents.line_document import LineDocument
from ..documents.uris import key_of
from ..session.open_pairing import OpenPairing
from ..session.session import Session
from ..session.workspace_pairings import WorkspacePairings
from .connection import Connection
from .diagnostics import diagnostics_of, diagnostics_of_project, diagnostics_unpaired
from .progress import Progress

DEBOUNCE_SECONDS: Final = 0.12
"""Pause of edits after which a document is refreshed."""

_MAX_RESENT: Final = 100
"""Unchanged diagnostics that are sent again for a new version."""


class PushedDiagnostics:
    """Pushes diagnostics, and remembers which ones the client shows."""

    def __init__(
        self, connection: Connection, session: Session, pairings: WorkspacePairings
    ) -> None:
        """Create an empty record.

        Args:
            connection: to the client.
            session: whose documents are open there.
            pairings: of the workspace, for closed files.
        """
        self._connection, self._session, self._pairings = connection, session, pairings
        self._shown: dict[str, tuple[str, list[types.Diagnostic]]] = {}
        self._shown_unopened: dict[str, list[types.Diagnostic]] = {}
        self._serialised: dict[str, dict[int, tuple[types.Diagnostic, Any]]] = {}  # by id()
        self._project_versions: dict[str, int | None] = {}  # of meteor.toml
        self._surveying: asyncio.Task[None] | None = None

    def push(self, opened: OpenPairing, *, again: bool = True) -> None:
        """Push the diagnostics of a pairing's open documents.

        Args:
            opened: the pairing.
            again: whether to send unchanged diagnostics again for a new version.
        """
        if self._connection.client.pulls_diagnostics:
            return
        for uri in {stream.uri for _, stream in opened.pairing.streams()}:
            document = self._session.library.document(uri)
            if document is None or self._session.pairings.opened(uri) is not opened:
                continue
            found = diagnostics_of(self._session, self._connection.client, opened, uri)
            is_expensive = len(found) > _MAX_RESENT or not again
            if is_expensive and self._shown.get(uri) == (document.uri, found):
                continue
            self._shown[uri] = (document.uri, found)
            self._shown_unopened.pop(uri, None)
            self._publish(document.uri, found, document.version)

    def push_projects(self) -> None:
        """Push the diagnostics of every open ``meteor.toml`` when edits pause."""
        if not self._connection.client.pulls_diagnostics:
            for document in self._session.workspace.open_project_files():
                self._connection.start_task(self._push_project(document))

    def push_unpaired(self) -> None:
        """Push the syntax errors of open, unpaired documents."""
        if self._connection.client.pulls_diagnostics:
            return
        for uri in self._session.library.open_uris():
            document = self._session.library.document(uri)
            found = diagnostics_unpaired(self._session, uri)
            if document and found and self._shown.get(uri) != (document.uri, found):
                self._shown[uri] = (document.uri, found)
                self._publish(document.uri, found, document.version)

    def schedule_survey(self) -> None:
        """Push the diagnostics of closed files, if settings ask for them."""
        if self._surveying is not None:
            self._surveying.cancel()
        pulls = self._connection.client.pulls_diagnostics
        if (not pulls and self._session.workspace.wants_all_files()) or self._shown_unopened:
            self._surveying = self._connection.start_task(self._survey())

    def forget_closed(self) -> None:
        """Clear the diagnostics of closed or unpaired documents without errors."""
        projects = {
            key_of(document.uri) for document in self._session.workspace.open_project_files()
        }
        gone = [uri for uri in self._shown if self._session.pairings.opened(uri) is None]
        for uri in gone:
            if uri not in projects and not diagnostics_unpaired(self._session, uri):
                shown, _ = self._shown.pop(uri)
                self._publish(shown, [])

    async def _push_project(self, document: LineDocument) -> None:
        uri, version = key_of(document.uri), document.version
        await asyncio.sleep(DEBOUNCE_SECONDS)
        found: list[types.Diagnostic] = []
        if self._session.library.document(uri) is document and document.version == version:
            found = await diagnostics_of_project(self._session, document)
        if self._session.library.document(uri) is not document or document.version != version:
            return  # the edit scheduled another push
        is_sent = self._project_versions.get(uri) == version
        if self._shown.get(uri) != (document.uri, found) or not is_sent:
            self._shown[uri], self._project_versions[uri] = (document.uri, found), version
            self._publish(document.uri, found, version)

    async def _survey(self) -> None:
        await asyncio.sleep(DEBOUNCE_SECONDS)
        progress = Progress(self._connection, "METEOR: the whole workspace")
        left = set(self._shown_unopened)
        try:
            async for uri, items in self._pairings.diagnostics(progress.report):
                if self._session.library.document(uri) is None:
                    left.discard(uri)
                    self._push_unopened(uri, items)
            for uri in left:
                self._push_unopened(uri, [])
        finally:
            progress.end()

    def _push_unopened(self, uri: str, items: list[types.Diagnostic]) -> None:
        if items == self._shown_unopened.get(uri, []):
            return
        self._shown_unopened[uri] = items
        if not items:
            del self._shown_unopened[uri]
        if self._session.pairings.opened(uri) is None:  # otherwise it has newer ones
            self._publish(uri, items)

    def _publish(self, uri: str, items: list[types.Diagnostic], version: int | None = None) -> None:
        """Send diagnostics, reusing the serialised form of unchanged ones."""
        protocol, known = self._connection.protocol, self._serialised.pop(uri, {})
        serialised = {
            id(item): known.get(id(item)) or (item, protocol.serialise(item)) for item in items
        }
        if items:
            self._serialised[uri] = serialised  # keeps the items alive, so that ids are unique
        diagnostics = [serialised[id(item)][1] for item in items]
        params: dict[str, Any] = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        protocol.notify_serialised(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
