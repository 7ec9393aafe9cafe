"""The pairs that are open, and the texts on both sides of them, from the editor or from disk."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types
from pygls.uris import to_fs_path

from meteor_core import InputError, Meteor, SegmentResult

from .line_document import LineDocument
from .options import Options
from .pairing import Pair, pair_of
from .positions import Encoding
from .scores import PairScores
from .sides import Side
from .texts import FileSegments


@dataclass(slots=True)
class OpenPair:
    """A pair of which at least one side is open in the editor.

    Attributes:
        pair: the two files.
        scores: of its segments, as of the last refresh.
        documents: the sides that are open.
        problem: why the other side cannot be read, if it cannot.
        revision: counts the changes of the texts.
        revision_told: the revision of which the editor was told to ask again.
    """

    pair: Pair
    scores: PairScores
    documents: dict[Side, LineDocument] = field(default_factory=dict)
    problem: str | None = None
    revision: int = 0
    revision_told: int = 0

    def path(self, side: Side) -> Path:
        """The file of a side."""
        return self.pair.hypothesis if side is Side.HYPOTHESIS else self.pair.reference

    def uri(self, side: Side) -> str:
        """The URI of a side, as the editor writes it where the file is open."""
        document = self.documents.get(side)
        return self.path(side).as_uri() if document is None else document.uri


@dataclass(frozen=True, slots=True)
class View:
    """A pair seen from one of its documents.

    Attributes:
        opened: the pair.
        side: of the document.
        encoding: of the client's columns.
    """

    opened: OpenPair
    side: Side
    encoding: Encoding

    @property
    def scores(self) -> PairScores:
        """The scores of the pair."""
        return self.opened.scores

    def segments(self, side: Side | None = None) -> Sequence[str]:
        """The segments of the document, or of the side asked for."""
        hypothesis = (side or self.side) is Side.HYPOTHESIS
        return self.scores.hypotheses if hypothesis else self.scores.references

    def result(self, line: int) -> SegmentResult | None:
        """The result of a line."""
        return self.scores.result(line)

    def column(self, position: types.Position) -> int:
        """The code point column of a client's position in a line that exists."""
        line = self.segments()[position.line]
        return self.encoding.from_client(line, position.character)

    def range(self, line: int, columns: tuple[int, int], side: Side | None = None) -> types.Range:
        """Code point columns of a line as the client's range, in the document or the side."""
        text = self.segments(side)[line]
        start, end = (self.encoding.to_client(text, column) for column in columns)
        return types.Range(types.Position(line, start), types.Position(line, end))


class Session:
    """Everything that is open in one editor."""

    def __init__(self, options: Options, encoding: Encoding = Encoding.UTF16) -> None:
        """An editor without documents."""
        self.options = options
        self.encoding = encoding
        self._pairs: dict[Path, OpenPair] = {}
        self._files = FileSegments()
        self._meteors: dict[str, Meteor] = {}

    def open(self, document: LineDocument) -> OpenPair | None:
        """A document was opened: the pair that it belongs to."""
        path = path_of(document.uri)
        pair = pair_of(path) if path is not None else None
        if path is None or pair is None:
            return None
        opened = self._pairs.get(pair.hypothesis)
        if opened is None:
            scores = PairScores(self._meteor(pair.language or self.options.language))
            opened = self._pairs[pair.hypothesis] = OpenPair(pair, scores)
        opened.documents[_side_of(path, pair)] = document
        return opened

    def close(self, uri: str) -> OpenPair | None:
        """A document was closed: the pair that it belonged to, if its other side is open."""
        opened = self.pair_of(uri)
        path = path_of(uri)
        if path is None or opened is None:
            return None
        opened.documents.pop(_side_of(path, opened.pair), None)
        if opened.documents:
            return opened
        del self._pairs[opened.pair.hypothesis]
        return None

    def pair_of(self, uri: str) -> OpenPair | None:
        """The open pair that a file belongs to, on either side."""
        path = path_of(uri)
        pair = pair_of(path) if path is not None else None
        return self._pairs.get(pair.hypothesis) if pair is not None else None

    def view(self, uri: str) -> View | None:
        """The pair as seen from an open document, with the texts as they are now."""
        opened, path = self.pair_of(uri), path_of(uri)
        if opened is None or path is None:
            return None
        side = _side_of(path, opened.pair)
        if side not in opened.documents:
            return None
        self.refresh(opened)
        return View(opened, side, self.encoding)

    def refresh(self, opened: OpenPair) -> None:
        """Take the texts as they are now."""
        was = opened.problem
        opened.problem = None
        hypotheses, references = (self._segments(opened, side) for side in Side)
        changed = opened.scores.set_texts(hypotheses, references)
        if changed or was != opened.problem:
            opened.revision += 1

    def _segments(self, opened: OpenPair, side: Side) -> list[str]:
        document = opened.documents.get(side)
        if document is not None:
            return document.segments
        path = opened.path(side)
        try:
            return self._files.segments(path)
        except InputError as error:
            opened.problem = str(error).replace(str(path), path.name)  # beside the open file
            return []

    def _meteor(self, language: str) -> Meteor:
        if language not in self._meteors:
            self._meteors[language] = Meteor(self.options.variant, language)
        return self._meteors[language]


def _side_of(path: Path, pair: Pair) -> Side:
    return Side.HYPOTHESIS if path == pair.hypothesis else Side.REFERENCE


def path_of(uri: str) -> Path | None:
    """The path of a file URI; None for any other document."""
    path = to_fs_path(uri)
    return Path(path) if path else None
