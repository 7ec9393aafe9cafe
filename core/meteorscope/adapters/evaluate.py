"""``meteor_core.adapters.evaluate`` under the installed name."""

from meteor_core.adapters.evaluate import METEOR, Meteor, load

__all__ = ["METEOR", "Meteor", "load"]
