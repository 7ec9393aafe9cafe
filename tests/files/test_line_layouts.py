"""Where the texts of a line stand, against Python's own reading of JSON."""

import json
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from meteor_core.files.line_layouts import (
    JsonLines,
    Layout,
    PlainLines,
    TabSeparated,
    layout_of,
)
from meteor_core.files.placed_text import Place, PlacedText, missing

ANY_TEXT = st.text(alphabet=st.characters(), max_size=20)  # lone surrogates included
HOSTILE = st.text(
    alphabet=st.sampled_from('\\"/ubn{}[],: \t\ud83d\udc4d\u00e9👍\x00x'), max_size=12
)
TEXTS = ANY_TEXT | HOSTILE
KEYS = st.sampled_from(["hyp", "ref", "", 'a"b', "\\", "u0041", "👍"]) | HOSTILE
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
MEMBERS = st.lists(st.tuples(KEYS, VALUES | TEXTS), max_size=5)
SPACE = st.text(alphabet=" \t", max_size=2)

JSON = JsonLines(fields=())
TSV = TabSeparated(header=("id", "hyp", "ref", "note"))


@st.composite
def escaped(draw: st.DrawFn, text: str) -> str:
    """A JSON string, each character written in one of the ways that JSON has for it."""
    written = []
    for character in text:
        plain = json.dumps(character, ensure_ascii=False)[1:-1]
        ascii_only = json.dumps(character)[1:-1]
        utf_16 = character.encode("utf-16-be", "surrogatepass").hex()
        units = [utf_16[place : place + 4] for place in range(0, len(utf_16), 4)]
        codes = "".join(f"\\u{unit}" for unit in units)
        ways = [plain, ascii_only, codes, codes.upper().replace("U", "u")]
        written.append(draw(st.sampled_from(["\\/", *ways] if character == "/" else ways)))
    return '"' + "".join(written) + '"'


@st.composite
def json_lines(draw: st.DrawFn) -> str:
    """An object with free white space, escapes and repeated keys."""
    members = []
    for key, value in draw(MEMBERS):
        shown = draw(escaped(value)) if isinstance(value, str) else json.dumps(value)
        name = draw(escaped(key))
        members.append(f"{draw(SPACE)}{name}{draw(SPACE)}:{draw(SPACE)}{shown}{draw(SPACE)}")
    return f"{draw(SPACE)}{{{','.join(members) or draw(SPACE)}}}{draw(SPACE)}"


def decoded(raw: str) -> str:
    text = json.loads(f'"{raw}"')
    assert isinstance(text, str)
    return text


def strings_of(line: str) -> dict[str, str]:
    document: dict[str, Any] = json.loads(line)
    return {key: value for key, value in document.items() if isinstance(value, str)}


# JSON Lines


@given(json_lines())
def test_json_texts_are_those_that_python_reads(line: str) -> None:
    strings = strings_of(line)
    fields = tuple(json.loads(line))
    assert JSON.texts(line, fields) == tuple(strings.get(field, "") for field in fields)
    for field in fields:
        assert JSON.text(line, field) == strings.get(field, "")
        assert JSON.placed(line, field).text == strings.get(field, "")
        assert (JSON.problem(line, [field]) is None) == (field in strings)


@given(json_lines())
def test_every_character_of_a_json_string_is_where_its_columns_say(line: str) -> None:
    for field, text in strings_of(line).items():
        cell = JSON.placed(line, field)
        assert line[cell.start.column - 1] == line[cell.end.column] == '"'
        assert decoded(line[cell.start.column : cell.end.column]) == text
        assert (cell.place(0).column, cell.place(len(text)).column) == (
            cell.start.column,
            cell.end.column,
        )
        for offset, character in enumerate(text):
            start, end = cell.place(offset).column, cell.place(offset + 1).column
            assert decoded(line[start:end]) == character
            assert [cell.offset(Place(0, column)) for column in range(start, end)] == [offset] * (
                end - start
            )


@given(json_lines(), TEXTS)
def test_a_string_written_in_place_leaves_the_others_as_they_were(line: str, text: str) -> None:
    for field in strings_of(line):
        cell = JSON.placed(line, field)
        written = JSON.encode(text, field)
        edited = line[: cell.start.column] + written + line[cell.end.column :]
        # Two surrogate code points in a row are one character in UTF-16, and so in JSON.
        expected = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        before, after = json.loads(line), json.loads(edited)
        assert after.pop(field) == expected == JSON.placed(edited, field).text
        before.pop(field)
        assert repr(after) == repr(before)  # nan is not equal to nan
        written.encode()  # an editor can save it


