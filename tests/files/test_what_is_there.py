"""Which texts of a bilingual file count: what is empty, foreign or only laid out does not."""

from xml.sax.saxutils import quoteattr

import pytest

from meteor_core.files.before import with_baseline
from meteor_core.files.by_id import UnitKey, places_by_id
from meteor_core.files.formats import recognised
from meteor_core.files.joined import joined
from meteor_core.files.reading import parsed
from meteor_core.files.sides import compared, sides_of
from meteor_core.files.units import MT, SOURCE, TARGET, UnitFile

from .placed import places

XLIFF = "urn:oasis:names:tc:xliff:document:1.2"
XLIFF_2 = "urn:oasis:names:tc:xliff:document:2.0"
MATCHES = "urn:oasis:names:tc:xliff:matches:2.0"
SDL = "http://sdl.com/FileTypes/SdlXliff/1.0"
PHRASE = "http://www.memsource.com/mxlf/2.0"


def read(content: str, name: str = "a.xlf") -> UnitFile:
    return parsed(name, content.encode())


def xliff(*units: str, around: str = "") -> str:
    return (
        f'<xliff version="1.2" xmlns="{XLIFF}"><file original="a" source-language="en" '
        f'target-language="de"{around}><body>{"".join(units)}</body></file></xliff>'
    )


def unit(*proposals: tuple[str, str], target: str = "<target>z</target>", name: str = "1") -> str:
    alternatives = "".join(
        f'<alt-trans origin="{origin}">{target}</alt-trans>' for origin, target in proposals
    )
    return f'<trans-unit id="{name}"><source>s</source>{target}{alternatives}</trans-unit>'


def numbers(file: UnitFile) -> list[int]:
    return [found.number for found in compared(file, sides_of(file))]


# Proposals

NOTHING = ("<target/>", "<target></target>", "<target> </target>", '<target><x id="1"/></target>')


@pytest.mark.parametrize("empty", NOTHING)
def test_empty_proposal_is_ignored(empty: str) -> None:
    tm = ("memsource-tm", "<target>of a memory</target>")
    mt = ("machine-trans", "<target>of a machine</target>")
    file = read(
        xliff(
            unit(("machine-trans", empty), tm),
            unit(("machine-trans", empty), ("memsource-tm", empty)),
            unit(tm, ("machine-trans", empty), mt),
            unit(("memsource-tm", empty), mt),
        )
    )
    expected = ["of a memory", None, "of a machine", "of a machine"]
    assert [each.texts.get(MT) for each in file.units] == expected


@pytest.mark.parametrize("empty", NOTHING)
def test_empty_xliff_2_candidate_is_ignored(empty: str) -> None:
    empty = empty.replace("<x ", "<ph ")
    matches = "".join(
        f'<m:match ref="#s" {said}><source>s</source>{target}</m:match>'
        for said, target in (
            ('type="mt"', empty),
            ('type="tm"', "<target>memory</target>"),
            ('type="mt" reference="yes"', "<target>otra lengua</target>"),
        )
    )
    file = read(
        f'<xliff version="2.0" xmlns="{XLIFF_2}" xmlns:m="{MATCHES}" srcLang="en" trgLang="de">'
        f'<file id="f"><unit id="1"><m:matches>{matches}</m:matches><segment id="s">'
        "<source>s</source><target>z</target></segment></unit></file></xliff>"
    )
    assert [each.texts.get(MT) for each in file.units] == ["memory"]


def test_a_segment_of_a_proposal_may_be_empty() -> None:
    marks = '<mrk mtype="seg" mid="1">{}</mrk><mrk mtype="seg" mid="2">{}</mrk>'
    target = f"<target>{marks.format('a', 'b')}</target>"
    proposals = (
        ("mt", f"<target>{marks.format('c', ' ')}</target>"),
        ("tm", f"<target>{marks.format('d', 'e')}</target>"),
    )
    file = read(xliff(unit(*proposals, target=target)))
    assert [each.texts[MT] for each in file.units] == ["c", "e"]


def test_templates_allow_empty_proposals() -> None:
    """Behind the first blocks, no parser reads them but where it has to."""
    tm = ("tm", "<target>of a memory</target>")
    made = ["made", " ", "made", "\n  made\n", "made"] * 8
    file = read(
        xliff(*(unit(("mt", f"<target>{text}</target>"), tm) for text in made))
        + f"<!--{'a' * 50_000}-->"
    )
    expected = ["of a memory" if text == " " else "made" for text in made]
    assert [each.texts[MT] for each in file.units] == expected


# Targets


@pytest.mark.parametrize(
    "target", [*NOTHING, '<target state="needs-translation"/>', "<target>\n</target>"]
)
def test_an_empty_target_is_no_final_text(target: str) -> None:
    made = ("mt", "<target>made</target>")
    file = read(xliff(unit(made, target=target), unit(made)))
    assert numbers(file) == [2]


