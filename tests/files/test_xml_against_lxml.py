"""Texts and places of XML, compared with lxml and with the file itself."""

from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from meteor_core.files.placed_text import CODE
from meteor_core.files.xml.formats import XLIFF
from tests.thoroughness import more_when_thorough, tries

from .generated import SPACE, xliff_files
from .placed import places


def said(element: etree._Element | None) -> str | None:
    """The text of an element by lxml, with a space for each code."""
    if element is None:
        return None
    space = element.xpath("(ancestor-or-self::*/@xml:space)[last()]")
    text = marked(element) if space == ["preserve"] else squeezed(marked(element))
    return text.replace(MARK, CODE)


MARK = "\0"


def marked(element: etree._Element) -> str:
    if not isinstance(element.tag, str):
        return ""
    name = etree.QName(element).localname
    if name in ("x", "ph"):
        return MARK
    text = (element.text or "") + "".join(marked(each) + (each.tail or "") for each in element)
    if name != "g":
        return text
    inside = any(isinstance(each.tag, str) for each in element)
    return f"{MARK}{text}{MARK}" if text or inside else MARK


def squeezed(text: str) -> str:
    """A text without line breaks at its ends, and without indentation behind others."""
    runs = ["".join(run) for _, run in groupby(text, key=" \t\n".__contains__)]
    for number, run in enumerate(runs):
        if "\n" in run and not run.strip(" \t\n"):
            if number in (0, len(runs) - 1):
                runs[number] = ""
            elif "\n " in run or "\n\t" in run:
                runs[number] = " "
    return "".join(runs)


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(xliff_files())
def test_texts_and_places_equal_lxml(content: str) -> None:
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
        if not (expected["mt"] or "").strip(" \t\n"):
            del expected["mt"]  # nobody edits what is empty
        assert unit.texts == expected
        assert {name: text.text for name, text in texts.items()} == expected


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(xliff_files(), st.data())
def test_truncated_file_keeps_blocks_before_the_cut(content: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(content) - 1))
    whole, part = XLIFF.read(content.split("\n")), XLIFF.read(content[:cut].split("\n"))
    assert part.fault is not None
    assert part.blocks == whole.blocks[: len(part.blocks)]
    line, column = part.fault.place
    assert line < len(content[:cut].split("\n"))
    assert 0 <= column <= len(content)
