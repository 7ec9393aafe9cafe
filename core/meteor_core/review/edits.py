"""Classify edits for reviewers: changes of words, numbers and marks, with their places.

They refine the edits that ``analysis.edits`` derives from an alignment; like those, they are in
order and cover all words of both texts:

1. A changed word is a changed **form** if METEOR matches it by its stem or except for its case, and
   a **synonym** if METEOR matches it by meaning.
2. If different words replace each other, both runs are split into words, numbers or codes, and
   punctuation, and the largest number of pieces of a kind are paired in order. Numbers and codes
   are **number-or-code**, and punctuation is **punctuation**, whether paired, added or dropped.
3. Paired words with similar spelling are a changed **form**; the rest is **replaced**, and if one
   side is exhausted, **added** or **dropped**.
4. Moved punctuation is punctuation; other moves stay **moved**.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeAlias

from ..analysis.edits import CASE, OTHER_WORDS, Edit, EditScript
from ..score.alignment import TokenRow
from ..text.tokenizers import Span
from .edit_distance import levenshtein
from .literals import literals

ReviewKind: TypeAlias = Literal[
    "kept",
    "form",
    "synonym",
    "replaced",
    "moved",
    "added",
    "dropped",
    "number-or-code",
    "punctuation",
]

REVIEW_KINDS: Final[tuple[ReviewKind, ...]] = (
    "kept",
    "form",
    "synonym",
    "replaced",
    "moved",
    "added",
    "dropped",
    "number-or-code",
    "punctuation",
)

SPELLING: Final = "spelling"
"""Reason of a changed form: unmatched by any stage, but with similar spelling."""

_FORMS: Final = frozenset({CASE, "stem"})

_MIN_FORM_CHARS: Final = 4
"""Shortest length of the longer of two words that can be forms of each other by spelling."""

_MAX_FORM_CHARS: Final = 200
"""Longest word whose spelling is compared. Anything longer is not a word."""

_MAX_COMPARED_PAIRS: Final = 400
"""Pairs of words of a replaced run whose spellings are compared. Longer runs are new texts."""

_MAX_PIECE_PAIRS: Final = 10_000
"""Pairs of pieces of a gap that are considered; pieces of larger gaps are paired in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewEdit:
    """One edit of a segment.

    Attributes:
        kind: of the edit.
        mt: half-open range of code points of the machine translation, from 0; empty for an
            insertion.
        post_edit: range of the post-edit; empty for a deletion.
        mt_tokens: number of affected tokens of the machine translation.
        post_edit_tokens: number of affected tokens of the post-edit.
        reason: how a changed word differs: the name of the stage that matched it, ``CASE`` or
            ``SPELLING``; else empty.
        move: number of its move, from 0, shared by both parts.
    """

    kind: ReviewKind
    mt: Span
    post_edit: Span
    mt_tokens: int
    post_edit_tokens: int
    reason: str = ""
    move: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KindCounts:
    """Numbers of tokens by kind of edit, in one or more segments.

    Attributes:
        mt: of the machine translation, in the order of ``REVIEW_KINDS``.
        post_edit: of the post-edit.
        edits: number of edits of each kind; a move counts once.
    """

    mt: tuple[int, ...] = (0,) * len(REVIEW_KINDS)
    post_edit: tuple[int, ...] = (0,) * len(REVIEW_KINDS)
    edits: tuple[int, ...] = (0,) * len(REVIEW_KINDS)

    @property
    def edit_share(self) -> float:
        """Return the share of all tokens of both sides that are not kept; 0 without tokens."""
        tokens = sum(self.mt) + sum(self.post_edit)
        return (tokens - self.mt[0] - self.post_edit[0]) / tokens if tokens else 0.0

    def __add__(self, other: "KindCounts") -> "KindCounts":
        """Add the tokens and edits of both."""
        return KindCounts(
            mt=tuple(map(int.__add__, self.mt, other.mt)),
            post_edit=tuple(map(int.__add__, self.post_edit, other.post_edit)),
            edits=tuple(map(int.__add__, self.edits, other.edits)),
        )


