"""Documents whose segments are units: bilingual files.

An edit inside a block has only that block read again; where it cannot be read, its units keep the
texts that they had, at places that move with the edit, and a fault says what is wrong. An edit
across blocks, or between them, has these and their neighbours read again, and only where that does
not do, the whole document.
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

from .blocks import Blocks, Edit, HeldBlock, Part
from .segmentation import Change, Description, Moves, Replacement, Standing, common_ends
from .texts_before import TextsBefore

_PLACED: Final = 4_000
"""Blocks whose characters have known places; the least recently used are read anew."""

MOST_AT_ONCE: Final = 20_000
"""Lines of a document that is read again as a whole while someone types."""

_BEHIND: Final = "not read yet"

_BEHIND_BLOCK: Final = "#"
"""A line that is no text in any format; a block that has an end does not take it for its own."""

_TAG: Final = re.compile(r"<([^\s/>!?]+)")


class UnitSegments:
    """See ``Segmentation``."""

    def __init__(self, form: UnitFormat, lines: list[str]) -> None:
        """Units of lines that are edited in place, in that format."""
        self.format: Final = form
        self._lines = lines
        self._columns: dict[str, list[str]] = {}
        self._are_final: list[bool] | None = None  # None until somebody asks
        self._placed: OrderedDict[HeldBlock, list[Mapping[str, PlacedText]]] = OrderedDict()
        self._blocks = Blocks()
        self.moves = 0
        self.is_behind = False
        """Whether an edit could not be followed, as the whole document has to be read for it."""
        self.edits = 0
        self._taken = 0  # edits, when it was last read as a whole
        self._fault: Fault | None = None  # behind which nothing was read
        self._before: TextsBefore | None = None
        self._leaves_some_out = False  # whether any unit was ever not to be translated
        self._description = Description(format=form.name)
        self.read_anew()

    # What it holds

    @property
    def description(self) -> Description:
        """The fields that any unit has or had, and what the file says of them."""
        return self._description

    @property
    def faults(self) -> Sequence[Fault]:
        """Those of blocks, and the one behind which nothing could be read."""
        own = [
            replace(fault, place=_there(fault.place, self._blocks.start(number)))
            for number in self._blocks.faulty()
            if (fault := self._blocks[number].fault) is not None
        ]
        return [*own, *filter(None, [self._fault])]

    def extents(self) -> Iterator[tuple[Place, Place]]:
        """The blocks, of which one may hold several units."""
        for number in range(len(self._blocks)):
            yield self._blocks.start(number), self._blocks.end(number)

    def texts(self, field: str | None) -> list[str]:
        """The texts of a field, empty where a unit does not have it."""
        if field is None:
            return self._lines
        if field not in self._columns:
            elsewhere = self._elsewhere(field)
            self._columns[field] = (
                self._blocks.texts(field) if elsewhere is None else elsewhere.texts(self.keys())
            )
        return self._columns[field]

    def unit(self, segment: int) -> Unit:
        """A segment with what the file says of it."""
        number, unit = self._blocks.find(segment)
        return self._blocks[number].units[unit]

    def is_final(self, segment: int) -> bool:
        """Whether the file says that a target is finished; a unit is not made for it."""
        if self._are_final is None:
            self._are_final = self._blocks.are_final()
        return self._are_final[segment]

    def is_plural_form(self, segment: int) -> bool:
        """Whether a unit is one of several translations, by a number; only PO has such."""
        return self.format is PO and self.unit(segment).facts.is_plural_form

    def facts(self, segment: int) -> Facts:
        """What the file says of a unit."""
        return self.unit(segment).facts

    def keys(self, segments: range | None = None) -> list[UnitKey]:
        """What tells some units, or all, from each other."""
        if segments is None:
            return list(self._blocks.keys(range(len(self._blocks))))
        if not segments:
            return []
        first, behind = (self._blocks.find(at)[0] for at in (segments[0], segments[-1]))
        numbers = range(first, behind + 1)
        skipped = segments.start - self._blocks.first_segment(numbers)
        return list(self._blocks.keys(numbers))[skipped : skipped + len(segments)]

    def has(self, segment: int, field: str | None) -> bool:
        """Whether a unit has a text to compare; an empty target is none."""
        if self._elsewhere(field) is not None:
            return bool(self.texts(field)[segment])
        return field is not None and self.unit(segment).text(field) is not None

    def take_before(self, texts: Translations | None) -> None:
        """Take the machine translation from elsewhere, or from here again.

        Who holds the list of these texts has to ask for it anew.

        Args:
            texts: what was the final translation; None for the one that this document has itself.
        """
        if texts is not (self._before and self._before.then):
            self._before = None if texts is None else TextsBefore(texts, self.keys())
            self._columns.pop(MT, None)

    def _elsewhere(self, field: str | None) -> TextsBefore | None:
        """Where the texts of a field come from that do not stand in this document."""
        return self._before if field == MT else None

    def stands_here(self, field: str | None) -> bool:
        """Whether the texts of a field stand in this document."""
        return self._elsewhere(field) is None

    def left_out(self, segments: Iterable[int]) -> Collection[int]:
        """Which of some units are not to be translated."""
        if not self._leaves_some_out:
            return ()
        return [n for n in segments if not self.unit(n).facts.is_translatable]

    def problem(self, segment: int, field: str) -> str | None:
        """None: what a unit does not have is rightly missing, and faults are told apart."""
        return None

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """The text with escapes; None in a unit that cannot be read, or has no such text."""
        number, unit = self._blocks.find(segment)
        block = self._blocks[number]
        is_here = field in block.units[unit].texts and self.stands_here(field)
        if block.fault is not None or field is None or not is_here:
            return None
        lines, around = self._lines_of(number), block.around
        try:
            found = edits(self.format, lines, around, unit=unit, field=field, span=span, text=text)
        except InputError:
            return None
        return self._replacements(number, found)

    def content(self, segment: int, field: str | None) -> Content:
        """What a field holds, in this document or where it comes from."""
        number, unit = self._blocks.find(segment)
        block = self._blocks[number]
        elsewhere = self._elsewhere(field)
        if elsewhere is not None:
            [key] = self.keys(range(segment, segment + 1))
            found = elsewhere.content(key, self.texts(field)[segment])
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
        """The content with its inline codes."""
        if field is None or not self.stands_here(field):
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
        """What to replace in the document, so that a unit is in a state.

        Raises:
            InputError: the document cannot say so; the message says why.
        """
        number, unit = self._blocks.find(segment)
        lines, around = self._lines_of(number), self._blocks[number].around
        found = state_edits(self.format, lines, around, unit=unit, state=state)
        return self._replacements(number, found)

    def with_note(
        self, segment: int, note: int | None, text: str | None, who: str
    ) -> Sequence[Replacement]:
        """What to replace in the document, so that a unit has another note; see ``note_edits``.

        Raises:
            InputError: the document cannot hold it; the message says why.
        """
        number, _ = self._blocks.find(segment)
        lines, around = self._lines_of(number), self._blocks[number].around
        found = note_edits(self.format, lines, around, number=note, text=text, who=who)
        return self._replacements(number, found)

    def _replacements(self, number: int, found: Iterable[BlockEdit]) -> Sequence[Replacement]:
        start = self._blocks.start(number)
        return [(_there(edit.start, start), _there(edit.end, start), edit.text) for edit in found]

    @property
    def wants_reading(self) -> bool:
        """Whether to read the whole document when there is time, and ``take`` what comes of it.

        What is wrong in a block by itself may be right in the whole, as in a comment.
        """
        is_faulty = self._blocks.is_faulty or self._fault is not None
        return self.is_behind or (self.edits != self._taken and is_faulty)

    # Where it stands

    def standing(self, segment: int, field: str | None) -> Standing:
        """Where a text stands; one that is missing, at the end of its unit."""
        number, unit = self._blocks.find(segment)
        placed = self._places(number)
        text = placed[unit].get(field or "") if unit < len(placed) else None
        if text is None or not self.stands_here(field):
            return Standing(missing(Place(0, 0)), self._blocks.end(number))
        start, good = self._blocks.start(number), self._blocks[number].good
        if not good:
            return Standing(text, start)
        now = self._lines_of(number)
        return Standing(text, start, Moves(good, now), Moves(now, good))

    def extent(self, segment: int) -> tuple[Place, Place]:
        """The block, or in one with several units what their texts take."""
        number, unit = self._blocks.find(segment)
        texts: list[Standing] = []
        if len(self._blocks[number].units) > 1:
            placed = self._places(number)
            fields = placed[unit] if unit < len(placed) else ()
            texts = [self.standing(segment, field) for field in fields]
        if not texts:
            return self._blocks.start(number), self._blocks.end(number)
        return min(text.start for text in texts), max(text.end for text in texts)

    def holder(self, segment: int) -> tuple[Place, Place]:
        """The block, with states and notes."""
        number, _ = self._blocks.find(segment)
        return self._blocks.start(number), self._blocks.end(number)

    def segments_on(self, first: int, last: int) -> range:
        """The units on these lines; where a block has several, those of which a text is on them."""
        numbers = self._blocks.on(first, last)
        on: list[int] = []
        for number in dict.fromkeys([*numbers[:1], *numbers[-1:]]):
            own = self._blocks.segments(number)
            on += own if len(own) < 2 else [each for each in own if self._is_on(each, first, last)]
        inner = numbers[1:-1]
        on += [self._blocks.segments(number).start for number in (*inner[:1],)]
        on += [self._blocks.segments(number).stop - 1 for number in (*inner[-1:],)]
        return range(min(on), max(on) + 1) if on else range(0)

    def segment_at(self, place: Place) -> int | None:
        """The unit whose text is at a place; else the one before it in the same block."""
        number = self._blocks.at(place)
        if number is None:
            return None
        own = self._blocks.segments(number)
        if len(own) < 2:
            return own.start
        nearest = (Place(-1, 0), own.start)
        for segment, fields in zip(own, self._places(number), strict=False):
            for field in fields:
                text = self.standing(segment, field)
                if text.start <= place <= text.end:
                    return segment
                if text.start <= place:
                    nearest = max(nearest, (text.start, segment))
        return nearest[1]

    # Edits

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Take an edit; see ``Segmentation``."""
        self.edits += 1
        edit = Edit.of(first, old, new)
        touched = self._blocks.touched(edit)
        number = touched.start
        is_inside = len(touched) == 1 and self._blocks.holds(number, edit)
        is_inside = is_inside and bool(self._blocks[number].units)
        good = self._good_lines(number, _Undone(first, old, new)) if is_inside else ()
        self.moves += self._blocks.move(edit, touched)
        if self._fault is not None:
            self._fault = replace(self._fault, place=edit.moved(self._fault.place))
        if is_inside:
            return self._read_block(number, good)
        change = self._read_around(touched)
        return self._give_up(touched, edit, change) if isinstance(change, Fault) else change

    def read_anew(self) -> Change | None:
        """Read the whole document, whose text is another one now."""
        with no_garbage_collection(lines := len(self._lines), for_good=lines > MOST_AT_ONCE):
            file = self.format.read(self._lines)
            self._fault, self.is_behind = file.fault, False
            self.moves += 1
            return self._replace(range(len(self._blocks)), Part(file.blocks), file)

    def take(self, file: UnitFile) -> Change | None:
        """Take the whole document as it was read by itself; of a faulty one only its fault."""
        self.moves += 1
        self.is_behind, self._taken = False, self.edits
        if file.fault is not None:
            if not self.faults:
                self._fault = file.fault
            return Change(0, 0, 0)
        self._fault = None
        return self._replace(range(len(self._blocks)), Part(file.blocks), file)

    def _read_block(self, number: int, good: Sequence[str]) -> Change | None:
        """Read a block again; one that cannot be read keeps what it had."""
        block, lines = self._blocks[number], self._lines_of(number)
        placed = self.format.places(lines, block.around)
        file = self.format.read([block.around, *lines, _BEHIND_BLOCK])
        if not isinstance(placed, Fault):
            units = tuple(file.units)
            texts = [{name: text.text for name, text in each.items()} for each in placed]
            stands = [(each.start, each.end) for each in file.blocks]
            all_of_it = [(Place(1, 0), Place(len(lines), len(lines[-1])))]
            is_same = texts == [unit.texts for unit in units] and len(texts) == len(block.units)
            if is_same and stands == all_of_it:
                start, end = self._blocks.start(number), self._blocks.end(number)
                read = HeldBlock.of(Block(start, end, block.around, units))
                self._remember(read, placed)
                return self._replace(range(number, number + 1), Part.of([(start, end, read)]), file)
        change = self._read_around(range(number, number + 1))
        if not isinstance(change, Fault):
            return change
        if not isinstance(placed, Fault):
            placed = replace(change, place=_from(change.place, self._blocks.start(number)))
        block.good = good
        self._blocks.spoil(number, placed)
        return Change(self._blocks.segments(number).start, 0, 0)

    def _read_around(self, touched: range) -> Change | Fault | None:
        """Read blocks with their neighbours again, or else the whole document."""
        low, high = touched.start - 1, touched.stop
        while low >= 0 and self._blocks[low].fault is not None:
            low -= 1
        while high < len(self._blocks) and self._blocks[high].fault is not None:
            high += 1
        if low >= 0 and high < len(self._blocks):
            around = self._blocks[low].around
            if around == self._blocks[high].around:
                start, end = self._blocks.start(low), self._blocks.end(high)
                file = self._read_part(start, end, around)
                if file.fault is not None:
                    place = _there(file.fault.place.below(-1), start)
                    return replace(file.fault, place=min(place, end))
                if file.blocks and file.blocks[-1].around == around:
                    part = Part.of(_shifted(file.blocks, start))
                    return self._replace(range(low, high + 1), part, file)
        return self._read_whole()

    def _read_part(self, start: Place, end: Place, around: str) -> UnitFile:
        """Read a part of the document, below one line of its own, as if that were all."""
        ends = "".join(f"</{name}>" for name in reversed(_TAG.findall(around)))
        return self.format.read([around, *between(self._lines, start, end), ends])

    def _read_whole(self) -> Change | Fault | None:
        if len(self._lines) > MOST_AT_ONCE:
            self.is_behind = True
            return Fault(place=Place(0, 0), message=_BEHIND)
        file = self.format.read(self._lines)
        reaches_further = self._fault is not None and len(file.blocks) >= len(self._blocks)
        if file.fault is not None and not reaches_further:
            return file.fault
        self._fault = file.fault
        return self._replace(range(len(self._blocks)), Part(file.blocks), file)

    def _give_up(self, touched: range, edit: Edit, fault: Fault) -> Change | None:
        """Let go of blocks that an edit has destroyed, and note where they were.

        What is broken beside them, without any unit between, is broken in one place with them.
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
        gap.fault = replace(fault, place=_from(fault.place, start))
        return self._replace(touched, Part.of([] if self.is_behind else [(start, end, gap)]), None)

    def _is_gap(self, number: int) -> bool:
        block = self._blocks[number]
        return block.fault is not None and not block.units

    def _replace(self, numbers: range, part: Part, file: UnitFile | None) -> Change | None:
        """Put blocks where others were, and tell what changed by it."""
        gone, read = list(self._blocks.units(numbers)), part.read
        keys = list(self._blocks.keys(numbers)) if self._before else []
        self._leaves_some_out |= not read.is_translatable
        first, count = self._blocks.first_segment(numbers), sum(read.sizes)
        for block in self._blocks.looked_at(numbers):
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
            elsewhere = self._elsewhere(field)
            if elsewhere is None:
                texts[span] = read.texts(field)[come]
            else:
                held = texts[span]
                texts[span] = elsewhere.texts(read.keys[come], keys, held)
        if file is not None and self._tells_more(file):
            return None

        def before(field: str | None) -> Sequence[str]:
            return list(_texts(gone, field)) if self.stands_here(field) else held

        return Change(first, len(gone), count - tail - head, before)

    def _tells_more(self, file: UnitFile) -> bool:
        """Whether what was read has fields or languages that were not known; they are now."""
        known = self._description
        told = Description(
            fields=tuple(dict.fromkeys([*known.fields, *file.fields])),
            format=file.format,
            languages={**known.languages, **file.languages},
            set_name=file.set_name or known.set_name,
        )
        self._description = told
        return told != known

    # Blocks

    def _lines_of(self, number: int) -> list[str]:
        return between(self._lines, self._blocks.start(number), self._blocks.end(number))

    def _good_lines(self, number: int, undone: "_Undone") -> Sequence[str]:
        """The lines of a block when it could be read, of which the places are known then."""
        good = self._blocks[number].good
        if not good:
            start, end = self._blocks.start(number), self._blocks.end(number)
            good = between(undone.lines(self._lines, start.line, end.line), start, end, start.line)
        self._places(number, good)
        return good

    def _places(self, number: int, lines: Sequence[str] = ()) -> Sequence[Mapping[str, PlacedText]]:
        """The texts of a block's units with their places, which are read when they are needed."""
        block = self._blocks[number]
        known = self._placed.get(block)
        if known is not None:
            self._placed.move_to_end(block)
            return known
        lines = lines or block.good or self._lines_of(number)
        placed = block.mould.places(lines) if block.mould else None
        if placed is None:
            read = self.format.places(lines, block.around)
            placed = [] if isinstance(read, Fault) else read
        self._remember(block, placed)
        return placed

    def _remember(self, block: HeldBlock, placed: list[Mapping[str, PlacedText]]) -> None:
        self._placed[block] = placed
        if len(self._placed) > _PLACED:
            self._placed.popitem(last=False)

    def _is_on(self, segment: int, first: int, last: int) -> bool:
        start, end = self.extent(segment)
        if end.line < first or start.line > last:
            return False
        texts = (self.standing(segment, field) for field in self.unit(segment).texts)
        return any(text.start.line <= last and text.end.line >= first for text in texts)


