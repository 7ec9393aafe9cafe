"""The texts of a pairing: a hypothesis, its references, a source."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ..project.glossaries import GlossaryFile
from ..project.project_file import ProjectFile
from ..project.settings import Settings


class Role(StrEnum):
    """The role of a text in a pairing."""

    HYPOTHESIS = "hypothesis"
    REFERENCE = "reference"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Stream:
    """Segments in order: the lines of a file (if `field` is None), or a column of a table."""

    uri: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One of the texts of a pairing; `index` counts references from 0."""

    role: Role
    index: int = 0


HYPOTHESIS = Part(Role.HYPOTHESIS)
SOURCE = Part(Role.SOURCE)
POST_EDIT = Part(Role.REFERENCE)
"""The reference in post-editing, which people edit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Texts that belong together, and how they are scored.

    Attributes:
        post_editing: whether the reference is a post-edit of the hypothesis.
        settings: of this hypothesis.
        language: code of the texts' language; None if it must be detected.
        glossary: the terms that a post-edit must use.
        project: the ``meteor.toml`` that applies.
        relative: the hypothesis as that file's patterns see it.
        reason: how they were found, as a message.
    """

    hypothesis: Stream
    references: tuple[Stream, ...]
    source: Stream | None = None
    post_editing: bool = False
    settings: Settings
    language: str | None = None
    glossary: GlossaryFile | None = None
    project: ProjectFile | None = None
    relative: str = ""
    reason: str = ""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the hash once: it covers all settings, and every edit needs it."""
        parts = (self.hypothesis, self.references, self.source, self.settings, self.relative)
        object.__setattr__(self, "_hash", hash(parts))

    def __hash__(self) -> int:
        return self._hash

    def streams(self) -> Iterator[tuple[Part, Stream]]:
        """Yield all parts with their streams."""
        yield HYPOTHESIS, self.hypothesis
        for index, stream in enumerate(self.references):
            yield Part(Role.REFERENCE, index), stream
        if self.source is not None:
            yield SOURCE, self.source

    def stream(self, part: Part) -> Stream | None:
        """Return the stream of a part, or None for a missing source."""
        return dict(self.streams()).get(part)

    def ignores(self, code: str, segment: int) -> bool:
        """Whether diagnostics with a code are ignored at a segment."""
        if self.project is None:
            return False
        return any(
            ignore.covers(self.relative, code, segment + 1) for ignore in self.project.ignores
        )


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A document without pairing; `reason` explains why, and what would help."""

    reason: str
