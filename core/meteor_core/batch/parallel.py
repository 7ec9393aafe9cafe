"""Scoring blocks of segments at the same time, in order and in bounded memory."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any, Final, Generic, TypeVar

from ..text.streams import Block

Scored = TypeVar("Scored")
"""What becomes of a block."""

_AHEAD: Final = 2
"""Blocks handed out for each job before the first of them must be done."""

_ENDING: Final = [number for number in signal.Signals if number.name in ("SIGTERM", "SIGHUP")]
"""Signals that end a process, besides an interrupt; Windows has no SIGHUP."""

_score_block: Callable[[Block], Any] | None = None


def score_in_threads(
    score_block: Callable[[Block], Scored], blocks: Iterable[Block], jobs: int
) -> Generator[Scored, None, None]:
    """Score blocks in order with that many threads.

    Blocks are read by the thread that reads the results, and only a little ahead of them. One
    without segments says that the next may take long to come: all results are given before it is
    asked for. An error, of a block or of reading it, is raised after all results before it.
    Closing the generator waits for what is under way and drops the rest.

    Args:
        score_block: scores a block in any thread.
        blocks: in order.
        jobs: number of threads.
    """
    pool = _Pool(lambda: ThreadPoolExecutor(jobs), score_block)
    return _in_order(_Work(pool, score_block, most=jobs * _AHEAD), iter(blocks))


def score_in_processes(
    score_block: Callable[[Block], Scored],
    make_scorer: Callable[[], Callable[[Block], Scored]],
    blocks: Iterable[Block],
    jobs: int,
) -> Generator[Scored, None, None]:
    """Score blocks in order with that many processes; see ``score_in_threads``.

    Args:
        score_block: scores a block in this process; one alone needs no other.
        make_scorer: called once in each process; can be pickled.
        blocks: in order.
        jobs: number of processes.
    """

    def start() -> Executor:
        return ProcessPoolExecutor(jobs, initializer=_start, initargs=(make_scorer,))

    pool: _Pool[Scored] = _Pool(start, _score_in_process)
    return _in_order(_Work(pool, score_block, most=jobs * _AHEAD), iter(blocks))


class _Pool(Generic[Scored]):
    """A pool of threads or processes, which start with the first block."""

    def __init__(
        self, start: Callable[[], Executor], score_block: Callable[[Block], Scored]
    ) -> None:
        self._start = start
        self._score_block = score_block
        self._executor: Executor | None = None

    @property
    def started(self) -> bool:
        return self._executor is not None

    def submit(self, block: Block) -> Future[Scored]:
        if self._executor is not None:
            return self._executor.submit(self._score_block, block)
        with _signals_held_back():
            self._executor = self._start()
            return self._executor.submit(self._score_block, block)

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)


class _Work(Generic[Scored]):
    """The blocks handed out whose results are not yet taken, in order."""

    def __init__(
        self, pool: _Pool[Scored], score_here: Callable[[Block], Scored], most: int
    ) -> None:
        self._pool = pool
        self._score_here = score_here
        self._most = most
        self._alone: Block | None = None  # the first; it waits for a second to start the pool
        self._under_way: deque[Future[Scored]] = deque()

    def add(self, block: Block) -> None:
        if self._alone is not None:
            first, self._alone = self._alone, None
            self._under_way.append(self._pool.submit(first))
        elif not self._pool.started:
            self._alone = block
            return
        self._under_way.append(self._pool.submit(block))

    def due(self) -> Iterator[Scored]:
        """Yield results at the front that are ready, or must be before more is handed out."""
        waiting = self._under_way
        while waiting and (len(waiting) >= self._most or waiting[0].done()):
            yield waiting.popleft().result()

    def rest(self) -> Iterator[Scored]:
        """Yield all remaining results."""
        if self._alone is not None:
            block, self._alone = self._alone, None
            yield self._score_here(block)
        while self._under_way:
            yield self._under_way.popleft().result()

    def close(self) -> None:
        self._pool.close()


def _in_order(work: _Work[Scored], blocks: Iterator[Block]) -> Generator[Scored, None, None]:
    with closing(work):
        while True:
            try:
                block = next(blocks, None)
            except Exception:
                yield from work.rest()
                raise
            if block is None:
                break
            if block.hypotheses:
                work.add(block)
                yield from work.due()
            else:
                yield from work.rest()
        yield from work.rest()


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Hold signals back while processes start, so that none of them is left behind."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(make_scorer: Callable[[], Callable[[Block], object]]) -> None:
    global _score_block  # noqa: PLW0603  # a process of the pool has one scorer for all blocks
    _leave_signals_to_the_parent()
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    _score_block = make_scorer()


def _leave_signals_to_the_parent() -> None:
    """Ignore what ends a run: the pool would wait for ever for the rest of a result.

    A terminal or a service manager sends a signal to all processes of a run. The parent ends the
    others in order; one that ends by itself while it sends a result leaves half of it.
    """
    for number in (signal.SIGINT, *_ENDING):
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, *_ENDING})


def _end_with_the_parent() -> None:
    """Wait until the parent has ended, however that came, and end."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _score_in_process(block: Block) -> Any:
    if _score_block is None:
        raise RuntimeError("the process was not started by score_in_processes")
    return _score_block(block)
