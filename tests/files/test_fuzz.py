"""Files that went wrong anyhow: nothing crashes, nothing hangs, no place says what is not there."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core.errors import InputError
from meteor_core.files.formats import recognised
from meteor_core.files.text_bytes import decoded, split_lines
from tests.thoroughness import more_when_thorough, tries

from . import generated, samples
from .placed import places

PARTS = re.compile(r"<[^<>]*>|\"|\\.|&[^;\s]*;|\n|[^<>\"\\&\n]+|.")
"""Tags, quotes, escapes, entities, line ends and text."""

PIECES = (
    "<", ">", "</target>", "<target>", "<g id='1'>", "</g>", "<x/>", "]]>", "<![CDATA[", "<!--",
    "-->", "<?", "&", "&amp;", "&#0;", "&lt", "&nbsp;", '"', "'", "\\", "\\n", "\\x41", '"\n"',
    "\n", "\r", "\u2028", "\ufeff", "\0", "\ud800", "😀", "msgid", "msgstr[9]", "#~ ", "#, fuzzy\n",
    "<mrk mtype='seg' mid='1'>", "</mrk>", "<seg>", "</seg>", "<tuv xml:lang='de'>", "xmlns='x'",
    "<trans-unit id='1'>", "</trans-unit>", "<alt-trans mid='1'>", "<!DOCTYPE a [", "<DOC>",
)  # fmt: skip
FILES = st.sampled_from(samples.ALL) | generated.any_file().map(
    lambda file: (file.name, file.content)
)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    """A file of which parts are gone, doubled, swapped or replaced."""
    name, content = draw(FILES)
    parts = PARTS.findall(content)
    for _ in range(draw(st.integers(1, 4))):
        if not parts:
            break
        at, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
        kind = draw(st.sampled_from(("drop", "double", "swap", "put", "cut", "move")))
        if kind == "drop":
            del parts[at : at + draw(st.integers(1, 5))]
        elif kind == "double":
            parts[at:at] = parts[at : at + draw(st.integers(1, 30))]
        elif kind == "swap":
            parts[at], parts[other] = parts[other], parts[at]
        elif kind == "put":
            parts.insert(at, draw(st.sampled_from(PIECES)))
        elif kind == "cut":
            del parts[at:]
        else:
            parts.insert(at, parts.pop(other))
    return name, "".join(parts)


def check(name: str, text: str) -> None:
    lines = split_lines(text)
    form = recognised(name, lines)
    if form is None:
        return
    file = form.read(lines)
    places(form, lines, file)
    if file.fault is not None:
        line, column = file.fault.place
        assert 0 <= line <= len(lines)
        assert 0 <= column <= max(map(len, lines), default=0)
        assert "\n" not in str(file.fault)


@more_when_thorough
@settings(max_examples=tries(60, thorough=600))
@given(mutated())
def test_parts_may_be_anywhere(file: tuple[str, str]) -> None:
    check(*file)


@more_when_thorough
@settings(max_examples=tries(60, thorough=600))
@given(
    st.sampled_from(samples.ALL),
    st.sampled_from(("utf-8", "utf-16", "utf-16-le", "latin-1")),
    st.lists(st.tuples(st.integers(0, 1 << 16), st.binary(max_size=4)), min_size=1, max_size=4),
)
def test_bytes_may_be_any(
    sample: tuple[str, str], encoding: str, changes: list[tuple[int, bytes]]
) -> None:
    name, content = sample
    data = bytearray(content.encode(encoding, "replace"))
    for at, new in changes:
        place = at % len(data)
        data[place : place + len(new)] = new
    try:
        text = decoded(name, bytes(data))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017  # it may also be read
        return
    check(name, text)
