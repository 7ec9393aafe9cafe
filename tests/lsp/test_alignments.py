"""What an editor is shown of alignments: words coloured, chunks lit, jumps across files.

Expected words are found in the texts by hand-written matches, columns by ``Editor.units``.
"""

import pytest
from lsprotocol import types

from meteor_core import Meteor
from tests.lsp.conftest import Editor

# Chunks by hand: "Ünïcödé 👍🏽" | "dancing people 今" | "!" ; "gladly" has no match.
HYPOTHESIS = "Ünïcödé 👍🏽 gladly dancing people 今!"
REFERENCE = "dance people 今 then Ünïcödé 👍🏽 again !"
WORDS = ["Ünïcödé", "👍🏽", "gladly", "dancing", "people", "今", "!"]
KINDS = ["exact", "exact", "unmatched", "stem", "exact", "exact", "exact"]
CHUNKS = ["chunk1", "chunk1", "", "chunk2", "chunk2", "chunk2", "chunk3"]


def open_pair(editor: Editor) -> tuple[str, str]:
    editor.write("demo.hyp.en", f"first line\n{HYPOTHESIS}\nlast\n")
    editor.write("demo.ref.en", f"first line\n{REFERENCE}\nlast\n")
    return editor.open("demo.hyp.en"), editor.open("demo.ref.en")


def place(editor: Editor, text: str, word: str, line: int = 1) -> types.Range:
    start = text.index(word)
    return types.Range(
        types.Position(line, editor.units(text[:start])),
        types.Position(line, editor.units(text[: start + len(word)])),
    )


def decode(editor: Editor, data: list[int], lines: list[str]) -> list[tuple[str, str, str]]:
    """Word, type and modifier of each token, by the protocol's rules."""
    provider = editor.capabilities.semantic_tokens_provider
    assert isinstance(provider, types.SemanticTokensOptions)
    legend = provider.legend
    words: list[tuple[str, str, str]] = []
    line = start = 0
    for at in range(0, len(data), 5):
        down, right, length, kind, modifiers = data[at : at + 5]
        line, start = line + down, right if down else start + right
        text = lines[line]
        ends = [editor.units(text[:column]) for column in range(len(text) + 1)]
        word = text[ends.index(start) : ends.index(start + length)]
        names = [name for bit, name in enumerate(legend.token_modifiers) if modifiers >> bit & 1]
        words.append((word, legend.token_types[kind], " ".join(names)))
    return words


async def all_tokens(editor: Editor, uri: str) -> types.SemanticTokens:
    answer = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(types.TextDocumentIdentifier(uri))
    )
    assert answer is not None
    return answer


async def test_words_are_coloured_by_stage_and_chunk(editor: Editor) -> None:
    hypothesis, reference = open_pair(editor)
    lines = ["first line", HYPOTHESIS, "last"]
    words = decode(editor, list((await all_tokens(editor, hypothesis)).data), lines)
    assert words[2:-1] == list(zip(WORDS, KINDS, CHUNKS, strict=True))
    lines[1] = REFERENCE
    words = decode(editor, list((await all_tokens(editor, reference)).data), lines)
    chunk_of = {word: (kind, chunk) for word, kind, chunk in words[2:-1]}
    assert chunk_of["dance"] == ("stem", "chunk2")  # a chunk has one colour on both sides
    assert chunk_of["Ünïcödé"] == ("exact", "chunk1")
    assert chunk_of["then"] == ("unmatched", "")


async def test_a_part_is_coloured_as_in_the_whole(editor: Editor) -> None:
    hypothesis, _ = open_pair(editor)
    answer = await editor.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(
            types.TextDocumentIdentifier(hypothesis),
            types.Range(types.Position(1, 0), types.Position(1, 0)),
        )
    )
    assert answer is not None
    words = decode(editor, list(answer.data), ["first line", HYPOTHESIS, "last"])
    assert words == list(zip(WORDS, KINDS, CHUNKS, strict=True))


