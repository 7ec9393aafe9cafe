"""Ratings in a table: a row for each output, or for each judgement of two outputs.

The names of columns are those in use: of WMT's tables, of Hugging Face's, of Pearmut's.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Final

from ..errors import InputError
from ..files.rows import Row
from ..files.tables import table_rows
from ..text.compressed import uncompressed_name
from ..text.line_files import is_stream, shown_name
from ..text.numbers import counted
from .cells import mistake, name_of, number_of, references_of, text_of
from .judgement_tables import PAIRS, WINNERS, judged_outputs
from .rated_set import RatedOutput, RatedSet

SYSTEM: Final = ("system", "sys", "system_id", "model")
SEGMENT: Final = ("segment", "seg", "segment_id", "seg_id", "item", "item_id", "id", "line")
DOCUMENT: Final = ("document", "doc", "document_id", "doc_id")
HYPOTHESIS: Final = ("hypothesis", "hyp", "mt", "translation", "output", "target", "tgt")
_HIGHER_IS_BETTER: Final = ("rating", "esa", "da", "human", "human_score", "score", "z", "raw")
LOWER_IS_BETTER: Final = ("hter", "edits", "keystrokes", "time")
RATINGS: Final = (*_HIGHER_IS_BETTER[:1], "mqm", *_HIGHER_IS_BETTER[1:], *LOWER_IS_BETTER)
"""The names of columns of ratings, the first of which that there is counts."""

_REFERENCE: Final = re.compile(r"ref(erence)?s?[-_ ]?(\d+|[a-z])?")
_POST_EDIT: Final = re.compile(r"(pe|post[-_ ]?edit)s?[-_ ]?\d*")
_FLAGS: Final = frozenset({"0", "1", "true", "false", "yes", "no"})


def read_table(
    name: str,
    *,
    rating: str | None = None,
    reference: str | None = None,
    lines: Iterator[str] | None = None,
) -> RatedSet:
    """Read a table of ratings or of judgements.

    Args:
        name: of the file; its ending, or else its first line, tells the layout.
        rating: the column of ratings; by default the first of ``RATINGS`` that there is.
        reference: the column of references; by default all that are called so, or else post-edits.
        lines: of the file, where they are being read already.

    Raises:
        InputError: a column is missing, or a row is wrong; the message names the line.
    """
    return rated_rows(name, table_rows(name, lines), rating=rating, reference=reference)


def rated_rows(
    name: str, rows: Iterable[Row], *, rating: str | None = None, reference: str | None = None
) -> RatedSet:
    """Return the rated set in the rows of a table.

    Args:
        name: of the table.
        rows: in order.
        rating: the column of ratings.
        reference: the column of references.

    Raises:
        InputError: a column is missing, or a row is wrong; the message names the line.
    """
    rows = list(rows)
    if not rows:
        raise InputError(
            f"{shown_name(name)} has no row of ratings; the first line names the columns"
        )
    table = Table(name=name, columns=tuple(dict.fromkeys(chain(*(row.cells for row in rows)))))
    references, notes = table.references(reference)
    pair = next((pair for pair in PAIRS if set(pair) <= set(table.columns)), None)
    if pair:
        winner = table.column(WINNERS, rating)
        outputs = list(judged_outputs(name, rows, pair, references, winner))
    else:
        columns, told = _Columns.of(table, references, rating)
        outputs = [columns.output(name, row) for row in rows]
        outputs, turned = _better_is_higher(name, columns.rating, outputs)
        notes += (*told, *turned)
        if not all(map(_POST_EDIT.fullmatch, references)):
            outputs, apart = _with_segments_apart(outputs)
            notes += apart
    texts = {text.strip().lower() for output in outputs for text in output.references}
    if texts and texts <= _FLAGS:
        raise InputError(
            f"{shown_name(name)}: the column {references[0]} has no texts, only 0 and 1 or the "
            "like; name the column of references with --reference"
        )
    set_name = shown_name(name) if is_stream(name) else Path(uncompressed_name(name)).stem
    return RatedSet.of_outputs(
        set_name, outputs, judgements=pair is not None, notes=notes, file=name
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The name of a file, and the names of its columns."""

    name: str
    columns: tuple[str, ...]

    def column(self, known: tuple[str, ...], asked: str | None = None) -> str:
        """Return the column that was asked for, or the first of those that are known."""
        names = known if asked is None else (asked.strip().lower(),)
        for column in names:
            if column in self.columns:
                return column
        raise self._no_column(names[0])

    def references(self, asked: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the columns of references, and notes on the choice."""
        if asked is not None:
            return (self.column((), asked),), ()
        for pattern in (_REFERENCE, _POST_EDIT):
            if found := tuple(sorted(filter(pattern.fullmatch, self.columns))):
                break
        else:
            raise self._no_column("reference")
        notes = []
        if pattern is _POST_EDIT:
            notes.append(
                f"the references are post-edits ({', '.join(found)}): closeness to them says how "
                "much was edited"
            )
        elif len(found) > 1:
            notes.append(f"the references are {', '.join(found)}: the best of them counts")
        return found, tuple(notes)

    def _no_column(self, column: str) -> InputError:
        there = ", ".join(self.columns)
        return InputError(
            f"{shown_name(self.name)} has no column {column}; it has {there[:300]}. Its first "
            "line names the columns: system, segment, rating (or mqm, esa, da), hypothesis, "
            "reference"
        )


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
    def of(
        cls, table: Table, references: tuple[str, ...], rating: str | None
    ) -> tuple["_Columns", tuple[str, ...]]:
        """Choose the columns, and note a choice among ratings."""
        columns = cls(
            system=table.column(SYSTEM),
            segment=table.column(SEGMENT),
            document=next((column for column in DOCUMENT if column in table.columns), None),
            hypothesis=table.column(HYPOTHESIS),
            references=references,
            rating=table.column(RATINGS, rating),
        )
        others = [name for name in RATINGS if name in table.columns and name != columns.rating]
        if rating is not None or not others:
            return columns, ()
        told = f"the ratings are {columns.rating}; --rating takes {' or '.join(others)} instead"
        return columns, (told,)

    def output(self, name: str, row: Row) -> RatedOutput:
        document = None if self.document is None else row.cells.get(self.document)
        return RatedOutput(
            system=name_of(name, row, self.system),
            segment=name_of(name, row, self.segment),
            document="" if document is None else " ".join(str(document).split()),
            hypothesis=text_of(name, row, self.hypothesis),
            references=references_of(name, row, self.references),
            rating=number_of(name, row, self.rating),
            line=row.line,
        )


def _better_is_higher(
    name: str, column: str, outputs: list[RatedOutput]
) -> tuple[list[RatedOutput], tuple[str, ...]]:
    """Negate ratings for which lower is better: error points, edits, time."""
    turned = column in LOWER_IS_BETTER
    if "mqm" in column:
        below, above = (
            next((o.line for o in outputs if sign * o.rating > 0), None) for sign in (-1, 1)
        )
        if above is not None and below is not None:
            raise mistake(
                name,
                max(above, below),
                f"{column} is {'above' if above > below else 'below'} 0, but not so in line "
                f"{min(above, below)}, so that nobody can tell whether more is better; call the "
                "column rating if more is better",
            )
        turned = above is not None
    if not turned:
        return outputs, ()
    lower = [replace(output, rating=0.0 - output.rating) for output in outputs]
    return lower, (f"{column}: lower is taken as better",)


def _with_segments_apart(
    outputs: list[RatedOutput],
) -> tuple[list[RatedOutput], tuple[str, ...]]:
    """Prefix segment names with documents where each document counts from 1.

    Say so where outputs of one segment have different references, and so may not be of one
    segment.
    """
    many = _segments_with_several(outputs, lambda output: output.references)
    if not many:
        return outputs, ()
    if any(name in many for name in _segments_with_several(outputs, lambda o: o.document)):
        named = [replace(o, segment=f"{o.document}:{o.segment}") for o in outputs]
        if not _segments_with_several(named, lambda output: output.references):
            return named, ("segments are those of each document",)
    told = (
        f"{counted(len(many), 'segment has', 'segments have')} outputs with different references; "
        "are the segments named apart?"
    )
    return outputs, (told,)


def _segments_with_several(
    outputs: Sequence[RatedOutput], what: Callable[[RatedOutput], object]
) -> set[str]:
    """Return the segments whose outputs have different values of a property."""
    first: dict[str, object] = {}
    return {
        output.segment
        for output in outputs
        if (found := what(output)) and first.setdefault(output.segment, found) != found
    }
