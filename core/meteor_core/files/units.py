"""What a bilingual file holds: units, and in each of them texts by the names of their fields.

What a file has a hundred thousand of is a tuple, which is made in a third of a dataclass's time.
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
"""Kinds of fields whose texts are there even if they are empty: a system may say nothing."""


class Facts(NamedTuple):
    """What a file says of a unit besides its texts.

    Attributes:
        id: by the file; empty where it has none.
        state: of the target, such as "translated"; in the file's words.
        origin: where the target came from, in the file's words: "mt", "tm", "interactive", ...
        origin_before: where what was edited came from: the text in ``MT`` if there is one, or, in
            SDLXLIFF, one that the file no longer has.
        is_final: whether the file says that the target is finished: approved, signed off, final.
        notes: that people or tools left.
        editing_seconds: that somebody worked on it, where the file tells.
        thinking_seconds: that somebody looked at it before.
        is_translatable: whether it is to be translated; what is not is shown and not scored.
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
    """What holds the texts of one segment.

    Attributes:
        facts: what the file says of it.
        texts: by field. A field that is not there is missing here.
    """

    facts: Facts
    texts: Mapping[str, str]

    def text(self, field: str) -> str | None:
        """Return the text of a field to compare; None if there is none.

        Of bilingual files and memories, one without any words is none: nobody has translated yet.
        """
        text = self.texts.get(field)
        if not text or text.isspace():
            return text if field.partition(":")[0] in _OF_TEST_SETS else None
        return text


class Block(NamedTuple):
    """A part of a file that can be read by itself, and the units in it.

    Attributes:
        start: its place in the file.
        end: behind it.
        around: what has to stand before it where it is read by itself, on one line.
        units: in order; mostly one.
    """

    start: Place
    end: Place
    around: str
    units: tuple[Unit, ...]


class Mould(Protocol):
    """What blocks have in common that differ in some strings only, their *slots*."""

    @property
    def size(self) -> int:
        """How many units each of the blocks has."""
        ...

    @property
    def fields(self) -> Sequence[tuple[str, ...]]:
        """Of each of these the names of its texts."""
        ...

    @property
    def is_translatable(self) -> bool:
        """Whether all of these are to be translated."""
        ...

    @property
    def are_final(self) -> Sequence[bool]:
        """Of each of these whether its target is finished."""
        ...

    def units(self, slots: Sequence[str]) -> tuple[Unit, ...]:
        """Return the units of a block."""
        ...

    def texts(self, blocks: Sequence[Sequence[str]], field: str) -> list[str]:
        """Return the texts of a field of all units of some blocks; empty where one has none."""
        ...

    def places(self, lines: Sequence[str]) -> list[Mapping[str, PlacedText]] | None:
        """Return of each unit of a block the texts with their places, by field.

        None where its texts do not stand in it as they are: a parser has to read it.
        """
        ...


