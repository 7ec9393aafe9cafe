"""Compare two hypotheses against the same references, as a page."""

from collections.abc import Sequence
from typing import Final

from meteor_core import InputError, Meteor
from meteor_core.text.numbers import counted

from .page import Page, PageSegment, Section

_MAX_WORDS: Final = 10
"""Words shown that one of the two matches more often."""

_MAX_SEGMENTS: Final = 50
"""Segments shown, those with the largest differences."""


def comparison_page(
    names: tuple[str, str],
    hypotheses: tuple[Sequence[str], Sequence[str]],
    references: Sequence[Sequence[str]],
    meteor: Meteor,
) -> Page:
    """Compare two hypotheses as ``meteorscope compare`` does, with intervals and p-values.

    Args:
        names: of the two hypotheses.
        hypotheses: their segments.
        references: one list of segments per reference.
        meteor: the scorer.

    Raises:
        InputError: the numbers of segments differ, or no segment can be scored.
    """
    # These import NumPy.
    # These load NumPy, which a server that compares nothing does not need.
    from meteor_core.comparison.compare_systems import compare_systems
    from meteor_core.comparison.tables import Analyses, analysis_tables, system_table

    left, right = _distinct(*names)
    sizes = [len(texts) for texts in hypotheses]
    if sizes[0] != sizes[1]:
        raise InputError(f"{right} has {sizes[1]:,} segments, but {left} has {sizes[0]:,}")
    systems = dict(zip((left, right), hypotheses, strict=True))
    comparison = compare_systems(systems, references, scorers=[meteor])
    listed = comparison.segments(left, right, most=len(comparison))
    analyses = Analyses(
        left=left,
        right=right,
        buckets={},
        parts=comparison.parts(left, right),
        words=comparison.words(left, right, most=_MAX_WORDS),
        ngrams=None,
        segments=None,
        is_sample=False,
        agreement={},
    )
    better = sum(segment.difference > 0 for segment in listed)
    worse = sum(segment.difference < 0 for segment in listed)
    ties = len(listed) - better - worse
    segments_in_words = counted(better, "segment", "segments")
    segments = [
        PageSegment(
            number=segment.number,
            title=f"{segment.difference:+.4f}",
            texts=[
                (f"{left} {segment.left:.4f}", [(segment.left_text, "")]),
                (f"{right} {segment.right:.4f}", [(segment.right_text, "")]),
                *(("reference", [(text, "")]) for text in segment.references),
            ],
        )
        for segment in listed[:_MAX_SEGMENTS]
        if segment.difference
    ]
    shown = counted(len(segments), "segment", "segments")
    return Page(
        title=f"{left} and {right}",
        lead=[
            f"{right} scores higher in {segments_in_words}, {left} in {worse:,}; {ties:,} tied",
            *comparison.notes,
        ],
        tables=[system_table(comparison), *analysis_tables(comparison, analyses)],
        sections=[
            Section(
                title=f"The {shown} with the largest differences: {right} less {left}",
                segments=segments,
            )
        ],
    )


def _distinct(left: str, right: str) -> tuple[str, str]:
    """Number equal names, as of files in two folders."""
    return (left, right) if left != right else (left, f"{right} (2)")
