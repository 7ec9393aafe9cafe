"""Data beside the texts of segments: ids, scores of others, metadata, marked errors.

Scores are people's ratings (MQM, DA, ESA) or those of other metrics, one for each output. Metadata
are texts, one for each segment: its document, its domain. Errors are what people marked in an
output, as MQM and ESA have it.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from math import isfinite, isnan, nan
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meteor_core.comparison.columns import Column, column_of
from meteor_core.errors import InputError, InputTypeError, ParameterError, unknown_name
from meteor_core.text.numbers import counted

from .kinds import column_names, columns_by_name, is_missing, values_of

ONLY_SYSTEM: Final = ""
"""The name of the one system of a corpus, whose numbers are not asked for by name."""

ErrorMark: TypeAlias = Mapping[str, Any] | Sequence[Any]
"""An error as a person gives it: ``(start, end, severity, category)``, or these by name."""

_STARTS: Final = ("start", "start_i")
_ENDS: Final = ("end", "end_i")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedError:
    """An error that people marked in a hypothesis.

    Attributes:
        start, end: the marked part, in code points from 0, half-open; equal where nothing is
            marked, as of an omission.
        severity: such as ``major``.
        category: such as ``accuracy/mistranslation``; empty if missing.
    """

    start: int
    end: int
    severity: str
    category: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Data beside the texts.

    Attributes:
        scores: by name; numbers by system, NaN if missing.
        metadata: by name; a text for each segment.
        errors: by system; those of each segment.
        ids: what segments are called; None where they have numbers only.
    """

    scores: Mapping[str, Column] = field(default_factory=dict)
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    errors: Mapping[str, Sequence[Sequence[MarkedError]]] = field(default_factory=dict)
    ids: tuple[str, ...] | None = None

    def values(self, name: str) -> list[str]:
        """Return the values that a column of metadata has, sorted."""
        return sorted(set(self.metadata[name]))

    def codes(self, name: str) -> NDArray[np.int32]:
        """Return the place of each segment's value among ``values``."""
        places = {value: place for place, value in enumerate(self.values(name))}
        return np.array([places[value] for value in self.metadata[name]], np.int32)

    def errors_of(self, system: str, segment: int) -> Sequence[MarkedError]:
        """Return the errors that are marked in a system's hypothesis of a segment."""
        return self.errors[system][segment] if system in self.errors else ()

    def row(self, segment: int) -> dict[str, str | float | None]:
        """Return what there is of a segment, by the names of columns of exported tables.

        A score is called after its system, too, where there are several.
        """
        return {
            **({} if self.ids is None else {"id": self.ids[segment]}),
            **{
                f"{name} {system}".strip(): None if isnan(values[segment]) else values[segment]
                for name, column in self.scores.items()
                for system, values in column.values.items()
            },
            **{name: values[segment] for name, values in self.metadata.items()},
        }


NOTHING: Final = Beside()
"""Beside texts that came alone."""


def beside(
    systems: Mapping[str, Sequence[str]],
    *,
    scores: object = None,
    metadata: object = None,
    errors: object = None,
    ids: object = None,
    table: object = None,
    taken: Iterable[str] = (),
) -> Beside:
    """Return the data beside the hypotheses of systems, checked.

    Args:
        systems: hypotheses by the names of systems; ``ONLY_SYSTEM`` where there is one.
        scores: numbers by name; where there are several systems, by name and system. Of a table,
            names of columns.
        metadata: texts by name; of a table, names of columns.
        errors: of each segment, a list of ``ErrorMark``; where there are several systems, by
            system. Of a table, the name of a column.
        ids: one for each segment; of a table, the name of a column.
        table: where it is a table that the texts are columns of, else None.
        taken: names of columns that the view has itself.

    Raises:
        InputTypeError: a value is not a number, text or error as required.
        InputError: lists are of other lengths than the texts, or errors outside of them.
        ParameterError: a name is unknown, or already taken.
    """
    size = len(next(iter(systems.values())))
    take = _from_table(table) if table is not None else None
    by_name = _named("scores", scores, take, taken)
    texts = _named("metadata", metadata, take, [*taken, *by_name])
    several = ONLY_SYSTEM not in systems
    return Beside(
        scores={
            name: column_of(
                name,
                {
                    **{system: [nan] * size for system in systems},
                    **{
                        system: _numbers(called, values, size)
                        for system, called, values in _of_systems(
                            f"scores[{name!r}]", given, systems, several=several
                        )
                    },
                },
            )
            for name, given in by_name.items()
        },
        metadata={
            name: tuple(_texts(f"metadata[{name!r}]", given, size)) for name, given in texts.items()
        },
        errors={
            system: _errors(called, given, systems[system])
            for system, called, given in (
                ()
                if errors is None
                else _of_systems("errors", _taken(errors, take, "errors"), systems, several=several)
            )
        },
        ids=None if ids is None else _ids(_taken(ids, take, "ids"), size),
    )


def _from_table(table: object) -> Callable[[str, str], object]:
    names = [str(name) for name in column_names(table) or ()]

    def take(called: str, name: object) -> object:
        if not isinstance(name, str):
            raise InputTypeError(f"{called} must be the name of a column of the table")
        if name not in names:
            raise unknown_name("column", name, names)
        if names.count(name) > 1:
            raise InputError(f"the table has {names.count(name)} columns named '{name}'")
        return columns_by_name(table)[name]

    return take


def _taken(given: object, take: Callable[[str, Any], object] | None, called: str) -> object:
    return take(called, given) if take is not None and isinstance(given, str) else given


