"""Find the pairings of open documents, and hold their texts and scores."""

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
from ..pairing.language_model import detect_language
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
from ..scoring.text_checks import TextChecks
from .baseline_cache import NO_BASELINE, BaselineCache, Resolved, Wanted, read_baseline
from .open_pairing import OpenPairing, View


class Pairings:
    """The pairings of one session."""

    def __init__(
        self,
        library: Library,
        workspace: Workspace,
        problems: Problems,
        encoding: Encoding,
    ) -> None:
        """Create an empty collection.

        Args:
            library: the documents.
            workspace: settings and folders.
            problems: collects messages about scorers and texts.
            encoding: of the editor's columns.
        """
        self._library, self._workspace, self._problems = library, workspace, problems
        self._encoding: Final = encoding
        self._scorers = Scorers(problems)
        self.variant: str | None = None
        """Variant chosen in the editor; overrides all files."""
        self.emphasis: Emphasis | None = None
        """Emphasis chosen in the editor; overrides all files."""
        self.by_hand: dict[str, Pairing] = {}
        """Pairings chosen in the editor for documents that are not files, by hypothesis URI."""
        self.baselines: Final = BaselineCache(
            lambda wanted: self.store_baseline(
                wanted, read_baseline(wanted, self.commit_of(wanted))
            )
        )
        self._open: dict[Pairing, OpenPairing] = {}
        self._loaded: WeakSet[OpenPairing] = WeakSet()  # including those held elsewhere
        self._found: dict[str, Pairing | Unpaired] = {}

    def open(self) -> list[OpenPairing]:
        """Return all pairings with an open document."""
        return list(self._open.values())

    def opened(self, uri: str) -> OpenPairing | None:
        """Return the pairing of an open document."""
        found = self._found.get(key_of(uri))
        return self._open.get(found) if isinstance(found, Pairing) else None

    def view(self, uri: str) -> View | None:
        """Return the pairing as seen from an open document, with its current texts."""
        opened, document = self.opened(uri), self._library.document(uri)
        if opened is None or document is None:
            return None
        file = self._library.file(key_of(uri))
        version = document.version or 0
        return View(opened, file, version, self._encoding, document.line_end)

    def unpaired_reason(self, uri: str) -> str | None:
        """Return why a document is unpaired, or None if it is paired.

        Syntax errors take precedence, since what follows them is not read.
        """
        found = self.find(uri)
        if not isinstance(found, Unpaired):
            return None
        return (self._fault(uri) if has_fields(name_of(uri)) else None) or found.reason

    def _fault(self, uri: str) -> str | None:
        """Return the reason why a document cannot be read, or None."""
        file = self._library.file(key_of(uri))
        if file.problem is not None:
            return file.problem[1]
        first = next(iter(file.own_segments.faults), None)
        return (
            None if first is None else f"{name_of(file.shown_uri)}:{first}; correct the file there"
        )

    @property
    def finder(self) -> Finder:
        """A finder on the current folders, which caches each of them."""
        return Finder(Surroundings(self._library, self._workspace), self.by_hand)

    def fingerprint(self, folders: Folders) -> object:
        """Return everything that pairings depend on; equal values imply equal pairings."""
        special = [
            path
            for folder in folders.seen()
            for name in folder.entries
            if name == FILE_NAME or has_fields(name)
            for path in (folder.path / name,)
        ]
        return (
            {folder.path: folder.fingerprint for folder in folders.seen()},
            {path: state_of(path) for path in special},
            [
                (uri, self._workspace.project_of(uri), self._library.description(uri))
                for uri in self._library.open_uris()
            ],
            self._workspace.fingerprint(),
            dict(self.by_hand),
            self.variant,
            self.emphasis,
        )

    def find(self, uri: str, finder: Finder | None = None) -> Pairing | Unpaired:
        """Return the pairing of a document, or why it is unpaired.

        Args:
            uri: of the document.
            finder: shared finder for many documents.
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
        with suppress(MeteorError):  # which the scorer reports
            settings = self._workspace.with_tuned(found.settings, found.hypothesis.uri)
            if settings is not found.settings:
                found = replace(found, settings=settings)
        if found.post_editing and found.settings.glossary:
            with suppress(MeteorError):  # reported when the glossary is read
                glossary = self._workspace.glossary(found.settings, found.hypothesis.uri)
                found = replace(found, glossary=glossary)
        return found

    def resolve(self) -> None:
        """Find the pairings of all open documents again, keeping valid scores."""
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
            if old[pairing].resource_problem is None  # may be resolved by now
        }
        for pairing in [pairing for pairing in wanted if pairing not in self._open]:
            opened = self._open[pairing] = self.load(pairing, free)
            if any(uri in known_before for uri in opened.files):
                opened.revision += 1  # the editor shows an earlier pairing there
            for unused in [unused for unused in free if unused.scores is opened.scores]:
                free.remove(unused)
                self._retire(unused)  # scores must see each change once
        self.forget_unused()

    def load(self, pairing: Pairing, known: Iterable[OpenPairing] = ()) -> OpenPairing:
        """Load a pairing with its texts, reusing the valid scores of a known one."""
        known = list(known)
        files = {stream.uri: self._library.file(stream.uri) for _, stream in pairing.streams()}
        for _, stream in pairing.streams():
            files[stream.uri].read_as(whole_lines=stream.field is None)
        baseline_problem, is_pending = self._set_baseline(pairing, files[pairing.hypothesis.uri])
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
            resource_problem=baseline_problem or missing,
            is_pending=is_pending,
        )
        if same:
            opened.scores.invalidate_blocks(0, None)  # thresholds may differ
            opened.copy_line_alignment(same)
        opened.text_checks = self._text_checks(opened, known)
        for previous in known:
            if previous.pairing.hypothesis == pairing.hypothesis:
                opened.changes = previous.changes
                opened.revision = previous.revision
                opened.refreshed_revision = previous.refreshed_revision
        self._loaded.add(opened)
        return opened

    def forget_unused(self) -> None:
        """Release files that no open pairing needs."""
        self._library.forget_all_but({uri for opened in self.open() for uri in opened.files})

    def forget_closed(self, uri: str) -> None:
        """Release the state of a closed document."""
        self._found.pop(uri, None)
        self.baselines.forget(uri)
        self.by_hand = {
            key: pairing
            for key, pairing in self.by_hand.items()
            if all(uri != stream.uri for _, stream in pairing.streams())
        }

    def apply_change(self, file: TextFile, change: Change | None) -> None:
        """Apply a change of a document; None if its fields have changed."""
        for opened in list(self._loaded):
            if opened.files.get(file.uri) is not file:
                continue
            if change is not None:
                opened.edited(file.uri, change, opened.previous_texts(file.uri, change))
                continue
            self._retire(opened)
            if self._open.get(opened.pairing) is opened:
                del self._open[opened.pairing]

    def commit_of(self, wanted: Wanted) -> str | None:
        """Return the hash of a resolved revision, if any."""
        uri, revision, _ = wanted
        return self.baselines.commit(uri, revision)

    def baseline_commit(self, pairing: Pairing) -> str | None:
        """Return the hash of the commit with the machine translation, if any."""
        return self.baselines.commit(pairing.hypothesis.uri, pairing.settings.before_revision)

    def _retire(self, opened: OpenPairing) -> None:
        """Stop updating a pairing; work on it ends."""
        opened.is_retired = True
        self._loaded.discard(opened)

    def store_baseline(self, wanted: Wanted, found: Resolved | MeteorError) -> bool:
        """Store a baseline, and return whether pairings must be resolved again."""
        if not self.baselines.store(wanted, found):
            return False
        for opened in self.open():
            opened.is_pending = opened.is_pending or wanted[0] in opened.files
        return True

    def _set_baseline(
        self, pairing: Pairing, file: TextFile
    ) -> tuple[tuple[str, str] | None, bool]:
        """Have a bilingual file show its machine translation as configured.

        Returns:
            Code and message of a problem, if any; whether the baseline is being read.
        """
        settings = pairing.settings
        revision = settings.before_revision
        if not revision or all(stream.field != MT for _, stream in pairing.streams()):
            file.set_baseline(None)
            return None, False
        place = self._place_of(pairing, "before.revision")
        if not settings.allow_git:
            file.set_baseline(NO_BASELINE)
            message = (
                f"{place}: {file.name} at {revision} is read with git, which is not started unless "
                "you trust this folder and set allowGit in your editor's own settings, or give "
                "meteor-lsp check the option --allow-git"
            )
            return ("unreadable-file", message), False
        found = self.baselines.get((file.uri, revision, settings.largest_document))
        if isinstance(found, MeteorError):
            file.set_baseline(NO_BASELINE)
            message = (
                f"{place}: {found}; name a revision that has the file, or leave the setting empty"
            )
            return ("unreadable-file", message), False
        file.set_baseline(NO_BASELINE if found is None else found.texts)
        return None, found is None

    def may_read(self, uri: str, path: Path) -> bool:
        """Whether a file may still be read on behalf of a document paired with it."""
        askers = [opened for opened in self.open() if uri in opened.files]
        return not askers or any(
            self._workspace.permits(path, asker)
            for opened in askers
            for asker in opened.files
            if self._library.document(asker) is not None
        )

    def report_missing_resources(self, opened: OpenPairing, error: MeteorError) -> None:
        """Report that a pairing cannot be scored because resource files are missing."""
        opened.resource_problem = self._missing(opened.pairing, error)

    def _scorer(self, pairing: Pairing, language: str) -> tuple[Meteor, tuple[str, str] | None]:
        """Return the scorer of a pairing, or a substitute and the problem with it."""
        try:
            settings = self._workspace.with_tuned(pairing.settings, pairing.hypothesis.uri)
        except MeteorError as error:
            return self._scorers.scorer(Settings(), language), self._missing(pairing, error)
        try:
            return self._scorers.scorer(settings, language), None
        except ResourceError as error:
            return self._scorers.scorer(Settings(), language), self._missing(pairing, error)

    def _text_checks(self, opened: OpenPairing, known: Iterable[OpenPairing]) -> TextChecks | None:
        """Create the text checks of a post-edit; None for a reference.

        A reference is an independent translation, whose words need not correspond.
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
        here = proxy(opened)  # which holds the callbacks made here
        segments = opened.segments(POST_EDIT)
        units = segments if isinstance(segments, UnitSegments | SegmentsById) else None
        return TextChecks(
            checking,
            lambda: (here.scores.hypotheses, here.scores.references[0], here.texts(SOURCE)),
            is_final=None if units is None else units.is_final,
            is_plural_form=None if units is None else units.is_plural_form,
            previous=[held.text_checks for held in known if held.text_checks is not None],
        )

    def _source_language(self, opened: OpenPairing) -> str | None:
        """Return the source language, declared or detected; None without a source."""
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
        """Report a missing resource at the setting that needs it, and return code and message."""
        message = f"{self._place_of(pairing, 'variant')}: {_in_an_editor(str(error))}"
        self._problems.add(message)
        return "missing-files", message

    def _place_of(self, pairing: Pairing, key: str) -> str:
        """Return where a setting of a pairing was made."""
        if key == "variant" and self.variant is not None:
            return "variant"
        file = self._workspace.project_of(pairing.hypothesis.uri).file
        named = file is not None and file.names(key)
        return f"{FILE_NAME}, {key}" if named else f"setting {key}"


