"""The search for what the rule leaves open, over the options of few tokens at a time.

Variables are tokens with several options, and incomplete blocks. They are taken from left to
right. A state is the options of the variables that a later one still depends on; of equal states
the better one is kept, for what comes later is the same for both.

Two variables depend on each other where options cross in some combinations and not in others. A
table of costs that is a sum of a part for each, t[x][y] - t[0][y] - t[x][0] + t[0][0] = 0
throughout, is no dependence: its parts go to the options. What depends on nothing is settled by
itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from ...component import join, root
from .blocks import Link, OtherBlock
from .costs import CROSSING, NEVER, FixedLinks, crosses
from .exchange import OPTIONS_A_STEP, OpenBlock

_WIDTHS: Final = (16, 256, 4096, 65536, 1 << 62)

_Table: TypeAlias = list[list[int]]
_Chain: TypeAlias = "tuple[_Chain, int, int] | None"
"""The choices before, a variable and its option."""

_State: TypeAlias = tuple[int, _Chain]
"""Cost and choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One choice.

    Attributes:
        options: the matches that each makes.
        costs: of each, beside fixed matches.
        offsets: of each, if it is a token of a complete block.
        token: which block and token it is; None of an incomplete block.
    """

    options: list[list[Link]]
    costs: list[int]
    offsets: list[int]
    token: tuple[int, int] | None

    @property
    def first(self) -> int:
        """The first token of the hypothesis that it may match."""
        return min(link[0] for links in self.options for link in links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The options chosen.

    Attributes:
        links: their matches.
        proved: whether no choice is better.
        steps: taken.
    """

    links: list[Link]
    proved: bool
    steps: int


def open_variables(
    blocks: Sequence[OpenBlock], others: Sequence[OtherBlock], fixed: FixedLinks
) -> list[Variable]:
    """Return the open choices, by the first token of the hypothesis.

    Args:
        blocks: complete blocks, whose costs count the settled matches.
        others: incomplete blocks.
        fixed: all matches that are settled.
    """
    variables = [
        Variable(
            options=[[block.block.link(token, offset)] for offset in offsets],
            costs=[block.costs[token][offset] for offset in offsets],
            offsets=offsets,
            token=(number, token),
        )
        for number, block in enumerate(blocks)
        for token, offsets in enumerate(block.alive)
        if len(offsets) > 1
    ]
    variables += [
        Variable(
            options=other.mappings,
            costs=[
                sum(fixed.cost(*link) for link in mapping) + CROSSING * _own_crossings(mapping)
                for mapping in other.mappings
            ],
            offsets=[],
            token=None,
        )
        for other in others
    ]
    variables.sort(key=lambda variable: variable.first)
    return variables


def _own_crossings(mapping: list[Link]) -> int:
    return sum(crosses(one, other) for one, other in combinations(mapping, 2))


def choose(variables: Sequence[Variable], budget: int) -> Choices | None:
    """Choose an option of each variable; None if that would take more than the budget at once."""
    entries = sum(
        len(one.options) * len(other.options) for one, other in combinations(variables, 2)
    )
    steps = entries // OPTIONS_A_STEP
    if steps > budget:
        return None
    costs = [list(variable.costs) for variable in variables]
    tables = _tables(variables, costs)
    links: list[Link] = []
    proved = True
    for members in _components(len(variables), tables):
        search = _Search(variables, costs, tables, members)
        best, whole = search.run(budget - steps)
        steps += search.steps
        proved = proved and whole
        links += search.links(best)
    return Choices(links=links, proved=proved, steps=steps)


def _tables(variables: Sequence[Variable], costs: list[list[int]]) -> dict[tuple[int, int], _Table]:
    """Return the tables of the variables that depend on each other; of others, add to the costs."""
    tables: dict[tuple[int, int], _Table] = {}
    for one, other in combinations(range(len(variables)), 2):
        table = _table(variables[one], variables[other])
        if table is None:
            continue
        corner = table[0][0]
        if any(
            row[y] - table[0][y] - row[0] + corner for row in table[1:] for y in range(1, len(row))
        ):
            tables[one, other] = table
            continue
        for x, row in enumerate(table):
            costs[one][x] += row[0] - corner
        for y, cost in enumerate(table[0]):
            costs[other][y] += cost
    return tables


