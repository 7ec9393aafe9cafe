"""The commands. All of them work without a richer client: answers are shown by the editor."""

from ..editor.language_server import MeteorLanguageServer
from ..features import command_names as names
from .command_set import with_arguments
from .pairing_commands import PairingCommands
from .score_commands import ScoreCommands
from .server_commands import ServerCommands


def register(server: MeteorLanguageServer) -> None:
    """Wire the commands; ``docs/protocol.md`` describes arguments and answers."""
    scores, pairings = ScoreCommands(server), PairingCommands(server)
    whole = ServerCommands(server)
    for name, run in (
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
        server.command(name)(with_arguments(name, run))
