"""What a bilingual file holds: units, and in each of them texts by the names of their fields.

What a file has a hundred thousand of is a tuple, which is made in a third of a dataclass's time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ..errors import ResourceError, missing_extra
from .placed_text import Place

SOURCE: Final = "source"
MT: Final = "mt"
TARGET: Final = "target"


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


class Unit(NamedTuple):
    """What holds the texts of one segment.

    Attributes:
        facts: what the file says of it.
        texts: by field. A field that is not there is missing here.
    """

    facts: Facts
    texts: Mapping[str, str]


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
        fault: why the rest could not be read, if so.
    """

    format: str
    blocks: tuple[Block, ...]
    fields: tuple[str, ...]
    languages: Mapping[str, str] = field(default_factory=dict)
    fault: Fault | None = None

    @property
    def units(self) -> Iterator[Unit]:
        """All units, in order."""
        return (unit for block in self.blocks for unit in block.units)

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
