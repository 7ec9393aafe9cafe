"""Write Parquet files: a table with its scores, or rows."""

import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from ..arrow import ArrowScorer
from ..files.tables import is_parquet, opened_parquet
from ..options import MeteorOptions
from ..runtime.writing import whole_file
from ..text.numbers import counted
from .progress import show_progress
from .segment_blocks import Source
from .table_files import HYPOTHESIS, REFERENCE

if TYPE_CHECKING:
    import argparse

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

_ROWS_PER_BATCH: Final = 4096
"""Rows that are scored at a time."""

_ROWS_PER_GROUP: Final = 65_536
"""Rows that are written together."""


def write_scores(
    arguments: "argparse.Namespace", source: Source, options: MeteorOptions, *, jobs: int
) -> float:
    """Write the table with its scores, and return the corpus score.

    Of a table in Parquet all columns are kept; of other files there are the number of each
    segment, its unit and id if it has them, the hypothesis and a list of references.

    Args:
        arguments: of ``score``.
        source: the opened input, which is read unless it is one of Parquet.
        options: of the scorer.
        jobs: how many batches are scored at the same time.

    Raises:
        InputError: a file cannot be read or written.
    """
    name = arguments.hypothesis
    hypothesis, references = HYPOTHESIS, (REFERENCE,)
    if is_parquet(name):
        hypothesis = arguments.hypothesis_field or HYPOTHESIS
        references = tuple(arguments.reference_fields) or references
        file = opened_parquet(name)
        schema, batches = file.schema_arrow, file.iter_batches(batch_size=_ROWS_PER_BATCH)
    else:
        schema, batches = _schema(source), _batches(source)
    scorer = ArrowScorer(hypothesis=hypothesis, references=references, **options.arguments())
    sums: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    with (
        whole_file(arguments.output, follow=True) as output,
        pq.ParquetWriter(output, scorer.schema(schema)) as writer,
        show_progress(source.expected, hidden=False) as progress,
    ):
        for scored in _groups(progress.count(_scored(scorer, batches, jobs))):
            writer.write_table(scored)
            for column in scorer.sums:
                sums[column] += pc.sum(scored.column(column)).as_py() or 0
            statuses.update(scored.column(f"{scorer.prefix}status").to_pylist())
    _report_unscored(statuses)
    return scorer.corpus_result(sums).score


def write_rows(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows with equal keys and uniform types of values, or None.

    Raises:
        InputError: the file cannot be written.
    """
    columns = {key: [row[key] for row in rows] for key in (rows[0] if rows else ())}
    arrays = {
        key: pa.array(values, pa.float64() if all(value is None for value in values) else None)
        for key, values in columns.items()
    }
    with whole_file(name, follow=True) as output:
        pq.write_table(pa.table(arrays), output)


def _scored(scorer: ArrowScorer, batches: Iterator[Any], jobs: int) -> Iterator[Any]:
    """Yield scored batches in order, with a few in progress."""
    if jobs == 1:
        yield from scorer.map_batches(batches)
        return
    waiting: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        for batch in batches:
            waiting.append(pool.submit(scorer, batch))
            if len(waiting) > jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _groups(batches: Iterator[Any]) -> Iterator[Any]:
    """Merge batches into larger tables: files of small row groups are slow to read."""
    waiting: list[Any] = []
    for batch in batches:
        waiting.append(batch)
        if sum(part.num_rows for part in waiting) >= _ROWS_PER_GROUP:
            yield pa.Table.from_batches(waiting)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def _schema(source: Source) -> Any:
    named = [("unit", pa.int64()), ("id", pa.string())] if source.units else []
    texts = [(HYPOTHESIS, pa.string()), (REFERENCE, pa.list_(pa.string()))]
    return pa.schema([("segment", pa.int64()), *named, *texts])


def _batches(source: Source) -> Iterator[Any]:
    schema, first = _schema(source), 1
    for block in source.blocks:
        size = len(block.hypotheses)
        columns: dict[str, Any] = {
            "segment": range(first, first + size),
            HYPOTHESIS: list(block.hypotheses),
            REFERENCE: list(zip(*block.references, strict=True)),
        }
        if source.units:
            names = source.units.next_names(size)
            columns["unit"] = [name.number for name in names]
            columns["id"] = [name.id for name in names]
        first += size
        if size:
            yield pa.RecordBatch.from_pydict(columns, schema=schema)


def _report_unscored(statuses: Counter[str]) -> None:
    """Report the number of unscored rows on standard error, if there are any."""
    unscored = {status: count for status, count in statuses.items() if status != "scored"}
    if unscored:
        why = ", ".join(f"{count:,} {status}" for status, count in sorted(unscored.items()))
        total = counted(sum(unscored.values()), "row is", "rows are")
        print(f"meteorscope: {total} not scored: {why}", file=sys.stderr)
