"""Match units of several files by their ids.

The units of the leading file are the segments of the pairing, in its order. Extra units of another
file are in no segment, and units that it lacks are missing.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, cast

from meteor_core import InputError
from meteor_core.files.by_id import places_by_id
from meteor_core.files.content import Content
from meteor_core.files.placed_text import Place, missing
from meteor_core.files.units import Facts, Fault

from ..documents.segmentation import Change, Description, Replacement, SegmentText, common_ends
from ..documents.text_file import TextFile
from ..documents.unit_segments import UnitSegments


class UnitsById:
    """Segments of texts in several files, updated while these are edited.

    Attributes:
        lines: of each text all units of its file, edited in place.
        texts: of each text the segments, in lists that follow edits.
        moves: counts the edits that changed the matching.
    """

    def __init__(self, texts: Sequence[tuple[TextFile, str]], leader: TextFile) -> None:
        """Match texts given by files and fields, led by one of the files."""
        self.leader: Final = leader
        self.lines: Final = tuple(file.texts(field) for file, field in texts)
        self.moves = 0
        self._files: Final = tuple(file for file, _ in texts)
        self._keys = {file.uri: units_of(file).keys() for file in self._files}
        self._places: dict[str, list[int | None]] = {}
        self._segments: dict[str, list[int | None]] = {}
        self._match()
        self.texts: Final = tuple(self._read(text) for text in range(len(texts)))

    def place(self, uri: str, segment: int) -> int | None:
        """Return the unit of a segment in a file, or None if it is missing."""
        return self._places[uri][segment] if uri in self._places else segment

    def segment(self, uri: str, unit: int) -> int | None:
        """Return the segment of a unit in a file, or None."""
        return self._segments[uri][unit] if uri in self._segments else unit

    def segments_on(self, text: int, first: int, last: int) -> range:
        """Return the segments with one of these units of a text, and those in between."""
        return self.segments_of(self._files[text].uri, range(first, last + 1))

    def segments_of(self, uri: str, units: Iterable[int]) -> range:
        """Return the segments with one of these units of a file, and those in between."""
        found = [n for unit in units if (n := self.segment(uri, unit)) is not None]
        return range(min(found), max(found) + 1) if found else range(0)

    def edited(self, text: int, change: Change) -> Change:
        """Apply an edit to a text's file that was changed already, and return the change."""
        file = self._files[text]
        first, removed, inserted = change.first, change.removed, change.inserted
        keys = units_of(file).keys(range(first, first + inserted))
        known = self._keys[file.uri]
        if removed == inserted and known[first : first + removed] == keys:
            seen = self.segments_of(file.uri, range(first, first + inserted))
            for number in self._of_file(file):
                for segment in seen:
                    self.texts[number][segment] = self._text(number, segment)
            return Change(seen.start, len(seen), len(seen))
        touched = self.segments_of(file.uri, range(first, first + removed))
        known[first : first + removed] = keys
        self.moves += 1
        self._match()
        come = self.segments_of(file.uri, range(first, first + inserted))
        return self._reload(touched, come)

    def _reload(self, gone: range, come: range) -> Change:
        """Update all texts, and return a change that includes the given segments."""
        old, new = len(self.texts[0]), len(self._keys[self.leader.uri])
        head, tail = min(old, new), min(old, new)
        for number, texts in enumerate(self.texts):
            now = self._read(number)
            same = common_ends(texts, now)
            head, tail = min(head, same[0]), min(tail, same[1])
            texts[:] = now
        head = min([head, *(segments.start for segments in (gone, come) if segments)])
        tail = min(
            [tail, *(old - gone.stop for _ in gone[:1]), *(new - come.stop for _ in come[:1])]
        )
        return Change(head, old - head - tail, new - head - tail)

    def _match(self) -> None:
        leading = self._keys[self.leader.uri]
        for uri, keys in self._keys.items():
            if uri == self.leader.uri:
                continue
            self._places[uri] = places = places_by_id(leading, keys)
            segments: list[int | None] = [None] * len(keys)
            self._segments[uri] = segments
            for segment, place in enumerate(places):
                if place is not None:
                    segments[place] = segment

    def _of_file(self, file: TextFile) -> list[int]:
        return [number for number, held in enumerate(self._files) if held is file]

    def _read(self, text: int) -> list[str]:
        if self._files[text] is self.leader:
            return list(self.lines[text])
        lines, places = self.lines[text], self._places[self._files[text].uri]
        return ["" if place is None else lines[place] for place in places]

    def _text(self, text: int, segment: int) -> str:
        place = self.place(self._files[text].uri, segment)
        return "" if place is None else self.lines[text][place]


