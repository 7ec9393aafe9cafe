"""What is worth a translator's attention in a pair, in the words of the check and of the editor.

Lines and columns count from 0, columns in code points.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from meteor_core import SegmentResult

from .scores import LONGEST_SEGMENT, PairScores


class Severity(Enum):
    """How much it matters."""

    WARNING = "warning"
    INFORMATION = "information"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One remark about a line of the hypothesis.

    Attributes:
        code: which kind of remark: low-score, empty-segment, line-count or too-long.
        severity: how much it matters.
        line: of the hypothesis, from 0.
        columns: half-open range of code points in that line.
        message: for a person.
        score: of the segment, where that is what it is about.
    """

    code: str
    severity: Severity
    line: int
    columns: tuple[int, int]
    message: str
    score: float | None = None


def find(scores: PairScores, low_score: float) -> Iterator[Finding]:
    """All findings of a pair: what concerns the whole file first, then by line.

    Args:
        scores: of the pair.
        low_score: score below which a segment is reported.
    """
    yield from _of_line_counts(scores)
    for line, result in enumerate(scores.results()):
        if result is None:
            yield _too_long(line)
        elif result.measures.score < low_score or not result.measures.score:
            yield from _of_segment(line, scores, result, low_score)


def _too_long(line: int) -> Finding:
    return Finding(
        code="too-long",
        severity=Severity.INFORMATION,
        line=line,
        columns=(0, 0),
        message=f"Segment {line + 1} has more than {LONGEST_SEGMENT:,} characters on one side "
        "and is not scored here; `meteorscope score` does.",
    )


def _of_segment(
    line: int, scores: PairScores, result: SegmentResult, low_score: float
) -> Iterator[Finding]:
    whole = (0, len(scores.hypotheses[line]))
    if not result.hypothesis_length and not result.reference_length:
        return
    if not result.hypothesis_length or not result.reference_length:
        empty = "hypothesis" if not result.hypothesis_length else "reference"
        yield Finding(
            code="empty-segment",
            severity=Severity.WARNING,
            line=line,
            columns=whole,
            message=f"The {empty} of segment {line + 1} is empty.",
            score=result.score,
        )
    elif result.score < low_score:
        yield Finding(
            code="low-score",
            severity=Severity.INFORMATION,
            line=line,
            columns=whole,
            message=f"METEOR {result.score:.3f}, below {low_score:g}: {explain_score(result)}.",
            score=result.score,
        )


def _of_line_counts(scores: PairScores) -> Iterator[Finding]:
    hypotheses, references = len(scores.hypotheses), len(scores.references)
    if hypotheses == references:
        return
    line = scores.paired if hypotheses > references else max(0, hypotheses - 1)
    width = len(scores.hypotheses[line]) if line < hypotheses else 0
    yield Finding(
        code="line-count",
        severity=Severity.WARNING,
        line=line,
        columns=(0, width),
        message=(
            f"The hypothesis has {hypotheses:,} segments, the reference {references:,}; "
            + (
                f"from line {line + 1} on there is no reference."
                if hypotheses > references
                else f"reference segments from {hypotheses + 1} on have no hypothesis."
            )
        ),
    )


def explain_score(result: SegmentResult) -> str:
    """In one line, what makes the score what it is."""
    return (
        f"{result.matches} of {result.hypothesis_length} words match {result.matches} of "
        f"{result.reference_length} of the reference, in {result.chunks} "
        f"{'chunk' if result.chunks == 1 else 'chunks'}"
    )
