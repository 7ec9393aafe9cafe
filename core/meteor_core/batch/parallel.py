"""Score blocks of segments in parallel, in order and in bounded memory."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from typing import Final, Generic, TypeVar

from ..text.streams import Block

Scored = TypeVar("Scored")
"""The result for a block."""

_AHEAD: Final = 2
"""Blocks handed out for each job before the first of them must be done."""


def score_in_threads(
    score_block: Callable[[Block], Scored], blocks: Iterable[Block], jobs: int
) -> Generator[Scored, None, None]:
    """Score blocks in order with that many threads, one of them the consumer's.

    That thread reads the blocks too, only a little ahead of the results, and scores one instead of
    waiting for another. Did it only wait, there would be a thread more than cores, and when that
    thread had to pause for the others, all of them would wait for what it holds. A block
    without segments says that the next may take long to come: all results are given before it is
    asked for. An error, of a block or of reading it, is raised after all results before it.
    Closing the generator waits for running blocks and drops the rest.
    """
    pool = Pool(lambda: ThreadPoolExecutor(jobs - 1), score_block)
    return in_order(SharedWork(pool, score_block, jobs=jobs), iter(blocks))


class Pool(Generic[Scored]):
    """A pool of threads or processes, which start with the first block."""

    def __init__(
        self, start: Callable[[], Executor], score_block: Callable[[Block], Scored]
    ) -> None:
        """Create a pool that has not started."""
        self._start = start
        self._score_block = score_block
        self._executor: Executor | None = None

    @property
    def started(self) -> bool:
        """Return whether it has been given a block."""
        return self._executor is not None

    def submit(self, block: Block) -> Future[Scored]:
        """Have a block scored."""
        if self._executor is None:
            self._executor = self._start()
        return self._executor.submit(self._score_block, block)

    def close(self) -> None:
        """Wait for the blocks that are being scored, and leave the others."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)


class Work(Generic[Scored]):
    """Blocks handed out whose results are not consumed yet, in order."""

    def __init__(
        self, pool: Pool[Scored], score_here: Callable[[Block], Scored], *, jobs: int
    ) -> None:
        """Begin without any."""
        self._pool = pool
        self._score_here = score_here
        self._most = jobs * _AHEAD
        self._alone: Block | None = None  # the first; it waits for a second to start the pool
        self._under_way: deque[tuple[Block, Future[Scored]]] = deque()

    def add(self, block: Block) -> None:
        """Hand out a block."""
        if self._alone is not None:
            first, self._alone = self._alone, None
            self._submit(first)
        elif not self._pool.started:
            self._alone = block
            return
        self._submit(block)

    def due(self) -> Iterator[Scored]:
        """Yield results at the front that are ready, or must be before more is handed out."""
        waiting = self._under_way
        while waiting and (len(waiting) >= self._most or waiting[0][1].done()):
            yield self._first()

    def rest(self) -> Iterator[Scored]:
        """Yield all remaining results."""
        if self._alone is not None:
            block, self._alone = self._alone, None
            yield self._score_here(block)
        while self._under_way:
            yield self._first()

    def close(self) -> None:
        """Drop the blocks that are not scored yet."""
        self._pool.close()

    def _submit(self, block: Block) -> None:
        self._under_way.append((block, self._pool.submit(block)))

    def _first(self) -> Scored:
        """Wait for the first result."""
        return self._under_way.popleft()[1].result()


class SharedWork(Work[Scored]):
    """A pool whose consumer thread scores blocks too while it waits."""

    def _first(self) -> Scored:
        while not self._under_way[0][1].done() and self._help():
            pass
        return super()._first()

    def _help(self) -> bool:
        """Score the first block that no other thread has begun; whether there was one."""
        for place, (block, future) in enumerate(self._under_way):
            if future.cancel():
                self._under_way[place] = (block, self._scored_here(block))
                return True
        return False

    def _scored_here(self, block: Block) -> Future[Scored]:
        future: Future[Scored] = Future()
        try:
            future.set_result(self._score_here(block))
        except Exception as error:  # noqa: BLE001  # raised in its place
            future.set_exception(error)
        return future


def in_order(work: Work[Scored], blocks: Iterator[Block]) -> Generator[Scored, None, None]:
    """Hand out blocks and yield their results in order; see ``score_in_threads``."""
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
