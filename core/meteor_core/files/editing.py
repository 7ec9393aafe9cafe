"""Other texts in a file's units: what to replace by what, so that every other byte stays."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Final, NamedTuple

from ..errors import InputError
from .formats import UnitFormat
from .placed_text import Place, PlacedText, Run
from .units import Fault

_TOKEN: Final = re.compile(r"\s|\S+")
_MOST: Final = 2000
"""Tokens of a text that is compared word by word, which takes the square of their number."""


class Edit(NamedTuple):
    """A part of a block to replace.

    Attributes:
        start: where the part begins, in the lines of the block.
        end: behind it.
        text: what to write there, escaped; a line break is a line feed, whatever ends the file's
            lines.
    """

    start: Place
    end: Place
    text: str


def edits(
    form: UnitFormat, lines: Sequence[str], around: str, *, unit: int, field: str, text: str
) -> tuple[Edit, ...]:
    """Return the edits after which a field of a unit says a text; none if it does already.

    Inline codes stay where the text keeps the space that stands for each of them. Comments, marks
    and the breaks of quoted lines stay too.

    Args:
        form: the file's format.
        lines: of a block, as ``UnitFormat.places`` takes them.
        around: of the block.
        unit: which unit of the block, from 0.
        field: of the unit.
        text: that it is to say.

    Returns:
        In order; they do not overlap.

    Raises:
        InputError: an inline code would be lost, the unit does not have the field, or the format
            cannot hold the text; the message says which.
    """
    before = form.places(lines, around)
    if isinstance(before, Fault):
        raise InputError(f"the unit cannot be written: {before.message}")
    if unit >= len(before) or field not in before[unit]:
        raise InputError(f"the unit has no {field} that could be written")
    placed = before[unit][field]
    found = tuple(_edits(form, lines, placed, text))
    after = form.places(applied(lines, found), around)
    if isinstance(after, Fault) or _texts(after) != _texts(before, (unit, field, text)):
        raise InputError(f"{form.name} cannot hold this text in the {field} of the unit")
    return found


def applied(lines: Sequence[str], found: Sequence[Edit]) -> list[str]:
    """Return the lines of a block after its edits."""
    result = list(lines)
    for start, end, text in reversed(found):
        first, last = result[start.line][: start.column], result[end.line][end.column :]
        result[start.line : end.line + 1] = f"{first}{text}{last}".split("\n")
    return result


def _texts(
    units: Sequence[Mapping[str, PlacedText]], changed: tuple[int, str, str] | None = None
) -> list[dict[str, str]]:
    texts = [{field: placed.text for field, placed in unit.items()} for unit in units]
    if changed is not None:
        number, field, text = changed
        texts[number][field] = text
    return texts


def _edits(form: UnitFormat, lines: Sequence[str], placed: PlacedText, text: str) -> Iterator[Edit]:
    if not placed.text and text and (empty := _empty_tag(lines, placed.end)):
        start, name = empty
        yield Edit(start, placed.end, f">{form.written(text)}</{name}>")
        return
    for begin, end, new in _changes(placed, text):
        lost = [code for code in placed.codes if begin <= code < end]
        if lost:
            line, column = placed.place(lost[0])
            shown = re.match(r"<[^<>]{0,60}>?|", lines[line][column:])
            raise InputError(
                f"the text would lose the inline code {shown[0] if shown else ''}; keep the space "
                "that stands for it, between the same words"
            )
        yield from _replaced(form, placed, begin, end, new)


def _changes(placed: PlacedText, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield offsets between which the text changes, and what is there instead."""
    old = placed.text
    head = _common(old, text)
    tail = min(_common(old[::-1], text[::-1]), len(old) - head, len(text) - head)
    begin, end = head, len(old) - tail
    if begin == end and head == len(text) - tail:
        return
    middle = text[head : len(text) - tail]
    is_divided = any(begin <= code < end for code in placed.codes) or any(
        begin < run.end < end for run in placed.runs
    )
    before, after = _TOKEN.findall(old[begin:end]), _TOKEN.findall(middle)
    if not is_divided or max(len(before), len(after)) > _MOST:
        yield begin, end, middle
        return
    offsets = [begin]
    for token in before:
        offsets.append(offsets[-1] + len(token))
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield offsets[i], offsets[j], "".join(after[k:m])


def _common(one: str, other: str) -> int:
    """The number of characters with which both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _replaced(
    form: UnitFormat, placed: PlacedText, begin: int, end: int, new: str
) -> Iterator[Edit]:
    """Write new text into the first run that is changed, and take the old text out of all."""
    if begin == end:
        runs = [run for run in placed.runs if run.begin <= begin <= run.end][:1]
    else:
        runs = [run for run in placed.runs if run.begin < end and begin < run.end]
    if not runs:  # between two codes, or where there is no text yet
        place = placed.place(begin)
        yield Edit(place, place, form.written(new))
    for run in runs:
        first, last = max(begin, run.begin), min(end, run.end)
        start = placed.place(first) if first < run.end else run.behind
        stop = start if first == last else placed.place(last) if last < run.end else run.behind
        written = _written(form, run, new)
        if written or start != stop:
            yield Edit(start, stop, written)
        new = ""


def _written(form: UnitFormat, run: Run, text: str) -> str:
    return text.replace("]]>", "]]]]><![CDATA[>") if run.is_raw else form.written(text)


def _empty_tag(lines: Sequence[str], end: Place) -> tuple[Place, str] | None:
    """Return where the slash of an empty element stands that ends at a place, and its name."""
    number, column = end
    before = lines[number][:column]
    if not before.endswith("/>"):
        return None
    while "<" not in before:  # no attribute has one
        number -= 1
        before = lines[number] + " " + before
    name = re.match(r"[^\s/>]+", before[before.rindex("<") + 1 :])
    return (Place(end.line, column - 2), name[0]) if name else None
