"""The report on segments that cannot be scored, written to standard error at the end."""

import sys
from collections.abc import Iterable, Iterator
from typing import Final

from ..batch.batch import ScoredBatch

_LISTED: Final = 10
"""The most segments that are named; the others are only counted."""


class Unscored:
    """Segments that could not be scored."""

    def __init__(self) -> None:
        """Create an empty report."""
        self._first: list[tuple[int, str]] = []
        self._count = 0

    def noting(self, batches: Iterable[ScoredBatch]) -> Iterator[ScoredBatch]:
        """Yield the batches, the first of which begins with segment 1, and note their problems."""
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
        """Write a line for each segment, or for the first of them."""
        for segment, problem in self._first:
            print(f"meteorscope: segment {segment} is not scored: {problem}", file=sys.stderr)
        if self._count > _LISTED:
            more = self._count - _LISTED
            print(f"meteorscope: {more:,} more segments are not scored", file=sys.stderr)
