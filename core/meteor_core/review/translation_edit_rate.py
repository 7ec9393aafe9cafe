"""Compute TER: the fewest edits of words and moves of phrases from one text to another.

Translation edit rate (Snover et al., 2006) is the number of edits divided by the length of the
resulting text. HTER is the TER of machine translation against its own post-edit. The minimum is not
searched for: phrases are moved greedily, by the heuristics and limits of Tercom as implemented in
sacrebleu, and the counts equal sacrebleu's (2.6.0), which tests check:

- A phrase of up to 10 words may move up to 50 words, to a place where the target has the same
words,
  if both places are wrong. The best of all helpful moves is made, and the search restarts, until no
  move helps or 1,000 were tried.
- The rest is the edit distance, limited to cells within 25 words of the diagonal.

sacrebleu recomputes that distance for each move that it tries, from the first different word. Here
it is joined to the known distance of the rest behind the last different word: a move costs as much
as it is long, however long the text is.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..runtime.implementation import chosen_implementation

_MAX_MOVED_WORDS: Final = 10
_MAX_MOVE_WORDS: Final = 50
_BEAM_WORDS: Final = 25
_MAX_TRIED_MOVES: Final = 1000
_INFINITE_COST: Final = 1 << 40


@dataclass(frozen=True, slots=True, kw_only=True)
class EditRate:
    """The edits from one text to another, or their sum over many texts.

    Attributes:
        edits: insertions, deletions and replacements of words, and moves of phrases.
        length: words of the resulting text.
    """

    edits: int = 0
    length: int = 0

    @property
    def rate(self) -> float:
        """Return edits per word, usually from 0 to 1; 1 if an empty text was edited to."""
        if self.length:
            return self.edits / self.length
        return 1.0 if self.edits else 0.0

    def __add__(self, other: "EditRate") -> "EditRate":
        """Add the edits and the words of both."""
        return EditRate(edits=self.edits + other.edits, length=self.length + other.length)


def translation_edit_rate(before: str, after: str) -> EditRate:
    """Return the edits from one text to another.

    Words are separated by white space and compared without letter case, like sacrebleu's ``TER()``.
    In a language without spaces, a whole sentence is one word.
    """
    words, target = words_of(before), words_of(after)
    return EditRate(edits=edits_between(words, target), length=len(target))


def words_of(text: str) -> list[str]:
    """Split a text into the words that TER compares."""
    return text.lower().split()


def edits_between(words: Sequence[str], target: Sequence[str]) -> int:
    """Return the number of edits from words to other words."""
    if not target:
        return len(words)
    numbers: dict[str, int] = {}
    rows = [[numbers.setdefault(word, len(numbers)) for word in row] for row in (words, target)]
    if chosen_implementation().name == "compiled":
        from .._kernel import edits_between as compiled

        return compiled(*rows)
    return least_edits(*rows)


def least_edits(words: list[int], target: list[int]) -> int:
    """Return the number of edits from words to a target that is not empty, both as numbers."""
    moves = tried = 0
    while True:
        distance = _Distance(words, target)
        best, tried = _best_move(words, target, distance, tried)
        if tried >= _MAX_TRIED_MOVES or best is None:
            return moves + distance.edits
        words = _moved(words, best)
        moves += 1


class _Move(NamedTuple):
    """A phrase and the place to insert it before; both count words from 0."""

    start: int
    length: int
    place: int


def _best_move(
    words: list[int], target: list[int], distance: "_Distance", tried: int
) -> tuple[_Move | None, int]:
    """Return the move that saves most edits, if any, and the number of tried moves."""
    path = distance.path()
    best: tuple[tuple[int, int, int, int], _Move] | None = None
    for start, there, length in _same_phrases(words, target):
        if not path.words_are_wrong(start, length) or not path.target_is_wrong(there, length):
            continue
        if start <= path.partner[there] < start + length:
            continue
        for place in _places(path.partner, there, length):
            move = _Move(start, length, place)
            tried += 1
            saved = distance.edits - distance.after(_moved(words, move), move)
            rank = (saved, length, -start, -place)
            if best is None or rank > best[0]:
                best = rank, move
        if tried >= _MAX_TRIED_MOVES:
            break
    return (best[1] if best and best[0][0] > 0 else None), tried


def _same_phrases(words: list[int], target: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield start in the words, start in the target and length of common phrases."""
    places: dict[int, list[int]] = {}
    for there, word in enumerate(target):
        places.setdefault(word, []).append(there)
    for start, word in enumerate(words):
        here = places.get(word, [])
        near = bisect_left(here, start - _MAX_MOVE_WORDS)
        beyond = bisect_right(here, start + _MAX_MOVE_WORDS)
        for there in here[near:beyond]:
            most = min(_MAX_MOVED_WORDS, len(words) - start, len(target) - there)
            length = 0
            while length < most and words[start + length] == target[there + length]:
                length += 1
                yield start, there, length


def _places(partner: Sequence[int], there: int, length: int) -> Iterator[int]:
    """Yield places in the words for a phrase of the target, without consecutive duplicates."""
    last = -1
    for position in range(there - 1, there + length):
        place = partner[position] + 1 if position >= 0 else 0
        if place != last:
            yield place
        last = place


def _moved(words: list[int], move: _Move) -> list[int]:
    start, length, place = move
    phrase = words[start : start + length]
    if place < start:
        return words[:place] + phrase + words[place:start] + words[start + length :]
    if place > start + length:
        return words[:start] + words[start + length : place] + phrase + words[place:]
    # Within itself, the phrase moves as far behind its end as it should behind its start.
    rest = words[start + length :]
    return words[:start] + rest[: place - start] + phrase + rest[place - start :]


