"""The rule that removes options: moving a group of tokens of one block never costs more than this.

Let token a of a complete block be at offset d in some mapping, and let t be a lower offset.
Consider the group of tokens before it, a included, whose offsets lie above t and up to d: all
of it can move to t. Between two tokens of the block nothing changes, for neither before nor after
do its matches cross. With the other open tokens, each token of the group crosses more by at most

    the change of its own cost beside fixed matches
    + for each open token of another block, the most that crossing its options may change.

If the sum over the worst possible group is below zero, the mapping was not the best, and (a, d) can
be removed. If it is zero, the mapping is no better, and (a, d) can be removed if the move is
preferred among equals: towards the left if the tokens are the hypothesis' (their partners
decrease), towards the right if they are the reference's (the first token of the hypothesis that
changes loses its match). Moving to the right is the mirror image.

There is one best mapping, and none of its options is ever removed. So the rule may be applied in
any order, to options that were removed as targets too, until nothing changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from .blocks import CompleteBlock, Link, OtherBlock
from .costs import CROSSING, NEVER, FixedLinks, crosses

OPTIONS_A_STEP: Final = 8
"""Options looked at that cost as much as one step."""


@dataclass(slots=True, kw_only=True)
class OpenBlock:
    """A complete block, and the options that are left.

    Attributes:
        block: its tokens.
        alive: of each token, the offsets that are left, ascending.
        costs: of each token at each offset, removed or not, beside fixed matches.
        settled: of each token, whether its match is fixed for other blocks.
    """

    block: CompleteBlock
    alive: list[list[int]]
    costs: list[list[int]]
    settled: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        """Settle nothing yet."""
        self.settled = [False] * len(self.alive)

    @classmethod
    def of(cls, block: CompleteBlock, fixed: FixedLinks) -> "OpenBlock":
        """Return a block with all its options."""
        offsets = range(block.excess + 1)
        return cls(
            block=block,
            alive=[list(offsets) for _ in block.short],
            costs=[
                [fixed.cost(*block.link(token, offset)) for offset in offsets]
                for token in range(len(block.short))
            ],
        )

    @property
    def decided(self) -> bool:
        """Whether every token has one option."""
        return all(len(offsets) == 1 for offsets in self.alive)

    def alive_costs(self) -> list[list[int]]:
        """Return the costs, ``NEVER`` where an option was removed."""
        return [
            [cost if offset in offsets else NEVER for offset, cost in enumerate(costs)]
            for costs, offsets in zip(self.costs, self.alive, strict=True)
        ]

    def links(self, offsets: Sequence[int]) -> list[Link]:
        """Return the matches at some offsets."""
        return [self.block.link(token, offset) for token, offset in enumerate(offsets)]

    def add_fixed(self, link: Link) -> None:
        """Let every option cost what crossing one more fixed match costs."""
        for token, of_token in enumerate(self.costs):
            for offset in range(len(of_token)):
                if crosses(self.block.link(token, offset), link):
                    of_token[offset] += CROSSING

    def trim(self) -> bool:
        """Remove the offsets that no never decreasing row has; return whether there were any."""
        before = sum(map(len, self.alive))
        for token in range(1, len(self.alive)):
            first = self.alive[token - 1][0]
            self.alive[token] = [offset for offset in self.alive[token] if offset >= first]
        for token in range(len(self.alive) - 2, -1, -1):
            last = self.alive[token + 1][-1]
            self.alive[token] = [offset for offset in self.alive[token] if offset <= last]
        return sum(map(len, self.alive)) != before


class Exchanges:
    """The rule, applied to all open blocks of a stage until nothing changes or steps run out.

    Attributes:
        steps: how many were taken.
    """

    def __init__(
        self, blocks: Sequence[OpenBlock], others: Sequence[OtherBlock], budget: int
    ) -> None:
        """Keep the blocks, whose options will be removed."""
        self._blocks = blocks
        self._links_of_others = [_options_of_tokens(other) for other in others]
        self._budget = budget
        self._seen = 0

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return self._seen // OPTIONS_A_STEP

    def apply(self) -> bool:
        """Apply the rule; return whether it ended before the steps did.

        Targets next to an offset come first: most options fall to them, for much less.
        """
        reach: int | None = 1
        while True:
            changed = False
            for number, block in enumerate(self._blocks):
                if block.decided:
                    continue
                changed = self._reduce(number, block, reach) or changed
                if self.steps > self._budget:
                    return False
            if changed:
                reach = 1
            elif reach is not None and any(
                block.block.excess > reach and not block.decided for block in self._blocks
            ):
                reach = None
            else:
                return True

    def _reduce(self, number: int, block: OpenBlock, reach: int | None) -> bool:
        around = self._around(number)
        size = sum(len(options) for options, _ in around)
        changed = False
        for towards_left in (True, False):
            allowed = OPTIONS_A_STEP * (self._budget + 1) - self._seen
            pull = _Pull(block, around, size, towards_left=towards_left, allowed=allowed)
            changed = pull.apply(reach) or changed
            changed = block.trim() or changed
            self._seen += pull.seen
        self._settle(number, block)
        return changed

    def _around(self, number: int) -> list[tuple[list[Link], bool]]:
        """Return the options of open tokens of other blocks, and whether each may stay free."""
        around = [
            ([other.block.link(token, offset) for offset in offsets], False)
            for place, other in enumerate(self._blocks)
            if place != number
            for token, offsets in enumerate(other.alive)
            if not other.settled[token]
        ]
        return around + [entry for entries in self._links_of_others for entry in entries]

    def _settle(self, number: int, block: OpenBlock) -> None:
        """Let tokens with one option left be fixed for the other blocks."""
        for token, offsets in enumerate(block.alive):
            if len(offsets) == 1 and not block.settled[token]:
                block.settled[token] = True
                link = block.block.link(token, offsets[0])
                for place, other in enumerate(self._blocks):
                    if place != number:
                        other.add_fixed(link)


def _options_of_tokens(other: OtherBlock) -> list[tuple[list[Link], bool]]:
    tokens = sorted({i for mapping in other.mappings for i, _ in mapping})
    found = []
    for token in tokens:
        links = sorted({link for mapping in other.mappings for link in mapping if link[0] == token})
        matched = sum(any(i == token for i, _ in mapping) for mapping in other.mappings)
        found.append((links, matched < len(other.mappings)))
    return found


class _Pull:
    """The rule in one direction, for one block.

    Attributes:
        seen: options that were looked at; past those allowed, it ends with the token.
    """

    def __init__(
        self,
        block: OpenBlock,
        around: Sequence[tuple[list[Link], bool]],
        size: int,
        *,
        towards_left: bool,
        allowed: int,
    ) -> None:
        self._block = block
        self._around = around
        self._size = size
        self._towards_left = towards_left
        self._allowed = allowed
        self._removes_equals = block.block.from_hypothesis == towards_left
        self.seen = 0

    def apply(self, reach: int | None) -> bool:
        """Remove options; return whether there were any to remove."""
        excess = self._block.block.excess
        targets = range(excess) if self._towards_left else range(excess, 0, -1)
        changed = [self._pull_to(target, reach) for target in targets]
        return any(changed)

    def _pull_to(self, target: int, reach: int | None) -> bool:
        alive = self._block.alive
        tokens = range(len(alive)) if self._towards_left else range(len(alive) - 1, -1, -1)
        changed = False
        of_neighbour: dict[int, int] = {}
        neighbour: list[int] | None = None  # the offsets of the token that moves along
        for token in tokens:
            if self.seen > self._allowed:
                break
            worst: dict[int, int] = {}
            for offset in list(alive[token]):
                distance = offset - target if self._towards_left else target - offset
                if distance <= 0 or (reach is not None and distance > reach):
                    continue
                rest = self._worst_rest(offset, target, neighbour, of_neighbour)
                if rest is not None:
                    worst[offset] = self._most(token, offset, target) + rest
                if rest is None or worst[offset] < self._removes_equals:
                    alive[token].remove(offset)
                    changed = True
            of_neighbour, neighbour = worst, alive[token]
        return changed

    def _worst_rest(
        self, offset: int, target: int, neighbour: list[int] | None, of_neighbour: dict[int, int]
    ) -> int | None:
        """Return the most that the rest of the group costs; None if the token cannot be here."""
        if neighbour is None:
            return 0
        self.seen += len(neighbour)
        rest: int | None = None
        for other in neighbour:
            beyond = other <= target if self._towards_left else other >= target
            along = target < other <= offset if self._towards_left else offset <= other < target
            if beyond:
                rest = max(0, rest) if rest is not None else 0
            elif along:
                found = of_neighbour[other]
                rest = max(found, rest) if rest is not None else found
        return rest

    def _most(self, token: int, offset: int, target: int) -> int:
        """Return the most that moving one token can cost."""
        self.seen += self._size
        block, costs = self._block.block, self._block.costs[token]
        old, new = block.link(token, offset), block.link(token, target)
        crossings = 0
        for options, may_be_free in self._around:
            changes = [crosses(new, link) - crosses(old, link) for link in options]
            crossings += max(*changes, 0) if may_be_free else max(changes)
        return costs[target] - costs[offset] + CROSSING * crossings
