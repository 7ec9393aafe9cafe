"""The language server with all its features, ready to be started."""

import gc
import sys
from typing import Final

from meteor_core.errors import missing_extra

try:
    import pygls.lsp.server  # noqa: F401  # what everything below is built on
except ModuleNotFoundError as error:
    raise missing_extra("the language server needs", error.name, "lsp") from None

from .documents.line_document import LineDocument
from .editor.language_server import MeteorLanguageServer
from .handlers import register_all

_SWITCH: Final = 0.0005
"""Seconds for which a scoring thread may keep the interpreter while a message waits."""

_COLLECTIONS: Final = (50_000, 20, 50)
"""How seldom garbage is looked for. Scores are kept by the hundred thousand and hold no cycles;
with Python's own numbers a tenth of the time of scoring a long file goes into looking."""


def create_server(kind: type[LineDocument] = LineDocument) -> MeteorLanguageServer:
    """A server for an editor whose documents are of a kind; it is not started yet."""
    server = MeteorLanguageServer()
    server.kind_of_document = kind
    register_all(server)
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_COLLECTIONS)
    gc.freeze()  # what is there now stays for good; collecting garbage need not look at it
    return server
