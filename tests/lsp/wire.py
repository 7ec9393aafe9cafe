"""A strict client of our own, from the bytes up: neither pygls nor typed objects are in its way.

It sends whatever a test wants to send, malformed or not, and holds all that the server sends
against the protocol. What the server was not expected to send fails the test at the end: an
undeclared notification or request, an ill-typed or unasked-for answer, an internal error, bytes
outside the framing, a traceback on standard error.
"""

import asyncio
import contextlib
import itertools
import json
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from cattrs.errors import BaseValidationError
from lsprotocol import converters, types

from tests.lsp.warm_start import COLD, warm_command

PATIENCE: Final = 60.0
"""Seconds that anything may take before it counts as never coming; a busy machine is no bug."""

DIAGNOSTICS: Final = "textDocument/publishDiagnostics"

USUAL: Final = frozenset(
    {
        DIAGNOSTICS,
        "client/registerCapability",
        "window/workDoneProgress/create",
        "$/progress",
        "workspace/codeLens/refresh",
        "workspace/diagnostic/refresh",
        "workspace/inlayHint/refresh",
        "workspace/semanticTokens/refresh",
    }
)
"""What a server may send of its own accord to a client with ``EDITOR`` capabilities."""

EDITOR: Final[dict[str, Any]] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "definition": {"linkSupport": True},
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix"]}}
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "semanticTokens": {
            "requests": {"range": True, "full": {"delta": True}},
            "tokenTypes": [],
            "tokenModifiers": [],
            "formats": ["relative"],
        },
    },
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "window": {"workDoneProgress": True},
}
"""Capabilities of an editor that shows all there is, in UTF-16."""

INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
REQUEST_FAILED: Final = -32803
INTERNAL_ERROR: Final = -32603
PARSE_ERROR: Final = -32700
SERVER_NOT_INITIALIZED: Final = -32002
REQUEST_CANCELLED: Final = -32800
CONTENT_MODIFIED: Final = -32801

_HEADER: Final = re.compile(rb"(Content-Length|Content-Type): ([^\r\n]+)\r\n")
_TRACEBACK: Final = re.compile(
    r"Traceback \(most recent call last\)|^\s*(\w+\.)*\w*(Error|Exception)\b.*$"
    r"|was never (retrieved|awaited)|Task was destroyed",
    re.MULTILINE,
)
_CONVERTER: Final[Any] = converters.get_converter()


class ResponseFailed(Exception):  # noqa: N818  # it says what happened
    """The server answered a request with an error."""

    def __init__(self, method: str, code: int, message: str) -> None:
        super().__init__(f"{method} failed with {code}: {message}")
        self.code = code
        self.message = message


class ServerDied(Exception):  # noqa: N818  # it says what happened
    """The connection ended while something was waited for."""


class BrokenFraming(Exception):  # noqa: N818  # it says what happened
    """Something that is not a message came where a message was due."""


@dataclass(frozen=True, slots=True)
class Received:
    """A notification of the server's, or a request where there is an id."""

    method: str
    params: Any
    id: int | str | None = None


class Channel(Protocol):
    """Carries the bodies of messages."""

    async def send(self, body: bytes) -> None: ...

    async def send_raw(self, data: bytes) -> None:
        """Send bytes as they are, framed or not."""

    async def receive(self) -> bytes | None:
        """The next body; None at the end."""

    async def close(self) -> None: ...


class StreamChannel:
    """Messages framed by ``Content-Length``, over pipes or a socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, body: bytes) -> None:
        await self.send_raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    async def send_raw(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def receive(self) -> bytes | None:
        headers: dict[bytes, bytes] = {}
        while (line := await self._reader.readline()) != b"\r\n":
            if not line and not headers:
                return None
            header = _HEADER.fullmatch(line)
            if header is None:
                raise BrokenFraming(f"{line[:200]!r} stands where a header is due")
            headers[header[1]] = header[2]
        if not headers.get(b"Content-Length", b"").isdigit():
            raise BrokenFraming(f"headers without a length: {headers}")
        try:
            return await self._reader.readexactly(int(headers[b"Content-Length"]))
        except asyncio.IncompleteReadError as error:
            raise BrokenFraming(f"the message ends early: {error.partial[:200]!r}") from None

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


class WebSocketChannel:
    """One message of the socket for each of the protocol's."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def send(self, body: bytes) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self._connection.send(body, text=True)
        except ConnectionClosed as error:
            raise ConnectionError(str(error)) from None

    send_raw = send

    async def receive(self) -> bytes | None:
        from websockets.exceptions import ConnectionClosed

        try:
            body = await self._connection.recv(decode=False)
        except ConnectionClosed:
            return None
        assert isinstance(body, bytes)
        return body

    async def close(self) -> None:
        await self._connection.close()


