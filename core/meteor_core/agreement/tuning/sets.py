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

DEFAULT_COMPETITORS: Final = (METEOR_1_5, "chrF++")
"""The default competitors of a tuned variant, if installed."""

KNOWN_COMPETITORS: Final = (METEOR_1_5, *SURFACE_METRICS)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Competitor:
    """A competing metric.

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
        competitors: other metrics on the same outputs.
        digest: of the set as it was read.
    """

    rated: RatedSet
    digest: str
    counts: CountedOutputs
    competitors: tuple[Competitor, ...]

    def numbers(self, parameters: Parameters, *, of_shortfall: bool) -> Floats:
        """Return the scores of the outputs, or minus their shortfalls; higher is better."""
        if of_shortfall:
            return -self.counts.shortfalls(parameters)
        return self.counts.scores(parameters)


def meteor_1_5(
    untuned: Meteor, home: "str | MeteorHome | None" = None
) -> tuple[Meteor | None, str | None]:
    """Return METEOR 1.5 for the language of a scorer, and a note on missing files.

    The scorer is None if its files are missing.
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
        program: METEOR 1.5, if it competes.
        surface: competing metrics of sacrebleu.
        length: whether the length of the reference competes, as a control.
        watch: observes the batches, for instance to show progress.
        watch_surface: observes the outputs that those metrics score.
        jobs: how many batches are scored at the same time.

    Raises:
        InputError: nothing can be scored by all of them.
        MissingExtraError: sacrebleu is needed and not installed.
    """
    counts = count_outputs(rated, untuned, watch, jobs=jobs)
    competitors = []
    if program is not None:
        by_program = count_outputs(rated, program, watch, jobs=jobs)
        competitors.append(
            Competitor(
                name=METEOR_1_5,
                signature=str(by_program.signature),
                scores=by_program.scores(),
                shortfalls=by_program.shortfalls(),
            )
        )
    for name in surface:
        scores, signature = surface_scores(name, rated, watch_surface, jobs=jobs)
        shortfalls = counts.reference_lengths() * (1 - scores / 100)
        competitors.append(
            Competitor(name=name, signature=signature, scores=scores, shortfalls=shortfalls)
        )
    if length:
        lengths = counts.reference_lengths()
        competitors.append(
            Competitor(name=LENGTH, signature="", scores=-lengths, shortfalls=lengths)
        )
    return _scored(rated, counts, competitors)


def _scored(
    rated: RatedSet, counts: CountedOutputs, competitors: Sequence[Competitor]
) -> TuningSet:
    """Drop the outputs that some metric cannot score."""
    numbers = [counts.scores(), *(competitor.scores for competitor in competitors)]
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
        competitors=tuple(
            replace(
                competitor, scores=competitor.scores[known], shortfalls=competitor.shortfalls[known]
            )
            for competitor in competitors
        ),
    )
