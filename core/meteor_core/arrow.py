"""Scoring tables in Arrow's format: from columns of texts to columns of scores.

Engines that work through more text than memory holds (Spark, DuckDB, Polars, Ray and others) hand
batches of Arrow's columns to Python, and take such batches back. ``ArrowScorer`` is the function
in between: it keeps the columns of a batch and appends scores, and the counts behind them, which
add up to the score of any group of rows.

Data raises no error here: a row that cannot be scored has a status that says why, and nulls. A
table without the columns that were named is an error.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count, islice
from operator import is_
from typing import Any, Final, TypeAlias, TypeVar, Unpack, cast

from .batch.batch import MEASURES, ScoredBatch
from .errors import InputError, InputTypeError, ParameterError, missing_extra, refuse_unknown
from .meteor import Meteor
from .options import OPTIONS, MeteorArguments, MeteorOptions
from .score.frames import arrow_array
from .score.results import CorpusResult, nan_without_segments
from .score.statistics import Statistics, count_names
from .text.streams import require_stream

try:
    import pyarrow as pa
    import pyarrow.compute as pc
except ModuleNotFoundError as error:
    raise missing_extra("tables need", error.name, "arrow") from None

STATUSES: Final = ("scored", "no_hypothesis", "no_reference", "too_long", "too_many_matches")
"""Possible statuses of a row."""

_SCORED, _NO_HYPOTHESIS, _NO_REFERENCE, _TOO_LONG, _TOO_MANY_MATCHES = range(len(STATUSES))

_TEXT_TYPES: Final = (
    pa.types.is_string,
    pa.types.is_large_string,
    pa.types.is_string_view,
    pa.types.is_null,  # what engines make of a batch in which every row is null
)

_LIST_TYPES: Final = (
    pa.types.is_list,
    pa.types.is_large_list,
    pa.types.is_list_view,
    pa.types.is_large_list_view,
    pa.types.is_fixed_size_list,
)

_TABLE_ROWS: Final = 65_536
"""Rows of a table that are scored at a time, so that few texts are held twice."""

_WORTH_MERGING: Final = 0.75
"""Share of different hypotheses below which looking for equal rows costs less than it saves."""


Data = TypeVar("Data", bound="pa.RecordBatch | pa.Table")
"""A batch or a table; results have the same type, with columns appended."""

_Segment: TypeAlias = tuple[str, tuple[str, ...]]
"""A hypothesis and its references."""


class ArrowScorer:
    """Append scores to the batches of a table.

    It holds nothing but names and options, so that an engine can send it to its workers; each
    process makes its ``Meteor`` when the first batch comes, once. Threads can share it.

    Appended are, under a prefix: ``status``; the measures ``score``, ``precision``, ``recall``,
    ``f_mean``, ``fragmentation`` and ``penalty``; ``shortfall``; ``reference``, the index of the
    best one, from 0; the counts that ``sums`` names; and ``signature``, equal in every row, with
    ``nrefs:var`` unless there is one column of texts. They are flat columns, not one struct: SQL,
    pandas, Ray and Arrow's own ``group_by`` all sum columns, but some of them cannot sum fields of
    a struct.

    >>> import pyarrow as pa
    >>> texts = {"hypothesis": ["We danced with glee"], "reference": ["We danced with joy"]}
    >>> ArrowScorer()(pa.table(texts)).column("meteor_chunks").to_pylist()
    [1]
    """

    __slots__ = (
        "_options",
        "character_limit",
        "dictionaries",
        "hypothesis",
        "prefix",
        "references",
    )

    def __init__(
        self,
        *,
        hypothesis: str = "hypothesis",
        references: str | Sequence[str] = "reference",
        prefix: str = "meteor_",
        character_limit: int | None = None,
        dictionaries: bool = True,
        **options: Unpack[MeteorArguments],
    ) -> None:
        """Create a scorer and check its options.

        Args:
            hypothesis: name of the column of hypotheses.
            references: name of the column of references, which holds a text for each row, or a
                list of texts of any length; or names of several columns of texts. The best
                reference counts. A null is no reference; a blank text is one.
            prefix: the beginning of the names of appended columns.
            character_limit: code points of the longest text that is scored. There is no limit
                by default: ``budget`` bounds the work on a segment.
            dictionaries: append ``status`` and ``signature`` as dictionary-encoded columns, which
                take a few bytes a row. Spark cannot read them; say False there.
            options: those of ``Meteor``.

        Raises:
            ParameterError: an option of ``Meteor`` is wrong, there is no name of a column of
                references, or the limit is negative.
        """
        refuse_unknown(options, OPTIONS, of="ArrowScorer and Meteor")
        if not isinstance(references, str):
            require_stream("references", references)
        self.hypothesis: Final[str] = hypothesis
        self.references: Final[tuple[str, ...]] = (
            (references,) if isinstance(references, str) else tuple(references)
        )
        self.prefix: Final[str] = prefix
        self.character_limit: Final[int | None] = character_limit
        self.dictionaries: Final[bool] = dictionaries
        hashable = {name: _hashable(value) for name, value in options.items()}
        self._options = MeteorOptions(**hashable)  # type: ignore[arg-type]  # of these names
        if not self.references:
            raise ParameterError("references names no column; give at least one")
        if character_limit is not None and character_limit < 0:
            raise ParameterError(f"character_limit must be 0 or more, got {character_limit}")
        _ = self.meteor  # refuses a wrong option here, before a worker does

    @property
    def meteor(self) -> Meteor:
        """This process's scorer with these options.

        Raises:
            MeteorError: it cannot be made here; see ``Meteor``.
        """
        return _meteor(self._options, os.getpid())

    def __call__(self, data: Data) -> Data:
        """Score a ``pyarrow.RecordBatch`` or a ``pyarrow.Table``.

        Returns:
            An object of the input's type, with its rows and columns and the appended ones.
            ``data`` is not changed.

        Raises:
            InputTypeError: ``data`` is neither.
            InputError: see ``schema``.
        """
        if isinstance(data, pa.RecordBatch):
            return cast("Data", self._scored(data, self.schema(data.schema)))
        if not isinstance(data, pa.Table):
            raise InputTypeError(
                f"data must be a pyarrow.RecordBatch or a Table, not {type(data).__name__}"
            )
        schema = self.schema(data.schema)
        batches = data.to_batches(max_chunksize=_TABLE_ROWS)
        table = pa.Table.from_batches([self._scored(batch, schema) for batch in batches], schema)
        return cast("Data", table)

    def map_batches(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Score batch after batch, in constant memory. Spark's ``mapInArrow`` takes this method.

        Args:
            batches: of type ``pyarrow.RecordBatch``, in order.

        Raises:
            InputTypeError: a batch is not a ``pyarrow.RecordBatch``.
            InputError: see ``schema``.
        """
        return map(self, batches)

    def reader(self, source: Any) -> Any:
        """Score a stream while it is read, in constant memory.

        Args:
            source: anything that streams Arrow (has ``__arrow_c_stream__``), for example a
                ``pyarrow.RecordBatchReader``, a DuckDB relation or a Polars frame.

        Returns:
            A ``pyarrow.RecordBatchReader``.

        Raises:
            InputTypeError: ``source`` streams no Arrow.
            InputError: see ``schema``.
        """
        if not hasattr(source, "__arrow_c_stream__"):
            raise InputTypeError(f"a source must stream Arrow; {type(source).__name__} does not")
        batches = pa.RecordBatchReader.from_stream(source)
        schema = self.schema(batches.schema)
        return pa.RecordBatchReader.from_batches(schema, self.map_batches(batches))

    def schema(self, schema: Any) -> Any:
        """Return the ``pyarrow.Schema`` of the result for a table with the given schema.

        Its metadata holds the signature, under the name of the column of signatures.

        Raises:
            InputError: a column of texts is missing or holds something else, or the table has
                a column with the name of one that is appended.
        """
        self.check_columns(schema)
        appended = self._appended()
        taken = sorted(set(schema.names) & set(appended.names))
        if taken:
            raise InputError(
                f"the table has a column '{taken[0]}' already; choose another prefix than "
                f"'{self.prefix}'"
            )
        signature = {self.prefix + "signature": self._signature_of(schema)}
        return pa.schema([*schema, *appended], metadata={**(schema.metadata or {}), **signature})

    @property
    def ddl(self) -> str:
        """Return the appended columns as a schema of Spark SQL."""
        names = {pa.float64(): "DOUBLE", pa.int64(): "BIGINT"}
        return ", ".join(
            f"`{field.name}` {names.get(field.type, 'STRING')}" for field in self._appended()
        )

    @property
    def sums(self) -> tuple[str, ...]:
        """Names of the columns of counts, whose sums are what a group of rows is scored from.

        ``shortfall`` adds up as well, but is no count: its sum is that of the group's shortfalls.
        """
        return tuple(self.prefix + name for name in _sum_names(self._stages()))

    def corpus_result(
        self, sums: Mapping[str, Any], *, references: int | None = None
    ) -> CorpusResult:
        """Return the score of a group of rows, from the sums of their counts.

        The parameters need not be those that the rows were scored with: no alignment depends on
        them. (With several references, which of them counts does.) The result's ``shortfall`` is
        None: it is the sum of the column, for the parameters that the rows were scored with.

        Args:
            sums: a number for each name in ``sums``; other names are ignored. Null, which SQL
                returns for a sum of no rows, counts as 0; the score of no rows is NaN.
            references: how many each row had, for the signature. By default it says ``var``
                unless the sums tell.

        Raises:
            InputError: a name is missing, or a value is not a whole number.
        """
        stages = self._stages()
        counts = {name: self._whole(sums, name) for name in _sum_names(stages)}
        statistics = Statistics.of_counts(
            [counts[name] for name in count_names(stages)], segments=counts["segments"]
        )
        if references is None:
            references = self._references_of_each(counts["references"], statistics.segments)
        return nan_without_segments(self.meteor.corpus_result(statistics, references=references))

    def _whole(self, sums: Mapping[str, Any], name: str) -> int:
        column = self.prefix + name
        if column not in sums:
            raise InputError(f"there is no '{column}' among the sums; `sums` names all of them")
        value = sums[column]
        if value is None:
            return 0
        try:
            whole = int(value)  # engines have decimals and floats for large sums
        except (TypeError, ValueError, OverflowError):
            whole = None
        if whole is None or whole != value:
            raise InputError(f"the sum of '{column}' is {value!r}, but must be a whole number")
        return whole

    def _references_of_each(self, references: int, segments: int) -> int | None:
        """Return how many references every segment had; None if the numbers differ, or might.

        A segment has one or more, and no more than there are columns of texts.
        """
        for each in (len(self.references), 1):
            if references == each * segments:
                return each
        return None

    def _signature_of(self, schema: Any) -> str:
        one = len(self.references) == 1 and not _is_list(schema.field(self.references[0]).type)
        return str(self.meteor.signature(1 if one else None))

    def _stages(self) -> tuple[str, ...]:
        return tuple(stage.name for stage in self.meteor.configuration.stages)

    def _appended(self) -> Any:
        text = pa.dictionary(pa.int32(), pa.string()) if self.dictionaries else pa.string()
        types = {
            "status": text,
            **dict.fromkeys((*MEASURES, "shortfall"), pa.float64()),
            "reference": pa.int64(),
            **dict.fromkeys(_sum_names(self._stages()), pa.int64()),
            "signature": text,
        }
        return pa.schema([(self.prefix + name, type_) for name, type_ in types.items()])

    def check_columns(self, schema: Any) -> None:
        """Reject a table that lacks a column of texts.

        Raises:
            InputError: a column is missing, or holds something else.
        """
        for name in (self.hypothesis, *self.references):
            if len(schema.get_all_field_indices(name)) != 1:
                names = ", ".join(map(repr, schema.names))
                raise InputError(f"the table needs one column '{name}'; its columns are: {names}")
            type_ = schema.field(name).type
            lists = _is_list(type_) and self.references == (name,) and name != self.hypothesis
            if not _is_text(type_.value_type if lists else type_):
                raise InputError(f"column '{name}' holds {type_}, but must hold texts")

    def _scored(self, batch: Any, schema: Any) -> Any:
        columns = self._columns(batch)
        first = pa.repeat(pa.scalar(0, pa.int32()), batch.num_rows)
        columns["signature"] = _encoded(first, [self._signature_of(batch.schema)])
        appended = [
            columns[field.name.removeprefix(self.prefix)].cast(field.type)
            for field in self._appended()
        ]
        return pa.RecordBatch.from_arrays([*batch.columns, *appended], schema=schema)

    def segments(self, batch: Any) -> list[tuple[str | None, tuple[str | None, ...]]]:
        """Return the hypothesis and the references of each row; None if missing."""
        hypotheses = _texts(batch.column(self.hypothesis))
        references = [batch.column(name) for name in self.references]
        if _is_list(references[0].type):
            listed = _lists_of_texts(references[0])
        else:
            listed = list(zip(*map(_texts, references), strict=True))
        return list(zip(hypotheses, listed, strict=True))

    def _columns(self, batch: Any) -> dict[str, Any]:
        hypotheses = _texts(batch.column(self.hypothesis))
        references = [batch.column(name) for name in self.references]
        if _is_list(references[0].type):
            return self._columns_of_any(hypotheses, _lists_of_texts(references[0]))
        sets = [_texts(column) for column in references]
        if self.character_limit is None and not _has_repeats(hypotheses):
            complete = not any(None in texts for texts in (hypotheses, *sets))
            if complete:
                return self._columns_of_complete(
                    cast("list[str]", hypotheses), cast("list[list[str]]", sets)
                )
        return self._columns_of_any(hypotheses, list(zip(*sets, strict=True)))

    def _columns_of_complete(
        self, hypotheses: Sequence[str], sets: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        """Return the columns where every row is scored as it is, without a step for each row."""
        columns = _counts_and_measures(self.meteor.batch(hypotheses, sets), len(sets))
        statuses = pa.repeat(pa.scalar(_SCORED, pa.int32()), len(hypotheses))
        columns["status"] = _encoded(_told_apart(statuses, columns), STATUSES)
        return columns

    def _columns_of_any(
        self, hypotheses: Sequence[str | None], listed: Sequence[tuple[str | None, ...]]
    ) -> dict[str, Any]:
        present = [_present(texts) for texts in listed]
        statuses = list(map(self._status, hypotheses, present))
        segments, places = _merged(
            [
                (cast("str", hypothesis), texts) if status == _SCORED else None
                for hypothesis, texts, status in zip(hypotheses, present, statuses, strict=True)
            ]
        )
        scores = _scores(self.meteor, segments)
        if len(segments) != len(places):
            scores = scores.take(pa.array(places, pa.int64()))
        columns = dict(zip(scores.schema.names, scores.columns, strict=True))
        columns["reference"] = _as_listed(columns["reference"], listed, present)
        told_apart = _told_apart(pa.array(statuses, pa.int32()), columns)
        columns["status"] = _encoded(told_apart, STATUSES)
        return columns

    def _status(self, hypothesis: str | None, references: tuple[str, ...]) -> int:
        if hypothesis is None:
            return _NO_HYPOTHESIS
        if not references:
            return _NO_REFERENCE
        limit = self.character_limit
        if limit is not None and max(map(len, (hypothesis, *references))) > limit:
            return _TOO_LONG
        return _SCORED


@lru_cache(maxsize=16)
def _meteor(options: MeteorOptions, process: int) -> Meteor:
    """Return a process's scorer; a child does not reuse its parent's, which may be in use."""
    return Meteor(**options.arguments())


def _hashable(value: object) -> object:
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _sum_names(stages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of counts, which add up."""
    return ("segments", "references", "matches", "chunk_gap", *count_names(stages))


def _is_text(type_: Any) -> bool:
    if pa.types.is_dictionary(type_):
        type_ = type_.value_type
    return any(is_type(type_) for is_type in _TEXT_TYPES)


def _is_list(type_: Any) -> bool:
    return any(is_type(type_) for is_type in _LIST_TYPES)


def _texts(column: Any) -> list[str | None]:
    """Return a column's texts; None for bytes that are not UTF-8, which Arrow does not check."""
    try:
        return cast("list[str | None]", column.to_pylist())
    except UnicodeDecodeError:
        return [_text(value) for value in column]


def _text(value: Any) -> str | None:
    try:
        return cast("str | None", value.as_py())
    except UnicodeDecodeError:
        return None


def _lists_of_texts(column: Any) -> list[tuple[str | None, ...]]:
    lengths = pc.list_value_length(column).to_pylist()
    texts = iter(_texts(column.flatten()))  # without those under a null
    return [tuple(islice(texts, length or 0)) for length in lengths]


def _has_repeats(hypotheses: Sequence[str | None]) -> bool:
    """Return whether enough hypotheses are equal for deduplication to save time."""
    return len(set(hypotheses)) < _WORTH_MERGING * len(hypotheses)


def _present(texts: tuple[str | None, ...]) -> tuple[str, ...]:
    if None in texts:
        return tuple(text for text in texts if text is not None)
    return cast("tuple[str, ...]", texts)


def _merged(rows: Sequence[_Segment | None]) -> tuple[Sequence[_Segment], list[int | None]]:
    """Return the distinct segments to score, and for each row its place among them."""
    segments = [row for row in rows if row is not None]
    if _has_repeats([hypothesis for hypothesis, _ in segments]):
        numbers: dict[_Segment, int] = {}
        places = [None if row is None else numbers.setdefault(row, len(numbers)) for row in rows]
        return list(numbers), places
    in_order = count()
    return segments, [None if row is None else next(in_order) for row in rows]


def _scores(meteor: Meteor, segments: Sequence[_Segment]) -> Any:
    """Measures and counts of the segments, a row for each, in their order."""
    lengths = {len(references) for _, references in segments}
    if len(lengths) < 2:
        return _scores_of_alike(meteor, segments)
    places: dict[int, list[int]] = {length: [] for length in sorted(lengths)}
    for place, (_, references) in enumerate(segments):
        places[len(references)].append(place)
    parts = [
        _scores_of_alike(meteor, [segments[place] for place in alike]) for alike in places.values()
    ]
    order = pa.array(chain.from_iterable(places.values()), pa.int64())
    table = pa.Table.from_batches(parts).take(pc.sort_indices(order))
    (scores,) = table.combine_chunks().to_batches()
    return scores


def _scores_of_alike(meteor: Meteor, segments: Sequence[_Segment]) -> Any:
    """Return measures and counts of segments that have equally many references."""
    references = len(segments[0][1]) if segments else 1
    sets = [[texts[number] for _, texts in segments] for number in range(references)]
    batch = meteor.batch([hypothesis for hypothesis, _ in segments], sets)
    return pa.RecordBatch.from_pydict(_counts_and_measures(batch, references))


def _counts_and_measures(batch: ScoredBatch, references: int) -> dict[str, Any]:
    """Return the columns of a batch under this module's names; they share its memory.

    Null where a segment cannot be scored.
    """
    columns = {name: arrow_array(column) for name, column in batch.columns().items()}
    columns["segments"] = pa.repeat(pa.scalar(1, pa.int64()), len(batch))
    columns["references"] = pa.repeat(pa.scalar(references, pa.int64()), len(batch))
    if batch.problems:
        rows = pa.array([None if r in batch.problems else r for r in range(len(batch))], pa.int64())
        return {name: column.take(rows) for name, column in columns.items()}
    return columns


def _told_apart(statuses: Any, columns: Mapping[str, Any]) -> Any:
    """Return the statuses, corrected for rows that turned out to have too many matches."""
    unscored = pc.and_(pc.equal(statuses, _SCORED), pc.is_null(columns["score"]))
    return pc.if_else(unscored, pa.scalar(_TOO_MANY_MATCHES, pa.int32()), statuses)


def _encoded(numbers: Any, texts: Iterable[str]) -> Any:
    return pa.DictionaryArray.from_arrays(numbers, pa.array(texts, pa.string()))


def _as_listed(
    chosen: Any, listed: Sequence[tuple[str | None, ...]], present: Sequence[tuple[str, ...]]
) -> Any:
    """Return the places of the chosen references, including nulls between them."""
    if all(map(is_, listed, present)):
        return chosen
    places = chosen.to_pylist()
    for row, place in enumerate(places):
        if place is not None:
            texts = listed[row]
            places[row] = [number for number, text in enumerate(texts) if text is not None][place]
    return pa.array(places, pa.int64())
