"""What a segment costs by its length: short ones, and many lines of a text in one."""

import sys
from pathlib import Path
from typing import Final

from benchmarks.contenders import warm_scorer
from benchmarks.corpora import Corpus, Pair, all_pairs, write_corpora
from benchmarks.passes import Pass
from benchmarks.programs import on_cores
from benchmarks.setting import Setting
from benchmarks.tables import table, times
from meteor_core import Meteor

LENGTHS: Final = (10, 20, 50, 100, 200, 500, 1_000)
TOKENS: Final = 200_000
"""Of hypotheses of one length: so many that a processor does not learn its branches by heart."""

TOKENIZER: Final = Meteor("classic").configuration.tokenizer
LONG: Final = 10.0
"""Seconds after which a turn is not repeated."""


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    header = ["tokens a side", "segments", "NLTK"]
    header += [f"Meteorscope, {name}" for name in setting.implementations]
    header += [f"{setting.implementations[0]} against NLTK", "alignments proved", "scores proved"]
    pairs = all_pairs(setting.corpora)
    with on_cores(1):
        return table(header, [_row(setting, pairs, length) for length in LENGTHS])


def _row(setting: Setting, pairs: list[Pair], length: int) -> list[str]:
    print(f"{length} tokens a side", file=sys.stderr)
    corpus = corpus_of_length(pairs, length)
    texts = setting.folder / f"texts of {length}"
    write_corpora([corpus], texts)
    nltk = _passes(setting, "nltk", texts, "--nltk-data", setting.nltk_data)
    ours = [
        _passes(setting, "meteorscope", texts, implementation=name)
        for name in setting.implementations
    ]
    costs = [setting.seconds(passes) / corpus.segments for passes in (nltk, *ours)]
    return [
        f"{length}",
        f"{corpus.segments:,}",
        *(f"{1e6 * cost:,.1f} µs" for cost in costs),
        times(costs[0] / costs[1]),
        f"{ours[0][0].proved / corpus.segments:.2%}",
        f"{ours[0][0].proved_scores / corpus.segments:.2%}",
    ]


def corpus_of_length(pairs: list[Pair], length: int) -> Corpus:
    """Consecutive lines joined until both sides have that many tokens, and cut to it."""
    wanted = TOKENS // length
    step = max(1, len(pairs) // wanted)
    joined = [
        _joined(pairs[start : start + length], length) for start in range(0, len(pairs), step)
    ]
    found = [pair for pair in joined if pair][:wanted]
    return Corpus(
        name=f"{length} tokens",
        references=tuple(reference for _, reference in found),
        systems=(tuple(hypothesis for hypothesis, _ in found),),
    )


def _joined(pairs: list[Pair], length: int) -> Pair | None:
    hypothesis, reference = "", ""
    for left, right in pairs:
        hypothesis, reference = f"{hypothesis} {left}", f"{reference} {right}"
        cut = _cut(hypothesis, length), _cut(reference, length)
        if cut[0] and cut[1]:
            return cut[0], cut[1]
    return None


def _cut(text: str, length: int) -> str | None:
    spans = TOKENIZER.spans(text)
    return text[: spans[length - 1][1]].strip() if len(spans) >= length else None


def _passes(
    setting: Setting, scorer: str, texts: Path, *options: str, implementation: str = "auto"
) -> list[Pass]:
    """Warm ones."""
    process = warm_scorer(scorer, texts, *options, implementation=implementation)
    with process as contender:
        passes = [contender.run()]
        while len(passes) < setting.rounds and sum(each.seconds for each in passes) < LONG:
            passes.append(contender.run())
        return passes
