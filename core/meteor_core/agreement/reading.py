"""Rated sets from files, whatever their layout."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from ..errors import InputError, ParameterError
from ..files.metrics_directory import is_metrics_directory
from ..files.rows import is_named_as_table
from ..files.tables import is_parquet
from ..text.line_files import is_stream, read_segments, shown_name
from .judgement_files import SEPARATOR, read_judgements
from .metrics_eval import read_metrics_eval
from .rated_set import RatedSet
from .rating_tables import read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Selections among the contents of files; None selects the first match.

    Attributes:
        rating: the column or the human scores to read.
        reference: the column, or of a directory the name, of the reference.
        language_pair: of a directory: such as ``en-de``.
    """

    rating: str | None = None
    reference: str | None = None
    language_pair: str | None = None


def read_rated_sets(
    names: Sequence[str], *, judgements: Sequence[str] = (), choices: Choices | None = None
) -> list[RatedSet]:
    """Read rated sets: tables, directories of mt-metrics-eval, pairs with judgements.

    Args:
        names: of files and directories.
        judgements: files of 1, 0 and -1, one for each file of pairs among the names, in order.
        choices: among the contents of files.

    Raises:
        InputError: a file cannot be read; the message names the line.
        ParameterError: the numbers of files of pairs and of judgements differ, or a file is given
            twice.
    """
    choices = choices or Choices()
    _reject_repeated([*names, *judgements])
    unused_judgements = list(judgements)
    sets = [
        (name, rated) for name in names for rated in _read_sets(name, unused_judgements, choices)
    ]
    if unused_judgements:
        name = unused_judgements[0]
        raise ParameterError(
            f"{name} has judgements, but no file of '{SEPARATOR}' texts is left for it"
        )
    count = Counter(rated.name for _, rated in sets)
    return [rated if count[rated.name] == 1 else replace(rated, name=name) for name, rated in sets]


def _reject_repeated(names: Sequence[str]) -> None:
    """Reject a file that is given twice: a stream would be empty, a set redundant."""
    seen: set[str] = set()
    for name in names:
        location = os.path.abspath(name)  # noqa: PTH100  # Path refuses names with a NUL
        if location in seen:
            raise ParameterError(f"{shown_name(name)} is given twice; give each file once")
        seen.add(location)


def _read_sets(name: str, judgements: list[str], choices: Choices) -> Iterator[RatedSet]:
    if is_metrics_directory(name):
        yield from read_metrics_eval(
            name,
            rating=choices.rating,
            reference=choices.reference,
            language_pair=choices.language_pair,
        )
        return
    if not is_stream(name) and Path(name).is_dir():
        raise InputError(
            f"{name} is a directory without system-outputs and references; give a table of "
            "ratings, or a directory of mt-metrics-eval"
        )
    if is_parquet(name):
        yield read_table(name, rating=choices.rating, reference=choices.reference)
        return
    lines = read_segments(name)
    first = next(lines, "")
    lines = chain([first], lines)  # a pipe cannot be read again
    if is_named_as_table(name) or SEPARATOR not in first or first.lstrip().startswith("{"):
        yield read_table(name, rating=choices.rating, reference=choices.reference, lines=lines)
    elif judgements:
        yield read_judgements(name, judgements.pop(0), lines)
    else:
        raise ParameterError(
            f"{shown_name(name)} has pairs of hypotheses; give the file of their judgements with "
            "--judgements FILE"
        )
