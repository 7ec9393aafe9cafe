"""Texts and places of XML, compared with lxml and with the file itself."""

from collections.abc import Iterator, Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from meteor_core.files.placed_text import CODE, Place, PlacedText
from meteor_core.files.units import Fault, UnitFile
from meteor_core.files.xml.formats import XLIFF

from .generated import SPACE, xliff_files


def said(element: etree._Element | None) -> str:
    """The text of an element by lxml, with a space for each code."""
    if element is None or not isinstance(element.tag, str):
        return ""
    name = etree.QName(element).localname
    if name in ("x", "ph"):
        return CODE
    text = (element.text or "") + "".join(said(each) + (each.tail or "") for each in element)
    if name != "g":
        return text
    inside = any(isinstance(each.tag, str) for each in element)
    return f"{CODE}{text}{CODE}" if text or inside else CODE


def places(lines: Sequence[str], file: UnitFile) -> Iterator[Mapping[str, PlacedText]]:
    """Of all units; each block is read by itself."""
    for block in file.blocks:
        own = list(lines[block.start.line : block.end.line + 1])
        own[-1] = own[-1][: block.end.column]
        own[0] = " " * block.start.column + own[0][block.start.column :]
        found = XLIFF.places(own, block.around)
        assert not isinstance(found, Fault), found
        yield from found
        for texts in found:
            for text in texts.values():
                check_places(own, text)


def check_places(lines: Sequence[str], text: PlacedText) -> None:
    """Every character stands at its place, as it is or as an entity."""
    before = text.start
    for offset, character in enumerate(text.text):
        place = text.place(offset)
        assert before <= place <= text.end
        assert text.offset(place) == offset
        raw = (lines[place.line] + "\n")[place.column :]
        if offset in text.codes:
            assert raw.startswith("<")
        elif raw.startswith("&") and not is_in_cdata(lines, place):
            assert etree.fromstring(f"<a>{raw[: raw.index(';') + 1]}</a>").text == character
        else:
            assert raw[0] == character
        before = place
    assert text.place(len(text.text)) == text.end or not text.text
    assert text.offset(text.end) == len(text.text)


def is_in_cdata(lines: Sequence[str], place: Place) -> bool:
    before = "\n".join([*lines[: place.line], lines[place.line][: place.column]])
    return before.rfind("<![CDATA[") > before.rfind("]]>")


@given(xliff_files())
def test_texts_are_lxmls_and_stand_where_they_say(content: str) -> None:
    lines = content.split("\n")
    file = XLIFF.read(lines)
    assert file.fault is None
    root = etree.fromstring(content.encode())
    found = list(file.units)
    for unit, texts, element in zip(
        found, places(lines, file), root.iter(f"{{{SPACE}}}trans-unit"), strict=True
    ):
        expected = {
            "source": said(element.find(f"{{{SPACE}}}source")),
            "mt": said(element.find(f"{{{SPACE}}}alt-trans/{{{SPACE}}}target")),
            "target": said(element.find(f"{{{SPACE}}}target")),
        }
        assert unit.texts == expected
        assert {name: text.text for name, text in texts.items()} == expected


@given(xliff_files(), st.data())
def test_a_cut_file_keeps_what_stands_before_the_cut(content: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(content) - 1))
    whole, part = XLIFF.read(content.split("\n")), XLIFF.read(content[:cut].split("\n"))
    assert part.fault is not None
    assert part.blocks == whole.blocks[: len(part.blocks)]
    line, column = part.fault.place
    assert line < len(content[:cut].split("\n"))
    assert 0 <= column <= len(content)
