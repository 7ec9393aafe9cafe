"""What is read from each format, from files made by hand after their specifications."""

from meteor_core.files.formats import recognised
from meteor_core.files.sides import compared, sides_of
from meteor_core.files.units import MT, SOURCE, TARGET, UnitFile

SDLXLIFF = """\
<?xml version="1.0" encoding="utf-8"?><xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0"
 xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" sdl:version="1.0">
<file original="a.docx" source-language="en-US" target-language="de-DE"><body>
<trans-unit id="abc">
<source>One. <g id="3">Two</g>.</source>
<seg-source><mrk mtype="seg" mid="1">One.</mrk>
<mrk mtype="seg" mid="2"><g id="3">Two</g>.</mrk></seg-source>
<target><mrk mtype="seg" mid="1">Eins.</mrk>
<mrk mtype="seg" mid="2"><g id="3">Zwei</g>.</mrk></target>
<sdl:seg-defs>
<sdl:seg id="1" conf="Translated" origin="interactive"><sdl:prev-origin origin="nmt"/></sdl:seg>
<sdl:seg id="2" conf="ApprovedSignOff" origin="nmt"/></sdl:seg-defs></trans-unit>
</body></file></xliff>"""

MXLIFF = """\
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"
 xmlns:m="http://www.memsource.com/mxlf/2.0" m:version="2.4" version="1.2">
<file original="a" source-language="en" target-language="de"><body><group id="0">
<trans-unit id="j:0" m:confirmed="1" m:trans-origin="mt">
<source>The house</source><target>Das Haus</target>
<alt-trans origin="memsource-tm"><target>Ein Haus</target></alt-trans>
<alt-trans origin="machine-trans"><target>Das Gebäude</target></alt-trans>
<m:editing-stats><m:thinking-time>500</m:thinking-time>
<m:editing-time>2500</m:editing-time></m:editing-stats>
</trans-unit></group></body></file></xliff>"""

XLIFF_2 = """\
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0"
 xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"
 version="2.1" srcLang="en" trgLang="fr"><file id="f"><unit id="u1">
<mtc:matches><mtc:match ref="#s2" type="tm"><source>B</source><target>tm</target></mtc:match>
<mtc:match ref="#s2" type="mt"><source>B</source><target>machine <ph id="1"/>!</target></mtc:match>
<mtc:match ref="#u=u1/s1" type="mt"><source>A</source><target>un</target></mtc:match></mtc:matches>
<notes><note>Look.</note></notes>
<segment id="s1" state="final">
<source>A <mrk id="m1" type="term">x</mrk></source><target>Un</target></segment>
<ignorable><source> </source></ignorable>
<segment id="s2"><source>B <pc id="2">y</pc></source><target>Deux <ph id="1"/>!</target></segment>
</unit></file></xliff>"""

TMX = """\
<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en"/><body><tu tuid="7" creationid="MT!"><note>n</note>
<tuv xml:lang="en"><seg>A <bpt i="1">&lt;b&gt;</bpt>bold<ept
 i="1">&lt;/b&gt;</ept> one&nbsp;</seg></tuv>
<tuv xml:lang="de"><seg>Ein fettes</seg></tuv>
<tuv xml:lang="de"><seg>Ein <hi>dickes</hi></seg></tuv></tu>
</body></tmx>"""

WMT = """\
<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="g"><doc origlang="en" id="d1">
<src lang="en"><p><seg id="1">One</seg></p><p><seg id="2">Two</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">Eins</seg></p><p><seg id="2">Zwei</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="2">Paar</seg></p></ref>
<hyp system="X" language="de"><p><seg id="1">eins &amp; mehr</seg><seg id="2">zwei</seg></p></hyp>
</doc></collection></dataset>"""

SGML = """\
<tstset setid="t" srclang="English" trglang="German">
<DOC docid="d" sysid="S1">
<seg id="1"> AT&T &lt; x </seg>
<seg id=2>two
lines
<seg id=3>three</seg>
</DOC></tstset>"""


def read(name: str, content: str) -> UnitFile:
    lines = content.split("\n")
    form = recognised(name, lines)
    assert form is not None
    file = form.read(lines)
    assert file.fault is None
    return file


def test_segments_of_trados_studio() -> None:
    one, two = read("a.sdlxliff", SDLXLIFF).units
    assert one.texts == {SOURCE: "One.", TARGET: "Eins."}
    assert two.texts == {SOURCE: " Two .", TARGET: " Zwei ."}
    assert (one.facts.id, one.facts.state, one.facts.origin) == (
        "abc:1",
        "Translated",
        "interactive",
    )
    assert (one.facts.is_final, two.facts.is_final) == (False, True)


def test_machine_translation_and_times_of_phrase() -> None:
    file = read("a.mxliff", MXLIFF)
    (unit,) = file.units
    assert unit.texts == {SOURCE: "The house", MT: "Das Gebäude", TARGET: "Das Haus"}
    assert (unit.facts.state, unit.facts.editing_seconds) == ("confirmed", 2.5)
    assert file.languages == {SOURCE: "en", MT: "de", TARGET: "de"}


def test_candidates_of_xliff_2_belong_to_their_segments() -> None:
    one, two = read("a.xlf", XLIFF_2).units
    assert one.texts == {SOURCE: "A x", MT: "un", TARGET: "Un"}
    assert two.texts == {SOURCE: "B  y ", MT: "machine  !", TARGET: "Deux  !"}
    assert (one.facts.id, one.facts.is_final, one.facts.notes) == ("u1:s1", True, ("Look.",))
    assert two.facts.state == "initial"


def test_two_variants_of_one_language_in_tmx() -> None:
    file = read("a.tmx", TMX)
    (unit,) = file.units
    assert unit.texts == {"en": "A  bold  one ", "de": "Ein fettes", "de/2": "Ein  dickes "}
    (both,) = compared(file, sides_of(file))
    assert (both.hypothesis, both.references) == ("Ein fettes", ("Ein  dickes ",))


def test_systems_and_references_of_wmt() -> None:
    file = read("a.xml", WMT)
    assert file.fields == (SOURCE, "ref:A", "ref:B", "hyp:X")
    found = list(compared(file, sides_of(file)))
    assert [each.hypothesis for each in found] == ["eins & mehr", "zwei"]
    assert [each.references for each in found] == [("Eins", None), ("Zwei", "Paar")]


def test_sgml_is_read_by_its_tags() -> None:
    file = read("a.sgm", SGML)
    assert [unit.texts for unit in file.units] == [
        {"hyp:S1": "AT&T < x"},
        {"hyp:S1": "two\nlines"},
        {"hyp:S1": "three"},
    ]
