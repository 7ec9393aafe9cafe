"""Other texts are written so that they are read again and every other byte stays."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core.errors import InputError
from meteor_core.files.editing import applied, edits
from meteor_core.files.formats import UnitFormat, recognised
from meteor_core.files.units import MT, TARGET, Fault
from tests.thoroughness import more_when_thorough, tries

from . import generated
from .placed import block_lines

KEPT = "xml:space='preserve'"


def written(
    name: str,
    content: str,
    text: str,
    field: str = TARGET,
    *,
    span: tuple[int, int] | None = None,
) -> str:
    """The whole file after the first unit's text, or a part of it, was written."""
    lines = content.split("\n")
    form = recognised(name, lines)
    assert form is not None
    block = form.read(lines).blocks[0]
    own = block_lines(lines, block)
    span = span or (0, len(block.units[0].texts.get(field, "")))
    found = edits(form, own, block.around, unit=0, field=field, span=span, text=text)
    after = applied(own, found)
    after[0] = lines[block.start.line][: block.start.column] + after[0][block.start.column :]
    after[-1] += lines[block.end.line][block.end.column :]
    return "\n".join([*lines[: block.start.line], *after, *lines[block.end.line + 1 :]])


def xliff(target: str) -> str:
    return (
        "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'><file><body>"
        f"<trans-unit id='1'><source>a</source>{target}</trans-unit></body></file></xliff>"
    )


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("<target>a b</target>", "a & c", "<target>a &amp; c</target>"),
        ("<target>a &#x26; b</target>", "a & c", "<target>a &#x26; c</target>"),
        ("<target></target>", "a<b", "<target>a&lt;b</target>"),
        ("<target state='new'/>", "a", "<target state='new'>a</target>"),
        ("<target\n  state='>'\n  />", "a", "<target\n  state='>'\n  >a</target>"),
        ("<target>a b</target>", "", "<target></target>"),
        ("<target><![CDATA[a&b]]></target>", "a&<c", "<target><![CDATA[a&<c]]></target>"),
        (
            "<target><![CDATA[a]]></target>",
            "a]]>",
            "<target><![CDATA[a]]]]><![CDATA[>]]></target>",
        ),
        ("<target>a <!-- x --> b</target>", "c", "<target>c<!-- x --></target>"),
        ("<target><mrk>a b</mrk> c</target>", "x b d", "<target><mrk>x b</mrk> d</target>"),
        (f"<target {KEPT}>a\n b</target>", "a\n\n c", f"<target {KEPT}>a\n\n c</target>"),
        ("<target>\n a\n  b\n</target>", "a c", "<target>\n a\n  c\n</target>"),
        ("<target>\n a\n  b\n</target>", "x a b y", "<target>\n x a\n  b y\n</target>"),
        ("<target>\n a\n  b\n</target>", "c b", "<target>\n c\n  b\n</target>"),
        ("<target>\n a\n  b\n</target>", "ab", "<target>\n ab\n</target>"),
        ("<target>\n</target>", "a", "<target>a\n</target>"),
        ("<target>a</target>", "a\rb", "<target>a&#13;b</target>"),
        (f"<target {KEPT}>a&#10;</target>", "a", f"<target {KEPT}>a</target>"),
        (
            f"<target {KEPT}>&#xa;\n&#10;</target>",
            "\n\nb",
            f"<target {KEPT}>&#xa;\nb</target>",
        ),
    ],
)
def test_xml_is_written_where_it_changes(before: str, text: str, after: str) -> None:
    assert written("a.xlf", xliff(before), text) == xliff(after)


@pytest.mark.parametrize(
    ("before", "span", "text", "after"),
    [
        ("a<x id='1'/>b c", (2, 3), "new", "a<x id='1'/>new c"),
        ("a<x id='1'/>b", (1, 1), " x", "a x<x id='1'/>b"),
        ("a<x id='1'/>b", (2, 2), "x ", "a<x id='1'/>x b"),
        ("a <g id='1'>b</g> c", (3, 4), "d", "a <g id='1'>d</g> c"),
        ("a<g id='1'>b</g>c", (4, 5), "cc", "a<g id='1'>b</g>cc"),
        ("<x id='1'/>", (1, 1), "a", "<x id='1'/>a"),
        ("<x id='1'/>", (0, 0), "a", "a<x id='1'/>"),
        ("<x/><x/>", (1, 1), "a", "<x/>a<x/>"),
        ("<mrk>a</mrk><x/>b", (0, 1), "cc", "<mrk>cc</mrk><x/>b"),
        ("\n <x/>a\n <x/>\n", (1, 2), "b", "\n <x/>b\n <x/>\n"),
    ],
)
def test_inline_codes_keep_their_places(
    before: str, span: tuple[int, int], text: str, after: str
) -> None:
    target = "<target>{}</target>".format
    found = written("a.xlf", xliff(target(before)), text, span=span)
    assert found == xliff(target(after))