def _table(one: Variable, other: Variable) -> _Table | None:
    """Return the costs of options together; None of two that never cost anything together."""
    if one.token is None or other.token is None or one.token[0] != other.token[0]:
        return [
            [
                CROSSING * sum(crosses(p, q) for p in ours for q in theirs)
                for theirs in other.options
            ]
            for ours in one.options
        ]
    step = other.token[1] - one.token[1]
    if abs(step) != 1:
        return None  # tokens between them keep the order
    return [
        [NEVER if (theirs - ours) * step < 0 else 0 for theirs in other.offsets]
        for ours in one.offsets
    ]


def _components(size: int, tables: dict[tuple[int, int], _Table]) -> list[list[int]]:
    parent = {number: number for number in range(size)}
    for one, other in tables:
        join(parent, one, other)
    members: dict[int, list[int]] = {}
    for number in range(size):
        members.setdefault(root(parent, number), []).append(number)
    return list(members.values())


class _Search:
    """The search of one component.

    Attributes:
        steps: states generated.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        costs: Sequence[Sequence[int]],
        tables: dict[tuple[int, int], _Table],
        members: Sequence[int],
    ) -> None:
        self._variables = variables
        self._members = members
        self._costs = [costs[member] for member in members]
        # Of each place, the earlier places that it depends on, each with their table.
        self._earlier = [
            [
                (before, tables[members[before], member])
                for before in range(place)
                if (members[before], member) in tables
            ]
            for place, member in enumerate(members)
        ]
        last = list(range(len(members)))  # the last place that depends on each
        for place, earlier in enumerate(self._earlier):
            for before, _ in earlier:
                last[before] = place
        # After each place, the places that a later one depends on.
        self._live = [
            [before for before in range(place + 1) if last[before] > place]
            for place in range(len(members))
        ]
        self._least_after = self._bounds()
        self.steps = 0

    def _bounds(self) -> list[int]:
        """Return the least cost of the places after each."""
        after = [0]
        for costs, earlier in zip(reversed(self._costs), reversed(self._earlier), strict=True):
            least = min(
                cost + sum(min(row[y] for row in table) for _, table in earlier)
                for y, cost in enumerate(costs)
            )
            after.append(after[-1] + least)
        return after[-2::-1]

    def run(self, budget: int) -> tuple[_State, bool]:
        """Make passes of growing width until one gives nothing up; return whether one did not."""
        best: _State | None = None
        for width in _WIDTHS:
            found, gave_up = self._pass(best, width, budget)
            if found is not None and (best is None or self._is_better(found, best)):
                best = found
            if not gave_up or self.steps >= budget:
                break
        if best is None:
            raise AssertionError("the first pass drops nothing that leads to a choice")
        return best, not gave_up

    def _pass(self, known: _State | None, width: int, budget: int) -> tuple[_State | None, bool]:
        limit = NEVER - 1 if known is None else known[0]
        states: dict[tuple[int, ...], _State] = {(): (0, None)}
        live: list[int] = []
        gave_up = False
        for place in range(len(self._members)):
            states = self._expand(states, live, place, limit)
            live = self._live[place]
            kept = width if self.steps < budget else 1
            if len(states) > kept:
                gave_up = True
                ranked = sorted(states.items(), key=lambda entry: entry[1][0])
                states = dict(ranked[:kept])
        return states.get(()), gave_up

    def _expand(
        self, states: dict[tuple[int, ...], _State], live: list[int], place: int, limit: int
    ) -> dict[tuple[int, ...], _State]:
        limit -= self._least_after[place]
        after: dict[tuple[int, ...], _State] = {}
        for options, (cost, chain) in states.items():
            self.steps += len(self._costs[place])
            option_of = dict(zip(live, options, strict=True))
            for option, own in enumerate(self._costs[place]):
                total = cost + own
                total += sum(
                    table[option_of[before]][option] for before, table in self._earlier[place]
                )
                if total > limit:
                    continue
                option_of[place] = option
                key = tuple(option_of[before] for before in self._live[place])
                state = (total, (chain, place, option))
                known = after.get(key)
                if known is None or self._is_better(state, known):
                    after[key] = state
        return after

    def _is_better(self, one: _State, other: _State) -> bool:
        """Return whether a state costs less, or as much with preferred partners."""
        if one[0] != other[0]:
            return one[0] < other[0]
        ours, theirs = dict(self.links(one)), dict(self.links(other))
        for i in sorted(ours.keys() | theirs.keys()):
            if ours.get(i, -1) != theirs.get(i, -1):
                return ours.get(i, -1) < theirs.get(i, -1)
        return False

    def links(self, state: _State) -> list[Link]:
        """Return the matches of a state."""
        links: list[Link] = []
        chain = state[1]
        while chain is not None:
            chain, place, option = chain
            links += self._variables[self._members[place]].options[option]
        return links
