"""Columns and rows of the table of a corpus."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core.batch.batch import MEASURES
from meteor_core.errors import ParameterError, unknown_name
from meteor_core.score.statistics import COUNTS

from ..inputs.beside import ONLY_SYSTEM, Beside
from ..scoring.scored_corpus import ScoredCorpus

COLUMNS: Final = (
    "segment",
    *MEASURES,
    "shortfall",
    "chunks",
    "matches",
    "hypothesis_length",
    "reference_length",
    "reference",
    "optimal",
)
"""Columns that segments are sorted and filtered by, named as in ``meteor_core``'s table."""

TABLE_COLUMNS: Final = (*COLUMNS[:1], "id", COLUMNS[1], *("hypothesis_text", "reference_text"))
"""Columns that the table on screen can show first; scores and metadata, and others, follow."""

SHOWN_COLUMNS: Final = (
    *("segment", "score", "hypothesis_text", "reference_text"),
    *("precision", "recall", "penalty", "shortfall"),
)
"""Columns that it shows by default; with several references also the best one's number."""


def _matches(corpus: ScoredCorpus) -> NDArray[np.int64]:
    first = len(COUNTS)
    by_stage = corpus.counts[: corpus.done, first : first + len(corpus.stages)]
    matches: NDArray[np.int64] = by_stage.sum(axis=1, dtype=np.int64)
    return matches


_COMPUTED: Final[Mapping[str, Callable[[ScoredCorpus], NDArray[np.number]]]] = {
    "segment": lambda corpus: np.arange(1, corpus.done + 1),
    "shortfall": ScoredCorpus.shortfalls,
    "matches": _matches,
    "reference": lambda corpus: corpus.chosen[: corpus.done],
    "optimal": lambda corpus: corpus.count("proved_segments"),
    "score_proved": lambda corpus: corpus.count("proved_scores"),
}


def column(corpus: ScoredCorpus, beside: Beside, name: str) -> NDArray[np.number]:
    """Return a number for each scored segment.

    Raises:
        ParameterError: there is no such column.
    """
    done = corpus.done
    if name in beside.scores:
        return np.array(beside.scores[name].values[ONLY_SYSTEM][:done], np.float64)
    if name in beside.metadata:
        return beside.codes(name)[:done]
    if name in MEASURES:
        return corpus.measures[:done, MEASURES.index(name)]
    if name in COUNTS and name in COLUMNS:
        return corpus.count(name)
    if name not in _COMPUTED:
        raise unknown_name("column", name, COLUMNS)
    return _COMPUTED[name](corpus)


def checked_columns(columns: Sequence[str], beside: Beside) -> list[str]:
    """Return the columns of a table in their order, each once.

    Raises:
        ParameterError: there is no such column, or no column is named.
    """
    ids = TABLE_COLUMNS if beside.ids is not None else [n for n in TABLE_COLUMNS if n != "id"]
    known = [*ids, *beside.scores, *beside.metadata, *COLUMNS[2:]]
    for name in columns:
        if name not in known:
            raise unknown_name("column", name, known)
    if not columns:
        raise ParameterError("columns is empty; name one column or more that the table is to show")
    return [name for name in known if name in columns]
