"""Compute edits that change states of a file's units and keep every other byte."""

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
from .xml.elements import Context, Element, read_block
from .xml.formats import XLIFF, XLIFF_2

_ATTRIBUTE: Final = re.compile(r"""([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG: Final = re.compile(r"""<[^\s/>]+(?:[^"'>]|"[^"]*"|'[^']*')*?(?=\s*/?>)""")
_END_MARKER: Final = "#"
"""A line that is not a text in any format: the block ends before it."""

_FUZZY: Final = "fuzzy"
_FLAGS: Final = "#,"


def state_edits(
    form: UnitFormat, lines: Sequence[str], around: str, *, unit: int, state: State
) -> tuple[Edit, ...]:
    """Return the edits that write the nearest equivalent of a state into a unit.

    The forms of an entry of a PO file, and the segments of an XLIFF unit without states of their
    own, share one state.

    Args:
        form: the file's format.
        lines: of a block, as for ``UnitFormat.places``.
        around: of the block.
        unit: index of the unit in the block.
        state: the new state.

    Returns:
        In order, without overlaps; empty if the file is in that state already.

    Raises:
        InputError: the format keeps no states, or the unit cannot have one.
    """
    before = reparse(form, lines, around)
    writer = _WRITERS.get(form.name)
    if writer is None:
        raise InputError(f"{form.name} keeps no states")
    if unit >= len(before):
        raise InputError("the unit cannot be read")
    nearest, edits = writer(lines, around, unit, state)
    after = reparse(form, applied(lines, edits), around)
    is_reviewed = unit < len(after) and state_of(form.name, after[unit].facts, None) == nearest
    if not is_reviewed or [parsed.texts for parsed in after] != [parsed.texts for parsed in before]:
        raise InputError(f"{form.name} cannot say that this unit is {state}")
    return tuple(edits)


def reparse(form: UnitFormat, lines: Sequence[str], around: str) -> list[Unit]:
    """Parse a block by itself and return its units."""
    return list(form.read([around, *lines, _END_MARKER]).units)


_StateEdits = tuple[State, list[Edit]]


def _xliff(lines: Sequence[str], around: str, unit: int, state: State) -> _StateEdits:
    block = read_alone(lines, around)
    holder = xliff.state_holders(block, Context({}, is_translatable=True))[unit]
    if holder is None:
        raise InputError("the unit has no place for a state")
    if holder.name == "seg":
        attributes: dict[str, str | None] = {"conf": SDL_STATES.written[state]}
        return SDL_STATES.nearest(state), list(_attribute_edits(lines, holder, attributes))
    edits: list[Edit] = []
    approved = block.get("approved")
    if (state == "approved") != (approved == "yes") and (state == "approved" or approved):
        edits += _attribute_edits(
            lines, block, {"approved": "yes" if state == "approved" else "no"}
        )
    edits += _attribute_edits(lines, holder, {"state": XLIFF_STATES.written[state]})
    return XLIFF_STATES.nearest(state), edits


def _xliff_2(lines: Sequence[str], around: str, unit: int, state: State) -> _StateEdits:
    segment = read_alone(lines, around).elements("segment")[unit]
    word, _, added = XLIFF_2_STATES.written[state].partition(" ")
    attributes = {"state": word, "subState": added or None}
    return XLIFF_2_STATES.nearest(state), list(_attribute_edits(lines, segment, attributes))


def _po(lines: Sequence[str], around: str, unit: int, state: State) -> _StateEdits:
    is_fuzzy = PO_STATES.written[state] == _FUZZY
    return PO_STATES.nearest(state), list(_flag_edits(lines, is_fuzzy=is_fuzzy))


_WRITERS: Final[Mapping[str, Callable[[Sequence[str], str, int, State], _StateEdits]]] = {
    XLIFF.name: _xliff,
    XLIFF_2.name: _xliff_2,
    PO.name: _po,
}


def read_alone(lines: Sequence[str], around: str) -> Element:
    """Parse a block of XML by itself, with places.

    Raises:
        InputError: it is not well-formed.
    """
    block = read_block(lines, around)
    if isinstance(block, Fault):
        raise InputError(f"the unit cannot be written: {block.message}")
    return block.element


def _attribute_edits(
    lines: Sequence[str], element: Element, attributes: Mapping[str, str | None]
) -> Iterator[Edit]:
    """Yield the edits that set attributes of an element; None removes one."""
    first, column = element.place
    text = "\n".join(lines[first:])
    tag = _TAG.match(text, column)
    if tag is None:
        raise InputError("the unit cannot be written: one of its tags is not understood")
    starts = list(accumulate((len(line) + 1 for line in lines[first:]), initial=0))

    def place(offset: int) -> Place:
        line = next(at for at in range(len(starts) - 1) if offset < starts[at + 1])
        return Place(first + line, offset - starts[line])

    present = {match[1]: match for match in _ATTRIBUTE.finditer(text, column, tag.end())}
    edits: list[tuple[int, int, str]] = []
    added = ""
    for name, value in attributes.items():
        match = present.get(name)
        if match is None:
            added += "" if value is None else f' {name}="{value}"'
        elif value is None:
            start = len(text[: match.start()].rstrip())
            edits.append((start, match.end(), ""))
        elif match[2][1:-1] != value:
            edits.append((match.start(2) + 1, match.end(2) - 1, value))
    if added:
        edits.append((tag.end(), tag.end(), added))
    for start, end, new in sorted(edits):
        yield Edit(place(start), place(end), new)


def _flag_edits(lines: Sequence[str], *, is_fuzzy: bool) -> Iterator[Edit]:
    """Yield the edits that set or remove the fuzzy flag of an entry."""
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
    """Return whether a line is a comment that precedes flags."""
    return line.rstrip() == "#" or line.startswith(("# ", "#.", "#:", "#\t"))
