"""What views of segments have in common that are scored in the background."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core import Meteor

from ..inputs.checks import require_index
from ..pages.page import PageContent
from ..scorers import scorer
from ..view import Answer, View
from .background_scoring import BackgroundScoring
from .scored_corpus import ScoredCorpus

_AT_ONCE: Final = 0.5
"""Seconds that small corpora are given to be scored before the cell returns."""


class ScoringView(View):
    """A view of segments whose numbers come in by and by."""

    selected = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Index, from 0, of the segment that is shown in full; on the screen it is one more."""

    about = traitlets.Dict(read_only=True).tag(sync=True)
    """What does not change: how many segments there are, of what, and how they are scored."""

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
        self.set_trait("about", self._about())

    @classmethod
    def _divide(cls, options: Mapping[str, Any]) -> tuple[Meteor, dict[str, Any]]:
        """The scorer that options ask for, and those options that are traits of the view."""
        own = [name for name in cls.own_traits() if not getattr(cls, name).read_only]
        others = {name: value for name, value in options.items() if name not in own}
        meteor = scorer(others, view=cls.__name__, traits=own)
        return meteor, {name: options[name] for name in options if name in own}

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

    @property
    def filtered(self) -> NDArray[np.intp]:
        """Indices, from 0, of the segments that the table shows, in its order."""
        self.wait()
        return self._shown()

    def to_tsv(self, path: str | Path | None = None) -> str:
        """What the view knows as tab-separated text, once it knows all.

        Args:
            path: of a file to write it to.
        """
        return self._saved("tsv", path)

    def to_json(self, path: str | Path | None = None) -> str:
        """What the view knows as JSON, once it knows all.

        Args:
            path: of a file to write it to.
        """
        return self._saved("json", path)

    def page_content(self) -> PageContent:
        """What a page shows, once all is known."""
        self.wait()
        return super().page_content()

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

    def _about(self) -> dict[str, Any]:
        """What ``about`` is."""
        raise NotImplementedError

    def _shown(self) -> NDArray[np.intp]:
        """What ``filtered`` is, of the segments that are scored by now."""
        raise NotImplementedError

    def _json(self) -> str:
        """What is known by now as JSON."""
        raise NotImplementedError

    def _segments_tsv(self, segments: Iterable[int] | None = None) -> str:
        """One row a segment: of these by index, or of all that are scored by now."""
        raise NotImplementedError

    def _tsv(self) -> str:
        """What is known by now as a table."""
        return self._segments_tsv()

    def _export(self, form: str) -> str:
        """What can be saved, by its name."""
        made: dict[str, Callable[[], str]] = {
            "json": self._json,
            "tsv": self._tsv,
            "segments": self._segments_tsv,
            "shown": lambda: self._segments_tsv(self._shown().tolist()),
        }
        return made[form]()

    def _saved(self, form: str, path: str | Path | None) -> str:
        """What can be saved, once all is known, and as a file if there is a path."""
        self.wait()
        text = self._export(form)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8", errors="replace")
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
