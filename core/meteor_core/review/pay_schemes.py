"""Pay schemes: bands of a job's words by how much their machine translation was edited.

Agencies pay a share of the full rate for each band. The programs that compute the bands describe
their formulas but do not publish all details; these follow the descriptions, document what they
count, and are not an invoice. The rates of bands are up to the parties.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from .segments import ReviewedSegment


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """One band of a scheme.

    Attributes:
        label: as its program writes it: "85-94 %".
        least: minimum similarity, in whole percent.
    """

    label: str
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayScheme:
    """A way to assign segments to bands.

    Attributes:
        name: short, for tables and settings.
        after: the program whose description it follows, or the measure.
        formula: description of the similarity.
        bands: from the most similar one.
        similarity: of a segment, in whole percent from 0 to 100, rounded down.
    """

    name: str
    after: str
    formula: str
    bands: tuple[Band, ...]
    similarity: Callable[[ReviewedSegment], int]

    def band(self, segment: ReviewedSegment) -> int:
        """Return the index of a segment's band."""
        similarity = self.similarity(segment)
        return next(at for at, band in enumerate(self.bands) if similarity >= band.least)


@dataclass(frozen=True, slots=True, kw_only=True)
class BandCount:
    """The contents of one band.

    Attributes:
        band: of the scheme.
        segments: number of segments.
        words: of these segments; of the source if known, else of the machine translation.
    """

    band: Band
    segments: int
    words: int


def _by_characters(segment: ReviewedSegment) -> int:
    return segment.characters.similarity


def _by_words(segment: ReviewedSegment) -> int:
    return segment.words.similarity


def _by_hter(segment: ReviewedSegment) -> int:
    """Return 100 % less HTER, in integers, so that 0.1 is 90 and not 89."""
    edits, length = segment.ter.edits, segment.ter.length
    if not length:
        return 0 if edits else 100
    return max(0, 100 * (length - edits) // length)


def _bands(*labelled: tuple[int, str]) -> tuple[Band, ...]:
    return tuple(Band(label=label, least=least) for least, label in labelled)


_FUZZY: Final = (
    (100, "100 %"),
    (95, "95-99 %"),
    (85, "85-94 %"),
    (75, "75-84 %"),
    (50, "50-74 %"),
)

PAY_SCHEMES: Final = (
    PayScheme(
        name="phrase",
        after="Phrase (Memsource), post-editing analysis",
        formula="100 % less the characters that were put in, taken out or replaced, as a share of "
        "the longer text's characters (Levenshtein), rounded down",
        bands=_bands(*_FUZZY, (0, "0-49 %")),
        similarity=_by_characters,
    ),
    PayScheme(
        name="memoq",
        after="memoQ, edit distance report by words",
        formula="100 % less the words that were put in, taken out or replaced, as a share of the "
        "longer text's words (Levenshtein), rounded down",
        bands=_bands(*_FUZZY, (0, "no match")),
        similarity=_by_words,
    ),
    PayScheme(
        name="matecat",
        after="MateCat, post-editing effort (PEE)",
        formula="PEE is the share of the longer text's words that were put in, taken out or "
        "replaced (Levenshtein), rounded up; the band is that of 100 % less PEE",
        bands=_bands((100, "100 %"), (85, "85-99 %"), (75, "75-84 %"), (50, "50-74 %"), (0, "new")),
        similarity=_by_words,
    ),
    PayScheme(
        name="hter",
        after="HTER",
        formula="HTER: words that were put in, taken out or replaced and phrases that were moved "
        "(TER), as a share of the post-edit's words",
        bands=_bands((100, "0"), (90, "to 0.1"), (70, "to 0.3"), (50, "to 0.5"), (0, "above 0.5")),
        similarity=_by_hter,
    ),
)


def count_bands(scheme: PayScheme, segments: Iterable[ReviewedSegment]) -> tuple[BandCount, ...]:
    """Count segments and words in each band of a scheme."""
    numbers = [[0, 0] for _ in scheme.bands]
    for segment in segments:
        number = numbers[scheme.band(segment)]
        number[0] += 1
        number[1] += segment.counted_words
    return tuple(
        BandCount(band=band, segments=count, words=words)
        for band, (count, words) in zip(scheme.bands, numbers, strict=True)
    )
