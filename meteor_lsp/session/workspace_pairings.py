"""All pairings of the workspace's folders, open or not."""

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

_MOST_FILES: Final = 20_000
"""Files that are looked at in a workspace; one that has more is not for this."""

_TURN: Final = 0.01
"""Seconds after which other work has its turn."""

_TOGETHER: Final = 32
"""Pairings that are scored at once, if they are short."""

_SMALL: Final = 500_000
"""Bytes that these may have in all."""

_SKIPPED: Final = frozenset({"venv"})
"""Folders that nobody keeps texts in, beside those that no search goes into."""


_States: TypeAlias = tuple[State | None, ...]
"""Files of a pairing on disk, by which it is told whether they have changed."""


class Turns:
    """Lets other work have its turn now and then."""

    def __init__(self) -> None:
        """The first turn is over in a moment."""
        self._until = time.monotonic() + _TURN

    async def next(self) -> None:
        """A piece of work is done."""
        if time.monotonic() > self._until:
            await asyncio.sleep(0)
            self._until = time.monotonic() + _TURN


@dataclass(frozen=True, slots=True)
class Summary:
    """What there is to say of a pairing.

    Attributes:
        score: of all its segments.
        diagnostics: those of each of its documents, by URI.
    """

    score: float
    diagnostics: Mapping[str, list[types.Diagnostic]]


class WorkspacePairings:
    """Finds them, scores them in the background, and remembers what came of it."""

    def __init__(
        self,
        session: Session,
        engine: Engine,
        diagnostics: Callable[[OpenPairing, str], list[types.Diagnostic]],
    ) -> None:
        """Pairings of the folders of a session.

        Args:
            session: whose folders they are.
            engine: which scores them.
            diagnostics: those of a document of a pairing, by its URI.
        """
        self._session, self._engine, self._diagnostics = session, engine, diagnostics
        self._known: dict[Pairing, tuple[_States, Summary]] = {}
        self._found: list[Pairing] = []
        self._looked_at: list[Path] = []
        self._stand: object = None

    @asynccontextmanager
    async def scored(self, pairing: Pairing) -> AsyncIterator[OpenPairing]:
        """A pairing with its scores; nothing is kept of one that is not open.

        Its documents may have changed meanwhile so that it is retired: then it has none.
        """
        with self._loaded(pairing) as opened:
            await self._engine.work_through(opened)
            yield opened

    async def contains(self, pairing: Pairing, wanted: str) -> bool:
        """Whether some hypothesis of a pairing contains a text, whatever the case.

        Args:
            pairing: the pairing.
            wanted: the text, case-folded.
        """
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
        opened = next((one for one in session.pairings.open() if one.pairing == pairing), None)
        return opened or session.pairings.load(pairing)

    async def diagnostics(
        self, tell: Callable[[int, int], None]
    ) -> AsyncIterator[tuple[str, list[types.Diagnostic]]]:
        """Documents with their diagnostics, where the settings ask for those of all files.

        A reference that several hypotheses share is seen as an editor would that opens it. All
        hypotheses are there, and of the other documents those that have any.

        Args:
            tell: is told now and then how many pairings are done, and of how many.
        """
        session, turns = self._session, Turns()
        pairings = [one for one in await self.find() if one.settings.workspace_diagnostics]
        told = {one.hypothesis.uri for one in pairings}
        done = 0
        for group in self._groups(pairings):
            tell(done, len(pairings))
            await turns.next()
            for pairing, summary in (await self._summaries(group)).items():
                done += 1
                for uri, items in summary.diagnostics.items():
                    opened = session.pairings.opened(uri)
                    if uri == pairing.hypothesis.uri:
                        yield uri, items
                    elif (
                        items and uri not in told and (opened is None or opened.pairing == pairing)
                    ):
                        told.add(uri)
                        yield uri, items

    async def summary(self, pairing: Pairing) -> Summary | None:
        """What there is to say of a pairing; that of the last time, if its files are the same.

        None where its documents changed meanwhile, so that they belong to another one.
        """
        return (await self._summaries([pairing])).get(pairing)

    def _groups(self, pairings: Iterable[Pairing]) -> Iterator[list[Pairing]]:
        """The pairings in order, as many at a time as are scored together."""
        group: list[Pairing] = []
        size = 0
        for pairing in pairings:
            states = self._states(pairing)
            new = sum(state.size for state in states or () if state is not None)
            if group and (len(group) == _TOGETHER or size + new > _SMALL):
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
            await self._engine.work_through_together(loaded.values())
            for pairing, opened in loaded.items():
                await self._engine.work_through(opened)
                await self._engine.find_all_words(opened)
                if opened.is_retired:
                    continue
                found[pairing] = summary = self._summary(opened)
                stand = states[pairing]
                # What was opened meanwhile was perhaps scored as the editor has it.
                is_same = stand == self._states(pairing)
                is_whole = opened.missing is None and not opened.is_pending
                if stand is not None and is_same and is_whole:
                    self._known[pairing] = (stand, summary)
        finally:
            self._session.pairings.forget_unused()
        return {pairing: found[pairing] for pairing in pairings if pairing in found}

    def _summary(self, opened: OpenPairing) -> Summary:
        return Summary(
            score=opened.scores.corpus().score,
            diagnostics={uri: self._diagnostics(opened, uri) for uri in opened.files},
        )

    def _states(self, pairing: Pairing) -> _States | None:
        """The files of a pairing as they are on disk; None where something is open."""
        states: list[State | None] = []
        for _, stream in pairing.streams():
            path = path_of(stream.uri)
            if path is None or self._session.library.document(stream.uri) is not None:
                return None
            states.append(state_of(path))
        return tuple(states)

    async def find(self) -> list[Pairing]:
        """The pairings, by the names of their hypotheses.

        They are those of the last time, unless something differs of all that they depend on.
        """
        session, turns = self._session, Turns()
        finder = session.pairings.finder
        for path in self._looked_at:
            finder.folders.at(path)
        for _ in self._files(finder.folders):
            await turns.next()
        stand = session.pairings.stand(finder.folders)
        if stand != self._stand:
            self._found = await self._find(finder)
            self._known = {one: self._known[one] for one in self._found if one in self._known}
            self._looked_at = [folder.path for folder in finder.folders.seen()]
            # Where more was looked at, or something changed meanwhile, it is found again.
            self._stand = stand if session.pairings.stand(finder.folders) == stand else None
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
        """Documents that may be hypotheses."""
        session = self._session
        yield from (key_of(opened.pairing.hypothesis.uri) for opened in session.pairings.open())
        for folder, names in self._files(finder.folders):
            if names:
                yield from _in_folder(folder, names, finder)

    def _files(self, folders: Folders) -> Iterator[tuple[Path, list[str]]]:
        """The workspace's folders, each with the names of its files."""
        left = _MOST_FILES
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
        below = (path for path in folder.searched if path.name not in _SKIPPED)
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
    """Whether a ``meteor.toml`` takes a file for a hypothesis."""
    if project.file is None or project.folder is None or not project.file.pairs:
        return False
    relative = path.relative_to(project.folder).as_posix()
    return any(rule.hypothesis.match(relative) is not None for rule in project.file.pairs)