@given(st.text(max_size=30) | json_lines(), st.integers(0, 40), HOSTILE)
def test_no_line_raises(line: str, place: int, insertion: str) -> None:
    line = line[:place] + insertion + line[place:]
    try:
        known = json.loads(line)
    except ValueError:
        known = None
    strings = known if isinstance(known, dict) else {}
    for field in ("hyp", "", "x", *strings):
        value = strings.get(field)
        text = value if isinstance(value, str) else ""
        cell = JSON.placed(line, field)
        assert JSON.text(line, field) == cell.text == text
        assert (JSON.problem(line, (field,)) is None) == isinstance(value, str)
        if not isinstance(value, str):
            assert cell == missing(Place(0, len(line)))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "blank line"),
        (" \t", "blank line"),
        ('{"hyp": "a" "ref": "b"}', "no JSON object: Expecting ',' delimiter at column 13"),
        ('{"hyp": "a"} x', "no JSON object: Extra data at column 14"),
        ('\ufeff{"hyp": "a"} x', "no JSON object: Extra data at column 15"),
        ('{"hyp": "a\tb"}', "no JSON object: Invalid control character at at column 11"),
        ("[]", "no JSON object, but an array"),
        ("3", "no JSON object, but a number"),
        ('"x"', "no JSON object, but a string"),
        ("[" * 100_000, "no JSON object: nested too deeply"),
        ('{"hyp": ' + "[" * 100_000, "no JSON object: nested too deeply"),
        ('{"ref": "a"}', "no key 'hyp'"),
        ("{}", "no key 'hyp', no key 'ref'"),
        ('{"hyp": 3, "ref": null}', "'hyp' is a number, not a string, 'ref' is null, not a string"),
        ('{"hyp": NaN, "ref": "b"}', "'hyp' is a number, not a string"),
        ('{"hyp": {}, "ref": "b"}', "'hyp' is an object, not a string"),
        ('{"hyp": true, "ref": "b"}', "'hyp' is true or false, not a string"),
    ],
)
def test_line_problems_are_reported(line: str, problem: str) -> None:
    said = JSON.problem(line, ("hyp", "ref"))
    assert said is not None
    assert said.startswith(problem)
    assert JSON.placed(line, "hyp") == missing(Place(0, len(line)))


def test_the_last_of_repeated_keys_counts_also_where_its_name_is_escaped() -> None:
    line = r'{"hyp": "first", "h\u0079p": "l\u0061st", "x": {"hyp": "inner"}}'
    cell = JSON.placed(line, "hyp")
    assert cell.text == JSON.text(line, "hyp") == json.loads(line)["hyp"] == "last"
    assert line[cell.start.column : cell.end.column] == r"l\u0061st"
    assert JSON.text('{"hyp": "a", "hyp": 1}', "hyp") == ""
    assert JSON.placed('{"hyp": "a", "hyp": 1}', "hyp").start.column == 22


def test_escapes_and_surrogates_map_to_code_points() -> None:
    line = r'{"hyp": "a\ud83d\udc4db\ud83d\ud83d\udc4d\n"}'
    cell = JSON.placed(line, "hyp")
    assert cell.text == "a👍b\ud83d👍\n"
    raw = [line[cell.place(n).column : cell.place(n + 1).column] for n in range(len(cell.text))]
    assert raw == ["a", r"\ud83d\udc4d", "b", r"\ud83d", r"\ud83d\udc4d", r"\n"]


def test_numbers_of_any_length_hide_no_text() -> None:
    line = '{"n": ' + "1" * 5_000 + ', "x": -Infinity, "hyp": "a"}'
    assert JSON.text(line, "hyp") == JSON.placed(line, "hyp").text == "a"


def test_nesting_that_python_can_read_hides_no_text() -> None:
    line = '{"x": ' + "[" * 300 + "]" * 300 + ', "hyp": "a"}'
    assert JSON.text(line, "hyp") == JSON.placed(line, "hyp").text == "a"


def test_a_byte_order_mark_is_ignored_and_counted() -> None:
    line = '\ufeff{"hyp": "a"}'
    cell = JSON.placed(line, "hyp")
    assert (cell.text, line[cell.start.column : cell.end.column]) == ("a", "a")


@pytest.mark.parametrize("unit", [r"\u0061", "a", r"\"", r"\ud83d\udc4d"])
def test_a_long_line_is_read(unit: str) -> None:
    """Of a megabyte: quadratic time would take hours."""
    count = 100_000
    line = '{"hyp": "' + unit * count + '",' + ",".join(['"x": {}'] * count) + "}"
    assert JSON.placed(line, "hyp").text == json.loads(f'"{unit}"') * count


