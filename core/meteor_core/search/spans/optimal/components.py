"""From candidates to independent small problems.

What is not certain splits into components. Two open candidates belong together when they share a
word, or when the one starts where the other ends on both sides, so that taking both saves a
chunk. The objective is a sum over components, because

    chunks = matches - adjacencies

and every adjacency is either between two certain matches, or beside a certain match (which is
known beforehand), or between two candidates of one component. So each component is solved alone.

The criteria become one integer, each of them heavy enough to outweigh all that come after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .reduction import SpanMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How much the criteria weigh in one value.

    Attributes:
        worth: the value of one unit of worth.
        chunk: what a chunk costs.
        word: the value of a word covered beyond the worth; a unit of distance costs 1.
        most_matches: how many matches an alignment can have at most.
        most_distance: how much distance it can have at most.
        dearest: what a bound asks for a slot at most.
        largest: no sum of values, prices or bounds exceeds it.
    """

    worth: int
    chunk: int
    word: int
    most_matches: int
    most_distance: int
    dearest: int
    largest: int

    def gap(self, value: int, upper: int) -> int | None:
        """How many chunks lie between an alignment and a bound; None where worth is open.

        Values of one worth and number of chunks are a range without holes below that of one
        chunk less, so that a value says which it is.
        """
        lowest = self.most_matches * self.chunk + self.most_distance
        worth = (value + lowest) // self.worth
        if (upper + lowest) // self.worth > worth:
            return None
        floor = worth * self.worth - self.most_distance
        return (upper - floor) // self.chunk - (value - floor) // self.chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """One independent problem: candidates along the tokens of one side take tokens of the other.

    The tokens of the side that has fewer here, in order, are the *layers*; those of the other
    side are the *slots*. A *point* is a place on both sides where some candidate ends and
    another starts, so that taking both saves a chunk.

    Attributes:
        matches: per candidate, the match it stands for. Candidates are sorted by layer.
        layers: per layer, the candidates that start there.
        end_layer: per candidate, the first layer after it.
        slots: per candidate, its slots.
        reward: per candidate, its value beside certain matches.
        start_point: per candidate, the point where it starts, or -1.
        end_point: per candidate, the point where it ends, or -1.
        point_slot: per point, the slot that whatever starts there takes first.
        last_layer: per slot, the last layer where a candidate starts that takes it.
        first_prices: per slot, what a bound may ask for it to begin with.
        scale: what values mean.
    """

    matches: list[SpanMatch]
    layers: list[list[int]]
    end_layer: list[int]
    slots: list[tuple[int, ...]]
    reward: list[int]
    start_point: list[int]
    end_point: list[int]
    point_slot: list[int]
    last_layer: list[int]
    first_prices: list[int]
    scale: Scale


def decompose(
    candidates: Sequence[SpanMatch], certain: Sequence[SpanMatch], exact_stage: int
) -> list[Component]:
    """Split the open candidates into components, in order of their first candidate."""
    groups = _Groups(len(candidates))
    of_token: dict[int, int] = {}
    ending: dict[tuple[int, int], int] = {}
    for number, match in enumerate(candidates):
        for token in range(match.reference_start, match.reference_end):
            groups.join(number, of_token.setdefault(token, number))
        for token in range(match.hypothesis_start, match.hypothesis_end):
            groups.join(number, of_token.setdefault(~token, number))
        groups.join(number, ending.setdefault((match.reference_end, match.hypothesis_end), number))
    for number, match in enumerate(candidates):
        groups.join(number, ending.get((match.reference_start, match.hypothesis_start), number))
    members: dict[int, list[SpanMatch]] = {}
    for number, match in enumerate(candidates):
        members.setdefault(groups.find(number), []).append(match)
    starts = {(match.reference_start, match.hypothesis_start) for match in certain}
    ends = {(match.reference_end, match.hypothesis_end) for match in certain}
    return [_component(matches, starts, ends, exact_stage) for matches in members.values()]


class _Groups:
    """Disjoint sets of numbers."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def find(self, item: int) -> int:
        parent = self._parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def join(self, one: int, other: int) -> None:
        root, absorbed = self.find(one), self.find(other)
        if root != absorbed:
            self._parent[max(root, absorbed)] = min(root, absorbed)


