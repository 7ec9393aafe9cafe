"""A field is written over another one with its inline codes, or refused, as lxml reads it."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from meteor_core.errors import InputError
from meteor_core.files.content import Content
from meteor_core.files.editing import applied, overwriting_edits
from meteor_core.files.formats import recognised
from meteor_core.files.placed_text import between
from meteor_core.files.units import MT, TARGET, Fault
from tests.thoroughness import more_when_thorough, tries

XLIFF = "urn:oasis:names:tc:xliff:document:1.2"
XLIFF_2 = "urn:oasis:names:tc:xliff:document:2.0"
MEMSOURCE = "http://www.memsource.com/mxlf/2.0"
SDL = "http://sdl.com/FileTypes/SdlXliff/1.0"


@dataclass(frozen=True)
class Kind:
    """A format: a file with {mt}, {target} and {source}, and the tags that its texts may have."""

    name: str
    file: str
    tags: tuple[str, ...]
    mt: str = MT
    target: str = TARGET


PAIRED = ("<g id='{}'>|</g>", "<bpt id='{}'>&lt;b&gt;</bpt>|<ept id='{}'/>", "<g id='{}'>|</g\n>")
ALONE = ("<x id='{}'/>", "<bx id='{}'/>|<ex id='{}' rid='{}'/>", "<it id='{}' pos='open'/>")
DEEP = ("<ph id='{}'>a<sub>|</sub></ph>", "<mrk mtype='x-term'>|</mrk>", "<f:g f:id='{}'>|</f:g>")
FOREIGN = ("<only:x id='{}'/>", "<g id='{}' only:a='b'>|</g>")
CODES_2 = (
    "<pc id='{}'>|</pc>",
    "<pc id='{}' dataRefStart='{}' dataRefEnd='{}'>|</pc>",
    "<ph id='{}'/>",
    "<ph id='{}' dataRef='{}'/>",
    "<sc id='{}'/>|<ec startRef='{}'/>",
    "<mrk id='{}' type='term'>|</mrk>",
    "<sm id='{}'/>|<em startRef='{}'/>",
    "<cp hex='001F'/>|",
    "<only:x id='{}'/>",
)
CODES_TMX = (
    "<bpt i='{}'>&lt;b&gt;</bpt>|<ept i='{}'/>",
    "<ph x='{}'>a<sub>|</sub></ph>",
    "<it pos='begin'/>|",
    "<hi type='{}'>|</hi>",
    "<ut>|</ut>",
)

KINDS = (
    Kind(
        name="a.xlf",
        file=f"""<xliff version='1.2' xmlns='{XLIFF}' xml:space='preserve'
xmlns:f='urn:f'><file><body>
<trans-unit id='1'><source>{{source}}</source> <target>{{target}}</target>
<alt-trans origin='mt' xmlns:only='urn:o'><target>{{mt}}</target></alt-trans></trans-unit>
<trans-unit id='2'><source>b</source><target>b<x id='1'/></target></trans-unit>
</body></file></xliff>""",
        tags=(*PAIRED, *ALONE, *DEEP, *FOREIGN),
    ),
    Kind(
        name="a.sdlxliff",
        file=f"""<xliff version='1.2' xmlns='{XLIFF}' xml:space='preserve'
xmlns:sdl='{SDL}' xmlns:f='urn:f'><file><body>
<trans-unit id='1'><source>{{source}} c</source>
<seg-source><mrk mtype='seg' mid='1'>{{source}}</mrk> <mrk mtype='seg' mid='2'>c</mrk></seg-source>
<target><g id='9'><mrk mtype='seg' mid='1'>{{target}}</mrk> <mrk mtype='seg' mid='2'>d</mrk></g>
</target><alt-trans mid='1' origin='mt' xmlns:only='urn:o'><target>{{mt}}</target></alt-trans>
<sdl:seg-defs><sdl:seg id='1'/><sdl:seg id='2'/></sdl:seg-defs></trans-unit>
</body></file></xliff>""",
        tags=(*PAIRED, *ALONE, *DEEP, *FOREIGN),
    ),
    Kind(
        name="a.mxliff",
        file=f"""<xliff version='1.2' xmlns='{XLIFF}' xml:space='preserve'
