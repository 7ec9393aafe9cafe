"""``meteorscope score`` as a whole program, on files of a thousand to a million segments.

Every line of the files is a real one, over and over, with two more words: one that stands in no
other line, and one that stands in this line and its partner only. So the vocabulary grows with
the file, as it does in a corpus, and faster. Times are by the clock on the wall, since threads
share the work.
"""

import statistics
import sys
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.contenders import write_sides
from benchmarks.corpora import Pair, all_pairs
from benchmarks.programs import METEORSCOPE, Run, on_cores, run
from benchmarks.setting import Setting
from benchmarks.tables import table

SIZES: Final = (1_000, 10_000, 100_000, 1_000_000)
LARGEST_FOR_PYTHON: Final = 100_000
_QUICK: Final = 20_000
"""Segments up to which a run is repeated; a longer one is its own mean."""


class Way(NamedTuple):
    """A way to run the program."""

    name: str
    options: tuple[str, ...]
    cores: int
    implementation: str


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    pairs = all_pairs(setting.corpora)
    ways = list(_ways(setting))
    header = [["segments"], *([f"{way.name}, a second", "peak memory"] for way in ways)]
    rows = [
        _row(setting, ways, f"{len(pairs):,} as they are", pairs, len(pairs)),
        *(
            _row(setting, ways, f"{size:,}", with_new_words(pairs, size), size)
            for size in setting.sizes
        ),
    ]
    return table(list(chain.from_iterable(header)), rows)


def with_new_words(pairs: list[Pair], size: int) -> Iterator[Pair]:
    """Real pairs over and over, with two words each that no other pair has."""
    for number, (hypothesis, reference) in enumerate(islice(cycle(pairs), size)):
        yield f"{hypothesis} hyp{number} x{number}", f"{reference} ref{number} x{number}"


def _ways(setting: Setting) -> Iterator[Way]:
    for name in setting.implementations:
        yield Way(f"{name}", (), 1, name)
        if name == setting.implementations[0]:
            yield Way(f"{name}, `--jobs 2`", ("--jobs", "2"), 2, name)
            yield Way(f"{name}, `--segments --format tsv`", _EACH, 1, name)


_EACH: Final = ("--segments", "--format", "tsv")


def _row(
    setting: Setting, ways: list[Way], name: str, pairs: Iterator[Pair] | list[Pair], size: int
) -> list[str]:
    files = write_sides(setting.folder / f"{name} as files", pairs)
    cells = [[name], *(_cells(setting, way, files, size) for way in ways)]
    for file in files:
        Path(file).unlink()
    return list(chain.from_iterable(cells))


def _cells(setting: Setting, way: Way, files: list[str], size: int) -> list[str]:
    if way.implementation == "python" and size > LARGEST_FOR_PYTHON:
        return ["–", "–"]
    print(f"{size:,} segments: {way.name}", file=sys.stderr)
    rounds = setting.rounds if size <= _QUICK else 1
    with on_cores(way.cores):
        runs = [_run(way, files) for _ in range(rounds)]
    peak = max(each.peak_megabytes for each in runs)
    seconds = statistics.median(each.seconds for each in runs)
    return [f"{size / seconds:,.0f}", f"{peak:,.0f} MB"]


def _run(way: Way, files: list[str]) -> Run:
    command = [METEORSCOPE, "score", *files, *way.options]
    return run(command, implementation=way.implementation)
