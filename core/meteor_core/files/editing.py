"""Compute edits that replace texts in a file and keep every other byte."""

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
_MAX_COMPARED_TOKENS: Final = 2000
"""Longest text that is compared word by word, which takes quadratic time."""


class Edit(NamedTuple):
    """A part of a block to replace.

    Attributes:
        start: in the lines of the block.
        end: behind the part.
        text: the escaped replacement; line breaks are line feeds, whatever the file's line ends.
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
    """Return the edits that replace a span of a field.

    Comments, marks and the breaks of quoted lines outside of the span stay.

    Args:
        form: the file's format.
        lines: of a block, as for ``UnitFormat.places``.
        around: of the block.
        unit: index of the unit in the block.
        field: of the unit.
        span: offsets in the field's text.
        text: the replacement.

    Returns:
        In order, without overlaps.

    Raises:
        InputError: an inline code would be lost, the unit lacks the field, or the format cannot
            hold the text.
    """
    before = _writable_contents(form, lines, around, unit, field)
    held = before[unit][field]
    placed = held.placed
    lost = [code for code in placed.codes if span[0] <= code < span[1]]
    if lost:
        shown = _excerpt(lines, placed.place(lost[0]))
        raise InputError(f"the text would lose the inline code {shown}")
    found = tuple(_span_edits(form, lines, placed, span, text))
    expected = f"{placed.text[: span[0]]}{text}{placed.text[span[1] :]}"
    after = form.contents(applied(lines, found), around)
    if (
        isinstance(after, Fault)
        or not _keeps_other_fields(after, before, (unit, field))
        or after[unit][field].text != expected
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
    """Return the edits that copy the content of another field, with its inline codes.

    Inline codes in the field are replaced. In XLIFF 2, references to original data are translated
    to the unit's own ids.

    Args:
        form: the file's format.
        lines: of a block, as for ``UnitFormat.places``.
        around: of the block.
        unit: index of the unit in the block.
        field: of the unit.
        content: of the other field.
        is_of_block: whether the content comes from the same block.

    Returns:
        At most one edit except in PO; none if the field has the content already.

    Raises:
        InputError: the unit lacks the field, or cannot hold the content.
    """
    before = _writable_contents(form, lines, around, unit, field)
    held = before[unit][field]
    if held.format == content.format and _parsed_content(held) == _parsed_content(content):
        return ()
    if content.format != form.name or content.written is None:
        _reject_codes(form, lines, held, content)
        whole = (0, len(held.text))
        return edits(form, lines, around, unit=unit, field=field, span=whole, text=content.text)
    _check_codes(content, before[unit], is_of_block=is_of_block)
    found = tuple(_replace_content(lines, held.placed, _with_own_data_ids(held, content)))
    after = form.contents(applied(lines, found), around)
    if isinstance(after, Fault):
        raise InputError(f"in the {field} it could not be read: {after.message}")
    if (
        not _keeps_other_fields(after, before, (unit, field))
        or after[unit][field].parts != content.parts
    ):
        raise InputError(
            f"in the {field} it would not be the same: namespaces or original data are others there"
        )
    if conflict := after[unit][field].conflict:
        raise InputError(conflict)
    return found


def applied(lines: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Apply edits to the lines of a block."""
    result = list(lines)
    for start, end, text in reversed(edits):
        first, last = result[start.line][: start.column], result[end.line][end.column :]
        result[start.line : end.line + 1] = f"{first}{text}{last}".split("\n")
    return result


def _writable_contents(
    form: UnitFormat, lines: Sequence[str], around: str, unit: int, field: str
) -> list[Mapping[str, Content]]:
    """Return the content of all fields of a block, after checking that the field is writable."""
    held = form.contents(lines, around)
    if isinstance(held, Fault):
        raise InputError(f"the unit cannot be written: {held.message}")
    if unit >= len(held) or field not in held[unit]:
        raise InputError(f"the unit has no {field} that could be written")
    return held


def _reject_codes(form: UnitFormat, lines: Sequence[str], held: Content, content: Content) -> None:
    """Reject a copy between formats if either side has inline codes."""
    if content.placed.codes:
        raise InputError(f"it has inline codes of {content.format}, which {form.name} cannot hold")
    if held.placed.codes:
        shown = _excerpt(lines, held.placed.place(held.placed.codes[0]))
        raise InputError(f"it comes without inline codes, and the text would lose {shown}")


def _check_codes(content: Content, fields: Mapping[str, Content], *, is_of_block: bool) -> None:
    """Reject inline codes that refer to anything that this unit lacks."""
    if content.has_missing_data:
        raise InputError("an inline code refers to original data that is not there")
    known = {code.key for content in fields.values() for code in content.codes}
    for code in () if is_of_block else content.codes:
        if code.key not in known:
            raise InputError(f"this unit does not know its inline code {' '.join(code.key[1:])}")


