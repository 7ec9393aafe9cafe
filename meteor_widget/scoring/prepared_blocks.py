"""References in blocks, each analysed once for all systems that are scored against it."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core import Meteor
from meteor_core.batch.batch import PreparedReferences

_MAX_BLOCK_SEGMENTS: Final = 256
"""Segments of a block: numbers arrive block by block, and cancelling waits for one block."""

_LONG: Final = 50_000
"""Characters of references after which a block takes no more segments."""


@dataclass(slots=True)
class _Prepared:
    """A block, and the number of systems that still need it."""

    references: PreparedReferences
    wanted: int


class PreparedBlocks:
    """The references of a corpus, for one or more systems that are scored in their own threads.

    Attributes:
        references: one list of texts for each set of references.
    """

    def __init__(
        self, meteor: Meteor, references: Sequence[Sequence[str]], *, systems: int = 1
    ) -> None:
        """Create blocks that are prepared when they are first taken.

        Args:
            meteor: the scorer.
            references: one list of texts for each set of references, as in sacrebleu.
            systems: the number of systems; each takes every block once.
        """
        self.references: Final = references
        self._meteor = meteor
        self._systems = systems
        self._waiting: dict[int, _Prepared] = {}
        self._lock = threading.Lock()

    def take(self, start: int) -> PreparedReferences:
        """Return the block that begins at a segment.

        Args:
            start: end of the previous block; 0 for the first.
        """
        with self._lock:
            block = self._waiting.pop(start, None) or self._prepare(start)
            block.wanted -= 1
            if block.wanted:
                self._waiting[start] = block
        return block.references

    def _prepare(self, start: int) -> _Prepared:
        end = self._end(start)
        texts = [stream[start:end] for stream in self.references]
        return _Prepared(self._meteor.prepare(texts), self._systems)

    def _end(self, start: int) -> int:
        last = min(start + _MAX_BLOCK_SEGMENTS, len(self.references[0]))
        length = 0
        for end in range(start, last):
            length += sum(len(stream[end]) for stream in self.references)
            if length > _LONG:
                return end + 1
        return last
