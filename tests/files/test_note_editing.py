"""Notes are written, changed and removed so that every other byte stays."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core.errors import InputError
from meteor_core.files.editing import applied
from meteor_core.files.formats import recognised
from meteor_core.files.note_editing import note_edits

from .placed import block_lines
from .samples import SDLXLIFF, TMX


def written(content: str, number: int | None, text: str | None, who: str = "") -> str:
    """The whole file after a note of its first block was written."""
    lines = content.split("\n")
    form = recognised("a.xml", lines)
    assert form is not None
    block = form.read(lines).blocks[0]
    own = block_lines(lines, block)
    after = applied(own, note_edits(form, own, block.around, number=number, text=text, who=who))
    after[0] = lines[block.start.line][: block.start.column] + after[0][block.start.column :]
    after[-1] += lines[block.end.line][block.end.column :]
    return "\n".join([*lines[: block.start.line], *after, *lines[block.end.line + 1 :]])


def test_notes_have_the_prefix_of_the_format() -> None:
    old = (
        "<x:xliff version='1.2' xmlns:x='urn:oasis:names:tc:xliff:document:1.2'><x:file><x:body>"
        "<x:trans-unit\n id='1'><x:source>a</x:source>{}</x:trans-unit></x:body></x:file></x:xliff>"
    )
    note = "<x:note>b</x:note>"
    assert written(old.format(""), None, "b") == old.format(note)
    new = (
        "<x:xliff version='2.0' xmlns:x='urn:oasis:names:tc:xliff:document:2.0'><x:file id='f'>"
        "<x:unit id='1'>{}<x:segment><x:source>a</x:source></x:segment></x:unit></x:file></x:xliff>"
    )
    assert written(new.format(""), None, "b") == new.format(f"<x:notes>{note}</x:notes>")


def xliff(content: str) -> str:
    return f"<xliff version='1.2'><file><body>{content}</body></file></xliff>"


def xliff_2(content: str) -> str:
    return f"<xliff version='2.0'><file id='f'>{content}</file></xliff>"


_FLAT = "<trans-unit id='1'><source>a</source><target>b</target>{}</trans-unit>"
_LINES = "<trans-unit id='1'>\n  <source>a</source>\n  <target>b</target>{}\n</trans-unit>"
_UNIT = "<unit id='u'>{}<segment><source>a</source><target>b</target></segment></unit>"
_UNIT_LINES = "<unit id='u'>{}\n <segment><source>a</source></segment>\n</unit>"
_NOTES = "<notes><note>x</note></notes>"
_NOTE = '<note from="&quot;A&quot; &amp; B">x &lt; y</note>'


@pytest.mark.parametrize(
    ("before", "number", "text", "after"),
    [
        (xliff(_FLAT.format("")), None, "x < y", xliff(_FLAT.format(_NOTE))),
        (xliff(_LINES.format("")), None, "x < y", xliff(_LINES.format(f"\n  {_NOTE}"))),
        (
            xliff(_LINES.format("\n  <note>old</note>")),
            0,
            "new",
            xliff(_LINES.format("\n  <note>new</note>")),
        ),
        (xliff(_LINES.format("\n  <note>old</note>")), 0, None, xliff(_LINES.format(""))),
        (
            xliff(_FLAT.format("<note>a</note><note>b</note>")),
            1,
            None,
            xliff(_FLAT.format("<note>a</note>")),
        ),
        (
            xliff_2(_UNIT.format("")),
            None,
            "x",
            xliff_2(_UNIT.format(_NOTES)),
        ),
        (
            xliff_2(_UNIT_LINES.format("")),
            None,
            "x",
            xliff_2(_UNIT_LINES.format("\n <notes><note>x</note></notes>")),
        ),
        (
            xliff_2(_UNIT.format(_NOTES)),
            None,
            "y",
            xliff_2(_UNIT.format("<notes><note>x</note><note>y</note></notes>")),
        ),
        (
            xliff_2(_UNIT.format(_NOTES)),
            0,
            None,
            xliff_2(_UNIT.format("")),
        ),
        ('msgid "a"\nmsgstr "b"', None, "x\n\n y", '# x\n# y\nmsgid "a"\nmsgstr "b"'),
        (
            '# old\n#. code\n#, fuzzy\nmsgid "a"\nmsgstr "b"',
            None,
            "new",
            '# old\n# new\n#. code\n#, fuzzy\nmsgid "a"\nmsgstr "b"',
        ),
        ('# old\n#. c\nmsgid "a"\nmsgstr "b"', 0, "new", '# new\n#. c\nmsgid "a"\nmsgstr "b"'),
        ('# old\n# two\nmsgid "a"\nmsgstr "b"', 1, None, '# old\nmsgid "a"\nmsgstr "b"'),
    ],
)
def test_every_other_byte_stays(
    before: str, number: int | None, text: str | None, after: str
) -> None:
    assert written(before, number, text, '"A" & B' if text == "x < y" else "") == after


@pytest.mark.parametrize(
    ("content", "number"),
    [
        (SDLXLIFF, None),  # a unit of several segments
        (TMX, None),
        ('#. of a programmer\nmsgid "a"\nmsgstr "b"', 0),
        ('# one\nmsgid "a"\nmsgstr "b"', 1),
    ],
)
def test_impossible_edit_is_rejected(content: str, number: int | None) -> None:
    with pytest.raises(InputError, match="note"):
        written(content, number, "x")


@given(st.text(max_size=20), st.text(max_size=8))
@settings(max_examples=60)
def test_any_text_round_trips_or_is_rejected(text: str, who: str) -> None:
    for content in (xliff(_LINES.format("")), xliff_2(_UNIT.format("")), 'msgid "a"\nmsgstr "b"'):
        form = recognised("a.xml", content.split("\n"))
        assert form is not None
        try:
            after = written(content, None, text, who)
        except InputError:
            continue
        (unit,) = form.read(after.split("\n")).units
        assert "".join(unit.facts.notes).split() == text.split() or form.name == "PO"
