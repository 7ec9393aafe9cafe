"""A corpus of post-edited machine translation: its scores and edits."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meteor_core import Meteor
from meteor_core.analysis.edits import EditCounts, EditScript, edit_script
from meteor_core.batch.batch import MEASURES
from meteor_core.score.results import CorpusResult

from ..scoring.scored_corpus import ScoredCorpus
from .kept_edits import KeptEdits

EDIT_COUNTS: Final = tuple(EditCounts.__slots__)
"""Columns of ``edit_counts``."""

EXTENTS: Final = ("untouched", "edited", "rewritten")
"""How much of a segment was edited: nothing, something, or so much that it needs a look."""

ORDERS: Final = (
    "extremes",
    "most-edited",
    "least-edited",
    "lowest-score",
    "greatest-shortfall",
    "document",
)
"""Ways to sort segments: "extremes" lists the rewritten first, then the untouched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSummary:
    """The sums of a review.

    Attributes:
        result: METEOR of the machine translation against its post-edit.
        counts: numbers of tokens with each kind of edit.
        untouched: segments whose tokens are all kept. Segments that cannot be scored are in none
            of these numbers.
        differing_between_tokens: untouched segments whose texts differ between tokens.
        edited: segments between the two extremes.
        rewritten: segments of which at least the share ``rewritten_from`` was edited.
        rewritten_from: that share, from 0 to 1.
    """

    result: CorpusResult
    counts: EditCounts
    untouched: int
    differing_between_tokens: int
    edited: int
    rewritten: int
    rewritten_from: float

    @property
    def segments(self) -> int:
        """Number of segments."""
        return self.untouched + self.edited + self.rewritten

    @property
    def edit_share(self) -> float:
        """Share of all tokens that were edited; see ``EditCounts.edit_share``."""
        return self.counts.edit_share


