"""Read texts to compare from line-aligned files, test sets or tables."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from os import PathLike
from os.path import commonprefix
from pathlib import Path, PurePath
from typing import Final

from ..agreement.cells import mistake, name_of, number_of, references_of, text_or_none
from ..agreement.metrics_eval import HUMAN_SCORES, scores_of_systems
from ..agreement.rating_tables import HYPOTHESIS, RATINGS, SEGMENT, SYSTEM, Table
from ..errors import InputError, ParameterError, unknown_name
from ..files.by_id import places_by_id
from ..files.metrics_directory import is_metrics_directory, language_pairs
from ..files.reading import read
from ..files.recognition import is_unit_file
from ..files.rows import Row
from ..files.sides import Sides, language_of_sides
from ..files.systems import complete_units, system_fields
from ..files.tables import is_table, table_rows
from ..files.units import TARGET, UnitFile
from ..text.line_files import STANDARD_INPUT, file_name, read_segments, shown_name
from ..text.numbers import counted
from ..text.side_names import note_on_swapped
from ..text.streams import require_stream
from ..words.languages import known_code
from .columns import Column, column_of
from .texts import ComparedTexts, require_same_segments

_MAX_NAMED_SYSTEMS: Final = 3
"""Systems that a message about missing outputs names."""


def is_test_set(name: str) -> bool:
    """Whether one file or directory holds the systems and the references."""
    return is_table(name) or is_unit_file(name)


def are_unit_files(reference: str, systems: Sequence[str]) -> bool:
    """Whether a reference and its systems are bilingual files, one each."""
    names = [reference, *(_name_and_file(text)[1] for text in systems)]
    return bool(systems) and all(Path(name).is_file() and is_unit_file(name) for name in names)


def read_lines(
    references: Sequence[str | PathLike[str]], systems: Sequence[str | PathLike[str]]
) -> ComparedTexts:
    """Read files that are aligned line by line, or bilingual files of the same units.

    A system is named after its file without the parts that all names share (X and Y of hyp.X.en and
    hyp.Y.en), after its path where two files have the same name, or as in ``NAME=FILE``.

    Args:
        references: names of files.
        systems: names of files.

    Raises:
        InputTypeError: a name is neither a string nor a path, or is given instead of a list.
        InputError: a file cannot be read, is not as long as the others, or is of another kind; or
            no unit has all texts.
        ParameterError: two systems have one name.
    """
    for name, value in (("references", references), ("systems", systems)):
        require_stream(name, value, of="names of files")
    against = list(map(file_name, references))
    files = _named_files(list(map(file_name, systems)))
    names = [*against, *files.values()]
    if names.count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) can stand for one file only")
    bilingual = [is_unit_file(name) for name in names]
    swapped = note_on_swapped(files.values(), against)
    notes = (swapped,) if swapped else ()
    if all(bilingual):
        found = _units_of(against, files)
        return replace(found, notes=(*notes, *found.notes))
    if any(bilingual):
        unit_file, line_file = names[bilingual.index(True)], names[bilingual.index(False)]
        raise InputError(
            f"{unit_file} is a bilingual file, but {line_file} is not; give files of one kind"
        )
    sets = tuple(list(read_segments(name)) for name in against)
    texts = {name: list(read_segments(file)) for name, file in files.items()}
    for name, lines in zip(against[1:], sets[1:], strict=True):
        require_same_segments({shown_name(name): len(lines)}, len(sets[0]))
    require_same_segments({name: len(lines) for name, lines in texts.items()}, len(sets[0]))
    return ComparedTexts(
        systems=texts,
        references=sets,
        title=f"against {', '.join(PurePath(name).name for name in against)}",
        notes=notes,
    )


def _units_of(against: Sequence[str], files: Mapping[str, str]) -> ComparedTexts:
    """Return the final translations of bilingual files, joined by unit ids."""
    leader, *others = (read(name) for name in against)
    sides = [leader, *others, *(read(file) for file in files.values())]
    columns = [
        _final_texts(leader, side, name)
        for side, name in zip(sides, [*against, *files.values()], strict=True)
    ]
    units = [unit for unit in leader.units if unit.facts.is_translatable]
    rows = [
        (unit, texts)
        for unit, *texts in zip(leader.units, *columns, strict=True)
        if unit.facts.is_translatable and None not in texts
    ]
    shown = ", ".join(PurePath(name).name for name in against)
    if not rows:
        raise InputError(f"no unit of {shown} has a final translation in all of the files")
    found = [list(texts) for texts in zip(*(texts for _, texts in rows), strict=True)]
    return ComparedTexts(
        systems=dict(zip(files, found[len(against) :], strict=True)),
        references=tuple(found[: len(against)]),
        ids=tuple(unit.facts.id for unit, _ in rows),
        language=known_code(leader.languages.get(TARGET)),
        title=f"against {shown}",
        notes=_note_on_excluded(
            len(units) - len(rows), len(units), shown, ", which some file has no translation of"
        ),
    )


def _final_texts(leader: UnitFile, file: UnitFile, name: str) -> list[str | None]:
    """Return each unit's final translation in another file, or None."""
    if TARGET not in file.fields:
        raise InputError(
            f"{name} has no final translations to compare: it is a {file.format} file, with the "
            f"fields {', '.join(file.fields) or 'none'}"
        )
    units = list(file.units)
    places = places_by_id(leader.blocks.keys, file.blocks.keys)
    return [None if place is None else units[place].text(TARGET) for place in places]


