"""What commands have in common: the document that they are about, and how they show one."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from lsprotocol import types

from ..documents.uris import key_of, name_of, path_of
from ..editor.language_server import MeteorLanguageServer
from ..errors import Refused
from ..features import command_names as names
from ..session.open_pairing import View
from .arguments import Arguments


class CommandSet:
    """Commands of one server.

    The first argument is a document's URI, as a rule; left out, it is that of the document that
    was used last.
    """

    def __init__(self, server: MeteorLanguageServer) -> None:
        """Commands of that server."""
        self.server: Final = server

    def uri(self, arguments: Arguments) -> str:
        """The document that a command is about: the first argument, or the one used last."""
        recent = self.server.session.library.open_uris()
        return arguments.text(0, "URI of a document", recent[0] if recent else None)

    def paired(self, uri: str) -> View:
        """The pairing of a document, as seen from it.

        Raises:
            Refused: it is not paired, or its pairing has a problem.
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
        """The same once all of it is scored.

        Raises:
            Refused: as above, or it has come to be so meanwhile.
        """
        self.paired(uri)
        server = self.server
        await server.answers.latest(
            uri, lambda view: server.engine.finish(view.opened), lambda view: view
        )
        return self.paired(uri)

    def uri_beside(self, asker: str, name: str) -> str:
        """The URI of a file that is named by URI or path, relative to a document."""
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
        """Open a document where the client can; otherwise tell where it is."""
        if not self.server.client.shows_documents:
            self.server.tell(
                f"Written to {path_of(uri)}"
                if selection is None
                else f"{name_of(uri)}, line {selection.start.line + 1}"
            )
            return
        self.server.ask(
            types.WINDOW_SHOW_DOCUMENT,
            types.ShowDocumentParams(
                uri=uri, external=external, take_focus=True, selection=selection
            ),
            lambda _: None,
        )


def with_arguments(
    name: str, run: Callable[[Arguments], Awaitable[Any]]
) -> Callable[..., Awaitable[Any]]:
    """A command as the server calls it, made of one that takes its arguments together."""

    async def command(*given: Any) -> Any:
        return await run(Arguments(name, given))

    return command
