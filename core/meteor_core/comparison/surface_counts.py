"""Count BLEU, chrF and TER by sacrebleu in sums, and score many sums at once.

Counts and signatures are sacrebleu's. Its scores of one sum are written here for many sums in one
step; tests compare them. TER is counted by ``review/translation_edit_rate.py``, which is equal to
sacrebleu and takes a small part of its time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..agreement.surface_metrics import chrf, chrf_plus_plus, require_metric, ter
from ..analysis.p_values import ScoreColumns
from ..errors import ResourceError
from ..review.translation_edit_rate import edits_between, words_of

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric

Floats: TypeAlias = NDArray[np.float64]
Watch: TypeAlias = Callable[[Iterable[Sequence[Any]]], Iterator[Sequence[Any]]]
"""Observes blocks of rows of counts, for instance to show progress."""

_SEGMENTS_PER_BLOCK: Final = 64
"""Segments between two reports of progress; an interrupt waits for no more."""

_MINUS_LOG_OF_ZERO: Final = 9_999_999_999
"""The value that sacrebleu uses for minus the logarithm of 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceMetric:
    """A metric of sacrebleu.

    Attributes:
        name: as people write it.
        make: returns sacrebleu's metric, given the language of the texts.
        score: computes scores from columns of its counts.
        lower_is_better: whether a lower score is the better one.
    """

    name: str
    make: Callable[[str], "Metric"]
    score: ScoreColumns
    lower_is_better: bool = False


def require_surface_metric(name: str) -> SurfaceMetric:
    """Return a metric by its name.

    Raises:
        ParameterError: the name is unknown.
        MissingExtraError: sacrebleu is not installed.
    """
    require_metric(name)
    return SURFACE_METRICS[name]


def count_surface(
    metric: SurfaceMetric,
    systems: Sequence[Sequence[str]],
    references: Sequence[Sequence[str | None]],
    *,
    language: str,
    watch: Watch = iter,
) -> tuple[Floats, Any]:
    """Count the statistics of a metric for each segment of each system.

    Args:
        metric: what to count for.
        systems: hypotheses of each system.
        references: sets of references; None where one has none for a segment.
        language: of the texts: BLEU cuts Chinese, Japanese and Korean in their own ways.
        watch: sees rows pass.

    Returns:
        Counts by segment, system and column, and the metric's signature.

    Raises:
        ResourceError: sacrebleu lacks a package that it needs for this language.
    """
    counter = _make(metric, language)
    kept: Any = counter._cache_references(references)  # noqa: SLF001  # sacrebleu has no public way
    sets = list(zip(*references, strict=True))

    def row(text: str, place: int) -> Sequence[float]:
        if metric.name == "TER":
            return _ter_row(text, sets[place])
        found: Sequence[float] = counter._compute_segment_statistics(  # noqa: SLF001
            counter._preprocess_segment(text),  # noqa: SLF001
            kept[place],
        )
        return found

    def blocks() -> Iterator[Sequence[Sequence[float]]]:
        for texts in systems:
            for start in range(0, len(texts), _SEGMENTS_PER_BLOCK):
                places = range(start, min(start + _SEGMENTS_PER_BLOCK, len(texts)))
                yield [row(texts[place], place) for place in places]

    rows = [statistics for block in watch(blocks()) for statistics in block]
    width = len(rows[0])
    counts = np.asarray(rows, np.float64).reshape(len(systems), -1, width).swapaxes(0, 1)
    return counts, counter.get_signature()


def _make(metric: SurfaceMetric, language: str) -> Any:
    try:
        return metric.make(language)
    except (ImportError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        raise ResourceError(f"sacrebleu cannot make {metric.name}: {reason}") from None


def _ter_row(hypothesis: str, references: Sequence[str | None]) -> tuple[float, float]:
    """Return edits to the nearest reference, and the mean length of the references."""
    words = words_of(hypothesis)
    targets = [words_of(text) for text in references if text is not None]
    edits = min(edits_between(words, target) for target in targets)
    return edits, sum(map(len, targets)) / len(targets)


def bleu_scores(columns: Floats) -> Floats:
    """Return BLEU, 0 to 100, with sacrebleu's default smoothing.

    Args:
        columns: lengths of system and reference, matched n-grams of length 1 to 4, all n-grams.
    """
    length, reference_length = columns[:2]
    matched, total = columns[2:6], columns[6:10]
    logarithms = np.zeros_like(length)
    doubled = np.ones_like(length)
    ended = np.zeros(length.shape, bool)
    for shared, there in zip(matched, total, strict=True):
        ended = ended | (there == 0)
        none = (shared == 0) & ~ended
        doubled = np.where(none, 2 * doubled, doubled)
        above = np.where(none, 100.0, 100.0 * shared)
        precision = np.divide(
            above, np.where(none, doubled * there, there), out=np.ones_like(above), where=~ended
        )
        logarithms += np.where(ended, -_MINUS_LOG_OF_ZERO, np.log(precision))
    short = (length < reference_length) & (length > 0)
    excess = np.divide(reference_length, length, out=np.ones_like(length), where=short)
    brevity = np.where(length >= reference_length, 1.0, np.where(short, np.exp(1 - excess), 0.0))
    found: Floats = np.where(
        matched.any(axis=0), brevity * np.exp(np.maximum(logarithms / 4, -_MINUS_LOG_OF_ZERO)), 0.0
    )
    return found


def chrf_scores(columns: Floats) -> Floats:
    """Return chrF, 0 to 100.

    Args:
        columns: for each length of n-grams: those of the hypothesis, of the reference, of both.
    """
    given, wanted, shared = columns[::3], columns[1::3], columns[2::3]
    precision, recall, orders = (np.zeros_like(given[0]) for _ in range(3))
    for of_hypothesis, of_reference, of_both in zip(given, wanted, shared, strict=True):
        counts = (of_hypothesis > 0) & (of_reference > 0)
        nothing = np.zeros_like(precision)
        precision += np.divide(of_both, of_hypothesis, out=nothing.copy(), where=counts)
        recall += np.divide(of_both, of_reference, out=nothing, where=counts)
        orders += counts
    many = np.maximum(orders, 1)
    precision /= many
    recall /= many
    above, below = 5 * precision * recall, 4 * precision + recall
    found: Floats = 100 * np.divide(above, below, out=np.zeros_like(above), where=below > 0)
    return found


def ter_scores(columns: Floats) -> Floats:
    """Return TER in percent.

    Args:
        columns: edits, and words of the reference.
    """
    edits, length = columns
    rate = np.divide(edits, length, out=np.where(edits > 0, 1.0, 0.0), where=length > 0)
    found: Floats = 100 * rate
    return found


def _bleu(language: str) -> "Metric":
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(trg_lang=language, force=True)


SURFACE_METRICS: Final[Mapping[str, SurfaceMetric]] = MappingProxyType(
    {
        metric.name: metric
        for metric in (
            SurfaceMetric(name="BLEU", make=_bleu, score=bleu_scores),
            SurfaceMetric(name="chrF", make=lambda _: chrf(), score=chrf_scores),
            SurfaceMetric(name="chrF++", make=lambda _: chrf_plus_plus(), score=chrf_scores),
            SurfaceMetric(name="TER", make=lambda _: ter(), score=ter_scores, lower_is_better=True),
        )
    }
)
"""The metrics to compare METEOR with, by name."""
