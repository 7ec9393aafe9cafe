"""What a diagnostic on words offers: to write what belongs there.

Fixes are listed without their edits; these are made when one is chosen, of what is found then. Each
may be wrong, as the checks know neither the format of a placeholder nor the grammar of a language.
So none is preferred, and there is no action that makes several: a person looks at each.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from lsprotocol import types

from meteor_core import SegmentResult
from meteor_core.analysis.edits import edit_script
from meteor_core.review.edits import ReviewEdit, review_edits
from meteor_core.text.tokenizers import Span

from ..documents.segmentation import Replacement
from ..pairing.streams import HYPOTHESIS, Part
from ..scoring.diagnostics import Diagnostic, find_on_words
from ..session.open_pairing import Spot, View

FIX, TAKE = "fix", "take"
_LONGEST: Final = 40
_KEPT: Final = frozenset({"kept", "moved"})


def fixes(
    view: View, segment: int, asked: types.Range, context: types.CodeActionContext
) -> Iterator[types.CodeAction]:
    """The fixes of diagnostics in a range, as far as they can be written.

    Args:
        view: of the document.
        segment: at the begin of the range.
        asked: the range.
        context: has the diagnostics that the client asks about, be they in the range or not.
    """
    for one in _in_segment(view, segment):
        place = shown_range(view, one)
        shown = [
            other
            for other in context.diagnostics
            if other.code == one.code and other.range == place
        ]
        is_there = asked.start <= place.end and place.start <= asked.end
        if one.fix is None or not (shown or is_there) or not view.opened.fixed(one):
            continue
        span, text = one.fix
        yield types.CodeAction(
            title=_title(view, one),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=shown,
            data={
                "uri": view.file.shown_uri,
                "version": view.version,
                "segment": segment,
                "action": FIX,
                "code": one.code,
                "span": list(span),
                "text": text,
            },
        )


def chosen_fix(view: View, data: Any) -> list[Replacement]:
    """What a fix that was chosen replaces, as it is found now; nothing where it is not found."""
    wanted = (data.get("code"), data.get("span"), data.get("text"))
    for one in _in_segment(view, data["segment"]):
        if one.fix and wanted == (one.code, [*one.fix[0]], one.fix[1]):
            return [*view.opened.fixed(one)]
    return []


def shown_range(view: View, one: Diagnostic) -> types.Range:
    """What of a text to mark: where something is missing, the word before."""
    start, end = one.span
    if start == end and one.fix is not None:
        text = view.opened.texts(one.part)[one.segment][:start].rstrip()
        start, end = len(text) - len((text.split() or [""])[-1]), len(text)
    return view.range(one.part, one.segment, (start, end))


@dataclass(frozen=True, slots=True)
class Taken:
    """Words of the other side that may take a place.

    Attributes:
        span: what of the own text they replace; empty where they are put in.
        origin: where they are in the other text, with spaces.
        text: to write there; the same.
        title: for a person.
    """

    span: Span
    origin: Span
    text: str
    title: str


def takings(result: SegmentResult, spot: Spot, part: Part) -> list[Taken]:
    """Words that the other side has at a place: in place of those here, or missing here.

    Args:
        result: of the segment.
        spot: of the cursor.
        part: the text that is edited.
    """
    if spot.part != part or spot.offset is None:
        return []
    at = spot.offset
    return [
        taken
        for edit in review_edits(edit_script(result.alignment))
        if edit.kind not in _KEPT and (taken := _taken(result, edit, part)) is not None
        if taken.span[0] <= at <= taken.span[1]
    ]


def _taken(result: SegmentResult, edit: ReviewEdit, part: Part) -> Taken | None:
    alignment = result.alignment
    own, other = alignment.hypothesis.text, alignment.reference.text
    here, there = edit.mt, edit.post_edit
    name = "the reference"
    if part != HYPOTHESIS:
        own, other, here, there, name = other, own, there, here, "the machine translation"
    words = other[slice(*there)].strip()
    if not words:
        return None
    if own[slice(*here)].strip():
        title = (
            f"Take '{_shortened(words)}' of {name} in place of '{_shortened(own[slice(*here)])}'"
        )
        return Taken(here, there, words, title)
    if part == HYPOTHESIS:  # which has gaps of its own; see code_actions.py
        return None
    end = len(own[: here[0]].rstrip())
    start = len(other[: there[0]].rstrip()) if end else there[0]
    behind = there[1] + len(other[there[1] :]) - len(other[there[1] :].lstrip())
    origin = (start, there[1] if end else behind)
    return Taken(
        (end, end), origin, other[slice(*origin)], f"Insert '{_shortened(words)}' of {name}"
    )


def _in_segment(view: View, segment: int) -> Iterator[Diagnostic]:
    if 0 <= segment < view.scores.paired:
        found = find_on_words(view.opened.subject(), segment)
        yield from (one for one in found if one.part in view.streams)


def _title(view: View, one: Diagnostic) -> str:
    assert one.fix is not None  # noqa: S101  # it is asked for only then
    (start, end), new = one.fix
    old = _shortened(view.opened.texts(one.part)[one.segment][start:end].strip())
    new = _shortened(new.strip())
    if not old:
        return f"Insert '{new}'"
    return f"Write '{new}' in place of '{old}'" if new else f"Remove '{old}'"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
