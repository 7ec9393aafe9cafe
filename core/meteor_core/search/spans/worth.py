"""The worth of matches to METEOR 1.5's search.

A word matched in the stage exact counts 1, in any other stage 1/2, and what a match counts on a
side is cut to a whole number (``PartialAlignment.java`` keeps it in integers). So a pair of words
that are not the same is worth nothing, and a phrase of three words matched with one of two is
worth 2.
"""

from collections.abc import Sequence

from .links import Link


def worth_of_match(length: int, other_length: int, *, exact: bool) -> int:
    """Return the worth of a match, given its numbers of tokens."""
    return length + other_length if exact else length // 2 + other_length // 2


def worth_of_links(links: Sequence[Link], *, exact_stage: int) -> int:
    """Return the worth of all matches of an alignment.

    Args:
        links: its matches.
        exact_stage: index of the stage exact, or -1.
    """
    return sum(
        worth_of_match(end - start, reference_end - reference_start, exact=stage == exact_stage)
        for start, end, reference_start, reference_end, stage in links
    )
