"""``Meteor.score``: what one segment costs where each is scored by a call of its own."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from benchmarks.contenders import ScorerProcess, warm_scorer
from benchmarks.corpora import write_corpora
from benchmarks.passes import Pass
from benchmarks.programs import on_cores
from benchmarks.setting import Setting
from benchmarks.tables import table, times

CALL: Final = {False: "a batch", True: "one by one"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A contender and how its rounds went."""

    program: str
    contender: ScorerProcess
    passes: list[Pass] = field(default_factory=list)


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    with ExitStack() as stack, on_cores(1):
        entries = list(_entries(setting, stack))
        for number in range(setting.rounds):
            for entry in entries:
                print(f"round {number + 1}: {entry.program}", file=sys.stderr)
                entry.passes.append(entry.contender.run())
        return table(
            ("program", "a segment", "against NLTK"),
            [_row(setting, entries, entry) for entry in entries],
        )


def _entries(setting: Setting, stack: ExitStack) -> Iterator[Entry]:
    texts = setting.folder / "texts one by one"
    write_corpora(setting.corpora, texts)

    def entry(program: str, *arguments: str, implementation: str = "auto") -> Entry:
        scorer, *options = arguments
        process = warm_scorer(scorer, texts, *options, implementation=implementation)
        return Entry(program=program, contender=stack.enter_context(process))

    yield entry("NLTK `meteor_score`", "nltk", "--nltk-data", setting.nltk_data)
    for name in setting.implementations:
        for variant in ("classic", *(["meteor-1.5"] if setting.jar else [])):
            for alone in CALL:
                options = ["--variant", variant, *(["--one-by-one"] if alone else [])]
                program = f"Meteorscope, {name}, `{variant}`, {CALL[alone]}"
                yield entry(program, "meteorscope", *options, implementation=name)


def _row(setting: Setting, entries: list[Entry], entry: Entry) -> list[str]:
    cost, of_nltk = (
        setting.seconds(each.passes) / each.contender.segments for each in (entry, entries[0])
    )
    return [entry.program, f"{1e6 * cost:,.1f} µs", times(of_nltk / cost)]
