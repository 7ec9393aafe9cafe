"""What ``evaluate.load`` reads; it copies this file and runs the copy, so all else is elsewhere."""

from meteor_core.adapters.evaluate import Meteor

__all__ = ["Meteor"]
