"""The same conversation over each transport, and nothing that listens unasked or to strangers."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from meteor_core import Meteor
from tests.lsp.warm_start import COLD, warm_command
from tests.lsp.wire import (
    DIAGNOSTICS,
    PATIENCE,
    Editor,
    ServerProcess,
    StreamChannel,
    free_port,
    replacement,
    socket_editor,
    stdio_editor,
)

HYPOTHESES = ["The cat slept on the mat", "A naïve café 👩‍👩‍👧 opened in Zürich"]
REFERENCES = ["The cat was sitting on the mat", "A naive café 👩‍👩‍👧 has opened in Zürich"]
TRANSPORTS = ("stdio", "tcp", "ws")
SOCKETS = ("tcp", "ws")
INITIALIZE = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
LISTENING = "0A"  # state of a socket, as the kernel writes it


@contextlib.asynccontextmanager
async def editor_over(transport: str, folder: Path) -> AsyncIterator[Editor]:
    if transport == "stdio":
        async with stdio_editor(folder) as editor:
            yield editor
    else:
        async with socket_editor(folder, transport) as (editor, _):
            yield editor


def hints_of(hypotheses: list[str]) -> dict[int, tuple[int, str]]:
    return {
        line: (
            len(hypothesis.encode("utf-16-le")) // 2,
            f"{Meteor().score(hypothesis, [reference]).score:.3f}",
        )
        for line, (hypothesis, reference) in enumerate(zip(hypotheses, REFERENCES, strict=True))
    }


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_whole_conversation(tmp_path: Path, transport: str) -> None:
    async with editor_over(transport, tmp_path) as editor:
        await editor.initialize()
        for role, segments in (("hyp", HYPOTHESES), ("ref", REFERENCES)):
            editor.write(f"demo.{role}.en", "".join(f"{segment}\n" for segment in segments))
        document = await editor.open_file("demo.hyp.en")
        assert await editor.all_hints(document.uri, 2) == hints_of(HYPOTHESES)
        told = await editor.client.wait_for(DIAGNOSTICS)
        assert told["uri"] == document.uri
        before = len(editor.client.received)
        await editor.change(document, replacement((0, 8), (0, 13), "sat 👍"))
        edited = [HYPOTHESES[0].replace("slept", "sat 👍"), HYPOTHESES[1]]
        assert await editor.all_hints(document.uri, 2) == hints_of(edited)
        await editor.client.wait_for(DIAGNOSTICS, after=before)
        await editor.close(document)
        assert await editor.hints(document.uri) == {}


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_long_message_each_way(tmp_path: Path, transport: str) -> None:
    """Longer than any buffer on the way."""
    words = "words that are the same in each and every line " * 8
    text = "".join(f"{words}{number}\n" for number in range(3_000))
    async with editor_over(transport, tmp_path) as editor:
        await editor.initialize()
        document = await editor.open(editor.uri("long.hyp.en"), text)
        await editor.open(editor.uri("long.ref.en"), text)
        assert len(await editor.all_hints(document.uri, 3_000)) == 3_000


@pytest.mark.parametrize("transport", SOCKETS)
async def test_exit_without_shutdown_is_status_1(tmp_path: Path, transport: str) -> None:
    async with editor_over(transport, tmp_path) as editor:
        await editor.initialize()
        await editor.client.notify("exit")
        editor.over = True
        await editor.client.finish(1)


@pytest.mark.parametrize("transport", SOCKETS)
@pytest.mark.parametrize("introduced", [True, False])
async def test_a_client_that_dies_takes_the_server_with_it(
    tmp_path: Path, transport: str, *, introduced: bool
) -> None:
    async with editor_over(transport, tmp_path) as editor:
        if introduced:
            await editor.initialize()
            await editor.open(editor.uri("demo.hyp.en"), "text\n")
        if transport == "tcp":
            await editor.client.send_raw(b"Content-Length: 5000\r\n\r\n{")
        editor.over = True
        await editor.client.channel.close()
        await editor.client.finish(None)


@pytest.mark.parametrize("transport", SOCKETS)
async def test_a_second_client_is_turned_away(tmp_path: Path, transport: str) -> None:
    """What it hears or says must not get into the conversation of the first."""
    async with socket_editor(tmp_path, transport) as (editor, port):
        await editor.initialize()
        document = await editor.open(editor.uri("demo.hyp.en"), "the cat\n")
        with contextlib.suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                b'Content-Length: 46\r\n\r\n{"jsonrpc":"2.0","id":77,"method":"shutdown"}\n'
            )
            with contextlib.suppress(TimeoutError):
                heard = await asyncio.wait_for(reader.read(1000), 1)
                assert b"jsonrpc" not in heard
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
        await editor.open(editor.uri("demo.ref.en"), "the cat\n")
        assert len(await editor.all_hints(document.uri, 1)) == 1


@pytest.mark.parametrize(
    "said",
    [
        b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%b" % (len(INITIALIZE), INITIALIZE),
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x00\xf5\x01\n",
        b"\r\n\r\n",
        b"",
    ],
)
async def test_other_protocols_do_not_occupy_the_server(tmp_path: Path, said: bytes) -> None:
    """Such as the browser of somebody who looks at a web page that posts to every port."""
    port = free_port()
    server = await ServerProcess.start(tmp_path, ["--tcp", "--port", str(port)], warm_command())
    try:
        async with connected(port) as idle:
            async with connected(port) as stranger:
                await stranger.send_raw(said)
                async with asyncio.timeout(PATIENCE):
                    assert not said or await stranger.receive() is None  # turned away
            async with connected(port) as editor:
                await editor.send(INITIALIZE)
                answer = await editor.receive()
                assert answer is not None
                assert b"capabilities" in answer
                async with asyncio.timeout(PATIENCE):
                    assert await idle.receive() is None  # whose place is taken
        await server.status(PATIENCE)
    finally:
        await server.kill()


@pytest.mark.parametrize(
    ("origin", "may"),
    [
        (None, True),  # no web page
        ("http://localhost:8888", True),
        ("https://127.0.0.1", True),
        ("http://[::1]:80", True),
        ("null", False),
        ("https://example.org", False),
        ("http://localhost.example.org", False),
        ("http://example.org/http://localhost", False),
        ("http://127.0.0.1.example.org:80", False),
        ("http://192.0.2.1", False),
        ("file://", False),
    ],
)
async def test_only_web_pages_of_this_machine_may_connect(
    tmp_path: Path, origin: str | None, *, may: bool
) -> None:
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus
    from websockets.typing import Origin

    said = None if origin is None else Origin(origin)

    port = free_port()
    server = await ServerProcess.start(tmp_path, ["--ws", "--port", str(port)], warm_command())
    try:
        async with connected(port):  # once it listens
            pass
        address = f"ws://127.0.0.1:{port}"
        if may:
            async with connect(address, origin=said, proxy=None) as page:
                await page.send(INITIALIZE.decode())
                answer = json.loads(await asyncio.wait_for(page.recv(), PATIENCE))
                assert answer["id"] == 1
        else:
            with pytest.raises(InvalidStatus, match="403"):
                await connect(address, origin=said, proxy=None)
    finally:
        await server.kill()


@contextlib.asynccontextmanager
async def connected(port: int) -> AsyncIterator[StreamChannel]:
    """A connection to a server that may not listen yet."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(OSError):
                channel = StreamChannel(*await asyncio.open_connection("127.0.0.1", port))
                break
            await asyncio.sleep(0.05)
    try:
        yield channel
    finally:
        await channel.close()


