"""Find and score all pairings of the workspace, open or not."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from lsprotocol import types

from meteor_core.files.metrics_directory import is_output

from ..documents.disk import State, may_contain, state_of
from ..documents.text_file import has_fields
from ..documents.uris import key_of, path_of
from ..pairing.conventions import is_hypothesis
from ..pairing.finder import Finder
from ..pairing.streams import Pairing
from ..project.folders import Folder, Folders
from ..project.workspace import Project
from .engine import Engine
from .open_pairing import OpenPairing
from .session import Session

_MAX_FILES: Final = 20_000
"""Files of a workspace that are searched for pairings."""

_TURN_SECONDS: Final = 0.01
"""Seconds of work after which the event loop gets a turn."""

_MAX_GROUP_PAIRINGS: Final = 32
_MAX_GROUP_BYTES: Final = 500_000
"""Limits of short pairings that are scored together."""

_SKIPPED_FOLDERS: Final = frozenset({"venv"})
"""Folders without texts, in addition to those that are never searched."""


_States: TypeAlias = tuple[State | None, ...]
"""States of a pairing's files on disk, compared to detect changes."""


class Turns:
    """Yields to the event loop at regular intervals."""

    def __init__(self) -> None:
        """Begin the first turn."""
        self._until = time.monotonic() + _TURN_SECONDS

    async def next(self) -> None:
        """Yield if the turn is over."""
        if time.monotonic() > self._until:
            await asyncio.sleep(0)
            self._until = time.monotonic() + _TURN_SECONDS


@dataclass(frozen=True, slots=True)
class Summary:
    """Corpus score of a pairing, and the diagnostics of each document, by URI."""

    score: float
    diagnostics: Mapping[str, list[types.Diagnostic]]


