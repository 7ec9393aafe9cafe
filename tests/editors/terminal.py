"""A terminal for editors: they draw nothing where there is none."""

import os
import pty
import subprocess
import termios
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

_LINES_AND_COLUMNS: Final = (40, 120)
_TIME: Final = 100
"""Seconds after which a program that has not come to an end is killed."""

# The first terminal that a session opens is the one that it is on: /dev/tty.
_OPEN_AND_RUN: Final = ("sh", "-c", 'exec "$@" <>"$0" >&0 2>&0')


def run_on_terminal(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    """Run a program on a terminal at which nobody sits, to its end; all that it wrote there."""
    screen, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, _LINES_AND_COLUMNS)
    written: list[bytes] = []

    def read() -> None:
        with suppress(OSError):  # how the end of a terminal reads
            while text := os.read(screen, 1 << 16):
                written.append(text)

    process = subprocess.Popen(
        [*_OPEN_AND_RUN, os.ttyname(terminal), *command],
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        process.wait(timeout=_TIME)
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
        reader.join(timeout=10)
        os.close(screen)
    return b"".join(written).decode(errors="replace")
