"""Filtering and sorting of a table's rows.

The front end does the same on screen (``frontend/src/table/table_model.ts``); both are tested with
the same cases.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.errors import ParameterError, unknown_name

Bounds = Sequence[float | None]
"""The least and the greatest number, both included; None where there is no bound."""


class Filters(traitlets.Dict):
    """A trait with bounds by column, as in JSON; bounds that exclude nothing are dropped."""

    def __init__(self, columns: Sequence[str]) -> None:
        """Create a trait without filters.

        Args:
            columns: names of the columns that can be filtered, besides a view's further ones.
        """
        super().__init__()
        self._columns: Final = columns

    def validate(self, obj: Any, value: Any) -> dict[str, Bounds]:
        """Accept filters whose bounds are two numbers in order.

        Raises:
            ParameterError: there is no such column, or bounds are not two numbers in order.
        """
        filters = super().validate(obj, value) or {}
        further = obj.further_columns
        checked = {name: self._checked(name, bounds, further) for name, bounds in filters.items()}
        return {name: bounds for name, bounds in checked.items() if bounds != [None, None]}

    def _checked(self, name: str, bounds: Bounds, further: Sequence[str]) -> list[float | None]:
        columns = (*self._columns, *further)
        if name not in columns:
            raise unknown_name("column", name, columns)
        low, high = _pair(name, bounds)
        if low is not None and high is not None and low > high:
            raise ParameterError(f"the filter of {name} is empty: {low} is greater than {high}")
        return [low, high]


def shown_rows(
    column: Callable[[str], NDArray[np.number]],
    *,
    filters: Mapping[str, Bounds],
    sort_by: str,
    descending: bool,
    others: Callable[[int], NDArray[np.bool_]] | None = None,
) -> NDArray[np.intp]:
    """Return the rows that pass every filter, sorted; ties keep their order.

    Args:
        column: a number for each row, by the name of a column.
        filters: bounds by column.
        sort_by: a column.
        descending: whether the greatest comes first.
        others: which of so many rows pass other filters; None for all.

    Returns:
        Indices from 0.
    """
    columns = {name: column(name) for name in (sort_by, *filters)}
    size = min(map(len, columns.values()))  # columns may differ in length while rows arrive
    keep = np.ones(size, np.bool_) if others is None else others(size)
    for name, bounds in filters.items():
        keep &= _within(columns[name][:size], bounds)
    keys = columns[sort_by][:size]
    order = np.argsort(-keys if descending else keys, kind="stable")
    return order[keep[order]]


def _pair(name: str, bounds: Bounds) -> tuple[float | None, float | None]:
    try:
        low, high = (None if bound is None else float(bound) for bound in bounds)
    except (TypeError, ValueError):
        raise ParameterError(
            f"the filter of {name} is {bounds!r}, but must be two numbers: [least, greatest], "
            "None where there is none"
        ) from None
    if low != low or high != high:  # noqa: PLR0124  # NaN
        raise ParameterError(f"the filter of {name} is not a number")
    # JSON has no infinity.
    return (None if low == -np.inf else low), (None if high == np.inf else high)


def _within(values: NDArray[np.number], bounds: Bounds) -> NDArray[np.bool_]:
    """Return which numbers lie within bounds."""
    low, high = bounds
    keep = np.ones(len(values), np.bool_)
    if low is not None:
        keep &= values >= low
    if high is not None:
        keep &= values <= high
    return keep
