"""What views of a corpus have in common that is scored in the background."""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from meteor_core.results import CorpusResult

from .background_scoring import BackgroundScoring
from .scored_corpus import ScoredCorpus
from .view import Answer, View

_AT_ONCE: Final = 0.5
"""Seconds that a small corpus is given to be scored before the cell returns."""

Corpus = TypeVar("Corpus", bound=ScoredCorpus)


class ScoringView(View, Generic[Corpus]):
    """A view of one corpus, whose numbers come in by and by.

    Attributes:
        corpus: what is scored.
    """

    def __init__(self, corpus: Corpus, report: Callable[[int, int], None], **traits: Any) -> None:
        """A view with these traits; ``_start`` begins the work.

        Args:
            corpus: what to score.
            report: told, in the scoring thread, of ranges of segments that were scored.
            traits: of the widget.
        """
        self.corpus: Final[Corpus] = corpus
        self._scoring: Final = BackgroundScoring(corpus, report)
        super().__init__(**traits)

    def _start(self) -> None:
        self._scoring.start()
        self._scoring.wait(_AT_ONCE)

    @property
    def done(self) -> int:
        """How many segments are scored."""
        return self.corpus.done

    def wait(self) -> None:
        """Sleep until all is scored, or scoring was cancelled. Ctrl-C ends the waiting."""
        self._scoring.wait()
        if self._scoring.error is not None:
            raise self._scoring.error

    def cancel(self) -> None:
        """Stop scoring; what is scored stays, and ``resume`` goes on."""
        self._scoring.cancel()

    def resume(self) -> None:
        """Go on with scoring after ``cancel``."""
        self._scoring.start()

    def close(self) -> None:
        """Stop scoring and take the widget off the screen."""
        if hasattr(self, "_scoring"):  # a widget that was refused is closed as well
            self.cancel()
        super().close()

    @property
    def result(self) -> CorpusResult:
        """The corpus score, once all is scored; after ``cancel``, of what is."""
        self.wait()
        return self.corpus.total()

    def progress(self) -> dict[str, Any]:
        """How far the work is, for a front end."""
        error = self._scoring.error
        return {
            "done": self.done,
            "running": self._scoring.running,
            "error": None if error is None else f"{type(error).__name__}: {error}",
        }

    def _answer_cancel(self) -> Answer:
        self.cancel()
        return Answer()

    def _answer_resume(self) -> Answer:
        self.resume()
        return Answer()

    requests = {"cancel": _answer_cancel, "resume": _answer_resume}  # noqa: RUF012  # typed in the base class
