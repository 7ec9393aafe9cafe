"""What a diagnostic on words offers: to write what belongs there, one by one or all of a kind.

Fixes are listed without their edits; these are made when one is chosen, of what is found then.
Those of one action are applied together: in order, without overlaps, as one step to undo.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from lsprotocol import types

from meteor_core import SegmentResult
from meteor_core.analysis.edits import edit_script
from meteor_core.review.edits import ReviewEdit, review_edits
from meteor_core.text.tokenizers import Span

from ..pairing.streams import HYPOTHESIS, POST_EDIT, Part
from ..scoring.diagnostics import Diagnostic, find_in_block, find_on_words
from ..session.open_pairing import Spot, View

FIX_ALL: Final = f"{types.CodeActionKind.SourceFixAll.value}.meteor"
"""Kind of the action that makes all fixes of a file that are certain."""

FIX, FIX_KIND, FIX_CERTAIN, TAKE = "fix", "fix-kind", "fix-certain", "take"
_LONGEST: Final = 40
_KEPT: Final = frozenset({"kept", "moved"})


def fixes(
    view: View, segment: int, asked: types.Range, context: types.CodeActionContext
) -> Iterator[types.CodeAction]:
    """The fixes of diagnostics in a range, each followed by that of all of its kind.

    Args:
        view: of the document.
        segment: at the begin of the range.
        asked: the range.
        context: has the diagnostics that the client shows there.
    """
    told: set[str] = set()
    for one in _in_segment(view, segment):
        place = shown_range(view, one)
        if one.fix is None or place.end < asked.start or asked.end < place.start:
            continue
        span, text = one.fix
        yield types.CodeAction(
            title=_title(view, one),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[
                shown
                for shown in context.diagnostics
                if shown.code == one.code and shown.range == place
            ],
            is_preferred=True,
            data={
                **_data(view, segment, FIX),
                "code": one.code,
                "span": list(span),
                "text": text,
            },
        )
        if one.code not in told:
            told.add(one.code)
            number = sum(1 for _ in _in_file(view, one.code))
            if number > 1:
                yield types.CodeAction(
                    title=f"Fix all {number:,} of {one.code} in this file",
                    kind=types.CodeActionKind.QuickFix,
                    data={**_data(view, segment, FIX_KIND), "code": one.code},
                )


def fix_all(view: View) -> Iterator[types.CodeAction]:
    """The one action for all that is certain, if there is anything."""
    if any(one.is_certain for one in _in_file(view)):
        yield types.CodeAction(
            title="Fix all that is certain in this file",
            kind=FIX_ALL,
            data=_data(view, 0, FIX_CERTAIN),
        )


def chosen_fixes(view: View, data: Any) -> list[Diagnostic]:
    """What an action that was chosen fixes, as it is found now."""
    match data["action"]:
        case "fix":
            wanted = (data.get("code"), data.get("span"), data.get("text"))
            found = _in_segment(view, data["segment"])
            return [
                one for one in found if one.fix and wanted == (one.code, [*one.fix[0]], one.fix[1])
            ]
        case "fix-kind":
            return list(_in_file(view, data.get("code")))
    return [one for one in _in_file(view) if one.is_certain]


def shown_range(view: View, one: Diagnostic) -> types.Range:
    """What of a text to mark: where something is missing, the word before."""
    start, end = one.span
    if start == end and one.fix is not None:
        text = view.opened.texts(one.part)[one.segment][:start].rstrip()
        start, end = len(text) - len((text.split() or [""])[-1]), len(text)
    return view.range(one.part, one.segment, (start, end))


def text_edits(
    view: View, part: Part, changes: Iterable[tuple[int, Span, str]]
) -> list[types.TextEdit]:
    """The edits of a document after which its texts are changed.

    Args:
        view: of the document.
        part: whose texts are changed.
        changes: segments in order, each with what to replace and by what. Of changes that overlap
            the first is made.
    """
    found: list[types.TextEdit] = []
    for segment, group in groupby(changes, key=lambda change: change[0]):
        before = view.opened.texts(part)[segment]
        pieces, behind, first = "", -1, 0
        for _, (start, end), new in sorted(group, key=lambda change: change[1]):
            if behind < 0:
                first = behind = start
            if start >= behind:
                pieces += before[behind:start] + new
                behind = end
        replaced = view.file.segments.replaced(
            segment, view.streams[part].field, (first, behind), pieces
        )
        found += [
            types.TextEdit(types.Range(view.position(start), view.position(end)), new)
            for start, end, new in replaced or ()
        ]
    return found


@dataclass(frozen=True, slots=True)
class Taken:
    """Words of the other side that may take a place.

    Attributes:
        span: what of the own text they replace; empty where they are put in.
        text: to write there, with spaces.
        title: for a person.
    """

    span: Span
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
        return Taken(here, words, title)
    if part == HYPOTHESIS:  # which has gaps of its own; see code_actions.py
        return None
    end = len(own[: here[0]].rstrip())
    start = len(other[: there[0]].rstrip()) if end else there[0]
    behind = there[1] + len(other[there[1] :]) - len(other[there[1] :].lstrip())
    text = other[start : there[1]] if end else other[start:behind]
    return Taken((end, end), text, f"Insert '{_shortened(words)}' of {name}")


def _data(view: View, segment: int, action: str) -> dict[str, Any]:
    return {
        "uri": view.file.shown_uri,
        "version": view.version,
        "segment": segment,
        "action": action,
    }


def _in_segment(view: View, segment: int) -> Iterator[Diagnostic]:
    if 0 <= segment < view.scores.paired:
        found = find_on_words(view.opened.subject(), segment)
        yield from (one for one in found if one.part in view.streams)


def _in_file(view: View, code: str | None = None) -> Iterator[Diagnostic]:
    """All with a fix, in order; of one code, or of all."""
    subject = view.opened.subject()
    if POST_EDIT in view.streams:
        for block in range(view.scores.block_count):
            for one in find_in_block(subject, block):
                if one.fix is not None and one.part == POST_EDIT and code in (None, one.code):
                    yield one


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


def is_fix(data: Any) -> bool:
    """Whether an action's data are those of fixes."""
    return data["action"] in (FIX, FIX_KIND, FIX_CERTAIN)


def is_about_file(data: Any) -> bool:
    """Whether an action is about the whole file."""
    return data["action"] in (FIX_KIND, FIX_CERTAIN)


def changes_of(found: Sequence[Diagnostic]) -> list[tuple[int, Span, str]]:
    """What fixes change."""
    return [(one.segment, *one.fix) for one in found if one.fix is not None]
