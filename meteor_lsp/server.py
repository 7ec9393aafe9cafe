"""The language server: wires documents, scores and features to pygls.

All state lives on the event loop. What an editor asks for (hints of the lines on screen, a
hover) is scored at once; the rest of a file is scored in slices between messages, and when it
is done diagnostics are published and lenses refreshed.
"""

import asyncio
import logging
import time
from typing import Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from meteor_core.version import VERSION

from .features.code_lens import SHOW_SCORE, code_lens
from .features.diagnostics import diagnostics
from .features.hover import hover
from .features.inlay_hints import inlay_hints
from .line_document import LineDocument, LineWorkspace
from .options import Options, read_options
from .scores import PairScores
from .session import OpenPair, Session

_LOG: Final = logging.getLogger("meteor_lsp")

_PAUSE: Final = 0.12
"""Seconds without an edit after which the whole file is looked at again."""

_SLICE: Final = 0.02
"""Seconds of scoring after which waiting messages have their turn."""

_WATCHED: Final = "**/*.{hyp,ref}.*"


class MeteorLanguageServer(LanguageServer):
    """A language server with the session of one editor."""

    def __init__(self) -> None:
        """A server that has not been initialised."""
        super().__init__("meteor-lsp", VERSION)
        self.session = Session(Options())
        self.problems: list[str] = []
        self._settling: dict[str, asyncio.Task[None]] = {}

    @property
    def line_workspace(self) -> LineWorkspace:
        """The workspace, which is one of lines once the server is initialised."""
        workspace = self.workspace
        if not isinstance(workspace, LineWorkspace):
            raise TypeError("the workspace was asked for before initialisation")
        return workspace

    def document(self, uri: str) -> LineDocument | None:
        """The open document of that URI."""
        document = self.workspace.get_text_document(uri)
        return document if isinstance(document, LineDocument) else None

    def settle_soon(self, pairs: list[OpenPair]) -> None:
        """Look at all of these pairs when edits pause; an earlier appointment is cancelled."""
        for opened in pairs:
            uri = opened.document.uri
            earlier = self._settling.pop(uri, None)
            if earlier is not None:
                earlier.cancel()
            task = asyncio.get_running_loop().create_task(self._settle(opened))
            task.add_done_callback(_log_failure)
            self._settling[uri] = task

    def forget(self, uri: str) -> None:
        """Stop work on a document that was closed, and clear what is shown of it."""
        task = self._settling.pop(uri, None)
        if task is not None:
            task.cancel()
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri=uri, diagnostics=[])
            )

    async def _settle(self, opened: OpenPair) -> None:
        await asyncio.sleep(_PAUSE)
        if self.session.refresh(opened) or not opened.scores.complete:
            self._refresh_hints()
        while _score_slice(opened.scores):  # noqa: ASYNC110  # this is work, not waiting
            await asyncio.sleep(0)  # lets messages in
        self._publish(opened)
        self._refresh_lenses()

    def _publish(self, opened: OpenPair) -> None:
        encoding = self.line_workspace.encoding
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=opened.document.uri,
                version=opened.document.version,
                diagnostics=diagnostics(opened, encoding, self.session.options.low_score),
            )
        )

    def _refresh_hints(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def _refresh_lenses(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)


def _score_slice(scores: PairScores) -> bool:
    """Score for a moment; whether there is more to do."""
    until = time.monotonic() + _SLICE
    while time.monotonic() < until:
        if not scores.score_some(1):
            return False
    return True


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        _LOG.error("scoring a pair failed", exc_info=task.exception())


def create_server() -> MeteorLanguageServer:
    """A server with all its features, not yet started."""
    server = MeteorLanguageServer()
    _add_lifecycle(server)
    _add_documents(server)
    _add_features(server)
    return server


def _add_lifecycle(server: MeteorLanguageServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        protocol = server.protocol
        made = protocol.workspace
        # pygls has made its own workspace by now and has no hook for another kind.
        protocol._workspace = LineWorkspace(  # noqa: SLF001
            made.root_uri,
            types.TextDocumentSyncKind.Incremental,
            list(params.workspace_folders or []),
            made.position_encoding,
        )
        options, server.problems = read_options(params.initialization_options)
        server.session = Session(options)

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        for problem in server.problems:
            message = f"Meteorscope: {problem}; the default is used"
            server.window_show_message(
                types.ShowMessageParams(type=types.MessageType.Warning, message=message)
            )
        workspace = server.client_capabilities.workspace
        watching = workspace and workspace.did_change_watched_files
        if watching and watching.dynamic_registration:
            watcher = types.FileSystemWatcher(glob_pattern=_WATCHED)
            server.client_register_capability(
                types.RegistrationParams(
                    registrations=[
                        types.Registration(
                            id="meteor-pairs",
                            method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                            register_options=types.DidChangeWatchedFilesRegistrationOptions(
                                watchers=[watcher]
                            ),
                        )
                    ]
                )
            )


def _add_documents(server: MeteorLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = server.document(params.text_document.uri)
        if document is not None:
            server.settle_soon(server.session.open(document))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.settle_soon(server.session.concerned_by(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        concerned = server.session.close(uri)
        server.forget(uri)
        server.settle_soon(concerned)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.settle_soon(server.session.concerned_by(params.text_document.uri))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.settle_soon(server.session.concerned_by(change.uri))


def _add_features(server: MeteorLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def show_hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        opened = server.session.pair_at(params.text_document.uri)
        if opened is None:
            return []
        encoding = server.line_workspace.encoding
        return inlay_hints(opened.scores, encoding, params.range.start.line, params.range.end.line)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def show_hover(params: types.HoverParams) -> types.Hover | None:
        opened = server.session.pair_at(params.text_document.uri)
        line = params.position.line
        if opened is None or line >= len(opened.scores.hypotheses):
            return None
        encoding = server.line_workspace.encoding
        column = encoding.from_client(opened.scores.hypotheses[line], params.position.character)
        return hover(opened.scores, encoding, line, column, markdown=_reads_markdown(server))

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def show_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        opened = server.session.pair_at(params.text_document.uri)
        return [] if opened is None else code_lens(opened.scores, params.text_document.uri)

    @server.command(SHOW_SCORE)
    def show_score(uri: str) -> dict[str, Any] | None:
        opened = server.session.pair_at(uri)
        if opened is None:
            return None
        corpus = opened.scores.corpus()
        message = f"METEOR {corpus.score:.4f}  {corpus.signature}"
        server.window_show_message(
            types.ShowMessageParams(type=types.MessageType.Info, message=message)
        )
        return {"score": corpus.score, "signature": corpus.signature}


def _reads_markdown(server: MeteorLanguageServer) -> bool:
    document = server.client_capabilities.text_document
    formats = document.hover.content_format if document and document.hover else None
    return formats is not None and types.MarkupKind.Markdown in formats
