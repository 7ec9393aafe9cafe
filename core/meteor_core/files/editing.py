"""Other texts in a file's units: what to replace by what, so that every other byte stays."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Final, NamedTuple

from ..errors import InputError
from ..text.tokenizers import Span
from .content import Content, Parts
from .formats import UnitFormat
from .placed_text import Place, PlacedText, Run, between
from .units import Fault

_TOKEN: Final = re.compile(r"\s|\S+")
_TAG: Final = re.compile(r"<[^<>!?][^<>]*>")
_DATA_REFERENCE: Final = re.compile(
    r"""(\sdataRef(?:Start|End)?\s*=\s*(["']))(.*?)(?=\2)""", re.DOTALL
)
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
    form: UnitFormat,
    lines: Sequence[str],
    around: str,
    *,
    unit: int,
    field: str,
    span: Span,
    text: str,
) -> tuple[Edit, ...]:
    """Return the edits after which a field of a unit says something else in one place.

    Comments, marks and the breaks of quoted lines stay, and so does all around that place.

    Args:
        form: the file's format.
        lines: of a block, as ``UnitFormat.places`` takes them.
        around: of the block.
        unit: which unit of the block, from 0.
        field: of the unit.
        span: offsets in the field's text between which it is replaced.
        text: what it is to say there.

    Returns:
        In order; they do not overlap.

    Raises:
        InputError: an inline code would be lost, the unit does not have the field, or the format
            cannot hold the text; the message says which.
    """
    before = _held(form, lines, around, unit, field)
    held = before[unit][field]
    placed = held.placed
    lost = [code for code in placed.codes if span[0] <= code < span[1]]
    if lost:
        shown = _shown(lines, placed.place(lost[0]))
        raise InputError(f"the text would lose the inline code {shown}")
    found = tuple(_edits(form, lines, placed, span, text))
    said = f"{placed.text[: span[0]]}{text}{placed.text[span[1] :]}"
    after = form.contents(applied(lines, found), around)
    if (
        isinstance(after, Fault)
        or not _are_kept(after, before, (unit, field))
        or after[unit][field].text != said
        or _keys(after[unit][field]) != _keys(held)
    ):
        raise InputError(f"{form.name} cannot hold this text in the {field} of the unit")
    return found


def overwriting_edits(
    form: UnitFormat,
    lines: Sequence[str],
    around: str,
    *,
    unit: int,
    field: str,
    content: Content,
    is_of_block: bool,
) -> tuple[Edit, ...]:
    """Return the edits after which a field of a unit holds what another one holds.

    That is written as it stands there, with its inline codes, which take the place of those that
    were here. Where XLIFF 2 gives the original data of a code other ids here, it refers to these.

    Args:
        form: the file's format.
        lines: of a block, as ``UnitFormat.places`` takes them.
        around: of the block.
        unit: which unit of the block, from 0.
        field: of the unit.
        content: of the other field.
        is_of_block: whether this block has that field too.

    Returns:
        At most one, if not in PO; none if the field holds it already.

    Raises:
        InputError: the unit does not have the field, or cannot hold the same; the message says why.
    """
    before = _held(form, lines, around, unit, field)
    held = before[unit][field]
    if held.format == content.format and _says(held) == _says(content):
        return ()
    if content.format != form.name or content.written is None:
        _check_no_codes(form, lines, held, content)
        whole = (0, len(held.text))
        return edits(form, lines, around, unit=unit, field=field, span=whole, text=content.text)
    _check_codes(content, before[unit], is_of_block=is_of_block)
    found = tuple(_whole_edit(lines, held.placed, _with_data_of(held, content)))
    after = form.contents(applied(lines, found), around)
    if isinstance(after, Fault):
        raise InputError(f"in the {field} it could not be read: {after.message}")
    if not _are_kept(after, before, (unit, field)) or after[unit][field].parts != content.parts:
        raise InputError(
            f"in the {field} it would not be the same: namespaces or original data are others there"
        )
    if conflict := after[unit][field].conflict:
        raise InputError(conflict)
    return found


def applied(lines: Sequence[str], found: Sequence[Edit]) -> list[str]:
    """Return the lines of a block after its edits."""
    result = list(lines)
    for start, end, text in reversed(found):
        first, last = result[start.line][: start.column], result[end.line][end.column :]
        result[start.line : end.line + 1] = f"{first}{text}{last}".split("\n")
    return result


def _held(
    form: UnitFormat, lines: Sequence[str], around: str, unit: int, field: str
) -> list[Mapping[str, Content]]:
    """Return what all fields of a block hold, if it has one that is to be written."""
    held = form.contents(lines, around)
    if isinstance(held, Fault):
        raise InputError(f"the unit cannot be written: {held.message}")
    if unit >= len(held) or field not in held[unit]:
        raise InputError(f"the unit has no {field} that could be written")
    return held


def _check_no_codes(
    form: UnitFormat, lines: Sequence[str], held: Content, content: Content
) -> None:
    """Refuse to copy from another format where either side has inline codes."""
    if content.placed.codes:
        raise InputError(f"it has inline codes of {content.format}, which {form.name} cannot hold")
    if held.placed.codes:
        shown = _shown(lines, held.placed.place(held.placed.codes[0]))
        raise InputError(f"it comes without inline codes, and the text would lose {shown}")


def _check_codes(content: Content, fields: Mapping[str, Content], *, is_of_block: bool) -> None:
    """Refuse inline codes that refer to something that this unit does not have."""
    if content.lacks_data:
        raise InputError("an inline code refers to original data that is not there")
    known = {code.key for each in fields.values() for code in each.codes}
    for code in () if is_of_block else content.codes:
        if code.key not in known:
            raise InputError(f"this unit does not know its inline code {' '.join(code.key[1:])}")


def _are_kept(
    after: Sequence[Mapping[str, Content]],
    before: Sequence[Mapping[str, Content]],
    changed: tuple[int, str],
) -> bool:
    """Whether a block has the fields that it had, and all but one of them hold what they held."""
    return [each.keys() for each in after] == [each.keys() for each in before] and all(
        (number, name) == changed or _says(now[name]) == _says(then[name])
        for number, (now, then) in enumerate(zip(after, before, strict=True))
        for name in then
    )


def _says(content: Content) -> tuple[str, Parts]:
    return content.text, content.parts


def _keys(content: Content) -> list[tuple[str, str, str]]:
    return [code.key for code in content.codes]


def _with_data_of(held: Content, content: Content) -> str:
    """Return what is written elsewhere, with the ids that its original data have here."""
    ids = {
        name: next((other for other, said in held.data.items() if said == data), name)
        for name, data in content.data.items()
        if held.data.get(name) != data
    }
    if content.written is None or not ids:
        return content.written or ""

    def renamed(found: re.Match[str]) -> str:
        return found[1] + ids.get(found[3], found[3])

    return _TAG.sub(lambda tag: _DATA_REFERENCE.sub(renamed, tag[0]), content.written)


def _whole_edit(lines: Sequence[str], placed: PlacedText, written: str) -> Iterator[Edit]:
    if placed.start == placed.end and written and (empty := _empty_tag(lines, placed.end)):
        start, name = empty
        yield Edit(start, placed.end, f">{written}</{name}>")
    elif "\n".join(between(lines, placed.start, placed.end)) != written:
        yield Edit(placed.start, placed.end, written)


def _shown(lines: Sequence[str], place: Place) -> str:
    shown = re.match(r"<[^<>]{0,60}>?|", lines[place.line][place.column :])
    return shown[0] if shown else ""


def _edits(
    form: UnitFormat, lines: Sequence[str], placed: PlacedText, span: Span, text: str
) -> Iterator[Edit]:
    if not placed.text and text and (empty := _empty_tag(lines, placed.end)):
        start, name = empty
        yield Edit(start, placed.end, f">{form.written(text)}</{name}>")
        return
    for begin, end, new in _changes(placed, span, text):
        yield from _replaced(form, placed, begin, end, new)


def _changes(placed: PlacedText, span: Span, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield offsets between which the text changes, and what is there instead."""
    old = placed.text[span[0] : span[1]]
    head = _common(old, text)
    tail = min(_common(old[::-1], text[::-1]), len(old) - head, len(text) - head)
    begin, end = span[0] + head, span[1] - tail
    if begin == end and head == len(text) - tail:
        return
    middle = text[head : len(text) - tail]
    is_divided = any(begin < run.end < end for run in placed.runs)
    before, after = _TOKEN.findall(placed.text[begin:end]), _TOKEN.findall(middle)
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
