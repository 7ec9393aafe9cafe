"""Code actions on a segment.

Actions that edit text are listed without their edit, which is made when one is chosen (``edit_of``)
if the text is unchanged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from lsprotocol import types

from meteor_core import Alignment, InputError, Match, SegmentResult
from meteor_core.text.tokenizers import Span

from ..documents.segmentation import Replacement
from ..pairing.streams import HYPOTHESIS, POST_EDIT, Part, Role
from ..project.severities import DEFAULT_SEVERITIES
from ..scoring.scores import Order
from ..session.open_pairing import Spot, View
from .command_names import GO_TO_WORSE, IGNORE, REPORT, SORT_OUTLINE
from .diagnostics import SOURCE
from .document_edits import workspace_edit
from .fixes import FIX, TAKE, TakenWords, chosen_fix, fixes, shortened, takings
from .shift_fixes import shift_fixes

IGNORING: Final = "ignore"
"""Kind of the actions that add a rule to ``meteor.toml``.

Editors list this unknown kind last. VS Code preselects the first quick fix, and sorts those with
diagnostics first: these have none.
"""

KINDS: Final = (
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.RefactorRewrite,
    types.CodeActionKind.Source,
    IGNORING,
)

_MAX_GAPS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Words of the reference that the hypothesis lacks, adjacent to matched words.

    Attributes:
        words: the missing words.
        beside: the adjacent matched word of the hypothesis.
        offset: where to insert them in the hypothesis' text.
        origin: their range in the reference's text, spaces included.
        inserted: the text of that range.
        after: whether they follow the matched word.
        chunks: the chunks of the words before and after the gap.
    """

    words: str
    beside: str
    offset: int
    origin: Span
    inserted: str
    after: bool
    chunks: tuple[int, ...]


def gaps(result: SegmentResult) -> list[Gap]:
    """Return the gaps of a segment, in the order of the reference."""
    alignment = result.alignment
    begins = {match.reference[0]: match for match in alignment.matches}
    ends = {match.reference[1]: match for match in alignment.matches}
    matched = {token for match in alignment.matches for token in range(*match.reference)}
    found: list[Gap] = []
    for missing, group in groupby(range(len(alignment.reference)), key=lambda t: t not in matched):
        tokens = list(group)
        first, end = tokens[0], tokens[-1] + 1
        before, behind = ends.get(first), begins.get(end)
        beside = before or behind
        if missing and beside is not None:
            chunks = tuple(match.chunk for match in (before, behind) if match is not None)
            gap = _gap(alignment, (first, end), beside, after=before is not None, chunks=chunks)
            found.append(gap)
    return found


def _gap(
    alignment: Alignment,
    missing: tuple[int, int],
    beside: Match,
    *,
    after: bool,
    chunks: tuple[int, ...],
) -> Gap:
    """Create the gap of a range of reference tokens, after or before the adjacent match."""
    reference, hypothesis = alignment.reference, alignment.hypothesis
    first, end = missing
    start, stop = reference.spans[first][0], reference.spans[end - 1][1]
    words = reference.text[start:stop]
    if after:
        word = hypothesis.spans[beside.hypothesis[1] - 1]
        offset, origin = word[1], (reference.spans[first - 1][1], stop)
    else:
        word = hypothesis.spans[beside.hypothesis[0]]
        offset, origin = word[0], (start, reference.spans[end][0])
    return Gap(
        words=words,
        beside=hypothesis.text[slice(*word)],
        offset=offset,
        origin=origin,
        inserted=reference.text[slice(*origin)],
        after=after,
        chunks=chunks,
    )


def code_actions(
    view: View,
    spot: Spot | None,
    requested: types.Range,
    context: types.CodeActionContext,
    *,
    outline: Order,
) -> list[types.CodeAction]:
    """Return the actions for a spot, without their edits.

    Args:
        view: of the document.
        spot: of the cursor; None outside all segments.
        requested: the client's range, which begins at the spot.
        context: the requested kinds and the diagnostics shown there.
        outline: its current order.
    """
    actions: list[types.CodeAction] = []
    if spot is not None:
        actions = [
            *shift_fixes(view, spot, context.diagnostics),
            *fixes(view, spot.segment, requested, context),
            *_editing(view, spot),
            *_going(view, spot.segment),
            *_whole_file(view, outline),
            *_ignoring(view, spot.segment, context.diagnostics),
        ]
    return [action for action in actions if _is_wanted(action, context.only)]


