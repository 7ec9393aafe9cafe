"""Segments that take so long that what happens meanwhile can be seen."""

import random
from typing import Final

from tests.core.implementations import KERNEL_IS_THERE

_SLOW_IN_PYTHON: Final = " ".join(f"a b c {word}" for word in "uvwxyz")


def slow_segments(count: int) -> tuple[list[str], list[str]]:
    """Hypotheses and references, all different; some milliseconds each."""
    if KERNEL_IS_THERE:  # two words at random: the search uses up its budget
        hypothesis, reference = (" ".join(random.Random(n).choices("ab", k=60)) for n in (1, 2))
    else:
        hypothesis, reference = _SLOW_IN_PYTHON, _SLOW_IN_PYTHON[::-1]
    return (
        [f"{hypothesis} {number}" for number in range(count)],
        [f"{number} {reference}" for number in range(count)],
    )
