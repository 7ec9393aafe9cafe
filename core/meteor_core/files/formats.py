"""The formats of bilingual files, and which of them a file is in."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from .content import Content
from .placed_text import PlacedText
from .po import PoFormat
from .recognition import FormatName, format_name
from .sgml import SgmlFormat
from .units import Fault, UnitFile
from .xml.formats import TMX, WMT_XML, XLIFF, XLIFF_2


class UnitFormat(Protocol):
    """Reads files into units, and finds where the texts of a part of one stand."""

    @property
    def name(self) -> str:
        """The format's name, as people write it."""
        ...

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read the lines of a file without their ends; of a faulty file those before the fault."""
        ...

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read a block by itself.

        Args:
            lines: from the one in which it begins, in which only space stands before it, to the
                one in which it ends, in which nothing stands behind it.
            around: of the block.

        Returns:
            Of each unit in it the texts by field, with places that count lines from the first; or
            what is wrong.
        """
        ...

    def contents(self, lines: Sequence[str], around: str) -> list[Mapping[str, Content]] | Fault:
        """Read a block by itself; of each unit in it what its fields hold, codes and all."""
        ...

    def written(self, text: str) -> str:
        """Return what to write in the file for a text that holds no inline codes."""
        ...


PO: Final = PoFormat()
SGML: Final = SgmlFormat()


_FORMATS: Final[Mapping[FormatName, UnitFormat]] = {
    "PO": PO,
    "mteval SGML": SGML,
    "XLIFF": XLIFF,
    "XLIFF 2": XLIFF_2,
    "TMX": TMX,
    "WMT XML": WMT_XML,
}


def recognised(name: str, lines: Sequence[str]) -> UnitFormat | None:
    """Return the format of a file by its content, else by its name; None for another one.

    Args:
        name: of the file, uncompressed.
        lines: of the file, of which the first ones are looked at.
    """
    found = format_name(name, lines)
    return None if found is None else _FORMATS[found]
