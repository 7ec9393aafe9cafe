"""``meteorscope completion``: what shells complete, and the manual page, made from the parser."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from typing import Final

from ..errors import require_extra
from ..options import OPTIONS, Kind
from ..version import VERSION
from .arguments import OneLineParser

_SHELLS: Final = ("bash", "zsh", "fish")
_MANUAL: Final = "man"
_FILES: Final = ("FILE", "PATH", "SRC")
"""How options name a value that is a file."""

_DESCRIPTION = """\
Print a script by which a shell completes commands, options and their values, or the manual page.
Both are made from what this version accepts, by shtab and argparse-manpage, which
'meteorscope[completion]' installs.
"""

_EPILOG = """\
examples:
  meteorscope completion bash > ~/.local/share/bash-completion/completions/meteorscope
  meteorscope completion zsh > ~/.zfunc/_meteorscope      (with ~/.zfunc in fpath)
  meteorscope completion fish > ~/.config/fish/completions/meteorscope.fish
  meteorscope completion man > ~/.local/share/man/man1/meteorscope.1
"""


def add_command(
    commands: "argparse._SubParsersAction[OneLineParser]", whole: argparse.ArgumentParser
) -> None:
    """Add ``completion`` to the subcommands."""
    parser = commands.add_parser(
        "completion",
        help="completion for bash, zsh and fish, and the manual page",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = (*_SHELLS, _MANUAL)
    parser.add_argument("shell", metavar="SHELL", choices=kinds, help=f"one of: {', '.join(kinds)}")
    parser.set_defaults(run=partial(run, parser=whole))


def run(arguments: argparse.Namespace, *, parser: argparse.ArgumentParser) -> int:
    """Print the requested script or manual page."""
    if arguments.shell == _MANUAL:
        require_extra("the manual page needs", "completion", ["argparse_manpage"])
        sys.stdout.write(_manual(parser))
        return 0
    require_extra("completion needs", "completion", ["shtab"])
    import shtab

    for action in _actions(parser):
        option = OPTIONS.get(action.dest)
        if option is not None and option.kind is Kind.NAME:
            action.choices = option.names
        elif _takes_a_file(action):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it
    sys.stdout.write(shtab.complete(parser, shell=arguments.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001  # argparse shows them nowhere else
        yield action
        if isinstance(action.choices, dict):  # commands with parsers of their own
            for command_parser in action.choices.values():
                yield from _actions(command_parser)


def _takes_a_file(action: argparse.Action) -> bool:
    takes_any = action.nargs != 0 and action.choices is None
    return takes_any and (not action.option_strings or action.metavar in _FILES)


def _manual(parser: argparse.ArgumentParser) -> str:
    from argparse_manpage.manpage import Manpage

    page = Manpage(parser)
    page.source, page.manual = f"Meteorscope {VERSION}", "Meteorscope"
    return f"{page}\n"
