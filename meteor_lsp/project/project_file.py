"""The file ``meteor.toml``: which files belong together, and what holds for them.

Reading never fails: what is wrong is told, each thing once, and everything else counts.
"""

import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from meteor_core import InputError

from . import toml_text
from .rules import FILE_NAME, RULES, FolderRule, Ignore, PairRule, RuleReader
from .settings import Changes, Place, Settings, changed, read_changes, shown
from .writing import with_ignore, with_pair

__all__ = [
    "FILE_NAME",
    "FolderRule",
    "Ignore",
    "PairRule",
    "ProjectFile",
    "parse_project_file",
    "read_project_file",
    "with_ignore",
    "with_pair",
]

_LARGEST: Final = 1_000_000
"""Bytes; a file that is written by hand never has so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFile:
    """What a ``meteor.toml`` says.

    Attributes:
        path: of the file.
        given: settings for the whole project.
        pairs: rules of pairing; the first that matches counts.
        folders: rules of settings; later ones override earlier ones.
        ignores: findings that are not reported.
        problems: what is wrong with the file, each thing in one sentence.
        readable: whether it is TOML at all; otherwise nothing else is known of it.
    """

    path: Path
    given: Changes = field(default_factory=dict, hash=False)
    pairs: tuple[PairRule, ...] = ()
    folders: tuple[FolderRule, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    problems: tuple[str, ...] = ()
    readable: bool = True

    def settings(self, base: Settings) -> Settings:
        """The settings of the project.

        Args:
            base: what holds where the file says nothing.
        """
        return changed(base, self.given)

    def names(self, key: str) -> bool:
        """Whether a setting stands anywhere in it."""
        in_rules = {name for rule in self.folders for name in rule.given}
        in_rules |= {name for rule in self.pairs for name in rule.given}
        return key in self.given or key in in_rules

    def settings_for(self, relative: str, base: Settings, rule: PairRule | None = None) -> Settings:
        """The settings for one file: the project's, then its folders', then its pair's.

        Args:
            relative: name of the file, relative to the folder of ``meteor.toml``.
            base: what holds where nothing is said.
            rule: the rule by which the file has its pair.
        """
        settings = self.settings(base)
        for folder in self.folders:
            if folder.path.covers(relative):
                settings = changed(settings, folder.given)
        return settings if rule is None else changed(settings, rule.given)


def read_project_file(path: Path, *, outside: bool = False) -> ProjectFile:
    """Read a ``meteor.toml``; a file that cannot be read is an empty one with a problem.

    Args:
        path: of the file.
        outside: whether its patterns may lead out of its folder.
    """
    try:
        text = _read(path)
    except InputError as error:
        return ProjectFile(path=path, problems=(str(error),), readable=False)
    return parse_project_file(path, text, outside=outside)


def parse_project_file(path: Path, text: str, *, outside: bool = False) -> ProjectFile:
    """What a text says as a ``meteor.toml``.

    Args:
        path: of the file, which is not read.
        text: of the file.
        outside: whether its patterns may lead out of its folder.
    """
    try:
        document = _document(path.name, text)
    except InputError as error:
        return ProjectFile(path=path, problems=(str(error),), readable=False)
    given, problems = read_changes(document, path.name, Place.PROJECT, beside=RULES)
    rules = RuleReader(name=path.name, document=document, outside=outside, problems=problems)
    return ProjectFile(
        path=path,
        given=given,
        pairs=tuple(rules.pairs()),
        folders=tuple(rules.folders()),
        ignores=tuple(rules.ignores()),
        problems=tuple(problems),
    )


def _read(path: Path) -> str:
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)  # opening a pipe would wait for a writer
        content = _first_bytes(path) if is_file else b""
    except OSError as error:
        raise InputError(f"{path.name} cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{shown(path.name)} is no file name: {error}") from None
    if not is_file:
        raise InputError(f"{path.name} is no file; put a text file in its place")
    if len(content) > _LARGEST:
        raise _too_large(path.name)
    return _decoded(path.name, content)


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LARGEST + 1)


def _too_large(name: str) -> InputError:
    return InputError(f"{name} is larger than 1 MB and is not read; shorten it, with patterns")


def _decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise InputError(
            f"{name}, line {line}, byte {column} (0x{content[error.start]:02x}) is not UTF-8; "
            "save the file as UTF-8; until then, nothing in it counts"
        ) from None


def _document(name: str, text: str) -> dict[str, Any]:
    if len(text) > _LARGEST:
        raise _too_large(name)
    return toml_text.parse(name, text)
