"""Align lines of two texts that may be shifted: inserted, deleted, split or joined lines.

The texts are aligned like sentences of parallel texts (Gale and Church, 1993), by the similarity of
lines. A *bead* is one line of each, one line of either alone, or two lines of one side with one of
the other. It gains the similarity of its lines less a cost; the alignment maximises the sum of
gains, exactly in a window around a place where pairs stop being similar, and along the diagonal
elsewhere. So texts without shifts cost one comparison a line.

If no window shows how lines continue, rare words determine the distance of the shift.

Lines of a list or of a program's messages are all similar, and hide shifts. Lines that are
identical on both sides are therefore found first: if they prove a shift, the texts are aligned up
to it and from it on.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from ..text.tokenizers import Span

ShiftKind: TypeAlias = Literal["inserted", "deleted", "split", "joined"]

PAIR_COST: Final = 0.3
"""Minimum similarity of a pair, from 0 to 1, for a gain."""

ALONE_COST: Final = 0.3
"""Of a line without a partner. Two lines alone cost more than a pair without similarity."""

JOIN_COST: Final = 0.65
"""Of two lines with one: more than a pair and a line alone, which the gain has to repay."""

_MIN_SIMILARITY: Final = 0.3
_MAX_UNRELATED_SIMILARITY: Final = 0.2
"""Maximum mean similarity of unrelated pairs in a window."""

_PAIRS_AHEAD: Final = 3
"""Pairs to examine before a place counts as broken: one of them may be a rewrite."""

_CALM_PAIRS: Final = 16
_STRIDE: Final = 8
"""After so many similar pairs, only each eighth is compared if its lines have similar lengths."""

_PAIRS_BACK: Final = 8
"""Pairs that are realigned before a break: those that were not compared, and one more."""

_WINDOW_LINES: Final = 24
_MAX_WINDOWS: Final = 100
"""In one text. A text that needs more is not shifted but different."""

_RARE_LINES: Final = 8
"""Maximum number of lines with a word that can locate a line."""

_MAX_SEARCH_LINES: Final = 2000
"""Lines to search for the place where lines continue."""

_MAX_LEAPS: Final = 20
"""Such searches in one text."""

_MAX_BLOCK_CELLS: Final = 40_000
"""Cells of a block between two places that is aligned exactly."""

_MAX_SHIFT_PER_LINE: Final = 10
"""Lines by which a text may be shifted for each identical line that proves it."""


class Bead(NamedTuple):
    """Lines that belong together: half-open ranges, from 0."""

    mt: Span
    post_edit: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedLines:
    """A run of consecutive pairs.

    Attributes:
        mt: the first line of the machine translation, from 0.
        post_edit: the first line of the post-edit, from 0.
        lines: number of pairs.
    """

    mt: int
    post_edit: int
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A place from which on lines are shifted.

    Attributes:
        kind: change in the post-edit: lines "inserted" or "deleted", a line "split", lines
            "joined".
        mt: half-open range of lines from 0; empty for inserted lines.
        post_edit: range of lines; empty for deleted lines.
    """

    kind: ShiftKind
    mt: Span
    post_edit: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class LineAlignment:
    """An alignment of the lines of two texts.

    Attributes:
        runs: pairs, in order.
        shifts: between the runs, in order; empty for texts without shifts.
    """

    runs: tuple[PairedLines, ...]
    shifts: tuple[Shift, ...]

    def partner(self, post_edit: int) -> Span:
        """Return the lines of the machine translation that a line of the post-edit belongs to.

        The range of an inserted line is empty.
        """
        at = bisect_right(self.runs, post_edit, key=lambda run: run.post_edit) - 1
        if at >= 0 and post_edit < self.runs[at].post_edit + self.runs[at].lines:
            line = self.runs[at].mt + post_edit - self.runs[at].post_edit
            return line, line + 1
        at = bisect_right(self.shifts, post_edit, key=lambda shift: shift.post_edit[1])
        return self.shifts[at].mt if at < len(self.shifts) else (0, 0)

    def beads(self) -> Iterator[Bead]:
        """Yield all beads, in order."""
        parts: list[PairedLines | Shift] = [*self.runs, *self.shifts]
        parts.sort(key=_place)
        for part in parts:
            if isinstance(part, Shift):
                yield Bead(part.mt, part.post_edit)
                continue
            for line in range(part.lines):
                mt, post_edit = part.mt + line, part.post_edit + line
                yield Bead((mt, mt + 1), (post_edit, post_edit + 1))


