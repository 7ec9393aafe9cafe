"""A document without a partner says so, and offers to create or to choose one."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.conftest import Client, Editor, capabilities, score, span, start

SEGMENTS = ["the dancers danced", "on mats", "with glee"]
RULE = '[[pairs]]\nhypothesis = "out/{x}.txt"\nreferences = "ref/{x}.txt"\n'


def text_of(path: Path) -> bytes:
    return path.read_bytes()


def open_alone(editor: Editor, name: str = "alone.hyp.en") -> str:
    editor.write_segments(name, SEGMENTS)
    return editor.open(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("alone.hyp.en", ["METEOR: there is no reference alone.ref.en", "create alone.ref.en"]),
        ("alone.ref2.en", ["METEOR: there is no hypothesis alone.hyp.en", "create alone.hyp.en"]),
        ("a.mt.de", ["METEOR: there is no reference a.pe.de", "create a.pe.de"]),
        ("a.pe.de", ["METEOR: there is no hypothesis a.mt.de", "create a.mt.de"]),
        ("s.hyp.X.en", ["METEOR: there is no reference s.ref.A.en", "create s.ref.A.en"]),
        ("out/a.txt", ["METEOR: there is no reference ref/a.txt", "create ref/a.txt"]),
        ("ref/a.txt", ["METEOR: there is no hypothesis out/a.txt", "create out/a.txt"]),
        ("notes.txt", None),
        ("a.src.de", None),
        ("a.tsv", None),
        ("meteor.toml", None),
    ],
)
async def test_a_lens_says_what_is_missing(
    utf16_editor: Editor, name: str, expected: list[str] | None
) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", RULE)
    uri = editor.open("meteor.toml") if name == "meteor.toml" else open_alone(editor, name)
    lenses = await editor.lens_commands(uri)
    if expected is None:
        assert lenses == []
        return
    missing = "reference" if "no reference" in expected[0] else "hypothesis"
    assert [lens.title for lens in lenses] == [*expected, f"choose the {missing}..."]
    assert [lens.command for lens in lenses] == [
        "meteor.explainPairing",
        "meteor.createPartner",
        "meteor.choosePartner",
    ]
    assert all(list(lens.arguments or []) == [uri] for lens in lenses)
    actions = await editor.actions(uri, span((0, 0), (0, 0)))
    assert list(actions) == [
        f"METEOR: {title}" for title in (expected[1], f"choose the {missing}...")
    ]


@pytest.mark.parametrize("name", ["alone.hyp.en", "alone.ref.en", "out/a.txt"])
async def test_it_is_created_with_a_line_for_each_segment(utf16_editor: Editor, name: str) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", RULE)
    uri = open_alone(editor, name)
    editor.edit(uri, (0, 0), (0, 0), "one more\n")
    answer = await editor.command("meteor.createPartner", uri)
    created = Path(answer["path"])
    assert text_of(created) == b"\n" * (len(SEGMENTS) + 1)
    assert answer["uri"] == created.as_uri()
    await editor.until(lambda: editor.client.shown_documents)
    assert editor.client.shown_documents[0].uri == answer["uri"]
    partner = editor.open(str(created.relative_to(editor.folder)))
    editor.edit(partner, (1, 0), (1, 0), SEGMENTS[0])
    hypothesis = partner if name == "alone.ref.en" else uri
    hints = await editor.hints(hypothesis)
    assert hints[1][1] == score(SEGMENTS[0], SEGMENTS[0])
    error = await editor.refused("meteor.createPartner", uri)
    assert "is paired already" in error.message


async def test_one_is_chosen_among_the_files_beside(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_alone(editor)
    editor.write_segments("zebra.txt", ["a", "b", "c"])  # as many segments
    editor.write_segments("alone.final.en", ["a", "b"])
    editor.write_segments("other.ref.en", ["a"])
    editor.write_segments("other.hyp.en", ["a", "b", "c"])  # a hypothesis is no reference
    editor.write_segments("alone.src.de", ["a", "b", "c"])
    editor.write("image.png", b"\x89PNG\xff\xfe")
    told = await editor.request("meteor/partners", {"textDocument": {"uri": uri}})
    names = [one["name"] for one in told["candidates"]]
    assert names == ["zebra.txt", "alone.final.en", "other.ref.en"]
    assert [one["segments"] for one in told["candidates"]] == [3, 2, 1]
    assert (told["missing"], told["name"]) == ("reference", "alone.ref.en")
    assert told["create"] == editor.uri("alone.ref.en")
    editor.chosen = "zebra.txt"
    assert await editor.command("meteor.choosePartner", uri) is None
    await editor.told("alone.hyp.en is paired with zebra.txt in meteor.toml")
    (question,) = editor.asked
    assert question.message == "Which file is the reference of alone.hyp.en?"
    titles = [action.title for action in question.actions or []]
    assert titles[:2] == ["zebra.txt", "alone.final.en"]
    assert titles[-1] == "Create alone.ref.en"
    assert tomllib.loads((editor.folder / "meteor.toml").read_text()) == {
        "pairs": [{"hypothesis": "alone.hyp.en", "references": ["zebra.txt"]}]
    }
    assert len(await editor.labels(uri)) == 3
    assert await editor.request("meteor/partners", {"textDocument": {"uri": uri}}) is None


async def test_a_reference_is_paired_with_a_hypothesis_that_is_named(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_alone(editor, "alone.ref.en")
    editor.write_segments("sub/system.txt", SEGMENTS)
    answer = await editor.command("meteor.choosePartner", uri, "sub/system.txt")
    assert answer == {"file": editor.uri("meteor.toml")}
    assert tomllib.loads((editor.folder / "meteor.toml").read_text()) == {
        "pairs": [{"hypothesis": "sub/system.txt", "references": ["alone.ref.en"]}]
    }
    error = await editor.refused("meteor.choosePartner", uri, "sub/system.txt")
    assert "is paired already" in error.message


async def test_choice_can_create_a_file_and_reports_failure(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_alone(editor)
    editor.chosen = "Create alone.ref.en"
    await editor.command("meteor.choosePartner", uri)
    await editor.until(lambda: editor.client.shown_documents)
    assert (editor.folder / "alone.ref.en").read_text() == "\n" * len(SEGMENTS)
    (editor.folder / "alone.ref.en").unlink()
    editor.changed_on_disk(editor.folder / "alone.ref.en")
    (editor.folder / "alone.ref.en").mkdir()
    await editor.command("meteor.choosePartner", uri)
    await editor.told("alone.ref.en is there already")


async def test_alignment_requests_explain_missing_alignments(
    raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(raw_client, tmp_path, client_capabilities=capabilities("utf-16"))

    async def why(uri: str, line: int = 0) -> Any:
        params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}}
        told = [
            await editor.request(method, {**params, "why": True})
            for method in ("meteor/alignment", "meteor/picture")
        ]
        assert told[0] == told[1]
        assert await editor.request("meteor/picture", params) is None
        return told[0]["reason"]

    uri = open_alone(editor)
    assert (await why(uri)).startswith("There is no alone.ref.en beside alone.hyp.en.")
    assert "is not open" in await why(editor.uri("other.hyp.en"))
    editor.write_segments("alone.ref.en", SEGMENTS[:2])
    editor.changed_on_disk(editor.folder / "alone.ref.en")
    assert "2 segments have a partner" in await why(uri, 2)
    editor.write("alone.ref.en", b"\xff")
    assert (await why(uri)).startswith("No scores: ")


async def test_lenses_come_and_go_with_the_partner(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_alone(editor)
    assert len(await editor.lenses(uri)) == 3
    editor.write_segments("alone.ref.en", SEGMENTS)
    editor.changed_on_disk(editor.folder / "alone.ref.en")
    await editor.next(types.WORKSPACE_CODE_LENS_REFRESH)
    assert (await editor.lenses(uri))[0].startswith("METEOR 1.0000")
    (editor.folder / "alone.ref.en").unlink()
    editor.changed_on_disk(editor.folder / "alone.ref.en")
    await editor.next(types.WORKSPACE_CODE_LENS_REFRESH)
    assert (await editor.lenses(uri))[0].startswith("METEOR: there is no reference")
