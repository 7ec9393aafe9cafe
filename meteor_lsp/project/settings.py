"""The settings of client, workspace and ``meteor.toml``, with one schema.

Invalid values are reported with location, key and remedy; the previous value stays in effect.
"""

import difflib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from meteor_core import (
    DEFAULT_VARIANT,
    Meteor,
    MeteorError,
    MeteorOptions,
    ParameterError,
    Parameters,
    ResourceError,
    TunedVariant,
    configure,
)
from meteor_core.errors import unknown_name
from meteor_core.meteor15.home import ENVIRONMENT_VARIABLE as METEOR_HOME
from meteor_core.options import OPTIONS, SETTABLE, Kind, MeteorArguments, Option
from meteor_core.review.segments import DEFAULT_BOUNDS
from meteor_core.search import DEFAULT_BEAM_WIDTH
from meteor_core.text.toml_places import KeyPath
from meteor_core.tuned import is_tuned_file, published
from meteor_core.words.languages import language_code

from .problems import Mistake
from .severities import DEFAULT_SEVERITIES, Severities, Severity

_MAX_SHOWN_CHARS: Final = 60
_MAX_PATH_CHARS: Final = 4096

MAX_BEAM_WIDTH: Final = 1_000
"""Alignments. A beam takes time for each of them, and an editor must not wait for one line."""


WORST: Final = ("score", "shortfall")
"""Measures by which a segment can be the worst: lowest score or greatest shortfall."""


class Emphasis(Enum):
    """How texts are marked.

    ``AUTO`` chooses differences between machine translation and post-edit, else chunks.
    """

    AUTO = "auto"
    CHUNKS = "chunks"
    DIFFERENCES = "differences"
    BOTH = "both"
    OFF = "off"

    @property
    def has_chunks(self) -> bool:
        """Whether matching words are marked."""
        return self in (Emphasis.CHUNKS, Emphasis.BOTH)

    @property
    def has_differences(self) -> bool:
        """Whether differing words are marked."""
        return self in (Emphasis.DIFFERENCES, Emphasis.BOTH)


class Since(Enum):
    """The starting point of score changes."""

    OFF = "off"
    OPEN = "open"
    SAVE = "save"


class HintPlace(Enum):
    """Where the score of a unit is shown."""

    TEXT = "text"
    UNIT = "unit"