def review_edits(script: EditScript) -> tuple[ReviewEdit, ...]:
    """Return the edits of a segment in the order of both texts."""
    before, after = _Side(script.hypothesis), _Side(script.reference)
    steps = (step for edit in script.edits for step in _refine(edit, before, after))
    return tuple(_place_steps(steps, before, after))


def count_kinds(edits: Iterable[ReviewEdit]) -> KindCounts:
    """Count tokens and edits by kind."""
    mt, post_edit, numbers = ([0] * len(REVIEW_KINDS) for _ in range(3))
    moves = set()
    for edit in edits:
        kind = _INDEX[edit.kind]
        mt[kind] += edit.mt_tokens
        post_edit[kind] += edit.post_edit_tokens
        if edit.move is None or edit.move not in moves:
            numbers[kind] += 1
        moves.add(edit.move)
    return KindCounts(mt=tuple(mt), post_edit=tuple(post_edit), edits=tuple(numbers))


def kinds_of_words(
    edits: Iterable[ReviewEdit],
) -> tuple[tuple[ReviewKind, ...], tuple[ReviewKind, ...]]:
    """Return the kind of each token of the machine translation, and of the post-edit."""
    mt: list[ReviewKind] = []
    post_edit: list[ReviewKind] = []
    for edit in edits:
        mt += [edit.kind] * edit.mt_tokens
        post_edit += [edit.kind] * edit.post_edit_tokens
    return tuple(mt), tuple(post_edit)


_INDEX: Final[Mapping[ReviewKind, int]] = {kind: at for at, kind in enumerate(REVIEW_KINDS)}

_WORD: Final = "word"
_Class: TypeAlias = Literal["word", "number-or-code", "punctuation"]
_HAS_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")


class _Side:
    """A text with the class of each of its tokens."""

    def __init__(self, row: TokenRow) -> None:
        self.row: Final = row
        self.words: Final = row.words()
        self._literals: list[Span] | None = None

    def pieces(self, tokens: Span) -> list[tuple[_Class, Span]]:
        """Split tokens into runs of one class."""
        classes = ((self._class(token), token) for token in range(*tokens))
        pieces: list[tuple[_Class, Span]] = []
        for kind, group in groupby(classes, key=lambda pair: pair[0]):
            members = [token for _, token in group]
            pieces.append((kind, (members[0], members[-1] + 1)))
        return pieces

    def is_punctuation(self, tokens: Span) -> bool:
        return all(self._class(token) == "punctuation" for token in range(*tokens))

    def _class(self, token: int) -> _Class:
        word = self.words[token]
        if self._literals is None:
            self._literals = [literal.span for literal in literals(self.row.text)]
        start, end = self.row.spans[token]
        if any(first < end and start < last for first, last in self._literals):
            return "number-or-code"
        if any(map(str.isdigit, word)):
            return "number-or-code"
        return _WORD if _HAS_LETTER_OR_DIGIT.search(word) else "punctuation"


@dataclass(frozen=True, slots=True)
class _Step:
    kind: ReviewKind
    before: int
    after: int
    reason: str = ""
    move: int | None = None


def _refine(edit: Edit, before: _Side, after: _Side) -> Iterator[_Step]:
    taken = edit.hypothesis[1] - edit.hypothesis[0]
    given = edit.reference[1] - edit.reference[0]
    if edit.kind == "kept":
        yield _Step("kept", taken, given)
    elif edit.kind == "moved":
        marks = before.is_punctuation(edit.hypothesis) and after.is_punctuation(edit.reference)
        yield _Step("punctuation" if marks else "moved", taken, given, edit.reason, edit.move)
    elif edit.kind == "changed" and edit.reason != OTHER_WORDS:
        kind: ReviewKind = "form" if edit.reason in _FORMS else "synonym"
        yield _Step(kind, taken, given, edit.reason)
    else:
        pairs = _pair_pieces(before.pieces(edit.hypothesis), after.pieces(edit.reference))
        for kind_of, old, new in pairs:
            yield from _unmatched(kind_of, before.words[slice(*old)], after.words[slice(*new)])


