"""From an alignment to the statistics of its segment."""

from collections.abc import Sequence

from .search import Search, SearchResult, count_chunks
from .statistics import Statistics
from .vocabulary import Vocabulary


def align_and_count(
    search: Search,
    vocabulary: Vocabulary,
    hypothesis: Sequence[int],
    reference: Sequence[int],
    *,
    budget: int,
) -> tuple[SearchResult, Statistics]:
    """The alignment of two rows of types, and the statistics of their segment.

    Args:
        search: what aligns them.
        vocabulary: what numbered the types.
        hypothesis: types of its tokens.
        reference: the same.
        budget: steps that the search may take.
    """
    found = search(hypothesis, reference, vocabulary.keys, budget=budget)
    statistics = _count_segment(
        found,
        vocabulary.function_words(hypothesis),
        vocabulary.function_words(reference),
        stages=len(vocabulary.stages),
    )
    return found, statistics


def _count_segment(
    found: SearchResult, hypothesis: Sequence[bool], reference: Sequence[bool], *, stages: int
) -> Statistics:
    """The statistics of one segment.

    Args:
        found: its alignment.
        hypothesis: whether each token is a function word.
        reference: the same.
        stages: how many there are.
    """
    by_stage = [0] * stages
    hypothesis_function_matches = [0] * stages
    reference_function_matches = [0] * stages
    for i, j, stage in found.pairs:
        by_stage[stage] += 1
        if hypothesis[i]:
            hypothesis_function_matches[stage] += 1
        if reference[j]:
            reference_function_matches[stage] += 1
    chunks = count_chunks(found.pairs)
    everything = len(found.pairs) == len(hypothesis) == len(reference)
    return Statistics(
        segments=1,
        hypothesis_length=len(hypothesis),
        reference_length=len(reference),
        matches_by_stage=tuple(by_stage),
        chunks=chunks,
        perfect_segments=int(everything and chunks == 1),
        proved_segments=int(found.optimal),
        hypothesis_function_words=hypothesis.count(True),
        reference_function_words=reference.count(True),
        hypothesis_function_matches=tuple(hypothesis_function_matches),
        reference_function_matches=tuple(reference_function_matches),
    )
