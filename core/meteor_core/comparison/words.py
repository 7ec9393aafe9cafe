"""Find words and n-grams that one system matches and another does not."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from ..meteor import Meteor
from ..score.results import SegmentResult
from .buckets import WordBucket, WordScore, bounds, label

_FREQUENCIES: Final = (1, 2, 3, 5, 10, 100, 1000)
_MAX_EXAMPLES: Final = 3
_NO_CHUNK: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedSegment:
    """The case-folded words of a segment, with match flags.

    Attributes:
        number: of the segment, from 1.
        reference: the one that it was aligned with, from 0.
        reference_words: its words.
        chunks: of each of these, the chunk that it is in, from 0; -1 where it is not matched.
        words: of the hypothesis.
        matched: of each of these, whether it is matched.
    """

    number: int
    reference: int
    reference_words: tuple[str, ...]
    chunks: tuple[int, ...]
    words: tuple[str, ...]
    matched: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedWords:
    """The words of all segments of a system."""

    system: str
    segments: tuple[MatchedSegment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDifference:
    """A word of the references, or a run of words, that two systems match differently often.

    Only segments whose best reference is the same one for both count.

    Attributes:
        text: case folded.
        occurrences: in these references.
        only_left: those that only the left system matches.
        only_right: those that only the right system matches.
        both: those that both match.
        segments: numbers, from 1, of the first segments in which one system alone matches it.
    """

    text: str
    occurrences: int
    only_left: int
    only_right: int
    both: int
    segments: tuple[int, ...]

    @property
    def difference(self) -> int:
        """How many more the right system matches."""
        return self.only_right - self.only_left

    @property
    def z(self) -> float:
        """The difference in standard deviations of chance (McNemar 1947), with its sign."""
        alone = self.only_left + self.only_right
        return self.difference / sqrt(alone) if alone else 0.0


NgramDifference = WordDifference


def matched_words(
    system: str, results: Sequence[SegmentResult], numbers: Sequence[int], meteor: Meteor
) -> MatchedWords:
    """Return the words of aligned segments, with match flags."""
    fold = meteor.configuration.words.fold
    known: dict[str, str] = {}

    def folded(surfaces: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            known[surface] if surface in known else known.setdefault(surface, fold(surface))
            for surface in surfaces
        )

    segments = []
    for number, result in zip(numbers, results, strict=True):
        alignment = result.alignment
        chunks = [_NO_CHUNK] * len(alignment.reference)
        matched = [False] * len(alignment.hypothesis)
        for match in alignment.matches:
            for token in range(*match.reference):
                chunks[token] = match.chunk
            for token in range(*match.hypothesis):
                matched[token] = True
        segments.append(
            MatchedSegment(
                number=number,
                reference=result.reference,
                reference_words=folded(alignment.reference.surfaces()),
                chunks=tuple(chunks),
                words=folded(alignment.hypothesis.surfaces()),
                matched=tuple(matched),
            )
        )
    return MatchedWords(system=system, segments=tuple(segments))


def reference_counts(meteor: Meteor, references: Sequence[Sequence[str | None]]) -> dict[str, int]:
    """Count each case-folded word in all references."""
    fold = meteor.configuration.words.fold
    surfaces = Counter(
        surface
        for texts in references
        for text in texts
        if text is not None
        for surface in meteor.tokens(text).surfaces()
    )
    found: Counter[str] = Counter()
    for surface, number in surfaces.items():
        found[fold(surface)] += number
    return found


def frequency_buckets(
    systems: Sequence[MatchedWords],
    counts: Mapping[str, int],
    edges: Sequence[float] | None = None,
) -> tuple[WordBucket, ...]:
    """Group words by frequency into buckets, without empty ones.

    Args:
        systems: their words.
        counts: of folded words; others were never seen.
        edges: where buckets begin; None for the usual ones. A first one is for rarer words.
    """
    ranges = bounds(edges or _FREQUENCIES, 0)
    names = [words.system for words in systems]
    sums = {name: [[0, 0, 0, 0] for _ in ranges] for name in names}
    bucket: dict[str, int] = {}
    for words in systems:
        table = sums[words.system]
        for segment in words.segments:
            sides = (
                (segment.reference_words, [chunk != _NO_CHUNK for chunk in segment.chunks], 0),
                (segment.words, segment.matched, 2),
            )
            for tokens, matched, first in sides:
                for token, is_matched in zip(tokens, matched, strict=True):
                    place = bucket.get(token)
                    if place is None:
                        place = bucket[token] = _bucket_of(counts.get(token, 0), ranges)
                    row = table[place]
                    row[first] += 1
                    row[first + 1] += is_matched
    return tuple(
        WordBucket(
            by="frequency",
            label=label(low, high),
            low=low,
            high=high,
            systems={
                name: WordScore(
                    reference_words=sums[name][place][0],
                    reference_matched=sums[name][place][1],
                    words=sums[name][place][2],
                    matched=sums[name][place][3],
                )
                for name in names
            },
        )
        for place, (low, high) in enumerate(ranges)
        if any(any(sums[name][place]) for name in names)
    )


def word_differences(
    left: MatchedWords, right: MatchedWords, *, limit: int
) -> tuple[WordDifference, ...]:
    """Return the words that two systems match most differently often."""
    return ngram_differences(left, right, sizes=(1,), limit=limit)


def ngram_differences(
    left: MatchedWords, right: MatchedWords, *, sizes: Sequence[int], limit: int
) -> tuple[WordDifference, ...]:
    """Return the runs of words that two systems match most differently often.

    Those come first that chance explains least: ten to none before fifty to forty.
    """
    counts: dict[tuple[str, ...], list[int]] = {}
    examples: dict[tuple[str, ...], list[int]] = {}
    for left_segment, right_segment in zip(left.segments, right.segments, strict=True):
        if left_segment.reference != right_segment.reference:
            continue
        words = left_segment.reference_words
        for size in sizes:
            matched = zip(
                _in_one_chunk(left_segment.chunks, size),
                _in_one_chunk(right_segment.chunks, size),
                strict=True,
            )
            for start, (by_left, by_right) in enumerate(matched):
                run = words[start : start + size]
                row = counts.setdefault(run, [0, 0, 0, 0])
                row[by_left + 2 * by_right] += 1
                if by_left != by_right:
                    seen = examples.setdefault(run, [])
                    if len(seen) < _MAX_EXAMPLES and left_segment.number not in seen:
                        seen.append(left_segment.number)
    found = [
        WordDifference(
            text=" ".join(run),
            occurrences=neither + only_left + only_right + both,
            only_left=only_left,
            only_right=only_right,
            both=both,
            segments=tuple(examples[run]),
        )
        for run, (neither, only_left, only_right, both) in counts.items()
        if only_left != only_right
    ]
    found.sort(
        key=lambda difference: (-abs(difference.z), -abs(difference.difference), difference.text)
    )
    return tuple(found[:limit])


def _in_one_chunk(chunks: Sequence[int], size: int) -> Iterator[bool]:
    """Yield, for each n-gram, whether it is matched within one chunk."""
    for start in range(len(chunks) - size + 1):
        first = chunks[start]
        yield first != _NO_CHUNK and all(
            chunk == first for chunk in chunks[start + 1 : start + size]
        )


def _bucket_of(count: int, ranges: Sequence[tuple[float, float | None]]) -> int:
    return next(
        place for place, (low, high) in enumerate(ranges) if high is None or low <= count < high
    )
