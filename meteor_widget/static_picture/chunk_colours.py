"""Colours of chunks, so that neighbours on either row never share one."""

from collections.abc import Mapping, Sequence
from typing import Final

from .rows import Range, Side

COLOURS: Final = 6


def chunk_colours(chunks: Sequence[Mapping[Side, Range]]) -> list[int]:
    """The number of a colour for each chunk.

    Chunks take the colours in turn, in the order of the hypothesis; one whose colour a neighbour
    in the reference already has takes the next. No chunk has more than four neighbours.
    """
    order = sorted(range(len(chunks)), key=lambda chunk: chunks[chunk]["reference"][0])
    place = {chunk: index for index, chunk in enumerate(order)}
    colours: dict[int, int] = {}
    for chunk in range(len(chunks)):
        beside = range(place[chunk] - 1, place[chunk] + 2, 2)
        neighbours = [chunk - 1, *(order[index] for index in beside if 0 <= index < len(order))]
        taken = {colours[neighbour] for neighbour in neighbours if neighbour in colours}
        colour = (colours.get(chunk - 1, -1) + 1) % COLOURS
        while colour in taken:
            colour = (colour + 1) % COLOURS
        colours[chunk] = colour
    return list(colours.values())
