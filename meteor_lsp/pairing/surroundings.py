"""The documents and files at one moment, as input for finding pairings."""

from collections.abc import Collection
from pathlib import Path
from typing import Final

from ..documents.disk import state_of
from ..documents.library import Library
from ..documents.segmentation import Description
from ..documents.uris import key_of, name_of, path_of, sibling
from ..project.folders import Folders
from ..project.workspace import Project, Workspace
from .conventions import by_stems, stem_of


class Surroundings:
    """A snapshot of folders, for one search; each folder is listed once."""

    def __init__(self, library: Library, workspace: Workspace) -> None:
        """Combine open documents, files on disk and the workspace's settings."""
        self._library, self._workspace = library, workspace
        self._permitted: dict[tuple[Path, Path], bool] = {}
        self._projects: dict[Path, Project] = {}
        self._kin: dict[Path, dict[str | None, list[str]]] = {}
        self.folders: Final = Folders()

    def is_there(self, uri: str, asked_from: str) -> bool:
        """Whether a document is open, or a file that may be read on behalf of another one."""
        path = path_of(uri)
        if self._library.document(uri) is not None:
            return True
        if path is None:
            return False
        is_plain = self._is_plain(path)
        is_file = self.folders.at(path.parent).has_file(path.name) if is_plain else state_of(path)
        if not is_file:
            return False
        asker = path_of(asked_from)
        if asker is None or path == asker or not (is_plain and self._is_plain(asker)):
            return self._workspace.permits(path, asked_from)
        folders = (path.parent, asker.parent)  # permission is the same for all their files
        if folders not in self._permitted:
            self._permitted[folders] = self._workspace.permits(path, asked_from)
        return self._permitted[folders]

    def kin(self, uri: str) -> Collection[str]:
        """Return the names of documents in the same folder with the same stem."""
        path, name = path_of(uri), name_of(uri)
        if path is None:
            beside = [name_of(other) for other in self.open_uris() if _beside(uri, other)]
            return by_stems(beside).get(stem_of(name), [])
        folder = path.parent
        if folder not in self._kin:
            others = filter(None, map(path_of, self.open_uris()))
            beside = [other.name for other in others if other.parent == folder]
            self._kin[folder] = by_stems({*beside, *self.folders.at(folder).entries})
        return self._kin[folder].get(stem_of(name), [])

    def project_of(self, uri: str) -> Project:
        """Return the project of a document, cached per folder except for links."""
        path = path_of(uri)
        if path is None or not self._is_plain(path):
            return self._workspace.project_of(uri)
        if path.parent not in self._projects:
            self._projects[path.parent] = self._workspace.project_of(uri)
        return self._projects[path.parent]

    def description(self, uri: str) -> Description:
        """Return the description of a document's segments."""
        return self._library.description(uri)

    def open_uris(self) -> list[str]:
        """Return the URIs of open documents, most recently used first."""
        return self._library.open_uris()

    def _is_plain(self, path: Path) -> bool:
        return self.folders.at(path.parent).has_no_link(path.name)


def _beside(uri: str, neighbour: str) -> bool:
    return key_of(sibling(uri, name_of(neighbour))) == neighbour
