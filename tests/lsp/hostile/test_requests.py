"""Every request that the server offers, with documents and places that do not exist."""

import asyncio
from typing import Final

import pytest

from tests.lsp.hostile.any_request import UNKNOWN_URIS, offered, params_of
from tests.lsp.hostile.sessions import (
    HYPOTHESES,
    MOST,
    REFERENCES,
    Cases,
    expected_hints,
    shows,
    text_of,
    write_pair,
)
from tests.lsp.wire import (
    INVALID_PARAMS,
    Editor,
    place,
    replacement,
)


@pytest.mark.parametrize("kind", UNKNOWN_URIS)
async def test_documents_never_opened_have_nothing(editor: Editor, kind: str) -> None:
    cases = Cases(editor)
    for method in offered(editor):
        params = params_of(UNKNOWN_URIS[kind], place(0, 0), place(9, 0))
        answer = await cases.request(kind, method, params)
        if "iagnostic" in method:
            answer = answer and answer["items"]
        if "semanticTokens" in method:
            answer = answer and answer["data"]
        if answer:
            cases.wrong.append(f"{method}, {kind}: {answer}")
    cases.conclude()


@pytest.mark.parametrize("kind", UNKNOWN_URIS)
async def test_any_uri_can_be_opened_and_edited_and_closed(editor: Editor, kind: str) -> None:
    cases = Cases(editor)
    with editor.client.case(f"opening, {kind}"):
        document = await editor.open(UNKNOWN_URIS[kind], text_of(HYPOTHESES))
        for method in offered(editor):
            await cases.request(kind, method, params_of(document.uri, place(0, 1), place(9, 0)))
        await editor.change(document, replacement((0, 0), (1, 0), "x\n"))
        await editor.client.notify("textDocument/didSave", {"textDocument": document.identifier})
        await asyncio.sleep(0.3)  # all of the pair is looked at when edits pause
        await editor.close(document)
        await editor.hints(document.uri)
    cases.conclude()


@pytest.mark.parametrize(
    "name",
    ["a b", "a;b", "a#b", "a?b", "a%b", "a+b", "ä€👍", "a'b", "[a]", "a\\b", "a:b", "%41", "~"],
)
@pytest.mark.parametrize("quoting", ["everything", "as little as Neovim"])
async def test_any_name_of_a_pair_works(editor: Editor, name: str, quoting: str) -> None:
    write_pair(editor, name)
    uri = editor.uri(f"{name}.hyp.en")
    if quoting == "as little as Neovim":
        for plain in "!$&'()*+,;=:@":
            uri = uri.replace(f"%{ord(plain):02X}", plain)
    else:
        uri = "file://" + uri.removeprefix("file://").replace(":", "%3A").replace("+", "%2B")
    await editor.open(uri, text_of(HYPOTHESES))
    await shows(editor, uri, expected_hints(HYPOTHESES, REFERENCES))


PLACES: Final = {
    "behind the last line": ((3, 0), (4, 0)),
    "far behind the last line": ((1_000_000, 0), (2_000_000, 0)),
    "behind the end of a line": ((0, 1000), (0, 2000)),
    "the greatest numbers": ((MOST, MOST), (MOST, MOST)),
    "from nothing to the greatest": ((0, 0), (MOST, MOST)),
    "reversed lines": ((2, 0), (0, 0)),
    "reversed columns": ((0, 9), (0, 2)),
    "empty": ((1, 3), (1, 3)),
    "beyond the greatest": ((2**31, 2**31), (2**32, 2**32)),
    "beyond 64 bits": ((2**64, 0), (2**65, 0)),
    "minus one": ((-1, -1), (-1, -1)),
    "minus a lot": ((-(2**31), 0), (1, 0)),
}
ILLEGAL: Final = {"beyond the greatest", "beyond 64 bits", "minus one", "minus a lot"}


@pytest.mark.parametrize("kind", PLACES)
async def test_places_that_do_not_exist(editor: Editor, kind: str) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    codes = [INVALID_PARAMS] if kind in ILLEGAL else []
    cases = Cases(editor)
    start, end = (place(*at) for at in PLACES[kind])
    for method in offered(editor):
        await cases.request(kind, method, params_of(document.uri, start, end), *codes)
    cases.conclude()
    await editor.close(document)


async def test_edits_beyond_the_document_are_edits_at_its_end(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    for start, end in (((3, 0), (3, 0)), ((700, 5), (800, 0)), ((MOST, MOST), (MOST, MOST))):
        await editor.change(document, replacement(start, end, ""))
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))
    await editor.change(document, replacement((2, 0), (MOST, MOST), "the cat"))
    lines = [*HYPOTHESES[:2], "the cat"]
    await shows(editor, document.uri, expected_hints(lines, REFERENCES))
    await editor.change(document, replacement((0, 400), (0, MOST), "!"))
    lines[0] += "!"
    await shows(editor, document.uri, expected_hints(lines, REFERENCES))


@pytest.mark.parametrize("kind", [*sorted(ILLEGAL), "reversed lines", "reversed columns"])
async def test_an_illegal_edit_leaves_a_document_that_can_be_replaced(
    editor: Editor, kind: str
) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    with editor.client.case(f"edit, {kind}"):
        await editor.change(document, replacement(*PLACES[kind], "words "))
        await editor.hints(document.uri)
    await editor.change(document, {"text": text_of(HYPOTHESES)})
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))
