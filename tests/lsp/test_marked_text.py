"""What readers of Markdown show of a text is the text and our marks, whatever is in it.

The readers are markdown-it by CommonMark alone, and by GitHub's rules, with everything made a link
that looks like one. Which words are a chunk is told by the alignment.
"""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from meteor_core import Meteor
from meteor_lsp.features.marked_text import Writer
from meteor_lsp.scoring.sides import Side

READERS = [MarkdownIt("commonmark"), MarkdownIt("gfm-like", {"linkify": True})]
METEOR = Meteor()
PIECES = (
    *"*_`~[]()<>&|\\!#+-=.:;/@$^{}'\" \t1aZé今👍\N{COMBINING ACUTE ACCENT}",
    "**",
    "__",
    "~~",
    "``",
    "``` ",
    "  ",
    "\\*",
    "\\\\",
    "![",
    "](",
    "[x](y)",
    "[^1]",
    "<b>",
    "</b>",
    "<!--",
    "<?",
    "<a@b.de>",
    "<http://x.y>",
    "&amp;",
    "&#42;",
    "&#x2a;",
    "&copy;",
    "&",
    "http://",
    "https://a.b/c_d_e(f).",
    "HTTP://A.B",
    "ftp://x.org/",
    "//localhost",
    "//x.com",
    "mailto:a@b.co",
    "mailto:",
    "www.",
    "WWW.x.y",
    "example.com",
    "пример.рф",
    "x.xn--p1ai",
    "a.b@c.de",
    "xmpp:a@b.cd",
    "snake_case",
    "__init__",
    "$math$",
    "C:\\dir",
    "\r",
    "\n\n",
    "\u2028",
    "\u2029",
    "\x85",
    "\v",
    "\0",
    "\u200a",
    "\u00a0",
    "# a",
    "\n# a",
    "\n- a",
    "\n    a",
    "\n| a |\n|--|",
    "\n===",
    "the",
    "mat",
    ".",
)
SEGMENTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.lists(st.sampled_from((" ", *PIECES)), max_size=12).map(" ".join),
    st.text(max_size=20),
)


def shown(markdown: str, reader: MarkdownIt) -> tuple[str, list[str]]:
    """What a reader shows of a paragraph, and the words in it that stand out."""
    before, paragraph, after = reader.parse(markdown)
    assert (before.type, paragraph.type, after.type) == (
        "paragraph_open",
        "inline",
        "paragraph_close",
    )
    children = paragraph.children or []
    assert {child.type for child in children} <= {"text", "text_special", "code_inline"}, markdown
    return (
        "".join(child.content for child in children),
        [child.content for child in children if child.type == "code_inline"],
    )


def as_shown(text: str) -> str:
    """A text in one line; CommonMark shows no NUL, and a blank of any kind is a blank."""
    return re.sub(r"\s+", " ", text.replace("\0", "\N{REPLACEMENT CHARACTER}")).strip()


@pytest.mark.parametrize("reader", READERS, ids=["commonmark", "github"])
@example("the mat.", ". the mat")
@example("a**.**b", "** . ** a")
@example("@0000>", "<@0000>")
@example("See http://a.b/c_(d) and www.x.de, or mail a@b.cd.", "See http://a.b/c_(d) now.")
@given(SEGMENTS, SEGMENTS)
def test_marked_text_keeps_the_text(reader: MarkdownIt, hypothesis: str, reference: str) -> None:
    alignment = METEOR.score(hypothesis, [f"{reference} {hypothesis[::2]}"]).alignment
    for side in Side:
        row = side.row(alignment)
        text, column, words, expected = row.text, 0, [], ""
        for chunk in sorted(alignment.chunks, key=side.tokens):
            start, end = side.span(alignment, chunk)
            number = str(alignment.chunks.index(chunk) + 1)
            words.append(text[start:end])
            expected += text[column:end] + number.translate(
                str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
            )
            column = end
        expected += text[column:]
        marked = Writer(markdown=True).marked(alignment, side)
        seen, standing_out = shown(f"Text: {marked}", reader)
        assert as_shown(seen) == as_shown(f"Text: {expected or '(empty)'}")
        assert list(map(as_shown, standing_out)) == list(map(as_shown, words))


@pytest.mark.parametrize("reader", READERS, ids=["commonmark", "github"])
@given(SEGMENTS.filter(str.strip), SEGMENTS)
def test_a_word_stands_out_beside_any_text(reader: MarkdownIt, word: str, text: str) -> None:
    writer = Writer(markdown=True)
    seen, standing_out = shown(f"{writer.words(word)} is {writer.text(text)}", reader)
    assert as_shown(seen) == as_shown(f"{word} is {text}")
    assert list(map(as_shown, standing_out)) == [as_shown(word)]


@given(SEGMENTS)
def test_plain_text_is_left_alone(text: str) -> None:
    line = re.sub("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+", " ", text)
    assert Writer(markdown=False).text(text) == line


def test_prose_has_no_backslashes() -> None:
    """Neovim would show them."""
    prose = (
        "It's 3.5% (or $5) at 10:30 – e.g. \"AT&T's\" U.S. e_mail; a * b < c, and/or #1! 50~60",
        "Он сказал: «да». 今日は。元気! ¿Qué? C:\\dir",
    )
    for text in prose[1:]:
        assert Writer(markdown=True).text(text) == text
    assert Writer(markdown=True).text(prose[0]) == prose[0].replace("~", "\\~")
