"""From an edit to the changed hints, over a real connection to the language server.

    python benchmarks/latency.py [LINES ...]

Writes a pair of that many lines (the sentences of the examples over and over, each with its
number), opens it, waits until all of it is scored, and types in the middle of it; what is timed
is from sending an edit to receiving the hints of the sixty lines around it.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types
from pytest_lsp import make_test_lsp_client

from meteor_core.line_files import read_segments
from tests.lsp.conftest import Editor, start

EXAMPLES = Path(__file__).parents[1] / "examples"
EDITS = 100


async def measure(lines: int, folder: Path) -> str:
    """One row of the table."""
    client = make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "meteor_lsp")
    editor = await start(client, folder, "utf-16")
    for role in ("hyp", "ref"):
        sentences = list(read_segments(str(EXAMPLES / f"city-news.{role}.en")))
        text = (f"{sentences[n % len(sentences)]} {n}\n" for n in range(lines))
        editor.write(f"long.{role}.en", "".join(text))
    begin = time.perf_counter()
    uri = editor.open("long.hyp.en")
    await editor.hints(uri, 0, 60)
    first = time.perf_counter() - begin
    await asyncio.wait_for(
        client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 600
    )
    whole = time.perf_counter() - begin
    taken = sorted([await edit(editor, uri, lines // 2) for _ in range(EDITS)])
    await client.shutdown_session()
    await client.stop()  # type: ignore[no-untyped-call]  # pytest-lsp is untyped here
    median, p95 = statistics.median(taken), taken[EDITS * 95 // 100]
    return (
        f"| {lines:,} | {first:.2f} s | {whole:.1f} s | {1000 * median:.1f} ms "
        f"| {1000 * p95:.1f} ms |"
    )


async def edit(editor: Editor, uri: str, line: int) -> float:
    """Type a letter, get the hints, pause as a person does; the seconds until the hints came."""
    begin = time.perf_counter()
    editor.edit(uri, (line, 0), (line, 0), "x")
    await editor.hints(uri, line - 30, line + 30)
    seconds = time.perf_counter() - begin
    await asyncio.sleep(0.15)
    return seconds


def main() -> None:
    """Print the table of docs/performance.md."""
    sizes = [int(argument) for argument in sys.argv[1:]] or [1_000, 10_000, 100_000]
    print("| lines | first hints | all scored | edit to hints, median | 95th percentile |")
    print("|---|---|---|---|---|")
    for lines in sizes:
        with tempfile.TemporaryDirectory() as folder:
            print(asyncio.run(measure(lines, Path(folder))), flush=True)


if __name__ == "__main__":
    main()
