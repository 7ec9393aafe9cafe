"""Scoring blocks of segments in several processes, where threads would wait for each other."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from ..text.streams import Block
from .parallel import Pool, Scored, Work, in_order

_ENDING: Final = [number for number in signal.Signals if number.name in ("SIGTERM", "SIGHUP")]
"""Signals that end a process, besides an interrupt; Windows has no SIGHUP."""

_score_block: Callable[[Block], Any] | None = None


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

    pool: Pool[Scored] = _QuietlyStarted(start, _score_in_process)
    return in_order(Work(pool, score_block, jobs=jobs), iter(blocks))


class _QuietlyStarted(Pool[Scored]):
    """A pool of processes, which start with the first block."""

    def submit(self, block: Block) -> Future[Scored]:
        """See ``Pool``."""
        if self.started:
            return super().submit(block)
        with _signals_held_back():
            return super().submit(block)


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
