"""Numbers as layouts have them."""

from math import floor


def rounded(value: float) -> float:
    """To two decimals, halves up."""
    return floor(value * 100 + 0.5) / 100
