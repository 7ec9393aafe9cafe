"""Ratings in a table: a row for each output, or for each judgement of two outputs.

The names of columns are those in use: of WMT's tables, of Hugging Face's, of Pearmut's.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from ..errors import InputError
from ..text.line_files import shown_name
from .rated_set import FIRST, SECOND, RatedOutput, RatedSet
from .rows import Row, read_rows

_SYSTEM: Final = ("system", "sys", "system_id", "model")
_SEGMENT: Final = ("segment", "seg", "segment_id", "seg_id", "item", "item_id", "id", "line")
_DOCUMENT: Final = ("document", "doc", "document_id", "doc_id")
_HYPOTHESIS: Final = ("hypothesis", "hyp", "mt", "translation", "output", "target", "tgt")
_HIGHER_IS_BETTER: Final = ("rating", "esa", "da", "score", "human", "human_score", "z", "raw")
_LOWER_IS_BETTER: Final = ("hter", "ter", "edits", "keystrokes", "time")
RATINGS: Final = (*_HIGHER_IS_BETTER[:1], "mqm", *_HIGHER_IS_BETTER[1:], *_LOWER_IS_BETTER)
"""The names of columns of ratings, the first of which that there is counts."""

_REFERENCE: Final = re.compile(r"(ref|reference|pe|post_?edit)s?[-_ ]?\w?")
_PAIR: Final = (
    ("hypothesis1", "hypothesis2"),
    ("hypothesis_1", "hypothesis_2"),
    ("hyp1", "hyp2"),
    ("hypothesis_a", "hypothesis_b"),
    ("hyp_a", "hyp_b"),
    ("first", "second"),
)
_WINNER: Final = ("winner", "judgement", "judgment", "preference", "better", "label")
_FIRST_WINS: Final = frozenset({"1", "a", "first", "hypothesis1", "hyp1", ">"})
_SECOND_WINS: Final = frozenset({"-1", "2", "b", "second", "hypothesis2", "hyp2", "<"})
_NEITHER_WINS: Final = frozenset({"0", "tie", "equal", "same", "neither", "draw", "="})
_MISSING: Final = frozenset({"", "none", "nan", "null", "na", "n/a", "-"})


def read_table(name: str, *, rating: str | None = None) -> RatedSet:
    """Read a table of ratings or of judgements.

    Args:
        name: of the file; its ending tells the layout.
        rating: the column of ratings; by default the first of ``RATINGS`` that there is.

    Raises:
        InputError: a column is missing, or a row is wrong; the message names the line.
    """
    return rated_rows(name, read_rows(name), rating=rating)


def rated_rows(name: str, rows: Iterator[Row], *, rating: str | None = None) -> RatedSet:
    """Return the rated set that rows of a table hold; see ``read_table``.

    Args:
        name: of the table.
        rows: in order.
        rating: the column of ratings.

    Raises:
        InputError: a column is missing, or a row is wrong; the message names the line.
    """
    first = next(rows, None)
    if first is None:
        raise InputError(f"{shown_name(name)} has no row of ratings")
    rows = chain([first], rows)
    if pair := next((pair for pair in _PAIR if set(pair) <= first.cells.keys()), None):
        judged = _judged_outputs(name, rows, pair, _column(name, first, _WINNER, rating))
        return RatedSet.of_outputs(Path(name).stem, judged, judgements=True)
    columns = _Columns.of(name, first, rating)
    outputs = [columns.output(name, row) for row in rows]
    outputs, notes = _better_is_higher(name, columns.rating, outputs)
    return RatedSet.of_outputs(Path(name).stem, outputs, notes=notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Columns:
    """The names of the columns that are read."""

    system: str
    segment: str
    document: str | None
    hypothesis: str
    references: tuple[str, ...]
    rating: str

    @classmethod
    def of(cls, name: str, row: Row, rating: str | None) -> "_Columns":
        references = tuple(column for column in row.cells if _REFERENCE.fullmatch(column))
        if not references:
            raise _no_column(name, row, "reference")
        return cls(
            system=_column(name, row, _SYSTEM),
            segment=_column(name, row, _SEGMENT),
            document=next((column for column in _DOCUMENT if column in row.cells), None),
            hypothesis=_column(name, row, _HYPOTHESIS),
            references=tuple(sorted(references)),
            rating=_column(name, row, RATINGS, rating),
        )

    def output(self, name: str, row: Row) -> RatedOutput:
        return RatedOutput(
            system=_text(name, row, self.system),
            segment=_text(name, row, self.segment),
            document="" if self.document is None else str(row.cells.get(self.document, "")),
            hypothesis=_text(name, row, self.hypothesis),
            references=_references(name, row, self.references),
            rating=_number(name, row, self.rating),
        )


def _better_is_higher(
    name: str, column: str, outputs: list[RatedOutput]
) -> tuple[list[RatedOutput], tuple[str, ...]]:
    """Turn ratings of which the lower are the better: points of errors, edits, time."""
    if column == "mqm":
        known = [output.rating for output in outputs if not math.isnan(output.rating)]
        if max(known, default=0) > 0 > min(known, default=0):
            raise InputError(
                f"{shown_name(name)}: the column mqm has numbers above and below 0, so that "
                "nobody can tell whether more is better; call it rating if more is better"
            )
        turned = max(known, default=0) > 0
    else:
        turned = column in _LOWER_IS_BETTER
    if not turned:
        return outputs, ()
    lower = [_with_rating(output, -output.rating) for output in outputs]
    return lower, (f"{column}: lower is taken as better",)


def _with_rating(output: RatedOutput, rating: float) -> RatedOutput:
    return RatedOutput(
        system=output.system,
        segment=output.segment,
        document=output.document,
        hypothesis=output.hypothesis,
        references=output.references,
        rating=rating,
    )


def _judged_outputs(
    name: str, rows: Iterable[Row], pair: tuple[str, str], winner: str
) -> Iterator[RatedOutput]:
    for row in rows:
        columns = tuple(sorted(c for c in row.cells if _REFERENCE.fullmatch(c)))
        references = _references(name, row, columns)
        texts = (_text(name, row, pair[0]), _text(name, row, pair[1]))
        rating = _judgement(name, row, winner)
        yield from judged_pair(row.line, texts, references, rating)


def judged_pair(
    line: int, texts: tuple[str, str], references: tuple[str, ...], rating: float
) -> Iterator[RatedOutput]:
    """Yield both outputs of a judgement, of which the first is rated as given."""
    for system, text, rated in zip((FIRST, SECOND), texts, (rating, -rating), strict=True):
        yield RatedOutput(
            system=system, segment=str(line), hypothesis=text, references=references, rating=rated
        )


def _judgement(name: str, row: Row, column: str) -> float:
    value = row.cells.get(column)
    said = f"{value:g}" if isinstance(value, float) else str(value or "").strip().lower()
    if rating := judgement_of(said):
        return rating
    if said in _NEITHER_WINS:
        return 0.0
    if said in _MISSING:
        return math.nan
    systems = [str(row.cells.get(f"system{place}", "")).strip().lower() for place in (1, 2)]
    if said in systems and len(set(systems)) == 2:
        return 1.0 if said == systems[0] else -1.0
    raise InputError(
        f"{shown_name(name)}:{row.line}: the judgement is {said!r}, but must be 1, -1 (or 2) or 0, "
        "first, second or tie"
    )


def judgement_of(said: str) -> float:
    """Return 1 if the first is said to win, -1 if the second is, else 0."""
    return float(said in _FIRST_WINS) - float(said in _SECOND_WINS)


def _column(name: str, row: Row, known: tuple[str, ...], asked: str | None = None) -> str:
    if asked is not None:
        if asked.lower() not in row.cells:
            raise _no_column(name, row, asked)
        return asked.lower()
    for column in known:
        if column in row.cells:
            return column
    raise _no_column(name, row, known[0])


def _no_column(name: str, row: Row, column: str) -> InputError:
    return InputError(
        f"{shown_name(name)} has no column {column}; it has {', '.join(row.cells)}. Its first "
        "line names the columns: system, segment, rating (or mqm, esa, da), hypothesis, reference"
    )


def _text(name: str, row: Row, column: str) -> str:
    value = row.cells.get(column)
    if isinstance(value, float):
        return f"{value:g}" if value.is_integer() and abs(value) < 1e6 else repr(value)
    if not isinstance(value, str):
        raise InputError(f"{shown_name(name)}:{row.line}: there is no {column}")
    return value


def _references(name: str, row: Row, columns: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for column in columns:
        value = row.cells.get(column)
        texts = value if isinstance(value, list) else [value]
        found += [text for text in texts if isinstance(text, str)]
    if not found:
        raise InputError(f"{shown_name(name)}:{row.line}: there is no reference")
    return tuple(found)


def _number(name: str, row: Row, column: str) -> float:
    value = row.cells.get(column)
    if value is None or isinstance(value, bool):
        return math.nan
    if isinstance(value, float):
        return _finite(name, row, column, value)
    text = str(value).strip()
    if text.lower() in _MISSING:
        return math.nan
    try:
        return _finite(name, row, column, float(text))
    except ValueError:
        raise _no_number(name, row, column, text) from None


def _finite(name: str, row: Row, column: str, number: float) -> float:
    if math.isinf(number):
        raise _no_number(name, row, column, str(number))
    return number


def _no_number(name: str, row: Row, column: str, text: str) -> InputError:
    return InputError(f"{shown_name(name)}:{row.line}: {column} is {text!r}, which is no number")
