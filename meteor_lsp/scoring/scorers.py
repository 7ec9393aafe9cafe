"""Share scorers among texts of the same language and settings."""

from dataclasses import replace

from meteor_core import Meteor
from meteor_core.tuned import published

from ..project.problems import Problems
from ..project.settings import Settings, problem_with_scorer, scorer


class Scorers:
    """Creates scorers, and caches them with their word caches."""

    def __init__(self, problems: Problems) -> None:
        """Create an empty cache; conflicting settings are added to `problems`."""
        self._problems = problems
        self._known: dict[tuple[Settings, str], Meteor] = {}

    def scorer(self, settings: Settings, language: str) -> Meteor:
        """Return the scorer for settings, or the published variant if they conflict.

        Raises:
            ResourceError: files that the variant needs are missing.
        """
        key = (_scoring_settings(settings), language)
        if key not in self._known:
            problem = problem_with_scorer(settings, language)
            if problem:
                settings = _usable(settings, language)
                self._problems.add(
                    f"{problem}; variant {settings.variant_name} is used as it is published"
                )
            self._known[key] = scorer(settings, language)
        return self._known[key]


def _usable(settings: Settings, language: str) -> Settings:
    """Return the variant without other settings, or its published base if it is tuned."""
    alone = Settings(variant=settings.variant, meteor_home=settings.meteor_home)
    if problem_with_scorer(alone, language) is None:
        return alone
    return replace(alone, variant=published(settings.variant).name)


def _scoring_settings(settings: Settings) -> Settings:
    """Reset all settings that do not affect scores."""
    return Settings(
        variant=settings.variant,
        tokenizer=settings.tokenizer,
        stages=settings.stages,
        weights=settings.weights,
        align=settings.align,
        beam_width=settings.beam_width,
        task=settings.task,
        corrections=settings.corrections,
        meteor_home=settings.meteor_home,
        alpha=settings.alpha,
        beta=settings.beta,
        gamma=settings.gamma,
        delta=settings.delta,
    )
