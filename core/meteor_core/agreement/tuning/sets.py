"""Prepare rated sets for tuning: count outputs once, score competitors once."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ...errors import ParameterError, ResourceError
from ...meteor import Meteor
from ...score.parameters import Parameters
from ...variants import METEOR_1_5
from .. import surface_metrics
from ..agreement import LENGTH, MetricScores, without_unscored
from ..counted_outputs import CountedOutputs, Watch, count_outputs
from ..rated_set import RatedSet
from ..rating_arrays import Floats
from ..surface_metrics import SURFACE_METRICS, surface_scores

if TYPE_CHECKING:
    from ...meteor15.home import MeteorHome

OTHERS: Final = (METEOR_1_5, "chrF++")
"""What a tuned variant is compared with by default, where it is there."""

KNOWN_OTHERS: Final = (METEOR_1_5, *SURFACE_METRICS)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Other:
    """A metric that a tuned variant is compared with.

    Attributes:
        name: of the metric.
        signature: of its scores.
        scores: of the outputs of a set.
        shortfalls: reference length x (1 - score) of each.
    """

    name: str
    signature: str
    scores: Floats
    shortfalls: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TuningSet:
    """A rated set whose outputs are counted.

    Attributes:
        rated: the set, without what cannot be scored.
        counts: of its outputs.
        others: what a tuned variant is compared with.
        digest: of the set as it was read.
    """

    rated: RatedSet
    digest: str
    counts: CountedOutputs
    others: tuple[Other, ...]

    def numbers(self, parameters: Parameters, *, of_shortfall: bool) -> Floats:
        """Return the scores of the outputs, or minus their shortfalls; higher is better."""
        if of_shortfall:
            return -self.counts.shortfalls(parameters)
        return self.counts.scores(parameters)


def meteor_1_5(
    untuned: Meteor, home: "str | MeteorHome | None" = None
) -> tuple[Meteor | None, str | None]:
    """Return METEOR 1.5 for the language of a scorer, and a note on missing files.

    There is no scorer if its files are not there.
    """
    language = untuned.configuration.language
    with suppress(ResourceError):
        return Meteor(METEOR_1_5, language, meteor_home=home), None
    for stages in (("exact", "stem", "synonym"), ("exact", "stem")):
        with suppress(ResourceError, ParameterError):
            found = Meteor(METEOR_1_5, language, stages=stages, meteor_home=home)
            return found, f"METEOR 1.5 has no paraphrases here: its table for {language} is missing"
    return None, "METEOR 1.5 is not compared with, as its files are not there"


def tuning_set(
    rated: RatedSet,
    untuned: Meteor,
    *,
    program: Meteor | None = None,
    surface: Sequence[str] = (),
    length: bool = False,
    watch: Watch = iter,
    watch_surface: surface_metrics.Watch = iter,
    jobs: int = 1,
) -> TuningSet:
    """Count the outputs of a set, and score them by the competing metrics.

    Args:
        rated: the set.
        untuned: the scorer whose parameters are tuned.
        program: METEOR 1.5, if it is compared with.
        surface: metrics of sacrebleu that are compared with.
        length: whether it is compared with the length of the reference, as a control.
        watch: sees the batches pass, for instance to show progress.
        watch_surface: sees the outputs pass that those metrics score.
        jobs: how many batches are scored at the same time.

    Raises:
        InputError: nothing can be scored by all of them.
        MissingExtraError: sacrebleu is needed and not installed.
    """
    counts = count_outputs(rated, untuned, watch, jobs=jobs)
    others = []
    if program is not None:
        by_program = count_outputs(rated, program, watch, jobs=jobs)
        others.append(
            Other(
                name=METEOR_1_5,
                signature=str(by_program.signature),
                scores=by_program.scores(),
                shortfalls=by_program.shortfalls(),
            )
        )
    for name in surface:
        scores, signature = surface_scores(name, rated, watch_surface, jobs=jobs)
        shortfalls = counts.reference_lengths() * (1 - scores / 100)
        others.append(Other(name=name, signature=signature, scores=scores, shortfalls=shortfalls))
    if length:
        lengths = counts.reference_lengths()
        others.append(Other(name=LENGTH, signature="", scores=-lengths, shortfalls=lengths))
    return _scored(rated, counts, others)


def _scored(rated: RatedSet, counts: CountedOutputs, others: Sequence[Other]) -> TuningSet:
    """Drop the outputs that some metric cannot score."""
    numbers = [counts.scores(), *(other.scores for other in others)]
    metrics = [MetricScores(name="", signature="", scores=scores) for scores in numbers]
    kept, _ = without_unscored(rated, metrics)
    known = np.isfinite(np.stack(numbers)).all(axis=0)
    return TuningSet(
        rated=kept,
        digest=rated.digest,
        counts=replace(
            counts,
            counts=tuple(np.asfortranarray(rows[known]) for rows in counts.counts),
            there=tuple(rows[known] for rows in counts.there),
        ),
        others=tuple(
            replace(other, scores=other.scores[known], shortfalls=other.shortfalls[known])
            for other in others
        ),
    )
