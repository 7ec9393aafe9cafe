"""What is read from each format, from files made by hand after their specifications."""

from meteor_core.files.formats import recognised
from meteor_core.files.sides import compared, sides_of
from meteor_core.files.units import MT, SOURCE, TARGET, UnitFile

from .samples import MXLIFF, SDLXLIFF, SGML, TMX, WMT, XLIFF_2


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
