"""The language server: wires documents, scores and features to pygls.

All state lives on the event loop. What an editor asks for (hints of the lines on screen, a
hover) is scored at once, of many lines as many as a moment allows; the rest of a file is scored
in slices between messages, and when it is done diagnostics are published and lenses, colours
and hints refreshed.
"""

import asyncio
import itertools
import logging
import time
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from meteor_core.version import VERSION

from .features.code_lens import SHOW_SCORE, code_lens
from .features.diagnostics import diagnostics
from .features.hover import hover
from .features.inlay_hints import inlay_hints
from .features.navigation import aligned_word, chunk_highlights
from .features.semantic_tokens import LEGEND, MOST_COLOURED_LINES, difference, semantic_tokens
from .line_document import LineDocument, LineWorkspace
from .options import Options, read_options
from .pairing import WATCHED
from .positions import encoding_of
from .scores import PairScores
from .session import OpenPair, Session
from .sides import Side

_LOG: Final = logging.getLogger("meteor_lsp")

_PAUSE: Final = 0.12
"""Seconds without an edit after which the whole file is looked at again."""

_DRAWING: Final = 0.03
"""Seconds in which a client draws diagnostics and lenses before it is told to ask for hints again.
Neovim 0.12, if it draws anything between that and the answer, goes on with the old hints."""

_PATIENCE: Final = 0.2
"""Seconds after which hints are answered with what is scored; the rest follows by a refresh."""

_SLICE: Final = 0.02
"""Seconds of scoring after which waiting messages have their turn."""


