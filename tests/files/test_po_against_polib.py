"""PO files, compared with polib and with the file itself."""

import polib
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.files.formats import PO
from meteor_core.files.placed_text import Place
from meteor_core.files.units import SOURCE, TARGET, Fault

TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")) | st.sampled_from('\n\t"\\% 😀ก'),
    max_size=12,
)
"""Without characters that polib takes for line ends, such as U+2028."""

HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def quoted(text: str, draw: st.DrawFn) -> str:
    """A text in quotes, over one line or several."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=2)))
    parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    space = draw(st.sampled_from(("\n", "\n ", "\n\t")))
    return space.join(f'"{PO.written(part)}"' for part in parts)


@st.composite
def files(draw: st.DrawFn) -> str:
    """A header and a few entries."""
    entries = []
    for number in range(draw(st.integers(1, 4))):
        lines = []
        if draw(st.booleans()):
            lines.append(f"# note {number}")
        if draw(st.booleans()):
            lines.append('#: main.c:1\n#, fuzzy, c-format\n#| msgid "before"')
        if draw(st.booleans()):
            lines.append(f"msgctxt {quoted(draw(TEXTS), draw)}")
        lines.append(f"msgid {quoted(f'{number}' + draw(TEXTS), draw)}")
        if draw(st.booleans()):
            lines.append(f"msgid_plural {quoted('p' + draw(TEXTS), draw)}")
            lines += [f"msgstr[{form}] {quoted(draw(TEXTS), draw)}" for form in range(2)]
        else:
            lines.append(f"msgstr {quoted(draw(TEXTS), draw)}")
        entries.append("\n".join(lines))
        if draw(st.booleans()):
            entries.append(f'#~ msgid "gone {number}"\n#~ msgstr "weg"')
    return HEADER + draw(st.sampled_from(("\n\n", "\n"))).join(entries) + "\n"


@given(files())
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
    for block in file.blocks:
        own = lines[block.start.line : block.end.line + 1]
        texts = PO.places(own, block.around)
        assert not isinstance(texts, Fault)
        assert [{name: text.text for name, text in each.items()} for each in texts] == [
            unit.texts for unit in block.units
        ]
        for text in (text for each in texts for text in each.values()):
            for offset, character in enumerate(text.text):
                line, column = text.place(offset)
                raw = own[line][column:]
                written = PO.written(character)
                assert raw.startswith(written)
                assert text.offset(Place(line, column + len(written) - 1)) == offset


def test_only_line_ends_end_lines() -> None:
    text = "a\u2028b\u0085c\x0cd"
    file = PO.read(f'msgid "1"\nmsgstr "{text}"'.split("\n"))
    assert [unit.texts[TARGET] for unit in file.units] == [text]


def test_a_fault_names_its_place_and_keeps_what_was_before() -> None:
    file = PO.read(['msgid "a"', 'msgstr "b"', "", 'msgid "c"', 'msgstr "d" e"'])
    assert [unit.texts[TARGET] for unit in file.units] == ["b"]
    assert file.fault is not None
    assert str(file.fault).startswith("5:")
