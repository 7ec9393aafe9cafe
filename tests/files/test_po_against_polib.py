"""PO files, compared with polib and with the file itself."""

import re

import polib
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core.files.formats import PO
from meteor_core.files.units import SOURCE, TARGET
from tests.thoroughness import more_when_thorough, tries

from .generated import po_files
from .placed import block_lines, places


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(po_files())
def test_texts_and_places_equal_polib(content: str) -> None:
    lines = content.split("\n")
    file = PO.read(lines)
    assert (file.fault, file.languages) == (None, {TARGET: "de"})
    expected = []
    for entry in polib.pofile(content):
        if entry.obsolete:
            continue
        forms = entry.msgstr_plural or {0: entry.msgstr}
        for form, target in forms.items():
            source = entry.msgid_plural if entry.msgid_plural and form else entry.msgid
            expected.append((source, target, entry.fuzzy))
    found = [
        (unit.texts[SOURCE], unit.texts[TARGET], unit.facts.state == "fuzzy") for unit in file.units
    ]
    assert found == expected
    places(PO, lines, file)


def test_only_line_ends_end_lines() -> None:
    text = "a\u2028b\u0085c\x0cd"
    file = PO.read(f'msgid "1"\nmsgstr "{text}"'.split("\n"))
    assert [unit.texts[TARGET] for unit in file.units] == [text]


def test_a_fault_names_its_place_and_keeps_what_was_before() -> None:
    file = PO.read(['msgid "a"', 'msgstr "b"', "", 'msgid "c"', 'msgstr "d" e"'])
    assert [unit.texts[TARGET] for unit in file.units] == ["b"]
    assert file.fault is not None
    assert str(file.fault).startswith("5:")


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(po_files(), st.data())
def test_line_ends_between_keywords_and_texts_mean_nothing(
    content: str, data: st.DataObject
) -> None:
    """As msgfmt has it; the file is read as when each text follows its keyword on its line."""

    def other(found: re.Match[str]) -> str:
        return data.draw(st.sampled_from((found[0], "\n\n", " ", "\t\n ")))

    between = re.compile(r'(?<=["\w\]])[ \t\n]+(?=")(?<!#\| msgid )(?<!#~ msgid )(?<!#~ msgstr )')
    lines = [line for line in content.split("\n") if not line.startswith(("#~", "#|"))]
    expected = PO.read(lines)
    again = between.sub(other, "\n".join(lines)).split("\n")
    found = PO.read(again)
    assert found.fault is None
    assert list(found.units) == list(expected.units)
    places(PO, again, found)


def test_a_file_without_lines_has_no_units() -> None:
    assert list(PO.read([]).units) == []


def test_what_msgfmt_takes_is_read() -> None:
    lines = [
        *('msgid ""', 'msgstr "Language: de\\n"', "# note", "msgid", '"a "', '"house"', "msgstr"),
        *("", '"ein " "Haus"', 'msgid "b" msgstr "B" msgid "c"', 'msgid_plural "cs" msgstr[0]'),
        *('"C" msgstr [1] "Cs" # of d', 'msgid "d"', 'msgstr "D"', "", 'domain "other"'),
        *('msgid "b"', 'msgstr "Bo"', 'domain "third" msgid "b" msgstr "Bt"'),
    ]
    file = PO.read(lines)
    assert file.fault is None
    assert [
        (key.file, key.id, unit.texts[TARGET])
        for key, unit in zip(file.blocks.keys, file.units, strict=True)
    ] == [
        ("", "a house", "ein Haus"),
        ("", "b", "B"),
        ("", "c[0]", "C"),
        ("", "c[1]", "Cs"),
        ("", "d", "D"),
        ("other", "b", "Bo"),
        ("third", "b", "Bt"),
    ]
    assert [unit.facts.notes for unit in file.units if unit.facts.notes] == [("note",), ("of d",)]
    places(PO, lines, file)
    for block in file.blocks:  # as an editor reads one again
        (again,) = PO.read([block.around, *block_lines(lines, block), "#"]).blocks
        assert (again.units, again.around) == (block.units, block.around)
