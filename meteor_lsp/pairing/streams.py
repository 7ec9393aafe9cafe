"""What belongs together: a hypothesis, its references, a source."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ..project.glossaries import GlossaryFile
from ..project.project_file import ProjectFile
from ..project.settings import Settings


class Role(StrEnum):
    """What a text is in a pairing."""

    HYPOTHESIS = "hypothesis"
    REFERENCE = "reference"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Stream:
    """Segments in order: the lines of a file, or a column of a table.

    Attributes:
        uri: of the document.
        field: name of the column or key; None where every line is a segment.
    """

    uri: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One of the texts of a pairing.

    Attributes:
        role: what it is.
        index: which of the references, from 0; 0 for the others.
    """

    role: Role
    index: int = 0


HYPOTHESIS = Part(Role.HYPOTHESIS)
SOURCE = Part(Role.SOURCE)
POST_EDIT = Part(Role.REFERENCE)
"""Where the reference is the hypothesis as a person corrected it: what people work on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Texts that belong together, line by line, and how they are to be scored.

    Attributes:
        hypothesis: what is scored.
        references: what it is scored against, one or more.
        source: what was translated, where that is known.
        post_editing: whether the reference is the hypothesis as a person corrected it.
        settings: that hold for this hypothesis.
        language: code of the texts' language; None where it must be detected.
        glossary: the terms that a post-edit has to use.
        project: the ``meteor.toml`` that holds here.
        relative: the hypothesis as that file's patterns see it.
        reason: how they were found, for a person.
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
        """Compute the hash once: it goes through all settings, and every edit looks one up."""
        parts = (self.hypothesis, self.references, self.source, self.settings, self.relative)
        object.__setattr__(self, "_hash", hash(parts))

    def __hash__(self) -> int:
        return self._hash

    def streams(self) -> Iterator[tuple[Part, Stream]]:
        """All parts with their streams."""
        yield HYPOTHESIS, self.hypothesis
        for index, stream in enumerate(self.references):
            yield Part(Role.REFERENCE, index), stream
        if self.source is not None:
            yield SOURCE, self.source

    def stream(self, part: Part) -> Stream | None:
        """The stream of a part; None for a source that there is not."""
        return dict(self.streams()).get(part)

    def ignores(self, code: str, segment: int) -> bool:
        """Whether diagnostics of that code are not wanted at a segment, from 0."""
        if self.project is None:
            return False
        return any(
            ignore.covers(self.relative, code, segment + 1) for ignore in self.project.ignores
        )


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A document that belongs to no pairing.

    Attributes:
        reason: why, and what would help, for a person.
    """

    reason: str
