"""Hold a document as a list of lines that is edited in place.

Replaces pygls' text document, which splits the whole text at every edit, and at characters (U+2028,
U+0085, form feed and others) that end no line in an editor. A line ends with LF, CR LF or CR only,
so line N here is line N on the screen and segment N + 1 of the file.
"""

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final, TypeAlias
from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from .positions import Encoding, encoding_of
from .segmentation import common_ends

_LINE_END: Final = re.compile(r"\r\n?|\n")

Listener: TypeAlias = Callable[[int, Sequence[str], Sequence[str]], None]
"""Called with each edit: the first line, the old lines and the new lines."""


def split_lines(text: str) -> tuple[list[str], list[str]]:
    """Return the lines of a text and their ends; an unterminated last line has an empty end."""
    if "\r" in text:
        lines, ends = _LINE_END.split(text), _LINE_END.findall(text)
    else:
        lines = text.split("\n")
        ends = ["\n"] * (len(lines) - 1)
    if lines[-1]:
        ends.append("")
    else:
        lines.pop()
    return lines, ends


def _count_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


class LineDocument(TextDocument):
    """An open document, read by the server through ``segments``."""

    def __init__(
        self,
        uri: str,
        source: str | None,
        version: int | None,
        language_id: str | None,
        encoding: Encoding,
    ) -> None:
        """Create a document; `encoding` is that of the columns of edits."""
        try:
            super().__init__(uri, None, version, language_id)
        except ValueError:  # pygls takes it for a file URI
            super().__init__("untitled:", None, version, language_id)
            self.uri = uri
        self.listener: Listener | None = None
        self._encoding = encoding
        self._segments, self._ends = split_lines(source or "")
        self._size = _count_bytes(source or "")

    @property
    def segments(self) -> list[str]:
        """The lines without their ends: one list that is edited in place."""
        return self._segments

    @property
    def lines(self) -> Sequence[str]:
        """The lines with their ends."""
        return [line + end for line, end in zip(self._segments, self._ends, strict=True)]

    @property
    def source(self) -> str:
        """The whole text."""
        return "".join(self.lines)

    @property
    def size(self) -> int:
        """The size of the text in UTF-8 bytes."""
        return self._size

    def share(self, lines: list[str]) -> None:
        """Replace the list of segments by an equal one, shared with the caller."""
        self._segments = lines

    @property
    def line_end(self) -> str:
        """The line end of the first line."""
        return self._ends[0] if self._ends and self._ends[0] else "\n"

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply an edit, or replace the whole text."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            self._edit(change.range, change.text)
        else:
            self._replace(0, len(self._segments), change.text)

    def _edit(self, edited: types.Range, text: str) -> None:
        first, before = self._place(edited.start)
        last, after = max(self._place(edited.end), (first, before))
        count = len(self._segments)
        head = self._segments[first][:before] if first < count else ""
        tail = self._segments[last][after:] + self._ends[last] if last < count else ""
        joined = head + text + tail
        if first and self._ends[first - 1] in ("\r", ""):
            # The new text may complete a CR to a CR LF, or an unterminated last line.
            first -= 1
            joined = self._segments[first] + self._ends[first] + joined
        self._replace(first, min(last + 1, count), joined)

    def _replace(self, first: int, end: int, text: str) -> None:
        lines, ends = split_lines(text)
        old = self._segments[first:end]
        # Of a closed document the lines are those on disk, and may be more.
        removed_text = chain.from_iterable(zip(old, self._ends[first:end], strict=False))
        self._size += _count_bytes(text) - _count_bytes("".join(removed_text))
        self._ends[first:end] = ends
        head, tail = common_ends(old, lines)
        first, removed = first + head, old[head : len(old) - tail]
        inserted = lines[head : len(lines) - tail]
        self._segments[first : first + len(removed)] = inserted
        if self.listener is not None and (removed or inserted):
            self.listener(first, removed, inserted)

    def _place(self, position: types.Position) -> tuple[int, int]:
        """Convert a position to line and code point column within the document."""
        if position.line >= len(self._segments):
            return len(self._segments), 0
        line = self._segments[position.line]
        return position.line, self._encoding.from_client(line, position.character)


class PaddedDocument(LineDocument):
    """A document of JupyterLab's editor, which appends a line end to every text.

    After a final line end this would be one more, empty segment.
    """

    def __init__(
        self,
        uri: str,
        source: str | None,
        version: int | None,
        language_id: str | None,
        encoding: Encoding,
    ) -> None:
        """Create a document without the appended line end."""
        super().__init__(uri, _unpadded(source or ""), version, language_id, encoding)

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Replace the text; this editor always sends all of it."""
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            change = types.TextDocumentContentChangeWholeDocument(_unpadded(change.text))
        super().apply_change(change)


def _unpadded(text: str) -> str:
    return text.removesuffix("\n")


class LineWorkspace(Workspace):
    """A workspace with documents of a configurable class."""

    document_class: type[LineDocument] = LineDocument

    @property
    def encoding(self) -> Encoding:
        """The encoding of the client's columns."""
        return encoding_of(self.position_encoding)

    def update_text_document(
        self,
        text_doc: types.VersionedTextDocumentIdentifier,
        change: types.TextDocumentContentChangeEvent,
    ) -> None:
        """Apply an edit; ignore edits of closed documents."""
        if unquote(text_doc.uri) in self.text_documents:
            super().update_text_document(text_doc, change)

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        return self.document_class(doc_uri, source, version, language_id, self.encoding)