@pytest.mark.parametrize("inserted", ["", "more ", "line\n"])
async def test_the_difference_leads_to_the_whole(utf16_editor: Editor, inserted: str) -> None:
    editor = utf16_editor
    uri, _ = open_pair(editor)
    before = await all_tokens(editor, uri)
    editor.edit(uri, (1, 0), (1, 0), inserted)
    answer = await editor.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(types.TextDocumentIdentifier(uri), before.result_id or "")
    )
    assert isinstance(answer, types.SemanticTokensDelta)
    data = list(before.data)
    for edit in answer.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    assert data == list((await all_tokens(editor, uri)).data)
    assert bool(answer.edits) is bool(inserted)


async def test_a_stale_difference_is_answered_with_the_whole(utf16_editor: Editor) -> None:
    uri, _ = open_pair(utf16_editor)
    whole = await all_tokens(utf16_editor, uri)
    answer = await utf16_editor.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(types.TextDocumentIdentifier(uri), "long gone")
    )
    assert isinstance(answer, types.SemanticTokens)
    assert answer.data == whole.data


async def highlights(editor: Editor, uri: str, position: types.Position) -> list[types.Range]:
    answer = await editor.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(types.TextDocumentIdentifier(uri), position)
    )
    return [highlight.range for highlight in answer or []]


async def test_the_cursor_in_a_word_lights_its_chunk(editor: Editor) -> None:
    hypothesis, reference = open_pair(editor)
    for uri, text, word, chunk in (
        (hypothesis, HYPOTHESIS, "people", ["dancing", "people", "今"]),
        (reference, REFERENCE, "people", ["dance", "people", "今"]),
        (hypothesis, HYPOTHESIS, "gladly", []),
    ):
        lit = await highlights(editor, uri, place(editor, text, word).start)
        assert lit == [place(editor, text, member) for member in chunk]


async def definition(
    editor: Editor, uri: str, position: types.Position
) -> list[tuple[str, types.Range]]:
    answer = await editor.client.text_document_definition_async(
        types.DefinitionParams(types.TextDocumentIdentifier(uri), position)
    )
    if answer is None:
        return []
    if isinstance(answer, types.Location):
        return [(answer.uri, answer.range)]
    return [
        (one.uri, one.range)
        if isinstance(one, types.Location)
        else (one.target_uri, one.target_selection_range)
        for one in answer
    ]


@pytest.mark.parametrize(
    ("here", "there"),
    [("dancing", "dance"), ("👍🏽", "👍🏽"), ("今", "今"), ("!", "!"), ("gladly", None)],
)
async def test_a_word_leads_to_its_aligned_word_and_back(
    editor: Editor, here: str, there: str | None
) -> None:
    hypothesis, reference = open_pair(editor)
    start = place(editor, HYPOTHESIS, here).start
    found = await definition(editor, hypothesis, start)
    if there is None:
        assert found == []
        return
    target = place(editor, REFERENCE, there)
    assert found == [(reference, target)]
    back = await definition(editor, reference, target.start)
    assert back == [(hypothesis, place(editor, HYPOTHESIS, here))]
    answer = await editor.client.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(include_declaration=False),
            types.TextDocumentIdentifier(hypothesis),
            start,
        )
    )
    assert list(answer or []) == [types.Location(reference, target)]


async def test_the_reference_shows_the_scores_too(editor: Editor) -> None:
    _, reference = open_pair(editor)
    score = Meteor().score(HYPOTHESIS, [REFERENCE]).score
    hints = await editor.hints(reference)
    assert hints[1] == (editor.units(REFERENCE), f"{score:.3f}")
    text = await editor.hover_text(reference, 1, 0)
    assert "**dance** matches **dancing**, stem" in text
    assert "Hypothesis: " in text


async def test_a_reference_alone_is_paired_with_the_file(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("solo.hyp.en", "one two\n")
    editor.write("solo.ref.en", "one two\n")
    uri = editor.open("solo.ref.en")
    assert (await editor.hints(uri))[0] == (7, "1.000")
    ((target, _),) = await definition(editor, uri, types.Position(0, 0))
    assert target == editor.uri("solo.hyp.en")


async def test_closing_one_side_leaves_the_other_alive(utf16_editor: Editor) -> None:
    editor = utf16_editor
    hypothesis, reference = open_pair(editor)
    await editor.hints(hypothesis)
    editor.close(hypothesis)
    assert len(await editor.hints(reference)) == 3
    assert await editor.hints(hypothesis) == {}