class ServerProcess:
    """A server that runs, and what it writes to standard error."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        self.process = process
        self._stderr = bytearray()
        self._reading = asyncio.create_task(self._read_stderr(process.stderr))

    @classmethod
    async def start(
        cls, folder: Path, arguments: Sequence[str] = (), command: Sequence[str] = COLD
    ) -> "ServerProcess":
        """Start a server in a folder, from which it must not import anything by accident."""
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(
                *command, *arguments, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder
            )
        )

    @property
    def stderr(self) -> str:
        """What standard error has carried so far."""
        return self._stderr.decode(errors="backslashreplace")

    @property
    def stdin(self) -> asyncio.StreamWriter:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def stdout(self) -> asyncio.StreamReader:
        assert self.process.stdout is not None
        return self.process.stdout

    async def status(self, seconds: float = PATIENCE) -> int:
        """Wait until the process has ended; the status it ended with."""
        try:
            status = await asyncio.wait_for(self.process.wait(), seconds)
        except TimeoutError:
            raise AssertionError(
                f"the server still runs after {seconds:g} s{quoted(self.stderr)}"
            ) from None
        await self._reading
        return status

    async def kill(self) -> None:
        """End the process if it has not ended, and everything that reads from it."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.stdin.close()
        while await self.stdout.read(1 << 20):
            pass  # a process whose output nobody reads has not ended for asyncio
        await self.process.wait()
        await self._reading

    async def _read_stderr(self, stream: asyncio.StreamReader) -> None:
        while data := await stream.read(65536):
            self._stderr += data


@dataclass(slots=True, eq=False)
class Pending:
    """A request on its way."""

    client: "Client"
    id: int
    method: str
    response: asyncio.Future[dict[str, Any]]

    async def result(self, seconds: float = PATIENCE) -> Any:
        """Wait for the answer.

        Raises:
            ResponseFailed: it is an error.
            ServerDied: it will never come.
        """
        message = await self.client.wait(self.response, f"an answer to {self.method}", seconds)
        if "error" in message:
            error = message["error"]
            raise ResponseFailed(self.method, error["code"], error["message"])
        return message["result"]


