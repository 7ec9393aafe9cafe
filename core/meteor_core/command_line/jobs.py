"""``--jobs``: how many cores to use."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..errors import ParameterError

_TURN: Final = 0.001
"""Seconds that a thread may keep the interpreter while another waits; a fifth of the usual."""


def number_of_jobs(asked: int) -> int:
    """Return how many cores to use, where 0 means all that this process may use.

    Raises:
        ParameterError: the number is negative.
    """
    if asked < 0:
        raise ParameterError(
            f"--jobs is {asked}, but must be a number of cores, or 0 for all of them"
        )
    return asked or _cores()


@contextmanager
def short_turns(jobs: int) -> Iterator[None]:
    """Have threads take short turns, where several jobs share the interpreter.

    A job needs it for a moment several times a block, and does nothing while it waits for a thread
    that reads or writes.
    """
    before = sys.getswitchinterval()
    if jobs > 1:
        sys.setswitchinterval(_TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))  # those this process may use
    return os.cpu_count() or 1
