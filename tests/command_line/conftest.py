"""The command line as a person runs it: a process with arguments, files and exit status."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from meteor_core.command_line.main import main

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[bytes]]

HYPOTHESES = [
    "the cat slept on the mat",
    "dancing with glee",
    "",
    "Ünïcödé 👩‍👩‍👧 今日 كتاب",
    "half of it",
]
REFERENCES_A = [
    "the cat was sitting on the mat",
    "danced with joy",
    "nothing here",
    "Ünïcödé 👩‍👩‍👧 今日 كتاب",
    "all of them",
]
REFERENCES_B = ["a cat slept", "dancing gleefully", "", "other", "half of it"]


def lines(segments: list[str], end: str = "\n") -> bytes:
    return "".join(segment + end for segment in segments).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a hypothesis and two references."""
    (tmp_path / "hyp").write_bytes(lines(HYPOTHESES))
    (tmp_path / "a").write_bytes(lines(REFERENCES_A))
    (tmp_path / "b").write_bytes(lines(REFERENCES_B))
    return tmp_path


@pytest.fixture
def run(run_process: Run) -> Run:
    """Runs ``meteorscope`` in that folder; modules may override it by ``run_in_process``."""
    return run_process


@pytest.fixture
def run_process(folder: Path) -> Run:
    """Runs ``meteorscope`` as a process."""

    def start(
        *arguments: str, stdin: bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "meteorscope", *arguments],
            cwd=folder,
            input=stdin,
            capture_output=True,
            timeout=120,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        )

    return start


@pytest.fixture
def run_in_process(
    folder: Path,
    run_process: Run,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Run:
    """Calls ``main``, which saves a second a run; with input or variables it starts a process."""
    monkeypatch.chdir(folder)

    def call(
        *arguments: str, stdin: bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        if stdin or environment:
            return run_process(*arguments, stdin=stdin, **environment)
        capsysbinary.readouterr()
        try:
            status = main(arguments)
        except SystemExit as end:  # of the parser
            status = int(end.code or 0)
        return subprocess.CompletedProcess(arguments, status, *capsysbinary.readouterr())

    return call
