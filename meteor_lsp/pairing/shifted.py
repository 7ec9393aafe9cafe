"""Align the lines of texts that should correspond line by line but are shifted.

A line that was inserted, deleted, split or joined shifts all that follow. Segments of such a
pairing are groups of aligned lines: mostly one line of each text, at a shift two lines of one with
one of the other, or a single line.
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
from ..documents.segmentation import Change, Description, Replacement, SegmentText, common_ends
from ..documents.text_file import TextFile

_MAX_COMPARED_PAIRS: Final = 40
"""Pairs after a shift whose likeness is averaged."""

_MIN_LIKENESS: Final = 0.3
"""Mean likeness of aligned lines."""

_MIN_GAIN: Final = 0.1
"""By how much it must exceed the likeness of lines with equal numbers."""

_MIN_JOINED_LIKENESS: Final = 0.5
"""Likeness of joined lines, if no line follows."""


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive segments with the same number of lines each.

    Attributes:
        starts: the first line of each text.
        lines: number of lines per segment, for each text.
        segments: number of segments.

    Raises:
        ValueError: a count is negative, or there is no segment.
    """

    starts: tuple[int, ...]
    lines: tuple[int, ...]
    segments: int

    def __post_init__(self) -> None:
        """Validate the counts."""
        if min(self.lines) < 0 or self.segments < 1:
            raise ValueError(f"{self} is no block: lines are 0 or more, segments 1 or more")

    @property
    def ends(self) -> tuple[int, ...]:
        """The line of each text after the last segment."""
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
    """A place at which lines become shifted.

    Attributes:
        first: its first segment.
        segments: number of segments.
        lines: half-open range of lines in each text; empty if it has none.
    """

    first: int
    segments: int
    lines: tuple[tuple[int, int], ...]


