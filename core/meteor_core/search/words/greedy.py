"""The greedy search that NLTK's ``meteor_score`` is defined by.

Stage after stage, the hypothesis is read from its end, and each free word takes the last free
word of the reference that matches it. It looks neither at chunks nor at crossings.
"""

from collections import defaultdict
from collections.abc import Sequence

from ...words.vocabulary import StageKeys
from ..result import Pair, SearchResult, gap_without_proof, require_known_types


def search_greedily(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
) -> SearchResult:
    """Align by the greedy rule; ``optimal`` is false, for it proves nothing.

    The chunk gap is the number of chunks beyond the first: all that is known without a search.
    """
    require_known_types(hypothesis, reference, keys)
    pairs: list[Pair] = []
    free_hypothesis = list(range(len(hypothesis)))
    free_reference = list(range(len(reference)))
    for stage, stage_keys in enumerate(keys):
        partner = _match_from_the_end(
            hypothesis, reference, stage_keys, free_hypothesis, free_reference
        )
        pairs += [(i, j, stage) for i, j in partner.items()]
        taken = set(partner.values())
        free_hypothesis = [i for i in free_hypothesis if i not in partner]
        free_reference = [j for j in free_reference if j not in taken]
    pairs.sort()
    return SearchResult(
        pairs=tuple(pairs), optimal=False, chunk_gap=gap_without_proof(len(pairs)), steps=0
    )


def _match_from_the_end(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: StageKeys,
    free_hypothesis: list[int],
    free_reference: list[int],
) -> dict[int, int]:
    positions: dict[int, list[int]] = defaultdict(list)
    for j in free_reference:
        for key in keys.reference[reference[j]]:
            positions[key].append(j)
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for i in reversed(free_hypothesis):
        last = -1
        for key in keys.hypothesis[hypothesis[i]]:
            free = positions.get(key, ())
            while free and free[-1] in taken:
                free.pop()
            if free and free[-1] > last:
                last = free[-1]
        if last >= 0:
            partner[i] = last
            taken.add(last)
    return partner
