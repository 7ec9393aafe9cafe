"""How a request becomes an answer.

The view of a document is found, its scores are brought up to date, and a feature, which is a pure
function, makes the answer. Edits go on meanwhile, so a view is used only while it holds.
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
    """The answers of one session."""

    def __init__(self, session: Session, engine: Engine) -> None:
        """Answers about what is open in a session, with scores by an engine."""
        self._session, self._engine = session, engine

    def view(self, uri: str) -> View | None:
        """The pairing as seen from an open document, with the texts as they are now."""
        self._session.look_at_disk()
        return self._session.pairings.view(uri)

    async def settled_view(self, uri: str) -> View | None:
        """The same once it is known which lines belong together, by which segments are counted."""
        view = self.view(uri)
        if view is not None and view.opened.wants_lines:
            await self._engine.knows_lines(view.opened)
            return self._session.pairings.view(uri)
        return view

    async def answer(
        self, view: View, segments: Iterable[int] | None, make: Callable[[View], _Answer]
    ) -> _Answer:
        """What a feature makes of a view.

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
            raise Stale  # segments may have other numbers
        return make(view)

    async def answer_at(
        self, uri: str, position: types.Position, make: Callable[[View, Spot], _Answer]
    ) -> _Answer | None:
        """What a feature makes of the segment at a position.

        None where there is no segment, or the text has changed meanwhile.
        """
        view = await self.settled_view(uri)
        first = view
        while view is not None and first is not None and view.version == first.version:
            spot = view.spot(position)
            if spot is None:
                return None

            def make_there(view: View, spot: Spot = spot) -> _Answer:
                return make(view, spot)

            try:
                return await self.answer(view, [spot.segment], make_there)
            except Stale:  # perhaps by an edit of another document, or of which lines are paired
                view = await self.settled_view(uri)
        return None

    async def latest(
        self,
        uri: str,
        prepare: Callable[[View], Awaitable[object]],
        make: Callable[[View], _Answer],
    ) -> _Answer | None:
        """What a feature makes of a document as it is when its scores are ready; None without one.

        They are prepared again where the document came to belong to another pairing meanwhile.

        Args:
            uri: of the document.
            prepare: brings the scores up to date that the feature needs.
            make: the feature.
        """
        view = await self.settled_view(uri)
        while view is not None:
            await prepare(view)
            before, view = view, self._session.pairings.view(uri)
            if view is not None and view.opened is before.opened:
                return make(view)
        return None
