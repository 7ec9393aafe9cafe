"""Carries messages between one client and the server: over pipes, or a socket of this machine."""

import asyncio
import contextlib
import io
import os
import re
import threading
from collections.abc import Callable, Coroutine
from typing import Any, BinaryIO, Final, cast

from .protocol import PoliteProtocol

_BUFFER: Final = 1 << 20
"""Bytes read ahead; a line of a header that is longer is none."""

_LAST_WORDS: Final = 5.0
"""Seconds that a client is given to read what was sent before the end."""

_OF_THIS_MACHINE: Final = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
"""Pages that may connect over a WebSocket; others could read files through it."""


class Connection:
    """What pygls writes to. It loses what nobody reads any more, and says when it is over."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        """A connection that bytes are written to in that way."""
        self.over: Final = asyncio.Event()
        self._write = write
        self._loop = asyncio.get_running_loop()

    def write(self, data: bytes) -> None:
        """Send bytes."""
        if self.over.is_set():
            return
        try:
            self._write(data)
        except (OSError, ValueError):  # the other end, or this one, is closed
            self.close()

    def close(self) -> None:
        """End the conversation."""
        self._loop.call_soon_threadsafe(self.over.set)


async def serve_stdio(protocol: PoliteProtocol, source: BinaryIO, sink: BinaryIO) -> None:
    """Serve on pipes until the client says exit or is gone."""
    output = await _output_to(sink)
    connection = Connection(output.write)
    output.lost = connection.close
    protocol.set_writer(connection)
    await _until_over(connection, _read_frames(await _stream_of(source), protocol))
    await output.finish()
    with contextlib.suppress(OSError):
        os.set_blocking(sink.fileno(), True)  # as it was: whoever started the server shares it


async def serve_tcp(protocol: PoliteProtocol, host: str, port: int) -> None:
    """Serve the first client that begins as one of this protocol does; others are turned away.

    A web page can have a browser connect, but what that sends begins with a line of HTTP. It takes
    the place of no editor.

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
        for other in waiting:
            other.close()
        await _until_over(connection, _read_frames(reader, protocol, first))
        with contextlib.suppress(OSError):
            await writer.drain()
            writer.close()
        ended.set()

    async with await asyncio.start_server(converse, host, port, limit=_BUFFER):
        await ended.wait()


async def serve_websocket(protocol: PoliteProtocol, host: str, port: int) -> None:
    """Serve the first client that connects; others are turned away.

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

        async def read() -> None:
            async for message in socket:
                protocol.take(message)

        await _until_over(connection, read(), write())
        with contextlib.suppress(ConnectionClosed):
            while not outgoing.empty():
                await socket.send(outgoing.get_nowait(), text=True)
        await socket.close()
        ended.set()

    origins = [None, _OF_THIS_MACHINE]
    async with serve(converse, host, port, max_size=None, origins=origins):
        await ended.wait()


class _Output(asyncio.Protocol):
    """A pipe to the client. What it does not take at once waits, and nothing waits for it.

    A server that does not read while it writes, and a client that answers before it reads on,
    would wait for each other for ever.
    """

    def __init__(self) -> None:
        """A pipe that ``connect_write_pipe`` is to be given."""
        self.lost: Callable[[], None] = lambda: None
        self._empty = asyncio.Event()
        self._empty.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.WriteTransport", transport)
        self._transport.set_write_buffer_limits(high=0)

    def pause_writing(self) -> None:
        """Something waits."""
        self._empty.clear()

    def resume_writing(self) -> None:
        """Nothing waits any more."""
        self._empty.set()

    def connection_lost(self, error: Exception | None) -> None:
        """Nobody reads any more."""
        self._empty.set()
        self.lost()

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._transport.write(data)

    async def finish(self) -> None:
        """Wait until everything is sent, but not for a client that does not read."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._empty.wait(), _LAST_WORDS)
        if not self._transport.is_closing():
            self._transport.abort()


class _BlockingOutput:
    """A file, or a pipe where there is no other way to write to one (Windows)."""

    def __init__(self, sink: BinaryIO) -> None:
        self.lost: Callable[[], None] = lambda: None
        self._sink = sink

    def write(self, data: bytes) -> None:
        self._sink.write(data)
        self._sink.flush()

    async def finish(self) -> None:
        """Nothing is left to send."""


async def _output_to(sink: BinaryIO) -> _Output | _BlockingOutput:
    own = os.fdopen(os.dup(sink.fileno()), "wb", buffering=0)
    try:
        _, output = await asyncio.get_running_loop().connect_write_pipe(_Output, own)
    except (NotImplementedError, OSError, ValueError):
        own.close()
        return _BlockingOutput(sink)
    return output


async def _until_over(connection: Connection, *work: Coroutine[Any, Any, None]) -> None:
    """Read and write until one of these ends, or the conversation does."""
    tasks = {asyncio.ensure_future(one) for one in (*work, _wait(connection))}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    connection.over.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _wait(connection: Connection) -> None:
    await connection.over.wait()


def _is_header(line: bytes) -> bool:
    """Whether a line is one with which a message may begin."""
    name = line.partition(b":")[0].strip().lower()
    return name in (b"content-length", b"content-type")


async def _read_frames(
    reader: asyncio.StreamReader, protocol: PoliteProtocol, first: bytes = b""
) -> None:
    """Hand over the body of each message until the end; what is not a frame is skipped.

    Args:
        reader: of the connection.
        protocol: takes the messages.
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
            protocol.take(body)
            length = None


async def _body(reader: asyncio.StreamReader, length: int) -> bytes:
    """Read that many bytes, or fewer where there are no more.

    ``readexactly`` holds all of them twice, which costs a large document more than reading it.
    """
    body = io.BytesIO()
    while (left := length - body.tell()) and (chunk := await reader.read(left)):
        body.write(chunk)
    return body.getvalue()


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readline()
    except ValueError:  # longer than any header
        return b"?"
    except OSError:
        return b""


async def _stream_of(source: BinaryIO) -> asyncio.StreamReader:
    """A stream of standard input.

    pygls reads it on a thread, three times a message; while another thread scores, each of
    these turns waits for the interpreter. Files, and Windows, need a thread still.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_BUFFER)
    try:
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), source)
    except (NotImplementedError, OSError, ValueError):
        _feed_from_thread(loop, reader, source.fileno())
    return reader


def _feed_from_thread(
    loop: asyncio.AbstractEventLoop, reader: asyncio.StreamReader, descriptor: int
) -> None:
    def read() -> None:
        with contextlib.suppress(RuntimeError, OSError):  # the loop is closed, or the file is
            while chunk := os.read(descriptor, _BUFFER):
                loop.call_soon_threadsafe(reader.feed_data, chunk)
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(reader.feed_eof)

    # A daemon: a read that never returns must not keep the process from its end.
    threading.Thread(target=read, daemon=True, name="meteor-input").start()
