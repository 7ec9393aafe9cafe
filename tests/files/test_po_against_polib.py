"""PO files, compared with polib and with the file itself."""

import polib
from hypothesis import given, settings

from meteor_core.files.formats import PO
from meteor_core.files.units import SOURCE, TARGET
from tests.thoroughness import more_when_thorough, tries

from .generated import po_files
from .placed import places


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(po_files())
def test_texts_are_polibs_and_stand_where_they_say(content: str) -> None:
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
