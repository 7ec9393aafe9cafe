"""What an editor is shown of alignments: words coloured, chunks lit, jumps across files.

Expected words are found in the texts by hand-written matches, columns by ``Editor.units``.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol import types

from meteor_core import Meteor
from tests.lsp.conftest import Client, Editor, capabilities, start

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


async def test_words_are_coloured_by_stage_and_chunk(editor: Editor) -> None:
    hypothesis, reference = open_pair(editor)
    lines = ["first line", HYPOTHESIS, "last"]
    words = editor.words((await editor.tokens(hypothesis)).data, lines)
    assert words[2:-1] == list(zip(WORDS, KINDS, CHUNKS, strict=True))
    lines[1] = REFERENCE
    words = editor.words((await editor.tokens(reference)).data, lines)
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
    words = editor.words(answer.data, ["first line", HYPOTHESIS, "last"])
    assert words == list(zip(WORDS, KINDS, CHUNKS, strict=True))


@pytest.mark.parametrize("inserted", ["", "more ", "line\n"])
async def test_the_difference_leads_to_the_whole(utf16_editor: Editor, inserted: str) -> None:
    editor = utf16_editor
    uri, _ = open_pair(editor)
    before = await editor.tokens(uri)
    editor.edit(uri, (1, 0), (1, 0), inserted)
    answer = await editor.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(types.TextDocumentIdentifier(uri), before.result_id or "")
    )
    assert isinstance(answer, types.SemanticTokensDelta)
    data = list(before.data)
    for edit in answer.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    assert data == list((await editor.tokens(uri)).data)
    assert bool(answer.edits) is bool(inserted)


async def test_a_stale_difference_is_answered_with_the_whole(utf16_editor: Editor) -> None:
    uri, _ = open_pair(utf16_editor)
    whole = await utf16_editor.tokens(uri)
    answer = await utf16_editor.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(types.TextDocumentIdentifier(uri), "long gone")
    )
    assert isinstance(answer, types.SemanticTokens)
    assert answer.data == whole.data


async def test_neovim_gets_the_whole_always(raw_client: Client, tmp_path: Path) -> None:
    editor = await start(raw_client, tmp_path, name="Neovim")
    uri, _ = open_pair(editor)
    whole = await editor.tokens(uri)
    answer = await editor.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(types.TextDocumentIdentifier(uri), whole.result_id or "")
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
        lit = await highlights(editor, uri, editor.place(1, text, word).start)
        assert lit == [editor.place(1, text, member) for member in chunk]


@pytest.mark.parametrize(
    ("here", "there"),
    [("dancing", "dance"), ("👍🏽", "👍🏽"), ("今", "今"), ("!", "!"), ("gladly", None)],
)
async def test_a_word_leads_to_its_aligned_word_and_back(
    editor: Editor, here: str, there: str | None
) -> None:
    hypothesis, reference = open_pair(editor)
    start = editor.place(1, HYPOTHESIS, here).start
    found = await editor.definition(hypothesis, start)
    if there is None:
        assert found == []
        return
    target = editor.place(1, REFERENCE, there)
    assert found == [(reference, target)]
    back = await editor.definition(reference, target.start)
    assert back == [(hypothesis, editor.place(1, HYPOTHESIS, here))]
    answer = await editor.client.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(include_declaration=False),
            types.TextDocumentIdentifier(hypothesis),
            start,
        )
    )
    assert list(answer or []) == [types.Location(reference, target)]


@pytest.mark.parametrize("links", [True, None])
async def test_a_definition_has_the_form_that_the_client_knows(
    raw_client: Client, tmp_path: Path, *, links: bool | None
) -> None:
    known = capabilities("utf-16", {"textDocument": {"definition": {"linkSupport": links}}})
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    hypothesis, reference = open_pair(editor)
    here, there = editor.place(1, HYPOTHESIS, "dancing"), editor.place(1, REFERENCE, "dance")
    answer = await editor.client.text_document_definition_async(
        types.DefinitionParams(types.TextDocumentIdentifier(hypothesis), here.start)
    )
    if not links:
        assert answer == types.Location(reference, there)
        return
    whole = editor.place(1, REFERENCE, REFERENCE)
    assert isinstance(answer, Sequence)
    assert list(answer) == [types.LocationLink(reference, whole, there, here)]


async def test_the_reference_shows_the_scores_too(editor: Editor) -> None:
    _, reference = open_pair(editor)
    score = Meteor().score(HYPOTHESIS, [REFERENCE]).score
    hints = await editor.hints(reference)
    assert hints[1] == (editor.units(REFERENCE), f"{score:.3f}")
    text = await editor.hover_text(reference, 1, 0)
    assert "`dance` matches `dancing`, stem" in text
    assert "Hypothesis: " in text


async def test_a_reference_alone_is_paired_with_the_file(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("solo.hyp.en", "one two\n")
    editor.write("solo.ref.en", "one two\n")
    uri = editor.open("solo.ref.en")
    assert (await editor.hints(uri))[0] == (7, "1.000")
    ((target, _),) = await editor.definition(uri, types.Position(0, 0))
    assert target == editor.uri("solo.hyp.en")


async def test_closing_one_side_leaves_the_other_alive(utf16_editor: Editor) -> None:
    editor = utf16_editor
    hypothesis, reference = open_pair(editor)
    await editor.hints(hypothesis)
    editor.close(hypothesis)
    assert len(await editor.hints(reference)) == 3
    assert await editor.hints(hypothesis) == {}
