"""Words by stage and chunk, for editors that colour them.

The type says how a word matches: exact, stem, synonym, or unmatched. The modifier says in which
of six colours its chunk is drawn: a chunk has the same on both sides.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from lsprotocol import types

from ..session import View

_TYPES: Final = ("exact", "stem", "synonym", "unmatched")
_COLOURS: Final = 6

MOST_COLOURED_LINES: Final = 2_000
"""In longer files only the part on screen is coloured, where the editor asks for parts."""

LEGEND: Final = types.SemanticTokensLegend(
    token_types=list(_TYPES),
    token_modifiers=[f"chunk{number}" for number in range(1, _COLOURS + 1)],
)


def semantic_tokens(view: View, first: int, last: int) -> list[int]:
    """The words from line ``first`` to ``last``, both included, in the protocol's five integers.

    Each word is relative to the word before it, the first to the beginning of the document.
    """
    data: list[int] = []
    previous_line = previous_start = 0
    for line in range(max(0, first), min(last + 1, view.scores.paired)):
        for start, length, kind, modifiers in _words(view, line):
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
    """The edit that turns the old data into the new; none where they are the same."""
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


def _words(view: View, line: int) -> Iterator[tuple[int, int, int, int]]:
    """Start, length (in the client's units), type and modifiers of each word of a line."""
    result = view.result(line)
    if result is None:
        return
    alignment, text = result.alignment, view.segments()[line]
    matches = {
        token: match for match in alignment.matches for token in range(*view.side.tokens(match))
    }
    units = column = 0
    for token, (start, end) in enumerate(view.side.row(alignment).spans):
        units += view.encoding.units(text[column:start])
        length = view.encoding.units(text[start:end])
        match = matches.get(token)
        if match is None:
            yield units, length, _TYPES.index("unmatched"), 0
        else:
            yield units, length, _TYPES.index(match.stage), 1 << match.chunk % _COLOURS
        units, column = units + length, end
