"""``meteor_core.adapters.pycocoevalcap`` under the installed name."""

from meteor_core.adapters.pycocoevalcap import Meteor

__all__ = ["Meteor"]