class Place(IntEnum):
    """Where settings are made; what one place allows, all following ones allow."""

    RULE = 0
    PROJECT = 1
    EDITOR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings; ``None`` means the variant's default.

    Attributes:
        variant: a name, the path of a tuned variant's file, or its content once read.
        language: code of the language; by default that of the file name, or detected.
        tokenizer: name of a tokenizer.
        stages: names of stages.
        weights: weight of a match of each stage.
        align: name of a search.
        beam_width: alignments that the search "beam" keeps.
        task: of METEOR 1.5.
        corrections: names of corrections to METEOR 1.5.
        meteor_home: absolute path of METEOR 1.5's folder or jar.
        alpha: weight of recall against precision.
        beta: exponent of the penalty.
        gamma: the largest penalty.
        delta: weight of content words against function words.
        low_score: score below which a segment is reported; 0 disables this.
        worst: what determines the worst segment: score or shortfall.
        emphasis: how texts are marked.
        length_ratio: ratio of the sides' lengths above which a segment is reported.
        severity: of each kind of diagnostic.
        hint_score: whether hints show the score.
        hint_chunks: whether hints show the number of chunks.
        hint_change: since when hints show score changes.
        hint_place: where the score is shown in bilingual files.
        side_hypothesis: the scored field, in files with several texts per segment; empty for the
            default by names and formats.
        side_references: the fields to score against, likewise.
        before_revision: git revision whose final translations are the machine translation of
            bilingual files; empty to disable.
        glossary: path of a file with required terms; empty to disable.
        heavy_from: share of edited words from which a segment counts as heavily edited.
        rewritten_from: share of edited words from which a segment counts as rewritten.
        reviewer: name for states and comments; by default the user name.
        workspace_diagnostics: whether diagnostics include closed files.
        largest_document: size in megabytes above which a file is not scored.
        allow_outside: whether ``meteor.toml`` may name files outside the workspace.
        allow_git: whether git may be started for ``before_revision``.
    """

    variant: str | TunedVariant = DEFAULT_VARIANT
    language: str | None = None
    tokenizer: str | None = None
    stages: tuple[str, ...] | None = None
    weights: tuple[float, ...] | None = None
    align: str | None = None
    beam_width: int = DEFAULT_BEAM_WIDTH
    task: str | None = None
    corrections: tuple[str, ...] = ()
    meteor_home: str | None = None
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None
    low_score: float = 0.3
    worst: str = WORST[0]
    emphasis: Emphasis = Emphasis.AUTO
    length_ratio: float = 2.5
    severity: Severities = field(default_factory=Severities)
    hint_score: bool = True
    hint_chunks: bool = False
    hint_change: Since = Since.OFF
    hint_place: HintPlace = HintPlace.TEXT
    side_hypothesis: str = ""
    side_references: tuple[str, ...] = ()
    before_revision: str = ""
    glossary: str = ""
    heavy_from: float = DEFAULT_BOUNDS.heavy_from
    rewritten_from: float = DEFAULT_BOUNDS.rewritten_from
    reviewer: str = ""
    workspace_diagnostics: bool = False
    largest_document: float = 50.0
    allow_outside: bool = False
    allow_git: bool = False

    @property
    def variant_name(self) -> str:
        """The variant as users call it: a file by its name."""
        return Path(self.variant).name if isinstance(self.variant, str) else self.variant.name


Changes: TypeAlias = Mapping[str, object]
"""Valid values by dotted key (``hints.chunks``)."""


def read_settings(
    given: object, base: Settings, origin: str, *, from_project: bool = False
) -> tuple[Settings, list[str]]:
    """Apply given settings, and return problems with invalid ones.

    Args:
        given: a JSON or TOML value; None and null values change nothing.
        base: defaults.
        origin: the place in messages, for example "initialization options".
        from_project: whether it is a ``meteor.toml``, which may not set everything.
    """
    place = Place.PROJECT if from_project else Place.EDITOR
    changes, mistakes = read_changes(given, origin, place)
    return changed(base, changes), list(map(str, mistakes))


def changed(base: Settings, changes: Changes) -> Settings:
    """Apply changes to settings; severities are merged by code."""
    severities: dict[str, Severity] = {}
    values: dict[str, Any] = {}
    for key, value in changes.items():
        if isinstance(value, Severity):
            severities[key.partition(".")[2]] = value
        else:
            values[SETTING_KEYS[key]] = value
    return replace(base, severity=base.severity.overridden(severities), **values)


def read_changes(
    given: object,
    origin: str,
    place: Place,
    *,
    beside: Iterable[str] = (),
    path: KeyPath = (),
) -> tuple[Changes, list[Mistake]]:
    """Return the valid values in a table of settings, and mistakes in the others.

    Args:
        given: a JSON or TOML value.
        origin: the place in messages.
        place: the kind of place.
        beside: further keys that are parsed elsewhere.
        path: of the table.
    """
    if given is None:
        return {}, []
    if not isinstance(given, Mapping):
        message = f"settings must be a table of keys, not {shown(given)}"
        return {}, [Mistake(origin, message, path)]
    reading = _Reading(origin, place, path)
    reading.table(given, "", frozenset(beside))
    return MappingProxyType(reading.changes), reading.mistakes


def scorer(settings: Settings, language: str) -> Meteor:
    """Create the scorer that settings describe.

    Args:
        settings: all but their language.
        language: code of the language.

    Raises:
        ParameterError: settings conflict with each other or the language.
        ResourceError: files that the variant needs are missing.
    """
    return Meteor(**_choices(settings, language))


def problem_with_scorer(settings: Settings, language: str) -> str | None:
    """Return why settings conflict, or None if they do not.

    Raises:
        ResourceError: files that the variant needs are missing.
    """
    try:
        configure(**_choices(settings, language))
    except ResourceError:
        raise
    except MeteorError as error:
        return str(error)
    return None


def shown(value: object) -> str:
    """Format a value for messages, in one printable, shortened line."""
    try:
        text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    except (ValueError, RecursionError):  # an int of thousands of digits; too deeply nested
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= _MAX_SHOWN_CHARS else f"{text[:_MAX_SHOWN_CHARS]}..."


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant, or None."""
    if not isinstance(name, str) or len(name) > _MAX_SHOWN_CHARS:
        return None
    near = difflib.get_close_matches(name, sorted(known), n=1)
    return near[0] if near else None


