"""Messages that are none, requests that are cancelled, clients that answer badly."""

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.lsp.hostile.any_request import offered, params_of
from tests.lsp.hostile.sessions import (
    Cases,
    serves_as_ever,
    write_pair,
)
from tests.lsp.wire import (
    DIAGNOSTICS,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    PATIENCE,
    REQUEST_CANCELLED,
    USUAL,
    Editor,
    ResponseFailed,
    place,
    stdio_editor,
)

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
async def test_invalid_message_is_ignored(editor: Editor, kind: str) -> None:
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
async def test_invalid_request_is_rejected(editor: Editor, kind: str) -> None:
    with editor.client.case(kind):
        pending = editor.client.expect_answer("a bad request")
        await editor.client.send({**BAD_REQUESTS[kind], "id": pending.id})
        with pytest.raises(ResponseFailed) as failure:
            await pending.result()
    assert failure.value.code in {METHOD_NOT_FOUND, INVALID_REQUEST, INVALID_PARAMS}


@pytest.mark.parametrize("method", ["no/method", "$/none", "textDocument/none", "", "hover"])
async def test_unknown_request_is_method_not_found(editor: Editor, method: str) -> None:
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
    "a length that is not a number": b"Content-Length: many\r\n\r\n",
    "a negative length": b"Content-Length: -5\r\n\r\n",
    "a long line": b"x" * 200_000 + b"\r\n",
}


@pytest.mark.parametrize("kind", FRAMES)
async def test_garbage_before_a_message_is_skipped(editor: Editor, kind: str) -> None:
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


async def test_cancelling_unknown_requests(editor: Editor) -> None:
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
