"""METEOR as a ``torchmetrics`` metric, whose states are sums: right in any number of processes.

>>> from meteor_core.adapters.torchmetrics import METEORScore  # doctest: +SKIP
>>> meteor = METEORScore()  # doctest: +SKIP
>>> meteor.update(["We danced with glee"], [["We danced with joy"]])  # doctest: +SKIP
>>> meteor.compute()  # doctest: +SKIP
tensor(0.7361, dtype=torch.float64)
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final, Unpack

from ..errors import InputError, InputTypeError, refuse_unknown, require_package
from ..meteor import Meteor
from ..options import OPTIONS, MeteorArguments
from ..score.results import CorpusResult, nan_without_segments
from ..score.statistics import Statistics
from ..text.streams import require_stream, require_string

for _package in ("torch", "torchmetrics"):
    require_package("the adapter for torchmetrics needs", _package)

import torch  # noqa: E402  # only after the check, whose message names what to install
from torchmetrics import Metric  # noqa: E402

__all__ = ["METEORScore"]

_MAX_COUNT: Final = torch.iinfo(torch.int64).max


class METEORScore(Metric):  # type: ignore[misc]  # torchmetrics' types are not read
    """The score of all texts of all updates, from their summed statistics.

    Attributes:
        meteor: the scorer.
        counts: a state, 64-bit integers, summed over processes: segments, then the table of counts.
        fewest, most: states: how many references a segment has at least and at most.
    """

    is_differentiable: bool | None = False
    higher_is_better: bool | None = True
    full_state_update: bool | None = False
    plot_lower_bound: float | None = 0.0
    plot_upper_bound: float | None = 1.0
    counts: torch.Tensor
    fewest: torch.Tensor
    most: torch.Tensor

    def __init__(
        self, *, torchmetrics: dict[str, Any] | None = None, **options: Unpack[MeteorArguments]
    ) -> None:
        """Create a metric that has seen nothing.

        Args:
            torchmetrics: options of ``torchmetrics.Metric``.
            options: those of ``Meteor``.

        Raises:
            ParameterError: an option of ``Meteor`` is wrong.
        """
        super().__init__(**(torchmetrics or {}))
        refuse_unknown(options, OPTIONS, of="METEORScore and Meteor")
        self.meteor: Final = Meteor(**options)
        width = 1 + len(self.meteor.zero().counts())
        self.add_state("counts", torch.zeros(width, dtype=torch.int64), dist_reduce_fx="sum")
        self.add_state("fewest", torch.tensor(_MAX_COUNT), dist_reduce_fx="min")
        self.add_state("most", torch.tensor(0), dist_reduce_fx="max")

    def update(
        self, preds: str | Iterable[str], target: Iterable[str | Sequence[str | None]]
    ) -> None:
        """Add segments.

        Args:
            preds: hypotheses; one string is one segment.
            target: the reference of each segment, or a list of its references, as many as it has.

        Raises:
            InputError: there are fewer or more references than hypotheses, or a segment has none.
            InputTypeError: a value is neither a text nor a list of texts.
        """
        hypotheses, references = _lists(preds, target)
        if not hypotheses:
            return
        try:
            batch = self.meteor.batch(hypotheses, list(zip_longest(*references)))
        except InputTypeError:  # now it is worth the time to say which text it is
            _require_texts(hypotheses, references)
            raise
        for row, problem in batch.problems.items():
            raise InputError(f"preds[{row}] cannot be scored against target[{row}]: {problem}")
        counts = (batch.total.segments, *batch.total.counts())
        self.counts += torch.tensor(counts, dtype=torch.int64, device=self.counts.device)
        same = batch.signature.references
        numbers = [same] if same else [len(texts) - texts.count(None) for texts in references]
        self.fewest = torch.clamp(self.fewest, max=min(numbers))
        self.most = torch.clamp(self.most, min=max(numbers))

    def compute(self) -> torch.Tensor:
        """Return the score, a 64-bit float from 0 to 1; NaN where there was nothing."""
        return torch.tensor(self.result().score, dtype=torch.float64, device=self.counts.device)

    def result(self) -> CorpusResult:
        """Return all numbers and the signature, of the states as this process has them."""
        segments, *counts = self.counts.tolist()
        fewest, most = int(self.fewest), int(self.most)
        result = self.meteor.corpus_result(
            Statistics.of_counts(counts, segments=segments),
            references=most if fewest == most else None,
        )
        return nan_without_segments(result)


def _lists(
    preds: str | Iterable[str], target: Iterable[str | Sequence[str | None]]
) -> tuple[list[str], list[list[str | None]]]:
    """Return the hypotheses, and the unchecked references of each."""
    require_stream("target", target, of="references")
    rows: Iterable[Any] = target
    if isinstance(preds, str):
        preds, rows = [preds], [list(target)]
    require_stream("preds", preds)
    hypotheses = list(preds)
    references = [_texts(row, texts) for row, texts in enumerate(rows)]
    if len(hypotheses) != len(references):
        raise InputError(
            f"preds has {len(hypotheses)} texts and target {len(references)}; give the references "
            "of each segment in a list of their own"
        )
    if not all(references):
        raise InputError(f"target[{references.index([])}] has no reference; leave that segment out")
    return hypotheses, references


def _texts(row: int, texts: str | Sequence[str | None]) -> list[str | None]:
    if isinstance(texts, str):
        return [texts]
    if not isinstance(texts, list):
        require_stream(f"target[{row}]", texts)
    return list(texts)


def _require_texts(hypotheses: Sequence[str], references: Sequence[Sequence[str | None]]) -> None:
    for row, (hypothesis, texts) in enumerate(zip(hypotheses, references, strict=True)):
        require_string(f"preds[{row}]", hypothesis)
        for at, text in enumerate(texts):
            if text is not None:
                require_string(f"target[{row}][{at}]", text)
