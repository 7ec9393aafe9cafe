"""What a person reads about a segment and a word.

Numbers are computed from the segment alone; what Markdown shows is told by another reader of it.
"""

import re
from typing import Any

import pytest
from lsprotocol import types
from markdown_it import MarkdownIt

from meteor_core import Meteor
from tests.lsp.conftest import Client, Editor, capabilities, start

HYPOTHESIS = "The dancers danced on the mat with glee."
REFERENCE = "With joy, the dancers dance upon the mat."


def open_pair(editor: Editor, hypothesis: str = HYPOTHESIS, reference: str = REFERENCE) -> str:
    editor.write_segments("x.hyp.en", [hypothesis])
    editor.write_segments("x.ref.en", [reference])
    return editor.open("x.hyp.en")


async def test_a_line_has_all_measures(utf16_editor: Editor) -> None:
    editor = utf16_editor
    text = await editor.hover_text(open_pair(editor), 0, 0)
    result = Meteor().score(HYPOTHESIS, [REFERENCE])
    measures, matches = result.measures, result.matches
    for told in (
        f"**METEOR {measures.score:.4f}**, segment 1",
        f"precision {measures.precision:.3f} ({matches} of {result.hypothesis_length} words)",
        f"recall {measures.recall:.3f} ({matches} of {result.reference_length})",
        f"F-mean {measures.f_mean:.3f}",
        f"{matches} matches in {result.chunks} chunks",
        f"fragmentation {measures.fragmentation:.3f}, penalty {measures.penalty:.3f}",
        f"shortfall {result.shortfall:.2f} words: {result.reference_length} times (1 - ",
        "; proved optimal",
    ):
        assert told in text


async def test_a_word_has_stage_reason_chunk_and_share(editor: Editor) -> None:
    uri = open_pair(editor)
    result = Meteor().score(HYPOTHESIS, [REFERENCE])
    chunks = result.chunks
    for word, partner, stage, why in (
        ("danced", "dance", "stem", "common stem: danc"),
        ("mat", "mat", "exact", None),
        ("glee", "joy", "synonym", "joy"),
    ):
        place = editor.place(0, HYPOTHESIS, word)
        answer = await editor.hover(uri, 0, place.start.character)
        assert answer is not None
        assert answer.range == place
        assert isinstance(answer.contents, types.MarkupContent)
        head = answer.contents.value.partition("**METEOR")[0]
        if f"`{word}` has no match" in head:
            assert word == "glee"  # the classic variant has no synonyms
            continue
        number = chunk_of(word)
        assert f"`{word}` matches `{partner}`, {stage}, in chunk {number} of {chunks}" in head
        assert why is None or why in head
        assert (
            f"adds {1 / result.hypothesis_length:.3f} to precision and "
            f"{1 / result.reference_length:.3f} to recall"
        ) in head


def chunk_of(word: str) -> int:
    """The number of a word's chunk, from the alignment itself."""
    alignment = Meteor().score(HYPOTHESIS, [REFERENCE]).alignment
    words = [HYPOTHESIS[slice(*span)] for span in alignment.hypothesis.spans]
    (match,) = (one for one in alignment.matches if words[one.hypothesis[0]] == word)
    return match.chunk + 1


async def test_a_weight_counts_in_the_share(raw_client: Client, tmp_path: Any) -> None:
    options = {"variant": "banerjee-lavie-2005", "weights": [1, 0.5, 0.5]}
    editor = await start(raw_client, tmp_path, options=options)
    text = await editor.hover_text(open_pair(editor, "people danced", "dance music now"), 0, 8)
    assert "`danced` matches `dance`, stem, in chunk 1 of 1" in text
    assert "adds 0.250 to precision and 0.167 to recall (weight 0.5)" in text


async def test_a_word_without_a_match_says_so(utf16_editor: Editor) -> None:
    uri = open_pair(utf16_editor, "one other", "one")
    assert (await utf16_editor.hover_text(uri, 0, 5)).startswith(
        "`other` has no match in the reference"
    )
    assert await utf16_editor.hover(uri, 1, 0) is None


HOSTILE = [
    "The mat. Slept.",
    "(the) mat, slept!",
    "# *a* <b> [c](d) `e` ![f](g) ~~h~~ | &amp; http://i.j",
    "a_b_c **d** __e__ \\ \\* f\\",
    "<img src=x onerror=alert(1)> <!-- no --> &lt;",
    "ends with a backslash\\ and \\ more",
    "1. no list",
    "今日は。元気 👍🏽!",
]


