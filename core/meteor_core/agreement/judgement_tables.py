"""Judgements of pairs in a table: which of two hypotheses is better."""

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from numbers import Real
from typing import Final

from ..files.rows import Row
from .cells import MISSING, mistake, references_of, shown, text_of
from .rated_set import FIRST, SECOND, RatedOutput

PLACES: Final = (("1", "2"), ("_1", "_2"), ("a", "b"), ("_a", "_b"))
"""Suffixes that mark the columns of the first and of the second hypothesis."""

_HYPOTHESES: Final = ("hypothesis", "hyp", "mt", "translation", "output")
PAIRS: Final = (
    *((word + first, word + second) for word in _HYPOTHESES for first, second in PLACES),
    ("first", "second"),
)
"""The names of columns of two hypotheses."""

WINNERS: Final = ("winner", "judgement", "judgment", "preference", "better", "label")
"""The names of columns of judgements."""

_SYSTEMS: Final = tuple(
    (word + first, word + second) for word in ("system", "sys", "model") for first, second in PLACES
)
_FIRST_WINS: Final = frozenset({"1", "a", "first", "hypothesis1", "hyp1", ">"})
_SECOND_WINS: Final = frozenset({"-1", "2", "b", "second", "hypothesis2", "hyp2", "<"})
_NEITHER_WINS: Final = frozenset({"0", "tie", "equal", "same", "neither", "draw", "="})


def judged_outputs(
    name: str,
    rows: Sequence[Row],
    pair: tuple[str, str],
    references: tuple[str, ...],
    winner: str,
) -> Iterator[RatedOutput]:
    """Yield both outputs of each row.

    Raises:
        InputError: a row is wrong; the message names the line.
    """
    for row in rows:
        texts = (text_of(name, row, pair[0]), text_of(name, row, pair[1]))
        rating = _judgement(name, row, winner)
        yield from judged_pair(row.line, texts, references_of(name, row, references), rating)


def judged_pair(
    line: int, texts: tuple[str, str], references: tuple[str, ...], rating: float
) -> Iterator[RatedOutput]:
    """Yield both outputs of a judgement; the first has the given rating."""
    for system, text, rated in zip((FIRST, SECOND), texts, (rating, 0 - rating), strict=True):
        yield RatedOutput(
            system=system,
            segment=str(line),
            hypothesis=text,
            references=references,
            rating=rated,
            line=line,
        )


def judgement_of(text: str) -> float | None:
    """Parse a judgement: 1 if the first wins, -1 if the second does, 0 for a tie.

    NaN if it is missing, None if it is invalid.
    """
    text = text.strip().lower()
    with suppress(ValueError):
        text = f"{float(text) + 0:g}"  # no zero below zero
    if text in MISSING:
        return math.nan
    known = text in _FIRST_WINS | _SECOND_WINS | _NEITHER_WINS
    return float(text in _FIRST_WINS) - float(text in _SECOND_WINS) if known else None


def _judgement(name: str, row: Row, column: str) -> float:
    value = row.cells.get(column)
    if value is None:
        return math.nan
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    text = value if isinstance(value, str) else repr(value) if is_number else ""
    by_place = judgement_of(text) if text or isinstance(value, str) else None
    by_system = _system_that_wins(row, text)
    if by_system is not None and by_place not in (None, by_system):
        raise mistake(
            name,
            row.line,
            f"the judgement {shown(value)} is the name of one system and the place of another; "
            "write first, second or tie",
        )
    found = by_place if by_system is None else by_system
    if found is None:
        raise mistake(
            name,
            row.line,
            f"the judgement is {shown(value)}, but must be 1, -1 (or 2) or 0; first, second or "
            "tie; or the name of one of the row's systems",
        )
    return found


def _system_that_wins(row: Row, text: str) -> float | None:
    """Return 1 or -1 where a judgement names one of two systems."""
    for pair in _SYSTEMS:
        if set(pair) <= row.cells.keys():
            first, second = (str(row.cells[column]).strip().lower() for column in pair)
            winner = text.strip().lower()
            if first != second and winner in (first, second):
                return 1.0 if winner == first else -1.0
    return None
