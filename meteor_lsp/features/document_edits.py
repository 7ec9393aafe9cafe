"""Edit documents: convert replacements, and change states, notes and texts of units."""

from collections.abc import Iterable, Sequence

from lsprotocol import types

from meteor_core import InputError
from meteor_core.files.states import State, vocabulary_of

from ..documents.segmentation import Replacement
from ..documents.unit_segments import UnitSegments
from ..pairing.streams import HYPOTHESIS, POST_EDIT
from ..scoring.review import PairReview
from ..session.open_pairing import View


def workspace_edit(
    view: View, replacements: Iterable[Replacement], *, versioned: bool
) -> types.WorkspaceEdit:
    """Return the edit of a view's document, which is undone in one step.

    Args:
        view: of the document.
        replacements: in any order, without overlaps; duplicates are merged.
        versioned: whether the client supports edits of a specific version.
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


def with_state(
    view: View, review: PairReview, segment: int, state: State
) -> tuple[Sequence[Replacement], bool] | None:
    """Return the replacements that set a state, and whether the format expresses all of it.

    None if the document cannot hold the state.
    """
    segments, texts = view.segmentation, review.texts(segment)
    if not isinstance(segments, UnitSegments) or texts is None:
        return None
    try:
        found = segments.with_state(segment, state)
    except InputError:
        return None
    known = vocabulary_of(review.format_name, texts.facts.state)
    is_whole = known is not None and known.nearest(state) == state
    return found, is_whole and known is not None and known.written[state] not in known.silent


def with_note(
    view: View, segment: int, note: int | None, text: str | None, who: str
) -> Sequence[Replacement]:
    """Return the replacements that change a note.

    Raises:
        InputError: the document cannot hold the note; the message says why.
    """
    segments = view.segmentation
    if not isinstance(segments, UnitSegments):
        raise InputError(f"{view.file.name} has no notes")
    return segments.with_note(segment, note, text, who)


def taken_back(view: View, segment: int) -> Sequence[Replacement] | str:
    """Return the replacements that restore the MT with inline codes, or why that fails."""
    try:
        return view.opened.overwritten(POST_EDIT, HYPOTHESIS, segment)
    except InputError as error:
        return f"the MT cannot be written there: {error}"
