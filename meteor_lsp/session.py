"""The pairs that are open, and the texts on both sides of them, from the editor or from disk."""

from dataclasses import dataclass, field
from pathlib import Path

from pygls.uris import to_fs_path

from meteor_core import InputError, Meteor

from .line_document import LineDocument
from .options import Options
from .pairing import Pair, pair_of
from .scores import PairScores
from .texts import FileSegments


@dataclass(slots=True)
class OpenPair:
    """A pair of which the hypothesis is open in the editor.

    Attributes:
        pair: the two files.
        document: the open hypothesis.
        scores: of its segments, as of the last refresh.
        problem: why the reference cannot be read, if it cannot.
    """

    pair: Pair
    document: LineDocument
    scores: PairScores
    problem: str | None = field(default=None)


class Session:
    """Everything that is open in one editor."""

    def __init__(self, options: Options) -> None:
        """An editor without documents."""
        self.options = options
        self._documents: dict[Path, LineDocument] = {}
        self._pairs: dict[Path, OpenPair] = {}
        self._files = FileSegments()
        self._meteors: dict[str, Meteor] = {}

    @property
    def pairs(self) -> list[OpenPair]:
        """The open pairs, each as it was at its last refresh."""
        return list(self._pairs.values())

    def open(self, document: LineDocument) -> list[OpenPair]:
        """A document was opened: the pairs that this concerns."""
        path = path_of(document.uri)
        if path is None:
            return []
        self._documents[path] = document
        pair = pair_of(path)
        if pair is not None and pair.hypothesis == path:
            scores = PairScores(self._meteor(pair.language or self.options.language))
            self._pairs[path] = OpenPair(pair, document, scores)
        return self.concerned_by(document.uri)

    def close(self, uri: str) -> list[OpenPair]:
        """A document was closed: the pairs that this concerns and that are still open."""
        path = path_of(uri)
        if path is None:
            return []
        self._documents.pop(path, None)
        self._pairs.pop(path, None)
        return self.concerned_by(uri)

    def concerned_by(self, uri: str) -> list[OpenPair]:
        """The open pairs that a file belongs to, on either side."""
        path = path_of(uri)
        pair = pair_of(path) if path is not None else None
        opened = self._pairs.get(pair.hypothesis) if pair is not None else None
        return [opened] if opened is not None else []

    def pair_at(self, uri: str) -> OpenPair | None:
        """The pair of which the document is the hypothesis, with the texts as they are now."""
        path = path_of(uri)
        opened = self._pairs.get(path) if path is not None else None
        if opened is not None:
            self.refresh(opened)
        return opened

    def refresh(self, opened: OpenPair) -> bool:
        """Take the texts as they are now; whether anything changed."""
        was = opened.problem
        try:
            references = self._segments(opened.pair.reference)
            opened.problem = None
        except InputError as error:
            references = []
            opened.problem = str(error)
        changed = opened.scores.set_texts(opened.document.segments, references)
        return changed or was != opened.problem

    def _segments(self, path: Path) -> list[str]:
        document = self._documents.get(path)
        return self._files.segments(path) if document is None else document.segments

    def _meteor(self, language: str) -> Meteor:
        if language not in self._meteors:
            self._meteors[language] = Meteor(self.options.variant, language)
        return self._meteors[language]


def path_of(uri: str) -> Path | None:
    """The path of a file URI; None for any other document."""
    path = to_fs_path(uri)
    return Path(path) if path else None
