"""Scores away from the event loop, what somebody waits for before what nobody waits for.

Two threads: one answers requests, one works through the rest of a file and stands back while a
request is being answered. Work is given texts and gives back results, both immutable. A segment or
a few that somebody waits for are scored on the event loop, which takes less time than handing them
to a thread does.

Where the compiled kernel scores, some hundred segments at a time take some milliseconds, and other
threads run meanwhile; in Python it is one segment at a time. Between two such portions a job that
is cancelled ends.
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

_QUIET: Final = 0.02
"""Seconds after a message for which the background leaves the interpreter to its answer."""

_STAND_BACK: Final = 0.002
"""Seconds after which the background looks again whether it may go on."""

_LONGEST_WAIT: Final = 0.1
"""Seconds after which it goes on anyway, so that a chatty client cannot stop it for ever."""

_PORTION: Final = 512
"""Segments that the kernel is given at once, at most."""

_LONG: Final = 100_000
"""Code points of a portion after which it takes no more segments."""

_SHORT: Final = 3_000
"""Code points of segments that are scored at once: 0.1 ms, or 5 where words come again and again;
with METEOR 1.5's beam 0.1 s at the very worst, where all of it is one letter over and over."""

Alignments: TypeAlias = list[tuple[SegmentResult, ...]]
"""For each segment, its result against each reference; none where the scorer refuses it."""

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


class Scorer:
    """The threads of one server."""

    def __init__(self) -> None:
        """Threads start with the first work."""
        self._requests = ThreadPoolExecutor(1, "meteor-request")
        self._background = ThreadPoolExecutor(1, "meteor-background")
        self._waiting = 0  # requests; the background stands back while there are any
        self._have_begun: WeakSet[Meteor] = WeakSet()  # whose data are read
        self._quiet_until = 0.0

    async def align(self, meteor: Meteor, segments: Sequence[Texts]) -> Alignments:
        """Score segments that a request waits for, with their alignments.

        Cancelling the task that awaits this ends the work before its next segment.
        """
        return await self._answer_with(_align, meteor, segments)

    async def score(self, meteor: Meteor, segments: Sequence[Texts]) -> LineScores:
        """The same without alignments; cancelled, it ends before its next portion."""
        return await self._answer_with(_score, meteor, segments)

    async def work_through(self, meteor: Meteor, segments: Sequence[Texts]) -> LineScores:
        """Score segments that nobody waits for; to be cancelled in the same way."""
        return await _run(
            self._background,
            lambda stop: _score(meteor, segments, lambda: self._stand_back(stop)),
        )

    async def each(self, work: Callable[[_Item], _Found], items: Sequence[_Item]) -> list[_Found]:
        """Do something with each of some items that nobody waits for; to be cancelled likewise."""

        def run(stop: threading.Event) -> list[_Found]:
            return [work(item) for item in items if not self._stand_back(stop)]

        return await _run(self._background, run)

    async def each_asked(
        self, work: Callable[[_Item], _Found], items: Sequence[_Item]
    ) -> list[_Found]:
        """The same for a request that waits for it."""
        return await self._answer(lambda stop: [work(item) for item in items if not stop.is_set()])

    def hush(self) -> None:
        """Let the background stand back for a moment: a message has come in."""
        self._quiet_until = time.monotonic() + _QUIET

    async def stand_back(self) -> None:
        """Let the event loop do what else there is, as the background thread does."""
        longest = time.monotonic() + _LONGEST_WAIT
        await asyncio.sleep(0)
        while self._is_busy() and time.monotonic() <= longest:  # noqa: ASYNC110  # for a time to pass
            await asyncio.sleep(_STAND_BACK)

    def close(self) -> None:
        """End the threads after what they have in hand."""
        for pool in (self._requests, self._background):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _answer(self, work: Callable[[threading.Event], _Found]) -> _Found:
        self._waiting += 1
        try:
            return await _run(self._requests, work)
        finally:
            self._waiting -= 1

    async def _answer_with(
        self,
        work: Callable[[Meteor, Sequence[Texts], Callable[[], bool]], _Found],
        meteor: Meteor,
        segments: Sequence[Texts],
    ) -> _Found:
        if self._takes_no_time(meteor, segments):
            return work(meteor, segments, lambda: False)
        found = await self._answer(lambda stop: work(meteor, segments, stop.is_set))
        self._have_begun.add(meteor)
        return found

    def _takes_no_time(self, meteor: Meteor, segments: Sequence[Texts]) -> bool:
        """Whether to score takes less time than a thread needs to begin."""
        is_ready = meteor.scores_in_kernel and meteor in self._have_begun
        return is_ready and sum(map(len, chain.from_iterable(segments))) <= _SHORT

    def _stand_back(self, stop: threading.Event) -> bool:
        """Wait until no message is being answered; whether to stop altogether."""
        longest = time.monotonic() + _LONGEST_WAIT
        while not stop.is_set() and self._is_busy() and time.monotonic() <= longest:
            time.sleep(_STAND_BACK)
        return stop.is_set()

    def _is_busy(self) -> bool:
        return self._waiting > 0 or time.monotonic() < self._quiet_until


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
    for portion in _portions(segments, _PORTION if meteor.scores_in_kernel else 1):
        if stopped():
            break
        found.extend(line_scores(meteor, portion))
    return found


def _portions(segments: Sequence[Texts], most: int) -> Iterator[Sequence[Texts]]:
    for first in range(0, len(segments), most):
        portion = segments[first : first + most]
        is_long = sum(map(len, chain.from_iterable(portion))) > _LONG
        yield from _portions(portion, -(-len(portion) // 2)) if is_long and most > 1 else [portion]


async def _run(pool: ThreadPoolExecutor, work: Callable[[threading.Event], _Found]) -> _Found:
    stop = threading.Event()
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, work, stop)
    finally:
        stop.set()
