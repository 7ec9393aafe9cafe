"""Explanations of matches, for people."""

from dataclasses import dataclass

from ..text.folding import Folding
from .stages import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Explainer:
    """Explain matches by the stages that found them. It can be pickled and shared.

    Attributes:
        stages: in the order in which they count.
        fold: the case folding; surfaces that fold alike are one word.
    """

    stages: tuple[Stage, ...]
    fold: Folding

    def explain(self, stage: str, hypothesis_words: str, reference_words: str) -> str:
        """Return what words that match in the stage of that name have in common."""
        (found,) = (each for each in self.stages if each.name == stage)
        return found.explain(self.fold(hypothesis_words), self.fold(reference_words))
