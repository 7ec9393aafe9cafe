"""Hypothesis and reference in one file: TSV and JSON Lines, columns in the text itself.

Expected columns are found by looking for the raw text in the raw line.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from lsprotocol import types

from tests.lsp.conftest import Editor, score, span

# Chunks by hand: "Ünïcödé 👍🏽" | "dancing people 今" | "!" ; "gladly" has no match.
HYPOTHESIS = "Ünïcödé 👍🏽 gladly dancing people 今!"
REFERENCE = "dance people 今 then Ünïcödé 👍🏽 again !"
WORDS = ["Ünïcödé", "👍🏽", "gladly", "dancing", "people", "今", "!"]
KINDS = ["exact", "exact", "unmatched", "stem", "exact", "exact", "exact"]
ROWS = [
    ("erste", "first line", "first line"),
    ("zweite 今", HYPOTHESIS, REFERENCE),
    ("dritte", "entirely other words", 'a "quoted" \\ text'),
]


@dataclass(frozen=True)
class Layout:
    """How a file is written.

    Attributes:
        name: of the file.
        header: lines above the first segment.
        row: the line of source, hypothesis and reference.
        raw: a text as the line has it.
    """

    name: str
    header: Sequence[str]
    row: Callable[[str, str, str], str]
    raw: Callable[[str], str]

    def text(self, rows: Sequence[tuple[str, str, str]]) -> str:
        return "".join(f"{line}\n" for line in (*self.header, *(self.row(*row) for row in rows)))

    def line(self, segment: int) -> int:
        return segment + len(self.header)


def json_row(source: str, hypothesis: str, reference: str, *, escaped: bool) -> str:
    values = {"n": [1, {"hypothesis": "no"}], "hypothesis": hypothesis}
    values |= {"source": source, "reference": reference}
    return json.dumps(values, ensure_ascii=escaped)


LAYOUTS = [
    Layout(
        "pairs.en.tsv",
        ["👍 id\tsource\thypothesis\treference"],
        lambda source, hypothesis, reference: f"今👍\t{source}\t{hypothesis}\t{reference}\tmore",
        lambda text: text,
    ),
    Layout(
        "pairs.en.jsonl",
        [],
        lambda *row: json_row(*row, escaped=True),
        lambda text: json.dumps(text)[1:-1],
    ),
    Layout(
        "pairs.en.ndjson",
        [],
        lambda *row: json_row(*row, escaped=False),
        lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    ),
]


def place(editor: Editor, layout: Layout, text: str, segment: int = 1) -> types.Range:
    """Where a text of a row stands."""
    return editor.place(layout.line(segment), layout.row(*ROWS[segment]), layout.raw(text))


async def test_hints_diagnostics_and_hovers_are_at_the_text(editor: Editor) -> None:
    for layout in LAYOUTS:
        editor.write(layout.name, layout.text(ROWS))
        uri = editor.open(layout.name)
        assert await editor.hints(uri) == {
            layout.line(segment): (
                place(editor, layout, hypothesis, segment).end.character,
                score(hypothesis, reference),
            )
            for segment, (_, hypothesis, reference) in enumerate(ROWS)
        }
        (diagnostic,) = await editor.diagnostics(uri)
        assert diagnostic.code == "low-score"
        assert diagnostic.range == place(editor, layout, ROWS[2][1], 2)
        (related,) = diagnostic.related_information or ()
        assert related.location == types.Location(uri, place(editor, layout, ROWS[2][2], 2))
        word = place(editor, layout, "dancing")
        answer = await editor.hover(uri, word.start.line, word.start.character + 1)
        assert answer is not None
        assert answer.range == word
        assert isinstance(answer.contents, types.MarkupContent)
        assert "`dancing` matches `dance`, stem" in answer.contents.value
        assert "Source: zweite 今" in answer.contents.value


async def test_words_of_both_columns_are_coloured_and_joined(editor: Editor) -> None:
    editor.write("meteor.toml", 'emphasis = "both"\n')
    for layout in LAYOUTS:
        editor.write(layout.name, layout.text(ROWS))
        uri = editor.open(layout.name)
        lines = layout.text(ROWS).split("\n")
        words = editor.words((await editor.tokens(uri)).data, lines)
        found = [(word, kind) for word, kind, _ in words]
        expected = list(zip(map(layout.raw, WORDS), KINDS, strict=True))
        first = found.index(expected[0])
        assert found[first : first + len(WORDS)] == expected
        assert (layout.raw("dance"), "stem") in found
        assert (layout.raw("then"), "unmatched") in found
        there = await editor.definition(uri, place(editor, layout, "dancing").start)
        assert there == [(uri, place(editor, layout, "dance"))]
        back = await editor.definition(uri, place(editor, layout, "dance").start)
        assert back == [(uri, place(editor, layout, "dancing"))]
        answer = await editor.client.text_document_document_highlight_async(
            types.DocumentHighlightParams(
                types.TextDocumentIdentifier(uri), place(editor, layout, "dancing").start
            )
        )
        found_lit = [
            each for each in answer or [] if each.kind is not types.DocumentHighlightKind.Text
        ]
        lit = [highlight.range for highlight in found_lit]  # of words: not the whole source
        raw, character = layout.row(*ROWS[1]), layout.raw("今")
        line = layout.line(1)
        own = raw.index(layout.raw("people")), raw.index(layout.raw("dance"))
        expected_places = [
            place(editor, layout, "dancing"),
            editor.place(line, raw, "people", own[0]),
            editor.place(line, raw, character, own[0]),
            place(editor, layout, "dance"),
            editor.place(line, raw, "people", own[1]),
            editor.place(line, raw, character, own[1]),
        ]
        assert sorted(lit, key=str) == sorted(expected_places, key=str)


async def test_edits_by_actions_change_the_text_alone(editor: Editor) -> None:
    for layout in LAYOUTS:
        text = layout.text(ROWS)
        editor.write(layout.name, text)
        uri = editor.open(layout.name)
        word = place(editor, layout, "people")
        for title, expected in (
            ("Copy the reference into this segment", REFERENCE),
            ("Insert 'then' after '今'", HYPOTHESIS.replace("今", "今 then")),
        ):
            chosen = (await editor.actions(uri, word))[title]
            resolved = await editor.client.code_action_resolve_async(chosen)
            rows = [*ROWS[:1], (ROWS[1][0], expected, REFERENCE), *ROWS[2:]]
            after = editor.after(text, edits_of(resolved, uri))
            assert values_of(layout, after) == values_of(layout, layout.text(rows))
        raw = layout.row(*ROWS[2])
        end = place(editor, layout, ROWS[2][1], 2)
        chosen = (await editor.actions(uri, end))["Copy the reference into this segment"]
        resolved = await editor.client.code_action_resolve_async(chosen)
        (edit,) = edits_of(resolved, uri)
        assert edit.range == end
        assert raw.replace(layout.raw(ROWS[2][1]), edit.new_text) == layout.row(
            ROWS[2][0], ROWS[2][2], ROWS[2][2]
        ) or layout.name.endswith(
            ".jsonl"
        )  # where quotes are escaped, other characters need not be


def edits_of(action: types.CodeAction, uri: str) -> list[types.TextEdit]:
    """The edits of an action that edits only that document."""
    assert action.edit is not None
    (change,) = action.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document.uri == uri
    return [edit for edit in change.edits if isinstance(edit, types.TextEdit)]


def values_of(layout: Layout, text: str) -> list[object]:
    """What a program reads in a file."""
    lines = text.splitlines()
    return [*lines] if layout.name.endswith(".tsv") else [json.loads(line) for line in lines]


async def test_edits_of_either_column_change_the_scores(utf16_editor: Editor) -> None:
    for layout in LAYOUTS:
        editor = utf16_editor
        editor.write(layout.name, layout.text(ROWS))
        uri = editor.open(layout.name)
        await editor.hints(uri)
        word = place(editor, layout, "dance")
        editor.edit(uri, *pair(word), layout.raw("dancing 👍"))
        new = REFERENCE.replace("dance", "dancing 👍")
        assert (await editor.hints(uri))[layout.line(1)][1] == score(HYPOTHESIS, new)
        start = (layout.line(1), 0)
        editor.edit(uri, start, start, layout.row("", "an inserted row", "an added row") + "\n")
        labels = [label for _, label in (await editor.hints(uri)).values()]
        assert labels == [
            score(*ROWS[0][1:]),
            score("an inserted row", "an added row"),
            score(HYPOTHESIS, new),
            score(*ROWS[2][1:]),
        ]


def pair(place: types.Range) -> tuple[tuple[int, int], tuple[int, int]]:
    """Start and end of a range."""
    start, end = place.start, place.end
    return (start.line, start.character), (end.line, end.character)


async def test_post_edits_in_a_table_that_were_left_as_they_were(utf16_editor: Editor) -> None:
    utf16_editor.write("post.en.tsv", "MT\tPE\nthe same\tthe same\nthe same\tnot the same\n")
    uri = utf16_editor.open("post.en.tsv")
    found = await utf16_editor.diagnostics(uri)
    assert [(one.code, one.range) for one in found] == [("untouched-mt", span((1, 9), (1, 17)))]


@pytest.mark.parametrize(
    ("name", "text", "line", "problem"),
    [
        ("gap.en.tsv", "hyp\tref\na\ta\nlonely\n", 2, "1 of 2 columns"),
        ("gap.en.jsonl", '{"hyp": "a", "ref": "a"}\n{"hyp": "a"}\n', 1, "no key 'ref'"),
        ("bad.en.jsonl", '{"hyp": "a", "ref": "a"}\n{"hyp": "a",\n', 1, "no JSON object"),
    ],
)
async def test_line_without_texts_is_reported_and_others_are_scored(
    utf16_editor: Editor, name: str, text: str, line: int, problem: str
) -> None:
    utf16_editor.write(name, text)
    uri = utf16_editor.open(name)
    (diagnostic,) = await utf16_editor.diagnostics(uri)
    assert diagnostic.code == "unreadable-line"
    assert diagnostic.range.start.line == line
    assert problem in diagnostic.message
    assert (await utf16_editor.labels(uri))[0] == "1.000"


async def test_columns_that_are_renamed_come_and_go(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("columns.en.tsv", "hyp\tref\na b\tc d\n")
    uri = editor.open("columns.en.tsv")
    await editor.diagnostics_of(uri, ["low-score"])
    editor.edit(uri, (0, 0), (0, 3), "other")
    assert await editor.diagnostics(uri) == []
    assert await editor.hints(uri) == {}
    editor.edit(uri, (0, 0), (0, 5), "hypothesis")
    await editor.diagnostics_of(uri, ["low-score"])
    assert list(await editor.hints(uri)) == [1]


async def test_a_table_without_known_columns_shows_nothing(utf16_editor: Editor) -> None:
    utf16_editor.write("other.tsv", "one\ttwo\na\ta\n")
    uri = utf16_editor.open("other.tsv")
    assert await utf16_editor.hints(uri) == {}
    assert await utf16_editor.lenses(uri) == []
