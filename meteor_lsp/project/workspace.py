"""The folders of one editor, with their settings, ``meteor.toml`` files and boundary."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias

from ..documents.disk import Boundary, State, state_of
from ..documents.library import Library
from ..documents.line_document import LineDocument
from ..documents.uris import name_of, path_of
from .glossaries import Glossaries, GlossaryFile, glossary_file
from .problems import Problems
from .project_file import (
    FILE_NAME,
    PairRule,
    ProjectFile,
    parse_project_file,
    read_project_file,
)
from .settings import Settings
from .tuned_files import TunedFiles, file_of, outside

_Origin: TypeAlias = tuple[State | None, LineDocument | None, int | None, bool]
"""Cache key of a ``meteor.toml``: its state, or document and version; and whether patterns may lead
out of its folder."""

_MAX_HOMES: Final = 10_000
"""Folders whose home is cached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The configuration of a document.

    Attributes:
        folder: that contains ``meteor.toml``, or would.
        file: the ``meteor.toml``, if any.
        settings: of the editor.
        all_settings: those of the editor, overridden by ``meteor.toml``.
    """

    folder: Path | None
    file: ProjectFile | None
    settings: Settings
    all_settings: Settings

    def file_settings(self, relative: str | None, rule: PairRule | None = None) -> Settings:
        """Return the settings of a file.

        Args:
            relative: its name in the project's folder; None for one outside.
            rule: the rule of its pair.
        """
        if self.file is None or relative is None:
            return self.all_settings
        return self.file.settings_for(relative, self.settings, rule)


@dataclass(slots=True)
class _Folder:
    """A workspace folder with the editor's settings for it."""

    path: Path
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class _Home:
    """The configuration files of a folder.

    Attributes:
        folder: of the workspace, if it is inside one.
        path: of that folder, or else of the files' own.
        project_files: where a ``meteor.toml`` would apply, the nearest first, with URIs.
    """

    folder: _Folder | None
    path: Path
    project_files: Sequence[tuple[Path, str]]


