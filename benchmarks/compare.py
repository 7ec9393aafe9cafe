"""Segments a second: Meteorscope, NLTK and METEOR 1.5, side by side in one run.

    python benchmarks/compare.py [--data FOLDER] [--meteor-jar meteor-1.5.jar] [--repeats N]

The folder holds ``hyp.SYSTEM.en`` and ``ref.A.en``, line-aligned; without one the examples of
the repository are used, which is enough to see that the program works and too little to
measure. All contenders run on one core, in turn, on all systems' lines, after one pass that
warms their caches; a figure is the median of the repeats. Tokenisation is included. METEOR 1.5
is timed without its start-up: the time for all lines twice less the time for all lines once.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from nltk.translate.meteor_score import meteor_score

from meteor_core import Meteor
from meteor_core.line_files import read_segments
from tests.core.wordnet_files import nltk_reader, write_dictionary

ROOT = Path(__file__).parents[1]
REAL_DATA = ROOT.parent / "shared" / "data" / "wmt21" / "cs-en"

Pairs = list[tuple[str, str]]


class Contender(NamedTuple):
    """Something that scores pairs; returns the seconds it took."""

    name: str
    seconds: Callable[[Pairs], float]


def main() -> None:
    """Measure and print the table of docs/performance.md."""
    arguments = _arguments()
    pairs = _read_pairs(arguments.data)
    with _nltk() as nltk_contender:
        contenders = [
            nltk_contender,
            _meteorscope("Meteorscope, `nltk`", "nltk"),
            _meteorscope("Meteorscope, `classic` (optimal)", "classic"),
            _meteorscope("Meteorscope, `banerjee-lavie-2005`", "banerjee-lavie-2005"),
        ]
        if arguments.meteor_jar:
            contenders.append(Contender("METEOR 1.5 (Java)", _Java(arguments.meteor_jar).seconds))
        rates = _measure(contenders, pairs, arguments.repeats)
    _print(rates, pairs)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the speed of METEOR programs.")
    default = REAL_DATA if REAL_DATA.is_dir() else None
    parser.add_argument("--data", type=Path, default=default, help="hyp.*.en and ref.A.en")
    parser.add_argument("--meteor-jar", type=Path, help="meteor-1.5.jar, to run it as well")
    parser.add_argument("--repeats", type=int, default=5)
    return parser.parse_args()


def _read_pairs(folder: Path | None) -> Pairs:
    if folder is None:
        examples = ROOT / "examples"
        hypotheses = [examples / "city-news.hyp.en"]
        reference = examples / "city-news.ref.en"
    else:
        hypotheses = sorted(folder.glob("hyp.*.en"))
        reference = folder / "ref.A.en"
    references = list(read_segments(str(reference)))
    return [
        pair
        for file in hypotheses
        for pair in zip(read_segments(str(file)), references, strict=True)
    ]


@contextmanager
def _nltk() -> Iterator[Contender]:
    """NLTK's function with the WordNet that the package embeds, in NLTK's own reader."""
    with tempfile.TemporaryDirectory() as folder:
        write_dictionary(Path(folder) / "corpora/wordnet")
        with nltk_reader(Path(folder)) as wordnet:

            def seconds(pairs: Pairs) -> float:
                start = time.perf_counter()
                for hypothesis, reference in pairs:
                    meteor_score([reference.split()], hypothesis.split(), wordnet=wordnet)
                return time.perf_counter() - start

            yield Contender("NLTK 3.10.4 `meteor_score`", seconds)


def _meteorscope(name: str, variant: str) -> Contender:
    meteor = Meteor(variant)

    def seconds(pairs: Pairs) -> float:
        start = time.perf_counter()
        for hypothesis, reference in pairs:
            meteor.score(hypothesis, [reference])
        return time.perf_counter() - start

    return Contender(name, seconds)


class _Java:
    """METEOR 1.5 with the modules exact, stem and synonym, as a program on files."""

    def __init__(self, jar: Path) -> None:
        self._jar = jar

    def seconds(self, pairs: Pairs) -> float:
        return self._run(pairs * 2) - self._run(pairs)

    def _run(self, pairs: Pairs) -> float:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for side, file in enumerate(("hyp", "ref")):
                lines = "".join(pair[side] + "\n" for pair in pairs)
                (folder / file).write_text(lines, encoding="utf-8")
            command = ["java", "-Xmx2G", "-XX:ActiveProcessorCount=1", "-jar", str(self._jar)]
            command += [str(folder / "hyp"), str(folder / "ref"), "-l", "en", "-norm", "-q"]
            command += ["-m", "exact stem synonym"]
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            return time.perf_counter() - start


def _measure(contenders: list[Contender], pairs: Pairs, repeats: int) -> dict[str, float]:
    for contender in contenders:
        if "Java" not in contender.name:  # nothing of it stays warm between runs
            contender.seconds(pairs)
    seconds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for number in range(repeats):
        for contender in contenders:
            print(f"repeat {number + 1}: {contender.name}", file=sys.stderr)
            seconds[contender.name].append(contender.seconds(pairs))
    return {name: len(pairs) / statistics.median(taken) for name, taken in seconds.items()}


def _print(rates: dict[str, float], pairs: Pairs) -> None:
    baseline = next(iter(rates.values()))
    print(f"{len(pairs):,} segments")
    print()
    print("| program | segments a second | against NLTK |")
    print("|---|---|---|")
    for name, rate in rates.items():
        print(f"| {name} | {rate:,.0f} | {rate / baseline:.2f} |")
    meteor = Meteor()
    corpus = meteor.corpus([pair[0] for pair in pairs], [[pair[1] for pair in pairs]])
    print()
    print(f"Proved optimal by `classic`: {corpus.statistics.proved_segments:,} of {len(pairs):,}")


if __name__ == "__main__":
    main()
