"""The order in which Java's tables list their keys: the program prints systems in it.

It also decides which of two references with equal scores is taken, and the order of warnings.
"""

from collections.abc import Iterable
from typing import Final

from ...meteor15.java_strings import java_hash

_HASHTABLE_CAPACITY: Final = 11
_HASH_SET_CAPACITY: Final = 16


def hashtable_order(keys: Iterable[str]) -> list[str]:
    """The keys of a ``java.util.Hashtable``, into which they were put in the given order.

    The table lists its buckets from the last to the first, and a bucket from the newest key to
    the oldest. Where three quarters of the buckets' number are in it, twice the number and one
    are made before the next key, and the keys go over in the order of the list.
    """
    buckets: list[list[str]] = [[] for _ in range(_HASHTABLE_CAPACITY)]
    for count, key in enumerate(dict.fromkeys(keys)):
        if count >= int(len(buckets) * 0.75):
            buckets = _rehashed(buckets)
        _put(buckets, key)
    return _listed(buckets)


def hash_set_order(keys: Iterable[str]) -> list[str]:
    """The elements of a ``java.util.HashSet``, to which they were added in the given order.

    It lists its buckets from the first to the last, each from the oldest element to the newest.
    Buckets of eight or more, which Java makes trees, are not thought of.
    """
    elements = list(dict.fromkeys(keys))
    capacity = _HASH_SET_CAPACITY
    while len(elements) > capacity * 3 // 4:
        capacity *= 2
    return sorted(elements, key=lambda element: _spread(java_hash(element)) & (capacity - 1))


def _spread(code: int) -> int:
    unsigned = code & 0xFFFFFFFF
    return unsigned ^ (unsigned >> 16)


def _rehashed(buckets: list[list[str]]) -> list[list[str]]:
    larger: list[list[str]] = [[] for _ in range(2 * len(buckets) + 1)]
    for key in _listed(buckets):
        _put(larger, key)
    return larger


def _put(buckets: list[list[str]], key: str) -> None:
    buckets[(java_hash(key) & 0x7FFFFFFF) % len(buckets)].append(key)


def _listed(buckets: list[list[str]]) -> list[str]:
    return [key for bucket in reversed(buckets) for key in reversed(bucket)]