def align_lines(mt: Sequence[str], post_edit: Sequence[str]) -> LineAlignment:
    """Align the lines of a machine translation and its post-edit."""
    beads: list[Bead] = []
    limits = _Effort()
    for here, there in _parts_to_align(mt, post_edit):
        walk = _Walk(_Lines(mt[slice(*here)]), _Lines(post_edit[slice(*there)]), limits)
        beads += (_moved(bead, here[0], there[0]) for bead in walk.beads())
    return _alignment_of(beads)


def likeness(first: str, second: str) -> float:
    """Return the similarity of two lines, from 0 to 1."""
    return _Lines([first]).likeness(_Lines([second]), (0, 1), (0, 1))


def _moved(bead: Bead, lines: int, others: int) -> Bead:
    if not lines and not others:
        return bead
    (first, behind), (other, behind_other) = bead
    return Bead((first + lines, behind + lines), (other + others, behind_other + others))


class _IdenticalLines(NamedTuple):
    """Consecutive lines that are identical on both sides."""

    mt: int
    post_edit: int
    lines: int

    @property
    def offset(self) -> int:
        return self.post_edit - self.mt


def _parts_to_align(mt: Sequence[str], post_edit: Sequence[str]) -> Iterator[tuple[Span, Span]]:
    """Yield parts of both sides to align independently; a single one without evidence of shifts.

    A part ends where the distance of identical lines changes.
    """
    here = there = offset = 0
    behind = 0, 0
    for same in _reliable_lines(_identical_lines(mt, post_edit)):
        if same.offset != offset:
            for end in (behind, same[:2]):
                if end != (here, there):
                    yield (here, end[0]), (there, end[1])
                    here, there = end
            offset = same.offset
        behind = same.mt + same.lines, same.post_edit + same.lines
    yield (here, len(mt)), (there, len(post_edit))


def _identical_lines(mt: Sequence[str], post_edit: Sequence[str]) -> Iterator[_IdenticalLines]:
    """Yield identical lines, in order: around those that are unique on both sides."""
    head, tail = _common_ends(mt, post_edit)
    if head:
        yield _IdenticalLines(0, 0, head)
    here, there = head, head
    ends = len(mt) - tail, len(post_edit) - tail
    for line, other in _in_order(_unique_lines(mt, post_edit, head, ends)):
        if line < here or other < there:
            continue
        first, behind = line, line + 1
        while first > here and first + other - line > there:
            if mt[first - 1] != post_edit[first - 1 + other - line]:
                break
            first -= 1
        while behind < ends[0] and behind + other - line < ends[1]:
            if mt[behind] != post_edit[behind + other - line]:
                break
            behind += 1
        yield _IdenticalLines(first, first + other - line, behind - first)
        here, there = behind, behind + other - line
    if tail:
        yield _IdenticalLines(*ends, tail)


def _common_ends(mt: Sequence[str], post_edit: Sequence[str]) -> tuple[int, int]:
    """Return the number of identical lines at the start, and at the end, without blank ones."""
    most = min(len(mt), len(post_edit))
    head = next((line for line in range(most) if mt[line] != post_edit[line]), most)
    left = most - head
    tail = next((line for line in range(left) if mt[-1 - line] != post_edit[-1 - line]), left)
    if not any(map(str.strip, mt[len(mt) - tail :])):
        tail = 0
    return head, tail