xmlns:m='{MEMSOURCE}'><file><body><group>
<trans-unit id='1' m:confirmed='0'><source>{{source}}</source><target>{{target}}</target>
<alt-trans origin='machine-trans' xmlns:only='urn:o'><target>{{mt}}</target></alt-trans>
</trans-unit></group></body></file></xliff>""",
        tags=("{{{}}}", "{{{}&gt;|&lt;{}}}", *ALONE, *FOREIGN),
    ),
    Kind(
        name="b.xlf",
        file=f"""<xliff xmlns='{XLIFF_2}' xmlns:mtc='urn:oasis:names:tc:xliff:matches:2.0'
 xml:space='preserve' version='2.1' srcLang='en' trgLang='de'><file id='f'><unit id='u'>
<mtc:matches><mtc:match ref='#s' type='mt' xmlns:only='urn:o'><originalData><data id='1'>1</data>
<data id='2'>two</data><data id='4'>4</data></originalData><source>a</source>
<target>{{mt}}</target></mtc:match></mtc:matches><originalData>
<data id='1'>1</data><data id='3'>two</data></originalData>
<segment id='s'><source>{{source}}</source><target>{{target}}</target></segment>
<segment id='t'><source>x</source><target>y<ph id='3'/></target></segment>
</unit></file></xliff>""",
        tags=CODES_2,
    ),
    Kind(
        name="a.tmx",
        file="""<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en"/><body><tu tuid="7">
<tuv xml:lang="en"><seg>{source}</seg></tuv><tuv xml:lang="de"><seg>{mt}</seg></tuv>
<tuv xml:lang="de"><seg>{target}</seg></tuv></tu></body></tmx>""",
        tags=CODES_TMX,
        mt="de",
        target="de/2",
    ),
)

TEXTS = (
    "",
    " ",
    "  ",
    "a",
    "b c",
    "&amp;",
    "&#65;",
    "\n\t ",
    "<![CDATA[<g>&]]>",
    "<!-- <g> -->",
    "é😀",
)


@st.composite
def inner(draw: st.DrawFn, tags: tuple[str, ...], depth: int = 2) -> str:
    """What stands in a field: text and codes, nested and repeated."""
    parts = [draw(st.sampled_from(TEXTS))]
    for _ in range(draw(st.integers(0, 2))):
        tag = draw(st.sampled_from(tags))
        number = draw(st.sampled_from("124"))
        before, _, behind = tag.format(*[number] * tag.count("{}")).partition("|")
        nested = draw(inner(tags, depth - 1)) if depth and behind else ""
        parts += [before, nested, behind, draw(st.sampled_from(TEXTS))]
    return "".join(parts)


def overwritten(
    name: str, text: str, field: str = TARGET, other: str = MT, content: Content | None = None
) -> str:
    """The whole file after the first unit's field holds what another one holds, of it or not."""
    lines = text.split("\n")
    form = recognised(name, lines)
    assert form is not None
    file = form.read(lines)
    assert file.fault is None
    block = file.blocks[0]
    own = between(lines, block.start, block.end)
    found = overwriting_edits(
        form,
        own,
        block.around,
        unit=0,
        field=field,
        content=content or content_of(name, text, other),
        is_of_block=content is None,
    )
    head = [*lines[: block.start.line], lines[block.start.line][: block.start.column]]
    tail = [lines[block.end.line][block.end.column :], *lines[block.end.line + 1 :]]
    return "\n".join(head) + "\n".join(applied(own, found)) + "\n".join(tail)


def content_of(name: str, text: str, field: str) -> Content:
    """What a field of the first unit of a file holds."""
    lines = text.split("\n")
    form = recognised(name, lines)
    assert form is not None
    block = form.read(lines).blocks[0]
    held = form.contents(between(lines, block.start, block.end), block.around)
    assert not isinstance(held, Fault)
    if field not in held[0]:  # one without words is no machine translation
        raise InputError(f"there is no {field}")
    return held[0][field]


