"""Texts and places of XML, compared with lxml and with the file itself."""

from collections.abc import Iterator, Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from meteor_core.files.placed_text import CODE, Place, PlacedText
from meteor_core.files.units import Fault, UnitFile
from meteor_core.files.xml.formats import XLIFF

SPACE = "urn:oasis:names:tc:xliff:document:1.2"

CHARACTERS = st.characters(
    exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"
) | st.sampled_from("\n\t&<>\"' 😀\u2028\u0085ก")


@st.composite
def written_text(draw: st.DrawFn) -> str:
    """Text as a file may write it: as it is, as entities or in a CDATA section."""
    parts = []
    for text in draw(st.lists(st.text(CHARACTERS, max_size=5), max_size=4)):
        kind = draw(st.sampled_from(("plain", "decimal", "hexadecimal", "cdata", "comment")))
        if kind == "decimal":
            parts.append("".join(f"&#{ord(each)};" for each in text))
        elif kind == "hexadecimal":
            parts.append("".join(f"&#x{ord(each):X};" for each in text))
        elif kind == "cdata" and "]]>" not in text:
            parts.append(f"<![CDATA[{text}]]>")
        elif kind == "comment":
            parts.append("<!-- > <x/> & \n -->" if text else "<?do > it?>")
        else:
            parts.append(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    return "".join(parts)


@st.composite
def inline(draw: st.DrawFn, depth: int = 2) -> str:
    """Text with inline codes."""
    parts = [draw(written_text())]
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from(("x", "ph", "g", "mrk")))
        inside = draw(inline(depth=depth - 1)) if depth and name != "x" else ""
        tag = f"{name} id='>a>' mtype='\"'" if draw(st.booleans()) else f"{name}\n id = '1'"
        end = f"</{name}\n>" if draw(st.booleans()) else f"</{name}>"
        parts.append(f"<{tag}/>" if not inside else f"<{tag}>{inside}{end}")
        parts.append(draw(written_text()))
    return "".join(parts)


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file of a few units."""
    units = []
    for number in range(draw(st.integers(1, 3))):
        indent = draw(st.sampled_from(("", "\n ", " <!-- é --> ")))
        target = f"<target>{draw(inline())}</target>" if draw(st.booleans()) else "<target/>"
        units.append(
            f"{indent}<trans-unit id='{number}'>{indent}<source>{draw(inline())}</source>{target}"
            f"{indent}<alt-trans origin='MT'><target>{draw(inline())}</target></alt-trans>"
            "</trans-unit>"
        )
    return (
        f"<?xml version='1.0'?>\n<xliff version='1.2'\n xmlns='{SPACE}'><file target-language='de'>"
        f"<body>{''.join(units)}</body></file></xliff>"
    )


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


@given(files())
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


@given(files(), st.data())
def test_a_cut_file_keeps_what_stands_before_the_cut(content: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(content) - 1))
    whole, part = XLIFF.read(content.split("\n")), XLIFF.read(content[:cut].split("\n"))
    assert part.fault is not None
    assert part.blocks == whole.blocks[: len(part.blocks)]
    line, column = part.fault.place
    assert line < len(content[:cut].split("\n"))
    assert 0 <= column <= len(content)
