"""The reference of the commands, made from their parsers."""
# ruff: noqa: SLF001 - argparse tells what a parser has nowhere else

import argparse
import re
from collections.abc import Iterator
from typing import Final

from meteor_core.command_line.main import make_parser
from meteor_lsp.command_line import make_parser as make_server_parser

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|])")
_OPTION: Final = re.compile(r"(?<![\w-])(--?[a-zA-Z][\w-]*)")


def commands() -> str:
    """Every command, with every option, as the parsers have them."""
    parts = ["# Commands\n", "Made from the programs' own parsers; `--help` prints the same.\n"]
    for parser in (make_parser(), make_server_parser()):
        parts += [f"## {parser.prog}\n", *_command(parser)]
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, each in action.choices.items():
                    parts += [f"### {parser.prog} {name}\n", *_command(each)]
    return "\n".join(parts)


def _command(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = argparse.HelpFormatter(parser.prog, width=90)
    described, *told = (parser.description or "").strip().split("\n\n")
    yield f"{prose(' '.join(described.split()))}\n"
    for paragraph in told:
        yield f"```text\n{paragraph}\n```\n" if "  " in paragraph else f"{prose(paragraph)}\n"
    yield f"```text\n{parser.format_usage().removeprefix('usage: ')}```\n"
    for group in parser._action_groups:
        shown = [
            action
            for action in group._group_actions
            if action.help != argparse.SUPPRESS
            and not isinstance(action, (argparse._HelpAction, argparse._SubParsersAction))
        ]
        if shown:
            title = (group.title or "").removeprefix("positional ")
            yield f"**{title[:1].upper()}{title[1:]}**{_after(group.description)}\n"
        for action in shown:
            names = formatter._format_action_invocation(action)
            meaning = formatter._expand_help(action) if action.help else ""
            yield f"`{names}`\n:   {prose(meaning)}\n"
    if parser.epilog:
        yield f"```text\n{parser.epilog.rstrip()}\n```\n"


def _after(description: str | None) -> str:
    return f": {prose(' '.join(description.split()))}" if description else ""


def prose(text: str) -> str:
    """A help text as Markdown."""
    return _OPTION.sub(r"`\1`", _SPECIAL.sub(r"\\\1", text))
