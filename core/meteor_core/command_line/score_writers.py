"""Write the output of ``score``: segments by batch, then the corpus.

A row is made from columns of numbers, without an object for each segment: at a hundred thousand
segments a second, an object and its JSON would take as long as the score.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Final, TextIO, TypeAlias

from ..analysis.significance import Interval
from ..batch.batch import ScoredBatch
from ..runtime.implementation import chosen_implementation
from ..score.results import CorpusResult, SegmentScore, matches_in_words, measures_in_words
from ..score.wording import doubt_in_words, proof_of_corpus, shortfall_in_words
from ..show.alignment_format import (
    SEGMENT_KEYS,
    corpus_json,
    segment_columns,
    segment_json,
    segment_numbers,
    segment_truths,
)
from ..show.control_characters import escape_controls
from ..text.numbers import counted
from .output import TABLES, TableFormat, encodable, write_line
from .unit_names import KEYS, UnitName, UnitNames

_MAX_CACHED_FLOATS: Final = 100_000
"""Floats whose text is kept; some 15 MB."""


_Names: TypeAlias = Sequence[UnitName] | None


class ScoreWriter(ABC):
    """Writes scores in one format."""

    def __init__(self, file: TextIO, *, segments: bool, units: UnitNames | None = None) -> None:
        """Create a writer, which writes nothing yet.

        Args:
            file: the output.
            segments: whether to write a row for each segment.
            units: what the file calls its segments, which each row tells too; None for files
                whose segments have numbers only.
        """
        self._file = file
        self._segments = segments
        self._units = units

    def write(
        self,
        batches: Iterable[ScoredBatch],
        corpus: Callable[[], CorpusResult],
        interval: Callable[[], Interval | None] = lambda: None,
    ) -> None:
        """Write all segments, each batch as soon as it is scored, and then the corpus.

        Args:
            batches: in order.
            corpus: returns the corpus score; called after the last batch.
            interval: returns that of the corpus score, if it is to be written; called then too.
        """
        self._begin()
        count = 0
        for batch in batches:
            names = self._units.next_names(len(batch)) if self._units else None
            if self._segments:
                self._file.write(self._rows(count + 1, batch, names))
                self._file.flush()
            count += len(batch)
        self._end(corpus(), interval())

    @abstractmethod
    def _begin(self) -> None:
        """Write the part before the segments."""

    @abstractmethod
    def _rows(self, first: int, batch: ScoredBatch, names: _Names) -> str:
        """Return the rows of consecutive segments, given the number of the first."""

    @abstractmethod
    def _end(self, corpus: CorpusResult, interval: Interval | None) -> None:
        """Write the part after the segments."""

    def _line(self, text: str) -> None:
        write_line(text, self._file)


class TextWriter(ScoreWriter):
    """Writes rounded measures in columns, for people."""

    _ROW: Final = "%7d %7.4f %6.3f %6.3f  %6.3f  %6.3f %9.2f %7d %8d %4d %4d%s%s%s\n"
    _PROBLEM: Final = "%7d  not scored: %s%s\n"

    def _begin(self) -> None:
        if self._segments:
            self._line(
                "segment   score      P      R  F-mean penalty shortfall  chunks  matches  hyp  ref"
            )

    def _rows(self, first: int, batch: ScoredBatch, names: _Names) -> str:
        called = (
            [f"  {escape_controls(str(name))}" for name in names] if names else [""] * len(batch)
        )
        rows = zip(
            range(first, first + len(batch)),
            batch.score,
            batch.precision,
            batch.recall,
            batch.f_mean,
            batch.penalty,
            batch.shortfall,
            batch.chunks,
            batch.matches,
            batch.hypothesis_length,
            batch.reference_length,
            self._chosen(batch),
            map(
                self._proofs(batch).__getitem__, zip(batch.optimal, batch.score_proved, strict=True)
            ),
            called,
            strict=True,
        )
        lines = [self._ROW % row for row in rows]
        for row, problem in batch.problems.items():
            lines[row] = self._PROBLEM % (first + row, problem, called[row])
        return encodable(self._file, "".join(lines))

    def _proofs(self, batch: ScoredBatch) -> dict[tuple[int, int], str]:
        """Return the doubts to append to rows, by proof of alignment and of score."""
        doubts = {
            (optimal, proved): doubt_in_words(
                batch.signature, optimal=bool(optimal), score_proved=bool(proved)
            )
            for optimal, proved in ((0, 0), (0, 1), (1, 1))
        }
        return {proofs: f"  {doubt}" if doubt else "" for proofs, doubt in doubts.items()}

    def _chosen(self, batch: ScoredBatch) -> Iterable[str]:
        """Return the chosen reference of each segment, if there are several."""
        if batch.signature.references == 1:
            return repeat("", len(batch))
        return (f"  reference {reference + 1}" for reference in batch.reference)

    def _end(self, corpus: CorpusResult, interval: Interval | None) -> None:
        self._line(measures_in_words(corpus))
        if interval is not None:
            self._line(
                f"95 % interval {interval.lower:.4f} to {interval.upper:.4f} "
                f"(± {interval.half_width:.4f})"
            )
        segments = counted(corpus.segments, "segment", "segments")
        proves = corpus.scores_proved or corpus.signature.beam_width is not None
        proved = f", {proof_of_corpus(corpus)}" if proves else ""
        unscored = f", {corpus.unscored:,} not scored" if corpus.unscored else ""
        counts = f"{matches_in_words(corpus)}{shortfall_in_words(corpus)}"
        self._line(f"{segments}{unscored}, {counts}{proved}")
        self._line(str(corpus.signature))


class JsonWriter(ScoreWriter):
    """Writes one object, segments first, so that streams of any length fit in memory."""

    def __init__(self, file: TextIO, *, segments: bool, units: UnitNames | None = None) -> None:
        """See ``ScoreWriter``."""
        super().__init__(file, segments=segments, units=units)
        self._full = FullRows(
            "    {" + ", ".join(f'"{key}": %s' for key in _keys(units)) + "}",
            between=",\n",
            unscored=_unscored_object,
            text=json.dumps,
        )

    def _begin(self) -> None:
        self._line("{")
        if self._segments:
            self._file.write('  "segments": [')

    def _rows(self, first: int, batch: ScoredBatch, names: _Names) -> str:
        return (",\n" if first > 1 else "\n") + self._full.rows(first, batch, names)

    def _end(self, corpus: CorpusResult, interval: Interval | None) -> None:
        if self._segments:
            self._line("\n  ],")
        values = {**corpus_json(corpus), **_interval_values(interval)}
        self._line(json.dumps(values, indent=2).removeprefix("{\n"))


class TableWriter(ScoreWriter):
    """Writes a table with a header: the segments, or else one row for the corpus."""

    _table: TableFormat

    def __init__(self, file: TextIO, *, segments: bool, units: UnitNames | None = None) -> None:
        """See ``ScoreWriter``."""
        super().__init__(file, segments=segments, units=units)
        self._keys = _keys(units)
        self._full = FullRows(
            self._table.separator.join("%s" for _ in self._keys) + self._table.end,
            between="",
            unscored=self._unscored,
            text=self._table.cell,
        )

    def _begin(self) -> None:
        if self._segments:
            self._table.write(self._keys, self._file)

    def _rows(self, first: int, batch: ScoredBatch, names: _Names) -> str:
        return encodable(self._file, self._full.rows(first, batch, names))

    def _end(self, corpus: CorpusResult, interval: Interval | None) -> None:
        if not self._segments:
            row = {**corpus_json(corpus), **_interval_values(interval)}
            self._table.write(row, self._file)
            self._table.write(row.values(), self._file)

    def _unscored(self, number: int, _: SegmentScore, name: UnitName | None) -> str:
        named = () if name is None else (name.number, name.id)
        cells = (number, *[None] * (len(SEGMENT_KEYS) - 1), *named)
        return self._table.separator.join(map(self._table.cell, cells)) + self._table.end


class TsvWriter(TableWriter):
    """Writes a table with cells separated by tabs."""

    _table = TABLES["tsv"]


class CsvWriter(TableWriter):
    """Writes a table with cells separated by commas."""

    _table = TABLES["csv"]


class JsonLinesWriter(ScoreWriter):
    """Writes an object on each line: the segments, or else one for the corpus."""

    def __init__(self, file: TextIO, *, segments: bool, units: UnitNames | None = None) -> None:
        """See ``ScoreWriter``."""
        super().__init__(file, segments=segments, units=units)
        self._full = FullRows(
            "{" + ", ".join(f'"{key}": %s' for key in _keys(units)) + "}\n",
            between="",
            unscored=lambda *row: _unscored_object(*row).strip() + "\n",
            text=json.dumps,
        )

    def _begin(self) -> None:
        pass

    def _rows(self, first: int, batch: ScoredBatch, names: _Names) -> str:
        return self._full.rows(first, batch, names)

    def _end(self, corpus: CorpusResult, interval: Interval | None) -> None:
        if not self._segments:
            self._line(json.dumps({**corpus_json(corpus), **_interval_values(interval)}))


class FullRows:
    """Formats rows of ``segment_json``'s values in full precision."""

    def __init__(
        self,
        row: str,
        *,
        between: str,
        unscored: Callable[[int, SegmentScore, UnitName | None], str],
        text: Callable[[str], str],
    ) -> None:
        """Create a writer of rows of one form.

        Args:
            row: a template with ``%s`` for each key.
            between: the separator of rows.
            unscored: the row of a segment that cannot be scored, by its number.
            text: returns a text as a cell.
        """
        self._row = row
        self._text = text
        self._between = between
        self._unscored = unscored
        self._texts = _FloatTexts()

    def rows(self, first: int, batch: ScoredBatch, names: _Names) -> str:
        """Return the rows of consecutive segments, given the number of the first."""
        kernel_rows = _kernel_rows()
        if kernel_rows is not None and names is None and not batch.problems:
            return kernel_rows(
                self._row.split("%s"),
                self._between,
                first,
                segment_numbers(batch),
                segment_truths(batch),
            )
        columns = segment_columns(first, batch, self._texts.__getitem__)
        if names is not None:
            columns += [(name.number for name in names), (self._text(name.id) for name in names)]
        rows = [self._row % row for row in zip(*columns, strict=True)]
        for row in batch.problems:
            name = names[row] if names else None
            rows[row] = self._unscored(first + row, batch[row], name)
        self._texts.forget()
        return self._between.join(rows)


