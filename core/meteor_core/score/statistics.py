"""Sufficient statistics: all that a score needs to know of a segment, or of many.

Statistics add up. The score of a corpus is the score of its summed statistics, never a mean of
segment scores.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Counts of one segment or of any number of them.

    Attributes:
        segments: how many segments were counted.
        hypothesis_length: tokens.
        reference_length: tokens of the chosen references.
        matches_by_stage: matched tokens of the hypothesis, one count per stage.
        chunks: maximal runs of matches adjacent and in the same order on both sides.
        perfect_segments: segments matched entirely, on both sides, in one chunk.
        proved_segments: segments whose alignment is proved optimal.
        hypothesis_function_words: tokens that are function words.
        reference_function_words: tokens of the chosen references that are function words.
        hypothesis_function_matches: matched tokens of the hypothesis that are function words,
            one count per stage; without any, no function word is matched.
        reference_function_matches: the same of the chosen references. A match may join a
            function word with a content word.
        reference_matches_by_stage: matched tokens of the chosen references, one count per stage.
            Other than ``matches_by_stage`` only where a match joins several tokens with fewer or
            more; without any, the same.
    """

    segments: int
    hypothesis_length: int
    reference_length: int
    matches_by_stage: tuple[int, ...]
    chunks: int
    perfect_segments: int
    proved_segments: int
    hypothesis_function_words: int = 0
    reference_function_words: int = 0
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
        """The statistics of no segments."""
        return cls(
            segments=0,
            hypothesis_length=0,
            reference_length=0,
            matches_by_stage=(0,) * stages,
            chunks=0,
            perfect_segments=0,
            proved_segments=0,
        )

    def __neg__(self) -> "Statistics":
        """The statistics that take these away when added to a sum that contains them."""
        return Statistics(
            segments=-self.segments,
            hypothesis_length=-self.hypothesis_length,
            reference_length=-self.reference_length,
            matches_by_stage=_negated(self.matches_by_stage),
            chunks=-self.chunks,
            perfect_segments=-self.perfect_segments,
            proved_segments=-self.proved_segments,
            hypothesis_function_words=-self.hypothesis_function_words,
            reference_function_words=-self.reference_function_words,
            hypothesis_function_matches=_negated(self.hypothesis_function_matches),
            reference_function_matches=_negated(self.reference_function_matches),
            reference_matches_by_stage=_negated(self.reference_matches_by_stage),
        )

    def __add__(self, other: "Statistics") -> "Statistics":
        """The statistics of both, counted together."""
        return Statistics(
            segments=self.segments + other.segments,
            hypothesis_length=self.hypothesis_length + other.hypothesis_length,
            reference_length=self.reference_length + other.reference_length,
            matches_by_stage=_summed(self.matches_by_stage, other.matches_by_stage),
            chunks=self.chunks + other.chunks,
            perfect_segments=self.perfect_segments + other.perfect_segments,
            proved_segments=self.proved_segments + other.proved_segments,
            hypothesis_function_words=(
                self.hypothesis_function_words + other.hypothesis_function_words
            ),
            reference_function_words=(
                self.reference_function_words + other.reference_function_words
            ),
            hypothesis_function_matches=_summed(
                self.hypothesis_function_matches, other.hypothesis_function_matches
            ),
            reference_function_matches=_summed(
                self.reference_function_matches, other.reference_function_matches
            ),
            reference_matches_by_stage=_summed(
                self.reference_matches_by_stage, other.reference_matches_by_stage
            ),
        )


def _negated(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-count for count in counts)


def _summed(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + two for one, two in zip(some, others, strict=True))
