"""Whole programs, from their start to their end: time and peak memory."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.corpora import ROOT

METEORSCOPE: Final = str(Path(sys.executable).with_name("meteorscope"))
_LAUNCH: Final = (sys.executable, "-I", "-S", str(ROOT / "benchmarks" / "launch.py"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a program.

    Attributes:
        seconds: by the clock on the wall.
        processor_seconds: that it was computing, on all cores.
        peak_megabytes: the most memory that it had at a time.
    """

    seconds: float
    processor_seconds: float
    peak_megabytes: float


def run(command: Sequence[str], *, implementation: str = "auto") -> Run:
    """Run a program to its end; what it prints is thrown away.

    Args:
        command: the program and its arguments.
        implementation: Meteorscope's, ``compiled`` or ``python``.
    """
    answer = subprocess.run(
        [*_LAUNCH, *command],
        check=True,
        stdout=subprocess.PIPE,
        env=environment(implementation),
    ).stdout
    fields = json.loads(answer)
    if exit_status := fields.pop("exit_status"):
        raise SystemExit(f"exit status {exit_status}: {' '.join(command)}")
    return Run(**fields)


def environment(implementation: str) -> dict[str, str]:
    """This process's, with Meteorscope's implementation chosen.

    Modules stay compiled from one process to the next, as those of an installed package do.
    """
    return {
        **os.environ,
        "METEOR_IMPLEMENTATION": implementation,
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "compiled-modules"),
    }


def implementations() -> list[str]:
    """Those of Meteorscope that are there, the fastest first."""
    program = "import meteor_core; print(meteor_core.IMPLEMENTATION)"
    best = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env=environment("auto"),
    ).stdout.strip()
    return [best] if best == "python" else [best, "python"]


@contextmanager
def on_cores(count: int) -> Iterator[None]:
    """Everything that is started here runs on that many of the cores that there are.

    Where a system cannot be told so, it runs where it likes.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[-count:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
