"""Loaded by ``evaluate.load``, which runs a copy of this file: it cannot import its siblings."""

from meteor_core.adapters.evaluate import Meteor

__all__ = ["Meteor"]