def _unique_lines(
    mt: Sequence[str], post_edit: Sequence[str], start: int, ends: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return the places of nonblank lines between these places that are unique on both sides."""
    lines, others = mt[start : ends[0]], post_edit[start : ends[1]]
    counts, other_counts = Counter(lines), Counter(others)
    places = {text: start + place for place, text in enumerate(others) if other_counts[text] == 1}
    return [
        (start + place, places[text])
        for place, text in enumerate(lines)
        if text in places and counts[text] == 1 and text.strip()
    ]


def _in_order(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence of pairs that is in order on both sides.

    The pairs are in order on the first side; patience sorting finds the longest increasing
    subsequence.
    """
    lasts: list[int] = []  # smallest end of a subsequence of each length
    tops: list[int] = []
    before: list[int] = []
    for number, (_, other) in enumerate(pairs):
        pile = bisect_left(lasts, other)
        before.append(tops[pile - 1] if pile else -1)
        lasts[pile : pile + 1] = [other]
        tops[pile : pile + 1] = [number]
    found = []
    number = tops[-1] if tops else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]


def _reliable_lines(found: Iterable[_IdenticalLines]) -> list[_IdenticalLines]:
    """Return identical lines, without accidental or moved ones.

    These would shift the lines around them back and forth, for more than they are worth.
    """
    kept: list[list[_IdenticalLines]] = []  # consecutive ones of equal distance
    for same in found:
        while kept and kept[-1][0].offset != same.offset:
            before = kept[-2][0].offset if len(kept) > 1 else 0
            offset = kept[-1][0].offset
            detour = abs(offset - before) + abs(same.offset - offset) - abs(same.offset - before)
            if _lines_in(kept[-1]) * (1 - PAIR_COST) >= detour * ALONE_COST:
                break
            kept.pop()
        if kept and kept[-1][0].offset == same.offset:
            kept[-1].append(same)
        else:
            kept.append([same])
    while kept:
        before = kept[-2][0].offset if len(kept) > 1 else 0
        if _lines_in(kept[-1]) * _MAX_SHIFT_PER_LINE >= abs(kept[-1][0].offset - before):
            break
        kept.pop()
    return list(chain.from_iterable(kept))


def _lines_in(several: Sequence[_IdenticalLines]) -> int:
    return sum(same.lines for same in several)


@dataclass(slots=True)
class _Effort:
    """Counts the expensive operations in a whole text."""

    windows: int = 0
    leaps: int = 0


class _Lines:
    """Lines with cached words for comparison."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines: Final = lines
        self._words: Final[dict[int, frozenset[str]]] = {}

    def __len__(self) -> int:
        return len(self.lines)

    def words(self, line: int) -> frozenset[str]:
        """Return the distinct words of a line; pairs of characters if it has no spaces."""
        found = self._words.get(line)
        if found is None:
            found = self._words[line] = _words(self.lines[line])
        return found

    def likeness(self, others: "_Lines", here: Span, there: Span) -> float:
        """Return Dice's coefficient of the words of two ranges of one or two lines."""
        if here[1] - here[0] == 1 == there[1] - there[0]:
            if self.lines[here[0]] == others.lines[there[0]]:
                return 1.0
            first, second = self.words(here[0]), others.words(there[0])
        else:
            first = frozenset().union(*map(self.words, range(*here)))
            second = frozenset().union(*map(others.words, range(*there)))
        size = len(first) + len(second)
        return 2 * len(first & second) / size if size else 1.0

    def is_blank(self, line: int) -> bool:
        """Return whether a line has no text to join."""
        return not self.words(line)


def _words(line: str) -> frozenset[str]:
    words = line.casefold().split()
    if len(line) > 20 * len(words) and not line.isascii():  # a script without spaces
        text = "".join(words)
        return frozenset(text[at : at + 2] for at in range(max(1, len(text) - 1)))
    return frozenset(words)


