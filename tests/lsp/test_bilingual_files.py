"""Bilingual files in an editor: everything stands where the texts of its units stand."""

from collections.abc import Iterator
from html import escape

from lsprotocol import types

from meteor_core import Meteor
from tests.lsp.bilingual import ROWS, xliff
from tests.lsp.conftest import Editor

TEXT = xliff()
LINES = TEXT.split("\n")


def german(hypothesis: str, reference: str) -> str:
    return f"{Meteor(language='de').score(hypothesis, [reference]).score:.3f}"


def stands(editor: Editor, text: str, before: str = ">") -> types.Range:
    """Where a text stands that is in the file once, with what stands before it."""
    raw = escape(text, quote=False)
    (number,) = (n for n, line in enumerate(LINES) if before + raw + "<" in line)
    return editor.place(number, LINES[number], raw)


def compared() -> Iterator[tuple[str, str]]:
    return ((mt, target) for _, mt, target in ROWS if mt is not None and target is not None)


async def test_an_xliff_file_is_annotated_at_its_texts(editor: Editor) -> None:
    editor.write("job.xlf", TEXT)
    uri = editor.open("job.xlf")
    ends = [(stands(editor, target).end, german(mt, target)) for mt, target in compared()]
    assert await editor.hints(uri) == {end.line: (end.character, score) for end, score in ends}
    low = [one for one in await editor.diagnostics(uri) if one.code == "low-score"]
    assert [one.range for one in low] == [stands(editor, ROWS[4][1] or "")]
    words = editor.words((await editor.tokens(uri)).data, LINES)
    shown = [word for word, _, _ in words]
    assert shown[:9] == ["Drücken", "Sie", "den", "Knopf", ".", "Drücke", "den", "Knopf", "."]
    assert "&amp;" in shown
    assert "Keine" not in shown
    place = stands(editor, ROWS[1][2] or "")
    answer = await editor.hover(uri, place.start.line, place.start.character + 1)
    assert answer is not None
    assert answer.range is not None
    assert answer.range.start == place.start
    assert isinstance(answer.contents, types.MarkupContent)
    assert "`Fisch` matches `Fisch`, exact" in answer.contents.value
    assert "Source: Fish & chips" in answer.contents.value
    ((there, found),) = await editor.definition(uri, place.start)
    assert there == uri
    assert found.start == stands(editor, ROWS[1][1] or "").start


async def test_an_edit_is_scored_and_a_fault_leaves_the_rest(editor: Editor) -> None:
    uri = editor.open("job.xlf", TEXT)
    before = await editor.hints(uri)
    place = stands(editor, ROWS[0][2] or "")
    line, start = place.start.line, place.start.character
    editor.edit(uri, (line, start), (line, place.end.character), ROWS[0][1] or "")
    after = await editor.hints(uri)
    assert after[line][1] == german(*[ROWS[0][1] or ""] * 2)
    editor.edit(uri, (line, start), (line, start), "<b\n")
    faulty = await editor.hints(uri)
    assert {n - 1: hint for n, hint in faulty.items() if n > line + 1} == {
        n: hint for n, hint in before.items() if n > line
    }
    codes = ["unreadable-unit", "untouched-mt", "low-score"]
    fault, *_ = await editor.diagnostics_of(uri, codes)
    assert (fault.range.start.line, fault.message[:19]) in [
        (line + k, "Not well-formed XML") for k in (0, 1)
    ]
    editor.edit(uri, (line, start), (line + 1, 0), "")
    assert await editor.hints(uri) == after


async def test_the_machine_translation_may_stand_in_the_file_beside(editor: Editor) -> None:
    head = 'msgid ""\nmsgstr "Language: de\\n"\n\n'
    entry = 'msgid "Press"\nmsgstr "{}"\n'
    editor.write("app.mt.po", head + entry.format("Drücke den Knopf"))
    uri = editor.open("app.po", head + entry.format("Drücken Sie den\\tKnopf"))
    column = editor.place(4, 'msgstr "Drücken Sie den\\tKnopf"', "Knopf").end.character
    score = german("Drücke den Knopf", "Drücken Sie den Knopf")
    assert await editor.hints(uri) == {4: (column, score)}
    before = editor.open("app.mt.po")
    assert [hint for _, hint in (await editor.hints(before)).values()] == [score]
    alone = editor.open("other.po", head + entry.format("Knopf"))
    assert await editor.hints(alone) == {}
