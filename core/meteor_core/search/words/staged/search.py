"""Stage after stage: take the free tokens apart, settle what can be settled, search the rest."""

from collections.abc import Sequence
from dataclasses import dataclass

from ....words.vocabulary import StageKeys
from ...result import Pair, SearchResult, count_chunks, gap_without_proof, require_known_types
from .blocks import Blocks, CompleteBlock, Link, take_apart
from .costs import CROSSING, MAX_TOKENS, FixedLinks, best_offsets, crosses
from .exchange import Exchanges, OpenBlock
from .frontier import choose, open_variables

_MAX_ROUNDS = 2
"""How often each block is settled given all others, where the best mapping is out of reach."""


def search_stage_after_stage(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
) -> SearchResult:
    """Align by the papers' rule. ``optimal``: each stage's mapping is the best, proved.

    The rule does not minimise chunks, so where a stage is not proved the chunk gap says only
    that there are between one chunk and as many as matches.
    """
    require_known_types(hypothesis, reference, keys)
    pairs: list[Pair] = []
    steps, proved = 0, True
    for stage, stage_keys in enumerate(keys):
        found = _map_stage(
            _positions(hypothesis, {i for i, _, _ in pairs}),
            _positions(reference, {j for _, j, _ in pairs}),
            stage_keys,
            _Rows([(i, j) for i, j, _ in pairs], len(hypothesis), len(reference)),
            budget - steps,
        )
        steps += found.steps
        proved = proved and found.proved
        pairs += [(i, j, stage) for i, j in found.links]
    pairs.sort()
    chunks = count_chunks(pairs)
    gap = 0 if proved else max(gap_without_proof(chunks), len(pairs) - chunks)
    return SearchResult(pairs=tuple(pairs), optimal=proved, chunk_gap=gap, steps=steps)


def _positions(row: Sequence[int], taken: set[int]) -> dict[int, list[int]]:
    """Return the free positions of each type, types in order of their first."""
    positions: dict[int, list[int]] = {}
    for position, token_type in enumerate(row):
        if position not in taken:
            positions.setdefault(token_type, []).append(position)
    return positions


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mapping:
    links: list[Link]
    proved: bool
    steps: int


@dataclass(frozen=True, slots=True)
class _Rows:
    """The matches of earlier stages, and the lengths of the rows."""

    matched: list[Link]
    hypothesis_length: int
    reference_length: int

    def fixed(self, links: list[Link]) -> FixedLinks:
        return FixedLinks([*self.matched, *links], self.hypothesis_length)


def _map_stage(
    hypothesis: dict[int, list[int]],
    reference: dict[int, list[int]],
    keys: StageKeys,
    rows: _Rows,
    budget: int,
) -> _Mapping:
    """Map the free tokens of one stage."""
    parts = take_apart(hypothesis, reference, keys)
    if not (parts.complete or parts.other):
        return _Mapping(links=parts.forced, proved=parts.proved, steps=parts.steps)
    steps = parts.steps + sum(block.size for block in parts.complete)
    steps += sum(len(other.mappings) for other in parts.other)
    if steps > budget or rows.hypothesis_length + rows.reference_length > MAX_TOKENS:
        links = [*parts.forced, *_spread(parts)]
        return _Mapping(links=links, proved=False, steps=min(steps, max(budget, 0)))
    fixed = rows.fixed(parts.forced)
    blocks = [OpenBlock.of(block, fixed) for block in parts.complete]
    if len(blocks) == 1 and not parts.other:
        [block] = blocks
        links = block.links(_best_offsets(block))
        return _Mapping(links=[*parts.forced, *links], proved=parts.proved, steps=steps)
    exchanges = Exchanges(blocks, parts.other, budget - steps)
    ended = exchanges.apply()
    steps += exchanges.steps
    settled = [*parts.forced, *_settled(blocks)]
    chosen = None
    if ended:
        variables = open_variables(blocks, parts.other, rows.fixed(settled))
        chosen = choose(variables, budget - steps)
    if chosen is None:
        links = _in_turn(parts, blocks)
        return _Mapping(links=[*parts.forced, *links], proved=False, steps=steps)
    return _Mapping(
        links=[*settled, *chosen.links],
        proved=parts.proved and chosen.proved,
        steps=steps + chosen.steps,
    )


def _best_offsets(block: OpenBlock) -> list[int]:
    return best_offsets(block.alive_costs(), from_hypothesis=block.block.from_hypothesis)


def _settled(blocks: Sequence[OpenBlock]) -> list[Link]:
    return [
        block.block.link(token, offsets[0])
        for block in blocks
        for token, offsets in enumerate(block.alive)
        if len(offsets) == 1
    ]


def _spread(parts: Blocks) -> list[Link]:
    """Return a mapping at once: the tokens of each block spread evenly over its slots."""
    links = [
        block.link(token, _even_offset(block, token))
        for block in parts.complete
        for token in range(len(block.short))
    ]
    return links + [link for other in parts.other for link in other.mappings[0]]


def _even_offset(block: CompleteBlock, token: int) -> int:
    return token * block.excess // max(1, len(block.short) - 1)


def _in_turn(parts: Blocks, blocks: Sequence[OpenBlock]) -> list[Link]:
    """Return a good mapping without a proof: each block settled in turn, given all others."""
    others = [link for other in parts.other for link in other.mappings[0]]
    chosen = [block.links(_best_offsets(block)) for block in blocks]
    for _ in range(_MAX_ROUNDS):
        for number, block in enumerate(blocks):
            costs = block.alive_costs()
            around = [
                link
                for place, links in enumerate(chosen)
                if place != number
                for link, is_settled in zip(links, blocks[place].settled, strict=True)
                if not is_settled
            ]
            for token, offsets in enumerate(block.alive):
                for offset in offsets:
                    link = block.block.link(token, offset)
                    crossed = sum(crosses(link, other) for other in [*around, *others])
                    costs[token][offset] += CROSSING * crossed
            chosen[number] = block.links(
                best_offsets(costs, from_hypothesis=block.block.from_hypothesis)
            )
    return others + [link for links in chosen for link in links]
