"""Review one segment: its edits, their amount by each measure, and diagnostics."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ..analysis.edits import edit_script
from ..errors import ParameterError, SegmentError
from ..meteor import Meteor
from ..score.results import SegmentScore
from .character_ngrams import SharedNgrams, shared_ngrams
from .diagnostics.diagnostic import Diagnostic
from .diagnostics.find import Checking, find_diagnostics
from .edit_distance import EditDistance, edit_distance
from .edits import KindCounts, ReviewEdit, count_kinds, review_edits
from .texts import ReviewTexts, with_neighbours
from .translation_edit_rate import EditRate, translation_edit_rate

Extent: TypeAlias = Literal["untouched", "light", "heavy", "rewritten"]

EXTENTS: Final[tuple[Extent, ...]] = ("untouched", "light", "heavy", "rewritten")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Minimum edit shares of heavily edited and of rewritten segments.

    An untouched segment equals its machine translation in every character; all others are at least
    lightly edited.

    Attributes:
        heavy_from: compared with ``KindCounts.edit_share``.
        rewritten_from: at least ``heavy_from``.
    """

    heavy_from: float = 0.25
    rewritten_from: float = 0.5

    def __post_init__(self) -> None:
        """Validate the bounds.

        Raises:
            ParameterError: a bound is not above 0 and at most 1, or they are out of order.
        """
        if not 0 < self.heavy_from <= self.rewritten_from <= 1:
            raise ParameterError(
                f"heavy_from is {self.heavy_from:g} and rewritten_from {self.rewritten_from:g}, "
                "but both must be above 0, 1 at most, and in this order"
            )

    def extent(self, counts: KindCounts, *, untouched: bool) -> Extent:
        """Return the extent of a segment's edits."""
        if untouched:
            return "untouched"
        share = counts.edit_share
        if share >= self.rewritten_from:
            return "rewritten"
        return "heavy" if share >= self.heavy_from else "light"


DEFAULT_BOUNDS: Final = Bounds()
DEFAULT_CHECKING: Final = Checking()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedSegment:
    """One segment of a review.

    Attributes:
        texts: the compared texts.
        score: METEOR of the machine translation against the post-edit; if it has a ``problem``,
            there are no edits.
        edits: in the order of both texts.
        counts: tokens and edits by kind.
        ter: TER of the machine translation against the post-edit; its rate is the HTER.
        characters: edit distance in code points, including white space and letter case.
        words: edit distance in words between white space.
        ngrams: shared by machine translation and post-edit; their score is chrF.
        extent: of the edits; None without a score.
        diagnostics: in the order of the post-edit.
    """

    texts: ReviewTexts
    score: SegmentScore
    edits: tuple[ReviewEdit, ...]
    counts: KindCounts
    ter: EditRate
    characters: EditDistance
    words: EditDistance
    ngrams: SharedNgrams
    extent: Extent | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def untouched(self) -> bool:
        """Return whether the post-edit equals the machine translation in every character."""
        return self.texts.mt == self.texts.post_edit

    @property
    def counted_words(self) -> int:
        """Return the number of words between white space to pay for: of the source, if known."""
        source = self.texts.source
        return len((self.texts.mt if source is None else source).split())


def review_segment(
    texts: ReviewTexts,
    meteor: Meteor,
    bounds: Bounds = DEFAULT_BOUNDS,
    checking: Checking = DEFAULT_CHECKING,
    diagnostics: tuple[Diagnostic, ...] | None = None,
) -> ReviewedSegment:
    """Review one segment.

    Args:
        texts: of the segment.
        meteor: scores the machine translation against the post-edit.
        bounds: minimum edit shares of the extents.
        checking: which diagnostics to find.
        diagnostics: cached diagnostics of the same checking, if any.
    """
    mt, post_edit = texts.mt, texts.post_edit
    try:
        result = meteor.score(mt, [post_edit])
    except SegmentError:
        (result,) = meteor.segments([mt], [[post_edit]])  # may have a problem instead of a score
    edits = () if result.problem else review_edits(edit_script(result.alignment))
    counts = count_kinds(edits)
    same = mt == post_edit
    return ReviewedSegment(
        texts=texts,
        score=SegmentScore(
            statistics=result.statistics,
            measures=result.measures,
            signature=result.signature,
            reference=result.reference,
            optimal=result.optimal,
            problem=result.problem,
        ),
        edits=edits,
        counts=counts,
        ter=translation_edit_rate(mt, post_edit),
        characters=edit_distance(mt, post_edit),
        words=edit_distance(mt.split(), post_edit.split()),
        ngrams=shared_ngrams(mt, post_edit),
        extent=None if result.problem else bounds.extent(counts, untouched=same),
        diagnostics=find_diagnostics(texts, checking) if diagnostics is None else diagnostics,
    )


def review_segments(
    segments: Iterable[ReviewTexts],
    meteor: Meteor,
    bounds: Bounds = DEFAULT_BOUNDS,
    checking: Checking = DEFAULT_CHECKING,
) -> Iterator[ReviewedSegment]:
    """Review segments lazily."""
    return (review_segment(texts, meteor, bounds, checking) for texts in with_neighbours(segments))
