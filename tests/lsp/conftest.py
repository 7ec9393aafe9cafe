"""A real client that talks to a real server over standard input and output."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "meteor_lsp"])
ENCODINGS = ("utf-8", "utf-16", "utf-32")


class Editor:
    """An editor's side of the conversation, for one folder."""

    def __init__(self, client: LanguageClient, folder: Path, encoding: str) -> None:
        self.client = client
        self.folder = folder
        self.encoding = encoding
        self._refreshed = asyncio.Event()
        self.capabilities = types.ServerCapabilities()
        self._versions: dict[str, int] = {}

    def note_refresh(self) -> None:
        """The server asked for hints to be asked for again."""
        self._refreshed.set()

    async def next_refresh(self) -> None:
        """Wait until the server asks for it, from the last time on that this was waited for."""
        await asyncio.wait_for(self._refreshed.wait(), 20)
        self._refreshed.clear()

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file, with the text on disk unless another is given."""
        if text is None:
            text = (self.folder / name).read_bytes().decode()
        uri = self.uri(name)
        self._versions[uri] = 1
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "plaintext", 1, text))
        )
        return uri

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    def edit(self, uri: str, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace a range; columns are the client's."""
        self._versions[uri] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._versions[uri], uri),
                [
                    types.TextDocumentContentChangePartial(
                        range=types.Range(types.Position(*start), types.Position(*end)), text=text
                    )
                ],
            )
        )

    def replace_all(self, uri: str, text: str) -> None:
        self._versions[uri] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._versions[uri], uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def hints(
        self, uri: str, first: int = 0, last: int = 10_000
    ) -> dict[int, tuple[int, str]]:
        """Line to column and label."""
        answer = await self.client.text_document_inlay_hint_async(
            types.InlayHintParams(
                types.TextDocumentIdentifier(uri),
                types.Range(types.Position(first, 0), types.Position(last, 0)),
            )
        )
        return {
            hint.position.line: (hint.position.character, str(hint.label)) for hint in answer or []
        }

    async def hover(self, uri: str, line: int, character: int) -> types.Hover | None:
        return await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        )

    async def hover_text(self, uri: str, line: int, character: int) -> str:
        answer = await self.hover(uri, line, character)
        assert answer is not None
        assert isinstance(answer.contents, types.MarkupContent)
        return answer.contents.value

    async def lenses(self, uri: str) -> list[str]:
        answer = await self.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        return [lens.command.title for lens in answer or [] if lens.command]

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The next diagnostics that the server publishes for a document."""
        while True:
            await asyncio.wait_for(
                self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 20
            )
            if uri in self.client.diagnostics:
                return list(self.client.diagnostics[uri])

    def units(self, text: str) -> int:
        """The length of a text in the client's units, the slow and obvious way."""
        if self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode())
        return sum(2 if ord(character) > 0xFFFF else 1 for character in text)


def capabilities(encoding: str) -> types.ClientCapabilities:
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind(encoding)]
        ),
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(
                content_format=[types.MarkupKind.Markdown, types.MarkupKind.PlainText]
            ),
            semantic_tokens=types.SemanticTokensClientCapabilities(
                requests=types.ClientSemanticTokensRequestOptions(
                    range=True, full=types.ClientSemanticTokensRequestFullDelta(delta=True)
                ),
                token_types=[],
                token_modifiers=[],
                formats=[types.TokenFormat.Relative],
            ),
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(version_support=True),
        ),
        workspace=types.WorkspaceClientCapabilities(
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
            semantic_tokens=types.SemanticTokensWorkspaceClientCapabilities(refresh_support=True),
            code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                dynamic_registration=True
            ),
        ),
    )


async def start(
    client: LanguageClient,
    folder: Path,
    encoding: str,
    options: types.LSPAny | None = None,
    client_capabilities: types.ClientCapabilities | None = None,
) -> Editor:
    """Initialise a session."""
    editor = Editor(client, folder, encoding)

    def refresh(*_: object) -> None:
        editor.note_refresh()

    client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(refresh)
    client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda *_: None)
    client.feature(types.WORKSPACE_SEMANTIC_TOKENS_REFRESH)(lambda *_: None)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda *_: None)
    answer = await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities or capabilities(encoding),
            root_uri=folder.as_uri(),
            initialization_options=options,
        )
    )
    editor.capabilities = answer.capabilities
    agreed = answer.capabilities.position_encoding
    assert client_capabilities is not None or agreed == encoding
    return editor


@pytest_lsp.fixture(config=SERVER)  # type: ignore[untyped-decorator]  # pytest-lsp has no types
async def raw_client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """A client whose session the test initialises itself."""
    yield
    await lsp_client.shutdown_session()


@pytest_asyncio.fixture(params=ENCODINGS)
async def editor(
    request: pytest.FixtureRequest, raw_client: LanguageClient, tmp_path: Path
) -> Editor:
    """An initialised session in each position encoding."""
    return await start(raw_client, tmp_path, request.param)


@pytest_asyncio.fixture
async def utf16_editor(raw_client: LanguageClient, tmp_path: Path) -> Editor:
    """An initialised session for tests to which the encoding does not matter."""
    return await start(raw_client, tmp_path, "utf-16")
