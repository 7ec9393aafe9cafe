"""From a keystroke in a bilingual file to its new score, and from opening it to all scores.

    python -m benchmarks.bilingual_latency [UNITS ...] [--edits 300] [--server COMMAND]

Writes XLIFF files of that many units (the sentences of the examples over and over, each with its
number), opens each and types into targets all over it, as ``benchmarks.latency`` does, whose way
of measuring this is: the time from an edit of one letter to the hints of the lines around it, and
between edits a request that has nothing to do. Every twentieth keystroke is a line break, which
moves all units below. What opening takes is the server's processor time (Linux tells it) until the
first hints and until all is scored; beside it stands what expat alone takes for the file, without
handlers, and what the scores take without a server. Every hint of an edited unit is checked against
the metric.
"""

import argparse
import asyncio
import os
import random
import shlex
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape

from benchmarks.latency import (
    ON_SCREEN,
    PAUSES,
    UNOPENED,
    Percentiles,
    Texts,
    Typing,
    WrongScoreError,
    numbered,
    peak_memory,
    sentences,
)
from meteor_core import Meteor
from tests.lsp.warm_start import COLD
from tests.lsp.wire import DIAGNOSTICS, Editor, replacement, stdio_editor

SIZES: Final = (10_000, 50_000)
_NAME: Final = "long.xlf"
_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
    '<file original="a" source-language="de" target-language="en" datatype="plaintext"><body>',
)
_LINES: Final = 5
"""Of a unit; the target is on the third."""

_BREAKS: Final = 20
"""One keystroke in so many is a line break."""

_LONGEST_WAIT: Final = 900.0
_TABLE: Final = (
    "| units | size | expat alone | scoring alone | first hints | all scored, to both "
    "| idle, median / p95 / p99 | edit to new score, median / p95 / p99 | p95, edit to idle "
    "| peak memory |"
)


def xliff(texts: Texts) -> list[str]:
    """The lines of a file with these texts."""
    lines = [*_HEAD]
    for number, (mt, target) in enumerate(zip(texts.hypotheses, texts.references, strict=True)):
        lines += [
            f'<trans-unit id="{number}">',
            f"<source>{number}</source>",
            f'<target state="translated">{escape(target)}</target>',
            f'<alt-trans origin="MT"><target>{escape(mt)}</target></alt-trans>',
            "</trans-unit>",
        ]
    return [*lines, "</body></file></xliff>", ""]


class Typist:
    """Types into targets, and knows what the scores must be and where they stand."""

    def __init__(self, editor: Editor, texts: Texts) -> None:
        """A typist for a file of these texts, who always types the same."""
        self._editor, self._texts = editor, texts
        self._targets = list(texts.references)
        self._broken: list[int] = []  # units that have a line more, in order of typing
        self._meteor = Meteor(language="en")
        self._chance = random.Random(1)

    async def step(self, uri: str, taken: Typing, number: int) -> None:
        """One edit and one idle request, each after a pause."""
        await asyncio.sleep(self._chance.uniform(*PAUSES))
        await self._edit(uri, taken, is_break=number % _BREAKS == _BREAKS - 1)
        await asyncio.sleep(self._chance.uniform(*PAUSES))
        params = {"textDocument": {"uri": UNOPENED}, "position": {"line": 0, "character": 0}}
        begin = time.perf_counter()
        await self._editor.client.request("textDocument/hover", params)
        taken.idle.append(time.perf_counter() - begin)

    async def _edit(self, uri: str, taken: Typing, *, is_break: bool) -> None:
        unit = self._chance.randrange(len(self._targets))
        while unit in self._broken:
            unit = self._chance.randrange(len(self._targets))
        above = sum(other < unit for other in self._broken)
        line = len(_HEAD) + _LINES * unit + 2 + above
        raw = '<target state="translated">' + escape(self._targets[unit])
        start = len(raw.encode("utf-16-le")) // 2
        letter = "\n" if is_break else self._chance.choice("aeiou xyz")
        self._targets[unit] += letter
        end = (line, start + 1)
        if is_break:
            self._broken.append(unit)
            end = (line + 1, 0)
        first = max(0, line - ON_SCREEN // 2)
        document = self._editor.documents[uri]
        begin = time.perf_counter()
        await self._editor.change(document, replacement((line, start), (line, start), letter))
        hints = await self._editor.hints(uri, first, first + ON_SCREEN - 1)
        taken.edits.append(time.perf_counter() - begin)
        score = self._meteor.score(self._texts.hypotheses[unit], [self._targets[unit]]).score
        if hints.get(end[0]) != (end[1], f"{score:.3f}"):
            raise WrongScoreError(f"unit {unit}: {hints.get(end[0])}, not {end[1]}, {score:.3f}")


async def row(units: int, edits: int, command: Sequence[str]) -> str:
    """A row of the table."""
    both = sentences()
    texts = Texts(*(numbered(side, units) for side in (both.hypotheses, both.references)))
    content = "\n".join(xliff(texts))
    parsing, scoring = _expat_alone(content), _score_alone(texts)
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / _NAME).write_text(content, encoding="utf-8", newline="\n")
        async with stdio_editor(Path(name), command=command, validate=False) as editor:
            await editor.initialize()
            process = editor.client.server.process.pid
            before = _processor_time(process)
            document = await editor.open_file(_NAME)
            await editor.hints(document.uri, 0, ON_SCREEN - 1)
            first = _processor_time(process) - before
            await editor.client.wait_for(
                DIAGNOSTICS, lambda params: params["uri"] == document.uri, seconds=_LONGEST_WAIT
            )
            whole = _processor_time(process) - before
            taken, typist = Typing(), Typist(editor, texts)
            for number in range(edits):
                await typist.step(document.uri, taken, number)
            memory = peak_memory(process)
    idle, typed = Percentiles.of(taken.idle), Percentiles.of(taken.edits)
    cells = [
        f"{units:,}",
        f"{len(content) / 1e6:.0f} MB",
        f"{parsing:.2f} s",
        f"{scoring:.2f} s",
        f"{first:.2f} s",
        f"{whole:.2f} s, {whole / (parsing + scoring):.1f}",
        str(idle),
        str(typed),
        f"{typed.p95 / idle.p95:.1f}",
        memory,
    ]
    return f"| {' | '.join(cells)} |"


def _processor_time(process: int) -> float:
    """The seconds that a process has computed for, where Linux tells it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _expat_alone(content: str) -> float:
    begin = time.process_time()
    expat.ParserCreate().Parse(content, True)  # noqa: FBT003  # expat's signature
    return time.process_time() - begin


def _score_alone(texts: Texts) -> float:
    meteor = Meteor(language="en")
    meteor.score("warm", ["up"])
    begin = time.process_time()
    meteor.corpus(texts.hypotheses, [texts.references])
    return time.process_time() - begin


async def run(options: argparse.Namespace) -> None:
    """Measure every size and print the table."""
    print(f"{_TABLE}\n|{'---|' * (_TABLE.count('|') - 1)}", flush=True)
    for units in options.units:
        print(await row(units, options.edits, shlex.split(options.server)), flush=True)


def main() -> None:
    """Print the table of docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("units", type=int, nargs="*", default=SIZES, help="sizes of the files")
    parser.add_argument("--edits", type=int, default=300, help="keystrokes for each size")
    parser.add_argument("--server", default=shlex.join(COLD), help="command that starts it")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
