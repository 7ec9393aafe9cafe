"""The protocol of searches over words, and their result."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ..errors import InputError
from ..words.vocabulary import StageKeys

Pair: TypeAlias = tuple[int, int, int]
"""Token of the hypothesis, token of the reference, stage that matched them; all from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """An alignment, and how far it is proved.

    Attributes:
        pairs: the matches, by position in the hypothesis.
        optimal: whether no alignment is better by the search's whole objective, proved.
        chunk_gap: how many chunks at most lie between this alignment and the optimum. 0 means
            that matches and chunks, and so the score, are proved; with ``optimal`` false, a tie of
            them could be nearer to the diagonal.
        steps: how much of the budget was used.
    """

    pairs: tuple[Pair, ...]
    optimal: bool
    chunk_gap: int
    steps: int

    @property
    def score_proved(self) -> bool:
        """Whether no alignment scores better by the search's objective, proved."""
        return self.chunk_gap == 0


class Search(Protocol):
    """A way to align two rows of types."""

    def __call__(
        self,
        hypothesis: Sequence[int],
        reference: Sequence[int],
        keys: Sequence[StageKeys],
        *,
        budget: int,
    ) -> SearchResult:
        """Align two rows of types, within a budget of steps.

        Raises:
            InputError: a type is not among those that have keys.
        """


def require_known_types(
    hypothesis: Sequence[int], reference: Sequence[int], keys: Sequence[StageKeys]
) -> None:
    """Reject rows with types that have no keys.

    Raises:
        InputError: a type has no keys; the message names the first such type and its place.
        TypeError: a type is no integer.
    """
    known = min([len(types) for stage in keys for types in (stage.hypothesis, stage.reference)])
    for side, row in (("hypothesis", hypothesis), ("reference", reference)):
        if row and not 0 <= min(row) <= max(row) < known:
            token = next(token for token, number in enumerate(row) if not 0 <= number < known)
            raise InputError(
                f"token {token} of the {side} is of type {row[token]}, but types go from 0 to "
                f"{known - 1}"
            )
        array("q", row)  # rejects other types than integers


def gap_without_proof(chunks: int) -> int:
    """Return the chunk gap of an alignment with so many chunks of which nothing is proved.

    The optimum has one chunk at least. The gap is 1 at least: 0 would say that the score is proved,
    but the optimum may have more matches.
    """
    return max(1, chunks - 1)


def count_chunks(pairs: Sequence[Pair]) -> int:
    """Count maximal runs of pairs, sorted by hypothesis, that are adjacent on both sides."""
    chunks = 0
    next_hypothesis = next_reference = -1
    for i, j, _ in pairs:
        if i != next_hypothesis or j != next_reference:
            chunks += 1
        next_hypothesis, next_reference = i + 1, j + 1
    return chunks
