"""Everything that is open in one editor: documents, the pairings they belong to, settings."""

import logging
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias
from weakref import WeakSet

from meteor_core import InputError, Meteor, MeteorError, ResourceError

from ..documents.disk import MEGABYTE, Boundary, State, read_lines, state_of, too_large
from ..documents.layouts import is_table
from ..documents.line_document import LineDocument
from ..documents.positions import Encoding
from ..documents.text_file import Change, TextFile
from ..documents.uris import key_of, name_of, path_of, sibling
from ..pairing.conventions import by_stems, stem_of
from ..pairing.finder import Finder, Project
from ..pairing.languages import detect_language
from ..pairing.streams import Pairing, Part, Stream, Unpaired
from ..project.folders import Folders
from ..project.project_file import FILE_NAME, ProjectFile, parse_project_file, read_project_file
from ..project.settings import Settings, Since, problem_with_scorer, scorer
from ..scoring.scores import PairScores, Texts
from .open_pairing import OpenPairing, View

_LOG = logging.getLogger("meteor_lsp")

_LONGEST_HISTORY = 100
"""Lines; an edit of more at once is no typing, and no change of a score is shown for it."""


@dataclass(slots=True)
class _Held:
    """A document that is open or that a pairing needs.

    Attributes:
        file: its text.
        document: as the editor has it; None where it is read from disk.
        state: on disk, when it was read.
        largest: megabytes that it may have, as was last checked.
        problem: code and message of why it has no text, if so.
    """

    file: TextFile
    document: LineDocument | None = None
    state: State | None = None
    largest: float = math.inf
    problem: tuple[str, str] | None = None


_Stand: TypeAlias = tuple[State | None, LineDocument | None, int | None, bool]
"""What a ``meteor.toml`` was read from: a file, or a document and its version; and whether its
patterns might lead out of its folder."""


@dataclass(slots=True)
class _Folder:
    """A workspace folder.

    Attributes:
        path: of the folder.
        settings: of the editor for this folder.
    """

    path: Path
    settings: Settings = field(default_factory=Settings)


