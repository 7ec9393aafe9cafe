"""The optimal search: most matches stage by stage, then fewest chunks, then least distance.

    reduction    most matches, stage by stage, become constraints on pairs of types
    certain      what is in every best alignment is matched without a search
    components   the rest splits into small independent problems
    optimal      each is searched at once if it is small, as over spans (``search/optimal``)
    chunks_first what is larger: fewest chunks first, then least distance
    runs         a good alignment to start from, and to end with when the budget is used up

Chunks are minimised exactly where other programs follow a beam or a greedy rule. In general
that is as hard as minimum common string partition; on real text, nearly every segment is
proved within a few hundred steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from ....words.vocabulary import StageKeys
from ...limits import DEFAULT_LIMITS, Limits
from ...optimal.component import Choice, choice_of
from ...optimal.layered import search_everything, search_first
from ...result import Pair, SearchResult, count_chunks, require_known_types
from .certain import CertainMatches
from .chunks_first import solve_chunks_first
from .components import WordComponent, as_component, decompose
from .few_states import search_few_states
from .positions import positions_of_types, take_single_types
from .reduction import Reduction, reduce_to_constraints
from .runs import follow_runs

_FEW: Final = 8
"""Times the limit of states for everything: candidates of a component that is small."""
_KEPT: Final = 2
"""Times the width of a first pass: states that are kept of a small component."""


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
    single = (
        take_single_types(hypothesis_positions, reference_positions) if keys[0].identity else []
    )
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
        chosen, states = search_few_states(
            part, reduction, certain, most=limits.everything, budget=budget - steps
        )
        if chosen is not None:
            steps += states
            pairs += chosen
            continue
        component = as_component(part, reduction, certain)
        choice, states = _search_at_once(component, limits, budget - steps)
        steps += states
        if choice is None:
            solution = solve_chunks_first(
                component, partial(start.choice, component), budget - steps, limits
            )
            choice = solution.choice
            steps += solution.steps
            gap += solution.gap
            proved = proved and solution.proved
        pairs += [component.pairs[edge] for edge in choice.numbers]
    pairs.sort()
    return SearchResult(pairs=tuple(pairs), optimal=proved, chunk_gap=gap, steps=steps)


def _search_at_once(
    component: WordComponent, limits: Limits, steps: int
) -> tuple[Choice | None, int]:
    """One pass, which proves most components of a sentence by itself.

    It goes through all states while they are few. Where few candidates have more states than that,
    it goes on with those that promise most: mostly none that was given up could have led to more,
    even if slots had no price.

    Returns:
        The best choice, or None if it is not proved; and the steps taken.
    """
    if len(component.candidates) > _FEW * limits.everything:
        return search_everything(component, limits, steps)
    width = _KEPT * limits.first_width
    found, _ = search_first(component, limits, steps, width=width)
    choice = found.choice
    proved = choice is not None and found.given_up < choice.value + component.unit
    return choice if proved else None, found.steps


def _unsearched(pairs: list[Pair], steps: int) -> SearchResult:
    """Return a result without a search; its bound is that an alignment has at least one chunk."""
    gap = max(0, count_chunks(pairs) - 1)
    on_the_diagonal = all(i == j for i, j, _ in pairs)
    return SearchResult(
        pairs=tuple(pairs), optimal=gap == 0 and on_the_diagonal, chunk_gap=gap, steps=steps
    )


@dataclass(slots=True)
class _Start:
    """An alignment to begin with, made when the first component needs it."""

    hypothesis: Sequence[int]
    reference: Sequence[int]
    reduction: Reduction
    certain: list[Pair]
    _alignment: set[Pair] | None = None

    def choice(self, component: WordComponent) -> Choice:
        """What it chooses in a component."""
        if self._alignment is None:
            self._alignment = set(
                follow_runs(self.hypothesis, self.reference, self.reduction, self.certain)
            )
        edges = (edge for edge, pair in enumerate(component.pairs) if pair in self._alignment)
        return choice_of(component, tuple(edges))