class Client:
    """One end of a conversation.

    Attributes:
        received: all notifications and requests of the server, in order.
        violations: what the server did that it should not have done.
        unidentified: codes of the errors that answered messages whose id cannot be known.
        answers: to requests of the server, by method; null where nothing is said.
        silent: methods of the server's requests that are not answered.
    """

    def __init__(
        self,
        channel: Channel,
        server: ServerProcess,
        *,
        expected: frozenset[str] = frozenset(),
        validate: bool = True,
    ) -> None:
        self.channel = channel
        self.server = server
        self.received: list[Received] = []
        self.violations: list[str] = []
        self.unidentified: list[int] = []
        self.answers: dict[str, Callable[[Any], Any]] = {
            "workspace/configuration": lambda params: [None] * len(params["items"])
        }
        self.silent: frozenset[str] = frozenset()
        self._expected = set(expected)
        self._validate = validate
        self._ids = itertools.count(1)
        self._pending: dict[int, Pending] = {}
        self._case = ""
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    def expect(self, *methods: str) -> None:
        """The server may send these from now on."""
        self._expected.update(methods)

    @contextlib.contextmanager
    def case(self, name: str) -> Iterator[None]:
        """What goes wrong meanwhile is told under that name."""
        before, self._case = self._case, name
        try:
            yield
        finally:
            self._case = before

    async def send(self, message: Any) -> None:
        """Send a JSON value as the body of a message."""
        try:
            body = json.dumps(message, ensure_ascii=False).encode()
        except UnicodeEncodeError:  # a lone surrogate, which JSON can only escape
            body = json.dumps(message).encode()
        await self.send_body(body)

    async def send_body(self, body: bytes) -> None:
        """Send the body of a message, JSON or not."""
        await self._write(self.channel.send(body))

    async def send_raw(self, data: bytes) -> None:
        """Send bytes, framed or not."""
        await self._write(self.channel.send_raw(data))

    async def notify(self, method: str, params: Any = None) -> None:
        await self.send({"jsonrpc": "2.0", "method": method, **_optional(params)})

    async def start(self, method: str, params: Any = None) -> Pending:
        """Send a request without waiting for the answer."""
        pending = self.expect_answer(method)
        message = {"jsonrpc": "2.0", "id": pending.id, "method": method, **_optional(params)}
        await self.send(message)
        return pending

    def expect_answer(self, method: str) -> Pending:
        """The answer to a request that the test sends by itself, under the id given here."""
        pending = Pending(self, next(self._ids), method, asyncio.get_running_loop().create_future())
        self._pending[pending.id] = pending
        return pending

    async def request(self, method: str, params: Any = None, seconds: float = PATIENCE) -> Any:
        """Send a request; its result."""
        return await (await self.start(method, params)).result(seconds)

    async def cancel(self, identifier: Any) -> None:
        await self.notify("$/cancelRequest", {"id": identifier})

    async def wait_for(
        self,
        method: str,
        where: Callable[[Any], bool] = lambda params: True,
        after: int = 0,
        seconds: float = PATIENCE,
    ) -> Any:
        """The params of the first such message, of those received after the first so many."""
        until = asyncio.get_running_loop().time() + seconds
        while True:
            seen = len(self.received)
            for message in self.received[after:]:
                if message.method == method and where(message.params):
                    return message.params
            after = seen
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            left = until - asyncio.get_running_loop().time()
            try:
                await self.wait(news, method, max(0.0, left))
            finally:
                news.cancel()

    async def wait(self, future: "asyncio.Future[Any]", what: str, seconds: float) -> Any:
        """Wait for something that the server's end makes impossible."""
        await asyncio.wait(
            {future, self._gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
        )
        if future.done():
            return future.result()
        if self._gone.done():
            raise await self._death(f"before {what} came")
        raise AssertionError(
            f"{self._where()}waited {seconds:.1f} s for {what}{quoted(self.server.stderr)}"
        )

    def check(self) -> None:
        """Fail if the server did anything so far that it should not have done."""
        for line in _TRACEBACK.finditer(self.server.stderr):
            self.violations.append(f"on standard error: {line[0].strip()}")
            break
        if self.violations:
            shown = "\n  ".join(self.violations[:30])
            raise AssertionError(
                f"{len(self.violations)} violations:\n  {shown}{quoted(self.server.stderr)}"
            )

    async def finish(self, status: int | None = 0, seconds: float = PATIENCE) -> None:
        """Wait for the server's end, and check its status, if it matters, and all that it sent."""
        ended = await self.server.status(seconds)
        await asyncio.wait({self._reading}, timeout=PATIENCE)
        self.check()
        assert status in (None, ended), f"status {ended}, not {status}{quoted(self.server.stderr)}"

    async def abandon(self) -> None:
        """Free everything, whatever state it is in."""
        self._reading.cancel()
        await asyncio.wait({self._reading})
        with contextlib.suppress(ConnectionError, TimeoutError):
            await asyncio.wait_for(self.channel.close(), 1)
        await self.server.kill()

    async def _write(self, sending: Any) -> None:
        try:
            await asyncio.wait_for(sending, 3 * PATIENCE)
        except ConnectionError as error:
            raise await self._death(f"while something was sent ({error})") from None

    async def _death(self, when: str) -> ServerDied:
        with contextlib.suppress(AssertionError):
            await self.server.status(2)
        return ServerDied(f"{self._where()}the server ended {when}{quoted(self.server.stderr)}")

    def _where(self) -> str:
        return f"[{self._case}] " if self._case else ""

    def _violation(self, text: str) -> None:
        self.violations.append(self._where() + text)

    async def _read(self) -> None:
        try:
            while (body := await self.channel.receive()) is not None:
                await self._take(body)
        except (BrokenFraming, ValueError) as error:  # ValueError: a header without an end
            self._violation(str(error))
        except ConnectionError:
            pass
        finally:
            if not self._gone.done():
                self._gone.set_result(None)

    async def _take(self, body: bytes) -> None:
        try:
            message = json.loads(body, parse_constant=_refuse_constant)
        except ValueError as error:
            self._violation(f"no JSON ({error}): {body[:300]!r}")
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self._violation(f"no message of JSON-RPC 2.0: {body[:300]!r}")
        elif "method" in message:
            await self._take_call(message)
        else:
            self._take_response(message)

    async def _take_call(self, message: dict[str, Any]) -> None:
        method, identifier = message["method"], message.get("id")
        self._check_type(message, method, 0)
        if method not in self._expected:
            self._violation(f"unexpected: {_short(message)}")
        self.received.append(Received(method, message.get("params"), identifier))
        self._news.set()
        if identifier is not None and method not in self.silent:
            answers = self.answers.get(method)
            answer = answers(message.get("params")) if answers else None
            with contextlib.suppress(ConnectionError):
                await self.channel.send(
                    json.dumps({"jsonrpc": "2.0", "id": identifier, "result": answer}).encode()
                )

    def _take_response(self, message: dict[str, Any]) -> None:
        if ("result" in message) == ("error" in message):
            self._violation(f"neither or both of result and error: {_short(message)}")
        if message.get("id") is None and "error" in message:
            self.unidentified.append(message["error"]["code"])
            return
        pending = self._pending.pop(message.get("id", -1), None)
        if pending is None:
            self._violation(f"answers no request, or one for a second time: {_short(message)}")
            return
        if "error" in message:
            self._check_type(message, "", 1)
            if message["error"]["code"] == INTERNAL_ERROR:
                self._violation(f"{pending.method} failed inside: {message['error']}")
        else:
            self._check_type(message, pending.method, 1)
        if not pending.response.done():
            pending.response.set_result(message)

    def _check_action(self, action: dict[str, Any]) -> None:
        kind: Any = types.Command if isinstance(action.get("command"), str) else types.CodeAction
        try:
            back = _CONVERTER.unstructure(_CONVERTER.structure(action, kind), kind)
        except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
            self._violation(f"ill-typed {kind.__name__} ({error!r}): {_short(action)}")
            return
        if back != action:
            self._violation(f"ill-typed {kind.__name__}: {_short(action)} reads {_short(back)}")

    def _check_type(self, message: Mapping[str, Any], method: str, which: int) -> None:
        """Hold a message against the type that the protocol gives it, there and back again."""
        if not self._validate:
            return
        kind: Any = types.METHOD_TO_TYPES.get(method, (None, None))[which]
        if "error" in message:
            kind = types.ResponseErrorMessage
        if kind is None:
            return  # none of the protocol's own
        if method == types.TEXT_DOCUMENT_CODE_ACTION:
            # lsprotocol takes every action that has a command for a bare command.
            for action in message["result"] or []:
                self._check_action(action)
            return
        try:
            back = _CONVERTER.unstructure(_CONVERTER.structure(message, kind), kind)
        except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
            self._violation(f"ill-typed {kind.__name__} ({error!r}): {_short(message)}")
            return
        if back != message:
            self._violation(f"ill-typed {kind.__name__}: {_short(message)} reads {_short(back)}")


@dataclass(slots=True)
class Document:
    """A document as the editor has it, whose version counts its changes."""

    uri: str
    version: int = 1

    @property
    def identifier(self) -> dict[str, Any]:
        return {"uri": self.uri}


@dataclass(slots=True)
class Editor:
    """What an editor says, by the protocol or against it.

    Attributes:
        client: its end of the connection.
        folder: where the files are.
        capabilities: of the server.
        documents: that are open.
        initialized: whether the conversation has begun.
        over: whether the test itself has ended the conversation and checked the end.
    """

    client: Client
    folder: Path
    capabilities: dict[str, Any] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    initialized: bool = False
    over: bool = False

    async def initialize(self, capabilities: Any = None, **more: Any) -> None:
        """Introduce the editor and wait for the server to do so."""
        params = {
            "processId": None,
            "rootUri": self.folder.as_uri(),
            "capabilities": EDITOR if capabilities is None else capabilities,
            **more,
        }
        answer = await self.client.request("initialize", params)
        self.capabilities = answer["capabilities"]
        await self.client.notify("initialized", {})
        self.initialized = True

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    async def open(self, uri: str, text: str) -> Document:
        document = self.documents[uri] = Document(uri)
        item = {"uri": uri, "languageId": "plaintext", "version": 1, "text": text}
        await self.client.notify("textDocument/didOpen", {"textDocument": item})
        return document

    async def open_file(self, name: str) -> Document:
        """Open a file with the text that it has."""
        return await self.open(self.uri(name), (self.folder / name).read_bytes().decode())

    async def change(self, document: Document, *changes: dict[str, Any]) -> None:
        document.version += 1
        await self.client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": document.uri, "version": document.version},
                "contentChanges": list(changes),
            },
        )

    async def close(self, document: Document) -> None:
        self.documents.pop(document.uri, None)
        await self.client.notify("textDocument/didClose", {"textDocument": document.identifier})

    async def hints(
        self, uri: str, first: int = 0, last: int = 100_000, seconds: float = PATIENCE
    ) -> dict[int, tuple[int, str]]:
        """Column and score of the hint of each line."""
        answer = await self.client.request(
            "textDocument/inlayHint",
            {"textDocument": {"uri": uri}, "range": span((first, 0), (last, 0))},
            seconds,
        )
        return scores_in(answer)

    async def all_hints(self, uri: str, count: int) -> dict[int, tuple[int, str]]:
        """The hints once there are as many, as what takes long follows later; else the last."""
        until = asyncio.get_running_loop().time() + 3 * PATIENCE
        while len(hints := await self.hints(uri, seconds=3 * PATIENCE)) < count:
            if asyncio.get_running_loop().time() > until:
                break
            await asyncio.sleep(0.05)
        return hints

    async def leave(self) -> None:
        """Say goodbye."""
        await self.client.request("shutdown")
        await self.client.notify("exit")


