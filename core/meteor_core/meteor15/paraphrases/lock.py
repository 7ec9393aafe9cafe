"""Lock between processes; a lock ends with the process that holds it."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ...runtime.writing import open_regular, try_lock

_RETRY_SECONDS: Final = 0.05
"""Seconds between two attempts; a signal ends the wait at once."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait for the lock of a name, and hold it.

    The file exists only while the lock is held. On file systems without locks there is no waiting.

    Raises:
        OSError: the file cannot be made.
    """
    file = _acquire(path)
    try:
        yield
    finally:
        if sys.platform == "win32":  # which removes no file that is open
            os.close(file)
            with suppress(OSError):  # the next one has it already
                path.unlink()
        else:
            path.unlink(missing_ok=True)
            os.close(file)


def _acquire(path: Path) -> int:
    while True:
        file = open_regular(path, os.O_RDWR | os.O_CREAT)
        try:
            if try_lock(file) and _is_at(file, path):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        time.sleep(_RETRY_SECONDS)


def _is_at(file: int, path: Path) -> bool:
    """Whether the locked file is still the one of that name: its holder removes it."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