class MeteorLanguageServer(LanguageServer):
    """A language server with the session of one editor."""

    def __init__(self) -> None:
        """A server that has not been initialised."""
        super().__init__("meteor-lsp", VERSION)
        self.session = Session(Options())
        self.problems: list[str] = []
        self.client_name = ""
        self.token_answers = itertools.count(1)
        self._settling: dict[Path, asyncio.Task[None]] = {}
        self.tokens_shown: dict[str, tuple[str, list[int]]] = {}

    def document(self, uri: str) -> LineDocument | None:
        """The open document of that URI."""
        document = self.workspace.get_text_document(uri)
        return document if isinstance(document, LineDocument) else None

    def settle_soon(self, opened: OpenPair | None) -> None:
        """Look at all of a pair when edits pause; an earlier appointment is cancelled."""
        if opened is None:
            return
        self._cancel(opened)
        task = asyncio.get_running_loop().create_task(self._settle(opened))
        task.add_done_callback(_log_failure)
        self._settling[opened.pair.hypothesis] = task

    def close(self, uri: str) -> None:
        """Forget a closed document: clear what is shown of it, and stop where nothing is left."""
        before = self.session.pair_of(uri)
        if before is None:
            return
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=[])
        )
        after = self.session.close(uri)
        if after is None:
            self._cancel(before)
        self.settle_soon(after)

    def _cancel(self, opened: OpenPair) -> None:
        task = self._settling.pop(opened.pair.hypothesis, None)
        if task is not None:
            task.cancel()

    async def _settle(self, opened: OpenPair) -> None:
        await asyncio.sleep(_PAUSE)
        self.session.refresh(opened)
        await score_all(opened.scores)
        self._publish(opened)
        self._refresh_lenses_and_tokens()
        if opened.revision != opened.revision_told:
            # Whoever asked first saw the new texts; the other side's view does not know of them.
            opened.revision_told = opened.revision
            await asyncio.sleep(_DRAWING)  # see there
            self._refresh_hints()

    def _publish(self, opened: OpenPair) -> None:
        document = opened.documents.get(Side.HYPOTHESIS)
        if document is None:
            return
        encoding, low_score = self.session.encoding, self.session.options.low_score
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=document.uri,
                version=document.version,
                diagnostics=diagnostics(opened, encoding, low_score),
            )
        )

    def _refresh_hints(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def _refresh_lenses_and_tokens(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if workspace and workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)


async def score_all(scores: PairScores) -> None:
    """Score what is not scored yet, in slices between which other messages have their turn."""
    while _score_slice(scores):  # noqa: ASYNC110  # this is work, not waiting
        await asyncio.sleep(0)


def score_range(scores: PairScores, first: int, last: int, seconds: float) -> bool:
    """Score the lines of a range for so long; whether all of them are scored."""
    until = time.monotonic() + seconds
    for line in range(max(0, first), min(last + 1, scores.paired)):
        if scores.is_open(line):
            if time.monotonic() > until:
                return False
            scores.result(line)
    return True


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
    _add_scores(server)
    _add_alignments(server)
    _add_semantic_tokens(server)
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
        server.client_name = params.client_info.name if params.client_info else ""
        options, server.problems = read_options(params.initialization_options)
        server.session = Session(options, encoding_of(made.position_encoding))

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
            watcher = types.FileSystemWatcher(glob_pattern=WATCHED)
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
        server.settle_soon(server.session.pair_of(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.tokens_shown.pop(params.text_document.uri, None)
        server.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.settle_soon(server.session.pair_of(params.text_document.uri))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.settle_soon(server.session.pair_of(change.uri))


def _add_scores(server: MeteorLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def show_hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        view = server.session.view(params.text_document.uri)
        if view is None:
            return []
        first, last = params.range.start.line, params.range.end.line
        if not score_range(view.scores, first, last, _PATIENCE):
            view.opened.revision_told = -1  # so that the client is told once all is scored
        return inlay_hints(view, first, last)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def show_hover(params: types.HoverParams) -> types.Hover | None:
        view = server.session.view(params.text_document.uri)
        if view is None:
            return None
        return hover(view, params.position, markdown=_reads_markdown(server))

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def show_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        view = server.session.view(params.text_document.uri)
        if view is None:
            return []
        await score_all(view.scores)
        return code_lens(view.scores, params.text_document.uri)

    @server.command(SHOW_SCORE)
    def show_score(uri: str) -> dict[str, Any] | None:
        view = server.session.view(uri)
        if view is None:
            return None
        corpus = view.scores.corpus()
        message = f"METEOR {corpus.score:.4f}  {corpus.signature}"
        server.window_show_message(
            types.ShowMessageParams(type=types.MessageType.Info, message=message)
        )
        return {"score": corpus.score, "signature": corpus.signature}


def _add_alignments(server: MeteorLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        view = server.session.view(params.text_document.uri)
        return [] if view is None else chunk_highlights(view, params.position)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def go_to_aligned_word(
        params: types.DefinitionParams,
    ) -> types.Location | list[types.LocationLink] | None:
        view = server.session.view(params.text_document.uri)
        link = None if view is None else aligned_word(view, params.position)
        if link is None:
            return None
        if _reads_links(server):
            return [link]
        return types.Location(uri=link.target_uri, range=link.target_selection_range)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def matches_of_word(params: types.ReferenceParams) -> list[types.Location]:
        view = server.session.view(params.text_document.uri)
        link = None if view is None else aligned_word(view, params.position)
        if link is None:
            return []
        return [types.Location(uri=link.target_uri, range=link.target_selection_range)]


def _add_semantic_tokens(server: MeteorLanguageServer) -> None:
    async def tokens_of(uri: str) -> types.SemanticTokens:
        """All tokens of a document, remembered so that the next answer can be a difference."""
        view = server.session.view(uri)
        if view is None or view.scores.paired > MOST_COLOURED_LINES:
            return types.SemanticTokens(data=[])
        await score_all(view.scores)
        data = semantic_tokens(view, 0, view.scores.paired)
        identifier = str(next(server.token_answers))
        server.tokens_shown[uri] = (identifier, data)
        return types.SemanticTokens(data=data, result_id=identifier)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def all_tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return await tokens_of(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    async def changed_tokens(
        params: types.SemanticTokensDeltaParams,
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        identifier, old = server.tokens_shown.get(params.text_document.uri, ("", []))
        new = await tokens_of(params.text_document.uri)
        if identifier != params.previous_result_id or _mixes_ranges_with_differences(server):
            return new
        return types.SemanticTokensDelta(difference(old, list(new.data)), new.result_id)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    def tokens_in_range(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        view = server.session.view(params.text_document.uri)
        if view is None:
            return types.SemanticTokens(data=[])
        first, last = params.range.start.line, params.range.end.line
        return types.SemanticTokens(data=semantic_tokens(view, first, last))


def _reads_markdown(server: MeteorLanguageServer) -> bool:
    document = server.client_capabilities.text_document
    formats = document.hover.content_format if document and document.hover else None
    return formats is not None and types.MarkupKind.Markdown in formats


def _mixes_ranges_with_differences(server: MeteorLanguageServer) -> bool:
    """Whether the client may apply a difference to the tokens of a range, as Neovim 0.12 does.

    A range that arrives while a difference is on its way takes the place of the tokens that the
    difference is about; the words then have wrong colours, or the client stops with an error.
    """
    return server.client_name == "Neovim"


def _reads_links(server: MeteorLanguageServer) -> bool:
    document = server.client_capabilities.text_document
    definition = document.definition if document else None
    return bool(definition and definition.link_support)
