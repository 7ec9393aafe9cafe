"""What must be compiled before the first score, away from the event loop.

METEOR 1.5's paraphrases are, once on a machine, which takes up to a minute. Whoever needs them
meanwhile waits for as long as they like; the work goes on without them.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeAlias
from weakref import WeakKeyDictionary, WeakSet

from meteor_core import Meteor

_LONG: Final = 1.1
"""Seconds after which a person is told even if there is no report."""


class Notice(Protocol):
    """Shows how far work is."""

    def report(self, done: int, of: int) -> None:
        """So much is done."""

    def end(self) -> None:
        """The work is done, or was given up."""


BeginNotice: TypeAlias = Callable[[], Notice]


class Compiler:
    """The thread of one server in which tables are compiled."""

    def __init__(self) -> None:
        """The thread starts with the first table."""
        self.begin_notice: BeginNotice = _Silent
        self._pool = ThreadPoolExecutor(1, "meteor-compiling")
        self._stopped = threading.Event()
        self._ready: WeakSet[Meteor] = WeakSet()
        self._under_way: WeakKeyDictionary[Meteor, asyncio.Task[None]] = WeakKeyDictionary()

    async def ready(self, meteor: Meteor, patience: float) -> bool:
        """Have a scorer's tables compiled, if they are not.

        Args:
            meteor: the scorer.
            patience: seconds after which to leave it to others to wait.

        Returns:
            Whether the scorer is ready now.

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
        await asyncio.wait([task], timeout=None if patience == float("inf") else patience)
        if task.done():
            self._under_way.pop(meteor, None)
            task.result()
        return task.done()

    def close(self) -> None:
        """Give up what is under way; the next server begins it anew."""
        self._stopped.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _compile(self, meteor: Meteor) -> None:
        loop, notice = asyncio.get_running_loop(), self.begin_notice()

        def report(done: int, of: int) -> None:
            if self._stopped.is_set():
                raise _StoppedError
            loop.call_soon_threadsafe(notice.report, done, of)

        # Nothing is reported while another process compiles the same table.
        waiting = loop.call_later(_LONG, notice.report, 0, 1)
        try:
            await loop.run_in_executor(self._pool, meteor.compile, report)
            self._ready.add(meteor)
        finally:
            waiting.cancel()
            notice.end()


class _StoppedError(Exception):
    """The server ends."""


class _Silent:
    def report(self, done: int, of: int) -> None:
        pass

    def end(self) -> None:
        pass
