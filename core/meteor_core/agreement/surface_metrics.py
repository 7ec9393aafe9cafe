"""Scores of chrF, chrF++, BLEU and TER by sacrebleu, to stand beside METEOR's."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..errors import is_installed, missing_extra, unknown_name
from .rated_set import RatedOutput, RatedSet
from .rating_arrays import Floats

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric


Outputs: TypeAlias = Sequence[RatedOutput]
Watch: TypeAlias = Callable[[Iterable[Outputs]], Iterator[Outputs]]

_BLOCK: Final = 64


def _blocks(outputs: Outputs) -> Iterator[Outputs]:
    for start in range(0, len(outputs), _BLOCK):
        yield outputs[start : start + _BLOCK]


def _chrf() -> "Metric":
    from sacrebleu.metrics.chrf import CHRF

    return CHRF()


def _chrf_plus_plus() -> "Metric":
    from sacrebleu.metrics.chrf import CHRF

    return CHRF(word_order=2)


def _bleu() -> "Metric":
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(effective_order=True)  # as sacrebleu itself asks for where sentences are scored


def _ter() -> "Metric":
    from sacrebleu.metrics.ter import TER

    return TER()


_METRICS: Final[Mapping[str, Callable[[], "Metric"]]] = MappingProxyType(
    {"chrF": _chrf, "chrF++": _chrf_plus_plus, "BLEU": _bleu, "TER": _ter}
)
SURFACE_METRICS: Final = tuple(_METRICS)
"""The names of metrics."""


def is_there() -> bool:
    """Whether sacrebleu is installed."""
    return is_installed("sacrebleu")


def surface_scores(name: str, rated: RatedSet, watch: Watch = iter) -> tuple[Floats, str]:
    """Score each output of a set; higher is better, so that TER is below 0.

    Args:
        name: of the metric.
        rated: the set.
        watch: sees blocks of outputs pass, for instance to show progress.

    Returns:
        The scores, and the metric's signature.

    Raises:
        ParameterError: the name is unknown.
        MissingExtraError: sacrebleu is not installed.
    """
    if name not in _METRICS:
        raise unknown_name("metric", name, _METRICS)
    if not is_there():
        raise missing_extra(f"{name} needs", "sacrebleu", "agreement")
    metric: Any = _METRICS[name]()
    sign = -1 if name == "TER" else 1
    scores = [
        sign * metric.sentence_score(output.hypothesis, list(output.references)).score
        for block in watch(_blocks(rated.outputs))
        for output in block
    ]
    return np.array(scores), str(metric.get_signature())
