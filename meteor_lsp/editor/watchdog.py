"""End a server whose event loop hangs, so that the editor restarts it.

The editor would wait for the missing answer and for every later one. A stack trace is kept for a
bug report; ``meteorscope doctor`` mentions it.
"""

import asyncio
import contextlib
import os
import sys
import threading
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn, Self

from meteor_core import InputError
from meteor_core.runtime.cache_folder import stack_file
from meteor_core.runtime.writing import write_file
from meteor_core.version import VERSION

SECONDS_VARIABLE: Final = "METEORSCOPE_WATCHDOG"
"""Environment variable: seconds after which a hanging server is ended; 0 disables the watchdog."""

_DEFAULT_SECONDS: Final = 10.0

STOOD_STILL: Final = 70
"""Exit status after a hang: an internal error, by ``sysexits.h``."""

_POLLS: Final = 10
"""Polls of the event loop per timeout."""

_MAX_DELAY_INTERVALS: Final = 3
"""A longer poll means that this thread was suspended too: the machine slept, or the process was
stopped."""

_DEBUGGERS: Final = ("bdb", "pdb", "pydevd", "debugpy")


class Watchdog:
    """Watches the event loop that it is entered on from a thread."""

    def __init__(self, seconds: float | None = None) -> None:
        """Create a watchdog with a timeout, by default that of the environment."""
        self._seconds = _wanted() if seconds is None else seconds
        self._over = threading.Event()
        self._answered = threading.Event()

    def __enter__(self) -> Self:
        """Start watching the running loop."""
        self._loop = asyncio.get_running_loop()
        self._watched = threading.get_ident()
        if self._seconds > 0:
            threading.Thread(target=self._watch, daemon=True, name="meteor-watchdog").start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop watching; the loop is about to end."""
        self._over.set()

    def _watch(self) -> None:
        interval = self._seconds / _POLLS
        silent = 0
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._answered.set)
            while silent < _POLLS:
                before = time.monotonic()
                if self._over.wait(interval):
                    return
                if self._answered.is_set():
                    self._answered.clear()
                    self._loop.call_soon_threadsafe(self._answered.set)
                    silent = 0
                else:
                    silent += 1
                if (
                    time.monotonic() - before > _MAX_DELAY_INTERVALS * interval
                    or self._is_debugged()
                ):
                    silent = 0
            self._end()

    def _stack(self) -> list[traceback.FrameSummary]:
        frame: FrameType | None = sys._current_frames().get(self._watched)  # noqa: SLF001  # documented
        return list(traceback.extract_stack(frame))

    def _is_debugged(self) -> bool:
        """Whether a debugger is stepping through the server."""
        frame = sys._current_frames().get(self._watched)  # noqa: SLF001  # documented
        while frame is not None:
            if str(frame.f_globals.get("__name__", "")).partition(".")[0] in _DEBUGGERS:
                return True
            frame = frame.f_back
        return False

    def _end(self) -> NoReturn:
        try:
            place = f"; where it stood is in {_written(self._report())}"
        except (OSError, InputError) as error:
            place = f"; where it stood cannot be written: {error}\n{self._report()}"
        with contextlib.suppress(OSError, ValueError):  # standard error is closed
            sys.stderr.write(
                f"meteor-lsp: error: stood still for {self._seconds:g} s and ends{place}\n"
            )
            sys.stderr.flush()
        os._exit(STOOD_STILL)

    def _report(self) -> str:
        now = datetime.now(UTC).isoformat(" ", "seconds")
        stack = "".join(traceback.format_list(self._stack()))
        return (
            f"{now} meteor-lsp {VERSION} stood still for {self._seconds:g} s and ended.\n"
            f"Python {sys.version.split()[0]} on {sys.platform}; what it did, last call last:\n"
            f"{stack}"
        )


def _wanted() -> float:
    with contextlib.suppress(ValueError):
        return float(os.environ.get(SECONDS_VARIABLE, ""))
    return _DEFAULT_SECONDS


def _written(report: str) -> Path:
    """Write a report over the previous one, replacing a symbolic link instead of following it."""
    path = stack_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        path.unlink()
    write_file(path, report.encode("utf-8", "backslashreplace"))
    return path
