"""Rated sets from files, whatever their layout."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError, ParameterError
from ..text.line_files import is_stream, read_segments
from .judgement_files import SEPARATOR, read_judgements
from .metrics_eval import is_metrics_eval, read_metrics_eval
from .rated_set import RatedSet
from .rating_tables import read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices that files leave open; None takes the first that there is.

    Attributes:
        rating: the column or the human scores to read.
        reference: of a directory: the name of the reference.
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
        choices: of what is read.

    Raises:
        InputError: a file cannot be read; the message names the line.
        ParameterError: the numbers of files of pairs and of judgements differ.
    """
    choices = choices or Choices()
    left = list(judgements)
    sets = [one for name in names for one in _read(name, left, choices)]
    if left:
        raise ParameterError(
            f"{left[0]} has judgements, but no file of '{SEPARATOR}' texts is left for it"
        )
    return sets


def _read(name: str, judgements: list[str], choices: Choices) -> Iterator[RatedSet]:
    if is_metrics_eval(name):
        yield from read_metrics_eval(
            name,
            rating=choices.rating,
            reference=choices.reference,
            language_pair=choices.language_pair,
        )
    elif Path(name).is_dir():
        raise InputError(
            f"{name} is a directory without system-outputs and references; give a table of "
            "ratings, or a directory of mt-metrics-eval"
        )
    elif _has_pairs(name):
        if not judgements:
            raise ParameterError(
                f"{name} has pairs of hypotheses; give the file of their judgements with "
                "--judgements FILE"
            )
        yield read_judgements(name, judgements.pop(0))
    else:
        yield read_table(name, rating=choices.rating)


def _has_pairs(name: str) -> bool:
    """Whether the first line of a file is two hypotheses and a reference."""
    if is_stream(name):
        return False
    return SEPARATOR in next(iter(read_segments(name)), "")
