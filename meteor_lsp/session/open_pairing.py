"""A pairing of which something is open, and how it looks from one of its documents."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

from lsprotocol import types

from meteor_core import InputError, SegmentResult
from meteor_core.files.content import Content
from meteor_core.files.placed_text import CODE, Place
from meteor_core.review.texts import ReviewTexts
from meteor_core.text.tokenizers import Span

from ..documents.positions import Encoding
from ..documents.segmentation import Change, Replacement, Segmentation, Standing
from ..documents.text_file import TextFile
from ..pairing.shifted import Block, LinesEdited, ShiftedLines, ShiftedSegments, lines_edited
from ..pairing.streams import HYPOTHESIS, POST_EDIT, SOURCE, Pairing, Part, Role, Stream
from ..pairing.units_by_id import SegmentsById, UnitsById
from ..project.settings import Emphasis, Since
from ..scoring.changes import Changes
from ..scoring.diagnostics import MOST_SHOWN, Diagnostic, Subject, find, find_in_block
from ..scoring.line_scores import LineScore, Texts
from ..scoring.review import PairReview
from ..scoring.scores import Order, PairScores
from ..scoring.sides import Side
from ..scoring.words import WordFindings

_LONGEST_HISTORY: Final = 100
"""Lines; an edit of more at once is no typing, and no change of a score is shown for it."""


Segments: TypeAlias = Segmentation | ShiftedSegments | SegmentsById
"""Those of a document, or those of a pairing as a document has them."""

_SHORT: Final = 3_000
"""Lines that are looked at with every line that comes or goes: some milliseconds of work."""


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
        words: what stands out on words of a post-edit; None where nobody looks for it.
        streams: of the pairing, by part.
        tooltips: of scores that a hint was drawn of.
        lines: which lines belong together, where they are shifted; None where they stand line by
            line.
        units: which units belong together, where they stand in several files.
        lines_are_known: whether it was looked at since lines came or went.
        line_edits: counts the edits with which lines came or went.
        break_was_seen: whether a break of the scores was looked at since then.
        expects_shift: whether there was one.
        lines_edited: lines that came or went by hand since all texts stood line by line.
        is_retired: whether nobody keeps it up to date any more: its texts are others by now, or
            another pairing has its scores.
        edits: what became of words, by segment and reference, with the alignment that tells it.
        review: of its segments, once somebody has asked for it.
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
    words: WordFindings | None = None
    streams: Mapping[Part, Stream] = field(init=False)
    tooltips: dict[LineScore, str] = field(default_factory=dict)
    lines: ShiftedLines | None = None
    units: UnitsById | None = None
    lines_are_known: bool = False
    line_edits: int = 0
    break_was_seen: bool = False
    expects_shift: bool = False
    lines_edited: LinesEdited | None = None
    is_retired: bool = False
    edits: dict[tuple[int, int], Any] = field(default_factory=dict)
    review: PairReview | None = None

    def __post_init__(self) -> None:
        """Look the streams up once."""
        self.streams = dict(self.pairing.streams())

    @property
    def order(self) -> Order:
        """Which segments come first where the worst do."""
        return Order(self.pairing.settings.worst)

    @property
    def emphasis(self) -> Emphasis:
        """What is marked in the texts."""
        wanted = self.pairing.settings.emphasis
        if wanted is not Emphasis.AUTO:
            return wanted
        return Emphasis.DIFFERENCES if self.pairing.post_editing else Emphasis.CHUNKS

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
        if self.matched is not None and part in self.streams:
            return self.matched.texts[self._number(part)]
        stream, file = self.streams.get(part), self.file(part)
        return [] if stream is None or file is None else file.texts(stream.field)

    def source_of(self, segment: int) -> str | None:
        """What was translated; None where that is not known."""
        texts = self.texts(SOURCE)
        return texts[segment] if 0 <= segment < len(texts) else None

    @property
    def matched(self) -> ShiftedLines | UnitsById | None:
        """Which segments belong together, where those of one number do not."""
        return self.units if self.lines is None else self.lines

    def segments(self, part: Part) -> Segments:
        """The segments of a part in its document, one of the pairing's."""
        file = self.files[self.streams[part].uri]
        if self.units is not None and self.units.leader is not file:
            return SegmentsById(self.units, file)
        if self.lines is None:
            return file.segments
        return ShiftedSegments(self.lines, self._number(part), file)

    def content(self, part: Part, segment: int) -> Content:
        """What a part of a segment is with its inline codes.

        Raises:
            InputError: that is not known; the message says why.
        """
        return self.segments(part).content(segment, self.streams[part].field)

    def has_code(self, part: Part, segment: int, span: Span) -> bool:
        """Whether an inline code stands inside a part's text, or nobody knows."""
        if CODE not in self.texts(part)[segment][slice(*span)]:
            return False
        try:
            return self.content(part, segment).has_code(*span)
        except InputError:
            return True

    def fixed(self, one: Diagnostic) -> Sequence[Replacement]:
        """What a diagnostic's fix replaces; nothing where there is none, or it cannot be written.

        Words of another text are not taken if an inline code stands in them.
        """
        stream = self.streams.get(one.part)
        if one.fix is None or stream is None:
            return ()
        if one.related and one.related_span:
            other, _ = one.related
            if self.has_code(other, one.segment, one.related_span):
                return ()
        return self.segments(one.part).replaced(one.segment, stream.field, *one.fix) or ()

    def overwritten(self, part: Part, other: Part, segment: int) -> Sequence[Replacement]:
        """What to replace so that a part of a segment is what another part is, codes and all.

        Raises:
            InputError: it cannot be written there; the message says why.
        """
        stream, theirs = self.streams[part], self.streams[other]
        is_of_unit = stream.uri == theirs.uri and self.files[theirs.uri].stands_here(theirs.field)
        content = self.content(other, segment)
        return self.segments(part).overwritten(
            segment, stream.field, content, is_of_unit=is_of_unit
        )

    def _number(self, part: Part) -> int:
        return list(self.streams).index(part)

    @property
    def has_whole_lines(self) -> bool:
        """Whether each of its texts is all lines of a document, so that lines may be shifted."""
        return len(self.files) == len(self.streams) and all(
            stream.field is None for stream in self.streams.values()
        )

    @property
    def wants_lines(self) -> bool:
        """Whether it is to be looked at which lines belong together."""
        if self.lines_are_known or self.is_retired or self.problem is not None:
            return False
        if not self.has_whole_lines:
            return False
        counts = {len(self.files[stream.uri].lines) for stream in self._scored.values()}
        return self.lines is not None or len(counts) > 1 or self.expects_shift

    @property
    def _scored(self) -> dict[Part, Stream]:
        return {
            part: stream for part, stream in self.streams.items() if part.role is not Role.SOURCE
        }

    @property
    def is_short(self) -> bool:
        """Whether its lines can be looked at with every edit."""
        return max(len(file.lines) for file in self.files.values()) <= _SHORT

    def blocks_to_check(self) -> range:
        """The blocks to look at for a break of the scores, once all are there; then none."""
        if self.break_was_seen or self.lines is not None or not self.has_whole_lines:
            return range(0)
        self.break_was_seen = True
        return range(self.scores.block_count)

    def expect_shift(self) -> None:
        """There is a break: lines are to be looked at."""
        self.expects_shift, self.lines_are_known = True, False

    def line_elsewhere(self, part: Part, other: Part, segment: int) -> int | None:
        """The line of another part that a segment's line is paired with, if not its own number."""
        if self.lines is None:
            return None
        own, theirs = (self.lines.lines_of(self._number(one), segment) for one in (part, other))
        return theirs.start if own and theirs and own.start != theirs.start else None

    def starts(self, part: Part, other: Part) -> list[tuple[int, int]] | None:
        """Pairs of lines from which on two parts stand side by side; see ``ShiftedLines.starts``.

        None where they do from their first segments on, as does a source that is not followed.
        """
        numbers = self._number(part), self._number(other)
        if self.lines is None or not all(map(self.lines.follows, numbers)):
            return None
        return list(self.lines.starts(*numbers))

    def lines_as_they_stand(self) -> tuple[list[str], list[list[str]], list[str] | None]:
        """Copies of the lines of hypothesis, references and source."""
        hypothesis, *references = (
            list(self.files[stream.uri].lines) for stream in self._scored.values()
        )
        source = self.pairing.source
        return hypothesis, references, list(self.files[source.uri].lines) if source else None

    def take_lines(self, blocks: Sequence[Block] | None) -> None:
        """Take which lines belong together; None where they do as they stand."""
        self.lines_are_known = True
        known = self.lines
        if blocks is not None and self.lines_edited is not None:
            blocks = self.lines_edited.placed(blocks)
        self.changes.renumber(lambda segment: _line(known, segment))
        self._take_blocks(known, blocks)
        now = self.lines
        self.changes.renumber(lambda line: line if now is None else now.segment_of(0, line))

    def _take_blocks(self, known: ShiftedLines | None, blocks: Sequence[Block] | None) -> None:
        if known is not None and blocks is not None:
            change = known.take(blocks)
            if not change.removed and not change.inserted:
                return
            self.scores.changed(change.first, change.removed, change.inserted, together=True)
            self._review_again(change)
        elif blocks is not None:
            lists = [self.files[stream.uri].lines for stream in self.streams.values()]
            scored = len(self._scored)
            self.lines = lines = ShiftedLines(lists, blocks)
            hypotheses, *references = lines.texts[:scored]
            self.scores.take_lists(
                hypotheses,
                references,
                lambda segment: lines.is_alone(segment, scored),
                lines.first_shift,
            )
            self._review_from(lines.first_shift)
        elif known is not None:
            self._stand_line_by_line(known)
        else:
            return
        self.revision += 1
        self.resting = False
        self.edits.clear()

    def take_over_lines(self, other: "OpenPairing") -> None:
        """Know what another pairing of the same texts does of which lines belong together."""
        self.lines, self.lines_are_known = other.lines, other.lines_are_known
        self.line_edits, self.break_was_seen = other.line_edits, other.break_was_seen
        self.expects_shift, self.lines_edited = other.expects_shift, other.lines_edited

    def _stand_line_by_line(self, known: ShiftedLines) -> None:
        self.lines = None
        hypotheses, *references = (self.files[stream.uri].lines for stream in self._scored.values())
        same = min(known.first_shift, *map(len, (hypotheses, *references)))
        self.scores.take_lists(hypotheses, references, lambda _: False, same)
        self._review_from(same)

    def _review_again(self, change: Change) -> None:
        if self.review is not None:
            self.review.changed(change.first, change.removed, change.inserted, together=True)

    def _review_from(self, same: int) -> None:
        """Review what follows some segments anew, of which other lines belong together now."""
        if self.review is not None:
            removed, inserted = len(self.review) - same, self.scores.paired - same
            self.review.changed(same, removed, inserted, together=True)

    def edited(self, uri: str, change: Change, before: Sequence[Texts]) -> None:
        """Take a change of a document's segments.

        Args:
            uri: of the document.
            change: which segments.
            before: hypothesis and references of these segments, as far as they were paired.
        """
        self.revision += 1
        self.resting = False
        if change.removed != change.inserted:
            self.lines_are_known = self.break_was_seen = self.expects_shift = False
            self.line_edits += 1
            self.lines_edited = self._lines_edited(uri, change)
        if self.matched is not None:
            self._edited_matched(self.matched, uri, change, before)
            return
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
        if self.review is not None:
            everywhere = held == set(self.streams)
            self.review.changed(change.first, change.removed, change.inserted, together=everywhere)

    def _lines_edited(self, uri: str, change: Change) -> LinesEdited | None:
        """Lines that came or went, with those of earlier edits where they are one place."""
        if not self.has_whole_lines:
            return None
        number = next(n for n, stream in enumerate(self.streams.values()) if stream.uri == uri)
        end = change.first + change.inserted
        edited = lines_edited(number, change, self.files[uri].lines[change.first : end])
        if edited is None or number >= len(self._scored):
            return None
        if self.lines_edited is not None:
            return self.lines_edited.then(edited)
        counts = [len(self.files[stream.uri].lines) for stream in self._scored.values()]
        counts[number] -= edited.count
        stood_line_by_line = self.lines is None and len(set(counts)) == 1
        return edited if stood_line_by_line else None

    def _edited_matched(
        self,
        matched: ShiftedLines | UnitsById,
        uri: str,
        change: Change,
        before: Sequence[Texts],
    ) -> None:
        """Take a change of a document whose segments have other numbers than the pairing's."""
        number = next(n for n, stream in enumerate(self.streams.values()) if stream.uri == uri)
        moves = matched.moves
        seen = matched.edited(number, change)
        if number >= len(self._scored) and seen.removed == seen.inserted:
            self.scores.touched(seen.first, seen.inserted)
            self._review_again(seen)
            return
        moved = seen.inserted - seen.removed
        reworded = [] if moved or matched.moves != moves else before
        self.changes.edited(seen.first, seen.removed, moved, reworded)
        self.scores.changed(seen.first, seen.removed, seen.inserted, together=True)
        self._review_again(seen)

    def texts_before(self, uri: str, change: Change) -> list[Texts]:
        """The texts of segments before a document was edited, where changes are shown."""
        if change.removed > _LONGEST_HISTORY or self.pairing.settings.hint_change is Since.OFF:
            return []
        if self.matched is not None:  # whose texts do not follow the document before ``edited``
            number = next(n for n, stream in enumerate(self.streams.values()) if stream.uri == uri)
            end = change.first + change.removed - 1
            seen = self.matched.segments_on(number, change.first, end)
            return [self.scores.texts(segment) for segment in seen]
        first, end = change.first, min(change.first + change.removed, self.scores.paired)
        columns = [
            change.before(stream.field) if stream.uri == uri else self.texts(part)[first:end]
            for part, stream in self.streams.items()
            if part.role is not Role.SOURCE
        ]
        return list(zip(*(column[: end - first] for column in columns), strict=False))

    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of what is scored and found by now."""
        return list(find(self.subject()))

    @property
    def is_complete(self) -> bool:
        """Whether every segment is scored, and was looked at for what stands out on words."""
        return self.scores.complete and self.has_all_words

    @property
    def has_all_words(self) -> bool:
        """Whether every segment was looked at for what stands out on words."""
        return next(self.blocks_without_words(), None) is None

    def blocks_without_words(self) -> Iterator[int]:
        """Blocks of which a segment was not looked at for what stands out on words."""
        block = 0
        while self.words is not None and block < self.scores.block_count:
            if not self.scores.has_found_words(block):
                yield block
            block += 1

    def unknown_words(self, block: int) -> list[ReviewTexts]:
        """The texts of a block that nobody has looked at for what stands out on words."""
        return self.words.unknown(self.scores.segments_of(block)) if self.words else []

    def note_words(self, block: int) -> None:
        """A block was looked at."""
        if self.words is not None:
            self.scores.note_words(block)

    def find_words(self) -> None:
        """Look for all that stands out on words now, which can take long."""
        if self.words is not None:
            self.words.find_all(range(self.scores.paired))
            for block in range(self.scores.block_count):
                self.scores.note_words(block)

    def find_what_is_shown(self) -> Iterator[int]:
        """Look for diagnostics block by block, until each document has more than are shown.

        Texts may change between two blocks, and other lines belong together.
        """
        left = {stream.uri: MOST_SHOWN + 1 for stream in self.streams.values()}
        block = 0
        while block < self.scores.block_count and max(left.values()) > 0:
            for one in find_in_block(self.subject(), block):
                left[self.streams[one.part].uri] -= 1
            yield block
            block += 1

    def subject(self) -> Subject:
        """What diagnostics are looked for in."""
        source = self.pairing.source
        return Subject(
            pairing=self.pairing,
            scores=self.scores,
            source=None if source is None else self.texts(Part(Role.SOURCE)),
            problem_with_line=self._problem_with_line,
            words=self.words,
            lines=self.lines,
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
        return POST_EDIT if is_here else HYPOTHESIS

    def _problem_with_line(self, part: Part, segment: int) -> str | None:
        stream, file = self.streams.get(part), self.file(part)
        if stream is None or file is None or stream.field is None:
            return None
        return self.segments(part).problem(segment, stream.field)


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
        line_end: with which the document's lines end.
    """

    opened: OpenPairing
    file: TextFile
    version: int
    encoding: Encoding
    line_end: str = "\n"

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
    def segmentation(self) -> Segments:
        """The segments in this document."""
        part = next(iter(self.streams), None)
        return self.file.segments if part is None else self.opened.segments(part)

    @property
    def scores(self) -> PairScores:
        """The scores of the pairing."""
        return self.opened.scores

    def segments(self, first_line: int, last_line: int) -> range:
        """The segments on lines of this document, both included, that have a partner."""
        found = self.segmentation.segments_on(first_line, last_line)
        return range(found.start, max(found.start, min(found.stop, self.scores.paired)))

    def segment_at(self, position: types.Position) -> int | None:
        """The segment at a client's position, of whatever text."""
        if position.line >= len(self.file.lines):
            return None
        column = self.encoding.from_client(self.file.lines[position.line], position.character)
        return self.segmentation.segment_at(Place(position.line, column))

    def spot(self, position: types.Position) -> Spot | None:
        """What is at a client's position; None where no segment of a scored text is."""
        if not self.parts or position.line >= len(self.file.lines):
            return None
        segment = self.segment_at(position)
        if segment is None:
            return None
        column = self.encoding.from_client(self.file.lines[position.line], position.character)
        place = Place(position.line, column)
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
        return self.segmentation.standing(segment, self.streams[part].field)

    def position(self, place: Place) -> types.Position:
        """A place in this document, as the client counts."""
        return position_in(self.file, place, self.encoding)

    def extent(self, segment: int) -> types.Range:
        """All that belongs to a segment in this document."""
        start, end = self.segmentation.extent(segment)
        return types.Range(self.position(start), self.position(end))

    def range(self, part: Part, segment: int, span: tuple[int, int] | None = None) -> types.Range:
        """Code points of a segment's text, or all of it, as the client's range in its document."""
        stream, file = self.opened.streams.get(part), self.opened.file(part)
        if stream is None or file is None or segment >= len(self.opened.texts(part)):
            end = types.Position(len(file.lines) if file else 0, 0)
            return types.Range(end, end)
        text = self.opened.segments(part).standing(segment, stream.field)
        places = text.range(*span) if span else (text.start, text.end)
        start, end = (position_in(file, place, self.encoding) for place in places)
        return types.Range(start, end)

    def ends(self, part: Part, segments: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Line and column, as the client counts, behind the texts of segments of this document."""
        if self.streams[part].field is None and self.opened.matched is None:  # whole lines
            units, lines = self.encoding.units, self.file.lines
            return ((segment, units(lines[segment])) for segment in segments)
        return (self.in_client(self.standing(part, segment).end) for segment in segments)

    def in_client(self, place: Place) -> tuple[int, int]:
        """Line and column of a place in this document, as the client counts."""
        return in_client(self.file, place, self.encoding)

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


def _line(lines: ShiftedLines | None, segment: int) -> int | None:
    """The line of the hypothesis that a segment is; None where it has none."""
    if lines is None:
        return segment
    return next(iter(lines.lines_of(0, segment)), None)


def in_client(file: TextFile, place: Place, encoding: Encoding) -> tuple[int, int]:
    """Line and column of a place in a document, as the client counts."""
    line = file.lines[place.line] if place.line < len(file.lines) else ""
    return place.line, encoding.to_client(line, place.column)


def position_in(file: TextFile, place: Place, encoding: Encoding) -> types.Position:
    """The same as the protocol has it."""
    return types.Position(*in_client(file, place, encoding))
