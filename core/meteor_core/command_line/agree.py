"""``meteorscope agree``: how well metrics agree with people's ratings."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..errors import ParameterError, require_extra, unknown_name
from ..meteor import Meteor
from ..options import MeteorOptions
from ..text.numbers import counted
from .agreement_writers import WRITERS
from .arguments import add_jobs, add_metric, number_of_jobs, options_of_variants
from .output import PAGE, PAGE_ENDINGS, destination, output_format
from .pictures import maker_of
from .progress import show_progress

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.agreement import MetricScores, SetAgreement
    from ..agreement.rated_set import RatedSet

_DESCRIPTION = """\
Say how well METEOR, chrF, chrF++, BLEU and TER agree with people's ratings, with intervals.

RATINGS is one of:
  a table (.tsv, .csv, .jsonl) with the columns system, segment, rating (or mqm, esa, da),
    hypothesis and reference; the column document is welcome;
  a table of judgements with the columns hypothesis1, hypothesis2, reference and winner
    (1, 2 or -1, 0; or first, second, tie);
  text, "hypothesis ||| hypothesis ||| reference" on each line, and a file of 1, -1 and 0 given
    with --judgements;
  a directory of mt-metrics-eval.
Several are several sets. Higher ratings are better; of points of errors (mqm above 0), HTER and
times the lower are.

The measures:
  pairwise            pairs of translations of a segment with unequal ratings that the metric
                      orders as people do; a tie of the metric counts one half
  pairwise_strict     the same, but a tie of the metric is wrong
  pairwise_labels     all pairs: ordered as people do, or a tie of both
  acc_eq              the same with the best threshold of ties (Deutsch et al. 2023)
  pearson, spearman   correlation over all translations
  pearson_by_segment, kendall
                      correlation within a segment, the mean over segments
  system, spa         pairs of systems ordered as people do; soft pairwise accuracy
Intervals hold 95 % of the values of a bootstrap over segments, the same samples for all metrics; a
star says that a difference to the baseline has an interval without 0.

METEOR takes seconds, BLEU and chrF a little longer; TER takes minutes for thousands of outputs.
--others none leaves all of sacrebleu's out, --jobs 0 has all cores score.
"""

_EPILOG = """\
examples:
  meteorscope agree ratings.tsv
  meteorscope agree ratings.tsv -v classic -v meteor-1.5 --baseline chrF++
  meteorscope agree wmt22.tsv wmt23.tsv --format json -o agreement.json
  meteorscope agree mt-metrics-eval-v2/wmt23 --language-pair zh-en --measures all
  meteorscope agree dev.hyp1-hyp2-ref --judgements dev.answers
  meteorscope agree mqm.tsv --shortfall --measures pairwise pearson
  meteorscope agree ratings.tsv -v meteor-1.5 -o agreement.html    a page with sliders
