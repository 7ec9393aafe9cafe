"""Messages out of order, and conversations that end in every way."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.lsp.hostile.any_request import DOCUMENT_METHODS, offered, params_of
from tests.lsp.hostile.sessions import (
    HYPOTHESES,
    REFERENCES,
    Cases,
    expected_hints,
    refusal,
    serves_as_ever,
    shows,
    write_pair,
)
from tests.lsp.wire import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    SERVER_NOT_INITIALIZED,
    Editor,
    ResponseFailed,
    ServerDied,
    place,
    stdio_editor,
)

# Out of order


async def test_requests_before_initialize_are_rejected(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path) as editor:
        cases = Cases(editor)
        for methods in DOCUMENT_METHODS.values():
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


async def test_second_initialize_is_rejected(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    with pytest.raises(ResponseFailed) as failure:
        await editor.client.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": {}}
        )
    assert failure.value.code == INVALID_REQUEST
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


async def test_requests_after_shutdown_are_rejected(tmp_path: Path) -> None:
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
async def test_bad_initialize_is_rejected_and_a_good_one_accepted(
    tmp_path: Path, params: Any
) -> None:
    async with stdio_editor(tmp_path) as editor:
        assert await refusal(editor, "initialize", params) in {INVALID_PARAMS, INVALID_REQUEST}
        await editor.initialize()
        await serves_as_ever(editor)


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
