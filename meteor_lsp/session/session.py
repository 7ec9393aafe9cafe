"""Everything that one editor has open: documents, folders with their settings, pairings."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from meteor_core import MeteorError
from meteor_core.files.units import UnitFile

from ..documents.library import Library
from ..documents.line_document import LineDocument
from ..documents.positions import Encoding
from ..documents.segmentation import Change
from ..documents.text_file import TextFile
from ..documents.unit_segments import UnitSegments
from ..documents.uris import key_of
from ..project.problems import Problems
from ..project.settings import Settings, Since
from ..project.workspace import Workspace
from .pairings import Pairings
from .texts_before import Resolved, Wanted


class Session:
    """What happens in one editor, told to those whom it concerns. It is used on one thread."""

    def __init__(
        self,
        settings: Settings | None = None,
        folders: Iterable[Path] = (),
        encoding: Encoding = Encoding.UTF16,
    ) -> None:
        """An editor without documents.

        Args:
            settings: of the editor, where a folder has none of its own.
            folders: of the workspace.
            encoding: of the editor's columns.
        """
        self.encoding: Final = encoding
        self.problems: Final = Problems()
        self.library: Final = Library(
            largest=self._largest, may_read=self._may_read, changed=self._changed
        )
        self.workspace: Final = Workspace(
            self.library, self.problems, settings or Settings(), folders
        )
        self.pairings: Final = Pairings(self.library, self.workspace, self.problems, encoding)

    def open(self, document: LineDocument) -> None:
        """A document was opened, or opened again."""
        if self.library.document(document.uri) is None:
            for opened in self.pairings.open():
                if opened.pairing.hypothesis.uri == key_of(document.uri):
                    opened.changes.forget()  # which were made when it was open before
        self.library.open(document)
        self.resolve()

    def close(self, uri: str) -> None:
        """A document was closed; what is on disk counts again."""
        if self.library.document(uri) is not None:
            self.library.close(uri)
            self.pairings.forget_closed(key_of(uri))
            self.resolve()

    def saved(self, uri: str) -> None:
        """A document was saved."""
        for opened in self.pairings.open():
            if key_of(uri) in opened.files and opened.pairing.settings.hint_change is Since.SAVE:
                opened.changes.forget()
        self.pairings.texts_before.ask_again(key_of(uri))
        self.resolve()

    def take_before(self, wanted: Wanted, found: Resolved | MeteorError) -> bool:
        """Take a text before that was read, away from the event loop; whether it is new."""
        is_new = self.pairings.store_before(wanted, found)
        if is_new:
            self.resolve()
        return is_new

    def take_reading(self, file: TextFile, read: UnitFile) -> None:
        """Take a document that was read as a whole, away from the event loop."""
        if isinstance(file.own_segments, UnitSegments):
            self._changed(file, file.own_segments.take(read), True)  # noqa: FBT003  # see Library

    def look_at_disk(self) -> None:
        """Read again what has changed on disk."""
        before = len(self.pairings.open())
        self.library.read_again()
        if len(self.pairings.open()) != before:  # a table has other columns
            self.resolve()

    def resolve(self) -> None:
        """Look at all files and find all pairings again."""
        self.library.read_again(limits=True)
        self.pairings.resolve()

    def configure(
        self, settings: Settings, by_folder: Mapping[Path, Settings] | None = None
    ) -> None:
        """Take new settings of the editor."""
        self.workspace.configure(settings, by_folder)
        self.resolve()

    def set_folders(self, folders: Iterable[Path]) -> None:
        """Take the folders of the workspace."""
        self.workspace.set_folders(folders)
        self.resolve()

    def reload(self) -> None:
        """Read every ``meteor.toml`` again, and tell its problems again."""
        self.workspace.reload()
        self.problems.forget()
        self.pairings.texts_before.resolve_again()
        self.resolve()

    def _largest(self, uri: str) -> float:
        return self.workspace.project_of(uri).all_settings.largest_document

    def _may_read(self, uri: str, path: Path) -> bool:
        return self.pairings.may_read(uri, path)

    def _changed(
        self,
        file: TextFile,
        change: Change | None,
        is_edit: bool,  # noqa: FBT001  # see Library
    ) -> None:
        self.pairings.take_change(file, change)
        if change is None and is_edit:
            self.resolve()
