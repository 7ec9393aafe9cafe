"""The scorers of one editor: one for all texts of the same language and settings."""

from dataclasses import replace

from meteor_core import Meteor
from meteor_core.tuned import published

from ..project.problems import Problems
from ..project.settings import Settings, problem_with_scorer, scorer


class Scorers:
    """Makes scorers, and keeps them with what they know of words."""

    def __init__(self, problems: Problems) -> None:
        """No scorer yet; settings that do not go together are added to the problems."""
        self._problems = problems
        self._known: dict[tuple[Settings, str], Meteor] = {}

    def scorer(self, settings: Settings, language: str) -> Meteor:
        """The scorer that settings describe, or the variant as published where they cannot be.

        Raises:
            ResourceError: files are missing that the variant needs.
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
    """The variant alone, or where not even that will do, the one that it changes."""
    alone = Settings(variant=settings.variant, meteor_home=settings.meteor_home)
    if problem_with_scorer(alone, language) is None:
        return alone
    return replace(alone, variant=published(settings.variant).name)


def _scoring_settings(settings: Settings) -> Settings:
    """The settings with all that does not change a score left as it is by default."""
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
