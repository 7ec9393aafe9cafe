"""What colours mean, and their names in the palette."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor
from typing import Final

from meteor_core.errors import unknown_name
from meteor_core.show.chunk_colours import chunk_colours

from .look import LOOK
from .palette import LAST_STOP, mixed
from .rows import Alignment, Range


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """The name of the colour of each match and of each chunk, by index."""

    of_match: Callable[[int], str]
    of_chunk: Callable[[int], str]


def colours_of(alignment: Alignment, meaning: str) -> Colours:
    """The colours of an alignment.

    Raises:
        ParameterError: colours cannot mean that.
    """
    if meaning not in _MEANINGS:
        raise unknown_name("colour", meaning, _MEANINGS)
    if not alignment.has_chunks:
        return Colours(of_match=lambda _: "muted", of_chunk=lambda _: "muted")
    return _MEANINGS[meaning](alignment)


def _by_chunk(alignment: Alignment) -> Colours:
    starts = [chunk["reference"][0] for chunk in alignment.chunks]
    names = [f"chunk-{colour}" for colour in chunk_colours(starts)]
    return Colours(
        of_match=lambda match: names[alignment.matches[match].chunk],
        of_chunk=lambda chunk: names[chunk],
    )


def _by_stage(alignment: Alignment) -> Colours:
    names = {stage: f"chunk-{index}" for index, stage in enumerate(LOOK.marks)}
    return Colours(
        of_match=lambda match: names[alignment.matches[match].stage],
        of_chunk=lambda _: "muted",
    )


def _by_position(alignment: Alignment) -> Colours:
    """A ramp along the reference: reordering shows as colours out of order."""
    last = max(len(alignment.rows["reference"].tokens) - 1, 1)

    def at(tokens: Range) -> str:
        return _ramp((tokens[0] + tokens[1] - 1) / 2 / last)

    return Colours(
        of_match=lambda match: at(alignment.matches[match].ends["reference"]),
        of_chunk=lambda chunk: at(alignment.chunks[chunk]["reference"]),
    )


def _ramp(share: float) -> str:
    """The colour at a share of the ramp's length, from 0 to 1."""
    place = share * LAST_STOP
    stop = min(floor(place), LAST_STOP - 1)
    return mixed(stop, floor((place - stop) * 100 + 0.5))


_MEANINGS: Final[Mapping[str, Callable[[Alignment], Colours]]] = {
    "chunk": _by_chunk,
    "position": _by_position,
    "stage": _by_stage,
}