"""

_SHOWN: Final = ("pairwise", "pairwise_strict", "acc_eq", "pearson", "spearman")
_OTHERS: Final = ("chrF", "chrF++", "BLEU", "TER")
_EVERY: Final = "all"
_NONE: Final = "none"


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``agree`` to the subcommands."""
    parser = commands.add_parser(
        "agree",
        help="say how well metrics agree with people's ratings",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_ratings(parser)
    add_metric(parser, several=True)
    parser.add_argument(
        "--others",
        nargs="+",
        metavar="METRIC",
        help=f"metrics of sacrebleu to compare with: {', '.join(_OTHERS)} or {_NONE} (default: "
        "all, if sacrebleu is installed); TER takes longest",
    )
    parser.add_argument(
        "--shortfall",
        action="store_true",
        help="add each variant's shortfall, reference length x (1 - score), as a metric",
    )
    parser.add_argument(
        "--baseline",
        metavar="METRIC",
        help="the metric that the others are compared with (default: the first)",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--measures",
        nargs="+",
        default=list(_SHOWN),
        metavar="NAME",
        help=f"measures to print, or {_EVERY} (default: {' '.join(_SHOWN)})",
    )
    add_samples(parser)
    add_output(output, WRITERS, PAGE_ENDINGS)
    add_jobs(parser)
    parser.set_defaults(run=run)


def add_ratings(parser: argparse.ArgumentParser) -> None:
    """Add the files of ratings, and options that select among their contents."""
    parser.add_argument(
        "ratings", metavar="RATINGS", nargs="+", help="table, directory or pairs; one set each"
    )
    parser.add_argument(
        "--judgements",
        nargs="+",
        default=[],
        metavar="FILE",
        help="judgements of the '|||' texts among RATINGS: 1, -1 or 0 on each line",
    )
    parser.add_argument(
        "--rating", metavar="NAME", help="column of ratings, or name of the human scores"
    )
    parser.add_argument(
        "--reference",
        metavar="NAME",
        help="column of references (default: all that are called so), or reference of a "
        "directory (default: the first)",
    )
    parser.add_argument(
        "--language-pair", metavar="PAIR", help="pair of a directory, such as en-de (default: all)"
    )


def add_samples(parser: argparse.ArgumentParser) -> None:
    """Add the settings of the bootstrap."""
    parser.add_argument(
        "--samples", type=int, default=1000, metavar="N", help="of the bootstrap (default 1000)"
    )
    parser.add_argument(
        "--seed", type=int, default=12345, metavar="N", help="of its random numbers (default 12345)"
    )


def add_output(
    output: "argparse._ArgumentGroup", formats: Iterable[str], endings: Iterable[str]
) -> None:
    """Add the output format and the output file."""
    output.add_argument(
        "--format",
        choices=tuple(formats),
        help="default: from the ending of -o FILE, else text; json, tsv and csv have all digits",
    )
    output.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file, atomically; its ending chooses the format: "
        f"{', '.join(endings)}; compressed if .gz, .xz or .zst follows",
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure the agreement on every set and print it."""
    require_extra("agreement needs", "agreement", ["numpy"])
    from ..agreement.agreement import measure_agreement
    from ..agreement.measures import MEASURES

    form = output_format(arguments.format, arguments.output, PAGE_ENDINGS)
    measures = list(MEASURES) if arguments.measures == [_EVERY] else arguments.measures
    check_names("measure", measures, MEASURES)
    check_samples(arguments)
    _check_metrics(arguments)
    sets = read_sets(arguments)
    if form == PAGE:
        page = _page(arguments, sets)
        with destination(arguments.output) as file:
            file.write(page)
        return 0
    found: list[SetAgreement] = []
    for rated_set in sets:
        rated = _with_notes(rated_set, options_of_variants(arguments))
        metrics = list(_metrics(arguments, rated))
        found.append(
            measure_agreement(
                rated,
                metrics,
                baseline=arguments.baseline,
                samples=arguments.samples,
                seed=arguments.seed,
                measures=measures,
            )
        )
    with destination(arguments.output) as file:
        WRITERS[form](found, measures, file)
    return 0


def _page(arguments: argparse.Namespace, sets: "list[RatedSet]") -> str:
    """Return the page on which the parameters of one variant can be moved."""
    variants = list(options_of_variants(arguments))
    if len(sets) != 1 or len(variants) != 1:
        raise ParameterError(
            f"a page shows one set of ratings and one variant, but there are "
            f"{counted(len(sets), 'set', 'sets')} and "
            f"{counted(len(variants), 'variant', 'variants')}; write a page for each"
        )
    draw: Callable[[RatedSet, Mapping[str, Any]], str] = maker_of("agreement")
    return draw(sets[0], variants[0].arguments())


def read_sets(arguments: argparse.Namespace) -> "list[RatedSet]":
    """Read the files on the command line."""
    from ..agreement.reading import Choices, read_rated_sets

    choices = Choices(
        rating=arguments.rating,
        reference=arguments.reference,
        language_pair=arguments.language_pair,
    )
    return read_rated_sets(arguments.ratings, judgements=arguments.judgements, choices=choices)


def _with_notes(rated: "RatedSet", variants: list[MeteorOptions]) -> "RatedSet":
    """Add a note on each variant that was tuned on the set."""
    from ..agreement.tuning.record import notes_on_tuning

    notes = [note for options in variants for note in notes_on_tuning(options, rated.digest)]
    return replace(rated, notes=(*rated.notes, *notes))


def check_samples(arguments: argparse.Namespace) -> None:
    """Reject bootstrap settings out of range, before any work is done.

    Raises:
        ParameterError: one is.
    """
    for name, least in (("samples", 1), ("seed", 0)):
        if (value := getattr(arguments, name)) < least:
            raise ParameterError(f"--{name} is {value}, but must be {least} or more")


def check_names(kind: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Reject an unknown name, before any work is done.

    Raises:
        ParameterError: one of them is unknown.
    """
    for name in names:
        if name not in known:
            raise unknown_name(kind, name, known)


def _check_metrics(arguments: argparse.Namespace) -> None:
    from ..agreement.agreement import LENGTH
    from ..agreement.surface_metrics import require_metric

    others = _others(arguments.others)
    for name in others:
        require_metric(name)
    if arguments.baseline is not None:
        variants = [str(options.variant) for options in options_of_variants(arguments)]
        with_shortfall = [f"{name} shortfall" for name in variants if arguments.shortfall]
        known = [*variants, *with_shortfall, *others, LENGTH]
        check_names("baseline", [arguments.baseline], known)


def _metrics(arguments: argparse.Namespace, rated: "RatedSet") -> "Iterator[MetricScores]":
    from ..agreement.agreement import LENGTH, MetricScores
    from ..agreement.counted_outputs import count_outputs
    from ..agreement.surface_metrics import surface_scores

    lengths = None
    jobs = number_of_jobs(arguments.jobs)
    for options in options_of_variants(arguments):
        meteor = Meteor(**options.arguments())
        references = max(len(output.references) for output in rated.outputs)
        with show_progress(references * len(rated.outputs), hidden=False) as progress:
            counts = count_outputs(rated, meteor, progress.count, jobs=jobs)
        name, signature = str(options.variant), str(counts.signature)
        yield MetricScores(name=name, signature=signature, scores=counts.scores())
        if arguments.shortfall:
            yield MetricScores(
                name=f"{name} shortfall", signature=signature, scores=-counts.shortfalls()
            )
        lengths = counts.reference_lengths() if lengths is None else lengths
    for name in _others(arguments.others):
        with show_progress(len(rated.outputs), hidden=False) as progress:
            scores, signature = surface_scores(name, rated, progress.count, jobs=jobs)
        yield MetricScores(name=name, signature=signature, scores=scores)
    if lengths is not None:
        yield MetricScores(name=LENGTH, signature="", scores=-lengths)


def _others(requested: list[str] | None) -> list[str]:
    from ..agreement.surface_metrics import is_available

    if requested is None:
        return list(_OTHERS) if is_available() else []
    return [] if requested == [_NONE] else list(dict.fromkeys(requested))
