"""Convert mistakes in a ``meteor.toml`` to the protocol's diagnostics."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from lsprotocol import types

from meteor_core.text.toml_places import KeyPath, Places, Span, places

from ..documents.line_document import split_lines
from ..documents.positions import Encoding
from ..project.problems import Mistake
from ..project.project_file import ProjectFile
from .diagnostics import SOURCE

PROJECT_CODE: Final = "project-file"
_WORD: Final = re.compile(r"[^\s,\]}]*")


def project_diagnostics(
    file: ProjectFile, text: str, in_folder: Iterable[Mistake], encoding: Encoding
) -> list[types.Diagnostic]:
    """Return mistakes in the file as errors, and those in its folder as warnings.

    Args:
        file: parsed from the text.
        text: of the file.
        in_folder: mistakes about files in the folder.
        encoding: of the client's columns.
    """
    ranges = _Ranges(text, places(text) if file.readable else Places(), encoding)
    found = [
        _diagnostic(ranges.range(mistake), mistake.message, severity)
        for severity, mistakes in (
            (types.DiagnosticSeverity.Error, file.mistakes),
            (types.DiagnosticSeverity.Warning, in_folder),
        )
        for mistake in mistakes
    ]
    return sorted(found, key=lambda made: (made.range.start.line, made.range.start.character))


def _diagnostic(
    where: types.Range, message: str, severity: types.DiagnosticSeverity
) -> types.Diagnostic:
    return types.Diagnostic(
        range=where,
        message=message,
        severity=severity,
        code=PROJECT_CODE,
        source=SOURCE,
    )


class _Ranges:
    """Locates mistakes in a text."""

    def __init__(self, text: str, found: Places, encoding: Encoding) -> None:
        self._text = text
        self._places = found
        self._encoding = encoding
        lines, ends = split_lines(text)
        if not ends or ends[-1]:
            lines, ends = [*lines, ""], [*ends, ""]
        self._lines = lines
        lengths = [len(line) + len(end) for line, end in zip(lines, ends, strict=True)]
        self._starts = [0, *accumulate(lengths[:-1])]

    def range(self, mistake: Mistake) -> types.Range:
        if mistake.offset is not None:
            span = self._word_at(mistake.offset)
        else:
            span = self._span_of(mistake.path, of_key=mistake.of_key)
        return types.Range(self._position(span.start), self._position(span.end))

    def _span_of(self, path: KeyPath, *, of_key: bool) -> Span:
        """Return the span of a key or value, or of the nearest enclosing one."""
        first, second = self._places.keys, self._places.values
        if not of_key:
            first, second = second, first
        while path:
            span = first.get(path) or second.get(path)
            if span is not None:
                return span
            path = path[:-1]
        return Span(0, len(self._lines[0]))

    def _word_at(self, offset: int) -> Span:
        """Return the word at an offset, or the previous one at the end of a line."""
        line = self._line(offset)
        start = self._starts[line]
        written = self._lines[line].rstrip()
        column = min(offset - start, len(written))
        match = _WORD.match(written, column)
        end = max(match.end() if match else column, min(column + 1, len(written)))
        return Span(start + min(column, max(len(written) - 1, 0)), start + end)

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _position(self, offset: int) -> types.Position:
        line = self._line(offset)
        column = min(offset - self._starts[line], len(self._lines[line]))
        return types.Position(line, self._encoding.to_client(self._lines[line], column))
