"""All pairings of the workspace's folders, open or not."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .documents.layouts import is_table
from .documents.uris import key_of, path_of
from .open_pairing import OpenPairing
from .pairing.conventions import is_hypothesis
from .pairing.streams import Pairing

if TYPE_CHECKING:
    from .server import MeteorLanguageServer

_MOST_FILES: Final = 20_000
"""Files that are looked at in a workspace; one that has more is not for this."""

_TURN: Final = 0.01
"""Seconds after which other work has its turn."""

_SKIPPED: Final = frozenset({"node_modules", "__pycache__", "venv"})


class WorkspacePairings:
    """Finds them, and scores them in the background."""

    def __init__(self, server: "MeteorLanguageServer") -> None:
        """Those of that server's session."""
        self._server = server

    @asynccontextmanager
    async def scored(self, pairing: Pairing) -> AsyncIterator[OpenPairing]:
        """A pairing with its scores; nothing is kept of one that is not open."""
        session = self._server.session
        opened = next((one for one in session.pairings() if one.pairing == pairing), None)
        try:
            opened = opened or session.load(pairing)
            await self._server.engine.work_through(opened)
            yield opened
        finally:
            session.forget_unused()

    async def find(self) -> list[Pairing]:
        """The pairings, by the names of their hypotheses."""
        session = self._server.session
        found: dict[str, Pairing] = {}
        until = time.monotonic() + _TURN
        for uri in self._candidates():
            pairing = session.find(uri)
            if isinstance(pairing, Pairing) and pairing.hypothesis.uri == uri:
                found[uri] = pairing
            if time.monotonic() > until:
                await asyncio.sleep(0)
                until = time.monotonic() + _TURN
        return [found[uri] for uri in sorted(found)]

    def _candidates(self) -> Iterator[str]:
        """Documents that may be hypotheses."""
        session = self._server.session
        yield from (key_of(opened.pairing.hypothesis.uri) for opened in session.pairings())
        for count, path in enumerate(self._files()):
            if count >= _MOST_FILES:
                return
            uri = path.as_uri()
            if is_hypothesis(path.name) or is_table(path.name) or self._is_in_project(uri):
                yield uri

    def _is_in_project(self, uri: str) -> bool:
        """Whether a ``meteor.toml`` takes a file for a hypothesis."""
        project = self._server.session.project_of(uri)
        path = path_of(uri)
        if project.file is None or project.folder is None or path is None:
            return False
        relative = path.relative_to(project.folder).as_posix()
        return any(rule.hypothesis.match(relative) is not None for rule in project.file.pairs)

    def _files(self) -> Iterator[Path]:
        for root in self._server.session.folders():
            for folder, folders, names in os.walk(root):
                folders[:] = sorted(
                    name for name in folders if name not in _SKIPPED and name[0] != "."
                )
                yield from (Path(folder, name) for name in sorted(names))
