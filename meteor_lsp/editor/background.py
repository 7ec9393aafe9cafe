"""What happens when nobody asks.

When edits pause, the rest of a file is scored, diagnostics are pushed, and the editor is told to
ask again for what has changed.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from lsprotocol import types

from meteor_core import MeteorError

from ..documents.unit_segments import MOST_AT_ONCE, UnitSegments
from ..pairing.streams import Pairing
from ..scoring.compiling import Notice
from ..session.engine import Engine
from ..session.open_pairing import OpenPairing
from ..session.session import Session
from ..session.texts_before import Wanted, read
from .connection import Connection
from .progress import Announcement, Progress, percent
from .pushed_diagnostics import PAUSE, PushedDiagnostics

_DRAWING: Final = 0.03
"""Seconds in which a client draws diagnostics and lenses before it is told to ask for hints again.
Neovim 0.12, if it draws anything between that and the answer, goes on with the old hints."""

_LONG_PAUSE: Final = 1.0
"""Seconds without an edit after which a long document is read as a whole."""

SCORES_CHANGED: Final = "meteor/scoresChanged"


class Background:
    """Keeps scores and screen up to date."""

    def __init__(
        self,
        connection: Connection,
        session: Session,
        engine: Engine,
        pushed: PushedDiagnostics,
        on_settled: Iterable[Callable[[OpenPairing], None]],
    ) -> None:
        """Nothing to do yet.

        Args:
            connection: to the client.
            session: whose pairings are kept up to date.
            engine: which scores them.
            pushed: diagnostics.
            on_settled: are told of a pairing whose scores are up to date.
        """
        self._connection, self._session, self._engine = connection, session, engine
        self._pushed, self._on_settled = pushed, on_settled
        self._settling: dict[Pairing, asyncio.TimerHandle] = {}
        self._settlers: dict[Pairing, asyncio.Task[None]] = {}
        self._paired: set[str] = set()
        self._reading = asyncio.Lock()
        self._asking = asyncio.Lock()
        session.pairings.texts_before.on_wanted = self._read_before_soon
        engine.on_lack = self._lacks
        engine.on_recognised = self.settle_soon_unless_settling
        engine.compiler.begin_notice = self._compiling_notice

    def look_again(self) -> None:
        """Look at all pairings again: documents, files or settings have changed."""
        self._pushed.forget_closed()
        known = {opened.pairing for opened in self._session.pairings.open()}
        for key in [key for key in {*self._settling, *self._settlers} if key not in known]:
            self._cancel(key)
        self._clear_unpaired()
        for opened in self._session.pairings.open():
            self.settle_soon(opened)
        self._register_diagnostics()
        self._pushed.survey_soon()
        self._pushed.push_projects()
        self._pushed.push_unpaired()
        self.tell_problems()

    def _register_diagnostics(self) -> None:
        """Offer diagnostics of the workspace only where the settings want them.

        An editor that is offered them may keep what it shows of a closed file until such a request
        says otherwise.
        """
        self._connection.register_diagnostics(
            types.DiagnosticRegistrationOptions(
                identifier="meteor",
                inter_file_dependencies=True,
                workspace_diagnostics=self._session.workspace.wants_all_files(),
            )
        )

    def settle_soon(self, opened: OpenPairing) -> None:
        """Look at all of a pairing when edits pause; an earlier appointment is cancelled."""
        key = opened.pairing
        self._cancel(key)
        loop = asyncio.get_running_loop()
        self._settling[key] = loop.call_later(PAUSE, self._settle_now, opened)

    def settle_soon_unless_settling(self, opened: OpenPairing) -> None:
        """Look at all of a pairing soon, unless that is under way."""
        task = self._settlers.get(opened.pairing)
        if task is None or task.done():
            self.settle_soon(opened)

    def rest(self) -> None:
        """Stop all work."""
        for key in {*self._settling, *self._settlers}:
            self._cancel(key)

    def _cancel(self, key: Pairing) -> None:
        timer, task = self._settling.pop(key, None), self._settlers.pop(key, None)
        if timer is not None:
            timer.cancel()
        if task is not None:
            task.cancel()

    def _settle_now(self, opened: OpenPairing) -> None:
        self._settling.pop(opened.pairing, None)
        self._settlers[opened.pairing] = self._connection.run(self._settle(opened))

    async def _settle(self, opened: OpenPairing) -> None:
        self._session.look_at_disk()
        await self._read_again(opened)
        if not opened.resting:
            await self._score_all(opened)
        self._pushed.push(opened)
        self._pushed.survey_soon()
        self._connection.refresh_lenses_and_tokens()
        for tell in self._on_settled:
            tell(opened)
        self._notify(opened)
        if opened.revision != opened.revision_told:
            # Whoever asked first saw the new texts; the other side's view does not know of them.
            opened.revision_told = opened.revision
            await asyncio.sleep(_DRAWING)  # see there
            self._connection.refresh_hints()
        await self._find_words(opened)

    async def _find_words(self, opened: OpenPairing) -> None:
        """Look for what stands out on words; scores do not wait for it."""
        if await self._engine.find_all_words(opened):
            self._pushed.push(opened, again=False)
            for tell in self._on_settled:
                tell(opened)

    async def _read_again(self, opened: OpenPairing) -> None:
        """Read bilingual documents as wholes that were not understood edit by edit."""
        for file in opened.files.values():
            segments = file.own_segments
            if not isinstance(segments, UnitSegments) or not segments.wants_reading:
                continue
            if len(file.lines) > MOST_AT_ONCE:
                await asyncio.sleep(_LONG_PAUSE)  # cancelled by the next edit
            edits, lines = segments.edits, list(file.lines)
            async with self._reading:
                read = await asyncio.to_thread(segments.format.read, lines)
            if file.own_segments is segments and segments.edits == edits:
                opened.revision += 1
                self._session.take_reading(file, read)

    def _read_before_soon(self, wanted: Wanted) -> None:
        self._connection.run(self._read_before(wanted))

    async def _read_before(self, wanted: Wanted) -> None:
        """Read a document at a revision, one at a time; git takes some milliseconds."""
        async with self._asking:
            commit = self._session.pairings.commit_of(wanted)
            found = await asyncio.to_thread(read, wanted, commit)
        if self._session.take_before(wanted, found):
            self.look_again()

    async def _score_all(self, opened: OpenPairing) -> None:
        def rest() -> None:
            opened.resting = True
            self._cancel(opened.pairing)

        name = opened.files[opened.pairing.hypothesis.uri].name
        progress = Progress(self._connection, f"METEOR: scoring {name}", cancelled=rest)
        try:
            await self._engine.work_through(opened, progress.report)
        finally:
            progress.end()

    def _compiling_notice(self) -> Notice:
        if self._connection.client.creates_progress:
            title = "METEOR: compiling the paraphrases, once"
            return Progress(self._connection, title, in_words=percent)
        return Announcement(
            self._connection,
            "METEOR's paraphrases are being compiled, once; scores follow in a minute",
        )

    def _lacks(self, opened: OpenPairing, error: MeteorError) -> None:
        self._session.pairings.lacks(opened, error)
        self.tell_problems()
        self.settle_soon(opened)

    def _clear_unpaired(self) -> None:
        """Have the editor ask again about documents that belong to nothing any more."""
        uris = self._session.library.open_uris()
        paired = {uri for uri in uris if self._session.pairings.opened(uri) is not None}
        alone = self._paired.intersection(uris) - paired
        self._paired = paired
        if alone:
            self._connection.refresh_hints()
            self._connection.refresh_lenses_and_tokens()
            self._connection.refresh_diagnostics()

    def _notify(self, opened: OpenPairing) -> None:
        """Tell a client that asked for it what the score is now."""
        if not self._connection.client.scores_changed or opened.problem is not None:
            return
        corpus = opened.scores.corpus()
        document = self._session.library.document(opened.pairing.hypothesis.uri)
        self._connection.protocol.notify(
            SCORES_CHANGED,
            {
                "uri": opened.files[opened.pairing.hypothesis.uri].shown_uri,
                "version": document.version if document else None,
                "score": corpus.score,
                "scored": opened.scores.scored,
                "segments": opened.scores.paired,
                "signature": str(corpus.signature),
            },
        )

    def tell_problems(self) -> None:
        """Tell the person what was found to be wrong, each once."""
        for problem in self._session.problems.take():
            self._connection.tell(f"Meteorscope: {problem}", types.MessageType.Warning)
