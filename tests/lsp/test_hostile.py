"""A client that does everything wrong, and files that are not what they were.

Whatever it is sent, the server answers each request once, with a result or with an error that
blames the client, shows nobody a message about it, writes no traceback, and goes on to serve.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from meteor_core import Meteor
from tests.lsp.wire import (
    DIAGNOSTICS,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    PATIENCE,
    REQUEST_CANCELLED,
    REQUEST_FAILED,
    SERVER_NOT_INITIALIZED,
    USUAL,
    Document,
    Editor,
    ResponseFailed,
    ServerDied,
    place,
    replacement,
    stdio_editor,
)

HYPOTHESES: Final = (
    "The cat slept on the mat",
    "Purple elephants juggle quietly",
    "A naïve café opened in Zürich today",
)
REFERENCES: Final = (
    "The cat was sitting on the mat",
    "Nothing of this is shared at all",
    "A naive café has opened in Zürich",
)
MOST: Final = 2**31 - 1
"""The greatest number that the protocol has."""


def text_of(segments: Sequence[str], end: str = "\n") -> str:
    return "".join(segment + end for segment in segments)


def score_of(hypothesis: str, reference: str) -> str:
    return f"{Meteor().score(hypothesis, [reference]).score:.3f}"


def expected_hints(
    hypotheses: Sequence[str], references: Sequence[str]
) -> dict[int, tuple[int, str]]:
    """Hints in UTF-16; a line without a word has none."""
    return {
        line: (len(hypothesis.encode("utf-16-le", "surrogatepass")) // 2, score)
        for line, (hypothesis, reference) in enumerate(zip(hypotheses, references, strict=False))
        if hypothesis.strip()
        for score in [score_of(hypothesis, reference)]
    }


def write_pair(editor: Editor, name: str = "demo") -> None:
    editor.write(f"{name}.hyp.en", text_of(HYPOTHESES))
    editor.write(f"{name}.ref.en", text_of(REFERENCES))


async def shows(editor: Editor, uri: str, expected: dict[int, tuple[int, str]]) -> None:
    """A document has these hints, once the server has come to all of them."""
    assert await editor.all_hints(uri, len(expected)) == expected


async def serves_as_ever(editor: Editor) -> None:
    """A pair that was never open shows what it should, on both sides, before and after an edit."""
    with editor.client.case("an ordinary pair afterwards"):
        name = f"ordinary{len(list(editor.folder.iterdir()))}"
        write_pair(editor, name)
        hypothesis = await editor.open_file(f"{name}.hyp.en")
        await shows(editor, hypothesis.uri, expected_hints(HYPOTHESES, REFERENCES))
        await editor.change(hypothesis, replacement((0, 4), (0, 7), "dog"))
        edited = [HYPOTHESES[0].replace("cat", "dog"), *HYPOTHESES[1:]]
        await shows(editor, hypothesis.uri, expected_hints(edited, REFERENCES))
        await editor.close(hypothesis)
        assert await editor.hints(hypothesis.uri) == {}


@pytest_asyncio.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    """A session that has to serve as ever when the test is through with it."""
    async with stdio_editor(tmp_path) as editor:
        await editor.initialize()
        yield editor
        await serves_as_ever(editor)


class Cases:
    """Collects what goes wrong in many cases, to tell all of it at once."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.wrong: list[str] = []

    async def request(self, name: str, method: str, params: Any, *codes: int) -> Any:
        """Send a request that may be answered, or refused with one of these codes."""
        with self.editor.client.case(f"{method}, {name}"):
            try:
                return await self.editor.client.request(method, params)
            except ResponseFailed as failure:
                if failure.code not in codes:
                    self.wrong.append(f"{name}: {failure}")
            except AssertionError as error:
                self.wrong.append(str(error))
        return None

    def conclude(self) -> None:
        assert not self.wrong, "\n".join([f"{len(self.wrong)} cases went wrong:", *self.wrong])


async def refusal(editor: Editor, method: str, params: Any) -> int:
    """The code of the error that a request is answered with."""
    with pytest.raises(ResponseFailed) as failure:
        await editor.client.request(method, params)
    return failure.value.code


# Every method that the server offers

_DOCUMENT: Final[dict[str, tuple[str, ...]]] = {
    "callHierarchyProvider": ("textDocument/prepareCallHierarchy",),
    "codeActionProvider": ("textDocument/codeAction",),
    "codeLensProvider": ("textDocument/codeLens",),
    "colorProvider": ("textDocument/documentColor",),
    "completionProvider": ("textDocument/completion",),
    "declarationProvider": ("textDocument/declaration",),
    "definitionProvider": ("textDocument/definition",),
    "diagnosticProvider": ("textDocument/diagnostic",),
    "documentFormattingProvider": ("textDocument/formatting",),
    "documentHighlightProvider": ("textDocument/documentHighlight",),
    "documentLinkProvider": ("textDocument/documentLink",),
    "documentRangeFormattingProvider": ("textDocument/rangeFormatting",),
    "documentSymbolProvider": ("textDocument/documentSymbol",),
    "foldingRangeProvider": ("textDocument/foldingRange",),
    "hoverProvider": ("textDocument/hover",),
    "implementationProvider": ("textDocument/implementation",),
    "inlayHintProvider": ("textDocument/inlayHint",),
    "inlineValueProvider": ("textDocument/inlineValue",),
    "linkedEditingRangeProvider": ("textDocument/linkedEditingRange",),
    "monikerProvider": ("textDocument/moniker",),
    "referencesProvider": ("textDocument/references",),
    "renameProvider": ("textDocument/rename",),
    "selectionRangeProvider": ("textDocument/selectionRange",),
    "semanticTokensProvider": (
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
    ),
    "signatureHelpProvider": ("textDocument/signatureHelp",),
    "typeDefinitionProvider": ("textDocument/typeDefinition",),
    "typeHierarchyProvider": ("textDocument/prepareTypeHierarchy",),
}
"""Capabilities to the methods that ask something about a document."""

