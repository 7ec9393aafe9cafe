"""Units of a bilingual file, and their texts by field.

Whatever a file has a hundred thousand of is a tuple, which takes a third of a dataclass's time.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise, repeat
from operator import itemgetter
from typing import Any, ClassVar, Final, NamedTuple, Protocol, overload

from ..errors import ResourceError, missing_extra
from .by_id import UnitKey, file_of
from .placed_text import Place, PlacedText

SOURCE: Final = "source"
MT: Final = "mt"
TARGET: Final = "target"

_OF_TEST_SETS: Final = frozenset({"hyp", "ref"})
"""Kinds of fields whose texts may be empty: a system's output may be."""


class Facts(NamedTuple):
    """A unit's data besides its texts.

    Attributes:
        id: in the file; may be empty.
        state: of the target, as the file spells it, such as "translated".
        origin: of the target, as the file spells it: "mt", "tm", "interactive", ...
        origin_before: of the text that was edited: of ``MT`` if present, or, in SDLXLIFF, of one
            that the file no longer has.
        is_final: whether the file marks the target as finished: approved, signed off, final.
        notes: left by people or tools.
        editing_seconds: time spent on editing, if recorded.
        thinking_seconds: time spent on reading before, if recorded.
        is_translatable: whether the unit is to be translated; others are shown and not scored.
        is_plural_form: whether it is one of several translations, by a number.
    """

    id: str
    state: str | None = None
    origin: str | None = None
    origin_before: str | None = None
    is_final: bool = False
    notes: tuple[str, ...] = ()
    editing_seconds: float | None = None
    thinking_seconds: float | None = None
    is_translatable: bool = True
    is_plural_form: bool = False


class Unit(NamedTuple):
    """The texts of one segment.

    Attributes:
        facts: other data of the unit.
        texts: by field; missing fields are left out.
    """

    facts: Facts
    texts: Mapping[str, str]

    def text(self, field: str) -> str | None:
        """Return the text of a field to compare; None if missing.

        In bilingual files and memories, blank texts count as missing: they are not translated yet.
        """
        text = self.texts.get(field)
        if not text or text.isspace():
            return text if field.partition(":")[0] in _OF_TEST_SETS else None
        return text


class Block(NamedTuple):
    """A part of a file that can be parsed by itself, and its units.

    Attributes:
        start: in the file.
        end: behind it.
        around: its context: text to parse before the block, on one line.
        units: in order; usually one.
    """

    start: Place
    end: Place
    around: str
    units: tuple[Unit, ...]


class TemplateProtocol(Protocol):
    """Common structure of blocks that differ in some strings only, their *slots*."""

    @property
    def size(self) -> int:
        """Return the number of units in each block."""
        ...

    @property
    def fields(self) -> Sequence[tuple[str, ...]]:
        """Return the names of the texts of each unit."""
        ...

    @property
    def is_translatable(self) -> bool:
        """Return whether all units are to be translated."""
        ...

    @property
    def are_final(self) -> Sequence[bool]:
        """Return for each unit whether its target is finished."""
        ...

    def units(self, slots: Sequence[str]) -> tuple[Unit, ...]:
        """Return the units of a block."""
        ...

    def texts(self, blocks: Sequence[Sequence[str]], field: str) -> list[str]:
        """Return the texts of a field of all units in blocks; empty if missing."""
        ...

    def places(self, lines: Sequence[str]) -> list[Mapping[str, PlacedText]] | None:
        """Return for each unit of a block the texts with their places, by field.

        None if texts have markup, and a parser has to locate them.
        """
        ...


