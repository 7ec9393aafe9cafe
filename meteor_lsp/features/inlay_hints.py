"""The score at the end of each segment, on either side."""

from collections.abc import Iterator
from typing import Any, Final

from lsprotocol import types

from meteor_core.score.wording import doubt_in_words

from ..pairing.streams import HYPOTHESIS, Part, Role
from ..project.settings import HintPlace
from ..scoring.diagnostics import explain_score
from ..scoring.line_scores import LineScore
from ..session.open_pairing import View

_MOST_DRAWN: Final = 5_000
"""Hints that are kept to be sent again."""

_LEAST_CHANGE: Final = 0.0005
"""Below it a change is nothing in three digits."""

_NOTHING: Final = (None, None, None, None)


def inlay_hints(
    view: View,
    first_line: int,
    last_line: int,
    *,
    with_tooltips: bool,
) -> list[dict[str, Any]]:
    """A hint for each segment on these lines, both included, that is scored by now.

    They are as JSON has them: of sixty lines that come on screen, the protocol's types and their
    conversion would be a fifth of the work.

    Args:
        view: of the document.
        first_line: of the document, from 0.
        last_line: of the document, from 0.
        with_tooltips: whether to send them along; otherwise ``resolve_hint`` makes them.
    """
    if not view.opened.pairing.settings.hint_score:
        return []
    drawn = view.opened.drawn
    if len(drawn) > _MOST_DRAWN:
        drawn.clear()
    parts, segmentation = _annotated(view), view.segmentation
    moves = 0 if view.opened.lines is None else view.opened.lines.moves
    hints: list[dict[str, Any]] = []
    for segment in view.segments(first_line, last_line):
        known, stand = view.scores.score(segment), (segmentation.witness(segment), moves)
        if known is None:
            continue
        for part in parts:
            # An edit changes one segment of those on screen; the others are drawn as they were.
            old_stand, old_known, old_change, hint = drawn.get((part, segment), _NOTHING)
            change = view.opened.change_of(segment)
            if old_stand != stand or old_known != known or old_change != change:
                hint = _hint(view, part, segment, known, change, with_tooltips=with_tooltips)
                drawn[part, segment] = (stand, known, change, hint)
            if hint is not None:
                hints.append(hint)
    return hints


def resolve_hint(view: View, hint: types.InlayHint, part: Part, segment: int) -> types.InlayHint:
    """The hint with its tooltip."""
    known = view.scores.score(segment)
    hint.tooltip = None if known is None else _tooltip(view, part, known)
    return hint


def part_of_hint(data: Any) -> tuple[str, Part, int] | None:
    """URI, part and segment that a hint's data tell; None where they are not ours."""
    match data:
        case [str(uri), int(index), int(segment)]:
            return uri, HYPOTHESIS if index < 0 else Part(Role.REFERENCE, index), segment
    return None


def _annotated(view: View) -> list[Part]:
    """The texts that have a hint; the two sides of one file would only repeat each other's."""
    if view.file.has_units and view.opened.pairing.settings.hint_place is HintPlace.UNIT:
        return view.parts[:1]
    if HYPOTHESIS in view.parts and len(view.scores.references) == 1:
        return [view.leading_part]
    return view.parts


def _hint(
    view: View,
    part: Part,
    segment: int,
    known: LineScore,
    change: float | None,
    *,
    with_tooltips: bool,
) -> dict[str, Any] | None:
    """The hint of a segment's text; None for a text without words."""
    if not view.opened.texts(part)[segment].strip():
        return None
    end = _end(view, part, segment)
    hint: dict[str, Any] = {
        "position": {"line": end.line, "character": end.character},
        "label": "  ".join(_label(view, part, segment, known, change)),
        "paddingLeft": True,
    }
    if with_tooltips:
        hint["tooltip"] = _tooltip(view, part, known)
    else:
        index = part.index if part.role is Role.REFERENCE else -1
        hint["data"] = [view.file.uri, index, segment]
    return hint


def _end(view: View, part: Part, segment: int) -> types.Position:
    if view.file.has_units and view.opened.pairing.settings.hint_place is HintPlace.UNIT:
        return view.extent(segment).end
    return view.end(part, segment)


def _label(
    view: View, part: Part, segment: int, known: LineScore, change: float | None
) -> Iterator[str]:
    if part.role is Role.REFERENCE:
        yield f"{known.scores[part.index]:.3f}"
        if len(known.scores) > 1 and part.index == known.reference:
            yield "best"
    else:
        yield f"{known.score:.3f}"
    if view.opened.pairing.settings.hint_chunks and _is_chosen(part, known):
        chunks = known.chunks
        yield f"{chunks} chunk{'s' if chunks != 1 else ''}"
    line = view.opened.line_elsewhere(part, _partner(part, known), segment)
    if line is not None:
        yield f"⇅ {line + 1}"
    if change is not None and _is_chosen(part, known) and abs(change) >= _LEAST_CHANGE:
        yield f"{'▲' if change > 0 else '▼'}{abs(change):.3f}"


def _partner(part: Part, known: LineScore) -> Part:
    return HYPOTHESIS if part.role is Role.REFERENCE else Part(Role.REFERENCE, known.reference)


def _is_chosen(part: Part, known: LineScore) -> bool:
    return part.role is Role.HYPOTHESIS or part.index == known.reference


def _tooltip(view: View, part: Part, known: LineScore) -> str:
    if not _is_chosen(part, known):
        return f"Reference {known.reference + 1} scores better: {known.score:.4f}"
    result = view.scores.segment_score(known)
    measures = result.measures
    doubt = doubt_in_words(
        result.signature, optimal=result.optimal, score_proved=result.score_proved
    )
    return (
        f"METEOR {measures.score:.4f}: {explain_score(result.statistics)}\n"
        f"P {measures.precision:.3f}   R {measures.recall:.3f}   F-mean {measures.f_mean:.3f}   "
        f"penalty {measures.penalty:.3f}   shortfall {result.shortfall:.2f} words"
        + (f"\n{doubt}" if doubt else "")
    )
