"""Scoring the blocks that ``score`` reads, with several jobs if asked for."""

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import chain, takewhile

from ..batch import ScoredBatch
from ..errors import InputError
from ..meteor import Meteor
from ..text_streams import Block
from .interruption import held_back


def score_blocks(
    meteor: Meteor, blocks: Iterable[Block], *, jobs: int
) -> Generator[ScoredBatch, None, None]:
    """Score blocks in order. The generator may be closed at any time.

    An error in reading a block is raised after the results of those before it.

    Args:
        meteor: by what.
        blocks: read a little ahead. One without segments says that the next may take long to
            come; until then, all results are given.
        jobs: how many blocks are scored at the same time.
    """
    if jobs == 1:
        return (_score(meteor, block) for block in blocks if block.hypotheses)
    return _score_in_bursts(meteor, iter(blocks), jobs)


def _score_in_bursts(
    meteor: Meteor, blocks: Iterator[Block], jobs: int
) -> Generator[ScoredBatch, None, None]:
    """Score what comes without a break at the same time; one block alone needs no pool."""
    for first in filter(_has_segments, blocks):
        try:
            second = next(blocks, None)
        except InputError:
            yield _score(meteor, first)
            raise
        if second is None or not second.hypotheses:
            yield _score(meteor, first)
        else:
            burst = chain((first, second), takewhile(_has_segments, blocks))
            yield from _score_at_once(meteor, burst, jobs)


def _score_at_once(
    meteor: Meteor, blocks: Iterable[Block], jobs: int
) -> Generator[ScoredBatch, None, None]:
    from ..parallel import score_in_processes, score_in_threads  # one job needs no pools

    if meteor._batch_scorer.in_threads:  # noqa: SLF001  # blocks that are cut have no public way
        return score_in_threads(partial(_score, meteor), blocks, jobs)
    return score_in_processes(partial(_scorer, meteor), _undisturbed(iter(blocks)), jobs)


def _undisturbed(blocks: Iterator[Block]) -> Iterator[Block]:
    """The same blocks; no signal comes between the first two.

    With the first one, the pool starts its processes. An interrupt in the middle of that would
    leave some that nobody knows of. The processes are ended by the pool, never by a signal.
    """
    for first in blocks:
        with held_back():
            yield first
        yield from blocks


def _scorer(meteor: Meteor) -> Callable[[Block], ScoredBatch]:
    return partial(_score, meteor)


def _score(meteor: Meteor, block: Block) -> ScoredBatch:
    return meteor.batch(block.hypotheses, block.references)


def _has_segments(block: Block) -> bool:
    return bool(block.hypotheses)
