"""``meteorscope check``: runs the language server's command of that name."""

import argparse
from typing import Final

from ..errors import ResourceError

_SERVER: Final = "meteor-lsp"


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``check`` to the subcommands; all words after it are passed on."""
    parser = commands.add_parser(
        "check",
        help="what the language server says of files: meteor-lsp check",
        add_help=False,
        prefix_chars="\0",
    )
    parser.add_argument("words", nargs=argparse.REMAINDER)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run ``meteor-lsp check`` with the words that follow the command."""
    from importlib.metadata import entry_points  # a scorer starts without it

    found = next(iter(entry_points(group="console_scripts", name=_SERVER)), None)
    if found is None:
        raise ResourceError(
            f"{_SERVER} is not installed; run: pip install --force-reinstall 'meteorscope[lsp]'"
        )
    status: int = found.load()(["check", *arguments.words])
    return status