def _component(
    matches: list[SpanMatch],
    certain_starts: set[tuple[int, int]],
    certain_ends: set[tuple[int, int]],
    exact_stage: int,
) -> Component:
    reference = {t for m in matches for t in range(m.reference_start, m.reference_end)}
    hypothesis = {t for m in matches for t in range(m.hypothesis_start, m.hypothesis_end)}
    # Where a match lies on the side of the layers, and on that of the slots.
    layer_side, slot_side = (0, 2) if len(reference) <= len(hypothesis) else (2, 0)
    layer_tokens, slot_tokens = (
        (reference, hypothesis) if layer_side == 0 else (hypothesis, reference)
    )
    layer_number = {token: number for number, token in enumerate(sorted(layer_tokens))}
    slot_number = {token: number for number, token in enumerate(sorted(slot_tokens))}
    matches = sorted(
        matches,
        key=lambda m: (m[layer_side], m[slot_side], m[layer_side + 1], m[slot_side + 1]),
    )
    points = _points(matches)
    layers: list[list[int]] = [[] for _ in layer_number]
    last_layer = [0] * len(slot_number)
    slots: list[tuple[int, ...]] = []
    for number, match in enumerate(matches):
        layer = layer_number[match[layer_side]]
        layers[layer].append(number)
        first = slot_number[match[slot_side]]
        taken = tuple(range(first, first + match[slot_side + 1] - match[slot_side]))
        slots.append(taken)
        for slot in taken:
            last_layer[slot] = layer
    scale = _scale(matches, layers, slots)
    return Component(
        matches=matches,
        layers=layers,
        end_layer=[layer_number[match[layer_side + 1] - 1] + 1 for match in matches],
        slots=slots,
        reward=[_reward(match, scale, certain_starts, certain_ends) for match in matches],
        start_point=[points.get((m.reference_start, m.hypothesis_start), -1) for m in matches],
        end_point=[points.get((m.reference_end, m.hypothesis_end), -1) for m in matches],
        point_slot=[slot_number[point[slot_side // 2]] for point in points],
        last_layer=last_layer,
        first_prices=_first_prices(matches, layers, slots, exact_stage, scale),
        scale=scale,
    )


def _points(matches: Sequence[SpanMatch]) -> dict[tuple[int, int], int]:
    """Where a candidate starts and another ends, numbered in the order of candidates."""
    ends = {(match.reference_end, match.hypothesis_end) for match in matches}
    points: dict[tuple[int, int], int] = {}
    for match in matches:
        start = (match.reference_start, match.hypothesis_start)
        if start in ends and start not in points:
            points[start] = len(points)
    return points


def _scale(
    matches: Sequence[SpanMatch], layers: list[list[int]], slots: list[tuple[int, ...]]
) -> Scale:
    """Weights as small as they can be: a bound gets near sooner."""
    most_distance = sum(max((matches[e].distance for e in layer), default=0) for layer in layers)
    most_extra = sum(max((matches[e].extra_words for e in layer), default=0) for layer in layers)
    most_words = len(layers) + 1 + max(taken[-1] for taken in slots)
    most_matches = min(sum(bool(layer) for layer in layers), 1 + max(s[-1] for s in slots))
    word = most_distance + 1
    chunk = word * most_extra + most_distance + 1
    worth = 2 * most_matches * chunk + word * most_extra + most_distance + 1
    # More than any candidate brings, with the chunks that it may save on both sides.
    dearest = worth * (1 + max(match.worth for match in matches)) + 2 * chunk
    return Scale(
        worth=worth,
        chunk=chunk,
        word=word,
        most_matches=most_matches,
        most_distance=most_distance,
        dearest=dearest,
        largest=4 * dearest * (most_words + 2),
    )


def _reward(
    match: SpanMatch,
    scale: Scale,
    certain_starts: set[tuple[int, int]],
    certain_ends: set[tuple[int, int]],
) -> int:
    adjacencies = ((match.reference_start, match.hypothesis_start) in certain_ends) + (
        (match.reference_end, match.hypothesis_end) in certain_starts
    )
    return (
        scale.worth * match.worth
        + scale.chunk * (adjacencies - 1)
        + scale.word * match.extra_words
        - match.distance
    )


def _first_prices(
    matches: Sequence[SpanMatch],
    layers: list[list[int]],
    slots: list[tuple[int, ...]],
    exact_stage: int,
    scale: Scale,
) -> list[int]:
    """Prices that are right for a word that stands in both rows, if nothing else could match it.

    Where it has fewer slots than layers, each slot is worth its match; where it has more, no
    slot is worth anything; else they share the worth.
    """
    prices = [0] * (1 + max(taken[-1] for taken in slots))
    wanted = [0] * len(prices)
    offered = [0] * len(layers)
    exact: list[tuple[int, int]] = []
    for layer, candidates in enumerate(layers):
        for candidate in candidates:
            match = matches[candidate]
            if match.stage == exact_stage and match.words == 2:
                exact.append((layer, slots[candidate][0]))
                offered[layer] += 1
                wanted[exact[-1][1]] += 1
    for layer, slot in exact:
        if offered[layer] < wanted[slot]:
            prices[slot] = 2 * scale.worth
        elif offered[layer] == wanted[slot]:
            prices[slot] = scale.worth
    return prices
