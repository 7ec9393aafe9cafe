"""The file ``meteor.toml``: which files belong together, and what holds for them.

Reading never fails: what is wrong is told, each thing once, and everything else counts.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

from meteor_core.text import toml_text

from .mistakes import Mistake
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
    try:
        text = toml_text.read_text(path, path.name)
    except toml_text.TomlError as error:
        return ProjectFile(path=path, mistakes=(_mistake(error),), readable=False)
    return parse_project_file(path, text, outside=outside)


def parse_project_file(path: Path, text: str, *, outside: bool = False) -> ProjectFile:
    """What a text says as a ``meteor.toml``.

    Args:
        path: of the file, which is not read.
        text: of the file.
        outside: whether its patterns may lead out of its folder.
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
