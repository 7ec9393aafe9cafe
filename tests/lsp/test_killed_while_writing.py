"""The server is killed at any moment, again and again, while people set states and write comments.

What was acknowledged is there afterwards, in the file or beside it; nothing is cut off, and what a
request that was not answered has done is all of it or nothing. Takes two seconds.
"""

import asyncio
import os
import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from meteor_core.files.states import STATES
from meteor_core.review.remarks import keys_of, matched, read_remarks, remarks_path
from meteor_core.review.review import texts_of_lines
from tests.lsp.bilingual import xliff
from tests.lsp.warm_start import warm_command
from tests.lsp.wire import EDITOR, Document, Editor, ServerDied, ServerProcess, StreamChannel
from tests.lsp.wire import Client as Wire
from tests.thoroughness import more_when_thorough, tries

SEGMENTS = 5
LINES = [f"the text of line {number}" for number in range(SEGMENTS)]
ROUNDS = tries(8, thorough=40)

CAPABILITIES = {
    **EDITOR,
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
}


class Reviewer:
    """What was asked for, and what was acknowledged of it, whatever server it was asked of."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.dice = folder, random.Random(seed)
        self.states: dict[tuple[str, int], set[str]] = {
            (name, segment): {STATES[0]}
            for name in ("x.pe.en", "x.xlf")
            for segment in range(SEGMENTS)
        }
        self.comments: dict[str, int] = {}
        self.edits: list[Any] = []
        self.text = (folder / "x.xlf").read_text()

    async def set_states(self, editor: Editor, name: str, document: Document | None) -> None:
        """Set states, and wait for each; of the file with a document, take the edits."""
        while True:
            segment, state = self.dice.randrange(SEGMENTS), self.dice.choice(STATES)
            known = self.states[name, segment]
            known.add(state)  # until it is acknowledged, it may be so or not
            await command(editor, "meteor.setState", name, segment + 1, state)
            self.states[name, segment] = {state}
            if document is not None:
                await self.take_edits(editor, document)

    async def comment(self, editor: Editor) -> None:
        """Write comments, each like no other."""
        while True:
            said, segment = (
                f"{len(self.comments)} {self.dice.random()} €",
                self.dice.randrange(SEGMENTS),
            )
            await command(editor, "meteor.comment", "x.pe.en", segment + 1, said)
            self.comments[said] = segment

    async def take_edits(self, editor: Editor, document: Document | None) -> None:
        """Edit the text as the server has asked for, as an editor does."""
        taken = self.edits.copy()
        self.edits.clear()  # before the server is told, which may be dead: none is taken twice
        for edit in taken:
            for change in edit["edit"]["documentChanges"]:
                for one in sorted(
                    change["edits"], key=lambda one: at(self.text, one), reverse=True
                ):
                    start, end = (at(self.text, one, bound) for bound in ("start", "end"))
                    self.text = self.text[:start] + one["newText"] + self.text[end:]
        if taken and document is not None:
            await editor.change(document, {"text": self.text})


def at(text: str, edit: Any, bound: str = "start") -> int:
    place = edit["range"][bound]
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place["line"]]) + int(place["character"])


async def command(editor: Editor, name: str, *arguments: Any) -> Any:
    file, *more = arguments
    params = {"command": name, "arguments": [editor.uri(file), *more]}
    return await editor.client.request("workspace/executeCommand", params)


async def begin(folder: Path, reviewer: Reviewer) -> tuple[Editor, Document]:
    server = await ServerProcess.start(folder, command=warm_command())
    client = Wire(StreamChannel(server.stdout, server.stdin), server, validate=False)

    def apply(params: Any) -> Any:
        reviewer.edits.append(params)
        return {"applied": True}

    client.answers["workspace/applyEdit"] = apply
    editor = Editor(client, folder)
    await editor.initialize(CAPABILITIES)
    await editor.open_file("x.pe.en")
    return editor, await editor.open(editor.uri("x.xlf"), reviewer.text)


@more_when_thorough
@pytest.mark.parametrize(
    "seed", [time.time_ns() if os.environ.get("METEORSCOPE_EXPLORE") == "1" else 1]
)
async def test_acknowledged_remarks_survive_the_server(tmp_path: Path, seed: int) -> None:
    for name in ("x.mt.en", "x.pe.en"):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in LINES))
    (tmp_path / "x.xlf").write_text(
        xliff([(f"s {n}", f"m {n}", f"t {n}") for n in range(SEGMENTS)])
    )
    reviewer = Reviewer(tmp_path, seed)
    for _ in range(ROUNDS):
        editor, document = await begin(tmp_path, reviewer)
        tasks = [
            asyncio.create_task(work)
            for work in (
                reviewer.set_states(editor, "x.pe.en", None),
                reviewer.set_states(editor, "x.xlf", document),
                reviewer.comment(editor),
            )
        ]
        acknowledged = len(reviewer.comments)
        while len(reviewer.comments) == acknowledged and not any(map(asyncio.Task.done, tasks)):  # noqa: ASYNC110  # either
            await asyncio.sleep(0.001)  # a busy machine has begun to write, too
        await asyncio.sleep(reviewer.dice.random() * 0.1)
        before = (tmp_path / "x.xlf").read_bytes()
        editor.client.server.process.kill()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(one, ServerDied | ConnectionError) for one in done), done
        await reviewer.take_edits(editor, None)  # those that came before the end
        assert (tmp_path / "x.xlf").read_bytes() == before  # which an editor alone writes
        assert_all_is_kept(tmp_path, reviewer)
        await editor.client.abandon()
    assert len(reviewer.comments) >= ROUNDS
    editor, _ = await begin(tmp_path, reviewer)
    for name in ("x.pe.en", "x.xlf"):
        asked = {"textDocument": {"uri": editor.uri(name)}, "segments": [*range(1, SEGMENTS + 1)]}
        said = await editor.client.request("meteor/states", asked)
        states = {one["segment"] - 1: one["state"] for one in said}
        for segment in range(SEGMENTS):
            assert states.get(segment, STATES[0]) in reviewer.states[name, segment], (name, segment)
    await editor.client.abandon()


def assert_all_is_kept(folder: Path, reviewer: Reviewer) -> None:
    path = remarks_path(str(folder / "x.pe.en"))
    kept = read_remarks(path)
    assert kept.damaged == ()
    assert not list(folder.glob(".*"))
    said, left = matched(kept.remarks, keys_of(texts_of_lines(LINES, LINES).segments))
    assert left == []
    found = {comment.text: n for n, one in enumerate(said) for comment in one.comments}
    acknowledged: Mapping[str, int] = reviewer.comments
    assert {text: found.get(text) for text in acknowledged} == acknowledged
    for segment, one in enumerate(said):
        assert (one.state or STATES[0]) in reviewer.states["x.pe.en", segment]
