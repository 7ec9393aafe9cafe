"""What METEOR 1.5's own Trainer would find: the best of a grid, on all that it is given.

The Trainer asks nobody whether its best holds elsewhere. Here it learns from the same parts as the
search, and what it finds is tested on the same ones that were left out.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from ...errors import ParameterError
from ...meteor15.eval_statistics import EvalStatistics
from ...meteor15.trainer.grid import FINAL, INITIAL, Grid
from ...meteor15.trainer.objectives import (
    Objective,
    RankConsistency,
    Spearman,
    WeightedPearson,
)
from ...meteor15.trainer.sweep import Trained, train
from ...score.parameters import Parameters
from ...score.statistics import Statistics
from ...variants import METEOR_1_5
from .folds import Part
from .sets import TuningSet

NAME: Final = "METEOR 1.5's Trainer"

TASKS: Final = MappingProxyType({"pairwise": "rank", "pearson": "segcor", "spearman": "spearman"})
"""The Trainer's tasks by the objectives that they resemble."""

_STEP: Final = (0.1, 0.5, 0.2, 1.0, 1.0, 0.5, 0.5, 0.5)
"""With its own steps of .05 the program tries a hundred million settings, for hours or days."""

_FIRST_WEIGHT: Final = 4
"""Its place on the grid."""


class ProgramTrainer:
    """METEOR 1.5's Trainer on parts of rated sets."""

    def __init__(self, sets: Sequence[TuningSet], objective: str, *, jobs: int = 1) -> None:
        """Take the statistics of all outputs.

        Args:
            sets: counted by the variant ``meteor-1.5``.
            objective: of the tuning beside it.
            jobs: threads to compute with.

        Raises:
            ParameterError: the Trainer has no such objective, or was made for another variant, or
                for a single reference.
        """
        if objective not in TASKS:
            raise ParameterError(
                f"METEOR 1.5's Trainer has nothing like the objective {objective}; choose one of: "
                f"{', '.join(TASKS)}"
            )
        if any(one.counts.signature.variant != METEOR_1_5 for one in sets):
            raise ParameterError(
                f"METEOR 1.5's Trainer is for the variant {METEOR_1_5}; add -v {METEOR_1_5}, or "
                "leave it out"
            )
        if any(len(one.counts.counts) > 1 for one in sets):
            raise ParameterError(
                "METEOR 1.5's Trainer learns from a single reference, and there are several; "
                "choose one with --reference, or leave it out"
            )
        self._jobs: Final = jobs
        self.task: Final = TASKS[objective]
        self._statistics: Final = [
            [
                EvalStatistics.of(Statistics.of_counts(row, segments=1))
                for row in one.counts.counts[0].tolist()
            ]
            for one in sets
        ]

    def learn(self, parts: Sequence[Part], untuned: Parameters) -> tuple[Parameters, float]:
        """Return the best parameters of the grid, and the value of the Trainer's own objective.

        Args:
            parts: what is learnt from.
            untuned: the parameters that are replaced.
        """
        statistics = [self._statistics[part.place][row] for part in parts for row in part.outputs]
        stages = len(untuned.weights)
        final = [end if place < _FIRST_WEIGHT + stages else 0.0 for place, end in enumerate(FINAL)]
        grid = Grid.between(initial=INITIAL, final=final, step=_STEP)
        found = train(statistics, self._objective(parts, statistics), grid, jobs=self._jobs)
        return _parameters(found, untuned), found.value

    def _objective(self, parts: Sequence[Part], statistics: Sequence[EvalStatistics]) -> Objective:
        ratings = np.concatenate([part.rated.rating for part in parts]).tolist()
        if self.task == "spearman":
            return Spearman(ratings)
        if self.task == "segcor":
            return WeightedPearson(ratings, [each.reference_length for each in statistics])
        judgements: list[tuple[int, int]] = []
        first = 0
        for part in parts:
            rated, unequal = part.rated, part.rated.gap != 0
            better = np.where(rated.gap > 0, rated.first, rated.second)[unequal] + first
            worse = np.where(rated.gap > 0, rated.second, rated.first)[unequal] + first
            judgements += zip(better.tolist(), worse.tolist(), strict=True)
            first += len(part.outputs)
        return RankConsistency(judgements)


def _parameters(found: Trained, untuned: Parameters) -> Parameters:
    return replace(
        untuned,
        alpha=found.alpha,
        beta=found.beta,
        gamma=found.gamma,
        delta=found.delta,
        weights=found.weights[: len(untuned.weights)],
    )
