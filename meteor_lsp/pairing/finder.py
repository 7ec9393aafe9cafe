"""Find the pairing of a document: by hand, by ``meteor.toml``, by names, or in the file itself."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from meteor_core import MeteorError
from meteor_core.files.metrics_directory import is_reference_of, place_in_directory
from meteor_core.files.units import MT, SOURCE, TARGET

from ..documents.segmentation import Description
from ..documents.uris import key_of, name_of, path_of, sibling
from ..project.patterns import Pattern
from ..project.project_file import PairRule
from ..project.workspace import Project
from .conventions import (
    HELP,
    Family,
    expected_partner,
    family,
    has_role,
    joined,
    language_in,
    names_around,
)
from .several_files import has_systems, is_set, streams, streams_of_set
from .sides import language_in_file, language_of, sides
from .streams import Pairing, Stream, Unpaired
from .surroundings import Surroundings


class Finder:
    """Finds pairings among the documents at one moment."""

    def __init__(self, surroundings: Surroundings, by_hand: Mapping[str, Pairing]) -> None:
        """Create a finder.

        Args:
            surroundings: the documents.
            by_hand: pairings chosen in the editor, by the URI of the hypothesis.
        """
        self._surroundings = surroundings
        self.project_of: Final = surroundings.project_of
        self.folders: Final = surroundings.folders
        self.by_hand: Final = by_hand

    def find(self, uri: str) -> Pairing | Unpaired:
        """Return the pairing of a document, or why it is unpaired."""
        uri = key_of(uri)
        for pairing in self.by_hand.values():
            if any(uri == stream.uri for _, stream in pairing.streams()):
                return pairing
        project = self.project_of(uri)
        found = self._by_rules(uri, project)
        if isinstance(found, Pairing):
            return found
        in_one_file = self._in_one_file(uri, project)
        if isinstance(in_one_file, Pairing):
            return in_one_file
        with_baseline = self._with_baseline(uri, project)
        if with_baseline is not None:
            return with_baseline
        in_a_set = self._in_a_set(uri, project) or self._in_metrics_directory(uri, project)
        if isinstance(in_a_set, Pairing):
            return in_a_set
        failure = in_a_set or in_one_file
        reasons = [found.reason, failure.reason if failure else ""]
        return self._by_names(uri, project, " ".join(filter(None, reasons)))

    # By meteor.toml

    def _by_rules(self, uri: str, project: Project) -> Pairing | Unpaired:
        """Return the pairing by the first matching rule, or why rules find none."""
        relative = _relative(uri, project)
        if project.file is None or relative is None:
            return Unpaired("")
        reasons: list[str] = []
        for rule in project.file.pairs:
            found = self._by_rule(uri, relative, _Rule(project, rule))
            if isinstance(found, Pairing):
                return found
            reasons += [found.reason] if found is not None else []
        return Unpaired(" ".join(reasons))

    def _by_rule(self, uri: str, relative: str, rule: "_Rule") -> Pairing | Unpaired | None:
        """Return the pairing by a rule, or None if it does not match."""
        names = rule.rule.hypothesis.match(relative)
        if names is not None:
            return self._of_hypothesis(uri, relative, names, rule)
        for pattern in (*rule.rule.references, *filter(None, [rule.rule.source])):
            names = pattern.match(relative)
            if names is None:
                continue
            wanted = rule.rule.hypothesis.fill(names)
            for hypothesis in self._preferred(self._files(wanted, rule.project, uri)):
                found = self._from_hypothesis(hypothesis, rule)
                if found and any(uri == stream.uri for _, stream in found.streams()):
                    return found
            return Unpaired(
                f"{rule.name} takes {relative} for a partner, but finds no hypothesis "
                f"'{wanted.text}' for it."
            )
        return None

    def _from_hypothesis(self, uri: str, rule: "_Rule") -> Pairing | None:
        relative = _relative(uri, rule.project)
        names = rule.rule.hypothesis.match(relative) if relative is not None else None
        if names is None or relative is None:
            return None
        found = self._of_hypothesis(uri, relative, names, rule)
        return found if isinstance(found, Pairing) else None

    def _of_hypothesis(
        self, uri: str, relative: str, names: dict[str, str], rule: "_Rule"
    ) -> Pairing | Unpaired:
        def files(pattern: Pattern) -> list[str]:
            return self._files(pattern.fill(names), rule.project, uri)

        patterns = rule.rule.references
        references = [found for pattern in patterns for found in files(pattern) if found != uri]
        if not references:
            wanted = joined([f"'{pattern.fill(names).text}'" for pattern in patterns])
            return Unpaired(
                f"{rule.name} takes {relative} for a hypothesis, but there is no reference "
                f"{wanted}."
            )
        references = list(dict.fromkeys(references))
        sources = files(rule.rule.source) if rule.rule.source else []
        described = {file: self._units(file) for file in (uri, *references, *sources[:1])}
        settings = rule.project.settings
        if any(description.format is not None for description in described.values()):
            settings = rule.project.file_settings(relative, rule.rule)
        try:
            found = streams(uri, references, next(iter(sources), None), described, settings)
        except MeteorError as error:
            return Unpaired(f"{rule.name}: {error}.")
        pairing = Pairing(
            hypothesis=found.hypothesis,
            references=found.references,
            source=found.source,
            post_editing=rule.rule.post_editing,
            settings=rule.project.settings,
            language=found.language,
            reason=f"{rule.name} of meteor.toml",
        )
        return _with_settings(pairing, rule.project, relative, rule.rule)

    def _files(self, pattern: Pattern, project: Project, asked_from: str) -> list[str]:
        """Return the documents that match a pattern and may be read."""
        if project.folder is None:
            return []
        literal = pattern.literal
        if literal is not None:
            uris = _uri_of(Path(os.path.normpath(project.folder / literal)))
        else:
            found = pattern.find(project.folder, self.folders)
            uris = [key_of(path.as_uri()) for path in found]
            uris += [
                uri for uri in self._surroundings.open_uris() if _matches(pattern, uri, project)
            ]
        existing = [uri for uri in uris if self._surroundings.is_there(uri, asked_from)]
        return list(dict.fromkeys(existing))

    def _preferred(self, uris: Sequence[str]) -> list[str]:
        """Sort open documents first, the most recently used at the head."""
        recent = [uri for uri in self._surroundings.open_uris() if uri in uris]
        return list(dict.fromkeys([*recent, *uris]))

    # In one file

    def _in_one_file(self, uri: str, project: Project) -> Pairing | Unpaired | None:
        described = self._surroundings.description(uri)
        settings = project.file_settings(_relative(uri, project))
        revision = settings.before_revision if TARGET in described.fields else ""
        if revision:  # replaces the machine translation of the file, if any
            described = replace(described, fields=(*dict.fromkeys([MT, *described.fields]),))
        try:
            found = sides(described, settings.side_hypothesis, settings.side_references)
        except MeteorError as error:
            message = f"{_sentence(error)}. Name two fields in the setting sides"
            if TARGET in described.fields and MT not in described.fields:
                before = names_around(name_of(uri))[1]
                message += f", or put the text before it was edited beside it, as {before}"
            return Unpaired(f"{message}.")
        if found is None:
            return None
        pairing = Pairing(
            hypothesis=Stream(uri, found.hypothesis),
            references=tuple(Stream(uri, field) for field in found.references),
            source=Stream(uri, found.source) if found.source else None,
            post_editing=found.post_editing,
            settings=project.settings,
            language=language_of(described, found),
            reason=f"the machine translation at {revision}"
            if revision
            else described.format or "the columns of this file",
        )
        return self._by_convention(pairing, project)

    def _units(self, uri: str) -> Description:
        """Return the description of a bilingual file; empty for others, read by lines."""
        described = self._surroundings.description(uri)
        return described if described.format is not None else Description()

    def _with_baseline(self, uri: str, project: Project) -> Pairing | None:
        """Pair a bilingual file without MT with its MT file; units are matched by id."""
        described = self._surroundings.description(uri)
        if TARGET not in described.fields or MT in described.fields:
            return None
        after, before = (key_of(sibling(uri, name)) for name in names_around(name_of(uri)))
        if not all(self._surroundings.is_there(file, uri) for file in (after, before)):
            return None
        pairing = Pairing(
            hypothesis=Stream(before, TARGET),
            references=(Stream(after, TARGET),),
            source=Stream(after, SOURCE),
            post_editing=True,
            settings=project.settings,
            language=language_in_file(described, TARGET),
            reason=f"the machine translation in {name_of(before)}",
        )
        return self._by_convention(pairing, project)

    # In several files of a test set

    def _in_a_set(self, uri: str, project: Project) -> Pairing | Unpaired | None:
        """Pair mteval's files of one folder by the name of their set.

        None if the document is in no such set, or the set lacks a side.
        """
        path, own = path_of(uri), self._surroundings.description(uri)
        if path is None or own.set_name is None:
            return None
        beside = (key_of(sibling(uri, name)) for name in self.folders.at(path.parent).files)
        sets = [file for file in beside if is_set(name_of(file))]
        existing = [file for file in sets if self._surroundings.is_there(file, uri)]
        described = {
            file: self._surroundings.description(file) for file in sorted({uri, *existing})
        }
        scored = [
            file
            for file, description in described.items()
            if has_systems(description) and description.set_name == own.set_name
        ]
        hypothesis = uri if uri in scored else next(iter(self._preferred(sorted(scored))), None)
        if hypothesis is None:
            return None
        settings = project.file_settings(_relative(hypothesis, project))
        try:
            found = streams_of_set(hypothesis, described, settings)
        except MeteorError as error:
            return Unpaired(f"{_sentence(error)}.")
        if found is None:
            return None
        pairing = Pairing(
            hypothesis=found.hypothesis,
            references=found.references,
            source=found.source,
            settings=project.settings,
            language=found.language,
            reason=f"the test set {own.set_name}",
        )
        is_part = any(uri == stream.uri for _, stream in pairing.streams())
        return self._by_convention(pairing, project) if is_part else None

    def _in_metrics_directory(self, uri: str, project: Project) -> Pairing | None:
        """Pair a system's output in a directory in the layout of mt-metrics-eval."""
        path = path_of(uri)
        place = None if path is None else place_in_directory(path)
        if path is None or place is None:
            return None

        def there(folder: Path, names: Iterable[str]) -> list[str]:
            uris = [found for name in names for found in _uri_of(folder / name)]
            return [file for file in uris if self._surroundings.is_there(file, uri)]

        names = self.folders.at(place.references).files
        references = there(
            place.references, (name for name in names if is_reference_of(name, place.pair))
        )
        outputs = there(
            place.outputs, (n for n in self.folders.at(place.outputs).files if n.endswith(".txt"))
        )
        hypothesis = uri if uri in outputs else next(iter(self._preferred(outputs)), None)
        if hypothesis is None:
            return None
        copied = f"{place.pair}.{name_of(hypothesis)}"  # outputs include a copied reference
        against = [file for file in references if name_of(file) != copied]
        source = next(iter(there(place.source.parent, [place.source.name])), None)
        if not against or uri not in (hypothesis, source, *against):
            return None
        pairing = Pairing(
            hypothesis=Stream(hypothesis),
            references=tuple(map(Stream, against)),
            source=Stream(source) if source else None,
            settings=project.settings,
            language=language_in(f".{place.pair}"),
            reason=f"the directory {place.directory.name} of mt-metrics-eval",
        )
        return self._by_convention(pairing, project)

    # By names

    def _by_names(self, uri: str, project: Project, reason: str) -> Pairing | Unpaired:
        name = name_of(uri)
        if not has_role(name):
            return Unpaired(f"{reason} {name} has no partner by its name. {HELP}.".strip())
        found = family(name, self._surroundings.kin(uri))
        pairing = self._of_family(uri, found, project) if found else None
        if pairing is None:
            partner = expected_partner(name)
            return Unpaired(f"{reason} There is no {partner} beside {name}. {HELP}.".strip())
        return pairing

    def _of_family(self, uri: str, found: Family, project: Project) -> Pairing | None:
        def there(names: Iterable[str]) -> Iterator[str]:
            uris = (key_of(sibling(uri, name)) for name in names)
            return (file for file in uris if self._surroundings.is_there(file, uri))

        hypotheses = self._preferred(list(there(found.hypotheses)))
        references = list(there(found.references))
        if not hypotheses or not references:
            return None
        source = next(there(found.sources), None)
        pairing = Pairing(
            hypothesis=Stream(uri if uri in hypotheses else hypotheses[0]),
            references=tuple(Stream(reference) for reference in references),
            source=Stream(source) if source else None,
            post_editing=found.post_editing,
            settings=project.settings,
            reason="the names of the files",
        )
        return self._by_convention(pairing, project)

    def _by_convention(self, pairing: Pairing, project: Project) -> Pairing:
        uri = pairing.hypothesis.uri
        relative = _relative(uri, project)
        return _with_settings(pairing, project, relative or name_of(uri), None)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule of a project."""

    project: Project
    rule: PairRule

    @property
    def name(self) -> str:
        """Identify the rule in messages."""
        return f"[[pairs]] number {self.rule.number}"


def _with_settings(
    pairing: Pairing, project: Project, relative: str, rule: PairRule | None
) -> Pairing:
    """Apply the project's settings to a pairing.

    The language in ``meteor.toml`` overrides that in the file name, which overrides the editor's
    settings, as these hold for files in every language.
    """
    file, settings = project.file, project.all_settings
    if file is not None and (file.folders or (rule is not None and rule.given)):
        settings = file.settings_for(relative, project.settings, rule)
    given = settings.language
    if project.settings.language is not None:  # find out whether the file sets it
        silent = replace(project.settings, language=None)
        given = None if file is None else file.settings_for(relative, silent, rule).language
    by_name = language_in(name_of(pairing.hypothesis.uri))
    return replace(
        pairing,
        settings=settings,
        language=given or pairing.language or by_name or project.settings.language,
        project=project.file,
        relative=relative,
    )


def _sentence(error: MeteorError) -> str:
    """Capitalise an error message."""
    message = str(error)
    return message[:1].upper() + message[1:]


def _uri_of(path: Path) -> list[str]:
    """Return the URI of a path; empty for an invalid file name."""
    try:
        return [key_of(path.as_uri())]
    except ValueError:
        return []


def _matches(pattern: Pattern, uri: str, project: Project) -> bool:
    relative = _relative(uri, project)
    return relative is not None and pattern.match(relative) is not None


def _relative(uri: str, project: Project) -> str | None:
    """Return a document's path relative to the project's folder, or None outside of it."""
    path, folder = path_of(uri), project.folder
    if path is None or folder is None or not path.is_relative_to(folder):
        return None
    return path.relative_to(folder).as_posix()