def unknown_key(name: object, known: Iterable[str]) -> str:
    """Describe an unknown key."""
    known = sorted(known)
    near = nearest(name, known)
    advice = f"did you mean '{near}'?" if near else "choose one of: " + ", ".join(known)
    return f"unknown key {shown(name)}; {advice}"


def _choices(settings: Settings, language: str) -> MeteorArguments:
    program = published(settings.variant).program  # raises for a file that was not read
    options = MeteorOptions(**{option.name: getattr(settings, option.name) for option in SETTABLE})
    if not program:  # the setting is about a machine, not a project
        options = replace(options, meteor_home=None)
    return replace(options, language=language).arguments()


_Reader: TypeAlias = Callable[[object], object]
"""Validates and converts a value; raises ParameterError."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """How one setting is parsed.

    Attributes:
        field: of ``Settings``.
        read: validates and converts a value.
        narrowest: the first place that allows it.
        why: reason for that, as a message.
    """

    field: str
    read: _Reader
    narrowest: Place = Place.RULE
    why: str = ""


@dataclass(slots=True)
class _Reading:
    """The result of parsing a table so far."""

    origin: str
    place: Place
    path: KeyPath
    changes: dict[str, object] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def table(self, given: Mapping[object, object], prefix: str, beside: frozenset[str]) -> None:
        """Parse a table, or a nested table whose keys begin with a prefix."""
        known = {name for name in _names_below(prefix) if self._may(prefix + name)} | beside
        for name, value in given.items():
            if isinstance(name, str) and name in beside:
                continue
            if not isinstance(name, str) or name not in _names_below(prefix):
                where = f"{self.origin}, {prefix[:-1]}" if prefix else self.origin
                path = (*self._path(prefix[:-1]), str(name))
                message = unknown_key(name, known)
                self.mistakes.append(Mistake(where, message, path, of_key=True))
            elif not self._may(prefix + name):
                self._add_mistake(prefix + name, _why_not_here(prefix + name), of_key=True)
            elif value is not None:
                self._entry(prefix + name, value)

    def _entry(self, key: str, value: object) -> None:
        setting = _SETTINGS.get(key)
        if setting is not None:
            self._value(key, setting, value)
        elif isinstance(value, Mapping):
            self.table(value, f"{key}.", frozenset())
        else:
            self._add_mistake(key, f"must be a table, got {shown(value)}; write [{key}]")

    def _value(self, key: str, setting: _Setting, value: object) -> None:
        try:
            self.changes[key] = setting.read(value)
        except ParameterError as error:
            self._add_mistake(key, str(error))

    def _may(self, key: str) -> bool:
        return any(setting.narrowest <= self.place for setting in _settings_at(key))

    def _add_mistake(self, key: str, message: str, *, of_key: bool = False) -> None:
        origin = f"{self.origin}, {key}"
        self.mistakes.append(Mistake(origin, message, self._path(key), of_key=of_key))

    def _path(self, key: str) -> KeyPath:
        return (*self.path, *filter(None, key.split(".")))


def _settings_at(key: str) -> Iterator[_Setting]:
    for known, setting in _SETTINGS.items():
        if known == key or known.startswith(f"{key}."):
            yield setting


def _names_below(prefix: str) -> set[str]:
    return {
        key.removeprefix(prefix).partition(".")[0] for key in _SETTINGS if key.startswith(prefix)
    }


def _why_not_here(key: str) -> str:
    settings = list(_settings_at(key))
    if all(setting.narrowest is Place.EDITOR for setting in settings):
        return f"can be set only in the editor's settings, {settings[0].why}"
    return "is not about single files; set it at the top of the file or in the editor's settings"


def _name(value: object) -> str:
    """Validate a printable, short string."""
    if isinstance(value, str) and value.isprintable() and len(value) <= _MAX_SHOWN_CHARS:
        return value
    raise ParameterError(f"must be a name, got {shown(value)}")


def _variant(value: object) -> str:
    """Validate a name, or the path of a file, which is read on demand."""
    if not is_tuned_file(value):
        return _one_of("variant", OPTIONS["variant"].names)(value)
    if not isinstance(value, str) or not value.isprintable() or len(value) > _MAX_PATH_CHARS:
        raise ParameterError(f"must be a variant or the path of a file, got {shown(value)}")
    return value


def _language(value: object) -> str:
    name = _name(value)
    language_code(name)
    return name


def _beam_width(value: object) -> int:
    number = _finite(value)
    if not (number.is_integer() and 1 <= number <= MAX_BEAM_WIDTH):
        raise ParameterError(f"{shown(value)} is not a whole number from 1 to {MAX_BEAM_WIDTH:,}")
    return int(number)


def _meteor_home(value: object) -> str:
    """Validate a path that is independent of the server's working directory."""
    if not isinstance(value, str) or not value.isprintable() or len(value) > _MAX_PATH_CHARS:
        raise ParameterError(f"must be a path, got {shown(value)}")
    try:
        path = Path(value).expanduser()
    except RuntimeError:  # unknown user
        path = Path(value)
    if not path.is_absolute():
        raise ParameterError(f"must be an absolute path or begin with ~, got {shown(value)}")
    return str(path)


