"""An independent problem of an optimal search, and the disjoint sets by which it is found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, TypeAlias

UNLIMITED: Final = 1 << 62

MOMENTUM_UNIT: Final = 8
"""The unit of a component's momentum."""


class Candidate(NamedTuple):
    """A match that may be chosen.

    Attributes:
        number: its place among all candidates of its component.
        end_layer: the first layer after it.
        first_slot: the first of its slots.
        end_slot: the first slot after them.
        reward: its value beside certain matches.
        start_point: the point where it starts, or -1.
        end_point: the point where it ends, or -1.
    """

    number: int
    end_layer: int
    first_slot: int
    end_slot: int
    reward: int
    start_point: int
    end_point: int


Row: TypeAlias = tuple[int, ...]
"""A candidate as a plain tuple, which is unpacked sooner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """Candidates along the tokens of one side take tokens of the other.

    The tokens of the side that has fewer here, in order, are the *layers*; those of the other
    side are the *slots*. A *point* is a place on both sides where some candidate ends and
    another starts, so that taking both saves a chunk. The value of a choice is the sum of the
    rewards of its candidates, and of an ``adjacency`` for each two that meet at a point.

    Layers and slots are required only where every best choice takes them, each layer by what starts
    there or goes on there.

    Attributes:
        candidates: by layer, then by slot.
        layers: per layer, the candidates that start there.
        layer_required: per layer, whether it must be matched.
        point_slot: per point, the slot that whatever starts there takes first.
        last_layer: per slot, the last layer where a candidate starts that takes it.
        slot_required: per slot, whether it must be taken.
        first_prices: per slot, what a bound asks for it to begin with.
        adjacency: what it is worth that two candidates meet at a point.
        unit: what the values of all choices are multiples of.
        dearest: the highest price that a bound asks for a slot; a required slot may cost as much
            less than nothing.
        likely_gap: how far the best choice is from the optimum, for the lengths of a bound's steps.
        momentum: how much of its last step a bound's next one has, in parts of ``MOMENTUM_UNIT``.
        patience: after how many steps that lower no bound these become shorter.
    """

    candidates: list[Candidate]
    layers: list[list[Row]]
    layer_required: list[bool]
    point_slot: list[int]
    last_layer: list[int]
    slot_required: list[bool]
    first_prices: list[int]
    adjacency: int
    unit: int
    dearest: int = UNLIMITED
    likely_gap: int = UNLIMITED
    momentum: int = 0
    patience: int = 5

    @property
    def size(self) -> int:
        """The slots that all candidates take together, which a sweep of a bound visits."""
        return sum(candidate.end_slot - candidate.first_slot for candidate in self.candidates)


def as_layers(
    candidates: Sequence[Candidate], layer_of: Sequence[int], slots: int
) -> tuple[list[list[Row]], list[int]]:
    """Return the layers of a component, and for each slot the last layer whose candidates take it.

    Args:
        candidates: sorted by layer; each layer has one that ends there.
        layer_of: the layer of each.
        slots: how many there are.
    """
    layers: list[list[Row]] = [[] for _ in range(max(c.end_layer for c in candidates))]
    last_layer = [0] * slots
    for candidate, layer in zip(candidates, layer_of, strict=True):
        layers[layer].append(tuple(candidate))
        for slot in range(candidate.first_slot, candidate.end_slot):
            last_layer[slot] = layer
    return layers, last_layer


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Numbers of candidates that may be taken together, and their value."""

    numbers: tuple[int, ...]
    value: int


def choice_of(component: Component, numbers: tuple[int, ...]) -> Choice:
    """Return these candidates with their value."""
    chosen = [component.candidates[number] for number in numbers]
    ends = {candidate.end_point for candidate in chosen} - {-1}
    joined = sum(candidate.start_point in ends for candidate in chosen)
    value = component.adjacency * joined + sum(candidate.reward for candidate in chosen)
    return Choice(numbers=numbers, value=value)


class Parents(Protocol):
    """Disjoint sets of numbers: the parent of each number; a root is its own."""

    def __getitem__(self, item: int, /) -> int: ...
    def __setitem__(self, item: int, parent: int, /) -> None: ...


def root(parent: Parents, item: int) -> int:
    """Return the root of the set that contains a number."""
    while (above := parent[item]) != item:
        parent[item] = item = parent[above]
    return item


def join(parent: Parents, first: int, second: int) -> None:
    """Unite the sets of two numbers; the lower of their roots is the root."""
    while (above := parent[first]) != first:  # ``root`` twice; a call takes as long as both
        parent[first] = first = parent[above]
    while (above := parent[second]) != second:
        parent[second] = second = parent[above]
    if first < second:
        parent[second] = first
    else:
        parent[first] = second
