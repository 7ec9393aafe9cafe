"""The optimal search over spans: the true optimum of what METEOR 1.5's beam looks for.

An alignment is a set of candidates that do not overlap, among them all definite matches. The best
has, in this order,

    1. the largest total worth: every word of a match of the stage exact counts 1, every word of
       another match 1/2, with halves cut off on each side of each match;
    2. the fewest chunks: maximal runs of matches that are adjacent on both sides;
    3. the most words covered on both sides together;
    4. the smallest sum over all matches of the distance between the first token in the reference
       and the first token in the hypothesis. What is still equal is settled by the order in which
       the search meets it: it goes along the rows and takes candidates in the order of their
       tokens, and what it has met first stays.

The program adds a match's distance to the paths that do *not* take it, so that of two ways that
are equal by (1) and (2) its beam goes the one that matches more. That is (3); (4) is what the
distance was meant to be. Without (3) a match of no worth, such as a pair of single words with one
stem, would be left out for its distance where it costs no chunk, and scores would be lower than
METEOR's. It is in the best alignment where it raises the number of chunks by none, or where it is
definite.

    reduction    what is certain is taken and what is of no use is dropped, without a search
    components   the rest splits into small independent problems
    optimal      each is searched, as over words (``search/optimal``)
    weights      where there are phrases, worth weighs little to begin with

The result is never worse than the beam's: where a proof is not found within the budget, the beam is
asked as well, and the better of the two is taken, component by component. What the beam chose may
not have been kept by the reduction, though, which only keeps what a best alignment needs; so its
whole alignment is taken if that is better still.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from ....errors import ParameterError
from ...component import Choice, choice_of
from ...limits import DEFAULT_LIMITS, Limits
from ...result import gap_without_proof
from ..beam import search_beam
from ..candidates import definite_matches
from ..links import Candidate, Link, SpanResult, count_link_chunks
from ..worth import worth_of_links
from .components import SpanComponent, decompose
from .reduction import Spans, reduce_candidates
from .solve import Solution, begin
from .weights import improve_by_weights

_LARGEST: Final = 1 << 60
"""Values above it are not computed with, so that 64 bits are enough everywhere."""


def search_spans_optimally(
    candidates: Sequence[Candidate],
    hypothesis_length: int,
    reference_length: int,
    *,
    exact_stage: int,
    budget: int,
    width: int = 40,
    limits: Limits = DEFAULT_LIMITS,
) -> SpanResult:
    """The best alignment, with proof, or within the budget the best found and how far off.

    ``chunk_gap`` says how many chunks fewer the optimum can have at most. 0 without a proof means
    that worth and chunks are proved and that (3) and (4) are not. If it is not even proved that no
    alignment is worth more, it is that of ``gap_without_proof``, which is always true.

    Args:
        candidates: all matches, in METEOR's order.
        hypothesis_length: in tokens.
        reference_length: in tokens.
        exact_stage: the stage whose words count in full, or -1.
        budget: steps that it may take: candidates, states, sweeps of a bound. The beam's steps
            are counted, and are taken in any case if it is needed.
        width: the beam's.
        limits: when to take the more elaborate ways.

    Raises:
        InputError: a candidate is not a span of the rows, or they are out of order.
        ParameterError: the width is below 1.
    """
    if width < 1:
        raise ParameterError(f"the beam's width is {width}; it must be at least 1")
    definite = definite_matches(candidates, hypothesis_length, reference_length)

    def run_beam() -> SpanResult:
        return search_beam(
            candidates, hypothesis_length, reference_length, exact_stage=exact_stage, width=width
        )

    if len(candidates) > budget:
        return _unsearched(run_beam(), len(candidates))
    reduction = reduce_candidates(candidates, definite, exact_stage)
    links = [match.link for match in reduction.certain]
    fallback = _Fallback(run_beam)
    steps, gap, proved = len(candidates), 0, True
    worth_proved = True
    for component in decompose(reduction, exact_stage):
        left = budget - steps - fallback.steps
        solution, component_gap = _solve(component, fallback, left, limits)
        steps += solution.steps
        proved = proved and solution.proved
        worth_proved = worth_proved and component_gap is not None
        gap += component_gap or 0
        links += [component.matches[number].link for number in solution.choice.numbers]
    links.sort()
    if fallback.links is not None and (
        _criteria(fallback.links, exact_stage) > _criteria(links, exact_stage)
    ):
        gap -= count_link_chunks(links) - count_link_chunks(fallback.links)
        links = list(fallback.links)
    return SpanResult(
        links=tuple(links),
        optimal=proved,
        chunk_gap=gap if worth_proved else gap_without_proof(count_link_chunks(links)),
        steps=steps + fallback.steps,
    )


def _criteria(links: Sequence[Link], exact_stage: int) -> tuple[int, int, int, int]:
    """Return (1) to (4) of an alignment; the larger, the better."""
    words = sum(end - start + end_j - start_j for start, end, start_j, end_j, _ in links)
    distance = sum(abs(start - start_j) for start, _, start_j, _, _ in links)
    worth = worth_of_links(links, exact_stage=exact_stage)
    return worth, -count_link_chunks(links), words, -distance


def _unsearched(result: SpanResult, steps: int) -> SpanResult:
    """Return a result without a search; its bound is that an alignment has at least one chunk."""
    return SpanResult(
        links=result.links,
        optimal=False,
        chunk_gap=gap_without_proof(count_link_chunks(result.links)),
        steps=steps + result.steps,
    )


class _Fallback:
    """The beam's alignment, made when the first component needs it."""

    def __init__(self, run_beam: Callable[[], SpanResult]) -> None:
        self.links: Sequence[Link] | None = None
        self.steps = 0
        self._run_beam = run_beam
        self._chosen: set[Spans] = set()

    def choice(self, component: SpanComponent) -> Choice:
        """What it chooses in a component."""
        if self.links is None:
            result = self._run_beam()
            self.links, self.steps = result.links, result.steps
            self._chosen = {(j, j_end, i, i_end) for i, i_end, j, j_end, _ in result.links}
        numbers = (
            number for number, match in enumerate(component.matches) if match.spans in self._chosen
        )
        return choice_of(component, tuple(numbers))


def _solve(
    component: SpanComponent, fallback: _Fallback, budget: int, limits: Limits
) -> tuple[Solution, int | None]:
    """The better of a search's choice and, without a proof, the beam's; with its gap."""
    if component.scale.largest > _LARGEST:
        known = fallback.choice(component)
        return Solution(choice=known, upper=known.value, proved=False, steps=0), None
    found, bound = begin(component, budget, limits)
    if bound is not None and not found.proved:
        first = found.steps
        found = improve_by_weights(component, bound, found, budget - first, limits)
        found = replace(found, steps=found.steps + first)
    if found.proved:
        return found, 0
    best = max(found.choice, fallback.choice(component), key=attrgetter("value"))
    proved = found.upper <= best.value
    return replace(found, choice=best, proved=proved), component.scale.gap(best.value, found.upper)
