"""Writing files: the only module of all packages that does.

``write_file`` and ``whole_file`` replace a file as a whole: the content goes to an unfinished
file beside it, which takes its place once everything is on the disk. A full disk or a crash leaves
the old file as it was. ``append_lines`` adds to a file, under a lock that is not waited for longer
than ``LOCK_TIMEOUT``.

A file that the user did not name, such as one beside a received text, is written only if
it is a regular file, or missing: a link could lead to a file that runs when a shell
starts, and a pipe could be waited for without end. With ``follow=True``, for a name that the user
gave (``-o``, ``save_html``), links are followed, and pipes and devices are written to.

New files have the permissions that the umask leaves; a file that is replaced keeps its own, and its
owner and group where the system allows it.

``tests/test_writing.py`` finds whatever writes in another way.
"""

import errno
import io
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, Final

from ..errors import OutputError

LOCK_TIMEOUT: Final = 10.0
"""Seconds after which a lock that another program holds is no longer waited for."""

UNFINISHED: Final = ".unfinished"
"""Ending of files that are not complete; after a crash they may be left."""

_PAUSE: Final = 0.05
"""Seconds between two attempts at a lock."""

_OPEN_DESCRIPTOR: Final = re.compile(r"/dev/(?:std(?P<name>in|out|err)|fd/(?P<number>\d+))")
_STANDARD: Final = {"in": 0, "out": 1, "err": 2}


def write_file(path: str | Path, data: bytes, *, follow: bool = False) -> None:
    """Write a file as a whole, or leave the one that is there as it was.

    Args:
        path: of the file.
        data: all of its content.
        follow: whether the user gave this name; see the module.

    Raises:
        OutputError: it cannot be written; the message names it.
    """
    with whole_file(path, follow=follow) as file:
        file.write(data)


@contextmanager
def whole_file(path: str | Path, *, follow: bool = False) -> Iterator[IO[bytes]]:
    """Open a file to write all of it, which takes the old one's place at the end of the block.

    If the block raises, the old file is left as it was.

    Args:
        path: of the file.
        follow: whether the user gave this name; see the module.

    Raises:
        OutputError: it cannot be written; the message names it.
    """
    name = os.fspath(path)
    if follow and not _is_replaceable(Path(name)):
        with _reporting(name):
            handle = _handle(Path(name))
        with _opened(handle, name) as file:
            yield file
    else:
        target = Path(os.path.realpath(name) if follow else name)
        with _replacing(target, name) as file:
            yield file


def append_lines(path: Path, lines: bytes, *, timeout: float = LOCK_TIMEOUT) -> None:
    """Add whole lines at the end of a file, all of them or none, and wait until the disk has them.

    A line that a crash cut off is ended first, and stays as it is.

    Args:
        path: of the file, which need not exist.
        lines: what to add; it ends in a line end.
        timeout: seconds that another program may hold the file's lock.

    Raises:
        OutputError: it cannot be written; the message names it.
    """
    with _reporting(str(path)):
        file = _locked(path, time.monotonic() + timeout)
        try:
            _append(file, lines)
        finally:
            os.close(file)


def open_regular(path: Path, flags: int) -> int:
    """Open a regular file that is no link, or make it with the permissions that the umask leaves.

    Returns:
        A file descriptor.

    Raises:
        OSError: it cannot be opened, or something else is in its place.
    """
    _status(path)
    safely = ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")
    for name in safely:  # those that the system has
        flags |= getattr(os, name, 0)
    file = os.open(path, flags, 0o666)
    if not stat.S_ISREG(os.fstat(file).st_mode):  # it came between the two
        os.close(file)
        raise _not_regular()
    return file


def open_to_read(path: Path) -> IO[bytes]:
    """Open a regular file to read it: a pipe in its place is refused, and not waited for.

    Raises:
        OSError: it cannot be opened, or something else is in its place.
    """
    flags = os.O_RDONLY
    for name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"):
        flags |= getattr(os, name, 0)
    file = os.open(path, flags)
    if stat.S_ISREG(os.fstat(file).st_mode):
        return os.fdopen(file, "rb")
    os.close(file)
    raise _not_regular()


def unfinished_files(path: Path) -> list[Path]:
    """Return what was begun in place of a file and is not finished."""
    beginning = _unfinished_name(path, "")
    try:
        beside = list(path.parent.iterdir())
    except OSError:
        return []
    return [one for one in beside if one.name.startswith(beginning) and one.suffix == UNFINISHED]


if sys.platform == "win32":
    import msvcrt

    def try_lock(file: int) -> bool:
        """Try to lock the file."""
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _try_to_append(file: int) -> bool:  # as elsewhere
        return True  # a write at the end is whole, and a lock would keep others from reading

