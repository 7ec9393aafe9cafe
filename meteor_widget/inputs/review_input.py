"""What a review is given: lists, files line by line, or columns of one table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any, Final

from meteor_core.errors import InputError, InputTypeError, unknown_name
from meteor_core.files.units import Facts
from meteor_core.review.remarks import remarks_path
from meteor_core.review.texts import ReviewTexts

from .checks import require_size, require_some
from .kinds import column_names, columns_by_name, is_missing, values_of
from .segments import segments_of
from .texts import named_column

_MAX_VALUES: Final = 60
"""Values of a column up to which segments can be filtered by it without being asked for."""

_MAX_VALUE_CHARS: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewInput:
    """What a review is given.

    Attributes:
        texts: of each segment, numbered from 1 in order.
        columns: further columns of the data, by name, as text.
        remarks: the file that keeps states and comments; None where only the view does.
        format_name: of a bilingual file, whose units may have states.
        source_language: its code, as far as a file says.
        unit_ids: what a file calls its segments; None where there is no file.
    """

    texts: list[ReviewTexts]
    columns: dict[str, list[str]] = field(default_factory=dict)
    remarks: Path | None = None
    format_name: str | None = None
    source_language: str | None = None
    unit_ids: tuple[str, ...] | None = None


def review_input(
    given: object, others: Mapping[str, object], columns: Sequence[str] | None
) -> ReviewInput:
    """Return what a review is given by the arguments of its view.

    Args:
        given: the translations, or a table; None if ``mt`` holds them.
        others: ``mt``, the name of a column if a table is given, else None; ``post_edits``, texts,
            or the name of a column; ``sources``, the same or None; ``seconds``, numbers, or the
            name of a column, or None.
        columns: of a table, the names of further columns; None for those with few values.

    Raises:
        InputTypeError: they are neither.
        ParameterError: the table has no such column.
        InputError: they are empty, not of equal length, or a value is missing.
    """
    mt, post_edits, sources = others["mt"], others["post_edits"], others["sources"]
    table = given if given is not None and mt is not None else None
    if table is not None:
        take = partial(named_column, table)
    else:
        take, mt = partial(segments_of), given if mt is None else mt
    translations = take(mt, "mt")
    require_some("mt", translations)
    size = len(translations)
    edited = take(post_edits, "post_edits")
    require_size("post_edits", edited, size, like="mt has")
    originals = None
    if sources is not None:
        originals = take(sources, "sources")
        require_size("sources", originals, size, like="mt has")
    times = _numbers(table, others["seconds"], size)
    rows = zip(translations, edited, originals or repeat(None), times, strict=False)
    used = {name for name in others.values() if isinstance(name, str)}
    return ReviewInput(
        texts=[
            ReviewTexts(
                mt=before,
                post_edit=after,
                source=source,
                facts=Facts(id="", editing_seconds=time),
                number=number,
            )
            for number, (before, after, source, time) in enumerate(rows, 1)
        ],
        columns={} if table is None else _further(table, columns, used),
        remarks=remarks_path(str(post_edits)) if isinstance(post_edits, Path) else None,
    )


def _further(table: object, names: Sequence[str] | None, used: set[str]) -> dict[str, list[str]]:
    known = [str(name) for name in column_names(table) or ()]
    for name in names or ():
        if name not in known:
            raise unknown_name("column", name, known)
    found = {}
    for name in known if names is None else names:
        if name in used or known.count(name) > 1:
            continue
        cells = ["" if is_missing(value) else str(value) for value in _cells(table, name)]
        if names is not None or _is_for_filters(cells):
            found[name] = cells
    return found


def _is_for_filters(cells: Sequence[str]) -> bool:
    values = set(cells)
    return 1 < len(values) <= _MAX_VALUES and all(len(one) <= _MAX_VALUE_CHARS for one in values)


def _cells(table: object, name: str) -> list[Any]:
    return list(values_of(columns_by_name(table)[name], f"column '{name}'"))


def _numbers(table: object, given: object, size: int) -> list[float | None]:
    if given is None:
        return [None] * size
    if table is not None:
        if not isinstance(given, str):
            raise InputTypeError("seconds must be the name of a column of the table")
        names = [str(name) for name in column_names(table) or ()]
        if given not in names:
            raise unknown_name("column", given, names)
        values = _cells(table, given)
    else:
        values = list(values_of(given, "seconds"))
    if len(values) != size:
        raise InputError(f"seconds has {len(values):,} numbers, but mt has {size:,} segments")
    return [_number(value, row) for row, value in enumerate(values)]


def _number(value: Any, row: int) -> float | None:
    if is_missing(value):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = -1.0
    if not 0 <= number < float("inf"):
        raise InputError(
            f"seconds has {value!r} in row {row} (counted from 0), which is no number of seconds"
        )
    return number
