"""Report segments that cannot be scored, on standard error at the end."""

import sys
from collections.abc import Iterable, Iterator
from typing import Final

from ..batch.batch import ScoredBatch

_MAX_LISTED: Final = 10
"""The most segments that are named; the others are only counted."""


class Unscored:
    """Segments that could not be scored."""

    def __init__(self) -> None:
        """Create an empty report."""
        self._first: list[tuple[int, str]] = []
        self._count = 0

    def noting(self, batches: Iterable[ScoredBatch]) -> Iterator[ScoredBatch]:
        """Pass batches through, and record their problems; the first has segment 1."""
        passed = 0
        for batch in batches:
            for row, problem in batch.problems.items():
                self.add(passed + row + 1, problem)
            passed += len(batch)
            yield batch

    def add(self, segment: int, problem: str) -> None:
        """Record a segment, by its number from 1."""
        self._count += 1
        if self._count <= _MAX_LISTED:
            self._first.append((segment, problem))

    def tell(self) -> None:
        """Write a line for each of the first segments, and count the others."""
        for segment, problem in self._first:
            print(f"meteorscope: segment {segment} is not scored: {problem}", file=sys.stderr)
        if self._count > _MAX_LISTED:
            more = self._count - _MAX_LISTED
            print(f"meteorscope: {more:,} more segments are not scored", file=sys.stderr)
