"""The language server of one editor.

All state lives on the event loop; ``engine.py`` scores on threads. Requests (hints of the visible
lines, a hover) are scored first; when edits pause, the rest of the file follows, and the editor is
asked to refresh. ``handlers/`` has all requests.
"""

from collections.abc import Callable
from functools import partial

from ..documents.line_document import LineDocument
from ..scoring.scores import Order
from ..session.answers import Answers
from ..session.engine import Engine
from ..session.open_pairing import OpenPairing
from ..session.session import Session
from ..session.workspace_pairings import WorkspacePairings
from .background import Background
from .connection import Connection
from .diagnostics import diagnostics_of
from .pushed_diagnostics import PushedDiagnostics


class MeteorLanguageServer(Connection):
    """A language server with the session of one editor."""

    session: Session
    answers: Answers
    workspace_pairings: WorkspacePairings
    background: Background

    def __init__(self) -> None:
        """Create a server that is not initialised."""
        super().__init__()
        self.engine = Engine()
        self.protocol.on_message = self.engine.pause_background
        self.document_class: type[LineDocument] = LineDocument
        self.outline_order = Order.POSITION
        self.on_close: list[Callable[[str], None]] = []
        """Called with the URI of a closed document."""
        self.on_refreshed: list[Callable[[OpenPairing], None]] = []
        """Called with a pairing whose scores are up to date."""
        self.start_session(Session())

    def start_session(self, session: Session) -> None:
        """Serve a session; the client's capabilities are known."""
        self.session = session
        self.answers = Answers(session, self.engine)
        diagnostics = partial(diagnostics_of, session, self.client)
        self.workspace_pairings = WorkspacePairings(session, self.engine, diagnostics)
        pushed = PushedDiagnostics(self, session, self.workspace_pairings)
        self.background = Background(self, session, self.engine, pushed, self.on_refreshed)

    def cancel_all(self) -> None:
        """Cancel all work and shut the threads down."""
        self.background.cancel_all()
        super().cancel_all()
        self.engine.close()