def read_test_set(
    name: str | PathLike[str],
    *,
    systems: Sequence[str] = (),
    references: Sequence[str] = (),
    language_pair: str | None = None,
    columns: Sequence[str] | None = None,
) -> ComparedTexts:
    """Read WMT's XML, a directory of mt-metrics-eval, another bilingual file, or a table.

    Segments that not all systems have are left out, and counted in a note.

    Args:
        name: of the file or directory.
        systems: names of systems; none for all.
        references: names of references or columns; none for all that are complete.
        language_pair: of a directory: such as ``en-de``; None where it has only one.
        columns: names of ratings and scores of other metrics to read; None for the ratings that
            there are.

    Raises:
        InputTypeError: the name is neither a string nor a path.
        InputError: the file cannot be read, has no systems or no references, or no segment has
            all texts.
        ParameterError: there is no such system or reference.
    """
    name = file_name(name)
    if is_table(name):
        if language_pair is not None:
            raise ParameterError(
                f"a pair of languages is for directories of mt-metrics-eval, which {name} is not"
            )
        return _read_table(name, systems=systems, references=references, columns=columns)
    file = read(name, language_pair=language_pair)
    fields = system_fields(name, file, systems=systems, references=references)
    first = next(iter(fields.systems.values()))
    units = complete_units(name, file, [*fields.systems.values(), *fields.references])
    numbers: tuple[Column, ...] = ()
    if is_metrics_directory(name):
        pair = language_pair or language_pairs(Path(name))[0]
        numbers = tuple(
            _directory_columns(Path(name), pair, list(fields.systems), len(units.found), columns)
        )
    elif columns:
        raise ParameterError(f"{name} has no columns of numbers, only texts")
    lacking = f", which lack {' or '.join(units.lacking)}" if units.lacking else ""
    return ComparedTexts(
        systems={system: units.texts(field) for system, field in fields.systems.items()},
        references=tuple(units.texts(field) for field in fields.references),
        ids=tuple(unit.facts.id for unit in units.found),
        language=known_code(
            language_of_sides(file, Sides(hypothesis=first, references=fields.references))
        ),
        title=f"of {PurePath(name).name} against {', '.join(fields.references)}",
        notes=_note_on_excluded(
            units.all - len(units.found), units.all, PurePath(name).name, lacking
        ),
        columns=numbers,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideTexts:
    """Data beside the outputs of a table, to display.

    Attributes:
        metadata: texts to filter by, one a segment, by the names of columns.
        errors: human error marks in the outputs, one JSON text a segment, by system; empty unless
            requested.
    """

    metadata: Mapping[str, Sequence[str]] = field(default_factory=dict)
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def only(self, rows: Sequence[int]) -> "BesideTexts":
        """Return the data restricted to some segments, by indices from 0."""
        metadata, errors = (
            {name: [texts[row] for row in rows] for name, texts in columns.items()}
            for columns in (self.metadata, self.errors)
        )
        return BesideTexts(metadata=metadata, errors=errors)


def read_beside(
    name: str, texts: ComparedTexts, *, metadata: Sequence[str] = (), errors: str | None = None
) -> BesideTexts:
    """Read the data beside the outputs of a table that ``read_test_set`` read.

    Args:
        name: of the table.
        texts: that were read from it.
        metadata: names of columns; each segment has the text beside the first system's output.
        errors: the name of a column.

    Raises:
        InputError: the file cannot be read, or has no such column.
        ParameterError: the file is not a table.
    """
    columns = [*metadata, *([errors] if errors is not None else [])]
    found = _texts_beside(name, columns, texts) if columns else {}
    first = next(iter(texts.systems))
    return BesideTexts(
        metadata={column: found[column][first] for column in metadata},
        errors=found[errors] if errors is not None else {},
    )


def _texts_beside(
    name: str, columns: Sequence[str], texts: ComparedTexts
) -> dict[str, dict[str, list[str]]]:
    """Return columns of a table as texts, aligned with the outputs read from it.

    Returns:
        By column and system, a text for each segment, empty where missing. Lists and objects of
        JSON Lines are JSON, with their numbers as text.
    """
    if not is_table(name):
        raise ParameterError(f"{name} is no table, and so has no columns; give what they have")
    rows = list(table_rows(name))
    table = Table.of(name, rows)
    system, segment = (table.column(_COLUMNS[key]) for key in ("system", "segment"))
    named = [(column, table.column((), column)) for column in columns]
    places = {segment_name: place for place, segment_name in enumerate(texts.ids)}
    found = {column: {key: [""] * len(texts) for key in texts.systems} for column in columns}
    for row, segment_name in _segments(name, rows, segment, table.document):
        output_system = name_of(name, row, system)
        if segment_name in places and output_system in texts.systems:
            for column, key in named:
                cell = row.cells.get(key)
                text = "" if cell is None else cell
                if not isinstance(text, str):
                    text = json.dumps(_with_objects(text))
                found[column][output_system][places[segment_name]] = text
    return found


def _with_objects(value: object) -> object:
    """Return a JSON value of a row, with lists of pairs as the objects they were."""
    if not isinstance(value, list):
        return value
    if value and all(isinstance(element, tuple) for element in value):
        return {key: _with_objects(element) for key, element in value}
    return [_with_objects(element) for element in value]


def _named_files(given: Sequence[str]) -> dict[str, str]:
    """Return files by the names of systems.

    Raises:
        ParameterError: two have one name.
    """
    named = [_name_and_file(text) for text in given]
    files = [file for name, file in named if not name]
    called = _without_shared_parts([PurePath(file).name for file in files])
    short = dict(zip(files, called, strict=True))
    found: dict[str, str] = {}
    for said, file in named:
        name = said or (file if called.count(short[file]) > 1 else short[file])
        if name in found:
            raise ParameterError(
                f"{file} is the second system that is called {name}; name it apart: NAME={file}"
            )
        found[name] = file
    return found


def _name_and_file(text: str) -> tuple[str, str]:
    """Split NAME=FILE into name and file; the name may be empty."""
    name, equals, file = text.partition("=")
    is_named = equals and name.strip() and file and not Path(text).exists()
    return (name.strip(), file) if is_named else ("", text)


def _without_shared_parts(names: Sequence[str]) -> list[str]:
    """Strip the dot-separated prefix and suffix that all names share."""
    parts = [name.split(".") for name in names]
    fewest = min(map(len, parts), default=0)
    if len(parts) < 2 or fewest < 2:
        return list(names)
    before = len(commonprefix(parts))  # noqa: RUF071  # parts are meant
    after = len(commonprefix([name_parts[::-1] for name_parts in parts]))  # noqa: RUF071  # the same
    before = min(before, fewest - 1)
    after = min(after, fewest - 1 - before)
    return [".".join(name_parts[before : len(name_parts) - after]) for name_parts in parts]


def _directory_columns(
    directory: Path,
    pair: str,
    systems: Sequence[str],
    segments: int,
    requested: Sequence[str] | None,
) -> Iterator[Column]:
    """Yield the human scores of a directory, and requested metric scores.

    Raises:
        InputError: a file is wrong.
        ParameterError: there are no such scores.
    """
    found = {
        path.name.removeprefix(f"{pair}.").removesuffix(".seg.score"): path
        for path in sorted((directory / "human-scores").glob(f"{pair}.*.seg.score"))
    }
    names = (
        [column for column in HUMAN_SCORES if column in found][:1]
        if requested is None
        else requested
    )
    for path in (directory / "metric-scores" / pair).glob("*.seg.score"):
        found.setdefault(path.name.removesuffix(".seg.score"), path)
    for column in names:
        if column not in found:
            raise unknown_name("column", column, found)
        values = scores_of_systems(found[column])
        for system in systems:
            size = len(values.get(system, ())) or segments
            if size != segments:
                raise InputError(
                    f"{found[column]} has {size:,} lines for {system}, but the reference has "
                    f"{segments:,}"
                )
        nothing = [nan] * segments
        yield column_of(column, {system: values.get(system, nothing) for system in systems})


def _read_table(
    name: str,
    *,
    systems: Sequence[str],
    references: Sequence[str],
    columns: Sequence[str] | None,
) -> ComparedTexts:
    rows = list(table_rows(name))
    if not rows:
        raise InputError(f"{shown_name(name)} has no row; the first line names the columns")
    table = Table.of(name, rows)
    against: tuple[str, ...]
    if references:
        against = tuple(table.references(column)[0][0] for column in references)
    else:
        against, _ = table.references(None)
    if columns is None:
        requested: list[str] = [column for column in RATINGS if column in table.columns]
    else:
        requested = [table.column((), column) for column in columns]
    outputs = _outputs(rows, table, against, requested)
    known = list(outputs.texts)
    chosen = list(systems) or known
    for system in chosen:
        if system not in outputs.texts:
            listed = ", ".join(known[:20])
            raise ParameterError(f"{name} has no system {system}; it has {listed}")
    complete = [
        segment
        for segment in outputs.segments
        if segment in outputs.references
        and all(segment in outputs.texts[system] for system in chosen)
    ]
    if not outputs.references:
        raise InputError(f"{shown_name(name)} has no row with {' or '.join(against)}")
    if not complete:
        raise InputError(f"no segment of {name} has outputs of all of {', '.join(chosen)}")
    sets = max(len(outputs.references[segment]) for segment in complete)
    return ComparedTexts(
        systems={
            system: [outputs.texts[system][segment] for segment in complete] for system in chosen
        },
        references=tuple(
            [
                texts[place] if place < len(texts := outputs.references[segment]) else None
                for segment in complete
            ]
            for place in range(sets)
        ),
        ids=tuple(complete),
        title=f"of {PurePath(name).name} against {', '.join(against)}",
        notes=_note_on_excluded(
            len(outputs.segments) - len(complete),
            len(outputs.segments),
            PurePath(name).name,
            _reason_left_out(outputs, chosen, against),
        ),
        columns=tuple(
            column_of(
                column,
                {
                    system: [outputs.numbers[column][system, segment] for segment in complete]
                    for system in chosen
                },
            )
            for column in requested
        ),
    )


def _reason_left_out(outputs: "_Outputs", systems: Sequence[str], against: Sequence[str]) -> str:
    """Explain how many segments lack references or outputs."""
    without_reference = len(outputs.segments) - len(outputs.references)
    reason = f": {without_reference:,} without {' or '.join(against)}" if without_reference else ""
    lacked = {
        system: len(outputs.references.keys() - outputs.texts[system].keys()) for system in systems
    }
    most_lacking = sorted((n, system) for system, n in lacked.items() if n)[::-1]
    if not most_lacking:
        return reason
    lacking = ", ".join(
        f"{system} lacks {number:,}" for number, system in most_lacking[:_MAX_NAMED_SYSTEMS]
    )
    lacking += (
        f" and {len(most_lacking) - _MAX_NAMED_SYSTEMS:,} more lack some"
        if len(most_lacking) > _MAX_NAMED_SYSTEMS
        else ""
    )
    join, which = ("; ", "the others") if reason else (": ", "them")
    return f"{reason}{join}not all systems have {which} ({lacking})"


class _Outputs:
    def __init__(self) -> None:
        self.segments: dict[str, None] = {}  # all of them, in their order
        self.texts: dict[str, dict[str, str]] = {}  # by system and segment
        self.references: dict[str, tuple[str, ...]] = {}  # by segment
        self.numbers: dict[str, dict[tuple[str, str], float]] = {}  # by column, system and segment


def _outputs(
    rows: Sequence[Row], table: Table, against: tuple[str, ...], numbers: Sequence[str]
) -> _Outputs:
    """Return the outputs of a table.

    Rows without a hypothesis are skipped; rows without a reference share that of other rows.

    Raises:
        InputError: a system has two outputs of a segment, or a segment has different references.
    """
    columns = {key: table.column(names) for key, names in _COLUMNS.items()}
    found, lines = _Outputs(), dict[tuple[str, str], int]()
    for row, segment in _segments(table.name, rows, columns["segment"], table.document):
        system = name_of(table.name, row, columns["system"])
        if (before := lines.setdefault((system, segment), row.line)) != row.line:
            raise mistake(
                table.name,
                row.line,
                f"{system} has another output of segment {segment}, which line {before} has "
                "already; leave one out",
            )
        found.segments[segment] = None
        outputs = found.texts.setdefault(system, {})
        if (hypothesis := text_or_none(table.name, row, columns["hypothesis"])) is not None:
            outputs[segment] = hypothesis
        for column in numbers:
            value = number_of(table.name, row, column)
            found.numbers.setdefault(column, {})[system, segment] = value
        texts = references_of(table.name, row, against)
        if texts and found.references.setdefault(segment, texts) != texts:
            raise mistake(
                table.name,
                row.line,
                f"segment {segment} has another reference here than in an earlier line; systems "
                "are compared against the same references",
            )
    return found


_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "system": SYSTEM,
    "segment": SEGMENT,
    "hypothesis": HYPOTHESIS,
}


def _segments(
    name: str, rows: Sequence[Row], column: str, document: str | None
) -> Iterator[tuple[Row, str]]:
    """Yield rows with segment names, prefixed by document if there are several."""
    documents = (
        set() if document is None else {row.cells.get(document) for row in rows} - {None, ""}
    )
    for row in rows:
        segment = name_of(name, row, column)
        within = row.cells.get(document) if document is not None and len(documents) > 1 else None
        yield row, f"{within}:{segment}" if within else segment


def _note_on_excluded(number: int, total: int, name: str, reason: str) -> tuple[str, ...]:
    if not number:
        return ()
    verb = "is" if number == 1 else "are"
    segments = counted(total, "segment", "segments")
    return (f"{number:,} of {segments} of {name} {verb} left out{reason}",)
