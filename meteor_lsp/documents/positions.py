"""Columns as editors count them. The only place that knows UTF-16.

Everywhere else a column counts code points. Clients count units of the encoding that was agreed
on at initialisation: UTF-8 bytes, UTF-16 code units or code points. Lone surrogates count as
the unit or bytes that they take.
"""

from enum import Enum

from lsprotocol import types


class Encoding(Enum):
    """A position encoding of the Language Server Protocol."""

    UTF8 = types.PositionEncodingKind.Utf8.value
    UTF16 = types.PositionEncodingKind.Utf16.value
    UTF32 = types.PositionEncodingKind.Utf32.value

    def units(self, text: str) -> int:
        """How many units a text takes."""
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        if self is Encoding.UTF8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

    def to_client(self, line: str, column: int) -> int:
        """The client's column of a code point column, which may lie past the end."""
        return self.units(line[:column])

    def from_client(self, line: str, character: int) -> int:
        """The code point column of a client's column.

        Past the end it is the end; inside a code point it is the column of that code point.
        """
        if self is Encoding.UTF32 or line.isascii():
            return min(character, len(line))
        low, high = 0, len(line)  # the last column that takes no more units than asked for
        while low < high:
            middle = (low + high + 1) // 2
            if self.units(line[:middle]) <= character:
                low = middle
            else:
                high = middle - 1
        return low


def encoding_of(kind: types.PositionEncodingKind | str | None) -> Encoding:
    """The encoding that was agreed on; UTF-16 where nothing was said, as the protocol has it."""
    if kind is None:
        return Encoding.UTF16
    return Encoding(kind.value if isinstance(kind, types.PositionEncodingKind) else kind)
