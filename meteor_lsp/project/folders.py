"""Folders as they are at one moment: each is listed once, however often names are looked for."""

import os
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

_SKIPPED: Final = frozenset({"node_modules", "__pycache__"})
"""Folders that are not searched, beside those whose name begins with a dot."""


class Folder:
    """What one folder holds."""

    def __init__(self, path: Path) -> None:
        """The folder as it is now; one that is gone or may not be read holds nothing."""
        self.path: Final = path
        self.entries: Final = {entry.name: entry for entry in _listing(path)}

    @cached_property
    def stand(self) -> object:
        """All that looking for names in it depends on; equal as long as nothing has changed."""
        return (os.path.realpath(self.path), frozenset(map(_kind, self.entries.values())))

    def has_no_link(self, name: str) -> bool:
        """Whether there is something of that name, and it leads nowhere else."""
        entry = self.entries.get(name)
        return entry is not None and not entry.is_symlink()

    def has_file(self, name: str) -> bool:
        """Whether there is a regular file of that name, or a link to one."""
        entry = self.entries.get(name)
        return entry is not None and _is_file(entry)

    def names(self, beginning: str, end: str) -> Iterator[str]:
        """The names with that beginning, or else with that end; all where neither is given."""
        if beginning or not end:
            yield from _from(self._sorted, beginning)
        else:
            yield from (name[::-1] for name in _from(self._sorted_by_end, end[::-1]))

    @cached_property
    def files(self) -> list[str]:
        """The names of regular files and of links to such, in order."""
        return sorted(name for name, entry in self.entries.items() if _is_file(entry))

    @cached_property
    def searched(self) -> list[Path]:
        """The folders in it that a search goes into: none that are hidden, and no links."""
        return [
            self.path / entry.name
            for entry in self.entries.values()
            if not entry.name.startswith(".")
            and entry.name not in _SKIPPED
            and _is_folder_itself(entry)
        ]

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.entries)

    @cached_property
    def _sorted_by_end(self) -> list[str]:
        return sorted(name[::-1] for name in self.entries)


class Tree:
    """A folder and all that a search goes into below it."""

    def __init__(self, folders: Iterable[Folder]) -> None:
        """Those folders."""
        self._by_name: defaultdict[str, list[Path]] = defaultdict(list)
        self.folders: Final[list[Path]] = []
        for folder in folders:
            self.folders.append(folder.path)
            for name in folder.entries:
                self._by_name[spelling(name)].append(folder.path)

    def holding(self, name: str) -> Sequence[Path]:
        """The folders that may hold something of that name."""
        return self._by_name.get(spelling(name), ())


class Folders:
    """The folders that somebody has looked at, and what was there then.

    It is to be used for one piece of work and thrown away. Nothing need be told to it when files
    come and go, as the next piece of work lists its folders itself.
    """

    def __init__(self) -> None:
        """Nobody has looked yet."""
        self._known: dict[Path, Folder] = {}
        self._trees: dict[Path, Tree] = {}

    def at(self, path: Path) -> Folder:
        """The folder of that path."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = Folder(path)
        return known

    def seen(self) -> list[Folder]:
        """The folders that somebody has looked at."""
        return list(self._known.values())

    def below(self, path: Path) -> Tree:
        """A folder, and those that a search goes into below it."""
        known = self._trees.get(path)
        if known is None:
            known = self._trees[path] = Tree(self._walk(path))
        return known

    def _walk(self, path: Path) -> Iterator[Folder]:
        waiting = [path]
        while waiting:
            folder = self.at(waiting.pop())
            yield folder
            waiting += folder.searched


def spelling(name: str) -> str:
    """What all spellings have in common that a file system may take for one name."""
    return name if name.isascii() and name.islower() else _folded(name)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def _from(names: list[str], beginning: str) -> Iterator[str]:
    for index in range(bisect_left(names, beginning), len(names)):
        if not names[index].startswith(beginning):
            return
        yield names[index]


def _listing(path: Path) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(path) as entries:
            return list(entries)
    except (OSError, ValueError):  # not to be read, gone since, or a name that there cannot be
        return []


def _kind(entry: "os.DirEntry[str]") -> tuple[object, ...]:
    """What it is; of a link, what it leads to as well."""
    target = (os.path.realpath(entry.path),) if entry.is_symlink() else ()
    return (entry.name, _leads_to_folder(entry), _is_file(entry), *target)


def _is_file(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _leads_to_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_folder_itself(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
