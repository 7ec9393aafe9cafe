"""The formats of bilingual files, and which of them a file is in."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import PurePath
from typing import Final, Protocol

from .placed_text import PlacedText
from .po import PoFormat
from .sgml import SgmlFormat
from .units import Fault, UnitFile
from .xml.formats import TMX, WMT_XML, XLIFF, XLIFF_2

_HEAD: Final = 200
"""Lines that are looked at."""

_MOST: Final = 1 << 16
"""Characters of them: there are files of a single line."""

_ROOT: Final = re.compile(r"<([A-Za-z_][\w.-]*)((?:\s[^<>]*)?)>")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)", re.DOTALL)
_VERSION: Final = re.compile(r"(?<!\S)version\s*=\s*[\"']([\d.]+)")
_ENTRY: Final = re.compile(r'^\s*(?:msgid|msgctxt)\s+"')
_DATASET: Final = frozenset({"dataset", "collection"})
_SETS: Final = frozenset({"srcset", "refset", "tstset", "mteval"})


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

    def written(self, text: str) -> str:
        """Return what to write in the file for a text that holds no inline codes."""
        ...


PO: Final = PoFormat()
SGML: Final = SgmlFormat()


def recognised(name: str, lines: Sequence[str]) -> UnitFormat | None:
    """Return the format of a file by its content, else by its name; None for another one.

    Args:
        name: of the file, uncompressed.
        lines: of the file, of which the first ones are looked at.
    """
    head = list(islice(lines, _HEAD))
    text = "\n".join(head)[:_MOST].lstrip()
    if not text.startswith("<") and any(_ENTRY.match(line) for line in head):
        return PO
    root = _ROOT.search(_COMMENT.sub("", text))
    if root is not None:
        return _by_root(root[1].rpartition(":")[2], root[2])
    return _BY_NAME.get(PurePath(name).suffix.lower())


def is_named_as_one(name: str) -> bool:
    """Whether the name of a file says that it is a bilingual one, whatever is in it."""
    return PurePath(name).suffix.lower() in _BY_NAME


def _by_root(name: str, attributes: str) -> UnitFormat | None:
    if name.lower() in _SETS:
        return SGML
    if name == "xliff":
        version = _VERSION.search(attributes)
        return XLIFF_2 if version and version[1].startswith("2") else XLIFF
    if name == "tmx":
        return TMX
    return WMT_XML if name in _DATASET else None


_BY_NAME: Final[Mapping[str, UnitFormat]] = {
    ".xlf": XLIFF,
    ".xliff": XLIFF,
    ".sdlxliff": XLIFF,
    ".mxliff": XLIFF,
    ".mqxliff": XLIFF,
    ".tmx": TMX,
    ".sgm": SGML,
    ".sgml": SGML,
    ".po": PO,
    ".pot": PO,
}
