"""Navigate from a word to its chunk, and to the words that it is aligned with."""

from collections.abc import Iterator

from lsprotocol import types

from meteor_core import Match, SegmentResult

from ..pairing.streams import HYPOTHESIS, SOURCE, Part, Role
from ..session.open_pairing import Spot, View


def chunk_highlights(view: View, spot: Spot) -> list[types.DocumentHighlight]:
    """Return the chunk of the word at a spot in all texts of this document.

    The aligned word is marked as written. Includes the segment of the source, or from a source that
    of its translation.
    """
    beside = SOURCE if spot.part != SOURCE else view.leading_part
    whole = [
        types.DocumentHighlight(
            range=view.range(beside, spot.segment), kind=types.DocumentHighlightKind.Text
        )
        for part in view.streams
        if part == beside and SOURCE in view.streams and view.is_in_file(part)
    ]
    found = _match_at(view, spot)
    if found is None:
        return whole
    result, match = found
    opposite = view.opposite(spot.part, result)
    return whole + [
        types.DocumentHighlight(
            range=view.range(part, spot.segment, view.side(part).span(result.alignment, member)),
            kind=types.DocumentHighlightKind.Write
            if member == match
            else types.DocumentHighlightKind.Read,
        )
        for part in (spot.part, opposite)
        if part in view.parts and view.is_in_file(part)
        for member in result.alignment.matches
        if member.chunk == match.chunk
    ]


def aligned_word(view: View, spot: Spot) -> types.LocationLink | None:
    """Return the word on the opposite side that the word at a spot is aligned with."""
    if spot.part == SOURCE:
        return _whole_text(view, spot, HYPOTHESIS)
    found = _match_at(view, spot)
    if found is None:
        return None
    result, match = found
    opposite = view.opposite(spot.part, result)
    uri = view.uri(opposite)
    if uri is None or not view.can_go_to(opposite):
        return None
    return types.LocationLink(
        origin_selection_range=_range(view, spot.part, spot.segment, result, match),
        target_uri=uri,
        target_range=view.range(opposite, spot.segment),
        target_selection_range=_range(view, opposite, spot.segment, result, match),
    )


def source_of_segment(view: View, spot: Spot) -> types.LocationLink | None:
    """Return the source of the segment at a spot."""
    return _whole_text(view, spot, SOURCE)


def _whole_text(view: View, spot: Spot, part: Part) -> types.LocationLink | None:
    uri, place = view.uri(part), view.range(part, spot.segment)
    if uri is None or part == spot.part or not view.can_go_to(part):
        return None
    return types.LocationLink(target_uri=uri, target_range=place, target_selection_range=place)


def matches_of_word(view: View, spot: Spot, *, itself: bool) -> list[types.Location]:
    """Return the words of all texts that the word at a spot is aligned with.

    Args:
        view: of the document.
        spot: in a word.
        itself: whether to include the word itself.
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
    """Yield the ranges that match a token of the hypothesis, in each reference."""
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