def _named(
    called: str,
    given: object,
    take: Callable[[str, Any], object] | None,
    taken: Iterable[str],
) -> dict[str, object]:
    """Return columns by name."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        found = {name: _taken(values, take, called) for name, values in given.items()}
    elif take is not None:
        names = [given] if isinstance(given, str) else list(values_of(given, called))
        found = {name: take(called, name) for name in names}
    else:
        raise InputTypeError(
            f'{called} must be a mapping from names to columns, for example {{"mqm": mqm}}, not '
            f"{type(given).__name__}"
        )
    own = set(taken)
    for name in found:
        if not isinstance(name, str) or not name.strip():
            raise InputTypeError(f"the name of a column of {called} must be a string, not {name!r}")
        if name in own:
            raise ParameterError(f"{called} has a column '{name}', but the view has one already")
    return found


def _of_systems(
    called: str, given: object, systems: Mapping[str, Sequence[str]], *, several: bool
) -> list[tuple[str, str, object]]:
    """Return system, what to call its column in messages, and the column."""
    if not several:
        return [(ONLY_SYSTEM, called, given)]
    if not isinstance(given, Mapping):
        raise InputTypeError(
            f"{called} must be a mapping from systems to columns, not {type(given).__name__}"
        )
    for system in given:
        if system not in systems:
            raise unknown_name(f"system in {called}", system, systems)
    return [(system, f"{called}[{system!r}]", values) for system, values in given.items()]


def _numbers(called: str, given: object, size: int) -> list[float]:
    return [_number(called, value, row) for row, value in enumerate(_sized(called, given, size))]


def _number(called: str, value: Any, row: int) -> float:
    if is_missing(value):
        return nan
    if isinstance(value, str | bytes | bool) or not hasattr(value, "__float__"):
        raise InputTypeError(
            f"{called} has {value!r} in row {row} (counted from 0), but must have numbers, or None"
        )
    number = float(value)
    if not isfinite(number):
        raise InputError(
            f"{called} has {value!r} in row {row} (counted from 0), which is no finite number"
        )
    return number


def _texts(called: str, given: object, size: int) -> list[str]:
    return ["" if is_missing(value) else str(value) for value in _sized(called, given, size)]


def _ids(given: object, size: int) -> tuple[str, ...] | None:
    """Return ids; None where no segment has any, as in files of some kinds."""
    ids = _texts("ids", given, size)
    return tuple(ids) if any(ids) else None


def _sized(called: str, given: object, size: int) -> list[object]:
    values = list(values_of(given, called))
    if len(values) != size:
        raise InputError(
            f"{called} has {counted(len(values), 'row', 'rows')}, but there "
            f"{'is' if size == 1 else 'are'} {counted(size, 'segment', 'segments')}"
        )
    return values


def _errors(called: str, given: object, texts: Sequence[str]) -> list[tuple[MarkedError, ...]]:
    rows = _sized(called, given, len(texts))
    return [
        ()
        if is_missing(marks)
        else tuple(
            sorted(
                (_error(f"{called}[{row}]", mark, text) for mark in _marks(called, row, marks)),
                key=lambda error: (error.start, error.end),
            )
        )
        for row, (marks, text) in enumerate(zip(rows, texts, strict=True))
    ]


def _marks(called: str, row: int, given: object) -> Sequence[Any]:
    listed = given.tolist() if hasattr(given, "tolist") else given
    if isinstance(listed, str):  # of a table that is a file
        try:
            listed = json.loads(listed or "[]")
        except ValueError as error:
            raise InputError(f"{called}[{row}] is no JSON list of errors: {error}") from None
    if not isinstance(listed, Sequence) or isinstance(listed, str | bytes):
        raise InputTypeError(f"{called}[{row}] must be a list of errors, not {given!r}"[:200])
    return listed


def _whole(place: Any) -> Any:
    """Return a whole number that is written as text, as rows of JSON have theirs."""
    return int(place) if isinstance(place, str) and place.isascii() and place.isdigit() else place


def _error(called: str, mark: Any, text: str) -> MarkedError:
    """Return an error whose place is in the text."""
    if isinstance(mark, Mapping):
        start, end = (
            next((mark[name] for name in names if name in mark), None) for names in (_STARTS, _ENDS)
        )
        severity, category = mark.get("severity"), mark.get("category")
    elif isinstance(mark, Sequence) and not isinstance(mark, str | bytes) and 2 <= len(mark) <= 4:
        start, end, severity, category = (
            own for own, _ in zip_longest(mark, range(4), fillvalue=None)
        )
    else:
        raise InputTypeError(
            f"{called} has {mark!r}, but an error is (start, end, severity, category), or a "
            "mapping with these names"
        )
    start, end = (_whole(place) for place in (start, end))
    if start == end == "missing":  # so ESA marks an omission
        start = end = 0
    if not isinstance(start, int | np.integer) or not isinstance(end, int | np.integer):
        raise InputTypeError(
            f"{called} has an error from {start!r} to {end!r}, but places are whole numbers: code "
            "points from 0"
        )
    if not 0 <= start <= end <= len(text):
        raise InputError(
            f"{called} has an error from {start} to {end}, but the hypothesis has "
            f"{counted(len(text), 'code point', 'code points')}"
        )
    return MarkedError(
        start=int(start),
        end=int(end),
        severity="" if is_missing(severity) else str(severity),
        category="" if is_missing(category) else str(category),
    )
