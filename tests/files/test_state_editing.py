"""States are written so that they are read again and every other byte stays."""

import pytest

from meteor_core.errors import InputError
from meteor_core.files.editing import applied
from meteor_core.files.formats import recognised
from meteor_core.files.state_editing import state_edits
from meteor_core.files.states import STATES, State, state_of
from meteor_core.files.units import Facts

from .placed import block_lines
from .samples import MATECAT, MXLIFF, OKAPI, PO, SDLXLIFF, TMX


def written(name: str, content: str, state: State, unit: int = 0) -> str:
    """The whole file after the state of a unit of its first block was written."""
    lines = content.split("\n")
    form = recognised(name, lines)
    assert form is not None
    block = form.read(lines).blocks[0]
    own = block_lines(lines, block)
    after = applied(own, state_edits(form, own, block.around, unit=unit, state=state))
    after[0] = lines[block.start.line][: block.start.column] + after[0][block.start.column :]
    after[-1] += lines[block.end.line][block.end.column :]
    return "\n".join([*lines[: block.start.line], *after, *lines[block.end.line + 1 :]])


def xliff(unit: str) -> str:
    return (
        "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2' "
        f"xmlns:sdl='http://sdl.com/FileTypes/SdlXliff/1.0'><file><body>{unit}</body></file></xliff>"
    )


def xliff_2(segment: str) -> str:
    return (
        "<xliff version='2.0' xmlns='urn:oasis:names:tc:xliff:document:2.0'><file id='f'>"
        f"<unit id='u'>{segment}<source>a</source><target>b</target></segment></unit></file>"
        "</xliff>"
    )


def unit(target: str, attributes: str = "") -> str:
    return xliff(f"<trans-unit id='1'{attributes}><source>a</source>{target}</trans-unit>")


_SDL = (
    "<trans-unit id='1'><source>a b</source>"
    "<target><mrk mtype='seg' mid='1'>A</mrk> <mrk mtype='seg' mid='2'>B</mrk></target>"
    "<sdl:seg-defs><sdl:seg id='1'{}/><sdl:seg id='2' conf='Draft'><sdl:x/></sdl:seg>"
    "</sdl:seg-defs></trans-unit>"
)


@pytest.mark.parametrize(
    ("before", "state", "after"),
    [
        (unit("<target>b</target>"), "reviewed", unit('<target state="signed-off">b</target>')),
        (
            unit("<target\n state = 'new'\n x='>'>b</target>"),
            "rejected",
            unit("<target\n state = 'x-rejected'\n x='>'>b</target>"),
        ),
        (
            unit("<target state='new'>b</target>", " approved='no'"),
            "approved",
            unit("<target state='final'>b</target>", " approved='yes'"),
        ),
        (
            unit("<target state='final'>b</target>", "\n\tapproved='yes' "),
            "to-do",
            unit("<target state='needs-review-translation'>b</target>", "\n\tapproved='no' "),
        ),
        (
            xliff(_SDL.format("")),
            "approved",
            xliff(_SDL.format(' conf="ApprovedSignOff"')),
        ),
        (
            xliff(_SDL.format(" conf='Translated' locked='true'")),
            "rejected",
            xliff(_SDL.format(" conf='RejectedTranslation' locked='true'")),
        ),
        (xliff_2("<segment>"), "approved", xliff_2('<segment state="final">')),
        (
            xliff_2("<segment id='s'>"),
            "in-work",
            xliff_2('<segment id=\'s\' state="translated" subState="meteorscope:in-work">'),
        ),
        (
            xliff_2("<segment subState='other:x' state='translated' id='s'>"),
            "reviewed",
            xliff_2("<segment state='reviewed' id='s'>"),
        ),
    ],
)
def test_xml_keeps_every_other_byte(before: str, state: State, after: str) -> None:
    assert written("a.xlf", before, state) == after


@pytest.mark.parametrize(
    ("before", "state", "after"),
    [
        ('msgid "a"\nmsgstr "b"\n', "to-do", '#, fuzzy\nmsgid "a"\nmsgstr "b"\n'),
        ('#, fuzzy\nmsgid "a"\nmsgstr "b"\n', "reviewed", 'msgid "a"\nmsgstr "b"\n'),
        (
            '# said\n#\n#: x.c:1\n#| msgid "o"\nmsgid "a"\nmsgstr "b"',
            "rejected",
            '# said\n#\n#: x.c:1\n#, fuzzy\n#| msgid "o"\nmsgid "a"\nmsgstr "b"',
        ),
        (
            '#,c-format\nmsgctxt "x"\nmsgid "a"\nmsgstr "b"',
            "in-work",
            '#, fuzzy,c-format\nmsgctxt "x"\nmsgid "a"\nmsgstr "b"',
        ),
        (
            '#, c-format, fuzzy\nmsgid "a"\nmsgstr "b"',
            "approved",
            '#, c-format\nmsgid "a"\nmsgstr "b"',
        ),
    ],
)
def test_po_keeps_every_other_byte(before: str, state: State, after: str) -> None:
    assert written("a.po", before, state) == after


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(
    ("name", "content"),
    [("a.sdlxliff", SDLXLIFF), ("a.xlf", MATECAT), ("b.xlf", OKAPI), ("a.po", PO)],
)
def test_written_state_is_read_back(name: str, content: str, state: State) -> None:
    form = recognised(name, content.split("\n"))
    assert form is not None
    before = form.read(content.split("\n"))
    after = form.read(written(name, content, state).split("\n"))
    assert [one.texts for one in after.units] == [one.texts for one in before.units]
    assert state_of(form.name, next(iter(after.units)).facts, None) == state or form.name == "PO"
    assert written(name, written(name, content, state), state) == written(name, content, state)


@pytest.mark.parametrize(("name", "content"), [("a.mxliff", MXLIFF), ("a.tmx", TMX)])
def test_format_without_states_is_rejected(name: str, content: str) -> None:
    with pytest.raises(InputError, match=r"no place for a state|keeps no states"):
        written(name, content, "approved")


def test_state_beside_the_file_counts_while_the_file_has_the_nearest() -> None:
    fuzzy, translated = Facts(id="", state="fuzzy"), Facts(id="", state="translated")
    assert state_of("PO", fuzzy, "rejected") == "rejected"
    assert state_of("PO", translated, "rejected") == "reviewed"
    assert state_of("PO", translated, "approved") == "approved"
    assert state_of(None, Facts(id=""), "in-work") == "in-work"
    assert state_of("XLIFF 1.2", Facts(id="", state="x-other"), None) == "to-do"
    assert state_of("XLIFF 1.2", Facts(id="", state="translated", is_final=True), None) == (
        "approved"
    )
