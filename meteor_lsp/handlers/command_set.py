"""Common parts of commands: their document, showing documents, and writing files."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from meteor_core import InputError
from meteor_core.runtime.cache_folder import reports_folder
from meteor_core.runtime.writing import write_file

from ..documents.uris import key_of, name_of, path_of
from ..editor.language_server import MeteorLanguageServer
from ..errors import Refused
from ..features import command_names as names
from ..session.open_pairing import View
from .arguments import Arguments


class CommandSet:
    """Commands of one server.

    The first argument is usually the URI of a document, by default the most recently used one.
    """

    def __init__(self, server: MeteorLanguageServer) -> None:
        """Connect the commands to a server."""
        self.server: Final = server

    def uri(self, arguments: Arguments) -> str:
        """Return the document of a command: the first argument or the most recently used one."""
        recent = self.server.session.library.open_uris()
        return arguments.text(0, "URI of a document", recent[0] if recent else None)

    def paired(self, uri: str) -> View:
        """Return the view of a paired document.

        Raises:
            Refused: the document is unpaired, or its pairing has a problem.
        """
        view = self.server.answers.view(uri)
        if view is None:
            if self.server.session.library.document(uri) is None:
                raise Refused(f"{name_of(uri)} is not open")
            raise Refused(f"{name_of(uri)} is not paired; {names.EXPLAIN_PAIRING} tells why")
        if view.opened.problem is not None:
            raise Refused(view.opened.problem[1])
        return view

    async def scored(self, uri: str) -> View:
        """Return the view of a paired document once it is completely scored.

        Raises:
            Refused: the document is unpaired, or its pairing has a problem.
        """
        self.paired(uri)
        server = self.server
        await server.answers.with_fresh_view(
            uri, lambda view: server.engine.finish(view.opened), lambda view: view
        )
        return self.paired(uri)

    def uri_beside(self, asker: str, name: str) -> str:
        """Return the URI of a file given by URI or path, relative to a document."""
        uri, home = name, path_of(asker)
        if path_of(name) is None and home is not None:
            uri = (home.parent / name).absolute().as_uri()
        path = path_of(uri)
        if self.server.session.library.document(uri) is None and (
            path is None or not self.server.session.workspace.permits(path, asker)
        ):
            raise Refused(f"{name} is outside the workspace; open it, or copy it there")
        return key_of(uri)

    def show_document(
        self, uri: str, *, external: bool = False, selection: types.Range | None = None
    ) -> None:
        """Open a document in the client; otherwise show a message with its path."""
        if not self.server.client.shows_documents:
            self.server.show_message(
                f"Written to {path_of(uri)}"
                if selection is None
                else f"{name_of(uri)}, line {selection.start.line + 1}"
            )
            return
        self.server.call_client(
            types.WINDOW_SHOW_DOCUMENT,
            types.ShowDocumentParams(
                uri=uri, external=external, take_focus=True, selection=selection
            ),
        )


def with_arguments(
    name: str, run_command: Callable[[Arguments], Awaitable[Any]]
) -> Callable[..., Awaitable[Any]]:
    """Adapt a command with ``Arguments`` to the server's calling convention."""

    async def command(*given: Any) -> Any:
        return await run_command(Arguments(name, given))

    return command


def report_path(uri: str, name: str, extension: str) -> Path:
    """Return the path of a document's report, always the same, so that a browser can reload it.

    Its stem has no dots, so that it does not look like a file of a pair.
    """
    safe = re.sub(r"[^\w-]", "-", name)[:80]
    digest = hashlib.sha256(uri.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return reports_folder() / f"{safe}-{digest}.{extension}"


def write_output(path: Path, content: str) -> None:
    """Write a file atomically, and create its folder.

    Raises:
        InputError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    write_file(path, content.encode("utf-8", "backslashreplace"))
