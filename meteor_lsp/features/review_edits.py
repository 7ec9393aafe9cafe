"""What a review changes in the post-edit's document: states, and the MT taken back."""

from collections.abc import Sequence

from meteor_core import InputError
from meteor_core.files.states import State, vocabulary_of

from ..documents.segmentation import Replacement
from ..documents.unit_segments import UnitSegments
from ..pairing.streams import HYPOTHESIS, POST_EDIT
from ..scoring.review import PairReview
from ..session.open_pairing import View


def with_state(
    view: View, review: PairReview, segment: int, state: State
) -> tuple[Sequence[Replacement], bool] | None:
    """What to replace so that the document says a state, and whether it then says all of it.

    None for a document that cannot say it.
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
    """What to replace so that the document has another note.

    Raises:
        InputError: it cannot hold it; the message says why.
    """
    segments = view.segmentation
    if not isinstance(segments, UnitSegments):
        raise InputError(f"{view.file.name} has no notes")
    return segments.with_note(segment, note, text, who)


def taken_back(view: View, segment: int) -> Sequence[Replacement] | str:
    """What to replace so that the post-edit is the MT, inline codes and all, or why not."""
    try:
        return view.opened.overwritten(POST_EDIT, HYPOTHESIS, segment)
    except InputError as error:
        return f"the MT cannot be written there: {error}"
