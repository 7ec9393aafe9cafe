"""A corpus of post-edited machine translation: what the core's review says of each segment."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from meteor_core import Meteor
from meteor_core.batch.batch import MEASURES
from meteor_core.review.diagnostics.find import Checking
from meteor_core.review.segments import DEFAULT_BOUNDS, Bounds, ReviewedSegment, review_segment
from meteor_core.review.texts import ReviewTexts, in_place
from meteor_core.review.totals import ReviewSums, ReviewTotal, added, sums_of, total_of

from ..scoring.scored_corpus import ScoredCorpus

_SEGMENTS_PER_SUM: Final = 512
"""Segments whose sums are kept together."""


class ReviewedCorpus(ScoredCorpus):
    """Machine translation as hypotheses, its post-edits as their only references.

    Attributes:
        units: the texts of each segment.
        segments: those that are reviewed, from the first on.
        checking: which diagnostics are looked for.
    """

    def __init__(self, meteor: Meteor, texts: Sequence[ReviewTexts], checking: Checking) -> None:
        """Create a corpus of which nothing is reviewed."""
        self._post_edits: Final = [one.post_edit for one in texts]
        super().__init__(meteor, [one.mt for one in texts], [self._post_edits])
        self.units: Final = list(texts)
        self.segments: Final[list[ReviewedSegment]] = []
        self.checking: Final = checking
        self._bounds = DEFAULT_BOUNDS
        self._sums: dict[int, ReviewSums] = {}

    @property
    def bounds(self) -> Bounds:
        """From which a segment counts as heavily edited, and as rewritten."""
        return self._bounds

    @bounds.setter
    def bounds(self, bounds: Bounds) -> None:
        self._bounds = bounds
        for number, segment in enumerate(self.segments):
            if segment.extent is not None:
                extent = bounds.extent(segment.counts, untouched=segment.untouched)
                self.segments[number] = replace(segment, extent=extent)
        self._sums.clear()

    def replace_post_edit(self, segment: int, text: str) -> None:
        """Replace a segment's post-edit, and review it again.

        Args:
            segment: index from 0.
            text: the new post-edit.
        """
        self.units[segment] = replace(self.units[segment], post_edit=text)
        self._post_edits[segment] = text
        self._review_again(segment)
        for beside in (segment - 1, segment + 1):
            if 0 <= beside < len(self.units) and self.units[beside] != in_place(self.units, beside):
                self._review_again(beside)

    def _review_again(self, segment: int) -> None:
        with self._lock:
            self._remembered.pop(segment, None)
        if segment < len(self.segments):
            self.problems.pop(segment, None)
            self.segments[segment] = self._reviewed(segment)
            self._sums.pop(segment // _SEGMENTS_PER_SUM, None)

    def total(self) -> ReviewTotal:  # type: ignore[override]  # of a review, there is more to say
        """Return the sums of the segments that are reviewed."""
        return total_of(added(self._parts(), self.meteor), self.meteor)

    def _parts(self) -> list[ReviewSums]:
        done, parts = self.done, list[ReviewSums]()
        for start in range(0, done, _SEGMENTS_PER_SUM):
            block = start // _SEGMENTS_PER_SUM
            known = self._sums.get(block)
            if known is None:
                end = min(start + _SEGMENTS_PER_SUM, done)
                known = sums_of(self.segments[start:end], self.meteor)
                if end == start + _SEGMENTS_PER_SUM:
                    self._sums[block] = known
            parts.append(known)
        return parts or [sums_of((), self.meteor)]

    def _score_block(self, start: int) -> int:
        """Review one segment."""
        self.segments[start:] = [self._reviewed(start)]
        return start + 1

    def _reviewed(self, segment: int) -> ReviewedSegment:
        texts = in_place(self.units, segment) or self.units[segment]
        self.units[segment] = texts
        found = review_segment(texts, self.meteor, self._bounds, self.checking)
        score = found.score
        self.counts[segment] = score.statistics.counts()
        self.measures[segment] = [getattr(score.measures, name) for name in MEASURES]
        if score.problem:
            self._note_problem(segment, score.problem)
        return found
