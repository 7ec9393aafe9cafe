"""Significance tests in the background: only the latest request is computed."""

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core.analysis.significance import (
    BOOTSTRAP_SAMPLES,
    RANDOMISATION_SAMPLES,
    Bootstrap,
    Randomisation,
    Significance,
    compare,
)
from meteor_core.score.parameters import Parameters

_REPORT_EVERY: Final = 0.2
"""Seconds between reports of progress."""

_SLEEP_SECONDS: Final = 0.1
"""Seconds that waiting sleeps at a time, so that Ctrl-C gets through on every platform."""


class _SupersededError(Exception):
    """A newer request has replaced the test that is running."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    number: int
    systems: Mapping[str, NDArray[np.int32]]
    parameters: Parameters
    test: Bootstrap | Randomisation


class BackgroundSignificance:
    """Tests systems in a thread.

    Attributes:
        error: the error that ended the latest test, or None.
    """

    def __init__(
        self, progress: Callable[[float], None], found: Callable[[Significance | None], None]
    ) -> None:
        """Create an idle tester.

        Args:
            progress: called in the thread with the share that is done, a few times a second.
            found: called in the thread with the result, or None after an error.
        """
        self.error: BaseException | None = None
        self._progress = progress
        self._found = found
        self._thread: threading.Thread | None = None
        self._asked = 0
        self._telling: Final = threading.RLock()

    def start(
        self,
        systems: Mapping[str, NDArray[np.int32]],
        parameters: Parameters,
        test: Bootstrap | Randomisation,
    ) -> None:
        """Start a test and give up the one under way. ``compare`` explains the arguments."""
        with self._telling:  # two threads may start at once: ``wait`` is for the later one
            self.cancel()
            work = _Work(number=self._asked, systems=systems, parameters=parameters, test=test)
            self._thread = threading.Thread(
                target=self._run, args=(work,), name="meteorscope", daemon=True
            )
            self._thread.start()

    def cancel(self) -> None:
        """Give up the test under way; its callbacks are not called again."""
        with self._telling:
            self._asked += 1

    def wait(self, seconds: float | None = None) -> None:
        """Wait until no test is under way; Ctrl-C ends the waiting, not the work.

        Args:
            seconds: to wait at most.
        """
        end = math.inf if seconds is None else time.monotonic() + seconds
        while (thread := self._thread) is not None and thread.is_alive():
            left = min(_SLEEP_SECONDS, end - time.monotonic())
            if left <= 0:
                return
            thread.join(left)

    def _run(self, work: _Work) -> None:
        due = 0.0

        def progress(share: float) -> None:
            nonlocal due
            with self._telling:
                if work.number != self._asked:
                    raise _SupersededError
                if time.monotonic() >= due:
                    due = time.monotonic() + _REPORT_EVERY
                    self._progress(share)

        result, error = None, None
        try:
            result = compare(work.systems, work.parameters, work.test, progress)
        except _SupersededError:
            return
        except BaseException as raised:  # noqa: BLE001  # raised in the thread that waits
            error = raised
        with self._telling:
            if work.number == self._asked:
                self.error = error
                self._found(result)


DEFAULT_SAMPLES: Final = {
    "bootstrap": BOOTSTRAP_SAMPLES,
    "randomisation": RANDOMISATION_SAMPLES,
}
"""Default number of samples of each method, as in sacrebleu."""


def chosen_test(method: str, *, samples: int, seed: int | None) -> Bootstrap | Randomisation:
    """Return the test to run.

    Args:
        method: one of ``DEFAULT_SAMPLES``.
        samples: number of resampled test sets, or of shufflings.
        seed: seed of the random numbers; None draws new ones every time.
    """
    if method == "bootstrap":
        return Bootstrap(samples=samples, seed=seed)
    return Randomisation(samples=samples, confidence_samples=BOOTSTRAP_SAMPLES, seed=seed)