def test_an_empty_msgstr_is_no_final_text_but_an_output_of_a_system_may_be_empty() -> None:
    before = read('msgid "a"\nmsgstr "A"\n\nmsgid "b"\nmsgstr "B"\n', "a.po")
    after = read('msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr "b"\n', "a.po")
    assert numbers(with_baseline(after, before)) == [2]
    seg = '<seg id="1">{}</seg><seg id="2">b</seg>'
    wmt = read(
        f"<dataset><doc id='d'><ref translator='A'>{seg.format('a')}</ref>"
        f"<hyp system='X'>{seg.format('')}</hyp></doc></dataset>",
        "a.xml",
    )
    assert numbers(wmt) == [1, 2]
    variants = "".join(f'<tuv xml:lang="de"><seg>{text}</seg></tuv>' for text in ("a", " "))
    tmx = read(
        f"<tmx><body><tu>{variants}</tu><tu>{variants.replace('> <', '>b<')}</tu></body></tmx>",
        "a.tmx",
    )
    assert numbers(tmx) == [2]


# Ids


def several(*files: tuple[str, dict[str, str]]) -> str:
    made = "".join(
        f"<file original={quoteattr(name)}><body>"
        + "".join(
            f'<trans-unit id="{own}"><source>s</source><target>{text}</target></trans-unit>'
            for own, text in units.items()
        )
        + "</body></file>"
        for name, units in files
    )
    return f'<xliff version="1.2" xmlns="{XLIFF}">{made}</xliff>'


def test_ids_are_those_of_a_file_within_the_document() -> None:
    now = several(
        ("a>b", {"1": "a1", "2": "a2"}), ("b", {"1": "b1", "2": "b2"}), ("c", {"1": "c1"})
    )
    then = several(("c", {"1": "C1"}), ("b", {"2": "B2", "1": "B1"}), ("a>b", {"2": "A2"}))
    found = with_baseline(read(now), read(then))
    assert [each.texts.get(MT) for each in found.units] == [None, "A2", "B1", "B2", "C1"]


def test_equal_file_names_are_numbered() -> None:
    units = {"1": "x1", "2": "x2"}
    now = several(("a", units), ("a", {"1": "y1", "2": "y2"}), ("b", {"1": "b"}), ("a", {"1": "z"}))
    then = several(("a", {"1": "X1"}), ("a", {"1": "Y1", "2": "Y2"}), ("a", {"1": "Z"}))
    found = with_baseline(read(now), read(then))
    assert [each.texts.get(MT) for each in found.units] == ["X1", None, "Y1", "Y2", None, "Z"]
    again = several(("a", units), ("a", units))
    assert [each.around for each in read(again).blocks] == [
        each.around for each in read(again).blocks
    ]
    places_of = places_by_id(read(again).blocks.keys, read(again).blocks.keys)
    assert places_of == [0, 1, 2, 3]


def test_where_all_files_have_other_names_they_go_together_in_order() -> None:
    now = several(("a", {"1": "a1"}), ("b", {"1": "b1"}))
    then = several(("x/a", {"1": "A1"}), ("x/b", {"1": "B1"}))
    found = with_baseline(read(now), read(then))
    assert [each.texts.get(MT) for each in found.units] == ["A1", "B1"]
    fewer = with_baseline(read(now), read(several(("x/a", {"1": "A1"}))))
    assert [each.texts.get(MT) for each in fewer.units] == [None, None]


def test_ids_of_xliff_2_are_those_of_file_unit_and_segment() -> None:
    def made(*files: tuple[str, str]) -> UnitFile:
        return read(
            f'<xliff version="2.0" xmlns="{XLIFF_2}" srcLang="en" trgLang="de">'
            + "".join(
                f'<file id="{name}"><unit id="1"><segment id="s"><source>s</source>'
                f"<target>{text}</target></segment></unit></file>"
                for name, text in files
            )
            + "</xliff>"
        )

    found = with_baseline(made(("f", "a"), ("g", "b")), made(("g", "B"), ("f", "A")))
    assert [each.texts[MT] for each in found.units] == ["A", "B"]


def test_languages_distinguish_equal_file_names() -> None:
    def made(*languages: tuple[str, str]) -> UnitFile:
        files = "".join(
            f'<file original="a" target-language="{language}"><body><trans-unit id="1">'
            f"<source>s</source><target>{text}</target></trans-unit></body></file>"
            for language, text in languages
        )
        return read(f'<xliff version="1.2" xmlns="{XLIFF}">{files}</xliff>')

    found = with_baseline(made(("fr-FR", "f"), ("de", "d")), made(("de", "D"), ("fr", "F")))
    assert [each.texts[MT] for each in found.units] == ["F", "D"]


