"""How a component is solved: a first pass, then better bounds, parts and wider passes in turn.

After a first pass it is mostly the choice that is poor, and no longer the bound: a choice as good
as the bound says, or nearly so, is there, and a narrow pass has not met it. So what is looked for
is a choice that comes within an *allowance* of the bound. Nearly all candidates of a large
component are ruled out for that, and what is left splits into parts (``parts.py``), which are
solved in the same way, each for what the bounds of the others leave it to be worth. If they have
such a choice, it is the best there is; if one of them has none, the bound is lower by the
allowance, and more is allowed. Where little is ruled out, a pass looks for the same, and the bound
is lowered by more sweeps.
"""

from dataclasses import dataclass, field
from typing import Final

from ...component import Choice, Component
from ...limits import Limits
from .bound import Bound, bound_with_prices, improve_bound
from .demands import Demands, demands_on_slots
from .layered import search_first, search_with_width
from .parts import Part, rule_out, split

NOTHING: Final = Choice(numbers=(), value=0)
"""It is always possible to take nothing."""

_DEEPEST: Final = 12
"""Parts of parts, as often as this."""
_OF_SWEEPS: Final = 5
"""The first sweeps are this part of the others."""
_OF_WIDTH: Final = 4
"""Times the width of a first pass: of that through a part."""
_OF_ADJACENCY: Final = 4
"""The first allowance is this part of what an adjacency is worth."""
_MORE: Final = 2
"""Times as much is allowed where there was nothing."""
_NARROWER: Final = 8
"""Parts are looked at if one candidate of so many is ruled out, or more."""
_FEW_LAYERS: Final = 10
"""The first pass through a part that has fewer does not count ahead."""


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


def begin(component: Component, budget: int, limits: Limits) -> tuple[Solution, Bound | None]:
    """A first pass, which proves small components.

    Args:
        component: what to search.
        budget: steps; what is under way when they are used up is brought to its end.
        limits: how many states are too many.

    Returns:
        What it found, and the bound where that is not proved.
    """
    first, bound = search_first(component, limits, budget)
    if first.choice is not None and bound is None:
        best = first.choice
        return Solution(choice=best, upper=best.value, proved=True, steps=first.steps), None
    bound = bound or bound_with_prices(component, component.first_prices)
    best, upper = first.choice or NOTHING, bound.value
    if first.choice is not None:
        upper = min(upper, max(first.given_up, best.value))
    proved = upper < best.value + component.unit
    return Solution(choice=best, upper=upper, proved=proved, steps=first.steps), bound


def improve(
    component: Component, bound: Bound, known: Solution, budget: int, limits: Limits
) -> tuple[Solution, Bound]:
    """The best choice, or within the budget the best found.

    Args:
        component: what to search.
        bound: what is known of it.
        known: the choice to begin with, of which the value alone counts, and what none exceeds.
        budget: steps that it may take; what is under way then is brought to its end.
        limits: when to take the more elaborate ways.

    Returns:
        What it found, with its own steps, and the bound that it came to.
    """
    search = _Search(
        component=component,
        bound=bound,
        best=known.choice,
        upper=known.upper,
        budget=budget,
        limits=limits,
    )
    return search.run(), search.bound


