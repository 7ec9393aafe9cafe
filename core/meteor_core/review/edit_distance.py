"""Compute Levenshtein's distance: the fewest insertions, deletions and replacements.

There are no moves, and letter case counts, as in memoQ, Phrase and most rates for post-editing. A
column of the table is two integers with a bit for each row, so that Python's own long integers
compute a column in a few steps (Hyyrö, "A bit-vector algorithm for computing Levenshtein and
Damerau edit distances", 2003). The kernel uses blocks of 64 rows within a band around the diagonal
as wide as the distance (Ukkonen, "Algorithms for approximate string matching", 1985), so that few
edits in a very long text are found at once. Tests compare both with RapidFuzz.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ..runtime.implementation import chosen_implementation


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDistance:
    """The distance of two texts, or the sum of many.

    Attributes:
        edits: insertions, deletions and replacements of characters or words.
        length: of the longer text in the same unit; or the sum of these.
    """

    edits: int = 0
    length: int = 0

    @property
    def share(self) -> float:
        """Return edits per character or word of the longer text, from 0 to 1."""
        return self.edits / self.length if self.length else 0.0

    @property
    def similarity(self) -> int:
        """Return the similarity in percent, rounded down: 100 only without edits."""
        return 100 * (self.length - self.edits) // self.length if self.length else 100

    def __add__(self, other: "EditDistance") -> "EditDistance":
        """Add the edits and the lengths of both."""
        return EditDistance(edits=self.edits + other.edits, length=self.length + other.length)


def edit_distance(before: Sequence[Hashable], after: Sequence[Hashable]) -> EditDistance:
    """Return the distance of two rows: strings for characters, lists of strings for words."""
    edits = 0 if before == after else levenshtein(before, after)
    return EditDistance(edits=edits, length=max(len(before), len(after)))


def levenshtein(before: Sequence[Hashable], after: Sequence[Hashable]) -> int:
    """Return the fewest insertions, deletions and replacements."""
    start = _common(before, after)
    before, after = before[start:], after[start:]
    end = _common(before[::-1], after[::-1])
    before, after = before[: len(before) - end], after[: len(after) - end]
    if not before or not after:
        return len(before) + len(after)
    if chosen_implementation().name == "compiled":
        from .._kernel import levenshtein as compiled

        numbers: dict[Hashable, int] = {}
        rows = [[numbers.setdefault(item, len(numbers)) for item in row] for row in (before, after)]
        return compiled(*rows)
    return levenshtein_by_columns(before, after)


def levenshtein_by_columns(before: Sequence[Hashable], after: Sequence[Hashable]) -> int:
    """Compute the distance of two non-empty rows in Python."""
    places: dict[Hashable, int] = {}
    for row, item in enumerate(before):
        places[item] = places.get(item, 0) | 1 << row
    every = (1 << len(before)) - 1
    more, less = every, 0  # rows whose distance is by one more or less than in the row above
    for item in after:
        same = places.get(item, 0) | less
        diagonal = (((same & more) + more) ^ more) | same
        right = less | ~(diagonal | more)
        right = right << 1 | 1
        more_before = more
        more = (diagonal & more_before) << 1 | ~(diagonal | right)
        more &= every
        less = right & diagonal & every
    return len(after) + more.bit_count() - less.bit_count()


def _common(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    most = min(len(first), len(second))
    if first[:most] == second[:most]:
        return most
    return next(index for index in range(most) if first[index] != second[index])
