"""Check a ``meteor.toml`` against its folder: rules without files, or rules that never apply."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from meteor_core import MeteorError, ResourceError
from meteor_core.text.numbers import counted
from meteor_core.text.toml_places import KeyPath

from ..documents.disk import Boundary
from .patterns import Pattern
from .problems import Mistake
from .project_file import ProjectFile
from .rules import PairRule
from .settings import SETTING_KEYS, Changes, Settings, changed, problem_with_scorer
from .tuned_files import with_content

_MAX_HYPOTHESES: Final = 200
"""Hypotheses whose references are searched for; with so many, one would have been found."""


def mistakes_in_folder(
    file: ProjectFile,
    base: Settings,
    opened: Collection[str] = (),
    boundary: Boundary | None = None,
) -> list[Mistake]:
    """Return the mistakes in a file that depend on its folder, which is read.

    Args:
        file: as parsed.
        base: settings of the editor.
        opened: relative names of open documents, which may not be on disk.
        boundary: of readable files; by default the folder.
    """
    folder = _Folder(file.path.parent, opened)
    within = boundary or Boundary([folder.path], allow_outside=base.allow_outside)
    return [
        *_Scorers(file, base, within).mistakes(),
        *_of_pairs(file, folder),
        *_of_folders(file, folder),
        *_of_ignores(file, folder),
    ]


class _Folder:
    """The files below a folder, by relative name."""

    def __init__(self, path: Path, opened: Collection[str]) -> None:
        self.path = path
        self._opened = opened

    def files(self, pattern: Pattern) -> list[str]:
        found = [Path(os.path.relpath(path, self.path)).as_posix() for path in self._find(pattern)]
        found += [name for name in self._opened if pattern.match(name) is not None]
        return list(dict.fromkeys(found))

    def has(self, pattern: Pattern) -> bool:
        """Whether a file matches, or a folder has exactly that name."""
        if pattern.literal is None:
            return bool(self.files(pattern))
        return pattern.literal in self._opened or os.path.exists(self.path / pattern.literal)  # noqa: PTH110  # False for what is not a path

    def _find(self, pattern: Pattern) -> list[Path]:
        try:
            return pattern.find(self.path)
        except (OSError, ValueError):
            return []


def _of_pairs(file: ProjectFile, folder: _Folder) -> Iterator[Mistake]:
    for number, rule in enumerate(file.pairs):
        path: KeyPath = ("pairs", rule.number - 1)
        names = folder.files(rule.hypothesis)
        if not names:
            yield _mistake((*path, "hypothesis"), _no_file(rule.hypothesis))
            continue
        yield from _of_partners(rule, folder, names, path)
        before = _all_taken(file.pairs[:number], folder, names)
        if before is not None:
            more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
            message = (
                f"this never counts: [[pairs]] number {before.number} takes '{names[0]}'{more} "
                "before; put this one above it, or remove it"
            )
            yield _mistake((*path, "hypothesis"), message)


def _of_partners(
    rule: PairRule, folder: _Folder, names: list[str], path: KeyPath
) -> Iterator[Mistake]:
    """Yield references or sources that no hypothesis has."""
    partners = [
        ((*path, "references", n), reference) for n, reference in enumerate(rule.references)
    ]
    if rule.source is not None:
        partners.append(((*path, "source"), rule.source))
    for place, pattern in partners:
        filled = [pattern.fill(values) for values in _named(rule, names)]
        if not any(folder.has(partner) for partner in filled):
            more = counted(len(names) - 1, "more hypothesis", "more hypotheses")
            rest = f", nor for {more}" if len(names) > 1 else ""
            yield _mistake(place, f"there is no file '{filled[0].text}' for '{names[0]}'{rest}")


def _named(rule: PairRule, names: Iterable[str]) -> Iterator[Mapping[str, str]]:
    """Yield the values of the named runs in some of the hypotheses."""
    found = (rule.hypothesis.match(name) for name in names)
    return islice((values for values in found if values is not None), _MAX_HYPOTHESES)


def _all_taken(
    earlier: Iterable[PairRule], folder: _Folder, names: Iterable[str]
) -> PairRule | None:
    """Return the first rule that matches one of these hypotheses, if earlier rules match all."""
    rules, first = list(earlier), None
    for name in names:
        matching = next((rule for rule in rules if _applies_to(rule, folder, name)), None)
        if matching is None:
            return None
        first = first or matching
    return first


def _applies_to(rule: PairRule, folder: _Folder, name: str) -> bool:
    values = rule.hypothesis.match(name)
    return values is not None and any(
        folder.has(reference.fill(values)) for reference in rule.references
    )


def _of_folders(file: ProjectFile, folder: _Folder) -> Iterator[Mistake]:
    for rule in file.folders:
        # Matching a pattern with folders would require a search of all of them.
        if rule.path.literal is not None and not folder.has(rule.path):
            yield _mistake(("folders", rule.number - 1, "path"), _no_file(rule.path))


def _of_ignores(file: ProjectFile, folder: _Folder) -> Iterator[Mistake]:
    for ignore in file.ignores:
        if ignore.file is not None and not folder.has(ignore.file):
            yield _mistake(("ignore", ignore.number - 1, "file"), _no_file(ignore.file))


class _Scorers:
    """Checks the scorers that settings describe."""

    def __init__(self, file: ProjectFile, base: Settings, boundary: Boundary) -> None:
        self._file, self._base, self._boundary = file, base, boundary

    def mistakes(self) -> Iterator[Mistake]:
        """Yield conflicting settings, and unreadable tuned variants."""
        file = self._file
        yield from self._clash(file.given, self._base, ())
        project = file.settings(self._base)
        if self._problem(project) is None:
            for key, rules in (("pairs", file.pairs), ("folders", file.folders)):
                for rule in rules:
                    yield from self._clash(rule.given, project, (key, rule.number - 1))

    def _clash(self, given: Changes, base: Settings, path: KeyPath) -> Iterator[Mistake]:
        """Yield the last setting without which the others would not conflict."""
        problem = self._problem(changed(base, given))
        if problem is None:
            return
        for key in reversed(list(given)):
            if key not in SETTING_KEYS:
                continue
            without = {name: value for name, value in given.items() if name != key}
            if self._problem(changed(base, without)) is None:
                yield _mistake((*path, *key.split(".")), problem)
                return

    def _problem(self, settings: Settings) -> str | None:
        path = self._file.path
        try:
            read = with_content(settings, path.parent, self._boundary, path)
            return problem_with_scorer(read, settings.language or "en")
        except ResourceError:  # missing files are reported where they are needed
            return None
        except MeteorError as error:
            return str(error)


def _no_file(pattern: Pattern) -> str:
    return f"there is no file '{pattern.text}' here; names are relative to this folder"


def _mistake(path: KeyPath, message: str) -> Mistake:
    return Mistake(", ".join(map(str, path)), message, path)
