"""The folders of one editor, and what holds in them: settings, ``meteor.toml``, the boundary."""

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

_Stand: TypeAlias = tuple[State | None, LineDocument | None, int | None, bool]
"""What a ``meteor.toml`` was read from: a file, or a document and its version; and whether its
patterns might lead out of its folder."""

_MOST_HOMES: Final = 10_000
"""Folders of which it is kept where their files are at home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """What holds for a document.

    Attributes:
        folder: that ``meteor.toml`` lies in, or would.
        file: what ``meteor.toml`` says; None without one.
        settings: of the editor.
        all_settings: those of the editor with those of ``meteor.toml``.
    """

    folder: Path | None
    file: ProjectFile | None
    settings: Settings
    all_settings: Settings

    def file_settings(self, relative: str | None, rule: PairRule | None = None) -> Settings:
        """What holds for a file.

        Args:
            relative: its name in the project's folder; None for one outside.
            rule: the rule by which it has its pair.
        """
        if self.file is None or relative is None:
            return self.all_settings
        return self.file.settings_for(relative, self.settings, rule)


@dataclass(slots=True)
class _Folder:
    """A workspace folder.

    Attributes:
        path: of the folder.
        settings: of the editor for this folder.
    """

    path: Path
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class _Home:
    """Where the files of a folder are at home.

    Attributes:
        folder: of the workspace; None outside of all of them.
        path: of that folder, or else of the files' own.
        project_files: where a ``meteor.toml`` would be about them, the nearest first, with URIs.
    """

    folder: _Folder | None
    path: Path
    project_files: Sequence[tuple[Path, str]]


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
        self._projects: dict[Path, Project] = {}  # as they were last, by folder
        self._homes: dict[Path, _Home] = {}
        self._tuned = TunedFiles(problems)
        self.glossaries: Final = Glossaries()

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
        self._homes.clear()

    def folders(self) -> list[Path]:
        """The folders of the workspace."""
        return [folder.path for folder in self._folders]

    def stand(self) -> object:
        """The editor's settings, tuned variants and glossaries; equal while they are the same."""
        folders = [(folder.path, folder.settings) for folder in self._folders]
        return self.settings, folders, self._tuned.stand(), self.glossaries.stand()

    def with_tuned(self, settings: Settings, uri: str) -> Settings:
        """The settings of a document with the content of a tuned variant's file.

        Raises:
            MeteorError: the file may not be read, cannot be, or has a mistake.
        """
        path = file_of(settings, self._top_of(uri))
        if path is None:
            return settings
        if not self.permits(path, uri):
            raise outside(path)
        return replace(settings, variant=self._tuned.read(path))

    def glossary(self, settings: Settings, uri: str) -> GlossaryFile | None:
        """The glossary of a document, as it is on disk; None where the settings name none.

        Raises:
            MeteorError: it may not be read.
        """
        file = glossary_file(settings.glossary, self._top_of(uri))
        if file is not None and not self.permits(file.path, uri):
            raise outside(file.path)
        return file

    def _top_of(self, uri: str) -> Path:
        """The folder to which names in the editor's settings are relative, for a document."""
        document = path_of(uri)
        return self._home(document.parent).path if document else next(iter(self.folders()), Path())

    def tuned_variants(self) -> list[str]:
        """The files of tuned variants that are in use, as settings name them."""
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
        """What holds for a document."""
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
        boundary, asker = self.boundary_of(asked_from), path_of(asked_from)
        if asker is not None:
            return boundary.permits(path, asker)
        return any(boundary.permits(path, folder) for folder in self.folders())

    def boundary_of(self, uri: str) -> Boundary:
        """What may be read on behalf of a document."""
        return self._boundary(self._settings_of(uri))

    def _boundary(self, settings: Settings) -> Boundary:
        return Boundary(self.folders(), allow_outside=settings.allow_outside)

    def _settings_of(self, uri: str) -> Settings:
        path = path_of(uri)
        folder = self._home(path.parent).folder if path is not None else None
        return self.settings if folder is None else folder.settings

    def _home(self, folder: Path) -> _Home:
        """Where the files of a folder are at home."""
        known = self._homes.get(folder)
        if known is None:
            if len(self._homes) >= _MOST_HOMES:
                self._homes.clear()
            known = self._homes[folder] = self._find_home(folder)
        return known

    def _find_home(self, folder: Path) -> _Home:
        around = [one for one in self._folders if folder.is_relative_to(one.path)]
        home = max(around, key=lambda one: len(one.path.parts), default=None)
        top = folder if home is None else home.path
        paths = [one / FILE_NAME for one in (folder, *folder.parents) if one.is_relative_to(top)]
        return _Home(home, top, [(path, path.as_uri()) for path in paths])

    def _project(self, folder: Path, file: ProjectFile | None, settings: Settings) -> Project:
        """A project; the same object as long as nothing in it has changed."""
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
