"""Rated sets for a view: from files, tables and sets that are read already."""

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any, Final

import numpy as np

from meteor_core.agreement.rated_set import RatedSet
from meteor_core.agreement.rating_arrays import Floats, RatingArrays, Whole
from meteor_core.agreement.rating_tables import rated_rows
from meteor_core.agreement.reading import Choices, read_rated_sets
from meteor_core.errors import InputError, InputTypeError
from meteor_core.files.rows import Row
from meteor_core.text.numbers import counted

from ..inputs.kinds import column_names, columns_by_name, is_missing, values_of

_MAX_PAIRS: Final = 3_000_000
"""Pairs of outputs of one segment; a browser cannot hold more, and no set of ratings has them."""


def rated_set_of(
    given: object, *, judgements: str | Path | None = None, choices: Choices | None = None
) -> RatedSet:
    """Return the rated set from any supported input.

    Args:
        given: the name of a table or of a directory of mt-metrics-eval; a table with the same
            columns, of pandas, polars or Arrow; or a set.
        judgements: name of the file with the judgements of pairs of hypotheses.
        choices: choices of the reader.

    Raises:
        InputTypeError: the type is not supported.
        InputError: it cannot be read, or holds several sets, or more pairs than can be shown.
    """
    rated = _read(given, judgements, choices or Choices())
    sizes: dict[str, int] = {}
    for output in rated.outputs:
        sizes[output.segment] = sizes.get(output.segment, 0) + 1
    pairs = sum(size * (size - 1) // 2 for size in sizes.values())
    if pairs > _MAX_PAIRS:
        segment = max(sizes, key=lambda name: sizes[name])
        raise InputError(
            f"{rated.name}: {counted(pairs, 'pair', 'pairs')} of outputs of the same segment, but "
            f"at most {_MAX_PAIRS:,} can be shown; segment {segment} has "
            f"{counted(sizes[segment], 'output', 'outputs')}. Does the column segment name "
            "the segments?"
        )
    return rated


def _read(given: object, judgements: str | Path | None, choices: Choices) -> RatedSet:
    if isinstance(given, RatedSet):
        return given
    if isinstance(given, str | Path):
        files = [] if judgements is None else [str(judgements)]
        sets = read_rated_sets([str(given)], judgements=files, choices=choices)
        if len(sets) != 1:
            listed = ", ".join(one.name for one in sets)
            raise InputError(
                f"{given} has {counted(len(sets), 'set', 'sets')} ({listed}); choose one with "
                "language_pair="
            )
        return sets[0]
    names = column_names(given)
    if names is None:
        raise InputTypeError(
            "ratings must be the name of a file or directory, a table with the columns system, "
            f"segment, rating, hypothesis and reference, or a RatedSet, not {type(given).__name__}"
        )
    return rated_rows("ratings", _rows(given, names), rating=choices.rating)


def _rows(table: object, names: list[Any]) -> Iterator[Row]:
    """Yield the rows of a table, as they would be read from a file."""
    by_name = columns_by_name(table)
    columns = [list(values_of(by_name[name], str(name))) for name in names]
    keys = [str(name).strip().lower() for name in names]
    for line, values in enumerate(zip(*columns, strict=True), 1):
        cells = zip(keys, map(_cell, values), strict=True)
        yield Row(line=line, cells=dict(reversed(list(cells))))


def _cell(value: object) -> object:
    if is_missing(value):
        return None
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)  # as in JSON Lines
    return value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Disagreements:
    """The worst pair of each segment in which a pair is ordered otherwise than people do.

    Attributes:
        segment: of each pair, the greatest disagreement first.
        better: the output that people rated higher.
        worse: the other, which the metric scored higher.
        size: the difference of ratings times that of scores.
    """

    segment: Whole
    better: Whole
    worse: Whole
    size: Floats


def disagreements(rated: RatingArrays, scores: Floats) -> Disagreements:
    """Return the worst pairs; the front end's ``disagreement.ts`` finds the same.

    Args:
        rated: the set.
        scores: of its outputs.
    """
    sizes = -rated.gap * rated.of_pairs(scores)
    wrong = np.flatnonzero(sizes > 0)
    wrong = wrong[np.argsort(-sizes[wrong], kind="stable")]
    _, first = np.unique(rated.pair_segment[wrong], return_index=True)
    pairs = wrong[np.sort(first)]
    is_first = rated.gap[pairs] > 0
    return Disagreements(
        segment=rated.pair_segment[pairs],
        better=np.where(is_first, rated.first[pairs], rated.second[pairs]),
        worse=np.where(is_first, rated.second[pairs], rated.first[pairs]),
        size=sizes[pairs],
    )