else:
    import fcntl

    def try_lock(file: int) -> bool:
        """Try to lock the file."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # this file system knows no locks
            return True
        return True

    _try_to_append = try_lock


# Whole files


def _is_replaceable(path: Path) -> bool:
    """Return whether a name is that of a regular or missing file, and not of an open descriptor."""
    return not path.exists() or (path.is_file() and not _descriptor(path))


def _descriptor(path: Path) -> re.Match[str] | None:
    return _OPEN_DESCRIPTOR.fullmatch(str(path.absolute()))


def _handle(path: Path) -> int:
    """Open a pipe, a device or what the shell has opened, to write to it."""
    found = _descriptor(path)
    if found is None:
        return os.open(path, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0))
    # Opened anew, a file to which the shell adds would be emptied.
    return os.dup(int(found["number"] or _STANDARD[found["name"]]))


@contextmanager
def _replacing(target: Path, name: str) -> Iterator[IO[bytes]]:
    with _reporting(name):
        before = _status(target)
        if before is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        handle, unfinished = _begin(target, 0o666 if before is None else 0o600)
    try:
        with _opened(handle, name) as file:
            yield file
        with _reporting(name):
            _finish(unfinished, before)
            unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _begin(target: Path, mode: int) -> tuple[int, Path]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_BINARY"):
        flags |= getattr(os, name, 0)
    while True:
        unfinished = target.with_name(_unfinished_name(target, secrets.token_hex(8)) + UNFINISHED)
        with suppress(FileExistsError):
            return os.open(unfinished, flags, mode), unfinished


def _unfinished_name(target: Path, middle: str) -> str:
    return f".{target.name[:40]}.{middle}"  # a name in full may be the longest that there can be


def _finish(unfinished: Path, before: os.stat_result | None) -> None:
    """Wait until the disk has a file, and give it what the one before it had."""
    file = os.open(unfinished, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
    try:
        os.fsync(file)
    finally:
        os.close(file)
    if before is None:
        return
    if sys.platform != "win32":
        now = unfinished.stat()
        if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
            for owner in (before.st_uid, -1):
                with suppress(OSError):  # of another user, who may give it away alone
                    os.chown(unfinished, owner, before.st_gid)
                    break
    unfinished.chmod(stat.S_IMODE(before.st_mode))


class _NamedFile(io.FileIO):
    """A file whose errors say its name."""

    def __init__(self, handle: int, name: str) -> None:
        super().__init__(handle, "wb")
        self._name = name

    def write(self, data: Any) -> int:
        with _reporting(self._name):
            return super().write(data)


def _opened(handle: int, name: str) -> BinaryIO:
    return io.BufferedWriter(_NamedFile(handle, name))


# Lines at the end


def _locked(path: Path, until: float) -> int:
    """Open a file for appending under an exclusive lock.

    Raises:
        OSError: that cannot be done, or another program has the lock.
    """
    while True:
        file = open_regular(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        try:
            while not _try_to_append(file):
                _wait(until)
            if _is_at(file, path):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # another program has put a new file in its place


def _wait(until: float) -> None:
    if time.monotonic() > until:
        raise OSError(errno.EAGAIN, "another program has locked it; try again once that is done")
    time.sleep(_PAUSE)


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.lstat())
    except FileNotFoundError:
        return False


def _append(file: int, lines: bytes) -> None:
    size = os.lseek(file, 0, os.SEEK_END)
    if size:
        os.lseek(file, size - 1, os.SEEK_SET)
        if os.read(file, 1) != b"\n":
            lines = b"\n" + lines
    try:
        _write_all(file, lines)
        os.fsync(file)
    except OSError:
        with suppress(OSError):
            os.ftruncate(file, size)
        raise


def _write_all(file: int, lines: bytes) -> None:
    if os.write(file, lines) != len(lines):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


# Existing files


def _status(path: Path) -> os.stat_result | None:
    """Return the state of a regular file; None if missing.

    Raises:
        OSError: something else is there.
    """
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "it is a link, and could lead anywhere; put a file in its place")
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise _not_regular()
    return status


def _not_regular() -> OSError:
    return OSError(errno.EINVAL, "it is no regular file")


@contextmanager
def _reporting(name: str) -> Iterator[None]:
    """Turn errors of the system into one that names the file.

    Raises:
        OutputError: the file cannot be written.
    """
    try:
        yield
    except BrokenPipeError:  # the reader closed the pipe, which is not an error of the file
        raise
    except OSError as error:
        raise OutputError(f"{name} cannot be written: {error.strerror or error}") from None
