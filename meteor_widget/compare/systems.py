"""Several systems over the same segments and references."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core import Meteor
from meteor_core.agreement.correlations import (
    Correlations,
    correlations,
    correlations_within,
)
from meteor_core.batch.batch import MEASURES
from meteor_core.errors import InputError, InputTypeError, unknown_name
from meteor_core.score.results import CorpusResult, SegmentResult

from ..inputs.beside import beside
from ..inputs.checks import require_some
from ..inputs.segments import reference_streams, segments_of
from ..scoring.prepared_blocks import PreparedBlocks
from ..scoring.scored_corpus import ScoredCorpus

PAIR: Final = ("left", "right", "difference")
"""What there is of a score that came with the texts, for two systems: ``mqm left``, ..."""

TABLE_COLUMNS: Final = (
    *("segment", "id", "difference", "shortfall", "left", "right", "left_text", "right_text"),
    "length",
)
"""Columns that the table of segments can show besides, in its order; further ones follow."""

COLUMNS: Final = ("segment", "difference", "size", "shortfall", "left", "right", "length")
"""Columns that segments are sorted and filtered by: number from 1, the right system's score less
the left one's, the size of that difference, the same of shortfalls, both scores, and the length of
the left one's reference."""

SYSTEM_COLUMNS: Final = (
    *("given", "system", "score", "lower", "difference", "difference_lower"),
    *("p_value", "holm", "precision", "recall", "penalty", "shortfall"),
)
"""Columns that systems are sorted by on screen: the order given, and the results of each;
intervals are sorted by their lower ends."""

_SCORE: Final = MEASURES.index("score")


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemsCorrelations:
    """How well METEOR agrees with a score that came with the texts.

    Attributes:
        together: of all systems; only outputs of the same segment are pairs.
        systems: of each system by itself; outputs of all segments are pairs.
    """

    together: Correlations
    systems: Mapping[str, Correlations]


