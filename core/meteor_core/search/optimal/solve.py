"""How a component is solved: a first pass, then better bounds and wider passes in turn."""

from collections.abc import Callable
from dataclasses import dataclass

from ..limits import Limits
from .bound import bound_with_prices, improve_bound
from .component import Choice, Component
from .demands import demands_on_slots
from .layered import search_first, search_with_width


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What a search found, or was given to start from.

    Attributes:
        choice: the best one known.
        upper: no choice has a value above it.
        proved: whether that rules out a better one.
        steps: how much work it was.
    """

    choice: Choice
    upper: int
    proved: bool
    steps: int


def solve(
    component: Component, start: Callable[[], Choice], budget: int, limits: Limits
) -> Solution:
    """The best choice, or within the budget the best found.

    Args:
        component: what to search.
        start: makes a choice to start from, where the first pass finds none.
        budget: steps that it may take; what is under way then is brought to its end.
        limits: when to take the more elaborate ways.
    """
    first, bound = search_first(component, limits, budget)
    if first.choice is None:
        bound = bound or bound_with_prices(component, component.first_prices)
        best, upper = start(), bound.value
    else:
        best, upper = first.choice, max(first.given_up, first.choice.value)
        if bound is not None:
            upper = min(upper, bound.value)
    width, size, unit = limits.width, component.size, component.unit
    steps, demands = first.steps, None
    while bound is not None and upper >= best.value + unit and budget - steps >= 2 * size:
        affordable = (budget - steps) * limits.edges_a_step // (2 * size)  # half is for the pass
        bound, sweeps = improve_bound(component, bound, best.value, min(limits.sweeps, affordable))
        steps += sweeps * size // limits.edges_a_step
        upper = min(upper, bound.value)
        if upper < best.value + unit:
            break
        demands = demands or demands_on_slots(component)
        left = budget - steps
        found = search_with_width(
            component, demands, bound, known=best.value, width=width, steps=left
        )
        steps += found.steps
        upper = min(upper, max(found.given_up, (found.choice or best).value))
        if found.choice is None:
            width *= limits.wider
        else:
            best = found.choice
    return Solution(choice=best, upper=upper, proved=upper < best.value + unit, steps=steps)
