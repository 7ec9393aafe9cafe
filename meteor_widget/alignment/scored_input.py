"""A segment scored with chosen settings, and aligned again only if the alignment may change."""

from dataclasses import dataclass, replace
from typing import Any

from meteor_core import Configuration, Meteor, MeteorOptions, Parameters, configure, measure
from meteor_core.analysis.improvements import Improvement, improvements
from meteor_core.score.results import SegmentResult
from meteor_core.show.alignment_format import statistics_json

from .settings import aligner


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """Texts and settings that a result depends on, and what its variant is called."""

    variant: str
    hypothesis: str
    references: tuple[str, ...]
    reference: int | None
    settings: MeteorOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """An input with its results, one for each reference.

    Attributes:
        inherited: the defaults for parameters that are not chosen.
        aligned: results with the variant's own parameters.
        results: results with the parameters of the configuration.
    """

    given: Input
    aligner: Meteor
    configuration: Configuration
    inherited: Parameters
    aligned: tuple[SegmentResult, ...]
    results: tuple[SegmentResult, ...]

    @property
    def shown(self) -> SegmentResult:
        """The result with the chosen reference, or else with the best one."""
        if self.given.reference is not None:
            return self.results[self.given.reference]
        return max(self.results, key=lambda result: result.score)  # of equals the first

    def suggestions(self, result: SegmentResult) -> list[dict[str, Any]]:
        """Return the edits that gain most in one of the results, as JSON values."""
        parameters = self.configuration.parameters
        found = improvements(self.aligner, result, parameters=parameters)
        return [_improvement_json(improvement, result) for improvement in found]


def score(given: Input, last: Scored | None) -> Scored:
    """Score an input; align its texts again only if the alignment may change.

    Raises:
        ParameterError: the settings do not go together.
    """
    configuration = configure(**given.settings.arguments())
    meteor = aligner(given.settings)
    if (
        last is not None
        and last.aligner is meteor
        and last.given.hypothesis == given.hypothesis
        and last.given.references == given.references
    ):
        aligned = last.aligned
    else:
        aligned = meteor.score_each(given.hypothesis, given.references)
    signature = configuration.signature(len(aligned))
    return Scored(
        given=given,
        aligner=meteor,
        configuration=configuration,
        inherited=meteor.configuration.parameters,
        aligned=aligned,
        results=tuple(
            replace(
                result,
                measures=measure(result.statistics, configuration.parameters),
                signature=signature,
            )
            for result in aligned
        ),
    )


def _improvement_json(improvement: Improvement, result: SegmentResult) -> dict[str, Any]:
    return {
        "of": result.reference,
        "kind": improvement.kind,
        "text": improvement.text,
        "words": improvement.words,
        "hypothesis": list(improvement.hypothesis),
        "reference": list(improvement.reference),
        "place": improvement.place,
        "statistics": statistics_json(improvement.statistics, result.alignment.stages),
        "estimated": improvement.estimated,
    }
