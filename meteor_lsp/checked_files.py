"""Resolve the arguments of ``meteor-lsp check``: compressed files, directories of test sets."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from meteor_core import InputError
from meteor_core.files.metrics_directory import OUTPUTS, is_metrics_directory
from meteor_core.files.text_bytes import LARGEST, decoded, uncompressed
from meteor_core.text.compressed import uncompressed_name

from .documents.line_document import LineDocument
from .documents.uris import key_of
from .pairing.conventions import stem_of
from .session.session import Session


def list_files(names: Sequence[str]) -> Iterator[str]:
    """Yield file names, expanding a directory of mt-metrics-eval to its systems' outputs."""
    for name in names:
        if is_metrics_directory(name):
            yield from map(str, sorted((Path(name) / OUTPUTS).glob("*/*.txt")))
        else:
            yield name


def file_uri(session: Session, name: str) -> str:
    """Return the URI of a file; a compressed one is opened under its uncompressed name.

    Compressed files next to it that may belong to it are opened as well.

    Raises:
        InputError: the file is missing, a directory or cannot be uncompressed.
    """
    path = Path(name).absolute()
    if not path.exists():
        raise InputError(f"{name} does not exist")
    if path.is_dir():
        raise InputError(f"{name} is a directory, and not one of mt-metrics-eval; name its files")
    inside = path.with_name(uncompressed_name(path.name))
    if inside == path:
        return path.as_uri()
    _open(session, path, inside)
    for neighbour in sorted(path.parent.iterdir()):
        opened = neighbour.with_name(uncompressed_name(neighbour.name))
        is_compressed = opened != neighbour and not opened.exists()
        if is_compressed and _have_same_stem(inside.name, opened.name):
            _open(session, neighbour, opened)
    return inside.as_uri()


def _have_same_stem(*names: str) -> bool:
    """Whether files may be two sides of a pair, or a file and its baseline."""
    return len({stem_of(name) or PurePath(name).stem for name in names}) == 1


def _open(session: Session, path: Path, inside: Path) -> None:
    uri = inside.as_uri()
    if session.library.document(uri) is not None:
        return
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path.name} has more than {LARGEST >> 20} MB; split it")
        data = uncompressed(path.name, path.read_bytes())
    except OSError as error:
        raise InputError(f"{path.name} cannot be read: {error.strerror}") from None
    text = decoded(inside.name, data)
    session.open(LineDocument(uri, text, None, None, session.encoding))
    session.library.file(key_of(uri)).shown_uri = path.as_uri()
