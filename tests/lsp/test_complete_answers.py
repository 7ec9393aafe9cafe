"""What a client that cannot be told to ask again is answered: all of it, however long it takes."""

import asyncio
import random
from pathlib import Path
from typing import Any, Final

import pytest

from meteor_core import Meteor
from tests.lsp.slow_segments import slow_segments
from tests.lsp.wire import EDITOR, REQUEST_CANCELLED, Document, Editor, ResponseFailed, stdio_editor

LINES: Final = 10_000
WORDS: Final = ("the", "cat", "sat", "on", "a", "mat", "dogs", "ran", "to", "their", "house")

UNTOLD: Final[dict[str, Any]] = {
    **EDITOR,
    "textDocument": {**EDITOR["textDocument"], "diagnostic": {}},
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
}
"""Capabilities of an editor without any refresh."""


def sentences(seed: int) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(chance.choices(WORDS, k=chance.randint(4, 9))) for _ in range(LINES)]


async def opened(editor: Editor, hypotheses: list[str], references: list[str]) -> Document:
    editor.write("x.ref.en", "".join(f"{line}\n" for line in references))
    return await editor.open(editor.uri("x.hyp.en"), "".join(f"{line}\n" for line in hypotheses))


async def ask(editor: Editor, method: str, document: Document) -> Any:
    return await editor.client.request(
        f"textDocument/{method}", {"textDocument": document.identifier}
    )


async def test_hints_diagnostics_and_lenses_are_all_there_at_once(tmp_path: Path) -> None:
    hypotheses, references = sentences(1), sentences(2)
    batch = Meteor().batch(hypotheses, [references])
    async with stdio_editor(tmp_path, validate=False) as editor:
        await editor.initialize(UNTOLD, initializationOptions={"lowScore": 0.05})
        document = await opened(editor, hypotheses, references)
        lenses, hints, diagnostics = await asyncio.gather(
            ask(editor, "codeLens", document),
            editor.hints(document.uri),
            ask(editor, "diagnostic", document),
        )
        assert hints == {
            line: (len(hypotheses[line]), f"{score:.3f}") for line, score in enumerate(batch.score)
        }
        assert f"{LINES:,} segments" in lenses[0]["command"]["title"]
        low = [line for line, score in enumerate(batch.score) if score < 0.05]
        found = [
            one["range"]["start"]["line"]
            for one in diagnostics["items"]
            if one["code"] == "low-score"
        ]
        assert found == low[: len(found)]
        left = len(low) - len(found)
        assert (diagnostics["items"][-1]["message"].split()[0] == f"{left:,}") or not left


async def test_a_long_answer_can_be_cancelled(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path, validate=False) as editor:
        await editor.initialize(UNTOLD)
        document = await opened(editor, *slow_segments(20_000))
        whole = {"textDocument": document.identifier}
        lines = {"start": {"line": 0, "character": 0}, "end": {"line": 20_000, "character": 0}}
        pending = await editor.client.start("textDocument/inlayHint", {**whole, "range": lines})
        await editor.client.wait_for("window/workDoneProgress/create")
        await editor.client.cancel(pending.id)
        with pytest.raises(ResponseFailed) as caught:
            await pending.result()
        assert caught.value.code == REQUEST_CANCELLED
        assert list(await editor.hints(document.uri, 5, 6)) == [5, 6]
