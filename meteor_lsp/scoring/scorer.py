"""Scores away from the event loop, what somebody waits for before what nobody waits for.

Two threads: one answers requests, one works through the rest of a file and stands back while a
request is being answered. Work is given texts and gives back results, both immutable; a job that
is cancelled ends before its next segment.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from meteor_core import Meteor, SegmentResult

from .scores import Texts

_QUIET: Final = 0.02
"""Seconds after a message for which the background leaves the interpreter to its answer."""

_STAND_BACK: Final = 0.002
"""Seconds after which the background looks again whether it may go on."""

_LONGEST_WAIT: Final = 0.1
"""Seconds after which it goes on anyway, so that a chatty client cannot stop it for ever."""

Results = list[tuple[SegmentResult, ...]]
"""For each segment, its result against each reference."""


class Scorer:
    """The threads of one server."""

    def __init__(self) -> None:
        """Threads start with the first work."""
        self._requests = ThreadPoolExecutor(1, "meteor-request")
        self._background = ThreadPoolExecutor(1, "meteor-background")
        self._waiting = 0  # requests; the background stands back while there are any
        self._quiet_until = 0.0

    async def answer(self, meteor: Meteor, segments: Sequence[Texts]) -> Results:
        """Score segments that a request waits for.

        Cancelling the task that awaits this ends the work before its next segment.
        """
        self._waiting += 1
        try:
            return await _run(self._requests, lambda stop: _score(meteor, segments, stop.is_set))
        finally:
            self._waiting -= 1

    async def work_through(self, meteor: Meteor, segments: Sequence[Texts]) -> Results:
        """Score segments that nobody waits for; to be cancelled in the same way."""
        return await _run(
            self._background,
            lambda stop: _score(meteor, segments, lambda: self._stand_back(stop)),
        )

    def hush(self) -> None:
        """Let the background stand back for a moment: a message has come in."""
        self._quiet_until = time.monotonic() + _QUIET

    def close(self) -> None:
        """End the threads after the segment in hand."""
        for pool in (self._requests, self._background):
            pool.shutdown(wait=False, cancel_futures=True)

    def _stand_back(self, stop: threading.Event) -> bool:
        """Wait until no message is being answered; whether to stop altogether."""
        longest = time.monotonic() + _LONGEST_WAIT
        while not stop.is_set():
            now = time.monotonic()
            if now > longest or not (self._waiting or now < self._quiet_until):
                break
            time.sleep(_STAND_BACK)
        return stop.is_set()


def _score(meteor: Meteor, segments: Sequence[Texts], stopped: Callable[[], bool]) -> Results:
    results: Results = []
    for texts in segments:
        if stopped():
            break
        results.append(meteor.score_each(texts[0], texts[1:]))
    return results


async def _run(pool: ThreadPoolExecutor, work: Callable[[threading.Event], Results]) -> Results:
    stop = threading.Event()
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, work, stop)
    finally:
        stop.set()
