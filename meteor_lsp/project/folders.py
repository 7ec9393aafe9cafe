"""A snapshot of folders, in which each is listed once for many searches."""

import os
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

_SKIPPED_FOLDERS: Final = frozenset({"node_modules", "__pycache__"})
"""Folders that are not searched, in addition to hidden ones."""


class Folder:
    """The content of one folder."""

    def __init__(self, path: Path) -> None:
        """List a folder; an unreadable one is empty."""
        self.path: Final = path
        self.entries: Final = {entry.name: entry for entry in _listing(path)}

    @cached_property
    def fingerprint(self) -> object:
        """Everything that searches depend on; equal while nothing has changed."""
        return (os.path.realpath(self.path), frozenset(map(_kind, self.entries.values())))

    def has_no_link(self, name: str) -> bool:
        """Whether a name exists and is not a link."""
        entry = self.entries.get(name)
        return entry is not None and not entry.is_symlink()

    def has_file(self, name: str) -> bool:
        """Whether a name is that of a regular file, or of a link to one."""
        entry = self.entries.get(name)
        return entry is not None and _is_file(entry)

    def names(self, beginning: str, end: str) -> Iterator[str]:
        """Yield the names with a prefix, or else with a suffix; all without either."""
        if beginning or not end:
            yield from _from(self._sorted, beginning)
        else:
            yield from (name[::-1] for name in _from(self._sorted_by_end, end[::-1]))

    @cached_property
    def files(self) -> list[str]:
        """The names of regular files and links to such, sorted."""
        return sorted(name for name, entry in self.entries.items() if _is_file(entry))

    @cached_property
    def searched(self) -> list[Path]:
        """The subfolders that searches enter: neither hidden nor links."""
        return [
            self.path / entry.name
            for entry in self.entries.values()
            if not entry.name.startswith(".")
            and entry.name not in _SKIPPED_FOLDERS
            and _is_folder_itself(entry)
        ]

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.entries)

    @cached_property
    def _sorted_by_end(self) -> list[str]:
        return sorted(name[::-1] for name in self.entries)


class Tree:
    """A folder and all folders that searches enter below it."""

    def __init__(self, folders: Iterable[Folder]) -> None:
        """Index folders by the names in them."""
        self._by_name: defaultdict[str, list[Path]] = defaultdict(list)
        self.folders: Final[list[Path]] = []
        for folder in folders:
            self.folders.append(folder.path)
            for name in folder.entries:
                self._by_name[spelling(name)].append(folder.path)

    def holding(self, name: str) -> Sequence[Path]:
        """Return the folders that may contain a name."""
        return self._by_name.get(spelling(name), ())


class Folders:
    """The folders that were listed so far, for one piece of work."""

    def __init__(self) -> None:
        """Create an empty snapshot."""
        self._known: dict[Path, Folder] = {}
        self._trees: dict[Path, Tree] = {}

    def at(self, path: Path) -> Folder:
        """Return a folder, listing it on first access."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = Folder(path)
        return known

    def seen(self) -> list[Folder]:
        """Return the folders that were listed."""
        return list(self._known.values())

    def below(self, path: Path) -> Tree:
        """Return a folder with all folders that searches enter below it."""
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
    """Normalise a name so that all spellings that a file system may merge are equal."""
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
    except (OSError, ValueError):  # unreadable, deleted, or an invalid name
        return []


def _kind(entry: "os.DirEntry[str]") -> tuple[object, ...]:
    """Return the kind of an entry, and the target of a link."""
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
