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
from benchmarks.tables import table, times

SIZES: Final = (1_000, 10_000, 100_000, 1_000_000)
LARGEST_FOR_PYTHON: Final = 100_000
_REPEATED: Final = {"compiled": 100_000, "python": 20_000}
"""Segments up to which a run is repeated; a longer one is its own mean."""


class Way(NamedTuple):
    """A way to run the program.

    Attributes:
        name: in the table.
        options: more arguments.
        cores: how many it may use.
        implementation: compiled or python.
        against: name of a way before it, which a column says how many times faster it is than.
    """

    name: str
    options: tuple[str, ...]
    cores: int
    implementation: str
    against: str = ""


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    pairs = all_pairs(setting.corpora)
    ways = list(_ways(setting))
    header = [["segments"], *map(_header, ways)]
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
            yield Way(f"{name}, `--jobs 2`", ("--jobs", "2"), 2, name, against=name)
            yield Way(f"{name}, `--segments --format tsv`", _EACH, 1, name)


_EACH: Final = ("--segments", "--format", "tsv")


def _header(way: Way) -> list[str]:
    against = [f"against {way.against}"] if way.against else []
    return [f"{way.name}, a second", *against, "peak memory"]


def _row(
    setting: Setting, ways: list[Way], name: str, pairs: Iterator[Pair] | list[Pair], size: int
) -> list[str]:
    """Run all ways in turn, round after round, so that those compared have the same machine."""
    files = write_sides(setting.folder / f"{name} as files", pairs)
    runs: dict[str, list[Run]] = {way.name: [] for way in ways}
    for number in range(setting.rounds):
        for way in ways:
            if size <= _REPEATED[way.implementation] or (number == 0 and _can_take(way, size)):
                print(f"{size:,} segments, round {number + 1}: {way.name}", file=sys.stderr)
                runs[way.name].append(_run(way, files))
    for file in files:
        Path(file).unlink()
    return [name, *chain.from_iterable(_cells(way, runs, size) for way in ways)]


def _can_take(way: Way, size: int) -> bool:
    return way.implementation == "compiled" or size <= LARGEST_FOR_PYTHON


def _cells(way: Way, runs: dict[str, list[Run]], size: int) -> list[str]:
    own = runs[way.name]
    if not own:
        return ["–"] * len(_header(way))
    peak = max(each.peak_megabytes for each in own)
    rate = size / statistics.median(each.seconds for each in own)
    against = [times(_best(runs[way.against]) / _best(own))] if way.against else []
    return [f"{rate:,.0f}", *against, f"{peak:,.0f} MB"]


def _best(runs: list[Run]) -> float:
    """The seconds of the run that others disturbed least."""
    return min(each.seconds for each in runs)


def _run(way: Way, files: list[str]) -> Run:
    command = [METEORSCOPE, "score", *files, *way.options]
    with on_cores(way.cores):
        return run(command, implementation=way.implementation)
