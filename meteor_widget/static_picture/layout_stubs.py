"""Links that leave their band: short lines with an arrow towards the words at the other end."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .across import Line, Scene, extent, hull, middle
from .links_layout import Stub
from .look import LOOK
from .rows import SIDES, Match, Side, other_side, rounded

_DOWN: Final = "↓"
_UP: Final = "↑"


def stubs_of(scene: Scene, line: Line) -> Iterator[Stub]:
    """The stubs of a band: a set of lines for each chunk, side and way, up or down."""
    for side in SIDES:
        for matches in _sets(scene, line, side):
            yield _stub(scene, line, side, matches)


def _sets(scene: Scene, line: Line, side: Side) -> Iterable[Sequence[int]]:
    """Matches with an end in this row of this band and the other end in another band."""
    sets: dict[tuple[int, str], list[int]] = {}
    for index, match in enumerate(scene.alignment.matches):
        here = scene.band_of(side, match)
        there = scene.band_of(other_side(side), match)
        if here == line.number and there != here:
            sets.setdefault((match.chunk, _DOWN if there > here else _UP), []).append(index)
    return sets.values()


def _stub(scene: Scene, line: Line, side: Side, indices: Sequence[int]) -> Stub:
    matches = [scene.alignment.matches[index] for index in indices]
    extents = [extent(scene.across[side], match.ends[side]) for match in matches]
    left, right = hull(extents)
    is_above = side == "hypothesis"
    y1 = line.y1 if is_above else line.y2
    y2 = y1 + LOOK.stub if is_above else y1 - LOOK.stub
    target = scene.band_of(other_side(side), matches[0])
    arrow = _DOWN if target > line.number else _UP
    full = f"{arrow} {_words(scene, other_side(side), matches)}"
    fits = (scene.measure(full) * LOOK.stub_size) / LOOK.font_size <= right - left
    return Stub(
        side=side,
        chunk=matches[0].chunk,
        band=line.number,
        matches=indices,
        xs=[rounded(middle(ends)) for ends in extents],
        y1=y1,
        y2=y2,
        label=full if fits else f"{arrow}{matches[0].chunk + 1}",
        label_x=rounded((left + right) / 2),
        label_y=y2 + LOOK.stub_label_below if is_above else y2 - LOOK.stub_label_above,
    )


def _words(scene: Scene, side: Side, matches: Sequence[Match]) -> str:
    """The words of one side of some matches, as text."""
    slots = [slot for match in matches for slot in scene.rows[side][slice(*match.ends[side])]]
    return "".join(slot.text + ("" if slot.is_tight else " ") for slot in slots).rstrip()
