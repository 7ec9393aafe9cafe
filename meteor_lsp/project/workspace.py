"""The folders of one editor, and what holds in them: settings, ``meteor.toml``, the boundary."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from ..documents.disk import Boundary, State, state_of
from ..documents.library import Library
from ..documents.line_document import LineDocument
from ..documents.uris import name_of, path_of
from .problems import Problems
from .project_file import FILE_NAME, ProjectFile, parse_project_file, read_project_file
from .settings import Settings

_Stand: TypeAlias = tuple[State | None, LineDocument | None, int | None, bool]
"""What a ``meteor.toml`` was read from: a file, or a document and its version; and whether its
patterns might lead out of its folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """What holds for a document.

    Attributes:
        folder: that ``meteor.toml`` lies in, or would.
        file: what ``meteor.toml`` says; None without one.
        settings: of the editor.
    """

    folder: Path | None
    file: ProjectFile | None
    settings: Settings

    @property
    def all_settings(self) -> Settings:
        """The settings of the editor with those of ``meteor.toml``."""
        return self.settings if self.file is None else self.file.settings(self.settings)


@dataclass(slots=True)
class _Folder:
    """A workspace folder.

    Attributes:
        path: of the folder.
        settings: of the editor for this folder.
    """

    path: Path
    settings: Settings = field(default_factory=Settings)


class Workspace:
    """Tells what holds for a document, as settings and files are now."""

    def __init__(
        self,
        library: Library,
        problems: Problems,
        settings: Settings,
        folders: Iterable[Path],
    ) -> None:
        """The workspace as an editor begins with it.

        Args:
            library: has every ``meteor.toml`` that is open.
            problems: are told what is wrong in the others.
            settings: of the editor, where a folder has none of its own.
            folders: of the workspace.
        """
        self._library, self._problems = library, problems
        self.initial: Final = settings
        self.settings = settings
        self._folders = [_Folder(path, settings) for path in folders]
        self._project_files: dict[Path, tuple[_Stand | None, ProjectFile]] = {}

    def configure(
        self, settings: Settings, by_folder: Mapping[Path, Settings] | None = None
    ) -> None:
        """Take new settings of the editor."""
        self.settings = settings
        for folder in self._folders:
            folder.settings = (by_folder or {}).get(folder.path, settings)

    def set_folders(self, folders: Iterable[Path]) -> None:
        """Take the folders of the workspace."""
        known = {folder.path: folder for folder in self._folders}
        self._folders = [known.get(path) or _Folder(path, self.settings) for path in folders]

    def folders(self) -> list[Path]:
        """The folders of the workspace."""
        return [folder.path for folder in self._folders]

    def stand(self) -> object:
        """The editor's settings; equal as long as they are the same."""
        return self.settings, [(folder.path, folder.settings) for folder in self._folders]

    def reload(self) -> None:
        """Read every ``meteor.toml`` again."""
        self._project_files = {
            path: (None, file) for path, (_, file) in self._project_files.items()
        }

    def project_of(self, uri: str) -> Project:
        """What holds for a document."""
        settings = self._settings_of(uri)
        path = path_of(uri)
        if path is None:
            return Project(folder=None, file=None, settings=settings)
        for folder in self._project_folders(path):
            file = self._project_file(folder / FILE_NAME, path, settings)
            if file is not None:
                return Project(folder=folder, file=file, settings=settings)
        return Project(folder=self._home(path), file=None, settings=settings)

    def wants_all_files(self) -> bool:
        """Whether some settings ask for diagnostics of files that are not open.

        Asked are the editor and the ``meteor.toml`` of each workspace folder and open document.
        """
        inside = [(folder / FILE_NAME).as_uri() for folder in self.folders()]
        uris = (*inside, *self._library.open_uris())
        return any(self.project_of(uri).all_settings.workspace_diagnostics for uri in uris)

    def project_path(self, uri: str) -> Path | None:
        """Where the ``meteor.toml`` that holds for a document is, or would be."""
        folder = self.project_of(uri).folder
        return None if folder is None else folder / FILE_NAME

    def open_project_files(self) -> list[LineDocument]:
        """The documents among those that are open that are a ``meteor.toml``."""
        documents = map(self._library.document, self._library.open_uris())
        return [one for one in documents if one is not None and name_of(one.uri) == FILE_NAME]

    def project_file(self, document: LineDocument) -> ProjectFile:
        """What an open ``meteor.toml`` says, and what is wrong with it, as it is in the editor."""
        path, settings = path_of(document.uri) or Path(FILE_NAME), self._settings_of(document.uri)
        return parse_project_file(path, document.source, outside=settings.allow_outside)

    def permits(self, path: Path, asked_from: str) -> bool:
        """Whether a file may be read on behalf of a document."""
        boundary, asker = self._boundary(self._settings_of(asked_from)), path_of(asked_from)
        if asker is not None:
            return boundary.permits(path, asker)
        return any(boundary.permits(path, folder) for folder in self.folders())

    def _boundary(self, settings: Settings) -> Boundary:
        return Boundary(self.folders(), allow_outside=settings.allow_outside)

    def _settings_of(self, uri: str) -> Settings:
        path = path_of(uri)
        home = self._home_folder(path) if path else None
        return home.settings if home else self.settings

    def _home_folder(self, path: Path) -> _Folder | None:
        homes = [folder for folder in self._folders if path.is_relative_to(folder.path)]
        return max(homes, key=lambda folder: len(folder.path.parts), default=None)

    def _home(self, path: Path) -> Path:
        """The workspace folder of a file, or its own folder where it is in none."""
        home = self._home_folder(path)
        return home.path if home else path.parent

    def _project_folders(self, path: Path) -> Iterator[Path]:
        home = self._home(path)
        for folder in path.parents:
            yield folder
            if folder == home:
                return

    def _project_file(self, path: Path, asked_from: Path, settings: Settings) -> ProjectFile | None:
        document, state = self._library.document(path.as_uri()), state_of(path)
        outside = settings.allow_outside
        if document is None and state is None:
            self._project_files.pop(path, None)
            return None
        stand = (state, document, document.version if document else None, outside)
        known = self._project_files.get(path)
        if known is not None and known[0] == stand:
            return known[1]
        if document is not None:
            file = parse_project_file(path, document.source, outside=outside)
        elif self._boundary(settings).permits(path, asked_from):
            file = read_project_file(path, outside=outside)
        else:
            return None
        if document is None:  # otherwise they are marked where they stand
            for problem in file.problems:
                self._problems.add(problem)
        if not file.readable and known is not None:
            file = known[1]  # somebody is in the middle of a line; what it said last still holds
        self._project_files[path] = (stand, file)
        return file
