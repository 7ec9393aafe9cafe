"""The search of the METEOR of 2005 and 2007: stage after stage, with the fewest crossings.

Each stage maps the words that the stages before it left over. Of the mappings with the most
matches it takes one with the fewest crossings (Banerjee and Lavie 2005, section 2.1), and a
later stage does not touch it again. Two matches cross when their order differs on the two
sides; a stage's crossings are counted among its own matches and with those of the stages
before. The paper leaves ties open; here the least sum of distances decides.

Tokens of the hypothesis choose in order, and a state is the set of reference tokens taken. Two
matches that end in tokens of one reference type never need to cross (exchanging their partners
uncrosses them and makes no other crossing), so of each type tokens are taken in order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ...words.vocabulary import StageKeys
from ..result import Pair, SearchResult, count_chunks, require_known_types
from .optimal.certain import CertainMatches
from .optimal.components import positions_of_types
from .optimal.reduction import Reduction, reduce_to_constraints
from .optimal.runs import follow_runs

_NO_TYPE: Final = -1
_WIDTHS: Final = (16, 256, 4096, 65536)

_Chain: TypeAlias = "tuple[_Chain, Pair] | None"
_State: TypeAlias = tuple[int, int, _Chain]
"""Crossings, sum of distances, matches chosen."""


def search_stage_after_stage(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
) -> SearchResult:
    """The alignment of the papers' rule. ``optimal``: each stage's crossings are the fewest.

    The rule does not minimise chunks, so where a stage is not proved the chunk gap says only
    that there are between one chunk and as many as matches.
    """
    require_known_types(hypothesis, reference, keys)
    pairs: list[Pair] = []
    steps, proved = 0, True
    for stage, stage_keys in enumerate(keys):
        matched = _Matched(pairs, len(hypothesis))
        solution = _map_stage(
            _without(hypothesis, {i for i, _, _ in pairs}),
            _without(reference, {j for _, j, _ in pairs}),
            stage_keys,
            matched,
            budget - steps,
        )
        steps += solution.steps
        proved = proved and solution.proved
        pairs += [(i, j, stage) for i, j, _ in solution.pairs]
    pairs.sort()
    chunks = count_chunks(pairs)
    gap = 0 if proved else max(0, chunks - 1, len(pairs) - chunks)
    return SearchResult(pairs=tuple(pairs), optimal=proved, chunk_gap=gap, steps=steps)


def _without(row: Sequence[int], taken: set[int]) -> list[int]:
    return [_NO_TYPE if position in taken else t for position, t in enumerate(row)]


class _Matched:
    """The matches there are, asked how many of them a further match would cross."""

    def __init__(self, pairs: Sequence[Pair], hypothesis_length: int) -> None:
        partner = {i: j for i, j, _ in pairs}
        self._before = [0] * (hypothesis_length + 1)  # masks of reference tokens
        for i in range(hypothesis_length):
            self._before[i + 1] = self._before[i] | (1 << partner[i] if i in partner else 0)

    def crossings(self, i: int, j: int) -> int:
        before = self._before[i]
        behind = self._before[-1] & ~self._before[i + 1]
        return (before >> (j + 1)).bit_count() + (behind & ((1 << j) - 1)).bit_count()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mapping:
    pairs: list[Pair]
    proved: bool
    steps: int


def _map_stage(
    hypothesis: list[int],
    reference: list[int],
    keys: StageKeys,
    matched: _Matched,
    budget: int,
) -> _Mapping:
    """The mapping of one stage, for the tokens that are not ``_NO_TYPE``."""
    hypothesis_positions = positions_of_types(hypothesis)
    reference_positions = positions_of_types(reference)
    hypothesis_positions.pop(_NO_TYPE, None)
    reference_positions.pop(_NO_TYPE, None)
    reduction = reduce_to_constraints(
        {s: len(positions) for s, positions in hypothesis_positions.items()},
        {t: len(positions) for t, positions in reference_positions.items()},
        [keys],
    )
    certain = CertainMatches(reduction, hypothesis_positions, reference_positions)
    if certain.open_edges > budget:
        pairs = follow_runs(hypothesis, reference, reduction, certain.matches)
        return _Mapping(pairs=pairs, proved=False, steps=budget)
    if not certain.open_pairs:
        return _Mapping(pairs=certain.matches, proved=True, steps=0)
    within = _Matched(certain.matches, len(hypothesis))
    options: dict[int, list[_Option]] = {}
    for s, t, _ in certain.open_pairs:
        later = _masks_of_later(reference_positions[t])
        for i in hypothesis_positions[s]:
            for j in reference_positions[t]:
                crossings = matched.crossings(i, j) + within.crossings(i, j)
                options.setdefault(i, []).append(_Option(j=j, crossings=crossings, later=later[j]))
    plan = _plan(hypothesis, reference, reduction, options)
    best, proved, steps = _choose(plan, budget - certain.open_edges)
    if best is None:  # the states given up held all complete mappings
        pairs = follow_runs(hypothesis, reference, reduction, certain.matches)
    else:
        pairs = sorted([*certain.matches, *_chosen(best)])
    return _Mapping(pairs=pairs, proved=proved, steps=certain.open_edges + steps)


def _masks_of_later(positions: list[int]) -> dict[int, int]:
    """For each position, the mask of the positions after it."""
    later: dict[int, int] = {}
    mask = 0
    for position in reversed(positions):
        later[position] = mask
        mask |= 1 << position
    return later


@dataclass(frozen=True, slots=True, kw_only=True)
class _Option:
    """A reference token that a hypothesis token may take.

    Attributes:
        j: the reference token.
        crossings: how many of the matches that are fixed it would cross.
        later: mask of the tokens of the same type further on.
    """

    j: int
    crossings: int
    later: int


def _choose(plan: "list[_Layer]", budget: int) -> tuple[_State | None, bool, int]:
    """Passes of growing width over sets of taken tokens, until one has given up nothing."""
    best: _State | None = None
    steps, proved = 0, False
    for width in _WIDTHS:
        if proved or steps >= budget:
            break
        found, gave_up, taken = _search(plan, best, width, budget - steps)
        steps += taken
        best = found or best
        proved = not gave_up
    return best, proved, steps


def _chosen(state: _State) -> Iterator[Pair]:
    chain = state[2]
    while chain is not None:
        chain, pair = chain
        yield pair


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layer:
    """One token of the hypothesis.

    Attributes:
        i: the token.
        options: the reference tokens that it may take.
        due: mask of the required reference tokens that no later layer can take.
        may_skip: whether it may stay unmatched.
        least_after: crossings and distance that the layers after it cost at least.
    """

    i: int
    options: list[_Option]
    due: int
    may_skip: bool
    least_after: tuple[int, int]


def _plan(
    hypothesis: list[int],
    reference: list[int],
    reduction: Reduction,
    options: dict[int, list[_Option]],
) -> list[_Layer]:
    due: dict[int, int] = {}
    already_due = crossings = distance = 0
    layers: list[_Layer] = []
    for i in sorted(options, reverse=True):
        required = (o.j for o in options[i] if reference[o.j] in reduction.required_reference)
        due[i] = sum(1 << j for j in required) & ~already_due
        already_due |= due[i]
        may_skip = hypothesis[i] not in reduction.required_hypothesis
        layers.append(
            _Layer(
                i=i,
                options=options[i],
                due=due[i],
                may_skip=may_skip,
                least_after=(crossings, distance),
            )
        )
        if not may_skip:
            crossings += min(option.crossings for option in options[i])
            distance += min(abs(i - option.j) for option in options[i])
    return layers[::-1]


def _search(
    plan: list[_Layer], known: _State | None, width: int, budget: int
) -> tuple[_State | None, bool, int]:
    """One pass: the best state better than the known one, whether any was given up, steps."""
    limit = known[:2] if known else (1 << 62, 0)
    states: dict[int, _State] = {0: (0, 0, None)}
    steps, gave_up = 0, False
    for layer in plan:
        steps += len(states) * len(layer.options)
        crossings_after, distance_after = layer.least_after
        states = {
            mask: state
            for mask, state in _expand(states, layer).items()
            if (state[0] + crossings_after, state[1] + distance_after) < limit
        }
        kept = width if steps < budget else 1
        if len(states) > kept:
            gave_up = True
            ranked = sorted(states.items(), key=lambda entry: entry[1][:2])
            states = dict(ranked[:kept])
    best = min(states.values(), key=lambda state: state[:2], default=None)
    return best, gave_up, steps


def _expand(states: dict[int, _State], layer: _Layer) -> dict[int, _State]:
    """All states after a layer; of those with the same tokens taken, the best."""
    after: dict[int, _State] = {}
    for mask, (crossings, distance, chain) in states.items():
        if layer.may_skip and not layer.due & ~mask:
            known = after.get(mask)
            if known is None or (crossings, distance) < known[:2]:
                after[mask] = (crossings, distance, chain)
        for option in layer.options:
            j = option.j
            taken = mask | 1 << j
            if mask == taken or mask & option.later or layer.due & ~taken:
                continue
            new_crossings = crossings + option.crossings + (mask >> (j + 1)).bit_count()
            new_distance = distance + abs(layer.i - j)
            known = after.get(taken)
            if known is None or (new_crossings, new_distance) < known[:2]:
                after[taken] = (new_crossings, new_distance, (chain, (layer.i, j, 0)))
    return after