def _reader(option: Option) -> _Reader:
    """Return the reader of a scorer's option."""
    read_name = _one_of(option.one or option.name, option.names)
    if option.name in _READERS:
        return _READERS[option.name]
    if option.kind is Kind.NAME:
        return read_name
    if option.kind is Kind.NAMES:
        return _names(read_name, option)
    return _parameter(option.name)


def _names(read_name: Callable[[object], str], option: Option) -> _Reader:
    example = f'["{option.names[0]}"]'

    def read(value: object) -> tuple[str, ...]:
        if isinstance(value, (list, tuple)) and not value and option.default == ():
            return ()  # a folder may reset the project's value
        names = tuple(map(read_name, _items(value, example)))
        if len(set(names)) != len(names):
            raise ParameterError(f"{shown(value)} names one twice; name each once")
        return names

    return read


def _weights(value: object) -> tuple[float, ...]:
    numbers = tuple(map(_finite, _items(value, "[1, 0.6]")))
    return Parameters(alpha=0, beta=0, gamma=0, weights=numbers).weights


def _items(value: object, example: str) -> list[object]:
    if isinstance(value, (list, tuple)) and value:
        return list(value)
    raise ParameterError(f"must be a list of at least one, such as {example}, got {shown(value)}")


def _parameter(name: str) -> _Reader:
    def read(value: object) -> float:
        neutral = Parameters(alpha=0, beta=0, gamma=0, weights=())
        number = _finite(value)
        replace(neutral, **{name: number})  # type: ignore[arg-type]  # checks the range
        return number

    return read


