"""What views have in common whose texts are scored in the background."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from ..view import Answer, View
from .background_scoring import BackgroundScoring
from .scored_corpus import ScoredCorpus

_AT_ONCE: Final = 0.5
"""Seconds that small corpora are given to be scored before the cell returns."""


class ScoringView(View):
    """A view whose numbers come in by and by."""

    exports: ClassVar[Mapping[str, Callable[[Any], str]]] = {}
    """What can be saved, by format: a text of what is known by now."""

    def __init__(
        self, corpora: Sequence[ScoredCorpus], report: Callable[[int, int], None], **traits: Any
    ) -> None:
        """A view with these traits; ``_start`` begins the work.

        Args:
            corpora: what to score: one or more over the same segments.
            report: told, in a scoring thread, of ranges of segments that were scored.
            traits: of the widget.
        """
        told = self.guarded(report)
        self._scoring: Final = [BackgroundScoring(corpus, told) for corpus in corpora]
        super().__init__(**traits)

    def _start(self) -> None:
        self.resume()
        for scoring in self._scoring:
            scoring.wait(_AT_ONCE / len(self._scoring))

    @property
    def done(self) -> int:
        """How many segments, from the first on, are scored."""
        return min(scoring.corpus.done for scoring in self._scoring)

    def wait(self) -> None:
        """Sleep until all is scored, or scoring was cancelled. Ctrl-C ends the waiting."""
        for scoring in self._scoring:
            scoring.wait()
        for error in self._errors():
            raise error

    def cancel(self) -> None:
        """Stop scoring; what is scored stays, and ``resume`` goes on."""
        for scoring in self._scoring:
            scoring.cancel()

    def resume(self) -> None:
        """Go on with scoring after ``cancel``."""
        for scoring in self._scoring:
            scoring.start()

    def close(self) -> None:
        """Stop scoring and take the widget off the screen."""
        if hasattr(self, "_scoring") and self.comm is not None:  # one that was refused has none
            self.cancel()
        super().close()

    def progress(self) -> dict[str, Any]:
        """How far the work is, for a front end."""
        errors = self._errors()
        return {
            "done": self.done,
            "running": any(scoring.running for scoring in self._scoring),
            "preparing": max(scoring.preparing for scoring in self._scoring),
            "error": self.in_words(errors[0]) if errors else None,
        }

    def _errors(self) -> list[BaseException]:
        """What ended work that had not come to its end."""
        return [scoring.error for scoring in self._scoring if scoring.error is not None]

    def _saved(self, form: str, path: str | Path | None) -> str:
        """One of ``exports``, once all is known, and as a file if there is a path."""
        self.wait()
        text = self.exports[form](self)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8", errors="replace")
        return text

    def _answer_export(self, format: str) -> Answer:  # noqa: A002  # as the command line has it
        return Answer(buffers=[self.exports[format](self).encode("utf-8", "replace")])

    def _answer_cancel(self) -> Answer:
        self.cancel()
        return Answer()

    def _answer_resume(self) -> Answer:
        self.resume()
        return Answer()

    requests = {  # noqa: RUF012  # typed in the base class
        "export": _answer_export,
        "cancel": _answer_cancel,
        "resume": _answer_resume,
    }
