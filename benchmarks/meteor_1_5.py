"""The variant ``meteor-1.5`` beside the program that it equals, with and without paraphrases."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from benchmarks.contenders import CLASSIC_MODULES, Contender, JavaMeteor, warm_scorer
from benchmarks.corpora import all_pairs, write_corpora
from benchmarks.passes import Pass
from benchmarks.programs import on_cores
from benchmarks.setting import Setting
from benchmarks.tables import table, times

MODULES: Final = (CLASSIC_MODULES, f"{CLASSIC_MODULES} paraphrase")
SEARCHES: Final = {"compiled": ("beam", "optimal"), "python": ("beam",)}
"""Those that an implementation is timed with; Python's optimum takes minutes a round."""

HEADER: Final = (
    "program",
    "search",
    "paraphrases",
    "segments a second",
    "against METEOR 1.5",
    "proved optimal",
    "peak memory",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A contender and how its rounds went."""

    program: str
    search: str
    modules: str
    contender: Contender
    passes: list[Pass] = field(default_factory=list)


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    if setting.jar is None:
        raise SystemExit("METEOR 1.5 is not here; give --meteor-jar or install pycocoevalcap")
    with ExitStack() as stack, on_cores(1):
        entries = list(_entries(setting, stack))
        for number in range(setting.rounds):
            for entry in entries:
                print(
                    f"round {number + 1}: {entry.program}, {entry.search}, {entry.modules}",
                    file=sys.stderr,
                )
                entry.passes.append(entry.contender.run())
        rows = [_row(setting, entries, entry) for entry in entries]
        return f"{table(HEADER, rows)}\n\n{_note(setting, entries[0])}"


def _entries(setting: Setting, stack: ExitStack) -> Iterator[Entry]:
    texts = setting.folder / "texts of meteor-1.5"
    write_corpora(setting.corpora, texts)
    assert setting.jar
    for modules in MODULES:
        folder = setting.folder / f"program with {modules}"
        java = JavaMeteor(setting.jar, all_pairs(setting.corpora), folder, modules)
        yield Entry(program="METEOR 1.5 (Java)", search="beam", modules=modules, contender=java)
        for name in setting.implementations:
            for search in SEARCHES[name]:
                options = ("--variant", "meteor-1.5", "--align", search)
                stages = ("--stages", modules.replace(" ", ","))
                contender = stack.enter_context(
                    warm_scorer("meteorscope", texts, *options, *stages, implementation=name)
                )
                yield Entry(
                    program=f"Meteorscope, {name}",
                    search=search,
                    modules=modules,
                    contender=contender,
                )


def _row(setting: Setting, entries: list[Entry], entry: Entry) -> list[str]:
    program = next(each for each in entries if each.modules == entry.modules)
    rate, rate_of_program = _rate(setting, entry), _rate(setting, program)
    proved = entry.passes[0].proved / entry.passes[0].segments
    return [
        entry.program,
        entry.search,
        "with" if "paraphrase" in entry.modules else "without",
        f"{rate:,.0f}",
        times(rate / rate_of_program),
        f"{proved:.3%}" if entry.search == "optimal" else "–",
        f"{entry.contender.peak_megabytes:,.0f} MB",
    ]


def _note(setting: Setting, entry: Entry) -> str:
    clock = "the clock on the wall" if setting.clock == "wall" else "processor time"
    segments = entry.passes[0].segments
    return f"Medians of {setting.rounds} rounds over {segments:,} segments, by {clock}."


def _rate(setting: Setting, entry: Entry) -> float:
    return entry.passes[0].segments / setting.seconds(entry.passes)
