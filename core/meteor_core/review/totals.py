"""Sum a whole review; rates follow from sums, never from means of segments."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..meteor import Meteor
from ..score.results import CorpusResult
from ..score.shortfall import sum_of_shortfalls
from ..score.statistics import Statistics
from .character_ngrams import SharedNgrams
from .diagnostics.diagnostic import CHECKS
from .edit_distance import EditDistance
from .edits import KindCounts
from .pay_schemes import PAY_SCHEMES, BandCount, PayScheme, count_bands
from .segments import EXTENTS, Extent, ReviewedSegment
from .translation_edit_rate import EditRate


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtentCount:
    """The segments of one extent.

    Attributes:
        extent: of their edits.
        segments: number of segments.
        words: of these segments; of the source if known, else of the machine translation.
    """

    extent: Extent
    segments: int
    words: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSums:
    """Exact sums, independent of the order and grouping of segments.

    Attributes:
        segments: number of segments.
        words: sum of ``ReviewedSegment.counted_words``.
        statistics: METEOR's.
        unscored: segments without statistics.
        shortfall: in words.
        counts: tokens and edits by kind.
        ter: edits and the post-edits' words.
        characters: distances, and lengths of the longer texts.
        words_changed: distances in words, and lengths of the longer texts.
        ngrams: shared n-grams.
        extents: segments and words of each extent.
        diagnostics: number of diagnostics by code.
        seconds: editing time, as far as recorded.
        timed_segments: number of segments with a recorded time.
        timed_words: their words.
        bands: segments and words of each band, by pay scheme.
    """

    segments: int
    words: int
    statistics: Statistics
    unscored: int
    shortfall: Fraction
    counts: KindCounts
    ter: EditRate
    characters: EditDistance
    words_changed: EditDistance
    ngrams: SharedNgrams
    extents: Mapping[Extent, tuple[int, int]]
    diagnostics: Mapping[str, int]
    seconds: Fraction
    timed_segments: int
    timed_words: int
    bands: Mapping[str, tuple[BandCount, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTotal:
    """The numbers of a review.

    Attributes:
        segments: number of segments.
        words: sum of ``ReviewedSegment.counted_words``.
        score: METEOR of all machine translation against all post-edits, from summed statistics.
        counts: tokens and edits by kind, of scored segments.
        ter: the sum of edits and of the post-edits' words; its rate is the HTER of the file.
        characters: the sum of distances by characters, and of the longer texts' lengths.
        words_changed: the sum of distances by words, and of the longer texts' lengths.
        ngrams: summed; their score is chrF of the file as sacrebleu computes it.
        extents: in the order of ``EXTENTS``.
        diagnostics: number of diagnostics by code, in the order of ``CHECKS``.
        seconds: editing time; None if never recorded.
        timed_segments: number of segments with a recorded time.
        timed_words: their words, as in ``words``.
        bands: contents of each band, by pay scheme.
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
    bands: Mapping[str, tuple[BandCount, ...]]


def sums_of(segments: Sequence[ReviewedSegment], meteor: Meteor) -> ReviewSums:
    """Sum reviewed segments."""
    scored = [segment.score for segment in segments if not segment.score.problem]
    timed = [one for one in segments if one.texts.facts.editing_seconds is not None]
    return ReviewSums(
        segments=len(segments),
        words=sum(segment.counted_words for segment in segments),
        statistics=sum((score.statistics for score in scored), meteor.zero()),
        unscored=len(segments) - len(scored),
        shortfall=sum_of_shortfalls(score.shortfall for score in scored),
        counts=sum((segment.counts for segment in segments), KindCounts()),
        ter=sum((segment.ter for segment in segments), EditRate()),
        characters=sum((segment.characters for segment in segments), EditDistance()),
        words_changed=sum((segment.words for segment in segments), EditDistance()),
        ngrams=sum((segment.ngrams for segment in segments), SharedNgrams()),
        extents=_extents(segments),
        diagnostics=Counter(one.code for segment in segments for one in segment.diagnostics),
        seconds=sum((Fraction(one.texts.facts.editing_seconds or 0) for one in timed), Fraction()),
        timed_segments=len(timed),
        timed_words=sum(one.counted_words for one in timed),
        bands={scheme.name: count_bands(scheme, segments) for scheme in PAY_SCHEMES},
    )


def added(several: Iterable[ReviewSums], meteor: Meteor) -> ReviewSums:
    """Add sums of segments that ``meteor`` scored."""
    parts = list(several)
    return ReviewSums(
        segments=sum(one.segments for one in parts),
        words=sum(one.words for one in parts),
        statistics=sum((one.statistics for one in parts), meteor.zero()),
        unscored=sum(one.unscored for one in parts),
        shortfall=sum((one.shortfall for one in parts), Fraction()),
        counts=sum((one.counts for one in parts), KindCounts()),
        ter=sum((one.ter for one in parts), EditRate()),
        characters=sum((one.characters for one in parts), EditDistance()),
        words_changed=sum((one.words_changed for one in parts), EditDistance()),
        ngrams=sum((one.ngrams for one in parts), SharedNgrams()),
        extents={
            extent: (
                sum(one.extents.get(extent, (0, 0))[0] for one in parts),
                sum(one.extents.get(extent, (0, 0))[1] for one in parts),
            )
            for extent in EXTENTS
        },
        diagnostics={
            code: sum(one.diagnostics.get(code, 0) for one in parts)
            for code in {code for one in parts for code in one.diagnostics}
        },
        seconds=sum((one.seconds for one in parts), Fraction()),
        timed_segments=sum(one.timed_segments for one in parts),
        timed_words=sum(one.timed_words for one in parts),
        bands={scheme.name: _bands(scheme, parts) for scheme in PAY_SCHEMES},
    )


def total_of(sums: ReviewSums, meteor: Meteor) -> ReviewTotal:
    """Return the numbers of a review, given its sums."""
    return ReviewTotal(
        segments=sums.segments,
        words=sums.words,
        score=meteor.corpus_result(
            sums.statistics, unscored=sums.unscored, shortfall=float(sums.shortfall)
        ),
        counts=sums.counts,
        ter=sums.ter,
        characters=sums.characters,
        words_changed=sums.words_changed,
        ngrams=sums.ngrams,
        extents=tuple(
            ExtentCount(extent=extent, segments=segments, words=words)
            for extent in EXTENTS
            for segments, words in (sums.extents.get(extent, (0, 0)),)
        ),
        diagnostics={code: sums.diagnostics[code] for code in CHECKS if sums.diagnostics.get(code)},
        seconds=float(sums.seconds) if sums.timed_segments else None,
        timed_segments=sums.timed_segments,
        timed_words=sums.timed_words,
        bands=sums.bands,
    )


def _extents(segments: Sequence[ReviewedSegment]) -> dict[Extent, tuple[int, int]]:
    found: dict[Extent, tuple[int, int]] = {}
    for segment in segments:
        if segment.extent is not None:
            number, words = found.get(segment.extent, (0, 0))
            found[segment.extent] = number + 1, words + segment.counted_words
    return found


def _bands(scheme: PayScheme, parts: Sequence[ReviewSums]) -> tuple[BandCount, ...]:
    return tuple(
        BandCount(
            band=band,
            segments=sum(one.bands[scheme.name][at].segments for one in parts),
            words=sum(one.bands[scheme.name][at].words for one in parts),
        )
        for at, band in enumerate(scheme.bands)
    )
