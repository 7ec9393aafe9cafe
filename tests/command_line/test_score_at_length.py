"""Runs of ``meteorscope score`` that take long: memory, and the bar that is shown meanwhile."""

import os
import pty
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import meteor_core
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, Run, lines

COMMAND = [sys.executable, "-m", "meteorscope", "score"]


def read_all(terminal: int) -> bytes:
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # the other side is closed
            return shown


@pytest.fixture
def long_files(folder: Path) -> Path:
    """A second or two of work in Python, however fast the machine."""
    (folder / "long.hyp").write_bytes(lines(HYPOTHESES * 8_000))
    (folder / "long.ref").write_bytes(lines(REFERENCES_A * 8_000))
    return folder


def test_a_bar_shows_how_far_the_work_is(long_files: Path, run: Run) -> None:
    arguments = ("long.hyp", "long.ref", "--segments", "--format", "tsv")
    ours, theirs = pty.openpty()
    # The terminal is read all the time: a few seconds of the bar are more than it holds.
    with (
        ThreadPoolExecutor(1) as reader,
        subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=long_files,
            stdout=subprocess.PIPE,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "METEOR_IMPLEMENTATION": "python"},
        ) as process,
    ):
        os.close(theirs)
        terminal = reader.submit(read_all, ours)
        output, _ = process.communicate()
        shown = terminal.result()
    os.close(ours)
    assert process.returncode == 0
    assert b"/40000" in shown
    assert b"segments" in shown
    assert b"/s" in shown
    assert output == run("score", *arguments).stdout  # nothing of the bar, and nothing lost to it


def test_no_progress_bar_between_rows(long_files: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "long.hyp", "long.ref", "--segments"],
        cwd=long_files,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "METEOR_IMPLEMENTATION": "python"},
    ):
        os.close(theirs)
        shown = read_all(ours)
    os.close(ours)
    assert b"\x1b" not in shown
    assert len(shown.splitlines()) == 1 + 40_000 + 3


def peak_memory(folder: Path, *arguments: str) -> int:
    """The largest memory of a run, in bytes."""
    process = subprocess.Popen([*COMMAND, *arguments], cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def write_pairs(file: Path, count: int) -> None:
    """Pairs of some thousand words."""
    chance = random.Random(1)
    with file.open("w", encoding="utf-8") as table:
        for _ in range(count):
            words = [f"word{chance.randrange(10_000)}", "the", "cat", "sat", "upon", "a", "mat"]
            hypothesis = " ".join(words)
            chance.shuffle(words)
            table.write(f"{hypothesis}\t{' '.join(words)}\n")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_memory_does_not_grow_with_the_stream(tmp_path: Path, jobs: str) -> None:
    few = 50_000 if meteor_core.IMPLEMENTATION == "compiled" else 20_000
    write_pairs(tmp_path / "few", few)
    write_pairs(tmp_path / "many", 10 * few)
    arguments = ("--tab-separated", "--segments", "--format", "tsv", "--jobs", jobs)
    few_memory = peak_memory(tmp_path, "few", *arguments)
    many_memory = peak_memory(tmp_path, "many", *arguments)
    assert many_memory < 1.1 * few_memory + 10_000_000
