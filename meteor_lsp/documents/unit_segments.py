"""Segments of bilingual files, one per unit.

After an edit inside a block only that block is parsed again; if it is invalid, its units keep their
previous texts at places that move with the edit, and a fault is reported. After an edit across or
between blocks, these and their neighbours are parsed again, and if that fails, the whole document.
"""

import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from meteor_core import InputError
from meteor_core.files.before import Translations
from meteor_core.files.by_id import UnitKey
from meteor_core.files.content import Content
from meteor_core.files.editing import Edit as BlockEdit
from meteor_core.files.editing import edits, overwriting_edits
from meteor_core.files.formats import PO, UnitFormat
from meteor_core.files.garbage import no_garbage_collection
from meteor_core.files.note_editing import note_edits
from meteor_core.files.placed_text import Place, PlacedText, between, missing
from meteor_core.files.state_editing import state_edits
from meteor_core.files.states import State
from meteor_core.files.units import MT, Block, Facts, Fault, Unit, UnitFile

from .baseline_texts import BaselineTexts
from .blocks import Blocks, Edit, HeldBlock, Part
from .segmentation import Change, Description, Moves, Replacement, SegmentText, common_ends

_MAX_PLACED_BLOCKS: Final = 4_000
"""Blocks whose character places are cached."""

MAX_REREAD_LINES: Final = 20_000
"""Lines of a document that is parsed as a whole while the user types."""

_PENDING: Final = "not read yet"

_NEXT_BLOCK: Final = "#"
"""A line that is invalid in any format, after the end of a block."""

_TAG: Final = re.compile(r"<([^\s/>!?]+)")


