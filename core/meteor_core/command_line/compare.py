"""``meteorscope compare``: which system is better, whether it could be chance, and where."""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ..errors import InputError, ParameterError, unknown_name
from ..meteor import Meteor
from ..show.control_characters import escape_controls
from ..text.line_files import read_segments, shown_name
from .arguments import add_jobs, add_metric, number_of_jobs, options_of_variants, short_turns
from .output import (
    PARQUET,
    TABLES,
    destination,
    output_format,
    require_parquet_output,
    write_document,
)
from .pictures import maker_of
from .progress import Progress, show_progress

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..comparison.comparison import Comparison
    from ..comparison.reading import BesideTexts
    from ..comparison.tables import Analyses
    from ..comparison.texts import ComparedTexts
    from .compare_writers import Report

_DESCRIPTION = """\
Compare systems that translated the same texts: scores with intervals, tests of all pairs, clusters,
and where the difference of two systems comes from.

REF and the systems are files that are aligned line by line. hyp.X.en and hyp.Y.en are called X and
Y, and NAME=FILE as NAME says. In place of REF there may be one file that has the systems too: WMT
XML, a directory of mt-metrics-eval, or a table (.tsv, .csv, .jsonl, .parquet) with the columns
system, segment, hypothesis and reference; --systems and --reference then choose among its names.
Segments that not all systems have are left out, and a line on standard error counts them.

Systems are ranked by the first variant of METEOR. The tests are those of sacrebleu, with its seeds
and draws, but samples that tie with the real difference count, and where 12 segments or fewer
differ p is exact. p is of the difference from the baseline; --pairs prints those of all pairs.
"""

_EPILOG = """\
examples:
  meteorscope compare ref.en --systems a.en b.en c.en
  meteorscope compare ref.en --systems ours=a.en theirs=b.en --others chrF BLEU --format latex
  meteorscope compare mt-metrics-eval-v2/wmt23 --language-pair en-de --baseline ONLINE-W
  meteorscope compare wmt23.xml --systems X Y --reference refA --pairs
  meteorscope compare outputs.tsv -v classic -v meteor-1.5 -o table.tex
  meteorscope compare ref.en --systems a.en b.en --analyse           all that there is
  meteorscope compare ref.en --systems a.en b.en --analyse words segments --sample 5
  meteorscope compare ref.en --systems a.en b.en -o comparison.html  a page to look at
  meteorscope compare ref.en --systems a.en b.en -o comparison.svg   scores with intervals, drawn
  meteorscope compare rated.tsv --errors spans --metadata domain -o comparison.html
  meteorscope compare rated.tsv --figure scatter -o scatter.svg      METEOR by ratings, drawn
"""