class _Undone:
    """Lines as they were before an edit."""

    def __init__(self, first: int, old: Sequence[str], new: Sequence[str]) -> None:
        self._first, self._old, self._new = first, old, new

    def lines(self, now: Sequence[str], first: int, last: int) -> list[str]:
        """Those from one to another that was there, both included."""
        end, grown = self._first + len(self._old), len(self._new) - len(self._old)
        return [
            *now[first : max(first, min(self._first, last + 1))],
            *self._old[max(0, first - self._first) : max(0, last + 1 - self._first)],
            *now[max(end, first) + grown : max(end, last + 1) + grown],
        ]


def _texts(units: Iterable[Unit], field: str | None) -> Iterator[str]:
    return (unit.texts.get(field or "", "") for unit in units)


def _shifted(blocks: Iterable[Block], origin: Place) -> Iterator[tuple[Place, Place, HeldBlock]]:
    """The blocks of a part that was read below one line of its own, with their places."""
    for block in blocks:
        start, end = (_there(place.below(-1), origin) for place in (block.start, block.end))
        yield start, end, HeldBlock.of(block._replace(start=start, end=end))


def _there(place: Place, origin: Place) -> Place:
    """A place that counts from an origin, in the document."""
    line, column = place
    return Place(origin.line + line, column + (0 if line else origin.column))


def _from(place: Place, origin: Place) -> Place:
    """The other way round; a place before the origin is at it."""
    line = place.line - origin.line
    return max(Place(0, 0), Place(line, place.column - (0 if line else origin.column)))
