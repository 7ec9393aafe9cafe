"""A real client that talks to a real server over standard input and output."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import pytest
import pytest_asyncio
from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient as BareClient
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

from meteor_core import Meteor
from meteor_core.variants import VariantName
from tests.lsp.warm_start import warm_command

PATIENCE: Final = 60.0
"""Seconds after which something counts as never coming."""

ENCODINGS: Final = ("utf-8", "utf-16", "utf-32")

CONTENT_MODIFIED: Final = -32801
INVALID_PARAMS: Final = -32602

SCORES_CHANGED: Final = "meteor/scoresChanged"
REVIEW_CHANGED: Final = "meteor/reviewChanged"

_NOTED: Final = (
    types.CLIENT_REGISTER_CAPABILITY,
    types.CLIENT_UNREGISTER_CAPABILITY,
    types.PROGRESS,
    types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
    types.WINDOW_WORK_DONE_PROGRESS_CREATE,
    types.WORKSPACE_CODE_LENS_REFRESH,
    types.WORKSPACE_DIAGNOSTIC_REFRESH,
    types.WORKSPACE_INLAY_HINT_REFRESH,
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
    SCORES_CHANGED,
    REVIEW_CHANGED,
)

_CAPABILITIES: Final[dict[str, Any]] = {
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "definition": {"linkSupport": True},
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix"]}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
        "semanticTokens": {
            "requests": {"range": True, "full": {"delta": True}},
            "tokenTypes": [],
            "tokenModifiers": [],
            "formats": ["relative"],
        },
    },
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True},
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
}

PULLING: Final[dict[str, Any]] = {
    "textDocument": {"diagnostic": {"relatedInformation": True}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
"""Capabilities of an editor that asks for diagnostics."""

_FAILURE: Final = re.compile(
    r"scoring a pair failed|exception calling callback|was never (retrieved|awaited)"
    r"|Task was destroyed|JsonRpcInternalError"
)


def _converter() -> Any:
    """A converter that knows a code action with a command from a command."""
    converter: Any = default_converter()  # type: ignore[no-untyped-call]  # pygls has no type

    def action(given: Any, _: type) -> Any:
        is_command = isinstance(given.get("command"), str)
        return converter.structure(given, types.Command if is_command else types.CodeAction)

    converter.register_structure_hook(types.Command | types.CodeAction, action)
    return converter


class Client(LanguageClient):
    """A client that keeps what the server writes to standard error."""

    def __init__(self) -> None:
        super().__init__(converter_factory=_converter)
        self.complaints = b""

    async def start_io(self, cmd: str, *args: Any, **kwargs: Any) -> None:
        await BareClient.start_io(self, cmd, *args, **kwargs)
        self._stderr_forwarder = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._server is not None
        assert self._server.stderr is not None
        while line := await self._server.stderr.readline():
            self.complaints += line


class Editor:
    """An editor's side of the conversation.

    Attributes:
        received: what the server sent of its own accord, by method.
        applied: edits that the server asked for.
        chosen: title of the answer to the next question to the person; None closes it.
        asked: questions to the person.
    """

    def __init__(self, client: Client, folder: Path, encoding: str) -> None:
        self.client = client
        self.folder = folder
        self.encoding = encoding
        self.capabilities = types.ServerCapabilities()
        self.received: dict[str, list[Any]] = {method: [] for method in _NOTED}
        self.applied: list[types.WorkspaceEdit] = []
        self.asked: list[types.ShowMessageRequestParams] = []
        self.chosen: str | None = None
        self._news = asyncio.Event()
        self._seen: dict[str, int] = {}
        self._versions: dict[str, int] = {}
        self._register()

    def _register(self) -> None:
        def note(method: str) -> Callable[..., None]:
            def take(*params: Any) -> None:
                self.received[method].append(params[0] if params else None)
                self._news.set()

            return take

        for method in _NOTED:
            self.client.feature(method)(note(method))

        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.applied.append(params.edit)
            self._news.set()
            return types.ApplyWorkspaceEditResult(applied=True)

        def choose(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
            self.asked.append(params)
            self._news.set()
            return None if self.chosen is None else types.MessageActionItem(self.chosen)

        def show(params: types.ShowMessageParams) -> None:
            self.client.messages.append(params)
            self._news.set()

        def show_document(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            self.client.shown_documents.append(params)
            self._news.set()
            return types.ShowDocumentResult(success=True)

        self.client.feature(types.WORKSPACE_APPLY_EDIT)(apply)
        self.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(choose)
        self.client.feature(types.WINDOW_SHOW_MESSAGE)(show)
        self.client.feature(types.WINDOW_SHOW_DOCUMENT)(show_document)

    # Waiting

    async def until(self, happened: Callable[[], object], what: str = "it") -> None:
        """Wait until something the server sends makes this true."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not happened():
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), end - loop.time())
            except TimeoutError:
                raise AssertionError(f"{what} never came") from None

    async def next(self, method: str) -> Any:
        """What the server sends next by a method, from the last time that this was waited for."""
        seen = self._seen.get(method, 0)
        await self.until(lambda: len(self.received[method]) > seen, method)
        self._seen[method] = len(self.received[method])
        return self.received[method][-1]

    async def next_refresh(self) -> None:
        """Wait until the server says that hints are to be asked for again."""
        await self.next(types.WORKSPACE_INLAY_HINT_REFRESH)

    async def told(self, text: str) -> str:
        """The first message to the person that contains a text."""
        await self.until(lambda: any(text in message for message in self.messages), text)
        return next(message for message in self.messages if text in message)

    @property
    def messages(self) -> list[str]:
        """What the person was told."""
        return [message.message for message in self.client.messages]

    # Documents

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def write_segments(self, name: str, segments: Iterable[str]) -> Path:
        return self.write(name, "".join(f"{segment}\n" for segment in segments))

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file, with the text on disk unless another is given."""
        if text is None:
            text = (self.folder / name).read_bytes().decode()
        return self.open_uri(self.uri(name), text)

    def open_uri(self, uri: str, text: str) -> str:
        self._versions[uri] = 1
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "plaintext", 1, text))
        )
        return uri

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    def save(self, uri: str) -> None:
        self.client.text_document_did_save(
            types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    def edit(self, uri: str, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace a range; columns are the client's."""
        self._change(uri, types.TextDocumentContentChangePartial(span(start, end), text))

    def replace_all(self, uri: str, text: str) -> None:
        self._change(uri, types.TextDocumentContentChangeWholeDocument(text))

    def _change(self, uri: str, change: types.TextDocumentContentChangeEvent) -> None:
        self._versions[uri] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._versions[uri], uri), [change]
            )
        )

    def changed_on_disk(self, path: Path) -> None:
        """Tell the server what a watcher of files would."""
        self.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams(
                [types.FileEvent(path.as_uri(), types.FileChangeType.Changed)]
            )
        )

    # Asking

    async def inlay_hints(
        self, uri: str, first: int = 0, last: int = 10_000
    ) -> Sequence[types.InlayHint]:
        answer = await self.client.text_document_inlay_hint_async(
            types.InlayHintParams(types.TextDocumentIdentifier(uri), span((first, 0), (last, 0)))
        )
        return answer or []

    async def hints(
        self, uri: str, first: int = 0, last: int = 10_000
    ) -> dict[int, tuple[int, str]]:
        """Line to column and label; for lines of one hint."""
        hints = await self.inlay_hints(uri, first, last)
        return {hint.position.line: (hint.position.character, str(hint.label)) for hint in hints}

    async def labels(self, uri: str) -> list[str]:
        return [str(hint.label) for hint in await self.inlay_hints(uri)]

    async def hover(self, uri: str, line: int, character: int) -> types.Hover | None:
        return await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        )

    async def hover_text(self, uri: str, line: int, character: int) -> str:
        answer = await self.hover(uri, line, character)
        assert answer is not None
        assert isinstance(answer.contents, types.MarkupContent)
        return answer.contents.value

    async def lens_commands(self, uri: str) -> list[types.Command]:
        """The commands of the lenses above a document."""
        answer = await self.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        return [lens.command for lens in answer or [] if lens.command]

    async def lenses(self, uri: str) -> list[str]:
        return [command.title for command in await self.lens_commands(uri)]

    async def definition(self, uri: str, position: types.Position) -> list[tuple[str, types.Range]]:
        """Documents and ranges, whether they come as locations or as links."""
        answer = await self.client.text_document_definition_async(
            types.DefinitionParams(types.TextDocumentIdentifier(uri), position)
        )
        found = answer if isinstance(answer, Sequence) else [answer] if answer else []
        return [
            (one.uri, one.range)
            if isinstance(one, types.Location)
            else (one.target_uri, one.target_selection_range)
            for one in found
        ]

    async def tokens(self, uri: str) -> types.SemanticTokens:
        answer = await self.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(types.TextDocumentIdentifier(uri))
        )
        assert answer is not None
        return answer

    def words(self, data: Sequence[int], lines: Sequence[str]) -> list[tuple[str, str, str]]:
        """Word, type and modifiers of each semantic token, by the protocol's rules."""
        provider = self.capabilities.semantic_tokens_provider
        assert isinstance(provider, types.SemanticTokensOptions)
        legend = provider.legend
        words: list[tuple[str, str, str]] = []
        line = start = 0
        for at in range(0, len(data), 5):
            down, right, length, kind, modifiers = data[at : at + 5]
            line, start = line + down, right if down else start + right
            text = lines[line]
            ends = [self.units(text[:column]) for column in range(len(text) + 1)]
            word = text[ends.index(start) : ends.index(start + length)]
            names = [
                name for bit, name in enumerate(legend.token_modifiers) if modifiers >> bit & 1
            ]
            words.append((word, legend.token_types[kind], " ".join(names)))
        return words

    async def actions(
        self,
        uri: str,
        place: types.Range,
        shown: Sequence[types.Diagnostic] = (),
        only: Sequence[types.CodeActionKind | str] | None = None,
    ) -> dict[str, types.CodeAction]:
        """Code actions by title."""
        answer = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri),
                place,
                types.CodeActionContext(diagnostics=list(shown), only=only),
            )
        )
        return {one.title: one for one in answer or [] if isinstance(one, types.CodeAction)}

    async def pushed(self, uri: str) -> types.PublishDiagnosticsParams:
        """The newest diagnostics that the server pushed for a document since the last time."""

        def of_document() -> list[types.PublishDiagnosticsParams]:
            received = self.received[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]
            return [params for params in received if params.uri == uri]

        seen = self._seen.get(uri, 0)
        await self.until(lambda: len(of_document()) > seen, f"diagnostics of {uri}")
        self._seen[uri] = len(of_document())
        return of_document()[-1]

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The newest diagnostics that the server pushed for a document since the last time."""
        return list((await self.pushed(uri)).diagnostics)

    async def diagnostics_of(self, uri: str, codes: Sequence[str]) -> list[types.Diagnostic]:
        """The diagnostics once they have these codes."""
        while True:
            found = await self.diagnostics(uri)
            if [diagnostic.code for diagnostic in found] == list(codes):
                return found

    async def pulled(
        self, uri: str, previous: str | None = None
    ) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
        """The diagnostics that an editor asks for."""
        answer = await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(
                types.TextDocumentIdentifier(uri), previous_result_id=previous
            )
        )
        assert not isinstance(answer, types.DocumentDiagnosticReportPartialResult)
        return answer

    async def command(self, name: str, *arguments: Any) -> Any:
        """The answer of a command, as JSON has it."""
        return plain(
            await self.client.workspace_execute_command_async(
                types.ExecuteCommandParams(name, list(arguments))
            )
        )

    async def refused(self, name: str, *arguments: Any) -> JsonRpcException:
        """The error with which a command is refused."""
        with pytest.raises(JsonRpcException) as caught:
            await self.command(name, *arguments)
        return caught.value

    async def request(self, method: str, params: Any) -> Any:
        """The answer to a request that the protocol does not have, as JSON has it."""
        protocol: Any = self.client.protocol  # pytest-lsp has no types for it
        return plain(await protocol.send_request_async(method, params))

    def units(self, text: str) -> int:
        """The length of a text in the client's units, the slow and obvious way."""
        if self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode())
        return sum(2 if ord(character) > 0xFFFF else 1 for character in text)

    def place(self, line: int, text: str, word: str, start: int = 0) -> types.Range:
        """Where a word stands in a line of that text, first from a code point on."""
        column = text.index(word, start)
        return span(
            (line, self.units(text[:column])), (line, self.units(text[: column + len(word)]))
        )

    def after(self, text: str, edits: Iterable[types.TextEdit]) -> str:
        """A text after edits, applied the slow and obvious way."""
        lines = text.split("\n")

        def offset(position: types.Position) -> int:
            line = lines[position.line]
            columns = [self.units(line[:column]) for column in range(len(line) + 1)]
            return sum(len(one) + 1 for one in lines[: position.line]) + columns.index(
                position.character
            )

        for edit in sorted(edits, key=lambda edit: -offset(edit.range.start)):
            start, end = offset(edit.range.start), offset(edit.range.end)
            text = text[:start] + edit.new_text + text[end:]
        return text


