"""Semantic tokens for words by stage, chunk and edit.

The type is the stage of the match: exact, stem, synonym, paraphrase, or unmatched. The modifiers
are the colour of the chunk (one of six, equal on both sides), whether it is a function word (if
weighted by delta), and the kind of edit. The emphasis selects among these: without chunks, equal
words have no token.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from lsprotocol import types

from meteor_core import SegmentResult, TokenRow
from meteor_core.analysis.edits import edit_script
from meteor_core.files.placed_text import Place
from meteor_core.review.edits import REVIEW_KINDS, ReviewKind, kinds_of_words, review_edits
from meteor_core.show.chunk_colours import COLOURS, colours_of_chunks

from ..pairing.streams import Part
from ..project.settings import Emphasis
from ..scoring.sides import Side
from ..session.open_pairing import View

_TYPES: Final = ("exact", "stem", "synonym", "paraphrase", "unmatched")
_FUNCTION_WORD: Final = 1 << COLOURS
_KEPT: Final = REVIEW_KINDS[0]
_EDITS: Final[Mapping[ReviewKind, str]] = {
    "form": "form",
    "synonym": "otherWord",
    "replaced": "replaced",
    "moved": "moved",
    "added": "added",
    "dropped": "dropped",
    "number-or-code": "numberOrCode",
    "punctuation": "punctuation",
}
"""Modifiers of edited words; "synonym" is also a type."""
_OF_EDITS: Final = {kind: 1 << COLOURS + 1 + place for place, kind in enumerate(_EDITS)}

_MAX_CACHED_SEGMENTS: Final = 5_000
"""Segments of a pairing whose edits are cached."""

MAX_COLOURED_LINES: Final = 2_000
"""In longer files only requested ranges are coloured."""

LEGEND: Final = types.SemanticTokensLegend(
    token_types=list(_TYPES),
    token_modifiers=[
        *(f"chunk{number}" for number in range(1, COLOURS + 1)),
        "functionWord",
        *_EDITS.values(),
    ],
)


def semantic_tokens(view: View, first_line: int, last_line: int) -> list[int]:
    """Return the words on a range of lines in the protocol's encoding.

    Each word has five integers, and a place relative to the previous word.
    """
    data: list[int] = []
    previous_line = previous_start = 0
    segments = view.segments(first_line, last_line)
    words = sorted(word for segment in segments for word in _words(view, segment))
    for line, start, length, kind, modifiers in words:
        same_line = line == previous_line
        data += (
            line - previous_line,
            start - previous_start if same_line else start,
            length,
            kind,
            modifiers,
        )
        previous_line, previous_start = line, start
    return data


def difference(old: Sequence[int], new: Sequence[int]) -> list[types.SemanticTokensEdit]:
    """Return the edit from old to new data; empty if they are equal."""
    head = 0
    shorter = min(len(old), len(new))
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    deleted, inserted = len(old) - head - tail, list(new[head : len(new) - tail])
    if not deleted and not inserted:
        return []
    return [types.SemanticTokensEdit(start=head, delete_count=deleted, data=inserted)]


_Word: TypeAlias = tuple[int, int, int, int, int]
"""Line, start and length (in the client's units), type and modifiers of a token."""


def _words(view: View, segment: int) -> Iterator[_Word]:
    """Yield the tokens of a segment; a word across lines has several."""
    for part in view.parts:
        yield from _words_of_part(view, part, segment)


def _words_of_part(view: View, part: Part, segment: int) -> Iterator[_Word]:
    result = view.result(part, segment)
    if result is None:
        return
    alignment, side = result.alignment, view.side(part)
    emphasis = view.opened.emphasis
    if emphasis is Emphasis.OFF:
        return
    colours = colours_of_chunks(alignment)
    edits = _edits(view, segment, side, result) if emphasis.has_differences else None
    text = view.text_at(part, segment)
    matches = {token: match for match in alignment.matches for token in range(*side.tokens(match))}
    function_words = _function_words(view, side.row(alignment))
    columns = _Columns(view)
    for token, span in enumerate(side.row(alignment).spans):
        match = matches.get(token)
        kind, modifiers = "unmatched", _FUNCTION_WORD if token in function_words else 0
        if match is not None:
            kind = match.stage
            modifiers |= 1 << colours[match.chunk] if emphasis.has_chunks else 0
        if edits is not None:
            if edits[token] == _KEPT and not emphasis.has_chunks:
                continue
            modifiers |= _OF_EDITS.get(edits[token], 0)
        for start, end in text.stretches(*span):
            first = columns.units(start)
            length = columns.units(end) - first
            yield start.line, first, length, _TYPES.index(kind), modifiers


def _edits(view: View, segment: int, side: Side, result: SegmentResult) -> tuple[ReviewKind, ...]:
    """Return the kind of edit of each word of a side, cached by alignment."""
    place = segment, result.reference
    known = view.opened.edits.get(place)
    if known is None or known[0] is not result.alignment:
        if len(view.opened.edits) >= _MAX_CACHED_SEGMENTS:
            view.opened.edits.clear()
        kinds = kinds_of_words(review_edits(edit_script(result.alignment)))
        known = view.opened.edits[place] = (result.alignment, kinds)
    return known[1][side is Side.REFERENCE]


class _Columns:
    """Converts columns incrementally, so that a long line is scanned once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._place, self._units = Place(-1, 0), 0

    def units(self, place: Place) -> int:
        """Return the client's column of a place after the previous one."""
        line = self._view.file.lines[place.line]
        if place.line != self._place.line or place < self._place:
            self._place, self._units = Place(place.line, 0), 0
        self._units += self._view.encoding.units(line[self._place.column : place.column])
        self._place = place
        return self._units


def _function_words(view: View, row: TokenRow) -> frozenset[int]:
    """Return the function words of a row, if they are weighted."""
    if view.scores.meteor.configuration.parameters.delta is None:
        return frozenset()
    return frozenset(row.function_words)
