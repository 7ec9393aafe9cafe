"""From candidates to independent small problems.

What is not certain splits into components. Two open candidates belong together when they share a
word, or when the one starts where the other ends on both sides, so that taking both saves a
chunk. The objective is a sum over components, because

    chunks = matches - adjacencies

and every adjacency is either between two certain matches, or beside a certain match (which is
known beforehand), or between two candidates of one component. So each component is solved alone.

The criteria become one integer, each of them heavy enough to outweigh all that come after it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...component import Candidate, Component, as_layers
from ...disjoint_sets import join, root
from .reduction import Reduction, SpanMatch

_LIKELY_CHUNKS: Final = 2
"""A bound with prices that fit the worth is seldom further from the optimum. The best choice known
may be: one word not matched counts more than any number of chunks."""

_MOMENTUM: Final = 6
_PATIENCE: Final = 10
"""No first prices fit the worth of phrases: their bound has a long way to go. With a momentum it
comes to where it stays sooner."""


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
class SpanComponent(Component):
    """An open problem whose candidates are matches of spans.

    Attributes:
        matches: per candidate, the match it stands for.
        scale: what values mean.
        has_phrases: whether any match has several words on a side.
    """

    matches: list[SpanMatch]
    scale: Scale
    has_phrases: bool


def decompose(reduction: Reduction, exact_stage: int) -> list[SpanComponent]:
    """Split the open candidates into components, in order of their first candidate."""
    candidates, certain = reduction.open, reduction.certain
    parent = list(range(len(candidates)))
    of_token: dict[int, int] = {}
    ending: dict[tuple[int, int], int] = {}
    for number, match in enumerate(candidates):
        for token in range(match.reference_start, match.reference_end):
            join(parent, number, of_token.setdefault(token, number))
        for token in range(match.hypothesis_start, match.hypothesis_end):
            join(parent, number, of_token.setdefault(~token, number))
        end = (match.reference_end, match.hypothesis_end)
        join(parent, number, ending.setdefault(end, number))
    for number, match in enumerate(candidates):
        before = ending.get((match.reference_start, match.hypothesis_start), number)
        join(parent, number, before)
    members: dict[int, list[SpanMatch]] = {}
    for number, match in enumerate(candidates):
        members.setdefault(root(parent, number), []).append(match)
    starts = {(match.reference_start, match.hypothesis_start) for match in certain}
    ends = {(match.reference_end, match.hypothesis_end) for match in certain}
    return [
        _component(matches, starts, ends, reduction.required, exact_stage)
        for matches in members.values()
    ]


def _component(
    matches: list[SpanMatch],
    certain_starts: set[tuple[int, int]],
    certain_ends: set[tuple[int, int]],
    required: set[int],
    exact_stage: int,
) -> SpanComponent:
    reference = {t for m in matches for t in range(m.reference_start, m.reference_end)}
    hypothesis = {t for m in matches for t in range(m.hypothesis_start, m.hypothesis_end)}
    # Where a match lies on the side of the layers, and on that of the slots.
    layer_side, slot_side = (0, 2) if len(reference) <= len(hypothesis) else (2, 0)
    layer_tokens, slot_tokens = (
        (reference, hypothesis) if layer_side == 0 else (hypothesis, reference)
    )
    required_on = {0: required, 2: {~token for token in required}}
    layer_number = {token: number for number, token in enumerate(sorted(layer_tokens))}
    slot_number = {token: number for number, token in enumerate(sorted(slot_tokens))}
    matches = sorted(
        matches,
        key=lambda m: (m[layer_side], m[slot_side], m[layer_side + 1], m[slot_side + 1]),
    )
    points = _points(matches)
    layer_of = [layer_number[match[layer_side]] for match in matches]
    scale = _scale(matches, layer_of, len(layer_number), len(slot_number))
    candidates = [
        Candidate(
            number=number,
            end_layer=layer_number[match[layer_side + 1] - 1] + 1,
            first_slot=slot_number[match[slot_side]],
            end_slot=slot_number[match[slot_side + 1] - 1] + 1,
            reward=_reward(match, scale, certain_starts, certain_ends),
            start_point=points.get((match.reference_start, match.hypothesis_start), -1),
            end_point=points.get((match.reference_end, match.hypothesis_end), -1),
        )
        for number, match in enumerate(matches)
    ]
    exact = [
        (layer, candidate.first_slot)
        for match, layer, candidate in zip(matches, layer_of, candidates, strict=True)
        if match.stage == exact_stage and match.words == 2
    ]
    layers, last_layer = as_layers(candidates, layer_of, len(slot_number))
    return SpanComponent(
        candidates=candidates,
        layers=layers,
        layer_required=[token in required_on[layer_side] for token in layer_number],
        point_slot=[slot_number[point[slot_side // 2]] for point in points],
        last_layer=last_layer,
        slot_required=[token in required_on[slot_side] for token in slot_number],
        first_prices=_first_prices(exact, len(slot_number), scale.worth),
        adjacency=scale.chunk,
        unit=1,
        dearest=scale.dearest,
        likely_gap=_LIKELY_CHUNKS * scale.chunk,
        momentum=_MOMENTUM,
        patience=_PATIENCE,
        matches=matches,
        scale=scale,
        has_phrases=any(match.words > 2 for match in matches),
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


def _scale(matches: Sequence[SpanMatch], layer_of: Sequence[int], layers: int, slots: int) -> Scale:
    """Weights as small as they can be: a bound gets near sooner."""
    farthest, extra = [0] * layers, [0] * layers
    for match, layer in zip(matches, layer_of, strict=True):
        farthest[layer] = max(farthest[layer], match.distance)
        extra[layer] = max(extra[layer], match.extra_words)
    most_distance, most_extra = sum(farthest), sum(extra)
    most_words = layers + slots
    most_matches = min(len(set(layer_of)), slots)
    word = most_distance + 1
    chunk = word * most_extra + most_distance + 1
    worth = 2 * most_matches * chunk + word * most_extra + most_distance + 1
    dearest = dearest_of(matches, worth, chunk)
    return Scale(
        worth=worth,
        chunk=chunk,
        word=word,
        most_matches=most_matches,
        most_distance=most_distance,
        dearest=dearest,
        largest=4 * dearest * (most_words + 2),
    )


def dearest_of(matches: Sequence[SpanMatch], worth: int, chunk: int) -> int:
    """More than any candidate brings, with the chunks that it may save on both sides.

    Args:
        matches: of the candidates.
        worth: the value of one unit of worth.
        chunk: what a chunk costs.
    """
    return worth * (1 + max(match.worth for match in matches)) + 2 * chunk


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


def _first_prices(exact: Sequence[tuple[int, int]], slots: int, worth: int) -> list[int]:
    """Prices that are right for a word that stands in both rows, if nothing else could match it.

    Where it has fewer slots than layers, each slot is worth its match; where it has more, no
    slot is worth anything; else they share the worth.

    Args:
        exact: layer and slot of each exact match of single words.
        slots: how many there are.
        worth: the value of one unit of worth.
    """
    prices = [0] * slots
    offered = Counter(layer for layer, _ in exact)
    wanted = Counter(slot for _, slot in exact)
    for layer, slot in exact:
        if offered[layer] < wanted[slot]:
            prices[slot] = 2 * worth
        elif offered[layer] == wanted[slot]:
            prices[slot] = worth
    return prices
