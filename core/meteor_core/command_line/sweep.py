"""``meteorscope sweep``: measures agreement with ratings by parameters."""

import argparse
from typing import TYPE_CHECKING, Final

from ..errors import ParameterError, require_extra
from ..meteor import Meteor
from .agree import add_output, add_ratings, add_samples, check_names, check_samples, read_sets
from .arguments import add_jobs, add_metric, meteor_options, number_of_jobs
from .output import destination, output_format
from .pictures import drawing_of_sweeps
from .progress import show_progress

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.counted_outputs import CountedOutputs
    from ..agreement.rated_set import RatedSet
    from ..agreement.sweep import Counter, Grid, Sweep

_DESCRIPTION = """\
Say how well METEOR agrees with people's ratings at each setting of its parameters. The
translations are aligned once; then a setting is arithmetic.

RATINGS are as for meteorscope agree. After --over come parameters with their settings, all
combinations of which are tried:
  alpha=0:1:.1             from 0 to 1 in steps of .1; also beta, gamma, delta
  gamma=0,.3,.5            these settings; one setting alone fixes a parameter
  weight.stem=0:1:.25      what a match of a stage counts: exact, stem, synonym, paraphrase
  stages=exact/exact,stem  lists of stages, aligned once for each
  variant=classic,nltk     aligned once for each; also tokenizer, align (the search), task
What no axis changes is as the options of the metric say. --over can be given several times: each
is a table of its own.

A table has the agreement at each setting with the interval of a bootstrap over segments, the same
samples for all settings. * marks the best. ~ marks those that are not distinguishable from it: the
interval of their difference contains 0. Of several sets each has a table, and their mean has one,
in which all sets count alike.

The best of many settings was chosen on the same ratings that it is measured on, so it looks better
than it is; a wide region of ~ says that the choice hardly matters here.
"""

_EPILOG = """\
examples:
  meteorscope sweep ratings.tsv --over alpha=0:1:.1 gamma=0:1:.1
  meteorscope sweep ratings.tsv --over alpha=0:1:.1 gamma=0:1:.1 -o sweep.svg
  meteorscope sweep wmt22.tsv wmt23.tsv --over weight.stem=0:1:.1 --measure pearson -o sweep.tex

pairs and their judgements, as courses hand them out: the accuracy by alpha with the harmonic mean
alone, by gamma with the penalty, and with and without stems and synonyms:
  meteorscope sweep dev.pairs --judgements dev.answers --gamma 0 --over alpha=0:1:.1
  meteorscope sweep dev.pairs --judgements dev.answers --over gamma=0:1:.1
  meteorscope sweep dev.pairs --judgements dev.answers \\
    --over stages=exact/exact,stem/exact,stem,synonym
all three tables at once:
  meteorscope sweep dev.pairs --judgements dev.answers --over gamma=0 alpha=0:1:.1 \\
    --over gamma=0:1:.1 --over stages=exact/exact,stem/exact,stem,synonym
"""

_ENDINGS: Final = {
    ".txt": "text",
    ".tsv": "tsv",
    ".csv": "csv",
    ".json": "json",
    ".tex": "latex",
    ".svg": "svg",
}
_MAX_PICTURE_AXES: Final = 2


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``sweep`` to the subcommands."""
    parser = commands.add_parser(
        "sweep",
        help="say how well a metric agrees with people, by its parameters",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_ratings(parser)
    parser.add_argument(
        "--over",
        action="append",
        nargs="+",
        required=True,
        metavar="PARAMETER=SETTINGS",
        help="parameters to change, with ranges first:last:step or lists; once for each table",
    )
    add_metric(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--measure",
        default="pairwise",
        metavar="NAME",
        help="measure of agreement; meteorscope agree --help explains them (default: pairwise)",
    )
    add_samples(parser)
    add_output(output, _ENDINGS.values(), _ENDINGS)
    add_jobs(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure the agreement at each setting and print it."""
    require_extra("agreement needs", "agreement", ["numpy"])
    from ..agreement.axes import Axis
    from ..agreement.measures import MEASURES
    from ..agreement.sweep import Grid, measure_sweep
    from .sweep_writers import SWEEP_WRITERS

    form = output_format(arguments.format, arguments.output, _ENDINGS)
    check_samples(arguments)
    check_names("measure", [arguments.measure], MEASURES)
    options = meteor_options(arguments)
    grids = [Grid.of([Axis.parse(text) for text in texts], options) for texts in arguments.over]
    if form == "svg":
        _check_picture(grids)
    sets = read_sets(arguments)
    count = _sharing_counter(number_of_jobs(arguments.jobs))
    for rated in sets:
        for grid in grids:
            for meteor in grid.scorers:
                count(rated, meteor)
    sweeps: list[list[Sweep]] = []
    for grid in grids:
        points = len(sets) * len(grid.points)
        with show_progress(points, hidden=False, unit="settings") as progress:
            sweeps.append(
                measure_sweep(
                    sets,
                    grid,
                    count,
                    measure=arguments.measure,
                    samples=arguments.samples,
                    seed=arguments.seed,
                    watch=progress.count,
                )
            )
    with destination(arguments.output) as file:
        SWEEP_WRITERS[form](sweeps, file)
    return 0


def _check_picture(grids: "list[Grid]") -> None:
    drawing_of_sweeps()
    for grid in grids:
        varying = [axis.name for axis in grid.axes if axis.varies]
        if len(varying) > _MAX_PICTURE_AXES:
            raise ParameterError(
                f"a picture shows one or two parameters, not {', '.join(varying)}; give some of "
                "them one setting, or write a table: .txt, .tsv, .csv, .json or .tex"
            )


def _sharing_counter(jobs: int) -> "Counter":
    """Return a counter of a set's outputs, cached for scorers that align alike."""
    from ..agreement.counted_outputs import count_outputs
    from ..agreement.sweep import alignment_key

    known: dict[tuple[int, str], CountedOutputs] = {}

    def count(rated: "RatedSet", meteor: Meteor) -> "CountedOutputs":
        key = id(rated), alignment_key(meteor)
        if key not in known:
            references = max(len(output.references) for output in rated.outputs)
            with show_progress(references * len(rated.outputs), hidden=False) as progress:
                known[key] = count_outputs(rated, meteor, progress.count, jobs=jobs)
        return known[key]

    return count