def test_units_without_ids_go_together_in_order() -> None:
    assert places_by_id([UnitKey("a", "b")], [UnitKey("c", ""), UnitKey("c", "")]) == [0]


# Headlines of SGML


def test_a_headline_of_sgml_is_one_segment() -> None:
    text = (
        '<{0}set setid="t" trglang="en" {1}><doc docid="d">\n<hl>\n<seg id="1">{2}</seg>\n</hl>\n'
        '<p>\n<seg id="2">b\n<hl><seg id="3">c</seg></hl></doc></{0}set>'
    )
    one, other = (
        read(text.format(*each), "a.sgm")
        for each in (("tst", 'sysid="X"', "A"), ("ref", 'refid="R"', "a"))
    )
    assert [each.facts.id for each in one.units] == ["d:1", "d:2", "d:3"]
    both = joined([one, other])
    assert [tuple(each.texts.values()) for each in both.units] == [
        ("a", "A"),
        ("b", "b"),
        ("c", "c"),
    ]


# Namespaces


@pytest.mark.parametrize(
    ("prefix", "default"),
    [("", ""), ("x:", ""), ("xlf:", ""), ("x:", "http://www.w3.org/1999/xhtml")],
)
def test_namespace_determines_the_format(prefix: str, default: str) -> None:
    declared = f'xmlns{":" + prefix[:-1] if prefix else ""}="{{}}"'
    other = f' xmlns="{default}"' if default else ""
    p = prefix
    old = (
        f'<?xml version="1.0"?>\n<!-- <xliff> -->\n<{p}xliff {declared.format(XLIFF)}{other} '
        f'xmlns:f="urn:f" version="1.2"><{p}file><{p}header><{p}note>n</{p}note></{p}header>'
        f'<{p}body><{p}trans-unit id="1"><f:source>no</f:source><f:target>no</f:target>'
        f"<{p}source>s</{p}source><{p}target>a <f:ph>b</f:ph></{p}target>"
        f'<{p}alt-trans origin="mt"><{p}target>m</{p}target></{p}alt-trans></{p}trans-unit>'
        f"<f:trans-unit><f:target>no</f:target></f:trans-unit></{p}body></{p}file></{p}xliff>"
    )
    new = (
        f'<{p}xliff {declared.format(XLIFF_2)}{other} xmlns:q="{MATCHES}" xmlns:f="urn:f"\n'
        f' version="2.1" srcLang="en" trgLang="de"><{p}file id="f"><{p}unit id="1">'
        f'<q:matches><q:match ref="#s" type="mt"><{p}source>s</{p}source><{p}target>m</{p}target>'
        f'</q:match></q:matches><{p}segment id="s"><f:target>no</f:target><{p}source>s</{p}source>'
        f"<{p}target>a <f:ph>b</f:ph></{p}target></{p}segment></{p}unit></{p}file></{p}xliff>"
    )
    for content, name, target in ((old, "XLIFF 1.2", "a  b "), (new, "XLIFF 2", "a b")):
        file = read(content, "a.txt")
        (found,) = file.units
        assert (file.format, found.texts) == (name, {SOURCE: "s", MT: "m", TARGET: target})


@pytest.mark.parametrize("prefix", ["", "x:"])
def test_codes_of_another_vocabulary_are_no_codes_of_the_format(prefix: str) -> None:
    """Where blocks are read alike, too."""
    p = prefix
    spaces = f'xmlns:x="{XLIFF}" xmlns="urn:other"' if p else f'xmlns="{XLIFF}"'
    texts = ["a b", "a <ph>c</ph> b", "<ph>c</ph>"] * 12
    units = "".join(
        f'<{p}trans-unit id="1"><{p}source>s</{p}source><{p}target>{text}</{p}target>'
        f"</{p}trans-unit>"
        for text in texts
    )
    file = read(
        f'<{p}xliff {spaces} version="1.2"><{p}file><{p}body>{units}</{p}body></{p}file></{p}xliff>'
        f"<!--{'a' * 50_000}-->"
    )
    code = " c " if p else " "
    expected = [text.replace("<ph>c</ph>", code) for text in texts]
    assert [each.texts[TARGET] for each in file.units] == expected


