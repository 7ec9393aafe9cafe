"""Edits of the document that a view is of, as one step to undo."""

from collections.abc import Sequence

from lsprotocol import types

from ..session.open_pairing import View


def document_edit(
    view: View, edits: Sequence[types.TextEdit], *, versioned: bool
) -> types.WorkspaceEdit:
    """Return the edit of a view's document.

    Args:
        view: of the document.
        edits: in any order; they do not overlap.
        versioned: whether the client knows edits that hold for one version of a document only.
    """
    uri = view.file.shown_uri
    if not versioned:
        return types.WorkspaceEdit(changes={uri: [*edits]})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=view.version)
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(text_document=document, edits=[*edits])]
    )
