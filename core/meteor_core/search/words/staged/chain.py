"""The best offsets of one complete block, when nothing else is open."""

from collections.abc import Sequence

NEVER = 1 << 61
"""The cost of what may not be. It can be added to any cost without leaving 64 bits."""


def best_offsets(costs: Sequence[Sequence[int]], *, from_hypothesis: bool) -> list[int]:
    """Return the offsets, never decreasing, of least cost; of equals, the preferred ones.

    A token of the hypothesis prefers the first slot. A token of the reference prefers the last
    one, which leaves the first tokens of the hypothesis unmatched.

    Args:
        costs: of each token at each offset; ``NEVER`` or more where it may not be.
        from_hypothesis: whether the tokens are those of the hypothesis.
    """
    excess = len(costs[0]) - 1
    # least[a][d]: of the tokens from a on, at offsets from d on.
    least = [[0] * (excess + 2) for _ in range(len(costs) + 1)]
    for token in range(len(costs) - 1, -1, -1):
        least[token][excess + 1] = 2 * NEVER
        for offset in range(excess, -1, -1):
            here = min(2 * NEVER, costs[token][offset] + least[token + 1][offset])
            least[token][offset] = min(here, least[token][offset + 1])
    offsets: list[int] = []
    start = 0
    for token, of_token in enumerate(costs):
        wanted = least[token][start]
        fitting = (
            offset
            for offset in (range(start, excess + 1) if from_hypothesis else range(excess, -1, -1))
            if min(2 * NEVER, of_token[offset] + least[token + 1][offset]) == wanted
        )
        start = next(fitting)
        offsets.append(start)
    return offsets
