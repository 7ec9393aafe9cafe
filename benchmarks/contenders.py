"""What is compared, each in a process of its own, and how one pass of it is timed."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from benchmarks.corpora import Pair
from benchmarks.passes import Pass
from benchmarks.programs import Run, environment, run

_JAVA: Final = ("java", "-Xmx2G", "-XX:ActiveProcessorCount=1", "-jar")
_OPTIONS: Final = ("-l", "en", "-norm", "-m")

TURN: Final = 1.0
"""Seconds that a turn of a warm scorer takes at least, in as many passes as that needs."""

CLASSIC_MODULES: Final = "exact stem synonym"
"""The stages of the variant ``classic``."""


class Contender(Protocol):
    """Scores the texts that it was made for, as often as it is asked to."""

    @property
    def peak_megabytes(self) -> float:
        """The most memory that its process has had at a time."""
        ...

    def run(self) -> Pass:
        """One pass over all texts."""
        ...


class ScorerProcess:
    """A running process of ``benchmarks.passes``."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Wait until it has read its texts."""
        self.pid: Final = process.pid
        self._process = process
        self.segments: Final[int] = self._answer()["segments"]

    @property
    def peak_megabytes(self) -> float:
        """The most memory that its process has had at a time, the texts included."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024

    def run(self) -> Pass:
        """One turn: a pass over all texts, or the mean of several."""
        assert self._process.stdin
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return Pass(**self._answer())

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"a contender ended early: {self._process.args!r}")
        return json.loads(line)


class ColdScorer:
    """A process of ``benchmarks.passes`` for every pass, which is its first and its last."""

    def __init__(self, scorer: str, texts: Path, *options: str, implementation: str) -> None:
        """See ``scorer_process``."""
        self._start = partial(
            scorer_process, scorer, texts, *options, implementation=implementation
        )
        self.peak_megabytes = 0.0

    def run(self) -> Pass:
        """One pass over all texts."""
        with self._start() as process:
            only = process.run()
            self.peak_megabytes = max(self.peak_megabytes, process.peak_megabytes)
        return only


@contextmanager
def scorer_process(
    scorer: str,
    texts: Path,
    *options: str,
    implementation: str = "auto",
    under: Sequence[str] = (),
) -> Iterator[ScorerProcess]:
    """A scorer in a process of its own; see ``benchmarks.passes`` for its arguments.

    Args:
        scorer: ``nltk`` or ``meteorscope``.
        texts: what to score.
        options: more arguments.
        implementation: Meteorscope's, ``compiled`` or ``python``.
        under: a program and its arguments, under which the process runs.
    """
    command = [*under, sys.executable, "-m", "benchmarks.passes", scorer, str(texts), *options]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(implementation),
    ) as process:
        yield ScorerProcess(process)
        # Leaving closes its standard input, which is the end of its work.


@contextmanager
def warm_scorer(
    scorer: str, texts: Path, *options: str, implementation: str = "auto"
) -> Iterator[ScorerProcess]:
    """The same after its first turn, so that it has met all words; every turn is long enough."""
    options = (*options, "--at-least", str(TURN))
    with scorer_process(scorer, texts, *options, implementation=implementation) as process:
        process.run()
        yield process


class JavaMeteor:
    """METEOR 1.5, as a program on files."""

    def __init__(
        self, jar: Path, pairs: Sequence[Pair], folder: Path, modules: str = CLASSIC_MODULES
    ) -> None:
        """Write the texts once, and once more after themselves; both folders are new."""
        self._jar = jar
        self._modules = modules
        self._segments = len(pairs)
        self.command_once: Final = self._command(write_sides(folder / "once", pairs))
        self._twice = write_sides(folder / "twice", [*pairs, *pairs])
        self.programs: list[Run] = []
        """Each run over the texts once, from start to end."""

    def run(self) -> Pass:
        """Twice the texts less once the texts: neither start-up nor warming up is in it."""
        once, twice = run(self.command_once), run(self._command(self._twice))
        self.programs.append(once)
        return Pass(
            seconds=twice.seconds - once.seconds,
            processor_seconds=twice.processor_seconds - once.processor_seconds,
            segments=self._segments,
            proved=0,
        )

    @property
    def peak_megabytes(self) -> float:
        """The most memory that a run over the texts once has had at a time."""
        return max(program.peak_megabytes for program in self.programs)

    def _command(self, files: Sequence[str]) -> list[str]:
        """The program, which prints a score for each segment of a file of hypotheses."""
        return [*_JAVA, str(self._jar), *files, *_OPTIONS, self._modules]


def installed_jar() -> Path | None:
    """METEOR 1.5's program in the package pycocoevalcap, where that is installed."""
    found = importlib.util.find_spec("pycocoevalcap")
    folders = [] if found is None else found.submodule_search_locations or []
    jars = [Path(folder) / "meteor" / "meteor-1.5.jar" for folder in folders]
    return next((jar for jar in jars if jar.is_file()), None)


def write_sides(folder: Path, pairs: Iterable[Pair]) -> list[str]:
    """Write hypotheses and references to two files of a new folder."""
    folder.mkdir(parents=True)
    files = [folder / "hypotheses", folder / "references"]
    with (
        files[0].open("w", encoding="utf-8") as hypotheses,
        files[1].open("w", encoding="utf-8") as references,
    ):
        for hypothesis, reference in pairs:
            hypotheses.write(hypothesis + "\n")
            references.write(reference + "\n")
    return [str(file) for file in files]
