"""Hold the documents of one editor: open ones, and files that pairings need."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from meteor_core import InputError

from .disk import MEGABYTE, State, read_lines, state_of, too_large
from .line_document import LineDocument
from .segmentation import Change, Description
from .text_file import TextFile, has_fields, may_have_units
from .uris import key_of, name_of, path_of


@dataclass(slots=True)
class _Held:
    """A document that is open or needed.

    Attributes:
        file: its text.
        document: in the editor; None if read from disk.
        state: on disk when it was read.
        largest: its maximal size in megabytes when last checked.
    """

    file: TextFile
    document: LineDocument | None = None
    state: State | None = None
    largest: float = math.nan


class Library:
    """Holds the texts of documents, and reports changes."""

    def __init__(
        self,
        *,
        largest: Callable[[str], float],
        may_read: Callable[[str, Path], bool],
        changed: Callable[[TextFile, Change | None, bool], None],
    ) -> None:
        """Create an empty library.

        Args:
            largest: returns the maximal size of a document in megabytes.
            may_read: whether a held file may still be read.
            changed: called with each change of a document: its changed segments, or None if its
                fields changed; and whether it was edited rather than reloaded.
        """
        self._largest: Final = largest
        self._may_read: Final = may_read
        self._changed: Final = changed
        self._held: dict[str, _Held] = {}
        self._used: list[str] = []  # open documents, least recently used first
        self._described: dict[str, tuple[tuple[State | None, float], Description]] = {}

    def open(self, document: LineDocument) -> None:
        """Add an opened or reopened document."""
        uri = key_of(document.uri)
        held = self._held.get(uri)
        if held is None:
            held = self._held[uri] = _Held(TextFile(uri, name_of(uri), []))
        file, lines = held.file, list(document.segments)
        document.share(file.lines)
        self._changed(file, file.replace(lines), False)  # noqa: FBT003  # see above
        document.listener = lambda first, old, new: self._changed(
            file,
            file.edited(first, old, new),
            True,  # noqa: FBT003  # see above
        )
        held.document = document  # before the limit, which may depend on the document
        held.largest = math.nan
        self._reload(held, self._largest(uri))
        file.shown_uri = document.uri
        if uri in self._used:
            self._used.remove(uri)
        self._used.append(uri)

    def close(self, uri: str) -> None:
        """Remove a closed document; the file on disk takes its place on the next reload."""
        uri = key_of(uri)
        held = self._held.get(uri)
        if held is None or held.document is None:
            return
        held.document.listener = None
        held.document, held.state = None, None
        self._used.remove(uri)

    def document(self, uri: str) -> LineDocument | None:
        """Return the open document with a URI."""
        held = self._held.get(key_of(uri))
        return held.document if held else None

    def open_uris(self) -> list[str]:
        """Return the URIs of open documents, most recently used first."""
        return self._used[::-1]

    def file(self, uri: str) -> TextFile:
        """Return a document's text, which is held until `forget_all_but`."""
        held = self._held.get(uri)
        if held is None:
            held = self._held[uri] = self._from_disk(uri)
        return held.file

    def description(self, uri: str) -> Description:
        """Return the description of a document's segments; empty for plain lines."""
        if not has_fields(name_of(uri)):
            return Description()
        uri = key_of(uri)
        held, path = self._held.get(uri), path_of(uri)
        if held is not None or path is None:
            return (held or self._from_disk(uri)).file.own_segments.description
        key = (state_of(path), self._largest(uri))
        known = self._described.get(uri)
        if known is None or known[0] != key:
            described = self._from_disk(uri).file.own_segments.description
            known = self._described[uri] = (key, described)
        return known[1]

    def reload_files(self, *, limits: bool = False) -> None:
        """Read files again that have changed on disk.

        Args:
            limits: whether size limits may have changed.
        """
        for uri, held in list(self._held.items()):
            self._reload(held, self._largest(uri) if limits else held.largest)

    def forget_all_but(self, needed: Collection[str]) -> None:
        """Release files that are neither open nor needed."""
        self._held = {
            uri: held
            for uri, held in self._held.items()
            if held.document is not None or uri in needed
        }

    def _from_disk(self, uri: str) -> _Held:
        held = _Held(TextFile(uri, name_of(uri), []))
        held.file.replace(self._load(held, self._largest(uri)))
        return held

    def _reload(self, held: _Held, largest: float) -> None:
        """Read a document again if the file or its size limit has changed."""
        path = path_of(held.file.uri)
        if held.document is not None:
            if held.largest != largest:
                held.largest = largest
                held.file.problem = _problem_with(held.document, largest)
        elif path is not None and (state_of(path), largest) != (held.state, held.largest):
            lines = self._load(held, largest)
            self._changed(held.file, held.file.replace(lines), False)  # noqa: FBT003  # see above

    def _load(self, held: _Held, largest: float) -> Sequence[str]:
        """Return the lines of a closed document; empty if it is unreadable."""
        path = path_of(held.file.uri)
        held.state = None if path is None else state_of(path)
        held.largest, held.file.problem = largest, None
        if path is None:
            return []
        try:
            return self._read_permitted(held.file.uri, path, largest)
        except InputError as error:
            big = held.state is not None and held.state.size > largest * MEGABYTE
            held.file.problem = ("too-large" if big else "unreadable-file", str(error))
            return []

    def _read_permitted(self, uri: str, path: Path, largest: float) -> list[str]:
        if not self._may_read(uri, path):
            raise InputError(f"{path.name} leads out of the workspace")
        return read_lines(path, largest, declares_encoding=may_have_units(path.name))


def _problem_with(document: LineDocument, largest: float) -> tuple[str, str] | None:
    if document.size <= largest * MEGABYTE:
        return None
    return "too-large", too_large(name_of(document.uri), document.size, largest)
