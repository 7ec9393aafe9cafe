"""Texts that should stand line by line and do not: which of their lines belong together.

A line that was inserted, deleted, split or joined shifts all that follow. The segments of such a
pairing are not lines then but what belongs together: mostly one line of each text, at a shift two
lines of one with one of the other, or a line that stands alone.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, TypeAlias

from meteor_core import InputError
from meteor_core.files.content import Content
from meteor_core.files.line_layouts import PlainLines
from meteor_core.files.placed_text import CODE, Piece, Place, as_it_stands, missing, placed
from meteor_core.files.units import Fault
from meteor_core.review.shifted_lines import Bead, LineAlignment, PairedLines, align_lines, likeness
from meteor_core.review.shifted_lines import Shift as LinesShift

from ..documents.line_segments import overwritten_line
from ..documents.segmentation import Change, Description, Replacement, Standing, common_ends
from ..documents.text_file import TextFile

_MOST_COMPARED: Final = 40
"""Pairs behind a shift that are looked at to believe it."""

_ALIKE: Final = 0.3
_BETTER: Final = 0.1
_JOINED_ALIKE: Final = 0.5
"""What shifted lines share at least, in the mean; by how much more than as they stand; and what two
lines share with the one that they were joined to, where nothing follows."""


@dataclass(frozen=True, slots=True)
class Block:
    """Segments that follow each other and have as many lines each.

    Attributes:
        starts: the first line of each text, from 0.
        lines: how many lines of each text a segment has.
        segments: how many there are.

    Raises:
        ValueError: a count is negative, or there is no segment.
    """

    starts: tuple[int, ...]
    lines: tuple[int, ...]
    segments: int

    def __post_init__(self) -> None:
        """Reject counts that no lines can have."""
        if min(self.lines) < 0 or self.segments < 1:
            raise ValueError(f"{self} is no block: lines are 0 or more, segments 1 or more")

    @property
    def ends(self) -> tuple[int, ...]:
        """The line of each text behind the last segment."""
        return tuple(
            start + lines * self.segments
            for start, lines in zip(self.starts, self.lines, strict=True)
        )

    @property
    def is_paired(self) -> bool:
        """Whether each segment is one line of each text."""
        return all(lines == 1 for lines in self.lines)


@dataclass(frozen=True, slots=True)
class Shift:
    """A place from which on lines are shifted.

    Attributes:
        first: its first segment, from 0.
        segments: how many it has.
        lines: the lines of each text there, half-open, from 0; empty where a text has none.
    """

    first: int
    segments: int
    lines: tuple[tuple[int, int], ...]


def recognised(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], source: Sequence[str] | None
) -> list[Block] | None:
    """How the lines of texts belong together; None where they stand line by line, or unlike.

    Lines that are left at the end of a text shift nothing. The source belongs to the text that has
    as many lines: it was cut with it. Where no text has, it is in no segment.

    Args:
        hypotheses: lines of the hypothesis.
        references: lines of each reference.
        source: lines of the source, if there is one.
    """
    found = [_believed(hypotheses, reference) for reference in references]
    if all(alignment is None for alignment in found):
        return None
    if len(found) == 1 and found[0] is not None:
        groups = _of_one(found[0])
    else:
        beads = [
            list(_one_by_one(len(hypotheses), len(reference)) if one is None else one.beads())
            for one, reference in zip(found, references, strict=True)
        ]
        groups = ((counts, 1) for counts in _together(beads))
    if source is not None:
        texts = [hypotheses, *references]
        leader = next((n for n, text in enumerate(texts) if len(text) == len(source)), None)
        groups = (
            ((*counts, 0 if leader is None else counts[leader]), times) for counts, times in groups
        )
    return list(_merged(_blocks((0,) * (len(references) + 1 + (source is not None)), groups)))


@dataclass(frozen=True, slots=True)
class LinesEdited:
    """Lines that came into a text that stood line by line beside others, or went from it.

    Where lines are alike, their words do not tell which of them is new; the edit does.

    Attributes:
        text: the number of the text.
        first: the first of these lines, or the one before which they went.
        count: how many came; below 0 how many went.
    """

    text: int
    first: int
    count: int

    def then(self, later: "LinesEdited") -> "LinesEdited | None":
        """Both edits as one; None where they are not, or nothing came or went in the end."""
        count = self.count + later.count
        if later.text != self.text:
            return None
        if self.count > 0:
            is_inside = self.first <= later.first <= self.first + self.count + min(later.count, 0)
            return LinesEdited(self.text, self.first, count) if is_inside and count > 0 else None
        touches = later.first <= self.first <= later.first - later.count
        return LinesEdited(self.text, later.first, count) if touches else None

    def placed(self, blocks: Sequence[Block]) -> Sequence[Block]:
        """How lines belong together, with these lines where the edit was.

        Only blocks that tell of as many lines of that text elsewhere are not left as they are.
        """
        own = [block for block in blocks if self._is_own(block)]
        beside = [block for block in blocks if block not in own]
        count, segments = (sum(block.segments for block in some) for some in (own, beside))
        kinds = {block.lines for block in beside}
        if count != abs(self.count) or len(kinds) != 1 or self.first > segments:
            return blocks
        (paired,) = kinds
        if max(paired) > 1:
            return blocks
        groups = (
            (paired, self.first),
            (own[0].lines, count),
            (paired, segments - self.first),
        )
        return list(
            _blocks((0,) * len(paired), ((lines, times) for lines, times in groups if times))
        )

    def _is_own(self, block: Block) -> bool:
        """Whether segments are lines of that text alone, or all lines but of that text."""
        here = block.lines[self.text]
        others = {lines for text, lines in enumerate(block.lines) if text != self.text}
        return (here, others) == ((1, {0}) if self.count > 0 else (0, {1}))


def lines_edited(text: int, change: Change, new: Sequence[str]) -> LinesEdited | None:
    """The lines that an edit of a text put in or took out; None where it did anything else too.

    Args:
        text: its number.
        change: of its lines.
        new: those that are there now.
    """
    old = change.before(None)
    head, tail = common_ends(old, new)
    if len(old) != change.removed or head + tail < min(len(old), len(new)):
        return None
    return LinesEdited(text, change.first + head, len(new) - len(old))


class ShiftedLines:
    """The segments of texts whose lines are shifted, kept up to date while lines are edited.

    Each line of a text is in one segment, but those of a source that belongs to no text: this is
    not followed.

    Attributes:
        lines: of each text, lists that others edit in place: hypothesis, references, source.
        texts: of each text the segments, in lists that follow.
        moves: counts the edits that moved lines.
    """

    def __init__(self, lines: Sequence[list[str]], blocks: Iterable[Block]) -> None:
        """Lines that belong together as the blocks say."""
        self.lines: Final = tuple(lines)
        self.texts: Final[tuple[list[str], ...]] = tuple([] for _ in lines)
        self.moves = 0
        self._follow(blocks)
        self._read(0, 0, len(self))

    def __len__(self) -> int:
        return self._firsts[-1]

    @property
    def first_shift(self) -> int:
        """The segment before which all stand line by line."""
        first = self._blocks[0] if self._blocks else None
        is_plain = first and first.is_paired and not any(first.starts)
        return self._firsts[1] if is_plain else 0

    @property
    def shifts(self) -> Iterator[Shift]:
        """The places at which lines are shifted, in order."""
        for first, block in zip(self._firsts, self._blocks, strict=False):
            if not block.is_paired:
                lines = tuple(zip(block.starts, block.ends, strict=True))
                yield Shift(first, block.segments, lines)

    def take(self, blocks: Iterable[Block]) -> Change:
        """Take how lines belong together by now."""
        old, count = self._blocks, len(self)
        self._follow(blocks)
        same = 0
        while same < min(len(old), len(self._blocks)) and old[same] == self._blocks[same]:
            same += 1
        if same == len(old) == len(self._blocks):
            return Change(0, 0, 0)
        head = self._firsts[same]
        if same < min(len(old), len(self._blocks)):
            one, other = old[same], self._blocks[same]
            if (one.starts, one.lines) == (other.starts, other.lines):
                head += min(one.segments, other.segments)
        self.moves += 1
        self._read(head, count, len(self))
        return Change(head, count - head, len(self) - head)

    def follows(self, text: int) -> bool:
        """Whether the lines of a text are in segments."""
        return self._followed[text]

    def starts(self, text: int, other: int) -> Iterator[tuple[int, int]]:
        """Pairs of lines of two texts from which on lines follow each other side by side.

        They do up to the next pair; where one text has more lines until there, the others of it
        stand beside the last of the other text.
        """
        for block in self._blocks:
            steps = block.lines[text], block.lines[other]
            count = block.segments if min(steps) and max(steps) > 1 else 1
            for number in range(count):
                yield tuple(  # type: ignore[misc]  # two
                    block.starts[one] + number * step
                    for one, step in zip((text, other), steps, strict=True)
                )

    def lines_of(self, text: int, segment: int) -> range:
        """The lines of a text that a segment has."""
        number = bisect_right(self._firsts, segment) - 1
        block = self._blocks[number]
        lines = block.lines[text]
        start = block.starts[text] + (segment - self._firsts[number]) * lines
        return range(start, start + lines)

    def segments_on(self, text: int, first: int, last: int) -> range:
        """The segments that have one of these lines of a text, both included, as far as there are.

        Those between them that have none are there, too.
        """
        count = self._blocks[-1].ends[text] if self._blocks else 0
        last = min(last, count - 1)
        if first > last:
            return range(0)
        return range(self.segment_of(text, first), self.segment_of(text, last) + 1)

    def segment_of(self, text: int, line: int) -> int:
        """The segment that a line of a text is in; behind the last line that behind the last."""
        number = bisect_right(self._starts[text], line) - 1
        block = self._blocks[number]
        if not block.lines[text]:
            return self._firsts[number + 1]
        within = (line - block.starts[text]) // block.lines[text]
        return self._firsts[number] + min(within, block.segments)

    def is_alone(self, segment: int, scored: int) -> bool:
        """Whether a segment lacks the first text, or all others of those that are scored."""
        lines = self._blocks[bisect_right(self._firsts, segment) - 1].lines
        return not lines[0] or not any(lines[1:scored])

    def edited(self, text: int, change: Change) -> Change:
        """Take an edit of a text's lines, which already are as they are now.

        Lines that come or go are put beside those that stand alone next to them.

        Returns:
            The segments that changed.
        """
        if not self._followed[text]:
            return Change(0, 0, 0)
        first, removed, inserted = change.first, change.removed, change.inserted
        start = self.segment_of(text, first) if len(self) else 0
        end = self.segment_of(text, first + removed - 1) + 1 if removed else start
        if start < len(self) and self.lines_of(text, start).start < first:
            end = max(end, start + 1)  # between the lines of one segment
        end = min(end, len(self))
        if removed == inserted:
            self._read(start, end, end)
            return Change(start, end - start, end - start)
        self.moves += 1
        start, end, counts = self._around(text, start, end, inserted - removed)
        new = list(_blocks(self._places(start), _side_by_side(counts)))
        behind = [
            Block(_moved(block.starts, text, inserted - removed), block.lines, block.segments)
            for block in self._cut(end, len(self))
        ]
        self._put([*self._cut(0, start), *new, *behind])
        self._check()
        come = sum(block.segments for block in new)
        self._read(start, end, start + come)
        return Change(start, end - start, come)

    def _around(self, text: int, start: int, end: int, grown: int) -> tuple[int, int, list[int]]:
        """The segments to put together anew, with neighbours that lack what is too many there.

        Returns:
            The first of them, behind the last, and the lines of each text that they have now.
        """
        counts = [
            behind - first
            for first, behind in zip(self._places(start), self._places(end), strict=True)
        ]
        counts[text] += grown
        while True:
            others = max((n for other, n in enumerate(counts) if other != text), default=0)
            if counts[text] == others:
                return start, end, counts
            lacks_it = counts[text] > others
            if start and self._is_free(text, start - 1, lacks_it=lacks_it):
                start -= 1
                added = start
            elif end < len(self) and self._is_free(text, end, lacks_it=lacks_it):
                added = end
                end += 1
            else:
                return start, end, counts
            for other in range(len(counts)):
                counts[other] += len(self.lines_of(other, added))

    def _is_free(self, text: int, segment: int, *, lacks_it: bool) -> bool:
        """Whether a segment has no line of a text, or of all others."""
        has = [bool(self.lines_of(other, segment)) for other in range(len(self.lines))]
        return not has[text] if lacks_it else has[text] and sum(has) == 1

    def _places(self, segment: int) -> tuple[int, ...]:
        """The line of each text at which a segment begins."""
        if segment >= len(self):
            return self._blocks[-1].ends if self._blocks else (0,) * len(self.lines)
        return tuple(self.lines_of(text, segment).start for text in range(len(self.lines)))

    def _cut(self, start: int, end: int) -> Iterator[Block]:
        """The blocks of some segments."""
        for first, block in zip(self._firsts, self._blocks, strict=False):
            skipped = max(0, start - first)
            left = min(block.segments, end - first) - skipped
            if left > 0:
                starts = tuple(
                    at + skipped * lines
                    for at, lines in zip(block.starts, block.lines, strict=True)
                )
                yield Block(starts, block.lines, left)

    def _follow(self, blocks: Iterable[Block]) -> None:
        """Take blocks, and which texts have lines in them."""
        self._put(blocks)
        ends = self._places(len(self))
        self._followed = [end > 0 or not lines for end, lines in zip(ends, self.lines, strict=True)]
        self._check()

    def _check(self) -> None:
        """Reject blocks that have other lines than the texts."""
        there = [
            len(lines) if is_followed else 0
            for lines, is_followed in zip(self.lines, self._followed, strict=True)
        ]
        ends = list(self._places(len(self)))
        if ends != there:
            raise ValueError(f"segments have {ends} lines of texts that have {there}")

    def _put(self, blocks: Iterable[Block]) -> None:
        self._blocks = list(_merged(blocks))
        self._firsts = list(accumulate((block.segments for block in self._blocks), initial=0))
        self._starts = [
            [block.starts[text] for block in self._blocks] for text in range(len(self.lines))
        ]

    def _read(self, start: int, old_end: int, end: int) -> None:
        """Take the texts of segments from the lines."""
        for text, texts in enumerate(self.texts):
            new: list[str] = []
            for block in self._cut(start, end):
                first, behind = block.starts[text], block.ends[text]
                lines = block.lines[text]
                if lines == 1:
                    new += self.lines[text][first:behind]
                elif not lines:
                    new += [""] * block.segments
                else:
                    new += (
                        CODE.join(self.lines[text][at : at + lines])
                        for at in range(first, behind, lines)
                    )
            texts[start:old_end] = new


class ShiftedSegments:
    """The segments of one text of these as a document has them; see ``Segmentation``."""

    def __init__(self, lines: ShiftedLines, text: int, file: TextFile) -> None:
        """Segments of the text of that number, which is a document of its own."""
        self._lines, self._text, self._file = lines, text, file

    description: Final = Description()
    faults: Final[Sequence[Fault]] = ()

    @property
    def moves(self) -> int:
        """Counts the edits of any text that moved lines."""
        return self._lines.moves

    def standing(self, segment: int, field: str | None) -> Standing:
        """Where a segment's lines stand; of one that has none here, where they would."""
        lines = self._lines.lines_of(self._text, segment)
        if not lines:
            return Standing(missing(Place(0, 0)), self._gap(lines.start))
        pieces: list[Piece] = []
        for number, line in enumerate(self._file.lines[lines.start : lines.stop]):
            if number:
                before = pieces[-1]
                pieces.append(Piece(before.end, CODE, 1, is_code=True))
            pieces.append(Piece(Place(number, 0), line, len(line)))
        end = Place(len(lines) - 1, pieces[-1].width)
        return Standing(placed(pieces, start=Place(0, 0), end=end), Place(lines.start, 0))

    def extent(self, segment: int) -> tuple[Place, Place]:
        """All of its lines."""
        standing = self.standing(segment, None)
        return standing.start, standing.end

    def holder(self, segment: int) -> tuple[Place, Place]:
        """All of its lines."""
        return self.extent(segment)

    def segments_on(self, first: int, last: int) -> range:
        """The segments that have one of these lines, and those between them."""
        return self._lines.segments_on(self._text, first, last)

    def segment_at(self, place: Place) -> int | None:
        """The segment of a line; None of one that is in none."""
        is_there = 0 <= place.line < len(self._file.lines)
        if not is_there or not self._lines.follows(self._text):
            return None
        return self._lines.segment_of(self._text, place.line)

    def has(self, segment: int, field: str | None) -> bool:
        """Whether a segment has a line here."""
        return bool(self._lines.lines_of(self._text, segment))

    def problem(self, segment: int, field: str) -> str | None:
        """A line is never unreadable."""
        return None

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """The text in its line; None where it has none here, or several."""
        if len(self._lines.lines_of(self._text, segment)) != 1:
            return None
        standing = self.standing(segment, field)
        start, end = map(standing.place, span)
        return [(start, end, text)]

    def content(self, segment: int, field: str | None) -> Content:
        """The text of its lines."""
        text = self.standing(segment, field).text
        return Content(placed=as_it_stands(text, Place(0, 0)))

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """The text in its line."""
        lines = self._lines.lines_of(self._text, segment)
        if len(lines) != 1:
            raise InputError("its text is not one line here")
        line = self._file.lines[lines.start]
        return overwritten_line(PlainLines(), line, self.standing(segment, field), content, field)

    def _gap(self, line: int) -> Place:
        if line < len(self._file.lines) or not line:
            return Place(line, 0)
        return Place(line - 1, len(self._file.lines[line - 1]))


