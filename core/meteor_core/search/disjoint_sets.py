"""Disjoint sets of numbers: each is known by its root, to which the parents of all others lead."""

from typing import Protocol


class Parents(Protocol):
    """The parent of each number; a root is its own."""

    def __getitem__(self, item: int, /) -> int: ...
    def __setitem__(self, item: int, parent: int, /) -> None: ...


def root(parent: Parents, item: int) -> int:
    """The root of the set that a number is in."""
    while (above := parent[item]) != item:
        parent[item] = item = parent[above]
    return item


def join(parent: Parents, one: int, other: int) -> None:
    """Make one set of two; the lower of their roots is its root."""
    while (above := parent[one]) != one:  # ``root`` twice; a call takes as long as both
        parent[one] = one = parent[above]
    while (above := parent[other]) != other:
        parent[other] = other = parent[above]
    if one < other:
        parent[other] = one
    else:
        parent[one] = other
