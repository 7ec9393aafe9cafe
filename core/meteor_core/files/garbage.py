"""Disable cyclic garbage collection while reading."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_MIN_LINES: Final = 1_000


@contextmanager
def no_garbage_collection(lines: int, *, for_good: bool = False) -> Iterator[None]:
    """Disable the search for reference cycles temporarily.

    A file of units is a million objects without a cycle; scanning them repeatedly takes a third of
    the reading time. Afterwards they are moved to the oldest generation without being scanned.

    Args:
        lines: number of lines to read; short files gain nothing.
        for_good: exclude all present objects from collection for ever. Only for long-running
            programs: present garbage with cycles is never freed.
    """
    if lines < _MIN_LINES:
        yield
        return
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if for_good:
            gc.freeze()
        elif was_enabled and gc.get_freeze_count() == 0:  # else the caller froze objects
            gc.freeze()
            gc.unfreeze()  # puts all of them into the oldest generation
        if was_enabled:
            gc.enable()
