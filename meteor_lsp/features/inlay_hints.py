"""The score at the end of each segment, on either side."""

from collections.abc import Iterator, Sequence
from json import dumps
from typing import Any, Final

from lsprotocol import types

from meteor_core.score.wording import doubt_in_words

from ..pairing.streams import HYPOTHESIS, Part, Role
from ..project.settings import HintPlace, Since
from ..scoring.diagnostics import explain_score
from ..scoring.line_scores import LineScore, Rating
from ..session.open_pairing import View

_MOST_TOOLTIPS: Final = 5_000
"""Tooltips that are kept to be sent again; to make one takes several times as long as its hint."""

_LEAST_CHANGE: Final = 0.0005
"""Below it a change is nothing in three digits."""


def inlay_hints(
    view: View,
    first_line: int,
    last_line: int,
    *,
    with_tooltips: bool,
) -> str:
    """A hint for each segment on these lines, both included, that is scored by now.

    They are a list in JSON: of sixty lines that come on screen, objects and their conversion would
    take twice as long as all else.

    Args:
        view: of the document.
        first_line: of the document, from 0.
        last_line: of the document, from 0.
        with_tooltips: whether to send them along; otherwise ``resolve_hint`` makes them.
    """
    settings = view.opened.pairing.settings
    if not settings.hint_score:
        return "[]"
    says_more = settings.hint_chunks or settings.hint_change is not Since.OFF
    says_more = says_more or view.opened.lines is not None
    ratings = view.scores.ratings(view.segments(first_line, last_line))
    hints: list[str] = []
    for part in _annotated(view):
        texts, index = view.opened.texts(part), part.index if part.role is Role.REFERENCE else -1
        data = f"[{dumps(view.file.uri)}, {index}"
        with_words = [segment for segment in ratings if texts[segment].strip()]
        for segment, (line, column) in zip(with_words, _ends(view, part, with_words), strict=True):
            label = _score(part, ratings[segment])  # nothing that JSON would have to escape
            if says_more:
                label += "".join(_more(view, part, segment))
            if with_tooltips:
                rest = f'"tooltip": {dumps(_tooltip(view, part, segment))}'
            else:
                rest = f'"data": {data}, {segment}]'
            hints.append(
                f'{{"position": {{"line": {line}, "character": {column}}}, "label": "{label}", '
                f'"paddingLeft": true, {rest}}}'
            )
    return f"[{', '.join(hints)}]"


def resolve_hint(view: View, hint: types.InlayHint, part: Part, segment: int) -> types.InlayHint:
    """The hint with its tooltip."""
    hint.tooltip = _tooltip(view, part, segment)
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


def _ends(view: View, part: Part, segments: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Line and column behind the text of each of some segments, as the client counts."""
    if view.file.has_units and view.opened.pairing.settings.hint_place is HintPlace.UNIT:
        return (view.in_client(view.segmentation.extent(segment)[1]) for segment in segments)
    return view.ends(part, segments)


def _score(part: Part, rating: Rating) -> str:
    if part.role is Role.HYPOTHESIS:
        return f"{rating.scores[rating.reference]:.3f}"
    is_best = len(rating.scores) > 1 and part.index == rating.reference
    return f"{rating.scores[part.index]:.3f}{'  best' if is_best else ''}"


def _more(view: View, part: Part, segment: int) -> Iterator[str]:
    """What a hint says beside the score."""
    known = view.scores.score(segment)
    if known is None:
        return
    settings, is_chosen = view.opened.pairing.settings, _is_chosen(part, known)
    if settings.hint_chunks and is_chosen:
        yield f"  {known.chunks} chunk{'s' if known.chunks != 1 else ''}"
    line = view.opened.line_elsewhere(part, _partner(part, known), segment)
    if line is not None:
        yield f"  ⇅ {line + 1}"
    change = view.opened.change_of(segment) if is_chosen else None
    if change is not None and abs(change) >= _LEAST_CHANGE:
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
    if len(kept) > _MOST_TOOLTIPS:
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