class SegmentsById:
    """The segments of a pairing within one of its files; implements ``Segmentation``."""

    def __init__(self, units: UnitsById, file: TextFile) -> None:
        """Create the segments of a file."""
        self._units, self._file = units, file
        self._own: Final = units_of(file)

    @property
    def description(self) -> Description:
        """Metadata of the file."""
        return self._own.description

    @property
    def faults(self) -> Sequence[Fault]:
        """Syntax errors of the file."""
        return self._own.faults

    @property
    def moves(self) -> int:
        """Counts the edits that moved units or changed the matching."""
        return self._own.moves + self._units.moves

    def has(self, segment: int, field: str | None) -> bool:
        """Whether the file has a segment with that field."""
        unit = self._unit(segment)
        return unit is not None and self._own.has(unit, field)

    def excluded(self, segments: Iterable[int]) -> Collection[int]:
        """Return those segments that the file marks as not to be translated."""
        units = {unit: n for n in segments if (unit := self._unit(n)) is not None}
        return [units[unit] for unit in self._own.excluded(units)]

    def is_final(self, segment: int) -> bool:
        """Whether the target of a segment is marked as final."""
        unit = self._unit(segment)
        return unit is not None and self._own.is_final(unit)

    def is_plural_form(self, segment: int) -> bool:
        """Whether the unit is one of several plural forms."""
        unit = self._unit(segment)
        return unit is not None and self._own.is_plural_form(unit)

    def facts(self, segment: int) -> Facts:
        """Return the metadata of a segment in this file."""
        unit = self._unit(segment)
        return Facts(id="") if unit is None else self._own.unit(unit).facts

    def text_at(self, segment: int, field: str | None) -> SegmentText:
        """Return a text with its place; a missing one is after the previous unit."""
        unit = self._unit(segment)
        if unit is not None:
            return self._own.text_at(unit, field)
        return SegmentText(missing(Place(0, 0)), self._gap(segment))

    def extent(self, segment: int) -> tuple[Place, Place]:
        """Return the range of the unit."""
        unit = self._unit(segment)
        if unit is not None:
            return self._own.extent(unit)
        return self._gap(segment), self._gap(segment)

    def holder(self, segment: int) -> tuple[Place, Place]:
        """Return the block of the unit."""
        unit = self._unit(segment)
        return self.extent(segment) if unit is None else self._own.holder(unit)

    def segments_on(self, first: int, last: int) -> range:
        """Return the segments of the units on these lines, and those in between."""
        return self._units.segments_of(self._file.uri, self._own.segments_on(first, last))

    def segment_at(self, place: Place) -> int | None:
        """Return the segment of the unit at a place."""
        unit = self._own.segment_at(place)
        return None if unit is None else self._units.segment(self._file.uri, unit)

    def problem(self, segment: int, field: str) -> str | None:
        """Return None; missing texts are optional."""
        return None

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """Return replacements in the unit; None if it is missing or not writable."""
        unit = self._unit(segment)
        return None if unit is None else self._own.replaced(unit, field, span, text)

    def content(self, segment: int, field: str | None) -> Content:
        """Return the content of a field of the unit."""
        return self._own.content(self._known_unit(segment), field)

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """Return replacements in the unit."""
        unit = self._known_unit(segment)
        return self._own.overwritten(unit, field, content, is_of_unit=is_of_unit)

    def _known_unit(self, segment: int) -> int:
        unit = self._unit(segment)
        if unit is None:
            raise InputError(f"{self._file.name} has no unit for it")
        return unit

    def _unit(self, segment: int) -> int | None:
        return self._units.place(self._file.uri, segment)

    def _gap(self, segment: int) -> Place:
        before = (self._unit(n) for n in range(segment - 1, -1, -1))
        unit = next((known for known in before if known is not None), None)
        return Place(0, 0) if unit is None else self._own.extent(unit)[1]


def units_of(file: TextFile) -> UnitSegments:
    """Return the units of a file that has some."""
    return cast("UnitSegments", file.own_segments)