def said(element: etree._Element, data: Mapping[str, str]) -> list[object]:
    """Texts and codes in an element, as lxml has them."""
    found: list[object] = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str):
            attributes = {
                name: data[str(value)] if str(name).startswith("dataRef") else value
                for name, value in child.attrib.items()
            }
            found.append((child.tag, attributes, said(child, data)))
        found.append(child.tail or "")
    joined: list[object] = []
    for one in found:  # a comment parts no text
        if joined and isinstance(one, str) and isinstance(joined[-1], str):
            joined[-1] += one
        else:
            joined.append(one)
    return joined


def data_of(element: etree._Element) -> dict[str, str]:
    """The original data that codes in an element of XLIFF 2 refer to, by id."""
    for above in element.iterancestors(f"{{{XLIFF_2}}}unit", "{*}match"):
        found = above.find(f"{{{XLIFF_2}}}originalData")
        if found is not None:
            return {one.get("id", ""): one.text or "" for one in found}
    return {}


PATHS: Mapping[str, tuple[str, str]] = {
    "a.xlf": ("//{*}alt-trans/{*}target", "//{*}trans-unit[@id='1']/{*}target"),
    "a.sdlxliff": ("//{*}alt-trans/{*}target", "//{*}target//{*}mrk[@mid='1']"),
    "a.mxliff": ("//{*}alt-trans/{*}target", "//{*}trans-unit/{*}target"),
    "b.xlf": ("//{*}match/{*}target", "//{*}segment[@id='s']/{*}target"),
    "a.tmx": ("//tuv[2]/seg", "//tuv[3]/seg"),
}


@more_when_thorough
@settings(max_examples=tries(150, thorough=2_000))
@given(st.sampled_from(KINDS), st.data())
def test_field_content_is_copied(kind: Kind, data: st.DataObject) -> None:
    mt = data.draw(inner(kind.tags))
    plain = tuple(tag for tag in kind.tags if "only:" not in tag and "dataRef" not in tag)
    source, target = data.draw(inner(plain)), data.draw(inner(plain))
    head, tail = kind.file.format(mt=mt, source=source, target="\0").split("\0")
    before = f"{head}{target}{tail}"
    try:
        after = overwritten(kind.name, before, kind.target, kind.mt)
    except InputError:
        return
    assert after.startswith(head)
    assert after.endswith(tail)
    root = etree.fromstring(after.encode())
    (theirs, ours) = (root.find(f".{path}") for path in PATHS[kind.name])
    assert theirs is not None
    assert ours is not None
    assert said(ours, data_of(ours)) == said(theirs, data_of(theirs))
    written = after[len(head) : len(after) - len(tail)]
    if "dataRef" not in mt and written != target:
        assert written == mt
    if kind.name == "b.xlf":
        ids = [one.get("id") for one in ours.iter() if one is not ours and one.get("id")]
        assert len(ids) == len(set(ids))
        assert not {"3", "s", "t"} & set(ids)
        starts = {one.get("startRef") for one in ours.iter() if one.get("startRef")}
        assert starts <= set(ids)


def xliff(mt: str, target: str, *, bound: str = "", source: str = "a") -> str:
    return (
        f"<xliff version='1.2' xmlns='{XLIFF}' xmlns:f='urn:f'><file><body><trans-unit id='1'>"
        f"<source>{source}</source>{target}<alt-trans origin='mt'{bound}><target>{mt}</target>"
        "</alt-trans></trans-unit></body></file></xliff>"
    )


