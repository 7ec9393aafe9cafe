"""Cache compiled paraphrase tables in the user's cache folder."""

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ...errors import OutputError, ResourceError
from ...runtime import forks
from ...runtime.cache_folder import ENVIRONMENT_VARIABLE, cache_folder
from ...runtime.writing import UNFINISHED, unfinished_files, whole_file
from .compile import build_index
from .index import ParaphraseIndex
from .layout import VERSION
from .lock import locked
from .table import Progress

_ENDING: Final = ".phrases"
_SAMPLE_BYTES: Final = 1 << 16
"""Bytes at each end of a table that decide, with its size, which table it is."""

_ABANDONED_SECONDS: Final = 600.0
"""Seconds after which an unfinished file is abandoned: writing one takes a second or two."""

_open: Final[dict[Path, ParaphraseIndex]] = {}
_opening: Final = forks.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedIndex:
    """A file in the cache.

    Attributes:
        path: where it is.
        source: the table that it was made from, or "" if the file cannot be used.
        identity: that table's fingerprint, or "".
        rows: rows of the table; 0 if the file cannot be used.
        size: bytes.
        made: when it was made, in seconds since 1970.
    """

    path: Path
    source: str
    identity: str
    rows: int
    size: int
    made: float


def open_paraphrases(source: Path, *, progress: Progress | None = None) -> ParaphraseIndex:
    """Open the compiled form of a table, compiling it at the first call.

    All threads share the index; do not close it.

    Args:
        source: the table, such as ``paraphrase-en.gz``.
        progress: called with how much of the table has been read, if this process compiles it.

    Raises:
        InputError: the table ends in the middle of a row.
        ResourceError: the table cannot be read or its compiled form cannot be written.
    """
    source = source.absolute()
    path = index_path(source)
    with _opening:
        if path not in _open:
            _open[path] = _opened(path) or _compile(source, path, progress or _ignore)
        return _open[path]


def is_compiled(source: Path) -> bool:
    """Whether a table is compiled already, so that opening it is instant.

    Raises:
        ResourceError: the table cannot be read.
    """
    path = index_path(source.absolute())
    if path in _open:
        return True
    index = _opened(path)
    if index is None:
        return False
    index.close()
    return True


def index_path(source: Path) -> Path:
    """Return the file of a table's compiled form, whether it exists or not.

    Raises:
        ResourceError: the table cannot be read.
    """
    name = source.name.removesuffix(".gz")
    return cache_folder() / f"{name}-{identity_of(source)}-v{VERSION}{_ENDING}"


def identity_of(source: Path) -> str:
    """Return a fingerprint of a compressed table, which does not depend on its place.

    Of the content only both ends are read, which takes no time: whatever has changed, gzip has
    another checksum at the end.

    Raises:
        ResourceError: the table cannot be read.
    """
    try:
        with source.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            sample = file.read(_SAMPLE_BYTES)
            file.seek(max(0, size - _SAMPLE_BYTES))
            sample += file.read(_SAMPLE_BYTES)
    except OSError as error:
        raise ResourceError(f"the paraphrase table {source} cannot be read: {error}") from error
    return hashlib.sha256(b"%d " % size + sample).hexdigest()[:12]


def cached_indexes() -> tuple[CachedIndex, ...]:
    """Return the files in the cache, usable or not, by name."""
    described: list[CachedIndex] = []
    for path in _files(f"*{_ENDING}"):
        with suppress(FileNotFoundError):  # another process has just removed it
            described.append(_described(path))
    return tuple(described)


def remove_indexes() -> tuple[CachedIndex, ...]:
    """Empty the cache, and return the files that were in it.

    Raises:
        ResourceError: a file cannot be removed.
    """
    removed = cached_indexes()
    with _opening:
        _open.clear()  # open indexes stay usable
    for index in removed:
        _remove(index.path)
    for path in _files(f"*{UNFINISHED}"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                path.unlink()
    return removed


def _opened(path: Path) -> ParaphraseIndex | None:
    """Open a compiled table; None if it is missing or unusable."""
    try:
        return ParaphraseIndex(path)
    except ResourceError:
        return None


def _compile(source: Path, path: Path, progress: Progress) -> ParaphraseIndex:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_suffix(".lock")):
            # Another process may have made it while this one waited.
            if (index := _opened(path)) is None:
                _build(source, path, progress)
                _remove_outdated(source, path)
                index = ParaphraseIndex(path)
            return index
    except (OSError, OutputError) as error:
        raise ResourceError(
            f"the compiled form of {source.name} cannot be written to {path.parent}: "
            f"{getattr(error, 'strerror', None) or error}; "
            f"set {ENVIRONMENT_VARIABLE} to a folder that can be written"
        ) from error


def _build(source: Path, path: Path, progress: Progress) -> None:
    for abandoned in unfinished_files(path):  # by a builder that was killed
        abandoned.unlink(missing_ok=True)
    with whole_file(path) as file:
        build_index(source, file, identity=identity_of(source), progress=progress)


def _remove_outdated(source: Path, path: Path) -> None:
    for index in cached_indexes():
        if index.source == str(source) and index.path != path:
            with suppress(OSError):  # on Windows another process may still have it open
                index.path.unlink()


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ResourceError(
            f"{path} cannot be removed: {error.strerror or error}; is a program still using it?"
        ) from error


def _described(path: Path) -> CachedIndex:
    status = path.stat()
    source, identity, rows = "", "", 0
    with suppress(ResourceError), ParaphraseIndex(path) as index:
        source, identity, rows = index.source, index.identity, index.rows
    return CachedIndex(
        path=path,
        source=source,
        identity=identity,
        rows=rows,
        size=status.st_size,
        made=status.st_mtime,
    )


def _files(pattern: str) -> Iterator[Path]:
    return iter(sorted(cache_folder().glob(pattern)))


def _ignore(done: int, total: int) -> None:
    pass