_OTHER: Final = {
    "executeCommandProvider",
    "experimental",
    "notebookDocumentSync",
    "positionEncoding",
    "textDocumentSync",
    "workspace",
    "workspaceSymbolProvider",
}


def offered(editor: Editor) -> list[str]:
    """The methods about a document that the server offers."""
    names = {name for name, value in editor.capabilities.items() if value not in (None, False)}
    unknown = names - _DOCUMENT.keys() - _OTHER
    assert not unknown, f"offered, but not tried here: {unknown}"
    return [method for name in sorted(names & _DOCUMENT.keys()) for method in _DOCUMENT[name]]


def params_of(uri: Any, start: Any, end: Any) -> dict[str, Any]:
    """Params that hold for every method about a document; what a method does not know is free."""
    return {
        "textDocument": {"uri": uri},
        "position": start,
        "positions": [start],
        "range": {"start": start, "end": end},
        "context": {"includeDeclaration": True, "diagnostics": [], "triggerKind": 1},
        "previousResultId": "none",
        "newName": "name",
        "options": {"tabSize": 4, "insertSpaces": True},
    }


UNKNOWN_URIS: Final = {
    "of a file that is not open": "file:///nowhere/never.hyp.en",
    "of no pair": "file:///nowhere/notes.txt",
    "of a folder": "file:///tmp/",
    "of the root": "file:///",
    "untitled": "untitled:Untitled-1",
    "untitled, named as a pair": "untitled:demo.hyp.en",
    "http": "http://example.org/demo.hyp.en",
    "git": "git:/demo.hyp.en?%7B%22ref%22%3A%22HEAD%22%7D",
    "empty": "",
    "without a scheme": "demo.hyp.en",
    "blank": " ",
    "of a host": "file://host/share/demo.hyp.en",
    "bad host": "file://[/demo.hyp.en",
    "bad host, closed": "file://[x]/demo.hyp.en",
    "NUL": "file:///tmp/a%00b.hyp.en",
    "not UTF-8": "file:///tmp/%FF%FE.hyp.en",
    "bad escapes": "file:///tmp/%zz%.hyp.en",
    "lone surrogate": "file:///tmp/\ud800.hyp.en",
    "too long a name": f"file:///tmp/{'x' * 5000}.hyp.en",
    "too many folders": f"file:///{'x/' * 5000}demo.hyp.en",
    "dots": "file:///tmp/../../../demo.hyp.en",
    "drive": "file:///c%3A/demo.hyp.en",
}


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


# Commands

COMMAND_ARGUMENTS: Final[dict[str, Any]] = {
    "no arguments": {},
    "null": {"arguments": None},
    "an empty list": {"arguments": []},
    "a number": {"arguments": [5]},
    "an object": {"arguments": [{"uri": 5}]},
    "a list": {"arguments": [[]]},
    "null in a list": {"arguments": [None]},
    "an unknown document": {"arguments": ["file:///nowhere/never.hyp.en"]},
    "a bad URI": {"arguments": ["file://["]},
    "a URI with NUL": {"arguments": ["file:///%00.hyp.en"]},
    "too many": {"arguments": [str(number) for number in range(1000)]},
    "no list": {"arguments": "file:///nowhere/never.hyp.en"},
}


@pytest.mark.parametrize("kind", COMMAND_ARGUMENTS)
async def test_commands_with_wrong_arguments(editor: Editor, kind: str) -> None:
    cases = Cases(editor)
    provider = editor.capabilities.get("executeCommandProvider") or {"commands": []}
    editor.client.expect("window/showMessage")  # which commands tell people things by
    editor.client.expect("window/showMessageRequest")
    for command in provider["commands"]:
        params = {"command": command, **COMMAND_ARGUMENTS[kind]}
        await cases.request(
            f"{command}, {kind}",
            "workspace/executeCommand",
            params,
            INVALID_PARAMS,
            REQUEST_FAILED,
        )
    cases.conclude()


async def test_an_unknown_command_is_the_clients_mistake(editor: Editor) -> None:
    params = {"command": "no.such.command", "arguments": []}
    with pytest.raises(ResponseFailed) as failure:
        await editor.client.request("workspace/executeCommand", params)
    assert failure.value.code == INVALID_PARAMS


# Messages that are none