def span(start: tuple[int, int], end: tuple[int, int]) -> types.Range:
    return types.Range(types.Position(*start), types.Position(*end))


def plain(value: Any) -> Any:
    """A JSON value of which pygls may have made objects with attributes."""
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def score(hypothesis: str, *references: str, language: str = "en", variant: str = "classic") -> str:
    """The score of a segment as a hint has it."""
    meteor = Meteor(cast("VariantName", variant), language)
    return f"{meteor.score(hypothesis, references).score:.3f}"


def capabilities(encoding: str, *more: Mapping[str, Any]) -> types.ClientCapabilities:
    """Capabilities of an editor that knows much; None in what is added takes one away."""
    given: Any = {"general": {"positionEncodings": [encoding]}}
    for added in (_CAPABILITIES, *more):
        given = _merged(given, added)
    return converters.get_converter().structure(given, types.ClientCapabilities)


def _merged(one: Any, other: Any) -> Any:
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return other
    merged = {**one, **{key: _merged(one.get(key), value) for key, value in other.items()}}
    return {key: value for key, value in merged.items() if value is not None}


async def start(
    client: Client,
    folder: Path,
    encoding: str = "utf-16",
    options: types.LSPAny | None = None,
    *,
    client_capabilities: types.ClientCapabilities | None = None,
    folders: Sequence[Path] | None = None,
    name: str = "editor",
) -> Editor:
    """Initialise a session; with no folders at all, of no workspace."""
    editor = Editor(client, folder, encoding)
    roots = [folder] if folders is None else folders
    answer = await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities or capabilities(encoding),
            client_info=types.ClientInfo(name),
            root_uri=roots[0].as_uri() if roots else None,
            workspace_folders=[types.WorkspaceFolder(root.as_uri(), root.name) for root in roots],
            initialization_options=options,
        )
    )
    editor.capabilities = answer.capabilities
    agreed = answer.capabilities.position_encoding
    assert client_capabilities is not None or agreed == encoding
    return editor


