"""Rounding of the numbers in layouts."""

from math import floor


def rounded(value: float) -> float:
    """Round to two decimals, halves up."""
    return floor(value * 100 + 0.5) / 100
