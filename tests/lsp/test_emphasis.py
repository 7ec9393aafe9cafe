"""What is marked in texts: what is equal, what differs, both or nothing; chosen and by default."""

import pytest

from tests.lsp.conftest import Editor

MT = "the big house today red in the garden 12 cats"
FINAL = "a large house in the garden with roses red 13 cat"
# By hand: "the big" became "a large" (other words, a synonym), "today" was dropped, "red" moved,
# "with roses" added, 12 is another number than 13, "cats" another form of "cat".
MT_DIFFERENCES = [
    ("the", "unmatched", "replaced"),
    ("big", "synonym", "otherWord"),
    ("today", "unmatched", "dropped"),
    ("red", "exact", "moved"),
    ("12", "unmatched", "numberOrCode"),
    ("cats", "stem", "form"),
]
FINAL_DIFFERENCES = [
    ("a", "unmatched", "replaced"),
    ("large", "synonym", "otherWord"),
    ("with", "unmatched", "added"),
    ("roses", "unmatched", "added"),
    ("red", "exact", "moved"),
    ("13", "unmatched", "numberOrCode"),
    ("cat", "stem", "form"),
]


def open_post_edit(editor: Editor) -> tuple[str, str]:
    editor.write("demo.mt.en", f"{MT}\n")
    editor.write("demo.pe.en", f"{FINAL}\n")
    return editor.open("demo.mt.en"), editor.open("demo.pe.en")


async def words(editor: Editor, uri: str, text: str) -> list[tuple[str, str, str]]:
    return editor.words((await editor.tokens(uri)).data, [text])


async def test_of_a_post_edit_what_differs_is_marked_on_both_sides(editor: Editor) -> None:
    mt, final = open_post_edit(editor)
    assert await words(editor, mt, MT) == MT_DIFFERENCES
    assert await words(editor, final, FINAL) == FINAL_DIFFERENCES


async def test_of_a_bilingual_file_too_and_of_other_pairs_chunks(editor: Editor) -> None:
    editor.write("table.tsv", f"mt\tpe\n{MT}\t{FINAL}\n")
    lines = ["mt\tpe", f"{MT}\t{FINAL}"]
    found = editor.words((await editor.tokens(editor.open("table.tsv"))).data, lines)
    assert found == MT_DIFFERENCES + FINAL_DIFFERENCES
    editor.write("demo.hyp.en", f"{MT}\n")
    editor.write("demo.ref.en", f"{FINAL}\n")
    found = await words(editor, editor.open("demo.hyp.en"), MT)
    assert [word for word, _, _ in found] == MT.split()
    assert all(marks.startswith("chunk") or not marks for _, _, marks in found)


@pytest.mark.parametrize("emphasis", ["chunks", "differences", "both", "off"])
async def test_a_project_says_what_is_marked(editor: Editor, emphasis: str) -> None:
    editor.write("meteor.toml", f'emphasis = "{emphasis}"\n')
    mt, _ = open_post_edit(editor)
    found = await words(editor, mt, MT)
    chunks = {word: marks for word, _, marks in found if "chunk" in marks}
    differences = {word: marks for word, _, marks in found if set(marks.split()) & EDITS}
    assert bool(chunks) is (emphasis in ("chunks", "both"))
    assert set(differences) == (
        {word for word, _, _ in MT_DIFFERENCES} if emphasis in ("differences", "both") else set()
    )
    assert bool(found) is (emphasis != "off")


EDITS = {"replaced", "otherWord", "dropped", "added", "moved", "numberOrCode", "form"}


async def test_an_alignment_says_what_its_picture_marks(utf16_editor: Editor) -> None:
    editor = utf16_editor
    mt, _ = open_post_edit(editor)
    asked = {"textDocument": {"uri": mt}, "segment": 1}
    told = (await editor.request("meteor/alignment", asked))["emphasis"]
    assert told["marked"] == "differences"
    assert len(told["reference"]) == len(FINAL.split())
    kinds = zip(MT.split(), told["hypothesis"], strict=True)
    assert [(word, kind) for word, kind in kinds if kind != "kept"] == [
        ("the", "replaced"),
        ("big", "synonym"),
        ("today", "dropped"),
        ("red", "moved"),
        ("12", "number-or-code"),
        ("cats", "form"),
    ]
    await editor.command("meteor.chooseEmphasis", mt, "chunks")
    assert "emphasis" not in await editor.request("meteor/alignment", asked)


async def test_a_key_goes_round_and_a_name_chooses(editor: Editor) -> None:
    mt, _ = open_post_edit(editor)
    editor.write("meteor.toml", 'emphasis = "differences"\n')
    for wanted in ("both", "off", "chunks", "differences"):
        answer = await editor.command("meteor.chooseEmphasis", mt)
        assert answer == {"emphasis": wanted}
        assert bool(await words(editor, mt, MT)) is (wanted != "off")
    assert await editor.command("meteor.chooseEmphasis", mt, "off") == {"emphasis": "off"}
    assert await words(editor, mt, MT) == []
    auto = await editor.command("meteor.chooseEmphasis", mt, "auto")
    assert auto == {"emphasis": "differences"}
    error = await editor.refused("meteor.chooseEmphasis", mt, "chunk")
    assert "did you mean 'chunks'" in str(error)


async def test_edits_follow_the_text(editor: Editor) -> None:
    mt, final = open_post_edit(editor)
    await editor.tokens(mt)
    editor.edit(final, (0, 0), (0, 1), "the")
    found = await words(editor, mt, MT)
    assert ("the", "unmatched", "replaced") not in found
    assert ("big", "synonym", "otherWord") in found
