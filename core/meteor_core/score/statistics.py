"""Sufficient statistics: the counts of one or more segments that a score is computed from.

Statistics add up. The score of a corpus is the score of its summed statistics, never a mean of
segment scores.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter, neg
from typing import Any, Final

COUNTS: Final = (
    "hypothesis_length",
    "reference_length",
    "chunks",
    "perfect_segments",
    "proved_segments",
    "proved_scores",
    "hypothesis_function_words",
    "reference_function_words",
)
"""The table of counts: the names of single counts, in order.

Rows and columns of counts, wherever they are, have this order; tests hold the kernel
(``measures.hpp``) and the front end (``counts.ts``) to it.
"""

PROOF_COUNTS: Final = ("proved_segments", "proved_scores")
"""Names of the counts about proofs, which do not affect scores."""

STAGE_COUNTS: Final = (
    "matches_by_stage",
    "hypothesis_function_matches",
    "reference_function_matches",
    "reference_matches_by_stage",
)
"""The names of counts by stage, which follow: one name for all stages, then the next."""

_FIELDS: Final = (*COUNTS, *STAGE_COUNTS)


def count_width(stages: int) -> int:
    """Return the number of counts, given the number of stages."""
    return len(COUNTS) + len(STAGE_COUNTS) * stages


def count_names(stages: Sequence[str]) -> tuple[str, ...]:
    """Return the names of columns of counts, in order: "chunks", "matches_exact"."""
    of_stages = (name.removesuffix("_by_stage") for name in STAGE_COUNTS)
    return (*COUNTS, *(f"{name}_{stage}" for name in of_stages for stage in stages))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """The counts of one or more segments.

    Attributes:
        segments: how many segments were counted.
        hypothesis_length: tokens.
        reference_length: tokens of the chosen references.
        chunks: maximal runs of matches adjacent and in the same order on both sides.
        perfect_segments: segments matched entirely, on both sides, in one chunk.
        proved_segments: segments whose alignment is proved optimal.
        proved_scores: segments whose score is proved: no alignment has more matches, stage by
            stage, or as many in fewer chunks. Another may have an equal score and be nearer to the
            diagonal.
        hypothesis_function_words: tokens that are function words.
        reference_function_words: tokens of the chosen references that are function words.
        matches_by_stage: matched tokens of the hypothesis, one count per stage.
        hypothesis_function_matches: matched tokens of the hypothesis that are function words,
            one count per stage; without any, no function word is matched.
        reference_function_matches: of the chosen references. A match may join a
            function word with a content word.
        reference_matches_by_stage: matched tokens of the chosen references, one count per stage.
            Other than ``matches_by_stage`` only where a match joins several tokens with fewer or
            more; without any, the same.
    """

    segments: int
    hypothesis_length: int
    reference_length: int
    chunks: int
    perfect_segments: int
    proved_segments: int
    proved_scores: int
    hypothesis_function_words: int = 0
    reference_function_words: int = 0
    matches_by_stage: tuple[int, ...]
    hypothesis_function_matches: tuple[int, ...] = ()
    reference_function_matches: tuple[int, ...] = ()
    reference_matches_by_stage: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Give every stage its counts of either side."""
        none = (0,) * len(self.matches_by_stage)
        if not self.hypothesis_function_matches:
            object.__setattr__(self, "hypothesis_function_matches", none)
        if not self.reference_function_matches:
            object.__setattr__(self, "reference_function_matches", none)
        if not self.reference_matches_by_stage:
            object.__setattr__(self, "reference_matches_by_stage", self.matches_by_stage)

    @property
    def matches(self) -> int:
        """Matched tokens of the hypothesis, of all stages."""
        return sum(self.matches_by_stage)

    @property
    def reference_matches(self) -> int:
        """Matched tokens of the chosen references, of all stages."""
        return sum(self.reference_matches_by_stage)

    @classmethod
    def zero(cls, stages: int) -> "Statistics":
        """Return the statistics of no segments."""
        return cls.of_counts([0] * count_width(stages), segments=0)

    @classmethod
    def of_counts(cls, counts: Sequence[int], *, segments: int) -> "Statistics":
        """Return the statistics of a row of counts, or of a sum of rows."""
        first = len(COUNTS)
        stages = (len(counts) - first) // len(STAGE_COUNTS)
        by_stage = zip(*[iter(counts[first:])] * stages, strict=True)  # so many at a time
        fields: Any = dict(zip(_FIELDS, chain(counts[:first], by_stage), strict=True))
        return cls(segments=segments, **fields)

    def counts(self) -> tuple[int, ...]:
        """Return all counts but ``segments``, in the order of the table of counts."""
        return (*_counts(self), *chain.from_iterable(_stage_counts(self)))

    def __neg__(self) -> "Statistics":
        """Return the statistics that subtract these from a sum that contains them."""
        return Statistics.of_counts(list(map(neg, self.counts())), segments=-self.segments)

    def __add__(self, other: "Statistics") -> "Statistics":
        """Return the statistics of both, counted together."""
        pairs = zip(self.counts(), other.counts(), strict=True)
        return Statistics.of_counts(list(map(sum, pairs)), segments=self.segments + other.segments)


_counts: Final[Callable[[Statistics], tuple[int, ...]]] = attrgetter(*COUNTS)
_stage_counts: Final[Callable[[Statistics], tuple[tuple[int, ...], ...]]] = attrgetter(
    *STAGE_COUNTS
)
