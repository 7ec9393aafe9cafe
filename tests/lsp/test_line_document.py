"""Edits in place, against the same edits on one plain string."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from meteor_lsp.documents.line_document import (
    LineDocument,
    LineWorkspace,
    split_lines,
)
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.documents.segmentation import common_ends
from tests.lsp.plain_text import PlainText
from tests.thoroughness import more_when_thorough, tries

CHARACTERS = st.sampled_from(
    [*"ab \n\r", "\r\n", "é", "👍", "\u2028", "\x85", "\x0b", "\x0c", "\x00", "\ud83d", "\udc4d"]
)
PIECES = st.lists(CHARACTERS, max_size=8).map("".join)
PLACES = st.tuples(st.integers(0, 6), st.integers(0, 8))
EDITS = st.lists(st.tuples(PLACES, PLACES, PIECES), max_size=8)
LINES = st.lists(st.sampled_from("abc"), max_size=8)
URI = "file:///d.hyp.en"


def partial(
    start: tuple[int, int], end: tuple[int, int], text: str
) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(*start), types.Position(*end)), text=text
    )


@more_when_thorough
@settings(max_examples=tries(200, thorough=600))
@given(PIECES, EDITS, st.sampled_from(Encoding))
def test_random_edits_leave_the_same_text(
    text: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]], encoding: Encoding
) -> None:
    document = LineDocument(URI, text, 1, None, encoding)
    plain = PlainText(text, encoding)
    for one, other, new in edits:
        start, end = sorted((one, other))
        document.apply_change(partial(start, end, new))
        plain.edit(start, end, new)
        assert document.source == plain.text
        assert document.size == len(plain.text.encode("utf-8", "surrogatepass"))
        assert document.segments == plain.segments
        assert "".join(document.lines) == plain.text


@settings(max_examples=300)
@given(PIECES, EDITS, PIECES)
def test_changes_lead_to_the_same_segments(
    text: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]], whole: str
) -> None:
    document = LineDocument(URI, text, 1, None, Encoding.UTF16)
    copy = list(document.segments)

    def follow(first: int, removed: Sequence[str], inserted: Sequence[str]) -> None:
        assert removed or inserted
        assert copy[first : first + len(removed)] == removed
        assert not (removed and inserted) or removed[0] != inserted[0]  # no more than changed
        assert not (removed and inserted) or removed[-1] != inserted[-1]
        copy[first : first + len(removed)] = inserted

    document.listener = follow
    for one, other, new in edits:
        start, end = sorted((one, other))
        document.apply_change(partial(start, end, new))
        assert copy == document.segments
    document.apply_change(types.TextDocumentContentChangeWholeDocument(whole))
    assert copy == document.segments
    assert document.source == whole


@pytest.mark.parametrize(
    ("text", "lines", "ends"),
    [
        ("", [], []),
        ("a", ["a"], [""]),
        ("a\n", ["a"], ["\n"]),
        ("a\r\n\rb\n\n", ["a", "", "b", ""], ["\r\n", "\r", "\n", "\n"]),
        ("a\r\r\nb\r", ["a", "", "b"], ["\r", "\r\n", "\r"]),
        ("a\u2028b\x85c\x0bd\x1ce\n", ["a\u2028b\x85c\x0bd\x1ce"], ["\n"]),  # none ends a line
    ],
)
def test_lines_end_where_the_protocol_says(text: str, lines: list[str], ends: list[str]) -> None:
    assert split_lines(text) == (lines, ends)


def test_segments_are_one_list_that_edits_change() -> None:
    document = LineDocument(URI, "one\ntwo\nthree\n", 1, None, Encoding.UTF16)
    segments = document.segments
    third = segments[2]
    document.apply_change(partial((1, 1), (1, 1), "X"))
    assert document.segments is segments
    assert segments == ["one", "tXwo", "three"]
    assert segments[2] is third


def test_a_shared_list_is_changed_in_its_place() -> None:
    document = LineDocument(URI, "one\ntwo\n", 1, None, Encoding.UTF16)
    shared = ["one", "two"]
    document.share(shared)
    document.apply_change(partial((0, 0), (1, 0), ""))
    assert shared == ["two"]
    assert document.source == "two\n"


def test_line_ends_alone_change_no_segment() -> None:
    document = LineDocument(URI, "one\ntwo\n", 1, None, Encoding.UTF16)
    told: list[int] = []
    document.listener = lambda first, removed, inserted: told.append(first)
    document.apply_change(types.TextDocumentContentChangeWholeDocument("one\r\ntwo"))
    assert not told
    assert (document.source, document.line_end) == ("one\r\ntwo", "\r\n")


@pytest.mark.parametrize(("text", "end"), [("", "\n"), ("a", "\n"), ("a\r", "\r")])
def test_the_line_end_is_that_of_the_first_line(text: str, end: str) -> None:
    assert LineDocument(URI, text, 1, None, Encoding.UTF16).line_end == end


@given(LINES, LINES)
def test_common_ends_are_as_long_as_they_can_be(one: list[str], other: list[str]) -> None:
    head, tail = common_ends(one, other)
    most = min(len(one), len(other))
    assert head == max(size for size in range(most + 1) if one[:size] == other[:size])
    left = most - head
    rests = one[head:][::-1], other[head:][::-1]
    assert tail == max(size for size in range(left + 1) if rests[0][:size] == rests[1][:size])


def test_a_workspace_has_line_documents_in_its_encoding() -> None:
    workspace = LineWorkspace(None, position_encoding=types.PositionEncodingKind.Utf8)
    workspace.put_text_document(types.TextDocumentItem(URI, "plaintext", 1, "é\n"))
    workspace.update_text_document(
        types.VersionedTextDocumentIdentifier(2, URI), partial((0, 2), (0, 2), "x")
    )
    document = workspace.get_text_document(URI)
    assert isinstance(document, LineDocument)
    assert (document.segments, document.version) == (["éx"], 2)


def test_documents_that_are_not_open_are_empty() -> None:
    """They are never read from disk behind the session's back."""
    document = LineWorkspace(None).get_text_document("file:///etc/hostname")
    assert document.source == ""
