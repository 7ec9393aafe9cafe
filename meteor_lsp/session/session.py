"""The state of one editor: documents, folders with their settings, pairings."""

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
from .baseline_cache import Resolved, Wanted
from .pairings import Pairings


class Session:
    """Forwards the events of one editor; not thread-safe."""

    def __init__(
        self,
        settings: Settings | None = None,
        folders: Iterable[Path] = (),
        encoding: Encoding = Encoding.UTF16,
    ) -> None:
        """Create a session without documents.

        Args:
            settings: of the editor.
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
        """Add an opened or reopened document."""
        if self.library.document(document.uri) is None:
            for opened in self.pairings.open():
                if opened.pairing.hypothesis.uri == key_of(document.uri):
                    opened.changes.clear()
        self.library.open(document)
        self.resolve()

    def close(self, uri: str) -> None:
        """Remove a closed document; the file on disk takes its place."""
        if self.library.document(uri) is not None:
            self.library.close(uri)
            self.pairings.forget_closed(key_of(uri))
            self.resolve()

    def saved(self, uri: str) -> None:
        """Handle that a document was saved."""
        for opened in self.pairings.open():
            if key_of(uri) in opened.files and opened.pairing.settings.hint_change is Since.SAVE:
                opened.changes.clear()
        self.pairings.baselines.reload(key_of(uri))
        self.resolve()

    def store_baseline(self, wanted: Wanted, found: Resolved | MeteorError) -> bool:
        """Store a baseline that was read off the event loop, and return whether it changed."""
        is_new = self.pairings.store_baseline(wanted, found)
        if is_new:
            self.resolve()
        return is_new

    def apply_reading(self, file: TextFile, read: UnitFile) -> None:
        """Apply a document that was read as a whole off the event loop."""
        if isinstance(file.own_segments, UnitSegments):
            self._changed(file, file.own_segments.apply_reading(read), True)  # noqa: FBT003  # see Library

    def reload_changed_files(self) -> None:
        """Read files again that have changed on disk."""
        before = len(self.pairings.open())
        self.library.reload_files()
        if len(self.pairings.open()) != before:  # a table has other columns
            self.resolve()

    def resolve(self) -> None:
        """Read all files and find all pairings again."""
        self.library.reload_files(limits=True)
        self.pairings.resolve()

    def configure(
        self, settings: Settings, by_folder: Mapping[Path, Settings] | None = None
    ) -> None:
        """Replace the settings of the editor."""
        self.workspace.configure(settings, by_folder)
        self.resolve()

    def set_folders(self, folders: Iterable[Path]) -> None:
        """Replace the folders of the workspace."""
        self.workspace.set_folders(folders)
        self.resolve()

    def reload(self) -> None:
        """Read every ``meteor.toml`` again, and report its problems again."""
        self.workspace.reload()
        self.problems.forget()
        self.pairings.baselines.resolve_again()
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
        self.pairings.apply_change(file, change)
        if change is None and is_edit:
            self.resolve()