class Workspace:
    """Finds the configuration of documents from current settings and files."""

    def __init__(
        self,
        library: Library,
        problems: Problems,
        settings: Settings,
        folders: Iterable[Path],
    ) -> None:
        """Create the workspace of an editor.

        Args:
            library: has every open ``meteor.toml``.
            problems: collects mistakes in the others.
            settings: of the editor.
            folders: of the workspace.
        """
        self._library, self._problems = library, problems
        self.initial: Final = settings
        self.settings = settings
        self._folders = [_Folder(path, settings) for path in folders]
        self._project_files: dict[Path, tuple[_Origin | None, ProjectFile]] = {}
        self._projects: dict[Path, Project] = {}  # the latest, by folder
        self._homes: dict[Path, _Home] = {}
        self._tuned = TunedFiles(problems)
        self.glossaries: Final = Glossaries()

    def configure(
        self, settings: Settings, by_folder: Mapping[Path, Settings] | None = None
    ) -> None:
        """Replace the settings of the editor."""
        self.settings = settings
        for folder in self._folders:
            folder.settings = (by_folder or {}).get(folder.path, settings)

    def set_folders(self, folders: Iterable[Path]) -> None:
        """Replace the folders of the workspace."""
        known = {folder.path: folder for folder in self._folders}
        self._folders = [known.get(path) or _Folder(path, self.settings) for path in folders]
        self._homes.clear()

    def folders(self) -> list[Path]:
        """Return the folders of the workspace."""
        return [folder.path for folder in self._folders]

    def fingerprint(self) -> object:
        """Return settings, tuned variants and glossaries; equal while nothing has changed."""
        folders = [(folder.path, folder.settings) for folder in self._folders]
        return self.settings, folders, self._tuned.fingerprint(), self.glossaries.fingerprint()

    def with_tuned(self, settings: Settings, uri: str) -> Settings:
        """Replace the file of a tuned variant in settings by its content.

        Raises:
            MeteorError: the file is forbidden, unreadable or invalid.
        """
        path = file_of(settings, self._top_of(uri))
        if path is None:
            return settings
        if not self.permits(path, uri):
            raise outside(path)
        return replace(settings, variant=self._tuned.read(path))

    def glossary(self, settings: Settings, uri: str) -> GlossaryFile | None:
        """Return the glossary file of a document, if settings name one.

        Raises:
            MeteorError: the file may not be read.
        """
        file = glossary_file(settings.glossary, self._top_of(uri))
        if file is not None and not self.permits(file.path, uri):
            raise outside(file.path)
        return file

    def _top_of(self, uri: str) -> Path:
        """Return the folder to which names in the editor's settings are relative."""
        document = path_of(uri)
        return self._home(document.parent).path if document else next(iter(self.folders()), Path())

    def tuned_variants(self) -> list[str]:
        """Return the files of tuned variants in use, as settings name them."""
        found = []
        for path in self._tuned.paths():
            around = [top for top in self.folders() if path.is_relative_to(top)]
            found.append(str(path.relative_to(around[0]) if around else path))
        return found

    def reload(self) -> None:
        """Read every ``meteor.toml`` and every tuned variant again."""
        self._tuned.reload()
        self._project_files = {
            path: (None, file) for path, (_, file) in self._project_files.items()
        }

    def project_of(self, uri: str) -> Project:
        """Return the configuration of a document."""
        path = path_of(uri)
        if path is None:
            settings = self.settings
            return Project(folder=None, file=None, settings=settings, all_settings=settings)
        home = self._home(path.parent)
        settings = self.settings if home.folder is None else home.folder.settings
        for project_path, project_uri in home.project_files:
            file = self._project_file(project_path, project_uri, path, settings)
            if file is not None:
                return self._project(project_path.parent, file, settings)
        return self._project(home.path, None, settings)

    def wants_all_files(self) -> bool:
        """Whether the editor or any relevant ``meteor.toml`` asks for diagnostics of closed files.

        Relevant are those of workspace folders and open documents.
        """
        inside = [(folder / FILE_NAME).as_uri() for folder in self.folders()]
        uris = (*inside, *self._library.open_uris())
        return any(self.project_of(uri).all_settings.workspace_diagnostics for uri in uris)

    def project_path(self, uri: str) -> Path | None:
        """Return where the ``meteor.toml`` of a document is, or would be."""
        folder = self.project_of(uri).folder
        return None if folder is None else folder / FILE_NAME

    def open_project_files(self) -> list[LineDocument]:
        """Return the open documents that are a ``meteor.toml``."""
        documents = filter(None, map(self._library.document, self._library.open_uris()))
        return [document for document in documents if name_of(document.uri) == FILE_NAME]

    def project_file(self, document: LineDocument) -> ProjectFile:
        """Parse an open ``meteor.toml`` as it is in the editor."""
        path, settings = path_of(document.uri) or Path(FILE_NAME), self._settings_of(document.uri)
        return parse_project_file(path, document.source, outside=settings.allow_outside)

    def permits(self, path: Path, asked_from: str) -> bool:
        """Whether a file may be read on behalf of a document."""
        boundary, asker = self.boundary_of(asked_from), path_of(asked_from)
        if asker is not None:
            return boundary.permits(path, asker)
        return any(boundary.permits(path, folder) for folder in self.folders())

    def boundary_of(self, uri: str) -> Boundary:
        """Return the boundary of files that may be read on behalf of a document."""
        return self._boundary(self._settings_of(uri))

    def _boundary(self, settings: Settings) -> Boundary:
        return Boundary(self.folders(), allow_outside=settings.allow_outside)

    def _settings_of(self, uri: str) -> Settings:
        path = path_of(uri)
        folder = self._home(path.parent).folder if path is not None else None
        return self.settings if folder is None else folder.settings

    def _home(self, folder: Path) -> _Home:
        """Return the configuration files of a folder, cached."""
        known = self._homes.get(folder)
        if known is None:
            if len(self._homes) >= _MAX_HOMES:
                self._homes.clear()
            known = self._homes[folder] = self._find_home(folder)
        return known

    def _find_home(self, folder: Path) -> _Home:
        around = [held for held in self._folders if folder.is_relative_to(held.path)]
        home = max(around, key=lambda held: len(held.path.parts), default=None)
        top = folder if home is None else home.path
        depth = len(folder.parts) - len(top.parts)
        paths = [path / FILE_NAME for path in (folder, *folder.parents[:depth])]
        return _Home(home, top, [(path, path.as_uri()) for path in paths])

    def _project(self, folder: Path, file: ProjectFile | None, settings: Settings) -> Project:
        """Return a project, the same object while nothing has changed."""
        known = self._projects.get(folder)
        if known is None or known.file is not file or known.settings is not settings:
            known = self._projects[folder] = Project(
                folder=folder,
                file=file,
                settings=settings,
                all_settings=settings if file is None else file.settings(settings),
            )
        return known

    def _project_file(
        self, path: Path, uri: str, asked_from: Path, settings: Settings
    ) -> ProjectFile | None:
        document, state = self._library.document(uri), state_of(path)
        outside = settings.allow_outside
        if document is None and state is None:
            self._project_files.pop(path, None)
            return None
        origin = (state, document, document.version if document else None, outside)
        known = self._project_files.get(path)
        if known is not None and known[0] == origin:
            return known[1]
        if document is not None:
            file = parse_project_file(path, document.source, outside=outside)
        elif self._boundary(settings).permits(path, asked_from):
            file = read_project_file(path, outside=outside)
        else:
            return None
        if document is None:  # in an open file, diagnostics show them
            for problem in file.problems:
                self._problems.add(problem)
        if not file.readable and known is not None:
            file = known[1]  # keep the last valid content during edits
        self._project_files[path] = (origin, file)
        return file