class Blocks(Sequence[Block]):
    """The blocks of a file, as columns; ``Block`` objects are created on access.

    Attributes:
        first_lines: first line of each block.
        last_lines: last line of each block.
    """

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        """Collect blocks."""
        self.first_lines: list[int] = []
        self.last_lines: list[int] = []
        self._first_columns: list[int] = []
        self._last_columns: list[int] = []
        self._around: list[str] = []
        self._contents: list[Sequence[Any]] = []  # slots, or units without a template
        self._runs: list[tuple[int, TemplateProtocol | None]] = []  # first block and template
        for block in blocks:
            self.add(block)

    def add(self, block: Block) -> None:
        """Append a block."""
        start, end, around, units = block
        self.add_by_template(
            None, around, (units,), [(coordinate,) for coordinate in (*start, *end)]
        )

    def add_by_template(
        self,
        template: TemplateProtocol | None,
        around: str,
        contents: Sequence[Sequence[Any]],
        places: Sequence[Sequence[int]],
    ) -> None:
        """Append blocks of one template.

        Args:
            template: the template; None for blocks with units.
            around: context of each block.
            contents: the slots of each block, or its units.
            places: columns of first lines, first columns, last lines and columns behind the blocks.
        """
        if not self._runs or self._runs[-1][1] is not template:
            self._runs.append((len(self), template))
        self._contents += contents
        self._around += [around] * len(contents)
        columns = (self.first_lines, self._first_columns, self.last_lines, self._last_columns)
        for column, more in zip(columns, places, strict=True):
            column.extend(more)

    def __len__(self) -> int:
        return len(self._contents)

    @overload
    def __getitem__(self, number: int) -> Block: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Block]: ...

    def __getitem__(self, number: int | slice) -> Block | Sequence[Block]:
        """Return a block, or several."""
        if isinstance(number, slice):
            return [self[index] for index in range(len(self))[number]]
        number = range(len(self))[number]
        start, end = self.start(number), self.end(number)
        return Block(start, end, self._around[number], self.units_of(number))

    def start(self, number: int) -> Place:
        """Return the start of a block."""
        return Place(self.first_lines[number], self._first_columns[number])

    def end(self, number: int) -> Place:
        """Return the place behind a block."""
        return Place(self.last_lines[number], self._last_columns[number])

    def units_of(self, number: int) -> tuple[Unit, ...]:
        """Return the units of a block."""
        template, content = self.template_of(number), self._contents[number]
        return tuple(content) if template is None else template.units(content)

    def around(self, number: int) -> str:
        """Return the context of a block."""
        return self._around[number]

    @property
    def keys(self) -> list[UnitKey]:
        """Return the keys of all units, in order."""
        files = chain.from_iterable(
            repeat(file_of(around), size)
            for around, size in zip(self._around, self.sizes, strict=True)
        )
        ids = (unit.facts.id for unit in self.units)
        return list(map(UnitKey, files, ids))

    def template_of(self, number: int) -> TemplateProtocol | None:
        """Return the template of a block; None if it was added with units."""
        return self._runs[bisect_right(self._runs, number, key=itemgetter(0)) - 1][1]

    def __eq__(self, other: object) -> bool:
        """Return whether blocks are equal, however they are stored."""
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # mutable

    def _parts(self) -> Iterator[tuple[TemplateProtocol | None, list[Sequence[Any]]]]:
        """Yield the contents of blocks with their template."""
        for (first, template), (end, _) in pairwise([*self._runs, (len(self), None)]):
            yield template, self._contents[first:end]

    @property
    def units(self) -> Iterator[Unit]:
        """Yield all units, in order."""
        for template, contents in self._parts():
            for content in contents:
                yield from content if template is None else template.units(content)

    @property
    def sizes(self) -> list[int]:
        """Return the number of units in each block."""
        found: list[int] = []
        for template, contents in self._parts():
            found += map(len, contents) if template is None else [template.size] * len(contents)
        return found

    def texts(self, field: str) -> list[str]:
        """Return the texts of a field of all units; empty if missing."""
        found: list[str] = []
        for template, contents in self._parts():
            if template is None:
                units: Iterator[Unit] = chain.from_iterable(contents)
                found += [unit.texts.get(field, "") for unit in units]
            else:
                found += template.texts(contents, field)
        return found

    @property
    def fields(self) -> Sequence[str]:
        """Return the names of all texts of any unit, in order of appearance."""
        found: dict[str, None] = {}
        for template, contents in self._parts():
            names: Iterable[Iterable[str]] = (
                (unit.texts for units in contents for unit in units)
                if template is None
                else template.fields
            )
            found.update(dict.fromkeys(chain.from_iterable(names)))
        return list(found)

    @property
    def are_final(self) -> list[bool]:
        """Return for each unit whether its target is finished."""
        found: list[bool] = []
        for template, contents in self._parts():
            if template is None:
                found += [unit.facts.is_final for units in contents for unit in units]
            else:
                found += [*template.are_final] * len(contents)
        return found

    @property
    def is_translatable(self) -> bool:
        """Return whether all units are to be translated."""
        return all(
            all(unit.facts.is_translatable for units in contents for unit in units)
            if template is None
            else template.is_translatable
            for template, contents in self._parts()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Where and why a file cannot be read further.

    Attributes:
        place: in the whole file.
        message: without the place.
    """

    place: Place
    message: str

    def __str__(self) -> str:
        """Return line and column, from 1, and the message."""
        return f"{self.place.line + 1}:{self.place.column + 1}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFile:
    """A bilingual file.

    Attributes:
        format: display name: "XLIFF 1.2".
        blocks: in order; of a faulty file those before the fault.
        fields: names of all texts of its units, in the order of the format.
        languages: by field, codes as the file spells them.
        set_name: of the test set that it belongs to, if declared.
        fault: why the rest could not be read, if so.
    """

    format: str
    blocks: Blocks
    fields: tuple[str, ...]
    languages: Mapping[str, str] = field(default_factory=dict)
    set_name: str | None = None
    fault: Fault | None = None

    @property
    def units(self) -> Iterator[Unit]:
        """Yield all units, in order."""
        return self.blocks.units

    def columns(self) -> dict[str, list[Any]]:
        """Return the units as columns of equal length: number, id, texts by field, facts.

        Numbers count from 1. Missing texts are None.
        """
        units = list(self.units)
        facts = [unit.facts for unit in units]
        return {
            "unit": list(range(1, len(units) + 1)),
            "unit_id": [
                unit_facts.id for unit_facts in facts
            ],  # "id" is a language, and a field of TMX
            **{field: [unit.texts.get(field) for unit in units] for field in self.fields},
            "state": [unit_facts.state for unit_facts in facts],
            "origin": [unit_facts.origin for unit_facts in facts],
            "is_final": [unit_facts.is_final for unit_facts in facts],
            "notes": [list(unit_facts.notes) for unit_facts in facts],
            "editing_seconds": [unit_facts.editing_seconds for unit_facts in facts],
        }

    def to_arrow(self) -> Any:
        """Return the units as a ``pyarrow.Table`` with the columns of ``columns``.

        Raises:
            MissingExtraError: pyarrow is not installed.
        """
        try:
            import pyarrow as pa
        except ModuleNotFoundError as error:
            raise missing_extra("tables need", error.name, "arrow") from None
        types = {
            "unit": pa.int64(),
            "is_final": pa.bool_(),
            "notes": pa.list_(pa.string()),
            "editing_seconds": pa.float64(),
        }
        columns = self.columns()
        schema = pa.schema([(name, types.get(name, pa.string())) for name in columns])
        return pa.table(columns, schema=schema)

    def to_pandas(self) -> Any:
        """Return the units as a ``pandas.DataFrame`` with the columns of ``columns``.

        Raises:
            ResourceError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ModuleNotFoundError:
            raise ResourceError(
                "a DataFrame needs pandas, which is not installed; run: pip install pandas"
            ) from None
        return pd.DataFrame(self.columns()).astype({"editing_seconds": float})
