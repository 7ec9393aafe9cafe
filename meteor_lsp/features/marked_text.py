"""Texts for pop-ups, in Markdown or plain: chunks stand out, with their numbers behind them."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from meteor_core import Alignment

from ..scoring.sides import Side

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#+!|~&-])")
_LINE_BREAKS: Final = re.compile(r"[\r\n]+")
_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LONGEST: Final = 1_500
"""Code points of a text that are shown; nobody reads more in a pop-up."""

_HAIR_SPACE: Final = "\u200a"
"""Between a chunk and what it follows directly: to Markdown, ``a**.**`` is not bold."""


class Writer:
    """Writes for a client that shows Markdown, or for one that does not."""

    def __init__(self, *, markdown: bool) -> None:
        """A writer of the one or the other."""
        self._markdown = markdown

    def text(self, text: str) -> str:
        """A text as it is, in one line."""
        line = _LINE_BREAKS.sub(" ", text)
        return _SPECIAL.sub(r"\\\1", line) if self._markdown else line

    def shortened(self, text: str) -> str:
        """A text as it is, of a length that fits a pop-up."""
        return self.text(text) if len(text) <= _LONGEST else f"{self.text(text[:_LONGEST])} ..."

    def strong(self, text: str) -> str:
        """A text that stands out among others."""
        return f"**{self.shortened(text)}**" if self._markdown else self.shortened(text)

    def marked(self, alignment: Alignment, side: Side) -> str:
        """The text of a side with its chunks marked."""
        return "".join(self._pieces(alignment, side))

    def _pieces(self, alignment: Alignment, side: Side) -> Iterator[str]:
        row = side.row(alignment)
        chunks = {
            token: match.chunk
            for match in alignment.matches
            for token in range(*side.tokens(match))
        }
        column = 0
        for chunk, group in groupby(range(len(row)), key=chunks.get):
            tokens = list(group)
            start, end = row.spans[tokens[0]][0], row.spans[tokens[-1]][1]
            yield self.text(row.text[column:start])
            words = row.text[start:end]
            if chunk is None:
                yield self.text(words)
            else:
                yield self._chunk(words, chunk, directly=column == start > 0)
            column = end
            if column > _LONGEST:
                yield " ..."
                return
        yield self.text(row.text[column:])

    def _chunk(self, words: str, chunk: int, *, directly: bool) -> str:
        """The words of a chunk; ``directly``: without a space between them and what is before."""
        number = str(chunk + 1).translate(_SUPERSCRIPTS)
        if not self._markdown:
            return f"[{words}]{number}"
        # The number inside, as `.**` would not end what is bold where a number follows.
        return f"{_HAIR_SPACE if directly else ''}**{self.text(words)}{number}**"
