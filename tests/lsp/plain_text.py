"""Documents, columns and segments the slow and obvious way, for tests to compare with."""

import json
import re

from meteor_lsp.documents.positions import Encoding

LINE_END = re.compile("\r\n|\r|\n")


def units_of(character: str, encoding: Encoding) -> int:
    """By the tables of the Unicode Standard, section 3.9."""
    code = ord(character)
    if encoding is Encoding.UTF32:
        return 1
    if encoding is Encoding.UTF16:
        return 1 if code < 0x10000 else 2
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


def column_of(line: str, character: int, encoding: Encoding) -> int:
    """The code point that a client's column is at or in; the end for columns past it."""
    units = 0
    for column, one in enumerate(line):
        units += units_of(one, encoding)
        if units > character:
            return column
    return len(line)


def segments_of(text: str) -> list[str]:
    """Lines without their ends; a line end at the end begins no other line."""
    lines = LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


class PlainText:
    """A document as one string; edits by the protocol's rules."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self._encoding = encoding

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        first, last = self._offset(start), self._offset(end)
        self.text = self.text[:first] + text + self.text[last:]

    @property
    def segments(self) -> list[str]:
        return segments_of(self.text)

    def _offset(self, place: tuple[int, int]) -> int:
        number, character = place
        starts = [0] + [end.end() for end in LINE_END.finditer(self.text)]
        if number >= len(starts):
            return len(self.text)
        line = LINE_END.split(self.text)[number]
        return starts[number] + column_of(line, character, self._encoding)


def column_of_table(name: str, lines: list[str], field: str) -> list[str]:
    """The texts of a column, one a segment; missing ones are empty."""
    if name.endswith(".tsv"):
        header = [title.strip() for title in lines[0].split("\t")] if lines else []
        place = header.index(field)
        rows = [line.split("\t") for line in lines[1:]]
        return [row[place] if place < len(row) else "" for row in rows]
    return [_string_of(line, field) for line in lines]


def _string_of(line: str, field: str) -> str:
    try:
        document = json.loads(line)
    except ValueError:
        return ""
    value = document.get(field) if isinstance(document, dict) else None
    return value if isinstance(value, str) else ""
