"""The rules of a ``meteor.toml``: pairs of files, settings for folders, diagnostics to ignore."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from meteor_core import ParameterError
from meteor_core.text.toml_places import KeyPath

from .mistakes import Mistake
from .patterns import Pattern
from .settings import Changes, Place, nearest, read_changes, shown, unknown_key
from .severities import DEFAULT_SEVERITIES

FILE_NAME: Final = "meteor.toml"

RULES: Final = ("pairs", "folders", "ignore")
"""The lists of rules."""

_PAIR_KEYS: Final = ("hypothesis", "references", "source", "postEditing")
_FOLDER_KEYS: Final = ("path",)
_IGNORE_KEYS: Final = ("file", "code", "segments", "reason")

_SEGMENTS: Final = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", re.ASCII)

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRule:
    """Which files are the references and the source of a hypothesis.

    Attributes:
        hypothesis: pattern of the files that are scored.
        references: of those they are scored against; ``fill`` with the names of the hypothesis.
        source: of the text that was translated.
        post_editing: whether the reference is the hypothesis after post-editing.
        given: settings for these files.
        number: of the rule in its list, from 1.
    """

    hypothesis: Pattern
    references: tuple[Pattern, ...]
    source: Pattern | None = None
    post_editing: bool = False
    given: Changes = field(default_factory=dict, hash=False)
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRule:
    """Settings for files.

    Attributes:
        path: pattern of the files, or of folders with everything below them.
        given: the settings.
        number: of the rule in its list, from 1.
    """

    path: Pattern
    given: Changes = field(default_factory=dict, hash=False)
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """Diagnostics that are not reported; what is None holds for all.

    Attributes:
        file: pattern of hypothesis files.
        codes: of diagnostics.
        segments: ranges of segments, from 1, both ends included.
        number: of the rule in its list, from 1.
    """

    file: Pattern | None = None
    codes: frozenset[str] | None = None
    segments: tuple[tuple[int, int], ...] | None = None
    number: int = field(default=0, compare=False)

    def covers(self, relative: str, code: str, segment: int) -> bool:
        """Whether a diagnostic is among them.

        Args:
            relative: name of the hypothesis file, relative to the folder of ``meteor.toml``.
            code: of the diagnostic.
            segment: number of the segment, from 1.
        """
        return (
            (self.codes is None or code in self.codes)
            and (
                self.segments is None
                or any(first <= segment <= last for first, last in self.segments)
            )
            and (self.file is None or self.file.match(relative) is not None)
        )


@dataclass(slots=True, kw_only=True)
class _Rule:
    """One table of a list, while it is read.

    Attributes:
        origin: how mistakes call it.
        key: of the list.
        number: in the list, from 1.
        table: its content.
        keys: that it knows beside settings.
        outside: whether its patterns may lead out of the folder.
        mistakes: found so far.
        usable: whether it can be followed in spite of them.
    """

    origin: str
    key: str
    number: int
    table: Mapping[str, object]
    keys: tuple[str, ...]
    outside: bool
    mistakes: list[Mistake]
    usable: bool = True

    @property
    def path(self) -> KeyPath:
        """Of the table."""
        return (self.key, self.number - 1)

    def take(self, key: str, read: Callable[[object], _Value], default: _Value) -> _Value:
        """The value of a key, or the default where there is none or none that is good."""
        if key not in self.table:
            return default
        try:
            return read(self.table[key])
        except ParameterError as error:
            self.refuse(str(error), key)
            return default

    def need(self, key: str, example: str) -> None:
        """Note that a key must be there."""
        if key in self.table:
            return
        self.usable = False
        meant = {nearest(other, self.keys) for other in self.table if other not in self.keys}
        if key not in meant:  # otherwise the other key's problem says so
            message = f"'{key}' is missing; write, for example, {key} = {example}"
            self.mistakes.append(Mistake(self.origin, message, self.path, of_key=True))

    def refuse(self, message: str, key: str) -> None:
        """Note a mistake in a value with which the rule cannot be followed."""
        self.usable = False
        self.mistakes.append(Mistake(f"{self.origin}, {key}", message, (*self.path, key)))

    def refuse_key(self, key: str) -> None:
        """Note a key with which the rule cannot be followed."""
        self.usable = False
        message = unknown_key(key, self.keys)
        self.mistakes.append(Mistake(self.origin, message, (*self.path, key), of_key=True))

    def settings(self) -> Changes:
        """The settings in it."""
        given, mistakes = read_changes(
            self.table, self.origin, Place.RULE, beside=self.keys, path=self.path
        )
        self.mistakes.extend(mistakes)
        return given

    def pattern(self, value: object) -> Pattern:
        """A value as a pattern."""
        return Pattern.parse(_string(value), outside=self.outside)

    def patterns(self, value: object) -> tuple[Pattern, ...]:
        """A value as one or more patterns."""
        return tuple(map(self.pattern, _one_or_more(value)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReader:
    """Reads the lists of rules in a document of TOML.

    Attributes:
        name: of the file.
        document: its content.
        outside: whether patterns may lead out of the folder.
        mistakes: found so far.
    """

    name: str
    document: Mapping[str, object]
    outside: bool
    mistakes: list[Mistake] = field(default_factory=list)

    def pairs(self) -> Iterator[PairRule]:
        """The usable rules of pairing."""
        return self._rules("pairs", _PAIR_KEYS, _pair)

    def folders(self) -> Iterator[FolderRule]:
        """The usable rules of settings."""
        return self._rules("folders", _FOLDER_KEYS, _folder)

    def ignores(self) -> Iterator[Ignore]:
        """The usable rules of what is not reported."""
        return self._rules("ignore", _IGNORE_KEYS, _ignore)

    def _rules(
        self, key: str, keys: tuple[str, ...], read: Callable[[_Rule], _Value | None]
    ) -> Iterator[_Value]:
        for number, table in enumerate(self._list(key), start=1):
            origin = f"{self.name}, {key} {number}"
            if not isinstance(table, Mapping):
                message = f"must be a table, got {shown(table)}; write [[{key}]]"
                self.mistakes.append(Mistake(origin, message, (key, number - 1)))
                continue
            rule = _Rule(
                origin=origin,
                key=key,
                number=number,
                table=table,
                keys=keys,
                outside=self.outside,
                mistakes=self.mistakes,
            )
            found = read(rule)
            if found is not None:
                yield found

    def _list(self, key: str) -> list[object]:
        value = self.document.get(key, [])
        if isinstance(value, list):
            return value
        message = f"must be a list of tables; write [[{key}]] above each"
        self.mistakes.append(Mistake(f"{self.name}, {key}", message, (key,)))
        return []


def _pair(rule: _Rule) -> PairRule | None:
    rule.need("hypothesis", '"{name}.hyp.en"')
    rule.need("references", '["{name}.ref.en"]')
    hypothesis = rule.take("hypothesis", rule.pattern, None)
    nothing: tuple[Pattern, ...] = ()
    references = rule.take("references", rule.patterns, nothing)
    source = rule.take("source", rule.pattern, None)
    post_editing = rule.take("postEditing", _switch, default=False)
    given = rule.settings()
    if hypothesis is not None:
        for key, patterns in (("references", references), ("source", (source,))):
            _refuse_unknown_names(rule, key, hypothesis, filter(None, patterns))
    if hypothesis is None or not rule.usable:
        return None
    return PairRule(
        hypothesis=hypothesis,
        references=references,
        source=source,
        post_editing=post_editing,
        given=given,
        number=rule.number,
    )


def _refuse_unknown_names(
    rule: _Rule, key: str, hypothesis: Pattern, patterns: Iterable[Pattern]
) -> None:
    unknown = sorted({name for pattern in patterns for name in pattern.names - hypothesis.names})
    if unknown:
        rule.refuse(
            f"{{{unknown[0]}}} is not in 'hypothesis'; name it there, or write * for any "
            "characters",
            key,
        )


def _folder(rule: _Rule) -> FolderRule | None:
    def pattern(value: object) -> Pattern:
        text = _string(value)
        return rule.pattern(text.rstrip("/") or text)

    rule.need("path", '"legacy"')
    path = rule.take("path", pattern, None)
    given = rule.settings()
    return None if path is None else FolderRule(path=path, given=given, number=rule.number)


def _ignore(rule: _Rule) -> Ignore | None:
    """An ignore with any mistake in it is left out: it would hide more than was meant."""
    for key in rule.table:
        if key not in rule.keys:
            rule.refuse_key(key)
    rule.take("reason", _string, "")
    found = Ignore(
        file=rule.take("file", rule.pattern, None),
        codes=rule.take("code", _codes, None),
        segments=rule.take("segments", _segments, None),
        number=rule.number,
    )
    return found if rule.usable else None


def _codes(value: object) -> frozenset[str]:
    codes = [_string(code) for code in _one_or_more(value)]
    for code in codes:
        if code not in DEFAULT_SEVERITIES:
            near = nearest(code, DEFAULT_SEVERITIES)
            known = ", ".join(sorted(DEFAULT_SEVERITIES))
            advice = f"did you mean '{near}'?" if near else f"choose one of: {known}"
            raise ParameterError(f"unknown code {shown(code)}; {advice}")
    return frozenset(codes)


def _segments(value: object) -> tuple[tuple[int, int], ...]:
    return tuple(map(_range, _one_or_more(value)))


def _range(value: object) -> tuple[int, int]:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    text = shown(value) if is_number else value
    match = _SEGMENTS.fullmatch(text) if isinstance(text, str) else None
    if match:
        first, last = int(match[1]), int(match[2] or match[1])
        if 1 <= first <= last:
            return first, last
    raise ParameterError(f"must be a segment or a range such as '3-9', got {shown(value)}")


def _one_or_more(value: object) -> list[object]:
    values = value if isinstance(value, list) else [value]
    if not values:
        raise ParameterError("the list is empty; name at least one, or remove the key")
    return values


def _string(value: object) -> str:
    if isinstance(value, str):
        return value
    raise ParameterError(f"must be a string in quotes, got {shown(value)}")


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ParameterError(f"must be true or false, got {shown(value)}")
