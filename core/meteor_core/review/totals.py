"""The numbers of a whole review: sums and what follows from them, never means of segments."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..meteor import Meteor
from ..score.results import CorpusResult
from ..score.shortfall import sum_of_shortfalls
from .character_ngrams import SharedNgrams
from .diagnostics.diagnostic import CHECKS
from .edit_distance import EditDistance
from .edits import KindCounts
from .segments import EXTENTS, Extent, ReviewedSegment
from .translation_edit_rate import EditRate


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtentCount:
    """Segments that were edited to one extent.

    Attributes:
        extent: how much.
        segments: how many.
        words: of these segments; of the source where it is known, else of the machine translation.
    """

    extent: Extent
    segments: int
    words: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTotal:
    """The sums of a review.

    Attributes:
        segments: how many there are.
        words: that a rate pays for; see ``ReviewedSegment.counted_words``.
        score: METEOR of all machine translation against all post-edits, from summed statistics.
        counts: tokens and edits by kind. Segments that cannot be scored have no part in these.
        ter: the sum of edits and of the post-edits' words; its rate is the HTER of the file.
        characters: the sum of distances by characters, and of the longer texts' lengths.
        words_changed: the sum of distances by words, and of the longer texts' lengths.
        ngrams: summed; their score is chrF of the file as sacrebleu has it.
        extents: in the order of ``EXTENTS``.
        diagnostics: how many there are of each code that was found, in the order of ``CHECKS``.
        seconds: that were worked on segments, where the file says; None where it says nothing.
        timed_segments: how many segments it says that of.
        timed_words: their words, as in ``words``.
    """

    segments: int
    words: int
    score: CorpusResult
    counts: KindCounts
    ter: EditRate
    characters: EditDistance
    words_changed: EditDistance
    ngrams: SharedNgrams
    extents: tuple[ExtentCount, ...]
    diagnostics: Mapping[str, int]
    seconds: float | None
    timed_segments: int
    timed_words: int


def total_of(segments: Sequence[ReviewedSegment], meteor: Meteor) -> ReviewTotal:
    """Return the sums of reviewed segments.

    Args:
        segments: that ``meteor`` scored.
        meteor: the scorer.
    """
    timed = [one for one in segments if one.texts.facts.editing_seconds is not None]
    return ReviewTotal(
        segments=len(segments),
        words=sum(segment.counted_words for segment in segments),
        score=_score(segments, meteor),
        counts=sum((segment.counts for segment in segments), KindCounts()),
        ter=sum((segment.ter for segment in segments), EditRate()),
        characters=sum((segment.characters for segment in segments), EditDistance()),
        words_changed=sum((segment.words for segment in segments), EditDistance()),
        ngrams=sum((segment.ngrams for segment in segments), SharedNgrams()),
        extents=_extents(segments),
        diagnostics=_diagnostics(segments),
        seconds=sum(one.texts.facts.editing_seconds or 0.0 for one in timed) if timed else None,
        timed_segments=len(timed),
        timed_words=sum(one.counted_words for one in timed),
    )


def _score(segments: Sequence[ReviewedSegment], meteor: Meteor) -> CorpusResult:
    scored = [segment.score for segment in segments if not segment.score.problem]
    return meteor.corpus_result(
        sum((score.statistics for score in scored), meteor.zero()),
        unscored=len(segments) - len(scored),
        shortfall=float(sum_of_shortfalls(score.shortfall for score in scored)),
    )


def _diagnostics(segments: Sequence[ReviewedSegment]) -> dict[str, int]:
    found = Counter(one.code for segment in segments for one in segment.diagnostics)
    return {code: found[code] for code in CHECKS if code in found}


def _extents(segments: Sequence[ReviewedSegment]) -> tuple[ExtentCount, ...]:
    numbers: Counter[Extent | None] = Counter()
    words: Counter[Extent | None] = Counter()
    for segment in segments:
        numbers[segment.extent] += 1
        words[segment.extent] += segment.counted_words
    return tuple(
        ExtentCount(extent=extent, segments=numbers[extent], words=words[extent])
        for extent in EXTENTS
    )
