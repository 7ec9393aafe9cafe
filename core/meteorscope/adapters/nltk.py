"""``meteor_core.adapters.nltk`` under the installed name."""

from meteor_core.adapters.nltk import meteor_score, single_meteor_score

__all__ = ["meteor_score", "single_meteor_score"]
