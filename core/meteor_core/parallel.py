"""Scoring blocks of segments at the same time, in order and in bounded memory."""

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from typing import Final, TypeAlias

from .batch import ScoredBatch
from .text_streams import Block

ScoreBlock: TypeAlias = Callable[[Block], ScoredBatch]

_AHEAD: Final = 2
"""Blocks handed out for each job before the first of them has to be done."""

_score_block: ScoreBlock | None = None


def score_in_threads(
    score_block: ScoreBlock, blocks: Iterable[Block], jobs: int
) -> Generator[ScoredBatch, None, None]:
    """Score blocks in order with that many threads.

    Blocks are read by the thread that reads the results, and only a little ahead of them. An
    error, of a block or of reading it, is raised after all results before it. Closing the
    generator waits for what is under way and drops the rest.

    Args:
        score_block: scores a block in any thread.
        blocks: in order.
        jobs: number of threads.
    """
    return _in_order(lambda: ThreadPoolExecutor(jobs), score_block, blocks, jobs)


def score_in_processes(
    make_scorer: Callable[[], ScoreBlock], blocks: Iterable[Block], jobs: int
) -> Generator[ScoredBatch, None, None]:
    """The same with processes.

    Args:
        make_scorer: called once in each process; can be pickled.
        blocks: in order.
        jobs: number of processes.
    """

    def start() -> Executor:
        return ProcessPoolExecutor(jobs, initializer=_start, initargs=(make_scorer,))

    return _in_order(start, _score_in_process, blocks, jobs)


def _in_order(
    start: Callable[[], Executor], score_block: ScoreBlock, blocks: Iterable[Block], jobs: int
) -> Generator[ScoredBatch, None, None]:
    pool = start()
    waiting: deque[Future[ScoredBatch]] = deque()
    submitted = _submit(pool, score_block, blocks)
    try:
        while True:
            waiting.extend(islice(submitted, jobs * _AHEAD - len(waiting)))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _submit(
    pool: Executor, score_block: ScoreBlock, blocks: Iterable[Block]
) -> Iterator[Future[ScoredBatch]]:
    try:
        for block in blocks:
            yield pool.submit(score_block, block)
    except Exception as error:  # noqa: BLE001  # raised again in its place among the results
        failed: Future[ScoredBatch] = Future()
        failed.set_exception(error)
        yield failed


def _start(make_scorer: Callable[[], ScoreBlock]) -> None:
    global _score_block  # noqa: PLW0603  # a process of the pool has one scorer for all blocks
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    _score_block = make_scorer()


def _score_in_process(block: Block) -> ScoredBatch:
    if _score_block is None:
        raise RuntimeError("the process was not started by score_in_processes")
    return _score_block(block)
