"""Score a file of hypotheses, one a line, against a file of references."""

import itertools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from ...errors import InputError
from ...meteor15.eval_statistics import EvalStatistics
from ...meteor15.java_strings import java_double
from ..output import destination, write_line
from .lines import count_lines, file_lines
from .options import ProgramOptions
from .report import alignment_block, table
from .scorer import ProgramScorer, Scored, Segment
from .settings import ProgramSettings

_UNEQUAL: Final = "Error: test and reference not same length"
_SEGMENTS_PER_BLOCK: Final = 1024
"""Segments that are scored together."""


def score_plain_text(
    scorer: ProgramScorer, options: ProgramOptions, settings: ProgramSettings
) -> None:
    """Score the files and print what the program prints.

    Raises:
        InputError: a file cannot be read, they are empty or not of equal length, or the alignments
            cannot be written.
    """
    total = EvalStatistics()
    with _alignments(options) as alignments:
        for number, scored in enumerate(_scored(scorer, options), 1):
            _print_segment(number, scored, options)
            if alignments is not None and scored.result is not None:
                heading = f"Alignment\t{number}\t{scored.columns()}"
                block = alignment_block(heading, scored.result.alignment, scorer.fold)
                alignments.write(block)
            total += scored.statistics
    _print_total(scorer.measure(total), options, settings)


def _scored(scorer: ProgramScorer, options: ProgramOptions) -> Iterator[Scored]:
    segments = _segments(options)
    while block := list(itertools.islice(segments, _SEGMENTS_PER_BLOCK)):
        yield from scorer.score(block)


def _segments(options: ProgramOptions) -> Iterator[Segment]:
    """Yield each hypothesis with its references, once the lengths have been checked.

    Lines are counted first, so that nothing is printed of files that do not. What can be read only
    once is kept.
    """
    test, test_count = _lines(options.test)
    reference, reference_count = _lines(options.reference)
    if reference_count != test_count * options.references:
        print(_UNEQUAL, file=sys.stderr)
        raise InputError(
            f"{options.test} has {test_count} lines and {options.reference} has "
            f"{reference_count}; there must be {options.references} for each of the first"
        )
    if not test_count:
        raise InputError(f"{options.test} is empty: there is no segment to score")
    for hypothesis in test:
        yield hypothesis, list(itertools.islice(reference, options.references))


def _lines(name: str) -> tuple[Iterator[str], int]:
    count = count_lines(name)
    if count is not None:
        return file_lines(name), count
    kept = list(file_lines(name))
    return iter(kept), len(kept)


@contextmanager
def _alignments(options: ProgramOptions) -> Iterator[TextIO | None]:
    if not options.write_alignments:
        yield None
        return
    with destination(f"{options.prefix}-align.out") as file:
        yield file


def _print_segment(number: int, scored: Scored, options: ProgramOptions) -> None:
    score = java_double(scored.measures.score)
    if options.statistics:
        write_line(str(scored.statistics))
    elif options.verbose:
        write_line(f"Segment {number} score:\t{scored.columns()}")
    elif options.quiet:
        write_line(score, sys.stderr)
    else:
        write_line(f"Segment {number} score:\t{score}")


def _print_total(total: Scored, options: ProgramOptions, settings: ProgramSettings) -> None:
    if options.statistics:
        return
    if options.quiet:
        write_line(java_double(total.measures.score))
        return
    for line in table(total, settings, "\nSystem level statistics:\n"):
        write_line(line)
