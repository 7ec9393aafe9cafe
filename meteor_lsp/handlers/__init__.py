"""What an editor can send, one module a theme; each is wired to the server by ``register``."""

from ..editor.language_server import MeteorLanguageServer
from ..editor.reviewing import Reviewing
from ..editor.watched_files import WatchedFiles
from . import (
    actions,
    alignments,
    commands,
    diagnostics,
    documents,
    lifecycle,
    project,
    requests,
    reviews,
    scores,
    symbols,
    tokens,
    written_documents,
)


def register_all(server: MeteorLanguageServer) -> None:
    """Wire all handlers."""
    for theme in (
        lifecycle,
        documents,
        scores,
        alignments,
        tokens,
        diagnostics,
        symbols,
        actions,
        commands,
        project,
        requests,
    ):
        theme.register(server)
    reviewing = Reviewing(server)
    WatchedFiles(server, reviewing)
    reviews.register(server, reviewing)
    written_documents.register(server, reviewing)
