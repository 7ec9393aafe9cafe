"""The diagnostics of files: which, how severe, where, and when an editor learns of them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.conftest import PULLING, Client, Editor, capabilities, span, start

SEVERITY = types.DiagnosticSeverity


def pair_of(hypothesis: str, reference: str) -> dict[str, str]:
    """Names and contents of a pair of files."""
    return {"x.hyp.en": hypothesis, "x.ref.en": reference}


def write_pair(editor: Editor, hypothesis: str, reference: str) -> str:
    for name, content in pair_of(hypothesis, reference).items():
        editor.write(name, content.encode(errors="surrogateescape"))
    return "x.hyp.en"


WORDS = "one two three"

KINDS: list[tuple[str, types.DiagnosticSeverity, dict[str, str]]] = [
    ("low-score", SEVERITY.Information, pair_of(f"{WORDS}\n", "four five six\n")),
    ("empty-segment", SEVERITY.Warning, pair_of("\n", "one\n")),
    ("line-count", SEVERITY.Warning, pair_of("one\n", "one\ntwo\n")),
    ("too-long", SEVERITY.Information, pair_of("word " * 20_001 + "\n", "word\n")),
    (
        "identical-to-source",
        SEVERITY.Information,
        {**pair_of(f"{WORDS}\n", f"{WORDS} four\n"), "x.src.de": f"{WORDS}\n"},
    ),
    ("untouched-mt", SEVERITY.Hint, {"x.pe.en": "one\n", "x.mt.en": "one\n"}),
    ("length-ratio", SEVERITY.Hint, pair_of("a b c d e f\n", "a b\n")),
    (
        "unreadable-line",
        SEVERITY.Warning,
        {"x.en.jsonl": '{"hyp": "a"\n{"hyp": "a", "ref": "a"}\n'},
    ),
    ("unreadable-file", SEVERITY.Warning, pair_of("one\n", "\udcff\n")),
    (
        "too-large",
        SEVERITY.Information,
        {**pair_of("one\n", "one " * 1000 + "\n"), "meteor.toml": "largestDocument = 0.0001\n"},
    ),
]
"""Code, severity and files, of which the first is opened; it is the only one."""


@pytest.mark.parametrize(("code", "severity", "files"), KINDS, ids=[kind[0] for kind in KINDS])
async def test_each_kind_is_reported_and_can_be_disabled(
    pulling_editor: Editor, code: str, severity: types.DiagnosticSeverity, files: dict[str, str]
) -> None:
    editor = pulling_editor
    for name, content in files.items():
        editor.write(name, content.encode(errors="surrogateescape"))
    uri = editor.open(next(iter(files)))
    (found,) = await diagnostics_of(editor, uri)
    assert (found.code, found.severity, found.source) == (code, severity, "meteor")
    assert found.range.start == types.Position(0, 0)
    assert found.message[-1] in ".?"
    toml = editor.folder / "meteor.toml"
    given = toml.read_text() if toml.exists() else ""
    for name, expected in (("error", [SEVERITY.Error]), ("off", [])):
        editor.write("meteor.toml", f"{given}severity.{code} = '{name}'\n")
        editor.changed_on_disk(toml)
        assert [one.severity for one in await diagnostics_of(editor, uri)] == expected
    editor.changed_on_disk(editor.write("meteor.toml", given))
    *_, (title, action) = (await editor.actions(uri, found.range, [found])).items()
    assert title == f"Ignore {code} in this file (in meteor.toml)"  # it comes last
    assert action.kind == "ignore"
    assert action.command is not None
    await editor.command(action.command.command, *(action.command.arguments or []))
    assert await diagnostics_of(editor, uri) == []


async def diagnostics_of(editor: Editor, uri: str) -> list[types.Diagnostic]:
    report = await editor.pulled(uri)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return list(report.items)


async def test_a_remark_can_be_ignored_where_it_is(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = editor.open(write_pair(editor, "a b\nc d\n", "e f\ng h\n"))
    first, second = await editor.diagnostics(uri)
    assert not await editor.actions(uri, second.range, [second], only=["quickfix"])
    actions = await editor.actions(uri, second.range, [second])
    assert list(actions)[-2:] == [
        "Ignore low-score at segment 2 (in meteor.toml)",
        "Ignore low-score in this file (in meteor.toml)",
    ]
    action = actions["Ignore low-score at segment 2 (in meteor.toml)"]
    assert not action.diagnostics  # which would put it first
    assert action.command is not None
    await editor.command(action.command.command, *(action.command.arguments or []))
    assert await editor.diagnostics_of(uri, ["low-score"]) == [first]
    text = (editor.folder / "meteor.toml").read_text()
    assert text == '[[ignore]]\nfile = "x.hyp.en"\ncode = "low-score"\nsegments = "2"\n'


async def test_remarks_of_others_and_the_note_cannot_be_ignored(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = editor.open(write_pair(editor, "a b\n", "e f\n"))
    (ours,) = await editor.diagnostics(uri)
    spelling = types.Diagnostic(ours.range, "?", code="low-score", source="spelling")
    note = types.Diagnostic(ours.range, "1 more", code="more", source="meteor")
    actions = await editor.actions(uri, ours.range, [spelling, note])
    assert not any(title.startswith("Ignore") for title in actions)


async def test_a_remark_leads_to_the_reference(editor: Editor) -> None:
    uri = editor.open(write_pair(editor, "👍 one\n", "今 👍🏽 two three\n"))
    (found,) = await editor.diagnostics(uri)
    assert found.range == editor.place(0, "👍 one", "👍 one")
    (related,) = found.related_information or ()
    place = editor.place(0, "今 👍🏽 two three", "今 👍🏽 two three")
    assert related == types.DiagnosticRelatedInformation(
        types.Location(editor.uri("x.ref.en"), place), "the reference"
    )


async def test_client_without_related_information_gets_none(
    raw_client: Client, tmp_path: Path
) -> None:
    silent = capabilities(
        "utf-16", {"textDocument": {"publishDiagnostics": {"relatedInformation": False}}}
    )
    editor = await start(raw_client, tmp_path, client_capabilities=silent)
    uri = editor.open(write_pair(editor, "one\n", "two\n"))
    (found,) = await editor.diagnostics(uri)
    assert found.related_information is None


@pytest.mark.parametrize(
    ("count", "note"),
    [(500, None), (501, "from segment 501 on"), (1_300, "from segment 501 on")],
)
async def test_excess_diagnostics_are_summarised_at_the_last(
    pulling_editor: Editor, count: int, note: str | None
) -> None:
    editor = pulling_editor
    uri = editor.open(write_pair(editor, "a\n" * count, "b\n" * count))
    while len(found := await diagnostics_of(editor, uri)) < min(count, 501):
        await editor.next(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    assert [one.code for one in found[:500]] == ["low-score"] * 500
    assert [one.code for one in found[500:]] == ([] if note is None else ["more"])
    assert note is None or note in found[-1].message


async def test_pushed_remarks_say_of_which_version_they_are(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = editor.open(write_pair(editor, "a b\n", "c d\n"))
    first = await editor.pushed(uri)
    assert (first.version, len(first.diagnostics)) == (1, 1)
    editor.replace_all(uri, "c d\n")
    second = await editor.pushed(uri)
    assert (second.version, list(second.diagnostics)) == (2, [])


async def test_diagnostics_are_not_pushed_to_a_pulling_client(pulling_editor: Editor) -> None:
    editor = pulling_editor
    uri = editor.open(write_pair(editor, "a b\n", "c d\n"))
    assert len(await diagnostics_of(editor, uri)) == 1
    editor.replace_all(uri, "c d\n")
    assert await diagnostics_of(editor, uri) == []
    await asyncio.sleep(0.3)
    assert editor.received[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] == []


async def test_unchanged_diagnostics_are_not_sent_again(pulling_editor: Editor) -> None:
    editor = pulling_editor
    uri = editor.open(write_pair(editor, "a b\nc\n", "c d\nc\n"))
    first = await editor.pulled(uri)
    again = await editor.pulled(uri, first.result_id)
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    assert again.result_id == first.result_id
    editor.edit(uri, (1, 1), (1, 1), " ")  # of another segment
    assert isinstance(
        await editor.pulled(uri, first.result_id), types.RelatedUnchangedDocumentDiagnosticReport
    )
    editor.edit(uri, (0, 0), (0, 1), "e")
    editor.edit(uri, (0, 0), (0, 0), "f ")
    changed = await editor.pulled(uri, first.result_id)
    assert isinstance(changed, types.RelatedFullDocumentDiagnosticReport)
    assert changed.result_id != first.result_id


async def test_the_editor_asks_again_when_the_reference_was_edited(
    pulling_editor: Editor,
) -> None:
    editor = pulling_editor
    uri = editor.open(write_pair(editor, "a b\n", "c d\n"))
    reference = editor.open("x.ref.en")
    assert len(await diagnostics_of(editor, uri)) == 1
    editor.replace_all(reference, "a b\n")
    await editor.next(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    assert await diagnostics_of(editor, uri) == []


@pytest.mark.parametrize("how", ["the file on disk", "settings"])
async def test_the_editor_asks_again_when_the_rules_were_changed(
    raw_client: Client, tmp_path: Path, how: str
) -> None:
    knows = capabilities("utf-16", PULLING)
    editor = await start(raw_client, tmp_path, client_capabilities=knows)
    uri = editor.open(write_pair(editor, "a b\n", "c d\n"))
    assert len(await diagnostics_of(editor, uri)) == 1
    await asyncio.sleep(0.3)  # until the first look at the file is over
    if how == "settings":
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"meteorscope": {"lowScore": 0}})
        )
    else:
        editor.changed_on_disk(editor.write("meteor.toml", "lowScore = 0\n"))
    await editor.next(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    assert await diagnostics_of(editor, uri) == []


async def test_unreadable_file_is_reported_until_readable(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = editor.open(write_pair(editor, "one\n", "\udcff\n"))
    (found,) = await editor.diagnostics(uri)
    assert found.message == "No scores: x.ref.en:1: byte 1 (0xff) is not UTF-8." or (
        found.message.startswith("No scores: x.ref.en:1: byte 1")
    )
    assert found.range == span((0, 0), (0, 0))
    assert await editor.lenses(uri) == []
    editor.changed_on_disk(editor.write("x.ref.en", "one\n"))
    await editor.diagnostics_of(uri, [])
    assert await editor.labels(uri) == ["1.000"]


@pytest.mark.parametrize(
    "rule",
    ['code = "low-score"', 'file = "x.*"', 'segments = "1-2"', 'code = ["empty-segment"]'],
)
async def test_rules_of_the_project_ignore_remarks(utf16_editor: Editor, rule: str) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", f"[[ignore]]\n{rule}\n")
    uri = editor.open(write_pair(editor, "a b\n\n", "c d\ne\n"))
    expected: dict[str, list[Any]] = {
        'code = "low-score"': ["empty-segment"],
        'code = ["empty-segment"]': ["low-score"],
    }
    assert [one.code for one in await editor.diagnostics(uri)] == expected.get(rule, [])
