"""A progress bar on standard error, when it is a terminal and the work is long."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

if TYPE_CHECKING:  # loaded only where a bar is shown
    import rich.progress

Item = TypeVar("Item")

_LONG_WORK: Final = 500
"""Segments from which a bar is worth its line."""


class Progress(Protocol):
    """Counts what passes by."""

    def count(self, items: Iterable[Item]) -> Iterator[Item]:
        """The same items, counted."""


class _Silent:
    def count(self, items: Iterable[Item]) -> Iterator[Item]:
        yield from items


@contextmanager
def show_progress(expected: int | None) -> Iterator[Progress]:
    """Show how far the work is, at what rate, and how long it will take.

    Args:
        expected: number of segments, or None if it is not known.
    """
    if not sys.stderr.isatty() or (expected is not None and expected < _LONG_WORK):
        yield _Silent()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    columns = (
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("segments  {task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Shown(bar, bar.add_task("scoring", total=expected, rate=""))


class _Shown:
    def __init__(self, bar: "rich.progress.Progress", task: "rich.progress.TaskID") -> None:
        self._bar = bar
        self._task = task

    def count(self, items: Iterable[Item]) -> Iterator[Item]:
        for number, item in enumerate(items, start=1):
            yield item
            if number % 64 == 0:
                speed = self._bar.tasks[0].speed or 0.0
                self._bar.update(self._task, completed=number, rate=f"{speed:,.0f}/s")
