"""Tuned variants: files that say what to change in a published definition of METEOR.

``meteorscope tune`` writes such a file, which can be used wherever a variant is named.
``read_tuned`` reads one and ``tuned_text`` writes one; between them it is a value,
``TunedVariant``, which scorers keep, so that a process or a machine without the file can score by
it too.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from pathlib import Path
from typing import Any, Final, SupportsIndex, TypeAlias, TypeGuard, get_args

from .errors import InputError, InputTypeError, ParameterError, unknown_name
from .ingredients import require_stage_names
from .meteor15.corrections import CORRECTIONS
from .meteor15.tasks import TASKS
from .score.parameters import Parameters
from .search import SEARCH_NAMES, SearchName
from .text.tokenizers import TokenizerName
from .variants import VARIANTS, Variant, VariantName, get_variant
from .words.languages import language_code

ENDING: Final = ".toml"
"""Extension that distinguishes the file of a variant from a name."""

_FORMAT: Final = 1

_DIGITS: Final = 8
"""Hexadecimal digits; two files among a thousand agree in them once in ten thousand times."""

_DEEPEST: Final = 20
"""Tables and lists within each other in ``tuning``."""

_INTEGER_LIMIT: Final = 1 << 63
"""Whole numbers of TOML are below this, and not below its negative."""

_MAX_SHOWN_CHARS: Final = 300

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")

_HEAD: Final = """\
# Made by meteorscope tune. Use it as a variant: meteorscope score -v tuned.toml
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedVariant:
    """A published definition with other values; None keeps that definition's value.

    Two with equal content are equal, whatever their names.

    Attributes:
        base: name of the published definition.
        language: code of the language that it was tuned for. It decides nothing: the language of
            a text is for the user to say.
        tokenizer, stages, align, task, corrections: see ``OPTIONS``.
        alpha, beta, gamma, delta: see ``Parameters``.
        weights: what a match of each of the stages counts.
        tuning: how it was found: tables and lists of plain values. They are kept, and are part of
            the digest, but no score depends on them.
        name: of the file, for people.

    Raises:
        ParameterError: a name is unknown, a number out of range, or the weights are not one for
            each stage.
        InputTypeError: a value is a string instead of a list, or ``tuning`` has a value that is
            not plain.
    """

    base: VariantName
    language: str | None = None
    tokenizer: TokenizerName | None = None
    stages: tuple[str, ...] | None = None
    align: SearchName | None = None
    task: str | None = None
    corrections: tuple[str, ...] = ()
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None
    weights: tuple[float, ...] | None = None
    tuning: Mapping[str, Any] = field(default_factory=dict, hash=False)
    name: str = field(default="tuned.toml", compare=False)

    def __post_init__(self) -> None:
        """Check each value, and keep it in one form."""
        for checks in _TABLES.values():
            for key, check in checks.items():
                value = getattr(self, key)
                if value is not None or key == "base":
                    object.__setattr__(self, key, check(value))
        object.__setattr__(self, "tuning", _plain_table(self.tuning))
        if self.weights is not None and len(self.weights) != len(self.weighed_stages):
            names = ", ".join(self.weighed_stages)
            raise ParameterError(
                f"{len(self.weights)} weights for {len(self.weighed_stages)} stages ({names}); "
                "give one for each"
            )

    def __str__(self) -> str:
        """Return the name of the file, which serves like the name of a published definition."""
        return self.name

    @property
    def weighed_stages(self) -> tuple[str, ...]:
        """Its own stages, or those of the published definition."""
        return get_variant(self.base).stages if self.stages is None else self.stages

    @property
    def weight_of(self) -> Mapping[str, float]:
        """Return the weight of a match of each stage, by the stage's name; empty if not set."""
        return dict(zip(self.weighed_stages, self.weights or (), strict=False))

    @property
    def digest(self) -> str:
        """Return the beginning of the SHA-256 of its content, without comments and layout."""
        import hashlib  # only a tuned variant pays for it
        import json

        said = {table: values for table, values in _tables(self) if values}
        text = json.dumps(said, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:_DIGITS]


VariantChoice: TypeAlias = VariantName | str | os.PathLike[str] | TunedVariant
"""Identifies a variant: a published one, a file that ends in ``.toml``, or its content."""


def is_tuned_file(variant: object) -> "TypeGuard[str | os.PathLike[str]]":
    """Return whether a variant is given by a file."""
    return isinstance(variant, os.PathLike) or (
        isinstance(variant, str) and variant.endswith(ENDING)
    )


