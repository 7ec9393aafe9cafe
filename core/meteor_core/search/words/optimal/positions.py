"""Where the types of two rows stand, and the matches that follow from that alone."""

from collections.abc import Sequence
from typing import TypeAlias

from ...result import Pair

Positions: TypeAlias = dict[int, list[int]]
"""Where each type stands in a row, ascending; types in the order of their first token."""


def take_single_types(
    hypothesis: Sequence[int], reference: Sequence[int], *, matches_itself: bool
) -> tuple[list[Pair], Positions, Positions]:
    """Match types that stand once on each side, if each type matches itself first.

    Nearly all matches of most texts are of such types, which no other step has to look at.

    Args:
        hypothesis: types in a row.
        reference: types in a row.
        matches_itself: whether the first stage matches each type with itself and nothing else.

    Returns:
        The matches, and the positions of all other types on either side.
    """
    last_hypothesis, last_reference = _last_positions(hypothesis), _last_positions(reference)
    more_hypothesis = _positions_before(hypothesis, last_hypothesis)
    more_reference = _positions_before(reference, last_reference)
    single = last_hypothesis.keys() & last_reference.keys() if matches_itself else set[int]()
    single.difference_update(more_hypothesis, more_reference)
    return (
        [(last_hypothesis[t], last_reference[t], 0) for t in single],
        _all_positions(last_hypothesis, more_hypothesis, single),
        _all_positions(last_reference, more_reference, single),
    )


def _last_positions(row: Sequence[int]) -> dict[int, int]:
    """The last position of each type; types in the order of their first token."""
    return dict(zip(row, range(len(row)), strict=True))


def _positions_before(row: Sequence[int], last: dict[int, int]) -> Positions:
    """The positions of types that stand more than once, without the last of each."""
    before: Positions = {}
    if len(last) < len(row):
        for position, t in enumerate(row):
            if last[t] != position:
                before.setdefault(t, []).append(position)
    return before


def _all_positions(last: dict[int, int], before: Positions, without: set[int]) -> Positions:
    positions = {t: [position] for t, position in last.items() if t not in without}
    for t, earlier in before.items():
        positions[t] = [*earlier, last[t]]
    return positions
