"""The file ``meteor.toml``: which files belong together, and what holds for them.

Reading never fails: what is wrong is told, each thing once, and everything else counts.
"""

import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from . import toml_text
from .mistakes import Mistake
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
        ignores: diagnostics that are not reported.
        mistakes: what is wrong with the file; two files that say the same may differ in it.
        readable: whether it is TOML at all; otherwise nothing else is known of it.
        text: of the file, as it was read; empty where it could not be.
    """

    path: Path
    given: Changes = field(default_factory=dict, hash=False)
    pairs: tuple[PairRule, ...] = ()
    folders: tuple[FolderRule, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    mistakes: tuple[Mistake, ...] = field(default=(), compare=False)
    readable: bool = True
    text: str = field(default="", compare=False, repr=False)

    @property
    def problems(self) -> tuple[str, ...]:
        """The mistakes, each in one sentence."""
        return tuple(map(str, self.mistakes))

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
    text = _read(path)
    if isinstance(text, Mistake):
        return ProjectFile(path=path, mistakes=(text,), readable=False)
    return parse_project_file(path, text, outside=outside)


def parse_project_file(path: Path, text: str, *, outside: bool = False) -> ProjectFile:
    """What a text says as a ``meteor.toml``.

    Args:
        path: of the file, which is not read.
        text: of the file.
        outside: whether its patterns may lead out of its folder.
    """
    if len(text) > _LARGEST:
        return ProjectFile(path=path, mistakes=(_too_large(path.name),), readable=False)
    try:
        document = toml_text.parse(path.name, text)
    except toml_text.TomlError as error:
        return ProjectFile(path=path, mistakes=(error.mistake,), readable=False, text=text)
    given, mistakes = read_changes(document, path.name, Place.PROJECT, beside=RULES)
    rules = RuleReader(name=path.name, document=document, outside=outside, mistakes=mistakes)
    return ProjectFile(
        path=path,
        given=given,
        pairs=tuple(rules.pairs()),
        folders=tuple(rules.folders()),
        ignores=tuple(rules.ignores()),
        mistakes=tuple(mistakes),
        text=text,
    )


def _read(path: Path) -> str | Mistake:
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)  # opening a pipe would wait for a writer
        content = _first_bytes(path) if is_file else b""
    except OSError as error:
        return Mistake(path.name, f"the file cannot be read: {error.strerror}")
    except ValueError as error:  # a NUL in the name
        return Mistake(shown(path.name), f"this is not a file name: {error}")
    if not is_file:
        return Mistake(path.name, "this is not a file; put a text file in its place")
    if len(content) > _LARGEST:
        return _too_large(path.name)
    return _decoded(path.name, content)


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LARGEST + 1)


def _too_large(name: str) -> Mistake:
    return Mistake(name, "the file is larger than 1 MB and is not read; shorten it, with patterns")


def _decoded(name: str, content: bytes) -> str | Mistake:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        return Mistake(
            f"{name}, line {line}, byte {column}",
            f"0x{content[error.start]:02x} is not UTF-8; save the file as UTF-8; until then, "
            "nothing in it counts",
        )
