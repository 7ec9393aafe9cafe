"""Segments with their scores as the outline of a document."""

from pathlib import Path

import pytest
from lsprotocol import types

from meteor_core import Meteor
from tests.lsp.conftest import Client, Editor, capabilities, score, start

HYPOTHESES = ["the cat 👍 slept", "same words", "", "other " * 30, "half right"]
REFERENCES = ["the cat 👍 sat down and was still", "same words", "", "not these", "half wrong"]


def open_pair(editor: Editor) -> str:
    editor.write_segments("x.hyp.en", HYPOTHESES)
    editor.write_segments("x.ref.en", REFERENCES)
    return editor.open("x.hyp.en")


async def outline(editor: Editor, uri: str) -> list[types.DocumentSymbol]:
    answer = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    return [one for one in answer or [] if isinstance(one, types.DocumentSymbol)]


def name(segment: int) -> str:
    return f"{score(HYPOTHESES[segment], REFERENCES[segment])}  segment {segment + 1}"


async def test_segments_are_listed_by_position(editor: Editor) -> None:
    uri = open_pair(editor)
    symbols = await outline(editor, uri)
    assert [symbol.name for symbol in symbols] == [name(segment) for segment in (0, 1, 3, 4)]
    first = editor.place(0, HYPOTHESES[0], HYPOTHESES[0])
    assert (symbols[0].range, symbols[0].selection_range) == (first, first)
    assert symbols[0].detail == HYPOTHESES[0]
    long = symbols[2].detail or ""
    assert long.endswith("...")
    assert HYPOTHESES[3].startswith(long[:-3])


async def test_segments_are_listed_worst_first_when_asked(utf16_editor: Editor) -> None:
    uri = open_pair(utf16_editor)
    for order, expected in (("score", by_score()), ("position", [0, 1, 3, 4])):
        await utf16_editor.command("meteor.sortOutline", uri, order)
        names = [symbol.name for symbol in await outline(utf16_editor, uri)]
        assert names == [name(segment) for segment in expected]


async def test_segments_are_listed_by_shortfall_when_asked(utf16_editor: Editor) -> None:
    uri = open_pair(utf16_editor)
    await utf16_editor.command("meteor.sortOutline", uri, "shortfall")
    results = {n: Meteor().score(HYPOTHESES[n], [REFERENCES[n]]) for n in (0, 1, 3, 4)}
    order = sorted(results, key=lambda segment: -results[segment].shortfall)
    assert order != by_score()
    assert [symbol.name for symbol in await outline(utf16_editor, uri)] == [
        f"{results[segment].shortfall:.2f} words  segment {segment + 1}" for segment in order
    ]


async def test_a_search_finds_segments_in_the_order_of_the_outline(utf16_editor: Editor) -> None:
    uri = open_pair(utf16_editor)
    results = {n: Meteor().score(HYPOTHESES[n], [REFERENCES[n]]) for n in (1, 3)}  # with an o
    for order, first in (("position", 1), ("shortfall", 3), ("position", 1)):
        await utf16_editor.command("meteor.sortOutline", uri, order)
        params = types.WorkspaceSymbolParams("o")
        found = await utf16_editor.client.workspace_symbol_async(params)
        names = [one.name for one in found or []]
        assert len(names) == 2
        number = (
            f"{results[first].shortfall:.2f} words"
            if order == "shortfall"
            else f"{results[first].score:.3f}"
        )
        assert names[0].startswith(f"{number}  segment {first + 1}")


def by_score() -> list[int]:
    meteor = Meteor()
    scores = {n: meteor.score(HYPOTHESES[n], [REFERENCES[n]]).score for n in (0, 1, 3, 4)}
    return sorted(scores, key=lambda segment: (scores[segment], segment))


async def test_the_reference_has_an_outline_of_its_own_texts(utf16_editor: Editor) -> None:
    open_pair(utf16_editor)
    symbols = await outline(utf16_editor, utf16_editor.open("x.ref.en"))
    assert [symbol.detail for symbol in symbols] == [REFERENCES[n] for n in (0, 1, 3, 4)]
    assert symbols[0].name == name(0)


async def test_an_edit_changes_the_outline(utf16_editor: Editor) -> None:
    uri = open_pair(utf16_editor)
    await outline(utf16_editor, uri)
    utf16_editor.edit(uri, (1, 0), (2, 0), "")
    names = [symbol.name for symbol in await outline(utf16_editor, uri)]
    assert names == [  # the reference's second line stands alone now
        f"{score(hypothesis, reference)}  segment {number}"
        for number, (hypothesis, reference) in enumerate(
            zip(HYPOTHESES, REFERENCES, strict=True), 1
        )
        if number != 2 and hypothesis
    ]


@pytest.mark.parametrize("support", [None, False])
async def test_an_old_client_gets_a_flat_list(
    raw_client: Client, tmp_path: Path, *, support: bool | None
) -> None:
    old = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": support}}}
    known = capabilities("utf-16", old)
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    uri = open_pair(editor)
    answer = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    first = next(iter(answer or []))
    assert isinstance(first, types.SymbolInformation)
    assert first.name == f"{name(0)}  {HYPOTHESES[0]}"
    assert first.location == types.Location(uri, editor.place(0, HYPOTHESES[0], HYPOTHESES[0]))


async def test_unpaired_document_has_no_segments(utf16_editor: Editor) -> None:
    utf16_editor.write("notes.txt", "a\n")
    assert await outline(utf16_editor, utf16_editor.open("notes.txt")) == []
