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
        matches_by_stage: matched tokens, one count per stage.
        chunks: maximal runs of matches adjacent and in the same order on both sides.
        perfect_segments: segments matched entirely, on both sides, in one chunk.
        proved_segments: segments whose alignment is proved optimal.
    """

    segments: int
    hypothesis_length: int
    reference_length: int
    matches_by_stage: tuple[int, ...]
    chunks: int
    perfect_segments: int
    proved_segments: int

    @property
    def matches(self) -> int:
        """Matched tokens of all stages."""
        return sum(self.matches_by_stage)

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
            matches_by_stage=tuple(-count for count in self.matches_by_stage),
            chunks=-self.chunks,
            perfect_segments=-self.perfect_segments,
            proved_segments=-self.proved_segments,
        )

    def __add__(self, other: "Statistics") -> "Statistics":
        """The statistics of both, counted together."""
        return Statistics(
            segments=self.segments + other.segments,
            hypothesis_length=self.hypothesis_length + other.hypothesis_length,
            reference_length=self.reference_length + other.reference_length,
            matches_by_stage=tuple(
                one + two
                for one, two in zip(self.matches_by_stage, other.matches_by_stage, strict=True)
            ),
            chunks=self.chunks + other.chunks,
            perfect_segments=self.perfect_segments + other.perfect_segments,
            proved_segments=self.proved_segments + other.proved_segments,
        )
