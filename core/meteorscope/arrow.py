"""``meteor_core.arrow`` under the installed name."""

from meteor_core.arrow import ArrowScorer

__all__ = ["ArrowScorer"]
