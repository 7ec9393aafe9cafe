"""Two hypotheses against the same references: which is better, by chance or not, and where."""

from collections.abc import Sequence
from typing import Final

from meteor_core import InputError, Meteor
from meteor_core.text.numbers import counted

from .page import Page, PageSegment, Section

_WORDS: Final = 10
"""Words that one of the two matches more often that are shown."""

_SHOWN: Final = 50
"""Segments with the largest differences that are shown."""


def comparison_page(
    names: tuple[str, str],
    hypotheses: tuple[Sequence[str], Sequence[str]],
    references: Sequence[Sequence[str]],
    meteor: Meteor,
) -> Page:
    """Compare two hypotheses as ``meteorscope compare`` does, with intervals and p-values.

    Args:
        names: of the one and the other hypothesis.
        hypotheses: the segments of the one and of the other.
        references: one list of segments for each set of references.
        meteor: the scorer.

    Raises:
        InputError: they have not the same number of segments, or none can be scored.
    """
    # These load NumPy, which a server that compares nothing does not need.
    from meteor_core.comparison.compare_systems import compare_systems
    from meteor_core.comparison.tables import Analyses, analysis_tables, system_table

    one, other = _told_apart(*names)
    sizes = [len(texts) for texts in hypotheses]
    if sizes[0] != sizes[1]:
        raise InputError(f"{other} has {sizes[1]:,} segments, but {one} has {sizes[0]:,}")
    systems = dict(zip((one, other), hypotheses, strict=True))
    comparison = compare_systems(systems, references, scorers=[meteor])
    listed = comparison.segments(one, other, most=len(comparison))
    analyses = Analyses(
        left=one,
        right=other,
        buckets={},
        parts=comparison.parts(one, other),
        words=comparison.words(one, other, most=_WORDS),
        ngrams=None,
        segments=None,
        is_sample=False,
        agreement={},
    )
    better = sum(each.difference > 0 for each in listed)
    worse = sum(each.difference < 0 for each in listed)
    ties = len(listed) - better - worse
    segments_in_words = counted(better, "segment", "segments")
    segments = [
        PageSegment(
            number=each.number,
            title=f"{each.difference:+.4f}",
            texts=[
                (f"{one} {each.left:.4f}", [(each.left_text, "")]),
                (f"{other} {each.right:.4f}", [(each.right_text, "")]),
                *(("reference", [(text, "")]) for text in each.references),
            ],
        )
        for each in listed[:_SHOWN]
        if each.difference
    ]
    shown = counted(len(segments), "segment", "segments")
    return Page(
        title=f"{one} and {other}",
        lead=[
            f"{other} scores higher in {segments_in_words}, {one} in {worse:,}; {ties:,} tied",
            *comparison.notes,
        ],
        tables=[system_table(comparison), *analysis_tables(comparison, analyses)],
        sections=[
            Section(
                title=f"The {shown} with the largest differences: {other} less {one}",
                segments=segments,
            )
        ],
    )


def _told_apart(one: str, other: str) -> tuple[str, str]:
    """Names that differ, also of files that have one name in two folders."""
    return (one, other) if one != other else (one, f"{other} (2)")
