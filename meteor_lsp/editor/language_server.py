"""The language server: one editor's session.

All state lives on the event loop; ``engine.py`` scores on threads. What an editor asks for (hints
of the lines on screen, a hover) is scored first; when edits pause, the rest of the file follows,
and the editor is told to ask again for what changed. ``handlers/`` has what it can ask for.
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
        """A server that has not been initialised."""
        super().__init__()
        self.engine = Engine()
        self.protocol.on_message = self.engine.hush
        self.kind_of_document: type[LineDocument] = LineDocument
        self.outline_order = Order.POSITION
        self.on_close: list[Callable[[str], None]] = []
        """Are told of a document that is closed, by its URI."""
        self.on_settled: list[Callable[[OpenPairing], None]] = []
        """Are told of a pairing whose scores are up to date."""
        self.begin(Session())

    def begin(self, session: Session) -> None:
        """Serve this session from now on; the client is known."""
        self.session = session
        self.answers = Answers(session, self.engine)
        diagnostics = partial(diagnostics_of, session, self.client)
        self.workspace_pairings = WorkspacePairings(session, self.engine, diagnostics)
        pushed = PushedDiagnostics(self, session, self.workspace_pairings)
        self.background = Background(self, session, self.engine, pushed, self.on_settled)

    def rest(self) -> None:
        """Stop all work."""
        self.background.rest()
        super().rest()
        self.engine.close()
