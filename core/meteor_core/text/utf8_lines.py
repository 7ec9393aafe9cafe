"""Lines as bytes, decoded to strings on access only.

The kernel scores lines from their bytes, without the interpreter's lock. To make a string of each
took a twelfth of the time of scoring it, and other threads waited meanwhile.
"""

from collections.abc import Iterator, Sequence
from typing import Final, overload

from ..runtime.implementation import chosen_implementation


class Utf8Lines(Sequence[str]):
    """Lines of UTF-8.

    Attributes:
        data: the lines, each with a line feed at its end.
    """

    __slots__ = ("_count", "_texts", "data")

    def __init__(self, data: bytes, count: int) -> None:
        """Wrap lines that are known to be valid."""
        self.data: Final = data
        self._count: Final = count
        self._texts: list[str] | None = None

    def __len__(self) -> int:
        """Return the number of lines."""
        return self._count

    @overload
    def __getitem__(self, line: int) -> str: ...

    @overload
    def __getitem__(self, line: slice) -> list[str]: ...

    def __getitem__(self, line: int | slice) -> str | list[str]:
        """Return a line by its index, or a list of several."""
        return self._listed()[line]

    def __iter__(self) -> Iterator[str]:
        """Yield the lines, without what ends them."""
        return iter(self._listed())

    def __contains__(self, text: object) -> bool:
        """Return whether a line equals a string, without decoding."""
        return isinstance(text, str) and text in self._listed()

    def parts(self, most: int) -> Iterator["Utf8Lines"]:
        """Yield these lines in parts of at most so many."""
        if len(self) <= most:
            yield self
            return
        start = 0
        while start < len(self.data):
            end, count = first_lines(self.data, start, most)
            yield Utf8Lines(self.data[start:end], count)
            start = end

    def _listed(self) -> list[str]:
        if self._texts is None:
            self._texts = self.data.decode("utf-8").split("\n")
            self._texts.pop()  # what follows the last line's end
        return self._texts


def count_lines(data: bytes) -> int | None:
    """Return the number of line feeds; None if the bytes are not UTF-8."""
    if chosen_implementation().name == "compiled":
        from .._kernel import utf8_line_feeds

        return utf8_line_feeds(data)
    try:
        return data.decode("utf-8").count("\n")
    except UnicodeDecodeError:
        return None


def first_lines(data: bytes, start: int, most: int) -> tuple[int, int]:
    """Return where the first lines from there end, and how many they are.

    Args:
        data: whole lines, each with a line feed at its end.
        start: of the first of them.
        most: how many they may be.
    """
    if chosen_implementation().name == "compiled":
        from .. import _kernel

        return _kernel.first_lines(data, start, most)
    *lines, rest = data[start:].split(b"\n", most)
    return len(data) - len(rest), len(lines)
