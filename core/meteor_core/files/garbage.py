"""Reading without a pause for the garbage that it does not make."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_MANY: Final = 1_000


@contextmanager
def no_garbage_collection(lines: int, *, for_good: bool = False) -> Iterator[None]:
    """Keep Python from searching for reference cycles meanwhile.

    A file of units is a million objects without one cycle; looking through them again and again
    takes a third of the time of reading. Afterwards they count as old, without being looked at.

    Args:
        lines: that are read; of few nothing is gained.
        for_good: whether never to look at all that is there now, which goes as soon as nobody
            refers to it. That is for programs that go on, not for a library: what else is garbage
            by now, and has cycles, stays.
    """
    if lines < _MANY:
        yield
        return
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if for_good:
            gc.freeze()
        elif was_enabled and gc.get_freeze_count() == 0:  # else somebody keeps objects there
            gc.freeze()
            gc.unfreeze()  # puts all of them into the oldest generation
        if was_enabled:
            gc.enable()
