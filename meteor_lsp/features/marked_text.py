"""Texts for pop-ups, in Markdown or plain: chunks stand out, with their numbers behind them.

Words that stand out are code spans. Unlike asterisks, these depend on nothing that stands beside
them, so a full stop can stand out behind a word, and whatever is inside of one is shown as it is:
no URL becomes a link there, and no backslash is lost.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from meteor_core import Alignment

from ..scoring.sides import Side

_SPECIAL: Final = re.compile(
    r"""
    [`\[]
    | [*~] (?! (?<=[ \t].) [ \t])   # between blanks they mark nothing
    | (?<![^\W_]) _ | _ (?![^\W_])  # nor does a line between letters
    | \\ (?= [!-/:-@\[-`{-~] | \Z)  # a backslash before anything else is one
    # The rest is of links, which readers of GitHub's Markdown make of plain text.
    | (?<=/) /
    | @
    | \. (?= [^\W\d_]{2} | xn--) | (?<=www) \.
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What would be no text in Markdown, within a line of it. As little as can be: Neovim, which
colours Markdown rather than showing it, shows every backslash."""

_ENTITY: Final = re.compile(r"&(?=\#?\w+;)")
_ANGLE: Final = re.compile(r"<(?![ \t])")

_LINE_BREAKS: Final = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LONGEST: Final = 1_500
"""Code points of a text that are shown; nobody reads more in a pop-up."""

_NOTHING: Final = "(empty)"


class Writer:
    """Writes for a client that shows Markdown, or for one that does not."""

    def __init__(self, *, markdown: bool) -> None:
        """A writer of the one or the other."""
        self._markdown = markdown

    def text(self, text: str) -> str:
        """A text as it is, to stand behind something else in its line."""
        line = _in_one_line(text)
        if not self._markdown:
            return line
        line = _SPECIAL.sub(r"\\\g<0>", line)
        return _ANGLE.sub("&lt;", _ENTITY.sub("&amp;", line))

    def shortened(self, text: str) -> str:
        """A text as it is, of a length that fits a pop-up."""
        return self.text(_cut(text))

    def heading(self, text: str) -> str:
        """What comes first to the eye; ``text`` is our own and has no markup in it."""
        return f"**{text}**" if self._markdown else text

    def words(self, text: str) -> str:
        """Words of a text that stand out among others."""
        line = _cut(_in_one_line(text))
        return _code_span(line) if self._markdown and line else line or _NOTHING

    def marked(self, alignment: Alignment, side: Side) -> str:
        """The text of a side with its chunks marked."""
        return "".join(self._pieces(alignment, side)) or _NOTHING

    def _pieces(self, alignment: Alignment, side: Side) -> Iterator[str]:
        row = side.row(alignment)
        chunks = {
            token: match.chunk
            for match in alignment.matches
            for token in range(*side.tokens(match))
        }
        column = 0
        for chunk, group in groupby(range(len(row)), key=chunks.get):
            if chunk is None:
                continue
            tokens = list(group)
            start, end = row.spans[tokens[0]][0], row.spans[tokens[-1]][1]
            if start > _LONGEST:
                break
            yield self.text(row.text[column:start])
            yield self._chunk(row.text[start:end], chunk)
            column = end
        yield self.shortened(row.text[column:])

    def _chunk(self, words: str, chunk: int) -> str:
        shown = self.words(words) if self._markdown else f"[{self.words(words)}]"
        return shown + str(chunk + 1).translate(_SUPERSCRIPTS)


def _in_one_line(text: str) -> str:
    return _LINE_BREAKS.sub(" ", text)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."


def _code_span(line: str) -> str:
    """The line between more backticks than it has in a row, and blanks where it needs them."""
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    blank = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{fence}{blank}{line}{blank}{fence}"
