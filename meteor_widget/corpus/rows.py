"""Which segments a table of a corpus shows, and in what order.

The front end does the same on the screen (``frontend/src/table/table_model.ts``); shared cases
hold the two together.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core.batch.batch import MEASURES
from meteor_core.errors import ParameterError, unknown_name
from meteor_core.score.statistics import COUNTS

from ..scoring.scored_corpus import ScoredCorpus

COLUMNS: Final = (
    "segment",
    *MEASURES,
    "chunks",
    "matches",
    "hypothesis_length",
    "reference_length",
    "reference",
    "optimal",
)
"""What segments are sorted and filtered by: the keys of ``meteor_core``'s table of segments."""

TABLE_COLUMNS: Final = (*COLUMNS[:2], "hypothesis_text", "reference_text", *COLUMNS[2:])
"""What the table on the screen can show of a segment, in the order in which it does."""

SHOWN_COLUMNS: Final = (
    *("segment", "score", "hypothesis_text", "reference_text"),
    *("precision", "recall", "penalty", "chunks"),
)
"""What it shows by default; with several references the best one's number, too."""

Bounds = Sequence[float | None]
"""Least and greatest, both included; None where there is none."""


def column(corpus: ScoredCorpus, name: str) -> NDArray[np.number]:
    """A number for each scored segment.

    Raises:
        ParameterError: there is no such column.
    """
    done = corpus.done
    if name in MEASURES:
        return corpus.measures[:done, MEASURES.index(name)]
    if name in COUNTS and name in COLUMNS:
        return corpus.count(name)
    if name == "matches":
        first = len(COUNTS)
        by_stage = corpus.counts[:done, first : first + len(corpus.stages)]
        matches: NDArray[np.int64] = by_stage.sum(axis=1, dtype=np.int64)
        return matches
    if name == "segment":
        return np.arange(1, done + 1)
    if name == "reference":
        return corpus.chosen[:done]
    if name == "optimal":
        return corpus.count("proved_segments")
    raise unknown_name("column", name, COLUMNS)


def shown_segments(
    corpus: ScoredCorpus,
    *,
    filters: Mapping[str, Bounds],
    search: str,
    sort_by: str,
    descending: bool,
) -> NDArray[np.intp]:
    """The scored segments that pass every filter, in order; equal ones in the corpus' order.

    Args:
        corpus: whose segments.
        filters: bounds by column.
        search: what the texts have to contain; see ``ScoredCorpus.found``.
        sort_by: a column.
        descending: whether the greatest comes first.

    Returns:
        Indices from 0.
    """
    keep = np.ones(corpus.done, np.bool_)
    for name, bounds in filters.items():
        keep &= within(column(corpus, name), bounds)
    if search:
        keep &= np.isin(np.arange(corpus.done), corpus.found(search))
    keys = column(corpus, sort_by)
    order = np.argsort(-keys if descending else keys, kind="stable")
    return order[keep[order]]


def checked_filters(
    filters: Mapping[str, Bounds], columns: Sequence[str] = COLUMNS
) -> dict[str, list[float | None]]:
    """The filters as JSON holds them, without those that let everything pass.

    Args:
        filters: bounds by column.
        columns: what may be filtered by.

    Raises:
        ParameterError: there is no such column, or bounds are no two numbers in order.
    """
    checked: dict[str, list[float | None]] = {}
    for name, bounds in filters.items():
        if name not in columns:
            raise unknown_name("column", name, columns)
        low, high = _pair(name, bounds)
        if low is not None and high is not None and low > high:
            raise ParameterError(f"the filter of {name} is empty: {low} is greater than {high}")
        if low is not None or high is not None:
            checked[name] = [low, high]
    return checked


def checked_columns(columns: Sequence[str]) -> list[str]:
    """The columns of a table in their order, each once.

    Raises:
        ParameterError: there is no such column, or none is named.
    """
    for name in columns:
        if name not in TABLE_COLUMNS:
            raise unknown_name("column", name, TABLE_COLUMNS)
    if not columns:
        raise ParameterError("columns is empty; name one column or more that the table is to show")
    return [name for name in TABLE_COLUMNS if name in columns]


def _pair(name: str, bounds: Bounds) -> tuple[float | None, float | None]:
    try:
        low, high = (None if bound is None else float(bound) for bound in bounds)
    except (TypeError, ValueError):
        raise ParameterError(
            f"the filter of {name} is {bounds!r}, but has to be two numbers: [least, greatest], "
            "None where there is none"
        ) from None
    if low != low or high != high:  # noqa: PLR0124  # NaN
        raise ParameterError(f"the filter of {name} is not a number")
    # JSON has no infinity.
    return (None if low == -np.inf else low), (None if high == np.inf else high)


def within(values: NDArray[np.number], bounds: Bounds) -> NDArray[np.bool_]:
    """Which numbers lie within bounds."""
    low, high = bounds
    keep = np.ones(len(values), np.bool_)
    if low is not None:
        keep &= values >= low
    if high is not None:
        keep &= values <= high
    return keep
