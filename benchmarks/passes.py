"""A scorer in a process of its own, which scores the same texts whenever it is told to.

    python -m benchmarks.passes SCORER TEXTS [--variant V] [--stages S,...] [--align SEARCH]
                              [--unprepared | --one-by-one] [--at-least SECONDS]
                              [--extension FILE] [--nltk-data FOLDER]

SCORER is ``nltk`` or ``meteorscope``, TEXTS a file of ``corpora.write_corpora``. A line on
standard input starts a pass; a line of JSON on standard output says how it went. The first line
comes when the texts are read, before anything was scored.

Every pass takes texts as they come from a file, tokenises them and leaves one score a segment. With
``--at-least``, a line starts as many passes as take so many seconds together, and what is said is
the mean of these: a pass of some milliseconds alone would mostly tell what another process, whose
turn was before, has left in the caches.
"""

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from benchmarks.corpora import Corpus, read_corpora

KERNEL: Final = "meteor_core._kernel"

_FOREVER: Final = ExitStack()
"""What stays open until the process ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """How one pass over all texts went.

    Attributes:
        seconds: by the clock on the wall.
        processor_seconds: that this process was computing.
        segments: scored.
        proved: of them, with an alignment that is proved optimal; none where nothing is proved.
        proved_scores: of them, whose number of chunks, and so the score, is proved to be the best.
    """

    seconds: float
    processor_seconds: float
    segments: int
    proved: int
    proved_scores: int = 0


Scorer = Callable[[Sequence[Corpus]], tuple[int, int]]
"""Scores all segments; returns how many alignments are proved, and how many scores."""


def main() -> None:
    """Read the texts, then make a pass for every line read."""
    arguments = _arguments()
    corpora = read_corpora(arguments.texts)
    if arguments.extension:
        sys.meta_path.insert(0, KernelFinder(arguments.extension))
    _say({"segments": sum(corpus.segments for corpus in corpora)})
    scorer = _scorer(arguments)
    for _ in sys.stdin:
        _say(asdict(timed(scorer, corpora, arguments.at_least)))


def timed(scorer: Scorer, corpora: Sequence[Corpus], at_least: float) -> Pass:
    """The mean of as many passes as take so many seconds, but of one at least."""
    begin, processor_begin = time.perf_counter(), time.process_time()
    passes, seconds = 0, 0.0
    while not passes or seconds < at_least:
        proved, proved_scores = scorer(corpora)
        passes, seconds = passes + 1, time.perf_counter() - begin
    return Pass(
        seconds=seconds / passes,
        processor_seconds=(time.process_time() - processor_begin) / passes,
        segments=sum(corpus.segments for corpus in corpora),
        proved=proved,
        proved_scores=proved_scores,
    )


class KernelFinder(importlib.abc.MetaPathFinder):
    """Finds the compiled kernel in a file that lies somewhere else than in the package."""

    def __init__(self, extension: Path) -> None:
        """A finder of this file."""
        self._extension = extension

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The kernel; all else is left to other finders."""
        if fullname != KERNEL:
            return None
        return importlib.util.spec_from_file_location(fullname, self._extension)


def _scorer(arguments: argparse.Namespace) -> Scorer:
    if arguments.scorer == "nltk":
        return _nltk(arguments.nltk_data)
    options = {
        "variant": arguments.variant,
        "stages": arguments.stages and arguments.stages.split(","),
        "align": arguments.align,
    }
    if arguments.one_by_one:
        return _one_by_one(options)
    return _meteorscope(options, unprepared=arguments.unprepared)


def _nltk(data: Path) -> Scorer:
    """NLTK's function, with its own reader of WordNet."""
    from nltk.translate.meteor_score import meteor_score

    from tests.core.wordnet_files import nltk_reader

    def score(corpora: Sequence[Corpus]) -> tuple[int, int]:
        for corpus in corpora:
            _ = [
                meteor_score([reference.split()], hypothesis.split(), wordnet=wordnet)
                for hypothesis, reference in corpus.pairs
            ]
        return 0, 0

    wordnet = _FOREVER.enter_context(nltk_reader(data))
    return score


def _meteorscope(options: dict[str, Any], *, unprepared: bool) -> Scorer:
    """References are analysed once a pass for all their systems, or anew for each pair.

    The scorer is made in the first pass, so that its cost is in that pass.
    """
    from meteor_core import Meteor

    meteors: list[Meteor] = []

    def score(corpora: Sequence[Corpus]) -> tuple[int, int]:
        meteor = meteors[0] if meteors else Meteor(**options)
        meteors[:] = [meteor]
        proved = proved_scores = 0
        for corpus in corpora:
            prepared = None if unprepared else meteor.prepare([corpus.references])
            for system in corpus.systems:
                batch = meteor.batch(system, prepared or [corpus.references])
                _ = batch.score.tolist()
                proved += sum(batch.optimal)
                proved_scores += batch.chunk_gap.tolist().count(0)
        if os.environ["METEOR_IMPLEMENTATION"] == "compiled" and KERNEL not in sys.modules:
            raise SystemExit(f"{options}: Python scored what the compiled kernel was to score")
        return proved, proved_scores

    return score


def _one_by_one(options: dict[str, Any]) -> Scorer:
    """Each segment by a call of its own, which gives its alignment too."""
    from meteor_core import Meteor

    meteor = Meteor(**options)

    def score(corpora: Sequence[Corpus]) -> tuple[int, int]:
        proved = proved_scores = 0
        for corpus in corpora:
            for hypothesis, reference in corpus.pairs:
                result = meteor.score(hypothesis, [reference])
                proved += result.optimal
                proved_scores += result.alignment.chunk_gap == 0
        return proved, proved_scores

    return score


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Score the same texts over and over.")
    parser.add_argument("scorer", choices=["nltk", "meteorscope"])
    parser.add_argument("texts", type=Path)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--stages", help="other than the variant's, with commas between them")
    parser.add_argument("--align", help="another search than the variant's")
    parser.add_argument("--unprepared", action="store_true", help="analyse references every time")
    parser.add_argument("--one-by-one", action="store_true", help="Meteor.score instead of batches")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="SECONDS", help="of a turn")
    parser.add_argument("--nltk-data", type=Path, help="holds corpora/wordnet, for nltk")
    parser.add_argument("--extension", type=Path, help="a compiled kernel outside the package")
    return parser.parse_args()


def _say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
