"""Bilingual files in an editor: everything stands where the texts of its units stand."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from lsprotocol import types

from meteor_core import Meteor
from tests.lsp.bilingual import FILES, ROWS, xliff
from tests.lsp.conftest import Editor
from tests.lsp.test_check import run

TEXT = xliff()
LINES = TEXT.split("\n")
ENCODED = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
WIDTHS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


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
    editor.write("meteor.toml", 'emphasis = "both"\n')
    editor.write("job.xlf", TEXT)
    uri = editor.open("job.xlf")
    ends = [(stands(editor, target).end, german(mt, target)) for mt, target in compared()]
    assert await editor.hints(uri) == {end.line: (end.character, score) for end, score in ends}
    low = [one for one in await editor.diagnostics(uri) if one.code == "low-score"]
    assert [one.range for one in low] == [stands(editor, ROWS[4][2] or "")]
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
    lacking = next(n for n, line in enumerate(LINES) if "Keine" in line)
    told = await editor.hover_text(uri, lacking, 3)
    assert told == "Not scored: this unit has no mt."
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


async def test_a_file_that_is_broken_from_the_beginning_says_where(editor: Editor) -> None:
    """Takes 0.3 seconds for each encoding; nothing in such a file is paired."""
    broken = TEXT.replace("<source>Press the", "<source>Press <the")
    number, line = next((n, line) for n, line in enumerate(LINES) if "Press the" in line)
    column = line.index("the")
    uri = editor.open("job.xlf", broken)
    (fault,) = await editor.diagnostics_of(uri, ["unreadable-unit"])
    assert fault.message.startswith("Not well-formed XML")
    assert fault.range.start.line == number
    pulled = await editor.pulled(uri)
    assert isinstance(pulled, types.RelatedFullDocumentDiagnosticReport)
    assert list(pulled.items) == [fault]
    editor.edit(uri, (1, 0), (1, 0), "\n")  # it moves with its line
    (moved,) = await editor.diagnostics_of(uri, ["unreadable-unit"])
    assert moved.range.start.line == number + 1
    editor.edit(uri, (1, 0), (2, 0), "")
    editor.edit(uri, (number, column), (number, column + 1), "")
    assert await editor.diagnostics_of(uri, ["low-score"])
    assert len(await editor.hints(uri)) == len(list(compared()))


async def test_a_unit_that_is_not_to_be_translated_is_not_scored(editor: Editor) -> None:
    uri = editor.open("job.xlf", TEXT)
    before = await editor.hints(uri)
    number, line = next((n, line) for n, line in enumerate(LINES) if 'id="u2"' in line)
    column = line.index(">")
    editor.edit(uri, (number, column), (number, column), ' translate="no"')
    assert {n for n in before if n not in await editor.hints(uri)} == {number + 2}
    told = await editor.hover_text(uri, number + 2, 40)
    assert told == "Not scored: this unit is not to be translated."
    added = len(' translate="no"')
    editor.edit(uri, (number, column), (number, column + added), "")
    assert await editor.hints(uri) == before


async def test_machine_translation_may_be_in_another_file(editor: Editor) -> None:
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


def bare(name: str) -> list[str]:
    return FILES[name].split("\n")


@pytest.mark.parametrize(
    ("name", "hypothesis", "reference"),
    [
        ("b.xlf", "machine <ph", "Deux <ph"),
        ("c.tmx", "Ein fettes", "Ein <hi>dickes"),
        ("d.xml", "eins &amp; mehr", "Eins<"),
    ],
)
async def test_each_format_has_its_sides(
    editor: Editor, name: str, hypothesis: str, reference: str
) -> None:
    uri = editor.open(name, FILES[name])
    lines = bare(name)
    assert await editor.hints(uri)
    (number,) = (n for n, line in enumerate(lines) if hypothesis in line)
    place = editor.place(number, lines[number], hypothesis)
    text = await editor.hover_text(uri, number, place.start.character + 1)
    assert "METEOR" in text
    assert reference.partition("<")[0].strip() in text


async def test_sides_and_the_place_of_the_hint_are_set(editor: Editor) -> None:
    editor.write(
        "meteor.toml",
        'hints.place = "unit"\nsides.hypothesis = "target"\nsides.references = ["source"]\n',
    )
    editor.write("e.po", FILES["e.po"])
    uri = editor.open("e.po")
    hints = await editor.hints(uri)
    lines = bare("e.po")
    first = min(hints)
    assert lines[first].startswith('"nen')
    assert hints[first][0] == len(lines[first])  # behind the quote, where the entry ends
    assert len(hints) == 5


async def test_a_unit_of_several_segments_is_one_fold(editor: Editor) -> None:
    segments = [f"<mrk mtype='seg' mid='{number}'>a{number}</mrk>" for number in (1, 2)]
    unit = ["<trans-unit id='1'>", "<source>s</source>", "<target>", *segments, "</target>"]
    machine = "<alt-trans origin='mt'><target>" + " ".join(segments) + "</target></alt-trans>"
    lines = ["<xliff version='1.2'>", *unit, machine, "</trans-unit>", "</xliff>"]
    uri = editor.open("job.xlf", "\n".join(lines))
    assert len(await editor.hints(uri)) == len(segments)
    folds = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(types.TextDocumentIdentifier(uri))
    )
    assert [(fold.start_line, fold.end_line) for fold in folds or ()] == [(1, len(lines) - 2)]


async def test_units_fold_and_lead_to_their_source(editor: Editor) -> None:
    uri = editor.open("job.xlf", TEXT)
    await editor.hints(uri)
    document = types.TextDocumentIdentifier(uri)
    folds = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(document)
    )
    starts = [n for n, line in enumerate(LINES) if "<trans-unit" in line]
    ends = [n for n, line in enumerate(LINES) if "</trans-unit" in line]
    assert [(fold.start_line, fold.end_line) for fold in folds or ()] == list(
        zip(starts, ends, strict=True)
    )
    place = stands(editor, ROWS[0][2] or "")
    found = await editor.client.text_document_declaration_async(
        types.DeclarationParams(document, place.start)
    )
    assert isinstance(found, types.Location)
    assert found.range == stands(editor, ROWS[0][0])


async def test_machine_translation_is_copied_if_writable(editor: Editor) -> None:
    text = TEXT.replace(">Drücke den", ' xmlns:y="urn:y">Drücke <y:x/> den')
    uri = editor.open("job.xlf", text)
    await editor.hints(uri)
    title = "Copy the machine translation into this segment"
    with_code, plain = (
        next(n for n, line in enumerate(text.split("\n")) if words in line)
        for words in ("Drücken", "sind gut")
    )
    place = types.Position(with_code, 40)
    assert title not in await editor.actions(uri, types.Range(place, place))
    place = types.Position(plain, 40)
    action = (await editor.actions(uri, types.Range(place, place)))[title]
    resolved = await editor.client.code_action_resolve_async(action)
    assert resolved.edit is not None
    (change,) = resolved.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    (edit,) = change.edits
    assert isinstance(edit, types.TextEdit)
    line = text.split("\n")[plain]
    begin, end = (
        len(
            line.encode(ENCODED[editor.encoding])[: character * WIDTHS[editor.encoding]].decode(
                ENCODED[editor.encoding]
            )
        )
        for character in (edit.range.start.character, edit.range.end.character)
    )
    after = line[:begin] + edit.new_text + line[end:]
    assert ">Fisch &amp; Chips 👍 gut<" in after


def test_files_are_checked_with_lines_and_columns(tmp_path: Path) -> None:
    (tmp_path / "job.xlf").write_text(TEXT, encoding="utf-8")
    (tmp_path / "cut.xlf").write_text(TEXT[: len(TEXT) // 2], encoding="utf-8")
    done = run("job.xlf", "cut.xlf", folder=tmp_path)
    (number,) = (n for n, line in enumerate(LINES, 1) if "gar nichts" in line)
    assert f"job.xlf:{number}:32: information: low-score" in done.stdout
    assert "job.xlf: METEOR" in done.stdout
    assert "cut.xlf:" in done.stderr
    assert "not well-formed XML" in done.stderr
    assert done.returncode == 2


EMPTY = """\
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>I paid 12.</source><target state="needs-translation"/>
<alt-trans origin="mt"><target>Ich habe 12 bezahlt.</target></alt-trans></trans-unit>
<trans-unit id="2"><source>I paid 13.</source><target> </target>
<alt-trans origin="mt"><target>Ich habe 13 bezahlt.</target></alt-trans></trans-unit>
<trans-unit id="3"><source>I paid 14.</source><target>
    Ich zahlte
    14.
  </target>
