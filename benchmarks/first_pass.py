"""The first pass of a process: what somebody waits for who scores one file once."""

import sys
from contextlib import ExitStack
from typing import Final

from benchmarks.contenders import ColdScorer, Contender, warm_scorer
from benchmarks.corpora import Corpus, all_pairs, write_corpora
from benchmarks.passes import Pass
from benchmarks.programs import on_cores
from benchmarks.setting import Setting
from benchmarks.tables import table, times

SEGMENTS: Final = 3_000
HEADER: Final = (
    "program",
    "milliseconds",
    "against NLTK, warm",
    "against NLTK, first pass",
    "peak memory",
)
WARM: Final = "NLTK `meteor_score`, warm"
COLD: Final = "NLTK `meteor_score`, first pass"


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    texts = setting.folder / "texts of a first pass"
    corpus = one_file(setting)
    write_corpora([corpus], texts)
    nltk = ("--nltk-data", setting.nltk_data)
    with ExitStack() as stack, on_cores(1):
        warm = stack.enter_context(warm_scorer("nltk", texts, *nltk))
        contenders: dict[str, Contender] = {
            WARM: warm,
            COLD: ColdScorer("nltk", texts, *nltk, implementation="auto"),
        }
        for name in setting.implementations:
            contenders[f"Meteorscope, {name}, `classic`, first pass"] = ColdScorer(
                "meteorscope", texts, implementation=name
            )
        for contender in contenders.values():
            contender.run()  # so that files are in memory
        passes: dict[str, list[Pass]] = {name: [] for name in contenders}
        for number in range(setting.rounds):
            for name, contender in contenders.items():
                print(f"round {number + 1}: {name}", file=sys.stderr)
                passes[name].append(contender.run())
        seconds = {name: setting.seconds(each) for name, each in passes.items()}
        rows = [
            [
                name,
                f"{1e3 * seconds[name]:,.1f}",
                times(seconds[WARM] / seconds[name]),
                times(seconds[COLD] / seconds[name]),
                f"{contender.peak_megabytes:,.0f} MB",
            ]
            for name, contender in contenders.items()
        ]
    note = f"Medians of {setting.rounds} rounds, {corpus.segments:,} segments."
    return f"{table(HEADER, rows)}\n\n{note}"


def one_file(setting: Setting) -> Corpus:
    """Segments from everywhere in the real texts, as one system with one reference each."""
    pairs = all_pairs(setting.corpora)
    size = min(SEGMENTS, len(pairs))
    chosen = [pairs[number * len(pairs) // size] for number in range(size)]
    return Corpus(
        name="one file",
        references=tuple(reference for _, reference in chosen),
        systems=(tuple(hypothesis for hypothesis, _ in chosen),),
    )
