"""``meteorscope score``: scores of a corpus and of its segments."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ..alignment_format import corpus_json, segment_json
from ..errors import ParameterError
from ..line_files import read_segments, require_equal_length
from ..meteor import Meteor, parallel_segments
from ..results import CorpusResult, SegmentScore
from ..statistics import Statistics
from ..wording import counted, matches_in_words, measures_in_words, percentage
from .arguments import add_files, add_metric, meteor_options
from .output import table_cell, write_line
from .progress import show_progress

_DESCRIPTION = """\
Score a hypothesis file against one or more reference files, aligned line by line.
The corpus score is computed from summed statistics; it is not the mean of segment scores.
"""

_FORMATS: Final = ("text", "json", "tsv")


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``score`` to the subcommands."""
    parser = commands.add_parser(
        "score", help="score a hypothesis file against references", description=_DESCRIPTION
    )
    add_files(parser)
    add_metric(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--segments", action="store_true", help="print each segment's score too")
    output.add_argument("--format", choices=_FORMATS, default="text", help="default text")
    output.add_argument(
        "--fail-under",
        type=float,
        metavar="SCORE",
        help="exit with status 1 if the corpus score is below this, 0 to 1",
    )
    output.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes to use (default 1)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score the files and print the result."""
    if arguments.jobs < 1:
        raise ParameterError(f"--jobs is {arguments.jobs}, but has to be 1 or more")
    options = meteor_options(arguments)
    meteor = Meteor(**options)
    names = [arguments.hypothesis, *arguments.references]
    expected = require_equal_length(names)
    total = _Total(meteor.zero())
    pairs = parallel_segments(
        read_segments(arguments.hypothesis),
        [read_segments(name) for name in arguments.references],
    )
    with show_progress(expected) as progress:
        results = progress.count(total.add_up(_score(meteor, options, pairs, arguments.jobs)))
        write = _WRITERS[arguments.format]
        write(results, total, meteor, arguments)
    corpus = total.result(meteor, len(arguments.references))
    return int(arguments.fail_under is not None and corpus.score < arguments.fail_under)


def _score(
    meteor: Meteor,
    options: dict[str, Any],
    pairs: Iterable[tuple[str, list[str]]],
    jobs: int,
) -> Iterator[SegmentScore]:
    if jobs == 1:
        return (meteor.score(hypothesis, references) for hypothesis, references in pairs)
    from .parallel import score_in_processes

    return score_in_processes(options, pairs, jobs)


class _Total:
    """Sums statistics while results stream by."""

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics

    def add_up(self, results: Iterable[SegmentScore]) -> Iterator[SegmentScore]:
        for result in results:
            self._statistics += result.statistics
            yield result

    def result(self, meteor: Meteor, references: int) -> CorpusResult:
        return meteor.corpus_result(self._statistics, references=references)


_Writer = Callable[[Iterable[SegmentScore], _Total, Meteor, argparse.Namespace], None]


def _write_text(
    results: Iterable[SegmentScore],
    total: _Total,
    meteor: Meteor,
    arguments: argparse.Namespace,
) -> None:
    if arguments.segments:
        write_line("segment   score      P      R  F-mean penalty  chunks  matches  hyp  ref")
    for number, result in enumerate(results, start=1):
        if arguments.segments:
            measures = result.measures
            write_line(
                f"{number:7} {measures.score:7.4f} {measures.precision:6.3f} "
                f"{measures.recall:6.3f}  {measures.f_mean:6.3f}  {measures.penalty:6.3f} "
                f"{result.chunks:7} {result.matches:8} {result.hypothesis_length:4} "
                f"{result.reference_length:4}"
                + (f"  reference {result.reference + 1}" if len(arguments.references) > 1 else "")
                + ("" if result.optimal else "  not proved optimal")
            )
    corpus = total.result(meteor, len(arguments.references))
    write_line(measures_in_words(corpus))
    segments = counted(corpus.segments, "segment", "segments")
    proved = f", {percentage(corpus.optimal)} proved optimal" if corpus.optimal else ""
    write_line(f"{segments}, {matches_in_words(corpus)}{proved}")
    write_line(corpus.signature)


def _write_json(
    results: Iterable[SegmentScore],
    total: _Total,
    meteor: Meteor,
    arguments: argparse.Namespace,
) -> None:
    """One object. Segments come first, so that a stream of any length fits in memory."""
    write_line("{")
    if arguments.segments:
        sys.stdout.write('  "segments": [')
        for number, result in enumerate(results, start=1):
            row = json.dumps(segment_json(number, result))
            sys.stdout.write(f"{',' if number > 1 else ''}\n    {row}")
        write_line("\n  ],")
    else:
        for _ in results:
            pass
    corpus = corpus_json(total.result(meteor, len(arguments.references)))
    write_line(json.dumps(corpus, indent=2).removeprefix("{\n"))


def _write_tsv(
    results: Iterable[SegmentScore],
    total: _Total,
    meteor: Meteor,
    arguments: argparse.Namespace,
) -> None:
    """The rows of ``segments``, or one row for the corpus."""
    if arguments.segments:
        for number, result in enumerate(results, start=1):
            row = segment_json(number, result)
            if number == 1:
                write_line("\t".join(row))
            write_line(_tab_separated(row))
        return
    for _ in results:
        pass
    corpus = corpus_json(total.result(meteor, len(arguments.references)))
    write_line("\t".join(corpus))
    write_line(_tab_separated(corpus))


def _tab_separated(row: dict[str, Any]) -> str:
    return "\t".join(table_cell(value) for value in row.values())


_WRITERS: Final[dict[str, _Writer]] = {
    "text": _write_text,
    "json": _write_json,
    "tsv": _write_tsv,
}
