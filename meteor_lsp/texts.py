"""Reading the segments of a file that is not open in the editor."""

from dataclasses import dataclass
from pathlib import Path

from meteor_core import InputError
from meteor_core.line_files import read_segments


@dataclass(frozen=True, slots=True)
class _State:
    """A file at one moment, to tell whether it has changed since."""

    modified: int
    size: int


class FileSegments:
    """The segments of files on disk, read again only when a file has changed."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._read: dict[Path, tuple[_State, list[str]]] = {}

    def segments(self, path: Path) -> list[str]:
        """The segments of a file; the same list as long as the file is the same.

        Raises:
            InputError: the file cannot be read or is not UTF-8.
        """
        state = _state(path)
        known = self._read.get(path)
        if known is None or known[0] != state:
            known = self._read[path] = (state, list(read_segments(str(path))))
        return known[1]


def _state(path: Path) -> _State:
    try:
        status = path.stat()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    return _State(status.st_mtime_ns, status.st_size)