class _Walk:
    """Walks along the diagonal, and searches around the places where it breaks."""

    def __init__(self, mt: _Lines, post_edit: _Lines, limits: _Effort) -> None:
        self._mt = mt
        self._post_edit = post_edit
        self._limits = limits
        self._beads: list[Bead] = []
        self._calm = 0  # similar pairs since the last dissimilar one
        self._rare = _RareWords(post_edit)

    def beads(self) -> list[Bead]:
        """Align all lines."""
        mt, post_edit = self._mt, self._post_edit
        here = there = 0
        while here < len(mt) and there < len(post_edit):
            if self._is_pair(here, there) and not self._ends_unevenly(here, there):
                self._beads.append(Bead((here, here + 1), (there, there + 1)))
                here, there = here + 1, there + 1
            else:
                self._calm = 0
                here, there = self._align_window(here, there)
        self._add(aligned(mt, post_edit, (here, len(mt)), (there, len(post_edit))))
        return self._beads

    def _is_pair(self, here: int, there: int) -> bool:
        """Return whether a pair on the diagonal is similar, or likely to be."""
        first, second = self._mt.lines[here], self._post_edit.lines[there]
        if first == second:
            return True
        if self._calm >= _CALM_PAIRS and self._calm % _STRIDE:
            shorter, longer = sorted((len(first), len(second)))
            if 3 * shorter >= 2 * longer:
                self._calm += 1
                return True
        if self._pair(here, there) >= _MIN_SIMILARITY:
            self._calm += 1
            return True
        return self._are_similar(here, there)

    def _pair(self, here: int, there: int) -> float:
        return self._mt.likeness(self._post_edit, (here, here + 1), (there, there + 1))

    def _are_similar(
        self, here: int, there: int, ahead: int = _PAIRS_AHEAD, similarity: float = _MIN_SIMILARITY
    ) -> bool:
        """Return whether the next pairs are similar on average; False if there are too few."""
        if self._limits.windows >= _MAX_WINDOWS:
            return True
        lines = min(ahead, len(self._mt) - here, len(self._post_edit) - there)
        total = sum(self._pair(here + line, there + line) for line in range(lines))
        return lines == ahead and total >= similarity * lines

    def _ends_unevenly(self, here: int, there: int) -> bool:
        """Return whether only one side ends with this line."""
        left = len(self._mt) - here, len(self._post_edit) - there
        return min(left) == 1 and max(left) > 1 and self._limits.windows < _MAX_WINDOWS

    def _align_window(self, here: int, there: int) -> tuple[int, int]:
        """Align a window exactly, from a few lines before; return where to continue."""
        self._limits.windows += 1
        broken = here, there
        here, there = self._step_back(here, there)
        ends = (
            min(here + _WINDOW_LINES, len(self._mt)),
            min(there + _WINDOW_LINES, len(self._post_edit)),
        )
        is_last = ends == (len(self._mt), len(self._post_edit))
        beads = aligned(
            self._mt, self._post_edit, (here, ends[0]), (there, ends[1]), open_end=not is_last
        )
        if not is_last:
            if not self._is_found(beads) and (far := self._next_by_rare_words(*broken)):
                return self._jump((here, there), far)
            beads = beads[: max(_PAIRS_BACK + 1, len(beads) // 2)]
        self._add(beads)
        return (beads[-1].mt[1], beads[-1].post_edit[1]) if beads else ends

    def _step_back(self, here: int, there: int) -> tuple[int, int]:
        for _ in range(min(_PAIRS_BACK, len(self._beads))):
            last = self._beads[-1]
            if last.mt[1] - last.mt[0] != 1 or last.post_edit[1] - last.post_edit[0] != 1:
                break
            self._beads.pop()
            here, there = last.mt[0], last.post_edit[0]
        return here, there

    def _is_found(self, beads: Sequence[Bead]) -> bool:
        """Return whether the second half of a window has similar pairs."""
        half = beads[len(beads) // 2 :]
        similarity = sum(
            self._mt.likeness(self._post_edit, *bead) >= _MIN_SIMILARITY
            for bead in half
            if bead.mt[0] < bead.mt[1] and bead.post_edit[0] < bead.post_edit[1]
        )
        return 2 * similarity >= len(half)

    def _next_by_rare_words(self, here: int, there: int) -> tuple[int, int] | None:
        """Return the next place from which on several pairs are similar, by rare words."""
        if self._limits.leaps == _MAX_LEAPS or self._are_similar(
            here, there, _WINDOW_LINES, _MAX_UNRELATED_SIMILARITY
        ):
            return None
        self._limits.leaps += 1
        rare = self._rare.near(there)
        offsets: Counter[int] = Counter()
        end = min(len(self._mt), here + _MAX_SEARCH_LINES // 2)
        for line in range(here, end):
            for word in self._mt.words(line):
                for other in rare.get(word, ()):
                    if other >= there:
                        offsets[other - line] += 1
            if line % _WINDOW_LINES == 0 or line == end - 1:
                for offset, _ in offsets.most_common(3):
                    if offset == there - here:
                        continue
                    if found := self._first_similar(max(here, there - offset), offset, line):
                        return found
        return None

    def _first_similar(self, start: int, offset: int, end: int) -> tuple[int, int] | None:
        """Return the first place of a diagonal from which on three pairs are similar."""
        run = 0
        most = min(end + _PAIRS_AHEAD, len(self._mt), len(self._post_edit) - offset)
        for line in range(start, most):
            run = run + 1 if self._pair(line, line + offset) >= _MIN_SIMILARITY else 0
            if run == _PAIRS_AHEAD:
                return line - run + 1, line - run + 1 + offset
        return None

    def _jump(self, start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
        spans = (start[0], end[0]), (start[1], end[1])
        size = (end[0] - start[0]) * (end[1] - start[1])
        if size <= _MAX_BLOCK_CELLS:
            self._add(aligned(self._mt, self._post_edit, *spans))
        else:
            self._add(_pair_in_order(*spans))
        return end

    def _add(self, beads: Sequence[Bead]) -> None:
        self._beads.extend(beads)


def aligned(
    mt: _Lines, post_edit: _Lines, here: Span, there: Span, *, open_end: bool = False
) -> list[Bead]:
    """Return the beads of a block with the greatest sum of gains.

    Args:
        mt: all lines of the machine translation.
        post_edit: all lines of the post-edit.
        here: the block's lines of the machine translation.
        there: its lines of the post-edit.
        open_end: whether the texts continue behind the block: then remaining lines of one side cost
            nothing, and are left out.
    """
    if (here[1] - here[0]) * (there[1] - there[0]) > _MAX_BLOCK_CELLS:
        return _pair_in_order(here, there)
    rows, columns = here[1] - here[0], there[1] - there[0]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    steps: list[list[tuple[int, int]]] = [[(0, 0)] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows, -1, -1):
        for column in range(columns, -1, -1):
            if row == rows and column == columns:
                continue
            if open_end and (row == rows or column == columns):
                continue
            best[row][column], steps[row][column] = max(
                (gain + best[row + taken][column + given], (taken, given))
                for (taken, given), gain in _gains(
                    mt, post_edit, (here[0] + row, here[1]), (there[0] + column, there[1])
                )
            )
    beads = []
    row = column = 0
    while (step := steps[row][column]) != (0, 0):
        mt_line, line = here[0] + row, there[0] + column
        beads.append(Bead((mt_line, mt_line + step[0]), (line, line + step[1])))
        row, column = row + step[0], column + step[1]
    return beads


def _gains(
    mt: _Lines, post_edit: _Lines, here: Span, there: Span
) -> Iterator[tuple[tuple[int, int], float]]:
    """Yield the lines and the gain of each bead that can begin the rest of a block."""
    line, other = here[0], there[0]
    more, more_others = line < here[1], other < there[1]
    if more:
        yield (1, 0), -ALONE_COST
    if more_others:
        yield (0, 1), -ALONE_COST
    if not (more and more_others):
        return
    yield (1, 1), mt.likeness(post_edit, (line, line + 1), (other, other + 1)) - PAIR_COST
    if line + 1 < here[1] and not mt.is_blank(line) and not mt.is_blank(line + 1):
        similarity = mt.likeness(post_edit, (line, line + 2), (other, other + 1))
        yield (2, 1), similarity - JOIN_COST
    if other + 1 < there[1] and not post_edit.is_blank(other) and not post_edit.is_blank(other + 1):
        similarity = mt.likeness(post_edit, (line, line + 1), (other, other + 2))
        yield (1, 2), similarity - JOIN_COST


def _pair_in_order(here: Span, there: Span) -> list[Bead]:
    """Return pairs of lines in order, and the rest of one side."""
    pairs = min(here[1] - here[0], there[1] - there[0])
    beads = [
        Bead((here[0] + line, here[0] + line + 1), (there[0] + line, there[0] + line + 1))
        for line in range(pairs)
    ]
    line, other = here[0] + pairs, there[0] + pairs
    beads += [Bead((at, at + 1), (other, other)) for at in range(line, here[1])]
    beads += [Bead((line, line), (at, at + 1)) for at in range(other, there[1])]
    return beads


class _RareWords:
    """Finds rare words in parts of a text."""

    def __init__(self, lines: _Lines) -> None:
        self._lines = lines
        self._span: Span = (0, 0)
        self._places: dict[str, list[int]] = {}

    def near(self, line: int) -> dict[str, list[int]]:
        """Return the lines of each rare word in the part that begins at or before a line."""
        start, end = self._span
        wanted = min(line + _MAX_SEARCH_LINES, len(self._lines))
        if not start <= line <= wanted <= end:
            self._span = line, min(line + 2 * _MAX_SEARCH_LINES, len(self._lines))
            self._places = self._read(*self._span)
        return self._places

    def _read(self, start: int, end: int) -> dict[str, list[int]]:
        places: dict[str, list[int]] = defaultdict(list)
        for line in range(start, end):
            for word in self._lines.words(line):
                places[word].append(line)
        return {word: found for word, found in places.items() if len(found) <= _RARE_LINES}


def _alignment_of(beads: Sequence[Bead]) -> LineAlignment:
    runs: list[PairedLines] = []
    shifts: list[Shift] = []
    start: Bead | None = None
    length = 0
    for bead in beads:
        if bead.mt[1] - bead.mt[0] == 1 == bead.post_edit[1] - bead.post_edit[0]:
            start = start or bead
            length += 1
            continue
        if start is not None:
            runs.append(_run(start, length))
        start, length = None, 0
        _add_shift(shifts, bead)
    if start is not None:
        runs.append(_run(start, length))
    return LineAlignment(runs=tuple(runs), shifts=tuple(shifts))


def _run(start: Bead, lines: int) -> PairedLines:
    return PairedLines(mt=start.mt[0], post_edit=start.post_edit[0], lines=lines)


def _add_shift(shifts: list[Shift], bead: Bead) -> None:
    """Add a shift; consecutive inserted or deleted lines are one."""
    kind = _kind(bead)
    last = shifts[-1] if shifts else None
    touch = last and last.mt[1] == bead.mt[0] and last.post_edit[1] == bead.post_edit[0]
    if last and touch and last.kind == kind and kind in ("inserted", "deleted"):
        mt, post_edit = (last.mt[0], bead.mt[1]), (last.post_edit[0], bead.post_edit[1])
        shifts[-1] = Shift(kind=kind, mt=mt, post_edit=post_edit)
    else:
        shifts.append(Shift(kind=kind, mt=bead.mt, post_edit=bead.post_edit))


def _kind(bead: Bead) -> ShiftKind:
    if bead.mt[0] == bead.mt[1]:
        return "inserted"
    if bead.post_edit[0] == bead.post_edit[1]:
        return "deleted"
    return "split" if bead.mt[1] - bead.mt[0] == 1 else "joined"


def _place(part: "PairedLines | Shift") -> tuple[int, int]:
    if isinstance(part, Shift):
        return part.mt[0], part.post_edit[0]
    return part.mt, part.post_edit
