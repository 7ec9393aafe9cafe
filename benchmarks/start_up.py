"""From nothing to a first score: how long programs take before they do any work."""

import statistics
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from benchmarks.contenders import JavaMeteor
from benchmarks.programs import METEORSCOPE, on_cores, run
from benchmarks.setting import Setting
from benchmarks.tables import table

RUNS: Final = 20
RUNS_OF_JAVA: Final = 3
PAIR: Final = ("We danced with glee", "We danced with joy")

_NLTK: Final = """
import sys
from pathlib import Path
from nltk.translate.meteor_score import meteor_score
from tests.core.wordnet_files import nltk_reader
with nltk_reader(Path(sys.argv[1])) as wordnet:
    meteor_score([sys.argv[3].split()], sys.argv[2].split(), wordnet=wordnet)
"""
_FIRST_SCORE: Final = """
import sys
from meteor_core import Meteor
Meteor().score(sys.argv[1], [sys.argv[2]])
"""


class Start(NamedTuple):
    """A short program."""

    name: str
    command: list[str]
    implementation: str = "auto"
    runs: int = RUNS


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    header = ("program", "median of", "seconds", "peak memory")
    with on_cores(1):
        return table(header, [_row(setting, start) for start in _starts(setting)])


def _starts(setting: Setting) -> Iterator[Start]:
    python = sys.executable
    yield Start("`python -c pass`", [python, "-c", "pass"])
    for name in setting.implementations:
        program = f"Meteorscope, {name}"
        yield Start(f"{program}: `import meteor_core`", [python, "-c", "import meteor_core"], name)
        yield Start(f"{program}: `meteorscope --version`", [METEORSCOPE, "--version"], name)
        yield Start(f"{program}: one segment", [python, "-c", _FIRST_SCORE, *PAIR], name)
    yield Start("NLTK: one segment", [python, "-c", _NLTK, setting.nltk_data, *PAIR])
    if setting.jar:
        folder = setting.folder / "one segment"
        folder.mkdir()
        java = JavaMeteor(setting.jar, [PAIR], folder)
        yield Start("METEOR 1.5 (Java): one segment", java.command_once, runs=RUNS_OF_JAVA)


def _row(setting: Setting, start: Start) -> list[str]:
    print(f"start-up: {start.name}", file=sys.stderr)
    run(start.command, implementation=start.implementation)  # so that files are in memory
    runs = [run(start.command, implementation=start.implementation) for _ in range(start.runs)]
    memory = statistics.median(each.peak_megabytes for each in runs)
    return [start.name, f"{start.runs}", f"{setting.seconds(runs):.3f}", f"{memory:,.0f} MB"]
