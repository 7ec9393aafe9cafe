"""Edits in place, against the same edits on one plain string."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from meteor_lsp.line_document import LineDocument, split_keeping_ends
from meteor_lsp.positions import Encoding

CHARACTERS = st.sampled_from([*"ab \n\r", "\r\n", "é", "👍", "\u2028", "\x85", "\x0c"])
PIECES = st.lists(CHARACTERS, max_size=8).map("".join)
PLACES = st.tuples(st.integers(0, 6), st.integers(0, 8))


class PlainText:
    """A document as one string; the protocol's rules, slow and obvious."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self._encoding = encoding

    def _offset(self, place: tuple[int, int]) -> int:
        line, character = place
        starts = [0] + [end.end() for end in re.finditer("\r\n|\r|\n", self.text)]
        if line >= len(starts):
            return len(self.text)
        offset = starts[line]
        units = 0
        while offset < len(self.text) and self.text[offset] not in "\r\n":
            units += self._encoding.units(self.text[offset])
            if units > character:
                break
            offset += 1
        return offset

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        first, last = self._offset(start), self._offset(end)
        self.text = self.text[:first] + text + self.text[last:]

    @property
    def segments(self) -> list[str]:
        segments = re.split("\r\n|\r|\n", self.text)
        return segments[:-1] if not segments[-1] else segments


@settings(max_examples=600)
@given(
    PIECES,
    st.lists(st.tuples(PLACES, PLACES, PIECES), max_size=8),
    st.sampled_from(Encoding),
)
def test_random_edits_leave_the_same_text(
    text: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]], encoding: Encoding
) -> None:
    document = LineDocument("file:///d.hyp.en", text, 1, None, encoding)
    plain = PlainText(text, encoding)
    for one, other, new in edits:
        start, end = sorted((one, other))
        document.apply_change(
            types.TextDocumentContentChangePartial(
                range=types.Range(types.Position(*start), types.Position(*end)), text=new
            )
        )
        plain.edit(start, end, new)
        assert document.source == plain.text
        assert document.segments == plain.segments


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("a\r\n\rb\n\n", ["a\r\n", "\r", "b\n", "\n"]),
        ("a\u2028b\x85c\x0bd\x1ce\n", ["a\u2028b\x85c\x0bd\x1ce\n"]),  # none of these end a line
    ],
)
def test_lines_end_where_the_protocol_says(text: str, lines: list[str]) -> None:
    assert split_keeping_ends(text) == lines


def test_unchanged_segments_stay_the_same_objects() -> None:
    document = LineDocument("file:///d.hyp.en", "one\ntwo\nthree\n", 1, None, Encoding.UTF16)
    before = document.segments
    position = types.Position(1, 1)
    document.apply_change(
        types.TextDocumentContentChangePartial(range=types.Range(position, position), text="X")
    )
    assert document.segments == ["one", "tXwo", "three"]
    assert document.segments[2] is before[2]  # what PairScores recognises unchanged lines by
    assert document.segments is not before