class UnitSegments:
    """Units as segments; implements ``Segmentation``."""

    def __init__(self, form: UnitFormat, lines: list[str]) -> None:
        """Parse a list of lines that is edited in place."""
        self.format: Final = form
        self._lines = lines
        self._columns: dict[str, list[str]] = {}
        self._are_final: list[bool] | None = None  # computed on demand
        self._placed: OrderedDict[HeldBlock, list[Mapping[str, PlacedText]]] = OrderedDict()
        self._blocks = Blocks()
        self.moves = 0
        self.is_pending = False
        """Whether the whole document must be parsed again because of an edit."""
        self.edits = 0
        self._parsed_edits = 0  # edits when the whole document was last parsed
        self._fault: Fault | None = None  # after which nothing was parsed
        self._baseline: BaselineTexts | None = None
        self._has_excluded = False  # whether any unit was ever excluded
        self._description = Description(format=form.name)
        self.reload()

    # Content

    @property
    def description(self) -> Description:
        """All fields of current and previous units, and metadata."""
        return self._description

    @property
    def faults(self) -> Sequence[Fault]:
        """Faults of blocks, and the one after which nothing could be parsed."""
        own = [
            replace(fault, place=_absolute(fault.place, self._blocks.start(number)))
            for number in self._blocks.faulty()
            if (fault := self._blocks[number].fault) is not None
        ]
        return [*own, *filter(None, [self._fault])]

    def extents(self) -> Iterator[tuple[Place, Place]]:
        """Yield the blocks, which may hold several units."""
        for number in range(len(self._blocks)):
            yield self._blocks.start(number), self._blocks.end(number)

    def texts(self, field: str | None) -> list[str]:
        """Return the texts of a field, empty if missing."""
        if field is None:
            return self._lines
        if field not in self._columns:
            baseline = self._baseline_of(field)
            self._columns[field] = (
                self._blocks.texts(field) if baseline is None else baseline.texts(self.keys())
            )
        return self._columns[field]

    def unit(self, segment: int) -> Unit:
        """Return a unit with its metadata."""
        number, unit = self._blocks.find(segment)
        return self._blocks[number].units[unit]

    def is_final(self, segment: int) -> bool:
        """Whether a target is marked as final; does not create the unit."""
        if self._are_final is None:
            self._are_final = self._blocks.are_final()
        return self._are_final[segment]

    def is_plural_form(self, segment: int) -> bool:
        """Whether a unit is one of several plural forms, as only PO has."""
        return self.format is PO and self.unit(segment).facts.is_plural_form

    def facts(self, segment: int) -> Facts:
        """Return the metadata of a unit."""
        return self.unit(segment).facts

    def keys(self, segments: range | None = None) -> list[UnitKey]:
        """Return the keys of some units, or of all."""
        if segments is None:
            return list(self._blocks.keys(range(len(self._blocks))))
        if not segments:
            return []
        first, behind = (self._blocks.find(at)[0] for at in (segments[0], segments[-1]))
        numbers = range(first, behind + 1)
        skipped = segments.start - self._blocks.first_segment(numbers)
        return list(self._blocks.keys(numbers))[skipped : skipped + len(segments)]

    def has(self, segment: int, field: str | None) -> bool:
        """Whether a unit has a text to compare; an empty target does not count."""
        if self._baseline_of(field) is not None:
            return bool(self.texts(field)[segment])
        return field is not None and self.unit(segment).text(field) is not None

    def set_baseline(self, texts: Translations | None) -> None:
        """Take the machine translation from a baseline; None for this document.

        The list of these texts is replaced.
        """
        if texts is not (self._baseline and self._baseline.then):
            self._baseline = None if texts is None else BaselineTexts(texts, self.keys())
            self._columns.pop(MT, None)

    def _baseline_of(self, field: str | None) -> BaselineTexts | None:
        return self._baseline if field == MT else None

    def is_in_file(self, field: str | None) -> bool:
        """Whether the texts of a field are in this document, not in a baseline."""
        return self._baseline_of(field) is None

    def excluded(self, segments: Iterable[int]) -> Collection[int]:
        """Return those units that are marked as not to be translated."""
        if not self._has_excluded:
            return ()
        return [n for n in segments if not self.unit(n).facts.is_translatable]

    def problem(self, segment: int, field: str) -> str | None:
        """Return None; missing texts are optional, and faults are reported separately."""
        return None

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """Return replacements with escapes; None if the unit is invalid or lacks the text."""
        number, unit = self._blocks.find(segment)
        block = self._blocks[number]
        is_here = field in block.units[unit].texts and self.is_in_file(field)
        if block.fault is not None or field is None or not is_here:
            return None
        lines, around = self._lines_of(number), block.around
        try:
            found = edits(self.format, lines, around, unit=unit, field=field, span=span, text=text)
        except InputError:
            return None
        return self._replacements(number, found)

    def content(self, segment: int, field: str | None) -> Content:
        """Return the content of a field, in this document or its baseline."""
        number, unit = self._blocks.find(segment)
        block = self._blocks[number]
        baseline = self._baseline_of(field)
        if baseline is not None:
            [key] = self.keys(range(segment, segment + 1))
            found = baseline.content(key, self.texts(field)[segment])
            if found is None:
                raise InputError("what it was cannot be told by the id of the unit")
            return found
        held = self.format.contents(self._lines_of(number), block.around)
        if isinstance(held, Fault):
            raise InputError(f"its unit cannot be read: {held.message}")
        if unit >= len(held) or field is None or field not in held[unit]:
            raise InputError(f"the unit has no {field}")
        return held[unit][field]

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """Return replacements with inline codes."""
        if field is None or not self.is_in_file(field):
            raise InputError("its text does not stand in this document")
        number, unit = self._blocks.find(segment)
        found = overwriting_edits(
            self.format,
            self._lines_of(number),
            self._blocks[number].around,
            unit=unit,
            field=field,
            content=content,
            is_of_block=is_of_unit,
        )
        return self._replacements(number, found)

    def with_state(self, segment: int, state: State) -> Sequence[Replacement]:
        """Return the replacements that set the state of a unit.

        Raises:
            InputError: the format lacks the state; the message says why.
        """
        number, unit = self._blocks.find(segment)
        lines, around = self._lines_of(number), self._blocks[number].around
        found = state_edits(self.format, lines, around, unit=unit, state=state)
        return self._replacements(number, found)

    def with_note(
        self, segment: int, note: int | None, text: str | None, who: str
    ) -> Sequence[Replacement]:
        """Return the replacements that change a note of a unit; see ``note_edits``.

        Raises:
            InputError: the format cannot hold the note; the message says why.
        """
        number, _ = self._blocks.find(segment)
        lines, around = self._lines_of(number), self._blocks[number].around
        found = note_edits(self.format, lines, around, number=note, text=text, who=who)
        return self._replacements(number, found)

    def _replacements(self, number: int, found: Iterable[BlockEdit]) -> Sequence[Replacement]:
        start = self._blocks.start(number)
        return [
            (_absolute(edit.start, start), _absolute(edit.end, start), edit.text) for edit in found
        ]

    @property
    def needs_reading(self) -> bool:
        """Whether to parse the whole document in the background, and ``apply_reading``.

        A block that is invalid alone may be valid in the whole, for example in a comment.
        """
        is_faulty = self._blocks.is_faulty or self._fault is not None
        return self.is_pending or (self.edits != self._parsed_edits and is_faulty)

    # Places

    def text_at(self, segment: int, field: str | None) -> SegmentText:
        """Return a text with its place; a missing one is at the end of its unit."""
        number, unit = self._blocks.find(segment)
        placed = self._places(number)
        text = placed[unit].get(field or "") if unit < len(placed) else None
        if text is None or not self.is_in_file(field):
            return SegmentText(missing(Place(0, 0)), self._blocks.end(number))
        start, good = self._blocks.start(number), self._blocks[number].good
        if not good:
            return SegmentText(text, start)
        now = self._lines_of(number)
        return SegmentText(text, start, Moves(good, now), Moves(now, good))

    def extent(self, segment: int) -> tuple[Place, Place]:
        """Return the block, or the range of a unit's texts if the block has several units."""
        number, unit = self._blocks.find(segment)
        texts: list[SegmentText] = []
        if len(self._blocks[number].units) > 1:
            placed = self._places(number)
            fields = placed[unit] if unit < len(placed) else ()
            texts = [self.text_at(segment, field) for field in fields]
        if not texts:
            return self._blocks.start(number), self._blocks.end(number)
        return min(text.start for text in texts), max(text.end for text in texts)

    def holder(self, segment: int) -> tuple[Place, Place]:
        """Return the block, with states and notes."""
        number, _ = self._blocks.find(segment)
        return self._blocks.start(number), self._blocks.end(number)

    def segments_on(self, first: int, last: int) -> range:
        """Return the units on these lines; in blocks with several units by their texts."""
        numbers = self._blocks.on(first, last)
        on: list[int] = []
        for number in dict.fromkeys([*numbers[:1], *numbers[-1:]]):
            own = self._blocks.segments(number)
            on += own if len(own) < 2 else [n for n in own if self._is_on(n, first, last)]
        inner = numbers[1:-1]
        on += [self._blocks.segments(number).start for number in (*inner[:1],)]
        on += [self._blocks.segments(number).stop - 1 for number in (*inner[-1:],)]
        return range(min(on), max(on) + 1) if on else range(0)

    def segment_at(self, place: Place) -> int | None:
        """Return the unit whose text is at a place, or the previous one in the same block."""
        number = self._blocks.at(place)
        if number is None:
            return None
        own = self._blocks.segments(number)
        if len(own) < 2:
            return own.start
        nearest = (Place(-1, 0), own.start)
        for segment, fields in zip(own, self._places(number), strict=False):
            for field in fields:
                text = self.text_at(segment, field)
                if text.start <= place <= text.end:
                    return segment
                if text.start <= place:
                    nearest = max(nearest, (text.start, segment))
        return nearest[1]

    # Edits

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Apply an edit."""
        self.edits += 1
        edit = Edit.of(first, old, new)
        touched = self._blocks.affected(edit)
        number = touched.start
        is_inside = len(touched) == 1 and self._blocks.holds(number, edit)
        is_inside = is_inside and bool(self._blocks[number].units)
        good = self._good_lines(number, _Undone(first, old, new)) if is_inside else ()
        self.moves += self._blocks.move(edit, touched)
        if self._fault is not None:
            self._fault = replace(self._fault, place=edit.moved(self._fault.place))
        if is_inside:
            return self._parse_block(number, good)
        change = self._parse_around(touched)
        return self._drop_blocks(touched, edit, change) if isinstance(change, Fault) else change

    def reload(self) -> Change | None:
        """Parse the whole document after its text was replaced."""
        with no_garbage_collection(lines := len(self._lines), for_good=lines > MAX_REREAD_LINES):
            file = self.format.read(self._lines)
            self._fault, self.is_pending = file.fault, False
            self.moves += 1
            return self._replace(range(len(self._blocks)), Part(file.blocks), file)

    def apply_reading(self, file: UnitFile) -> Change | None:
        """Apply a separately parsed document; of an invalid one only its fault."""
        self.moves += 1
        self.is_pending, self._parsed_edits = False, self.edits
        if file.fault is not None:
            if not self.faults:
                self._fault = file.fault
            return Change(0, 0, 0)
        self._fault = None
        return self._replace(range(len(self._blocks)), Part(file.blocks), file)

    def _parse_block(self, number: int, good: Sequence[str]) -> Change | None:
        """Parse a block again; an invalid one keeps its previous units."""
        block, lines = self._blocks[number], self._lines_of(number)
        placed = self.format.places(lines, block.around)
        file = self.format.read([block.around, *lines, _NEXT_BLOCK])
        if not isinstance(placed, Fault):
            units = tuple(file.units)
            texts = [{name: text.text for name, text in fields.items()} for fields in placed]
            ranges = [(read.start, read.end) for read in file.blocks]
            whole = [(Place(1, 0), Place(len(lines), len(lines[-1])))]
            is_same = texts == [unit.texts for unit in units] and len(texts) == len(block.units)
            if is_same and ranges == whole:
                start, end = self._blocks.start(number), self._blocks.end(number)
                read = HeldBlock.of(Block(start, end, block.around, units))
                self._cache_places(read, placed)
                return self._replace(range(number, number + 1), Part.of([(start, end, read)]), file)
        change = self._parse_around(range(number, number + 1))
        if not isinstance(change, Fault):
            return change
        if not isinstance(placed, Fault):
            placed = replace(change, place=_relative(change.place, self._blocks.start(number)))
        block.good = good
        self._blocks.mark_faulty(number, placed)
        return Change(self._blocks.segments(number).start, 0, 0)

    def _parse_around(self, touched: range) -> Change | Fault | None:
        """Parse blocks with their neighbours again, or the whole document if that fails."""
        low, high = touched.start - 1, touched.stop
        while low >= 0 and self._blocks[low].fault is not None:
            low -= 1
        while high < len(self._blocks) and self._blocks[high].fault is not None:
            high += 1
        if low >= 0 and high < len(self._blocks):
            around = self._blocks[low].around
            if around == self._blocks[high].around:
                start, end = self._blocks.start(low), self._blocks.end(high)
                file = self._parse_part(start, end, around)
                if file.fault is not None:
                    place = _absolute(file.fault.place.below(-1), start)
                    return replace(file.fault, place=min(place, end))
                if file.blocks and file.blocks[-1].around == around:
                    part = Part.of(_shifted(file.blocks, start))
                    return self._replace(range(low, high + 1), part, file)
        return self._parse_whole()

    def _parse_part(self, start: Place, end: Place, around: str) -> UnitFile:
        """Parse a part of the document within its context line."""
        ends = "".join(f"</{name}>" for name in reversed(_TAG.findall(around)))
        return self.format.read([around, *between(self._lines, start, end), ends])

    def _parse_whole(self) -> Change | Fault | None:
        if len(self._lines) > MAX_REREAD_LINES:
            self.is_pending = True
            return Fault(place=Place(0, 0), message=_PENDING)
        file = self.format.read(self._lines)
        reaches_further = self._fault is not None and len(file.blocks) >= len(self._blocks)
        if file.fault is not None and not reaches_further:
            return file.fault
        self._fault = file.fault
        return self._replace(range(len(self._blocks)), Part(file.blocks), file)

    def _drop_blocks(self, touched: range, edit: Edit, fault: Fault) -> Change | None:
        """Replace blocks that an edit has destroyed by one gap with a fault.

        Adjacent gaps are merged.
        """
        while touched.start and self._is_gap(touched.start - 1):
            touched = range(touched.start - 1, touched.stop)
        while touched.stop < len(self._blocks) and self._is_gap(touched.stop):
            touched = range(touched.start, touched.stop + 1)
        start, end = edit.start, edit.new_end
        if touched:
            start = min(start, self._blocks.start(touched[0]))
            end = max(end, self._blocks.end(touched[-1]))
        gap = HeldBlock.of(Block(start, end, "", ()))
        gap.fault = replace(fault, place=_relative(fault.place, start))
        return self._replace(touched, Part.of([] if self.is_pending else [(start, end, gap)]), None)

    def _is_gap(self, number: int) -> bool:
        block = self._blocks[number]
        return block.fault is not None and not block.units

    def _replace(self, numbers: range, part: Part, file: UnitFile | None) -> Change | None:
        """Replace blocks, and return the changed segments."""
        gone, read = list(self._blocks.units(numbers)), part.read
        keys = list(self._blocks.keys(numbers)) if self._baseline else []
        self._has_excluded |= not read.is_translatable
        first, count = self._blocks.first_segment(numbers), sum(read.sizes)
        for block in self._blocks.accessed(numbers):
            self._placed.pop(block, None)
        self._blocks.replace(numbers, part)
        head, tail = common_ends(gone, list(read.units)) if gone else (0, 0)
        keys, come = keys[head : len(gone) - tail], slice(head, count - tail)
        gone = gone[head : len(gone) - tail]
        first += head
        if self._are_final is not None:
            self._are_final[first : first + len(gone)] = read.are_final[come]
        held: Sequence[str] = ()
        for field, texts in self._columns.items():
            span = slice(first, first + len(gone))
            baseline = self._baseline_of(field)
            if baseline is None:
                texts[span] = read.texts(field)[come]
            else:
                held = texts[span]
                texts[span] = baseline.texts(read.keys[come], keys, held)
        if file is not None and self._extend_description(file):
            return None

        def before(field: str | None) -> Sequence[str]:
            return list(_texts(gone, field)) if self.is_in_file(field) else held

        return Change(first, len(gone), count - tail - head, before)

    def _extend_description(self, file: UnitFile) -> bool:
        """Add new fields and languages, and return whether there were any."""
        known = self._description
        extended = Description(
            fields=tuple(dict.fromkeys([*known.fields, *file.fields])),
            format=file.format,
            languages={**known.languages, **file.languages},
            set_name=file.set_name or known.set_name,
        )
        self._description = extended
        return extended != known

    # Blocks

    def _lines_of(self, number: int) -> list[str]:
        return between(self._lines, self._blocks.start(number), self._blocks.end(number))

    def _good_lines(self, number: int, undone: "_Undone") -> Sequence[str]:
        """Return the lines of a block when it was last valid, and cache their places."""
        good = self._blocks[number].good
        if not good:
            start, end = self._blocks.start(number), self._blocks.end(number)
            good = between(undone.lines(self._lines, start.line, end.line), start, end, start.line)
        self._places(number, good)
        return good

    def _places(self, number: int, lines: Sequence[str] = ()) -> Sequence[Mapping[str, PlacedText]]:
        """Return the texts of a block's units with their places, parsed on demand."""
        block = self._blocks[number]
        known = self._placed.get(block)
        if known is not None:
            self._placed.move_to_end(block)
            return known
        lines = lines or block.good or self._lines_of(number)
        placed = block.template.places(lines) if block.template else None
        if placed is None:
            read = self.format.places(lines, block.around)
            placed = [] if isinstance(read, Fault) else read
        self._cache_places(block, placed)
        return placed

    def _cache_places(self, block: HeldBlock, placed: list[Mapping[str, PlacedText]]) -> None:
        self._placed[block] = placed
        if len(self._placed) > _MAX_PLACED_BLOCKS:
            self._placed.popitem(last=False)

    def _is_on(self, segment: int, first: int, last: int) -> bool:
        start, end = self.extent(segment)
        if end.line < first or start.line > last:
            return False
        texts = (self.text_at(segment, field) for field in self.unit(segment).texts)
        return any(text.start.line <= last and text.end.line >= first for text in texts)


