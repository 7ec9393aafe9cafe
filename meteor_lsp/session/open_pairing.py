"""A pairing with an open document, and its view from one of its documents."""

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
from ..documents.segmentation import Change, Replacement, Segmentation, SegmentText
from ..documents.text_file import TextFile
from ..pairing.shifted import Block, LinesEdited, ShiftedLines, ShiftedSegments, lines_edited
from ..pairing.streams import HYPOTHESIS, POST_EDIT, SOURCE, Pairing, Part, Role, Stream
from ..pairing.units_by_id import SegmentsById, UnitsById
from ..project.settings import Emphasis, Since
from ..scoring.changes import Changes
from ..scoring.diagnostics import MAX_SHOWN, Diagnostic, Subject, find, find_in_block
from ..scoring.line_scores import LineScore, Texts
from ..scoring.review import PairReview
from ..scoring.scores import Order, PairScores
from ..scoring.sides import Side
from ..scoring.text_checks import TextChecks

_MAX_EDITED_LINES: Final = 100
"""Lines in one edit; a larger one is not typing, and score changes are not shown for it."""


Segments: TypeAlias = Segmentation | ShiftedSegments | SegmentsById
"""The segments of a document, or those of a pairing within a document."""

_MAX_SHORT_LINES: Final = 3_000
"""Lines that are realigned after every edit, which takes some milliseconds."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class OpenPairing:
    """A pairing with its texts and scores.

    Attributes:
        files: the documents that hold its texts, by URI.
        language: of its texts, configured, by file name or detected.
        resource_problem: code and message if the variant lacks files or the baseline is unreadable.
        is_pending: the baseline text is not loaded, or is out of date.
        changes: what was edited since the files were opened or saved.
        revision: counts changes of texts.
        refreshed_revision: the revision of which the editor was last notified.
        is_paused: whether background work is cancelled until the next edit.
        text_checks: findings on the words of a post-edit; None if disabled.
        streams: of the pairing, by part.
        tooltips: cached tooltips of scores in hints.
        lines: the line alignment if lines are shifted; None if they are paired by number.
        units: matching units by id, if texts are in several files.
        has_line_alignment: whether the line alignment is up to date.
        line_edits: counts the edits that added or removed lines.
        has_checked_scores: whether scores were searched for a low run since then.
        expects_shift: whether a low run was found.
        lines_edited: lines added or removed by hand since all texts were paired by number.
        is_retired: whether it is no longer updated; another pairing has its scores, or its texts
            are outdated.
        edits: cached edit scripts, keyed by (segment, reference).
        review: of its segments, once requested.
    """

    pairing: Pairing
    files: Mapping[str, TextFile]
    scores: PairScores
    language: str
    resource_problem: tuple[str, str] | None = None
    is_pending: bool = False
    changes: Changes = field(default_factory=Changes)
    revision: int = 0
    refreshed_revision: int = 0
    is_paused: bool = False
    text_checks: TextChecks | None = None
    streams: Mapping[Part, Stream] = field(init=False)
    tooltips: dict[LineScore, str] = field(default_factory=dict)
    lines: ShiftedLines | None = None
    units: UnitsById | None = None
    has_line_alignment: bool = False
    line_edits: int = 0
    has_checked_scores: bool = False
    expects_shift: bool = False
    lines_edited: LinesEdited | None = None
    is_retired: bool = False
    edits: dict[tuple[int, int], Any] = field(default_factory=dict)
    review: PairReview | None = None

    def __post_init__(self) -> None:
        """Cache the streams by part."""
        self.streams = dict(self.pairing.streams())

    @property
    def order(self) -> Order:
        """The order in which the worst segments come first."""
        return Order(self.pairing.settings.worst)

    @property
    def emphasis(self) -> Emphasis:
        """How texts are marked."""
        wanted = self.pairing.settings.emphasis
        if wanted is not Emphasis.AUTO:
            return wanted
        return Emphasis.DIFFERENCES if self.pairing.post_editing else Emphasis.CHUNKS

    @property
    def problem(self) -> tuple[str, str] | None:
        """Code and message of why there are no scores, or None."""
        problems = (file.problem for file in self.files.values())
        return next(filter(None, problems), self.resource_problem)

    def file(self, part: Part) -> TextFile | None:
        """Return the document of a part, or None for a missing source."""
        stream = self.streams.get(part)
        return None if stream is None else self.files.get(stream.uri)

    def texts(self, part: Part) -> Sequence[str]:
        """Return the segments of a part; empty for a missing source."""
        if self.matched is not None and part in self.streams:
            return self.matched.texts[self._number(part)]
        stream, file = self.streams.get(part), self.file(part)
        return [] if stream is None or file is None else file.texts(stream.field)

    def source_of(self, segment: int) -> str | None:
        """Return the source text of a segment, or None."""
        texts = self.texts(SOURCE)
        return texts[segment] if 0 <= segment < len(texts) else None

    @property
    def matched(self) -> ShiftedLines | UnitsById | None:
        """The alignment of segments, or None if they are paired by number."""
        return self.units if self.lines is None else self.lines

    def segments(self, part: Part) -> Segments:
        """Return the pairing's segments of a part within its document."""
        file = self.files[self.streams[part].uri]
        if self.units is not None and self.units.leader is not file:
            return SegmentsById(self.units, file)
        if self.lines is None:
            return file.segments
        return ShiftedSegments(self.lines, self._number(part), file)

    def content(self, part: Part, segment: int) -> Content:
        """Return a part of a segment with its inline codes.

        Raises:
            InputError: the codes are unknown; the message says why.
        """
        return self.segments(part).content(segment, self.streams[part].field)

    def has_code(self, part: Part, segment: int, span: Span) -> bool:
        """Whether a span of a part contains inline codes, or these are unknown."""
        if CODE not in self.texts(part)[segment][slice(*span)]:
            return False
        try:
            return self.content(part, segment).has_code(*span)
        except InputError:
            return True

    def fix_replacements(self, diagnostic: Diagnostic) -> Sequence[Replacement]:
        """Return the replacements of a diagnostic's fix; empty if it has none or is not writable.

        Words are not copied from another text if they contain an inline code.
        """
        stream = self.streams.get(diagnostic.part)
        if diagnostic.fix is None or stream is None:
            return ()
        segment = diagnostic.segment
        if diagnostic.related and diagnostic.related_span:
            related, _ = diagnostic.related
            if self.has_code(related, segment, diagnostic.related_span):
                return ()
        segments = self.segments(diagnostic.part)
        return segments.replaced(segment, stream.field, *diagnostic.fix) or ()

    def overwritten(self, part: Part, original: Part, segment: int) -> Sequence[Replacement]:
        """Return the replacements that copy a segment from one part to another, with codes.

        Raises:
            InputError: the part is not writable; the message says why.
        """
        stream, theirs = self.streams[part], self.streams[original]
        is_of_unit = stream.uri == theirs.uri and self.files[theirs.uri].is_in_file(theirs.field)
        content = self.content(original, segment)
        return self.segments(part).overwritten(
            segment, stream.field, content, is_of_unit=is_of_unit
        )

    def _number(self, part: Part) -> int:
        return list(self.streams).index(part)

    @property
    def has_whole_lines(self) -> bool:
        """Whether every text is a plain document of lines, which may be shifted."""
        return len(self.files) == len(self.streams) and all(
            stream.field is None for stream in self.streams.values()
        )

    @property
    def needs_line_alignment(self) -> bool:
        """Whether the line alignment must be recomputed."""
        if self.has_line_alignment or self.is_retired or self.problem is not None:
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
        """Whether lines can be realigned after every edit."""
        return max(len(file.lines) for file in self.files.values()) <= _MAX_SHORT_LINES

    def blocks_to_check(self) -> range:
        """Return the blocks to search for a low score run; empty after the first call."""
        if self.has_checked_scores or self.lines is not None or not self.has_whole_lines:
            return range(0)
        self.has_checked_scores = True
        return range(self.scores.block_count)

    def expect_shift(self) -> None:
        """Have the lines realigned, as scores suggest a shift."""
        self.expects_shift, self.has_line_alignment = True, False

    def line_elsewhere(self, part: Part, partner: Part, segment: int) -> int | None:
        """Return the line of another part that a segment is paired with, if its number differs."""
        if self.lines is None:
            return None
        own, theirs = (self.lines.lines_of(self._number(p), segment) for p in (part, partner))
        return theirs.start if own and theirs and own.start != theirs.start else None

    def starts(self, part: Part, partner: Part) -> list[tuple[int, int]] | None:
        """Return the pairs of lines at which a new offset between two parts begins.

        None if they are paired by number. See ``ShiftedLines.starts``.
        """
        numbers = self._number(part), self._number(partner)
        if self.lines is None or not all(map(self.lines.follows, numbers)):
            return None
        return list(self.lines.starts(*numbers))

    def copy_lines(self) -> tuple[list[str], list[list[str]], list[str] | None]:
        """Copy the lines of hypothesis, references and source."""
        hypothesis, *references = (
            list(self.files[stream.uri].lines) for stream in self._scored.values()
        )
        source = self.pairing.source
        return hypothesis, references, list(self.files[source.uri].lines) if source else None

    def set_line_alignment(self, blocks: Sequence[Block] | None) -> None:
        """Replace the line alignment; None pairs lines by number."""
        self.has_line_alignment = True
        known = self.lines
        if blocks is not None and self.lines_edited is not None:
            blocks = self.lines_edited.placed(blocks)
        self.changes.renumber(lambda segment: _line(known, segment))
        self._set_blocks(known, blocks)
        now = self.lines
        self.changes.renumber(lambda line: line if now is None else now.segment_of(0, line))

    def _set_blocks(self, known: ShiftedLines | None, blocks: Sequence[Block] | None) -> None:
        if known is not None and blocks is not None:
            change = known.set_blocks(blocks)
            if not change.removed and not change.inserted:
                return
            self.scores.changed(change.first, change.removed, change.inserted, together=True)
            self._update_review(change)
        elif blocks is not None:
            lists = [self.files[stream.uri].lines for stream in self.streams.values()]
            scored = len(self._scored)
            self.lines = lines = ShiftedLines(lists, blocks)
            hypotheses, *references = lines.texts[:scored]
            self.scores.set_lists(
                hypotheses,
                references,
                lambda segment: lines.is_alone(segment, scored),
                lines.first_shift,
            )
            self._update_review_from(lines.first_shift)
        elif known is not None:
            self._pair_by_number(known)
        else:
            return
        self.revision += 1
        self.is_paused = False
        self.edits.clear()

    def copy_line_alignment(self, previous: "OpenPairing") -> None:
        """Copy the line alignment of an earlier pairing of the same texts."""
        self.lines, self.has_line_alignment = previous.lines, previous.has_line_alignment
        self.line_edits, self.has_checked_scores = previous.line_edits, previous.has_checked_scores
        self.expects_shift, self.lines_edited = previous.expects_shift, previous.lines_edited

    def _pair_by_number(self, known: ShiftedLines) -> None:
        self.lines = None
        hypotheses, *references = (self.files[stream.uri].lines for stream in self._scored.values())
        same = min(known.first_shift, *map(len, (hypotheses, *references)))
        self.scores.set_lists(hypotheses, references, lambda _: False, same)
        self._update_review_from(same)

    def _update_review(self, change: Change) -> None:
        if self.review is not None:
            self.review.changed(change.first, change.removed, change.inserted, together=True)

    def _update_review_from(self, same: int) -> None:
        """Invalidate the review after `same` unchanged segments."""
        if self.review is not None:
            removed, inserted = len(self.review) - same, self.scores.paired - same
            self.review.changed(same, removed, inserted, together=True)

    def edited(self, uri: str, change: Change, before: Sequence[Texts]) -> None:
        """Apply a change of a document's segments.

        Args:
            uri: of the document.
            change: of its segments.
            before: previous hypothesis and references of these segments, as far as paired.
        """
        self.revision += 1
        self.is_paused = False
        if change.removed != change.inserted:
            self.has_line_alignment = self.has_checked_scores = self.expects_shift = False
            self.line_edits += 1
            self.lines_edited = self._lines_edited(uri, change)
        if self.matched is not None:
            self._edited_matched(self.matched, uri, change, before)
            return
        held = {part for part, stream in self.streams.items() if stream.uri == uri}
        scored = {part for part in self.streams if part.role is not Role.SOURCE}
        if held & scored:
            moved = change.inserted - change.removed if HYPOTHESIS in held else 0
            # A new line is not another wording of the line that it moved.
            reworded = before[: change.inserted]
            self.changes.edited(change.first, change.removed, moved, reworded)
            self.scores.changed(
                change.first, change.removed, change.inserted, together=scored <= held
            )
        else:
            same = change.removed == change.inserted
            self.scores.invalidate_blocks(change.first, change.inserted if same else None)
        if self.review is not None:
            everywhere = held == set(self.streams)
            self.review.changed(change.first, change.removed, change.inserted, together=everywhere)

    def _lines_edited(self, uri: str, change: Change) -> LinesEdited | None:
        """Merge added or removed lines with earlier edits at the same place."""
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
        were_paired_by_number = self.lines is None and len(set(counts)) == 1
        return edited if were_paired_by_number else None

    def _edited_matched(
        self,
        matched: ShiftedLines | UnitsById,
        uri: str,
        change: Change,
        before: Sequence[Texts],
    ) -> None:
        """Apply a change of a document whose segment numbers differ from the pairing's."""
        number = next(n for n, stream in enumerate(self.streams.values()) if stream.uri == uri)
        moves = matched.moves
        seen = matched.edited(number, change)
        if number >= len(self._scored) and seen.removed == seen.inserted:
            self.scores.invalidate_blocks(seen.first, seen.inserted)
            self._update_review(seen)
            return
        moved = seen.inserted - seen.removed
        reworded = [] if moved or matched.moves != moves else before
        self.changes.edited(seen.first, seen.removed, moved, reworded)
        self.scores.changed(seen.first, seen.removed, seen.inserted, together=True)
        self._update_review(seen)

    def previous_texts(self, uri: str, change: Change) -> list[Texts]:
        """Return the texts of segments before an edit, if changes are shown."""
        since = self.pairing.settings.hint_change
        if change.removed > _MAX_EDITED_LINES or since is Since.OFF:
            return []
        if self.matched is not None:  # not updated before ``edited``
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
        """Return the diagnostics found so far."""
        return list(find(self.subject()))

    @property
    def is_complete(self) -> bool:
        """Whether all segments are scored and all text checks finished."""
        return self.scores.complete and self.has_all_text_checks

    @property
    def has_all_text_checks(self) -> bool:
        """Whether all text checks are finished."""
        return next(self.unchecked_blocks(), None) is None

    def unchecked_blocks(self) -> Iterator[int]:
        """Yield the blocks with unfinished text checks."""
        block = 0
        while self.text_checks is not None and block < self.scores.block_count:
            if not self.scores.has_text_checks(block):
                yield block
            block += 1

    def unchecked_texts(self, block: int) -> list[ReviewTexts]:
        """Return the texts of a block that were not checked."""
        segments = self.scores.segments_of(block)
        return self.text_checks.unchecked(segments) if self.text_checks else []

    def mark_checked(self, block: int) -> None:
        """Record that the text checks of a block are finished."""
        if self.text_checks is not None:
            self.scores.mark_checked(block)

    def run_text_checks(self) -> None:
        """Run all text checks immediately, which may take long."""
        if self.text_checks is not None:
            self.text_checks.find_all(range(self.scores.paired))
            for block in range(self.scores.block_count):
                self.scores.mark_checked(block)

    def find_shown_diagnostics(self) -> Iterator[int]:
        """Find diagnostics block by block until each document has more than are shown.

        Texts and line alignment may change between two blocks.
        """
        left = {stream.uri: MAX_SHOWN + 1 for stream in self.streams.values()}
        block = 0
        while block < self.scores.block_count and max(left.values()) > 0:
            for diagnostic in find_in_block(self.subject(), block):
                left[self.streams[diagnostic.part].uri] -= 1
            yield block
            block += 1

    def subject(self) -> Subject:
        """Return the input of the search for diagnostics."""
        source = self.pairing.source
        return Subject(
            pairing=self.pairing,
            scores=self.scores,
            source=None if source is None else self.texts(Part(Role.SOURCE)),
            problem_with_line=self._problem_with_line,
            text_checks=self.text_checks,
            lines=self.lines,
            scored_part=self._scored_part,
        )

    def score_change(self, segment: int) -> float | None:
        """Return by how much a segment's score changed; None if it did not or changes are off."""
        if self.pairing.settings.hint_change is Since.OFF:
            return None
        before, now = self.changes.before(segment), self.scores.score(segment)
        if before is None or now is None or not all(before):
            return None
        old = self.scores.cached_score(before)
        return None if old is None or old == now.score else now.score - old

    @property
    def _scored_part(self) -> Part:
        """The text with which scores are shown: in a bilingual file, the translation."""
        first, *more = self.pairing.references
        file = self.file(HYPOTHESIS)
        one_file = not more and first.uri == self.pairing.hypothesis.uri
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
        segment: its number.
        offset: code points from the start of the segment's text; None outside of texts and in a
            source, whose words are not aligned.
    """

    part: Part
    segment: int
    offset: int | None


@dataclass(frozen=True)
class View:
    """A pairing seen from one of its documents.

    Attributes:
        file: the document.
        version: of the document, as the client counts.
        encoding: of the client's columns.
        line_end: of the document's lines.
    """

    opened: OpenPairing
    file: TextFile
    version: int
    encoding: Encoding
    line_end: str = "\n"

    @cached_property
    def streams(self) -> dict[Part, Stream]:
        """The parts of the pairing in this document."""
        return {
            part: stream
            for part, stream in self.opened.streams.items()
            if stream.uri == self.file.uri
        }

    @cached_property
    def parts(self) -> list[Part]:
        """The scored parts in this document: hypothesis and references."""
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
        """Return the paired segments on a range of lines of this document, both included."""
        found = self.segmentation.segments_on(first_line, last_line)
        return range(found.start, max(found.start, min(found.stop, self.scores.paired)))

    def segment_at(self, position: types.Position) -> int | None:
        """Return the segment at a client's position, whatever the text."""
        if position.line >= len(self.file.lines):
            return None
        column = self.encoding.from_client(self.file.lines[position.line], position.character)
        return self.segmentation.segment_at(Place(position.line, column))

    def spot(self, position: types.Position) -> Spot | None:
        """Return the spot at a client's position, or None outside segments of scored texts."""
        if not self.parts or position.line >= len(self.file.lines):
            return None
        segment = self.segment_at(position)
        if segment is None:
            return None
        column = self.encoding.from_client(self.file.lines[position.line], position.character)
        place = Place(position.line, column)
        texts = [(part, self.text_at(part, segment)) for part in self.parts]
        here = [(part, text) for part, text in texts if text.start <= place <= text.end]
        if not here:
            source = self.text_at(SOURCE, segment) if SOURCE in self.streams else None
            is_source = source is not None and source.start <= place <= source.end
            return Spot(SOURCE if is_source else self.leading_part, segment, None)
        # Missing texts are placed at the end of the segment, where another text may end.
        part, text = max(here, key=lambda found: len(found[1].text))
        return Spot(part, segment, text.offset(place))

    @property
    def leading_part(self) -> Part:
        """The part of this document that people edit.

        The hypothesis, or in a bilingual file with one reference the final translation.
        """
        here = [part for part in self.parts if self.is_in_file(part)] or self.parts
        both_sides = HYPOTHESIS in here and len(self.scores.references) == 1
        return here[-1] if both_sides and self.file.has_units else here[0]

    def is_in_file(self, part: Part) -> bool:
        """Whether the texts of a part are in this document, not in an earlier revision."""
        return self.file.is_in_file(self.streams[part].field)

    def can_go_to(self, part: Part) -> bool:
        """Whether the texts of a part are in some document, not in an earlier revision."""
        return part not in self.streams or self.is_in_file(part)

    def text_at(self, part: Part, segment: int) -> SegmentText:
        """Return a segment's text with its place in this document."""
        return self.segmentation.text_at(segment, self.streams[part].field)

    def position(self, place: Place) -> types.Position:
        """Convert a place in this document to a position of the client."""
        return position_in(self.file, place, self.encoding)

    def extent(self, segment: int) -> types.Range:
        """Return the range of a segment in this document with all that belongs to it."""
        start, end = self.segmentation.extent(segment)
        return types.Range(self.position(start), self.position(end))

    def range(self, part: Part, segment: int, span: tuple[int, int] | None = None) -> types.Range:
        """Return the client's range of a segment's text, or of a span of code points in it."""
        stream, file = self.opened.streams.get(part), self.opened.file(part)
        if stream is None or file is None or segment >= len(self.opened.texts(part)):
            end = types.Position(len(file.lines) if file else 0, 0)
            return types.Range(end, end)
        text = self.opened.segments(part).text_at(segment, stream.field)
        places = text.range(*span) if span else (text.start, text.end)
        start, end = (position_in(file, place, self.encoding) for place in places)
        return types.Range(start, end)

    def ends(self, part: Part, segments: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the client's line and column after the texts of segments in this document."""
        if self.streams[part].field is None and self.opened.matched is None:  # whole lines
            units, lines = self.encoding.units, self.file.lines
            return ((segment, units(lines[segment])) for segment in segments)
        return (self.in_client(self.text_at(part, segment).end) for segment in segments)

    def in_client(self, place: Place) -> tuple[int, int]:
        """Return the client's line and column of a place in this document."""
        return in_client(self.file, place, self.encoding)

    def uri(self, part: Part) -> str | None:
        """Return the URI of a part's document as the editor spells it."""
        file = self.opened.file(part)
        return None if file is None else file.shown_uri

    def result(self, part: Part, segment: int) -> SegmentResult | None:
        """Return a reference's own alignment, or the hypothesis' with the best reference.

        None if it is not cached.
        """
        results, known = self.scores.alignments(segment), self.scores.score(segment)
        if results is None or known is None:
            return None
        return results[part.index if part.role is Role.REFERENCE else known.reference]

    def side(self, part: Part) -> Side:
        """Return the side of the alignment that a part is on."""
        return Side.REFERENCE if part.role is Role.REFERENCE else Side.HYPOTHESIS

    def opposite(self, part: Part, result: SegmentResult) -> Part:
        """Return the part on the opposite side of an alignment."""
        if part.role is Role.REFERENCE:
            return HYPOTHESIS
        return Part(Role.REFERENCE, result.reference)


def _line(lines: ShiftedLines | None, segment: int) -> int | None:
    """Return the hypothesis line of a segment, or None."""
    if lines is None:
        return segment
    return next(iter(lines.lines_of(0, segment)), None)


def in_client(file: TextFile, place: Place, encoding: Encoding) -> tuple[int, int]:
    """Return the client's line and column of a place in a document."""
    line = file.lines[place.line] if place.line < len(file.lines) else ""
    return place.line, encoding.to_client(line, place.column)


def position_in(file: TextFile, place: Place, encoding: Encoding) -> types.Position:
    """Return the client's position of a place in a document."""
    return types.Position(*in_client(file, place, encoding))
