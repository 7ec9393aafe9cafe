"""The documents of one editor: those that are open, and files that somebody needs."""

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
    """A document that is open or that somebody needs.

    Attributes:
        file: its text.
        document: as the editor has it; None where it is read from disk.
        state: on disk, when it was read.
        largest: megabytes that it may have, as was last checked.
    """

    file: TextFile
    document: LineDocument | None = None
    state: State | None = None
    largest: float = math.nan


class Library:
    """Holds the texts of documents, and notices what changes in them."""

    def __init__(
        self,
        *,
        largest: Callable[[str], float],
        may_read: Callable[[str, Path], bool],
        changed: Callable[[TextFile, Change | None, bool], None],
    ) -> None:
        """A library without documents.

        Args:
            largest: the megabytes that a document may have.
            may_read: whether a file may still be read that was held.
            changed: is told of each change of a document: its segments that changed, or None
                where its fields are others now; and whether it was edited, or else read anew.
        """
        self._largest: Final = largest
        self._may_read: Final = may_read
        self._changed: Final = changed
        self._held: dict[str, _Held] = {}
        self._used: list[str] = []  # open documents, the one used last at the end
        self._described: dict[str, tuple[tuple[State | None, float], Description]] = {}

    def open(self, document: LineDocument) -> None:
        """A document was opened, or opened again."""
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
        held.document = document  # before its limit is looked up, which it may hold itself
        held.largest = math.nan
        self._read_again(held, self._largest(uri))
        file.shown_uri = document.uri
        if uri in self._used:
            self._used.remove(uri)
        self._used.append(uri)

    def close(self, uri: str) -> None:
        """A document was closed; what is on disk counts again when it is read again."""
        uri = key_of(uri)
        held = self._held.get(uri)
        if held is None or held.document is None:
            return
        held.document.listener = None
        held.document, held.state = None, None
        self._used.remove(uri)

    def document(self, uri: str) -> LineDocument | None:
        """The open document of that URI."""
        held = self._held.get(key_of(uri))
        return held.document if held else None

    def open_uris(self) -> list[str]:
        """The documents that are open, the one used last first."""
        return self._used[::-1]

    def file(self, uri: str) -> TextFile:
        """A document's text, which is held until it is forgotten."""
        held = self._held.get(uri)
        if held is None:
            held = self._held[uri] = self._from_disk(uri)
        return held.file

    def description(self, uri: str) -> Description:
        """What the segments of a document have; of one that has plain lines, nothing."""
        if not has_fields(name_of(uri)):
            return Description()
        uri = key_of(uri)
        held, path = self._held.get(uri), path_of(uri)
        if held is not None or path is None:
            return (held or self._from_disk(uri)).file.own_segments.description
        stand = (state_of(path), self._largest(uri))
        known = self._described.get(uri)
        if known is None or known[0] != stand:
            described = self._from_disk(uri).file.own_segments.description
            known = self._described[uri] = (stand, described)
        return known[1]

    def read_again(self, *, limits: bool = False) -> None:
        """Read again what has changed on disk.

        Args:
            limits: whether the limits of size may be others now.
        """
        for uri, held in list(self._held.items()):
            self._read_again(held, self._largest(uri) if limits else held.largest)

    def forget_all_but(self, needed: Collection[str]) -> None:
        """Let go of files that are neither open nor needed."""
        self._held = {
            uri: held
            for uri, held in self._held.items()
            if held.document is not None or uri in needed
        }

    def _from_disk(self, uri: str) -> _Held:
        held = _Held(TextFile(uri, name_of(uri), []))
        held.file.replace(self._load(held, self._largest(uri)))
        return held

    def _read_again(self, held: _Held, largest: float) -> None:
        """Read a document that has changed on disk, or may have another size than before."""
        path = path_of(held.file.uri)
        if held.document is not None:
            if held.largest != largest:
                held.largest = largest
                held.file.problem = _problem_with(held.document, largest)
        elif path is not None and (state_of(path), largest) != (held.state, held.largest):
            lines = self._load(held, largest)
            self._changed(held.file, held.file.replace(lines), False)  # noqa: FBT003  # see above

    def _load(self, held: _Held, largest: float) -> Sequence[str]:
        """The lines of a document that is not open; none where it cannot be read."""
        path = path_of(held.file.uri)
        held.state = None if path is None else state_of(path)
        held.largest, held.file.problem = largest, None
        if path is None:
            return []
        try:
            return self._read(held.file.uri, path, largest)
        except InputError as error:
            big = held.state is not None and held.state.size > largest * MEGABYTE
            held.file.problem = ("too-large" if big else "unreadable-file", str(error))
            return []

    def _read(self, uri: str, path: Path, largest: float) -> list[str]:
        """The lines of a file that is still where it may be read."""
        if not self._may_read(uri, path):
            raise InputError(f"{path.name} leads out of the workspace")
        return read_lines(path, largest, declares_encoding=may_have_units(path.name))


def _problem_with(document: LineDocument, largest: float) -> tuple[str, str] | None:
    if document.size <= largest * MEGABYTE:
        return None
    return "too-large", too_large(name_of(document.uri), document.size, largest)
