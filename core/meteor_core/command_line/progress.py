"""Show a progress bar on standard error, if it is a terminal and the work is long."""

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

if TYPE_CHECKING:  # loaded only where a bar is shown
    import rich.progress

Batch = TypeVar("Batch", bound=Sized)

_MIN_WORK_SECONDS: Final = 0.5
"""Seconds after which a bar is worth its line."""


class Progress(Protocol):
    """Counts the segments of passing batches, or other units of work."""

    def count(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield the batches; each is counted when the next one is asked for."""

    def advance(self, units: int) -> None:
        """Count units of work."""


class _Silent:
    def count(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        return iter(batches)

    def advance(self, units: int) -> None:
        pass


@contextmanager
def show_progress(
    expected: int | None, *, hidden: bool, unit: str = "segments"
) -> Iterator[Progress]:
    """Show the progress of the work, its rate and the remaining time.

    Args:
        expected: number of units, or None if unknown.
        hidden: whether to show nothing, because results are printed on the terminal.
        unit: the counted noun.
    """
    if hidden or not sys.stderr.isatty():
        yield _Silent()
        return
    shown = _Shown(expected, unit)
    try:
        yield shown
    finally:
        shown.stop()


class _Shown:
    """A bar that appears once the work takes long."""

    def __init__(self, expected: int | None, unit: str) -> None:
        self._expected = expected
        self._unit = unit
        self._done = 0
        self._begun = time.monotonic()
        self._bar: rich.progress.Progress | None = None

    def count(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        for batch in batches:
            yield batch
            self.advance(len(batch))

    def advance(self, units: int) -> None:
        self._done += units
        self._update()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _update(self) -> None:
        seconds = time.monotonic() - self._begun
        if seconds < _MIN_WORK_SECONDS:
            return
        if self._bar is None:
            self._bar = _new_bar(self._unit)
            self._bar.add_task("scoring", total=self._expected, rate="")
            self._bar.start()
        task = self._bar.tasks[0]
        self._bar.update(task.id, completed=self._done, rate=f"{self._done / seconds:,.0f}/s")


def _new_bar(unit: str) -> "rich.progress.Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{unit}  {{task.fields[rate]}}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # results go where they are sent, not where the bar is
        redirect_stderr=False,
    )
