"""Forks: a child gets new locks, and new stores in place of those that were being changed.

A fork copies one thread. A lock that another thread held is locked in the child for ever, and what
that lock guarded may be half changed. So every lock of this package is one of these, which the
child finds free; and a store of words is of one process: the child leaves those of its parent to
whatever refers to them, and begins new ones.
"""

import os
import threading
from collections.abc import Callable
from typing import Final
from weakref import WeakSet

_locks: Final["WeakSet[Lock]"] = WeakSet()
_steps: Final[list[Callable[[], object]]] = []
_forks = 0


class Lock:
    """A lock that is unlocked in a forked child. Hold it by ``with``."""

    __slots__ = ("__weakref__", "_lock")

    def __init__(self) -> None:
        """Create an unlocked lock."""
        self._lock = threading.Lock()
        _locks.add(self)

    def __enter__(self) -> None:
        """Wait until the lock is free, and hold it."""
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        """Release the lock; a child that was forked while holding it has a free one already."""
        if self._lock.locked():
            self._lock.release()

    def renew(self) -> None:
        """Replace the lock by a free one, whichever thread held it."""
        self._lock = threading.Lock()


def in_child(step: Callable[[], object]) -> None:
    """Register a step that every child takes as soon as it is forked."""
    _steps.append(step)


def generation() -> int:
    """Return how many forks lie between this process and the one that imported this module.

    An object of another generation was made by another process.
    """
    return _forks


def _begin_anew() -> None:
    global _forks  # noqa: PLW0603  # a process counts once, before it does anything else
    _forks += 1
    for lock in list(_locks):
        lock.renew()
    for step in _steps:
        step()


if hasattr(os, "register_at_fork"):  # not on Windows, which has no forks
    os.register_at_fork(after_in_child=_begin_anew)
