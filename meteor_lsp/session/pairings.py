"""The pairings that the open documents belong to."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final
from weakref import WeakSet, proxy

from meteor_core import Meteor, MeteorError, ResourceError
from meteor_core.files.units import MT, TARGET
from meteor_core.meteor15.letters import note_on_letters
from meteor_core.review.diagnostics.diagnostic import CHECKS
from meteor_core.review.diagnostics.find import Checking
from meteor_core.review.diagnostics.glossary import Glossary
from meteor_core.text.side_names import note_on_swapped

from ..documents.disk import state_of
from ..documents.library import Library
from ..documents.positions import Encoding
from ..documents.segmentation import Change
from ..documents.text_file import TextFile, has_fields
from ..documents.unit_segments import UnitSegments
from ..documents.uris import key_of, name_of
from ..pairing.conventions import language_in
from ..pairing.finder import Finder
from ..pairing.languages import detect_language
from ..pairing.sides import language_in_file
from ..pairing.streams import POST_EDIT, SOURCE, Pairing, Stream, Unpaired
from ..pairing.surroundings import Surroundings
from ..pairing.units_by_id import SegmentsById, UnitsById
from ..project.folders import Folders
from ..project.problems import Problems
from ..project.project_file import FILE_NAME
from ..project.settings import Emphasis, Settings
from ..project.severities import Severity
from ..project.workspace import Workspace
from ..scoring.scorers import Scorers
from ..scoring.scores import PairScores
from ..scoring.words import WordFindings
from .open_pairing import OpenPairing, View
from .texts_before import NOTHING, Resolved, TextsBefore, Wanted, read


class Pairings:
    """Finds pairings, and keeps their texts and scores as long as they hold."""

    def __init__(
        self,
        library: Library,
        workspace: Workspace,
        problems: Problems,
        encoding: Encoding,
    ) -> None:
        """No pairing yet.

        Args:
            library: the documents.
            workspace: what holds for them.
            problems: are told what a scorer lacks.
            encoding: of the editor's columns.
        """
        self._library, self._workspace, self._problems = library, workspace, problems
        self._encoding: Final = encoding
        self._scorers = Scorers(problems)
        self.variant: str | None = None
        """That a person chose, or a file; it counts more than what any other file says."""
        self.emphasis: Emphasis | None = None
        """That a person chose; it counts more than what any file says."""
        self.by_hand: dict[str, Pairing] = {}
        """Those that a person made of documents that are not files, by URI of the hypothesis."""
        self.texts_before: Final = TextsBefore(
            lambda wanted: self.store_before(wanted, read(wanted, self.commit_of(wanted)))
        )
        self._open: dict[Pairing, OpenPairing] = {}
        self._loaded: WeakSet[OpenPairing] = WeakSet()  # also those that others hold
        self._found: dict[str, Pairing | Unpaired] = {}

    def open(self) -> list[OpenPairing]:
        """All pairings of which something is open."""
        return list(self._open.values())

    def opened(self, uri: str) -> OpenPairing | None:
        """The pairing that an open document belongs to."""
        found = self._found.get(key_of(uri))
        return self._open.get(found) if isinstance(found, Pairing) else None

    def view(self, uri: str) -> View | None:
        """The pairing as seen from an open document, with the texts as they are now."""
        opened, document = self.opened(uri), self._library.document(uri)
        if opened is None or document is None:
            return None
        file = self._library.file(key_of(uri))
        version = document.version or 0
        return View(opened, file, version, self._encoding, document.line_end)

    def why_not(self, uri: str) -> str | None:
        """Why a document belongs to no pairing; None where it does.

        One that cannot be read is not said to lack what stands behind its fault.
        """
        found = self.find(uri)
        if not isinstance(found, Unpaired):
            return None
        return (self._fault(uri) if has_fields(name_of(uri)) else None) or found.reason

    def _fault(self, uri: str) -> str | None:
        """What is wrong in a document, if it cannot be read."""
        file = self._library.file(key_of(uri))
        if file.problem is not None:
            return file.problem[1]
        first = next(iter(file.own_segments.faults), None)
        return (
            None if first is None else f"{name_of(file.shown_uri)}:{first}; correct the file there"
        )

    @property
    def finder(self) -> Finder:
        """Finds pairings among folders as they are now; it looks at each of them once."""
        return Finder(Surroundings(self._library, self._workspace), self.by_hand)

    def stand(self, folders: Folders) -> object:
        """All that finding pairings in these folders depends on.

        Two of them are equal as long as every document has the same pairing.
        """
        special = [
            path
            for folder in folders.seen()
            for name in folder.entries
            if name == FILE_NAME or has_fields(name)
            for path in (folder.path / name,)
        ]
        return (
            {folder.path: folder.stand for folder in folders.seen()},
            {path: state_of(path) for path in special},
            [
                (uri, self._workspace.project_of(uri), self._library.description(uri))
                for uri in self._library.open_uris()
            ],
            self._workspace.stand(),
            dict(self.by_hand),
            self.variant,
            self.emphasis,
        )

    def find(self, uri: str, finder: Finder | None = None) -> Pairing | Unpaired:
        """The pairing of a document, or why there is none.

        Args:
            uri: of the document.
            finder: of somebody who looks for those of many documents.
        """
        found = (finder or self.finder).find(uri)
        if isinstance(found, Unpaired):
            return found
        if found.hypothesis.uri in self.by_hand:
            settings = self._workspace.project_of(found.hypothesis.uri).settings
            found = replace(found, settings=settings)
        if self.variant is not None:
            found = replace(found, settings=replace(found.settings, variant=self.variant))
        if self.emphasis is not None:
            found = replace(found, settings=replace(found.settings, emphasis=self.emphasis))
        with suppress(MeteorError):  # which the scorer tells
            settings = self._workspace.with_tuned(found.settings, found.hypothesis.uri)
            if settings is not found.settings:
                found = replace(found, settings=settings)
        if found.post_editing and found.settings.glossary:
            with suppress(MeteorError):  # which is told when it is read
                glossary = self._workspace.glossary(found.settings, found.hypothesis.uri)
                found = replace(found, glossary=glossary)
        return found

    def resolve(self) -> None:
        """Find the pairings of all open documents again; what still holds keeps its scores."""
        known_before = self._found
        finder = self.finder
        self._found = {uri: self.find(uri, finder) for uri in self._library.open_uris()}
        wanted = dict.fromkeys(
            found for found in self._found.values() if isinstance(found, Pairing)
        )
        old = self._open
        free = [opened for pairing, opened in old.items() if pairing not in wanted]
        self._open = {
            pairing: old[pairing]
            for pairing in wanted
            if pairing in old and not old[pairing].is_pending
            if old[pairing].missing is None  # which may be there by now
        }
        for pairing in [pairing for pairing in wanted if pairing not in self._open]:
            opened = self._open[pairing] = self.load(pairing, free)
            if any(uri in known_before for uri in opened.files):
                opened.revision += 1  # the editor shows something else there
            for other in [other for other in free if other.scores is opened.scores]:
                free.remove(other)
                self._retire(other)  # scores are told of a change once
        self.forget_unused()

    def load(self, pairing: Pairing, known: Iterable[OpenPairing] = ()) -> OpenPairing:
        """A pairing with its texts; scores that still hold are taken from a known one."""
        known = list(known)
        files = {stream.uri: self._library.file(stream.uri) for _, stream in pairing.streams()}
        for _, stream in pairing.streams():
            files[stream.uri].read_as(whole_lines=stream.field is None)
        lacks_before, is_pending = self._take_before(pairing, files[pairing.hypothesis.uri])
        language = pairing.language or detect_language(_texts(files, pairing.references[0]))
        meteor, missing = self._scorer(pairing, language)
        for note in _notes(pairing, files, meteor):
            self._problems.add(note)
        same = _with_same_texts(pairing, files, meteor, known)
        units = same.units if same else _units(pairing, files)
        opened = OpenPairing(
            pairing=pairing,
            files=files,
            scores=same.scores if same else _new_scores(pairing, files, units, meteor),
            units=units,
            language=language,
            missing=lacks_before or missing,
            is_pending=is_pending,
        )
        if same:
            opened.scores.touched(0, None)  # thresholds may be others
            opened.take_over_lines(same)
        opened.words = self._words(opened, known)
        for one in known:
            if one.pairing.hypothesis == pairing.hypothesis:
                opened.changes = one.changes
                opened.revision, opened.revision_told = one.revision, one.revision_told
        self._loaded.add(opened)
        return opened

    def forget_unused(self) -> None:
        """Let go of files that nothing which is open needs."""
        self._library.forget_all_but({uri for opened in self.open() for uri in opened.files})

    def forget_closed(self, uri: str) -> None:
        """Let go of what was known of a document that is closed."""
        self._found.pop(uri, None)
        self.texts_before.forget(uri)
        self.by_hand = {
            key: pairing
            for key, pairing in self.by_hand.items()
            if all(uri != stream.uri for _, stream in pairing.streams())
        }

    def take_change(self, file: TextFile, change: Change | None) -> None:
        """Take a change of a document; see ``Library``."""
        for opened in list(self._loaded):
            if opened.files.get(file.uri) is not file:
                continue
            if change is not None:
                opened.edited(file.uri, change, opened.texts_before(file.uri, change))
                continue
            self._retire(opened)  # its fields are no more
            if self._open.get(opened.pairing) is opened:
                del self._open[opened.pairing]

    def commit_of(self, wanted: Wanted) -> str | None:
        """Return the hash that the wanted revision was resolved to before, if it was."""
        uri, revision, _ = wanted
        return self.texts_before.commit(uri, revision)

    def commit_before(self, pairing: Pairing) -> str | None:
        """Return the hash of the commit that holds the machine translation, if one does."""
        return self.texts_before.commit(pairing.hypothesis.uri, pairing.settings.before_revision)

    def _retire(self, opened: OpenPairing) -> None:
        """Keep a pairing up to date no more; who works on it stops."""
        opened.is_retired = True
        self._loaded.discard(opened)

    def store_before(self, wanted: Wanted, found: Resolved | MeteorError) -> bool:
        """Keep a text before that was read; whether pairings are to be resolved for it."""
        if not self.texts_before.store(wanted, found):
            return False
        for opened in self.open():
            opened.is_pending = opened.is_pending or wanted[0] in opened.files
        return True

    def _take_before(self, pairing: Pairing, file: TextFile) -> tuple[tuple[str, str] | None, bool]:
        """Have a bilingual file show its machine translation as the settings say.

        Returns:
            Code and message of what is wrong, if so; and whether it is still being read.
        """
        settings = pairing.settings
        revision = settings.before_revision
        if not revision or all(stream.field != MT for _, stream in pairing.streams()):
            file.take_before(None)
            return None, False
        place = self._place_of(pairing, "before.revision")
        if not settings.allow_git:
            file.take_before(NOTHING)
            message = (
                f"{place}: {file.name} at {revision} is read with git, which is not started unless "
                "you trust this folder and set allowGit in your editor's own settings, or give "
                "meteor-lsp check the option --allow-git"
            )
            return ("unreadable-file", message), False
        found = self.texts_before.get((file.uri, revision, settings.largest_document))
        if isinstance(found, MeteorError):
            file.take_before(NOTHING)
            message = (
                f"{place}: {found}; name a revision that has the file, or leave the setting empty"
            )
            return ("unreadable-file", message), False
        file.take_before(NOTHING if found is None else found.texts)
        return None, found is None

    def may_read(self, uri: str, path: Path) -> bool:
        """Whether a file may still be read on behalf of a document that is paired with it."""
        askers = [opened for opened in self.open() if uri in opened.files]
        return not askers or any(
            self._workspace.permits(path, asker)
            for opened in askers
            for asker in opened.files
            if self._library.document(asker) is not None
        )

    def lacks(self, opened: OpenPairing, error: MeteorError) -> None:
        """Note that a pairing cannot be scored, as files are missing or cannot be made."""
        opened.missing = self._missing(opened.pairing, error)

    def _scorer(self, pairing: Pairing, language: str) -> tuple[Meteor, tuple[str, str] | None]:
        """The scorer of a pairing; one that is not used, where files are missing that it needs."""
        try:
            settings = self._workspace.with_tuned(pairing.settings, pairing.hypothesis.uri)
        except MeteorError as error:
            return self._scorers.scorer(Settings(), language), self._missing(pairing, error)
        try:
            return self._scorers.scorer(settings, language), None
        except ResourceError as error:
            return self._scorers.scorer(Settings(), language), self._missing(pairing, error)

    def _words(self, opened: OpenPairing, known: Iterable[OpenPairing]) -> WordFindings | None:
        """What is looked for on words: of post-edits alone.

        A reference is another person's translation of the source, and says things its own way.
        """
        pairing = opened.pairing
        codes = frozenset(
            code for code in CHECKS if pairing.settings.severity[code] is not Severity.OFF
        )
        if not pairing.post_editing or not codes:
            return None
        source_language = self._source_language(opened)
        checking = Checking(
            codes=codes,
            language=opened.language,
            source_language=source_language,
            glossary=self._glossary(pairing, source_language, opened.language),
        )
        here = proxy(opened)  # which holds what is made here
        segments = opened.segments(POST_EDIT)
        units = segments if isinstance(segments, UnitSegments | SegmentsById) else None
        return WordFindings(
            checking,
            lambda: (here.scores.hypotheses, here.scores.references[0], here.texts(SOURCE)),
            is_final=None if units is None else units.is_final,
            is_plural_form=None if units is None else units.is_plural_form,
            before=[one.words for one in known if one.words is not None],
        )

    def _source_language(self, opened: OpenPairing) -> str | None:
        """By the file, by its name, or detected; None without a source."""
        stream, file = opened.pairing.source, opened.file(SOURCE)
        if stream is None or file is None:
            return None
        if stream.field is not None:
            named = language_in_file(file.segments.description, stream.field)
        else:
            named = language_in(name_of(stream.uri))
        return named or detect_language(opened.texts(SOURCE))

    def _glossary(
        self, pairing: Pairing, source_language: str | None, language: str
    ) -> Glossary | None:
        settings = pairing.settings
        if not settings.glossary or pairing.source is None:
            return None
        try:
            file = pairing.glossary or self._workspace.glossary(settings, pairing.hypothesis.uri)
            if file is None:
                return None
            return self._workspace.glossaries.read(
                file,
                source_language=source_language,
                language=language,
                largest=settings.largest_document,
            )
        except MeteorError as error:
            place = self._place_of(pairing, "glossary")
            self._problems.add(f"{place}: {error}; no terms are looked for until this is mended")
            return None

    def _missing(self, pairing: Pairing, error: MeteorError) -> tuple[str, str]:
        """Code and message of what is missing, which is told where the variant was set."""
        message = f"{self._place_of(pairing, 'variant')}: {_in_an_editor(str(error))}"
        self._problems.add(message)
        return "missing-files", message

    def _place_of(self, pairing: Pairing, key: str) -> str:
        """Where a person has set something of a pairing, such as its variant."""
        if key == "variant" and self.variant is not None:
            return "variant"
        file = self._workspace.project_of(pairing.hypothesis.uri).file
        named = file is not None and file.names(key)
        return f"{FILE_NAME}, {key}" if named else f"setting {key}"


def _notes(pairing: Pairing, files: Mapping[str, TextFile], meteor: Meteor) -> Iterator[str]:
    """Yield what makes scores other than a person expects, though nothing is wrong with a file."""
    sides = [pairing.hypothesis, *pairing.references]
    own, *others = ([] if one.field else [name_of(one.uri)] for one in sides)
    yield from filter(None, [note_on_swapped(own, chain(*others))])
    texts = chain.from_iterable(_texts(files, one) for one in sides)
    if note := note_on_letters(meteor.signature(), texts):
        yield f"{name_of(pairing.hypothesis.uri)}: {note}"


def _with_same_texts(
    pairing: Pairing,
    files: Mapping[str, TextFile],
    meteor: Meteor,
    known: Iterable[OpenPairing],
) -> OpenPairing | None:
    """A known pairing whose scores hold for one that has the same texts and scorer."""
    texts = [_texts(files, stream) for _, stream in pairing.streams()]
    scored = 1 + len(pairing.references)
    for other in known:
        lists: Sequence[object] = (other.scores.hypotheses, *other.scores.references)
        wanted: Sequence[object] = texts[:scored]
        if other.matched is not None:
            lists, wanted = other.matched.lines, texts
        same_texts = len(lists) == len(wanted) and all(
            one is two for one, two in zip(lists, wanted, strict=True)
        )
        if same_texts and other.scores.meteor is meteor:
            return other
    return None


def _units(pairing: Pairing, files: Mapping[str, TextFile]) -> UnitsById | None:
    """Which units belong together; None where all stand in one file, or some are lines."""
    texts = [(files[stream.uri], stream.field) for _, stream in pairing.streams()]
    fields = [(file, field) for file, field in texts if field is not None and file.has_units]
    if len(fields) < len(texts) or len({file.uri for file, _ in fields}) == 1:
        return None
    first = pairing.references[0]
    leading = first if first.field == TARGET else pairing.hypothesis
    return UnitsById(fields, files[leading.uri])


def _new_scores(
    pairing: Pairing, files: Mapping[str, TextFile], units: UnitsById | None, meteor: Meteor
) -> PairScores:
    streams = [pairing.hypothesis, *pairing.references]
    hypotheses, *references = (
        [_texts(files, stream) for stream in streams] if units is None else units.texts
    )[: len(streams)]
    return PairScores(
        meteor,
        hypotheses,
        references,
        absent=_absent(pairing, files, units),
        left_out=_left_out(pairing, files, units),
    )


def _absent(
    pairing: Pairing, files: Mapping[str, TextFile], units: UnitsById | None
) -> Callable[[int], bool]:
    """Whether a segment has no hypothesis, or no reference."""

    def has(stream: Stream, segment: int) -> bool:
        place = segment if units is None else units.place(stream.uri, segment)
        if place is None:
            return False
        return stream.field is None or files[stream.uri].segments.has(place, stream.field)

    def is_absent(segment: int) -> bool:
        return not has(pairing.hypothesis, segment) or not any(
            has(reference, segment) for reference in pairing.references
        )

    return is_absent


def _left_out(
    pairing: Pairing, files: Mapping[str, TextFile], units: UnitsById | None
) -> Callable[[Iterable[int]], Collection[int]]:
    """Which segments are not to be translated, as the file of the hypothesis says."""
    stream = pairing.hypothesis
    file = files[stream.uri] if units is None else units.leader
    return lambda segments: () if stream.field is None else file.own_segments.left_out(segments)


def _texts(files: Mapping[str, TextFile], stream: Stream) -> list[str]:
    return files[stream.uri].texts(stream.field)


def _in_an_editor(message: str) -> str:
    """A message of METEOR 1.5's files, with the settings as they are called in an editor."""
    return message.replace("--meteor-home", "the setting meteorHome").replace("--stages", "stages")
