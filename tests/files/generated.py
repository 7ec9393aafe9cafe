"""Bilingual files made at random: with entities, escapes, codes, comments and CDATA sections."""

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from meteor_core.files.formats import PO

SPACE = "urn:oasis:names:tc:xliff:document:1.2"

CHARACTERS = st.characters(
    exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"
) | st.sampled_from("\n\t&<>\"' 😀\u2028\u0085ก")

TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="\ufffe\uffff")
    | st.sampled_from('\n\t"\\% 😀ก'),
    max_size=12,
)
"""Without characters that polib takes for line ends, such as U+2028."""


@dataclass(frozen=True)
class File:
    """A file's name and its text."""

    name: str
    content: str


@st.composite
def written_text(draw: st.DrawFn) -> str:
    """Text as a file may write it: as it is, as entities or in a CDATA section."""
    parts = []
    for text in draw(st.lists(st.text(CHARACTERS, max_size=5), max_size=4)):
        kind = draw(st.sampled_from(("plain", "decimal", "hexadecimal", "cdata", "comment")))
        if kind == "decimal":
            parts.append("".join(f"&#{ord(each)};" for each in text))
        elif kind == "hexadecimal":
            parts.append("".join(f"&#x{ord(each):X};" for each in text))
        elif kind == "cdata" and "]]>" not in text:
            parts.append(f"<![CDATA[{text}]]>")
        elif kind == "comment":
            parts.append("<!-- > <x/> & \n -->" if text else "<?do > it?>")
        else:
            parts.append(escaped(text))
    return "".join(parts)


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@st.composite
def inline(draw: st.DrawFn, depth: int = 2, names: Sequence[str] = ("x", "ph", "g", "mrk")) -> str:
    """Text with inline codes."""
    parts = [draw(written_text())]
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from(names))
        inside = draw(inline(depth=depth - 1, names=names)) if depth and name != "x" else ""
        tag = f"{name} id='>a>' mtype='\"'" if draw(st.booleans()) else f"{name}\n id = '1'"
        end = f"</{name}\n>" if draw(st.booleans()) else f"</{name}>"
        parts.append(f"<{tag}/>" if not inside else f"<{tag}>{inside}{end}")
        parts.append(draw(written_text()))
    return "".join(parts)


def laid_out() -> st.SearchStrategy[str]:
    """What an element says of line breaks and indentation."""
    return st.sampled_from(("", "", " xml:space='preserve'", " xml:space='default'"))


@st.composite
def xliff_files(draw: st.DrawFn, names: Sequence[str] = ("x", "ph", "g", "mrk")) -> str:
    """A file of a few units."""
    texts = inline(names=names)
    units = []
    for number in range(draw(st.integers(1, 3))):
        indent = draw(st.sampled_from(("", "\n ", " <!-- é --> ")))
        start, margin = draw(laid_out()), draw(st.sampled_from(("", "", "\n  ", "\t\n", "\n")))
        target = "<target/>"
        if draw(st.booleans()):
            target = f"<target{start}>{margin}{draw(texts)}{margin}</target>"
        units.append(
            f"{indent}<trans-unit{draw(laid_out())} id='{number}'>"
            f"{indent}<source>{draw(texts)}</source>{target}"
            f"{indent}<alt-trans origin='MT'><target>{draw(texts)}</target></alt-trans>"
            "</trans-unit>"
        )
    return (
        f"<?xml version='1.0'?>\n<xliff version='1.2'\n xmlns='{SPACE}'>"
        f"<file{draw(laid_out())} target-language='de'>"
        f"<body>{''.join(units)}</body></file></xliff>"
    )


@st.composite
def tmx_files(draw: st.DrawFn) -> str:
    """A memory of a few units, with up to three variants in two languages."""
    units = []
    for number in range(draw(st.integers(1, 3))):
        variants = [f'<tuv xml:lang="en"><seg>s{draw(written_text())}</seg></tuv>']
        for _ in range(draw(st.integers(1, 2))):
            text = draw(written_text()) + draw(st.sampled_from(("", "<ph x='1'/>", "<hi>!</hi>")))
            variants.append(f"\n<tuv xml:lang='de'><prop type='a'>b</prop><seg>t{text}</seg></tuv>")
        units.append(f"<tu tuid='{number}'>{''.join(variants)}</tu>")
    return (
        '<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">'
        f"<header srclang='en'/><body>{''.join(units)}</body></tmx>"
    )


HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def quoted(text: str, draw: st.DrawFn) -> str:
    """A text in quotes, over one line or several."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=2)))
    parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    space = draw(st.sampled_from(("\n", "\n ", "\n\t")))
    return space.join(f'"{PO.written(part)}"' for part in parts)


@st.composite
def po_files(draw: st.DrawFn) -> str:
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


def any_file() -> st.SearchStrategy[File]:
    return st.one_of(
        xliff_files().map(lambda content: File("a.xlf", content)),
        tmx_files().map(lambda content: File("a.tmx", content)),
        po_files().map(lambda content: File("a.po", content)),
    )
