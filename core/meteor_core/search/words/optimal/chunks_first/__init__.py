"""How a component with many choices is solved: the fewest chunks first, then the least distance.

    groups     the tokens that edges hold together, and whether any choice can be completed
    links      the few edges that can be in an adjacency
    bound      how many adjacencies a part of them can have: prices of slots
    ties       a pass that lists all choices with that many
    search     removes what the bound rules out, splits, and closes each part
    rest       the nearest matches of all other tokens, with prices that prove them
    distance   the nearest of all the choices with the most adjacencies

A search of a component as a whole has to tell places of distance apart while
an adjacency outweighs thousands of them, and all tokens of a paragraph hang together by distance
alone. Apart, both are easy: adjacencies hold only a sixth of the edges together, and their bound
converges; and the nearest of their ties is found by prices.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ....component import Choice, choice_of
from ....limits import Effort, Limits
from ..components import WordComponent
from .distance import LeastDistance
from .groups import TokenGroups, find_groups
from .links import AdjacencyLinks, list_links
from .search import AdjacencySearch

_NEAR_ROUNDS: Final = 4
_LINKS_A_STEP: Final = 2
"""Times the edges of a sweep that cost as much as one state: links, whose sweep is simpler."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The result of a component.

    Attributes:
        choice: the best one known.
        proved: whether no choice is better.
        gap: how many chunks fewer another choice may have.
        steps: how much work it was.
    """

    choice: Choice
    proved: bool
    gap: int
    steps: int


def solve_chunks_first(
    component: WordComponent, start: Callable[[], Choice], budget: int, limits: Limits
) -> Solution:
    """Return the best choice, or the best found within the budget.

    Args:
        component: what to search.
        start: makes a choice that takes all that is required, if it is needed.
        budget: steps that it may take; work in progress then is finished.
        limits: when to take the more elaborate ways.
    """
    effort = Effort(budget=budget, edges_a_step=_LINKS_A_STEP * limits.edges_a_step)
    effort.edges += len(component.candidates)
    groups = find_groups(component)
    whole = [False] * len(groups.groups)
    links = list_links(component, groups, whole)
    chosen: set[int] = set()
    while True:
        search = AdjacencySearch(links, chosen, limits, effort)
        nearest = LeastDistance(component, groups, links, search, whole=whole, effort=effort)
        proved = _close_left_parts(search, nearest, effort)
        if nearest.is_possible:
            break
        kept = [link for link in nearest.links if not whole[groups.of_layer[links.layer[link]]]]
        edges = {links.edge[link] for link in kept}
        links, chosen = _complete_groups(component, groups, whole, edges, start())
    choice = choice_of(component, tuple(nearest.edges))
    gap = _gap(component, choice, search.known.upper)
    if gap:  # it may be worse than what it could have started from
        other = start()
        if other.value > choice.value:
            choice, gap = other, _gap(component, other, search.known.upper)
    return Solution(choice=choice, proved=proved, gap=gap, steps=effort.steps)


def _close_left_parts(search: AdjacencySearch, nearest: LeastDistance, effort: Effort) -> bool:
    """Close the parts that the search has left, by how far a nearer choice can be.

    Their choices may be far from the diagonal, so that much is allowed. Near choices are
    looked for first, a few times, as long as less is allowed after that.

    Returns:
        Whether the choice is proved; not to be asked where it is not possible.
    """

    def may_close() -> bool:
        proved = not search.is_proved or nearest.is_proved
        return (
            bool(nearest.is_possible and not proved and search.left_links) and not effort.is_spent
        )

    allowed = nearest.allowance.allowed + 1
    for _ in range(_NEAR_ROUNDS):
        if not may_close() or nearest.allowance.allowed >= allowed:
            break
        allowed = nearest.allowance.allowed
        search.choose_near(nearest.allowance)
        nearest.find_nearer()
    if may_close():
        if not search.close_left(nearest.allowance):
            return True
        nearest.find_nearer()
    return search.is_proved and nearest.is_proved


def _complete_groups(
    component: WordComponent,
    groups: TokenGroups,
    whole: Sequence[bool],
    edges: set[int],
    start: Choice,
) -> tuple[AdjacencyLinks, set[int]]:
    """Return links with all edges of the incomplete groups, and a possible choice.

    What was found of all other groups is possible, beside what a choice that takes all that is
    required takes of these.
    """
    candidates = component.candidates
    edges |= {e for e in start.numbers if whole[groups.of_slot[candidates[e].first_slot]]}
    links = list_links(component, groups, whole)
    return links, {link for link, edge in enumerate(links.edge) if edge in edges}


def _gap(component: WordComponent, choice: Choice, upper: int) -> int:
    """Return how many adjacencies a choice may lack."""
    numbers = set(choice.numbers)
    adjacencies = sum(
        component.certain_neighbours(number) + (component.candidates[number].end_point in numbers)
        for number in choice.numbers
    )
    return max(0, upper - adjacencies)