def _keeps_other_fields(
    after: Sequence[Mapping[str, Content]],
    before: Sequence[Mapping[str, Content]],
    changed: tuple[int, str],
) -> bool:
    """Return whether all fields but one keep their content."""
    return [fields.keys() for fields in after] == [fields.keys() for fields in before] and all(
        (number, name) == changed or _parsed_content(now[name]) == _parsed_content(then[name])
        for number, (now, then) in enumerate(zip(after, before, strict=True))
        for name in then
    )


def _parsed_content(content: Content) -> tuple[str, Parts]:
    return content.text, content.parts


def _keys(content: Content) -> list[tuple[str, str, str]]:
    return [code.key for code in content.codes]


def _with_own_data_ids(held: Content, content: Content) -> str:
    """Return the content's source with the ids that its original data have here."""
    ids = {
        name: next((own for own, own_data in held.data.items() if own_data == data), name)
        for name, data in content.data.items()
        if held.data.get(name) != data
    }
    if content.written is None or not ids:
        return content.written or ""

    def renamed(match: re.Match[str]) -> str:
        return match[1] + ids.get(match[3], match[3])

    return _TAG.sub(lambda tag: _DATA_REFERENCE.sub(renamed, tag[0]), content.written)


def _replace_content(lines: Sequence[str], placed: PlacedText, written: str) -> Iterator[Edit]:
    if placed.start == placed.end and written and (empty := _empty_tag(lines, placed.end)):
        start, name = empty
        yield Edit(start, placed.end, f">{written}</{name}>")
    elif "\n".join(between(lines, placed.start, placed.end)) != written:
        yield Edit(placed.start, placed.end, written)


def _excerpt(lines: Sequence[str], place: Place) -> str:
    shown = re.match(r"<[^<>]{0,60}>?|", lines[place.line][place.column :])
    return shown[0] if shown else ""


def _span_edits(
    form: UnitFormat, lines: Sequence[str], placed: PlacedText, span: Span, text: str
) -> Iterator[Edit]:
    if not placed.text and text and (empty := _empty_tag(lines, placed.end)):
        start, name = empty
        yield Edit(start, placed.end, f">{form.written(text)}</{name}>")
        return
    for begin, end, new in _changed_spans(placed, span, text):
        yield from _run_edits(form, placed, begin, end, new)


def _changed_spans(placed: PlacedText, span: Span, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield offsets between which the text changes, with the replacement."""
    old = placed.text[span[0] : span[1]]
    head = _common_prefix(old, text)
    tail = min(_common_prefix(old[::-1], text[::-1]), len(old) - head, len(text) - head)
    begin, end = span[0] + head, span[1] - tail
    if begin == end and head == len(text) - tail:
        return
    middle = text[head : len(text) - tail]
    is_divided = any(begin < run.end < end for run in placed.runs)
    before, after = _TOKEN.findall(placed.text[begin:end]), _TOKEN.findall(middle)
    if not is_divided or max(len(before), len(after)) > _MAX_COMPARED_TOKENS:
        yield begin, end, middle
        return
    offsets = [begin]
    for token in before:
        offsets.append(offsets[-1] + len(token))
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield offsets[i], offsets[j], "".join(after[k:m])


def _common_prefix(first: str, second: str) -> int:
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
    )


def _run_edits(
    form: UnitFormat, placed: PlacedText, begin: int, end: int, new: str
) -> Iterator[Edit]:
    """Write new text into the first changed run, and delete the old text from all of them."""
    if begin == end:
        runs = [run for run in placed.runs if run.begin <= begin <= run.end][:1]
    else:
        runs = [run for run in placed.runs if run.begin < end and begin < run.end]
    if not runs:  # between two codes, or in an empty text
        place = placed.place(begin)
        yield Edit(place, place, form.written(new))
    for run in runs:
        first, last = max(begin, run.begin), min(end, run.end)
        start = placed.place(first) if first < run.end else run.behind
        stop = start if first == last else placed.place(last) if last < run.end else run.behind
        written = _escape_for_run(form, run, new)
        if written or start != stop:
            yield Edit(start, stop, written)
        new = ""


def _escape_for_run(form: UnitFormat, run: Run, text: str) -> str:
    return text.replace("]]>", "]]]]><![CDATA[>") if run.is_raw else form.written(text)


def _empty_tag(lines: Sequence[str], end: Place) -> tuple[Place, str] | None:
    """Return the place of the slash of an empty element that ends at a place, and its name."""
    number, column = end
    before = lines[number][:column]
    if not before.endswith("/>"):
        return None
    while "<" not in before:  # attributes cannot contain one
        number -= 1
        before = lines[number] + " " + before
    name = re.match(r"[^\s/>]+", before[before.rindex("<") + 1 :])
    return (Place(end.line, column - 2), name[0]) if name else None