class Session:
    """What one editor has open. It is only used on one thread."""

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
        self.initial = settings or Settings()
        self.settings = self.initial
        self.encoding = encoding
        self.problems: list[str] = []
        self.variant: str | None = None
        self._folders = [_Folder(path, self.settings) for path in folders]
        self._held: dict[str, _Held] = {}
        self._used: list[str] = []  # open documents, the one used last at the end
        self._pairings: dict[Pairing, OpenPairing] = {}
        self._loaded: WeakSet[OpenPairing] = WeakSet()  # also those that others hold
        self._found: dict[str, Pairing | Unpaired] = {}
        self._scorers: dict[tuple[Settings, str], Meteor] = {}
        self._project_files: dict[Path, tuple[_Stand | None, ProjectFile]] = {}
        self._told: set[str] = set()
        self._fields: dict[str, tuple[tuple[State | None, float], tuple[str, ...]]] = {}
        self.by_hand: dict[str, Pairing] = {}

    # Documents

    def open(self, document: LineDocument) -> None:
        """A document was opened, or opened again."""
        uri = key_of(document.uri)
        held = self._held.get(uri)
        if held is None:
            held = self._held[uri] = _Held(TextFile(uri, name_of(uri), []))
        elif held.document is None:
            for opened in self._pairings.values():
                if opened.pairing.hypothesis.uri == uri:
                    opened.changes.forget()  # which were made when it was open before
        lines = list(document.segments)
        document.share(held.file.lines)
        self._apply(uri, held.file, lines)
        document.listener = lambda first, old, new: self._edited(uri, first, old, new)
        held.document = document  # before settings are looked up, which it may hold itself
        held.largest = self._largest(uri)
        held.problem = self._problem_with(document, held.largest)
        held.file.shown_uri = document.uri
        self._tell_problems(uri)
        self._use(uri)
        self.resolve()

    def close(self, uri: str) -> None:
        """A document was closed; what is on disk counts again."""
        uri = key_of(uri)
        held = self._held.get(uri)
        if held is None or held.document is None:
            return
        held.document.listener = None
        held.document, held.state = None, None
        self._used.remove(uri)
        self._found.pop(uri, None)
        self.by_hand = {
            key: pairing
            for key, pairing in self.by_hand.items()
            if all(uri != stream.uri for _, stream in pairing.streams())
        }
        self.resolve()

    def document(self, uri: str) -> LineDocument | None:
        """The open document of that URI."""
        held = self._held.get(key_of(uri))
        return held.document if held else None

    def open_uris(self) -> list[str]:
        """The documents that are open, the one used last first."""
        return self._used[::-1]

    def saved(self, uri: str) -> None:
        """A document was saved."""
        uri = key_of(uri)
        for opened in self._pairings.values():
            if uri in opened.files and opened.pairing.settings.hint_change is Since.SAVE:
                opened.changes.forget()
        self.resolve()

    def look_at_disk(self) -> None:
        """Read again what has changed on disk."""
        before = len(self._pairings)
        for uri, held in list(self._held.items()):
            self._read_again(uri, held, held.largest)
        if len(self._pairings) != before:  # a table has other columns
            self.resolve()

    # Pairings

    def opened(self, uri: str) -> OpenPairing | None:
        """The pairing that an open document belongs to."""
        found = self._found.get(key_of(uri))
        return self._pairings.get(found) if isinstance(found, Pairing) else None

    def view(self, uri: str) -> View | None:
        """The pairing as seen from an open document, with the texts as they are now."""
        uri = key_of(uri)
        opened, held = self.opened(uri), self._held.get(uri)
        if opened is None or held is None or held.document is None:
            return None
        return View(opened, held.file, held.document.version or 0, self.encoding)

    def pairings(self) -> list[OpenPairing]:
        """All pairings of which something is open."""
        return list(self._pairings.values())

    def fields(self, uri: str) -> tuple[str, ...]:
        """Names of the columns of a document; none for one that is no table."""
        if not is_table(name_of(uri)):
            return ()
        uri = key_of(uri)
        held, path = self._held.get(uri), path_of(uri)
        if held is not None or path is None:
            return (held or self._read(uri)).file.fields
        stand = (state_of(path), self._largest(uri))
        known = self._fields.get(uri)
        if known is None or known[0] != stand:
            known = self._fields[uri] = (stand, self._read(uri).file.fields)
        return known[1]

    def why_not(self, uri: str) -> str | None:
        """Why a document belongs to no pairing; None where it does."""
        found = self.find(uri)
        return found.reason if isinstance(found, Unpaired) else None

    @property
    def finder(self) -> Finder:
        """Finds pairings among folders as they are now; it looks at each of them once."""
        library = _Library(self)
        return Finder(library, library.project_of, self.by_hand)

    def stand(self, folders: Folders) -> object:
        """All that finding pairings in these folders depends on.

        Two of them are equal as long as every document has the same pairing.
        """
        special = [
            path
            for folder in folders.seen()
            for name in folder.entries
            if name == FILE_NAME or is_table(name)
            for path in (folder.path / name,)
        ]
        return (
            {folder.path: folder.stand for folder in folders.seen()},
            {path: state_of(path) for path in special},
            [(uri, self.project_of(uri), self.fields(uri)) for uri in self.open_uris()],
            [(folder.path, folder.settings) for folder in self._folders],
            dict(self.by_hand),
            self.settings,
            self.variant,
        )

    def find(self, uri: str, finder: Finder | None = None) -> Pairing | Unpaired:
        """The pairing of a document, or why there is none.

        A variant that was chosen counts more than what any file says.

        Args:
            uri: of the document.
            finder: of somebody who looks for those of many documents.
        """
        found = (finder or self.finder).find(uri)
        if isinstance(found, Unpaired):
            return found
        if found.hypothesis.uri in self.by_hand:
            found = replace(found, settings=self.project_of(found.hypothesis.uri).settings)
        if self.variant is not None:
            found = replace(found, settings=replace(found.settings, variant=self.variant))
        return found

    def resolve(self) -> None:
        """Find the pairings of all open documents again; what still holds keeps its scores."""
        for uri, held in list(self._held.items()):
            self._read_again(uri, held, self._largest(uri))
        known_before = self._found
        finder = self.finder
        self._found = {uri: self.find(uri, finder) for uri in self.open_uris()}
        wanted = dict.fromkeys(
            found for found in self._found.values() if isinstance(found, Pairing)
        )
        old = self._pairings
        free = [opened for pairing, opened in old.items() if pairing not in wanted]
        self._pairings = {
            pairing: old[pairing]
            for pairing in wanted
            if pairing in old and old[pairing].missing is None  # which may be there by now
        }
        for pairing in [pairing for pairing in wanted if pairing not in self._pairings]:
            opened = self._pairings[pairing] = self.load(pairing, free)
            if any(uri in known_before for uri in opened.files):
                opened.revision += 1  # the editor shows something else there
            for other in [other for other in free if other.scores is opened.scores]:
                free.remove(other)
                self._loaded.discard(other)  # scores are told of a change once
        self.forget_unused()

    def load(self, pairing: Pairing, known: Iterable[OpenPairing] = ()) -> OpenPairing:
        """A pairing with its texts; scores that still hold are taken from a known one."""
        known = list(known)
        files = {stream.uri: self._hold(stream.uri).file for _, stream in pairing.streams()}
        for _, stream in pairing.streams():
            files[stream.uri].read_as(table=stream.field is not None)
        language = pairing.language or detect_language(_texts(files, pairing.references[0]))
        meteor, missing = self._scorer_of(pairing, language)
        opened = OpenPairing(
            pairing=pairing,
            files=files,
            scores=self._scores(pairing, files, meteor, known),
            language=language,
            problem=self._problem_of(files) or missing,
            missing=missing,
        )
        for one in known:
            if one.pairing.hypothesis == pairing.hypothesis:
                opened.changes = one.changes
                opened.revision, opened.revision_told = one.revision, one.revision_told
        self._loaded.add(opened)
        return opened

    def forget_unused(self) -> None:
        """Let go of files that nothing which is open needs."""
        needed = {uri for opened in self._pairings.values() for uri in opened.files}
        self._held = {
            uri: held
            for uri, held in self._held.items()
            if held.document is not None or uri in needed
        }

    # Settings

    def configure(
        self, settings: Settings, by_folder: Mapping[Path, Settings] | None = None
    ) -> None:
        """Take new settings of the editor."""
        self.settings = settings
        for folder in self._folders:
            folder.settings = (by_folder or {}).get(folder.path, settings)
        self.resolve()

    def set_folders(self, folders: Iterable[Path]) -> None:
        """Take the folders of the workspace."""
        known = {folder.path: folder for folder in self._folders}
        self._folders = [known.get(path) or _Folder(path, self.settings) for path in folders]
        self.resolve()

    def folders(self) -> list[Path]:
        """The folders of the workspace."""
        return [folder.path for folder in self._folders]

    def reload(self) -> None:
        """Read every ``meteor.toml`` again, and tell its problems again."""
        self._project_files = {
            path: (None, file) for path, (_, file) in self._project_files.items()
        }
        self._told.clear()
        self.resolve()

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
        """Whether some settings ask for findings of files that are not open.

        Asked are the editor and the ``meteor.toml`` of each workspace folder and open document.
        """
        inside = [(folder / FILE_NAME).as_uri() for folder in self.folders()]
        for uri in (*inside, *self.open_uris()):
            project = self.project_of(uri)
            file, settings = project.file, project.settings
            if (settings if file is None else file.settings(settings)).workspace_diagnostics:
                return True
        return False

    def project_path(self, uri: str) -> Path | None:
        """Where the ``meteor.toml`` that holds for a document is, or would be."""
        folder = self.project_of(uri).folder
        return None if folder is None else folder / FILE_NAME

    def open_project_files(self) -> list[LineDocument]:
        """The documents among those that are open that are a ``meteor.toml``."""
        documents = map(self.document, self.open_uris())
        return [one for one in documents if one is not None and name_of(one.uri) == FILE_NAME]

    def project_file(self, document: LineDocument) -> ProjectFile:
        """What an open ``meteor.toml`` says, and what is wrong with it, as it is in the editor."""
        path, settings = path_of(document.uri) or Path(FILE_NAME), self._settings_of(document.uri)
        return parse_project_file(path, document.source, outside=settings.allow_outside)

    def boundary(self, settings: Settings) -> Boundary:
        """The files that may be read."""
        return Boundary(self.folders(), allow_outside=settings.allow_outside)

    def permits(self, path: Path, asked_from: str) -> bool:
        """Whether a file may be read on behalf of a document."""
        boundary, asker = self.boundary(self._settings_of(asked_from)), path_of(asked_from)
        if asker is not None:
            return boundary.permits(path, asker)
        return any(boundary.permits(path, folder) for folder in self.folders())

    # Inside

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
        document, state = self.document(path.as_uri()), state_of(path)
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
        elif self.boundary(settings).permits(path, asked_from):
            file = read_project_file(path, outside=outside)
        else:
            return None
        if document is None:  # otherwise they are marked where they stand
            for problem in file.problems:
                self._tell(problem)
        if not file.readable and known is not None:
            file = known[1]  # somebody is in the middle of a line; what it said last still holds
        self._project_files[path] = (stand, file)
        return file

    def _tell(self, problem: str) -> None:
        """Keep a problem to be told to the person, once."""
        if problem not in self._told:
            self._told.add(problem)
            self.problems.append(problem)

    def _scores(
        self,
        pairing: Pairing,
        files: Mapping[str, TextFile],
        meteor: Meteor,
        known: Iterable[OpenPairing],
    ) -> PairScores:
        hypotheses = _texts(files, pairing.hypothesis)
        references = [_texts(files, stream) for stream in pairing.references]
        for other in known:
            scores = other.scores
            same_texts = (
                scores.hypotheses is hypotheses
                and len(scores.references) == len(references)
                and all(one is two for one, two in zip(scores.references, references, strict=True))
            )
            if same_texts and scores.meteor is meteor:
                scores.touched(0, None)  # thresholds may be others
                return scores
        return PairScores(meteor, hypotheses, references)

    def _scorer_of(self, pairing: Pairing, language: str) -> tuple[Meteor, tuple[str, str] | None]:
        """The scorer of a pairing; one that is not used, where files are missing that it needs."""
        try:
            return self._scorer(pairing.settings, language), None
        except ResourceError as error:
            return self._scorer(Settings(), language), self._missing(pairing, error)

    def _missing(self, pairing: Pairing, error: MeteorError) -> tuple[str, str]:
        """Code and message of what is missing, which is told where the variant was set."""
        message = f"{self._place_of_variant(pairing)}: {_in_an_editor(str(error))}"
        self._tell(message)
        return "missing-files", message

    def _place_of_variant(self, pairing: Pairing) -> str:
        """Where a person has set the variant of a pairing."""
        if self.variant is not None:
            return "variant"
        file = self.project_of(pairing.hypothesis.uri).file
        named = file is not None and file.names("variant")
        return f"{FILE_NAME}, variant" if named else "setting variant"

    def lacks(self, opened: OpenPairing, error: MeteorError) -> None:
        """Note that a pairing cannot be scored, as files are missing or cannot be made."""
        opened.missing = opened.problem = self._missing(opened.pairing, error)

    def _scorer(self, settings: Settings, language: str) -> Meteor:
        key = (_scoring_settings(settings), language)
        if key not in self._scorers:
            problem = problem_with_scorer(settings, language)
            if problem:
                self._tell(f"{problem}; variant {settings.variant} is used as it is published")
                settings = Settings(variant=settings.variant, meteor_home=settings.meteor_home)
            self._scorers[key] = scorer(settings, language)
        return self._scorers[key]

    def _hold(self, uri: str) -> _Held:
        held = self._held.get(uri)
        if held is None:
            held = self._held[uri] = self._read(uri)
        return held

    def _read(self, uri: str) -> _Held:
        """A document that is not open, from disk."""
        held = _Held(TextFile(uri, name_of(uri), []))
        self._load(uri, held, self._largest(uri))
        return held

    def _read_again(self, uri: str, held: _Held, largest: float) -> None:
        """Read a document that has changed on disk, or may have another size than before."""
        path = path_of(uri)
        if held.document is not None:
            if held.largest == largest:
                return
            held.largest, held.problem = largest, self._problem_with(held.document, largest)
        elif path is not None and (state_of(path), largest) != (held.state, held.largest):
            self._load(uri, held, largest)
        self._tell_problems(uri)

    def _load(self, uri: str, held: _Held, largest: float) -> None:
        """Read a document that is not open from disk."""
        path = path_of(uri)
        held.state = state_of(path) if path is not None else None
        held.largest, held.problem = largest, None
        lines: Sequence[str] = []
        if path is not None:
            try:
                lines = self._lines(uri, path, largest)
            except InputError as error:
                big = held.state is not None and held.state.size > largest * MEGABYTE
                held.problem = ("too-large" if big else "unreadable-file", str(error))
        self._apply(uri, held.file, lines)

    def _lines(self, uri: str, path: Path, largest: float) -> list[str]:
        """The lines of a file that is still where it may be read."""
        askers = [opened for opened in self._pairings.values() if uri in opened.files]
        if askers and not any(
            self.permits(path, asker)
            for opened in askers
            for asker in opened.files
            if self.document(asker) is not None
        ):
            raise InputError(f"{path.name} leads out of the workspace")
        return read_lines(path, largest)

    def _largest(self, uri: str) -> float:
        """The megabytes that a document may have."""
        project = self.project_of(uri)
        if project.file is None:
            return project.settings.largest_document
        return project.file.settings(project.settings).largest_document

    def _problem_with(self, document: LineDocument, largest: float) -> tuple[str, str] | None:
        if 4 * sum(map(len, document.segments)) <= largest * MEGABYTE:  # a character has 1 to 4
            return None
        size = len(document.source.encode("utf-8", "surrogatepass"))
        if size <= largest * MEGABYTE:
            return None
        return "too-large", too_large(name_of(document.uri), size, largest)

    def _problem_of(self, uris: Iterable[str]) -> tuple[str, str] | None:
        problems = (self._held[uri].problem for uri in uris)
        return next((problem for problem in problems if problem), None)

    def _tell_problems(self, uri: str) -> None:
        """Tell the pairings of a document whether it can be read now."""
        for opened in self._pairings.values():
            if uri in opened.files:
                opened.problem = self._problem_of(opened.files) or opened.missing

    def _apply(self, uri: str, file: TextFile, lines: Sequence[str]) -> None:
        """Take the whole text of a document anew."""
        self._change(uri, file, file.replace(lines), {})

    def _edited(self, uri: str, first: int, old: Sequence[str], new: Sequence[str]) -> None:
        """Take an edit that the editor made."""
        file = self._held[uri].file
        before = self._before(uri, file, first, old) if len(old) <= _LONGEST_HISTORY else {}
        change = file.edited(first, len(old), new)
        self._change(uri, file, change, before)
        if change is None:
            self.resolve()

    def _change(
        self,
        uri: str,
        file: TextFile,
        change: Change | None,
        before: Mapping[Pairing, Sequence[Texts]],
    ) -> None:
        for opened in list(self._loaded):
            if opened.files.get(uri) is not file:
                continue
            if change is not None:
                opened.edited(uri, change, before.get(opened.pairing, []))
                continue
            self._loaded.discard(opened)  # its columns are no more
            if self._pairings.get(opened.pairing) is opened:
                del self._pairings[opened.pairing]

    def _before(
        self, uri: str, file: TextFile, first: int, old: Sequence[str]
    ) -> dict[Pairing, list[Texts]]:
        """The texts of segments before an edit of their lines, where changes are shown."""
        found: dict[Pairing, list[Texts]] = {}
        for pairing, opened in self._pairings.items():
            if uri not in opened.files or pairing.settings.hint_change is Since.OFF:
                continue
            start = first - file.layout.first_line
            found[pairing] = [
                _old_texts(opened, uri, line, segment)
                for segment, line in enumerate(old, start)
                if 0 <= segment < opened.scores.paired
            ]
        return found

    def _use(self, uri: str) -> None:
        if uri in self._used:
            self._used.remove(uri)
        self._used.append(uri)