def segment_of(data: Any) -> tuple[str, int, int] | None:
    """Return URI, version and segment of an action's data, or None if these are foreign."""
    match data:
        case {"uri": str(uri), "version": int(version), "segment": int(segment), "action": str()}:
            return uri, version, segment
    return None


def edit_of(view: View, data: Any, *, versioned: bool) -> types.WorkspaceEdit | None:
    """Return the edit of a chosen action, or None if it is outdated.

    The title named the change, so an edited reference invalidates it too.
    """
    if data["action"] == FIX:
        return _edit(view, chosen_fix(view, data), versioned=versioned)
    segment = data["segment"]
    known, result = view.scores.score(segment), view.result(HYPOTHESIS, segment)
    if known is None or result is None or _edited(view) not in view.parts:
        return None
    if data["action"] == "copy":
        is_same = data.get("reference") == known.reference
        found = _copied(view, segment, known.reference) if is_same else ()
    else:
        make = _taken if data["action"] == TAKE else _inserted
        found = make(view, result, data)
    return _edit(view, found, versioned=versioned)


def _taken(view: View, result: SegmentResult, data: Any) -> Sequence[Replacement]:
    segment, part, at = data["segment"], _edited(view), data.get("at")
    spot = Spot(part, segment, at if isinstance(at, int) else None)
    for taken in takings(result, spot, part):
        if taken.title == data.get("title"):
            return _replaced(view, segment, result, taken)
    return ()


def _inserted(view: View, result: SegmentResult, data: Any) -> Sequence[Replacement]:
    wanted = (data.get("gap"), data.get("words"), data.get("beside"))
    for number, gap in enumerate(gaps(result)):
        if (number, gap.words, gap.beside) == wanted:
            return _replaced(view, data["segment"], result, gap)
    return ()


