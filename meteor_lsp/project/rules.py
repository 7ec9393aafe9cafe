"""Parse the rules of a ``meteor.toml``: pairs, settings of folders, diagnostics to ignore."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from meteor_core import ParameterError
from meteor_core.text.toml_places import KeyPath

from .patterns import Pattern
from .problems import Mistake
from .settings import Changes, Place, nearest, read_changes, shown, unknown_key
from .severities import DEFAULT_SEVERITIES

FILE_NAME: Final = "meteor.toml"

RULES: Final = ("pairs", "folders", "ignore")
"""Keys of the lists of rules."""

_PAIR_KEYS: Final = ("hypothesis", "references", "source", "postEditing")
_FOLDER_KEYS: Final = ("path",)
_IGNORE_KEYS: Final = ("file", "code", "segments", "reason")

_SEGMENTS: Final = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", re.ASCII)

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRule:
    """The references and source of a hypothesis.

    Attributes:
        hypothesis: pattern of scored files.
        references: patterns to ``fill`` with the named runs of the hypothesis.
        source: pattern of the source, likewise.
        post_editing: whether the reference is a post-edit.
        given: settings of these files.
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
    """Settings of files, or of folders with everything below them."""

    path: Pattern
    given: Changes = field(default_factory=dict, hash=False)
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """Diagnostics to ignore; None matches everything.

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
        """Whether a diagnostic is ignored; `segment` counts from 1."""
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
    """One table of a list, while it is parsed.

    Attributes:
        origin: the table in messages.
        key: of the list.
        number: in the list, from 1.
        table: its content.
        keys: known keys besides settings.
        outside: whether patterns may lead out of the folder.
        mistakes: found so far.
        usable: whether the rule applies in spite of mistakes.
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
        """Path of the table."""
        return (self.key, self.number - 1)

    def value(self, key: str, read: Callable[[object], _Value], default: _Value) -> _Value:
        """Return the value of a key, or the default if it is missing or invalid."""
        if key not in self.table:
            return default
        try:
            return read(self.table[key])
        except ParameterError as error:
            self.reject(str(error), key)
            return default

    def require(self, key: str, example: str) -> None:
        """Report a missing key."""
        if key in self.table:
            return
        self.usable = False
        meant = {nearest(given, self.keys) for given in self.table if given not in self.keys}
        if key not in meant:  # otherwise the misspelled key is reported
            message = f"'{key}' is missing; write, for example, {key} = {example}"
            self.mistakes.append(Mistake(self.origin, message, self.path, of_key=True))

    def reject(self, message: str, key: str) -> None:
        """Report a value that makes the rule unusable."""
        self.usable = False
        self.mistakes.append(Mistake(f"{self.origin}, {key}", message, (*self.path, key)))

    def reject_key(self, key: str) -> None:
        """Report a key that makes the rule unusable."""
        self.usable = False
        message = unknown_key(key, self.keys)
        self.mistakes.append(Mistake(self.origin, message, (*self.path, key), of_key=True))

    def settings(self) -> Changes:
        """Parse the settings in the table."""
        given, mistakes = read_changes(
            self.table, self.origin, Place.RULE, beside=self.keys, path=self.path
        )
        self.mistakes.extend(mistakes)
        return given

    def pattern(self, value: object) -> Pattern:
        """Parse a pattern."""
        return Pattern.parse(_string(value), outside=self.outside)

    def patterns(self, value: object) -> tuple[Pattern, ...]:
        """Parse one or more patterns."""
        return tuple(map(self.pattern, _one_or_more(value)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReader:
    """Parses the lists of rules in a TOML document.

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
        """Yield the usable pair rules."""
        return self._rules("pairs", _PAIR_KEYS, _pair)

    def folders(self) -> Iterator[FolderRule]:
        """Yield the usable folder rules."""
        return self._rules("folders", _FOLDER_KEYS, _folder)

    def ignores(self) -> Iterator[Ignore]:
        """Yield the usable ignore rules."""
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
    rule.require("hypothesis", '"{name}.hyp.en"')
    rule.require("references", '["{name}.ref.en"]')
    hypothesis = rule.value("hypothesis", rule.pattern, None)
    nothing: tuple[Pattern, ...] = ()
    references = rule.value("references", rule.patterns, nothing)
    source = rule.value("source", rule.pattern, None)
    post_editing = rule.value("postEditing", _switch, default=False)
    given = rule.settings()
    if hypothesis is not None:
        for key, patterns in (("references", references), ("source", (source,))):
            _reject_unknown_names(rule, key, hypothesis, filter(None, patterns))
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


def _reject_unknown_names(
    rule: _Rule, key: str, hypothesis: Pattern, patterns: Iterable[Pattern]
) -> None:
    unknown = sorted({name for pattern in patterns for name in pattern.names - hypothesis.names})
    if unknown:
        rule.reject(
            f"{{{unknown[0]}}} is not in 'hypothesis'; name it there, or write * for any "
            "characters",
            key,
        )


def _folder(rule: _Rule) -> FolderRule | None:
    def pattern(value: object) -> Pattern:
        text = _string(value)
        return rule.pattern(text.rstrip("/") or text)

    rule.require("path", '"legacy"')
    path = rule.value("path", pattern, None)
    given = rule.settings()
    return None if path is None else FolderRule(path=path, given=given, number=rule.number)


def _ignore(rule: _Rule) -> Ignore | None:
    """Parse an ignore rule; any mistake makes it unusable, so that it hides nothing by accident."""
    for key in rule.table:
        if key not in rule.keys:
            rule.reject_key(key)
    rule.value("reason", _string, "")
    found = Ignore(
        file=rule.value("file", rule.pattern, None),
        codes=rule.value("code", _codes, None),
        segments=rule.value("segments", _segments, None),
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
