"""Convert results to JSON for all front ends; ``docs/alignment-format.md`` documents it.

Spans count code points of the text, token ranges count tokens; both are half-open and from 0.
Segments are numbered from 1, references and chunks from 0.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from ..batch.batch import MEASURES, ScoredBatch
from ..score.alignment import TokenRow
from ..score.results import CorpusResult, SegmentResult, SegmentScore, measures_by_name
from ..score.statistics import Statistics

Json: TypeAlias = dict[str, Any]

FORMAT = "meteor-alignment-1"

SEGMENT_COUNTS: Final = ("chunks", "matches", "hypothesis_length", "reference_length")
SEGMENT_KEYS: Final = (
    "segment",
    *MEASURES,
    "shortfall",
    *SEGMENT_COUNTS,
    "reference",
    "optimal",
    "score_proved",
)
"""Keys of ``segment_json``, in order."""

_FLOATS: Final = (*MEASURES, "shortfall")
_INTEGERS: Final = (*SEGMENT_COUNTS, "reference")
_TRUTH: Final = ("false", "true")


measures_json: Final = measures_by_name
"""Return the score, its parts and the shortfall; null if the segment cannot be scored."""


def segment_json(number: int, result: SegmentScore) -> Json:
    """Return one segment's numbers, without its text, or its problem if it cannot be scored."""
    numbers = result.to_dict()
    del numbers["signature"]
    return {"segment": number, **numbers}


def segment_columns(
    first: int, batch: ScoredBatch, float_text: Callable[[float], str]
) -> list[Iterable[int | str]]:
    """Return the values of ``segment_json`` for consecutive segments, a column for each key.

    Returns:
        integers, and texts of floats and of truths as JSON has them.
    """
    return [
        range(first, first + len(batch)),
        *(map(float_text, getattr(batch, name)) for name in _FLOATS),
        *(getattr(batch, name) for name in _INTEGERS),
        *(map(_TRUTH.__getitem__, truths) for truths in segment_truths(batch)),
    ]


def segment_numbers(batch: ScoredBatch) -> list["memoryview[float] | memoryview[int]"]:
    """Return the columns of ``segment_columns`` from the second to the truths, as numbers."""
    return [getattr(batch, name) for name in (*_FLOATS, *_INTEGERS)]


def segment_truths(batch: ScoredBatch) -> list["memoryview[int]"]:
    """Return the last columns of ``segment_columns``, as 1 and 0."""
    return [batch.optimal, batch.score_proved]


def corpus_json(result: CorpusResult) -> Json:
    """Return a corpus's numbers, its signature, and how many segments are not scored, if any."""
    return result.to_dict()


def alignment_json(number: int, result: SegmentResult) -> Json:
    """Return one segment with its tokens, matches, chunks, statistics and scores."""
    alignment = result.alignment
    return {
        "format": FORMAT,
        "signature": str(result.signature),
        "segment": number,
        **measures_json(result),
        **({"problem": result.problem} if result.problem else {}),
        "optimal": alignment.optimal,
        "chunk_gap": alignment.chunk_gap,
        "hypothesis": _row_json(alignment.hypothesis),
        "reference": {"index": result.reference, **_row_json(alignment.reference)},
        "matches": [
            {
                "hypothesis": list(match.hypothesis),
                "reference": list(match.reference),
                "stage": match.stage,
                "chunk": match.chunk,
                "explanation": alignment.explain(match),
            }
            for match in alignment.matches
        ],
        "chunks": [
            {"hypothesis": list(chunk.hypothesis), "reference": list(chunk.reference)}
            for chunk in alignment.chunks
        ],
        "statistics": statistics_json(result.statistics, alignment.stages),
    }


def _row_json(row: TokenRow) -> Json:
    return {
        "text": row.text,
        "tokens": [list(span) for span in row.spans],
        "function": list(row.function_words),
    }


def statistics_json(statistics: Statistics, stages: Sequence[str]) -> Json:
    """Return the counts of one segment; counts by stage are objects with the stages' names."""

    def by_stage(counts: Sequence[int]) -> Json:
        return dict(zip(stages, counts, strict=True))

    return {
        "hypothesis_length": statistics.hypothesis_length,
        "reference_length": statistics.reference_length,
        "matches_by_stage": by_stage(statistics.matches_by_stage),
        "reference_matches_by_stage": by_stage(statistics.reference_matches_by_stage),
        "chunks": statistics.chunks,
        "perfect": bool(statistics.perfect_segments),
        "hypothesis_function_words": statistics.hypothesis_function_words,
        "reference_function_words": statistics.reference_function_words,
        "function_matches_by_stage": {
            "hypothesis": by_stage(statistics.hypothesis_function_matches),
            "reference": by_stage(statistics.reference_function_matches),
        },
    }
