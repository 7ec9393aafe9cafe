"""Clusters of systems: between any two of them, the difference is not by chance."""

from collections.abc import Callable, Sequence


def clusters(order: Sequence[int], differ: Callable[[int, int], bool]) -> dict[int, int]:
    """Return the significance cluster of each system, from 1 for the best.

    A new cluster begins where every system so far differs from every one that follows, as in WMT's
    tables of human evaluation.

    Args:
        order: the systems, the best first.
        differ: whether two systems differ significantly.
    """
    found: dict[int, int] = {}
    cluster = 1
    for place, system in enumerate(order):
        if place and all(differ(one, other) for one in order[:place] for other in order[place:]):
            cluster += 1
        found[system] = cluster
    return found
