"""The tables of docs/agreement.md: how well every variant agrees with people on the open sets.

    python -m benchmarks.agreement [RATINGS ...] [--data FOLDER] [--metrics NAME ...]
                                   [--jobs N] [--samples 1000] [--speed | --write]

RATINGS are tables, directories of mt-metrics-eval, or folders of lines: ``hyp.SYSTEM.LANG`` and
``ref.NAME.LANG`` beside ``mqm.tsv`` with the columns system, segment (from 1) and score. Without
them, ``rated/*.tsv`` and ``mqm21/*`` of the folder of data are taken, which is that beside the
repository. The target language is what the name of a file or folder ends with:
``wmt23.zh-en.tsv``, ``zh-en``.

``--metrics`` takes only the metrics of these names; ``--speed`` prints the times of one variant
instead, as in docs/performance.md; ``--write`` puts the tables into docs/agreement.md.
"""

import argparse
import os
import re
import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.corpora import REAL_DATA, ROOT
from benchmarks.tables import replace_section, table
from meteor_core import Meteor, MeteorError
from meteor_core.agreement.agreement import (
    LENGTH,
    Estimate,
    MetricScores,
    SetAgreement,
    measure_agreement,
)
from meteor_core.agreement.counted_outputs import CountedOutputs, count_outputs
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.reading import read_rated_sets
from meteor_core.agreement.resampling import SAMPLES
from meteor_core.agreement.surface_metrics import SURFACE_METRICS, surface_scores
from meteor_core.options import MeteorArguments
from meteor_core.text.line_files import read_segments
from meteor_core.variants import VARIANTS

DOCUMENT: Final = ROOT / "docs" / "agreement.md"
PARAPHRASES: Final = "METEOR 1.5, with paraphrases"
BASELINES: Final = (
    PARAPHRASES,
    "METEOR 1.5, exact, stem, synonym",
    "METEOR 1.5, exact, stem",
    "METEOR 1.5, exact",
)
"""The first of these that there is."""
SHARES: Final = ("pairwise", "pairwise_strict", "acc_eq")
MEASURES: Final = (*SHARES, "pearson", "spa")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSet:
    """A rated set, and the language of its outputs."""

    rated: RatedSet
    language: str


def main() -> None:
    """Measure, print, and write what was asked for."""
    arguments = _arguments()
    sets = list(open_sets(arguments.ratings, arguments.data))
    if not sets:
        raise SystemExit("there are no open sets beside the repository; name files or folders")
    if arguments.speed:
        print(speed(sets, samples=arguments.samples))
        return
    parts = [f"`{_command(arguments)}` printed these tables on {time.strftime('%d %B %Y')}."]
    for one in sets:
        metrics = list(_metrics(one, arguments))
        parts.append(section(one.rated, metrics, samples=arguments.samples))
        print(parts[-1], end="\n\n", flush=True)
    if arguments.write:
        replace_section(DOCUMENT, "tables", "\n\n".join(parts))


def open_sets(names: Sequence[str], data: Path) -> Iterator[OpenSet]:
    """Yield the sets of the names given, or of the folder of open ones."""
    found = names or [str(path) for path in (*data.glob("mqm21/*/"), *data.glob("rated/*.tsv"))]
    for name in sorted(found):
        folder = Path(name)
        sets = [joined(folder)] if (folder / "mqm.tsv").is_file() else read_rated_sets([name])
        for rated in sets:
            ending = re.search(r"-([a-z]{2,3})$", rated.name)
            yield OpenSet(rated=rated, language=ending[1] if ending else "en")


def joined(folder: Path) -> RatedSet:
    """Return the set of a folder of lines with its ratings."""
    systems = {
        path.name.removeprefix("hyp.").removesuffix(path.suffix): list(read_segments(str(path)))
        for path in sorted(folder.glob("hyp.*"))
    }
    (reference,) = folder.glob("ref.*")
    references = list(read_segments(str(reference)))
    ratings = read_ratings(folder / "mqm.tsv")
    outputs = [
        RatedOutput(
            system=system,
            segment=str(segment),
            hypothesis=systems[system][segment - 1],
            references=(references[segment - 1],),
            rating=rating,
        )
        for (segment, system), rating in sorted(ratings.items())
    ]
    return RatedSet.of_outputs(f"{folder.parent.name}.{folder.name}", outputs)