@pytest.mark.parametrize(
    ("mt", "target", "after"),
    [
        ('Klicken Sie <g id="1">Speichern</g> an.', "<target>Jetzt speichern.</target>", None),
        ("Klicken Sie Speichern an.", '<target>Jetzt <g id="1">speichern</g>.</target>', None),
        ('a <x id="1"/> b', "<target state='new'/>", "<target state='new'>{}</target>"),
        ('<x id="1"/>a', "<target><mrk mtype='x-a'/></target>", None),
        ("a\n  b", "<target>a b</target>", "<target>a b</target>"),
        ("a\n  b", "<target>c</target>", None),
        ("\n  a <x id='1'/>\n ", "<target>\n b\n</target>", "<target>\n a <x id='1'/>\n</target>"),
        ("\n  <g id='1'>\n  a</g>", "<target>b</target>", "<target><g id='1'>\n  a</g></target>"),
        ("\n <mrk mtype='x-a'>\n a\n</mrk>\n", "<target>b</target>", None),
        ("a", "<target>\n <mrk mtype='x-a'>\n b\n </mrk>\n</target>", None),
        ("a &#x26; <![CDATA[<b>]]>", "<target>a</target>", None),
        ("{1&gt;a&lt;1}{2}", "<target>a {1}</target>", None),
    ],
)
def test_copied_markup_is_the_mts_own(mt: str, target: str, after: str | None) -> None:
    expected = (after or "<target>{}</target>").format(mt)
    assert overwritten("a.xlf", xliff(mt, target)) == xliff(mt, expected)


@pytest.mark.parametrize(
    ("mt", "bound", "why"),
    [
        ("a <y:x/>", " xmlns:y='urn:y'", "in the target it could not be read: .* unbound prefix"),
        ("a <f:x/>", " xmlns:f='urn:z'", "would not be the same"),
        ("a\n  b", " xml:space='preserve'", "would not be the same"),
        ("<mrk mtype='seg' mid='1'>a</mrk><mrk mtype='seg' mid='2'>b</mrk>", "", "not be the same"),
    ],
)
def test_inexact_copy_is_rejected(mt: str, bound: str, why: str) -> None:
    text = xliff(mt, "<target>b</target>", bound=bound)
    with pytest.raises(InputError, match=why):
        overwritten("a.xlf", text)


PO = 'msgid "a"\nmsgstr "b\\n"\n"c"\n'
TMX = '<tmx version="1.4"><body><tu><tuv xml:lang="de"><seg>{}</seg></tuv></tu></body></tmx>'
CODE = xliff("m", "<target>b<x id='1'/></target>")
NO_CODE = xliff("m", "<target>b</target>")


@pytest.mark.parametrize(
    ("name", "text", "content", "after"),
    [
        ("a.po", PO, content_of("b.po", PO.replace("c", "d\\t"), TARGET), PO.replace("c", "d\\t")),
        ("a.po", PO, content_of("b.xlf", NO_CODE, TARGET), PO.replace('"b\\n"\n"c"', '"b"\n""')),
        (
            "a.xlf",
            CODE,
            content_of("b.xlf", CODE.replace("b<x id='1'/>", "<x id='1'/>d"), TARGET),
            CODE.replace("b<x id='1'/>", "<x id='1'/>d"),
        ),
        (
            "a.xlf",
            NO_CODE,
            content_of("b.tmx", TMX.format("&#100;"), "de"),
            NO_CODE.replace(">b", ">d"),
        ),
    ],
)
def test_a_field_of_another_file_is_written(
    name: str, text: str, content: Content, after: str
) -> None:
    assert overwritten(name, text, content=content) == after


@pytest.mark.parametrize(
    ("name", "text", "content", "why"),
    [
        ("a.po", PO, content_of("b.xlf", CODE, TARGET), "inline codes of XLIFF 1.2, which PO"),
        ("a.xlf", NO_CODE, content_of("b.tmx", TMX.format("<ph/>d"), "de"), "inline codes of TMX"),
        ("a.xlf", CODE, content_of("b.po", PO, TARGET), "the text would lose <x id='1'/>"),
        ("a.xlf", CODE, content_of("b.xlf", CODE.replace("'1'/", "'2'/"), TARGET), "code x 2"),
    ],
)
def test_unsupported_inline_codes_are_rejected(
    name: str, text: str, content: Content, why: str
) -> None:
    with pytest.raises(InputError, match=why):
        overwritten(name, text, content=content)