def _notes(pairing: Pairing, files: Mapping[str, TextFile], meteor: Meteor) -> Iterator[str]:
    """Yield notes on likely mistakes that do not prevent scoring."""
    sides = [pairing.hypothesis, *pairing.references]
    own, *others = ([] if side.field else [name_of(side.uri)] for side in sides)
    yield from filter(None, [note_on_swapped(own, chain(*others))])
    texts = chain.from_iterable(_texts(files, side) for side in sides)
    if note := note_on_letters(meteor.signature(), texts):
        yield f"{name_of(pairing.hypothesis.uri)}: {note}"


def _with_same_texts(
    pairing: Pairing,
    files: Mapping[str, TextFile],
    meteor: Meteor,
    known: Iterable[OpenPairing],
) -> OpenPairing | None:
    """Return a known pairing with the same texts and scorer, whose scores remain valid."""
    texts = [_texts(files, stream) for _, stream in pairing.streams()]
    scored = 1 + len(pairing.references)
    for candidate in known:
        lists: Sequence[object] = (candidate.scores.hypotheses, *candidate.scores.references)
        wanted: Sequence[object] = texts[:scored]
        if candidate.matched is not None:
            lists, wanted = candidate.matched.lines, texts
        same_texts = len(lists) == len(wanted) and all(
            held is new for held, new in zip(lists, wanted, strict=True)
        )
        if same_texts and candidate.scores.meteor is meteor:
            return candidate
    return None


