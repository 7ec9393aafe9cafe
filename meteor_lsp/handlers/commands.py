"""Connect the commands about scores, pairings and the server.

All of them work without a richer client: the editor shows their answers.
"""

from typing import Any

from lsprotocol import types

from meteor_core.show.alignment_format import corpus_json

from ..editor.language_server import MeteorLanguageServer
from ..errors import Refused
from ..features import command_names as names
from ..features.code_actions import next_worse
from ..pairing.streams import HYPOTHESIS
from ..scoring.scores import Order
from ..session.open_pairing import View
from .arguments import Arguments
from .command_set import CommandSet, with_arguments
from .pairing_commands import PairingCommands
from .server_commands import ServerCommands


class ScoreCommands(CommandSet):
    """Commands about the scores of a pairing."""

    async def show_score(self, arguments: Arguments) -> dict[str, Any]:
        """Show score and signature."""
        view = await self._scored(arguments)
        corpus = view.scores.corpus()
        self.server.show_message(f"METEOR {corpus.score:.4f}  {corpus.signature}")
        return corpus_json(corpus)

    async def go_to_segment(self, arguments: Arguments) -> dict[str, Any]:
        """Show a segment by its number from 1."""
        view = self.paired(self.uri(arguments))
        segment = arguments.number(1, "number of the segment") - 1
        if not 0 <= segment < view.scores.paired:
            raise Refused(f"there is no segment {segment + 1}")
        return self._show(view, segment)

    async def go_to_worse(self, arguments: Arguments) -> dict[str, Any] | None:
        """Show the next worse segment after a segment, or the worst."""
        view = await self._scored(arguments)
        target = next_worse(view, arguments.number(1, "number of the segment") - 1)
        if target is None:
            self.server.show_message("This is the worst segment.")
            return None
        return self._show(view, target)

    async def sort_outline(self, arguments: Arguments) -> dict[str, Any]:
        """Sort later outlines by score, shortfall or position."""
        order = arguments.text(1, "order", "score")
        if order not in tuple(Order):
            known = "'score', 'shortfall' or 'position'"
            raise Refused(f"an outline is sorted by {known}, not {order!r}")
        self.server.outline_order = Order(order)
        self.server.show_message(f"The outline is sorted by {order} when it is drawn next.")
        return {"order": order}

    async def _scored(self, arguments: Arguments) -> View:
        return await self.scored(self.uri(arguments))

    def _show(self, view: View, segment: int) -> dict[str, Any]:
        part = view.leading_part if view.parts else HYPOTHESIS
        place, uri = view.range(part, segment), view.file.shown_uri
        self.show_document(uri, selection=types.Range(place.start, place.start))
        return {"uri": uri, "segment": segment + 1, "line": place.start.line}


def register(server: MeteorLanguageServer) -> None:
    """Connect the commands; ``docs/protocol.md`` describes arguments and answers."""
    scores, pairings = ScoreCommands(server), PairingCommands(server)
    whole = ServerCommands(server)
    for name, command in (
        (names.SHOW_SCORE, scores.show_score),
        (names.CHOOSE_VARIANT, whole.choose_variant),
        (names.CHOOSE_EMPHASIS, whole.choose_emphasis),
        (names.RELOAD, whole.reload),
        (names.STATUS, whole.status),
        (names.PAIR, pairings.pair),
        (names.CREATE_PARTNER, pairings.create_partner),
        (names.CHOOSE_PARTNER, pairings.choose_partner),
        (names.EXPLAIN_PAIRING, pairings.explain_pairing),
        (names.IGNORE, pairings.ignore),
        (names.GO_TO_SEGMENT, scores.go_to_segment),
        (names.GO_TO_WORSE, scores.go_to_worse),
        (names.SORT_OUTLINE, scores.sort_outline),
    ):
        server.command(name)(with_arguments(name, command))
