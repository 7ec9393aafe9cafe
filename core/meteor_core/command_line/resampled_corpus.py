"""``score --confidence``: the interval of a corpus score, from the counts of its segments."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..analysis.significance import Bootstrap, Interval, compare
from ..batch.batch import ScoredBatch
from ..score.parameters import Parameters
from ..score.results import CorpusResult

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ResampledCorpus:
    """The counts of segments as they pass, which are kept only if an interval is asked for."""

    def __init__(self, parameters: Parameters, test: Bootstrap | None) -> None:
        """Keep nothing yet.

        Args:
            parameters: of the score.
            test: how to resample; None finds no interval.
        """
        self._parameters = parameters
        self._test = test
        self._counts: list[NDArray[np.integer[Any]]] = []

    def noting(self, batches: Iterable[ScoredBatch]) -> Iterator[ScoredBatch]:
        """Yield the batches, and keep the counts of segments that are scored."""
        for batch in batches:
            if self._test is not None:
                import numpy as np

                counts = np.stack([*map(np.asarray, batch.counts)], axis=1)
                self._counts.append(np.delete(counts, list(batch.problems), axis=0))
            yield batch

    def interval(self) -> Interval | None:
        """Return the interval of the score of all segments so far.

        Raises:
            InputError: no segment is scored.
        """
        if self._test is None:
            return None
        import numpy as np

        counts = np.concatenate(self._counts)
        return compare({"corpus": counts}, self._parameters, self._test).baseline.interval

    def signed(self, corpus: CorpusResult) -> CorpusResult:
        """Return a corpus score whose signature has the settings of the interval too."""
        if self._test is None:
            return corpus
        return replace(corpus, signature=self._test.signed(corpus.signature))
