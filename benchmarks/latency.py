"""From a keystroke to its new score, over a real connection to the language server.

    python -m benchmarks.latency [LINES ...] [--edits 300] [--server COMMAND] [--skip-alone]
                                 [--tokens 200] [--variant meteor-1.5]

Writes pairs of that many lines (the sentences of the examples over and over, each with its
number; with ``--tokens``, paragraphs of so many tokens a side from real data), opens the
hypothesis and types at random places all over it, with a person's pauses. What is timed is from
sending an edit of one letter to receiving the hints of the sixty lines around it; every hint of an
edited line is then checked against the metric. Between the edits, on the same connection, stands a
request that has nothing to do (a hover in a document that is not open): what the machine, the
pipes and the server's loop cost on their own. The ratio of both is what to compare across machines.

The client is bare: JSON over pipes, no types, so that its own work is not what is measured. Like VS
Code and Neovim, it asks for tooltips when they are to be shown.
"""

import argparse
import asyncio
import random
import shlex
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.corpora import all_pairs, english_corpora
from benchmarks.lengths import corpus_of_length
from meteor_core import Meteor
from meteor_core.text.line_files import read_segments
from meteor_core.variants import DEFAULT_VARIANT
from tests.lsp.warm_start import COLD
from tests.lsp.wire import DIAGNOSTICS, EDITOR, Document, Editor, replacement, stdio_editor

EXAMPLES: Final = Path(__file__).parents[1] / "examples"
SIZES: Final = (1_000, 10_000, 100_000)
PAUSES: Final = (0.03, 0.15)
"""Seconds between two keystrokes, at least and at most."""