_PAGE: Final = "html"
_FIGURE: Final = "svg"
_ENDINGS: Final = {
    ".txt": "text",
    ".md": "markdown",
    ".tex": "latex",
    ".json": "json",
    ".jsonl": "jsonl",
    ".tsv": "tsv",
    ".csv": "csv",
    ".parquet": PARQUET,
    ".html": _PAGE,
    ".htm": _PAGE,
    ".svg": _FIGURE,
}
_FORMATS: Final = (
    "text",
    "markdown",
    "latex",
    "json",
    "jsonl",
    "tsv",
    "csv",
    PARQUET,
    _PAGE,
    _FIGURE,
)
_FIGURES: Final = ("forest", "scatter", "histogram")
_OTHERS: Final = ("chrF", "chrF++", "BLEU", "TER")
_BUCKETS: Final = ("length", "frequency", "stage", "fragmentation")
_ANALYSES: Final = ("parts", *_BUCKETS, "words", "ngrams", "segments", "agreement")
_NONE: Final = "none"
_TESTS: Final = ("randomisation", "bootstrap")
_COUNTED: Final = re.compile(r"(?P<word>\S+)\t(?P<count>\d+)|\s*(?P<first>\d+)\s(?P<second>\S+)")


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``compare`` to the subcommands."""
    parser = commands.add_parser(
        "compare",
        help="say which system is better, whether it could be chance, and where",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "references",
        metavar="REF",
        nargs="+",
        help="reference file, one segment a line; or one file or directory with the systems too",
    )
    _add_sides(parser)
    add_metric(parser, several=True)
    parser.add_argument(
        "--others",
        nargs="+",
        default=[],
        metavar="METRIC",
        help=f"metrics of sacrebleu beside METEOR: {', '.join(_OTHERS)}",
    )
    _add_test(parser.add_argument_group("test"))
    _add_analyses(parser.add_argument_group("where the difference comes from"))
    _add_output(parser.add_argument_group("output"))
    add_jobs(parser)
    parser.set_defaults(run=run, refuse=parser.error)


def _add_sides(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--systems",
        nargs="+",
        default=[],
        metavar="FILE",
        help="hypothesis files; of one file with the systems, their names (default: all)",
    )
    parser.add_argument(
        "--reference",
        dest="reference_names",
        nargs="+",
        default=[],
        metavar="NAME",
        help="of one file with the systems: references or columns (default: all that are complete)",
    )
    parser.add_argument(
        "--language-pair",
        metavar="PAIR",
        help="pair of a directory of mt-metrics-eval, such as en-de (default: the only one)",
    )
    parser.add_argument(
        "--columns",
        nargs="+",
        metavar="NAME",
        help="of a table or a directory: ratings and scores of other metrics to show beside METEOR "
        f"(default: the ratings that there are), or {_NONE}",
    )
    parser.add_argument(
        "--metadata",
        nargs="+",
        default=[],
        metavar="NAME",
        help="of a table: columns of texts, such as document and domain, to filter segments by on "
        "a page (-o FILE.html)",
    )
    parser.add_argument(
        "--errors",
        metavar="NAME",
        help="of a table: the column of what people marked in the outputs, to draw on a page: JSON "
        "lists of [start, end, severity, category] in code points from 0",
    )
    parser.add_argument(
        "--baseline", metavar="SYSTEM", help="that the others are tested against (default: first)"
    )


def _add_test(group: "argparse._ArgumentGroup") -> None:
    group.add_argument(
        "--test",
        choices=_TESTS,
        default=_TESTS[0],
        help="whose p decides: paired approximate randomisation or paired bootstrap resampling "
        "(default randomisation); json, jsonl, tsv, csv and parquet have both",
    )
    group.add_argument(
        "--samples",
        type=int,
        default=1000,
        metavar="N",
        help="test sets to draw, for intervals and the bootstrap (default 1000)",
    )
    group.add_argument(
        "--shufflings",
        type=int,
        default=10_000,
        metavar="N",
        help="of the randomisation (default 10000); 0 for none",
    )
    group.add_argument(
        "--seed",
        type=_seed,
        metavar="N",
        help="of the random numbers, or none (default: the variable SACREBLEU_SEED, else 12345)",
        default=argparse.SUPPRESS,
    )


def _add_analyses(group: "argparse._ArgumentGroup") -> None:
    group.add_argument(
        "--analyse",
        nargs="*",
        metavar="KIND",
        help=f"{', '.join(_ANALYSES)} (default: all of them). Buckets of length and fragmentation "
        "hold segments, those of frequency and stage words; words and n-grams are those that one "
        "system alone matches; agreement is with ratings that came with the texts",
    )
    group.add_argument(
        "--pair",
        nargs=2,
        metavar=("SYSTEM", "SYSTEM"),
        help="the two systems whose difference is looked into (default: the baseline and the best "
        "other one)",
    )
    group.add_argument(
        "--word-counts",
        metavar="FILE",
        help="of training data, for frequency: word, tab, count on each line, or as uniq -c "
        "prints them (default: counts of the references)",
    )
    group.add_argument(
        "--most",
        type=int,
        default=10,
        metavar="N",
        help="words, n-grams and segments to list (default 10)",
    )
    group.add_argument(
        "--sample",
        type=int,
        metavar="N",
        help="list so many segments that are drawn at random, by the seed, instead of those that "
        "differ most",
    )


def _add_output(output: "argparse._ArgumentGroup") -> None:
    output.add_argument("--pairs", action="store_true", help="print all pairs of systems too")
    output.add_argument(
        "--format",
        choices=_FORMATS,
        help="default: from the ending of -o FILE, else text; json, jsonl, tsv, csv and parquet "
        "have all digits, json has everything",
    )
    output.add_argument(
        "--figure",
        choices=_FIGURES,
        help="what svg draws: scores on their intervals (forest, the default); METEOR of outputs "
        "by ratings and scores that came with the texts, or else of the pair by each other "
        "(scatter); how METEOR of segments is distributed (histogram)",
    )
    output.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=f"write to this file, atomically; its ending chooses the format: {', '.join(_ENDINGS)}"
        "; compressed if .gz, .xz or .zst follows",
    )


def run(arguments: argparse.Namespace) -> int:
    """Compare the systems and print what was found."""
    from ..analysis.all_pairs import Resampling
    from ..analysis.significance import environment_seed
    from ..comparison.compare_systems import compare_systems
    from ..comparison.surface_counts import require_surface_metric
    from .compare_writers import WRITERS, Report, rows_of

    form = output_format(arguments.format, arguments.output, _ENDINGS)
    _check(arguments, form)
    if form == PARQUET:
        require_parquet_output(arguments.output)
    for name in arguments.others:
        require_surface_metric(name)
    jobs = number_of_jobs(arguments.jobs)
    resampling = Resampling(
        bootstrap=arguments.samples,
        randomisation=arguments.shufflings,
        seed=arguments.seed if "seed" in arguments else environment_seed(),
    )
    texts = _texts(arguments)
    beside = _beside(arguments, texts)
    options = options_of_variants(arguments, language=texts.language)
    for name in (arguments.baseline, *(arguments.pair or ())):
        if name is not None and name not in texts.systems:
            raise unknown_name("system", name, texts.systems)
    if form == _PAGE and len(texts.systems) < 2:
        raise InputError("a page shows two systems or more; leave --format out for one")
    with short_turns(jobs):
        comparison = compare_systems(
            texts,
            scorers=[Meteor(**variant.arguments()) for variant in options],
            others=arguments.others,
            baseline=arguments.baseline,
            resampling=resampling,
            test=arguments.test,
            jobs=jobs,
            watch=_watch,
        )
    report = Report(
        comparison=comparison,
        analyses=_analyses(arguments, comparison),
        has_pairs=arguments.pairs,
    )
    if form == PARQUET:
        from .parquet_files import write_rows

        write_rows(arguments.output, rows_of(report))
    else:
        document = _document(arguments, report, beside, form)
        with destination(arguments.output) as file:
            if document:
                write_document(document, file)
            else:
                WRITERS[form](report, file)
    for note in comparison.notes:
        print(f"meteorscope: {escape_controls(note)}", file=sys.stderr)
    return 0


def _check(arguments: argparse.Namespace, form: str) -> None:
    for name in ("most", "sample"):
        if (value := getattr(arguments, name)) is not None and value < 1:
            raise ParameterError(f"--{name} is {value}, but must be 1 or more")
    if arguments.figure is not None and form != _FIGURE:
        arguments.refuse("--figure says what svg draws; it goes with --format svg or -o FILE.svg")
    if (arguments.errors or arguments.metadata) and form != _PAGE:
        arguments.refuse(
            "--errors and --metadata say what a page shows; they go with --format html or -o "
            "FILE.html"
        )
    _check_analyses(arguments, form)


def _check_analyses(arguments: argparse.Namespace, form: str) -> None:
    for name in arguments.analyse or ():
        if name not in _ANALYSES:
            raise unknown_name("analysis", name, _ANALYSES)
    if arguments.analyse is None:
        drawn = {"pair"} if arguments.figure == "scatter" else set[str]()
        for name in sorted({"pair", "word_counts", "sample"} - drawn):
            if getattr(arguments, name) is not None:
                flag = name.replace("_", "-")
                arguments.refuse(f"--{flag} says how to analyse; it goes with --analyse")
    elif form in ("jsonl", *TABLES, PARQUET, _FIGURE):
        arguments.refuse(
            f"{form} has no room for --analyse; take json, html, text, markdown or latex"
        )


def _texts(arguments: argparse.Namespace) -> "ComparedTexts":
    from ..comparison.reading import are_unit_files, is_test_set, read_lines, read_test_set

    first, *more = arguments.references
    if not more and is_test_set(first) and not are_unit_files(first, arguments.systems):
        return read_test_set(
            first,
            systems=arguments.systems,
            references=arguments.reference_names,
            language_pair=arguments.language_pair,
            columns=_columns(arguments.columns),
        )
    if arguments.reference_names or arguments.language_pair or arguments.columns:
        arguments.refuse(
            "--reference, --language-pair and --columns are for one file or directory with the "
            f"systems, which {shown_name(first)} is not"
        )
    if not arguments.systems:
        arguments.refuse(
            f"--systems is missing: the files to compare with {shown_name(first)}, one segment a "
            "line"
        )
    return read_lines(arguments.references, arguments.systems)


def _beside(arguments: argparse.Namespace, texts: "ComparedTexts") -> "BesideTexts":
    """Return the data of the table that a page shows beside the texts."""
    from ..comparison.reading import BesideTexts, read_beside

    if not arguments.errors and not arguments.metadata:
        return BesideTexts()
    name, *more = arguments.references
    if more:
        arguments.refuse("--errors and --metadata are for one table with the systems")
    return read_beside(name, texts, metadata=arguments.metadata, errors=arguments.errors)


def _columns(requested: Sequence[str] | None) -> Sequence[str] | None:
    return () if requested == [_NONE] else requested


def _watch(name: str, units: int) -> AbstractContextManager[Progress]:
    return show_progress(units, hidden=False, unit="%" if name == "resampling" else "segments")


def _analyses(arguments: argparse.Namespace, comparison: "Comparison") -> "Analyses | None":
    from ..comparison.tables import Analyses

    if arguments.analyse is None:
        return None
    requested = arguments.analyse or _ANALYSES
    left, right = comparison.pair(*(arguments.pair or ()))
    metric = next(iter(comparison.metrics))
    counts = None
    if arguments.word_counts and "frequency" in requested:
        counts = _word_counts(arguments.word_counts, comparison)
    buckets: dict[str, Any] = {
        by: comparison.buckets(by, metric=metric, counts=counts)
        for by in _BUCKETS
        if by in requested
    }
    listed = partial(_listed, requested, left, right, arguments.most)
    segments = None
    if "segments" in requested:
        segments = comparison.segments(
            left,
            right,
            most=arguments.sample or arguments.most,
            sample=arguments.sample is not None,
            seed=comparison.resampling.seed,
        )
    return Analyses(
        left=left,
        right=right,
        buckets=buckets,
        parts=comparison.parts(left, right) if "parts" in requested else None,
        words=listed("words", comparison.words),
        ngrams=listed("ngrams", comparison.ngrams),
        segments=segments,
        is_sample=arguments.sample is not None,
        agreement={
            column.name: comparison.agreement(column.name)
            for column in comparison.texts.columns
            if "agreement" in requested and len(comparison.texts.systems) > 1
        },
    )


def _listed(  # noqa: PLR0917  # a partial function
    requested: Sequence[str], left: str, right: str, most: int, name: str, find: Any
) -> Any:
    return find(left, right, most=most) if name in requested else None


def _word_counts(name: str, comparison: "Comparison") -> Mapping[str, int]:
    """Read the frequencies of case-folded words in training data.

    Raises:
        InputError: a line is no word with its count.
    """
    fold = comparison.meteor().configuration.words.fold
    found: dict[str, int] = {}
    for number, line in enumerate(read_segments(name), 1):
        if not line.strip():
            continue
        match = _COUNTED.fullmatch(line)
        if match is None:
            raise InputError(
                f"{shown_name(name)}:{number}: not a word with its count; give word, tab, count, "
                "or lines as uniq -c prints them"
            )
        word = fold(match["word"] or match["second"])
        found[word] = found.get(word, 0) + int(match["count"] or match["first"])
    if not found:
        raise InputError(f"{shown_name(name)} is empty: it has no word with its count")
    return found


def _document(
    arguments: argparse.Namespace, report: "Report", beside: "BesideTexts", form: str
) -> str:
    """Return the page or the figure, or an empty text for other formats."""
    if form == _FIGURE:
        wanted = arguments.figure or _FIGURES[0]
        figure: str = maker_of("comparison-svg")(
            report.comparison, figure=wanted, pair=arguments.pair or (None, None)
        )
        return figure
    return _page(arguments, report, beside) if form == _PAGE else ""


def _page(arguments: argparse.Namespace, report: "Report", beside: "BesideTexts") -> str:
    """Return the page: the view of the first variant, and all tables below it."""
    from .compare_writers import tables_of

    draw = maker_of("comparison")
    page: str = draw(
        report.comparison,
        list(tables_of(report)),
        beside=beside.only([number - 1 for number in report.comparison.numbers]),
        samples=arguments.samples
        if report.comparison.test == "bootstrap"
        else arguments.shufflings,
    )
    return page


def _seed(text: str) -> int | None:
    if text.lower() == "none":
        return None
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is neither a whole number nor none")
    return int(text)