class WorkspacePairings:
    """Finds and scores pairings in the background, and caches their summaries."""

    def __init__(
        self,
        session: Session,
        engine: Engine,
        diagnostics: Callable[[OpenPairing, str], list[types.Diagnostic]],
    ) -> None:
        """Create an empty cache for the folders of a session.

        Args:
            session: whose folders to search.
            engine: scores the pairings.
            diagnostics: returns the diagnostics of a document of a pairing, by its URI.
        """
        self._session, self._engine, self._diagnostics = session, engine, diagnostics
        self._known: dict[Pairing, tuple[_States, Summary]] = {}
        self._found: list[Pairing] = []
        self._searched: list[Path] = []
        self._fingerprint: object = None

    @asynccontextmanager
    async def scored(self, pairing: Pairing) -> AsyncIterator[OpenPairing]:
        """Score a pairing and yield it; it is released unless a document is open.

        A change of its documents may retire it meanwhile, without scores.
        """
        with self._loaded(pairing) as opened:
            await self._engine.score_in_background(opened)
            yield opened

    async def contains(self, pairing: Pairing, wanted: str) -> bool:
        """Whether a hypothesis of a pairing contains a case-folded text, ignoring case."""
        hypothesis = pairing.hypothesis
        path = path_of(hypothesis.uri)
        is_on_disk = path is not None and self._session.library.document(hypothesis.uri) is None
        if path is not None and is_on_disk and hypothesis.field is None:
            return may_contain(path, wanted)
        with self._loaded(pairing) as opened:
            return any(wanted in text.casefold() for text in opened.scores.hypotheses)

    @contextmanager
    def _loaded(self, pairing: Pairing) -> Iterator[OpenPairing]:
        try:
            yield self._load(pairing)
        finally:
            self._session.pairings.forget_unused()

    def _load(self, pairing: Pairing) -> OpenPairing:
        session = self._session
        opened = next((held for held in session.pairings.open() if held.pairing == pairing), None)
        return opened or session.pairings.load(pairing)

    async def diagnostics(
        self, report: Callable[[int, int], None]
    ) -> AsyncIterator[tuple[str, list[types.Diagnostic]]]:
        """Yield documents with their diagnostics, if settings ask for those of all files.

        Yields all hypotheses, and other documents with diagnostics. A reference of several
        hypotheses is paired as if it were opened.

        Args:
            report: called regularly with the numbers of finished and of all pairings.
        """
        session, turns = self._session, Turns()
        found = await self.find()
        pairings = [pairing for pairing in found if pairing.settings.workspace_diagnostics]
        yielded = {pairing.hypothesis.uri for pairing in pairings}
        done = 0
        for group in self._groups(pairings):
            report(done, len(pairings))
            await turns.next()
            for pairing, summary in (await self._summaries(group)).items():
                done += 1
                for uri, items in summary.diagnostics.items():
                    opened = session.pairings.opened(uri)
                    if uri == pairing.hypothesis.uri:
                        yield uri, items
                    elif (
                        items
                        and uri not in yielded
                        and (opened is None or opened.pairing == pairing)
                    ):
                        yielded.add(uri)
                        yield uri, items

    async def summary(self, pairing: Pairing) -> Summary | None:
        """Return the summary of a pairing, cached until its files change.

        None if its documents were paired differently meanwhile.
        """
        return (await self._summaries([pairing])).get(pairing)

    def _groups(self, pairings: Iterable[Pairing]) -> Iterator[list[Pairing]]:
        """Yield the pairings in order, in groups that are scored together."""
        group: list[Pairing] = []
        size = 0
        for pairing in pairings:
            states = self._states(pairing)
            new = sum(state.size for state in states or () if state is not None)
            if group and (len(group) == _MAX_GROUP_PAIRINGS or size + new > _MAX_GROUP_BYTES):
                yield group
                group, size = [], 0
            group.append(pairing)
            size += new
        if group:
            yield group

    async def _summaries(self, pairings: Sequence[Pairing]) -> dict[Pairing, Summary]:
        states = {pairing: self._states(pairing) for pairing in pairings}
        found = {
            pairing: known[1]
            for pairing in pairings
            if (known := self._known.get(pairing)) is not None and known[0] == states[pairing]
        }
        turns, loaded = Turns(), {}
        try:
            for pairing in pairings:
                if pairing not in found:
                    states[pairing] = self._states(pairing)
                    loaded[pairing] = self._load(pairing)
                    await turns.next()
            await self._engine.score_together(loaded.values())
            for pairing, opened in loaded.items():
                await self._engine.score_in_background(opened)
                await self._engine.run_text_checks(opened)
                if opened.is_retired:
                    continue
                found[pairing] = summary = self._summary(opened)
                before = states[pairing]
                # A document that was opened meanwhile may have been scored as edited.
                is_same = before == self._states(pairing)
                is_whole = opened.resource_problem is None and not opened.is_pending
                if before is not None and is_same and is_whole:
                    self._known[pairing] = (before, summary)
        finally:
            self._session.pairings.forget_unused()
        return {pairing: found[pairing] for pairing in pairings if pairing in found}

    def _summary(self, opened: OpenPairing) -> Summary:
        return Summary(
            score=opened.scores.corpus().score,
            diagnostics={uri: self._diagnostics(opened, uri) for uri in opened.files},
        )

    def _states(self, pairing: Pairing) -> _States | None:
        """Return the states of a pairing's files on disk; None if one is open."""
        states: list[State | None] = []
        for _, stream in pairing.streams():
            path = path_of(stream.uri)
            if path is None or self._session.library.document(stream.uri) is not None:
                return None
            states.append(state_of(path))
        return tuple(states)

    async def find(self) -> list[Pairing]:
        """Return all pairings, sorted by hypothesis and cached while nothing changes."""
        session, turns = self._session, Turns()
        finder = session.pairings.finder
        for path in self._searched:
            finder.folders.at(path)
        for _ in self._files(finder.folders):
            await turns.next()
        fingerprint = session.pairings.fingerprint(finder.folders)
        if fingerprint != self._fingerprint:
            self._found = await self._find(finder)
            self._known = {key: self._known[key] for key in self._found if key in self._known}
            self._searched = [folder.path for folder in finder.folders.seen()]
            # The search may have seen more folders, or changes during the search.
            is_same = session.pairings.fingerprint(finder.folders) == fingerprint
            self._fingerprint = fingerprint if is_same else None
        return self._found

    async def _find(self, finder: Finder) -> list[Pairing]:
        session = self._session
        found: dict[str, Pairing] = {}
        turns = Turns()
        for uri in self._candidates(finder):
            pairing = session.pairings.find(uri, finder)
            if isinstance(pairing, Pairing) and pairing.hypothesis.uri == uri:
                found[uri] = pairing
            await turns.next()
        return [found[uri] for uri in sorted(found)]

    def _candidates(self, finder: Finder) -> Iterator[str]:
        """Yield documents that may be hypotheses."""
        session = self._session
        yield from (key_of(opened.pairing.hypothesis.uri) for opened in session.pairings.open())
        for folder, names in self._files(finder.folders):
            if names:
                yield from _in_folder(folder, names, finder)

    def _files(self, folders: Folders) -> Iterator[tuple[Path, list[str]]]:
        """Yield the workspace's folders with the names of their files."""
        left = _MAX_FILES
        for root in self._session.workspace.folders():
            for folder in _walk(root, folders):
                names = folder.files[:left]
                left -= len(names)
                yield folder.path, names
                if not left:
                    return


def _walk(root: Path, folders: Folders) -> Iterator[Folder]:
    waiting = [root]
    while waiting:
        folder = folders.at(waiting.pop())
        yield folder
        below = (path for path in folder.searched if path.name not in _SKIPPED_FOLDERS)
        waiting += sorted(below, reverse=True)


def _in_folder(folder: Path, names: Sequence[str], finder: Finder) -> Iterator[str]:
    for name in names:
        path = folder / name
        uri = path.as_uri()
        if (
            is_hypothesis(name)
            or has_fields(name)
            or is_output(path)
            or _is_hypothesis_of(finder.project_of(uri), path)
        ):
            yield uri


def _is_hypothesis_of(project: Project, path: Path) -> bool:
    """Whether a ``meteor.toml`` rule matches a file as hypothesis."""
    if project.file is None or project.folder is None or not project.file.pairs:
        return False
    relative = path.relative_to(project.folder).as_posix()
    return any(rule.hypothesis.match(relative) is not None for rule in project.file.pairs)