def published(variant: VariantChoice) -> Variant:
    """Return a published definition by its name, or that which a tuned variant changes.

    Raises:
        ParameterError: the name is unknown.
    """
    return get_variant(variant.base if isinstance(variant, TunedVariant) else variant)


def read_tuned(path: str | os.PathLike[str], name: str | None = None) -> TunedVariant:
    """Read the file of a tuned variant.

    Args:
        path: of the file.
        name: of the file in messages; the path by default.

    Raises:
        InputError: it cannot be read, or is no TOML; the message names the file, and the line
            where it is one of them.
        ParameterError: a key or a value in it is wrong; the message names file and line.
    """
    from .text.toml_text import read_text  # only a tuned variant pays for it

    place = Path(path)
    shown = _printable(str(path) if name is None else name)
    if not os.path.lexists(place):
        raise InputError(
            f"{shown} does not exist; name a file that meteorscope tune has written, or one of "
            f"the variants {', '.join(VARIANTS)}"
        )
    return parse_tuned(read_text(place, shown), shown)


def parse_tuned(text: str, name: str = "tuned.toml") -> TunedVariant:
    """Return what the text of such a file says.

    Args:
        text: of the file.
        name: of the file, with or without its folder.

    Raises:
        InputError: it is no TOML; the message names file, line and column.
        ParameterError: a key or a value in it is wrong; the message names file and line.
    """
    return _Reading(text, name).read()


def tuned_text(tuned: TunedVariant) -> str:
    """Return an equivalent text of a file: floats with all their digits."""
    lines = [_HEAD.rstrip("\n"), f"format = {_FORMAT}"]
    for table, values in _tables(tuned):
        if values:
            lines += _table_lines((table,), values)
    return "\n".join(lines) + "\n"


def _tables(tuned: TunedVariant) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return the tables of a file with their values."""
    for table, checks in _TABLES.items():
        values = {key: getattr(tuned, key) for key in checks}
        said = {key: one for key, one in values.items() if one is not None and one != ()}
        yield (
            table,
            {key: list(one) if isinstance(one, tuple) else one for key, one in said.items()},
        )
    yield "tuning", tuned.tuning


# Permitted content


_Check: TypeAlias = Callable[[Any], object]
"""From a value to the form in which it is kept.

Raises:
    ParameterError: it cannot be that.
    InputTypeError: it is of the wrong kind.
"""


def _one_of(what: str, names: Sequence[str]) -> _Check:
    def check(value: object) -> object:
        if value not in names:
            raise unknown_name(what, value, names)
        return value

    return check


def _list(of: str, value: object) -> tuple[Any, ...]:
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return tuple(value)
    raise InputTypeError(f"it must be a list of {of}, not {value!r}")


def _stages(value: object) -> tuple[str, ...]:
    names = _list("names", value)
    require_stage_names(names)
    return names


def _corrections(value: object) -> tuple[str, ...]:
    check = _one_of("correction", CORRECTIONS)
    return tuple(dict.fromkeys(map(str, map(check, _list("names", value)))))


def _number(name: str) -> _Check:
    def check(value: object) -> object:
        neutral: dict[str, Any] = {"alpha": 0, "beta": 0, "gamma": 0, "weights": ()}
        return getattr(Parameters(**{**neutral, name: value}), name)

    return check


def _weights(value: object) -> tuple[float, ...]:
    return Parameters(alpha=0, beta=0, gamma=0, weights=_list("numbers", value)).weights


_TABLES: Final[Mapping[str, Mapping[str, _Check]]] = {
    "variant": {
        "base": lambda value: get_variant(value).name,
        "language": language_code,
        "tokenizer": _one_of("tokenizer", get_args(TokenizerName)),
        "stages": _stages,
        "align": _one_of("search", SEARCH_NAMES),
        "task": _one_of("task of METEOR 1.5", TASKS),
        "corrections": _corrections,
    },
    "parameters": {
        **{name: _number(name) for name in ("alpha", "beta", "gamma", "delta")},
        "weights": _weights,
    },
}
"""Tables that affect a score, with a check of each key's value."""


def _plain_table(value: object, depth: int = 0) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise InputTypeError(f"tuning must be a table, not {value!r}")
    return {_plain_text(key): _plain(one, depth + 1) for key, one in value.items()}


def _plain(value: object, depth: int) -> Any:
    """A copy of a plain value, numbers of other libraries as Python's own."""
    if depth > _DEEPEST:
        raise ParameterError(
            f"tuning has more than {_DEEPEST} tables and lists within each other; remove some"
        )
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _plain_text(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, SupportsIndex):
        return _whole(index(value))
    if isinstance(value, Mapping):
        return _plain_table(value, depth)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [_plain(one, depth + 1) for one in value]
    raise InputTypeError(
        f"tuning has a value of type {type(value).__name__}; it may have tables and lists of "
        "strings, numbers, true and false"
    )