def find_line_alignment(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], source: Sequence[str] | None
) -> list[Block] | None:
    """Align the lines of texts; None if they correspond by number, or are too different.

    Extra lines at the end of a text shift nothing. The source follows the text with as many lines;
    if no text has, it is in no segment.

    Args:
        hypotheses: lines of the hypothesis.
        references: lines of each reference.
        source: lines of the source, if any.
    """
    found = [_convincing_alignment(hypotheses, reference) for reference in references]
    if all(alignment is None for alignment in found):
        return None
    if len(found) == 1 and found[0] is not None:
        groups = _of_one(found[0])
    else:
        beads = [
            list(
                _by_number(len(hypotheses), len(reference))
                if alignment is None
                else alignment.beads()
            )
            for alignment, reference in zip(found, references, strict=True)
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
    """Lines added to or removed from one of several corresponding texts.

    Among similar lines, the edit determines which one is new.

    Attributes:
        text: the number of the text.
        first: the first of these lines.
        count: number of added lines; negative for removed ones.
    """

    text: int
    first: int
    count: int

    def then(self, later: "LinesEdited") -> "LinesEdited | None":
        """Merge two edits; None if they are at different places or cancel each other."""
        count = self.count + later.count
        if later.text != self.text:
            return None
        if self.count > 0:
            is_inside = self.first <= later.first <= self.first + self.count + min(later.count, 0)
            return LinesEdited(self.text, self.first, count) if is_inside and count > 0 else None
        touches = later.first <= self.first <= later.first - later.count
        return LinesEdited(self.text, later.first, count) if touches else None

    def placed(self, blocks: Sequence[Block]) -> Sequence[Block]:
        """Move the shift of a line alignment to the place of this edit.

        Alignments with other shifts are returned unchanged.
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
        """Whether segments are single lines of this text, or lines of all other texts."""
        here = block.lines[self.text]
        others = {lines for text, lines in enumerate(block.lines) if text != self.text}
        return (here, others) == ((1, {0}) if self.count > 0 else (0, {1}))


def lines_edited(text: int, change: Change, new: Sequence[str]) -> LinesEdited | None:
    """Return the lines that an edit of a text added or removed; None for any other edit.

    Args:
        text: its number.
        change: of its lines.
        new: the lines that are there now.
    """
    old = change.before(None)
    head, tail = common_ends(old, new)
    if len(old) != change.removed or head + tail < min(len(old), len(new)):
        return None
    return LinesEdited(text, change.first + head, len(new) - len(old))


class ShiftedLines:
    """Segments of shifted texts, updated while lines are edited.

    Each line is in one segment, except those of a source that follows no text.

    Attributes:
        lines: of each text, edited in place: hypothesis, references, source.
        texts: of each text the segments, in lists that follow edits.
        moves: counts the edits that moved lines.
    """

    def __init__(self, lines: Sequence[list[str]], blocks: Iterable[Block]) -> None:
        """Align lines by blocks."""
        self.lines: Final = tuple(lines)
        self.texts: Final[tuple[list[str], ...]] = tuple([] for _ in lines)
        self.moves = 0
        self._set_blocks(blocks)
        self._read(0, 0, len(self))

    def __len__(self) -> int:
        return self._firsts[-1]

    @property
    def first_shift(self) -> int:
        """Number of segments before the first shift."""
        first = self._blocks[0] if self._blocks else None
        is_plain = first and first.is_paired and not any(first.starts)
        return self._firsts[1] if is_plain else 0

    @property
    def shifts(self) -> Iterator[Shift]:
        """The shifts, in order."""
        for first, block in zip(self._firsts, self._blocks, strict=False):
            if not block.is_paired:
                lines = tuple(zip(block.starts, block.ends, strict=True))
                yield Shift(first, block.segments, lines)

    def set_blocks(self, blocks: Iterable[Block]) -> Change:
        """Replace the line alignment, and return the changed segments."""
        old, count = self._blocks, len(self)
        self._set_blocks(blocks)
        same = 0
        while same < min(len(old), len(self._blocks)) and old[same] == self._blocks[same]:
            same += 1
        if same == len(old) == len(self._blocks):
            return Change(0, 0, 0)
        head = self._firsts[same]
        if same < min(len(old), len(self._blocks)):
            before, now = old[same], self._blocks[same]
            if (before.starts, before.lines) == (now.starts, now.lines):
                head += min(before.segments, now.segments)
        self.moves += 1
        self._read(head, count, len(self))
        return Change(head, count - head, len(self) - head)

    def follows(self, text: int) -> bool:
        """Whether the lines of a text are in segments."""
        return self._followed[text]

    def starts(self, text: int, partner: int) -> Iterator[tuple[int, int]]:
        """Yield pairs of lines of two texts at which a new offset begins.

        Up to the next pair, lines correspond by offset; extra lines of one text correspond to the
        last line of the other.
        """
        for block in self._blocks:
            steps = block.lines[text], block.lines[partner]
            count = block.segments if min(steps) and max(steps) > 1 else 1
            for number in range(count):
                yield tuple(  # type: ignore[misc]  # two
                    block.starts[index] + number * step
                    for index, step in zip((text, partner), steps, strict=True)
                )

    def lines_of(self, text: int, segment: int) -> range:
        """Return the lines of a text in a segment."""
        number = bisect_right(self._firsts, segment) - 1
        block = self._blocks[number]
        lines = block.lines[text]
        start = block.starts[text] + (segment - self._firsts[number]) * lines
        return range(start, start + lines)

    def segments_on(self, text: int, first: int, last: int) -> range:
        """Return the segments with lines of a text in a range, both included.

        Includes segments between them without such lines.
        """
        count = self._blocks[-1].ends[text] if self._blocks else 0
        last = min(last, count - 1)
        if first > last:
            return range(0)
        return range(self.segment_of(text, first), self.segment_of(text, last) + 1)

    def segment_of(self, text: int, line: int) -> int:
        """Return the segment of a line, or the end of the segments after the last line."""
        number = bisect_right(self._starts[text], line) - 1
        block = self._blocks[number]
        if not block.lines[text]:
            return self._firsts[number + 1]
        within = (line - block.starts[text]) // block.lines[text]
        return self._firsts[number] + min(within, block.segments)

    def is_alone(self, segment: int, scored: int) -> bool:
        """Whether a segment lacks the first text, or all other scored texts."""
        lines = self._blocks[bisect_right(self._firsts, segment) - 1].lines
        return not lines[0] or not any(lines[1:scored])

    def edited(self, text: int, change: Change) -> Change:
        """Apply an edit to a text's lines that were changed already, and return the change.

        Added or removed lines are paired with adjacent unpaired ones.
        """
        if not self._followed[text]:
            return Change(0, 0, 0)
        first, removed, inserted = change.first, change.removed, change.inserted
        start = self.segment_of(text, first) if len(self) else 0
        end = self.segment_of(text, first + removed - 1) + 1 if removed else start
        if start < len(self) and self.lines_of(text, start).start < first:
            end = max(end, start + 1)  # within one segment
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
        self._check_counts()
        come = sum(block.segments for block in new)
        self._read(start, end, start + come)
        return Change(start, end - start, come)

    def _around(self, text: int, start: int, end: int, grown: int) -> tuple[int, int, list[int]]:
        """Extend a range of segments by neighbours that balance its line counts.

        Returns:
            Start and end of the range, and the number of lines of each text in it.
        """
        counts = [
            behind - first
            for first, behind in zip(self._places(start), self._places(end), strict=True)
        ]
        counts[text] += grown
        while True:
            largest = max((n for number, n in enumerate(counts) if number != text), default=0)
            if counts[text] == largest:
                return start, end, counts
            lacks_it = counts[text] > largest
            if start and self._is_free(text, start - 1, lacks_it=lacks_it):
                start -= 1
                added = start
            elif end < len(self) and self._is_free(text, end, lacks_it=lacks_it):
                added = end
                end += 1
            else:
                return start, end, counts
            for number in range(len(counts)):
                counts[number] += len(self.lines_of(number, added))

    def _is_free(self, text: int, segment: int, *, lacks_it: bool) -> bool:
        """Whether a segment lacks a text, or all others."""
        has = [bool(self.lines_of(number, segment)) for number in range(len(self.lines))]
        return not has[text] if lacks_it else has[text] and sum(has) == 1

    def _places(self, segment: int) -> tuple[int, ...]:
        """Return the line of each text at which a segment begins."""
        if segment >= len(self):
            return self._blocks[-1].ends if self._blocks else (0,) * len(self.lines)
        return tuple(self.lines_of(text, segment).start for text in range(len(self.lines)))

    def _cut(self, start: int, end: int) -> Iterator[Block]:
        """Yield the blocks of some segments."""
        for first, block in zip(self._firsts, self._blocks, strict=False):
            skipped = max(0, start - first)
            left = min(block.segments, end - first) - skipped
            if left > 0:
                starts = tuple(
                    at + skipped * lines
                    for at, lines in zip(block.starts, block.lines, strict=True)
                )
                yield Block(starts, block.lines, left)

    def _set_blocks(self, blocks: Iterable[Block]) -> None:
        self._put(blocks)
        ends = self._places(len(self))
        self._followed = [end > 0 or not lines for end, lines in zip(ends, self.lines, strict=True)]
        self._check_counts()

    def _check_counts(self) -> None:
        """Validate that blocks have as many lines as the texts."""
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
        """Update the texts of segments from the lines."""
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
    """The segments of one text within its document; implements ``Segmentation``."""

    def __init__(self, lines: ShiftedLines, text: int, file: TextFile) -> None:
        """Create the segments of a text, by number, which is a document of its own."""
        self._lines, self._text, self._file = lines, text, file

    description: Final = Description()
    faults: Final[Sequence[Fault]] = ()

    @property
    def moves(self) -> int:
        """Counts the edits of any text that moved lines."""
        return self._lines.moves

    def text_at(self, segment: int, field: str | None) -> SegmentText:
        """Return a segment's lines with their place, or the place where they are missing."""
        lines = self._lines.lines_of(self._text, segment)
        if not lines:
            return SegmentText(missing(Place(0, 0)), self._gap(lines.start))
        pieces: list[Piece] = []
        for number, line in enumerate(self._file.lines[lines.start : lines.stop]):
            if number:
                before = pieces[-1]
                pieces.append(Piece(before.end, CODE, 1, is_code=True))
            pieces.append(Piece(Place(number, 0), line, len(line)))
        end = Place(len(lines) - 1, pieces[-1].width)
        return SegmentText(placed(pieces, start=Place(0, 0), end=end), Place(lines.start, 0))

    def extent(self, segment: int) -> tuple[Place, Place]:
        """Return all lines of a segment."""
        text = self.text_at(segment, None)
        return text.start, text.end

    def holder(self, segment: int) -> tuple[Place, Place]:
        """Return all lines of a segment."""
        return self.extent(segment)

    def segments_on(self, first: int, last: int) -> range:
        """Return the segments with one of these lines, and those in between."""
        return self._lines.segments_on(self._text, first, last)

    def segment_at(self, place: Place) -> int | None:
        """Return the segment of a line, or None for a line in no segment."""
        is_there = 0 <= place.line < len(self._file.lines)
        if not is_there or not self._lines.follows(self._text):
            return None
        return self._lines.segment_of(self._text, place.line)

    def has(self, segment: int, field: str | None) -> bool:
        """Whether a segment has a line in this document."""
        return bool(self._lines.lines_of(self._text, segment))

    def problem(self, segment: int, field: str) -> str | None:
        """Return None; every line is readable."""
        return None

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """Return the replacement in a line; None for no line or several."""
        if len(self._lines.lines_of(self._text, segment)) != 1:
            return None
        old = self.text_at(segment, field)
        start, end = map(old.place, span)
        return [(start, end, text)]

    def content(self, segment: int, field: str | None) -> Content:
        """Return the text of a segment's lines."""
        text = self.text_at(segment, field).text
        return Content(placed=as_it_stands(text, Place(0, 0)))

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """Return the replacement of a line."""
        lines = self._lines.lines_of(self._text, segment)
        if len(lines) != 1:
            raise InputError("its text is not one line here")
        line = self._file.lines[lines.start]
        return overwritten_line(PlainLines(), line, self.text_at(segment, field), content, field)

    def _gap(self, line: int) -> Place:
        if line < len(self._file.lines) or not line:
            return Place(line, 0)
        return Place(line - 1, len(self._file.lines[line - 1]))


def _convincing_alignment(
    hypotheses: Sequence[str], reference: Sequence[str]
) -> LineAlignment | None:
    """Align lines if they are more similar this way than by number."""
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
        return alignment if min(joined) >= _MIN_JOINED_LIKENESS else None
    step = max(1, lines // _MAX_COMPARED_PAIRS)
    pairs = [
        (run.mt + line, run.post_edit + line) for run in moved for line in range(0, run.lines, step)
    ]
    shifted = _mean(likeness(hypotheses[own], reference[theirs]) for own, theirs in pairs)
    by_number = _mean(
        likeness(hypotheses[own], reference[own]) if own < len(reference) else 0.0
        for own, _ in pairs
    )
    return alignment if shifted >= max(_MIN_LIKENESS, by_number + _MIN_GAIN) else None


def _mean(numbers: Iterable[float]) -> float:
    """Return the mean of at least one number."""
    known = list(numbers)
    return sum(known) / len(known)


def _by_number(hypotheses: int, references: int) -> Iterator[Bead]:
    """Yield lines paired by number, then the rest of the longer text."""
    for line in range(max(hypotheses, references)):
        ours, theirs = min(line, hypotheses), min(line, references)
        yield Bead(
            (ours, min(line + 1, hypotheses)),
            (theirs, min(line + 1, references)),
        )


_Counts: TypeAlias = tuple[int, ...]
"""Number of lines of each text in a segment."""


def _of_one(alignment: LineAlignment) -> Iterator[tuple[_Counts, int]]:
    """Yield the segments of a hypothesis with one reference, grouped by line counts."""
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
    """Yield the segments of a hypothesis with several references from their beads."""
    at = [0] * len(beads)

    def next_bead(text: int) -> Bead:
        at[text] += 1
        return beads[text][at[text] - 1]

    while True:
        for text, of_text in enumerate(beads):
            while at[text] < len(of_text) and of_text[at[text]].mt[0] == of_text[at[text]].mt[1]:
                _, theirs = next_bead(text)
                for _ in range(*theirs):
                    yield tuple(int(number == text + 1) for number in range(len(beads) + 1))
        if at[0] == len(beads[0]):
            return
        spans = [next_bead(text) for text in range(len(beads))]
        ends = [bead.mt[1] for bead in spans]
        lasts = [bead.post_edit[1] for bead in spans]
        while min(ends) < max(ends):
            text = ends.index(min(ends))
            more = next_bead(text)
            ends[text], lasts[text] = more.mt[1], more.post_edit[1]
        yield (
            ends[0] - spans[0].mt[0],
            *(last - bead.post_edit[0] for last, bead in zip(lasts, spans, strict=True)),
        )


def _side_by_side(counts: Iterable[int]) -> Iterator[tuple[_Counts, int]]:
    """Pair lines of several texts in order, then the rest of the longer ones."""
    left = list(counts)
    if min(left) < 0:
        raise ValueError(f"{left} lines cannot be put side by side")
    while any(left):
        here = tuple(int(number > 0) for number in left)
        times = min(filter(None, left))
        yield here, times
        left = [number - times * taken for number, taken in zip(left, here, strict=True)]


def _blocks(starts: tuple[int, ...], groups: Iterable[tuple[_Counts, int]]) -> Iterator[Block]:
    """Yield consecutive blocks from groups of segments with equal line counts."""
    for lines, times in groups:
        block = Block(starts, lines, times)
        yield block
        starts = block.ends


def _merged(blocks: Iterable[Block]) -> Iterator[Block]:
    """Merge adjacent blocks with equal line counts."""
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
