"""Hold the blocks of a bilingual document with their places and segments.

Lines and segment numbers are separate lists, so that an edit which moves everything below it is
cheap in a document of 50,000 units. A block that was not accessed since the document was read is
only a number, that of the block as read.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from meteor_core.files.by_id import UnitKey, file_of
from meteor_core.files.placed_text import Place
from meteor_core.files.units import Block, Fault, TemplateProtocol, Unit
from meteor_core.files.units import Blocks as ReadBlocks

from .segmentation import same_at_start


@dataclass(slots=True, kw_only=True, eq=False)
class HeldBlock:
    """A block without its lines, which are held separately.

    Attributes:
        column: of its start, on its first line.
        end_column: of its end, on its last line.
        around: the context needed to parse the block alone.
        units: of the block, or the previous ones if it is invalid.
        fault: why it is invalid, with places relative to its start.
        good: its lines when it was last valid, if it is invalid.
        template: the template by which it was parsed, if any.
    """

    column: int
    end_column: int
    around: str
    units: tuple[Unit, ...]
    fault: Fault | None = None
    good: Sequence[str] = ()
    template: TemplateProtocol | None = None

    @classmethod
    def of(cls, block: Block, template: TemplateProtocol | None = None) -> "HeldBlock":
        """Convert a block as read."""
        return cls(
            template=template,
            column=block.start.column,
            end_column=block.end.column,
            around=block.around,
            units=block.units,
        )


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of the characters from ``start`` to ``old_end``, which ends at ``new_end``."""

    start: Place
    old_end: Place
    new_end: Place

    @classmethod
    def of(cls, first: int, old: Sequence[str], new: Sequence[str]) -> "Edit":
        """Reduce an edit of lines to the characters that differ."""
        if not old or not new:
            return cls(Place(first, 0), Place(first + len(old), 0), Place(first + len(new), 0))
        head = same_at_start(old[0], new[0])
        last_old, last_new = (
            lines[-1][head:] if len(lines) == 1 else lines[-1] for lines in (old, new)
        )
        tail = same_at_start(last_old[::-1], last_new[::-1])
        return cls(
            Place(first, head),
            Place(first + len(old) - 1, len(old[-1]) - tail),
            Place(first + len(new) - 1, len(new[-1]) - tail),
        )

    def moved(self, place: Place) -> Place:
        """Return where a place is after the edit; replaced places move to its end."""
        if place < self.old_end:
            return place if place <= self.start else self.new_end
        line = place.line + self.new_end.line - self.old_end.line
        if place.line > self.old_end.line:
            return Place(line, place.column)
        return Place(line, place.column + self.new_end.column - self.old_end.column)


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks that replace others.

    Attributes:
        read: as read.
        held: the same; None for a whole document, whose blocks are converted on access.
    """

    read: ReadBlocks
    held: Sequence[HeldBlock] | None = None

    @classmethod
    def of(cls, blocks: Iterable[tuple[Place, Place, HeldBlock]]) -> "Part":
        """Collect blocks with their start and end."""
        found = list(blocks)
        read = ReadBlocks(Block(start, end, held.around, held.units) for start, end, held in found)
        return cls(read, [held for _, _, held in found])


class Blocks:
    """Blocks in order, by number."""

    def __init__(self) -> None:
        """Create an empty document."""
        self._held: list[HeldBlock | int] = []
        self._read = ReadBlocks()  # the whole document, which numbers refer to
        self._is_as_read = True  # whether no block was replaced since then
        self._first_lines: list[int] = []
        self._last_lines: list[int] = []
        self._numbers: list[int] = [0]  # of each block's first segment, and their count
        self._faulty: set[HeldBlock] = set()

    def __len__(self) -> int:
        return len(self._held)

    def __getitem__(self, number: int) -> HeldBlock:
        """Return a block, converting it on first access."""
        held = self._held[number]
        if isinstance(held, int):
            held = self._held[number] = HeldBlock.of(self._read[held], self._read.template_of(held))
        return held

    def units(self, numbers: range) -> Iterator[Unit]:
        """Yield the units of consecutive blocks."""
        return chain.from_iterable(
            self._read.units_of(held) if isinstance(held, int) else held.units
            for held in self._held[numbers.start : numbers.stop]
        )

    def keys(self, numbers: range) -> Iterator[UnitKey]:
        """Yield the keys of the units of consecutive blocks."""
        for held in self._held[numbers.start : numbers.stop]:
            if isinstance(held, int):
                around, units = self._read.around(held), self._read.units_of(held)
            else:
                around, units = held.around, held.units
            file = file_of(around)
            yield from (UnitKey(file, unit.facts.id) for unit in units)

    def texts(self, field: str) -> list[str]:
        """Return the texts of a field for all units, empty if missing."""
        if self._is_as_read:
            return self._read.texts(field)
        return [unit.texts.get(field, "") for unit in self.units(range(len(self)))]

    def are_final(self) -> list[bool]:
        """Return for all units whether their targets are final."""
        if self._is_as_read:
            return self._read.are_final
        return [unit.facts.is_final for unit in self.units(range(len(self)))]

    def accessed(self, numbers: range) -> Iterator[HeldBlock]:
        """Yield those blocks that were converted."""
        some = self._held[numbers.start : numbers.stop]
        return (held for held in some if not isinstance(held, int))

    def start(self, number: int) -> Place:
        """Return the start of a block."""
        held = self._held[number]
        column = self._read.start(held).column if isinstance(held, int) else held.column
        return Place(self._first_lines[number], column)

    def end(self, number: int) -> Place:
        """Return the end of a block."""
        held = self._held[number]
        column = self._read.end(held).column if isinstance(held, int) else held.end_column
        return Place(self._last_lines[number], column)

    @property
    def is_faulty(self) -> bool:
        """Whether any block is invalid."""
        return bool(self._faulty)

    def faulty(self) -> Iterator[int]:
        """Yield the numbers of invalid blocks, in order."""
        if self._faulty:
            yield from (n for n, block in enumerate(self._held) if block in self._faulty)

    def mark_faulty(self, number: int, fault: Fault) -> None:
        """Mark a block as invalid."""
        block = self[number]
        block.fault = fault
        self._faulty.add(block)

    def segments(self, number: int) -> range:
        """Return the segments of a block."""
        return range(self._numbers[number], self._numbers[number + 1])

    def first_segment(self, numbers: range) -> int:
        """Return the first segment of some blocks, or the next one if the range is empty."""
        return self._numbers[numbers.start]

    def find(self, segment: int) -> tuple[int, int]:
        """Return the block of a segment, and the index of its unit."""
        number = bisect_right(self._numbers, segment) - 1
        return number, segment - self._numbers[number]

    def on(self, first: int, last: int) -> range:
        """Return the blocks on a range of lines, both included."""
        low, high = bisect_left(self._last_lines, first), bisect_right(self._first_lines, last)
        return range(low, max(low, high))

    def at(self, place: Place) -> int | None:
        """Return the block with units at a place, or else on its line."""
        near = [number for number in self.on(place.line, place.line) if self.segments(number)]
        inside = (number for number in near if self.start(number) <= place <= self.end(number))
        return next(inside, near[0] if near else None)

    def affected(self, edit: Edit) -> range:
        """Return the blocks that an edit changes; it may only adjoin invalid ones."""
        near = self.on(edit.start.line, edit.old_end.line)
        touched = [number for number in near if self._is_affected(number, edit)]
        if touched:
            return range(touched[0], touched[-1] + 1)
        before = bisect_left(near, edit.old_end, key=self.start)
        return range(near.start + before, near.start + before)

    def holds(self, number: int, edit: Edit) -> bool:
        """Whether an edit is completely inside a block."""
        return self.start(number) <= edit.start and edit.old_end <= self.end(number)

    def move(self, edit: Edit, touched: range) -> bool:
        """Move blocks after an edit, and return whether any moved besides the affected ones.

        Ends of affected blocks within the edit move to its end.
        """
        for number in touched:
            start, end = self.start(number), edit.moved(self.end(number))
            self._put(number, min(start, edit.start), end)
        number = touched.stop
        while number < len(self._held) and self._first_lines[number] == edit.old_end.line:
            self._put(number, edit.moved(self.start(number)), edit.moved(self.end(number)))
            number += 1
        grown = edit.new_end.line - edit.old_end.line
        if grown:
            for lines in (self._first_lines, self._last_lines):
                lines[number:] = [line + grown for line in lines[number:]]
        return bool(grown) or number > touched.stop

    def replace(self, numbers: range, part: Part) -> None:
        """Replace some blocks, or all of them by a whole document."""
        where = slice(numbers.start, numbers.stop)
        before = self._numbers[numbers.stop]
        if self._faulty:
            self._faulty.difference_update(self._held[where])
        read, held = part.read, part.held
        self._is_as_read = held is None
        if held is None:
            self._read, self._held = read, list(range(len(read)))
        else:
            self._held[where] = held
            self._faulty.update(block for block in held if block.fault is not None)
        self._first_lines[where] = read.first_lines
        self._last_lines[where] = read.last_lines
        first = self._numbers[numbers.start]
        self._numbers[numbers.start : numbers.stop + 1] = accumulate(read.sizes, initial=first)
        behind = numbers.start + len(read)
        grown = self._numbers[behind] - before
        if grown:
            self._numbers[behind + 1 :] = [n + grown for n in self._numbers[behind + 1 :]]

    def _is_affected(self, number: int, edit: Edit) -> bool:
        start, end = self.start(number), self.end(number)
        if self[number].fault is not None:
            return start <= edit.old_end and edit.start <= end
        if edit.start == edit.old_end:
            return start < edit.start < end
        return start < edit.old_end and edit.start < end

    def _put(self, number: int, start: Place, end: Place) -> None:
        block = self[number]
        self._first_lines[number], block.column = start
        self._last_lines[number], block.end_column = end
