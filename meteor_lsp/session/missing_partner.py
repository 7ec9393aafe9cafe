"""Find out which partner an unpaired document needs, and which files could be it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from meteor_core import InputError

from ..documents.disk import MEGABYTE, read_lines, state_of
from ..documents.text_file import has_fields
from ..documents.uris import key_of, name_of, path_of, sibling
from ..pairing.conventions import expected_partner, has_role, is_hypothesis
from ..pairing.streams import Unpaired
from ..project.project_file import FILE_NAME
from ..project.workspace import Project
from .session import Session

_MAX_COUNTED_MEGABYTES: Final = 5.0
"""Size above which the segments of a candidate are not counted."""

_MAX_COUNTED_CANDIDATES: Final = 40
"""Candidates whose segments are counted, those with the most similar names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPartner:
    """The partner that a document needs.

    Attributes:
        uri: of the document.
        is_hypothesis: whether the document is a hypothesis, so that a reference is missing.
        reason: why there is no pairing, as a message.
        name: of the missing file, as a person would name it.
        target: path of the missing file; None if unknown or not a file.
    """

    uri: str
    is_hypothesis: bool
    reason: str
    name: str
    target: Path | None

    @property
    def role(self) -> str:
        """The role of the missing file."""
        return "reference" if self.is_hypothesis else "hypothesis"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A file that could be the partner; its segments may not have been counted."""

    uri: str
    segments: int | None


def missing_partner(session: Session, uri: str) -> MissingPartner | None:
    """Return what an open file needs, or None if it is paired or not meant to be."""
    uri = key_of(uri)
    if session.library.document(uri) is None or path_of(uri) is None or name_of(uri) == FILE_NAME:
        return None
    found = session.pairings.find(uri)
    if not isinstance(found, Unpaired):
        return None
    by_rule = _by_rule(uri, found.reason, session.workspace.project_of(uri))
    return by_rule or _by_name(uri, found.reason)


def candidates(session: Session, missing: MissingPartner) -> list[Candidate]:
    """Return possible partners: those with as many segments and similar names first."""
    wanted = len(segments_of(session, missing.uri))
    own = name_of(missing.uri)
    names = sorted(_names(missing), key=lambda name: (-_likeness(own, name), name))
    uris = (sibling(missing.uri, name) for name in names[:_MAX_COUNTED_CANDIDATES])
    found = [made for uri in uris if (made := _candidate(session, missing.uri, uri)) is not None]
    extension = own.rpartition(".")[2]
    return sorted(  # stable: equal ones remain sorted by name
        found,
        key=lambda candidate: (
            candidate.segments != wanted,
            name_of(candidate.uri).rpartition(".")[2] != extension,
        ),
    )


def segments_of(session: Session, uri: str) -> list[str]:
    """Return the lines of a document, open or not; empty if unreadable."""
    document, path = session.library.document(uri), path_of(uri)
    if document is not None:
        return document.segments
    try:
        return [] if path is None else read_lines(path, session.workspace.settings.largest_document)
    except InputError:
        return []


def _by_rule(uri: str, reason: str, project: Project) -> MissingPartner | None:
    """Return the partner by the first ``meteor.toml`` rule that matches a document."""
    path, folder = path_of(uri), project.folder
    if project.file is None or path is None or folder is None or not path.is_relative_to(folder):
        return None
    relative = path.relative_to(folder).as_posix()
    for rule in project.file.pairs:
        names = rule.hypothesis.match(relative)
        if names is not None:
            wanted = [reference.fill(names) for reference in rule.references]
        else:
            matched = (reference.match(relative) for reference in rule.references)
            found = next((groups for groups in matched if groups is not None), None)
            if found is None:
                continue
            wanted = [rule.hypothesis.fill(found)]
        literal = next((pattern.literal for pattern in wanted if pattern.literal), None)
        return MissingPartner(
            uri=uri,
            is_hypothesis=names is not None,
            reason=reason,
            name=literal or wanted[0].text,
            target=None if literal is None else Path(os.path.normpath(folder / literal)),
        )
    return None


def _by_name(uri: str, reason: str) -> MissingPartner | None:
    name, path = name_of(uri), path_of(uri)
    partner = expected_partner(name)
    if partner is None or _is_source(name):
        return None
    partner = partner.replace(".*.", ".A.")  # as WMT names its first reference
    return MissingPartner(
        uri=uri,
        is_hypothesis=is_hypothesis(name),
        reason=reason,
        name=partner,
        target=None if path is None else path.with_name(partner),
    )


def _is_source(name: str) -> bool:
    """Whether a file is a source by its name; nothing is scored against a source."""
    partner = expected_partner(name)
    return partner is not None and partner.endswith(".*")


def _names(missing: MissingPartner) -> Iterator[str]:
    """Yield the names of files in the same folder that may have the missing role."""
    path = path_of(missing.uri)
    try:
        names = [] if path is None else os.listdir(path.parent)  # noqa: PTH208  # names are all we need
    except OSError:
        return
    for name in names:
        if name in (FILE_NAME, name_of(missing.uri)) or name[0] == "." or has_fields(name):
            continue
        has_same_role = has_role(name) and (is_hypothesis(name) == missing.is_hypothesis)
        if not has_same_role and not _is_source(name):
            yield name


def _likeness(name: str, other_name: str) -> float:
    return SequenceMatcher(None, name, other_name).ratio()


def _candidate(session: Session, asker: str, uri: str) -> Candidate | None:
    """Return a candidate if it may be read and is text, assuming large files to be text."""
    document, path = session.library.document(uri), path_of(uri)
    if document is not None:
        return Candidate(uri=uri, segments=len(document.segments))
    state = None if path is None else state_of(path)
    if path is None or state is None or not session.workspace.permits(path, asker):
        return None
    if state.size > _MAX_COUNTED_MEGABYTES * MEGABYTE:
        return Candidate(uri=uri, segments=None)
    try:
        return Candidate(uri=uri, segments=len(read_lines(path, _MAX_COUNTED_MEGABYTES)))
    except InputError:
        return None
