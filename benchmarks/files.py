"""Bilingual files of 50,000 units: how long they take to read, against expat alone.

Texts are real ones, hypotheses and references in turn. Each format is measured in a process of its
own, on the clock of the processor, step by step in turn; a figure is the median of the rounds.
"""

import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape

from benchmarks.corpora import ROOT, all_pairs
from benchmarks.setting import Setting
from benchmarks.tables import table, times
from meteor_core import Meteor
from meteor_core.files.formats import PO
from meteor_core.files.reading import read

UNITS: Final = 50_000
HEADER: Final = (
    "file",
    "size",
    "expat alone",
    "reading",
    "reading, against expat",
    "scoring",
    "reading and scoring, against expat and scoring",
    "peak memory",
)


def section(setting: Setting) -> str:
    """Measure; returns the table."""
    pairs = list(islice(cycle(all_pairs(setting.corpora)), UNITS))
    rows = []
    for name, written in (("a.xlf", xliff), ("a.tmx", tmx), ("a.po", po)):
        path = setting.folder / name
        path.write_text(written(pairs), encoding="utf-8")
        command = [sys.executable, "-m", "benchmarks.files", str(path), str(setting.rounds)]
        done = subprocess.run(command, check=True, capture_output=True, cwd=ROOT, text=True)
        rows.append(_row(path, json.loads(done.stdout)))
    return table(HEADER, rows)


def measured(path: Path, rounds: int) -> dict[str, float]:
    """Measure one file, in this process.

    Returns:
        Median seconds of the processor by step, and the peak memory after reading, in megabytes.
    """
    data = path.read_bytes()
    units = list(read(str(path)).units)
    peak = _peak_megabytes()
    fields = ("de", "de/2") if path.suffix == ".tmx" else ("mt", "target")
    hypotheses, references = (
        [unit.texts.get(field, unit.texts.get("source", "")) for unit in units] for field in fields
    )
    scorer = Meteor(language="en")
    steps: dict[str, Callable[[], object]] = {
        "expat": lambda: _parse(data),
        "reading": lambda: read(str(path)),
        "scoring": lambda: scorer.corpus(hypotheses, [references]),
    }
    if path.suffix == ".po":
        del steps["expat"]
    timings: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(rounds):
        for name, step in steps.items():
            gc.collect()
            begun = time.process_time()
            result = step()
            timings[name].append(time.process_time() - begun)
            del result  # to forget it takes time too
    return {"peak": peak} | {name: statistics.median(each) for name, each in timings.items()}


def _parse(data: bytes) -> None:
    """What no reader in Python can do without: handlers that do nothing."""
    parser = expat.ParserCreate("utf-8", " ")
    parser.buffer_text = True
    parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = _nothing
    parser.Parse(data, True)  # noqa: FBT003  # expat's signature


def _peak_megabytes() -> float:
    """The most memory that this program had; other counters begin with those of its parent."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _nothing(*told: object) -> None:
    pass


def _row(path: Path, found: dict[str, float]) -> list[str]:
    reading, scoring = found["reading"], found["scoring"]
    against, together = "–", "–"
    if alone := found.get("expat"):
        against = times(reading / alone)
        together = times((reading + scoring) / (alone + scoring))
    return [
        {".xlf": "XLIFF 1.2 with `alt-trans`", ".tmx": "TMX, three variants", ".po": "PO"}[
            path.suffix
        ],
        f"{path.stat().st_size / 1e6:,.0f} MB",
        f"{alone:.2f} s" if alone else "–",
        f"{reading:.2f} s",
        against,
        f"{scoring:.2f} s",
        together,
        f"{found['peak']:,.0f} MB",
    ]


def xliff(pairs: list[tuple[str, str]]) -> str:
    """A job of a CAT tool, with the machine translation of every unit; each fifth has a code."""

    def units() -> Iterator[str]:
        for number, (hypothesis, reference) in enumerate(pairs):
            target = escape(reference)
            if number % 5 == 0:
                target = target.replace(" ", ' <g id="1">', 1) + "</g>" * (" " in target)
            yield (
                f'<trans-unit id="{number}">\n<source xml:lang="de">Text {number}</source>\n'
                f'<target xml:lang="en" state="translated">{target}</target>\n'
                f'<alt-trans origin="MT" match-quality="85%">\n'
                f'<target xml:lang="en">{escape(hypothesis)}</target>\n</alt-trans>\n'
                "</trans-unit>\n"
            )

    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
        '<file original="a" source-language="de" target-language="en" datatype="plaintext">\n'
        f"<body>\n{''.join(units())}</body>\n</file>\n</xliff>\n"
    )


def tmx(pairs: list[tuple[str, str]]) -> str:
    """A memory with two variants of one language."""
    units = (
        f'<tu tuid="{number}">\n<tuv xml:lang="en"><seg>Text {number}</seg></tuv>\n'
        f'<tuv xml:lang="de"><seg>{escape(hypothesis)}</seg></tuv>\n'
        f'<tuv xml:lang="de"><seg>{escape(reference)}</seg></tuv>\n</tu>\n'
        for number, (hypothesis, reference) in enumerate(pairs)
    )
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
        f'<header srclang="en"/>\n<body>\n{"".join(units)}</body>\n</tmx>\n'
    )


def po(pairs: list[tuple[str, str]]) -> str:
    """A catalogue; its source takes the place of a machine translation."""
    entries = (
        f'#: main.c:{number}\nmsgctxt "{number}"\nmsgid "{PO.written(hypothesis)}"\n'
        f'msgstr "{PO.written(reference)}"\n\n'
        for number, (hypothesis, reference) in enumerate(pairs)
    )
    return 'msgid ""\nmsgstr "Language: en\\n"\n\n' + "".join(entries)


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]), int(sys.argv[2]))))
