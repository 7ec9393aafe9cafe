"""Scorers for views: what is missing for one, and what it has to compile, is told in a line."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypedDict

from meteor_core import Meteor, ResourceError, SearchName, TokenizerName, VariantName
from meteor_core.errors import refuse_unknown

if TYPE_CHECKING:
    from meteor_core.meteor15.home import MeteorHome  # only one variant pays for it

_LONG: Final = 0.5
"""Seconds after which a person is told what takes so long."""

_EVERY: Final = 0.25
"""Seconds between two reports."""


class ScorerOptions(TypedDict, total=False):
    """What a view's scorer can be asked: the parameters of ``Meteor``."""

    variant: VariantName
    language: str
    tokenizer: TokenizerName | None
    stages: Sequence[str] | None
    weights: Sequence[float] | None
    align: SearchName | None
    alpha: float | None
    beta: float | None
    gamma: float | None
    delta: float | None
    budget: int
    beam_width: int
    task: str | None
    corrections: Sequence[str]
    meteor_home: "str | MeteorHome | None"


class MissingFilesError(ResourceError):
    """Files of METEOR 1.5 are not there. A notebook shows this as one line, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in place of a traceback."""
        return [f"Meteorscope: {self}"]


def scorer(options: Mapping[str, Any], *, view: str, traits: Iterable[str]) -> Meteor:
    """The scorer of a view.

    Args:
        options: of ``Meteor``.
        view: name of the view's class, for messages.
        traits: what else the view can be made with.

    Raises:
        MissingFilesError: the variant needs files that are not there.
        ParameterError: a name is unknown or a number out of range.
    """
    refuse_unknown(options, (*ScorerOptions.__annotations__, *traits), of=view)
    try:
        return Meteor(**options)
    except ResourceError as error:
        raise MissingFilesError(in_python(str(error))) from None


def in_python(message: str) -> str:
    """A message of METEOR 1.5's files, with the options as they are called in Python."""
    return message.replace("--meteor-home", "meteor_home=").replace("--stages", "stages=")


def compiling(done: int, total: int) -> str:
    """How far the compiling of paraphrases is, for a person."""
    return f"compiling METEOR's paraphrases, once: {100 * done // max(total, 1)} %"


class CompilingNotice:
    """Tells of compiling while a cell waits for it: below the cell, and where ``tell`` says."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Of work that begins now.

        Args:
            tell: is told in a sentence how far it is, and "" at the end.
        """
        self._tell = tell
        self._next = time.monotonic() + _LONG
        self._width = 0

    def report(self, done: int, total: int) -> None:
        """So many bytes are read."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            self._show(compiling(done, total))

    def end(self) -> None:
        """The work is done, or was given up."""
        if self._width:
            self._show("")

    def _show(self, sentence: str) -> None:
        self._tell(sentence)
        sys.stdout.write(f"\r{sentence.ljust(self._width)}" + ("" if sentence else "\r"))
        sys.stdout.flush()
        self._width = len(sentence)
