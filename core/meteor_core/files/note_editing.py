"""Notes in a file's units, written, changed and removed so that every other byte stays."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ..errors import InputError
from .editing import Edit, applied
from .formats import PO, UnitFormat
from .placed_text import Place
from .state_editing import read_again, read_alone
from .units import Facts
from .xml.elements import Element, behind_tag
from .xml.formats import XLIFF, XLIFF_2

_MINE: Final = "# "
_NOTES: Final = (_MINE, "#.")
"""How PO's comments of translators begin, and those of who wrote the program."""


def keeps_notes(format_name: str | None) -> bool:
    """Whether files of a format can have notes of reviewers."""
    return format_name in _WRITERS


def note_edits(
    form: UnitFormat,
    lines: Sequence[str],
    around: str,
    *,
    number: int | None,
    text: str | None,
    who: str = "",
) -> tuple[Edit, ...]:
    """Return the edits after which a block has another note, or one less.

    Args:
        form: the file's format.
        lines: of the block, as ``UnitFormat.places`` takes them.
        around: of the block.
        number: of the note in ``Facts.notes`` that is changed or removed, from 0; None adds one.
        text: of the note, which PO keeps as a note for each of its lines; None removes it.
        who: writes it, where the format has a place for that.

    Raises:
        InputError: the format keeps no notes, the block has several units, there is no such note,
            or it cannot be written; the message says which.
    """
    writer = _WRITERS.get(form.name)
    if writer is None:
        raise InputError(f"{form.name} keeps no notes")
    before = read_again(form, lines, around)
    if len(before) != 1:
        raise InputError("the notes of this unit are those of several segments")
    notes = before[0].facts.notes
    if number is not None and number >= len(notes):
        raise InputError("the unit does not have this note any more")
    said = None if text is None else text.strip()
    if said == "":
        raise InputError("a note needs a text")
    found = writer(lines, around, number, said, who)
    after = read_again(form, applied(lines, found), around)
    kept = list(notes if number is None else (*notes[:number], *notes[number + 1 :]))
    given = sorted([*kept, *([] if said is None else _as_read(form, said))])
    if len(after) != 1 or sorted(after[0].facts.notes) != given:
        raise InputError(f"{form.name} cannot hold this note")
    if (after[0].texts, _rest(after[0].facts)) != (before[0].texts, _rest(before[0].facts)):
        raise InputError(f"{form.name} cannot hold this note")
    return tuple(found)


def _rest(facts: Facts) -> Facts:
    return facts._replace(notes=())


def _as_read(form: UnitFormat, text: str) -> list[str]:
    return _lines_of(text) if form.name == PO.name else [text]


def _lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _xliff(
    lines: Sequence[str], around: str, number: int | None, text: str | None, who: str
) -> list[Edit]:
    block = read_alone(lines, around)
    notes = block.elements("note")
    if number is not None:
        return [_changed(lines, notes[number], text)]
    author = f' from="{_escaped(who, quote=True)}"' if who else ""
    name = f"{_prefix(lines, block)}note"
    note = f"<{name}{author}>{_escaped(text or '')}</{name}>"
    beside = [*block.elements("source"), *block.elements("seg-source"), *block.elements("target")]
    behind = _behind(lines, (notes or beside)[-1])
    return [Edit(behind, behind, _on_a_line(lines, (notes or beside)[-1]) + note)]


def _xliff_2(
    lines: Sequence[str], around: str, number: int | None, text: str | None, who: str
) -> list[Edit]:
    block = read_alone(lines, around)
    groups = block.elements("notes")
    notes = [(group, note) for group in groups for note in group.elements("note")]
    if number is not None:
        group, note = notes[number]
        is_only = text is None and len(group.elements("note")) == 1
        return [_changed(lines, group if is_only else note, text)]
    prefix = _prefix(lines, block)
    written = f"<{prefix}note>{_escaped(text or '')}</{prefix}note>"
    if notes:
        last = notes[-1][1]
        behind = _behind(lines, last)
        return [Edit(behind, behind, _on_a_line(lines, last) + written)]
    first = next(
        each for each in block.children if each.name in ("originalData", "segment", "ignorable")
    )
    space = _on_a_line(lines, first)
    notes_written = f"<{prefix}notes>{written}</{prefix}notes>{space}"
    return [Edit(first.place, first.place, notes_written)]


def _po(
    lines: Sequence[str], around: str, number: int | None, text: str | None, who: str
) -> list[Edit]:
    there = [at for at, line in enumerate(lines) if line.strip().startswith(_NOTES)]
    written = [f"{_MINE}{line}" for line in _lines_of(text or "")]
    if number is None:
        mine = [at for at in there if lines[at].startswith(_MINE)]
        place = Place(mine[-1] + 1 if mine else 0, 0)
        return [Edit(place, place, "".join(f"{line}\n" for line in written))]
    at = there[number]
    if not lines[at].startswith(_MINE):
        raise InputError("this note is of those who wrote the program")
    if not written:
        return [Edit(Place(at, 0), Place(at + 1, 0), "")]
    return [Edit(Place(at, 0), Place(at, len(lines[at])), "\n".join(written))]


_Writer = Callable[[Sequence[str], str, int | None, str | None, str], list[Edit]]

_WRITERS: Final[Mapping[str, _Writer]] = {XLIFF.name: _xliff, XLIFF_2.name: _xliff_2, PO.name: _po}


def _changed(lines: Sequence[str], element: Element, text: str | None) -> Edit:
    """Another text in an element without others; or no element, nor the line that it stood on."""
    if text is not None:
        return Edit(element.start, element.end, _escaped(text))
    start, end = element.place, _behind(lines, element)
    is_alone = not lines[start.line][: start.column].strip() and start.line > 0
    if is_alone and not lines[end.line][end.column :].strip():
        return Edit(
            Place(start.line - 1, len(lines[start.line - 1])),
            Place(end.line, len(lines[end.line])),
            "",
        )
    return Edit(start, end, "")


def _prefix(lines: Sequence[str], element: Element) -> str:
    """Return what stands before the names of the format's elements: "x:" of "<x:unit"."""
    line, column = element.place
    name = re.split(r"[\s/>]", lines[line][column + 1 :], maxsplit=1)[0]
    prefix, colon, _ = name.rpartition(":")
    return prefix + colon


def _behind(lines: Sequence[str], element: Element) -> Place:
    """Behind the end tag of an element; that of an empty one ends there itself."""
    line, column = element.end
    is_empty = element.start == element.end and lines[line].endswith("/>", 0, column)
    return element.end if is_empty else behind_tag(lines, element.end)


def _on_a_line(lines: Sequence[str], element: Element) -> str:
    """A line break and the space before an element that begins a line; nothing for others."""
    before = lines[element.place.line][: element.place.column]
    return f"\n{before}" if not before.strip() and element.place.line > 0 else ""


def _escaped(text: str, *, quote: bool = False) -> str:
    written = XLIFF.written(text)
    return written.replace('"', "&quot;").replace("\n", " ") if quote else written
