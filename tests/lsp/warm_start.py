"""Servers that start without importing anything: each is forked from a process that has.

Importing the server takes a second of processor time, and hundreds of tests start one. What a test
gets is a real process with pipes of its own that runs ``meteor_lsp``'s command line in the test's
folder, with its environment and arguments; only the imports were done before. Three processes take
part:

- the *keeper*, one for each process of tests, has imported the server, and forks;
- the *server* is its child;
- the *starter* is what the test starts in place of the server. It hands its standard streams to
  the keeper, waits, and ends as the server ends. Where the starter is killed, so is the server.

The starter's process number is not the server's: tests to which it matters use ``COLD``.
"""

import contextlib
import json
import os
import selectors
import signal
import socket
import sys
from typing import Any, Final, NoReturn, cast

COLD: Final = (sys.executable, "-m", "meteor_lsp")
"""The command that starts a server as anybody does."""

_IMPORTED: Final = (
    "meteor_lsp.command_line",
    "meteor_lsp.server",
    "meteor_lsp.handlers",
    "meteor_lsp.check",
    "meteor_lsp.editor.transport",
    "meteor_core.runtime.implementation",
    "Stemmer",
    "email.parser",
    "importlib.metadata",
    "importlib.resources.readers",
    "pygls.progress",
)
"""What every server imports sooner or later."""

_keepers: Final[dict[str, tuple[str, ...]]] = {}


def warm_command() -> tuple[str, ...]:
    """The command that has this process's keeper start a server; Linux only, elsewhere ``COLD``."""
    if sys.platform != "linux":
        return COLD
    if not _keepers:
        _keepers["server"] = _start_keeper()
    return _keepers["server"]


def _start_keeper() -> tuple[str, ...]:
    import atexit  # the starter, too, is this module, and has no time to lose
    import subprocess
    import tempfile

    folder = tempfile.TemporaryDirectory(prefix="keeper-")
    address = f"{folder.name}/socket"
    command = [sys.executable, "-P", __file__, "keep", address]
    keeper = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    assert keeper.stdout.readline() == b"listening\n"
    keeper.stdout.close()
    end_of_keeper = keeper.stdin

    def dismiss() -> None:
        end_of_keeper.close()
        keeper.wait()
        folder.cleanup()

    atexit.register(dismiss)
    return (sys.executable, "-I", "-S", __file__, "start", address)


def _start(address: str, arguments: list[str]) -> NoReturn:
    """Have a server started, and end as it ends."""
    folder = os.getcwd()  # noqa: PTH109  # importing pathlib takes longer than all else here
    request = {"folder": folder, "environment": dict(os.environ), "arguments": arguments}
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as keeper:
        keeper.connect(address)
        socket.send_fds(keeper, [json.dumps(request).encode()], [0, 1, 2])
        for stream in range(3):
            os.close(stream)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: keeper.send(bytes([number])))
        status = int(keeper.recv(16) or b"1")
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


class _Keeper:
    """Forks servers until its standard input ends."""

    def __init__(self, address: str) -> None:
        self._starters: dict[int, socket.socket] = {}  # by the process that each waits for
        self._sources = selectors.DefaultSelector()
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._door.bind(address)
        self._door.listen(64)
        self._deaths, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for source in (self._door, self._deaths, 0):
            self._sources.register(source, selectors.EVENT_READ)

    def keep(self) -> tuple[Any, list[int]] | None:
        """None when it is over; in a server, what was asked for and the standard streams."""
        while True:
            for key, _ in self._sources.select():
                if key.fileobj == 0:
                    self._kill_all()
                    return None
                if key.fileobj == self._deaths:
                    os.read(self._deaths, 4096)
                    self._bury()
                elif key.fileobj is self._door:
                    forked = self._fork()
                    if forked is not None:
                        return forked
                elif key.data in self._starters:
                    self._obey(key.data)

    def _fork(self) -> tuple[Any, list[int]] | None:
        starter, _ = self._door.accept()
        request, streams, _, _ = socket.recv_fds(starter, 1 << 20, 3)
        server = os.fork()
        if not server:
            self._forget(starter)
            return json.loads(request), streams
        for stream in streams:
            os.close(stream)
        self._starters[server] = starter
        self._sources.register(starter, selectors.EVENT_READ, server)
        return None

    def _forget(self, starter: socket.socket) -> None:
        """What a server must not have of its keeper's."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._sources.close()
        for connection in (self._door, starter, *self._starters.values()):
            connection.close()
        os.close(self._deaths)

    def _obey(self, server: int) -> None:
        """Send a server the signal that its starter got; where that was killed, kill it."""
        number = self._starters[server].recv(1)
        os.kill(server, number[0] if number else signal.SIGKILL)
        if not number:
            self._sources.unregister(self._starters[server])

    def _bury(self) -> None:
        """Tell starters how their servers ended."""
        while self._starters:
            server, status = os.waitpid(-1, os.WNOHANG)
            if not server:
                return
            starter = self._starters.pop(server)
            with contextlib.suppress(KeyError):  # its starter was killed
                self._sources.unregister(starter)
            with contextlib.suppress(OSError):
                starter.send(str(os.waitstatus_to_exitcode(status)).encode())
            starter.close()

    def _kill_all(self) -> None:
        for server in self._starters:
            os.kill(server, signal.SIGKILL)


def _prepare() -> None:
    """Make what every server makes anew and no test is about: half of a short test's time.

    That is the code that reads and writes the protocol's types, and data of the English language.
    Nothing here may depend on the environment or the arguments, which are another server's.
    """
    import attrs
    from cattrs import StructureHandlerNotFoundError
    from lsprotocol import types
    from pygls.lsp._base_server import BaseLanguageServer
    from pygls.protocol import default_converter

    from meteor_core.words.stages.stem import snowball

    converter = default_converter()  # type: ignore[no-untyped-call]  # pygls has no type
    kinds = [kind for kind in types.ALL_TYPES_MAP.values() if attrs.has(cast("type", kind))]
    for _ in range(2):  # what is made first is forgotten as types register that it refers to
        for kind in kinds:
            converter.get_unstructure_hook(kind)
            with contextlib.suppress(StructureHandlerNotFoundError):  # those that nobody is sent
                converter.get_structure_hook(kind)
    start = BaseLanguageServer.__init__
    start.__defaults__ = tuple(
        (lambda: converter) if given is default_converter else given
        for given in start.__defaults__ or ()
    )
    snowball("en")


def _keep(address: str) -> int:
    import gc
    from importlib import import_module

    for name in _IMPORTED:
        import_module(name)
    _prepare()
    gc.collect()
    gc.freeze()  # no server looks through what all of them share
    keeper = _Keeper(address)
    print("listening", flush=True)
    forked = keeper.keep()
    if forked is None:
        return 0
    request, streams = forked
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv[1:] = request["arguments"]
    status: int = import_module(_IMPORTED[0]).main()
    return status


if __name__ == "__main__":
    role, given_address, *given_arguments = sys.argv[1:]
    if role == "start":
        _start(given_address, given_arguments)
    sys.exit(_keep(given_address))