def read_ratings(file: Path) -> Mapping[tuple[int, str], float]:
    """Return the ratings of a table without texts, by segment and system."""
    rows = (line.split("\t") for line in list(read_segments(str(file)))[1:])
    return {(int(segment), system): float(score) for system, segment, score in rows}


def speed(sets: Sequence[OpenSet], *, samples: int) -> str:
    """Return a table of processor times of one variant: counting, and all measures after that."""
    rows = []
    for one in sets:
        begun = time.process_time()
        counts = count_outputs(one.rated, Meteor(language=one.language))
        counted = time.process_time()
        metric = MetricScores(name="classic", signature="", scores=counts.scores())
        measure_agreement(one.rated, [metric], samples=samples)
        ended = time.process_time()
        numbers = f"{len(one.rated.outputs):,}", f"{counted - begun:.2f} s"
        rows.append([one.rated.name, *numbers, f"{ended - counted:.2f} s"])
    return table(["set", "ratings", "statistics", "ten measures"], rows)


def section(rated: RatedSet, metrics: Sequence[MetricScores], *, samples: int) -> str:
    """Return the tables of a set."""
    names = [metric.name for metric in metrics]
    baseline = next((name for name in BASELINES if name in names), names[0])
    found = measure_agreement(rated, metrics, baseline=baseline, samples=samples, measures=MEASURES)
    over_length = measure_agreement(
        rated, metrics, baseline=LENGTH, samples=samples, measures=("pearson",)
    )
    return "\n\n".join(
        [
            f"### {found.name}",
            _described(found),
            _values(found),
            f"Difference to {baseline}; a star where the interval has no zero:",
            _differences(found),
            "Pearson's r of the score, of the shortfall, and of the shortfall over length alone:",
            _shortfalls(found, over_length),
        ]
    )


def _described(found: SetAgreement) -> str:
    notes = "".join(f" {note[0].upper()}{note[1:]}." for note in found.notes)
    return (
        f"{found.systems} systems, {found.segments:,} segments, {found.pairs:,} pairs, "
        f"{found.unequal_pairs:,} of them with unequal ratings ({100 * found.identical:.1f} % "
        f"of these have identical texts).{notes}"
    )


def _values(found: SetAgreement) -> str:
    header = ["metric", "pairwise", "ties wrong", "acc*eq", "Pearson", "SPA", "metric's ties"]
    rows = [
        [
            row.metric,
            *(_share(row.measures[name]) for name in SHARES),
            _correlation(row.measures["pearson"]),
            _share(row.measures["spa"]),
            f"{100 * row.ties:.1f} %",
        ]
        for row in found.rows
        if not row.metric.endswith("shortfall")
    ]
    return table(header, rows)


def _differences(found: SetAgreement) -> str:
    rows = [
        [
            row.metric,
            *(_share(row.differences[name], signed=True) for name in SHARES),
            _correlation(row.differences["pearson"], signed=True),
            _share(row.differences["spa"], signed=True),
        ]
        for row in found.rows
        if row.differences and not row.metric.endswith("shortfall")
    ]
    return table(["metric", "pairwise", "ties wrong", "acc*eq", "Pearson", "SPA"], rows)


def _shortfalls(found: SetAgreement, over_length: SetAgreement) -> str:
    by_name = {row.metric: row.measures["pearson"] for row in found.rows}
    over = {row.metric: row.differences.get("pearson") for row in over_length.rows}
    rows = [
        [
            name.removesuffix(" shortfall"),
            _correlation(by_name[name.removesuffix(" shortfall")]),
            _correlation(estimate),
            _correlation(over[name], signed=True),
        ]
        for name, estimate in by_name.items()
        if name.endswith("shortfall")
    ]
    header = ["metric", "score", "shortfall", "shortfall over length"]
    return table(header, [*rows, [LENGTH, "–", _correlation(by_name[LENGTH]), "–"]])


def _share(estimate: Estimate | None, *, signed: bool = False) -> str:
    return _shown(estimate, scale=100, digits=2, signed=signed)


