"""What stands out on words of a post-edit: where it is marked, what it offers, what that does."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from lsprotocol import types

from tests.lsp.bilingual import xliff
from tests.lsp.conftest import Editor, span

SOURCE = [
    "👍 Pay 100 dollars by Friday, see {name}.",
    "The cat sat (on the mat) in 1998.",
    "Tell {name} about the cat & the dog.",
    "Nothing here.",
]
MT = [
    "👍 Zahlen Sie 100 Dollar bis Freitag, siehe {name}.",
    "Der Kater saß (auf der Matte) im Jahr 1998.",
    "Erzählen Sie {name} vom Kater & dem Hund.",
    "Nichts hier.",
]
POST_EDIT = [
    "👍 Zahlen Sie 200 Dollar bis Freitag, siehe {nome}.",
    "Der Kater saß saß (auf der Matte im Jahr.",
    "Erzählen Sie {nome} vom Tier & vom vom Hund.",
    "Nichts hier.",
]
RIGHT = [
    "👍 Zahlen Sie 100 Dollar bis Freitag, siehe {name}.",
    "Der Kater saß (auf der Matte) im Jahr 1998.",
    "Erzählen Sie {name} vom Tier & vom Hund.",
    "Nichts hier.",
]
CODES = [
    (0, "number-differs", "200"),
    (0, "placeholder-differs", "{nome}"),
    (1, "doubled-word", "saß"),
    (1, "open-bracket", "("),
    (1, "number-missing", "Jahr"),
    (2, "placeholder-differs", "{nome}"),
    (2, "doubled-word", "vom"),
]
GLOSSARY = "cat\tKater\n"
MISSING = [*CODES, (2, "term-missing", "")]


def lines(texts: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


def write_pair(editor: Editor) -> str:
    editor.write("x.src.en", lines(SOURCE))
    editor.write("x.mt.de", lines(MT))
    editor.write("x.pe.de", lines(POST_EDIT))
    return editor.uri("x.pe.de")


def found(editor: Editor, text: str, shown: Sequence[types.Diagnostic]) -> list[Any]:
    """Line, code and marked text of what is about words."""
    codes = {code for _, code, _ in MISSING}
    rows = text.split("\n")

    def marked(place: types.Range) -> str:
        row = rows[place.start.line]
        columns = [editor.units(row[:column]) for column in range(len(row) + 1)]
        ends = columns.index(place.start.character), columns.index(place.end.character)
        return row[slice(*ends)]

    return sorted(
        (one.range.start.line, one.code, marked(one.range)) for one in shown if one.code in codes
    )


async def resolved(editor: Editor, action: types.CodeAction) -> list[types.TextEdit]:
    edit = (await editor.client.code_action_resolve_async(action)).edit
    assert edit is not None
    (change,) = edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    return [one for one in change.edits if isinstance(one, types.TextEdit)]


async def until_found(editor: Editor, uri: str, text: str, expected: Sequence[Any]) -> list[Any]:
    while True:
        shown = await editor.diagnostics(uri)
        if found(editor, text, shown) == sorted(expected):
            return shown


async def test_words_are_marked_and_mended_one_by_one_and_of_a_kind(editor: Editor) -> None:
    uri, text = write_pair(editor), lines(POST_EDIT)
    editor.open("x.pe.de")
    shown = await until_found(editor, uri, text, CODES)
    (number,) = (one for one in shown if one.code == "number-differs")
    assert number.severity == types.DiagnosticSeverity.Warning
    assert [one.location for one in number.related_information or ()] == [
        types.Location(editor.uri("x.src.en"), editor.place(0, SOURCE[0], "100"))
    ]
    at_number = editor.place(0, POST_EDIT[0], "200")
    actions = await editor.actions(uri, at_number, [number])
    fix = actions["Write '100' in place of '200'"]
    assert (fix.kind, fix.is_preferred) == (types.CodeActionKind.QuickFix, True)
    assert [one.code for one in fix.diagnostics or ()] == ["number-differs"]
    taken = actions["Take '100' of the machine translation in place of '200'"]
    for action in (fix, taken):
        edits = await resolved(editor, action)
        assert editor.after(text, edits) == text.replace("200", "100")
    kinds = await editor.actions(uri, editor.place(1, POST_EDIT[1], "saß saß"))
    every = await resolved(editor, kinds["Fix all 2 of doubled-word in this file"])
    assert editor.after(text, every) == text.replace("saß saß", "saß").replace("vom vom", "vom")
    top = span((0, 0), (0, 0))
    (certain,) = (await editor.actions(uri, top, only=["source.fixAll"])).values()
    assert certain.kind == "source.fixAll.meteor"
    assert editor.after(text, await resolved(editor, certain)) == text.replace("nome", "name")
    for line, title in ((1, "Insert ')'"), (1, "Insert '1998'")):
        whole = span((line, 0), (line, editor.units(POST_EDIT[line])))
        edits = await resolved(editor, (await editor.actions(uri, whole))[title])
        (edit,) = edits
        editor.edit(
            uri,
            (line, edit.range.start.character),
            (line, edit.range.end.character),
            edit.new_text,
        )
        (text,) = [editor.after(text, edits)]
    assert text.split("\n")[1] == RIGHT[1].replace("saß", "saß saß")
    left = [one for one in CODES if one[1] not in ("open-bracket", "number-missing")]
    await until_found(editor, uri, text, left)


async def test_a_glossary_is_watched(editor: Editor) -> None:
    editor.write("meteor.toml", 'glossary = "terms.tsv"\n[severity]\nnumber-differs = "off"\n')
    uri, text = write_pair(editor), lines(POST_EDIT)
    editor.open("x.pe.de")
    assert "terms.tsv does not exist" in await editor.told("terms.tsv")
    expected = [one for one in CODES if one[1] != "number-differs"]
    await until_found(editor, uri, text, expected)
    editor.changed_on_disk(editor.write("terms.tsv", GLOSSARY))
    await until_found(editor, uri, text, [*expected, MISSING[-1]])
    editor.changed_on_disk(editor.write("terms.tsv", "cat\tTier\n"))
    await until_found(editor, uri, text, [*expected, (1, "term-missing", "")])


async def test_a_bilingual_file_is_mended_in_its_own_escapes(utf16_editor: Editor) -> None:
    editor = utf16_editor
    whole = xliff(list(zip(SOURCE, MT, POST_EDIT, strict=True)))
    whole = whole.replace('state="translated">Nichts', 'state="final">Nichts')
    uri = editor.open("job.xlf", whole)
    shown = await editor.diagnostics(uri)
    while not any(one.code == "untouched-final" for one in shown):
        shown = await editor.diagnostics(uri)
    assert "untouched-mt" not in [one.code for one in shown]
    rows = whole.split("\n")
    (row,) = (number for number, line in enumerate(rows) if escape(POST_EDIT[2]) in line)
    place = editor.place(row, rows[row], "{nome}")
    assert ("placeholder-differs", place) in [(one.code, one.range) for one in shown]
    (certain,) = (
        await editor.actions(uri, span((0, 0), (0, 0)), only=["source.fixAll.meteor"])
    ).values()
    edits = await resolved(editor, certain)
    assert all("&" not in edit.new_text for edit in edits)  # nothing else is written anew
    assert editor.after(whole, edits) == whole.replace("{nome}", "{name}")


async def test_a_reference_is_another_translation(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.hyp.de", lines(MT))
    editor.write("x.ref.de", lines(POST_EDIT))
    uri = editor.open("x.ref.de")
    editor.open("x.hyp.de")
    assert found(editor, lines(POST_EDIT), await editor.diagnostics(uri)) == []


async def test_a_quotation_ends_in_the_next_segment(utf16_editor: Editor) -> None:
    """Also where the two are summed up apart: blocks have 512 segments."""
    editor = utf16_editor
    texts = [f"{number} Ja." for number in range(514)]
    texts[511:513] = ["„Eins,", "zwei."]
    editor.write("x.src.en", lines([*texts[:511], '"One,"', "two.", texts[513]]))
    editor.write("x.mt.de", lines(f"{text}!" for text in texts))
    editor.write("x.pe.de", lines(texts))
    uri = editor.uri("x.pe.de")
    editor.open("x.pe.de")

    async def until_open(*expected: int) -> None:
        while True:
            shown = await editor.diagnostics(uri)
            if [one.range.start.line for one in shown if one.code == "open-quote"] == [*expected]:
                return

    await until_open(511)
    end = editor.units(texts[512])
    editor.edit(uri, (512, end), (512, end), "“")
    await until_open()
    editor.edit(uri, (512, end), (512, end + 1), "")
    await until_open(511)