class _Undone:
    """The lines before an edit."""

    def __init__(self, first: int, old: Sequence[str], new: Sequence[str]) -> None:
        self._first, self._old, self._new = first, old, new

    def lines(self, now: Sequence[str], first: int, last: int) -> list[str]:
        """Return a range of lines, both included."""
        end, grown = self._first + len(self._old), len(self._new) - len(self._old)
        return [
            *now[first : max(first, min(self._first, last + 1))],
            *self._old[max(0, first - self._first) : max(0, last + 1 - self._first)],
            *now[max(end, first) + grown : max(end, last + 1) + grown],
        ]


def _texts(units: Iterable[Unit], field: str | None) -> Iterator[str]:
    return (unit.texts.get(field or "", "") for unit in units)


def _shifted(blocks: Iterable[Block], origin: Place) -> Iterator[tuple[Place, Place, HeldBlock]]:
    """Yield the blocks of a separately parsed part with their places in the document."""
    for block in blocks:
        start, end = (_absolute(place.below(-1), origin) for place in (block.start, block.end))
        yield start, end, HeldBlock.of(block._replace(start=start, end=end))


def _absolute(place: Place, origin: Place) -> Place:
    line, column = place
    return Place(origin.line + line, column + (0 if line else origin.column))


def _relative(place: Place, origin: Place) -> Place:
    line = place.line - origin.line
    return max(Place(0, 0), Place(line, place.column - (0 if line else origin.column)))
