"""``meteorscope tune``: searches parameters that agree better with people."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..errors import InputError, ParameterError, ResourceError, require_extra
from ..meteor import Meteor
from ..tuned import ENDING, tuned_text
from .agree import add_ratings, add_samples, check_names, check_samples, read_sets
from .arguments import add_jobs, add_metric, meteor_options, number_of_jobs
from .output import destination, write_line
from .progress import show_progress
from .statuses import missed, outlive_reader
from .tune_writer import write_tuning

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.tuning.sets import TuningSet

_DESCRIPTION = """\
Search parameters of METEOR that agree better with people's ratings, and say whether they do.

The verdict comes first: by how much what was tuned is ahead of the untuned variant, of METEOR 1.5
and of chrF++ on ratings that it was not tuned on, with the interval of a bootstrap over segments.
"No gain shown" says that the interval of the gain over the untuned variant reaches 0 or less. It is
the usual outcome. Parameters fit the systems they were tuned on; two sets or more tell whether they
fit others.

RATINGS are those of meteorscope agree: tables with the columns system, segment, rating (or mqm,
esa, da, hter, time, edits), hypothesis and reference, and best of all document; judgements of
pairs; directories of mt-metrics-eval. Several are several sets, each of which is left out once. A
single one is cut into blocks of consecutive documents, or of segments where there is no column
document.

The objectives:
  pairwise            pairs of translations of a segment ordered as rated; a tie is one half, and a
                      pair counts as much as its ratings differ, up to --cap
  pearson, spearman   correlation over all translations
  pearson-by-segment  correlation within a segment, the mean over segments
  shortfall           Pearson's correlation with minus reference length x (1 - score): for ratings
                      that are sums, such as points of errors, edits or time. Most of it is
                      length, so length alone stands beside it as a control
The parameters are alpha, beta, gamma, delta (where the language has a list of function words) and
the weights of all stages but the first. They move along a grid, one after another, from the untuned
variant; a step is taken only if its gain exceeds one standard error over the parts learnt from.
"""

_EPILOG = """\
examples:
  meteorscope tune wmt22.tsv wmt23.tsv -o tuned.toml       two sets, each left out once
  meteorscope score mt.en ref.en -v tuned.toml             what was tuned is a variant
  meteorscope tune ratings.tsv --parameters alpha gamma    only these
  meteorscope tune post-edits.csv --rating time --objective shortfall
  meteorscope tune dev.pairs --judgements dev.answers --folds 10
  meteorscope tune wmt22.tsv wmt23.tsv --require-gain -o tuned.toml && make release
