"""Choose the format of a bilingual file."""

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
    """Reads files into units, and locates texts in a part of a file."""

    @property
    def name(self) -> str:
        """Return the format's display name."""
        ...

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read the lines of a file without line ends; of a faulty file, those before the fault."""
        ...

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read a block by itself.

        Args:
            lines: from its first line, with only space before it, to its last, with nothing behind
                it.
            around: of the block.

        Returns:
            For each unit the texts by field, with places that count lines from the first; or a
            fault.
        """
        ...

    def contents(self, lines: Sequence[str], around: str) -> list[Mapping[str, Content]] | Fault:
        """Read a block by itself; return for each unit the content of its fields."""
        ...

    def written(self, text: str) -> str:
        """Escape a text without inline codes."""
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
    """Return the format of a file by its content, else by its name; None if unknown.

    Args:
        name: of the uncompressed file.
        lines: of the file; only the first ones are examined.
    """
    found = format_name(name, lines)
    return None if found is None else _FORMATS[found]
