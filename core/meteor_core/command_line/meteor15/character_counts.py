"""Lengths and matches in characters, as the program counts them with ``-ch``."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ...meteor15.eval_statistics import STAGES, EvalStatistics
from ...meteor15.java_strings import utf16_length
from ...score.alignment import Alignment, TokenRow


def count_characters(
    statistics: EvalStatistics, alignment: Alignment, fold: Callable[[str], str]
) -> EvalStatistics:
    """The statistics of a segment in UTF-16 units; chunks and word matches stay as they are.

    Args:
        statistics: of the segment, in words.
        alignment: of the segment.
        fold: what the words of the texts become before they are compared.
    """
    test = _Side(alignment.hypothesis, fold)
    reference = _Side(alignment.reference, fold)
    test_matches = test.matches((link[4], link[0], link[1]) for link in alignment.links)
    reference_matches = reference.matches((link[4], link[2], link[3]) for link in alignment.links)
    return replace(
        statistics,
        hypothesis_length=float(sum(test.lengths)),
        reference_length=float(sum(reference.lengths)),
        hypothesis_function_words=float(sum(test.lengths[at] for at in test.function_words)),
        reference_function_words=float(
            sum(reference.lengths[at] for at in reference.function_words)
        ),
        hypothesis_content_matches=test_matches[0],
        hypothesis_function_matches=test_matches[1],
        reference_content_matches=reference_matches[0],
        reference_function_matches=reference_matches[1],
    )


class _Side:
    """One text: how long each of its words is, and which are function words."""

    def __init__(self, row: TokenRow, fold: Callable[[str], str]) -> None:
        self.lengths = [utf16_length(fold(surface)) for surface in row.surfaces()]
        self.function_words = frozenset(row.function_words)

    def matches(
        self, ranges: Iterable[tuple[int, int, int]]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Matched characters of content words and of function words, one number a stage.

        Args:
            ranges: stage, first word and end of each match.
        """
        content, function = [0.0] * STAGES, [0.0] * STAGES
        for stage, first, end in ranges:
            for word in range(first, end):
                counts = function if word in self.function_words else content
                counts[stage] += self.lengths[word]
        return tuple(content), tuple(function)