class _Library:
    """The documents of a session at one moment, for those who look for pairings."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._permitted: dict[tuple[Path, Path], bool] = {}
        self._projects: dict[Path, Project] = {}
        self._kin: dict[Path, dict[str | None, list[str]]] = {}
        self.folders = Folders()

    def is_there(self, uri: str, asked_from: str) -> bool:
        path = path_of(uri)
        if self._session.document(uri) is not None:
            return True
        if path is None or state_of(path) is None:
            return False
        asker = path_of(asked_from)
        if asker is None or path == asker or not (self._is_plain(path) and self._is_plain(asker)):
            return self._session.permits(path, asked_from)
        folders = (path.parent, asker.parent)  # which of their files are meant is all the same
        if folders not in self._permitted:
            self._permitted[folders] = self._session.permits(path, asked_from)
        return self._permitted[folders]

    def kin(self, uri: str) -> Collection[str]:
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
        """What holds for a document; the same for all files of a folder that are no links."""
        path = path_of(uri)
        if path is None or not self._is_plain(path):
            return self._session.project_of(uri)
        if path.parent not in self._projects:
            self._projects[path.parent] = self._session.project_of(uri)
        return self._projects[path.parent]

    def fields(self, uri: str) -> tuple[str, ...]:
        return self._session.fields(uri)

    def open_uris(self) -> list[str]:
        return self._session.open_uris()

    def _is_plain(self, path: Path) -> bool:
        return self.folders.at(path.parent).has_no_link(path.name)


def _texts(files: Mapping[str, TextFile], stream: Stream) -> list[str]:
    return files[stream.uri].texts(stream.field)


def _old_texts(opened: OpenPairing, uri: str, line: str, segment: int) -> Texts:
    """The texts of a segment with a document's line as it was."""

    def text(part: Part, stream: Stream) -> str:
        if stream.uri != uri:
            return opened.texts(part)[segment]
        return line if stream.field is None else opened.files[uri].layout.text(line, stream.field)

    pairing = opened.pairing
    parts = [(part, stream) for part, stream in pairing.streams() if stream != pairing.source]
    return tuple(text(part, stream) for part, stream in parts)


def _in_an_editor(message: str) -> str:
    """A message of METEOR 1.5's files, with the settings as they are called in an editor."""
    return message.replace("--meteor-home", "the setting meteorHome").replace("--stages", "stages")


def _beside(one: str, other: str) -> bool:
    return key_of(sibling(one, name_of(other))) == other


def _scoring_settings(settings: Settings) -> Settings:
    """The settings with all that does not change a score left as it is by default."""
    return Settings(
        variant=settings.variant,
        tokenizer=settings.tokenizer,
        stages=settings.stages,
        weights=settings.weights,
        align=settings.align,
        beam_width=settings.beam_width,
        task=settings.task,
        corrections=settings.corrections,
        meteor_home=settings.meteor_home,
        alpha=settings.alpha,
        beta=settings.beta,
        gamma=settings.gamma,
        delta=settings.delta,
    )
