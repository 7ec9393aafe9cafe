"""Texts and places of XML, compared with lxml and with the file itself."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from meteor_core.files.placed_text import CODE
from meteor_core.files.xml.formats import XLIFF
from tests.thoroughness import more_when_thorough, tries

from .generated import SPACE, xliff_files
from .placed import places


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


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(xliff_files())
def test_texts_are_lxmls_and_stand_where_they_say(content: str) -> None:
    lines = content.split("\n")
    file = XLIFF.read(lines)
    assert file.fault is None
    root = etree.fromstring(content.encode())
    found = list(file.units)
    for unit, texts, element in zip(
        found, places(XLIFF, lines, file), root.iter(f"{{{SPACE}}}trans-unit"), strict=True
    ):
        expected = {
            "source": said(element.find(f"{{{SPACE}}}source")),
            "mt": said(element.find(f"{{{SPACE}}}alt-trans/{{{SPACE}}}target")),
            "target": said(element.find(f"{{{SPACE}}}target")),
        }
        assert unit.texts == expected
        assert {name: text.text for name, text in texts.items()} == expected


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(xliff_files(), st.data())
def test_a_cut_file_keeps_what_stands_before_the_cut(content: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(content) - 1))
    whole, part = XLIFF.read(content.split("\n")), XLIFF.read(content[:cut].split("\n"))
    assert part.fault is not None
    assert part.blocks == whole.blocks[: len(part.blocks)]
    line, column = part.fault.place
    assert line < len(content[:cut].split("\n"))
    assert 0 <= column <= len(content)
