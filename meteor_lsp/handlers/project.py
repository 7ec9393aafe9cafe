"""Help with writing a ``meteor.toml``; documents of any other name are completed nowhere."""

from lsprotocol import types

from ..documents.uris import name_of
from ..editor.language_server import MeteorLanguageServer
from ..features.project_help import complete
from ..project.project_file import FILE_NAME

_TRIGGERS = ("[", ".", '"', "'", "=")


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS)
    )
    async def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        uri = params.text_document.uri
        document = server.session.library.document(uri) if name_of(uri) == FILE_NAME else None
        if document is None:
            return []
        return complete(document.segments, params.position, server.session.encoding)
