"""Score outputs by chrF, chrF++, BLEU and TER with sacrebleu."""

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..batch.parallel_processes import score_in_processes
from ..errors import is_installed, missing_extra, unknown_name
from ..score.parameters import positive
from ..text.streams import Block
from .rated_set import RatedOutput, RatedSet
from .rating_arrays import Floats

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric


Watch: TypeAlias = Callable[[Iterable[Sequence[int]]], Iterator[Sequence[int]]]
"""Sees the places of outputs pass as they are scored, for instance to show progress."""

_MAX_BLOCK_TEXTS: Final = 16
_MAX_BLOCK_WORDS: Final = 2000
"""The most of a block: an interrupt waits for the blocks that are being scored."""

_MAX_TER_WORDS: Final = 1000
"""Of a text that TER scores. At worst its time grows with their cube: half a minute here."""


def chrf() -> "Metric":
    """Return sacrebleu's chrF."""
    from sacrebleu.metrics.chrf import CHRF

    return CHRF()


def chrf_plus_plus() -> "Metric":
    """Return sacrebleu's chrF++."""
    from sacrebleu.metrics.chrf import CHRF

    return CHRF(word_order=2)


def _bleu() -> "Metric":
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(effective_order=True)  # as sacrebleu itself asks for where sentences are scored


def ter() -> "Metric":
    """Return sacrebleu's TER."""
    from sacrebleu.metrics.ter import TER

    return TER()


_METRICS: Final[Mapping[str, Callable[[], "Metric"]]] = MappingProxyType(
    {"chrF": chrf, "chrF++": chrf_plus_plus, "BLEU": _bleu, "TER": ter}
)
SURFACE_METRICS: Final = tuple(_METRICS)
"""The names of metrics."""


def is_available() -> bool:
    """Whether sacrebleu is installed."""
    return is_installed("sacrebleu")


def require_metric(name: str) -> None:
    """Reject an unknown metric, or one whose package is missing.

    Raises:
        ParameterError: the name is unknown.
        MissingExtraError: sacrebleu is not installed.
    """
    if name not in _METRICS:
        raise unknown_name("metric", name, _METRICS)
    if not is_available():
        raise missing_extra(f"{name} needs", "sacrebleu", "agreement")


def surface_scores(
    name: str, rated: RatedSet, watch: Watch = iter, *, jobs: int = 1
) -> tuple[Floats, str]:
    """Score each output of a set; higher is better, so that TER is below 0.

    Repeated outputs are scored once.

    Args:
        name: of the metric.
        rated: the set.
        watch: sees blocks of outputs pass.
        jobs: how many processes score at the same time.

    Returns:
        The scores, NaN where a text is too long for TER, and the metric's signature.

    Raises:
        ParameterError: the name is unknown, or ``jobs`` is below 1.
        MissingExtraError: sacrebleu is not installed.
    """
    require_metric(name)
    make_scorer = partial(_block_scorer, name)
    score_block = make_scorer()
    groups = list(_blocks(rated.outputs))
    blocks = (_block(rated.outputs, group) for group in groups)
    scores = np.empty(len(rated.outputs))
    with closing(
        _score_sequentially(score_block, blocks)
        if positive("jobs", jobs) == 1
        else score_in_processes(score_block, make_scorer, blocks, jobs)
    ) as scored:

        def done() -> Iterator[Sequence[int]]:
            for group, values in zip(groups, scored, strict=True):
                for places, value in zip(group, values, strict=True):
                    scores[places] = value
                yield list(chain(*group))

        for _ in watch(done()):
            pass
    return scores, _signature(name, rated.outputs)


def _signature(name: str, outputs: Sequence[RatedOutput]) -> str:
    numbers = {len(output.references) for output in outputs}
    metric: Any = _METRICS[name]()
    metric.num_refs = numbers.pop() if len(numbers) == 1 else -1  # sacrebleu's "var"
    return str(metric.get_signature())


def _blocks(outputs: Sequence[RatedOutput]) -> Iterator[list[list[int]]]:
    """Yield blocks of output places, with equal texts grouped."""
    equal: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for place, output in enumerate(outputs):
        equal.setdefault((output.hypothesis, output.references), []).append(place)
    block: list[list[int]] = []
    words = 0
    for (hypothesis, _), places in equal.items():
        size = len(hypothesis.split())
        if block and (len(block) == _MAX_BLOCK_TEXTS or words + size > _MAX_BLOCK_WORDS):
            yield block
            block, words = [], 0
        block.append(places)
        words += size
    yield block


def _block(outputs: Sequence[RatedOutput], group: Sequence[Sequence[int]]) -> Block:
    chosen = [outputs[places[0]] for places in group]
    sets = zip_longest(*(output.references for output in chosen))
    return Block(hypotheses=[output.hypothesis for output in chosen], references=list(sets))


def _score_sequentially(
    score_block: Callable[[Block], list[float]], blocks: Iterable[Block]
) -> Generator[list[float], None, None]:
    yield from map(score_block, blocks)


def _block_scorer(name: str) -> Callable[[Block], list[float]]:
    metric: Any = _METRICS[name]()
    max_words = _MAX_TER_WORDS if name == "TER" else None
    sign = -1 if name == "TER" else 1

    def score(hypothesis: str, references: list[str]) -> float:
        if max_words and any(len(text.split()) > max_words for text in (hypothesis, *references)):
            return math.nan
        return sign * float(metric.sentence_score(hypothesis, references).score)

    def score_block(block: Block) -> list[float]:
        return [
            score(hypothesis, [text for text in texts if text is not None])
            for hypothesis, *texts in zip(block.hypotheses, *block.references, strict=True)
        ]

    return score_block
