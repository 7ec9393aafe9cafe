"""A long day of editing: memory stays where it was, and the scores stay right."""

import os
import random
from pathlib import Path

import pytest

from meteor_core import Meteor
from tests.lsp.warm_start import COLD
from tests.lsp.wire import Document, Editor, replacement, stdio_editor

LINES = 1_000
EDITS = int(os.environ.get("METEORSCOPE_EDITS", "20000"))
"""Edits, a multiple of 20,000; docs/performance.md tells of 100,000."""

FIRST = 1_000
"""Edits after which everything that is made once has been made."""

BETWEEN_LOOKS = 25
BETWEEN_REOPENINGS = 5_000
WORDS = (
    *("the", "cat", "sat", "on", "a", "mat", "while", "dogs", "ran", "to", "their", "house"),
    *("and", "children", "played", "football", "happily", "in", "gardens", "until", "evening"),
)

needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


def resident(process: int) -> int:
    """Bytes of memory that a process has now."""
    status = Path(f"/proc/{process}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


class Typist:
    """Edits both files of a pair at random, and knows what they should be.

    Lines come and go in both, one after the other: what belongs together is alike, and stays beside
    each other.
    """

    def __init__(
        self, editor: Editor, chance: random.Random, lines: int = LINES, day: str = ""
    ) -> None:
        self.editor = editor
        self.chance = chance
        self.names = (f"day{day}.hyp.en", f"day{day}.ref.en")
        pairs = [self.sentences() for _ in range(lines)]
        self.lines = [list(side) for side in zip(*pairs, strict=True)]
        self.documents: list[Document] = []

    def sentences(self) -> tuple[str, str]:
        """The same words in two orders."""
        words = self.chance.choices(WORDS, k=self.chance.randint(4, 14))
        turn = self.chance.randrange(len(words))
        return " ".join(words), " ".join(words[turn:] + words[:turn])

    async def open(self) -> None:
        self.documents = [
            await self.editor.open(self.editor.uri(name), "".join(f"{line}\n" for line in lines))
            for name, lines in zip(self.names, self.lines, strict=True)
        ]

    async def close(self) -> None:
        for document in self.documents:
            await self.editor.close(document)

    async def edit(self) -> None:
        side = self.chance.randrange(2)
        lines, document = self.lines[side], self.documents[side]
        at = self.chance.randrange(len(lines))
        line, kind = lines[at], self.chance.random()
        if kind < 0.01:
            await self.replace(at, at, self.sentences())
        elif kind < 0.02 and len(lines) > LINES - 5:
            await self.replace(at, at + 1, None)
        elif len(line) > 120:
            await self.replace(at, at + 1, self.sentences())
        else:
            column = self.chance.randint(0, len(line))
            letter = self.chance.choice("abcde fgh")
            await self.editor.change(document, replacement((at, column), (at, column), letter))
            lines[at] = line[:column] + letter + line[column:]

    async def replace(self, first: int, behind: int, sentences: tuple[str, str] | None) -> None:
        """Put a line of each file in the place of others."""
        for side, document in enumerate(self.documents):
            new = [] if sentences is None else [sentences[side]]
            text = "".join(f"{line}\n" for line in new)
            await self.editor.change(document, replacement((first, 0), (behind, 0), text))
            self.lines[side][first:behind] = new

    async def look(self) -> None:
        """As an editor does after an edit: hints and whatever else is on screen."""
        first = self.chance.randrange(LINES)
        uri = self.documents[self.chance.randrange(2)].uri
        await self.editor.hints(uri, first, first + 60)
        if self.chance.random() < 0.1:
            identifier = {"textDocument": {"uri": uri}}
            await self.editor.client.request("textDocument/codeLens", identifier)
            await self.editor.client.request("textDocument/semanticTokens/full", identifier)
        self.editor.client.received.clear()

    async def check(self) -> None:
        """Every hint is what the metric says of the texts as they should be."""
        meteor = Meteor()
        pairs = list(zip(*self.lines, strict=False))
        expected = {
            line: (len(hypothesis), f"{meteor.score(hypothesis, [reference]).score:.3f}")
            for line, (hypothesis, reference) in enumerate(pairs)
            if hypothesis.strip()
        }
        assert await self.editor.all_hints(self.documents[0].uri, len(expected)) == expected


@needs_proc
@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_memory_stays_where_it_was(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path, command=COLD) as editor:
        await editor.initialize()
        typist = Typist(editor, random.Random(7))
        await typist.open()
        process = editor.client.server.process.pid
        course: dict[int, int] = {}
        for number in range(1, EDITS + 1):
            await typist.edit()
            if number % BETWEEN_LOOKS == 0:
                await typist.look()
            if number % BETWEEN_REOPENINGS == 0:
                await typist.close()
                await typist.open()
            if number == FIRST or number % 10_000 == 0:
                await typist.check()
                course[number] = resident(process)
        shown = ", ".join(f"{edits:,}: {size / 1e6:.0f} MB" for edits, size in course.items())
        # Memories of limited size fill up; then it has to stand still.
        assert course[EDITS] <= course[FIRST] + 45e6, shown
        assert course[EDITS] <= 1.1 * course[EDITS // 2] + 2e6, shown


@needs_proc
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_closed_files_leave_nothing_behind(tmp_path: Path) -> None:
    """Many pairs, each opened, edited, looked at and closed."""
    async with stdio_editor(tmp_path, command=COLD) as editor:
        await editor.initialize()
        process = editor.client.server.process.pid
        course: dict[int, int] = {}
        for number in range(1, 401):
            typist = Typist(editor, random.Random(number), 200, str(number))
            await typist.open()
            await typist.edit()
            await editor.hints(typist.documents[0].uri, 0, 200)
            await editor.hints(typist.documents[1].uri, 0, 200)
            await typist.close()
            editor.client.received.clear()
            if number % 50 == 0:
                course[number] = resident(process)
        shown = ", ".join(f"{pairs}: {size / 1e6:.0f} MB" for pairs, size in course.items())
        assert course[400] <= 1.1 * course[100] + 8e6, shown
