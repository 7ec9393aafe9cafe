"""How long the language server takes for all pairs of a folder that nobody has opened.

    python -m benchmarks.workspace [--pairs 3000] [--lines 10] [--layout names|rules|folders]

Prints, in seconds: reading and scoring the pairs without a server; the first answer to
``workspace/diagnostic``; the next, where nothing has changed; the same after one file has;
and searches for symbols.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from meteor_core import Meteor
from tests.lsp.wire import EDITOR, stdio_editor

_WORDS: Final = ("the", "cat", "sat", "on", "a", "mat", "while", "dogs", "ran", "to", "their")
_PATIENCE: Final = 600.0

_RULES: Final = {
    "names": "",
    "rules": '[[pairs]]\nhypothesis = "out/{x}.hyp.txt"\nreferences = "in/{x}.ref*.txt"\n',
    "folders": '[[pairs]]\nhypothesis = "**/{x}.hyp.txt"\nreferences = "**/{x}.ref.txt"\n',
}
"""Layouts of a folder, with what ``meteor.toml`` says of pairs."""


def names(layout: str, number: int) -> tuple[str, str]:
    """The names of a pair's files."""
    if layout == "names":
        return f"t{number}.hyp.en", f"t{number}.ref.en"
    if layout == "rules":
        return f"out/t{number}.hyp.txt", f"in/t{number}.ref1.txt"
    folder = f"part{number // 100}"
    return f"{folder}/t{number}.hyp.txt", f"{folder}/t{number}.ref.txt"


def segments(chance: random.Random, lines: int) -> list[str]:
    """Sentences at random."""
    return [" ".join(chance.choices(_WORDS, k=chance.randint(4, 14))) for _ in range(lines)]


def write_pairs(folder: Path, layout: str, pairs: int, lines: int) -> Iterator[tuple[Path, Path]]:
    """Fill a folder; the files of each pair."""
    chance = random.Random(5)
    rules = _RULES[layout]
    (folder / "meteor.toml").write_text(f'language = "en"\nworkspaceDiagnostics = true\n{rules}')
    for number in range(pairs):
        hypothesis, reference = (folder / name for name in names(layout, number))
        for path in (hypothesis, reference):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in segments(chance, lines)))
        yield hypothesis, reference


def score_alone(pairs: list[tuple[Path, Path]]) -> None:
    """What must be done in any case."""
    meteor = Meteor()
    for hypothesis, reference in pairs:
        meteor.batch(
            hypothesis.read_text().splitlines(), [reference.read_text().splitlines()]
        ).score.tolist()


async def measure(folder: Path, pairs: list[tuple[Path, Path]]) -> None:
    """Ask a server, and print how long it takes."""

    async def timed(what: str, method: str, params: dict[str, Any]) -> Any:
        begun = time.perf_counter()
        answer = await editor.client.request(method, params, _PATIENCE)
        print(f"{what:40} {time.perf_counter() - begun:8.2f}", flush=True)
        return answer

    async def diagnostics(what: str, known: list[dict[str, str]]) -> list[dict[str, str]]:
        params = {"previousResultIds": known}
        answer = await timed(f"workspace/diagnostic, {what}", "workspace/diagnostic", params)
        reports = answer["items"]
        full = sum(report["kind"] == "full" for report in reports)
        print(f"    {len(reports):,} reports, {full:,} with diagnostics")
        return [{"uri": report["uri"], "value": report["resultId"]} for report in reports]

    async with stdio_editor(folder, validate=False) as editor:
        await editor.initialize({**EDITOR, "textDocument": {"diagnostic": {}}})
        known = await diagnostics("first", [])
        known = await diagnostics("unchanged", known)
        pairs[-1][0].write_text("another\n")
        await diagnostics("one file changed", known)
        for query in ("", "t17.", "no such text", "", "t17.", "no such text"):
            answer = await timed(
                f"workspace/symbol, {query!r}", "workspace/symbol", {"query": query}
            )
            print(f"    {len(answer):,} symbols")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--pairs", type=int, default=3_000)
    parser.add_argument("--lines", type=int, default=10)
    parser.add_argument("--layout", choices=tuple(_RULES), default="names")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pairs = list(write_pairs(folder, arguments.layout, arguments.pairs, arguments.lines))
        begun = time.perf_counter()
        score_alone(pairs)
        print(f"{'reading and scoring alone':40} {time.perf_counter() - begun:8.2f}", flush=True)
        asyncio.run(measure(folder, pairs))


if __name__ == "__main__":
    main()
