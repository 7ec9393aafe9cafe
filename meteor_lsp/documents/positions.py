"""Convert columns of editors to code points. The only module that knows UTF-16.

Clients count UTF-8 bytes, UTF-16 code units or code points, as agreed at initialisation. Lone
surrogates count as the units or bytes that they take.
"""

from enum import Enum

from lsprotocol import types


class Encoding(Enum):
    """A position encoding of the Language Server Protocol."""

    UTF8 = types.PositionEncodingKind.Utf8.value
    UTF16 = types.PositionEncodingKind.Utf16.value
    UTF32 = types.PositionEncodingKind.Utf32.value

    def units(self, text: str) -> int:
        """Count the units of a text."""
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        if self is Encoding.UTF8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

    def to_client(self, line: str, column: int) -> int:
        """Convert a code point column, which may lie past the end."""
        return self.units(line[:column])

    def from_client(self, line: str, character: int) -> int:
        """Convert a client's column to a code point column.

        Clamped to the line; inside a code point it is that code point's column.
        """
        if self is Encoding.UTF32 or line.isascii():
            return min(character, len(line))
        low, high = 0, len(line)  # bisect for the last column within `character` units
        while low < high:
            middle = (low + high + 1) // 2
            if self.units(line[:middle]) <= character:
                low = middle
            else:
                high = middle - 1
        return low


def encoding_of(kind: types.PositionEncodingKind | str | None) -> Encoding:
    """Return the agreed encoding, by default UTF-16."""
    if kind is None:
        return Encoding.UTF16
    return Encoding(kind.value if isinstance(kind, types.PositionEncodingKind) else kind)
