"""Slow textbook implementations: the truth that searches are compared with.

They share no code with the package beyond its input: rows of types and the stages' keys.
"""

from collections.abc import Iterator, Sequence

from meteor_core.vocabulary import StageKeys

Pair = tuple[int, int, int]


def stage_of(s: int, t: int, keys: Sequence[StageKeys]) -> int | None:
    """The first stage in which two types match."""
    for stage, stage_keys in enumerate(keys):
        if set(stage_keys.hypothesis[s]) & set(stage_keys.reference[t]):
            return stage
    return None


def alignments(
    hypothesis: Sequence[int], reference: Sequence[int], keys: Sequence[StageKeys]
) -> Iterator[tuple[Pair, ...]]:
    """Every alignment there is, the empty one included."""

    def extend(
        i: int, taken: frozenset[int], chosen: tuple[Pair, ...]
    ) -> Iterator[tuple[Pair, ...]]:
        if i == len(hypothesis):
            yield chosen
            return
        yield from extend(i + 1, taken, chosen)
        for j in range(len(reference)):
            stage = stage_of(hypothesis[i], reference[j], keys)
            if j not in taken and stage is not None:
                yield from extend(i + 1, taken | {j}, (*chosen, (i, j, stage)))

    return extend(0, frozenset(), ())


def chunks_of(pairs: Sequence[Pair]) -> int:
    """Matches less adjacencies."""
    places = {(i, j) for i, j, _ in pairs}
    return sum((i - 1, j - 1) not in places for i, j in places)


def crossings_of(pairs: Sequence[Pair]) -> int:
    """Pairs of matches in opposite order on the two sides."""
    return sum(
        (a[0] - b[0]) * (a[1] - b[1]) < 0 for n, a in enumerate(pairs) for b in pairs[n + 1 :]
    )


def objective(pairs: Sequence[Pair], stages: int) -> tuple[int, ...]:
    """What the optimal search maximises: matches by stage, then less chunks, less distance."""
    counts = [sum(stage == wanted for _, _, stage in pairs) for wanted in range(stages)]
    return (*counts, -chunks_of(pairs), -sum(abs(i - j) for i, j, _ in pairs))


def best_objective(
    hypothesis: Sequence[int], reference: Sequence[int], keys: Sequence[StageKeys]
) -> tuple[int, ...]:
    """The optimum, by looking at every alignment."""
    return max(objective(pairs, len(keys)) for pairs in alignments(hypothesis, reference, keys))


def is_valid(
    pairs: Sequence[Pair],
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
) -> bool:
    """No token twice, each pair matched by its stage, sorted by the hypothesis."""
    return (
        len({i for i, _, _ in pairs}) == len({j for _, j, _ in pairs}) == len(pairs)
        and list(pairs) == sorted(pairs)
        and all(stage_of(hypothesis[i], reference[j], keys) == stage for i, j, stage in pairs)
    )
