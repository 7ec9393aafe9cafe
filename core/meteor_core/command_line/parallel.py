"""Scoring in several processes, in order and in bounded memory."""

import itertools
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, Final, TypeAlias

from ..meteor import Meteor
from ..results import SegmentScore

_BATCH: Final = 256
_AHEAD: Final = 3
"""Batches handed out per process before the first of them has to be done."""

_Pair: TypeAlias = tuple[str, list[str]]

_meteor: Meteor | None = None


def score_in_processes(
    options: dict[str, Any], pairs: Iterable[_Pair], jobs: int
) -> Iterator[SegmentScore]:
    """Score pairs in order with that many processes.

    Args:
        options: arguments of ``Meteor``, which each process makes for itself.
        pairs: hypotheses and their references; read only a little ahead of the results.
        jobs: number of processes.
    """
    source = iter(pairs)
    waiting: deque[Future[list[SegmentScore]]] = deque()
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(options,)) as pool:
        try:
            while True:
                while len(waiting) < jobs * _AHEAD:
                    batch = list(itertools.islice(source, _BATCH))
                    if not batch:
                        break
                    waiting.append(pool.submit(_score_batch, batch))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _start(options: dict[str, Any]) -> None:
    global _meteor  # noqa: PLW0603  # a process of the pool has one scorer for all its batches
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    _meteor = Meteor(**options)


def _score_batch(batch: list[_Pair]) -> list[SegmentScore]:
    if _meteor is None:
        raise RuntimeError("the process was not started by score_in_processes")
    results = (_meteor.score(hypothesis, references) for hypothesis, references in batch)
    return [
        SegmentScore(
            statistics=result.statistics,
            measures=result.measures,
            signature=result.signature,
            reference=result.reference,
            optimal=result.optimal,
        )
        for result in results
    ]