def replacement(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    """The change of a range."""
    return {"range": span(start, end), "text": text}


def span(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    """A range of the protocol."""
    return {"start": place(*start), "end": place(*end)}


def place(line: int, character: int) -> dict[str, int]:
    """A position of the protocol."""
    return {"line": line, "character": character}


def scores_in(hints: Sequence[Mapping[str, Any]] | None) -> dict[int, tuple[int, str]]:
    """Line to column and score, of an answer with hints."""
    scores = {}
    for hint in hints or ():
        label = hint["label"]
        text = label if isinstance(label, str) else "".join(part["value"] for part in label)
        score = re.search(r"\d\.\d{3}", text)
        at = hint["position"]
        scores[at["line"]] = (at["character"], score[0] if score else text)
    return scores


@contextlib.asynccontextmanager
async def stdio_editor(
    folder: Path,
    *,
    expected: frozenset[str] = USUAL,
    command: Sequence[str] | None = None,
    validate: bool = True,
) -> AsyncIterator[Editor]:
    """A conversation over standard input and output that has not begun.

    At its end the editor leaves, unless it has done so, and all that happened is checked.

    Args:
        folder: where the files are.
        expected: methods that the server may send.
        command: starts the server; without it one is forked, which is quick.
        validate: whether the server's messages are held against the protocol's types.
    """
    server = await ServerProcess.start(folder, command=command or warm_command())
    channel = StreamChannel(server.stdout, server.stdin)
    client = Client(channel, server, expected=expected, validate=validate)
    async with _concluded(Editor(client, folder)) as editor:
        yield editor


@contextlib.asynccontextmanager
async def socket_editor(
    folder: Path,
    transport: str,
    *,
    expected: frozenset[str] = USUAL,
    command: Sequence[str] | None = None,
) -> AsyncIterator[tuple[Editor, int]]:
    """A conversation over a socket that has not begun, and the port.

    Args:
        folder: where the files are.
        transport: ``tcp`` or ``ws``.
        expected: methods that the server may send.
        command: starts the server; without it one is forked, which is quick.
    """
    port = free_port()
    arguments = [f"--{transport}", "--port", str(port)]
    server = await ServerProcess.start(folder, arguments, command or warm_command())
    try:
        channel = await _connect(server, transport, port)
    except BaseException:
        await server.kill()
        raise
    client = Client(channel, server, expected=expected)
    async with _concluded(Editor(client, folder)) as editor:
        yield editor, port
    assert not await server.stdout.read(), "a server on a socket writes to standard output"


@contextlib.asynccontextmanager
async def _concluded(editor: Editor) -> AsyncIterator[Editor]:
    try:
        yield editor
        if not editor.over:
            if editor.initialized:
                await editor.leave()
            else:
                await editor.client.channel.close()
            await editor.client.finish(0 if editor.initialized else None)
    except BaseException as error:
        for violation in editor.client.violations[:30]:
            error.add_note(f"violation: {violation}")
        raise
    finally:
        await editor.client.abandon()


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


async def _connect(server: ServerProcess, transport: str, port: int) -> Channel:
    async with asyncio.timeout(PATIENCE):
        while True:
            if server.process.returncode is not None:
                raise ServerDied(f"the server ended before it listened{quoted(server.stderr)}")
            try:
                return await _channel(transport, port)
            except OSError:
                await asyncio.sleep(0.05)


async def _channel(transport: str, port: int) -> Channel:
    if transport == "tcp":
        return StreamChannel(*await asyncio.open_connection("127.0.0.1", port))
    from websockets.asyncio.client import connect

    return WebSocketChannel(
        await connect(f"ws://127.0.0.1:{port}", max_size=None, open_timeout=PATIENCE, proxy=None)
    )


def quoted(stderr: str) -> str:
    """The end of standard error, to be shown behind a message."""
    return f"\n--- standard error ---\n{stderr[-4000:]}" if stderr.strip() else ""


def _optional(params: Any) -> dict[str, Any]:
    return {} if params is None else {"params": params}


def _short(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False, default=repr)[:400]


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is none of JSON's values")
