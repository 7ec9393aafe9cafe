"""Write texts for pop-ups in Markdown or plain text, with marked and numbered chunks.

Marked words are code spans. Unlike emphasis, these do not depend on adjacent characters, so a full
stop after a word can be marked, and their content is literal: no URL becomes a link, and no
backslash is lost.
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
    | [*~] (?! (?<=[ \t].) [ \t])   # literal between blanks
    | (?<![^\W_]) _ | _ (?![^\W_])  # an underscore is literal between letters
    | \\ (?= [!-/:-@\[-`{-~] | \Z)  # a backslash is literal before anything else
    # The rest would form links in GitHub's Markdown.
    | (?<=/) /
    | @
    | \. (?= [^\W\d_]{2} | xn--) | (?<=www) \.
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Markup within a line of Markdown, as little as possible: Neovim colours Markdown instead of
rendering it, and shows every backslash."""

_ENTITY: Final = re.compile(r"&(?=\#?\w+;)")
_ANGLE: Final = re.compile(r"<(?![ \t])")

_LINE_BREAKS: Final = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_MAX_CHARS: Final = 1_500
"""Code points of a text shown in a pop-up."""

_EMPTY: Final = "(empty)"


class Writer:
    """Writes Markdown or plain text."""

    def __init__(self, *, markdown: bool) -> None:
        """Choose the format."""
        self._markdown = markdown

    def text(self, text: str) -> str:
        """Escape a text to follow other text in its line."""
        line = _in_one_line(text)
        if not self._markdown:
            return line
        line = _SPECIAL.sub(r"\\\g<0>", line)
        return _ANGLE.sub("&lt;", _ENTITY.sub("&amp;", line))

    def shortened(self, text: str) -> str:
        """Escape a text, shortened for a pop-up."""
        return self.text(_cut(text))

    def heading(self, text: str) -> str:
        """Emphasise a text without markup."""
        return f"**{text}**" if self._markdown else text

    def words(self, text: str) -> str:
        """Mark words of a text."""
        line = _cut(_in_one_line(text))
        return _code_span(line) if self._markdown and line else line or _EMPTY

    def marked(self, alignment: Alignment, side: Side) -> str:
        """Mark the chunks in the text of a side."""
        return "".join(self._pieces(alignment, side)) or _EMPTY

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
            if start > _MAX_CHARS:
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
    return text if len(text) <= _MAX_CHARS else f"{text[:_MAX_CHARS]} ..."


def _code_span(line: str) -> str:
    """Enclose a line in a longer run of backticks than it contains."""
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    blank = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{fence}{blank}{line}{blank}{fence}"
