"""Blocks that are read as others were are what expat reads."""

from collections.abc import Callable
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core.files.formats import recognised
from meteor_core.files.units import UnitFile
from meteor_core.files.xml import elements, templates
from meteor_core.files.xml.formats import XLIFF
from tests.thoroughness import more_when_thorough, tries

from .placed import block_lines

WITH_CODES = (
    *("<g id='1'>a</g> b", "<g id='1'></g>", "<x/>", "<x></x>", "<x id='1' m='&lt;'/>", "a <g/>"),
    *("<g id='1'>a<g id='2'><x/></g></g>", "<ph id='1'>a</ph ><g\nid='>'>b</g>", "<ph>&amp;</ph>a"),
    *(
        "<bpt><sub/></bpt>",
        "<hi x='1'><ph/> &amp;</hi>",
        "<x\tid='a\nb'/>",
        "<it>]</it>]",
        "<sub/>",
    ),
)
TEXTS = st.sampled_from(
    (
        *("a b", "a b", "c", "the house", "", " ", "\n", "x &amp; y", "&lt;b>", "&apos;", "é 😀"),
        *("]", "&#65;", "a\n b", "a>b", "<![CDATA[a]]>", "<!-- a -->", "<?a?>", *WITH_CODES),
        "<mrk mtype='seg' mid='1'>a</mrk> <mrk mtype='seg' mid='2'>b</mrk>",
    )
)
WRONG_CODES = (
    *("</a>", "<x a='1' a='2'/>", "<g>", "</g>", "<x>a</g>", "<ph>]]></ph>", "<x a=1/>", "<m:x/>"),
    *("<g a='<'></g>", "<x n:a=''/>", "<x a='&b;'/>", "<g><x></g></x>", "<hi>a</g>", "<x 1=''/>"),
    *("<ph a='1'b='2'/>", "<g/ >", "<x a='\x01'/>"),
)
WRONG = st.sampled_from(("&nbsp;", "]]>", "\ufffe", "\x01", "&", *WRONG_CODES))
GAPS = st.sampled_from(
    (
        *("", " \n\t", "<!-- a -->", "</group><group>", "</group><group translate='no'>", "a"),
        *("<![CDATA[</UNIT>]]>", "<!-- </UNIT> <UNIT> ", "</group><group xmlns:m='urn:other'>"),
        "</body></file></xliff>",
    )
)
REST = f"\n<!--{'a' * 50_000}-->"
"""Behind the units: in a short file no block is read so."""

IDS = st.sampled_from(("1", "2", "3", "a b", "", "&amp;", "a>b", "a\tb"))
NUMBERS = st.sampled_from(("1", "20", "x", " "))
SPACES = st.sampled_from(("", "\n", "  "))
ATTRIBUTES = st.sampled_from(
    ("", "approved='yes'", "translate='no'", "m:confirmed='1'", "resname='a'")
)
NOTES = st.sampled_from(("", "<note>{}</note>", "<note>a {} {}</note>"))
STATISTICS = "<m:editing-stats><m:editing-time>{}</m:editing-time></m:editing-stats>"


def some_texts(draw: st.DrawFn) -> st.SearchStrategy[str]:
    wrong = draw(st.lists(WRONG, max_size=1)) if rarely(draw) else []
    return st.sampled_from([*draw(st.lists(TEXTS, min_size=1, max_size=3)), *wrong])


def rarely(draw: st.DrawFn) -> bool:
    return draw(st.integers(0, 5)) == 5


def units(draw: st.DrawFn) -> Callable[[], str]:
    """Units of a tool that writes them all alike, or nearly so, with few texts."""
    texts = some_texts(draw)
    ids = st.sampled_from(draw(st.lists(IDS, min_size=1, max_size=2)))
    attributes, space, note = draw(ATTRIBUTES), draw(SPACES), draw(NOTES)
    statistics = draw(st.sampled_from(("", STATISTICS)))

    def unit() -> str:
        one, two, three = draw(texts), draw(texts), draw(texts)
        state = draw(st.sampled_from(("new", "new", "final")))
        return (
            f'<trans-unit {attributes} id="{draw(ids)}">{space}<source>{one}</source>'
            f"<target state='{state}'>{two}</target>{space}"
            f"<alt-trans match-quality='{draw(NUMBERS)}'><target>{three}</target></alt-trans>"
            f"{note.format(one, two)}{statistics.format(draw(NUMBERS))}</trans-unit>"
        )

    return unit


def tmx_units(draw: st.DrawFn) -> Callable[[], str]:
    """The same in TMX."""
    texts = some_texts(draw)
    languages = draw(st.sampled_from((("en", "de", "de"), ("de", "de"), ("en",))))
    space = draw(SPACES)

    def unit() -> str:
        variants = "".join(
            f"<tuv xml:lang='{language}'><seg>{draw(texts)}</seg></tuv>{space}"
            for language in languages
        )
        return f"<tu tuid='{draw(IDS)}' changedate=\"{draw(NUMBERS)}\">{variants}</tu>"

    return unit