WRONG_PARAMS: Final[dict[str, Any]] = {
    "missing": None,
    "an empty object": {},
    "a list": [1, 2],
    "a string": "params",
    "a number": 7,
    "a document that is a number": {"textDocument": 7},
    "a URI that is null": params_of(None, place(0, 0), place(1, 0)),
    "a URI that is a list": params_of([], place(0, 0), place(1, 0)),
    "a position that is a string": params_of("file:///a.hyp.en", "start", "end"),
    "a line that is a string": params_of("file:///a.hyp.en", {"line": "one"}, place(1, 0)),
    "a line that is a fraction": params_of("file:///a.hyp.en", {"line": 1.5}, place(1, 0)),
    "a position without a column": params_of("file:///a.hyp.en", {"line": 1}, {"line": 1}),
}


@pytest.mark.parametrize("kind", WRONG_PARAMS)
async def test_requests_with_wrong_params_are_answered(editor: Editor, kind: str) -> None:
    cases = Cases(editor)
    for method in [*offered(editor), "workspace/executeCommand"]:
        await cases.request(kind, method, WRONG_PARAMS[kind], INVALID_PARAMS, INVALID_REQUEST)
        if cases.wrong and "waited" in cases.wrong[-1]:
            break  # the others would take as long
    cases.conclude()


@pytest.mark.parametrize(
    "method",
    [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeWorkspaceFolders",
        "workspace/didChangeConfiguration",
        "$/setTrace",
        "$/cancelRequest",
        "initialized",
        "window/workDoneProgress/cancel",
    ],
)
async def test_notifications_with_wrong_params_are_left_alone(editor: Editor, method: str) -> None:
    changes: dict[str, Any] = {
        "wrong contents": {"textDocument": {"uri": "file:///a", "version": 2}, "contentChanges": 5},
        "wrong change": {
            "textDocument": {"uri": "file:///a", "version": 2},
            "contentChanges": [{"rang": 1}],
        },
        "wrong version": {"textDocument": {"uri": "file:///a", "version": "x"}},
        "wrong value": {"value": 5, "id": [], "token": {}, "changes": 5, "event": 5},
    }
    for kind, params in {**WRONG_PARAMS, **changes}.items():
        with editor.client.case(f"{method}, {kind}"):
            await editor.client.notify(method, params)
            await editor.hints("file:///nowhere/never.hyp.en")


NO_MESSAGES: Final[dict[str, bytes]] = {
    "no JSON": b"this is no JSON",
    "half of JSON": b'{"jsonrpc": "2.0", "method": "textDocument/ho',
    "an empty object": b"{}",
    "null": b"null",
    "true": b"true",
    "a number": b"17",
    "a string": b'"text"',
    "a list": b"[]",
    "a batch": b'[{"jsonrpc": "2.0", "method": "initialized", "params": {}}]',
    "blank": b" ",
    "NUL": b"\0",
    "no UTF-8": b'{"jsonrpc": "2.0", "method": "\xff\xfe"}',
    "UTF-16": '{"jsonrpc": "2.0", "method": "initialized"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"jsonrpc": "2.0", "method": "initialized", "params": {}}',
    "not a number": b'{"jsonrpc": "2.0", "method": "x", "params": NaN}',
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "a long number": b'{"jsonrpc": "2.0", "method": "x", "params": ' + b"9" * 10_000 + b"}",
    "no version": b'{"method": "initialized", "params": {}}',
    "another version": b'{"jsonrpc": "1.0", "method": "initialized", "params": {}}',
    "a version that is a number": b'{"jsonrpc": 2.0, "method": "initialized", "params": {}}',
    "no method": b'{"jsonrpc": "2.0"}',
    "a method that is null": b'{"jsonrpc": "2.0", "method": null}',
    "a method that is a list": b'{"jsonrpc": "2.0", "method": []}',
    "an answer to nothing": b'{"jsonrpc": "2.0", "id": 999, "result": null}',
    "an error to nothing": b'{"jsonrpc": "2.0", "id": 998, "error": {"code": 1, "message": "m"}}',
    "an error that is null": b'{"jsonrpc": "2.0", "id": 998, "error": null}',
    "an error that is a string": b'{"jsonrpc": "2.0", "id": "x", "error": "bad"}',
    "an error for nobody": b'{"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": "m"}}',
    "neither result nor error": b'{"jsonrpc": "2.0", "id": 997}',
    "an id that is a list": b'{"jsonrpc": "2.0", "id": [1], "result": null}',
}


@pytest.mark.parametrize("kind", NO_MESSAGES)
async def test_what_is_no_message_disturbs_nothing(editor: Editor, kind: str) -> None:
    with editor.client.case(kind):
        await editor.client.send_body(NO_MESSAGES[kind])
        await editor.hints("file:///nowhere/never.hyp.en")
    assert set(editor.client.unidentified) <= {PARSE_ERROR, INVALID_REQUEST}


BAD_REQUESTS: Final[dict[str, dict[str, Any]]] = {
    "no version": {"method": "textDocument/hover", "params": {}},
    "another version": {"jsonrpc": "1.0", "method": "textDocument/hover", "params": {}},
    "a method that is a number": {"jsonrpc": "2.0", "method": 5, "params": {}},
    "a method that is null": {"jsonrpc": "2.0", "method": None},
    "an unknown method": {"jsonrpc": "2.0", "method": "textDocument/none", "params": {}},
    "an unknown optional method": {"jsonrpc": "2.0", "method": "$/none", "params": {}},
    "a method with odd params": {"jsonrpc": "2.0", "method": "x", "params": {"class": 1, "": 2}},
    "a method with a type name": {"jsonrpc": "2.0", "method": "x", "params": {"type_name": "a b"}},
    "a notification's method": {"jsonrpc": "2.0", "method": "initialized", "params": {}},
    "no change as a request": {"jsonrpc": "2.0", "method": "textDocument/didOpen"},
}


