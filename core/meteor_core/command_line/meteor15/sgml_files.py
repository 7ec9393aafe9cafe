"""Read SGML files of translations: sets, systems or references, documents, segments.

They are read by the program's patterns, tag by tag and line by line, not as SGML.
"""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from ...errors import InputError
from .lines import file_lines

Documents: TypeAlias = dict[str, dict[str, str]]
"""Texts by document and segment."""

SgmlData: TypeAlias = dict[str, dict[str, Documents]]
"""Documents by set and by system or reference. All in the order of the file."""

_ASCII: Final = re.IGNORECASE | re.ASCII  # what Java's patterns mean by \s and by a letter's case
_SET: Final = re.compile(r"<\s*(tst|ref)set", _ASCII)
_SET_NAME: Final = re.compile(r'setid\s*=\s*"([^"]+)"', _ASCII)
_SYSTEM_NAME: Final = re.compile(r'(?:sys|ref)id\s*=\s*"([^"]+)"', _ASCII)
_DOCUMENT: Final = re.compile(r"<\s*doc", _ASCII)
_DOCUMENT_NAME: Final = re.compile(r'docid\s*=\s*"([^"]+)"', _ASCII)
_SEGMENT: Final = re.compile(r'<\s*seg\s*id\s*=\s*"?([^">]+?)"?\s*>', _ASCII)
_SEGMENT_END: Final = re.compile(r"<\s*/seg\s*>", _ASCII)
_ANY: Final = "[^\n\r\u0085\u2028\u2029]"  # a dot in Java's patterns
_TEXT: Final = re.compile(rf"<\s*seg{_ANY}*?>({_ANY}*)<\s*/seg\s*>", _ASCII)
_WHITE_SPACE: Final = re.compile(r"\s", re.ASCII)
_CONTROLS: Final = "".join(map(chr, range(0x21)))  # what Java's trim takes away
_ENTITIES: Final = (
    (re.compile("&quot;", _ASCII), '"'),
    (re.compile("&apos;", _ASCII), "'"),
    (re.compile("&lt;", _ASCII), "<"),
    (re.compile("&gt;", _ASCII), ">"),
    (re.compile("&amp;", _ASCII), "&"),
)


def read_sgml(name: str) -> SgmlData:
    """Read the texts of a file.

    Raises:
        InputError: the file cannot be read, a tag lacks a name that it needs, or a segment has no
            end.
    """
    return _SgmlReader(name).read()


class _SgmlReader:
    def __init__(self, name: str) -> None:
        self._name = name
        self._data: SgmlData = {}
        self._set: dict[str, Documents] | None = None
        self._system: Documents | None = None
        self._document: dict[str, str] | None = None

    def read(self) -> SgmlData:
        lines = file_lines(self._name)
        for line in lines:
            if _SET.search(line):
                self._enter_set(line)
            if _DOCUMENT.search(line):
                self._enter_document(line)
            segment = _SEGMENT.search(line)
            if segment:
                self._add(segment[1], line, lines)
        return self._data

    def _enter_set(self, line: str) -> None:
        name = _SET_NAME.search(line)
        if not name:
            raise self._error("a set without a setid", line)
        self._set = self._data.setdefault(name[1], {})
        self._enter_system(line)

    def _enter_system(self, line: str) -> None:
        name = _SYSTEM_NAME.search(line)
        if name:
            if self._set is None:
                raise self._error("a system or reference outside any set", line)
            self._system = self._set.setdefault(name[1], {})

    def _enter_document(self, line: str) -> None:
        self._enter_system(line)
        name = _DOCUMENT_NAME.search(line)
        if self._system is None:
            raise self._error("a document without a sysid or refid, here or at its set", line)
        if not name:
            raise self._error("a document without a docid", line)
        self._document = self._system.setdefault(name[1], {})

    def _add(self, name: str, line: str, following: Iterator[str]) -> None:
        if self._document is None:
            raise self._error("a segment outside any document", line)
        begun = line
        while not _SEGMENT_END.search(line):
            more = next(following, None)
            if more is None:
                raise self._error("a segment without an end", begun)
            line += more
        text = _TEXT.search(_WHITE_SPACE.sub(" ", line))
        if not text:
            raise self._error("a segment that cannot be read", line)
        self._document[name] = _with_characters(text[1].strip(_CONTROLS))

    def _error(self, what: str, line: str) -> InputError:
        return InputError(f"{self._name} has {what}: {line[:200]}")


def _with_characters(text: str) -> str:
    for entity, character in _ENTITIES:
        text = entity.sub(character, text)
    return text
