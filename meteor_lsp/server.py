"""Create the language server with all its features."""

import gc
import sys
from typing import Final

from meteor_core.errors import missing_extra

try:
    import pygls.lsp.server  # noqa: F401  # required by everything below
except ModuleNotFoundError as error:
    raise missing_extra("the language server needs", error.name, "lsp") from None

from .documents.line_document import LineDocument
from .editor.language_server import MeteorLanguageServer
from .handlers import register_all

_SWITCH_INTERVAL_SECONDS: Final = 0.0005
"""Seconds for which a scoring thread may keep the interpreter while a message waits."""

_GC_THRESHOLDS: Final = (50_000, 20, 50)
"""Scores are held by the hundred thousand without cycles; with Python's defaults, collecting takes
a tenth of the time of scoring a long file."""


def create_server(document_class: type[LineDocument] = LineDocument) -> MeteorLanguageServer:
    """Create a server for an editor with documents of that class."""
    server = MeteorLanguageServer()
    server.document_class = document_class
    register_all(server)
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)
    gc.set_threshold(*_GC_THRESHOLDS)
    gc.freeze()  # existing objects are permanent and need no collection
    return server
