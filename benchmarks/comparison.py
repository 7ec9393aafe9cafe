"""How long tests of systems take, beside sacrebleu's on the same counts.

    python -m benchmarks.comparison [--systems 13] [--segments 1000] [--data FOLDER]

Real outputs of WMT21 from Chinese into English against one reference. Where there are fewer systems
than asked for, more are made, each of segments of the others, drawn at random. Both sides get the
counts of METEOR, BLEU, chrF and TER ready-made, and make 1,000 bootstrap samples and 10,000
shufflings. sacrebleu's ``PairedTest`` tests each system against the first, ours all pairs.
Printed, in Markdown: seconds of either, and of the whole of ``compare_systems`` with the counting.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from sacrebleu.metrics.base import Signature
from sacrebleu.significance import PairedTest

from benchmarks.corpora import REAL_DATA
from benchmarks.tables import table, times
from meteor_core import Meteor, Statistics, measure
from meteor_core.analysis.all_pairs import Resampling, SystemCounts, compare_all
from meteor_core.comparison.comparison import compare_systems
from meteor_core.comparison.meteor_counts import count_meteor
from meteor_core.comparison.surface_counts import SURFACE_METRICS, count_surface
from meteor_core.comparison.texts import ComparedTexts, compared_texts

RUNS: Final = 3
RESAMPLING: Final = Resampling(seed=12345)


class Counted:
    """A metric for sacrebleu whose segments are rows of counts already."""

    def __init__(self, name: str, score: Callable[[Sequence[float]], float]) -> None:
        """Take what computes a score from a sum of rows."""
        self._name = name
        self._score = score

    def _extract_corpus_statistics(self, hypotheses: Any, references: Any) -> Any:
        return hypotheses

    def _compute_score_from_stats(self, sums: Any) -> SimpleNamespace:
        return SimpleNamespace(name=self._name, score=self._score(sums))

    def _aggregate_and_compute(self, rows: Any) -> SimpleNamespace:
        sums = rows[0] if len(rows) == 1 else [sum(column) for column in zip(*rows, strict=True)]
        return self._compute_score_from_stats(sums)

    def get_signature(self) -> Signature:
        """Return nothing of interest."""
        return Signature({"num_refs": 1})


def texts(data: Path, systems: int, segments: int) -> ComparedTexts:
    """Return so many systems, some of them made of the others."""
    folder = data / "mqm21" / "zh-en"
    rows = slice(0, segments)

    def lines(file: Path) -> list[str]:
        return file.read_text(encoding="utf-8").splitlines()[rows]

    found = {file.name: lines(file) for file in sorted(folder.glob("hyp.*.en"))[:systems]}
    dice = random.Random(1)
    real = list(found.values())
    for number in range(systems - len(found)):
        found[f"mixed {number + 1}"] = [dice.choice(each) for each in zip(*real, strict=True)]
    return compared_texts(found, [lines(folder / "ref.A.en")])


def counted(name: str, compared: ComparedTexts) -> tuple[SystemCounts, Counted]:
    """Return a metric's counts, and what sacrebleu computes scores from them with."""
    if name == "METEOR":
        meteor = Meteor()
        parameters = meteor.configuration.parameters

        def score(sums: Sequence[float]) -> float:
            return measure(Statistics.of_counts(list(map(int, sums)), segments=0), parameters).score

        return count_meteor(meteor, compared).tested(), Counted(name, score)
    metric = SURFACE_METRICS[name]
    counts, _ = count_surface(
        metric, list(compared.systems.values()), compared.references, language="en"
    )
    its_own: Any = metric.make("en")
    return SystemCounts(counts=counts, score=metric.score), Counted(
        name,
        lambda sums: float(its_own._compute_score_from_stats(sums).score),  # noqa: SLF001
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--systems", type=int, default=13)
    parser.add_argument("--segments", type=int, default=1000)
    parser.add_argument("--data", type=Path, default=REAL_DATA)
    asked = parser.parse_args()
    compared = texts(asked.data, asked.systems, asked.segments)
    rows = []
    for name in ("METEOR", "BLEU", "chrF", "TER"):
        counts, metric = counted(name, compared)
        ours = min(_seconds(lambda c=counts: compare_all({"": c}, RESAMPLING)) for _ in range(RUNS))  # type: ignore[misc]
        found = compare_all({name: counts}, RESAMPLING)[name]
        whole = np.ascontiguousarray(counts.counts.swapaxes(0, 1))
        named = [
            (system, [list(map(int, row)) for row in whole[place].tolist()])
            for place, system in enumerate(compared.systems)
        ]
        results: dict[str, Any] = {}
        theirs = 0.0
        for test in ("bs", "ar"):

            def run(test: str = test) -> None:
                _, results[test] = PairedTest(named, {name: metric}, None, test_type=test)()  # type: ignore[dict-item, arg-type]  # noqa: B023

            theirs += _seconds(run)
        equal = all(
            (pair.bootstrap, pair.randomisation)
            == tuple(results[test][name][pair.right].p_value for test in ("bs", "ar"))
            for pair in found.pairs
            if pair.left == 0
        )
        rows.append(
            (
                name,
                f"{theirs:.2f} s",
                f"{ours:.2f} s",
                times(theirs / ours),
                "the same" if equal else "DIFFERENT",
            )
        )
    pairs = asked.systems * (asked.systems - 1) // 2
    heads = (
        "counts of",
        f"sacrebleu, {asked.systems - 1} pairs",
        f"Meteorscope, {pairs} pairs",
        "faster",
        "p-values of sacrebleu's pairs",
    )
    print(table(heads, rows))
    whole_seconds = min(
        _seconds(lambda: compare_systems(compared, resampling=RESAMPLING)) for _ in range(RUNS)
    )
    print(
        f"\n`compare_systems` with METEOR, from {asked.systems * asked.segments:,} texts to the "
        f"tests of all pairs: {whole_seconds:.2f} s."
    )


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
