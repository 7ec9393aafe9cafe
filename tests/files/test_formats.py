"""What is read from each format, from files made by hand after their specifications."""

from meteor_core.files.formats import recognised
from meteor_core.files.sides import compared, sides_of
from meteor_core.files.units import MT, SOURCE, TARGET, UnitFile

from .samples import MATECAT, MXLIFF, OKAPI, PO, SDLXLIFF, SGML, TMX, WMT, XLIFF_2


def read(name: str, content: str) -> UnitFile:
    lines = content.split("\n")
    form = recognised(name, lines)
    assert form is not None
    file = form.read(lines)
    assert file.fault is None
    return file


def test_proposals_belong_to_their_segments_by_mid() -> None:
    """As in files of MateCat, where they stand in any order."""
    one, two = read("a.xlf", MATECAT).units
    assert one.texts == {SOURCE: "Dear all.", MT: "Cari,", TARGET: "Cari tutti."}
    assert two.texts == {
        SOURCE: " Best  wishes .",
        MT: " Migliori  auguri .",
        TARGET: " Cordiali  saluti .",
    }
    assert [each.facts.id for each in (one, two)] == ["NFDBB2FA9-tu1:0", "NFDBB2FA9-tu1:1"]
    assert [each.facts.origin_before for each in (one, two)] == ["MyMemory", "MT"]


def test_the_proposal_that_was_accepted_comes_first() -> None:
    """Those in another language, or for reference only, are none; an earlier target is the last."""
    file = read("a.xlf", OKAPI)
    units = list(file.units)
    _, _, cut, bare = units
    assert cut.texts == {SOURCE: "One  two", MT: "Un et deux", TARGET: "Un  deux"}
    assert (cut.facts.id, cut.facts.is_final, cut.facts.origin_before) == ("2:0", True, "tm2")
    assert cut.facts.notes == ("Short.",)
    assert bare.texts == {SOURCE: "No target"}
    assert [each.facts.is_translatable for each in units] == [True, False, True, True]
    assert [each.number for each in compared(file, sides_of(file))] == [3]


def test_entries_of_po() -> None:
    menu, one, many = read("a.po", PO).units
    assert (menu.facts.id, menu.facts.state, menu.facts.notes) == (
        "menu|Open",
        "translated",
        ("by hand", "of the program"),
    )
    assert one.texts == {SOURCE: "%d file", TARGET: "%d Datei"}
    assert many.texts == {SOURCE: "%d files", TARGET: "%d Dateien\n"}
    assert [each.facts.id for each in (one, many)] == ["%d file[0]", "%d file[1]"]
    assert [each.facts.state for each in (one, many)] == ["fuzzy", "fuzzy"]


def test_a_form_of_po_without_text_has_none_yet() -> None:
    file = read("a.po", 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] ""\n')
    assert [unit.facts.state for unit in file.units] == ["translated", "untranslated"]


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
    assert (one.facts.origin_before, two.facts.origin_before) == ("nmt", None)


def test_machine_translation_and_times_of_phrase() -> None:
    file = read("a.mxliff", MXLIFF)
    (unit,) = file.units
    assert unit.texts == {SOURCE: "The house", MT: "Das Gebäude", TARGET: "Das Haus"}
    facts = unit.facts
    assert (facts.state, facts.origin, facts.origin_before) == ("confirmed", "mt", "machine-trans")
    assert (facts.editing_seconds, facts.thinking_seconds) == (2.5, 0.5)
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


def test_sets_of_sgml_in_one_file_belong_together() -> None:
    file = read(
        "a.xml",
        '<mteval><srcset setid="t"><doc docid="d"><seg id="1">q</seg></doc></srcset>\n'
        '<refset refid="A"><doc docid="d"><seg id="1">r</seg></doc></refset>\n'
        '<tstset sysid="S"><doc docid="d"><seg id="1">h</seg></doc></tstset></mteval>',
    )
    (unit,) = file.units
    assert unit.texts == {SOURCE: "q", "ref:A": "r", "hyp:S": "h"}
    (both,) = compared(file, sides_of(file))
    assert (both.hypothesis, both.references) == ("h", ("r",))


def test_the_content_decides_before_the_name() -> None:
    named = {"a.po": MATECAT, "a.txt": PO, "a.xlf": TMX, "a.tmx": XLIFF_2}
    found = [read(name, content).format for name, content in named.items()]
    assert found == ["XLIFF 1.2", "PO", "TMX", "XLIFF 2"]