def test_extensions_are_known_by_their_namespaces() -> None:
    trados = read(
        f'<xliff xmlns:q="{SDL}" xmlns:sdl="urn:other" xmlns="{XLIFF}" version="1.2"><file><body>'
        '<trans-unit id="1"><source>s</source><target><mrk mtype="seg" mid="1">a</mrk></target>'
        '<sdl:seg-defs><sdl:seg id="1" conf="Draft"/></sdl:seg-defs>'
        '<q:seg-defs><q:seg id="1" conf="Translated"/></q:seg-defs>'
        "</trans-unit></body></file></xliff>"
    )
    assert [each.facts.state for each in trados.units] == ["Translated"]
    phrase = read(
        f'<xliff xmlns:q="{PHRASE}" xmlns:m="urn:other" xmlns="{XLIFF}" version="1.2"><file><body>'
        '<trans-unit id="1" q:confirmed="1" m:confirmed="0"><source>s</source><target>a</target>'
        "<m:editing-stats><m:editing-time>1</m:editing-time></m:editing-stats>"
        "<q:editing-stats><q:editing-time>2500</q:editing-time></q:editing-stats>"
        "</trans-unit></body></file></xliff>"
    )
    (found,) = phrase.units
    assert (found.facts.state, found.facts.editing_seconds) == ("confirmed", 2.5)


# Line breaks and indentation

LAID_OUT = "\n      Ein rotes\n      Haus <x id='1'/>\n      steht\n    "
FLAT = "Ein rotes Haus   steht"


@pytest.mark.parametrize(
    ("around", "unit_says", "target_says", "is_kept"),
    [
        ("", "", "", False),
        (' xml:space="preserve"', "", "", True),
        ("", ' xml:space="preserve"', "", True),
        ("", "", ' xml:space="preserve"', True),
        (' xml:space="preserve"', "", ' xml:space="default"', False),
        (' xml:space="preserve"', ' xml:space="default"', "", False),
        (' xml:space="default"', "", "", False),
    ],
)
def test_layout_is_no_text_unless_space_is_preserved(
    around: str, unit_says: str, target_says: str, *, is_kept: bool
) -> None:
    made = unit(
        ("mt", f"<target>{FLAT}</target>"), target=f"<target{target_says}>{LAID_OUT}</target>"
    )
    content = xliff(made.replace("<trans-unit", f"<trans-unit{unit_says}"), around=around)
    file = read(content)
    (found,) = file.units
    kept = LAID_OUT.replace("<x id='1'/>", " ")
    assert found.texts[TARGET] == (kept if is_kept else FLAT)
    form = recognised("a.xlf", content.split("\n"))
    assert form is not None
    (placed,) = places(form, content.split("\n"), file)
    assert placed[TARGET].text == found.texts[TARGET]
    if not is_kept:
        line, column = placed[TARGET].place(FLAT.index("Haus"))
        assert content.split("\n")[line][column:].startswith("Haus <x")


def test_a_line_break_without_indentation_is_text_and_so_are_spaces() -> None:
    file = read(xliff(unit(("mt", "<target>a\nb  c</target>"), target="<target> a </target>")))
    (found,) = file.units
    assert (found.texts[MT], found.texts[TARGET]) == ("a\nb  c", " a ")


def test_all_white_space_counts_in_tmx() -> None:
    seg = "<tmx><body><tu><tuv xml:lang='en'{}><seg>\n  a\n  b</seg></tuv></tu></body></tmx>"
    (found,) = read(seg.format(""), "a.tmx").units
    assert found.texts["en"] == "\n  a\n  b"
    (found,) = read(seg.format(" xml:space='default'"), "a.tmx").units
    assert found.texts["en"] == "a b"


# Languages


def test_tags_of_one_language_are_one_field_of_tmx() -> None:
    tags = (("EN-us", "de-DE", "DE_DE"), ("en_US", "de_de", "de-DE"), ("en-US", "DE-de", "zh-hans"))
    content = "".join(
        "<tu>" + "".join(f'<tuv xml:lang="{tag}"><seg>{tag}</seg></tuv>' for tag in each) + "</tu>"
        for each in tags
    )
    file = read(f"<tmx><body>{content}</body></tmx>", "a.tmx")
    assert file.fields == ("en-US", "de-DE", "de-DE/2", "zh-Hans")
    assert numbers(file) == [1, 2]
    asked = sides_of(file, hypothesis="DE_de/2", references=["de-de"])
    assert (asked.hypothesis, asked.references) == ("de-DE/2", ("de-DE",))


def test_the_language_of_a_target_counts_where_the_file_has_none() -> None:
    made = (
        '<trans-unit id="1"><source xml:lang="en">s</source>'
        '<target xml:lang="de-AT">z</target></trans-unit>'
    )
    content = f'<xliff version="1.2" xmlns="{XLIFF}"><file{{}}><body>{made}</body></file></xliff>'
    assert read(content.format("")).languages == {SOURCE: "en", TARGET: "de-AT", MT: "de-AT"}
    said = read(content.format(' target-language="fr"')).languages
    assert said == {TARGET: "fr", MT: "fr"}
