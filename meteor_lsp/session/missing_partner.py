"""What a document lacks that is meant for a pairing and belongs to none, and what could be it."""

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

_LARGEST: Final = 5.0
"""Megabytes above which the segments of a candidate are not counted."""

_MOST: Final = 40
"""Candidates whose segments are counted, those with the names most alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPartner:
    """What a document lacks.

    Attributes:
        uri: of the document.
        is_hypothesis: whether the document is scored, so that a reference is missing.
        reason: why there is no pairing, for a person.
        name: of the file that is missing, as a person would name it from here.
        target: where that file would be; None where nobody can tell, or it would be no file.
    """

    uri: str
    is_hypothesis: bool
    reason: str
    name: str
    target: Path | None

    @property
    def role(self) -> str:
        """What is missing."""
        return "reference" if self.is_hypothesis else "hypothesis"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A file that could be the partner.

    Attributes:
        uri: of it.
        segments: how many it has; None where they were not counted.
    """

    uri: str
    segments: int | None


def missing_partner(session: Session, uri: str) -> MissingPartner | None:
    """What an open file lacks; None where it is paired, or nothing says that it is to be."""
    uri = key_of(uri)
    if session.library.document(uri) is None or path_of(uri) is None or name_of(uri) == FILE_NAME:
        return None
    found = session.pairings.find(uri)
    if not isinstance(found, Unpaired):
        return None
    by_rule = _by_rule(uri, found.reason, session.workspace.project_of(uri))
    return by_rule or _by_name(uri, found.reason)


def candidates(session: Session, missing: MissingPartner) -> list[Candidate]:
    """Files that could be the partner: first those with as many segments and the most like name."""
    wanted = len(segments_of(session, missing.uri))
    own = name_of(missing.uri)
    names = sorted(_names(missing), key=lambda name: (-_likeness(own, name), name))
    uris = (sibling(missing.uri, name) for name in names[:_MOST])
    found = [one for uri in uris if (one := _candidate(session, missing.uri, uri)) is not None]
    extension = own.rpartition(".")[2]
    return sorted(  # those that are equal in this stay in their order
        found,
        key=lambda one: (one.segments != wanted, name_of(one.uri).rpartition(".")[2] != extension),
    )


def segments_of(session: Session, uri: str) -> list[str]:
    """The lines of a document, open or not; none of one that cannot be read."""
    document, path = session.library.document(uri), path_of(uri)
    if document is not None:
        return document.segments
    try:
        return [] if path is None else read_lines(path, session.workspace.settings.largest_document)
    except InputError:
        return []


def _by_rule(uri: str, reason: str, project: Project) -> MissingPartner | None:
    """What the first rule of ``meteor.toml`` that is about a document wants for it."""
    path, folder = path_of(uri), project.folder
    if project.file is None or path is None or folder is None or not path.is_relative_to(folder):
        return None
    relative = path.relative_to(folder).as_posix()
    for rule in project.file.pairs:
        names = rule.hypothesis.match(relative)
        if names is not None:
            wanted = [one.fill(names) for one in rule.references]
        else:
            matched = (one.match(relative) for one in rule.references)
            found = next((one for one in matched if one is not None), None)
            if found is None:
                continue
            wanted = [rule.hypothesis.fill(found)]
        literal = next((one.literal for one in wanted if one.literal), None)
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
    """Whether a file is a source by its name, which nothing is scored against."""
    partner = expected_partner(name)
    return partner is not None and partner.endswith(".*")


def _names(missing: MissingPartner) -> Iterator[str]:
    """The names of files in the same folder that may play the part."""
    path = path_of(missing.uri)
    try:
        names = [] if path is None else os.listdir(path.parent)  # noqa: PTH208  # names are all we need
    except OSError:
        return
    for name in names:
        if name in (FILE_NAME, name_of(missing.uri)) or name[0] == "." or has_fields(name):
            continue
        is_other = has_role(name) and (is_hypothesis(name) == missing.is_hypothesis)
        if not is_other and not _is_source(name):
            yield name


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def _candidate(session: Session, asker: str, uri: str) -> Candidate | None:
    """A file that may be read and is text; one that is too large to look is taken for text."""
    document, path = session.library.document(uri), path_of(uri)
    if document is not None:
        return Candidate(uri=uri, segments=len(document.segments))
    state = None if path is None else state_of(path)
    if path is None or state is None or not session.workspace.permits(path, asker):
        return None
    if state.size > _LARGEST * MEGABYTE:
        return Candidate(uri=uri, segments=None)
    try:
        return Candidate(uri=uri, segments=len(read_lines(path, _LARGEST)))
    except InputError:
        return None
