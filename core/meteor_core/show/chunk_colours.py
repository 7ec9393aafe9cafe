"""Colours of chunks, such that neighbours on either row never share one."""

from collections.abc import Sequence
from typing import Final

from ..score.alignment import Alignment

COLOURS: Final = 6


def chunk_colours(starts: Sequence[int]) -> list[int]:
    """Return the number of a colour for each chunk.

    Chunks take the colours in turn, in the order of the hypothesis; one whose colour a neighbour
    in the reference already has takes the next. No chunk has more than four neighbours.

    Args:
        starts: where each chunk begins in the reference, in the order of the hypothesis.
    """
    order = sorted(range(len(starts)), key=starts.__getitem__)
    place = {chunk: index for index, chunk in enumerate(order)}
    colours: list[int] = []
    for chunk in range(len(starts)):
        beside = range(place[chunk] - 1, place[chunk] + 2, 2)
        neighbours = [chunk - 1, *(order[index] for index in beside if 0 <= index < len(order))]
        taken = {colours[neighbour] for neighbour in neighbours if 0 <= neighbour < chunk}
        colour = (colours[-1] + 1 if colours else 0) % COLOURS
        while colour in taken:
            colour = (colour + 1) % COLOURS
        colours.append(colour)
    return colours


def colours_of_chunks(alignment: Alignment) -> list[int]:
    """Return the number of a colour for each chunk, in the order of the hypothesis."""
    return chunk_colours([chunk.reference[0] for chunk in alignment.chunks])
