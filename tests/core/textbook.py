"""Slow textbook implementations: the truth that searches are compared with.

They share no code with the package beyond its input: rows of types and the stages' keys.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from meteor_core.words.vocabulary import StageKeys

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


def best_exact_objective(hypothesis: Sequence[int], reference: Sequence[int]) -> tuple[int, ...]:
    """The optimum where only equal types match, by dynamic programming over taken tokens.

    A type is matched as often as the rarer side has it, so a token may be left out only while
    its type has tokens to spare. Costs are chunks, then distance, in one number.
    """
    one_chunk = 1 + len(hypothesis) * max(len(hypothesis), len(reference))
    standing = Counter(reference)
    spare = {t: max(0, count - standing[t]) for t, count in Counter(hypothesis).items()}

    @cache
    def least_cost(i: int, taken: int, partner: int, left_out: tuple[int, ...]) -> int | None:
        if i == len(hypothesis):
            return 0
        costs: list[int] = []
        if left_out.count(hypothesis[i]) < spare[hypothesis[i]]:
            skipped = least_cost(i + 1, taken, -2, tuple(sorted((*left_out, hypothesis[i]))))
            costs += [] if skipped is None else [skipped]
        for j, t in enumerate(reference):
            if t == hypothesis[i] and not taken >> j & 1:
                rest = least_cost(i + 1, taken | 1 << j, j, left_out)
                new_chunk = 0 if j == partner + 1 else one_chunk
                costs += [] if rest is None else [rest + new_chunk + abs(i - j)]
        return min(costs, default=None)

    matches = (Counter(hypothesis) & standing).total()
    chunks, distance = divmod(least_cost(0, 0, -2, ()) or 0, one_chunk)
    return matches, -chunks, -distance


def measure_of_stage(own: Sequence[Pair], fixed: Sequence[Pair]) -> tuple[int, int, int]:
    """What a stage of the papers' rule maximises: matches, less crossings, less distance."""
    everything = [*fixed, *own]
    return len(own), -crossings_of(everything), -sum(abs(i - j) for i, j, _ in own)


def mappings_of_stage(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    stage: int,
    fixed: Sequence[Pair],
) -> list[tuple[Pair, ...]]:
    """Every best mapping of one stage for the words that the fixed matches leave over."""
    free_i = sorted(set(range(len(hypothesis))) - {i for i, _, _ in fixed})
    free_j = sorted(set(range(len(reference))) - {j for _, j, _ in fixed})
    mappings = [
        tuple((free_i[a], free_j[b], stage) for a, b, _ in chosen)
        for chosen in alignments(
            [hypothesis[i] for i in free_i], [reference[j] for j in free_j], [keys[stage]]
        )
    ]
    best = max(measure_of_stage(mapping, fixed) for mapping in mappings)
    return [mapping for mapping in mappings if measure_of_stage(mapping, fixed) == best]


def preferred_mapping(mappings: Sequence[tuple[Pair, ...]], length: int) -> tuple[Pair, ...]:
    """Of equally good mappings, the first by the tokens' partners, where none comes before all."""

    def partners(mapping: tuple[Pair, ...]) -> list[int]:
        partner = {i: j for i, j, _ in mapping}
        return [partner.get(i, -1) for i in range(length)]

    return min(mappings, key=partners)


def uncrossed_mappings(
    hypothesis: Sequence[int], reference: Sequence[int]
) -> Iterator[tuple[Pair, ...]]:
    """Every mapping of equal words with the most matches that never crosses within a word."""
    choices = []
    for word in sorted(set(hypothesis) & set(reference)):
        ours = [i for i, s in enumerate(hypothesis) if s == word]
        theirs = [j for j, t in enumerate(reference) if t == word]
        size = min(len(ours), len(theirs))
        choices.append(
            [
                tuple(zip(some, others, strict=True))
                for some in combinations(ours, size)
                for others in combinations(theirs, size)
            ]
        )
    for chosen in product(*choices):
        yield tuple(sorted((i, j, 0) for of_word in chosen for i, j in of_word))


def staged_alignments(
    hypothesis: Sequence[int], reference: Sequence[int], keys: Sequence[StageKeys]
) -> list[tuple[Pair, ...]]:
    """Every alignment that the papers' rule allows, stage after stage."""
    found: list[tuple[Pair, ...]] = [()]
    for stage in range(len(keys)):
        found = [
            (*fixed, *mapping)
            for fixed in found
            for mapping in mappings_of_stage(hypothesis, reference, keys, stage, fixed)
        ]
    return found


def greedy_alignment(
    hypothesis: Sequence[int], reference: Sequence[int], keys: Sequence[StageKeys]
) -> list[Pair]:
    """NLTK's rule as its documentation tells it: a double loop from the end, for each stage."""
    pairs: list[Pair] = []
    for stage, stage_keys in enumerate(keys):
        for i in reversed(range(len(hypothesis))):
            for j in reversed(range(len(reference))):
                free = all(i != a and j != b for a, b, _ in pairs)
                if free and stage_of(hypothesis[i], reference[j], [stage_keys]) is not None:
                    pairs.append((i, j, stage))
    return sorted(pairs)
