"""Read ``meteor.toml``: rules for pairs and settings.

Reading never fails: mistakes are collected, and everything else applies.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

from meteor_core.text import toml_text

from .problems import Mistake
from .rules import FILE_NAME, RULES, FolderRule, Ignore, PairRule, RuleReader
from .settings import Changes, Place, Settings, changed, read_changes
from .tuned_files import located
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFile:
    """The content of a ``meteor.toml``.

    Attributes:
        path: of the file.
        given: settings of the whole project.
        pairs: rules of pairing; the first match applies.
        folders: rules of settings; later ones override earlier ones.
        ignores: diagnostics to ignore.
        mistakes: not compared, as they depend on how things are written.
        readable: whether it is valid TOML; otherwise all else is empty.
        text: of the file; empty if unreadable.
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
        """The mistakes as messages."""
        return tuple(map(str, self.mistakes))

    def settings(self, base: Settings) -> Settings:
        """Return the settings of the project, with defaults from `base`."""
        return changed(base, self.given)

    def names(self, key: str) -> bool:
        """Whether a setting occurs anywhere in the file."""
        in_rules = {name for rule in self.folders for name in rule.given}
        in_rules |= {name for rule in self.pairs for name in rule.given}
        return key in self.given or key in in_rules

    def settings_for(self, relative: str, base: Settings, rule: PairRule | None = None) -> Settings:
        """Return the settings of one file: the project's, its folders', then its pair's.

        Args:
            relative: name of the file, relative to the folder of ``meteor.toml``.
            base: defaults.
            rule: the pair's rule.
        """
        settings = self.settings(base)
        for folder in self.folders:
            if folder.path.covers(relative):
                settings = changed(settings, folder.given)
        return settings if rule is None else changed(settings, rule.given)


def read_project_file(path: Path, *, outside: bool = False) -> ProjectFile:
    """Read a ``meteor.toml``; an unreadable one is empty with a mistake.

    Args:
        path: of the file.
        outside: whether patterns may lead out of its folder.
    """
    try:
        text = toml_text.read_text(path, path.name)
    except toml_text.TomlError as error:
        return ProjectFile(path=path, mistakes=(_mistake(error),), readable=False)
    return parse_project_file(path, text, outside=outside)


def parse_project_file(path: Path, text: str, *, outside: bool = False) -> ProjectFile:
    """Parse the text of a ``meteor.toml``.

    Args:
        path: of the file, which is not read.
        text: of the file.
        outside: whether patterns may lead out of its folder.
    """
    try:
        toml_text.require_size(path.name, len(text))
    except toml_text.TomlError as error:
        return ProjectFile(path=path, mistakes=(_mistake(error),), readable=False)
    try:
        document = toml_text.parse(path.name, text)
    except toml_text.TomlError as error:
        return ProjectFile(path=path, mistakes=(_mistake(error),), readable=False, text=text)
    given, mistakes = read_changes(document, path.name, Place.PROJECT, beside=RULES)
    rules = RuleReader(name=path.name, document=document, outside=outside, mistakes=mistakes)
    folder = path.parent
    return ProjectFile(
        path=path,
        given=located(given, folder),
        pairs=tuple(replace(rule, given=located(rule.given, folder)) for rule in rules.pairs()),
        folders=tuple(replace(rule, given=located(rule.given, folder)) for rule in rules.folders()),
        ignores=tuple(rules.ignores()),
        mistakes=tuple(mistakes),
        text=text,
    )


def _mistake(error: toml_text.TomlError) -> Mistake:
    return Mistake(error.origin, error.what, offset=error.offset)