def _units(pairing: Pairing, files: Mapping[str, TextFile]) -> UnitsById | None:
    """Match units by id across files; None for a single file or plain lines."""
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
        is_missing=_is_missing(pairing, files, units),
        excluded=_excluded(pairing, files, units),
    )


def _is_missing(
    pairing: Pairing, files: Mapping[str, TextFile], units: UnitsById | None
) -> Callable[[int], bool]:
    """Return a predicate for segments without hypothesis or without any reference."""

    def has(stream: Stream, segment: int) -> bool:
        place = segment if units is None else units.place(stream.uri, segment)
        if place is None:
            return False
        return stream.field is None or files[stream.uri].segments.has(place, stream.field)

    def is_missing(segment: int) -> bool:
        return not has(pairing.hypothesis, segment) or not any(
            has(reference, segment) for reference in pairing.references
        )

    return is_missing


def _excluded(
    pairing: Pairing, files: Mapping[str, TextFile], units: UnitsById | None
) -> Callable[[Iterable[int]], Collection[int]]:
    """Return a filter for segments that the hypothesis file marks as not to be translated."""
    stream = pairing.hypothesis
    file = files[stream.uri] if units is None else units.leader
    return lambda segments: () if stream.field is None else file.own_segments.excluded(segments)


def _texts(files: Mapping[str, TextFile], stream: Stream) -> list[str]:
    return files[stream.uri].texts(stream.field)


def _in_an_editor(message: str) -> str:
    """Replace command-line options in a message by the names of editor settings."""
    return message.replace("--meteor-home", "the setting meteorHome").replace("--stages", "stages")
