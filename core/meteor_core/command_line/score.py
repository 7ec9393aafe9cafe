"""``meteorscope score``: scores of a corpus and of its segments."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TextIO

from ..analysis.significance import BOOTSTRAP_SAMPLES, Bootstrap, Interval, compare
from ..batch.batch import ScoredBatch
from ..batch.corpus_total import CorpusTotal
from ..errors import InputError, ParameterError, require_extra
from ..meteor import Meteor
from ..options import MeteorOptions
from ..score.parameters import Parameters
from ..score.results import CorpusResult
from ..score.wording import below_limit
from .arguments import (
    add_jobs,
    add_metric,
    check_share,
    meteor_options,
    number_of_jobs,
    short_turns,
)
from .inputs import SIDES, add_input, open_input
from .output import PARQUET, destination, output_format, require_parquet_output
from .progress import show_progress
from .score_writers import WRITERS
from .segment_blocks import Source
from .statuses import missed, outlive_reader
from .unscored import Unscored

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DESCRIPTION = """\
Score a hypothesis file against one or more reference files, aligned line by line.
The corpus score is computed from summed statistics; it is not the mean of segment scores.
The shortfall of a segment is its reference length times (1 - score), in words; that of the corpus
is their sum. Most of its agreement with human ratings by errors (MQM) is the reference's length.

Files of any length are scored in constant memory. Where one of them is a pipe, segments are scored
as they come, and with --segments their rows are written at once.

A segment that cannot be scored, because METEOR 1.5's search would have millions of matches to
choose from, is named on standard error; its row says so, and the corpus score leaves it out.

"""

_EPILOG = """\
examples:
  meteorscope score mt.hyp.en mt.ref.en                      the corpus score and its signature
  meteorscope score mt.hyp.en a.ref.en b.ref.en --segments   each segment against its best reference
  meteorscope score mt.hyp.en mt.ref.en --segments -o mt.tsv --jobs 0
                                                             a table of all segments, on all cores
  translate < source.de | meteorscope score - mt.ref.en --segments
                                                             while the translations come
  zcat pairs.gz | meteorscope score --tab-separated - --segments --format tsv | gzip > scores.gz
                                                             hypothesis, tab, reference on each line
  meteorscope score job.xlf --segments -o job.tsv            MT against its final translation
  meteorscope score wmt23.xml --hypothesis hyp:X --reference ref:A ref:B
                                                             a system of a test set
  meteorscope score de.po --before v1.0                      what was edited since that revision
  meteorscope score table.csv --hypothesis mt --reference ref1 ref2
                                                             columns of a table
  meteorscope score all.parquet --hypothesis mt --reference ref -o scored.parquet
                                                             the same table with its scores
  meteorscope score mt.hyp.en mt.ref.en --confidence         the corpus score with its interval
  meteorscope score mt.hyp.en mt.ref.en --fail-under 0.6     status 1 below that, for scripts

exit status:
  0 done, 1 a threshold was missed, 2 bad use or bad input, 130 interrupted
"""

_ENDINGS: Final = {
    ".txt": "text",
    ".json": "json",
    ".jsonl": "jsonl",
    ".tsv": "tsv",
    ".csv": "csv",
    ".parquet": PARQUET,
}


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``score`` to the subcommands."""
    parser = commands.add_parser(
        "score",
        help="score a hypothesis file against references",
        description=_DESCRIPTION + SIDES,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input(parser, tab_separated=True)
    add_metric(parser)
    _add_output(parser.add_argument_group("output"))
    add_jobs(parser)
    parser.set_defaults(run=run)


def _add_output(output: "argparse._ArgumentGroup") -> None:
    output.add_argument("--segments", action="store_true", help="print each segment's score too")
    output.add_argument(
        "--format",
        choices=(*WRITERS, PARQUET),
        help="default: from the ending of -o FILE, else text; the others have all digits",
    )
    output.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file, atomically: .json, .jsonl, .tsv, .csv, .parquet or .txt; "
        "compressed if .gz, .xz or .zst follows",
    )
    output.add_argument(
        "--confidence",
        action="store_true",
        help="print the 95 %% interval of the corpus score, by bootstrap resampling as in "
        "sacrebleu; the variable SACREBLEU_SEED has the seed (default 12345)",
    )
    output.add_argument(
        "--samples",
        type=int,
        default=BOOTSTRAP_SAMPLES,
        metavar="N",
        help=f"test sets to draw for --confidence (default {BOOTSTRAP_SAMPLES})",
    )
    output.add_argument(
        "--fail-under",
        type=float,
        metavar="SCORE",
        help="end with status 1 and a sentence if the corpus score is below this, from 0 to 1",
    )


