"""Compiled kernels that take turns: what a change of the kernel brings, on a busy machine too.

    python -m benchmarks.turns BEFORE.so AFTER.so ... [--rounds 8] [--every N] [--tokens N]
                               [-- OPTIONS]

``make kernel`` leaves the kernel in ``core/meteor_core``; copies of it, before and after a change,
are what is compared. OPTIONS are those of ``benchmarks.passes``, such as ``--variant meteor-1.5``.
Texts are those of ``benchmarks/compare.py``, or paragraphs of ``--tokens`` tokens a side.

All kernels are loaded by the Python of this checkout and by processes of their own, on one core.
What is printed is processor time: the least is what the machine disturbed least.
"""

import argparse
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.contenders import warm_scorer
from benchmarks.corpora import all_pairs, english_corpora, every, write_corpora
from benchmarks.lengths import corpus_of_length
from benchmarks.programs import on_cores
from benchmarks.tables import table

HEADER = ("kernel", "least, a segment", "median", "alignments proved", "scores proved")


def main() -> None:
    """Measure and print."""
    arguments, options = _arguments()
    corpora = every(arguments.every, english_corpora(arguments.data))
    if arguments.tokens:
        corpora = [corpus_of_length(all_pairs(corpora), arguments.tokens)]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack, on_cores(1):
        texts = Path(folder) / "texts"
        write_corpora(corpora, texts)
        scorers = [
            stack.enter_context(
                warm_scorer(
                    "meteorscope",
                    texts,
                    *options,
                    *("--extension", str(kernel.resolve())),
                    implementation="compiled",
                )
            )
            for kernel in arguments.kernels
        ]
        rounds = [[scorer.run() for scorer in scorers] for _ in range(arguments.rounds)]
    rows = []
    for kernel, passes in zip(arguments.kernels, zip(*rounds, strict=True), strict=True):
        segments = passes[0].segments
        costs = [1e6 * each.processor_seconds / segments for each in passes]
        rows.append(
            [
                kernel.name,
                f"{min(costs):,.2f} µs",
                f"{statistics.median(costs):,.2f} µs",
                f"{passes[0].proved / segments:.3%}",
                f"{passes[0].proved_scores / segments:.3%}",
            ]
        )
    print(table(HEADER, rows))


def _arguments() -> tuple[argparse.Namespace, list[str]]:
    """Return our own arguments, and after ``--`` those of the scorers."""
    parser = argparse.ArgumentParser(
        description="Time compiled kernels in turns.",
        epilog="After -- come options of benchmarks.passes.",
    )
    parser.add_argument("kernels", type=Path, nargs="+", metavar="KERNEL.so")
    parser.add_argument("--data", type=Path, help="hyp.*.en and ref.*.en, at any depth")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th segment")
    parser.add_argument("--tokens", type=int, help="paragraphs of so many tokens a side")
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    return parser.parse_args(given[:end]), given[end + 1 :]


if __name__ == "__main__":
    main()
