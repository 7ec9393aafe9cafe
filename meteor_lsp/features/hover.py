"""Explain the score of a segment and the match of a word in a hover."""

from collections.abc import Iterator

from lsprotocol import types

from meteor_core import Match, SegmentResult, TokenRow
from meteor_core.analysis.match_share import match_share
from meteor_core.score.wording import proof_of_segment

from ..documents.uris import name_of
from ..pairing.streams import Role
from ..scoring.sides import Side
from ..session.open_pairing import Spot, View
from .marked_text import Writer


def hover(view: View, spot: Spot, *, markdown: bool) -> types.Hover | None:
    """Return the breakdown of a segment's score, headed by the match of the word at a spot.

    For a unit without score, explains the reason.
    """
    result = view.result(spot.part, spot.segment)
    if result is None:
        return _not_scored(view, spot.segment, markdown=markdown)
    writer = Writer(markdown=markdown)
    side = view.side(spot.part)
    token = None if spot.offset is None else side.token_at(result.alignment, spot.offset)
    paragraphs = [
        *_source(view, writer, spot),
        *_word(view, writer, side, result, token),
        *_segment(writer, spot.segment, result),
        *_elsewhere(view, spot, result),
        *_references(view, spot),
        *_texts(view, writer, spot, result),
    ]
    span = None if token is None else side.row(result.alignment).spans[token]
    return types.Hover(
        contents=types.MarkupContent(
            kind=types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText,
            value="\n\n".join(paragraphs),
        ),
        range=view.range(spot.part, spot.segment, span),
    )


def _not_scored(view: View, segment: int, *, markdown: bool) -> types.Hover | None:
    """Explain why a unit is excluded or lacks a side."""
    is_excluded = bool(view.scores.excluded([segment]))
    if not view.file.has_units or not (is_excluded or view.scores.is_missing(segment)):
        return None
    missing = [
        stream.field if stream.uri == view.file.uri else f"{stream.field} in {name_of(stream.uri)}"
        for part, stream in view.opened.streams.items()
        if part.role is not Role.SOURCE and stream.field is not None
        if not view.opened.segments(part).has(segment, stream.field)
    ]
    writer = Writer(markdown=markdown)
    why = "is not to be translated" if is_excluded else f"has no {' and no '.join(missing)}"
    message = writer.text(f"Not scored: this unit {why}.")
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, message), view.extent(segment))


def _word(
    view: View, writer: Writer, side: Side, result: SegmentResult, token: int | None
) -> Iterator[str]:
    if token is None:
        return
    alignment = result.alignment
    row = side.row(alignment)
    word = writer.words(" ".join(row.words((token, token + 1)))) + _counted_as(writer, row, token)
    match = side.match_at(alignment, row.spans[token][0])
    if match is None:
        yield f"{word} has no match in the {side.other.value}"
        return
    own = row.words(side.tokens(match))
    phrase = f", in {writer.words(' '.join(own))}," if len(own) > 1 else ""
    partner = writer.words(" ".join(side.other.row(alignment).words(side.other.tokens(match))))
    yield (
        f"{word}{phrase} matches {partner}, {match.stage}, in chunk {match.chunk + 1} of "
        f"{result.chunks}"
    )
    if match.stage != "exact":
        yield writer.text(alignment.explain(match))
    yield _share(view, result, match)


def _counted_as(writer: Writer, row: TokenRow, token: int) -> str:
    """Describe a token that its tokenizer changed."""
    (word,), (surface,) = row.words((token, token + 1)), row.surfaces((token, token + 1))
    return "" if surface == word else f" (counts as {writer.words(surface)})"


def _share(view: View, result: SegmentResult, match: Match) -> str:
    """Describe a match's share of precision and recall."""
    share = match_share(result.alignment, match, view.scores.meteor.configuration.parameters)
    weighted = "" if share.weight == 1 else f" (weight {share.weight:g})"
    return f"adds {share.precision:.3f} to precision and {share.recall:.3f} to recall{weighted}"


def _segment(writer: Writer, segment: int, result: SegmentResult) -> Iterator[str]:
    measures = result.measures
    yield f"{writer.heading(f'METEOR {measures.score:.4f}')}, segment {segment + 1}"
    yield (
        f"precision {measures.precision:.3f} ({result.matches} of {result.hypothesis_length} "
        f"words), recall {measures.recall:.3f} ({result.reference_matches} of "
        f"{result.reference_length}), F-mean {measures.f_mean:.3f}"
    )
    yield (
        f"shortfall {result.shortfall:.2f} words: {result.reference_length} times "
        f"(1 - {measures.score:.4f})"
    )
    unequal = result.reference_matches != result.matches
    yield (
        f"{result.matches} {'match' if result.matches == 1 else 'matches'}"
        + (f" ({result.reference_matches} in the reference)" if unequal else "")
        + f" in {result.chunks} "
        f"{'chunk' if result.chunks == 1 else 'chunks'}, fragmentation "
        f"{measures.fragmentation:.3f}, penalty {measures.penalty:.3f}; "
        f"{proof_of_segment(result)}"
    )


def _references(view: View, spot: Spot) -> Iterator[str]:
    """Describe which reference was chosen, and its margin."""
    known = view.scores.score(spot.segment)
    if known is None or len(known.scores) < 2:
        return
    others = [
        f"reference {index + 1} {score:.3f}"
        + (f" ({score - known.score:+.3f})" if score < known.score else " (equal)")
        for index, score in enumerate(known.scores)
        if index != known.reference
    ]
    own = spot.part.role is Role.REFERENCE
    here = f"this is reference {spot.part.index + 1}; " if own else ""
    best = f"reference {known.reference + 1} scores best, {known.score:.3f}"
    yield f"{here}{best}; {', '.join(others)}"


def _source(view: View, writer: Writer, spot: Spot) -> Iterator[str]:
    """Yield the source, which comes first."""
    text = view.opened.source_of(spot.segment)
    if text:
        yield f"Source: {writer.shortened(text)}"


def _elsewhere(view: View, spot: Spot, result: SegmentResult) -> Iterator[str]:
    """Describe with which line a shifted one is paired."""
    opposite = view.opposite(spot.part, result)
    line = view.opened.line_elsewhere(spot.part, opposite, spot.segment)
    if line is not None:
        name = name_of(view.opened.streams[opposite].uri)
        yield f"paired with line {line + 1} of {name}, as lines are shifted above"


def _texts(view: View, writer: Writer, spot: Spot, result: SegmentResult) -> Iterator[str]:
    """Yield both sides with marked matches."""
    side = view.side(spot.part)
    for row in (side, side.other):
        yield f"{row.value.capitalize()}: {writer.marked(result.alignment, row)}"
