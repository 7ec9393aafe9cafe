"""Segments a second of all contenders on the real texts."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.contenders import ColdScorer, Contender, JavaMeteor, warm_scorer
from benchmarks.corpora import all_pairs, write_corpora
from benchmarks.passes import Pass
from benchmarks.programs import on_cores
from benchmarks.setting import Setting
from benchmarks.tables import table, times

NLTK: Final = "NLTK `meteor_score`"
JAVA: Final = "METEOR 1.5 (Java)"
HEADER: Final = (
    "program",
    "segments a second",
    "against NLTK",
    "against METEOR 1.5",
    "proved optimal",
    "peak memory",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A contender and how its rounds went."""

    name: str
    contender: Contender
    optimal: bool = False
    passes: list[Pass] = field(default_factory=list)


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    texts = setting.folder / "texts"
    write_corpora(setting.corpora, texts)
    with ExitStack() as stack, on_cores(1):
        entries = list(_entries(setting, texts, stack))
        for number in range(setting.rounds):
            for entry in entries:
                print(f"round {number + 1}: {entry.name}", file=sys.stderr)
                entry.passes.append(entry.contender.run())
        return f"{_table(setting, entries)}\n\n{_note(setting, entries)}"


def _entries(setting: Setting, texts: Path, stack: ExitStack) -> Iterator[Entry]:
    def warm(scorer: str, *options: str, implementation: str = "auto") -> Contender:
        process = warm_scorer(scorer, texts, *options, implementation=implementation)
        return stack.enter_context(process)

    yield Entry(name=NLTK, contender=warm("nltk", "--nltk-data", setting.nltk_data))
    if setting.jar:
        java = JavaMeteor(setting.jar, all_pairs(setting.corpora), setting.folder)
        yield Entry(name=JAVA, contender=java)
    for name in setting.implementations:
        program = f"Meteorscope, {name}"
        yield Entry(
            name=f"{program}, `classic`",
            contender=warm("meteorscope", implementation=name),
            optimal=True,
        )
        yield Entry(
            name=f"{program}, `classic`, references analysed anew for each system",
            contender=warm("meteorscope", "--unprepared", implementation=name),
            optimal=True,
        )
        yield Entry(
            name=f"{program}, `classic`, cold",
            contender=ColdScorer("meteorscope", texts, implementation=name),
            optimal=True,
        )
        for variant in ("banerjee-lavie-2005", "lavie-agarwal-2007", "nltk"):
            yield Entry(
                name=f"{program}, `{variant}`",
                contender=warm("meteorscope", "--variant", variant, implementation=name),
                optimal=variant != "nltk",
            )


def _table(setting: Setting, entries: list[Entry]) -> str:
    rates = {entry.name: _rate(setting, entry) for entry in entries}

    def against(name: str, baseline: str) -> str:
        return times(rates[name] / rates[baseline]) if baseline in rates else "–"

    rows = [
        [
            entry.name,
            f"{rates[entry.name]:,.0f}",
            against(entry.name, NLTK),
            against(entry.name, JAVA),
            f"{_proved(entry):.3%}" if entry.optimal else "–",
            f"{entry.contender.peak_megabytes:,.0f} MB",
        ]
        for entry in entries
    ]
    return table(HEADER, rows)


def _rate(setting: Setting, entry: Entry) -> float:
    return entry.passes[0].segments / setting.seconds(entry.passes)


def _proved(entry: Entry) -> float:
    return entry.passes[0].proved / entry.passes[0].segments


def _note(setting: Setting, entries: list[Entry]) -> str:
    """How much of the core the contenders got, since others may have been at work."""
    passes = [each for entry in entries for each in entry.passes if entry.name != JAVA]
    share = sum(each.processor_seconds for each in passes) / sum(each.seconds for each in passes)
    clock = "the clock on the wall" if setting.clock == "wall" else "processor time"
    return (
        f"Medians of {setting.rounds} rounds, by {clock}; the processes had {min(share, 1):.0%} of "
        "their core."
    )
