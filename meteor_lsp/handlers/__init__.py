"""Handlers of all requests, one module per theme; ``register`` connects them to the server."""

from ..editor.language_server import MeteorLanguageServer
from ..editor.reviewing import Reviewing
from ..editor.watched_files import WatchedFiles
from . import (
    actions,
    commands,
    diagnostics,
    documents,
    lifecycle,
    requests,
    reviews,
    scores,
    symbols,
    tokens,
    written_documents,
)


def register_all(server: MeteorLanguageServer) -> None:
    """Connect all handlers to a server."""
    for theme in (
        lifecycle,
        documents,
        scores,
        tokens,
        diagnostics,
        symbols,
        actions,
        commands,
        requests,
    ):
        theme.register(server)
    reviewing = Reviewing(server)
    WatchedFiles(server, reviewing)
    reviews.register(server, reviewing)
    written_documents.register(server, reviewing)
