"""The objective of METEOR 1.5's search told slowly: every set of matches is looked at.

The truth that the optimal search over spans is compared with. It shares no code with the package.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

_Candidate: TypeAlias = tuple[int, int, int, int, int]
_Link: TypeAlias = tuple[int, int, int, int, int]


class Measure(NamedTuple):
    """How good an alignment is; the larger, the better."""

    worth: int
    fewer_chunks: int
    words: int
    less_distance: int


def measure(links: Sequence[_Link], exact_stage: int) -> Measure:
    """How good these matches are together."""
    worth = chunks = distance = words = 0
    for start, end, reference_start, reference_end, stage in links:
        weight = 1.0 if stage == exact_stage else 0.5
        worth += int((end - start) * weight) + int((reference_end - reference_start) * weight)
        distance += abs(start - reference_start)
        words += end - start + reference_end - reference_start
        chunks += not any((before[1], before[3]) == (start, reference_start) for before in links)
    return Measure(worth, -chunks, words, -distance)


def must_be_taken(candidates: Sequence[_Candidate]) -> set[_Link]:
    """The definite matches: no other candidate, nor a second copy, shares a word with them."""
    links = [_link(candidate) for candidate in candidates]
    return {
        link
        for index, link in enumerate(links)
        if not any(_overlap(link, other) for other in links[:index] + links[index + 1 :])
    }


def is_alignment(links: Sequence[_Link], candidates: Sequence[_Candidate]) -> bool:
    """Whether these are candidates that do not overlap, in order, with all that must be there."""
    return (
        set(links) <= {_link(candidate) for candidate in candidates}
        and must_be_taken(candidates) <= set(links)
        and list(links) == sorted(links)
        and not any(
            _overlap(one, other) for index, one in enumerate(links) for other in links[:index]
        )
    )


def best_measure(candidates: Sequence[_Candidate], exact_stage: int) -> Measure:
    """Of the best alignment there is."""
    links = list(dict.fromkeys(_link(candidate) for candidate in candidates))
    required = must_be_taken(candidates)
    best: Measure | None = None

    def decide(index: int, chosen: list[_Link]) -> None:
        nonlocal best
        if index == len(links):
            found = measure(chosen, exact_stage)
            best = found if best is None else max(best, found)
            return
        if not any(_overlap(links[index], other) for other in chosen):
            decide(index + 1, [*chosen, links[index]])
        if links[index] not in required:
            decide(index + 1, chosen)

    decide(0, [])
    assert best is not None
    return best


def _link(candidate: _Candidate) -> _Link:
    reference_start, length, start, hypothesis_length, stage = candidate
    return start, start + hypothesis_length, reference_start, reference_start + length, stage


def _overlap(one: _Link, other: _Link) -> bool:
    return (one[0] < other[1] and other[0] < one[1]) or (one[2] < other[3] and other[2] < one[3])
