"""Compute chrF: the share of character n-grams that a text has in common with its reference.

It is chrF2 (Popović, 2015) as sacrebleu computes it by default: white space is ignored, letter case
is not, and recall weighs twice as much as precision. Counts and scores equal sacrebleu's (2.6.0)
bit for bit, which tests check.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import commonprefix
from typing import Final

_ORDERS: Final = range(1, 7)
_RECALL_WEIGHT: Final = 2**2


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedNgrams:
    """Numbers of n-grams of one pair of texts, or of many: a number for each length from 1.

    Attributes:
        hypothesis: n-grams of the hypothesis; 0 if the reference is shorter.
        reference: n-grams of the reference.
        shared: n-grams in common.
    """

    hypothesis: tuple[int, ...] = (0,) * len(_ORDERS)
    reference: tuple[int, ...] = (0,) * len(_ORDERS)
    shared: tuple[int, ...] = (0,) * len(_ORDERS)

    @property
    def score(self) -> float:
        """Return the chrF score, from 0 to 100, as sacrebleu does."""
        orders = 0
        precision = recall = 0.0
        for given, wanted, shared in zip(self.hypothesis, self.reference, self.shared, strict=True):
            if given and wanted:
                precision += shared / given
                recall += shared / wanted
                orders += 1
        if orders:
            precision /= orders
            recall /= orders
        if not precision + recall:
            return 0.0
        score = (1 + _RECALL_WEIGHT) * precision * recall
        score /= _RECALL_WEIGHT * precision + recall
        return 100 * score

    def __add__(self, other: "SharedNgrams") -> "SharedNgrams":
        """Add the numbers of both."""
        return SharedNgrams(
            hypothesis=_added(self.hypothesis, other.hypothesis),
            reference=_added(self.reference, other.reference),
            shared=_added(self.shared, other.shared),
        )


def shared_ngrams(hypothesis: str, reference: str) -> SharedNgrams:
    """Count the n-grams of characters that a hypothesis shares with its reference."""
    given, wanted = "".join(hypothesis.split()), "".join(reference.split())
    has = tuple(max(0, len(wanted) - order + 1) for order in _ORDERS)
    if given == wanted:
        return SharedNgrams(hypothesis=has, reference=has, shared=has)
    return SharedNgrams(
        hypothesis=tuple(
            max(0, len(given) - order + 1) if there else 0
            for order, there in zip(_ORDERS, has, strict=True)
        ),
        reference=has,
        shared=_shared_of_orders(given, wanted),
    )


def _shared_of_orders(given: str, wanted: str) -> tuple[int, ...]:
    """Count shared n-grams, without counting those of a common prefix and suffix.

    The rest is counted; adding the same n-grams to both sides adds as many shared ones.
    """
    begin = _common(given, wanted)
    most = min(len(given), len(wanted)) - begin
    end = min(most, _common(given[::-1], wanted[::-1]))
    shared = []
    for order in _ORDERS:
        before, after = max(0, begin - order + 1), max(0, end - order + 1)
        middle = given[before : len(given) - after], wanted[before : len(wanted) - after]
        shared.append(before + after + _shared(middle[0], middle[1], order))
    return tuple(shared)


def _common(first: str, second: str) -> int:
    return len(commonprefix((first, second)))  # noqa: RUF071  # characters are meant


def _shared(given: str, wanted: str, order: int) -> int:
    first, second = _ngrams(given, order), _ngrams(wanted, order)
    if len(first) > len(second):
        first, second = second, first
    return sum(min(first[ngram], second[ngram]) for ngram in first.keys() & second.keys())


def _ngrams(text: str, order: int) -> Counter[str]:
    return Counter([text[start : start + order] for start in range(len(text) - order + 1)])


def _added(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(int.__add__, first, second))