@st.composite
def files(draw: st.DrawFn) -> tuple[str, str, str, list[str]]:
    """What stands before the units, the name of their element, what stands behind, the units."""
    if draw(st.booleans()):
        head = (
            "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'\n"
            " xmlns:m='http://www.memsource.com/mxlf/2.0'><file target-language='de'><body><group>"
        )
        name, tail, unit = "trans-unit", "</group></body></file></xliff>", units(draw)
    else:
        doctype = draw(st.sampled_from(("", "<!DOCTYPE tmx SYSTEM 'tmx14.dtd'>")))
        head, name, tail = f"{doctype}<tmx><body><group>", "tu", "</group></body></tmx>"
        unit = tmx_units(draw)
    parts: list[str] = []
    for _ in range(draw(st.integers(1, 12))):
        before = parts[draw(st.integers(0, len(parts) - 1))] if parts else ""
        parts.append(before if before and draw(st.booleans()) else unit())
        parts.append(draw(GAPS).replace("UNIT", name) if rarely(draw) else "\n")
    return head, name, tail + REST, parts


def blocks(lines: list[str], file: UnitFile) -> list[str]:
    return ["\n".join(block_lines(lines, block)).lstrip() for block in file.blocks]


@more_when_thorough
@settings(max_examples=tries(150, thorough=1000))
@given(files(), st.sampled_from((1, 2, 5, 4_096)))
def test_templates_read_blocks_like_expat(
    file: tuple[str, str, str, list[str]], window: int
) -> None:
    head, name, tail, parts = file
    quick = (head + "".join(parts) + tail).split("\n")
    # Behind an instruction no block is read but by expat.
    slow = (head + "".join(parts).replace(f"<{name} ", f"<?a?>\n<{name} ") + tail).split("\n")
    form = recognised(f"a.{'xlf' if name == 'trans-unit' else 'tmx'}", quick)
    assert form is not None
    with patch.object(elements, "_WINDOW_LINES", window):
        found = form.read(quick)
        with patch.object(templates, "_kernel_reader", lambda _: None):  # as without the kernel
            by_pattern = form.read(quick)
    assert by_pattern == found
    expected = form.read(slow)
    assert list(found.units) == list(expected.units)
    assert [each.around for each in found.blocks] == [each.around for each in expected.blocks]
    assert blocks(quick, found) == blocks(slow, expected)
    for number, block in enumerate(found.blocks):
        template, own = found.blocks.template_of(number), block_lines(quick, block)
        placed = template.places(own) if template else None
        assert placed is None or placed == form.places(own, block.around)
    assert (found.fields, found.languages) == (expected.fields, expected.languages)
    assert (found.fault is None) == (expected.fault is None)
    if found.fault is not None and expected.fault is not None:
        assert found.fault.message == expected.fault.message
        line, column = found.fault.place
        before = "\n".join(quick)[: sum(len(each) + 1 for each in quick[:line]) + column]
        added = before.count(f"<{name} ")  # each with a line feed
        assert expected.fault.place.line == line + added


@pytest.mark.parametrize("written", [*WITH_CODES, *WRONG_CODES])
def test_codes_in_slots_are_read_like_expat(written: str) -> None:
    head = "<xliff version='1.2'><file><body>"
    unit = "<trans-unit id='1'><source>a</source><target>{}</target></trans-unit>"
    texts = ["a", "b", written, "c", f"{written} d", "e"]
    quick = f"{head}{''.join(map(unit.format, texts))}</body></file></xliff>{REST}"
    slow = quick.replace("<trans-unit", "<?a?><trans-unit")
    found, expected = (XLIFF.read(text.split("\n")) for text in (quick, slow))
    assert list(found.units) == list(expected.units)
    assert (found.fault is None) == (expected.fault is None) == (written in WITH_CODES)


def test_fault_behind_template_blocks_keeps_its_place() -> None:
    unit = "<trans-unit id='{}'><source>é {}</source><target>b</target></trans-unit>"
    head = "<xliff version='1.2'><file><body>"
    for between in ("", "\n", "\n \n"):
        units = between.join(unit.format(number, "x" * number) for number in range(40))
        text = f"{head}{units}  </b>{REST}"
        file = XLIFF.read(text.split("\n"))
        assert len(file.blocks) == 40
        assert file.fault is not None
        line, column = file.fault.place
        assert text.split("\n")[line][column - 2 : column + 2] == "</b>"


def test_empty_element_block_ends_behind_its_tag() -> None:
    text = "<xliff version='1.2'><file><body><trans-unit id='1'/><trans-unit id='2'></trans-unit>"
    file = XLIFF.read([f"{text}<trans-unit id='3'/></body></file></xliff>"])
    assert file.fault is None
    extents = [text[block.start.column : block.end.column] for block in file.blocks[:2]]
    assert extents == ["<trans-unit id='1'/>", "<trans-unit id='2'></trans-unit>"]
    assert blocks([f"{text}<trans-unit id='3'/></body>"], file)[2] == "<trans-unit id='3'/>"


def test_what_follows_may_differ_in_what_matters() -> None:
    unit = "<trans-unit id='{}' m:confirmed='1'><target>{}</target></trans-unit>\n"
    head = "<xliff version='1.2' xmlns:m='http://www.memsource.com/mxlf/2.0'><file><group>\n"
    other = "</group><group xmlns:m='urn:other'>"
    text = head + unit.format(1, "a") + other + unit.format(2, "b") + unit.format(3, "c")
    file = XLIFF.read((text + unit.format(4, "]]>") + REST).split("\n"))
    assert [unit.facts.state for unit in file.units] == ["confirmed", None, None]
    assert file.fault is not None
    assert file.fault.place.line == 4
