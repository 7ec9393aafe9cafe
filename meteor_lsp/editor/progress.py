"""Show the progress of long work in the editor, if it supports that."""

import time
import uuid
from collections.abc import Callable
from typing import Final

from lsprotocol import types

from .connection import Connection

_DELAY_SECONDS: Final = 1.0
"""Duration of work after which progress is shown."""

_REPORT_INTERVAL_SECONDS: Final = 0.25


def pieces(done: int, of: int) -> str:
    """Describe progress in countable pieces."""
    return f"{done:,} of {of:,}"


def percent(done: int, of: int) -> str:
    """Describe progress in percent."""
    return f"{100 * done // max(of, 1)} %"


class Progress:
    """Progress of a request, or of work that turns out to be long.

    ``end`` removes it from the screen in any case.
    """

    def __init__(
        self,
        connection: Connection,
        title: str,
        *,
        token: types.ProgressToken | None = None,
        on_cancel: Callable[[], None] | None = None,
        describe: Callable[[int, int], str] = pieces,
    ) -> None:
        """Start the progress of work that begins now.

        Args:
            connection: to the client.
            title: describes the work.
            token: of the request; created by the server if missing.
            on_cancel: called when the user cancels; None if that is impossible.
            describe: formats the numbers of finished and of all pieces.
        """
        self._connection, self._title, self._on_cancel = connection, title, on_cancel
        self._describe = describe
        self._token: types.ProgressToken | None = token
        self._begun, self._ended = False, False
        self._next = time.monotonic() + _DELAY_SECONDS
        if token is not None:
            self._begin(token)

    def report(self, done: int, of: int) -> None:
        """Report that `done` of `of` pieces are finished."""
        now = time.monotonic()
        if self._ended or now < self._next or done >= of:
            return
        self._next = now + _REPORT_INTERVAL_SECONDS
        if self._token is None:
            self._create()
        if self._begun and self._token is not None:
            self._connection.progress(
                types.ProgressParams(
                    token=self._token,
                    value=types.WorkDoneProgressReport(
                        message=self._describe(done, of), percentage=100 * done // max(of, 1)
                    ),
                )
            )

    def end(self) -> None:
        """Remove the progress; the work was finished or cancelled."""
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
        self._connection.call_client(
            types.WINDOW_WORK_DONE_PROGRESS_CREATE,
            types.WorkDoneProgressCreateParams(token=token),
            lambda _: self._begin(token),
        )

    def _begin(self, token: types.ProgressToken) -> None:
        if self._ended:
            return
        self._begun = True
        if self._on_cancel is not None:
            self._connection.on_cancel[token] = self._on_cancel
        self._connection.progress(
            types.ProgressParams(
                token=token,
                value=types.WorkDoneProgressBegin(
                    title=self._title, cancellable=self._on_cancel is not None, percentage=0
                ),
            )
        )


class Announcement:
    """A single message about long work, for a client that shows no progress."""

    def __init__(self, connection: Connection, message: str) -> None:
        """Start the delay after which the message is shown."""
        self._connection, self._message = connection, message
        self._due = time.monotonic() + _DELAY_SECONDS

    def report(self, done: int, of: int) -> None:
        """Report that `done` of `of` pieces are finished."""
        if done < of and time.monotonic() >= self._due:
            self._due = float("inf")
            self._connection.show_message(f"Meteorscope: {self._message}")

    def end(self) -> None:
        """Do nothing; the message remains."""