@pytest.mark.parametrize("kind", BAD_REQUESTS)
async def test_a_bad_request_is_refused(editor: Editor, kind: str) -> None:
    with editor.client.case(kind):
        pending = editor.client.expect_answer("a bad request")
        await editor.client.send({**BAD_REQUESTS[kind], "id": pending.id})
        with pytest.raises(ResponseFailed) as failure:
            await pending.result()
    assert failure.value.code in {METHOD_NOT_FOUND, INVALID_REQUEST, INVALID_PARAMS}


@pytest.mark.parametrize("method", ["no/method", "$/none", "textDocument/none", "", "hover"])
async def test_an_unknown_request_is_no_method(editor: Editor, method: str) -> None:
    odd: list[Any] = [None, {}, [], {"a": {"b": [1, {"c": None}]}}, {"type_name": "1x", "def": 1}]
    for params in odd:
        with pytest.raises(ResponseFailed) as failure:
            await editor.client.request(method, params)
        assert failure.value.code == METHOD_NOT_FOUND


@pytest.mark.parametrize("method", ["no/method", "$/none", "textDocument/none", "", "exi"])
async def test_an_unknown_notification_is_left_alone(editor: Editor, method: str) -> None:
    odd: list[Any] = [None, {}, [], {"a": {"b": [1, {"c": None}]}}, {"type_name": "1x", "def": 1}]
    for params in odd:
        await editor.client.notify(method, params)
        await editor.hints("file:///nowhere/never.hyp.en")


FRAMES: Final[dict[str, bytes]] = {
    "a line of noise": b"noise\r\n",
    "a line without a carriage return": b"noise\n",
    "an unknown header": b"X-Header: 1\r\n",
    "a content type": b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n",
    "empty lines": b"\r\n\r\n",
    "a length of nothing": b"Content-Length: 0\r\n\r\n",
    "a length that is no number": b"Content-Length: many\r\n\r\n",
    "a negative length": b"Content-Length: -5\r\n\r\n",
    "a long line": b"x" * 200_000 + b"\r\n",
}


@pytest.mark.parametrize("kind", FRAMES)
async def test_what_stands_before_a_message_disturbs_nothing(editor: Editor, kind: str) -> None:
    with editor.client.case(kind):
        await editor.client.send_raw(FRAMES[kind])
        await editor.hints("file:///nowhere/never.hyp.en")


@pytest.mark.parametrize("name", [b"content-length: ", b"CONTENT-LENGTH: ", b"Content-Length:"])
async def test_headers_are_read_as_http_has_them(editor: Editor, name: bytes) -> None:
    pending = editor.client.expect_answer("no/method")
    body = json.dumps({"jsonrpc": "2.0", "id": pending.id, "method": "no/method"}).encode()
    await editor.client.send_raw(b"%b%d\r\n\r\n%b" % (name, len(body), body))
    with pytest.raises(ResponseFailed):
        await pending.result()


# Cancelling and tracing


async def test_cancelling_what_never_was(editor: Editor) -> None:
    identifiers: list[Any] = [10_000, -1, "text", "", 2**40, None, [], {}, 1.5]
    for identifier in identifiers:
        with editor.client.case(f"cancelling {identifier!r}"):
            await editor.client.cancel(identifier)
            await editor.hints("file:///nowhere/never.hyp.en")


async def test_a_cancelled_request_is_answered_once(editor: Editor) -> None:
    words = "one two three four five six seven eight nine ten"
    editor.write("long.hyp.en", "".join(f"{words} {n}\n" for n in range(3000)))
    editor.write("long.ref.en", "".join(f"{words[::-1]} {n} {words}\n" for n in range(3000)))
    document = await editor.open_file("long.hyp.en")
    cases = Cases(editor)
    for method in offered(editor):
        with editor.client.case(f"cancelling {method}"):
            params = params_of(document.uri, place(0, 0), place(5, 0))
            pending = await editor.client.start(method, params)
            await editor.client.cancel(pending.id)
            await editor.client.cancel(pending.id)
            try:
                await pending.result(3 * PATIENCE)
            except ResponseFailed as failure:
                if failure.code != REQUEST_CANCELLED:
                    cases.wrong.append(str(failure))
            await editor.client.cancel(pending.id)
    cases.conclude()
    assert len(await editor.all_hints(document.uri, 3000)) == 3000
    await editor.close(document)


async def test_cancelling_while_the_server_waits_for_the_client(tmp_path: Path) -> None:
    """The server's own requests have ids as well, which a client must not confuse it with."""
    async with stdio_editor(tmp_path) as editor:
        await editor.initialize()
        asked = [message.id for message in editor.client.received if message.id is not None]
        for identifier in asked:
            await editor.client.cancel(identifier)
            late = {"jsonrpc": "2.0", "id": identifier, "result": None}
            await editor.client.send(late)
            await editor.client.send(late)
        await serves_as_ever(editor)


