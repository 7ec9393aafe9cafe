"""Answer requests: find the view of a document, update its scores, call a feature.

Features are pure functions. Edits go on while scores are updated, so a view is checked before use.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from lsprotocol import types

from ..errors import Stale
from .engine import Engine
from .open_pairing import Spot, View
from .session import Session

_Answer = TypeVar("_Answer")


class Answers:
    """Answers requests from the state of one session."""

    def __init__(self, session: Session, engine: Engine) -> None:
        """Connect a session and the engine that scores it."""
        self._session, self._engine = session, engine

    def view(self, uri: str) -> View | None:
        """Return the pairing as seen from an open document, with its current texts."""
        self._session.reload_changed_files()
        return self._session.pairings.view(uri)

    async def aligned_view(self, uri: str) -> View | None:
        """Return the view after line alignment, which determines segment numbers."""
        view = self.view(uri)
        if view is not None and view.opened.needs_line_alignment:
            await self._engine.ensure_line_alignment(view.opened)
            return self._session.pairings.view(uri)
        return view

    async def answer(
        self, view: View, segments: Iterable[int] | None, make: Callable[[View], _Answer]
    ) -> _Answer:
        """Call a feature on a view once its scores are available.

        Args:
            view: of a document.
            segments: whose alignments the feature needs; None for the scores of all segments.
            make: the feature.

        Raises:
            Stale: the text or its pairing has changed meanwhile.
        """
        revision = view.opened.revision
        if segments is None:
            await self._engine.finish(view.opened)
        else:
            await self._engine.align(view.opened, segments)
        now = self._session.pairings.view(view.file.uri)
        if now is None or now.opened is not view.opened or now.version != view.version:
            raise Stale
        if segments is not None and view.opened.revision != revision:
            raise Stale  # segment numbers may have changed
        return make(view)

    async def answer_at(
        self, uri: str, position: types.Position, make: Callable[[View, Spot], _Answer]
    ) -> _Answer | None:
        """Call a feature on the segment at a position.

        Returns None if there is no segment, or the document was edited meanwhile.
        """
        view = await self.aligned_view(uri)
        first = view
        while view is not None and first is not None and view.version == first.version:
            spot = view.spot(position)
            if spot is None:
                return None

            def make_there(view: View, spot: Spot = spot) -> _Answer:
                return make(view, spot)

            try:
                return await self.answer(view, [spot.segment], make_there)
            except Stale:  # by an edit of another document or a new line alignment
                view = await self.aligned_view(uri)
        return None

    async def with_fresh_view(
        self,
        uri: str,
        prepare: Callable[[View], Awaitable[object]],
        make: Callable[[View], _Answer],
    ) -> _Answer | None:
        """Call a feature on the latest view of a document, or return None without a pairing.

        Args:
            uri: of the document.
            prepare: updates the scores that the feature needs; called again if the document was
                paired differently meanwhile.
            make: the feature.
        """
        view = await self.aligned_view(uri)
        while view is not None:
            await prepare(view)
            before, view = view, self._session.pairings.view(uri)
            if view is not None and view.opened is before.opened:
                return make(view)
        return None
