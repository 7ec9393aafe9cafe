"""From a word to its chunk, and to the words that it is aligned with elsewhere."""

from collections.abc import Iterator

from lsprotocol import types

from meteor_core import Match, SegmentResult

from ..pairing.streams import HYPOTHESIS, SOURCE, Part, Role
from ..session.open_pairing import Spot, View


def chunk_highlights(view: View, spot: Spot) -> list[types.DocumentHighlight]:
    """The chunk of the word at a spot, in all texts of this document; its own word stands out.

    With it the segment of the source, or from a source that of its translation.
    """
    beside = SOURCE if spot.part != SOURCE else view.leading_part
    whole = [
        types.DocumentHighlight(
            range=view.range(beside, spot.segment), kind=types.DocumentHighlightKind.Text
        )
        for part in view.streams
        if part == beside and SOURCE in view.streams and view.stands_here(part)
    ]
    found = _match_at(view, spot)
    if found is None:
        return whole
    result, match = found
    other = view.other(spot.part, result)
    return whole + [
        types.DocumentHighlight(
            range=view.range(part, spot.segment, view.side(part).span(result.alignment, member)),
            kind=types.DocumentHighlightKind.Write
            if member == match
            else types.DocumentHighlightKind.Read,
        )
        for part in (spot.part, other)
        if part in view.parts and view.stands_here(part)
        for member in result.alignment.matches
        if member.chunk == match.chunk
    ]


def aligned_word(view: View, spot: Spot) -> types.LocationLink | None:
    """The word on the other side that the word at a spot is aligned with."""
    if spot.part == SOURCE:
        return _whole_text(view, spot, HYPOTHESIS)
    found = _match_at(view, spot)
    if found is None:
        return None
    result, match = found
    other = view.other(spot.part, result)
    uri = view.uri(other)
    if uri is None or not view.can_go_to(other):
        return None
    return types.LocationLink(
        origin_selection_range=_range(view, spot.part, spot.segment, result, match),
        target_uri=uri,
        target_range=view.range(other, spot.segment),
        target_selection_range=_range(view, other, spot.segment, result, match),
    )


def source_of_segment(view: View, spot: Spot) -> types.LocationLink | None:
    """The source of the segment at a spot."""
    return _whole_text(view, spot, SOURCE)


def _whole_text(view: View, spot: Spot, other: Part) -> types.LocationLink | None:
    uri, place = view.uri(other), view.range(other, spot.segment)
    if uri is None or other == spot.part or not view.can_go_to(other):
        return None
    return types.LocationLink(target_uri=uri, target_range=place, target_selection_range=place)


def matches_of_word(view: View, spot: Spot, *, itself: bool) -> list[types.Location]:
    """The words of all texts that the word at a spot is aligned with.

    Args:
        view: of the document.
        spot: in a word.
        itself: whether the word itself is listed too.
    """
    found = _match_at(view, spot)
    if found is None:
        return []
    result, match = found
    locations = (
        [(spot.part, _range(view, spot.part, spot.segment, result, match))] if itself else []
    )
    if spot.part != HYPOTHESIS:
        locations.append((HYPOTHESIS, _range(view, HYPOTHESIS, spot.segment, result, match)))
    token = match.hypothesis[0]
    if spot.part == HYPOTHESIS and spot.offset is not None:
        # Other references may match other words of the phrase.
        own = view.side(HYPOTHESIS).token_at(result.alignment, spot.offset)
        token = token if own is None else own
    locations += (
        (part, found_range)
        for part, found_range in _in_references(view, spot.segment, token)
        if part != spot.part
    )
    return [
        types.Location(uri=uri, range=place)
        for part, place in locations
        if (uri := view.uri(part)) is not None and view.can_go_to(part)
    ]


def _in_references(view: View, segment: int, token: int) -> Iterator[tuple[Part, types.Range]]:
    """Where a token of the hypothesis is matched, in each reference."""
    for index, result in enumerate(view.scores.alignments(segment) or ()):
        part = Part(Role.REFERENCE, index)
        for match in result.alignment.matches:
            if match.hypothesis[0] <= token < match.hypothesis[1]:
                yield part, _range(view, part, segment, result, match)


def _match_at(view: View, spot: Spot) -> tuple[SegmentResult, Match] | None:
    result = view.result(spot.part, spot.segment)
    if result is None or spot.offset is None:
        return None
    match = view.side(spot.part).match_at(result.alignment, spot.offset)
    return None if match is None else (result, match)


def _range(
    view: View, part: Part, segment: int, result: SegmentResult, match: Match
) -> types.Range:
    return view.range(part, segment, view.side(part).span(result.alignment, match))