ON_SCREEN: Final = 60
UNOPENED: Final = "file:///nowhere/idle.hyp.en"
LONGEST_WAIT: Final = 900.0
CAPABILITIES: Final = EDITOR | {
    "textDocument": EDITOR["textDocument"]
    | {"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}}
}
"""As of VS Code and Neovim, which ask for a hint's tooltip when it is to be shown."""

_FIRST_TABLE: Final = (
    "| lines | first hints | all scored | scoring alone | idle, median / p95 / p99 "
    "| edit to new score, median / p95 / p99 | p95, edit to idle | peak memory |"
)
_SECOND_TABLE: Final = (
    "| lines | edits | idle, median / p95 / p99 | edit to new score, median / p95 / p99 "
    "| p95, edit to idle |"
)


class WrongScoreError(Exception):
    """The server was quick and wrong."""


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Of some durations, in seconds."""

    median: float
    p95: float
    p99: float

    @classmethod
    def of(cls, durations: Sequence[float]) -> "Percentiles":
        """The percentiles, each the duration that so many do not exceed."""
        ordered = sorted(durations)

        def at(share: float) -> float:
            return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

        return cls(at(0.50), at(0.95), at(0.99))

    def __str__(self) -> str:
        """As it stands in a table."""
        milliseconds = (1000 * seconds for seconds in (self.median, self.p95, self.p99))
        return " / ".join(f"{each:.1f}" for each in milliseconds) + " ms"


@dataclass(frozen=True, slots=True)
class Typing:
    """What typing has taken, in seconds, and what a request took that had nothing to do."""

    edits: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)

    def cells(self) -> Iterator[str]:
        """Three cells of a table."""
        if not self.edits:
            yield from "–––"
            return
        idle, edits = Percentiles.of(self.idle), Percentiles.of(self.edits)
        yield str(idle)
        yield str(edits)
        yield f"{edits.p95 / idle.p95:.1f}"


@dataclass(frozen=True, slots=True)
class Texts:
    """A pair of files, line by line."""

    hypotheses: Sequence[str]
    references: Sequence[str]


class Typist:
    """Types at random places of the hypothesis, and knows what the scores must be."""

    def __init__(self, editor: Editor, texts: Texts, variant: str) -> None:
        """A typist for these texts, who always types the same."""
        self._editor = editor
        self._lines = list(texts.hypotheses)
        self._references = texts.references
        self._meteor = Meteor(variant)
        self._chance = random.Random(1)
        self.document = Document(editor.uri("long.hyp.en"))

    async def open(self) -> None:
        """Open the hypothesis."""
        self.document = await self._editor.open_file("long.hyp.en")

    async def step(self, taken: Typing) -> None:
        """One edit and one idle request, each after a pause, in an order left to chance."""
        steps = [self._edit, self._idle]
        self._chance.shuffle(steps)
        for step in steps:
            await asyncio.sleep(self._chance.uniform(*PAUSES))
            await step(taken)

    async def _edit(self, taken: Typing) -> None:
        at = self._chance.randrange(len(self._lines))
        column = self._chance.randint(0, len(self._lines[at]))
        letter = self._chance.choice("aeiou xyz")
        first = max(0, at - ON_SCREEN // 2)
        before = self._lines[at][:column]
        units = len(before.encode("utf-16-le")) // 2
        begin = time.perf_counter()
        change = replacement((at, units), (at, units), letter)
        await self._editor.change(self.document, change)
        hints = await self._editor.hints(self.document.uri, first, first + ON_SCREEN - 1)
        taken.edits.append(time.perf_counter() - begin)
        line = self._lines[at] = before + letter + self._lines[at][column:]
        score = self._meteor.score(line, [self._references[at]]).score
        expected = (len(line.encode("utf-16-le")) // 2, f"{score:.3f}")
        if hints.get(at) != expected:
            raise WrongScoreError(f"line {at + 1}: {hints.get(at)} instead of {expected}")

    async def _idle(self, taken: Typing) -> None:
        params = {"textDocument": {"uri": UNOPENED}, "position": {"line": 0, "character": 0}}
        begin = time.perf_counter()
        await self._editor.client.request("textDocument/hover", params)
        taken.idle.append(time.perf_counter() - begin)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What is measured, of files of any size.

    Attributes:
        edits: keystrokes at most.
        command: starts the server.
        variant: that the server scores by.
        alone: whether scoring without a server is timed, too.
    """

    edits: int
    command: Sequence[str]
    variant: str
    alone: bool

    async def rows(self, texts: Texts) -> tuple[str, str]:
        """A row of each table: of a file that is scored, and of one that is being scored."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _write(folder, "hyp", texts.hypotheses)
            _write(folder, "ref", texts.references)
            scored = await self._at_rest(folder, texts)
            busy = await self._while_scored(folder, texts)
        size = f"{len(texts.hypotheses):,}"
        return _row(size, *scored), _row(size, str(len(busy.edits)), *busy.cells())

    async def _at_rest(self, folder: Path, texts: Texts) -> list[str]:
        """Open a file, wait until all of it is scored, and type."""
        async with self._editor(folder) as editor:
            typist = await self._typist(editor, texts)
            begin = time.perf_counter()
            await typist.open()
            await editor.hints(typist.document.uri, 0, ON_SCREEN - 1)
            first = time.perf_counter() - begin
            await _all_scored(editor, typist.document)
            whole = time.perf_counter() - begin
            scoring = f"{self._score_alone(texts):.1f} s" if self.alone else "–"
            taken = Typing()
            for _ in range(self.edits):
                await typist.step(taken)
            memory = peak_memory(editor.client.server.process.pid)
        return [f"{first:.2f} s", f"{whole:.1f} s", scoring, *taken.cells(), memory]

    async def _while_scored(self, folder: Path, texts: Texts) -> Typing:
        """Open a file and type at once, for as long as it is still being scored."""
        async with self._editor(folder) as editor:
            typist = await self._typist(editor, texts)
            await typist.open()
            taken = Typing()
            while len(taken.edits) < self.edits and not any(
                message.method == DIAGNOSTICS for message in editor.client.received
            ):
                await typist.step(taken)
        return taken

    def _editor(self, folder: Path) -> AbstractAsyncContextManager[Editor]:
        return stdio_editor(folder, command=self.command, validate=False)

    async def _typist(self, editor: Editor, texts: Texts) -> Typist:
        await editor.initialize(
            CAPABILITIES,
            initializationOptions={"variant": self.variant, "largestDocument": 1_000},
        )
        return Typist(editor, texts, self.variant)

    def _score_alone(self, texts: Texts) -> float:
        """The seconds that the same scores take without a server."""
        meteor = Meteor(self.variant)
        meteor.score("warm", ["up"])
        begin = time.perf_counter()
        meteor.corpus(texts.hypotheses, [texts.references])
        return time.perf_counter() - begin


async def _all_scored(editor: Editor, document: Document) -> None:
    """Diagnostics are published when the last line is scored."""
    await editor.client.wait_for(
        DIAGNOSTICS, lambda params: params["uri"] == document.uri, seconds=LONGEST_WAIT
    )


def write(folder: Path, role: str, lines: int) -> list[str]:
    """Write one side of a pair of the examples' sentences; its lines."""
    text = numbered(read_segments(str(EXAMPLES / f"city-news.{role}.en")), lines)
    _write(folder, role, text)
    return text


def numbered(segments: Iterable[str], lines: int) -> list[str]:
    """That many lines: the segments over and over, each with its number."""
    once = list(segments)
    return [f"{once[number % len(once)]} {number}" for number in range(lines)]


def _write(folder: Path, role: str, lines: Iterable[str]) -> None:
    content = "".join(f"{line}\n" for line in lines)
    (folder / f"long.{role}.en").write_text(content, encoding="utf-8", newline="\n")


def sentences() -> Texts:
    """Those of the examples."""
    roles = (list(read_segments(str(EXAMPLES / f"city-news.{role}.en"))) for role in ("hyp", "ref"))
    return Texts(*roles)


def paragraphs(tokens: int) -> Texts:
    """Consecutive lines of real data, joined and cut to a number of tokens on each side."""
    corpus = corpus_of_length(all_pairs(english_corpora()), tokens)
    return Texts(corpus.systems[0], corpus.references)


def peak_memory(process: int) -> str:
    """The most memory that a process has had, where the system tells it."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return "–"
    fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return f"{int(fields['VmHWM'].split()[0]) / 1024:.0f} MB"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _header(titles: str) -> str:
    return f"{titles}\n|{'---|' * (titles.count('|') - 1)}"


async def run(options: argparse.Namespace) -> None:
    """Measure every size and print both tables."""
    measurement = Measurement(
        edits=options.edits,
        command=shlex.split(options.server),
        variant=options.variant,
        alone=not options.skip_alone,
    )
    texts = sentences() if options.tokens is None else paragraphs(options.tokens)
    busy = []
    print(_header(_FIRST_TABLE), flush=True)
    for lines in options.lines:
        sides = (numbered(side, lines) for side in (texts.hypotheses, texts.references))
        scored, scoring = await measurement.rows(Texts(*sides))
        print(scored, flush=True)
        busy.append(scoring)
    print("\nWhile the file is still being scored:\n")
    print(_header(_SECOND_TABLE), *busy, sep="\n")


def main() -> None:
    """Print the tables of docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("lines", type=int, nargs="*", default=SIZES, help="sizes of the files")
    parser.add_argument("--edits", type=int, default=300, help="keystrokes for each size")
    parser.add_argument("--server", default=shlex.join(COLD), help="command that starts it")
    parser.add_argument("--tokens", type=int, help="lines of so many tokens a side")
    parser.add_argument("--variant", default=DEFAULT_VARIANT, help="that scores")
    parser.add_argument(
        "--skip-alone", action="store_true", help="do not time scoring without a server"
    )
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
