"""Which units of two files belong together: those of one id, else those of one place."""

from collections import defaultdict, deque
from collections.abc import Sequence


def places_by_id(ids: Sequence[str], others: Sequence[str]) -> list[int | None]:
    """Return for each unit of a file the place in another file of the unit that belongs to it.

    Of several units with one id the first belongs to the first. Where one of the files has no ids
    at all, units belong together in their order.

    >>> places_by_id(["b", "a", "b", "c"], ["a", "b", "b"])
    [1, 0, 2, None]
    >>> places_by_id(["b", "a", "b"], ["", ""])
    [0, 1, None]

    Args:
        ids: of the units of the one file, in order; empty where a unit has none.
        others: those of the other file.

    Returns:
        Places from 0; None for a unit that the other file does not have.
    """
    if not any(ids) or not any(others):
        return [place if place < len(others) else None for place in range(len(ids))]
    if ids == others:  # as mostly
        return list(range(len(ids)))
    waiting: defaultdict[str, deque[int]] = defaultdict(deque)
    for place, name in enumerate(others):
        waiting[name].append(place)
    return [waiting[name].popleft() if waiting.get(name) else None for name in ids]
