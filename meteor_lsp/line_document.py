"""A document as a list of lines that can be edited in place.

Takes the place of pygls' own text document, which splits the whole text at every edit, and at
characters (U+2028, U+0085, form feed and others) that end no line in an editor. A line ends
with LF, CR LF or CR and with nothing else, so line N here is line N on the screen and
segment N + 1 of the file.
"""

import re
from collections.abc import Sequence
from typing import Final

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from .positions import Encoding, encoding_of

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


def split_keeping_ends(text: str) -> list[str]:
    """The lines of a text with their line ends; an unfinished last line has none."""
    return _LINE.findall(text)


def without_end(line: str) -> str:
    """A line without its line end."""
    return line.rstrip("\r\n")


class LineDocument(TextDocument):
    """An open document. ``segments`` is what the rest of the server reads."""

    def __init__(
        self,
        uri: str,
        source: str | None,
        version: int | None,
        language_id: str | None,
        encoding: Encoding,
    ) -> None:
        """A document with that text; columns of edits are in that encoding."""
        super().__init__(uri, None, version, language_id)
        self._encoding = encoding
        self._lines = split_keeping_ends(source or "")
        self._segments = [without_end(line) for line in self._lines]

    @property
    def segments(self) -> list[str]:
        """The lines without their ends, a new list for each state of the document."""
        return self._segments

    @property
    def lines(self) -> Sequence[str]:
        """The lines with their ends."""
        return self._lines

    @property
    def source(self) -> str:
        """The whole text."""
        return "".join(self._lines)

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply an edit, or the new text where the client sends all of it."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            self._splice(change.range, change.text)
        else:
            self._lines = split_keeping_ends(change.text)
            self._segments = [without_end(line) for line in self._lines]

    def _splice(self, edited: types.Range, text: str) -> None:
        first, before = self._place(edited.start)
        last, after = self._place(edited.end)
        head = self._lines[first][:before] if first < len(self._lines) else ""
        tail = self._lines[last][after:] if last < len(self._lines) else ""
        joined = head + text + tail
        if first and (self._lines[first - 1][-1] == "\r" or first == len(self._lines)):
            # What comes may complete a CR to a CR LF, or a last line that has no end.
            first -= 1
            joined = self._lines[first] + joined
        lines = split_keeping_ends(joined)
        self._lines[first : last + 1] = lines
        self._segments = [
            *self._segments[:first],
            *(without_end(line) for line in lines),
            *self._segments[last + 1 :],
        ]

    def _place(self, position: types.Position) -> tuple[int, int]:
        """Line and code point column, within the document."""
        if position.line >= len(self._lines):
            return len(self._lines), 0
        line = self._segments[position.line]
        return position.line, self._encoding.from_client(line, position.character)


class LineWorkspace(Workspace):
    """A workspace whose documents are ``LineDocument``."""

    @property
    def encoding(self) -> Encoding:
        """The encoding of the client's columns."""
        return encoding_of(self.position_encoding)

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        return LineDocument(doc_uri, source, version, language_id, self.encoding)
