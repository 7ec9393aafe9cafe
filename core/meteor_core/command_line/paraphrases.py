"""``meteorscope paraphrases``: manages compiled paraphrase tables of METEOR 1.5."""

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .output import write_line

if TYPE_CHECKING:  # loaded only where they are needed: other subcommands do without
    import rich.progress

    from ..meteor15.paraphrases.cache import CachedIndex
    from ..meteor15.paraphrases.index import ParaphraseIndex

_DESCRIPTION = """\
List, make or remove compiled paraphrase tables. METEOR 1.5 matches phrases by a table of
paraphrases that is distributed as compressed text, 62 MB for English. It is compiled once, which
takes some seconds to half a minute, into a file of about the same size that opens at once and that
all processes share. Tables are compiled when they are first needed, so this command is optional:
use it to prepare an image or a cluster, or to free the space.

The files are in the user's cache; the environment variable METEORSCOPE_CACHE names another folder.
A table that changes is compiled anew, and its old file is removed.
"""

_EPILOG = """\
examples:
  meteorscope paraphrases                     list the tables with their sizes and ages
  meteorscope paraphrases build               compile the English table now
  meteorscope paraphrases build -l de --meteor-home ~/meteor-1.5
  METEORSCOPE_CACHE=/opt/cache meteorscope paraphrases build
  meteorscope paraphrases remove              remove all of them
"""

_READING: Final = "compiling the paraphrases, once: reading"
_SORTING: Final = "compiling the paraphrases, once: sorting"

_AGES: Final = (("day", 86400), ("hour", 3600), ("minute", 60))


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``paraphrases`` to the subcommands."""
    parser = commands.add_parser(
        "paraphrases",
        help="list, make or remove compiled paraphrase tables",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_list)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")
    _add_action(actions, "list", _list, "list the compiled tables (the default)")
    _add_action(actions, "remove", _remove, "remove all compiled tables")
    build = _add_action(actions, "build", _build, "compile a table, unless it is compiled already")
    build.add_argument(
        "-l", "--language", default="en", metavar="LANG", help="its language (default en)"
    )
    build.add_argument(
        "--meteor-home",
        metavar="PATH",
        help="METEOR 1.5's folder or jar (default: METEOR_HOME, else the package pycocoevalcap)",
    )


def open_with_progress(source: Path) -> "ParaphraseIndex":
    """Open the compiled form of a table; show progress if it must be compiled first.

    Progress is a bar on a terminal, else one line on standard error.

    Raises:
        InputError: the table ends in the middle of a row.
        ResourceError: the table cannot be read or its compiled form cannot be written.
    """
    from ..meteor15.paraphrases.cache import index_path, open_paraphrases

    notice = _Bar() if sys.stderr.isatty() else _Line(index_path(source))
    try:
        return open_paraphrases(source, progress=notice.report_progress)
    finally:
        notice.stop()


class _Line:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_reported = False

    def report_progress(self, done: int, total: int) -> None:
        if not self._is_reported:
            self._is_reported = True
            message = f"meteorscope: compiling the paraphrases, once, into {self._path}"
            write_line(message, sys.stderr)
            sys.stderr.flush()

    def stop(self) -> None:
        pass


class _Bar:
    def __init__(self) -> None:
        self._bar: rich.progress.Progress | None = None

    def report_progress(self, done: int, total: int) -> None:
        if self._bar is None:
            self._bar = _new_bar()
            self._bar.add_task(_READING, total=total)
            self._bar.start()
        description = _READING if done < total else _SORTING
        self._bar.update(self._bar.tasks[0].id, completed=done, description=description)

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def _new_bar() -> "rich.progress.Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # results go where they are sent, not where the bar is
        redirect_stderr=False,
    )


def _add_action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[argparse.Namespace], int],
    explanation: str,
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=explanation, description=explanation.capitalize() + ".")
    parser.set_defaults(run=run)
    return parser


def _list(arguments: argparse.Namespace) -> int:
    from ..meteor15.paraphrases.cache import cached_indexes
    from ..runtime.cache_folder import cache_folder

    indexes = cached_indexes()
    for index in indexes:
        _print(index)
    if not indexes:
        write_line(
            f"no compiled paraphrase tables in {cache_folder()}; one is made when it is first "
            "needed, or by 'meteorscope paraphrases build'"
        )
    return 0


def _build(arguments: argparse.Namespace) -> int:
    from ..meteor15.home import find_home
    from ..meteor15.paraphrases.cache import cached_indexes

    source = find_home(arguments.meteor_home).paraphrase_file(arguments.language)
    path = open_with_progress(source).path
    for index in cached_indexes():
        if index.path == path:
            _print(index)
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    from ..meteor15.paraphrases.cache import remove_indexes
    from ..runtime.cache_folder import cache_folder

    for index in remove_indexes():
        write_line(f"removed {index.path} ({_size(index.size)})")
    with suppress(OSError):  # others may keep something there
        cache_folder().rmdir()
    return 0


def _print(index: "CachedIndex") -> None:
    write_line(str(index.path))
    if index.source:
        write_line(f"    made from {index.source}")
    else:
        write_line("    cannot be used; 'meteorscope paraphrases remove' removes it")
    facts = f"{_size(index.size)}, made {_age(time.time() - index.made)}"
    write_line(f"    {index.rows:,} paraphrases, {facts}" if index.source else f"    {facts}")


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 50_000 else f"{size / 1e3:,.1f} kB"


def _age(seconds: float) -> str:
    for unit, length in _AGES:
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {unit}{'s' if number > 1 else ''} ago"
    return "just now"
