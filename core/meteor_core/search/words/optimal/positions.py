"""Where the types of a row stand, and the matches that follow from that alone."""

from collections.abc import Sequence
from typing import TypeAlias

from ...result import Pair

Positions: TypeAlias = dict[int, list[int]]
"""Where each type stands in a row, types in order of their first token."""


def positions_of_types(row: Sequence[int]) -> Positions:
    """Where each type stands in a row."""
    positions: Positions = {}
    for position, token_type in enumerate(row):
        if token_type in positions:
            positions[token_type].append(position)
        else:
            positions[token_type] = [position]
    return positions


def take_single_types(hypothesis: Positions, reference: Positions) -> list[Pair]:
    """Take types that stand once on each side out of both, where each matches itself first.

    Nearly all matches of most texts are of such types, which no other step has to look at.
    """
    return [
        (hypothesis.pop(t)[0], reference.pop(t)[0], 0)
        for t in hypothesis.keys() & reference.keys()
        if len(hypothesis[t]) == len(reference[t]) == 1
    ]