@pytest.mark.parametrize(
    ("before", "text", "why"),
    [
        ("<target>the<x id='1'/>old house</target>", "Haus", "inline code <x id='1'/>"),
        ("<target>a<g id='1'>b</g>c</target>", "abc", "inline code <g id='1'>"),
        ("<target>a</target>", "a\x01", "XLIFF 1.2 cannot hold this text in the target"),
        ("<target>a</target>", "a\ud800", "XLIFF 1.2 cannot hold this text"),
        ("<target>a</target>", "a\n b", "XLIFF 1.2 cannot hold this text"),
        ("", "a", "the unit has no target that could be written"),
    ],
)
def test_unwritable_note_is_rejected(before: str, text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        written("a.xlf", xliff(before), text)


def test_po_keeps_its_lines() -> None:
    content = '# note\nmsgid "a"\nmsgstr ""\n"one\\n"\n"two"\n'
    assert written("a.po", content, 'one\n"three"') == content.replace("two", '\\"three\\"')
    assert written("a.po", content, "") == '# note\nmsgid "a"\nmsgstr ""\n""\n""\n'


def test_a_system_of_wmt_and_a_segment_of_sgml_are_written() -> None:
    content = '<dataset><doc><hyp system="X"><p><seg id="1">a</seg></p></hyp></doc></dataset>'
    assert written("a.xml", content, "b&", "hyp:X") == content.replace(">a<", ">b&amp;<")
    content = '<tstset sysid="X"><doc docid="d"><seg id=1> AT&T </seg></doc></tstset>'
    assert written("a.sgm", content, "AT&T <a>", "hyp:X") == content.replace(
        "AT&T", "AT&T &lt;a&gt;"
    )


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(generated.any_file(), st.data())
def test_written_note_is_read_back(file: generated.File, data: st.DataObject) -> None:
    """And where codes would be lost it is refused."""
    lines = file.content.split("\n")
    form: UnitFormat | None = recognised(file.name, lines)
    assert form is not None
    before = form.read(lines)
    number = data.draw(st.integers(0, len(before.blocks) - 1))
    block = before.blocks[number]
    unit = data.draw(st.integers(0, len(block.units) - 1))
    field = data.draw(st.sampled_from(sorted(block.units[unit].texts)))
    old = block.units[unit].texts[field]
    first = data.draw(st.integers(0, len(old)))
    span = first, data.draw(st.integers(first, len(old)))
    new = data.draw(generated.TEXTS)
    own = block_lines(lines, block)
    places = form.places(own, block.around)
    assert not isinstance(places, Fault)
    try:
        found = edits(form, own, block.around, unit=unit, field=field, span=span, text=new)
    except InputError:
        text = old[: span[0]] + new + old[span[1] :]
        is_indented = file.name == "a.xlf" and "\n" in text
        is_no_proposal = field == MT and not text.strip()
        assert (
            field not in places[unit] or places[unit][field].codes or is_indented or is_no_proposal
        )
        return
    after = form.places(applied(own, found), block.around)
    assert not isinstance(after, Fault)
    expected = [dict(each.texts) for each in block.units]
    expected[unit][field] = old[: span[0]] + new + old[span[1] :]
    assert [{name: each.text for name, each in texts.items()} for texts in after] == expected
    kept = "\n".join(own)
    for start, end, _ in reversed(found):
        first, last = (sum(map(len, own[: at.line])) + at.line + at.column for at in (start, end))
        taken = kept[first:last]
        assert taken == "/>" or "<" not in taken or "<![CDATA[" in kept  # no tag, nor a comment
        kept = kept[:first] + kept[last:]
