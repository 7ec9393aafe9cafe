"""Handle documents that are opened, edited, saved and closed, and completion in ``meteor.toml``."""

from lsprotocol import types

from ..documents.line_document import LineDocument
from ..documents.text_file import has_fields
from ..documents.uris import key_of, name_of
from ..editor.language_server import MeteorLanguageServer
from ..features.project_help import complete
from ..project.project_file import FILE_NAME

_TRIGGERS = ("[", ".", '"', "'", "=")


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers."""
    _register_edits(server)
    _register_completion(server)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        if isinstance(document, LineDocument):
            server.session.open(document)
            server.background.refresh_all()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        uri = params.text_document.uri
        if name_of(uri) == FILE_NAME:
            server.session.reload()
        else:
            server.session.saved(uri)
        server.background.refresh_all()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.session.close(uri)
        for forget in server.on_close:
            forget(key_of(uri))
        server.background.refresh_all()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        server.session.resolve()
        server.background.refresh_all()
        if server.session.workspace.open_project_files():
            server.refresh_diagnostics()  # names in it may exist now


def _register_completion(server: MeteorLanguageServer) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS)
    )
    async def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        uri = params.text_document.uri
        document = server.session.library.document(uri) if name_of(uri) == FILE_NAME else None
        if document is None:
            return []
        return complete(document.segments, params.position, server.session.encoding)


def _register_edits(server: MeteorLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        if name_of(uri) == FILE_NAME:
            server.session.resolve()
            server.session.problems.pop_new()  # diagnostics show them during edits
            server.background.refresh_all()
            return
        if has_fields(name_of(uri)) and server.session.pairings.opened(uri) is None:
            server.background.refresh_all()  # it may have had other columns before
        for opened in server.session.pairings.open():
            if key_of(uri) in opened.files:
                server.background.schedule_refresh(opened)