@pytest.mark.parametrize("answer", ["error", "late", "twice", "never", "wrong type"])
async def test_a_client_that_answers_badly(tmp_path: Path, answer: str) -> None:
    async with stdio_editor(tmp_path) as editor:
        client = editor.client
        ids: list[Any] = []

        def answered(params: Any) -> Any:
            return {"odd": [1]} if answer == "wrong type" else None

        client.answers = dict.fromkeys(
            ["client/registerCapability", "workspace/inlayHint/refresh"], answered
        )
        if answer in {"error", "late", "never"}:
            client.silent = USUAL
        await editor.initialize()
        write_pair(editor)
        document = await editor.open_file("demo.hyp.en")
        await client.wait_for(DIAGNOSTICS)
        await asyncio.sleep(0.3)
        ids = [message.id for message in client.received if message.id is not None]
        for identifier in ids:
            body: dict[str, Any] = {"jsonrpc": "2.0", "id": identifier}
            if answer == "error":
                await client.send({**body, "error": {"code": METHOD_NOT_FOUND, "message": "no"}})
            elif answer in {"late", "twice"}:
                await client.send({**body, "result": None})
        await serves_as_ever(editor)
        await editor.close(document)


@pytest.mark.parametrize("value", ["off", "messages", "verbose"])
async def test_traces_can_be_asked_for(editor: Editor, value: str) -> None:
    editor.client.expect("$/logTrace")
    await editor.client.notify("$/setTrace", {"value": value})


# Out of order


async def test_requests_before_initialize_are_refused(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path) as editor:
        cases = Cases(editor)
        for methods in _DOCUMENT.values():
            for method in methods:
                with editor.client.case(f"{method} before initialize"):
                    params = params_of("file:///a.hyp.en", place(0, 0), place(1, 0))
                    try:
                        result = await editor.client.request(method, params)
                        cases.wrong.append(f"{method} was answered with {result}")
                    except ResponseFailed as failure:
                        if failure.code != SERVER_NOT_INITIALIZED:
                            cases.wrong.append(str(failure))
        with pytest.raises(ResponseFailed) as failure_of_shutdown:
            await editor.client.request("shutdown")
        assert failure_of_shutdown.value.code == SERVER_NOT_INITIALIZED
        await editor.initialize()
        await serves_as_ever(editor)
        cases.conclude()


async def test_notifications_before_initialize_are_dropped(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path) as editor:
        write_pair(editor)
        document = await editor.open_file("demo.hyp.en")
        await editor.change(document, {"text": "x\n"})
        await editor.client.notify("initialized", {})
        await editor.client.notify("workspace/didChangeWatchedFiles", {"changes": []})
        await editor.client.notify("textDocument/didSave", {"textDocument": document.identifier})
        await editor.close(document)
        await editor.initialize()
        assert await editor.hints(document.uri) == {}
        await serves_as_ever(editor)


async def test_a_second_initialize_is_refused(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    with pytest.raises(ResponseFailed) as failure:
        await editor.client.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": {}}
        )
    assert failure.value.code == INVALID_REQUEST
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


async def test_requests_after_shutdown_are_refused(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path) as editor:
        await editor.initialize()
        write_pair(editor)
        document = await editor.open_file("demo.hyp.en")
        await editor.client.request("shutdown")
        for method in (*offered(editor), "shutdown"):
            params = params_of(document.uri, place(0, 0), place(1, 0))
            with editor.client.case(f"{method} after shutdown"):
                assert await refusal(editor, method, params) == INVALID_REQUEST, method
        await editor.change(document, {"text": "x\n"})
        await editor.client.notify("exit")
        editor.over = True
        await editor.client.finish(0)


INITIALIZE: Final[dict[str, dict[str, Any]]] = {
    "no capabilities": {"capabilities": {}},
    "no root": {"rootUri": None, "rootPath": None},
    "no folders": {"rootUri": None, "workspaceFolders": None},
    "an empty list of folders": {"rootUri": None, "workspaceFolders": []},
    "an odd root": {"rootUri": "untitled:x", "workspaceFolders": [{"uri": "", "name": ""}]},
    "a bad root": {"rootUri": "file://["},
    "a root that is gone": {"rootUri": "file:///nowhere/at/all"},
    "odd options": {"initializationOptions": []},
    "null options": {"initializationOptions": None},
    "an unknown client": {"clientInfo": {"name": ""}},
    "an odd trace": {"trace": "verbose", "locale": "xx-XX"},
    "an unknown capability": {"capabilities": {"textDocument": {"later": {"x": 1}}, "new": True}},
    "null capabilities inside": {"capabilities": {"textDocument": None, "workspace": None}},
    "an unknown encoding": {"capabilities": {"general": {"positionEncodings": ["utf-7"]}}},
    "no encodings": {"capabilities": {"general": {"positionEncodings": []}}},
    "a process that is gone": {},
}


@pytest.mark.parametrize("kind", INITIALIZE)
async def test_any_introduction_will_do(tmp_path: Path, kind: str) -> None:
    async with stdio_editor(tmp_path) as editor:
        editor.client.expect("window/showMessage")  # of the options
        await editor.initialize(**INITIALIZE[kind])
        assert editor.capabilities.get("positionEncoding", "utf-16") == "utf-16"
        await serves_as_ever(editor)
        told = [each for each in editor.client.received if each.method == "window/showMessage"]
        assert len(told) == (kind == "odd options"), told


