"""Progress of long work, shown by the editor where it can."""

import time
import uuid
from collections.abc import Callable
from typing import Final

from lsprotocol import types

from .connection import Connection

_LONG: Final = 1.0
"""Seconds after which work is worth telling of."""

_EVERY: Final = 0.25
"""Seconds between two reports."""


def pieces(done: int, of: int) -> str:
    """How far work is whose pieces people count."""
    return f"{done:,} of {of:,}"


def percent(done: int, of: int) -> str:
    """How far work is that has no such pieces."""
    return f"{100 * done // max(of, 1)} %"


class Progress:
    """Progress that the server begins when work turns out to be long, or that a request asks for.

    Once ``end`` is called nothing is left on the screen, whatever happened.
    """

    def __init__(
        self,
        connection: Connection,
        title: str,
        *,
        token: types.ProgressToken | None = None,
        cancelled: Callable[[], None] | None = None,
        in_words: Callable[[int, int], str] = pieces,
    ) -> None:
        """Progress of work that begins now.

        Args:
            connection: whose client shows it.
            title: what is being done.
            token: of the request, if it sent one; otherwise the server makes one, in time.
            cancelled: what to do when the person cancels; None where that cannot be done.
            in_words: how far it is, for a person.
        """
        self._connection, self._title, self._cancelled = connection, title, cancelled
        self._in_words = in_words
        self._token: types.ProgressToken | None = token
        self._begun, self._ended = False, False
        self._next = time.monotonic() + _LONG
        if token is not None:
            self._begin(token)

    def report(self, done: int, of: int) -> None:
        """So much is done."""
        now = time.monotonic()
        if self._ended or now < self._next or done >= of:
            return
        self._next = now + _EVERY
        if self._token is None:
            self._create()
        if self._begun and self._token is not None:
            self._connection.progress(
                types.ProgressParams(
                    token=self._token,
                    value=types.WorkDoneProgressReport(
                        message=self._in_words(done, of), percentage=100 * done // max(of, 1)
                    ),
                )
            )

    def end(self) -> None:
        """The work is done, or was given up."""
        self._ended = True
        if self._token is None:
            return
        self._connection.on_cancel.pop(self._token, None)
        if self._begun:
            self._connection.progress(
                types.ProgressParams(token=self._token, value=types.WorkDoneProgressEnd())
            )

    def _create(self) -> None:
        if not self._connection.client.creates_progress:
            return
        token = self._token = str(uuid.uuid4())
        self._connection.ask(
            types.WINDOW_WORK_DONE_PROGRESS_CREATE,
            types.WorkDoneProgressCreateParams(token=token),
            lambda _: self._begin(token),
        )

    def _begin(self, token: types.ProgressToken) -> None:
        if self._ended:
            return
        self._begun = True
        if self._cancelled is not None:
            self._connection.on_cancel[token] = self._cancelled
        self._connection.progress(
            types.ProgressParams(
                token=token,
                value=types.WorkDoneProgressBegin(
                    title=self._title, cancellable=self._cancelled is not None, percentage=0
                ),
            )
        )


class Announcement:
    """A message in place of progress, for a client that shows none: once, if work is long."""

    def __init__(self, connection: Connection, message: str) -> None:
        """A message about work that begins now."""
        self._connection, self._message = connection, message
        self._due = time.monotonic() + _LONG

    def report(self, done: int, of: int) -> None:
        """So much is done."""
        if done < of and time.monotonic() >= self._due:
            self._due = float("inf")
            self._connection.tell(f"Meteorscope: {self._message}")

    def end(self) -> None:
        """The work is done, or was given up."""