def listening(process: int) -> set[tuple[str, int]]:
    """Address, as the kernel writes it, and port of every socket on which a process listens."""
    descriptors = Path(f"/proc/{process}/fd")
    targets = []
    for descriptor in descriptors.iterdir():
        with contextlib.suppress(OSError):
            targets.append(str(descriptor.readlink()))
    found = set()
    for table in ("tcp", "tcp6", "udp", "udp6"):
        path = Path(f"/proc/{process}/net/{table}")
        for line in path.read_text().splitlines()[1:] if path.exists() else ():
            fields = line.split()
            address, port = fields[1].split(":")
            is_open = fields[3] == LISTENING or table.startswith("udp")
            if is_open and f"socket:[{fields[9]}]" in targets:
                found.add((address, int(port, 16)))
    return found


needs_proc = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="needs Linux's /proc")


@needs_proc
async def test_nothing_listens_by_default(tmp_path: Path) -> None:
    async with stdio_editor(tmp_path, command=COLD) as editor:
        await editor.initialize()
        await editor.open(editor.uri("demo.hyp.en"), "text\n")
        await editor.hints(editor.uri("demo.hyp.en"))
        assert listening(editor.client.server.process.pid) == set()


@needs_proc
@pytest.mark.parametrize("transport", SOCKETS)
async def test_only_this_machine_can_connect(tmp_path: Path, transport: str) -> None:
    async with socket_editor(tmp_path, transport, command=COLD) as (editor, port):
        await editor.initialize()
        assert listening(editor.client.server.process.pid) == {("0100007F", port)}
        with pytest.raises(OSError):  # noqa: SIM117  # refused, whatever the number
            with socket.create_connection(("127.0.0.2", port), 1):
                pass


@pytest.mark.parametrize("transport", SOCKETS)
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.0.2.1", "example.invalid"])
async def test_other_hosts_are_rejected(tmp_path: Path, transport: str, host: str) -> None:
    arguments = [f"--{transport}", "--host", host, "--port", str(free_port())]
    server = await ServerProcess.start(tmp_path, arguments, warm_command())
    try:
        assert await server.status(PATIENCE) == 2, server.stderr
        (line,) = server.stderr.splitlines()
        assert line.startswith("meteor-lsp: error: ")
        assert host in line
        assert not await server.stdout.read()
    finally:
        await server.kill()


@pytest.mark.parametrize("transport", SOCKETS)
async def test_occupied_port_is_reported_in_one_line(tmp_path: Path, transport: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        server = await ServerProcess.start(
            tmp_path, [f"--{transport}", "--port", port], warm_command()
        )
        try:
            assert await server.status(PATIENCE) == 2, server.stderr
            (line,) = server.stderr.splitlines()
            assert port in line
        finally:
            await server.kill()
