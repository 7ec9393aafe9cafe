"""Carry messages between the client and the server over pipes, TCP or WebSocket."""

import asyncio
import contextlib
import io
import os
import re
import threading
from collections.abc import Callable, Coroutine
from typing import Any, BinaryIO, Final, cast

from .protocol import StrictProtocol

_BUFFER_BYTES: Final = 1 << 20
"""Bytes read ahead; longer header lines are invalid."""

_DRAIN_TIMEOUT_SECONDS: Final = 5.0
"""Time for the client to read pending output before the server exits."""

_LOCAL_ORIGINS: Final = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
"""Web pages that may connect over a WebSocket; others could read files through it."""


class Connection:
    """The writer for pygls. Discards writes after the peer has disconnected, and signals that."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        """Create a connection that passes bytes to `write`."""
        self.over: Final = asyncio.Event()
        self._write = write
        self._loop = asyncio.get_running_loop()

    def write(self, data: bytes) -> None:
        """Send bytes."""
        if self.over.is_set():
            return
        try:
            self._write(data)
        except (OSError, ValueError):  # one end is closed
            self.close()

    def close(self) -> None:
        """End the conversation."""
        self._loop.call_soon_threadsafe(self.over.set)


async def serve_stdio(protocol: StrictProtocol, source: BinaryIO, sink: BinaryIO) -> None:
    """Serve on pipes until the client exits or disconnects."""
    output = await _output_to(sink)
    connection = Connection(output.write)
    output.lost = connection.close
    protocol.set_writer(connection)
    await _until_over(connection, _read_frames(await _stream_of(source), protocol))
    await output.finish()
    with contextlib.suppress(OSError):
        os.set_blocking(sink.fileno(), True)  # the parent process may share it


async def serve_tcp(protocol: StrictProtocol, host: str, port: int) -> None:
    """Serve the first client that sends a message of this protocol; reject others.

    A web page can have a browser connect, but its first line is HTTP, which is rejected before it
    occupies the server.

    Raises:
        OSError: the port is taken.
    """
    ended = asyncio.Event()
    waiting: set[asyncio.StreamWriter] = set()

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting.add(writer)
        first = await _line(reader)
        waiting.discard(writer)
        if protocol.writer is not None or not _is_header(first):
            writer.close()
            return
        connection = Connection(writer.write)
        protocol.set_writer(connection)
        for client in waiting:
            client.close()
        await _until_over(connection, _read_frames(reader, protocol, first))
        with contextlib.suppress(OSError):
            await writer.drain()
            writer.close()
        ended.set()

    async with await asyncio.start_server(converse, host, port, limit=_BUFFER_BYTES):
        await ended.wait()


async def serve_websocket(protocol: StrictProtocol, host: str, port: int) -> None:
    """Serve the first client that connects; reject others.

    Raises:
        OSError: the port is taken.
    """
    from websockets.asyncio.server import ServerConnection, serve
    from websockets.exceptions import ConnectionClosed

    ended = asyncio.Event()

    async def converse(socket: ServerConnection) -> None:
        if protocol.writer is not None:
            return
        outgoing: asyncio.Queue[bytes] = asyncio.Queue()  # in order, which tasks would not keep
        connection = Connection(outgoing.put_nowait)
        protocol.set_writer(connection, include_headers=False)

        async def write() -> None:
            while True:
                await socket.send(await outgoing.get(), text=True)

        async def receive() -> None:
            async for message in socket:
                protocol.receive(message)

        await _until_over(connection, receive(), write())
        with contextlib.suppress(ConnectionClosed):
            while not outgoing.empty():
                await socket.send(outgoing.get_nowait(), text=True)
        await socket.close()
        ended.set()

    origins = [None, _LOCAL_ORIGINS]
    async with serve(converse, host, port, max_size=None, origins=origins):
        await ended.wait()


class _Output(asyncio.Protocol):
    """A pipe to the client with an unlimited buffer, so that writes never block.

    A server that does not read while it writes, and a client that answers before it reads on, would
    deadlock.
    """

    def __init__(self) -> None:
        self.lost: Callable[[], None] = lambda: None
        self._empty = asyncio.Event()
        self._empty.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport, and report when its buffer is not empty."""
        self._transport = cast("asyncio.WriteTransport", transport)
        self._transport.set_write_buffer_limits(high=0)

    def pause_writing(self) -> None:
        """Handle that the buffer is not empty."""
        self._empty.clear()

    def resume_writing(self) -> None:
        """Handle that the buffer is empty."""
        self._empty.set()

    def connection_lost(self, error: Exception | None) -> None:
        """Handle that the client disconnected."""
        self._empty.set()
        self.lost()

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._transport.write(data)

    async def finish(self) -> None:
        """Wait until the buffer is empty, or until a timeout."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._empty.wait(), _DRAIN_TIMEOUT_SECONDS)
        if not self._transport.is_closing():
            self._transport.abort()


class _BlockingOutput:
    """A file, or a pipe on Windows, which has no asynchronous writes to pipes."""

    def __init__(self, sink: BinaryIO) -> None:
        self.lost: Callable[[], None] = lambda: None
        self._sink = sink

    def write(self, data: bytes) -> None:
        self._sink.write(data)
        self._sink.flush()

    async def finish(self) -> None:
        """Do nothing; writes are complete."""


async def _output_to(sink: BinaryIO) -> _Output | _BlockingOutput:
    own = os.fdopen(os.dup(sink.fileno()), "wb", buffering=0)
    try:
        _, output = await asyncio.get_running_loop().connect_write_pipe(_Output, own)
    except (NotImplementedError, OSError, ValueError):
        own.close()
        return _BlockingOutput(sink)
    return output


async def _until_over(connection: Connection, *work: Coroutine[Any, Any, None]) -> None:
    """Run tasks until one of them ends or the connection is closed."""
    tasks = {asyncio.ensure_future(task) for task in (*work, _wait(connection))}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    connection.over.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _wait(connection: Connection) -> None:
    await connection.over.wait()


def _is_header(line: bytes) -> bool:
    """Whether a line can begin a message."""
    name = line.partition(b":")[0].strip().lower()
    return name in (b"content-length", b"content-type")


async def _read_frames(
    reader: asyncio.StreamReader, protocol: StrictProtocol, first: bytes = b""
) -> None:
    """Pass the body of each message to the protocol until the end; skip invalid frames.

    Args:
        reader: of the connection.
        protocol: receives the messages.
        first: a line that was read already.
    """
    length: int | None = None
    while line := first or await _line(reader):
        first = b""
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
        elif not line.strip() and length is not None:
            body = await _body(reader, length)
            if len(body) < length:
                return
            protocol.receive(body)
            length = None


async def _body(reader: asyncio.StreamReader, length: int) -> bytes:
    """Read `length` bytes, or fewer at the end.

    ``readexactly`` copies all of them, which costs more for a large document than reading it.
    """
    body = io.BytesIO()
    while (left := length - body.tell()) and (chunk := await reader.read(left)):
        body.write(chunk)
    return body.getvalue()


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readline()
    except ValueError:  # longer than the buffer
        return b"?"
    except OSError:
        return b""


async def _stream_of(source: BinaryIO) -> asyncio.StreamReader:
    """Open standard input as a stream.

    pygls reads it on a thread, three times per message; while another thread scores, each of these
    reads waits for the interpreter. Files, and Windows, still need a thread.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_BUFFER_BYTES)
    try:
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), source)
    except (NotImplementedError, OSError, ValueError):
        _feed_from_thread(loop, reader, source.fileno())
    return reader


def _feed_from_thread(
    loop: asyncio.AbstractEventLoop, reader: asyncio.StreamReader, descriptor: int
) -> None:
    def read() -> None:
        with contextlib.suppress(RuntimeError, OSError):  # the loop or the file is closed
            while chunk := os.read(descriptor, _BUFFER_BYTES):
                loop.call_soon_threadsafe(reader.feed_data, chunk)
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(reader.feed_eof)

    # A daemon, since a blocking read must not keep the process alive.
    threading.Thread(target=read, daemon=True, name="meteor-input").start()
