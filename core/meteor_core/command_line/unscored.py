"""Which segments are not scored, and why: told on standard error once the others are."""

import sys
from collections.abc import Iterable, Iterator
from typing import Final

from ..batch.batch import ScoredBatch

_LISTED: Final = 10
"""Segments that are named; the others are counted."""


class Unscored:
    """Segments that could not be scored."""

    def __init__(self) -> None:
        """There are none yet."""
        self._first: list[tuple[int, str]] = []
        self._count = 0

    def noting(self, batches: Iterable[ScoredBatch]) -> Iterator[ScoredBatch]:
        """Hand batches on, which begin with segment 1, and note the problems in them."""
        passed = 0
        for batch in batches:
            for row, problem in batch.problems.items():
                self.add(passed + row + 1, problem)
            passed += len(batch)
            yield batch

    def add(self, segment: int, problem: str) -> None:
        """Note a segment, by its number from 1."""
        self._count += 1
        if self._count <= _LISTED:
            self._first.append((segment, problem))

    def tell(self) -> None:
        """Write a line for each, or for the first of them."""
        for segment, problem in self._first:
            print(f"meteorscope: segment {segment} is not scored: {problem}", file=sys.stderr)
        if self._count > _LISTED:
            more = self._count - _LISTED
            print(f"meteorscope: {more:,} more segments are not scored", file=sys.stderr)
