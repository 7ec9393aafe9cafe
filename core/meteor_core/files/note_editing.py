"""Compute edits that add, change or remove notes in a file's units and keep every other byte."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ..errors import InputError
from .editing import Edit, applied
from .formats import PO, UnitFormat
from .placed_text import Place
from .state_editing import read_alone, reparse
from .units import Facts
from .xml.elements import Element, end_of_tag
from .xml.formats import XLIFF, XLIFF_2

_TRANSLATOR_NOTE: Final = "# "
_NOTES: Final = (_TRANSLATOR_NOTE, "#.")
"""Prefixes of PO's comments by translators, and by programmers."""


def keeps_notes(format_name: str | None) -> bool:
    """Return whether files of a format can have notes of reviewers."""
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
    """Return the edits that add, change or remove a note of a block.

    Args:
        form: the file's format.
        lines: of the block, as for ``UnitFormat.places``.
        around: of the block.
        number: index in ``Facts.notes`` of the note to change or remove; None adds one.
        text: of the note, which PO keeps as a note for each of its lines; None removes it.
        who: the author, for formats that record one.

    Raises:
        InputError: the format keeps no notes, the block has several units, the note is missing or
            cannot be written.
    """
    writer = _WRITERS.get(form.name)
    if writer is None:
        raise InputError(f"{form.name} keeps no notes")
    before = reparse(form, lines, around)
    if len(before) != 1:
        raise InputError("the notes of this unit are those of several segments")
    notes = before[0].facts.notes
    if number is not None and number >= len(notes):
        raise InputError("the unit does not have this note any more")
    new_note = None if text is None else text.strip()
    if new_note == "":
        raise InputError("a note needs a text")
    edits = writer(lines, around, number, new_note, who)
    after = reparse(form, applied(lines, edits), around)
    kept = list(notes if number is None else (*notes[:number], *notes[number + 1 :]))
    expected = sorted([*kept, *([] if new_note is None else _parsed_note(form, new_note))])
    if len(after) != 1 or sorted(after[0].facts.notes) != expected:
        raise InputError(f"{form.name} cannot hold this note")
    if (after[0].texts, _without_notes(after[0].facts)) != (
        before[0].texts,
        _without_notes(before[0].facts),
    ):
        raise InputError(f"{form.name} cannot hold this note")
    return tuple(edits)


def _without_notes(facts: Facts) -> Facts:
    return facts._replace(notes=())


def _parsed_note(form: UnitFormat, text: str) -> list[str]:
    return _lines_of(text) if form.name == PO.name else [text]


def _lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _xliff(
    lines: Sequence[str], around: str, number: int | None, text: str | None, who: str
) -> list[Edit]:
    block = read_alone(lines, around)
    notes = block.elements("note")
    if number is not None:
        return [_replace_text(lines, notes[number], text)]
    author = f' from="{_escape(who, quote=True)}"' if who else ""
    name = f"{_prefix(lines, block)}note"
    note = f"<{name}{author}>{_escape(text or '')}</{name}>"
    beside = [*block.elements("source"), *block.elements("seg-source"), *block.elements("target")]
    behind = _place_behind(lines, (notes or beside)[-1])
    return [Edit(behind, behind, _line_indentation(lines, (notes or beside)[-1]) + note)]


def _xliff_2(
    lines: Sequence[str], around: str, number: int | None, text: str | None, who: str
) -> list[Edit]:
    block = read_alone(lines, around)
    groups = block.elements("notes")
    notes = [(group, note) for group in groups for note in group.elements("note")]
    if number is not None:
        group, note = notes[number]
        is_only = text is None and len(group.elements("note")) == 1
        return [_replace_text(lines, group if is_only else note, text)]
    prefix = _prefix(lines, block)
    written = f"<{prefix}note>{_escape(text or '')}</{prefix}note>"
    if notes:
        last = notes[-1][1]
        behind = _place_behind(lines, last)
        return [Edit(behind, behind, _line_indentation(lines, last) + written)]
    first = next(
        child for child in block.children if child.name in ("originalData", "segment", "ignorable")
    )
    space = _line_indentation(lines, first)
    notes_written = f"<{prefix}notes>{written}</{prefix}notes>{space}"
    return [Edit(first.place, first.place, notes_written)]


def _po(
    lines: Sequence[str], around: str, number: int | None, text: str | None, who: str
) -> list[Edit]:
    note_lines = [at for at, line in enumerate(lines) if line.strip().startswith(_NOTES)]
    written = [f"{_TRANSLATOR_NOTE}{line}" for line in _lines_of(text or "")]
    if number is None:
        own_notes = [at for at in note_lines if lines[at].startswith(_TRANSLATOR_NOTE)]
        place = Place(own_notes[-1] + 1 if own_notes else 0, 0)
        return [Edit(place, place, "".join(f"{line}\n" for line in written))]
    at = note_lines[number]
    if not lines[at].startswith(_TRANSLATOR_NOTE):
        raise InputError("this note is of those who wrote the program")
    if not written:
        return [Edit(Place(at, 0), Place(at + 1, 0), "")]
    return [Edit(Place(at, 0), Place(at, len(lines[at])), "\n".join(written))]


_NoteWriter = Callable[[Sequence[str], str, int | None, str | None, str], list[Edit]]

_WRITERS: Final[Mapping[str, _NoteWriter]] = {
    XLIFF.name: _xliff,
    XLIFF_2.name: _xliff_2,
    PO.name: _po,
}


def _replace_text(lines: Sequence[str], element: Element, text: str | None) -> Edit:
    """Replace the text of an element without children, or delete it with its line."""
    if text is not None:
        return Edit(element.start, element.end, _escape(text))
    start, end = element.place, _place_behind(lines, element)
    is_alone = not lines[start.line][: start.column].strip() and start.line > 0
    if is_alone and not lines[end.line][end.column :].strip():
        return Edit(
            Place(start.line - 1, len(lines[start.line - 1])),
            Place(end.line, len(lines[end.line])),
            "",
        )
    return Edit(start, end, "")


def _prefix(lines: Sequence[str], element: Element) -> str:
    """Return the prefix of the format's elements: "x:" of "<x:unit"."""
    line, column = element.place
    name = re.split(r"[\s/>]", lines[line][column + 1 :], maxsplit=1)[0]
    prefix, colon, _ = name.rpartition(":")
    return prefix + colon


def _place_behind(lines: Sequence[str], element: Element) -> Place:
    line, column = element.end
    is_empty = element.start == element.end and lines[line].endswith("/>", 0, column)
    return element.end if is_empty else end_of_tag(lines, element.end)


def _line_indentation(lines: Sequence[str], element: Element) -> str:
    """Return a line break and the element's indentation if it begins a line; else nothing."""
    before = lines[element.place.line][: element.place.column]
    return f"\n{before}" if not before.strip() and element.place.line > 0 else ""


def _escape(text: str, *, quote: bool = False) -> str:
    written = XLIFF.written(text)
    return written.replace('"', "&quot;").replace("\n", " ") if quote else written
