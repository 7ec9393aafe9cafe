"""From an alignment to the statistics of its segment."""

from collections.abc import Sequence
from itertools import accumulate

from ..search.align import Align
from ..search.spans.links import SpanResult, count_link_chunks
from ..words.vocabulary import TypedWords, Vocabulary
from .statistics import Statistics


def align_and_count(
    align: Align,
    vocabulary: Vocabulary,
    hypothesis: TypedWords,
    reference: TypedWords,
    *,
    budget: int,
) -> tuple[SpanResult, Statistics]:
    """Align two rows of words, and count the statistics of their segment."""
    found = align(vocabulary, hypothesis.types, reference.types, budget=budget)
    statistics = _count_segment(
        found, hypothesis.function_words, reference.function_words, stages=len(vocabulary.stages)
    )
    return found, statistics


def _count_segment(
    found: SpanResult, hypothesis: Sequence[bool], reference: Sequence[bool], *, stages: int
) -> Statistics:
    """Count the statistics of one segment."""
    matches, reference_matches = [0] * stages, [0] * stages
    function_matches, reference_function_matches = [0] * stages, [0] * stages
    before = list(accumulate(hypothesis, initial=0))  # function words before each place
    reference_before = list(accumulate(reference, initial=0))
    for start, end, reference_start, reference_end, stage in found.links:
        matches[stage] += end - start
        reference_matches[stage] += reference_end - reference_start
        function_matches[stage] += before[end] - before[start]
        reference_function_matches[stage] += (
            reference_before[reference_end] - reference_before[reference_start]
        )
    chunks = count_link_chunks(found.links)
    everything = sum(matches) == len(hypothesis) and sum(reference_matches) == len(reference)
    return Statistics(
        segments=1,
        hypothesis_length=len(hypothesis),
        reference_length=len(reference),
        matches_by_stage=tuple(matches),
        reference_matches_by_stage=tuple(reference_matches),
        chunks=chunks,
        perfect_segments=int(everything and chunks == 1),
        proved_segments=int(found.optimal),
        proved_scores=int(found.score_proved),
        hypothesis_function_words=before[-1],
        reference_function_words=reference_before[-1],
        hypothesis_function_matches=tuple(function_matches),
        reference_function_matches=tuple(reference_function_matches),
    )
