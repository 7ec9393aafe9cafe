"""What ``meteor.toml`` says holds in the editor, at once, and what is wrong in it is told once."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.conftest import Client, Editor, capabilities, score, span, start

HYPOTHESIS, REFERENCE = "the dancers danced", "the dancer dances now"
VARIANT = "lavie-agarwal-2007"
RULE = '[[pairs]]\nhypothesis = "out/{set}.{lang}.txt"\nreferences = "ref/{set}.*.{lang}.txt"\n'
PAIR = '[[pairs]]\nhypothesis = "sub/x.hyp.en"\nreferences = "sub/x.ref.en"\n'


def write_pair(editor: Editor, hypothesis: str, *references: str) -> None:
    editor.write(hypothesis, f"{HYPOTHESIS}\n")
    for reference in references:
        editor.write(reference, f"{REFERENCE}\n")


async def test_files_are_paired_by_rules(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", f'{RULE}source = "src/{{set}}.txt"\nlanguage = "de"\n')
    write_pair(editor, "out/news.en.txt", "ref/news.A.en.txt", "ref/news.B.en.txt")
    editor.write("src/news.txt", "die Quelle\n")
    uri = editor.open("out/news.en.txt")
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE, language="de")]
    assert "Source: die Quelle" in await editor.hover_text(uri, 0, 0)
    summary = await editor.request("meteor/summary", {"textDocument": {"uri": uri}})
    assert summary["references"] == [
        editor.uri("ref/news.A.en.txt"),
        editor.uri("ref/news.B.en.txt"),
    ]
    assert summary["source"] == editor.uri("src/news.txt")
    explained = await editor.command("meteor.explainPairing", editor.uri("ref/news.B.en.txt"))
    assert explained["paired"] is True
    assert "[[pairs]] number 1 of meteor.toml" in explained["reason"]


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ("", score(HYPOTHESIS, REFERENCE)),
        (f'variant = "{VARIANT}"\n', score(HYPOTHESIS, REFERENCE, variant=VARIANT)),
        ('[[folders]]\npath = "sub"\nvariant = "nltk"\n', None),
        (f'variant = "nltk"\n[[folders]]\npath = "sub"\nvariant = "{VARIANT}"\n', VARIANT),
        (f'[[folders]]\npath = "sub"\nvariant = "nltk"\n{PAIR}variant = "{VARIANT}"\n', VARIANT),
        (f'[[folders]]\npath = "elsewhere"\nvariant = "{VARIANT}"\n', "classic"),
    ],
)
async def test_nearer_project_file_takes_precedence(
    utf16_editor: Editor, toml: str, expected: str | None
) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", toml)
    write_pair(editor, "sub/x.hyp.en", "sub/x.ref.en")
    if expected is None or not expected[0].isdigit():
        expected = score(HYPOTHESIS, REFERENCE, variant=expected or "nltk")
    assert await editor.labels(editor.open("sub/x.hyp.en")) == [expected]


async def test_it_overrides_the_editor(raw_client: Client, tmp_path: Path) -> None:
    editor = await start(raw_client, tmp_path, options={"variant": "nltk", "lowScore": 1})
    editor.write("meteor.toml", f'variant = "{VARIANT}"\nlowScore = 0\n')
    write_pair(editor, "x.hyp.en", "x.ref.en")
    uri = editor.open("x.hyp.en")
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE, variant=VARIANT)]
    assert await editor.diagnostics(uri) == []


@pytest.mark.parametrize("how", ["on disk", "saved", "typed"])
async def test_a_change_of_it_takes_effect_at_once(utf16_editor: Editor, how: str) -> None:
    editor = utf16_editor
    project = editor.write("meteor.toml", "lowScore = 0\n")
    write_pair(editor, "x.hyp.en", "x.ref.en")
    uri = editor.open("x.hyp.en")
    assert await editor.diagnostics(uri) == []
    text = f'lowScore = 1\nvariant = "{VARIANT}"\n'
    if how == "typed":
        document = editor.open("meteor.toml")
        editor.replace_all(document, text)
    else:
        editor.write("meteor.toml", text)
        if how == "saved":
            editor.save(project.as_uri())
        else:
            editor.changed_on_disk(project)
    (found,) = await editor.diagnostics_of(uri, ["low-score"])
    await editor.next_refresh()
    expected = score(HYPOTHESIS, REFERENCE, variant=VARIANT)
    assert await editor.labels(uri) == [expected]
    assert expected in found.message
    if how == "typed":
        editor.close(document)  # what was not saved is gone
        await editor.diagnostics_of(uri, [])


async def test_it_comes_and_goes(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor, "out/news.en.txt", "ref/news.A.en.txt")
    uri = editor.open("out/news.en.txt")
    assert await editor.labels(uri) == []
    project = editor.write("meteor.toml", RULE)
    editor.changed_on_disk(project)
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE)]
    project.unlink()
    editor.changed_on_disk(project)
    assert await editor.labels(uri) == []


async def test_mistakes_are_reported_once_by_name(utf16_editor: Editor) -> None:
    editor = utf16_editor
    project = editor.write("meteor.toml", f'{RULE}\n[[pairs]]\nhypothesis = "x"\nreference = "y"\n')
    write_pair(editor, "out/news.en.txt", "ref/news.A.en.txt")
    uri = editor.open("out/news.en.txt")
    told = await editor.told("meteor.toml, pairs 2")
    assert "did you mean 'references'?" in told
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE)]  # the rest counts
    count = len(editor.messages)
    editor.changed_on_disk(project)
    editor.open("ref/news.A.en.txt")
    await editor.diagnostics(uri)
    assert len(editor.messages) == count
    editor.changed_on_disk(editor.write("meteor.toml", f"{RULE}\ncolour = \n"))
    assert (await editor.told("meteor.toml, line")).startswith("Meteorscope: meteor.toml, line ")
    kinds = {message.type for message in editor.client.messages}
    assert kinds == {types.MessageType.Warning}
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE)]  # what it said still counts
    answer = await editor.command("meteor.reload")
    assert any("meteor.toml, line" in problem for problem in answer["problems"])


async def test_mistakes_are_marked_while_they_are_typed(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", "")
    write_pair(editor, "x.hyp.en", "x.ref.en")
    uri = editor.open("x.hyp.en")
    document = editor.open("meteor.toml")
    typed = 'variant = "nltk"\n'
    for column, character in enumerate(typed):
        editor.edit(document, (0, column), (0, column), character)
    expected = [score(HYPOTHESIS, REFERENCE, variant="nltk")]
    assert await editor.labels(uri) == expected
    editor.edit(document, (1, 0), (1, 0), "lowScore =")
    (found,) = await editor.diagnostics_of(document, ["project-file"])
    assert found.range == span((1, 9), (1, 10))
    assert found.severity is types.DiagnosticSeverity.Error
    assert await editor.labels(uri) == expected
    editor.save(document)
    assert await editor.labels(uri) == expected  # what it said before it broke still counts
    editor.edit(document, (1, 10), (1, 10), " 2\nlowscore = 1 # 👍\nhints.chunk = 1")
    found, unknown, deeper = await editor.diagnostics_of(document, ["project-file"] * 3)
    assert found.message == "must be between 0 and 1, got 2"
    assert found.range == span((1, 11), (1, 12))
    assert unknown.message.endswith("did you mean 'lowScore'?")
    assert unknown.range == span((2, 0), (2, 8))
    assert deeper.message.endswith("did you mean 'chunks'?")
    assert deeper.range == span((3, 6), (3, 11))
    assert editor.messages == []  # nothing is told twice
    editor.close(document)
    await editor.diagnostics_of(document, [])


async def test_mistakes_can_be_asked_for(pulling_editor: Editor) -> None:
    editor = pulling_editor
    editor.write("meteor.toml", RULE + "source = 1\n")
    document = editor.open("meteor.toml")

    async def items() -> Sequence[types.Diagnostic]:
        report = await editor.pulled(document)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return report.items

    (wrong,) = await items()
    assert wrong.range == span((3, 9), (3, 10))
    editor.edit(document, (3, 0), (4, 0), "")
    (alone,) = await items()
    assert alone.severity is types.DiagnosticSeverity.Warning
    assert "there is no file 'out/{set}.{lang}.txt' here" in alone.message
    assert alone.range == span((1, 13), (1, 35))
    write_pair(editor, "out/news.en.txt", "ref/news.A.en.txt")
    editor.changed_on_disk(editor.folder / "out/news.en.txt")
    await editor.next(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    assert not await items()


async def test_a_pair_is_written_into_it(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor, "out/a.txt", "in/b.txt")
    uri = editor.open("out/a.txt")
    assert await editor.labels(uri) == []
    answer = await editor.command("meteor.pair", uri, editor.uri("in/b.txt"))
    project = editor.folder / "meteor.toml"
    assert answer == {"file": project.as_uri()}
    assert tomllib.loads(project.read_text()) == {
        "pairs": [{"hypothesis": "out/a.txt", "references": ["in/b.txt"]}]
    }
    await editor.told("out/a.txt is paired with in/b.txt in meteor.toml")
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE)]
    write_pair(editor, "out/a.txt", "in/c.txt", "in/d.txt")
    both = [editor.uri("in/c.txt"), editor.uri("in/d.txt")]
    await editor.command("meteor.pair", uri, both, editor.uri("in/b.txt"))
    assert tomllib.loads(project.read_text()) == {
        "pairs": [
            {
                "hypothesis": "out/a.txt",
                "references": ["in/c.txt", "in/d.txt"],
                "source": "in/b.txt",
            }
        ]
    }


@pytest.mark.parametrize("able", [True, False])
async def test_an_open_project_file_is_edited_in_the_editor(
    raw_client: Client, tmp_path: Path, *, able: bool
) -> None:
    more: dict[str, Any] = {} if able else {"workspace": {"applyEdit": None}}
    known = capabilities("utf-16", more)
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    project = editor.write("meteor.toml", "# on disk\n")
    write_pair(editor, "a.txt", "b.txt")
    uri, reference = editor.open("a.txt"), editor.uri("b.txt")
    text = "# typed 👍\nlowScore = 0"
    document = editor.open("meteor.toml", text)
    if not able:
        error = await editor.refused("meteor.pair", uri, reference)
        assert "meteor.toml is open" in error.message
        return
    await editor.command("meteor.pair", uri, reference)
    await editor.until(lambda: editor.applied)
    assert project.read_text() == "# on disk\n"
    ((name, edits),) = (editor.applied[0].changes or {}).items()
    assert name == document
    (edit,) = edits
    assert edit.range.start == types.Position(0, 0)
    assert edit.range.end.line >= 2
    assert edit.new_text.startswith(f"{text}\n\n[[pairs]]\n")
    editor.replace_all(document, edit.new_text)
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE)]


async def test_files_outside_are_not_written_into_it(raw_client: Client, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    editor = await start(raw_client, tmp_path, folders=[inside])
    write_pair(editor, "inside/a.txt", "b.txt")
    uri = editor.open("inside/a.txt")
    error = await editor.refused("meteor.pair", uri, editor.uri("b.txt"))
    assert "b.txt is outside" in error.message
    assert not (inside / "meteor.toml").exists()


async def test_files_outside_are_not_read(raw_client: Client, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    editor = await start(raw_client, tmp_path, folders=[inside])
    editor.write("inside/meteor.toml", '[[pairs]]\nhypothesis = "a.txt"\nreferences = "../b.txt"\n')
    write_pair(editor, "inside/a.txt", "b.txt")
    uri = editor.open("inside/a.txt")
    assert await editor.labels(uri) == []
    await editor.told("meteor.toml, pairs 1")
    (inside / "link.ref.en").symlink_to(tmp_path / "b.txt")
    write_pair(editor, "inside/link.hyp.en")
    assert await editor.labels(editor.open("inside/link.hyp.en")) == []


async def test_the_editor_can_let_a_project_out(raw_client: Client, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    editor = await start(raw_client, tmp_path, options={"allowOutside": True}, folders=[inside])
    editor.write("inside/meteor.toml", '[[pairs]]\nhypothesis = "a.txt"\nreferences = "../b.txt"\n')
    write_pair(editor, "inside/a.txt", "b.txt")
    assert await editor.labels(editor.open("inside/a.txt")) == [score(HYPOTHESIS, REFERENCE)]


async def test_a_project_cannot_let_itself_out(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", "allowOutside = true\n")
    write_pair(editor, "x.hyp.en", "x.ref.en")
    editor.open("x.hyp.en")
    await editor.told("meteor.toml, allowOutside: can be set only in the editor's settings")


async def test_why_a_file_has_no_partner_is_explained(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", RULE)
    for name, reason in (
        ("notes.txt", "notes.txt has no partner by its name."),
        ("x.hyp.en", "There is no x.ref.en beside x.hyp.en."),
        ("out/news.en.txt", "but there is no reference 'ref/news.*.en.txt'"),
        ("ref/other.A.en.txt", "but finds no hypothesis 'out/other.en.txt'"),
    ):
        editor.write(name, "a\n")
        uri = editor.open(name)
        answer = await editor.command("meteor.explainPairing", uri)
        assert answer["paired"] is False
        assert reason in answer["reason"]
        await editor.told(answer["reason"])
        error = await editor.refused("meteor.showScore", uri)
        assert (
            error.message == f"{name.split('/')[-1]} is not paired; meteor.explainPairing tells why"
        )