def _finite(value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise ParameterError(f"must be a finite number, got {shown(value)}")


def _share(value: object) -> float:
    number = _finite(value)
    if not 0 <= number <= 1:
        raise ParameterError(f"must be between 0 and 1, got {shown(value)}")
    return number


def _bound(value: object) -> float:
    number = _share(value)
    if not number:
        raise ParameterError("must be above 0, as every segment has that much")
    return number


def _ratio(value: object) -> float:
    number = _finite(value)
    if number < 1:
        raise ParameterError(f"{shown(value)} is less than 1; give a number of 1 or more")
    return number


def _size(value: object) -> float:
    number = _finite(value)
    if number <= 0:
        raise ParameterError(f"must be a size in megabytes above 0, got {shown(value)}")
    return number


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ParameterError(f"must be true or false, got {shown(value)}")


def _one_of(kind: str, known: Iterable[str]) -> Callable[[object], str]:
    names = tuple(known)

    def read(value: object) -> str:
        name = _name(value)
        if name not in names:
            raise unknown_name(kind, name, names)
        return name

    return read


def _severity(value: object) -> Severity:
    return Severity(_one_of("severity", (known.value for known in Severity))(value))


def _emphasis(value: object) -> Emphasis:
    return Emphasis(_one_of("emphasis", (known.value for known in Emphasis))(value))


def _hint_place(value: object) -> HintPlace:
    return HintPlace(_one_of("place", (known.value for known in HintPlace))(value))


def _path(value: object) -> str:
    if isinstance(value, str) and value.isprintable() and len(value) <= _MAX_PATH_CHARS:
        return value
    raise ParameterError(f"must be the path of a file, got {shown(value)}")


def _fields(value: object) -> tuple[str, ...]:
    return tuple(map(_name, [value] if isinstance(value, str) else _items(value, '["target"]')))


def _since(value: object) -> Since:
    return Since(_one_of("moment", (known.value for known in Since))(value))


_READERS: Final[Mapping[str, _Reader]] = {
    "variant": _variant,
    "language": _language,
    "weights": _weights,
    "beam_width": _beam_width,
    "meteor_home": _meteor_home,
}
"""Readers of options with special validation."""

_NOT_IN_RULES: Final = {
    "meteor_home": (
        Place.EDITOR,
        (
            f"or by {METEOR_HOME} in the environment, so that a project cannot have a file read "
            "and its program run"
        ),
    )
}
"""Options that are not allowed everywhere: the narrowest place, and why."""

_SETTINGS: Final[Mapping[str, _Setting]] = {
    **{
        option.setting: _Setting(option.name, _reader(option), *_NOT_IN_RULES.get(option.name, ()))
        for option in SETTABLE
    },
    "lowScore": _Setting("low_score", _share),
    "lengthRatio": _Setting("length_ratio", _ratio),
    "worst": _Setting("worst", _one_of("measure", WORST)),
    "emphasis": _Setting("emphasis", _emphasis),
    **{f"severity.{code}": _Setting("severity", _severity) for code in DEFAULT_SEVERITIES},
    "hints.score": _Setting("hint_score", _switch, Place.PROJECT),
    "hints.chunks": _Setting("hint_chunks", _switch, Place.PROJECT),
    "hints.change": _Setting("hint_change", _since, Place.PROJECT),
    "hints.place": _Setting("hint_place", _hint_place, Place.PROJECT),
    "sides.hypothesis": _Setting("side_hypothesis", _name),
    "sides.references": _Setting("side_references", _fields),
    "before.revision": _Setting("before_revision", _name),
    "glossary": _Setting("glossary", _path),
    "review.heavyFrom": _Setting("heavy_from", _bound),
    "review.rewrittenFrom": _Setting("rewritten_from", _bound),
    "workspaceDiagnostics": _Setting("workspace_diagnostics", _switch, Place.PROJECT),
    "largestDocument": _Setting("largest_document", _size, Place.PROJECT),
    "reviewer": _Setting(
        "reviewer", _name, Place.EDITOR, "so that a project cannot say who you are"
    ),
    "allowOutside": _Setting(
        "allow_outside", _switch, Place.EDITOR, "so that a project cannot let itself out"
    ),
    "allowGit": _Setting(
        "allow_git", _switch, Place.EDITOR, "so that a project cannot have a program started"
    ),
}

SETTING_KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {key: setting.field for key, setting in _SETTINGS.items()}
)
"""Fields of ``Settings`` by dotted key."""
