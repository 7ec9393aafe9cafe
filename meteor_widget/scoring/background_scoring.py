"""Scoring in the background: a cell returns at once, and the numbers arrive gradually."""

import threading
import time
from collections.abc import Callable
from typing import Final

from ..scorers import compiling
from .scored_corpus import ScoredCorpus

_REPORT_EVERY: Final = 0.5
"""Seconds between reports."""

_SLEEP_SECONDS: Final = 0.1
"""Seconds that waiting sleeps at a time, so that Ctrl-C gets through on every platform."""


class _StoppedError(Exception):
    """Work was cancelled before the first segment."""


class BackgroundScoring:
    """Scores a corpus in a thread.

    Attributes:
        corpus: the corpus.
        error: the error that ended the work, or None.
        preparing: the work to do before the first segment, for people; empty after it.
    """

    def __init__(self, corpus: ScoredCorpus, report: Callable[[int, int], None]) -> None:
        """Create an idle scorer.

        Args:
            corpus: the corpus to score.
            report: called in the thread twice a second and at the end, with the range of
                segments that were scored since the last call.
        """
        self.corpus: Final = corpus
        self.error: BaseException | None = None
        self.preparing = ""
        self._report = report
        self._stop = threading.Event()
        self._working = False
        self._thread: threading.Thread | None = None
        self._reported = corpus.done

    @property
    def running(self) -> bool:
        """Whether work is under way; false during the last report."""
        return self._working

    def start(self) -> None:
        """Start, or continue after ``cancel``."""
        if self.running or self.corpus.done == len(self.corpus):
            return
        self._stop.clear()
        self.error = None
        self._working = True
        self._thread = threading.Thread(target=self._work, name="meteorscope", daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Stop after the block that is being scored. Scores are kept."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the work is done or cancelled; Ctrl-C ends the waiting, not the work.

        Args:
            seconds: to wait at most.

        Returns:
            Whether the work has ended.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while self._thread is not None and self._thread.is_alive():
            left = _SLEEP_SECONDS if end is None else min(_SLEEP_SECONDS, end - time.monotonic())
            if left <= 0:
                return False
            self._thread.join(left)
        return True

    def _work(self) -> None:
        due = time.monotonic() + _REPORT_EVERY

        def go_on() -> bool:
            nonlocal due
            now = time.monotonic()
            if now >= due:
                due = now + _REPORT_EVERY
                self._send()
            return not self._stop.is_set()

        try:
            self._compile()
            self.corpus.score(go_on)
        except _StoppedError:
            pass
        except BaseException as error:  # noqa: BLE001  # raised in the thread that waits
            self.error = error
        self._working = False
        self._send(anyway=True)

    def _compile(self) -> None:
        """Compile the data that the first score needs, and report progress."""
        if not self.corpus.meteor.has_to_compile:
            return
        due = time.monotonic() + _REPORT_EVERY
        self.preparing = compiling(0, 1)  # another thread compiles and reports no progress

        def report(done: int, total: int) -> None:
            nonlocal due
            if self._stop.is_set():
                raise _StoppedError
            if time.monotonic() >= due:
                due = time.monotonic() + _REPORT_EVERY
                self.preparing = compiling(done, total)
                self._send(anyway=True)

        try:
            self.corpus.meteor.compile(report)
        finally:
            self.preparing = ""

    def _send(self, *, anyway: bool = False) -> None:
        start, end = self._reported, self.corpus.done
        if end > start or anyway:
            self._reported = end
            self._report(start, end)