class ReviewedCorpus(ScoredCorpus):
    """Machine translation as hypotheses, its post-edits as their only references.

    Attributes:
        sources: the source texts, one for each segment, or None.
        edit_counts: one row for each segment, columns ``EDIT_COUNTS``; zeros for segments that
            are not scored yet or cannot be scored.
        differs_between_tokens: one value for each segment; see ``EditScript``.
    """

    def __init__(
        self,
        meteor: Meteor,
        translations: Sequence[str],
        post_edits: Sequence[str],
        sources: Sequence[str] | None,
    ) -> None:
        """Create an unscored corpus from texts of equal number."""
        super().__init__(meteor, translations, [post_edits])
        size = len(translations)
        self.sources: Final = sources
        self.edit_counts: Final[NDArray[np.int32]] = np.zeros((size, len(EDIT_COUNTS)), np.int32)
        self.differs_between_tokens: Final[NDArray[np.bool_]] = np.zeros(size, np.bool_)
        self._kept: Final = KeptEdits(self.stages)

    def edits(self, segment: int) -> EditScript:
        """Return the edits of a segment.

        Args:
            segment: index from 0.
        """
        if segment >= self.done:
            return edit_script(self.result(segment).alignment)
        mt, post_edit = self.hypotheses[segment], self.references[0][segment]
        return self._kept.script(segment, self.meteor.tokens(mt), self.meteor.tokens(post_edit))

    def counts_of(self, segment: int) -> EditCounts:
        """Return the number of a scored segment's tokens with each kind of edit.

        Args:
            segment: index from 0.
        """
        return _counts(self.edit_counts[segment])

    def edit_shares(self) -> NDArray[np.float64]:
        """Return the edit share of each scored segment; see ``EditCounts.edit_share``.

        It is NaN if the segment cannot be scored: without an alignment, its edits are unknown.
        """
        counts = dict(zip(EDIT_COUNTS, self.edit_counts[: self.done].T, strict=True))
        changed = counts["changed_hypothesis"] + counts["changed_reference"]
        edited = changed + 2 * counts["moved"] + counts["added"] + counts["dropped"]
        shares: NDArray[np.float64] = edited / np.maximum(edited + 2 * counts["kept"], 1)
        shares[list(self.problems)] = np.nan
        return shares

    def extents(self, rewritten_from: float) -> NDArray[np.int8]:
        """Return each scored segment's index in ``EXTENTS``; ``len(EXTENTS)`` if it has no score.

        Args:
            rewritten_from: the edit share from which a segment counts as rewritten.
        """
        shares = self.edit_shares()
        extents: NDArray[np.int8] = np.where(shares >= rewritten_from, 2, 1).astype(np.int8)
        extents[shares == 0] = 0
        extents[np.isnan(shares)] = len(EXTENTS)
        return extents

    def summary(self, rewritten_from: float) -> ReviewSummary:
        """Return the sums of the scored segments.

        Args:
            rewritten_from: the edit share from which a segment counts as rewritten.
        """
        numbers = np.bincount(self.extents(rewritten_from), minlength=len(EXTENTS) + 1)
        untouched, edited, rewritten, _ = numbers
        return ReviewSummary(
            result=self.total(),
            counts=_counts(self.edit_counts[: self.done].sum(axis=0, dtype=np.int64)),
            untouched=int(untouched),
            differing_between_tokens=int(self.differs_between_tokens[: self.done].sum()),
            edited=int(edited),
            rewritten=int(rewritten),
            rewritten_from=rewritten_from,
        )

    def searched(self, segment: int) -> tuple[str, ...]:
        """Return the texts that a search looks in: translation, post-edit and source."""
        texts = super().searched(segment)
        return texts if self.sources is None else (*texts, self.sources[segment])

    def shown(
        self, *, order: str, show: str, containing: str, find: str, rewritten_from: float
    ) -> NDArray[np.intp]:
        """Return the scored segments that pass every filter, sorted; ties are in the corpus' order.

        Args:
            order: one of ``ORDERS``.
            show: one of ``EXTENTS``, or "all".
            containing: a kind of edit that segments must have, or "".
            find: see ``ScoredCorpus.found``.
            rewritten_from: the edit share from which a segment counts as rewritten.

        Returns:
            Indices from 0.
        """
        extents = self.extents(rewritten_from)
        keep = np.ones(self.done, np.bool_)
        if show != "all":
            keep &= extents == EXTENTS.index(show)
        if containing:
            columns = [name.startswith(containing) for name in EDIT_COUNTS]
            keep &= self.edit_counts[: self.done, columns].any(axis=1)
        if find:
            keep &= np.isin(np.arange(self.done), self.found(find))
        keys = self._keys(order, extents)
        chosen = np.argsort(keys, kind="stable")
        return chosen[keep[chosen]]

    def _keys(self, order: str, extents: NDArray[np.int8]) -> NDArray[Any]:
        """Return numbers by which segments are sorted, the least first."""
        shares = self.edit_shares()
        keys: dict[str, NDArray[Any]] = {
            # Rewritten ones from -3 to -2, untouched ones at -1, others above.
            "extremes": -shares - np.array([1.0, 0.0, 2.0, np.nan])[extents],
            "most-edited": -shares,
            "least-edited": shares,
            "lowest-score": self.measures[: self.done, 0],
            "greatest-shortfall": -self.shortfalls(),
            "document": np.zeros(self.done),
        }
        return keys[order]

    def _score_block(self, start: int) -> int:
        """Score one segment with its alignment, from which the edits are read."""
        result = self._scored(start)
        self.counts[start] = result.statistics.counts()
        self.measures[start] = [getattr(result.measures, name) for name in MEASURES]
        self.chosen[start] = result.reference
        if result.problem:
            self._note_problem(start, result.problem)
        self._keep(start, edit_script(result.alignment))
        return start + 1

    def _keep(self, segment: int, script: EditScript) -> None:
        self._kept.append(script)
        if segment in self.problems:
            return  # the segment has no alignment, so its script is empty
        counts = script.counts
        self.edit_counts[segment] = [getattr(counts, name) for name in EDIT_COUNTS]
        self.differs_between_tokens[segment] = script.differs_between_tokens


def _counts(row: NDArray[np.integer]) -> EditCounts:
    return EditCounts(**dict(zip(EDIT_COUNTS, map(int, row), strict=True)))
