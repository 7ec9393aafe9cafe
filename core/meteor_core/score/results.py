"""The results of scoring, for a segment and for a corpus."""

import math
from dataclasses import dataclass, replace
from typing import Any

from ..text.numbers import counted
from .alignment import Alignment
from .frames import arrow_table, pandas_frame
from .measures import MEASURE_NAMES, UNSCORED, Measures
from .shortfall import shortfall
from .signature import Signature
from .statistics import Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Statistics, and the measures computed from them.

    Attributes:
        statistics: the sufficient counts.
        measures: the score and its parts.
        signature: says how the number was computed, and makes it reproducible.
    """

    statistics: Statistics
    measures: Measures
    signature: Signature

    def __str__(self) -> str:
        """Return the measures and counts, in a line."""
        return f"{measures_in_words(self)}   {matches_in_words(self)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the signature, the measures and the counts by name, as JSON has them.

        Missing numbers are None.
        """
        return {
            "signature": str(self.signature),
            **measures_by_name(self),
            **counts_by_name(self),
        }

    def to_arrow(self) -> Any:
        """Return ``to_dict`` as a ``pyarrow.Table`` of one row, the signature in its metadata.

        Raises:
            MissingExtraError: pyarrow is not installed.
        """
        return arrow_table(self._row(), problems={}, signature=str(self.signature))

    def to_pandas(self) -> Any:
        """Return ``to_dict`` as a ``pandas.DataFrame`` of one row, the signature in ``attrs``.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return pandas_frame(self._row(), problems={}, signature=str(self.signature))

    def _row(self) -> dict[str, list[Any]]:
        return {name: [value] for name, value in self.to_dict().items() if name != "signature"}

    @property
    def score(self) -> float:
        """Return the METEOR score, from 0 to 1."""
        return self.measures.score

    @property
    def precision(self) -> float:
        """Weighted share of the hypothesis that is matched, from 0 to 1."""
        return self.measures.precision

    @property
    def recall(self) -> float:
        """Weighted share of the reference that is matched, from 0 to 1."""
        return self.measures.recall

    @property
    def f_mean(self) -> float:
        """Weighted harmonic mean of precision and recall, from 0 to 1."""
        return self.measures.f_mean

    @property
    def fragmentation(self) -> float:
        """Chunks per match, in the mean of both sides; from 0 to 1."""
        return self.measures.fragmentation

    @property
    def penalty(self) -> float:
        """Return the share of the F-mean that fragmentation takes, from 0 to 1."""
        return self.measures.penalty

    @property
    def matches(self) -> int:
        """Matched tokens of the hypothesis."""
        return self.statistics.matches

    @property
    def reference_matches(self) -> int:
        """Matched tokens of the reference; as many, unless a match joins unequal numbers."""
        return self.statistics.reference_matches

    @property
    def chunks(self) -> int:
        """Maximal runs of matches."""
        return self.statistics.chunks

    @property
    def hypothesis_length(self) -> int:
        """Tokens of the hypothesis."""
        return self.statistics.hypothesis_length

    @property
    def reference_length(self) -> int:
        """Tokens of the reference."""
        return self.statistics.reference_length


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentScore(Result):
    """The score of one hypothesis against the best of its references.

    Attributes:
        reference: index of that reference, from 0; the first of those that score best.
        optimal: whether the alignment with it is proved optimal.
        problem: why the segment cannot be scored; empty where it is scored. With a problem, its
            measures are NaN, its reference is -1 and its statistics count nothing.
    """

    reference: int
    optimal: bool
    problem: str = ""

    def __str__(self) -> str:
        """Return the measures and counts, in a line, or the problem if there are none."""
        return f"not scored: {self.problem}" if self.problem else Result.__str__(self)

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers by name; with a problem, which is added, all are None."""
        found = {
            **Result.to_dict(self),
            "reference": self.reference,
            "optimal": self.optimal,
            "score_proved": self.score_proved,
        }
        if not self.problem:
            return found
        return {**dict.fromkeys(found), "signature": found["signature"], "problem": self.problem}

    @property
    def score_proved(self) -> bool:
        """Return whether the score is proved; without ``optimal``, the alignment may be a tie."""
        return bool(self.statistics.proved_scores)

    @property
    def shortfall(self) -> float:
        """Reference length times (1 - score), in words of the chosen reference; NaN if unscored."""
        return shortfall(self.reference_length, self.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentResult(SegmentScore):
    """The score of one hypothesis, with its alignment.

    Attributes:
        statistics: the counts that the score follows from.
        measures: the score and its parts, which are attributes of the result, too.
        signature: says how the number was computed, and makes it reproducible.
        reference: index of the best reference, from 0; the first of those that score best.
        optimal: whether the alignment with it is proved optimal.
        problem: why the segment cannot be scored; empty where it is scored.
        alignment: with that reference.
    """

    alignment: Alignment


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusResult(Result):
    """The score of many segments, computed from their summed statistics.

    It is no mean of segments' scores.

    Attributes:
        statistics: the sums of all segments' counts.
        measures: the score and its parts, which are attributes of the result, too.
        signature: says how the number was computed, and makes it reproducible.
        unscored: how many further segments cannot be scored; no count includes them.
        shortfall: the sum of the segments' shortfalls, in words, exact and then rounded once; a
            segment's is its reference length times (1 - score). It is not
            computed from ``score``, nor from the statistics: None where only those are known.
    """

    unscored: int = 0
    shortfall: float | None = None

    def __str__(self) -> str:
        """Return the measures, the counts and the number of segments, in a line."""
        segments = counted(self.segments, "segment", "segments")
        unscored = f", {self.unscored:,} not scored" if self.unscored else ""
        return f"{Result.__str__(self)}   {segments}{unscored}"

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers by name, and how many segments are not scored, if any."""
        return {
            **Result.to_dict(self),
            "segment_count": self.segments,
            "optimal": self.optimal,
            "scores_proved": self.scores_proved,
            **({"unscored": self.unscored} if self.unscored else {}),
        }

    @property
    def segments(self) -> int:
        """Return the number of segments."""
        return self.statistics.segments

    @property
    def optimal(self) -> float:
        """Share of segments whose alignment is proved optimal; 1 where there are none."""
        return self._share(self.statistics.proved_segments)

    @property
    def scores_proved(self) -> float:
        """Share of segments whose score is proved, by the alignment or not; 1 without segments."""
        return self._share(self.statistics.proved_scores)

    def _share(self, segments: int) -> float:
        return segments / self.statistics.segments if self.statistics.segments else 1.0


def nan_without_segments(result: CorpusResult) -> CorpusResult:
    """Return a result whose measures are NaN where no segment was scored: 0 would be a score."""
    return result if result.segments else replace(result, measures=UNSCORED)


def measures_by_name(result: Result) -> dict[str, float | None]:
    """Return the score, its parts and the shortfall; None if the segment cannot be scored."""
    values = {name: getattr(result, name, None) for name in (*MEASURE_NAMES, "shortfall")}
    unknown = {name for name, value in values.items() if value is None or math.isnan(value)}
    return values | dict.fromkeys(unknown)


def counts_by_name(result: Result) -> dict[str, int]:
    """Return the counts that people read; ``statistics`` has all."""
    return {
        "chunks": result.chunks,
        "matches": result.matches,
        "hypothesis_length": result.hypothesis_length,
        "reference_length": result.reference_length,
    }


def measures_in_words(result: Result) -> str:
    """Return the score and its parts, in a line."""
    return (
        f"METEOR {result.score:.4f}   P {result.precision:.4f}   R {result.recall:.4f}   "
        f"F-mean {result.f_mean:.4f}   penalty {result.penalty:.4f}"
    )


def matches_in_words(result: Result) -> str:
    """Return the numbers of matches and of chunks, in words."""
    matches = counted(result.matches, "match", "matches")
    return f"{matches} in {counted(result.chunks, 'chunk', 'chunks')}"