@dataclass(slots=True, kw_only=True)
class _Search:
    """The search for what is better than a choice.

    Attributes:
        component: what to search.
        bound: the lowest one.
        best: the best choice known.
        upper: no choice has a value above it.
        budget: steps that it may take.
        limits: when to take the more elaborate ways.
        depth: how often it is in a part of a part.
        steps: taken.
    """

    component: Component
    bound: Bound
    best: Choice
    upper: int
    budget: int
    limits: Limits
    depth: int = 0
    steps: int = 0
    _size: int = field(init=False)
    _allowed: int = field(init=False)
    _width: int = field(init=False)
    _demands: Demands | None = None

    def __post_init__(self) -> None:
        component, width = self.component, self.limits.width
        self._size = component.size
        self._allowed = max(component.unit, component.adjacency // _OF_ADJACENCY)
        self._width = _OF_WIDTH * width if self.depth else width

    @property
    def is_proved(self) -> bool:
        """Whether nothing is better than the best choice known."""
        return self.upper < self.best.value + self.component.unit

    def run(self) -> Solution:
        """Go on until that is proved, or the budget is used up."""
        first, unit = True, self.component.unit
        while not self.is_proved and self.budget - self.steps >= 2 * self._size:
            if first and self.depth:
                few = len(self.component.layers) < _FEW_LAYERS
                self._pass(self.best.value + unit, counting=not few)
            else:
                sweeps = self.limits.sweeps
                self._lower(max(1, sweeps // _OF_SWEEPS) if first else sweeps)
                if not self.is_proved:
                    wanted = max(self.best.value + unit, self.upper - self._allowed)
                    if not self._look_at_parts(wanted):
                        self._pass(wanted, counting=True)
            first = False
        return Solution(choice=self.best, upper=self.upper, proved=self.is_proved, steps=self.steps)

    def _lower(self, most: int) -> None:
        """Lower the bound by so many sweeps; half of the budget is for the pass after them."""
        a_step = self.limits.edges_a_step
        affordable = (self.budget - self.steps) * a_step // (2 * self._size)
        self.bound, sweeps = improve_bound(
            self.component, self.bound, self.best.value, min(most, affordable)
        )
        self.steps += sweeps * self._size // a_step
        self.upper = min(self.upper, self.bound.value)

    def _look_at_parts(self, wanted: int) -> bool:
        """Look for a choice that is worth what is wanted among what is left for that.

        Returns:
            Whether there is one, or is none; else too much is left, or the budget is used up.
        """
        if self.depth == _DEEPEST:
            return False
        sweep_steps = self._size // self.limits.edges_a_step
        self.steps += sweep_steps
        remainder = rule_out(self.component, self.bound, wanted)
        if _NARROWER * len(remainder.numbers) >= (_NARROWER - 1) * len(self.component.candidates):
            return False
        parts = split(self.component, self.bound, remainder)
        refuted, upper = self._search_parts(parts, wanted)
        self.steps += sweep_steps
        if refuted:
            self._is_none(wanted)
            return True
        self.upper = min(self.upper, max(wanted - self.component.unit, upper))
        return self.best.value >= wanted

    def _search_parts(self, parts: list[Part], wanted: int) -> tuple[bool, int]:
        """The best choice of each part; the others leave it so much to be worth at least.

        Returns:
            Whether no choice is worth what is wanted, and what is a bound of all parts else.
        """
        upper = sum(part.bound.value for part in parts)
        value, numbers = 0, list[int]()
        for part in parts:
            if upper < wanted:
                return True, upper
            own, unit = part.bound.value, part.component.unit
            least = wanted - (upper - own)
            search = _Search(
                component=part.component,
                bound=part.bound,
                best=Choice(numbers=(), value=least - unit),
                upper=own,
                budget=self.budget - self.steps,
                limits=self.limits,
                depth=self.depth + 1,
            )
            found = search.run()
            self.steps += found.steps
            upper += max(found.upper, found.choice.value) - own
            if found.choice.value < least:
                return found.proved, upper
            value += found.choice.value
            numbers += [part.numbers[number] for number in found.choice.numbers]
        if value >= wanted:
            self.best = Choice(numbers=tuple(sorted(numbers)), value=value)
        return False, upper

    def _pass(self, wanted: int, *, counting: bool) -> None:
        """Look for a choice that is worth what is wanted in a pass, which may count ahead."""
        if counting and self._demands is None:
            self._demands = demands_on_slots(self.component)
        found = search_with_width(
            self.component,
            self._demands or [],
            self.bound,
            known=wanted - self.component.unit,
            width=self._width,
            steps=self.budget - self.steps,
        )
        self.steps += found.steps
        if found.choice is not None:
            self.best = found.choice
            self.upper = min(self.upper, max(found.given_up, found.choice.value))
        elif found.given_up < wanted:
            self._is_none(wanted)
        else:
            self.upper = min(self.upper, found.given_up)
            self._width *= self.limits.wider

    def _is_none(self, wanted: int) -> None:
        """No choice is worth that much."""
        self.upper = wanted - self.component.unit
        self._allowed *= _MORE
