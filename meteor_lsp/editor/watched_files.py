"""Poll files for a client that cannot watch them, such as Neovim on Linux.

Polls the texts and remarks files of open pairings while there are any.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..documents.disk import State, state_of
from ..documents.uris import path_of
from ..session.open_pairing import OpenPairing
from .language_server import MeteorLanguageServer
from .reviewing import Reviewing

_POLL_SECONDS: Final = 1.0
"""Poll interval; a poll takes some microseconds per file."""


class WatchedFiles:
    """Polls files once per interval."""

    def __init__(self, server: MeteorLanguageServer, reviewing: Reviewing) -> None:
        """Start polling when the first pairing is refreshed."""
        self._server, self._reviewing = server, reviewing
        self._task: asyncio.Task[None] | None = None
        server.on_refreshed.append(self._refreshed)

    def _refreshed(self, _: OpenPairing) -> None:
        if not self._server.client.watches_files and (self._task is None or self._task.done()):
            self._task = self._server.start_task(self._watch())

    async def _watch(self) -> None:
        before = self._states()
        while before:
            await asyncio.sleep(_POLL_SECONDS)
            now = self._states()
            if any(path in before and before[path] != state for path, state in now.items()):
                self._server.session.resolve()
                self._server.background.refresh_all()
            before = now

    def _states(self) -> dict[Path, State | None]:
        return {path: state_of(path) for path in self._paths()}

    def _paths(self) -> Iterator[Path]:
        for opened in self._server.session.pairings.open():
            for stream in opened.streams.values():
                is_open = self._server.session.library.document(stream.uri) is not None
                path = None if is_open else path_of(stream.uri)
                if path is not None:
                    yield path
            remarks = self._reviewing.remarks_file(opened)
            if remarks is not None:
                yield remarks
