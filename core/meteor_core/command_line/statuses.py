"""End a command line: exit statuses, and one line instead of a traceback."""

import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any, Final, TextIO

from ..errors import MeteorError, MeteorWarning
from .interruption import ending_of

DONE: Final = 0
MISSED: Final = 1
BAD_INPUT: Final = 2

_WRITE_ERRORS: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""Errors of writing. Files name themselves in messages; standard output cannot."""


def run_program(program: str, work: Callable[[], int]) -> int:
    """Run a program and return its exit status, whatever happens to its streams.

    A reader that closes the pipe, as ``head`` does, is no error. Output that cannot be written is.

    Args:
        program: the name that its messages begin with.
        work: returns the status.
    """
    _open_closed_streams()
    try:
        with _warnings_as_lines(program):
            return _flushed(work)
    except MeteorError as error:
        say(program, f"error: {error}")
    except BrokenPipeError:
        return DONE
    except OSError as error:
        say(program, f"error: {_message_of(error)}")
    except KeyboardInterrupt as interruption:
        word, status = ending_of(interruption)
        say(program, word)
        return status
    except Exception:  # noqa: BLE001  # a fault of ours must not look like a missed threshold
        import traceback

        traceback.print_exc()
    finally:
        _discard(sys.stdout)
        _discard(sys.stderr)
    return BAD_INPUT


def say(program: str, message: str) -> None:
    """Print a line on standard error, ignoring failures."""
    with suppress(OSError):
        print(f"{program}: {message}", file=sys.stderr)


def missed(program: str, sentences: Iterable[str]) -> int:
    """Report missed thresholds, and return the exit status."""
    status = DONE
    for sentence in sentences:
        status = MISSED
        say(program, sentence)
    return status


def outlive_reader() -> None:
    """Survive a closed standard output, since the exit status matters."""
    old = sys.stdout
    if old is not sys.__stdout__ or not isinstance(old, TextIOWrapper):
        return
    old.flush()
    sys.stdout = TextIOWrapper(
        BufferedWriter(_Outliving(old.fileno(), "wb", closefd=False)),
        encoding=old.encoding,
        errors=old.errors,
        line_buffering=old.line_buffering,
        write_through=old.write_through,
    )


class _Outliving(FileIO):
    def write(self, data: Any) -> int:
        """Write to the pipe, or to /dev/null once its reader has left."""
        try:
            return super().write(data)
        except BrokenPipeError:
            _redirect_to_null(self)
            return super().write(data)


@contextmanager
def _warnings_as_lines(program: str) -> Iterator[None]:
    """Print our own warnings as one line each, whatever the warning filters are."""
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(
            message: Warning | str, category: type[Warning], filename: str, *more: Any, **named: Any
        ) -> None:
            if issubclass(category, MeteorWarning):
                say(program, str(message))
            else:
                others(message, category, filename, *more, **named)

        warnings.showwarning = show
        warnings.simplefilter("always", MeteorWarning)
        yield


def _flushed(work: Callable[[], int]) -> int:
    try:
        status = work()
    except SystemExit:  # of argparse, which may have printed help
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return status


def _message_of(error: OSError) -> str:
    if error.filename is None and error.errno in _WRITE_ERRORS:
        return f"standard output cannot be written: {error.strerror}"
    if error.filename is None and error.errno == errno.EBADF:
        return "standard output is closed"
    return str(error)


def _open_closed_streams() -> None:
    """Open the standard streams that are closed, for which Python has None.

    Else the next file that is opened would get the number of one of them. Input is empty then,
    messages are lost, and writing output fails.
    """
    for name, flags, mode in (
        ("stdin", os.O_RDONLY, "r"),
        ("stdout", os.O_RDONLY, "w"),
        ("stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            stream = open(os.open(os.devnull, flags), mode, encoding="utf-8", closefd=False)  # noqa: SIM115  # for as long as the run
            setattr(sys, name, stream)


def _discard(stream: TextIO) -> None:
    """Discard unwritable output, before Python retries at exit and complains."""
    try:
        stream.flush()
    except OSError:
        _redirect_to_null(stream)


def _redirect_to_null(stream: TextIO | FileIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
