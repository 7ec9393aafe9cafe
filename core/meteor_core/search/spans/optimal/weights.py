"""How much a unit of worth weighs while the best choice is looked for.

Worth comes before chunks, so that a unit of it outweighs all the chunks that there can be. But
a bound lets words be matched in part, where phrases overlap, and so finds half a unit of worth
where there is none: more than a hundred chunks, which no price takes away.

So where there are phrases, worth weighs little to begin with: as much as four chunks, which is
seldom too little. The best choice with that weight is the best one if no choice is worth more
than it. For a choice c, and x that is best with the weight w instead of the full weight W,

    value(c) = light(c) + (W - w) worth(c) <= light(x) + (W - w) worth(x) = value(x).

That no choice is worth more is proved by a search of its own, in which nothing else counts. It is
easy, as worth comes in whole units, and half a unit above is as good as none. If there is a choice
worth more, the weight was too small. It grows up to the full one, with which nothing is left to
prove.
"""

from dataclasses import replace
from typing import Any, Final

from ...component import Candidate, Choice, choice_of
from ...limits import Limits
from .bound import Bound, bound_with_prices
from .components import SpanComponent, dearest_of
from .solve import Solution, improve

_FIRST_WEIGHT: Final = 4
"""Chunks that a unit of worth weighs as much as."""
_HEAVIER: Final = 4
_WORTH_UNIT: Final = 256
"""What a unit of worth is where nothing else counts, so that bounds can lie between."""


def improve_by_weights(
    component: SpanComponent, bound: Bound, known: Solution, budget: int, limits: Limits
) -> Solution:
    """The best choice, or within the budget the best found.

    Args:
        component: what to search.
        bound: of a first pass.
        known: what that found.
        budget: steps that it may take; what is under way then is brought to its end.
        limits: when to take the more elaborate ways.
    """
    scale = component.scale
    best, steps = known.choice, 0
    weight = _FIRST_WEIGHT * scale.chunk if component.has_phrases else scale.worth
    while weight < scale.worth:
        light = _weighed(component, weight)
        light_bound = bound_with_prices(light, light.first_prices)
        start = Solution(
            choice=choice_of(light, best.numbers), upper=light_bound.value, proved=False, steps=0
        )
        found, light_bound = improve(light, light_bound, start, budget - steps, limits)
        steps += found.steps
        best = max(best, choice_of(component, found.choice.numbers), key=lambda c: c.value)
        if not found.proved:
            return Solution(choice=best, upper=known.upper, proved=False, steps=steps)
        proved, proof_steps = _is_most_worth(
            component,
            found.choice,
            [price * _WORTH_UNIT // weight for price in light_bound.prices],
            budget - steps,
            limits,
        )
        steps += proof_steps
        if proved:
            return Solution(choice=best, upper=best.value, proved=True, steps=steps)
        weight *= _HEAVIER
    found, _ = improve(component, bound, replace(known, choice=best), budget - steps, limits)
    return replace(found, steps=found.steps + steps)


def _weighed(component: SpanComponent, weight: int) -> SpanComponent:
    """The component with another weight of worth."""
    scale, matches = component.scale, component.matches
    candidates = [
        candidate._replace(reward=candidate.reward - (scale.worth - weight) * match.worth)
        for candidate, match in zip(component.candidates, matches, strict=True)
    ]
    return _with_candidates(
        component,
        candidates,
        first_prices=[price // scale.worth * weight for price in component.first_prices],
        dearest=dearest_of(matches, weight, scale.chunk),
    )


def _is_most_worth(
    component: SpanComponent, choice: Choice, prices: list[int], budget: int, limits: Limits
) -> tuple[bool, int]:
    """Whether no choice is worth more than this one, and the steps that the answer took."""
    candidates = [
        candidate._replace(reward=_WORTH_UNIT * match.worth, start_point=-1, end_point=-1)
        for candidate, match in zip(component.candidates, component.matches, strict=True)
    ]
    dearest = dearest_of(component.matches, _WORTH_UNIT, 0)
    of_worth = _with_candidates(
        component,
        candidates,
        point_slot=[],
        adjacency=0,
        unit=_WORTH_UNIT,
        dearest=dearest,
        likely_gap=dearest,
        momentum=0,
    )
    bound = bound_with_prices(of_worth, prices)
    known = choice_of(of_worth, choice.numbers)
    start = Solution(choice=known, upper=bound.value, proved=False, steps=0)
    found, _ = improve(of_worth, bound, start, budget, limits)
    return found.proved and found.choice.value == known.value, found.steps


def _with_candidates(
    component: SpanComponent, candidates: list[Candidate], **changes: Any
) -> SpanComponent:
    layers = [[tuple(candidates[number]) for number, *_ in rows] for rows in component.layers]
    return replace(component, candidates=candidates, layers=layers, **changes)
