"""The language server: one editor's session, and what happens when nobody asks.

All state lives on the event loop; ``engine.py`` scores on threads. What an editor asks for (hints
of the lines on screen, a hover) is scored first; when edits pause, the rest of the file follows,
and the editor is told to ask again for what changed. ``handlers/`` has what it can ask for.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.lsp.server import LanguageServer

from meteor_core import MeteorError
from meteor_core.version import VERSION

from ..documents.line_document import LineDocument
from ..documents.uris import key_of, path_of
from ..features.diagnostics import diagnostics
from ..features.project_diagnostics import project_diagnostics
from ..pairing.streams import Pairing
from ..project.remarks import remarks
from ..scoring.compiling import Notice
from ..session.engine import Engine
from ..session.open_pairing import OpenPairing, View
from ..session.session import Session
from ..session.workspace_pairings import WorkspacePairings
from .client import Client
from .progress import Announcement, Progress, percent
from .protocol import PoliteProtocol

_LOG: Final = logging.getLogger("meteor_lsp")

_PAUSE: Final = 0.12
"""Seconds without an edit after which the whole file is looked at again."""

_DRAWING: Final = 0.03
"""Seconds in which a client draws diagnostics and lenses before it is told to ask for hints again.
Neovim 0.12, if it draws anything between that and the answer, goes on with the old hints."""

_MANY: Final = 100
"""Remarks that are not sent again as long as they stay the same."""

SCORES_CHANGED: Final = "meteor/scoresChanged"


class MeteorLanguageServer(LanguageServer):
    """A language server with the session of one editor."""

    protocol: PoliteProtocol

    def __init__(self) -> None:
        """A server that has not been initialised."""
        super().__init__("meteor-lsp", VERSION, protocol_cls=PoliteProtocol)
        self.client = Client()
        self.session = Session()
        self.engine = Engine()
        self.workspace_pairings = WorkspacePairings(self)
        self.engine.on_lack = self._lacks
        self.engine.compiler.begin_notice = self._compiling_notice
        self.protocol.on_message = self.engine.hush
        self.kind_of_document: type[LineDocument] = LineDocument
        self.outline_by_score = False
        self.pulled: dict[str, int] = {}  # revisions that diagnostics were last asked for at
        self.tokens_shown: dict[str, tuple[str, list[int]]] = {}
        self.token_answers = itertools.count(1)
        self.on_cancel: dict[types.ProgressToken, Callable[[], None]] = {}
        self._settling: dict[Pairing, asyncio.TimerHandle] = {}
        self._settlers: dict[Pairing, asyncio.Task[None]] = {}
        self._pushed: dict[str, tuple[str, list[types.Diagnostic]]] = {}
        self._pushed_unopened: dict[str, list[types.Diagnostic]] = {}
        self._surveying: asyncio.Task[None] | None = None
        self._told_version: dict[str, int | None] = {}  # of meteor.toml, of what was pushed last
        self._paired: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def view(self, uri: str) -> View | None:
        """The pairing as seen from an open document, with the texts as they are now."""
        self.session.look_at_disk()
        return self.session.view(uri)

    async def view_after(
        self, uri: str, work: Callable[[View], Coroutine[Any, Any, object]]
    ) -> View | None:
        """The pairing as seen from a document, when work on its scores is done.

        Done again where the document came to belong to another pairing meanwhile.
        """
        view = self.view(uri)
        while view is not None:
            await work(view)
            before, view = view, self.session.view(uri)
            if view is None or view.opened is before.opened:
                break
        return view

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show the person a message."""
        self.window_show_message(types.ShowMessageParams(type=kind, message=message))

    def ask(self, method: str, params: Any, then: Callable[[Any], None]) -> None:
        """Send the client a request, and go on with its answer when it comes.

        A client that refuses is logged. Nothing awaits the answer: a task that is cancelled
        while it does would leave pygls with an answer it cannot deliver.
        """

        def done(future: "Future[Any]") -> None:
            if future.cancelled() or future.exception() is not None:
                _LOG.info("%s was refused by the client", method)
            else:
                then(future.result())

        self.protocol.send_request(method, params).add_done_callback(done)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what is our own fault; a person who types is not to be disturbed by it."""
        if not isinstance(error, JsonRpcException) or isinstance(error, JsonRpcInternalError):
            _LOG.error("%s: %s", source.__name__, error)

    def run(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Do something that no request waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_log_failure)
        return task

    def changed(self) -> None:
        """Look at all pairings again: documents, files or settings have changed."""
        self._forget_closed()
        self._clear_unpaired()
        for opened in self.session.pairings():
            self.settle_soon(opened)
        self._survey_soon()
        if not self.client.pulls_diagnostics:
            for document in self.session.open_project_files():
                self.run(self._publish_project(document))
        self._tell_problems()

    def still(self, view: View) -> bool:
        """Whether a view is as it was: the same version of the document in the same pairing."""
        now = self.session.view(view.file.uri)
        return now is not None and now.opened is view.opened and now.version == view.version

    def version_of(self, uri: str | None) -> int | None:
        """The version of a document; None where it is not open."""
        document = self.session.document(uri) if uri is not None else None
        return None if document is None else document.version

    def settle_soon(self, opened: OpenPairing) -> None:
        """Look at all of a pairing when edits pause; an earlier appointment is cancelled."""
        key = opened.pairing
        self._cancel(key)
        loop = asyncio.get_running_loop()
        self._settling[key] = loop.call_later(_PAUSE, self._settle_now, opened)

    def rest(self) -> None:
        """Stop all work."""
        for key in {*self._settling, *self._settlers}:
            self._cancel(key)
        for task in self._tasks:
            task.cancel()
        self.engine.close()

    def _cancel(self, key: Pairing) -> None:
        timer, task = self._settling.pop(key, None), self._settlers.pop(key, None)
        if timer is not None:
            timer.cancel()
        if task is not None:
            task.cancel()

    def _settle_now(self, opened: OpenPairing) -> None:
        self._settling.pop(opened.pairing, None)
        self._settlers[opened.pairing] = self.run(self._settle(opened))

    async def _settle(self, opened: OpenPairing) -> None:
        self.session.look_at_disk()
        if not opened.resting:
            await self._score_all(opened)
        self._publish(opened)
        self._survey_soon()
        self._refresh(opened)
        self._notify(opened)
        if opened.revision != opened.revision_told:
            # Whoever asked first saw the new texts; the other side's view does not know of them.
            opened.revision_told = opened.revision
            await asyncio.sleep(_DRAWING)  # see there
            if self.client.refreshes_hints:
                self.workspace_inlay_hint_refresh(None)

    async def _score_all(self, opened: OpenPairing) -> None:
        def rest() -> None:
            opened.resting = True
            self._cancel(opened.pairing)

        name = opened.files[opened.pairing.hypothesis.uri].name
        progress = Progress(self, f"METEOR: scoring {name}", cancelled=rest)
        try:
            await self.engine.work_through(opened, progress.report)
        finally:
            progress.end()

    def _compiling_notice(self) -> Notice:
        if self.client.creates_progress:
            return Progress(self, "METEOR: compiling the paraphrases, once", in_words=percent)
        return Announcement(
            self, "METEOR's paraphrases are being compiled, once; scores follow in a minute"
        )

    def _lacks(self, opened: OpenPairing, error: MeteorError) -> None:
        self.session.lacks(opened, error)
        self._tell_problems()
        self.settle_soon(opened)

    def _publish(self, opened: OpenPairing) -> None:
        """Push diagnostics to a client that does not ask for them."""
        if self.client.pulls_diagnostics:
            return
        for uri in {stream.uri for _, stream in opened.pairing.streams()}:
            document = self.session.document(uri)
            if document is None or self.session.opened(uri) is not opened:
                continue
            found = self.diagnostics(opened, uri)
            # The same remarks are sent again for a new version, unless that is much to write.
            if len(found) > _MANY and self._pushed.get(uri) == (document.uri, found):
                continue
            self._pushed[uri] = (document.uri, found)
            self._pushed_unopened.pop(uri, None)
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(
                    uri=document.uri, version=document.version, diagnostics=found
                )
            )

    def _survey_soon(self) -> None:
        """Push the remarks on files that are not open, where the settings ask for them."""
        if self._surveying is not None:
            self._surveying.cancel()
        is_wanted = not self.client.pulls_diagnostics and self.session.wants_all_files()
        if is_wanted or self._pushed_unopened:
            self._surveying = self.run(self._survey())

    async def _survey(self) -> None:
        await asyncio.sleep(_PAUSE)
        progress = Progress(self, "METEOR: the whole workspace")
        left = set(self._pushed_unopened)
        try:
            async for uri, items in self.workspace_pairings.remarks(progress.report):
                if self.session.document(uri) is None:
                    left.discard(uri)
                    self._push_unopened(uri, items)
            for uri in left:
                self._push_unopened(uri, [])
        finally:
            progress.end()

    def _push_unopened(self, uri: str, items: list[types.Diagnostic]) -> None:
        if items == self._pushed_unopened.get(uri, []):
            return
        self._pushed_unopened[uri] = items
        if not items:
            del self._pushed_unopened[uri]
        if self.session.opened(uri) is None:  # else it has others by now
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri=uri, diagnostics=items)
            )

    def diagnostics(self, opened: OpenPairing, uri: str) -> list[types.Diagnostic]:
        """The remarks on one document of a pairing."""
        return diagnostics(
            opened,
            opened.files[key_of(uri)],
            self.session.encoding,
            related=self.client.related_information,
        )

    async def project_diagnostics(self, document: LineDocument) -> list[types.Diagnostic]:
        """What is wrong with an open ``meteor.toml``."""
        file, text = self.session.project_file(document), document.source
        folder = file.path.parent
        opened = [path_of(uri) for uri in self.session.open_uris()]
        names = [
            path.relative_to(folder).as_posix()
            for path in filter(None, opened)
            if path.is_relative_to(folder)
        ]
        base = self.session.project_of(document.uri).settings
        # Looking into folders can take long, and edits go on meanwhile.
        look = asyncio.get_running_loop().run_in_executor
        found = await look(None, remarks, file, base, names) if file.path.is_absolute() else []
        return project_diagnostics(file, text, found, self.session.encoding)

    async def _publish_project(self, document: LineDocument) -> None:
        """Push what is wrong with a ``meteor.toml`` when edits of it pause."""
        uri, version = key_of(document.uri), document.version
        await asyncio.sleep(_PAUSE)
        found: list[types.Diagnostic] = []
        if self.session.document(uri) is document and document.version == version:
            found = await self.project_diagnostics(document)
        if self.session.document(uri) is not document or document.version != version:
            return  # who changed it comes here, too
        if self._pushed.get(uri) != (document.uri, found) or self._told_version.get(uri) != version:
            self._pushed[uri], self._told_version[uri] = (document.uri, found), version
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri=document.uri, version=version, diagnostics=found)
            )

    def _forget_closed(self) -> None:
        """Take back what was shown of documents that are closed or belong to nothing now."""
        known_files = {key_of(document.uri) for document in self.session.open_project_files()}
        gone = [uri for uri in self._pushed if self.session.opened(uri) is None]
        for uri in [uri for uri in gone if uri not in known_files]:
            shown, _ = self._pushed.pop(uri)
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri=shown, diagnostics=[])
            )
        known = {opened.pairing for opened in self.session.pairings()}
        for key in [key for key in {*self._settling, *self._settlers} if key not in known]:
            self._cancel(key)

    def _clear_unpaired(self) -> None:
        """Have the editor ask again about documents that belong to nothing any more."""
        uris = self.session.open_uris()
        paired = {uri for uri in uris if self.session.opened(uri) is not None}
        alone = self._paired.intersection(uris) - paired
        self._paired = paired
        if not alone:
            return
        if self.client.refreshes_hints:
            self.workspace_inlay_hint_refresh(None)
        self._refresh_lenses_and_tokens()
        if self.client.refreshes_diagnostics:
            self.workspace_diagnostic_refresh(None)

    def _refresh_lenses_and_tokens(self) -> None:
        if self.client.refreshes_lenses:
            self.workspace_code_lens_refresh(None)
        if self.client.refreshes_tokens:
            self.workspace_semantic_tokens_refresh(None)

    def _refresh(self, opened: OpenPairing) -> None:
        self._refresh_lenses_and_tokens()
        stale = any(
            self.pulled.get(uri, opened.revision) != opened.revision for uri in opened.files
        )
        if stale and self.client.refreshes_diagnostics:
            self.pulled.update(dict.fromkeys(self.pulled.keys() & opened.files, opened.revision))
            self.workspace_diagnostic_refresh(None)

    def _notify(self, opened: OpenPairing) -> None:
        """Tell a client that asked for it what the score is now."""
        if not self.client.scores_changed or opened.problem is not None:
            return
        corpus = opened.scores.corpus()
        document = self.session.document(opened.pairing.hypothesis.uri)
        self.protocol.notify(
            SCORES_CHANGED,
            {
                "uri": opened.files[opened.pairing.hypothesis.uri].shown_uri,
                "version": document.version if document else None,
                "score": corpus.score,
                "scored": opened.scores.scored,
                "segments": opened.scores.paired,
                "signature": corpus.signature,
            },
        )

    def _tell_problems(self) -> None:
        problems, self.session.problems = self.session.problems, []
        for problem in problems:
            self.tell(f"Meteorscope: {problem}", types.MessageType.Warning)


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        _LOG.error("scoring a pair failed", exc_info=task.exception())
