"""Settings from the editor, folders, and documents that are not files."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.conftest import Client, Editor, capabilities, score, start

HYPOTHESIS, REFERENCE = "the dancers danced", "the dancer dances now"
ASKING: dict[str, Any] = {"workspace": {"configuration": True}}
VARIANT = "lavie-agarwal-2007"


def open_pair(editor: Editor, folder: str = ".") -> str:
    editor.write(f"{folder}/x.hyp.en", f"{HYPOTHESIS}\n")
    editor.write(f"{folder}/x.ref.en", f"{REFERENCE}\n")
    return editor.open(f"{folder}/x.hyp.en")


def scored_by(variant: str) -> list[str]:
    return [score(HYPOTHESIS, REFERENCE, variant=variant)]


async def test_the_variants_differ() -> None:
    assert scored_by("classic") != scored_by(VARIANT)


async def test_the_editor_is_asked_for_its_settings(raw_client: Client, tmp_path: Path) -> None:
    raw_client.set_configuration({"variant": VARIANT}, section="meteorscope")
    known = capabilities("utf-16", ASKING)
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    uri = open_pair(editor)
    await until_labels(editor, uri, scored_by(VARIANT))
    raw_client.set_configuration({"hints": {"chunks": True}}, section="meteorscope")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.next_refresh()
    await until_labels(editor, uri, [f"{scored_by('classic')[0]}  1 chunk"])


async def until_labels(editor: Editor, uri: str, expected: list[str]) -> None:
    """Ask for hints whenever the server says so, until they are these."""
    while await editor.labels(uri) != expected:
        await editor.next_refresh()


async def test_an_editor_can_push_its_settings(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    assert await editor.labels(uri) == scored_by("classic")
    for settings, expected in (
        ({"meteorscope": {"variant": VARIANT}}, VARIANT),
        ({"other": {"variant": "classic"}}, VARIANT),
        ({"meteorscope": None}, "classic"),
        ({"meteorscope": {"variant": VARIANT}}, VARIANT),
        ({"meteorscope": {"variant": "unknown"}}, "classic"),
    ):
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings)
        )
        assert await editor.labels(uri) == scored_by(expected)
    told = await editor.told("setting meteorscope, variant: ")
    assert told.startswith("Meteorscope: ")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    assert await editor.labels(uri) == scored_by("classic")


async def test_pushed_settings_override_initial_options(raw_client: Client, tmp_path: Path) -> None:
    editor = await start(raw_client, tmp_path, options={"variant": VARIANT})
    uri = open_pair(editor)
    editor.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams({"meteorscope": {"hints": {"chunks": True}}})
    )
    assert await editor.labels(uri) == [f"{scored_by(VARIANT)[0]}  1 chunk"]


async def test_each_folder_has_its_settings(raw_client: Client, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    raw_client.set_configuration(
        {"variant": VARIANT}, section="meteorscope", scope_uri=folders[1].as_uri()
    )
    known = capabilities("utf-16", ASKING)
    editor = await start(raw_client, tmp_path, client_capabilities=known, folders=folders)
    one, other = open_pair(editor, "one"), open_pair(editor, "other")
    await until_labels(editor, other, scored_by(VARIANT))
    assert await editor.labels(one) == scored_by("classic")
    status = await editor.command("meteor.status")
    assert status["folders"] == [folder.as_uri() for folder in folders]


async def test_folders_come_and_go(raw_client: Client, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    known = capabilities("utf-16", {"workspace": {"workspaceFolders": True}})
    editor = await start(raw_client, tmp_path, client_capabilities=known, folders=folders[:1])
    editor.write("other/meteor.toml", f'variant = "{VARIANT}"\n')
    editor.write("meteor.toml", '[[pairs]]\nhypothesis = "x"\nreferences = "y"\n')
    uri = open_pair(editor, "other/deep")
    # Of no folder: only a project file beside it counts.
    assert await editor.labels(uri) == scored_by("classic")
    item = types.WorkspaceFolder(folders[1].as_uri(), "other")
    editor.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent([item], []))
    )
    assert await editor.labels(uri) == scored_by(VARIANT)
    editor.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent([], [item]))
    )
    assert await editor.labels(uri) == scored_by("classic")
    provider = editor.capabilities.workspace
    assert provider is not None
    assert provider.workspace_folders is not None
    assert provider.workspace_folders.supported


async def test_files_of_no_workspace_are_paired(raw_client: Client, tmp_path: Path) -> None:
    editor = await start(raw_client, tmp_path, folders=[])
    editor.write("deep/meteor.toml", f'variant = "{VARIANT}"\n')
    assert await editor.labels(open_pair(editor)) == scored_by("classic")
    assert await editor.labels(open_pair(editor, "deep")) == scored_by(VARIANT)


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"hints": {"chunk": True}}, "initialization options, hints: unknown key 'chunk'"),
        ({"severity": {"low-score": "loud"}}, "initialization options, severity.low-score: "),
        ("everything", "initialization options: settings must be a table"),
        ([1], "initialization options: settings must be a table"),
    ],
)
async def test_invalid_options_are_reported_by_place(
    raw_client: Client, tmp_path: Path, options: Any, place: str
) -> None:
    editor = await start(raw_client, tmp_path, options=options)
    assert (await editor.told(place)).startswith(f"Meteorscope: {place}")
    assert await editor.labels(open_pair(editor)) == scored_by("classic")
    assert len(editor.messages) == 1


async def test_conflicting_settings_are_reported(raw_client: Client, tmp_path: Path) -> None:
    editor = await start(raw_client, tmp_path, options={"weights": [1, 0.5, 0.25, 0.125]})
    assert await editor.labels(open_pair(editor)) == scored_by("classic")
    await editor.told("variant classic is used as it is published")


async def test_untitled_documents_are_paired_by_hand(utf16_editor: Editor) -> None:
    editor = utf16_editor
    hypothesis = editor.open_uri("untitled:Untitled-1", f"{HYPOTHESIS}\n")
    reference = editor.open_uri("untitled:Untitled-2", f"{REFERENCE}\n")
    assert await editor.labels(hypothesis) == []
    answer = await editor.command("meteor.pair", hypothesis, reference)
    assert answer == {"file": None}
    assert await editor.labels(hypothesis) == scored_by("classic")
    assert await editor.labels(reference) == scored_by("classic")
    editor.edit(reference, (0, 0), (0, len(REFERENCE)), HYPOTHESIS)
    assert await editor.labels(hypothesis) == ["1.000"]
    place = editor.place(0, HYPOTHESIS, "danced")
    assert await editor.definition(hypothesis, place.start) == [(reference, place)]
    explained = await editor.command("meteor.explainPairing", hypothesis)
    assert explained["paired"] is True
    assert "by hand" in explained["reason"]
    editor.close(reference)
    assert await editor.labels(hypothesis) == []


async def test_an_untitled_document_is_paired_with_a_file(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("notes.txt", f"{REFERENCE}\n")
    hypothesis = editor.open_uri("untitled:Untitled-1", f"{HYPOTHESIS}\n")
    reference = editor.uri("notes.txt")
    error = await editor.refused("meteor.pair", hypothesis, reference)
    assert error.message == "notes.txt is not open"
    editor.open("notes.txt")
    await editor.command("meteor.pair", hypothesis, [reference])
    assert await editor.labels(hypothesis) == scored_by("classic")
    assert await editor.labels(reference) == scored_by("classic")


async def test_language_is_detected_without_declaration(utf16_editor: Editor) -> None:
    editor = utf16_editor
    sentence = (
        "Die Häuser am Rand der Stadt wurden im vergangenen Jahr von den Bewohnern selbst gebaut "
        "und sollen im Sommer noch einmal gestrichen werden."
    )
    changed = sentence.replace("Häuser", "Haus").replace("Bewohnern", "Bewohner")
    editor.write("x.hyp.txt", f"{changed}\n")
    editor.write("x.ref.txt", f"{sentence}\n")
    uri = editor.open("x.hyp.txt")
    expected = score(changed, sentence, language="de")
    assert expected != score(changed, sentence, language="en")
    assert await editor.labels(uri) == [expected]
    explained = await editor.command("meteor.explainPairing", uri)
    assert explained["language"] == "de, detected"
