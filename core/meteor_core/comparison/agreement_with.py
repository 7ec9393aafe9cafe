"""Measure how segment scores agree with a column of the texts."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..agreement.agreement import MetricScores, SetAgreement, measure_agreement
from ..agreement.rated_set import RatedOutput, RatedSet
from ..analysis.all_pairs import Resampling, SystemCounts
from .columns import Column
from .texts import ComparedTexts

Floats: TypeAlias = NDArray[np.float64]


def segment_scores(counted: SystemCounts) -> Floats:
    """Return the score of each segment by itself, by segment and system."""
    return counted.score(np.ascontiguousarray(np.moveaxis(counted.counts, -1, 0)))


def agreement_with(  # noqa: PLR0917  # what a comparison has
    column: Column,
    texts: ComparedTexts,
    numbers: Sequence[int],
    scores: Mapping[str, Floats],
    resampling: Resampling,
    measures: Sequence[str],
) -> SetAgreement:
    """Measure the agreement of metrics with a column.

    Raises:
        InputError: no output has a number.
        ParameterError: there is no such measure.
    """
    sets = list(zip(*texts.references, strict=True))
    outputs = [
        RatedOutput(
            system=system,
            segment=str(number),
            hypothesis=hypotheses[row],
            references=tuple(text for text in sets[row] if text is not None),
            rating=column.sign * column.values[system][row],
        )
        for row, number in enumerate(numbers)
        for system, hypotheses in texts.systems.items()
    ]
    rated = RatedSet.of_outputs(column.name, outputs)
    systems = {name: place for place, name in enumerate(texts.systems)}
    rows = {str(number): row for row, number in enumerate(numbers)}
    places = (
        np.array([rows[output.segment] for output in rated.outputs]),
        np.array([systems[output.system] for output in rated.outputs]),
    )
    return measure_agreement(
        rated,
        [
            MetricScores(name=name, signature="", scores=numbers_by_segment[places])
            for name, numbers_by_segment in scores.items()
        ],
        samples=resampling.bootstrap,
        seed=resampling.seed,
        measures=measures,
    )
