"""``meteorscope``: parses arguments, runs a subcommand, reports errors in one line."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Final

from ..version import VERSION
from .interruption import interruptible
from .statuses import DONE, run_program

_MODULES: Final = {
    "score": "score",
    "align": "align",
    "compare": "compare",
    "review": "review",
    "compare-search": "compare_search",
    "agree": "agree",
    "sweep": "sweep",
    "tune": "tune",
    "meteor-1.5": "meteor15.command",
    "variants": "variants",
    "paraphrases": "paraphrases",
    "check": "check",
    "doctor": "doctor",
}
"""Where the commands are, in the order of the help; ``completion``, which asks all, comes last."""

_EPILOG = """\
examples:
  meteorscope score mt.hyp.en mt.ref.en                    the corpus score and its signature
  meteorscope score mt.hyp.en mt.ref.en --segments         and each segment's
  meteorscope score mt.hyp.en mt.ref.en --segments -o mt.tsv --jobs 0
                                                           a table of them, on all cores
  meteorscope align mt.hyp.en mt.ref.en --segment 3        how segment 3 lines up, and why
  meteorscope align mt.hyp.en mt.ref.en -o mt.html         all segments, one page to look at
  meteorscope compare mt.ref.en --systems a.en b.en        which system is better, and is it chance
  cat mt.hyp.de | meteorscope score - a.ref.de b.ref.de -l de --format json
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    return run_program("meteorscope", partial(_run, words))


def _run(words: list[str]) -> int:
    if words in (["--version"], ["-V"]):  # answered before anything is loaded
        print(f"meteorscope {VERSION}")
        return DONE
    with interruptible():
        parsed = make_parser(words[0] if words else None).parse_args(words)
        status: int = parsed.run(parsed)
        return status


def make_parser(command: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands; each sets ``run``.

    Args:
        command: the only one that is needed: nothing is loaded for the others. Whatever else is
            given, the parser has all of them.
    """
    from .arguments import OneLineParser

    parser = OneLineParser(
        prog="meteorscope",
        description="METEOR: score and align machine translation against references.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"meteorscope {VERSION}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in [command] if command in _MODULES else _MODULES:
        import_module(f"{__package__}.{_MODULES[name]}").add_command(commands)
    if command not in _MODULES:
        from . import completion

        completion.add_command(commands, parser)
    return parser