class ComparedSystems:
    """A scored corpus for each system.

    Attributes:
        corpora: scored corpora by system name, in the order given.
        names: names of the systems.
        meteor: the scorer of all systems.
        references: one list of texts for each set of references.
        beside: data beside the texts.
    """

    def __init__(
        self,
        systems: object,
        references: object,
        meteor: Meteor,
        **given: object,
    ) -> None:
        """Create unscored systems from their texts.

        Args:
            systems: names and hypotheses.
            references: one stream for each set of references.
            meteor: the scorer.
            given: ids, scores, metadata and errors; see ``beside``.

        Raises:
            InputTypeError: an argument is of the wrong kind.
            InputError: there are fewer than two systems, no segment, or streams of unequal length.
        """
        texts = _texts_by_name(systems)
        name, first = next(iter(texts.items()))
        require_some(f"systems[{name!r}]", first)
        self.meteor: Final = meteor
        self.references: Final = reference_streams(references, len(first))
        blocks = PreparedBlocks(meteor, self.references, systems=len(texts))
        self.corpora: Final = {
            name: ScoredCorpus(meteor, hypotheses, self.references, blocks=blocks)
            for name, hypotheses in texts.items()
        }
        self.names: Final = tuple(texts)
        taken = [*COLUMNS, *SYSTEM_COLUMNS, *TABLE_COLUMNS]
        self.beside: Final = beside(texts, taken=taken, **given)

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.references[0])

    @property
    def done(self) -> int:
        """Number of segments, from the first on, that are scored for every system."""
        return min(corpus.done for corpus in self.corpora.values())

    def corpus(self, name: str) -> ScoredCorpus:
        """Return the corpus of a system.

        Raises:
            ParameterError: no system has this name; the message suggests the nearest one.
        """
        if name not in self.corpora:
            raise unknown_name("system", name, self.names)
        return self.corpora[name]

    def totals(self) -> dict[str, CorpusResult]:
        """Return corpus scores over the segments that are scored for every system."""
        which = np.arange(self.done)
        return {name: corpus.total(which) for name, corpus in self.corpora.items()}

    def counts(self, baseline: str) -> dict[str, NDArray[np.int32]]:
        """Return the systems' counts, the baseline's first."""
        ordered = sorted(self.names, key=lambda name: name != baseline)
        return {name: self.corpora[name].counts for name in ordered}

    def scores(self, name: str) -> NDArray[np.float64]:
        """Return a score for each segment that is scored for every system."""
        return self.corpora[name].measures[: self.done, _SCORE]

    def lengths(self, name: str) -> NDArray[np.int32]:
        """Return the number of tokens of the reference that each segment was scored against."""
        return self.corpora[name].count("reference_length")[: self.done]

    def shortfalls(self, name: str) -> NDArray[np.float64]:
        """Return a shortfall for each segment that is scored for every system."""
        return self.corpora[name].shortfalls()[: self.done]

    def given(self, score: str, name: str) -> NDArray[np.float64]:
        """Return a score that came with the texts, of each segment that is scored for all."""
        return np.array(self.beside.scores[score].values[name][: self.done], np.float64)

    def correlations(self) -> dict[str, SystemsCorrelations]:
        """Return how well METEOR agrees with each score that came with the texts, by its name."""
        every = np.stack([self.scores(name) for name in self.names], axis=1)
        found = {}
        for score, column in self.beside.scores.items():
            ratings = column.sign * np.stack([self.given(score, n) for n in self.names], axis=1)
            found[score] = SystemsCorrelations(
                together=correlations_within(every, ratings),
                systems={
                    name: correlations(every[:, place], ratings[:, place])
                    for place, name in enumerate(self.names)
                },
            )
        return found

    def column(self, column: str, left: str, right: str) -> NDArray[np.number]:
        """Return one of ``COLUMNS`` for two systems.

        Raises:
            ParameterError: there is no such column.
        """
        if column == "segment":
            return np.arange(1, self.done + 1)
        if column == "length":
            return self.lengths(left)
        if column in self.beside.metadata:
            return self.beside.codes(column)[: self.done]
        if column == "shortfall":
            return self.shortfalls(right) - self.shortfalls(left)
        score, _, which = column.rpartition(" ")
        if which not in (*PAIR, "size") or (score and score not in self.beside.scores):
            raise unknown_name("column", column, COLUMNS)
        one, other = (
            self.given(score, name) if score else self.scores(name) for name in (left, right)
        )
        of_pair = {"left": one, "right": other, "difference": other - one}
        return np.abs(other - one) if which == "size" else of_pair[which]

    def result(self, name: str, segment: int, reference: int | None = None) -> SegmentResult:
        """Return a system's segment with its alignment.

        Args:
            name: name of the system.
            segment: index from 0.
            reference: index from 0; None for the reference with the best score.
        """
        corpus = self.corpora[name]
        return corpus.result(segment) if reference is None else self.each(name, segment)[reference]

    def each(self, name: str, segment: int) -> tuple[SegmentResult, ...]:
        """Return a system's segment aligned with each of its references."""
        corpus = self.corpora[name]
        if len(self.references) == 1 or segment in corpus.problems:
            return (corpus.result(segment),) * len(self.references)
        return self.meteor.score_each(corpus.hypotheses[segment], corpus.texts(segment))


def _texts_by_name(systems: object) -> dict[str, list[str]]:
    if not isinstance(systems, Mapping):
        raise InputTypeError(
            "systems must be a mapping from names to hypotheses, for example "
            f'{{"ours": ours, "theirs": theirs}}, not {type(systems).__name__}'
        )
    for name in systems:
        if not isinstance(name, str) or not name.strip():
            raise InputTypeError(f"the name of a system must be a string, not {name!r}")
    if len(systems) < 2:
        raise InputError(
            f"there {'is one system' if systems else 'are no systems'}, but it takes two or more "
            "to compare; CorpusView shows a single one"
        )
    texts = {name: segments_of(given, f"systems[{name!r}]") for name, given in systems.items()}
    if len(set(map(len, texts.values()))) > 1:
        sizes = ", ".join(f"{name}: {len(segments):,}" for name, segments in texts.items())
        raise InputError(
            f"the systems have unequal numbers of segments ({sizes}); they have to translate "
            "the same segments, line for line"
        )
    return texts
