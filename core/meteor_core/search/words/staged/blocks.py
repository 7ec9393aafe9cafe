"""The tokens of one stage, taken apart into blocks that can be matched within themselves only.

In a *complete* block every token of the hypothesis matches every token of the reference: equal
words, words of one stem. Two of its matches never need to cross: exchanging their partners
uncrosses them, makes no other crossing and no greater distance. So its best mapping goes from
left to right on both sides. All tokens of the side that has fewer, the *short* one, are matched,
and token a with slot a + offset of the long side, where offsets begin at 0, never decrease, and
end at the *excess*, the difference of the two sides. Without excess nothing is left to choose.

Any other block, as synonyms make it now and then, has a list of *mappings*.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ....words.vocabulary import StageKeys
from ...component import join, root

Link: TypeAlias = tuple[int, int]
"""Token of the hypothesis, token of the reference."""

MAX_MAPPINGS: Final = 4096
"""Mappings of an incomplete block beyond which any is taken, and nothing is proved."""

_MAX_NODES: Final = 16 * MAX_MAPPINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteBlock:
    """Tokens that all match each other, with excess on one side.

    Attributes:
        short: tokens of the side that has fewer, ascending.
        long: tokens of the other side.
        from_hypothesis: whether the short side is the hypothesis.
    """

    short: list[int]
    long: list[int]
    from_hypothesis: bool

    @property
    def excess(self) -> int:
        """How many tokens of the long side stay unmatched."""
        return len(self.long) - len(self.short)

    @property
    def size(self) -> int:
        """How many options there are."""
        return len(self.short) * (self.excess + 1)

    def link(self, token: int, offset: int) -> Link:
        """Return the match of a token of the short side, by number, at an offset."""
        one, other = self.short[token], self.long[token + offset]
        return (one, other) if self.from_hypothesis else (other, one)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBlock:
    """Tokens some of which match each other.

    Attributes:
        mappings: each that has the most matches and no two that should be exchanged, or one.
        proved: whether these are all.
        steps: taken to find them.
    """

    mappings: list[list[Link]]
    proved: bool
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """The blocks of a stage.

    Attributes:
        forced: the matches that every best mapping has.
        complete: complete blocks with excess, by their first token of the hypothesis.
        other: incomplete blocks with several mappings, in the same order.
        proved: whether ``forced`` is true of all of them.
        steps: taken.
    """

    forced: list[Link]
    complete: list[CompleteBlock]
    other: list[OtherBlock]
    proved: bool
    steps: int


def take_apart(
    hypothesis: dict[int, list[int]], reference: dict[int, list[int]], keys: StageKeys
) -> Blocks:
    """Divide the free tokens of a stage into blocks.

    Args:
        hypothesis: the positions of each type's free tokens, by first token.
        reference: the same.
        keys: of the stage.
    """
    forced: list[Link] = []
    complete: list[CompleteBlock] = []
    other: list[OtherBlock] = []
    proved, steps = True, 0
    for ours, theirs, partners in _matching_types(hypothesis, reference, keys):
        tokens = sorted(i for s in ours for i in hypothesis[s])
        slots = sorted(j for t in theirs for j in reference[t])
        if partners is not None:
            block = _other_block(tokens, slots, hypothesis, reference, partners)
            steps += block.steps
            proved = proved and block.proved
            if len(block.mappings) == 1:
                forced += block.mappings[0]
            else:
                other.append(block)
        elif len(tokens) == len(slots):
            forced += zip(tokens, slots, strict=True)
        elif len(tokens) < len(slots):
            complete.append(CompleteBlock(short=tokens, long=slots, from_hypothesis=True))
        else:
            complete.append(CompleteBlock(short=slots, long=tokens, from_hypothesis=False))
    return Blocks(forced=forced, complete=complete, other=other, proved=proved, steps=steps)


def _matching_types(
    hypothesis: dict[int, list[int]], reference: dict[int, list[int]], keys: StageKeys
) -> Iterator[tuple[list[int], list[int], dict[int, set[int]] | None]]:
    """Yield connected types of both sides, and whom each matches unless it matches all."""
    if keys.identity:
        for s in hypothesis:
            if s in reference:
                yield [s], [s], None
        return
    holders: dict[int, list[int]] = {}
    for t in reference:
        for key in keys.reference[t]:
            holders.setdefault(key, []).append(t)
    partners = {
        s: found
        for s in hypothesis
        if (found := {t for key in keys.hypothesis[s] for t in holders.get(key, ())})
    }
    parent = {node: node for s, found in partners.items() for node in (s, *(~t for t in found))}
    for s, found in partners.items():
        for t in found:
            join(parent, s, ~t)
    members: dict[int, tuple[list[int], set[int]]] = {}
    for s, found in partners.items():
        ours, theirs = members.setdefault(root(parent, s), ([], set()))
        ours.append(s)
        theirs |= found
    for ours, theirs in members.values():
        is_complete = all(len(partners[s]) == len(theirs) for s in ours)
        yield ours, sorted(theirs), None if is_complete else partners


def _other_block(
    tokens: list[int],
    slots: list[int],
    hypothesis: dict[int, list[int]],
    reference: dict[int, list[int]],
    partners: dict[int, set[int]],
) -> OtherBlock:
    type_of = {i: s for s, positions in hypothesis.items() for i in positions}
    type_at = {j: t for t, positions in reference.items() for j in positions}
    edges = {i: [j for j in slots if type_at[j] in partners[type_of[i]]] for i in tokens}
    largest = _largest_mapping(tokens, edges)
    mappings, steps = _every_mapping(tokens, edges, len(largest))
    if mappings is None:
        return OtherBlock(mappings=[largest], proved=False, steps=steps)
    return OtherBlock(mappings=mappings, proved=True, steps=steps)


def _largest_mapping(tokens: Sequence[int], edges: dict[int, list[int]]) -> list[Link]:
    """Return a mapping with the most matches, made longer by one augmenting path after another."""
    source: dict[int, int] = {}  # of each taken slot
    for start in tokens:
        came_from: dict[int, int] = {}  # to a slot, from a token
        queue, target = [start], None
        for i in queue:
            for j in edges[i]:
                if j in came_from:
                    continue
                came_from[j] = i
                if j not in source:
                    target = j
                    break
                queue.append(source[j])
            if target is not None:
                break
        slot_of = {i: j for j, i in source.items()}
        while target is not None:
            i = came_from[target]
            source[target] = i
            target = None if i == start else slot_of[i]
    return sorted((i, j) for j, i in source.items())


def _every_mapping(
    tokens: Sequence[int], edges: dict[int, list[int]], size: int
) -> tuple[list[list[Link]] | None, int]:
    """Return every mapping of a size without matches to exchange; None if there are too many."""
    mappings: list[list[Link]] = []
    chosen: list[Link] = []
    nodes = 0

    def extend(number: int) -> bool:
        nonlocal nodes
        nodes += 1
        if len(chosen) + len(tokens) - number < size:
            return True
        if number == len(tokens):
            mappings.append(list(chosen))
            return len(mappings) <= MAX_MAPPINGS
        if nodes > _MAX_NODES:
            return False
        i = tokens[number]
        for j in edges[i]:
            if all(j != y and not (j < y and y in edges[i] and j in edges[x]) for x, y in chosen):
                chosen.append((i, j))
                goes_on = extend(number + 1)
                chosen.pop()
                if not goes_on:
                    return False
        return extend(number + 1)

    if len(tokens) > _MAX_DEPTH:
        return None, 0
    return (mappings if extend(0) else None), nodes


_MAX_DEPTH: Final = 256
"""Tokens of an incomplete block up to which its mappings are listed."""