class Blocks(Sequence[Block]):
    """The blocks of a file, as columns: a block is made when somebody asks for it.

    Attributes:
        first_lines: of each block the line in which it begins.
        last_lines: of each block the line in which it ends.
    """

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        """Take some blocks."""
        self.first_lines: list[int] = []
        self.last_lines: list[int] = []
        self._first_columns: list[int] = []
        self._last_columns: list[int] = []
        self._around: list[str] = []
        self._contents: list[Sequence[Any]] = []  # slots, or units where there is no mould
        self._runs: list[tuple[int, Mould | None]] = []  # from which block on there is a mould
        for block in blocks:
            self.add(block)

    def add(self, block: Block) -> None:
        """Add a block behind the others."""
        start, end, around, units = block
        self.add_alike(None, around, (units,), [(each,) for each in (*start, *end)])

    def add_alike(
        self,
        mould: Mould | None,
        around: str,
        contents: Sequence[Sequence[Any]],
        places: Sequence[Sequence[int]],
    ) -> None:
        """Add blocks of one mould.

        Args:
            mould: of them; None where they come with their units.
            around: of each; see ``Block``.
            contents: of each the slots, or the units.
            places: the line and the column in which each begins, and those behind it.
        """
        if not self._runs or self._runs[-1][1] is not mould:
            self._runs.append((len(self), mould))
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
            return [self[each] for each in range(len(self))[number]]
        number = range(len(self))[number]
        start, end = self.start(number), self.end(number)
        return Block(start, end, self._around[number], self.units_of(number))

    def start(self, number: int) -> Place:
        """Return where a block begins."""
        return Place(self.first_lines[number], self._first_columns[number])

    def end(self, number: int) -> Place:
        """Return the place behind a block."""
        return Place(self.last_lines[number], self._last_columns[number])

    def units_of(self, number: int) -> tuple[Unit, ...]:
        """Return the units of a block."""
        mould, content = self.mould_of(number), self._contents[number]
        return tuple(content) if mould is None else mould.units(content)

    def around(self, number: int) -> str:
        """Return what stands around a block."""
        return self._around[number]

    @property
    def keys(self) -> list[UnitKey]:
        """What tells each unit from all others, in order."""
        files = chain.from_iterable(
            repeat(file_of(around), size)
            for around, size in zip(self._around, self.sizes, strict=True)
        )
        ids = (unit.facts.id for unit in self.units)
        return list(map(UnitKey, files, ids))

    def mould_of(self, number: int) -> Mould | None:
        """Return what a block has in common with others; None where it came with its units."""
        return self._runs[bisect_right(self._runs, number, key=itemgetter(0)) - 1][1]

    def __eq__(self, other: object) -> bool:
        """Whether blocks are the same, however they are held."""
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # as of lists

    def _parts(self) -> Iterator[tuple[Mould | None, list[Sequence[Any]]]]:
        """Yield the contents of blocks, by what they are made of."""
        for (first, mould), (end, _) in pairwise([*self._runs, (len(self), None)]):
            yield mould, self._contents[first:end]

    @property
    def units(self) -> Iterator[Unit]:
        """All units, in order."""
        for mould, contents in self._parts():
            for content in contents:
                yield from content if mould is None else mould.units(content)

    @property
    def sizes(self) -> list[int]:
        """How many units each block has."""
        found: list[int] = []
        for mould, contents in self._parts():
            found += map(len, contents) if mould is None else [mould.size] * len(contents)
        return found

    def texts(self, field: str) -> list[str]:
        """Return the texts of a field of all units; empty where a unit has none."""
        found: list[str] = []
        for mould, contents in self._parts():
            if mould is None:
                units: Iterator[Unit] = chain.from_iterable(contents)
                found += [unit.texts.get(field, "") for unit in units]
            else:
                found += mould.texts(contents, field)
        return found

    @property
    def fields(self) -> Sequence[str]:
        """The names of all texts that any unit has, as they come."""
        found: dict[str, None] = {}
        for mould, contents in self._parts():
            names: Iterable[Iterable[str]] = (
                (unit.texts for units in contents for unit in units)
                if mould is None
                else mould.fields
            )
            found.update(dict.fromkeys(chain.from_iterable(names)))
        return list(found)

    @property
    def are_final(self) -> list[bool]:
        """Of each unit whether its target is finished."""
        found: list[bool] = []
        for mould, contents in self._parts():
            if mould is None:
                found += [unit.facts.is_final for units in contents for unit in units]
            else:
                found += [*mould.are_final] * len(contents)
        return found

    @property
    def is_translatable(self) -> bool:
        """Whether all units are to be translated."""
        return all(
            all(unit.facts.is_translatable for units in contents for unit in units)
            if mould is None
            else mould.is_translatable
            for mould, contents in self._parts()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A place from which on a file cannot be read.

    Attributes:
        place: in the whole file.
        message: what is wrong, without the place.
    """

    place: Place
    message: str

    def __str__(self) -> str:
        """Return line and column, from 1, and the message."""
        return f"{self.place.line + 1}:{self.place.column + 1}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFile:
    """A file that was read.

    Attributes:
        format: its name: "XLIFF 1.2".
        blocks: in order; of a faulty file those before the fault.
        fields: names of all texts that its units have, in the order of the format.
        languages: by field, codes as the file has them.
        set_name: of the test set that it is a part of; None where it does not say so.
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
        """All units, in order."""
        return self.blocks.units

    def columns(self) -> dict[str, list[Any]]:
        """Return the units as columns of equal length: number, id, texts by field, facts.

        The number counts from 1. A text that is not there is None.
        """
        units = list(self.units)
        facts = [unit.facts for unit in units]
        return {
            "unit": list(range(1, len(units) + 1)),
            "unit_id": [each.id for each in facts],  # "id" is a language, and a field of TMX
            **{field: [unit.texts.get(field) for unit in units] for field in self.fields},
            "state": [each.state for each in facts],
            "origin": [each.origin for each in facts],
            "is_final": [each.is_final for each in facts],
            "notes": [list(each.notes) for each in facts],
            "editing_seconds": [each.editing_seconds for each in facts],
        }

    def to_arrow(self) -> Any:
        """Return the units as a ``pyarrow.Table``; see ``columns``.

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
        """Return the units as a ``pandas.DataFrame``; see ``columns``.

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
