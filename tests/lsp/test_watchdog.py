"""A server whose event loop stands still ends, and ``doctor`` tells where it stood."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.lsp.wire import Client, Editor, ServerProcess, StreamChannel

BLOCKED: Final = """
import sys, time
from meteor_lsp.command_line import main
from meteor_lsp.session.session import Session

def blocks_for_ever(session, uri):
    while True:
        time.sleep({pause})
        if {pause} < 1:
            break

Session.saved = blocks_for_ever
sys.exit(main([]))
"""


def doctor() -> str:
    command = [sys.executable, "-m", "meteorscope", "doctor"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


async def start(folder: Path, pause: float) -> Editor:
    command = [sys.executable, "-c", BLOCKED.format(pause=pause)]
    server = await ServerProcess.start(folder, command=command)
    client = Client(StreamChannel(server.stdout, server.stdin), server)
    editor = Editor(client, folder)
    await editor.initialize({})
    uri = editor.uri("a.hyp.en")
    await editor.open(uri, "one\n")
    await client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    return editor


async def test_hanging_server_is_ended_and_doctor_mentions_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (cache / "stood-still.txt").symlink_to(elsewhere)
    monkeypatch.setenv("METEORSCOPE_CACHE", str(cache))
    monkeypatch.setenv("METEORSCOPE_WATCHDOG", "1")
    editor = await start(tmp_path, pause=1000)
    assert await editor.client.server.status() == 70
    assert "stood still for 1 s and ends" in editor.client.server.stderr
    await editor.client.abandon()
    assert "blocks_for_ever" in (cache / "stood-still.txt").read_text()
    assert elsewhere.read_text() == "mine"
    told = doctor()
    assert "stood still for 1 s and ended" in told
    assert "stood-still.txt in the cache" in told
    assert str(tmp_path) not in told


async def test_work_that_takes_its_time_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METEORSCOPE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("METEORSCOPE_WATCHDOG", "30")
    editor = await start(tmp_path, pause=0.9)
    await editor.leave()
    await editor.client.finish(0)
    assert not (tmp_path / "cache").exists()
