"""Files that other programs write, for a client that cannot be asked to watch them.

Neovim watches no files on Linux. So the server looks itself, while there are scores to show: at the
texts of open pairings, and at what is kept of reviews beside them.
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

_EVERY: Final = 1.0
"""Seconds between two looks, which take some microseconds for each file."""


class WatchedFiles:
    """Looks at files now and then."""

    def __init__(self, server: MeteorLanguageServer, reviewing: Reviewing) -> None:
        """Nothing to look at yet."""
        self._server, self._reviewing = server, reviewing
        self._task: asyncio.Task[None] | None = None
        server.on_settled.append(self._settled)

    def _settled(self, _: OpenPairing) -> None:
        if not self._server.client.watches_files and (self._task is None or self._task.done()):
            self._task = self._server.run(self._watch())

    async def _watch(self) -> None:
        before = self._stands()
        while before:
            await asyncio.sleep(_EVERY)
            now = self._stands()
            if any(path in before and before[path] != stand for path, stand in now.items()):
                self._server.session.resolve()
                self._server.background.look_again()
            before = now

    def _stands(self) -> dict[Path, State | None]:
        """How each file is now; those of texts that are open here need no look."""
        return {path: state_of(path) for path in self._paths()}

    def _paths(self) -> Iterator[Path]:
        for opened in self._server.session.pairings.open():
            for stream in opened.streams.values():
                is_open = self._server.session.library.document(stream.uri) is not None
                path = None if is_open else path_of(stream.uri)
                if path is not None:
                    yield path
            beside = self._reviewing.remarks_file(opened)
            if beside is not None:
                yield beside