def _believed(hypotheses: Sequence[str], reference: Sequence[str]) -> LineAlignment | None:
    """How lines belong together, if they are more alike so than as they stand."""
    alignment = align_lines(hypotheses, reference)
    ends = len(hypotheses), len(reference)
    inner = [
        shift
        for shift in alignment.shifts
        if shift.kind in ("split", "joined") or (shift.mt[1], shift.post_edit[1]) != ends
    ]
    if not inner:
        return None
    moved = [run for run in alignment.runs if run.mt != run.post_edit]
    lines = sum(run.lines for run in moved)
    if not lines:
        joined = (
            likeness(
                CODE.join(hypotheses[slice(*shift.mt)]),
                CODE.join(reference[slice(*shift.post_edit)]),
            )
            for shift in inner
        )
        return alignment if min(joined) >= _JOINED_ALIKE else None
    step = max(1, lines // _MOST_COMPARED)
    pairs = [
        (run.mt + line, run.post_edit + line) for run in moved for line in range(0, run.lines, step)
    ]
    shifted = _mean(likeness(hypotheses[one], reference[other]) for one, other in pairs)
    standing = _mean(
        likeness(hypotheses[one], reference[one]) if one < len(reference) else 0.0
        for one, _ in pairs
    )
    return alignment if shifted >= max(_ALIKE, standing + _BETTER) else None


def _mean(numbers: Iterable[float]) -> float:
    """The mean of one number or more."""
    known = list(numbers)
    return sum(known) / len(known)


def _one_by_one(hypotheses: int, references: int) -> Iterator[Bead]:
    """Lines as they stand, with what is left of the longer text at its end."""
    for line in range(max(hypotheses, references)):
        ours, theirs = min(line, hypotheses), min(line, references)
        yield Bead(
            (ours, min(line + 1, hypotheses)),
            (theirs, min(line + 1, references)),
        )


_Counts: TypeAlias = tuple[int, ...]
"""Of a segment: how many lines of each text it has."""


def _of_one(alignment: LineAlignment) -> Iterator[tuple[_Counts, int]]:
    """The segments of a hypothesis with one reference, many at once where they are alike."""
    parts: list[PairedLines | LinesShift] = [*alignment.runs, *alignment.shifts]
    for part in sorted(parts, key=_start):
        if isinstance(part, PairedLines):
            yield (1, 1), part.lines
            continue
        ours, theirs = part.mt[1] - part.mt[0], part.post_edit[1] - part.post_edit[0]
        if ours and theirs:
            yield (ours, theirs), 1
        else:
            yield (int(ours > 0), int(theirs > 0)), ours or theirs


def _start(part: PairedLines | LinesShift) -> tuple[int, int]:
    if isinstance(part, PairedLines):
        return part.mt, part.post_edit
    return part.mt[0], part.post_edit[0]


def _together(beads: Sequence[Sequence[Bead]]) -> Iterator[_Counts]:
    """The segments of a hypothesis with several references, from its beads with each of them."""
    at = [0] * len(beads)

    def take(text: int) -> Bead:
        at[text] += 1
        return beads[text][at[text] - 1]

    while True:
        for text, of_text in enumerate(beads):
            while at[text] < len(of_text) and of_text[at[text]].mt[0] == of_text[at[text]].mt[1]:
                _, theirs = take(text)
                for _ in range(*theirs):
                    yield tuple(int(other == text + 1) for other in range(len(beads) + 1))
        if at[0] == len(beads[0]):
            return
        spans = [take(text) for text in range(len(beads))]
        ends = [bead.mt[1] for bead in spans]
        lasts = [bead.post_edit[1] for bead in spans]
        while min(ends) < max(ends):
            text = ends.index(min(ends))
            more = take(text)
            ends[text], lasts[text] = more.mt[1], more.post_edit[1]
        yield (
            ends[0] - spans[0].mt[0],
            *(last - bead.post_edit[0] for last, bead in zip(lasts, spans, strict=True)),
        )


def _side_by_side(counts: Iterable[int]) -> Iterator[tuple[_Counts, int]]:
    """Lines of several texts beside each other, with what is left of some at the end."""
    left = list(counts)
    if min(left) < 0:
        raise ValueError(f"{left} lines cannot be put side by side")
    while any(left):
        here = tuple(int(number > 0) for number in left)
        times = min(filter(None, left))
        yield here, times
        left = [number - times * taken for number, taken in zip(left, here, strict=True)]


def _blocks(starts: tuple[int, ...], groups: Iterable[tuple[_Counts, int]]) -> Iterator[Block]:
    """Segments from some lines on, given by the lines that each has and how many are alike."""
    for lines, times in groups:
        block = Block(starts, lines, times)
        yield block
        starts = block.ends


def _merged(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, neighbours that are alike as one."""
    last: Block | None = None
    for block in blocks:
        if last is not None and last.lines == block.lines:
            last = Block(last.starts, last.lines, last.segments + block.segments)
            continue
        if last is not None:
            yield last
        last = block
    if last is not None:
        yield last


def _moved(starts: tuple[int, ...], text: int, lines: int) -> tuple[int, ...]:
    return (*starts[:text], starts[text] + lines, *starts[text + 1 :])
