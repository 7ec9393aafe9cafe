"""Other states in a file's units: what to replace by what, so that every other byte stays."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from ..errors import InputError
from .editing import Edit, applied
from .formats import PO, UnitFormat
from .placed_text import Place
from .states import PO_STATES, SDL_STATES, XLIFF_2_STATES, XLIFF_STATES, State, state_of
from .units import Fault, Unit
from .xml import xliff
from .xml.elements import Around, Element, read_block
from .xml.formats import XLIFF, XLIFF_2

_ATTRIBUTE: Final = re.compile(r"""([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG: Final = re.compile(r"""<[^\s/>]+(?:[^"'>]|"[^"]*"|'[^']*')*?(?=\s*/?>)""")
_BEHIND: Final = "#"
"""A line that is no text in any format: what was read of a block ends before it."""

_FUZZY: Final = "fuzzy"
_FLAGS: Final = "#,"


def state_edits(
    form: UnitFormat, lines: Sequence[str], around: str, *, unit: int, state: State
) -> tuple[Edit, ...]:
    """Return the edits after which the file says of a unit what is nearest to a state.

    The forms of an entry of a PO file, and the segments of an XLIFF unit without states of their
    own, have one state together.

    Args:
        form: the file's format.
        lines: of a block, as ``UnitFormat.places`` takes them.
        around: of the block.
        unit: which unit of the block, from 0.
        state: that it is to have.

    Returns:
        In order; they do not overlap, and there are none if the file says it already.

    Raises:
        InputError: the format keeps no states, or the unit can have none; the message says which.
    """
    before = read_again(form, lines, around)
    writer = _WRITERS.get(form.name)
    if writer is None:
        raise InputError(f"{form.name} keeps no states")
    if unit >= len(before):
        raise InputError("the unit cannot be read")
    nearest, found = writer(lines, around, unit, state)
    after = read_again(form, applied(lines, found), around)
    is_said = unit < len(after) and state_of(form.name, after[unit].facts, None) == nearest
    if not is_said or [one.texts for one in after] != [one.texts for one in before]:
        raise InputError(f"{form.name} cannot say that this unit is {state}")
    return tuple(found)


def read_again(form: UnitFormat, lines: Sequence[str], around: str) -> list[Unit]:
    """Return the units of a block that is read by itself."""
    return list(form.read([around, *lines, _BEHIND]).units)


_Found = tuple[State, list[Edit]]


def _xliff(lines: Sequence[str], around: str, unit: int, state: State) -> _Found:
    block = read_alone(lines, around)
    holder = xliff.state_holders(block, Around({}, is_translatable=True))[unit]
    if holder is None:
        raise InputError("the unit has no place for a state")
    if holder.name == "seg":
        attributes: dict[str, str | None] = {"conf": SDL_STATES.written[state]}
        return SDL_STATES.nearest(state), list(_with(lines, holder, attributes))
    found: list[Edit] = []
    approved = block.get("approved")
    if (state == "approved") != (approved == "yes") and (state == "approved" or approved):
        found += _with(lines, block, {"approved": "yes" if state == "approved" else "no"})
    found += _with(lines, holder, {"state": XLIFF_STATES.written[state]})
    return XLIFF_STATES.nearest(state), found


def _xliff_2(lines: Sequence[str], around: str, unit: int, state: State) -> _Found:
    segment = read_alone(lines, around).elements("segment")[unit]
    word, _, added = XLIFF_2_STATES.written[state].partition(" ")
    attributes = {"state": word, "subState": added or None}
    return XLIFF_2_STATES.nearest(state), list(_with(lines, segment, attributes))


def _po(lines: Sequence[str], around: str, unit: int, state: State) -> _Found:
    is_fuzzy = PO_STATES.written[state] == _FUZZY
    return PO_STATES.nearest(state), list(_with_flag(lines, is_fuzzy=is_fuzzy))


_WRITERS: Final[Mapping[str, Callable[[Sequence[str], str, int, State], _Found]]] = {
    XLIFF.name: _xliff,
    XLIFF_2.name: _xliff_2,
    PO.name: _po,
}


def read_alone(lines: Sequence[str], around: str) -> Element:
    """Return the tree of a block of XML with its places.

    Raises:
        InputError: it cannot be read.
    """
    found = read_block(lines, around)
    if isinstance(found, Fault):
        raise InputError(f"the unit cannot be written: {found.message}")
    return found.element


def _with(
    lines: Sequence[str], element: Element, attributes: Mapping[str, str | None]
) -> Iterator[Edit]:
    """Yield the edits after which an element has attributes; None takes one away."""
    first, column = element.place
    text = "\n".join(lines[first:])
    tag = _TAG.match(text, column)
    if tag is None:
        raise InputError("the unit cannot be written: one of its tags is not understood")
    starts = list(accumulate((len(line) + 1 for line in lines[first:]), initial=0))

    def place(offset: int) -> Place:
        line = next(at for at in range(len(starts) - 1) if offset < starts[at + 1])
        return Place(first + line, offset - starts[line])

    there = {found[1]: found for found in _ATTRIBUTE.finditer(text, column, tag.end())}
    edits: list[tuple[int, int, str]] = []
    added = ""
    for name, value in attributes.items():
        found = there.get(name)
        if found is None:
            added += "" if value is None else f' {name}="{value}"'
        elif value is None:
            start = len(text[: found.start()].rstrip())
            edits.append((start, found.end(), ""))
        elif found[2][1:-1] != value:
            edits.append((found.start(2) + 1, found.end(2) - 1, value))
    if added:
        edits.append((tag.end(), tag.end(), added))
    for start, end, new in sorted(edits):
        yield Edit(place(start), place(end), new)


def _with_flag(lines: Sequence[str], *, is_fuzzy: bool) -> Iterator[Edit]:
    """Yield the edits after which an entry is fuzzy, or is not."""
    flags = [number for number, line in enumerate(lines) if line.startswith(_FLAGS)]
    fuzzy = [number for number in flags if _FUZZY in _flags_of(lines[number])]
    if is_fuzzy and not fuzzy:
        if flags:
            place = Place(flags[0], len(_FLAGS))
            yield Edit(place, place, f" {_FUZZY},")
        else:
            others = (n for n, line in enumerate(lines) if not _is_comment(line))
            place = Place(next(others), 0)
            yield Edit(place, place, f"{_FLAGS} {_FUZZY}\n")
    if not is_fuzzy:
        for number in fuzzy:
            left = [flag for flag in _flags_of(lines[number]) if flag != _FUZZY]
            if left:
                written = f"{_FLAGS} {', '.join(left)}"
                yield Edit(Place(number, 0), Place(number, len(lines[number])), written)
            else:
                yield Edit(Place(number, 0), Place(number + 1, 0), "")


def _flags_of(line: str) -> list[str]:
    return [flag.strip() for flag in line[len(_FLAGS) :].split(",")]


def _is_comment(line: str) -> bool:
    """Whether a line is a comment that stands before flags."""
    return line.rstrip() == "#" or line.startswith(("# ", "#.", "#:", "#\t"))
