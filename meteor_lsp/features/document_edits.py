"""Edits of the document that a view is of, as one step to undo."""

from collections.abc import Iterable

from lsprotocol import types

from ..documents.segmentation import Replacement
from ..session.open_pairing import View


def workspace_edit(
    view: View, replacements: Iterable[Replacement], *, versioned: bool
) -> types.WorkspaceEdit:
    """Return the edit of a view's document.

    Args:
        view: of the document.
        replacements: in any order; they do not overlap. The same is replaced once.
        versioned: whether the client knows edits that hold for one version of a document only.
    """
    edits = [
        types.TextEdit(
            types.Range(view.position(start), view.position(end)),
            new.replace("\n", view.line_end),
        )
        for start, end, new in sorted(dict.fromkeys(replacements))
    ]
    uri = view.file.shown_uri
    if not versioned:
        return types.WorkspaceEdit(changes={uri: [*edits]})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=view.version)
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(text_document=document, edits=[*edits])]
    )