def _kernel_rows() -> "Callable[..., str] | None":
    """Return the kernel's writer of rows of numbers, or None without it.

    The kernel writes them without the interpreter's lock. Writing floats takes Python a third as
    long as scoring the segments, though it remembers the texts of those that come again.
    """
    if chosen_implementation().name != "compiled":
        return None
    from .. import _kernel

    return getattr(_kernel, "segment_rows", None)


def _interval_values(interval: Interval | None) -> dict[str, float]:
    if interval is None:
        return {}
    return {"mean": interval.mean, "lower": interval.lower, "upper": interval.upper}


def _keys(units: UnitNames | None) -> tuple[str, ...]:
    return SEGMENT_KEYS if units is None else (*SEGMENT_KEYS, *KEYS)


def _unscored_object(number: int, score: SegmentScore, name: UnitName | None) -> str:
    named = {} if name is None else {"unit": name.number, "id": name.id}
    return f"    {json.dumps({**segment_json(number, score), **named})}"


class _FloatTexts(dict[float, str]):
    """Cached texts of floats.

    Most measures are fractions of small numbers, which come again and again; to find a text takes
    a fifth of the time that making it does.
    """

    def __missing__(self, number: float) -> str:
        text = self[number] = repr(number)
        return text

    def forget(self) -> None:
        if len(self) > _MAX_CACHED_FLOATS:
            self.clear()


WRITERS: Final[dict[str, type[ScoreWriter]]] = {
    "text": TextWriter,
    "json": JsonWriter,
    "jsonl": JsonLinesWriter,
    "tsv": TsvWriter,
    "csv": CsvWriter,
}
