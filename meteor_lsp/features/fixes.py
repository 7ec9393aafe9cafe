"""Quick fixes for text checks.

Edits are made when a fix is chosen, from the current diagnostics. Any fix may be wrong, as checks
know neither the format of a placeholder nor the grammar of a language: none is preferred, and no
action applies several at once.
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
from ..scoring.diagnostics import Diagnostic, find_in_text
from ..session.open_pairing import Spot, View

FIX, TAKE = "fix", "take"
_MAX_TITLE_CHARS: Final = 40
_KEPT: Final = frozenset({"kept", "moved"})


def fixes(
    view: View, segment: int, requested: types.Range, context: types.CodeActionContext
) -> Iterator[types.CodeAction]:
    """Yield the writable fixes of diagnostics in a range.

    Args:
        view: of the document.
        segment: at the start of the range.
        requested: the range.
        context: has further diagnostics that the client asks for.
    """
    for diagnostic in _in_segment(view, segment):
        place = shown_range(view, diagnostic)
        shown = [
            known
            for known in context.diagnostics
            if known.code == diagnostic.code and known.range == place
        ]
        is_there = requested.start <= place.end and place.start <= requested.end
        if diagnostic.fix is None or not (shown or is_there):
            continue
        if not view.opened.fix_replacements(diagnostic):
            continue
        span, text = diagnostic.fix
        yield types.CodeAction(
            title=_title(view, diagnostic, span, text),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=shown,
            data={
                "uri": view.file.shown_uri,
                "version": view.version,
                "segment": segment,
                "action": FIX,
                "code": diagnostic.code,
                "span": list(span),
                "text": text,
            },
        )


def chosen_fix(view: View, data: Any) -> list[Replacement]:
    """Return the replacements of a chosen fix; empty if the diagnostic is gone."""
    wanted = (data.get("code"), data.get("span"), data.get("text"))
    for diagnostic in _in_segment(view, data["segment"]):
        fix = diagnostic.fix
        if fix and wanted == (diagnostic.code, [*fix[0]], fix[1]):
            return [*view.opened.fix_replacements(diagnostic)]
    return []


def shown_range(view: View, diagnostic: Diagnostic) -> types.Range:
    """Return the range to mark: the span, or the word before a missing one."""
    start, end = diagnostic.span
    if start == end and diagnostic.fix is not None:
        text = view.opened.texts(diagnostic.part)[diagnostic.segment][:start].rstrip()
        start, end = len(text) - len((text.split() or [""])[-1]), len(text)
    return view.range(diagnostic.part, diagnostic.segment, (start, end))


@dataclass(frozen=True, slots=True)
class TakenWords:
    """Words of the opposite text that may be copied.

    Attributes:
        span: range of the edited text to replace, or an empty one to insert at.
        origin: their range in the opposite text, spaces included.
        text: the text of that range.
        title: of the action.
    """

    span: Span
    origin: Span
    text: str
    title: str


def takings(result: SegmentResult, spot: Spot, part: Part) -> list[TakenWords]:
    """Return words of the opposite text that replace those at a spot, or are missing there.

    Args:
        result: of the segment.
        spot: of the cursor.
        part: the edited text.
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


def _taken(result: SegmentResult, edit: ReviewEdit, part: Part) -> TakenWords | None:
    alignment = result.alignment
    own, theirs = alignment.hypothesis.text, alignment.reference.text
    here, there = edit.mt, edit.post_edit
    name = "the reference"
    if part != HYPOTHESIS:
        own, theirs, here, there, name = theirs, own, there, here, "the machine translation"
    words = theirs[slice(*there)].strip()
    if not words:
        return None
    if own[slice(*here)].strip():
        title = f"Take '{shortened(words)}' of {name} in place of '{shortened(own[slice(*here)])}'"
        return TakenWords(here, there, words, title)
    if part == HYPOTHESIS:  # code_actions.py inserts into gaps
        return None
    end = len(own[: here[0]].rstrip())
    start = len(theirs[: there[0]].rstrip()) if end else there[0]
    behind = there[1] + len(theirs[there[1] :]) - len(theirs[there[1] :].lstrip())
    origin = (start, there[1] if end else behind)
    title = f"Insert '{shortened(words)}' of {name}"
    return TakenWords((end, end), origin, theirs[slice(*origin)], title)


def _in_segment(view: View, segment: int) -> Iterator[Diagnostic]:
    if 0 <= segment < view.scores.paired:
        found = find_in_text(view.opened.subject(), segment)
        yield from (diagnostic for diagnostic in found if diagnostic.part in view.streams)


def _title(view: View, diagnostic: Diagnostic, span: Span, new: str) -> str:
    text = view.opened.texts(diagnostic.part)[diagnostic.segment]
    old, new = shortened(text[slice(*span)].strip()), shortened(new.strip())
    if not old:
        return f"Insert '{new}'"
    return f"Write '{new}' in place of '{old}'" if new else f"Remove '{old}'"


def shortened(text: str) -> str:
    """Shorten a text for a title."""
    return text if len(text) <= _MAX_TITLE_CHARS else f"{text[:_MAX_TITLE_CHARS]}..."
