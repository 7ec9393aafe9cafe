"""How many real segments are proved optimal, and how long the hardest segments take.

    python benchmarks/proofs.py [--data FOLDER]

The folder holds folders of ``hyp.SYSTEM.LANG`` and ``ref.NAME.LANG``, line-aligned, at any depth.
Every system is scored against every reference by variant ``classic``. The adversarial segments
below need no data.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

from meteor_core import Meteor
from meteor_core.text.line_files import read_segments

REAL_DATA = Path(__file__).parents[2] / "shared" / "data"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Count proofs of optimality.")
    parser.add_argument("--data", type=Path, default=REAL_DATA)
    arguments = parser.parse_args()
    if arguments.data.is_dir():
        print_proofs(arguments.data)
    print_adversarial()


def print_proofs(data: Path) -> None:
    """Segments and proofs by folder."""
    print("| data | segments | alignments proved | share | scores proved |")
    print("|---|---|---|---|---|")
    all_segments = all_proved = all_scores = 0
    for folder in sorted({path.parent for path in data.rglob("ref.*")}):
        segments = proved = scores = 0
        for corpus in scored(folder):
            segments, proved = segments + corpus[0], proved + corpus[1]
            scores += corpus[2]
        name = folder.relative_to(data)
        print(
            f"| {name} | {segments:,} | {proved:,} | {proved / segments:.3%} | {scores:,} |",
            flush=True,
        )
        all_segments, all_proved = all_segments + segments, all_proved + proved
        all_scores += scores
    share = all_proved / all_segments
    print(f"| all | {all_segments:,} | {all_proved:,} | {share:.3%} | {all_scores:,} |\n")


def scored(folder: Path) -> Iterator[tuple[int, int, int]]:
    """Segments, and proofs of alignments and of scores, of each system against each reference."""
    for reference in sorted(folder.glob("ref.*")):
        meteor = Meteor("classic", reference.suffix[1:])
        references = list(read_segments(str(reference)))
        for hypothesis in sorted(folder.glob(f"hyp.*{reference.suffix}")):
            batch = meteor.batch(list(read_segments(str(hypothesis))), [references])
            yield len(batch), sum(batch.optimal), sum(gap == 0 for gap in batch.chunk_gap)


def print_adversarial() -> None:
    """Seconds for segments that are made to be hard."""
    meteor = Meteor()
    print("| segment | words a side | seconds | chunks | proved | chunks from the optimum |")
    print("|---|---|---|---|---|---|")
    for name, hypothesis, reference in adversarial():
        start = time.perf_counter()
        result = meteor.score(hypothesis, [reference])
        seconds = time.perf_counter() - start
        words, proved = result.hypothesis_length, "yes" if result.optimal else "no"
        gap = f"at most {result.alignment.chunk_gap:,}" if result.alignment.chunk_gap else "0"
        print(f"| {name} | {words:,} | {seconds:.2f} | {result.chunks:,} | {proved} | {gap} |")


def adversarial() -> Iterator[tuple[str, str, str]]:
    """Name, hypothesis and reference."""
    rng = random.Random(1)

    def words(count: int, kinds: int) -> str:
        return " ".join(f"w{rng.randrange(kinds)}" for _ in range(count))

    def zipf(count: int) -> str:
        return " ".join(f"w{int(rng.paretovariate(0.7)) % 5000}" for _ in range(count))

    yield "one word", "a " * 500, "a " * 500
    yield "a b a b ... against b a b a ...", "a b " * 250, "b a " * 250
    yield "a a b b ... against a b a b ...", "a a b b " * 125, "a b " * 250
    yield "two words at random", words(60, 2), words(60, 2)
    yield "ten words at random", words(500, 10), words(500, 10)
    yield "as frequent as in a language", zipf(500), zipf(500)
    yield "as frequent as in a language", zipf(5000), zipf(5000)
    yield "a hundred words at random", words(5000, 100), words(5000, 100)


if __name__ == "__main__":
    main()