def _unmatched(kind: _Class, old: Sequence[str], new: Sequence[str]) -> Iterator[_Step]:
    if kind != "word":
        yield _Step(kind, len(old), len(new))
        return
    at_old = at_new = 0
    for first, second in [*_forms(old, new), (len(old), len(new))]:
        yield from _replaced_words(first - at_old, second - at_new)
        if first < len(old):
            yield _Step("form", 1, 1, SPELLING)
        at_old, at_new = first + 1, second + 1


def _replaced_words(old: int, new: int) -> Iterator[_Step]:
    if old and new:
        yield _Step("replaced", old, new)
    elif old:
        yield _Step("dropped", old, 0)
    elif new:
        yield _Step("added", 0, new)


def _pair_pieces(
    old: Sequence[tuple[_Class, Span]], new: Sequence[tuple[_Class, Span]]
) -> Iterator[tuple[_Class, Span, Span]]:
    """Yield pieces in the order of both sides, with as many pairs of one class as possible."""
    matched = _in_order(old, new) if old and new else []
    at_old = at_new = 0
    here = (old or new)[0][1][0] if (old or new) else 0
    for first, second in [*matched, (len(old), len(new))]:
        yield from ((kind, span, (here, here)) for kind, span in old[at_old:first])
        yield from ((kind, (here, here), span) for kind, span in new[at_new:second])
        if first < len(old):
            yield old[first][0], old[first][1], new[second][1]
        at_old, at_new = first + 1, second + 1


def _in_order(
    old: Sequence[tuple[_Class, Span]], new: Sequence[tuple[_Class, Span]]
) -> list[tuple[int, int]]:
    if len(old) * len(new) > _MAX_PIECE_PAIRS:
        return [
            (index, index)
            for index, (first, second) in enumerate(zip(old, new, strict=False))
            if first[0] == second[0]
        ]
    return _best_pairs([[int(first[0] == second[0]) for second in new] for first in old])


def _forms(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return pairs of words, in order, with similar spelling."""
    if not old or not new or len(old) * len(new) > _MAX_COMPARED_PAIRS:
        return []
    return _best_pairs([[_spelling_similarity(first, second) for second in new] for first in old])


def _spelling_similarity(first: str, second: str) -> int:
    longer = max(len(first), len(second))
    if (
        not _MIN_FORM_CHARS <= longer <= _MAX_FORM_CHARS
        or 3 * abs(len(first) - len(second)) > longer
    ):
        return 0
    edits = levenshtein(first.casefold(), second.casefold())
    return 100 - 100 * edits // longer if 3 * edits <= longer else 0


def _best_pairs(gains: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the pairs in order with the greatest sum of gains, all of them positive."""
    rows, columns = len(gains), len(gains[0])
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            gain = gains[row][column]
            best[row][column] = max(
                best[row + 1][column],
                best[row][column + 1],
                best[row + 1][column + 1] + gain if gain else 0,
            )
    pairs = []
    row = column = 0
    while row < rows and column < columns:
        gain = gains[row][column]
        if gain and best[row][column] == best[row + 1][column + 1] + gain:
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


def _place_steps(steps: Iterable[_Step], before: _Side, after: _Side) -> Iterator[ReviewEdit]:
    old = new = 0
    for step in steps:
        yield ReviewEdit(
            kind=step.kind,
            mt=_span(before.row, (old, old + step.before)),
            post_edit=_span(after.row, (new, new + step.after)),
            mt_tokens=step.before,
            post_edit_tokens=step.after,
            reason=step.reason,
            move=step.move,
        )
        old, new = old + step.before, new + step.after


def _span(row: TokenRow, tokens: Span) -> Span:
    """Return the code points of tokens; for an empty range, the place behind the previous token."""
    first, end = tokens
    if first < end:
        return row.spans[first][0], row.spans[end - 1][1]
    place = row.spans[first - 1][1] if first else 0
    return place, place