def _correlation(estimate: Estimate | None, *, signed: bool = False) -> str:
    return _shown(estimate, scale=1, digits=3, signed=signed)


def _shown(estimate: Estimate | None, *, scale: int, digits: int, signed: bool) -> str:
    if estimate is None:
        return "–"
    sign = "+" if signed else ""
    value, low, high = (
        f"{scale * number:{sign}.{digits}f}"
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value}{'*' * (signed and estimate.excludes_zero)} [{low}, {high}]"


def _metrics(one: OpenSet, arguments: argparse.Namespace) -> Iterator[MetricScores]:
    """Yield the scores of all metrics, and of each variant's shortfall."""
    lengths = None
    for name, counts in _counted(one, arguments):
        signature = str(counts.signature)
        scores, shortfalls = counts.scores(), counts.shortfalls()
        yield MetricScores(name=name, signature=signature, scores=scores)
        yield MetricScores(name=f"{name} shortfall", signature=signature, scores=-shortfalls)
        lengths = counts.reference_lengths() if lengths is None else lengths
    if lengths is None:
        raise SystemExit("--metrics must name a variant, for the lengths of references")
    for name in SURFACE_METRICS:
        if _is_asked(name, arguments):
            scores, signature = surface_scores(name, one.rated, jobs=arguments.jobs)
            yield MetricScores(name=name, signature=signature, scores=scores)
            if name == "chrF++":
                shortfalls = lengths * (1 - scores / 100)
                yield MetricScores(
                    name=f"{name} shortfall", signature=signature, scores=-shortfalls
                )
            _say(f"{one.rated.name}: {name} done")
    yield MetricScores(name=LENGTH, signature="", scores=-lengths)


def _counted(one: OpenSet, arguments: argparse.Namespace) -> Iterator[tuple[str, CountedOutputs]]:
    for name, options in contenders(one.language).items():
        if not _is_asked(name, arguments):
            continue
        try:
            counts = count_outputs(one.rated, Meteor(**options), jobs=arguments.jobs)
        except MeteorError as error:
            _say(f"{one.rated.name}: {name} left out: {error}")
            continue
        _say(f"{one.rated.name}: {name} done")
        yield name, counts


def contenders(language: str) -> Mapping[str, MeteorArguments]:
    """Return the options of every variant, by the names in the tables."""
    program: MeteorArguments = {"language": language, "variant": "meteor-1.5"}
    grounds = ("exact", "stem", "synonym") if language == "en" else ("exact", "stem")
    found: dict[str, MeteorArguments] = {
        name: {"language": language, "variant": variant.name}
        for name, variant in VARIANTS.items()
        if not variant.program
    }
    found["METEOR 1.5, exact"] = {**program, "stages": ("exact",)}
    found[f"METEOR 1.5, {', '.join(grounds)}"] = {**program, "stages": grounds}
    found[PARAPHRASES] = program
    found[f"{PARAPHRASES}, optimal"] = {**program, "align": "optimal"}
    return found


def _is_asked(name: str, arguments: argparse.Namespace) -> bool:
    return arguments.metrics is None or name in arguments.metrics


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _command(arguments: argparse.Namespace) -> str:
    """Return the command, as far as it makes a difference to what is printed."""
    command = ["python -m benchmarks.agreement", *arguments.ratings]
    command += ["--metrics", *map(shlex.quote, arguments.metrics)] if arguments.metrics else []
    command += ["--samples", str(arguments.samples)] if arguments.samples != SAMPLES else []
    return " ".join(command)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.agreement",
        description="Measure how well variants of METEOR agree with people's ratings.",
    )
    parser.add_argument("ratings", nargs="*", metavar="RATINGS", help="tables and folders")
    parser.add_argument("--data", type=Path, default=REAL_DATA, help="the folder of open sets")
    parser.add_argument("--metrics", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    parser.add_argument("--samples", type=int, default=SAMPLES, metavar="N")
    parser.add_argument("--speed", action="store_true", help="only the times of one variant")
    parser.add_argument("--write", action="store_true", help=f"into {DOCUMENT.relative_to(ROOT)}")
    return parser.parse_args()


if __name__ == "__main__":
    main()
