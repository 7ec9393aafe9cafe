"""Significance beside everything else: what is asked for last is what is computed."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core.analysis.significance import Bootstrap, Randomisation, Significance, compare
from meteor_core.score.parameters import Parameters

_REPORT_EVERY: Final = 0.2
"""Seconds between reports of progress."""

_GLANCE: Final = 0.1
"""Seconds that waiting sleeps at a time, so that Ctrl-C gets through on every platform."""


class _SupersededError(Exception):
    """What is being computed is not wanted any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    number: int
    systems: Mapping[str, NDArray[np.int32]]
    parameters: Parameters
    test: Bootstrap | Randomisation


class BackgroundSignificance:
    """Tests systems in a thread.

    Attributes:
        error: what ended the test that was begun last, if anything did.
    """

    def __init__(
        self, progress: Callable[[float], None], found: Callable[[Significance | None], None]
    ) -> None:
        """Nothing is begun yet.

        Args:
            progress: called in the thread with the share that is done, a few times a second.
            found: called in the thread with what was found, or None after an error.
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
        """Begin; what is under way is given up. See ``compare`` for the arguments."""
        self.cancel()
        work = _Work(number=self._asked, systems=systems, parameters=parameters, test=test)
        self._thread = threading.Thread(
            target=self._run, args=(work,), name="meteorscope", daemon=True
        )
        self._thread.start()

    def cancel(self) -> None:
        """Give up what is under way; nothing more is told of it."""
        with self._telling:
            self._asked += 1

    def wait(self) -> None:
        """Sleep until nothing is under way; Ctrl-C ends the waiting, not the work."""
        while (thread := self._thread) is not None and thread.is_alive():
            thread.join(_GLANCE)

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
        except BaseException as raised:  # noqa: BLE001  # raised where somebody waits for it
            error = raised
        with self._telling:
            if work.number == self._asked:
                self.error = error
                self._found(result)
