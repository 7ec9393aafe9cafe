"""The base of views of one corpus, which send numbers to front ends as they are computed."""

import threading
from typing import Any, Final, Generic, TypeVar

from meteor_core.score.results import CorpusResult

from ..portable_json import json_bytes
from ..view import Answer
from .messages import picture
from .scored_corpus import ScoredCorpus
from .scoring_view import ScoringView

_ROWS_A_MESSAGE: Final = 20_000

Corpus = TypeVar("Corpus", bound=ScoredCorpus)


class OneCorpusView(ScoringView, Generic[Corpus]):
    """A view of the segments of one corpus.

    Attributes:
        corpus: the corpus.
    """

    def __init__(self, corpus: Corpus, **traits: Any) -> None:
        """Create a view with these traits; ``_start`` begins the work."""
        self.corpus: Final[Corpus] = corpus
        self._blocks_told = 0
        self._telling: Final = threading.Lock()
        super().__init__([corpus], self._send_columns, **traits)

    @property
    def result(self) -> CorpusResult:
        """The corpus score, once scoring ends; after ``cancel``, of the scored part."""
        self.wait()
        return self.corpus.total()

    def _columns(self, start: int, end: int) -> tuple[dict[str, Any], list[bytes]]:
        """Return the message about a range of segments: a JSON object, and columns."""
        raise NotImplementedError

    def _carried(self, most: int) -> list[int]:
        """Return the segments, ascending, that a page holds in full: the selected among them."""
        if self.done <= most:
            return list(range(self.done))
        carried = set(self._shown()[:most].tolist())
        if self.selected is not None and self.selected < self.done:
            carried.add(self.selected)
        return sorted(carried)

    def _send_columns(self, start: int, end: int) -> None:
        """Send newly scored segments to every front end; called in the scoring thread."""
        for first in range(start, max(end, start + 1), _ROWS_A_MESSAGE):
            result, buffers = self._block(first, min(first + _ROWS_A_MESSAGE, end))
            self.send({"type": "columns", **result}, buffers)
        self._picture_is_old()

    def _block(self, start: int, end: int) -> tuple[dict[str, Any], list[bytes]]:
        result, buffers = self._columns(start, end)
        with self._telling:
            # Blocks of two threads may arrive in the wrong order; this number tells which is newer.
            self._blocks_told += 1
            status = {"number": self._blocks_told, **self.progress()}
        return {"start": start, "end": end, **status, **result}, buffers

    def _answer_columns(self, start: int) -> Answer:
        return Answer(*self._block(start, min(start + _ROWS_A_MESSAGE, self.done)))

    def _answer_picture(self, segment: int) -> Answer:
        return Answer(buffers=[json_bytes(picture(self.corpus, segment))])

    requests = {  # noqa: RUF012  # typed in the base class
        **ScoringView.requests,
        "columns": _answer_columns,
        "picture": _answer_picture,
    }
