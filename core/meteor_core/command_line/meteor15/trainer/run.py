"""A run of the Trainer, from its options to what it prints."""

import sys
from collections.abc import Iterator
from itertools import islice, product
from typing import Final

import numpy as np

from ....meteor15.eval_statistics import EvalStatistics
from ....meteor15.java_strings import java_double
from ....meteor15.trainer.grid import Grid
from ....meteor15.trainer.objectives import (
    Objective,
    RankConsistency,
    Spearman,
    WeightedPearson,
)
from ....meteor15.trainer.scores import Floats
from ....meteor15.trainer.sweep import Slab, Trained, best, expected_seconds, sweep
from ...progress import show_progress
from .data import read_judgements, read_ratings
from .options import TrainerOptions

_LONG: Final = 120
"""Seconds from which on it is said how long the work will take."""

_SECONDS_PER_LINE: Final = 4e-7


def run_trainer(options: TrainerOptions) -> None:
    """Do what the program's Trainer does with these options.

    Raises:
        ParameterError: an option's value is unknown.
        ResourceError: METEOR 1.5's files are not there.
        InputError: a file cannot be read, or there is nothing to learn from.
    """
    statistics, objective = _learned_from(options)
    grid = options.grid
    _tell_time(statistics, objective, options)
    hidden = options.only is None and sys.stdout.isatty()  # where lines are on their way
    with show_progress(len(grid), hidden=hidden, unit="settings") as progress:
        slabs = sweep(statistics, objective, grid, jobs=options.jobs, advance=progress.advance)
        if options.only is None:
            for slab in slabs:
                _print(slab, grid)
        else:
            found = best(grid, slabs, lowest=options.only == "lowest")
            sys.stdout.write(_line(found))


def _learned_from(options: TrainerOptions) -> tuple[list[EvalStatistics], Objective]:
    if options.task == "rank":
        judged = read_judgements(options)
        return judged.statistics, RankConsistency(judged.judgements, options.epsilon)
    rated = read_ratings(options)
    if options.task == "spearman":
        return rated.statistics, Spearman(rated.ratings)
    weights = [each.reference_length for each in rated.statistics]
    return rated.statistics, WeightedPearson(rated.ratings, weights)


def _tell_time(
    statistics: list[EvalStatistics], objective: Objective, options: TrainerOptions
) -> None:
    seconds = expected_seconds(statistics, objective, options.grid, jobs=options.jobs)
    if options.only is None:
        seconds += len(options.grid) * _SECONDS_PER_LINE
    if seconds >= _LONG:
        print(
            f"{len(options.grid):,} settings of {len(statistics):,} segments: {_time(seconds)}",
            file=sys.stderr,
        )


def _time(seconds: float) -> str:
    if seconds < 2 * 3600:
        return f"about {seconds / 60:.0f} minutes"
    return f"about {seconds / 3600:.0f} hours"


def _print(slab: Slab, grid: Grid) -> None:
    alpha = _shown(slab.alpha)
    for (beta, gamma), values in zip(slab.pairs, slab.values, strict=True):
        start = f" {alpha} {_shown(beta)} {_shown(gamma)} "
        inner = islice(_inner(grid), slab.inner.start, slab.inner.stop)
        lines = zip(_doubles(values), inner, strict=True)
        sys.stdout.write("".join([f"{value}{start}{rest}\n" for value, rest in lines]))


def _inner(grid: Grid) -> Iterator[str]:
    return map(" ".join, product(*([_shown(value) for value in axis] for axis in grid.inner)))


def _doubles(values: Floats) -> Iterator[str]:
    """Each as Java prints it, which nearly always is as Python does."""
    sizes = np.abs(values)
    if np.all((sizes == 0) | ((sizes >= 1e-3) & (sizes < 1e7))):
        return map(repr, values.tolist())
    return map(java_double, values.tolist())


def _line(found: Trained) -> str:
    setting = (found.alpha, found.beta, found.gamma, found.delta, *found.weights)
    return f"{java_double(found.value)} {' '.join(map(_shown, setting))}\n"


def _shown(number: float) -> str:
    return f"{number:.2f}"