# TSV


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_tsv_texts_are_located_between_tabs(texts: list[str]) -> None:
    assume(all("\t" not in text for text in texts))
    line = "\t".join(texts)
    present = dict(zip(TSV.fields, texts, strict=False))
    assert TSV.texts(line, TSV.fields) == tuple(present.get(name, "") for name in TSV.fields)
    for name in TSV.fields:
        cell = TSV.placed(line, name)
        assert TSV.text(line, name) == cell.text == present.get(name, "")
        if name in present:
            assert line[cell.start.column : cell.end.column] == cell.text
        else:
            assert (cell.start.column, cell.end.column) == (len(line), len(line))
    assert (TSV.problem(line, TSV.fields) is None) == (len(texts) >= 4)


@given(st.lists(TEXTS, min_size=4, max_size=4), TEXTS)
@example(["", "", "", ""], "a\tb\r\nc\rd\ne")
def test_tsv_written_in_place_leaves_the_others_as_they_were(texts: list[str], new: str) -> None:
    line = "\t".join(TSV.encode(text, None) for text in texts)
    for number, name in enumerate(TSV.fields):
        cell = TSV.placed(line, name)
        edited = line[: cell.start.column] + TSV.encode(new, name) + line[cell.end.column :]
        expected = line.split("\t")
        expected[number] = new.replace("\r\n", " ").translate(dict.fromkeys(map(ord, "\t\r\n"), 32))
        assert edited.split("\t") == list(TSV.texts(edited, TSV.fields)) == expected


def test_a_quote_in_tsv_is_a_character() -> None:
    assert TSV.texts('1\t"a\tb"\tc', ("hyp", "ref")) == ('"a', 'b"')


@pytest.mark.parametrize(
    ("line", "fields", "problem"),
    [
        ("1\ta\tb", ("hyp", "ref"), None),
        ("1\ta\tb", ("note",), "3 of 4 columns"),
        ("", ("hyp",), "blank line"),
        ("1\ta\tb\tc\td", ("note",), None),
        ("1\ta\tb\tc", ("source",), "no column 'source'"),
    ],
)
def test_missing_columns_are_reported(
    line: str, fields: tuple[str, ...], problem: str | None
) -> None:
    assert TSV.problem(line, fields) == problem


def test_a_tsv_header_names_the_columns() -> None:
    layout = layout_of("news.TSV", ["\ufeffid\t hyp \t\tref\tref", "1\ta\tb\tc\td"])
    assert (layout.fields, layout.first_line) == (("id", "hyp", "ref"), 1)
    assert layout.texts("1\ta\tb\tc\td", ("id", "hyp", "ref", "", "x")) == ("1", "a", "c", "", "")
    assert layout_of("empty.tsv", []).text("a", "hyp") == ""


# plain lines and the choice


@given(TEXTS)
def test_a_plain_line_is_its_text(line: str) -> None:
    layout = PlainLines()
    cell = layout.placed(line, None)
    assert layout.text(line, None) == cell.text == line == line[cell.start.column : cell.end.column]
    for column in range(len(line) + 1):
        assert cell.place(column).column == cell.offset(Place(0, column)) == column
    assert layout.texts(line, ("a", "b")) == (line, line)
    assert layout.problem(line, ("a",)) is None


@given(TEXTS)
@example("a\r\nb\rc\nd\u2028e\x0bf")
def test_a_text_becomes_one_plain_line(text: str) -> None:
    written = PlainLines().encode(text, None)
    assert written == text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", " ")


@pytest.mark.parametrize(
    "cell",
    [
        PlainLines().placed("abc", None),
        TSV.placed("1\tabc", "hyp"),
        JSON.placed(r'{"hyp": "\u0061\n\""}', "hyp"),
    ],
)
def test_columns_and_offsets_past_the_text_are_clamped(cell: PlacedText) -> None:
    assert (cell.place(-1).column, cell.place(99).column) == (cell.start.column, cell.end.column)
    assert (cell.offset(Place(0, -1)), cell.offset(Place(0, 99))) == (0, len(cell.text))


@pytest.mark.parametrize(
    ("name", "lines", "layout"),
    [
        ("news.hyp.en", ["a\tb"], PlainLines()),
        ("tsv", [], PlainLines()),
        ("/tmp/a.tsv/news.txt", [], PlainLines()),
        ("news.jsonl", [], JsonLines(fields=())),
        (
            "News.NDJSON",
            ["", "[1]", "{", '{"id": 1, "hyp": "a", "ref": "", "hyp": "b"}', '{"x": "y"}'],
            JsonLines(fields=("hyp", "ref")),
        ),
        ("news.tsv", ["a\tb"], TabSeparated(header=("a", "b"))),
    ],
)
def test_extension_determines_the_layout(name: str, lines: list[str], layout: Layout) -> None:
    assert layout_of(name, lines) == layout


def test_no_field_is_a_missing_text_where_texts_have_names() -> None:
    for layout, line in ((TSV, "1\ta"), (JSON, '{"hyp": "a"}')):
        assert layout.text(line, None) == layout.placed(line, None).text == ""
