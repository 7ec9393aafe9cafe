"""The optimal search: most matches stage by stage, then fewest chunks, then least distance.

    reduction    most matches, stage by stage, become constraints on pairs of types
    certain      matches of every best alignment are made without a search
    components   the rest splits into small independent parts
    by_prices    the choice of a small one is read off by prices, and a bound proves it
    chunks_first larger parts: fewest chunks first, then least distance
    runs         a good alignment to start from, and to end with when the budget is used up

Chunks are minimised exactly where other programs follow a beam or a greedy rule. In general
that is as hard as minimum common string partition; on real text, nearly every segment is
proved within a few hundred steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ....words.vocabulary import StageKeys
from ...component import Choice, choice_of
from ...limits import DEFAULT_LIMITS, Limits
from ...result import Pair, SearchResult, count_chunks, require_known_types
from .by_prices import search_by_prices
from .certain import CertainMatches
from .chunks_first import solve_chunks_first
from .components import WordComponent, as_component, decompose
from .reduction import (
    Reduction,
    pop_single_types,
    positions_of_types,
    reduce_to_constraints,
)
from .runs import follow_runs


def search_optimally(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
    limits: Limits = DEFAULT_LIMITS,
) -> SearchResult:
    """Return the best alignment with proof, or the best found within the budget and its gap.

    Raises:
        InputError: a type is not among those that have keys.
    """
    require_known_types(hypothesis, reference, keys)
    hypothesis_positions = positions_of_types(hypothesis)
    reference_positions = positions_of_types(reference)
    single = pop_single_types(hypothesis_positions, reference_positions) if keys[0].identity else []
    reduction = reduce_to_constraints(hypothesis_positions, reference_positions, keys)
    certain = CertainMatches(reduction, hypothesis_positions, reference_positions, single)
    steps = certain.open_edges
    if steps > budget:
        pairs = follow_runs(hypothesis, reference, reduction, certain.matches)
        return _unsearched(pairs, budget)
    certain.apply_rule(len(hypothesis))
    open_choices = decompose(reduction, certain)
    pairs = certain.matches + open_choices.chosen
    start = _Start(hypothesis, reference, reduction, certain.matches)
    gap, proved = 0, True
    for part in open_choices.parts:
        chosen, taken = search_by_prices(part, reduction, certain, limits, budget - steps)
        steps += taken
        if chosen is None:
            component = as_component(part, reduction, certain)
            solution = solve_chunks_first(
                component, partial(start.choice, component), budget - steps, limits
            )
            chosen = [component.pairs[edge] for edge in solution.choice.numbers]
            steps += solution.steps
            gap += solution.gap
            proved = proved and solution.proved
        pairs += chosen
    pairs.sort()
    return SearchResult(pairs=tuple(pairs), optimal=proved, chunk_gap=gap, steps=steps)


def _unsearched(pairs: list[Pair], steps: int) -> SearchResult:
    """Return a result without a search; its bound is that an alignment has at least one chunk."""
    gap = max(0, count_chunks(pairs) - 1)
    on_the_diagonal = all(i == j for i, j, _ in pairs)
    return SearchResult(
        pairs=tuple(pairs), optimal=gap == 0 and on_the_diagonal, chunk_gap=gap, steps=steps
    )


@dataclass(slots=True)
class _Start:
    """A first alignment, made when the first component needs it."""

    hypothesis: Sequence[int]
    reference: Sequence[int]
    reduction: Reduction
    certain: list[Pair]
    _alignment: set[Pair] | None = None

    def choice(self, component: WordComponent) -> Choice:
        """Return its choice in a component."""
        if self._alignment is None:
            self._alignment = set(
                follow_runs(self.hypothesis, self.reference, self.reduction, self.certain)
            )
        edges = (edge for edge, pair in enumerate(component.pairs) if pair in self._alignment)
        return choice_of(component, tuple(edges))
