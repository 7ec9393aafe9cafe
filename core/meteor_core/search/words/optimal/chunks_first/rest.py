"""The nearest matches of what adjacencies leave over, and prices that prove them.

A token of a layer has a price u, one of a slot a price v, such that u + v is no more than the
distance of each edge, and no price is above 0 where nothing is required. Then the distance of any
choice that takes a set A of edges is at least

    sum of all prices  +  sum over the edges of A of (distance - u - v),

since the other edges cost no less than the prices of their tokens, and a token that is left over
has none above 0. With the prices below it is exact for the choice from which they come. The terms
of the second sum are never negative.

In a free group every edge is there, and tokens are on a line. Some nearest match of all of the
side with fewer tokens keeps their order; of sides of one size it is the only one to look at, else
a small table finds it. Its prices are those of a function along the line that nowhere rises or
falls faster than a place a place: it does so between the tokens of each match, and the rest
open by that is between the lowest and the highest such function; their mean is taken. Tokens of A
get prices as high as all edges allow, half of it with one side first, half with the other.

A group of several types is a general assignment, which is solved by shortest augmenting paths.
Prices are in units of 1/FINE_PLACE.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ....limits import Effort
from ..components import WordComponent
from .groups import Group, TokenGroups

FINE_PLACE: Final = 64
"""What a place of distance is multiplied by, so that prices can lie between."""

_FORBIDDEN: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class Rest:
    """Matches of layers and slots, and their distance."""

    matches: list[tuple[int, int]]
    distance: int


class RestAssignment:
    """Finds the rest of any choice of a component.

    Attributes:
        layer_prices: of each layer, by the last assignment of its group.
        slot_prices: of each slot.
    """

    def __init__(self, component: WordComponent, groups: TokenGroups) -> None:
        """Start with prices of 0."""
        self._component, self._groups = component, groups
        self.layer_prices = [0] * len(component.layers)
        self.slot_prices = [0] * len(component.slot_required)

    def assign(
        self,
        group: Group,
        slot_of_layer: Sequence[int],
        layer_of_slot: Sequence[int],
        effort: Effort,
        *,
        priced: bool,
    ) -> Rest | None:
        """Match the required tokens that are not taken at the least distance.

        Args:
            group: what to complete.
            slot_of_layer: the slot that takes each layer, or -1.
            layer_of_slot: the layer that takes each slot, or -1.
            effort: counts the work.
            priced: whether to price all tokens of the group, too.

        Returns:
            None where it cannot be done.
        """
        if not group.is_free:
            rest = self._assign_in_general(
                group, slot_of_layer, layer_of_slot, effort, priced=priced
            )
            if priced and rest is not None:
                self._price_taken(group, slot_of_layer, layer_of_slot)
            return rest
        effort.edges += len(group.layers) + len(group.slots)
        groups = self._groups
        layers = _Side.of(group.layers, slot_of_layer, groups.layer_place)
        slots = _Side.of(group.slots, layer_of_slot, groups.slot_place)
        if len(layers.tokens) <= len(slots.tokens):
            line = _Line(layers, slots, layers_are_small=True)
            matches = [(layers.rest[a], slots.rest[b]) for a, b in enumerate(line.match(effort))]
            if priced:
                line.set_prices(self.layer_prices, self.slot_prices)
        else:
            line = _Line(slots, layers, layers_are_small=False)
            matches = [(layers.rest[b], slots.rest[a]) for a, b in enumerate(line.match(effort))]
            if priced:
                line.set_prices(self.slot_prices, self.layer_prices)
        distance = sum(
            abs(groups.layer_place[layer] - groups.slot_place[slot]) for layer, slot in matches
        )
        return Rest(matches, distance)

    def _assign_in_general(
        self,
        group: Group,
        slot_of_layer: Sequence[int],
        layer_of_slot: Sequence[int],
        effort: Effort,
        *,
        priced: bool,
    ) -> Rest | None:
        component = self._component
        layers = [layer for layer in group.layers if slot_of_layer[layer] < 0]
        slots = [slot for slot in group.slots if layer_of_slot[slot] < 0]
        matches: list[tuple[int, int]] = []
        distance = 0
        for layer in layers:
            self.layer_prices[layer] = 0
        for slot in slots:
            self.slot_prices[slot] = 0
        if any(component.layer_required[layer] for layer in layers) or any(
            component.slot_required[slot] for slot in slots
        ):
            costs = self._square(layers, slots)
            square = _Square(costs)
            if not square.solve(effort):
                return None
            for column, slot in enumerate(slots):
                row = square.row_of[column]
                if row < len(layers):
                    distance += costs[row][column] // FINE_PLACE
                    matches.append((layers[row], slot))
            if priced:
                self._price_rest(layers, slots, square)
        return Rest(matches, distance)

    def _square(self, layers: list[int], slots: list[int]) -> list[list[int]]:
        """Return the costs of a square assignment.

        Each layer and each slot has a double, with which it is matched at no cost where it is not
        required; doubles are matched with each other at no cost. The rows are layers, then the
        doubles of slots; the columns are slots, then the doubles of layers.
        """
        component, side = self._component, len(layers) + len(slots)
        column_of = {slot: column for column, slot in enumerate(slots)}
        costs = [[_FORBIDDEN] * side for _ in range(side)]
        for row, layer in enumerate(layers):
            for number, _, slot, *_ in component.layers[layer]:
                if slot in column_of:
                    costs[row][column_of[slot]] = self._fine_distance(number)
            if not component.layer_required[layer]:
                costs[row][len(slots) + row] = 0
        for column, slot in enumerate(slots):
            row = len(layers) + column
            if not component.slot_required[slot]:
                costs[row][column] = 0
            costs[row][len(slots) :] = [0] * len(layers)
        return costs

    def _price_rest(self, layers: list[int], slots: list[int], square: "_Square") -> None:
        """Turn the prices of a square into prices not above 0 for tokens that are not required."""
        row_prices, column_prices = square.row_prices, square.column_prices
        shift = max(row_prices[len(layers) :], default=0)
        for layer, price in zip(layers, row_prices[: len(layers)], strict=True):
            required = self._component.layer_required[layer]
            self.layer_prices[layer] = price - shift if required else min(price - shift, 0)
        for slot, price in zip(slots, column_prices[: len(slots)], strict=True):
            required = self._component.slot_required[slot]
            self.slot_prices[slot] = price + shift if required else min(price + shift, 0)

    def _price_taken(
        self, group: Group, slot_of_layer: Sequence[int], layer_of_slot: Sequence[int]
    ) -> None:
        """Give taken tokens the highest prices that all edges allow: layers, then slots."""
        component = self._component
        for layer in group.layers:
            if slot_of_layer[layer] >= 0:
                self._price_taken_layer(layer, slot_of_layer[layer], layer_of_slot)
        for slot in group.slots:
            if layer_of_slot[slot] >= 0:
                self.slot_prices[slot] = _FORBIDDEN if component.slot_required[slot] else 0
        for layer in group.layers:
            for number, _, slot, *_ in component.layers[layer]:
                if layer_of_slot[slot] >= 0:
                    allowed = self._fine_distance(number) - self.layer_prices[layer]
                    self.slot_prices[slot] = min(self.slot_prices[slot], allowed)

    def _price_taken_layer(self, layer: int, own_slot: int, layer_of_slot: Sequence[int]) -> None:
        """Price a taken layer by its edges to free slots; without any, by its own edge."""
        highest, own = _FORBIDDEN, 0
        for number, _, slot, *_ in self._component.layers[layer]:
            if layer_of_slot[slot] < 0:
                highest = min(highest, self._fine_distance(number) - self.slot_prices[slot])
            elif slot == own_slot:
                own = self._fine_distance(number)
        price = own if highest == _FORBIDDEN else highest
        required = self._component.layer_required[layer]
        self.layer_prices[layer] = price if required else min(price, 0)

    def _fine_distance(self, number: int) -> int:
        return FINE_PLACE * self._component.distance(number)


@dataclass(frozen=True, slots=True)
class _Side:
    """The tokens of a group in one row, those that are not taken, and their positions."""

    tokens: list[int]
    rest: list[int]
    places: Sequence[int]

    @classmethod
    def of(cls, tokens: list[int], partner: Sequence[int], places: Sequence[int]) -> "_Side":
        return cls(tokens, [token for token in tokens if partner[token] < 0], places)

    @property
    def rest_places(self) -> list[int]:
        return [self.places[token] for token in self.rest]


class _Line:
    """The tokens of a free group on a line; those of the *small* side are all to be matched."""

    def __init__(self, small: _Side, large: _Side, *, layers_are_small: bool) -> None:
        self._small, self._large = small, large
        self._layers_are_small = layers_are_small
        self._balanced = len(small.rest) == len(large.rest)
        self._partner: list[int] = []

    def _lay_out(self) -> None:
        """Put all tokens on the line as points, in their order."""
        small, large = self._small, self._large
        layers_are_small = self._layers_are_small
        # Of two tokens at one place that of a layer comes first.
        order = sorted(
            [(small.places[token], not layers_are_small, True, token) for token in small.tokens]
            + [(large.places[token], layers_are_small, False, token) for token in large.tokens]
        )
        self._places = [place for place, *_ in order]
        self._gaps = [
            FINE_PLACE * (after - place)
            for place, after in zip(self._places, self._places[1:], strict=False)
        ]
        point = {(is_small, token): number for number, (_, _, is_small, token) in enumerate(order)}
        self._small_points = [point[True, token] for token in small.tokens]
        self._large_points = [point[False, token] for token in large.tokens]
        self._rest_points = [point[True, token] for token in small.rest]
        self._large_rest_points = [point[False, token] for token in large.rest]

    def match(self, effort: Effort) -> list[int]:
        """Return the partner in the large rest of each token of the small rest."""
        small, large = self._small.rest_places, self._large.rest_places
        if self._balanced:
            self._partner = list(range(len(small)))
            return self._partner
        # The least distance of the first ``a`` small ones among the first ``a + b`` large ones.
        spare = len(large) - len(small)
        table = [[0] * (spare + 1)]
        for a, place in enumerate(small):
            row: list[int] = []
            for b in range(spare + 1):
                distance = table[a][b] + abs(place - large[a + b])
                row.append(distance if b == 0 else min(distance, row[b - 1]))
            table.append(row)
        effort.edges += len(small) * (spare + 1)
        self._partner = [0] * len(small)
        b = spare
        for a in range(len(small), 0, -1):
            while b > 0 and table[a][b - 1] == table[a][b]:
                b -= 1
            self._partner[a - 1] = a + b - 1
        return self._partner

    def set_prices(self, small_prices: list[int], large_prices: list[int]) -> None:
        """Price all tokens."""
        self._lay_out()
        slopes = self._slopes()
        heights = self._flat(slopes) if self._balanced else self._middle(slopes)
        falling = [-height for height in heights]
        small, large = self._small_points, self._large_points
        rest = {*self._rest_points, *self._large_rest_points}
        taken_small = [point for point in small if point not in rest]
        taken_large = [point for point in large if point not in rest]
        one_small, one_large = heights.copy(), falling.copy()
        self._raise(taken_small, large, one_large, one_small, required=True)
        self._raise(taken_large, small, one_small, one_large, required=self._balanced)
        self._raise(taken_large, small, heights, falling, required=self._balanced)
        self._raise(taken_small, large, falling, heights, required=True)
        for token, point in zip(self._small.tokens, small, strict=True):
            small_prices[token] = (heights[point] + one_small[point]) // 2
        for token, point in zip(self._large.tokens, large, strict=True):
            large_prices[token] = (falling[point] + one_large[point]) // 2

    def _slopes(self) -> list[int]:
        """Return the slope from each point to the next: positive, negative, or 0 for unknown."""
        changes = [0] * len(self._places)
        for small, partner in zip(self._rest_points, self._partner, strict=True):
            large = self._large_rest_points[partner]
            direction = 1 if large < small else -1
            changes[min(small, large)] += direction
            changes[max(small, large)] -= direction
        slope, slopes = 0, []
        for change in changes:
            slope += change
            slopes.append(slope)
        return slopes

    def _flat(self, slopes: list[int]) -> list[int]:
        """Return the heights of the function that is level where the slope is unknown."""
        heights = [0]
        for gap, slope in zip(self._gaps, slopes, strict=False):
            heights.append(heights[-1] + (gap if slope > 0 else -gap if slope < 0 else 0))
        return heights

    def _middle(self, slopes: list[int]) -> list[int]:
        """Return the mean of the lowest and the highest function.

        It is at least 0 at tokens of the large side, and 0 at those that are left over.
        """
        low, high = [-_FORBIDDEN] * len(self._places), [_FORBIDDEN] * len(self._places)
        matched = set(self._partner)
        for point in self._large_points:
            low[point] = 0
        for number, point in enumerate(self._large_rest_points):
            if number not in matched:
                high[point] = 0
        for point, gap in enumerate(self._gaps):
            up, down = slopes[point] > 0, slopes[point] < 0
            low[point + 1] = max(low[point + 1], low[point] + (gap if up else -gap))
            high[point + 1] = min(high[point + 1], high[point] + (-gap if down else gap))
        for point in range(len(self._gaps) - 1, -1, -1):
            gap, up, down = self._gaps[point], slopes[point] > 0, slopes[point] < 0
            low[point] = max(low[point], low[point + 1] + (gap if down else -gap))
            high[point] = min(high[point], high[point + 1] + (-gap if up else gap))
        return [(lowest + highest) // 2 for lowest, highest in zip(low, high, strict=True)]

    def _raise(
        self,
        taken: list[int],
        others: list[int],
        other_prices: list[int],
        prices: list[int],
        *,
        required: bool,
    ) -> None:
        """Raise the prices of taken points as far as those of the other side allow."""
        if not taken:
            return
        limit = [_FORBIDDEN] * len(self._places)
        for point in others:
            limit[point] = -other_prices[point]
        self._spread(limit, self._gaps)
        limit.reverse()
        self._spread(limit, self._gaps[::-1])
        limit.reverse()
        for point in taken:
            prices[point] = limit[point] if required else min(limit[point], 0)

    @staticmethod
    def _spread(limit: list[int], gaps: list[int]) -> None:
        """Lower each limit to that of the point before it, and the gap between them."""
        lowest = limit[0]
        for point, gap in enumerate(gaps, 1):
            lowest += gap
            if limit[point] < lowest:
                lowest = limit[point]
            else:
                limit[point] = lowest


class _Square:
    """A square assignment, solved row by row along the shortest augmenting paths.

    Kuhn 1955, in the form of Jonker and Volgenant 1987.

    Attributes:
        row_of: the row of each column; of a last one besides, where each path begins.
        row_prices: of each row.
        column_prices: of each column.
    """

    def __init__(self, costs: list[list[int]]) -> None:
        self._costs, self._side = costs, len(costs)
        self.row_of = [self._side] * (self._side + 1)
        self.row_prices, self.column_prices = [0] * self._side, [0] * (self._side + 1)

    def solve(self, effort: Effort) -> bool:
        """Solve the assignment; return False if it is impossible."""
        return all(self._add(row, effort) for row in range(self._side))

    def _add(self, row: int, effort: Effort) -> bool:
        side, row_of = self._side, self.row_of
        row_of[side] = row
        came_from, least = [side] * side, [4 * _FORBIDDEN] * side
        seen = [False] * (side + 1)
        column = side
        while True:
            seen[column] = True
            nearest = self._relax_from(column, seen, least, came_from)
            effort.edges += side
            if nearest == side or least[nearest] >= _FORBIDDEN // 2:
                return False
            self._move(least[nearest], seen, least)
            column = nearest
            if row_of[column] == side:
                break
        while column != side:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
        return True

    def _relax_from(
        self, column: int, seen: list[bool], least: list[int], came_from: list[int]
    ) -> int:
        """Update the least cost to each column; return the nearest column."""
        start, nearest, step = self.row_of[column], self._side, 4 * _FORBIDDEN
        costs, price = self._costs[start], self.row_prices[start]
        for other in range(self._side):
            if seen[other]:
                continue
            reduced = costs[other] - price - self.column_prices[other]
            if reduced < least[other]:
                least[other], came_from[other] = reduced, column
            if least[other] < step:
                step, nearest = least[other], other
        return nearest

    def _move(self, step: int, seen: list[bool], least: list[int]) -> None:
        for other, is_seen in enumerate(seen):
            if is_seen:
                self.row_prices[self.row_of[other]] += step
                self.column_prices[other] -= step
            else:
                least[other] -= step