def shown(markdown: str) -> list[str]:
    """The text of each paragraph as a reader of Markdown shows it."""
    paragraphs: list[str] = []
    for token in MarkdownIt("commonmark").parse(markdown):
        assert token.type in ("paragraph_open", "paragraph_close", "inline"), token.type
        inside = token.children or []
        kinds = {child.type for child in inside}
        known = {"text", "text_special", "code_inline", "strong_open", "strong_close"}
        assert kinds <= known, kinds
        if token.type == "inline":
            paragraphs.append("".join(child.content for child in inside))
    return paragraphs


def without_marks(text: str) -> str:
    """A marked text without the numbers of chunks, and without spaces."""
    return re.sub(r"[\s⁰¹²³⁴⁵⁶⁷⁸⁹]", "", text)


async def test_markup_in_the_texts_stays_text(utf16_editor: Editor) -> None:
    editor = utf16_editor
    # Other orders make chunks that begin and end with all kinds of characters.
    hypotheses = [" ".join(reversed(text.split())) + " zebra." for text in HOSTILE]
    editor.write_segments("x.hyp.en", hypotheses)
    editor.write_segments("x.ref.en", HOSTILE)
    uri = editor.open("x.hyp.en")
    for line, (hypothesis, reference) in enumerate(zip(hypotheses, HOSTILE, strict=True)):
        for column in range(0, len(hypothesis), 3):
            paragraphs = shown(await editor.hover_text(uri, line, column))
            (ours,) = (one for one in paragraphs if one.startswith("Hypothesis: "))
            (theirs,) = (one for one in paragraphs if one.startswith("Reference: "))
            assert without_marks(ours) == without_marks("Hypothesis: " + hypothesis)
            assert without_marks(theirs) == without_marks("Reference: " + reference)


async def test_matched_words_are_marked_and_numbered_by_chunk(utf16_editor: Editor) -> None:
    text = await utf16_editor.hover_text(open_pair(utf16_editor, "a b. x c!", "c! y a b."), 0, 0)
    assert text.endswith("Hypothesis: `a b.`¹ x `c!`²\n\nReference: `c!`² y `a b.`¹")


async def test_empty_side_is_shown_as_empty(utf16_editor: Editor) -> None:
    text = await utf16_editor.hover_text(open_pair(utf16_editor, "", "a"), 0, 0)
    assert text.endswith("Hypothesis: (empty)\n\nReference: a")


@pytest.mark.parametrize("formats", [["plaintext"], ["plaintext", "markdown"], None])
async def test_a_client_that_wants_plain_text_gets_it(
    raw_client: Client, tmp_path: Any, formats: list[str] | None
) -> None:
    hover = {"textDocument": {"hover": {"contentFormat": formats}}}
    wanted = capabilities("utf-16", hover)
    editor = await start(raw_client, tmp_path, client_capabilities=wanted)
    hypothesis, reference = r"a * b\ <c> x d", r"d a * b\ <c> y"
    answer = await editor.hover(open_pair(editor, hypothesis, reference), 0, 0)
    assert answer is not None
    assert isinstance(answer.contents, types.MarkupContent)
    assert answer.contents.kind is types.MarkupKind.PlainText
    lines = answer.contents.value.split("\n\n")
    assert lines[0] == "a matches a, exact, in chunk 1 of 2"
    assert r"Hypothesis: [a * b\ <c>]¹ x [d]²" in lines
    assert r"Reference: [d]² [a * b\ <c>]¹ y" in lines


async def test_the_source_is_shown_with_the_texts(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.src.de", "die *eine* Zeile\n")
    text = await editor.hover_text(open_pair(editor), 0, 0)
    assert text.startswith("Source: die \\*eine\\* Zeile\n")


async def test_line_breaks_in_a_text_make_no_paragraphs(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.en.jsonl", r'{"hyp": "a\r\r===\n\n# b", "ref": "a\r===\n# b c"}' + "\n")
    paragraphs = shown(await editor.hover_text(editor.open("x.en.jsonl"), 0, 10))
    (ours,) = (one for one in paragraphs if one.startswith("Hypothesis: "))
    assert without_marks(ours) == "Hypothesis:a===#b"
