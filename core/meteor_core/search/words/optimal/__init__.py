"""The optimal search: most matches stage by stage, then fewest chunks, then least distance.

    reduction    most matches, stage by stage, become constraints on pairs of types
    certain      what is in every best alignment is matched without a search
    components   the rest splits into small independent problems
    layered      a component is searched layer by layer; small ones completely
    bound        tells a search of a larger one what it need not look at
    demands      and which states no choice can complete
    limits       when it takes the more elaborate of these ways
    runs         a good alignment to start from, and to end with when the budget is used up

Chunks are minimised exactly where other programs follow a beam or a greedy rule. In general
that is as hard as minimum common string partition; on real text, nearly every segment is
proved within a few hundred steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ....words.vocabulary import StageKeys
from ...limits import DEFAULT_LIMITS, Limits
from ...result import Pair, SearchResult, count_chunks, require_known_types
from .bound import SCALE, Bound, bound_without_prices, improve_bound
from .certain import CertainMatches
from .components import Component, decompose, positions_of_types
from .layered import UNBOUNDED, Choice, search_first, search_with_width
from .reduction import Reduction, reduce_to_constraints
from .runs import follow_runs


def search_optimally(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
    limits: Limits = DEFAULT_LIMITS,
) -> SearchResult:
    """The best alignment, with proof, or within the budget the best found and how far off.

    Raises:
        InputError: a type is not among those that have keys.
    """
    require_known_types(hypothesis, reference, keys)
    hypothesis_positions = positions_of_types(hypothesis)
    reference_positions = positions_of_types(reference)
    reduction = reduce_to_constraints(
        {s: len(positions) for s, positions in hypothesis_positions.items()},
        {t: len(positions) for t, positions in reference_positions.items()},
        keys,
    )
    certain = CertainMatches(reduction, hypothesis_positions, reference_positions)
    steps = certain.open_edges
    if steps > budget:
        pairs = follow_runs(hypothesis, reference, reduction, certain.matches)
        return _unsearched(pairs, budget)
    certain.apply_rule()
    open_choices = decompose(reduction, certain)
    pairs = certain.matches + open_choices.chosen
    start = _Start(hypothesis, reference, reduction, certain.matches)
    gap, proved = 0, True
    for component in open_choices.components:
        solution = _solve(component, start, budget - steps, limits)
        steps += solution.steps
        gap += solution.gap
        proved = proved and solution.proved
        pairs += [component.pairs[edge] for edge in solution.choice.edges]
    pairs.sort()
    return SearchResult(pairs=tuple(pairs), optimal=proved, chunk_gap=gap, steps=steps)


def _unsearched(pairs: list[Pair], steps: int) -> SearchResult:
    """A result about which only this is known: an alignment has a chunk at least."""
    gap = max(0, count_chunks(pairs) - 1)
    on_the_diagonal = all(i == j for i, j, _ in pairs)
    return SearchResult(
        pairs=tuple(pairs), optimal=gap == 0 and on_the_diagonal, chunk_gap=gap, steps=steps
    )


@dataclass(slots=True)
class _Start:
    """An alignment to begin with, made when the first component has need of it."""

    hypothesis: Sequence[int]
    reference: Sequence[int]
    reduction: Reduction
    certain: list[Pair]
    _alignment: set[Pair] | None = None

    def choice(self, component: Component) -> Choice:
        """What it chooses in a component."""
        if self._alignment is None:
            self._alignment = set(
                follow_runs(self.hypothesis, self.reference, self.reduction, self.certain)
            )
        edges = tuple(edge for edge, pair in enumerate(component.pairs) if pair in self._alignment)
        value = sum(component.reward[edge] for edge in edges)
        chosen = set(edges)
        value += component.bonus * sum(component.follow[edge] in chosen for edge in edges)
        return Choice(edges=edges, value=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Solution:
    choice: Choice
    proved: bool
    gap: int
    steps: int


def _solve(component: Component, start: _Start, budget: int, limits: Limits) -> _Solution:
    """A first pass, and what else it takes."""
    first = search_first(component, limits, budget)
    if first.choice is not None and first.given_up == UNBOUNDED:
        return _Solution(choice=first.choice, proved=True, gap=0, steps=first.steps)
    bound = bound_without_prices(component)
    if first.choice is None:
        known, upper = start.choice(component), bound.value
    else:
        known = first.choice
        upper = min(bound.value, max(first.given_up, SCALE * known.value))
    return _improve(
        component, bound, known, upper=upper, steps=first.steps, budget=budget, limits=limits
    )


def _improve(
    component: Component,
    bound: Bound,
    best: Choice,
    *,
    upper: int,
    steps: int,
    budget: int,
    limits: Limits,
) -> _Solution:
    """Better bounds and wider passes in turn, until proved or out of budget."""
    width, size = limits.width, len(component.pairs)
    while upper >= SCALE * (best.value + 1) and budget - steps >= 2 * size:
        affordable = (budget - steps) * limits.edges_a_step // (2 * size)  # a half is for the pass
        bound, sweeps = improve_bound(component, bound, best.value, min(limits.sweeps, affordable))
        steps += sweeps * size // limits.edges_a_step
        upper = min(upper, bound.value)
        if upper < SCALE * (best.value + 1):
            break
        found = search_with_width(component, bound, best.value, width, budget - steps)
        steps += found.steps
        upper = min(upper, max(found.given_up, SCALE * (found.choice or best).value))
        if found.choice is None:
            width *= limits.wider
        else:
            best = found.choice
    proved = upper < SCALE * (best.value + 1)
    gap = component.adjacencies(upper // SCALE) - component.adjacencies(best.value)
    return _Solution(choice=best, proved=proved, gap=0 if proved else gap, steps=steps)
