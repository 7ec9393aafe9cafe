"""Run the program: from its options to its output."""

import sys

from ..output import write_line
from .options import ProgramOptions
from .plain_text import score_plain_text
from .report import header
from .scorer import ProgramScorer
from .settings import resolve_settings
from .sgml import score_sgml
from .stdio import answer_standard_input


def run_program(options: ProgramOptions) -> None:
    """Run the program with these options.

    Raises:
        ParameterError: an option's value is unknown or does not fit the others.
        ResourceError: METEOR 1.5's files are not there.
        InputError: a file cannot be read or scored.
    """
    settings = resolve_settings(options)
    scorer = ProgramScorer(options, settings)
    if not (options.statistics or options.stdio or options.quiet):
        for line in header(settings, sgml=options.sgml):
            write_line(line)
    if len(settings.weights) < len(settings.modules):
        _warn("More modules than weights specified - modules with no weights will not be counted.")
    if options.stdio and options.sgml:
        _warn("Stdio incompatible with other modes - using Stdio only")
    if options.stdio:
        answer_standard_input(scorer, sys.stdout)
    elif options.sgml:
        score_sgml(scorer, options, settings)
    else:
        score_plain_text(scorer, options, settings)


def _warn(what: str) -> None:
    print(f"Warning: {what}", file=sys.stderr)
