"""Scorers for views; missing files and compiling are reported in one line."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from meteor_core import OPTIONS, Meteor, ResourceError
from meteor_core.configuration import Configuration
from meteor_core.errors import refuse_unknown
from meteor_core.options import SETTABLE

_LONG: Final = 0.5
"""Seconds of compiling after which the notice appears."""

_EVERY: Final = 0.25
"""Seconds between two reports."""


class MissingFilesError(ResourceError):
    """Files of METEOR 1.5 are missing. Notebooks show one line, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows in place of a traceback."""
        return [f"Meteorscope: {self}"]


def scorer(options: Mapping[str, Any], *, view: str, traits: Iterable[str]) -> Meteor:
    """Return the scorer of a view.

    Args:
        options: options of ``Meteor``.
        view: name of the view's class, for messages.
        traits: names of the other arguments of the view.

    Raises:
        MissingFilesError: the variant needs files that are missing.
        ParameterError: a name is unknown or a number out of range.
    """
    refuse_unknown(options, (*OPTIONS, *traits), of=view)
    try:
        return Meteor(**options)
    except ResourceError as error:
        raise MissingFilesError(in_python(str(error))) from None


def has_function_words(configuration: Configuration) -> bool:
    """Whether delta can tell function words from content words."""
    return bool(configuration.words.function_words) and not configuration.parameters.stepwise


def in_python(message: str) -> str:
    """Return a message about METEOR 1.5's files with the options' names in Python."""
    for option in SETTABLE:
        message = message.replace(option.flag, f"{option.name}=")
    return message


def compiling(done: int, total: int) -> str:
    """Return the progress of compiling paraphrases, for people."""
    return f"compiling METEOR's paraphrases, once: {100 * done // max(total, 1)} %"


class CompilingNotice:
    """A notice of compiling while a cell waits: shown below the cell and passed to ``tell``."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Start a notice for work that begins now.

        Args:
            tell: called with a sentence about the progress, and with "" at the end.
        """
        self._tell = tell
        self._next = time.monotonic() + _LONG
        self._width = 0

    def report(self, done: int, total: int) -> None:
        """Report the number of bytes read so far."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            self._show(compiling(done, total))

    def end(self) -> None:
        """Remove the notice: the work is done, or was given up."""
        if self._width:
            self._show("")

    def _show(self, sentence: str) -> None:
        self._tell(sentence)
        sys.stdout.write(f"\r{sentence.ljust(self._width)}" + ("" if sentence else "\r"))
        sys.stdout.flush()
        self._width = len(sentence)
