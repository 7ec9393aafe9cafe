"""Diagnostics on words: each finds its mistake at its place, and repairs it where it can."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.errors import InputError
from meteor_core.files.units import Facts
from meteor_core.review.diagnostics.diagnostic import CHECKS, Diagnostic
from meteor_core.review.diagnostics.find import Checking, find_diagnostics
from meteor_core.review.diagnostics.glossary import Glossary, read_glossary
from meteor_core.review.literals import literals, number_values
from meteor_core.review.texts import ReviewTexts, in_place, with_neighbours

ALL = Checking(codes=frozenset(CHECKS), language="de", source_language="en")


def found(
    post_edit: str, *, source: str | None = None, mt: str | None = None, checking: Checking = ALL
) -> tuple[Diagnostic, ...]:
    texts = ReviewTexts(mt=post_edit if mt is None else mt, post_edit=post_edit, source=source)
    return find_diagnostics(texts, checking)


CASES = [
    ("number-differs", "It has 15 rooms.", "Es hat 16 Zimmer.", "Es hat 15 Zimmer."),
    ("number-differs", "1,000.5 pages", "1.000,7 Seiten", None),
    ("date-differs", "on 12.05.2021", "am 21.05.2021", None),
    ("unit-differs", "It is 5 km away.", "Es ist 5 kg weit.", "Es ist 5 km weit."),
    ("unit-differs", "It is $5.", "Es kostet 5 €.", "Es kostet 5 $."),
    ("url-differs", "See https://a.b/c.", "Siehe https://a.b/d.", "Siehe https://a.b/c."),
    ("url-differs", "Write to a@b.com now", "Schreiben Sie", "Schreiben Sie a@b.com"),
    ("placeholder-differs", "Hello {name}!", "Hallo {nome}!", "Hallo {name}!"),
    ("placeholder-differs", "Save <b>it</b>", "Das <b>sichern", "Das <b>sichern </b>"),
    ("placeholder-differs", "Save", "%s sichern", " sichern"),
    ("code-differs", "The XK-2000 runs.", "Der XK-200 läuft.", "Der XK-2000 läuft."),
    ("doubled-word", "We go home.", "Wir gehen gehen heim.", "Wir gehen heim."),
    ("open-bracket", "It (he) is.", "Es (er ist.", "Es (er ist)."),
    ("open-quote", 'He said "yes".', "Er sagte „ja.", None),
    (
        "source-language",
        "They said that the house is old.",
        "Man sagt that the house is old.",
        None,
    ),
]


@pytest.mark.parametrize(("code", "source", "post_edit", "repaired"), CASES)
def test_a_mistake_is_found_and_repaired(
    code: str, source: str, post_edit: str, repaired: str | None
) -> None:
    mt = "XK-2000" if code == "code-differs" else None
    codes = [one for one in found(post_edit, source=source, mt=mt) if one.code == code]
    assert len(codes) == 1
    (one,) = codes
    if repaired is None:
        assert one.fix is None
    else:
        assert one.fix is not None
        (start, end), text = one.fix
        assert post_edit[:start] + text + post_edit[end:] == repaired


@pytest.mark.parametrize(
    ("source", "post_edit"),
    [
        ("It has 1,000.5 m.", "Es hat 1.000,5 m."),
        ("There are 5 million.", "Es sind 5.000.000."),
        ("There are two.", "Es sind 2."),
        ("in the 1990s", "in den 90ern"),
        ("at 8 p.m.", "um 20 Uhr"),
        ("a 80-foot wall", "eine 25 Meter hohe Mauer"),
        ("on 12/05/2021", "am 5.12.2021"),
        ("the 45-year-old man", "der Mann mit 45 Jahren"),
        ("a) one :-)", "a) eins :-)"),
        ('12" wide', "12 Zoll breit"),
        ("Das ist gut", "die, die die Wahl haben"),
        ('"He begins', "„Er beginnt"),
        ("See https://a.b/one/two/three/four", "Siehe https://a.b/one/two/three/four"),
        ("COVID-19", "Covid-19-Fälle"),
        ("Pago Pago", "Pago Pago"),
        ("Unexpected error: %s", "अप्रत्याशित त्रुटि: %s"),  # no letter stands twice
        ("error", "ក្នុងនាទី នាទីនេះ"),
        ("error", "ချက် က်"),
        ("houses", "خانه‌ها ها"),
        ("error", "5foo foo, $foo foo, foo foo.bar"),
        ("%s book, %d files", "%sको किताब, %d개"),
        ("%s book in %s", "%s-kirja, %sen"),
        ("Loading %s from %s", "%2$s から %1$s を読み込み中"),
        ("%1$s of %2$s", "%2$s の %1$s"),
        ("%d of %i files", "%Id von %d Dateien"),
        ("%d/%m/%Y %H:%M", "%e.%m.%Y %k:%M"),
        ("{N, plural, one {one pie} other {all pies}}", "{N, plural, one {ein X} other {alle X}}"),
    ],
)
def test_what_languages_write_otherwise_is_no_mistake(source: str, post_edit: str) -> None:
    on = Checking(language="de", source_language="en")
    assert found(post_edit, source=source, checking=on) == ()


@pytest.mark.parametrize(
    ("source", "post_edit", "told"),
    [
        (['"One."', '"Two."'], ["„Eins.", "Zwei.“"], []),  # one quotation made of two
        (['"One.', "Two.", 'Three."'], ["„Eins.", "Zwei.", "Drei.“"], []),
        (['"One.', '"Two.', '"Three."'], ["„Eins.", "„Zwei.", "Drei.“"], []),
        (['"One.', '"Two."', '"Three."'], ["„Eins.", "„Zwei.", "„Drei.“"], []),  # anew in each
        (['"One."', "Two."], ["„Eins.", "Zwei."], [(1, (0, 1))]),
        (["One.", '"Two."'], ["Eins.", "Zwei.“"], [(2, (5, 6))]),
        (['"One.', 'Two."'], ["„Eins.", "Zwei."], [(2, (5, 5))]),
        (['"One.', 'Two."'], ["Eins.", "Zwei.“"], [(1, (0, 0))]),
        (['"One.', 'Two."'], ["Eins.", "Zwei."], []),  # not quoted at all
        (['"One.', '"Two."'], ["„Eins.", "„Zwei.“"], []),
        (["«Un.", "Deux.»"], ["« Eins", "Zwei."], [(2, (5, 5))]),
    ],
)
def test_quotations_that_go_on_in_the_next_segment(
    source: list[str], post_edit: list[str], told: list[tuple[int, tuple[int, int]]]
) -> None:
    rows = enumerate(zip(source, post_edit, strict=True), 1)
    segments = [
        ReviewTexts(mt="", source=theirs, post_edit=ours, number=number)
        for number, (theirs, ours) in rows
    ]
    placed = [in_place(segments, at) for at in range(len(segments))]
    assert placed == list(with_neighbours(segments))
    assert told == [
        (texts.number, one.post_edit)
        for texts in placed
        if texts is not None
        for one in find_diagnostics(texts, ALL)
        if one.code == "open-quote"
    ]


@pytest.mark.parametrize(
    ("source", "post_edit", "codes"),
    [
        ("There is a tab", "タブが %d 個あります", []),
        ("%d tabs", "Eine Seite", []),
        ("{count} tabs", "Eine Seite", []),
        ("{count} tabs in %s", "Eine Seite", ["placeholder-differs", "placeholder-differs"]),
        ("<b>%d</b> tabs", "Eine <b>Seite", ["placeholder-differs"]),
    ],
)
def test_a_form_of_a_plural_may_leave_the_number_out(
    source: str, post_edit: str, codes: list[str]
) -> None:
    facts = Facts(id="", is_plural_form=True)
    texts = ReviewTexts(mt=post_edit, post_edit=post_edit, source=source, facts=facts)
    assert [one.code for one in find_diagnostics(texts, ALL)] == codes


@pytest.mark.parametrize(
    ("source", "post_edit", "language"),
    [
        ("Loading %d file", "Eine Datei wird geladen", "de"),  # a plural, as nobody says
        ("Do it slowly.", "धीरे धीरे करो", "hi"),
        ("Do it slowly.", "yavaş yavaş yap", "tr"),
        ("See %1$s, %2$s.", "%1$s", None),
    ],
)
def test_what_may_be_right_has_no_fix(source: str, post_edit: str, language: str | None) -> None:
    checking = Checking(language=language, source_language="en")
    (one,) = found(post_edit, source=source, checking=checking)
    assert (one.fix is None) is (language is not None)


def test_missing_literal_is_inserted_behind_a_whole_word() -> None:
    (one,) = found("Linie in Wien", source="Line at {name}", mt="Linie in {name}")
    assert one.fix == ((8, 8), " {name}")


def test_without_a_source_the_machine_translation_decides() -> None:
    (one,) = found("Es hat 16 Zimmer.", mt="Es hat 15 Zimmer.")
    assert (one.code, one.mt, one.source, one.replacement) == ("number-differs", (7, 9), None, "15")


def test_a_negation_that_source_and_mt_have() -> None:
    (one,) = found("Er kommt.", mt="Er kommt nicht.", source="He does not come.")
    assert (one.code, one.mt) == ("negation-missing", (9, 14))
    assert found("Er kommt.", mt="Er kommt nicht.", source="He does come.") == ()


def test_a_name_that_source_and_mt_have() -> None:
    (one,) = found("Er sah ihn.", mt="Er sah Malvolio.", source="He saw Malvolio.")
    assert (one.code, one.source, one.mt) == ("name-missing", (7, 15), (7, 15))


def test_untouched_finished_segment() -> None:
    facts = Facts(id="1", is_final=True)
    texts = ReviewTexts(mt="Ja.", post_edit="Ja.", facts=facts)
    assert [one.code for one in find_diagnostics(texts, Checking())] == ["untouched-final"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,000", {"1000", "1"}),
        ("3,5", {"3.5"}),
        ("1.234.567,89", {"1234567.89"}),
        ("007", {"7"}),
        ("1.2.3", {"1.2.3"}),
        ("١٥", {"15"}),
    ],
)
def test_values_of_numbers(text: str, values: set[str]) -> None:
    assert number_values(text) == values


GLOSSARY = Glossary(
    [("washing machine", "Waschmaschine"), ("machine", "Gerät"), ("machine", "Maschine")]
)
TERMS = Checking(language="de", source_language="en", glossary=GLOSSARY)


@pytest.mark.parametrize(
    ("source", "post_edit", "missing"),
    [
        ("The washing machine runs.", "Die Waschmaschine läuft.", []),
        ("Two washing machines run.", "Zwei Waschmaschinen laufen.", []),
        ("The washing machine runs.", "Der Wäscher läuft.", ["washing machine"]),
        ("The machine runs.", "Die Maschine läuft.", []),
        ("The machine runs.", "Es läuft.", ["machine"]),
        ("The car runs.", "Es läuft.", []),
    ],
)
def test_terms_of_a_glossary(source: str, post_edit: str, missing: list[str]) -> None:
    diagnostics = found(post_edit, source=source, checking=TERMS)
    assert [source[slice(*one.source)] for one in diagnostics if one.source] == missing


TBX = """<tbx><text><body><termEntry><langSet xml:lang="en-GB"><tig><term>car</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Auto &amp; Co</term></tig><tig><term>Wagen</term></tig></langSet>
<langSet xml:lang="fr"><tig><term>voiture</term></tig></langSet></termEntry></body></text></tbx>"""


def test_glossaries_are_read(tmp_path: Path) -> None:
    path = tmp_path / "terms"
    path.write_text(TBX)
    (term,) = read_glossary(str(path), source_language="en", language="de").terms
    assert (term.source, term.targets) == ("car", ("Auto & Co", "Wagen"))
    path.write_text("source\ttarget\n# a remark\n\ncar\tAuto\tnoun\n")
    (term,) = read_glossary(str(path), source_language=None, language=None).terms
    assert (term.source, term.targets) == ("car", ("Auto",))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("car Auto", ":1: a term has a source, a tab and a target"),
        ("<tbx><term>", ":1:12: this is no XML"),
        ("<!DOCTYPE t [<!ENTITY a 'b'>]><t/>", ":1: a glossary cannot declare entities"),
        ("", "has no term"),
        (TBX, "say which languages"),
    ],
)
def test_faulty_glossaries_are_rejected(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "terms"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_glossary(str(path), source_language=None, language=None)


hostile = st.text(st.sampled_from("ab ()[]\"„“«»1.,5%{}<>/:@&;http-\n'’ß猫"), max_size=60)


@given(hostile, hostile, st.none() | hostile)
def test_any_texts_have_places_inside_them(mt: str, post_edit: str, source: str | None) -> None:
    texts = ReviewTexts(mt=mt, post_edit=post_edit, source=source)
    for one in find_diagnostics(texts, ALL):
        for span, text in ((one.post_edit, post_edit), (one.source, source), (one.mt, mt)):
            assert span is None or 0 <= span[0] <= span[1] <= len(text or "")
    spans = [literal.span for literal in literals(post_edit)]
    assert spans == sorted(spans)
    assert all(post_edit[slice(*literal.span)] == literal.text for literal in literals(post_edit))