@pytest.mark.parametrize("params", [None, {}, [], {"capabilities": None}, {"capabilities": 5}])
async def test_a_bad_introduction_is_refused_and_a_good_one_follows(
    tmp_path: Path, params: Any
) -> None:
    async with stdio_editor(tmp_path) as editor:
        assert await refusal(editor, "initialize", params) in {INVALID_PARAMS, INVALID_REQUEST}
        await editor.initialize()
        await serves_as_ever(editor)


# Documents


async def test_changing_and_closing_what_was_never_opened(editor: Editor) -> None:
    write_pair(editor)
    document = Document(editor.uri("demo.hyp.en"))
    with editor.client.case("didChange of a document that was never opened"):
        await editor.change(document, replacement((0, 0), (0, 0), "x"))
        await editor.change(document, {"text": "x\n"})
        assert await editor.hints(document.uri) == {}
    with editor.client.case("didClose of a document that was never opened"):
        await editor.close(document)
        await editor.close(document)
        assert await editor.hints(document.uri) == {}


async def test_closing_twice_and_going_on(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    await editor.close(document)
    await editor.close(document)
    await editor.change(document, replacement((0, 0), (0, 0), "x"))
    assert await editor.hints(document.uri) == {}
    document = await editor.open_file("demo.hyp.en")
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


async def test_opening_twice_takes_the_later_text(editor: Editor) -> None:
    write_pair(editor)
    await editor.open(editor.uri("demo.hyp.en"), "other text\n")
    document = await editor.open_file("demo.hyp.en")
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))
    await editor.change(document, replacement((0, 0), (0, 0), "x "))
    lines = ["x " + HYPOTHESES[0], *HYPOTHESES[1:]]
    await shows(editor, document.uri, expected_hints(lines, REFERENCES))