<alt-trans origin="mt"><target>Ich zahlte 14.</target></alt-trans></trans-unit>
</body></file></xliff>
"""


async def test_empty_target_is_not_scored_until_edited(editor: Editor) -> None:
    lines = EMPTY.split("\n")
    uri = editor.open("job.xlf", EMPTY)
    # The score stands behind the last word, and not behind the indentation that follows.
    assert await editor.hints(uri) == {8: (len(lines[8]), "1.000")}
    assert [one.code for one in await editor.diagnostics(uri)] == ["untouched-mt"]
    assert await editor.hover_text(uri, 2, 60) == "Not scored: this unit has no target."
    assert await editor.hover_text(uri, 4, 60) == "Not scored: this unit has no target."
    start = lines[4].index("<target>") + len("<target>")
    editor.edit(uri, (4, start), (4, start + 1), "Ich zahlte 13.")
    score = german("Ich habe 13 bezahlt.", "Ich zahlte 13.")
    hints = await editor.hints(uri)
    assert hints == {4: (start + len("Ich zahlte 13."), score), 8: (len(lines[8]), "1.000")}
    editor.edit(uri, (4, start), (4, start + len("Ich zahlte 13.")), "")
    assert list(await editor.hints(uri)) == [8]


def test_check_counts_no_empty_target(tmp_path: Path) -> None:
    (tmp_path / "job.xlf").write_text(EMPTY, encoding="utf-8")
    done = run("job.xlf", folder=tmp_path)
    assert "job.xlf: METEOR 1.0000, 1 segment," in done.stdout
