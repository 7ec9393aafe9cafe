"""``--jobs``: how many cores to use."""

import os
import sys

from ..errors import ParameterError


def number_of_jobs(asked: int) -> int:
    """Return how many cores to use, where 0 means all that this process may use.

    Raises:
        ParameterError: the number is negative.
    """
    if asked < 0:
        raise ParameterError(
            f"--jobs is {asked}, but must be a number of cores, or 0 for all of them"
        )
    return asked or _cores()


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))  # those this process may use
    return os.cpu_count() or 1
