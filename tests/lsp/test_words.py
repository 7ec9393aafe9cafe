"""What stands out on words of a post-edit: where it is marked, what it offers, what that does."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from lsprotocol import types

from meteor_core.review.diagnostics.diagnostic import CHECKS
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


async def test_words_are_marked_and_mended_one_by_one(editor: Editor) -> None:
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
    assert fix.kind == types.CodeActionKind.QuickFix
    assert [one.code for one in fix.diagnostics or ()] == ["number-differs"]
    taken = actions["Take '100' of the machine translation in place of '200'"]
    for action in (fix, taken):
        edits = await resolved(editor, action)
        assert editor.after(text, edits) == text.replace("200", "100")
    doubled = await editor.actions(uri, editor.place(1, POST_EDIT[1], "saß saß"))
    edits = await resolved(editor, doubled["Remove 'saß'"])
    assert editor.after(text, edits) == text.replace("saß saß", "saß")
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
    fix = (await editor.actions(uri, place))["Write '{name}' in place of '{nome}'"]
    edits = await resolved(editor, fix)
    assert all("&" not in edit.new_text for edit in edits)  # nothing else is written anew
    after = rows[row].replace("{nome}", "{name}")
    assert editor.after(whole, edits) == whole.replace(rows[row], after)


WITH_FIXES = {
    "number-differs": ("Pay 15.", "Zahlen Sie 16.", "Write '15' in place of '16'"),
    "number-missing": ("Pay 1998.", "Zahlen Sie.", "Insert '1998'"),
    "unit-differs": ("It is 5 km.", "Es sind 5 kg.", "Write 'km' in place of 'kg'"),
    "url-differs": ("See www.a.b", "Siehe www.a.c", "Write 'www.a.b' in place of 'www.a.c'"),
    "placeholder-differs": ("Hi {name}", "Hallo {nome}", "Write '{name}' in place of '{nome}'"),
    "code-differs": ("The XK-2000", "Der XK-200", "Write 'XK-2000' in place of 'XK-200'"),
    "doubled-word": ("I go", "Ich gehe gehe", "Remove 'gehe'"),
    "open-bracket": ("A (b) c", "A (b c", "Insert ')'"),
}
"""Source and post-edit in which a check finds something, and what it offers."""

WITHOUT_FIXES = {
    "date-differs",  # but without a source
    "negation-missing",
    "name-missing",
    "open-quote",
    "source-language",
    "untouched-final",
    "term-missing",
}


async def test_no_fix_is_preferred_or_made_with_others(utf16_editor: Editor) -> None:
    """As each may be wrong. What writes a rule into a file comes behind all that edits the text."""
    editor = utf16_editor
    assert {*WITH_FIXES} | WITHOUT_FIXES == {*CHECKS}
    sources, post_edits, titles = zip(*WITH_FIXES.values(), strict=True)
    mt = [*post_edits]
    mt[1], mt[5] = sources[1], sources[5]  # where the MT has to have what is missing
    editor.write("x.src.en", lines(sources))
    editor.write("x.mt.de", lines(mt))
    editor.write("x.pe.de", lines(post_edits))
    uri = editor.open("x.pe.de")
    shown: list[types.Diagnostic] = []
    while not {*WITH_FIXES} <= {one.code for one in shown}:
        shown = await editor.diagnostics(uri)
    for row, (code, title) in enumerate(zip(WITH_FIXES, titles, strict=True)):
        (one,) = (each for each in shown if each.code == code)
        assert one.range.start.line == row
        actions = await editor.actions(uri, one.range, [one])
        assert title in actions
        assert not any(action.is_preferred for action in actions.values())
        ignoring = [name.startswith("Ignore") for name in actions]
        assert ignoring == sorted(ignoring)
        assert sum(ignoring) == 2
        assert not await editor.actions(uri, one.range, [one], only=["source.fixAll"])
        edits = await resolved(editor, actions[title])
        assert {edit.range.start.line for edit in edits} == {row}


COPY = "Copy the machine translation into this segment"
TAKE_20 = "Take '20' of the machine translation in place of '30'"
WRITE_20 = "Write '20' in place of '30'"
ACROSS = [
    # MT, target as they are written, what is offered at the end of the target
    ("Zahlen Sie 20 Euro.", "Zahlen Sie 30 Euro.", {COPY, TAKE_20, WRITE_20}),
    ("Zahlen Sie <x id='1'/>20 Euro.", "Zahlen Sie 30 Euro.", {COPY, TAKE_20, WRITE_20}),
    ("Zahlen Sie 20 Euro.", "Zahlen Sie <x id='1'/>30 Euro.", {COPY, TAKE_20, WRITE_20}),
    ("Zahlen Sie <g id='1'>bitte</g> 20.", "Zahlen Sie 20.", {COPY}),
    ("Zahlen Sie <g id='1'>bitte sehr</g> 20.", "Zahlen Sie <x id='1'/>20.", {COPY}),
    ("Zahlen Sie bitte 20.", "Zahlen Sie 20.", {COPY, "Insert 'bitte' of the machine translation"}),
]


async def test_words_are_not_taken_across_inline_codes(utf16_editor: Editor) -> None:
    editor = utf16_editor
    for number, (mt, target, expected) in enumerate(ACROSS):
        text = xliff([("Pay 20 euros.", "MT", "TARGET")]).replace("MT<", f"{mt}<")
        text = text.replace("TARGET", target)
        uri = editor.open(f"{number}.xlf", text)
        await editor.diagnostics(uri)
        row = next(n for n, line in enumerate(text.split("\n")) if target in line)
        words = "30" if "30" in target else "Sie"
        behind = editor.place(row, text.split("\n")[row], words).end
        actions = await editor.actions(uri, types.Range(behind, behind))
        offered = {
            title
            for title, action in actions.items()
            if action.kind in ("quickfix", "refactor.rewrite")
        }
        assert offered == expected, target
        for title in offered - {COPY}:
            edits = await resolved(editor, actions[title])
            after = editor.after(text, edits)
            word = "20" if "20" in title else "Sie bitte"
            old = "30" if "30" in target else "Sie"
            assert after == text.replace(target, target.replace(old, word))
        edits = await resolved(editor, actions[COPY])
        assert editor.after(text, edits) == text.replace(target, mt)
    text = xliff([("Hi {na_me}", "Hallo", "Hallo {nome}")]).replace("na_me", "na<x id='1'/>me")
    uri = editor.open("source.xlf", text)
    shown = await editor.diagnostics(uri)
    while not any(one.code == "placeholder-differs" for one in shown):
        shown = await editor.diagnostics(uri)
    (one,) = (one for one in shown if one.code == "placeholder-differs")
    actions = await editor.actions(uri, one.range, [one])
    assert not any(action.kind == "quickfix" for action in actions.values())


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
