"""The number of cores that a subcommand uses."""

import argparse
import os
import sys

from ..errors import ParameterError


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the number of cores to use."""
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="cores to use, 0 for all of them (default 1); results are the same",
    )


def asked_jobs(arguments: argparse.Namespace) -> int:
    """Return how many blocks to score at the same time.

    Raises:
        ParameterError: the number is negative.
    """
    asked: int = arguments.jobs
    if asked < 0:
        raise ParameterError(
            f"--jobs is {asked}, but must be a number of cores, or 0 for all of them"
        )
    return asked or _cores()


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))  # those this process may use
    return os.cpu_count() or 1
