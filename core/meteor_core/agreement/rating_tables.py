"""Ratings in a table: a row for each output, or for each judgement of two outputs.

The names of columns are those in use: of WMT's tables, of Hugging Face's, of Pearmut's.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Final, Self

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
        name: of the file; its ending, or else its first line, determines the layout.
        rating: the column of ratings; by default the first of ``RATINGS`` present.
        reference: the column of references; by default all that are named so, or else post-edits.
        lines: of the file, if it is open already.

    Raises:
        InputError: a column is missing, or a row is wrong; the message names the line.
    """
    return rated_rows(name, table_rows(name, lines), rating=rating, reference=reference)


def rated_rows(
    name: str, rows: Iterable[Row], *, rating: str | None = None, reference: str | None = None
) -> RatedSet:
    """Return the rated set in the rows of a table; arguments are those of ``read_table``.

    Raises:
        InputError: a column is missing, or a row is wrong; the message names the line.
    """
    rows = list(rows)
    if not rows:
        raise InputError(
            f"{shown_name(name)} has no row of ratings; the first line names the columns"
        )
    table = Table.of(name, rows)
    references, notes = table.references(reference)
    pair = next((pair for pair in PAIRS if set(pair) <= set(table.columns)), None)
    if pair:
        winner = table.column(WINNERS, rating)
        outputs = list(judged_outputs(name, rows, pair, references, winner))
    else:
        columns, choice_notes = _Columns.of(table, references, rating)
        outputs = [columns.output(name, row) for row in rows]
        outputs, sign_notes = _oriented(name, columns.rating, outputs)
        notes += (*choice_notes, *sign_notes)
        if not all(map(_POST_EDIT.fullmatch, references)):
            outputs, segment_notes = _with_segments_apart(outputs)
            notes += segment_notes
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

    @classmethod
    def of(cls, name: str, rows: Iterable[Row]) -> Self:
        """Return the table with the columns of all rows, in order of appearance."""
        return cls(name=name, columns=tuple(dict.fromkeys(chain(*(row.cells for row in rows)))))

    @property
    def document(self) -> str | None:
        """The column of documents, or None without one."""
        return next((column for column in DOCUMENT if column in self.columns), None)

    def column(self, known: tuple[str, ...], requested: str | None = None) -> str:
        """Return the column that was asked for, or the first of those that are known."""
        names = known if requested is None else (requested.strip().lower(),)
        for column in names:
            if column in self.columns:
                return column
        raise self._no_column(names[0])

    def references(self, requested: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the columns of references, and notes on the choice."""
        if requested is not None:
            return (self.column((), requested),), ()
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
            document=table.document,
            hypothesis=table.column(HYPOTHESIS),
            references=references,
            rating=table.column(RATINGS, rating),
        )
        others = [name for name in RATINGS if name in table.columns and name != columns.rating]
        if rating is not None or not others:
            return columns, ()
        note = f"the ratings are {columns.rating}; --rating takes {' or '.join(others)} instead"
        return columns, (note,)

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


def _oriented(
    name: str, column: str, outputs: list[RatedOutput]
) -> tuple[list[RatedOutput], tuple[str, ...]]:
    """Negate ratings for which lower is better: error points, edits, time."""
    is_negated = column in LOWER_IS_BETTER
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
        is_negated = above is not None
    if not is_negated:
        return outputs, ()
    negated = [replace(output, rating=0.0 - output.rating) for output in outputs]
    return negated, (f"{column}: lower is taken as better",)


def _with_segments_apart(
    outputs: list[RatedOutput],
) -> tuple[list[RatedOutput], tuple[str, ...]]:
    """Prefix segment names with documents where each document counts from 1.

    Note it where outputs of one segment still have different references, and so may be of
    different segments.
    """
    ambiguous = _segments_with_several(outputs, lambda output: output.references)
    if not ambiguous:
        return outputs, ()
    if any(name in ambiguous for name in _segments_with_several(outputs, lambda o: o.document)):
        named = [replace(o, segment=f"{o.document}:{o.segment}") for o in outputs]
        if not _segments_with_several(named, lambda output: output.references):
            return named, ("segments are those of each document",)
    note = (
        f"{counted(len(ambiguous), 'segment has', 'segments have')} outputs with different "
        "references; are the segments named apart?"
    )
    return outputs, (note,)


def _segments_with_several(
    outputs: Sequence[RatedOutput], property_of: Callable[[RatedOutput], object]
) -> set[str]:
    """Return the segments whose outputs have different values of a property."""
    first: dict[str, object] = {}
    return {
        output.segment
        for output in outputs
        if (value := property_of(output)) and first.setdefault(output.segment, value) != value
    }