@pytest_asyncio.fixture
async def raw_client() -> AsyncIterator[Client]:
    """A client whose session the test initialises itself."""
    client = Client()
    noted = {*_NOTED, types.WINDOW_SHOW_MESSAGE, types.WINDOW_SHOW_DOCUMENT}
    defaults = {name: one for name, one in DEFAULT_CLIENT_FEATURES.items() if name not in noted}
    register_lsp_features(client, defaults)
    await client.start_io(*warm_command())
    yield client
    complaints = client.complaints.decode(errors="replace")
    async with asyncio.timeout(PATIENCE):
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]  # pytest-lsp has no type for it
    assert not _FAILURE.search(complaints), complaints


@pytest_asyncio.fixture(params=ENCODINGS)
async def editor(request: pytest.FixtureRequest, raw_client: Client, tmp_path: Path) -> Editor:
    """An initialised session in each position encoding."""
    return await start(raw_client, tmp_path, request.param)


@pytest_asyncio.fixture
async def utf16_editor(raw_client: Client, tmp_path: Path) -> Editor:
    """An initialised session for tests to which the encoding does not matter."""
    return await start(raw_client, tmp_path, "utf-16")


@pytest_asyncio.fixture
async def pulling_editor(raw_client: Client, tmp_path: Path) -> Editor:
    """An initialised session of an editor that asks for diagnostics."""
    return await start(raw_client, tmp_path, client_capabilities=capabilities("utf-16", PULLING))
