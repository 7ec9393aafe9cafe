"""Read files that are not open in the editor, within the folders that may be read."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from meteor_core import InputError
from meteor_core.files.text_bytes import decoded, split_lines
from meteor_core.text.line_files import read_segments

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class State:
    """Modification time and size of a file, compared to detect changes."""

    modified: int
    size: int


def state_of(path: Path) -> State | None:
    """Return the state of a regular file, or None."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return State(status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def read_lines(path: Path, largest: float, *, declares_encoding: bool = False) -> list[str]:
    """Return the lines of a file without their ends.

    Args:
        path: of a regular file; others, such as a pipe, could block forever.
        largest: its maximal size in megabytes.
        declares_encoding: whether the file may declare its encoding; the default is UTF-8.

    Raises:
        InputError: the file is unreadable, too large or not in its encoding.
    """
    state = state_of(path)
    if state is None:
        what = "is not a regular file" if path.exists() else "does not exist"
        raise InputError(f"{path.name} {what}")
    if state.size > largest * MEGABYTE:
        raise InputError(too_large(path.name, state.size, largest))
    try:
        if declares_encoding:
            return split_lines(decoded(path.name, path.read_bytes()))
        return list(read_segments(str(path), is_binary=True))
    except OSError as error:
        raise InputError(f"{path.name} cannot be read: {error.strerror}") from None
    except InputError as error:
        raise InputError(str(error).replace(str(path), path.name)) from None


def may_contain(path: Path, wanted: str) -> bool:
    """Whether a file contains a case-folded text, ignoring case.

    Approximate: the encoding is not validated. An unreadable file contains nothing.
    """
    if state_of(path) is None:
        return False
    try:
        return wanted in path.read_bytes().decode("utf-8", "replace").casefold()
    except OSError:
        return False


def too_large(name: str, size: int, largest: float) -> str:
    """Describe that a file is too large for an editor."""
    return (
        f"{name} has {size / MEGABYTE:,.0f} MB, more than the {largest:g} MB of the setting "
        "largestDocument; `meteorscope score` scores files of any size"
    )


class Boundary:
    """The folders whose files may be read.

    The workspace folders, or the folder of a document outside all of them. Links out of them are
    not followed.
    """

    def __init__(self, folders: list[Path], *, allow_outside: bool) -> None:
        """Restrict access to some folders, or to the whole disk if `allow_outside`."""
        self._folders = [_real(folder) for folder in folders]
        self._allow_outside = allow_outside

    def permits(self, path: Path, asked_from: Path) -> bool:
        """Whether a file may be read on behalf of an open document."""
        if self._allow_outside or path == asked_from:
            return True
        inside = [folder for folder in self._folders if _is_below(asked_from, folder)]
        return any(_is_below(path, folder) for folder in inside or [_real(asked_from.parent)])


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _is_below(path: Path, folder: Path) -> bool:
    return _real(path).is_relative_to(folder)