"""

_NONE: Final = "none"


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``tune`` to the subcommands."""
    parser = commands.add_parser(
        "tune",
        help="search parameters that agree better with people, and say whether they do",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_ratings(parser)
    tuning = parser.add_argument_group("tuning")
    tuning.add_argument(
        "--objective", default="pairwise", metavar="NAME", help="see above (default pairwise)"
    )
    tuning.add_argument(
        "--cap",
        type=float,
        default=5.0,
        metavar="N",
        help="difference of ratings from which on a pair counts no more (default 5, which is a "
        "major error of MQM)",
    )
    tuning.add_argument(
        "--parameters",
        nargs="+",
        metavar="NAME",
        help="what to tune: alpha, beta, gamma, delta, weights, or one weight such as weight.stem "
        "(default: all)",
    )
    tuning.add_argument(
        "--folds",
        type=int,
        default=5,
        metavar="N",
        help="blocks into which a single set is cut (default 5); of several, each set is a fold",
    )
    tuning.add_argument(
        "--others",
        nargs="+",
        metavar="METRIC",
        help="metrics to compare with: meteor-1.5, chrF, chrF++, BLEU, TER, or none (default: "
        "meteor-1.5 and chrF++, where they are installed)",
    )
    tuning.add_argument(
        "--require-gain",
        action="store_true",
        help="unless a gain is shown, write no file and end with status 1",
    )
    add_metric(parser)
    add_samples(parser)
    add_jobs(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json"), default="text")
    output.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write what was tuned to this file, atomically: a variant, tuned.toml",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Tune, print the verdict, and write the variant."""
    require_extra("tuning needs", "agreement", ["numpy"])
    from ..agreement.tuning.parameter_search import Space
    from ..agreement.tuning.record import notes_on_tuning, record, tuned_variant
    from ..agreement.tuning.result import TuningSettings
    from ..agreement.tuning.tuning import tune

    if arguments.require_gain:
        outlive_reader()
    check_samples(arguments)
    _check_output(arguments.output)
    settings = TuningSettings(
        objective=arguments.objective,
        cap=arguments.cap,
        blocks=arguments.folds,
        samples=arguments.samples,
        seed=arguments.seed,
    )
    options = meteor_options(arguments)
    meteor = Meteor(**options.arguments())
    space = Space.of(
        meteor.configuration.parameters,
        [stage.name for stage in meteor.configuration.stages],
        names=arguments.parameters,
        function_words=bool(meteor.configuration.words.function_words),
    )
    sets, notes = _tuning_sets(arguments, meteor)
    notes += [note for tuning_set in sets for note in notes_on_tuning(options, tuning_set.digest)]
    outputs = sum(len(tuning_set.rated.outputs) for tuning_set in sets)
    folds = arguments.folds if len(sets) == 1 else len(sets)
    with show_progress(folds * outputs, hidden=False, unit="outputs") as progress:
        tuning = tune(sets, space, settings, progress.count)
    tuning = replace(tuning, notes=(*tuning.notes, *notes))
    is_refused = arguments.require_gain and tuning.verdict != "gain shown"
    if arguments.format == "json":
        write_line(json.dumps(record(tuning), ensure_ascii=False, allow_nan=False, indent=2))
    else:
        write_tuning(tuning, str(options.variant), sys.stdout)
    if arguments.output is not None and not is_refused:
        variant = tuned_variant(tuning, options, meteor.configuration, Path(arguments.output).name)
        with destination(arguments.output) as file:
            file.write(tuned_text(variant))
    left = "" if arguments.output is None else f", so {arguments.output} is not written"
    return missed("meteorscope", [f"--require-gain: {tuning.verdict}{left}"] if is_refused else [])


def _check_output(output: str | None) -> None:
    """Reject an output that cannot be written, before the work."""
    if output is None:
        return
    if not output.endswith(ENDING):
        raise ParameterError(
            f"-o is {output}, but must end in {ENDING}: only such a name is that of a variant"
        )
    if not Path(output).absolute().parent.is_dir():
        raise InputError(f"{output} cannot be written: there is no such folder")


def _tuning_sets(
    arguments: argparse.Namespace, untuned: Meteor
) -> "tuple[list[TuningSet], list[str]]":
    """Return the counted sets, and a note for each missing competitor."""
    from ..agreement import surface_metrics
    from ..agreement.tuning.objectives import OBJECTIVES
    from ..agreement.tuning.sets import (
        DEFAULT_COMPETITORS,
        KNOWN_COMPETITORS,
        meteor_1_5,
        tuning_set,
    )
    from ..variants import METEOR_1_5

    explicit = arguments.others is not None
    asked = arguments.others if explicit else DEFAULT_COMPETITORS
    names = [] if asked == [_NONE] else list(dict.fromkeys(asked))
    check_names("metric", names, KNOWN_COMPETITORS)
    notes = []
    program = None
    if METEOR_1_5 in names:
        names.remove(METEOR_1_5)
        program, lacking = meteor_1_5(untuned, arguments.meteor_home)
        if program is None and explicit:
            raise ResourceError(f"{lacking}; install 'meteorscope[meteor-1-5]' or set METEOR_HOME")
        if program is not None and program.signature() == untuned.signature():
            program = None
        elif lacking is not None:
            notes.append(lacking)
    if explicit:
        for name in names:
            surface_metrics.require_metric(name)
    elif names and not surface_metrics.is_available():
        notes.append(f"{', '.join(names)}: not compared with, as sacrebleu is not installed")
        names = []
    jobs = number_of_jobs(arguments.jobs)
    sets = []
    for rated in read_sets(arguments):
        references = max(len(output.references) for output in rated.outputs)
        passes = references * (1 if program is None else 2) + len(names)
        with show_progress(passes * len(rated.outputs), hidden=False, unit="outputs") as progress:
            sets.append(
                tuning_set(
                    rated,
                    untuned,
                    program=program,
                    surface=names,
                    length=OBJECTIVES[arguments.objective].of_shortfall,
                    watch=progress.count,
                    watch_surface=progress.count,
                    jobs=jobs,
                )
            )
    return sets, notes