def _ignoring(
    view: View, segment: int, shown: Sequence[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    for diagnostic in shown:
        code, data = diagnostic.code, diagnostic.data
        if diagnostic.source != SOURCE or code not in DEFAULT_SEVERITIES:
            continue
        # Some clients drop data; diagnostics on whole files have no segment.
        number = data.get("segment") if isinstance(data, dict) else segment + 1
        uri = view.uri(HYPOTHESIS)
        places: list[tuple[str, list[Any]]] = [("in this file", [uri, code])]
        if isinstance(number, int):
            places.insert(0, (f"at segment {number}", [uri, code, str(number)]))
        for place, arguments in places:
            title = f"Ignore {code} {place} (in meteor.toml)"
            yield types.CodeAction(
                title=title,
                kind=IGNORING,
                command=types.Command(title=title, command=IGNORE, arguments=arguments),
            )


def _editing(view: View, spot: Spot) -> Iterator[types.CodeAction]:
    result = view.result(HYPOTHESIS, spot.segment)
    edited = _edited(view)
    if edited not in view.parts or result is None:
        return
    segment = spot.segment
    data = {"uri": view.file.shown_uri, "version": view.version, "segment": segment}
    reference = "the reference"
    if len(view.scores.references) > 1:
        reference = f"reference {result.reference + 1}"
    if edited != HYPOTHESIS:
        reference = "the machine translation"
    if _copied(view, segment, result.reference):
        yield types.CodeAction(
            title=f"Copy {reference} into this segment",
            kind=types.CodeActionKind.RefactorRewrite,
            data={**data, "action": "copy", "reference": result.reference},
        )
    for taken in takings(result, spot, edited)[:_MAX_GAPS]:
        if not _replaced(view, segment, result, taken):
            continue
        yield types.CodeAction(
            title=taken.title,
            kind=types.CodeActionKind.RefactorRewrite,
            data={**data, "action": TAKE, "title": taken.title, "at": spot.offset},
        )
    gaps_here = _gaps_at(view, spot, result) if edited == HYPOTHESIS else []
    for number, gap in gaps_here:
        if not _replaced(view, segment, result, gap):
            continue
        place = "after" if gap.after else "before"
        yield types.CodeAction(
            title=f"Insert '{shortened(gap.words)}' {place} '{shortened(gap.beside)}'",
            kind=types.CodeActionKind.RefactorRewrite,
            data={
                **data,
                "action": "insert",
                "gap": number,
                "words": gap.words,
                "beside": gap.beside,
            },
        )


def _gaps_at(view: View, spot: Spot, result: SegmentResult) -> list[tuple[int, Gap]]:
    """Return the numbered gaps of the chunk at a spot, or of the segment without a chunk."""
    numbered = list(enumerate(gaps(result)))
    match = None
    if spot.part == HYPOTHESIS and spot.offset is not None:
        match = view.side(HYPOTHESIS).match_at(result.alignment, spot.offset)
    if match is not None:
        numbered = [(number, gap) for number, gap in numbered if match.chunk in gap.chunks]
    return numbered[:_MAX_GAPS]


def _going(view: View, segment: int) -> Iterator[types.CodeAction]:
    if view.scores.worst(view.opened.order) in (None, segment):
        return
    title = "Go to the next worse segment"
    yield types.CodeAction(
        title=title,
        kind=types.CodeActionKind.Source,
        command=types.Command(
            title=title, command=GO_TO_WORSE, arguments=[view.file.shown_uri, segment + 1]
        ),
    )


def next_worse(view: View, segment: int) -> int | None:
    """Return the next worse segment, or None after the worst.

    For a segment without a score, returns the worst.
    """
    ranking = view.scores.ranking(view.opened.order)
    if segment not in ranking:
        return ranking[0] if ranking else None
    place = ranking.index(segment)
    return ranking[place - 1] if place else None


def _whole_file(view: View, outline: Order) -> Iterator[types.CodeAction]:
    uri = view.file.shown_uri
    others = [order.value for order in Order if order is not outline]
    for title, command, arguments in (
        *((f"Sort the outline by {order}", SORT_OUTLINE, [uri, order]) for order in others),
        ("Open the report on this file", REPORT, [uri]),
    ):
        yield types.CodeAction(
            title=title,
            kind=types.CodeActionKind.Source,
            command=types.Command(title=title, command=command, arguments=arguments),
        )


def _is_wanted(action: types.CodeAction, only: Sequence[str] | None) -> bool:
    """Whether an action has a requested kind or a subkind."""
    kind = str(getattr(action.kind, "value", action.kind))
    wanted = [str(getattr(requested, "value", requested)) for requested in only or [""]]
    return any(not name or kind == name or kind.startswith(f"{name}.") for name in wanted)


def _edited(view: View) -> Part:
    """Return the text that actions edit: the hypothesis, or the post-edit if it is here."""
    is_here = view.opened.pairing.post_editing and POST_EDIT in view.streams
    return POST_EDIT if is_here else HYPOTHESIS


def _copied(view: View, segment: int, reference: int) -> Sequence[Replacement]:
    """Return the replacements that overwrite the edited text; empty if not writable."""
    edited = _edited(view)
    original = Part(Role.REFERENCE, reference) if edited == HYPOTHESIS else HYPOTHESIS
    try:
        return view.opened.overwritten(edited, original, segment)
    except InputError:
        return ()


def _replaced(
    view: View, segment: int, result: SegmentResult, words: TakenWords | Gap
) -> Sequence[Replacement]:
    """Return the replacements that copy words of the opposite text.

    Empty if an inline code is inside the words or what they replace.
    """
    edited = _edited(view)
    original = Part(Role.REFERENCE, result.reference) if edited == HYPOTHESIS else HYPOTHESIS
    if view.opened.has_code(original, segment, words.origin):
        return ()
    span, text = (
        (words.span, words.text)
        if isinstance(words, TakenWords)
        else ((words.offset, words.offset), words.inserted)
    )
    field = view.streams[edited].field
    return view.segmentation.replaced(segment, field, span, text) or ()


def _edit(
    view: View, found: Sequence[Replacement], *, versioned: bool
) -> types.WorkspaceEdit | None:
    return workspace_edit(view, found, versioned=versioned) if found else None
