"""Run scoring off the event loop, with requests ahead of background work.

Two worker threads: one serves requests; the other scores the rest of the file and yields while a
request is in progress. Jobs take immutable texts and return immutable results. Very short requests
run on the event loop itself, since a thread hand-off costs more than the score.

The compiled kernel scores some hundred segments in a few milliseconds without holding the GIL; in
Python a batch is one segment. Cancellation takes effect between two batches.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Final, TypeAlias, TypeVar
from weakref import WeakSet

from meteor_core import Meteor, SegmentError, SegmentResult

from .line_scores import LineScores, Texts, line_scores, no_line_scores

_PAUSE_SECONDS: Final = 0.02
"""Pause of background work after each message."""

_POLL_SECONDS: Final = 0.002
"""Interval at which paused background work checks whether it may continue."""

_MAX_PAUSE_SECONDS: Final = 0.1
"""Longest pause, so that a busy client cannot starve background work."""

_MAX_BATCH_SEGMENTS: Final = 512
"""Segments per call of the kernel."""

_MAX_BATCH_CHARS: Final = 100_000
"""Code points per call of the kernel, unless one segment is longer."""

_MAX_INLINE_CHARS: Final = 3_000
"""Code points scored on the event loop: 0.1 ms, or 5 ms for highly repetitive text; with
METEOR 1.5's beam 0.1 s in the worst case of one repeated letter."""

Alignments: TypeAlias = list[tuple[SegmentResult, ...]]
"""For each segment, its results against each reference; empty if too complex."""

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


class Scorer:
    """Runs scoring on two worker threads."""

    def __init__(self) -> None:
        """Start the threads with the first job."""
        self._requests = ThreadPoolExecutor(1, "meteor-request")
        self._background = ThreadPoolExecutor(1, "meteor-background")
        self._waiting = 0  # number of requests in progress
        self._have_begun: WeakSet[Meteor] = WeakSet()  # scorers with loaded resources
        self._paused_until = 0.0

    async def align(self, meteor: Meteor, segments: Sequence[Texts]) -> Alignments:
        """Score segments with their alignments, for a request.

        Cancellation takes effect before the next segment.
        """
        return await self._answer_with(_align, meteor, segments)

    async def score(self, meteor: Meteor, segments: Sequence[Texts]) -> LineScores:
        """Score segments without alignments, for a request; cancelled between batches."""
        return await self._answer_with(_score, meteor, segments)

    async def score_in_background(self, meteor: Meteor, segments: Sequence[Texts]) -> LineScores:
        """Score segments in the background; cancelled between batches."""
        return await _run_job(
            self._background,
            lambda stop: _score(meteor, segments, lambda: self._pause(stop)),
        )

    async def map_in_background(
        self, work: Callable[[_Item], _Found], items: Sequence[_Item]
    ) -> list[_Found]:
        """Apply a function to items in the background; cancelled between items."""

        def run_job(stop: threading.Event) -> list[_Found]:
            return [work(item) for item in items if not self._pause(stop)]

        return await _run_job(self._background, run_job)

    async def map_for_request(
        self, work: Callable[[_Item], _Found], items: Sequence[_Item]
    ) -> list[_Found]:
        """Apply a function to items for a request; cancelled between items."""
        return await self._answer(lambda stop: [work(item) for item in items if not stop.is_set()])

    def pause_background(self) -> None:
        """Pause background work briefly so that an incoming message is served first."""
        self._paused_until = time.monotonic() + _PAUSE_SECONDS

    async def yield_to_requests(self) -> None:
        """Yield to the event loop, and wait while requests are in progress."""
        deadline = time.monotonic() + _MAX_PAUSE_SECONDS
        await asyncio.sleep(0)
        while self._is_busy() and time.monotonic() <= deadline:  # noqa: ASYNC110  # for a time to pass
            await asyncio.sleep(_POLL_SECONDS)

    def close(self) -> None:
        """Shut the threads down after their current batch."""
        for pool in (self._requests, self._background):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _answer(self, work: Callable[[threading.Event], _Found]) -> _Found:
        self._waiting += 1
        try:
            return await _run_job(self._requests, work)
        finally:
            self._waiting -= 1

    async def _answer_with(
        self,
        work: Callable[[Meteor, Sequence[Texts], Callable[[], bool]], _Found],
        meteor: Meteor,
        segments: Sequence[Texts],
    ) -> _Found:
        if self._can_run_inline(meteor, segments):
            return work(meteor, segments, lambda: False)
        found = await self._answer(lambda stop: work(meteor, segments, stop.is_set))
        self._have_begun.add(meteor)
        return found

    def _can_run_inline(self, meteor: Meteor, segments: Sequence[Texts]) -> bool:
        is_ready = meteor.scores_in_kernel and meteor in self._have_begun
        return is_ready and sum(map(len, chain.from_iterable(segments))) <= _MAX_INLINE_CHARS

    def _pause(self, stop: threading.Event) -> bool:
        """Wait while requests are in progress, and return whether to stop."""
        deadline = time.monotonic() + _MAX_PAUSE_SECONDS
        while not stop.is_set() and self._is_busy() and time.monotonic() <= deadline:
            time.sleep(_POLL_SECONDS)
        return stop.is_set()

    def _is_busy(self) -> bool:
        return self._waiting > 0 or time.monotonic() < self._paused_until


def _align(meteor: Meteor, segments: Sequence[Texts], stopped: Callable[[], bool]) -> Alignments:
    found: Alignments = []
    for texts in segments:
        if stopped():
            break
        try:
            found.append(meteor.score_each(texts[0], texts[1:]))
        except SegmentError:
            found.append(())
    return found


def _score(meteor: Meteor, segments: Sequence[Texts], stopped: Callable[[], bool]) -> LineScores:
    found = no_line_scores(meteor, len(segments[0]) - 1 if segments else 0)
    for batch in _batches(segments, _MAX_BATCH_SEGMENTS if meteor.scores_in_kernel else 1):
        if stopped():
            break
        found.extend(line_scores(meteor, batch))
    return found


def _batches(segments: Sequence[Texts], size: int) -> Iterator[Sequence[Texts]]:
    for first in range(0, len(segments), size):
        batch = segments[first : first + size]
        is_long = sum(map(len, chain.from_iterable(batch))) > _MAX_BATCH_CHARS
        yield from _batches(batch, -(-len(batch) // 2)) if is_long and size > 1 else [batch]


async def _run_job(pool: ThreadPoolExecutor, work: Callable[[threading.Event], _Found]) -> _Found:
    stop = threading.Event()
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, work, stop)
    finally:
        stop.set()
