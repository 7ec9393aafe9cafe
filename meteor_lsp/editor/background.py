"""Refresh scores and diagnostics in the background.

When edits pause, the rest of a file is scored, diagnostics are pushed, and the editor is asked to
request again what has changed.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from lsprotocol import types

from meteor_core import MeteorError

from ..documents.unit_segments import MAX_REREAD_LINES, UnitSegments
from ..pairing.streams import Pairing
from ..scoring.compiling import Notice
from ..session.baseline_cache import Wanted, read_baseline
from ..session.engine import Engine
from ..session.open_pairing import OpenPairing
from ..session.session import Session
from .connection import Connection
from .progress import Announcement, Progress, percent
from .pushed_diagnostics import DEBOUNCE_SECONDS, PushedDiagnostics

_DRAWING_SECONDS: Final = 0.03
"""Delay between diagnostics or lenses and the refresh of hints. Neovim 0.12 keeps outdated hints if
it draws anything between the refresh and the answer."""

_LONG_PAUSE_SECONDS: Final = 1.0
"""Pause of edits after which a long document is read as a whole."""

SCORES_CHANGED: Final = "meteor/scoresChanged"


class Background:
    """Debounces edits, and refreshes scores and the screen afterwards."""

    def __init__(
        self,
        connection: Connection,
        session: Session,
        engine: Engine,
        pushed: PushedDiagnostics,
        on_refreshed: Iterable[Callable[[OpenPairing], None]],
    ) -> None:
        """Connect the components.

        Args:
            connection: to the client.
            session: whose pairings are refreshed.
            engine: scores them.
            pushed: pushes diagnostics.
            on_refreshed: called with each pairing whose scores are up to date.
        """
        self._connection, self._session, self._engine = connection, session, engine
        self._pushed, self._on_refreshed = pushed, on_refreshed
        self._timers: dict[Pairing, asyncio.TimerHandle] = {}
        self._tasks: dict[Pairing, asyncio.Task[None]] = {}
        self._paired: set[str] = set()
        self._rereading = asyncio.Lock()
        self._reading_baseline = asyncio.Lock()
        session.pairings.baselines.request_read = self._schedule_baseline
        engine.on_missing_resources = self._report_missing_resources
        engine.on_line_alignment = self.schedule_refresh_unless_running
        engine.compiler.begin_notice = self._compiling_notice

    def refresh_all(self) -> None:
        """Schedule a refresh of every open pairing."""
        self._pushed.forget_closed()
        known = {opened.pairing for opened in self._session.pairings.open()}
        for key in [key for key in {*self._timers, *self._tasks} if key not in known]:
            self._cancel(key)
        self._clear_unpaired()
        for opened in self._session.pairings.open():
            self.schedule_refresh(opened)
        self._register_diagnostics()
        self._pushed.schedule_survey()
        self._pushed.push_projects()
        self._pushed.push_unpaired()
        self.report_problems()

    def _register_diagnostics(self) -> None:
        """Register workspace diagnostics only if settings ask for them.

        An editor may otherwise keep the diagnostics of a closed file until it requests those.
        """
        self._connection.register_diagnostics(
            types.DiagnosticRegistrationOptions(
                identifier="meteor",
                inter_file_dependencies=True,
                workspace_diagnostics=self._session.workspace.wants_all_files(),
            )
        )

    def schedule_refresh(self, opened: OpenPairing) -> None:
        """Refresh a pairing when edits pause; restarts the timer."""
        key = opened.pairing
        self._cancel(key)
        loop = asyncio.get_running_loop()
        self._timers[key] = loop.call_later(DEBOUNCE_SECONDS, self._start_refresh, opened)

    def schedule_refresh_unless_running(self, opened: OpenPairing) -> None:
        """Refresh a pairing soon, unless a refresh is running."""
        task = self._tasks.get(opened.pairing)
        if task is None or task.done():
            self.schedule_refresh(opened)

    def cancel_all(self) -> None:
        """Cancel all refreshes."""
        for key in {*self._timers, *self._tasks}:
            self._cancel(key)

    def _cancel(self, key: Pairing) -> None:
        timer, task = self._timers.pop(key, None), self._tasks.pop(key, None)
        if timer is not None:
            timer.cancel()
        if task is not None:
            task.cancel()

    def _start_refresh(self, opened: OpenPairing) -> None:
        self._timers.pop(opened.pairing, None)
        self._tasks[opened.pairing] = self._connection.start_task(self._refresh(opened))

    async def _refresh(self, opened: OpenPairing) -> None:
        self._session.reload_changed_files()
        await self._reread(opened)
        if not opened.is_paused:
            await self._score_all(opened)
        self._pushed.push(opened)
        self._pushed.schedule_survey()
        self._connection.refresh_lenses_and_tokens()
        for callback in self._on_refreshed:
            callback(opened)
        self._notify(opened)
        if opened.revision != opened.refreshed_revision:
            # The edited document requested its hints; its partner's are outdated.
            opened.refreshed_revision = opened.revision
            await asyncio.sleep(_DRAWING_SECONDS)
            self._connection.refresh_hints()
        await self._check_texts(opened)

    async def _check_texts(self, opened: OpenPairing) -> None:
        """Run text checks after scores, which do not wait for them."""
        if await self._engine.run_text_checks(opened):
            self._pushed.push(opened, again=False)
            for callback in self._on_refreshed:
                callback(opened)

    async def _reread(self, opened: OpenPairing) -> None:
        """Read bilingual documents as a whole after edits that were not parsed incrementally."""
        for file in opened.files.values():
            segments = file.own_segments
            if not isinstance(segments, UnitSegments) or not segments.needs_reading:
                continue
            if len(file.lines) > MAX_REREAD_LINES:
                await asyncio.sleep(_LONG_PAUSE_SECONDS)  # cancelled by the next edit
            edits, lines = segments.edits, list(file.lines)
            async with self._rereading:
                read = await asyncio.to_thread(segments.format.read, lines)
            if file.own_segments is segments and segments.edits == edits:
                opened.revision += 1
                self._session.apply_reading(file, read)

    def _schedule_baseline(self, wanted: Wanted) -> None:
        self._connection.start_task(self._load_baseline(wanted))

    async def _load_baseline(self, wanted: Wanted) -> None:
        """Read a baseline on a thread, one at a time; git takes some milliseconds."""
        async with self._reading_baseline:
            commit = self._session.pairings.commit_of(wanted)
            found = await asyncio.to_thread(read_baseline, wanted, commit)
        if self._session.store_baseline(wanted, found):
            self.refresh_all()

    async def _score_all(self, opened: OpenPairing) -> None:
        def pause() -> None:
            opened.is_paused = True
            self._cancel(opened.pairing)

        name = opened.files[opened.pairing.hypothesis.uri].name
        progress = Progress(self._connection, f"METEOR: scoring {name}", on_cancel=pause)
        try:
            await self._engine.score_in_background(opened, progress.report)
        finally:
            progress.end()

    def _compiling_notice(self) -> Notice:
        if self._connection.client.creates_progress:
            title = "METEOR: compiling the paraphrases, once"
            return Progress(self._connection, title, describe=percent)
        return Announcement(
            self._connection,
            "METEOR's paraphrases are being compiled, once; scores follow in a minute",
        )

    def _report_missing_resources(self, opened: OpenPairing, error: MeteorError) -> None:
        self._session.pairings.report_missing_resources(opened, error)
        self.report_problems()
        self.schedule_refresh(opened)

    def _clear_unpaired(self) -> None:
        """Refresh the editor if documents are no longer paired."""
        uris = self._session.library.open_uris()
        paired = {uri for uri in uris if self._session.pairings.opened(uri) is not None}
        alone = self._paired.intersection(uris) - paired
        self._paired = paired
        if alone:
            self._connection.refresh_hints()
            self._connection.refresh_lenses_and_tokens()
            self._connection.refresh_diagnostics()

    def _notify(self, opened: OpenPairing) -> None:
        """Send the current score if the client asked for it."""
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

    def report_problems(self) -> None:
        """Show new problems to the user."""
        for problem in self._session.problems.pop_new():
            self._connection.show_message(f"Meteorscope: {problem}", types.MessageType.Warning)