@dataclass(frozen=True, slots=True)
class _Path:
    """The path of fewest edits through words and target.

    Attributes:
        partner: for each word of the target, its word, or the last one before it.
        wrong_words: number of edited words before each position.
        wrong_target: number of edited words of the target before each position.
    """

    partner: list[int]
    wrong_words: list[int]
    wrong_target: list[int]

    def words_are_wrong(self, start: int, length: int) -> bool:
        """Return whether a range of words contains an edit."""
        return self.wrong_words[start + length] > self.wrong_words[start]

    def target_is_wrong(self, start: int, length: int) -> bool:
        """Return whether a range of the target contains an edit."""
        return self.wrong_target[start + length] > self.wrong_target[start]


_KEPT: Final = 0
_REPLACED: Final = 1
_TAKEN_OUT: Final = 2
_PUT_IN: Final = 3


class _Distance:
    """The edit distance of words to their target, near the diagonal.

    A row has a cell for each prefix of the target; row numbers are lengths of the words' prefix.
    """

    def __init__(self, words: list[int], target: list[int]) -> None:
        self._words = words
        self._target = target
        self._bands = _bands(len(words), len(target))
        self._forward: list[list[int]] = [list(range(len(target) + 1))]
        self._steps: list[bytearray] = [bytearray([_PUT_IN]) * (len(target) + 1)]
        for number in range(1, len(words) + 1):
            row, steps = self._row(self._forward[-1], number, words[number - 1])
            self._forward.append(row)
            self._steps.append(steps)
        self._backward: dict[int, list[int]] = {}
        self.edits: Final = self._forward[-1][-1]

    def path(self) -> _Path:
        """Return the path of fewest edits; among several, sacrebleu's."""
        word, there = len(self._words), len(self._target)
        partner = [0] * there
        wrong_words, wrong_target = bytearray(word), bytearray(there)
        while word or there:
            step = self._steps[word][there - self._bands[word][0]]
            if step in (_KEPT, _REPLACED):
                word, there = word - 1, there - 1
                wrong_words[word] = wrong_target[there] = step
                partner[there] = word
            elif step == _TAKEN_OUT:
                word -= 1
                wrong_words[word] = 1
            else:
                there -= 1
                wrong_target[there] = 1
                partner[there] = word - 1
        return _Path(partner, _running(wrong_words), _running(wrong_target))

    def after(self, words: list[int], move: _Move) -> int:
        """Return the remaining edits after a move."""
        first = min(move.start, move.place)
        end = min(max(move.start + move.length, move.place + move.length), len(words))
        if move.place > move.start + move.length:
            end = move.place
        row = self._forward[first]
        for number in range(first + 1, end + 1):
            row, _ = self._row(row, number, words[number - 1])
        return min(map(int.__add__, row, self._rest(end)))

    def _rest(self, number: int) -> list[int]:
        """Return the edits from each cell of a row to the end, computing rows lazily."""
        if not self._backward:
            low, end = self._bands[-1]
            self._backward[len(self._words)] = [end - 1 - there for there in range(low, end)]
        for row in range(min(self._backward) - 1, number - 1, -1):
            self._backward[row] = self._row_before(row)
        return self._backward[number]

    def _row(self, above: list[int], number: int, word: int) -> tuple[list[int], bytearray]:
        """Return costs and steps of a row, in its band, from the row above it."""
        target = self._target
        low, end = self._bands[number]
        above_low, above_end = self._bands[number - 1]
        costs: list[int] = []
        steps = bytearray(end - low)
        left = _INFINITE_COST
        for there in range(low, end):
            best, step = _INFINITE_COST, _KEPT
            if above_low < there <= above_end:
                kept = target[there - 1] == word
                best = above[there - 1 - above_low] + (not kept)
                step = _KEPT if kept else _REPLACED
            if above_low <= there < above_end and above[there - above_low] + 1 < best:
                best, step = above[there - above_low] + 1, _TAKEN_OUT
            if left + 1 < best:
                best, step = left + 1, _PUT_IN
            costs.append(best)
            steps[there - low] = step
            left = best
        return costs, steps

    def _row_before(self, number: int) -> list[int]:
        """Return the edits from each cell of a row to the end, from those of the next row."""
        target, word = self._target, self._words[number]
        low, end = self._bands[number]
        below, (below_low, below_end) = self._backward[number + 1], self._bands[number + 1]
        costs = [_INFINITE_COST] * (end - low)
        right = _INFINITE_COST
        for there in range(end - 1, low - 1, -1):
            best = right + 1
            if below_low <= there < below_end:
                best = min(best, below[there - below_low] + 1)
            if below_low <= there + 1 < below_end:
                best = min(best, below[there + 1 - below_low] + (target[there] != word))
            costs[there - low] = right = best
        return costs


def _bands(words: int, target: int) -> list[tuple[int, int]]:
    """Return the half-open range of cells of each row."""
    ratio = target / words if words else 1
    beam = math.ceil(ratio / 2 + _BEAM_WORDS) if ratio / 2 > _BEAM_WORDS else _BEAM_WORDS
    bands = [(0, target + 1)]
    for number in range(1, words + 1):
        diagonal = math.floor(number * ratio)
        bands.append((max(0, diagonal - beam), min(target + 1, diagonal + beam)))
    bands[-1] = (bands[-1][0], target + 1)
    return bands


def _running(wrong: bytearray) -> list[int]:
    total = 0
    sums = [0]
    for value in wrong:
        total += value
        sums.append(total)
    return sums
