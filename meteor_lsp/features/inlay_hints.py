"""Show the score at the end of each segment."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from lsprotocol import types

from meteor_core.score.wording import doubt_in_words

from ..pairing.streams import HYPOTHESIS, Part, Role
from ..project.settings import HintPlace, Since
from ..scoring.diagnostics import explain_score
from ..scoring.line_scores import LineScore, Rating
from ..session.open_pairing import View

_MAX_TOOLTIPS: Final = 5_000
"""Cached tooltips; making one takes several times as long as its hint."""

_MIN_CHANGE: Final = 0.0005
"""Smaller changes are invisible in three digits."""


def inlay_hints(
    view: View,
    first_line: int,
    last_line: int,
    *,
    with_tooltips: bool,
) -> list[types.InlayHint]:
    """Return a hint for each scored segment on a range of lines, both included.

    Args:
        view: of the document.
        first_line: of the document.
        last_line: of the document.
        with_tooltips: whether to include tooltips; otherwise ``resolve_hint`` adds them.
    """
    settings = view.opened.pairing.settings
    if not settings.hint_score:
        return []
    has_details = settings.hint_chunks or settings.hint_change is not Since.OFF
    has_details = has_details or view.opened.lines is not None
    ratings = view.scores.ratings(view.segments(first_line, last_line))
    hints: list[types.InlayHint] = []
    for part in _annotated(view):
        texts, index = view.opened.texts(part), part.index if part.role is Role.REFERENCE else -1
        with_words = [segment for segment in ratings if texts[segment].strip()]
        for segment, place in zip(with_words, _ends(view, part, with_words), strict=True):
            label = _score(part, ratings[segment])
            if has_details:
                label += "".join(_details(view, part, segment))
            hint = types.InlayHint(types.Position(*place), label, padding_left=True)
            if with_tooltips:
                hint.tooltip = _tooltip(view, part, segment)
            else:
                hint.data = [view.file.uri, index, segment]
            hints.append(hint)
    return hints


def resolve_hint(view: View, hint: types.InlayHint, part: Part, segment: int) -> types.InlayHint:
    """Add the tooltip to a hint."""
    hint.tooltip = _tooltip(view, part, segment)
    return hint


def part_of_hint(data: Any) -> tuple[str, Part, int] | None:
    """Return URI, part and segment of a hint's data, or None if these are foreign."""
    match data:
        case [str(uri), int(index), int(segment)]:
            return uri, HYPOTHESIS if index < 0 else Part(Role.REFERENCE, index), segment
    return None


def _annotated(view: View) -> list[Part]:
    """Return the texts with hints; the two sides of one file would repeat each other's."""
    if view.file.has_units and view.opened.pairing.settings.hint_place is HintPlace.UNIT:
        return view.parts[:1]
    if HYPOTHESIS in view.parts and len(view.scores.references) == 1:
        return [view.leading_part]
    return view.parts


def _ends(view: View, part: Part, segments: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the client's line and column after the text of each segment."""
    if view.file.has_units and view.opened.pairing.settings.hint_place is HintPlace.UNIT:
        return (view.in_client(view.segmentation.extent(segment)[1]) for segment in segments)
    return view.ends(part, segments)


def _score(part: Part, rating: Rating) -> str:
    if part.role is Role.HYPOTHESIS:
        return f"{rating.scores[rating.reference]:.3f}"
    is_best = len(rating.scores) > 1 and part.index == rating.reference
    return f"{rating.scores[part.index]:.3f}{'  best' if is_best else ''}"


def _details(view: View, part: Part, segment: int) -> Iterator[str]:
    known = view.scores.score(segment)
    if known is None:
        return
    settings, is_chosen = view.opened.pairing.settings, _is_chosen(part, known)
    if settings.hint_chunks and is_chosen:
        yield f"  {known.chunks} chunk{'s' if known.chunks != 1 else ''}"
    line = view.opened.line_elsewhere(part, _partner(part, known), segment)
    if line is not None:
        yield f"  ⇅ {line + 1}"
    change = view.opened.score_change(segment) if is_chosen else None
    if change is not None and abs(change) >= _MIN_CHANGE:
        yield f"  {'▲' if change > 0 else '▼'}{abs(change):.3f}"


def _partner(part: Part, known: LineScore) -> Part:
    return HYPOTHESIS if part.role is Role.REFERENCE else Part(Role.REFERENCE, known.reference)


def _is_chosen(part: Part, known: LineScore) -> bool:
    return part.role is Role.HYPOTHESIS or part.index == known.reference


def _tooltip(view: View, part: Part, segment: int) -> str | None:
    known = view.scores.score(segment)
    if known is None:
        return None
    if not _is_chosen(part, known):
        return f"Reference {known.reference + 1} scores better: {known.score:.4f}"
    kept = view.opened.tooltips
    if len(kept) > _MAX_TOOLTIPS:
        kept.clear()
    if known not in kept:
        kept[known] = _measures(view, known)
    return kept[known]


def _measures(view: View, known: LineScore) -> str:
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