async def test_versions_that_go_back_and_stand_still(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    for version in (5, 5, 1, 0, -3, MOST):
        document.version = version - 1
        await editor.change(document, {"text": text_of(HYPOTHESES)})
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


@pytest.mark.parametrize("messages", ["one message", "many messages"])
async def test_a_flood_of_changes_ends_in_the_right_state(editor: Editor, messages: str) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    typed = "".join("abcdefghij "[n % 11] for n in range(10_000))
    changes = [replacement((0, n), (0, n), letter) for n, letter in enumerate(typed)]
    if messages == "one message":
        await editor.change(document, *changes)
    else:
        for change in changes:
            await editor.change(document, change)
    lines = [typed + HYPOTHESES[0], *HYPOTHESES[1:]]
    await shows(editor, document.uri, expected_hints(lines, REFERENCES))


async def test_a_flood_of_requests_is_answered_in_full(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    params = params_of(document.uri, place(0, 0), place(9, 0))
    methods = offered(editor)
    flood = [await editor.client.start(methods[n % len(methods)], params) for n in range(3000)]
    for pending in flood[::2]:
        await editor.client.cancel(pending.id)
    failures = await asyncio.gather(
        *(pending.result(3 * PATIENCE) for pending in flood), return_exceptions=True
    )
    for failure in failures:
        if isinstance(failure, ResponseFailed):
            assert failure.code == REQUEST_CANCELLED, failure
        elif isinstance(failure, BaseException):
            raise failure


async def test_edits_while_a_long_file_is_scored(editor: Editor) -> None:
    words = "one two three four five six seven eight nine ten"
    hypotheses = [f"{words} {n}" for n in range(6000)]
    references = [f"{words[::-1]} {n} {words}" for n in range(6000)]
    editor.write("long.hyp.en", text_of(hypotheses))
    editor.write("long.ref.en", text_of(references))
    document = await editor.open_file("long.hyp.en")
    reference = await editor.open_file("long.ref.en")
    for number in range(0, 6000, 100):
        await editor.change(document, replacement((number, 0), (number, 3), "six"))
        hypotheses[number] = "six" + hypotheses[number][3:]
        if number % 500 == 0:
            await editor.change(reference, replacement((number, 0), (number + 1, 0), ""))
            del references[number]
            await editor.change(reference, replacement((5999, 0), (5999, 0), "new\n"))
            references.append("new")
        shown = await editor.hints(document.uri, number, number)
        assert shown[number][1] == score_of(hypotheses[number], references[number]), number
    shown = await editor.all_hints(document.uri, 6000)
    for line in range(0, 6000, 97):
        assert shown[line][1] == score_of(hypotheses[line], references[line]), line


TEXTS: Final[dict[str, tuple[str, str]]] = {
    "NUL": ("the\0cat sat\non the \0\nmat\n", "the cat sat\non the\nmat\n"),
    "a lone high surrogate": ("the \ud800 cat\nsat\n", "the cat\nsat\n"),
    "a lone low surrogate": ("the\udfff cat\nsat\n", "the cat\nsat\n"),
    "surrogates the wrong way round": ("a \udc00\ud800 b\nsat\n", "a b\nsat\n"),
    "U+2028": ("the\u2028cat\nsat\u2029on\n", "the\u2028cat\nsat on\n"),
    "U+0085": ("the\x85cat\nsat\x85\n", "the\x85cat\nsat\n"),
    "vertical tab and form feed": ("the\vcat\nsat\fon\n\x1c\x1d\x1e\n", "the cat\nsat on\nx\n"),
    "CR LF": ("the cat\r\nsat\r\n\r\n", "the cat\r\nsat\r\n\r\n"),
    "CR": ("the cat\rsat\ron", "the cat\nsat\non"),
    "a mix of line ends": ("a\r\rb\n\rc\r\nd\n\n\re", "a\n\nb\n\nc\nd\n\n\ne"),
    "a byte order mark": ("\ufeffthe cat\nsat\n", "the cat\nsat\n"),
    "noncharacters": ("\ufffe\uffff the \U0010ffff cat\n", "the cat\n"),
    "combining marks": ("e" + "\u0301" * 2000 + " cat\n", "é cat\n"),
    "right to left": ("\u202eكتاب \u202c cat\n", "كتاب cat\n"),
    "zero width": ("the\u200bcat\u200d \u2060\n", "the cat\n"),
    "blank lines": ("\n\n\n", "\n\n\n"),
    "nothing": ("", ""),
    "nothing against something": ("", "the cat\n"),
    "only line ends": ("\r\n\r\r\n", "\n"),
}


def lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@pytest.mark.parametrize("kind", TEXTS)
async def test_any_text_is_scored_line_by_line(editor: Editor, kind: str) -> None:
    hypothesis, reference = TEXTS[kind]
    first = await editor.open(editor.uri("odd.hyp.en"), hypothesis)
    second = await editor.open(editor.uri("odd.ref.en"), reference)
    with editor.client.case(kind):
        expected = expected_hints(lines_of(hypothesis), lines_of(reference))
        hints = await editor.all_hints(first.uri, len(expected))
        assert {line: hints[line] for line in hints if line in expected} == expected
        cases = Cases(editor)
        for document in (first, second):
            for method in offered(editor):
                for line in range(3):
                    params = params_of(document.uri, place(line, 1), place(line + 1, 2))
                    await cases.request(kind, method, params)
        cases.conclude()
        await editor.client.wait_for(DIAGNOSTICS)
    await editor.close(first)
    await editor.close(second)


async def test_a_line_of_a_megabyte_is_not_waited_for(editor: Editor) -> None:
    line = "word and more " * 75_000
    document = await editor.open(editor.uri("wide.hyp.en"), f"{line}\nthe cat\n")
    reference = await editor.open(editor.uri("wide.ref.en"), f"{line}\nthe cat\n")
    cases = Cases(editor)
    for method in offered(editor):
        for one in (document, reference):
            params = params_of(one.uri, place(0, 500_000), place(3, 0))
            await cases.request("1 MB line", method, params)
    for number in range(20):
        await editor.change(document, replacement((0, 900_000 + number), (0, 900_000), "x"))
    assert (await editor.hints(document.uri, 1, 1))[1] == (7, score_of("the cat", "the cat"))
    cases.conclude()
    await editor.close(document)
    await editor.close(reference)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("side", ["in the editor", "on disk"])
async def test_a_file_of_more_than_fifty_megabytes_is_politely_left_alone(
    editor: Editor, side: str
) -> None:
    """Sixty megabytes are more than VS Code ever shows an extension."""
    sentence = "the quick brown fox jumps over the lazy dog and is not seen again"
    huge = f"{sentence}\n" * 930_000
    if side == "on disk":
        editor.write("huge.ref.en", huge)
        document = await editor.open(editor.uri("huge.hyp.en"), f"{sentence}\n")
    else:
        editor.write("huge.ref.en", f"{sentence}\n")
        document = await editor.open(editor.uri("huge.hyp.en"), huge)
    assert await editor.hints(document.uri, 0, 60) == {}
    cases = Cases(editor)
    for method in offered(editor):
        await cases.request(side, method, params_of(document.uri, place(0, 1), place(60, 0)))
    for _ in range(5):
        await editor.change(document, replacement((0, 0), (0, 0), "x"))
        await editor.hints(document.uri, 0, 60)
    cases.conclude()
    told = await editor.client.wait_for(DIAGNOSTICS, lambda params: params["uri"] == document.uri)
    assert len(told["diagnostics"]) == 1, "it has to say why there are no scores"
    await editor.close(document)


# Files under an open partner


def _delete(path: Path) -> None:
    path.unlink()


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _terminal(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/tty")


def _dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("gone"))


def _circle(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def _undecodable(path: Path) -> None:
    path.write_bytes(b"one\ntw\xff\nthree\n")


def _utf16(path: Path) -> None:
    path.write_bytes(text_of(REFERENCES).encode("utf-16"))


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 100)


CHANGES: Final[dict[str, Callable[[Path], None]]] = {
    "deleted": _delete,
    "emptied": _empty,
    "replaced by a folder": _folder,
    "replaced by a fifo": _fifo,
    "replaced by an endless device": _endless,
    "replaced by a terminal": _terminal,
    "a link to nothing": _dangling,
    "a link to itself": _circle,
    "undecodable": _undecodable,
    "UTF-16": _utf16,
    "binary": _binary,
}


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


async def _announce(editor: Editor, path: Path, kind: int) -> None:
    change = {"changes": [{"uri": path.as_uri(), "type": kind}]}
    await editor.client.notify("workspace/didChangeWatchedFiles", change)


@pytest.mark.parametrize("watched", [True, False], ids=["watched", "unwatched"])
@pytest.mark.parametrize("kind", CHANGES)
async def test_a_partner_that_changes_on_disk(editor: Editor, kind: str, *, watched: bool) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))
    partner = editor.folder / "demo.ref.en"
    CHANGES[kind](partner)
    cases = Cases(editor)
    with editor.client.case(f"partner {kind}"):
        if watched:
            await _announce(editor, partner, 2 if partner.exists() else 3)
        await editor.change(document, replacement((0, 0), (0, 0), "x"))
        await asyncio.sleep(0.3)
        for method in offered(editor):
            await cases.request(kind, method, params_of(document.uri, place(0, 1), place(9, 0)))
        cases.conclude()
    _remove(partner)
    partner.write_text(text_of(HYPOTHESES))
    if watched:
        await _announce(editor, partner, 1)
    await editor.change(document, {"text": text_of(HYPOTHESES)})
    await shows(editor, document.uri, expected_hints(HYPOTHESES, HYPOTHESES))


