"""A file's segments after edits, against the same lines read anew; and how URIs are told apart."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from meteor_core.files.placed_text import Place
from meteor_lsp.documents.segmentation import Change
from meteor_lsp.documents.text_file import TextFile
from meteor_lsp.documents.uris import key_of, name_of, path_of, sibling
from tests.lsp.plain_text import column_of_table
from tests.thoroughness import more_when_thorough, tries

TSV_LINES = (
    "hyp\tref",
    "hyp\tref ",  # the same columns
    "\thyp\tref",  # the same names in other places
    "hyp\thyp\tref",
    "ref\thyp",
    "id\thyp",
    "a\tb\tc",
    "a",
    "",
)
JSON_LINES = (
    '{"hyp": "a", "ref": "b"}',
    '{"ref": "c", "hyp": "d"}',
    '{"hyp": 1, "ref": "e"}',
    '{"hyp": "f"}',
    "{}",
    "[",
    "",
    '"hyp"',
)
EDITS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4), st.integers(0, 3)), max_size=6)


@st.composite
def histories(draw: st.DrawFn) -> tuple[str, list[str], list[tuple[int, int, list[str]]]]:
    """The name of a file, its lines, and edits: first line, lines removed, lines inserted."""
    name = draw(st.sampled_from(["t.tsv", "t.jsonl", "t.ndjson", "t.TSV", "t.txt"]))
    lines = st.sampled_from(JSON_LINES if name.endswith("json") or "json" in name else TSV_LINES)
    content = draw(st.lists(lines, max_size=6))
    edits = [
        (first, removed, draw(st.lists(lines, max_size=3))) for first, removed, _ in draw(EDITS)
    ]
    return name, content, edits


def fields_of(file: TextFile) -> tuple[str, ...]:
    return file.own_segments.description.fields


def apply(
    file: TextFile, first: int, removed: int, inserted: list[str]
) -> tuple[Change | None, int]:
    """Edit the lines as a document does, and tell the file."""
    first = min(first, len(file.lines))
    removed = min(removed, len(file.lines) - first)
    old = file.lines[first : first + removed]
    file.lines[first : first + removed] = inserted
    return file.edited(first, old, inserted), first


@more_when_thorough
@settings(max_examples=tries(200, thorough=600))
@given(histories())
@example(("t.tsv", ["hyp\tref", "a\tb"], [(0, 0, ["\thyp\tref"])]))
@example(("t.tsv", ["hyp\tref", "hyp\tref ", "a\tb"], [(0, 1, [])]))
@example(("t.tsv", ["hyp\tref", "a\tb"], [(0, 0, ["hyp\tref ", "c\td"])]))
@example(("t.jsonl", ["[", '{"hyp": "f"}'], [(1, 1, ['{"hyp": "a", "ref": "b"}'])]))
def test_segments_follow_every_edit(
    history: tuple[str, list[str], list[tuple[int, int, list[str]]]],
) -> None:
    name, content, edits = history
    file = TextFile("file:///" + name, name, list(content))
    mirror = {field: list(file.texts(field)) for field in fields_of(file)}
    lists = {field: file.texts(field) for field in fields_of(file)}
    for edit in edits:
        change, _ = apply(file, *edit)
        fresh = TextFile("file:///" + name, name, list(file.lines))
        assert fields_of(file) == fields_of(fresh)
        if change is None:
            mirror = {field: list(file.texts(field)) for field in fields_of(file)}
            lists = {field: file.texts(field) for field in fields_of(file)}
        for field, texts in mirror.items():
            now = fresh.texts(field)
            assert file.texts(field) is lists[field]  # whoever has it sees the edit
            assert lists[field] == now == column_of_table(name.lower(), file.lines, field)
            if change is not None:
                # What the change does not name is as it was.
                end = change.first + change.removed
                inserted = now[change.first : change.first + change.inserted]
                texts[change.first : end] = inserted
            assert texts == now


@given(histories())
def test_a_whole_new_text_is_an_edit(
    history: tuple[str, list[str], list[tuple[int, int, list[str]]]],
) -> None:
    name, content, edits = history
    file = TextFile("file:///" + name, name, list(content))
    lines = file.lines
    for _, _, new in edits:
        before = {field: list(file.texts(field)) for field in fields_of(file)}
        change = file.replace(new)
        assert file.lines is lines
        assert lines == new
        fresh = TextFile("file:///" + name, name, list(new))
        assert fields_of(file) == fields_of(fresh)
        for field in fields_of(fresh):
            assert file.texts(field) == fresh.texts(field)
            if change is not None:
                kept = before[field][: change.first]
                assert file.texts(field)[: change.first] == kept


@pytest.mark.parametrize("name", ["t.tsv", "t.jsonl"])
def test_a_table_that_is_read_as_lines_has_a_segment_a_line(name: str) -> None:
    file = TextFile("file:///" + name, name, ["hyp\tref", "a\tb"])
    fields = fields_of(file)
    file.read_as(whole_lines=True)
    assert fields_of(file) == fields
    assert file.texts(None) == ["hyp\tref", "a\tb"]
    assert [file.segments.segment_at(Place(line, 0)) for line in range(3)] == [0, 1, None]
    assert file.segments.text_at(0, None).text == "hyp\tref"
    assert apply(file, 0, 1, ["x\tref"])[0] == Change(0, 1, 1)
    assert apply(file, 0, 0, ["y", "z"])[0] == Change(0, 0, 2)
    file.read_as(whole_lines=False)
    assert fields_of(file) == (("y",) if name == "t.tsv" else ())


def test_header_is_not_a_segment() -> None:
    file = TextFile("file:///t.tsv", "t.tsv", ["hyp\tref", "a\tb"])
    assert [file.segments.segment_at(Place(line, 0)) for line in range(-1, 3)] == [
        None,
        None,
        0,
        None,
    ]
    assert file.segments.extent(0)[0] == Place(1, 0)
    standing = file.segments.text_at(0, "ref")
    assert (standing.start, standing.text) == (Place(1, 2), "b")
    assert file.segments.text_at(0, "none").text == ""


# URIs


@pytest.mark.parametrize(
    "spellings",
    [
        ("file:///a/b%20c.hyp.en", "file:///a/b c.hyp.en"),
        ("file:///a/%c3%a9.en", "file:///a/%C3%A9.en", "file:///a/é.en"),
        ("file:///a/x;y.en", "file:///a/x%3By.en"),
        ("file:///a/b+%28c%29.en", "file:///a/b%2B(c).en"),
        ("untitled:Untitled-1", "untitled:Untitled%2D1"),
        ("untitled:a%2525.hyp.en",),
        ("file:not-absolute.hyp.en",),
        ("file:///half\ud800.hyp.en",),
        ("untitled:half\ud800",),
        ("",),
        ("http://[",),
    ],
)
def test_all_spellings_have_one_key_which_is_its_own(spellings: tuple[str, ...]) -> None:
    keys = {key_of(uri) for uri in spellings}
    assert len(keys) == 1
    assert {key_of(key) for key in keys} == keys


@given(st.text(alphabet=st.characters(), max_size=12), st.sampled_from(["", "file:", "file:///x"]))
def test_any_text_has_a_key(text: str, start: str) -> None:
    uri = start + text
    key = key_of(uri)
    assert key_of(key) == key
    name_of(uri)


@pytest.mark.parametrize(
    "name", ["plain.hyp.en", "with space.hyp.en", "é;ö?#%.hyp.en", "%41.hyp.en", "\u2028.hyp.en"]
)
def test_paths_come_back(name: str) -> None:
    path = Path("/a folder/ü") / name
    uri = path.as_uri()
    assert (path_of(uri), name_of(uri), key_of(uri)) == (path, name, uri)
    assert sibling(Path("/a folder/ü/other").as_uri(), name) == uri


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("untitled:some.hyp.en", "some.hyp.en"),
        ("untitled:/folder/some%20x.hyp.en", "some x.hyp.en"),
        ("vscode-vfs://host/folder/é.hyp.en", "é.hyp.en"),
    ],
)
def test_documents_elsewhere_have_names_and_neighbours(uri: str, name: str) -> None:
    assert path_of(uri) is None
    assert name_of(uri) == name_of(key_of(uri)) == name
    neighbour = sibling(key_of(uri), "é %.ref.en")
    assert name_of(neighbour) == "é %.ref.en"
    assert sibling(neighbour, name) == key_of(uri)


@pytest.mark.parametrize("uri", ["file:x", "file:///a\0b", "file:///%00", "x", "file:///\ud800"])
def test_impossible_file_name_has_no_path(uri: str) -> None:
    assert path_of(uri) is None
