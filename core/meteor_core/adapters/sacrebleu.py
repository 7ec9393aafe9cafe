"""METEOR as one of ``sacrebleu``'s metrics, for its classes and its ``PairedTest``.

>>> from meteor_core.adapters.sacrebleu import METEOR  # in place of sacrebleu.metrics' classes
>>> print(METEOR().corpus_score(["We danced with glee"], [["We danced with joy"]]))
METEOR = 73.61

Scores are hundred times those of ``Meteor``, as sacrebleu has them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Unpack

from ..batch.batch import PreparedReferences, ScoredBatch
from ..errors import InputError, no_reference, refuse_unknown, require_package
from ..meteor import Meteor
from ..options import OPTIONS, MeteorArguments
from ..score.results import CorpusResult
from ..score.statistics import Statistics
from ..text.streams import References, Segments, require_stream, require_string

require_package("the adapter for sacrebleu needs", "sacrebleu")

import numpy as np  # noqa: E402  # only after the check, whose message names what to install
from sacrebleu.metrics.base import Metric, Score, Signature  # noqa: E402

__all__ = ["METEOR", "METEORScore", "METEORSignature"]

_SCALE: Final = 100


class METEORSignature(Signature):
    """The signature of ``Meteor`` with sacrebleu's interface; its version is Meteorscope's."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        """Create a signature.

        Raises:
            InputError: nothing was scored yet, so that the number of references is unknown.
        """
        if "num_refs" not in args:
            raise InputError("the number of references is unknown; score something first")
        super().__init__(dict(args))
        references = None if args["num_refs"] == -1 else args["num_refs"]
        _, *fields = str(args["meteor"].signature(references)).split("|")
        own = dict(field.split(":", 1) for field in fields)
        resampling = {name: self.info[name] for name in ("bs", "ar", "seed")}
        self.info: dict[str, Any] = {"nrefs": own.pop("nrefs"), **resampling, **own}
        self._abbr = {**{name: name for name in self.info}, **self._abbr}


class METEORScore(Score):
    """A score of sacrebleu's, from 0 to 100.

    Attributes:
        result: all numbers, from 0 to 1.
    """

    def __init__(self, name: str, result: CorpusResult) -> None:
        """Create a score."""
        super().__init__(name, _SCALE * result.score)
        self.result: Final = result
        self._verbose = (
            f"P {_SCALE * result.precision:.1f} R {_SCALE * result.recall:.1f} "
            f"penalty {result.penalty:.3f}"
        )


class METEOR(Metric):
    """METEOR by any variant.

    The statistics of a segment are ones and counts that add up, so that sacrebleu's bootstrap and
    its randomisation test run on them.

    Attributes:
        meteor: the scorer.
        name: of its scores; ``PairedTest`` identifies metrics by it.
        num_refs: how many references each segment had; -1 of unequal numbers.
    """

    _SIGNATURE_TYPE = METEORSignature
    num_refs: int

    def __init__(
        self,
        references: References | None = None,
        *,
        name: str = "METEOR",
        **options: Unpack[MeteorArguments],
    ) -> None:
        """Create a metric.

        Raises:
            ParameterError: an option of ``Meteor`` is wrong.
        """
        super().__init__()  # type: ignore[no-untyped-call]  # sacrebleu's
        refuse_unknown(options, OPTIONS, of="METEOR and Meteor")
        self.meteor: Final = Meteor(**options)
        self.name: Final[str] = name
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def corpus_score(
        self, hypotheses: Segments, references: References | None, n_bootstrap: int = 1
    ) -> METEORScore:
        """Score a corpus from the summed statistics of its segments.

        Args:
            hypotheses: segments in order.
            references: one list of segments for each set of references, with None if a set has
                no reference for a segment; or None: those that the metric was created with.
            n_bootstrap: more than 1: how many test sets are drawn for the score's interval.

        Raises:
            InputError: the lists are not of equal length, a segment cannot be scored, or there are
                no references.
            InputTypeError: a value is neither a text nor a list of texts.
        """
        score: METEORScore = super().corpus_score(hypotheses, references, n_bootstrap)  # type: ignore[arg-type]  # it hands them on as they are
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> METEORScore:
        """Score a segment against the best of its references.

        Args:
            hypothesis: a text.
            references: one or more; None is left out.

        Raises:
            InputError: there is no reference.
            InputTypeError: a value is neither a text nor a list of texts.
        """
        score: METEORScore = super().sentence_score(hypothesis, references)  # type: ignore[arg-type]
        return score

    def _check_sentence_score_args(self, hyp: object, refs: object) -> None:
        require_string("hypothesis", hyp)
        require_stream("references", refs)
        if not refs:
            raise no_reference()

    def _check_corpus_score_args(self, hyps: object, refs: object) -> None:
        """Accept all texts, which are validated when they are read."""

    def _cache_references(  # type: ignore[override]  # a cache of its own kind
        self, references: References
    ) -> PreparedReferences:
        return self.meteor.prepare(references)

    def _extract_corpus_statistics(
        self, hypotheses: Segments, references: References | None
    ) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return a row of statistics for each segment: 1, then the table of counts."""
        known = self._ref_cache if references is None else references
        if known is None:
            raise InputError("there are no references, neither here nor in METEOR(references=...)")
        batch = self.meteor.batch(hypotheses, known)
        for row, problem in batch.problems.items():
            raise InputError(f"segment {row} cannot be scored: {problem}")
        found = batch.signature.references
        self.num_refs = -1 if found is None else found
        return _rows(batch)

    def _aggregate_and_compute(self, stats: Any) -> METEORScore:
        return self._compute_score_from_stats(np.asarray(stats).sum(axis=0))

    def _compute_score_from_stats(self, stats: Any) -> METEORScore:
        segments, *counts = map(int, np.asarray(stats).tolist())
        statistics = Statistics.of_counts(counts, segments=segments)
        references = getattr(self, "num_refs", -1)
        result = self.meteor.corpus_result(
            statistics, references=None if references == -1 else references
        )
        return METEORScore(self.name, result)

    def _preprocess_segment(self, sent: str) -> str:
        return sent

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        return {"references": refs}

    def _compute_segment_statistics(
        self, hypothesis: str, ref_kwargs: Mapping[str, Iterable[str]]
    ) -> list[int]:
        sets = [[text] for text in ref_kwargs["references"]]
        (row,) = _rows(self.meteor.batch([hypothesis], sets)).tolist()
        return list(row)


def _rows(batch: ScoredBatch) -> "np.ndarray[Any, np.dtype[np.int64]]":
    columns = [np.ones(len(batch), np.int64), *map(np.asarray, batch.counts)]
    return np.stack(columns, axis=1)