@pytest.mark.parametrize("kind", CHANGES)
async def test_a_partner_that_never_was_a_text(editor: Editor, kind: str) -> None:
    write_pair(editor)
    CHANGES[kind](editor.folder / "demo.ref.en")
    document = await editor.open_file("demo.hyp.en")
    with editor.client.case(f"partner {kind}"):
        await editor.hints(document.uri)
        if not (editor.folder / "demo.ref.en").is_file():  # the document has no partner then
            editor.client.expect("window/showMessage")
            command = {"command": "meteor.explainPairing", "arguments": [document.uri]}
            answer = await editor.client.request("workspace/executeCommand", command)
            assert not answer["paired"]
            assert "demo.ref.en" in answer["reason"]
        else:
            told = await editor.client.wait_for(
                DIAGNOSTICS, lambda params: params["uri"] == document.uri
            )
            assert told["diagnostics"], "it has to say what is wrong"
    await editor.close(document)


async def test_the_open_file_itself_vanishes(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    (editor.folder / "demo.hyp.en").unlink()
    await _announce(editor, editor.folder / "demo.hyp.en", 3)
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


async def test_news_of_files_that_nobody_knows(editor: Editor) -> None:
    for uri in UNKNOWN_URIS.values():
        for kind in (1, 2, 3):
            with editor.client.case(f"news of {uri[:60]!r}"):
                change = {"changes": [{"uri": uri, "type": kind}]}
                await editor.client.notify("workspace/didChangeWatchedFiles", change)
                await editor.hints("file:///nowhere/never.hyp.en")


# The end


async def test_leaving_in_order_is_status_0(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path) as editor:
        await editor.initialize()


@pytest.mark.parametrize("introduced", [True, False])
async def test_leaving_without_shutdown_is_status_1(tmp_path: Path, *, introduced: bool) -> None:
    async with stdio_editor(tmp_path) as editor:
        if introduced:
            await editor.initialize()
        await editor.client.notify("exit")
        editor.over = True
        await editor.client.finish(1)


def _ends() -> Iterator[tuple[str, bytes]]:
    yield "between messages", b""
    yield "within a header", b"Content-Len"
    yield "within the headers", b"Content-Length: 50\r\n"
    yield "within a body", b'Content-Length: 5000\r\n\r\n{"jsonrpc": "2.0"'


@pytest.mark.parametrize("end", dict(_ends()))
@pytest.mark.parametrize(
    "state", ["before initialize", "at rest", "while scoring", "after shutdown"]
)
async def test_a_client_that_dies_takes_the_server_with_it(
    tmp_path: Path, state: str, end: str
) -> None:
    async with stdio_editor(tmp_path) as editor:
        if state != "before initialize":
            await editor.initialize()
        if state == "while scoring":
            for role in ("hyp", "ref"):
                editor.write(f"long.{role}.en", "".join(f"a b c {n}\n" for n in range(50_000)))
            document = await editor.open_file("long.hyp.en")
            await editor.hints(document.uri, 0, 60)
            params = {"textDocument": document.identifier}
            await editor.client.start("textDocument/codeLens", params)
        if state == "after shutdown":
            await editor.client.request("shutdown")
        await editor.client.send_raw(dict(_ends())[end])
        editor.over = True
        await editor.client.channel.close()
        await editor.client.finish(None)


async def test_a_client_that_stops_reading_and_dies(tmp_path: Path) -> None:
    """Its end of the pipe is gone: there is nobody to tell, and nothing to complain about."""
    async with stdio_editor(tmp_path) as editor:
        await editor.initialize()
        write_pair(editor)
        await editor.open_file("demo.hyp.en")
        transport = getattr(editor.client.server.process, "_transport")  # noqa: B009  # for mypy
        transport.get_pipe_transport(1).close()
        with contextlib.suppress(ServerDied):  # the sooner the better
            for number in range(20):
                params = params_of("file:///a", place(0, 0), place(number, 0))
                await editor.client.start("textDocument/hover", params)
                await asyncio.sleep(0.02)
        editor.over = True
        await editor.client.channel.close()
        await editor.client.finish(None)
