"""Checks that the places of a text are where it stands."""

import html
from collections.abc import Mapping, Sequence

from meteor_core.files.formats import UnitFormat
from meteor_core.files.placed_text import PlacedText
from meteor_core.files.units import Block, Fault, UnitFile


def block_lines(lines: Sequence[str], block: Block) -> list[str]:
    """The lines of a block, as ``UnitFormat.places`` takes them."""
    own = list(lines[block.start.line : block.end.line + 1])
    own[-1] = own[-1][: block.end.column]
    own[0] = " " * block.start.column + own[0][block.start.column :]
    return own


def places(
    form: UnitFormat, lines: Sequence[str], file: UnitFile
) -> list[Mapping[str, PlacedText]]:
    """Of all units; each block is read by itself, says the same, and stands where it says."""
    all_texts: list[Mapping[str, PlacedText]] = []
    for block in file.blocks:
        own = block_lines(lines, block)
        found = form.places(own, block.around)
        assert not isinstance(found, Fault), found
        assert [{field: text.text for field, text in texts.items()} for texts in found] == [
            unit.texts for unit in block.units
        ]
        for texts in found:
            for text in texts.values():
                check_places(own, text)
        all_texts += found
    return all_texts


def check_places(lines: Sequence[str], text: PlacedText) -> None:
    """Every character stands at its place, as it is, as an entity or as an escape."""
    before = text.start
    for offset, character in enumerate(text.text):
        place = text.place(offset)
        assert before <= place <= text.end
        assert text.offset(place) == offset
        raw = (lines[place.line] + "\n")[place.column :]
        if offset in text.codes:
            assert raw[0] in "<&"
        elif raw[0] != character:
            collapses = raw[0].isspace() or any(is_written(raw, space) for space in "\t\n\r")
            assert (collapses and character == " ") or is_written(raw, character)
        before = place
    assert text.place(len(text.text)) == text.end or not text.text
    assert text.offset(text.end) == len(text.text)


def is_written(raw: str, character: str) -> bool:
    """Whether a line goes on with an entity or an escape for a character."""
    if raw.startswith("\\"):
        return raw[1] in "01234567x" or raw[1] == {"\n": "n", "\t": "t"}.get(character, raw[1])
    entity = raw[: raw.find(";") + 1]
    numbered = entity[2:-1].replace("x", "0x").replace("X", "0x")
    if entity.startswith("&#"):
        return chr(int(numbered, 16 if "x" in numbered else 10)) == character
    return html.unescape(entity) == character