def _plain_text(value: object) -> str:
    if not isinstance(value, str):
        raise InputTypeError(f"the keys in tuning must be strings, not {value!r}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise ParameterError(
            f"tuning has a text that no file can hold, {ascii(value)[:60]}; remove its lone "
            "surrogates"
        ) from None
    return str(value)


def _whole(number: int) -> int:
    if not -_INTEGER_LIMIT <= number < _INTEGER_LIMIT:
        raise ParameterError("tuning has a whole number of more than 64 bits; write it as a string")
    return number


# Reading


class _Reading:
    """A file that is being read."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name

    def read(self) -> TunedVariant:
        from .text.toml_text import parse

        document = parse(self._name, self._text)
        self._require_known(document, ("format", *_TABLES, "tuning"), ())
        self._require_format(document)
        given: dict[str, Any] = {}
        for table, checks in _TABLES.items():
            values = self._table(document, table)
            self._require_known(values, tuple(checks), (table,))
            for key, value in values.items():
                given[key] = self._checked((table, key), checks[key], value)
        if "base" not in given:
            raise self._wrong(
                ("variant",), "base is missing; name the variant that is changed: base = 'classic'"
            )
        given["tuning"] = self._checked(("tuning",), _plain_table, self._table(document, "tuning"))
        return self._made(given)

    def _made(self, given: dict[str, Any]) -> TunedVariant:
        try:
            return TunedVariant(**given, name=Path(self._name).name)
        except ParameterError as error:  # of the weights: each value by itself is good
            raise self._wrong(("parameters", "weights"), str(error)) from None

    def _require_format(self, document: Mapping[str, Any]) -> None:
        found = document.get("format")
        if found is None:
            raise self._wrong(
                (), "this is no tuned variant: format is missing; write format = 1 at its top"
            )
        if found is True or found != _FORMAT:
            raise self._wrong(
                ("format",),
                f"format is {found!r}, and this version of Meteorscope reads {_FORMAT}; tune "
                "again, or install the version that wrote the file",
            )

    def _table(self, document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        table = document.get(name, {})
        if not isinstance(table, dict):
            raise self._wrong((name,), f"{name} must be a table; write [{name}]")
        return table

    def _require_known(
        self, table: Mapping[str, Any], known: Sequence[str], path: tuple[str, ...]
    ) -> None:
        for key in table:
            if key not in known:
                where = "key of a tuned variant" if not path else f"key of [{path[0]}]"
                raise self._wrong((*path, key), str(unknown_name(where, key, known)))

    def _checked(self, path: tuple[str, ...], check: _Check, value: object) -> object:
        try:
            return check(value)
        except (ParameterError, InputTypeError) as error:
            said = str(error)
            message = said if path[-1] in said else f"{path[-1]}: {said}"
            raise self._wrong(path, message) from None

    def _wrong(self, path: tuple[str, ...], what: str) -> ParameterError:
        """Return the error for the value at a place."""
        from .text.toml_places import places

        found, line = places(self._text), ""
        span = found.keys.get(path) or found.values.get(path)
        if span is not None:
            line = f", line {self._text.count(chr(10), 0, span.start) + 1}"
        return ParameterError(f"{self._name}{line}: {_printable(what)}")


def _printable(text: str) -> str:
    """A text in one line, without what would change a terminal, and not too long to be read."""
    shown = text if text.isprintable() else ascii(text)[1:-1]
    return shown if len(shown) <= _MAX_SHOWN_CHARS else f"{shown[:_MAX_SHOWN_CHARS]}..."


# Writing


def _table_lines(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    """A table with its header: plain values first, then the tables in it."""
    yield ""
    yield f"[{_path(path)}]"
    yield from _body(path, table)


def _body(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, dict) and not _is_tables(value):
            yield f"{_key(key)} = {_written(value)}"
    for key, value in table.items():
        below = (*path, key)
        if isinstance(value, dict):
            yield from _table_lines(below, value)
        elif _is_tables(value):
            for entry in value:
                yield ""
                yield f"[[{_path(below)}]]"
                yield from _body(below, entry)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _path(path: tuple[str, ...]) -> str:
    return ".".join(map(_key, path))


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        pairs = (f"{_key(key)} = {_written(one)}" for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    return repr(value)  # a number; Python's nan and inf are TOML's


def _string(text: str) -> str:
    """A string in one line; JSON's escapes are TOML's, and DEL is one more."""
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
