"""A pairing of which something is open, and how it looks from one of its documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from lsprotocol import types

from meteor_core import SegmentResult
from meteor_core.files.placed_text import Place

from ..documents.positions import Encoding
from ..documents.segmentation import Change, Standing
from ..documents.text_file import TextFile
from ..pairing.streams import HYPOTHESIS, SOURCE, Pairing, Part, Role, Stream
from ..project.settings import Since
from ..scoring.changes import Changes
from ..scoring.diagnostics import Diagnostic, Subject, find
from ..scoring.scores import Order, PairScores, Texts
from ..scoring.sides import Side

_LONGEST_HISTORY: Final = 100
"""Lines; an edit of more at once is no typing, and no change of a score is shown for it."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class OpenPairing:
    """A pairing with its texts and scores.

    Attributes:
        pairing: what belongs together.
        files: the documents that hold its texts, by URI.
        scores: of its segments.
        language: of its texts, by the configuration, by name or detected.
        missing: code and message of what the variant lacks, or the text before, if so.
        is_pending: whether the text before is not read yet, or is another one by now.
        changes: what was edited since the files were opened or saved.
        revision: counts the changes of texts.
        revision_told: the revision of which the editor was told to ask again.
        resting: whether the background leaves it alone until the next edit.
        streams: of the pairing, by part.
        drawn: hints as they were sent last, with what they were made from.
    """

    pairing: Pairing
    files: Mapping[str, TextFile]
    scores: PairScores
    language: str
    missing: tuple[str, str] | None = None
    is_pending: bool = False
    changes: Changes = field(default_factory=Changes)
    revision: int = 0
    revision_told: int = 0
    resting: bool = False
    streams: Mapping[Part, Stream] = field(init=False)
    drawn: dict[tuple[Part, int], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look the streams up once."""
        self.streams = dict(self.pairing.streams())

    @property
    def order(self) -> Order:
        """Which segments come first where the worst do."""
        return Order(self.pairing.settings.worst)

    @property
    def problem(self) -> tuple[str, str] | None:
        """Code and message of why there are no scores, if so."""
        problems = (file.problem for file in self.files.values())
        return next(filter(None, problems), self.missing)

    def file(self, part: Part) -> TextFile | None:
        """The document that a part is in; None for a source that there is not."""
        stream = self.streams.get(part)
        return None if stream is None else self.files.get(stream.uri)

    def texts(self, part: Part) -> Sequence[str]:
        """The segments of a part; none for a source that there is not."""
        stream, file = self.streams.get(part), self.file(part)
        return [] if stream is None or file is None else file.texts(stream.field)

    def edited(self, uri: str, change: Change, before: Sequence[Texts]) -> None:
        """Take a change of a document's segments.

        Args:
            uri: of the document.
            change: which segments.
            before: hypothesis and references of these segments, as far as they were paired.
        """
        self.revision += 1
        self.resting = False
        held = {part for part, stream in self.streams.items() if stream.uri == uri}
        scored = {part for part in self.streams if part.role is not Role.SOURCE}
        if held & scored:
            moved = change.inserted - change.removed if HYPOTHESIS in held else 0
            # A line that came or went is no other wording of the one that it moved.
            reworded = before[: change.inserted]
            self.changes.edited(change.first, change.removed, moved, reworded)
            self.scores.changed(
                change.first, change.removed, change.inserted, together=scored <= held
            )
        else:
            same = change.removed == change.inserted
            self.scores.touched(change.first, change.inserted if same else None)

    def texts_before(self, uri: str, change: Change) -> list[Texts]:
        """The texts of segments before a document was edited, where changes are shown."""
        if change.removed > _LONGEST_HISTORY or self.pairing.settings.hint_change is Since.OFF:
            return []
        first, end = change.first, min(change.first + change.removed, self.scores.paired)
        columns = [
            change.before(stream.field) if stream.uri == uri else self.texts(part)[first:end]
            for part, stream in self.streams.items()
            if part.role is not Role.SOURCE
        ]
        return list(zip(*(column[: end - first] for column in columns), strict=False))

    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of what is scored by now."""
        return list(find(self.subject()))

    def subject(self) -> Subject:
        """What diagnostics are looked for in."""
        source = self.pairing.source
        return Subject(
            pairing=self.pairing,
            scores=self.scores,
            source=None if source is None else self.texts(Part(Role.SOURCE)),
            problem_with_line=self._problem_with_line,
            scored_part=self._scored_part,
        )

    def change_of(self, segment: int) -> float | None:
        """By how much a segment's score changed; None where it did not, or none is shown."""
        if self.pairing.settings.hint_change is Since.OFF:
            return None
        before, now = self.changes.before(segment), self.scores.score(segment)
        if before is None or now is None or not all(before):
            return None
        old = self.scores.score_of(before)
        return None if old is None or old == now.score else now.score - old

    @property
    def _scored_part(self) -> Part:
        """The text at which a score stands: in a bilingual file that has both, the translation."""
        first, *others = self.pairing.references
        file = self.file(HYPOTHESIS)
        one_file = not others and first.uri == self.pairing.hypothesis.uri
        is_here = one_file and file is not None and file.has_units
        return Part(Role.REFERENCE) if is_here else HYPOTHESIS

    def _problem_with_line(self, part: Part, segment: int) -> str | None:
        stream, file = self.streams.get(part), self.file(part)
        if stream is None or file is None or stream.field is None:
            return None
        return file.segments.problem(segment, stream.field)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a pairing.

    Attributes:
        part: the text.
        segment: its number, from 0.
        offset: code points from the start of the segment's text; None beside the text, and in
            a source, whose words are not aligned.
    """

    part: Part
    segment: int
    offset: int | None


@dataclass(frozen=True)
class View:
    """A pairing seen from one of its documents.

    Attributes:
        opened: the pairing.
        file: the document.
        version: of the document, as the client counts.
        encoding: of the client's columns.
    """

    opened: OpenPairing
    file: TextFile
    version: int
    encoding: Encoding

    @cached_property
    def streams(self) -> dict[Part, Stream]:
        """The parts of the pairing that this document holds."""
        return {
            part: stream
            for part, stream in self.opened.streams.items()
            if stream.uri == self.file.uri
        }

    @cached_property
    def parts(self) -> list[Part]:
        """The parts here that are scored: hypothesis and references."""
        return [part for part in self.streams if part.role is not Role.SOURCE]

    @property
    def scores(self) -> PairScores:
        """The scores of the pairing."""
        return self.opened.scores

    def segments(self, first_line: int, last_line: int) -> range:
        """The segments on lines of this document, both included, that have a partner."""
        found = self.file.segments.segments_on(first_line, last_line)
        return range(found.start, max(found.start, min(found.stop, self.scores.paired)))

    def spot(self, position: types.Position) -> Spot | None:
        """What is at a client's position; None where no segment of a scored text is."""
        if not self.parts or position.line >= len(self.file.lines):
            return None
        column = self.encoding.from_client(self.file.lines[position.line], position.character)
        place = Place(position.line, column)
        segment = self.file.segments.segment_at(place)
        if segment is None:
            return None
        texts = [(part, self.standing(part, segment)) for part in self.parts]
        here = [(part, text) for part, text in texts if text.start <= place <= text.end]
        if not here:
            source = self.standing(SOURCE, segment) if SOURCE in self.streams else None
            is_source = source is not None and source.start <= place <= source.end
            return Spot(SOURCE if is_source else self.leading_part, segment, None)
        # Texts that are missing are all at the end of the segment, where another one may end.
        part, text = max(here, key=lambda found: len(found[1].text))
        return Spot(part, segment, text.offset(place))

    @property
    def leading_part(self) -> Part:
        """The part of this document, of those it has, that people work on.

        That is the hypothesis, but in a bilingual file with one reference the reference: the final
        translation.
        """
        here = [part for part in self.parts if self.stands_here(part)] or self.parts
        both_sides = HYPOTHESIS in here and len(self.scores.references) == 1
        return here[-1] if both_sides and self.file.has_units else here[0]

    def stands_here(self, part: Part) -> bool:
        """Whether a part of this document has its texts in it: not at a revision of it."""
        return self.file.stands_here(self.streams[part].field)

    def can_go_to(self, part: Part) -> bool:
        """Whether a part stands in some document as it is now."""
        return part not in self.streams or self.stands_here(part)

    def standing(self, part: Part, segment: int) -> Standing:
        """Where a segment's text of this document stands."""
        return self.file.segments.standing(segment, self.streams[part].field)

    def position(self, place: Place) -> types.Position:
        """A place in this document, as the client counts."""
        return _position(self.file, place, self.encoding)

    def extent(self, segment: int) -> types.Range:
        """All that belongs to a segment in this document."""
        start, end = self.file.segments.extent(segment)
        return types.Range(self.position(start), self.position(end))

    def range(self, part: Part, segment: int, span: tuple[int, int] | None = None) -> types.Range:
        """Code points of a segment's text, or all of it, as the client's range in its document."""
        stream, file = self.opened.streams.get(part), self.opened.file(part)
        if stream is None or file is None or segment >= len(file.texts(stream.field)):
            end = types.Position(len(file.lines) if file else 0, 0)
            return types.Range(end, end)
        text = file.segments.standing(segment, stream.field)
        places = text.range(*span) if span else (text.start, text.end)
        start, end = (_position(file, place, self.encoding) for place in places)
        return types.Range(start, end)

    def end(self, part: Part, segment: int) -> types.Position:
        """Where a segment's text of this document ends, as the client counts."""
        return self.position(self.standing(part, segment).end)

    def uri(self, part: Part) -> str | None:
        """The URI of the document that a part is in, as the editor writes it."""
        file = self.opened.file(part)
        return None if file is None else file.shown_uri

    def result(self, part: Part, segment: int) -> SegmentResult | None:
        """The alignment as a part sees it: a reference its own, the hypothesis the chosen one.

        None where it is not at hand.
        """
        results, known = self.scores.alignments(segment), self.scores.score(segment)
        if results is None or known is None:
            return None
        return results[part.index if part.role is Role.REFERENCE else known.reference]

    def side(self, part: Part) -> Side:
        """The side of the alignment that a part is on."""
        return Side.REFERENCE if part.role is Role.REFERENCE else Side.HYPOTHESIS

    def other(self, part: Part, result: SegmentResult) -> Part:
        """The part on the other side of an alignment."""
        if part.role is Role.REFERENCE:
            return HYPOTHESIS
        return Part(Role.REFERENCE, result.reference)


def _position(file: TextFile, place: Place, encoding: Encoding) -> types.Position:
    line = file.lines[place.line] if place.line < len(file.lines) else ""
    return types.Position(place.line, encoding.to_client(line, place.column))
