"""The base of views whose segments are scored in the background."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core import Meteor
from meteor_core.runtime.writing import write_file

from ..inputs.checks import require_index
from ..pages.page import PageContent
from ..pages.static_preview import StaticPreview
from ..scorers import scorer
from ..view import Answer, View
from .background_scoring import BackgroundScoring
from .scored_corpus import ScoredCorpus

_AT_ONCE: Final = 0.5
"""Seconds that the cell waits for small corpora to be scored."""


class ScoringView(View):
    """A view of segments whose numbers arrive gradually.

    Attributes:
        unit_ids: the ids that a file gives to its segments; None where the view is of no file.
    """

    unit_ids: tuple[str, ...] | None = None

    selected = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Index, from 0, of the segment that is shown in full; on screen, segments count from 1."""

    about = traitlets.Dict(read_only=True).tag(sync=True)
    """Constants: the number of segments, their kind, and how they are scored."""

    def __init__(
        self, corpora: Sequence[ScoredCorpus], report: Callable[[int, int], None], **traits: Any
    ) -> None:
        """Create a view with these traits; ``_start`` begins the work.

        Args:
            corpora: one or more corpora over the same segments.
            report: called, in a scoring thread, with ranges of newly scored segments.
            traits: traits of the widget.
        """
        guarded_report = self.guarded(report)
        self._scoring: Final = [BackgroundScoring(corpus, guarded_report) for corpus in corpora]
        super().__init__(**traits)

    @classmethod
    def _divide(cls, options: Mapping[str, Any]) -> tuple[Meteor, dict[str, Any]]:
        """Return the scorer, and the options that are traits of the view."""
        own = [name for name in cls.own_traits() if not getattr(cls, name).read_only]
        others = {name: value for name, value in options.items() if name not in own}
        meteor = scorer(others, view=cls.__name__, traits=own)
        return meteor, {name: options[name] for name in options if name in own}

    def _start(self) -> None:
        self.resume()
        self._wait(_AT_ONCE)

    def _wait(self, seconds: float | None = None) -> None:
        """Wait until the work has ended; with a number of seconds, that long at most."""
        for scoring in self._scoring:
            scoring.wait(None if seconds is None else seconds / len(self._scoring))

    @property
    def done(self) -> int:
        """Number of segments, from the first on, that are scored."""
        return min(scoring.corpus.done for scoring in self._scoring)

    def wait(self) -> None:
        """Wait until all is scored, or scoring was cancelled. Ctrl-C ends the waiting."""
        self._wait()
        for error in self._errors():
            raise error

    def cancel(self) -> None:
        """Stop scoring. Scores are kept, and ``resume`` continues."""
        for scoring in self._scoring:
            scoring.cancel()

    def resume(self) -> None:
        """Continue scoring after ``cancel``."""
        for scoring in self._scoring:
            scoring.start()

    def close(self) -> None:
        """Stop scoring and take the widget off the screen."""
        if hasattr(self, "_scoring") and self.comm is not None:  # none if refused
            self.cancel()
        super().close()

    @property
    def filtered(self) -> NDArray[np.intp]:
        """Indices, from 0, of the segments that the table shows, in its order."""
        self.wait()
        return self._shown()

    def to_tsv(self, path: str | Path | None = None) -> str:
        """Return the results as tab-separated text, once all is scored.

        Args:
            path: path of a file to write them to.
        """
        return self._saved("tsv", path)

    def to_json(self, path: str | Path | None = None) -> str:
        """Return the results as JSON, once all is scored.

        Args:
            path: path of a file to write them to.
        """
        return self._saved("json", path)

    def static(self) -> StaticPreview:
        """Return the view as a static picture, once the work has ended; see ``View.static``."""
        self.wait()
        return self.static_preview()

    def static_preview(self) -> StaticPreview:
        """Return the results so far as a static picture; they name what is missing."""
        raise NotImplementedError

    def page_content(self) -> PageContent:
        """Return the content of a page, once all is scored."""
        self.wait()
        return super().page_content()

    def progress(self) -> dict[str, Any]:
        """Return the progress of the work, for front ends."""
        errors = self._errors()
        return {
            "done": self.done,
            "running": any(scoring.running for scoring in self._scoring),
            "preparing": max(scoring.preparing for scoring in self._scoring),
            "error": self.in_words(errors[0]) if errors else None,
        }

    def _errors(self) -> list[BaseException]:
        """Return the errors that ended work early."""
        return [scoring.error for scoring in self._scoring if scoring.error is not None]

    @traitlets.default("about")  # a front end may draw what the first message has, and no more
    def _about_at_first(self) -> dict[str, Any]:
        return self._about()

    def _about(self) -> dict[str, Any]:
        """Return the value of ``about``."""
        raise NotImplementedError

    def _shown(self) -> NDArray[np.intp]:
        """Return ``filtered`` for the segments that are scored so far."""
        raise NotImplementedError

    def _json(self) -> str:
        """Return the results so far as JSON."""
        raise NotImplementedError

    def _segments_tsv(self, segments: Iterable[int] | None = None) -> str:
        """Return a row for each segment: of these indices, or of all that are scored so far."""
        raise NotImplementedError

    def _tsv(self) -> str:
        """Return the results so far as a table."""
        return self._segments_tsv()

    def _export(self, form: str) -> str:
        """Return an export by its name."""
        made: dict[str, Callable[[], str]] = {
            "json": self._json,
            "tsv": self._tsv,
            "segments": self._segments_tsv,
            "shown": lambda: self._segments_tsv(self._shown().tolist()),
        }
        return made[form]()

    def _saved(self, form: str, path: str | Path | None) -> str:
        """Return an export, once all is scored, and write it to a file if there is a path."""
        self.wait()
        text = self._export(form)
        if path is not None:
            write_file(path, text.encode("utf-8", "replace"), follow=True)
        return text

    @traitlets.validate("selected")
    def _check_selected(self, proposal: Any) -> int | None:
        selected: int | None = proposal["value"]
        if selected is not None:
            require_index("segment", selected, len(self._scoring[0].corpus))
        return selected

    def _answer_export(self, format: str) -> Answer:  # noqa: A002  # as the command line has it
        return Answer(buffers=[self._export(format).encode("utf-8", "replace")])

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
