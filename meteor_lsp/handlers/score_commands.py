"""Commands about scores: shown, gone through, sorted by."""

from typing import Any

from lsprotocol import types

from meteor_core.show.alignment_format import corpus_json

from ..errors import Refused
from ..features.code_actions import next_worse
from ..pairing.streams import HYPOTHESIS
from ..scoring.scores import Order
from ..session.open_pairing import View
from .arguments import Arguments
from .command_set import CommandSet


class ScoreCommands(CommandSet):
    """Commands about the scores of a pairing."""

    async def show_score(self, arguments: Arguments) -> dict[str, Any]:
        """Tell score and signature."""
        view = await self._scored(arguments)
        corpus = view.scores.corpus()
        self.server.tell(f"METEOR {corpus.score:.4f}  {corpus.signature}")
        return corpus_json(corpus)

    async def go_to_segment(self, arguments: Arguments) -> dict[str, Any]:
        """Show a segment, by its number from 1."""
        view = self.paired(self.uri(arguments))
        segment = arguments.number(1, "number of the segment") - 1
        if not 0 <= segment < view.scores.paired:
            raise Refused(f"there is no segment {segment + 1}")
        return self._show(view, segment)

    async def go_to_worse(self, arguments: Arguments) -> dict[str, Any] | None:
        """Show the segment that is just worse than one; from none, the worst."""
        view = await self._scored(arguments)
        target = next_worse(view, arguments.number(1, "number of the segment") - 1)
        if target is None:
            self.server.tell("This is the worst segment.")
            return None
        return self._show(view, target)

    async def sort_outline(self, arguments: Arguments) -> dict[str, Any]:
        """Sort the outlines by score, shortfall or position, from their next drawing on."""
        order = arguments.text(1, "order", "score")
        if order not in tuple(Order):
            known = "'score', 'shortfall' or 'position'"
            raise Refused(f"an outline is sorted by {known}, not {order!r}")
        self.server.outline_order = Order(order)
        self.server.tell(f"The outline is sorted by {order} when it is drawn next.")
        return {"order": order}

    async def _scored(self, arguments: Arguments) -> View:
        return await self.scored(self.uri(arguments))

    def _show(self, view: View, segment: int) -> dict[str, Any]:
        part = view.leading_part if view.parts else HYPOTHESIS
        place, uri = view.range(part, segment), view.file.shown_uri
        self.show_document(uri, selection=types.Range(place.start, place.start))
        return {"uri": uri, "segment": segment + 1, "line": place.start.line}
