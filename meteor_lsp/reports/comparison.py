"""Two hypotheses against the same references: which is better, and where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from meteor_core import CorpusResult, InputError
from meteor_core.score.results import SegmentScore
from meteor_core.show.alignment_format import corpus_json
from meteor_core.show.display_width import display_width
from meteor_core.show.text_picture import harmless
from meteor_core.text.numbers import counted

from .paragraphs import labelled

_TIE: Final = 1e-12
"""Scores that lie closer differ by rounding only."""

_SHOWN: Final = 10
_GUTTER: Final = len("reference  ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How differently two hypotheses score in one segment.

    Attributes:
        segment: its number, from 1.
        one: score of the one.
        other: score of the other.
    """

    segment: int
    one: float
    other: float

    @property
    def difference(self) -> float:
        """What the one scores more than the other; negative where it scores less."""
        return 0.0 if abs(self.one - self.other) < _TIE else self.one - self.other


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two hypotheses against the same references.

    Attributes:
        one: corpus result of the one.
        other: corpus result of the other.
        differences: of all segments that both have a score for, the largest of either sign first.
    """

    one: CorpusResult
    other: CorpusResult
    differences: tuple[Difference, ...]

    @property
    def difference(self) -> float:
        """What the one corpus scores more than the other; negative where it scores less."""
        return self.one.score - self.other.score

    @property
    def wins(self) -> int:
        """Segments in which the one scores higher."""
        return sum(found.difference > 0 for found in self.differences)

    @property
    def losses(self) -> int:
        """Segments in which the other scores higher."""
        return sum(found.difference < 0 for found in self.differences)

    @property
    def ties(self) -> int:
        """Segments in which both score the same."""
        return len(self.differences) - self.wins - self.losses


def compare(
    one: Sequence[SegmentScore | None],
    other: Sequence[SegmentScore | None],
    corpus_one: CorpusResult,
    corpus_other: CorpusResult,
) -> Comparison:
    """Compare two hypotheses segment by segment.

    Args:
        one: results of the one, in the order of the file; None where a segment has no score.
        other: results of the other.
        corpus_one: result of the one as a whole.
        corpus_other: result of the other as a whole.

    Raises:
        InputError: they have not the same number of segments, or are scored by other rules.
    """
    if len(one) != len(other):
        raise InputError(f"the hypotheses have {len(one):,} and {len(other):,} segments")
    if corpus_one.signature != corpus_other.signature:
        raise InputError(
            "the scores cannot be compared, their signatures differ: "
            f"{corpus_one.signature} and {corpus_other.signature}"
        )
    differences = [
        Difference(segment=number, one=first.score, other=second.score)
        for number, (first, second) in enumerate(zip(one, other, strict=True), start=1)
        if first is not None and second is not None
    ]
    differences.sort(key=lambda found: -abs(found.difference))
    return Comparison(one=corpus_one, other=corpus_other, differences=tuple(differences))


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison for programs."""
    return {
        "one": corpus_json(comparison.one),
        "other": corpus_json(comparison.other),
        "difference": comparison.difference,
        "wins": comparison.wins,
        "losses": comparison.losses,
        "ties": comparison.ties,
        "segments": [
            {
                "segment": found.segment,
                "one": found.one,
                "other": found.other,
                "difference": found.difference,
            }
            for found in comparison.differences
        ],
    }


def comparison_text(
    comparison: Comparison,
    *,
    names: tuple[str, str],
    hypotheses: tuple[Sequence[str], Sequence[str]],
    references: Sequence[str],
    width: int = 100,
) -> str:
    """The comparison as a page to read.

    Args:
        comparison: what to say.
        names: of the one and the other hypothesis.
        hypotheses: the segments of the one and of the other.
        references: the segments of the reference.
        width: columns that a line may have.
    """
    texts = (*hypotheses, references)
    lines = [
        *_summary(comparison, *map(harmless, names)),
        *_largest(comparison, "A scores higher", texts, width, sign=1),
        *_largest(comparison, "B scores higher", texts, width, sign=-1),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _summary(comparison: Comparison, one: str, other: str) -> Iterator[str]:
    heading = f"{one} and {other}"
    yield from (heading, "=" * display_width(heading), "")
    yield f"A  {one}"
    yield f"B  {other}"
    yield ""
    yield "       METEOR        P        R   F-mean  penalty  shortfall"
    for label, corpus in (("A", comparison.one), ("B", comparison.other)):
        measures = (corpus.precision, corpus.recall, corpus.f_mean, corpus.penalty)
        shares = "".join(f"   {each:.4f}" for each in measures)
        yield f"{label}      {corpus.score:.4f}{shares}{corpus.shortfall or 0:11,.2f}"
    yield f"A - B {comparison.difference:+.4f}"
    yield ""
    yield (
        f"A scores higher in {counted(comparison.wins, 'segment', 'segments')}, "
        f"B in {comparison.losses:,}; {comparison.ties:,} tied"
    )
    yield str(comparison.one.signature)


def _largest(
    comparison: Comparison, title: str, texts: Sequence[Sequence[str]], width: int, *, sign: int
) -> Iterator[str]:
    """The segments with the largest differences of one sign."""
    found = [each for each in comparison.differences if each.difference * sign > 0]
    if not found:
        return
    if len(found) > _SHOWN:
        title = f"{title}: the {_SHOWN} largest differences of {len(found):,}"
    yield from ("", title, "-" * len(title))
    for each in found[:_SHOWN]:
        yield from ("", f"segment {each.segment}  {each.difference:+.4f}")
        labels = (f"A {each.one:.4f}", f"B {each.other:.4f}", "reference")
        for label, lines in zip(labels, texts, strict=True):
            yield from labelled(label, lines[each.segment - 1], width, gutter=_GUTTER)
