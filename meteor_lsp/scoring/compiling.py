"""Compile resources that a scorer needs before its first score, off the event loop.

METEOR 1.5's paraphrases are compiled once per machine, which takes up to a minute. Each caller
chooses how long to wait; compilation continues after its timeout.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeAlias
from weakref import WeakKeyDictionary, WeakSet

from meteor_core import Meteor

_NOTICE_DELAY_SECONDS: Final = 1.1
"""Delay after which a notice is shown even if no progress was reported."""


class Notice(Protocol):
    """Shows the progress of a compilation."""

    def report(self, done: int, of: int) -> None:
        """Show that `done` of `of` parts are complete."""

    def end(self) -> None:
        """Remove the notice; compilation finished or failed."""


BeginNotice: TypeAlias = Callable[[], Notice]


class Compiler:
    """Compiles tables on one worker thread per server."""

    def __init__(self) -> None:
        """Start the thread with the first compilation."""
        self.begin_notice: BeginNotice = _Silent
        self._pool = ThreadPoolExecutor(1, "meteor-compiling")
        self._stopped = threading.Event()
        self._ready: WeakSet[Meteor] = WeakSet()
        self._under_way: WeakKeyDictionary[Meteor, asyncio.Task[None]] = WeakKeyDictionary()

    async def ensure_compiled(self, meteor: Meteor, max_wait: float) -> bool:
        """Compile a scorer's tables if necessary, and return whether it is ready.

        Args:
            meteor: the scorer.
            max_wait: seconds to wait; compilation continues in the background afterwards.

        Raises:
            InputError, ResourceError: see ``Meteor.compile``.
        """
        if meteor not in self._ready and not self._under_way.get(meteor):
            if not meteor.has_to_compile:
                self._ready.add(meteor)
            else:
                self._under_way[meteor] = asyncio.create_task(self._compile(meteor))
        if meteor in self._ready:
            return True
        task = self._under_way[meteor]
        await asyncio.wait([task], timeout=None if max_wait == float("inf") else max_wait)
        if task.done():
            self._under_way.pop(meteor, None)
            task.result()
        return task.done()

    def close(self) -> None:
        """Abort compilation; the next server restarts it."""
        self._stopped.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _compile(self, meteor: Meteor) -> None:
        loop, notice = asyncio.get_running_loop(), self.begin_notice()

        def report(done: int, of: int) -> None:
            if self._stopped.is_set():
                raise _StoppedError
            loop.call_soon_threadsafe(notice.report, done, of)

        # Nothing is reported while another process compiles the same table.
        waiting = loop.call_later(_NOTICE_DELAY_SECONDS, notice.report, 0, 1)
        try:
            await loop.run_in_executor(self._pool, meteor.compile, report)
            self._ready.add(meteor)
        finally:
            waiting.cancel()
            notice.end()


class _StoppedError(Exception):
    """The server is shutting down."""


class _Silent:
    def report(self, done: int, of: int) -> None:
        pass

    def end(self) -> None:
        pass
