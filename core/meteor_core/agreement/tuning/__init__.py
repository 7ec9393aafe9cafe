"""Tuning: parameters that agree better with people, with a verdict on what was left out."""
