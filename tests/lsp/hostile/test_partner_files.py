"""Files that change, vanish or never were texts, under an open partner."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.lsp.hostile.any_request import UNKNOWN_URIS, offered, params_of
from tests.lsp.hostile.sessions import (
    HYPOTHESES,
    REFERENCES,
    Cases,
    expected_hints,
    shows,
    text_of,
    write_pair,
)
from tests.lsp.wire import (
    DIAGNOSTICS,
    Editor,
    place,
    replacement,
)


def _delete(path: Path) -> None:
    path.unlink()


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _terminal(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/tty")


def _dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("gone"))


def _circle(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def _undecodable(path: Path) -> None:
    path.write_bytes(b"one\ntw\xff\nthree\n")


def _utf16(path: Path) -> None:
    path.write_bytes(text_of(REFERENCES).encode("utf-16"))


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 100)


CHANGES: Final[dict[str, Callable[[Path], None]]] = {
    "deleted": _delete,
    "emptied": _empty,
    "replaced by a folder": _folder,
    "replaced by a fifo": _fifo,
    "replaced by an endless device": _endless,
    "replaced by a terminal": _terminal,
    "a link to nothing": _dangling,
    "a link to itself": _circle,
    "undecodable": _undecodable,
    "UTF-16": _utf16,
    "binary": _binary,
}


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


async def _announce(editor: Editor, path: Path, kind: int) -> None:
    change = {"changes": [{"uri": path.as_uri(), "type": kind}]}
    await editor.client.notify("workspace/didChangeWatchedFiles", change)


@pytest.mark.parametrize("watched", [True, False], ids=["watched", "unwatched"])
@pytest.mark.parametrize("kind", CHANGES)
async def test_a_partner_that_changes_on_disk(editor: Editor, kind: str, *, watched: bool) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))
    partner = editor.folder / "demo.ref.en"
    CHANGES[kind](partner)
    cases = Cases(editor)
    with editor.client.case(f"partner {kind}"):
        if watched:
            await _announce(editor, partner, 2 if partner.exists() else 3)
        await editor.change(document, replacement((0, 0), (0, 0), "x"))
        await asyncio.sleep(0.3)
        for method in offered(editor):
            await cases.request(kind, method, params_of(document.uri, place(0, 1), place(9, 0)))
        cases.conclude()
    _remove(partner)
    partner.write_text(text_of(HYPOTHESES))
    if watched:
        await _announce(editor, partner, 1)
    await editor.change(document, {"text": text_of(HYPOTHESES)})
    await shows(editor, document.uri, expected_hints(HYPOTHESES, HYPOTHESES))


@pytest.mark.parametrize("kind", CHANGES)
async def test_a_partner_that_never_was_a_text(editor: Editor, kind: str) -> None:
    write_pair(editor)
    CHANGES[kind](editor.folder / "demo.ref.en")
    document = await editor.open_file("demo.hyp.en")
    with editor.client.case(f"partner {kind}"):
        await editor.hints(document.uri)
        if not (editor.folder / "demo.ref.en").is_file():  # the document has no partner then
            editor.client.expect("window/showMessage")
            command = {"command": "meteor.explainPairing", "arguments": [document.uri]}
            answer = await editor.client.request("workspace/executeCommand", command)
            assert not answer["paired"]
            assert "demo.ref.en" in answer["reason"]
        else:
            told = await editor.client.wait_for(
                DIAGNOSTICS, lambda params: params["uri"] == document.uri
            )
            assert told["diagnostics"], "it has to say what is wrong"
    await editor.close(document)


async def test_the_open_file_itself_vanishes(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    (editor.folder / "demo.hyp.en").unlink()
    await _announce(editor, editor.folder / "demo.hyp.en", 3)
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


async def test_events_of_unknown_files(editor: Editor) -> None:
    for uri in UNKNOWN_URIS.values():
        for kind in (1, 2, 3):
            with editor.client.case(f"news of {uri[:60]!r}"):
                change = {"changes": [{"uri": uri, "type": kind}]}
                await editor.client.notify("workspace/didChangeWatchedFiles", change)
                await editor.hints("file:///nowhere/never.hyp.en")
