"""Turn signals that end a run into exceptions, so that temporary files are removed."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Final

_SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""The signals besides SIGINT, which Python turns into an exception by itself."""

_WORDS: Final = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}


class Interrupted(KeyboardInterrupt):
    """A signal asked the run to end; handlers of KeyboardInterrupt clean up as after Ctrl-C."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the run by an exception, like Ctrl-C."""
    taken = [number for number in _signals() if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, partial(_interrupt, os.getpid()))
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def ending_of(interruption: KeyboardInterrupt) -> tuple[str, int]:
    """Return the cause of an interruption and the exit status that shells expect."""
    number = interruption.args[0] if isinstance(interruption, Interrupted) else signal.SIGINT
    return _WORDS[number.name], 128 + int(number)


def _signals() -> list[signal.Signals]:
    if threading.current_thread() is not threading.main_thread():
        return []  # handlers are the main thread's to set
    return [number for number in signal.Signals if number.name in _SIGNALS]  # Windows has one


def _interrupt(owner: int, number: int, frame: FrameType | None) -> None:
    if os.getpid() == owner:
        raise Interrupted(signal.Signals(number))
    signal.signal(number, signal.SIG_DFL)  # a worker that was forked: it just ends
    os.kill(os.getpid(), number)