def run(arguments: argparse.Namespace) -> int:
    """Score the files and print the result."""
    form = output_format(arguments.format, arguments.output, _ENDINGS)
    check_share("--fail-under", arguments.fail_under)
    if arguments.fail_under is not None:
        outlive_reader()
    jobs = number_of_jobs(arguments.jobs)
    source = open_input(arguments, jobs=jobs)
    options = meteor_options(arguments, language=source.language)
    meteor = Meteor(**options.arguments())
    if form == PARQUET:
        if arguments.confidence:
            raise ParameterError("Parquet has no place for --confidence; take json or tsv")
        return _write_parquet(arguments, source, options, jobs)
    total = CorpusTotal(meteor, references=source.references)
    sample = _sample(arguments, meteor)
    unscored = Unscored()
    with (
        short_turns(jobs),
        destination(arguments.output) as file,
        closing(meteor.score_blocks(source.blocks, jobs=jobs)) as batches,
        show_progress(source.expected, hidden=_shows_rows(arguments, file)) as progress,
    ):
        writer = WRITERS[form](file, segments=arguments.segments, units=source.units)
        writer.write(
            progress.count(unscored.noting(total.add_up(sample.noting(batches)))),
            lambda: sample.signed(_require_scored(total.result(), unscored)),
            sample.interval,
        )
    unscored.tell()
    source.report_exclusions()
    return _status(arguments, total.result().score)


def _require_scored(result: CorpusResult, unscored: Unscored) -> CorpusResult:
    """Return the score of a corpus, if any segment has one.

    Raises:
        InputError: no segment has one.
    """
    if result.segments:
        return result
    unscored.tell()
    raise InputError("no segment can be scored, so there is no corpus score")


def _status(arguments: argparse.Namespace, score: float) -> int:
    limit = arguments.fail_under
    is_under = limit is not None and not score >= limit  # nor is NaN
    return missed("meteorscope", [below_limit(score, limit)] if is_under else [])


class _ResampledCorpus:
    """The counts of segments as they pass, which are kept only if an interval is asked for."""

    def __init__(self, parameters: Parameters, test: Bootstrap | None) -> None:
        self._parameters = parameters
        self._test = test
        self._counts: list[NDArray[np.integer[Any]]] = []

    def noting(self, batches: Iterable[ScoredBatch]) -> Iterator[ScoredBatch]:
        """Pass batches through, and collect the counts of scored segments."""
        for batch in batches:
            if self._test is not None:
                import numpy as np

                counts = np.stack([*map(np.asarray, batch.counts)], axis=1)
                self._counts.append(np.delete(counts, list(batch.problems), axis=0))
            yield batch

    def interval(self) -> Interval | None:
        """Return the interval of the score of all segments so far.

        Raises:
            InputError: no segment is scored.
        """
        if self._test is None:
            return None
        import numpy as np

        counts = np.concatenate(self._counts)
        return compare({"corpus": counts}, self._parameters, self._test).baseline.interval

    def signed(self, corpus: CorpusResult) -> CorpusResult:
        """Add the settings of the interval to the signature of a corpus score."""
        if self._test is None:
            return corpus
        return replace(corpus, signature=self._test.signed(corpus.signature))


def _sample(arguments: argparse.Namespace, meteor: Meteor) -> _ResampledCorpus:
    """Return the collector for the interval of the corpus score, inactive unless requested."""
    if not arguments.confidence:
        return _ResampledCorpus(meteor.configuration.parameters, None)
    require_extra("intervals need", "agreement", ["numpy"])
    test = Bootstrap(samples=arguments.samples)
    return _ResampledCorpus(meteor.configuration.parameters, test)


def _write_parquet(
    arguments: argparse.Namespace, source: Source, options: MeteorOptions, jobs: int
) -> int:
    require_parquet_output(arguments.output)
    from .parquet_files import write_scores

    score = write_scores(arguments, source, options, jobs=jobs)
    source.report_exclusions()
    return _status(arguments, score)


def _shows_rows(arguments: argparse.Namespace, file: TextIO) -> bool:
    return bool(arguments.segments) and file.isatty()
