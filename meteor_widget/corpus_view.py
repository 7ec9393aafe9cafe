"""A corpus in a notebook: its score, its segments, and why each scores as it does."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core import Meteor
from meteor_core.errors import ParameterError, unknown_name
from meteor_core.results import CorpusResult, SegmentResult, SegmentScore
from meteor_core.wording import counted, percentage

from .background_scoring import BackgroundScoring
from .corpus_export import corpus_document, corpus_tsv, summary
from .corpus_messages import (
    LONGEST_CELL,
    columns_block,
    compressed_blocks,
    json_bytes,
    picture,
    row_texts,
)
from .corpus_rows import COLUMNS, checked_filters, found_segments, shown_segments
from .inputs import corpus_texts
from .page import PageContent
from .scored_corpus import ScoredCorpus
from .view import Answer, View

_AT_ONCE: Final = 0.5
"""Seconds that a small corpus is given to be scored before the cell returns."""

_ROWS_A_MESSAGE: Final = 20_000
_TEXTS_A_BLOCK: Final = 500
_PICTURES_A_BLOCK: Final = 50

_PICTURES_OF_A_PAGE: Final = 2_000
"""Alignments that a page carries; each is some kilobytes."""


class CorpusView(View, kind="corpus"):
    """The segments of a corpus: a table with plots that filter it, and the chosen alignment.

    Scoring goes on in the background; what asks for numbers of the whole corpus waits for it.

    >>> from meteor_widget import CorpusView
    >>> view = CorpusView(["a b c", "d"], [["a b c", "e"]])
    >>> round(view.result.score, 4)
    0.75
    """

    selected = traitlets.CInt(0, allow_none=True).tag(sync=True)
    """Index, from 0, of the segment whose alignment is shown; on the screen it is one more."""

    sort_by = traitlets.Unicode("segment").tag(sync=True)
    """One of ``COLUMNS``."""

    descending = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the greatest comes first."""

    filters = traitlets.Dict().tag(sync=True)
    """Bounds by column, both included: ``{"score": [0, 0.3], "chunks": [4, None]}``."""

    search = traitlets.Unicode().tag(sync=True)
    """What hypothesis or chosen reference have to contain, in any case."""

    measure = traitlets.Unicode("score").tag(sync=True)
    """The column that is plotted; one of ``COLUMNS``."""

    about = traitlets.Dict(read_only=True).tag(sync=True)
    """What does not change: size, signature, stages, parameters."""

    title = "METEOR of a corpus"

    def __init__(
        self,
        given: object = None,
        /,
        references: object = None,
        *,
        hypotheses: object = None,
        **options: Any,
    ) -> None:
        """Begin to score.

        Args:
            given: the hypotheses: a list or other iterable of strings, a ``pathlib.Path`` to a
                file with one segment a line, a pandas, polars or pyarrow column; or a table.
            references: one such stream for each set of references, as in sacrebleu. A flat list
                of strings is one set. Of a table, the names of columns.
            hypotheses: the name of a column, where a table is given.
            options: of ``Meteor`` (``variant``, ``language``, ...), and the traits above.

        Raises:
            InputError: there is no segment, or streams are not of equal length.
            InputTypeError: an argument is of the wrong kind.
            ParameterError: a name is unknown or a number out of range.
        """
        traits = {name: options.pop(name) for name in _OWN_TRAITS if name in options}
        texts, streams = corpus_texts(given, hypotheses, references)
        self.corpus: Final = ScoredCorpus(Meteor(**options), texts, streams)
        super().__init__(**traits)
        self.set_trait("about", _about(self.corpus))
        self._scoring: Final = BackgroundScoring(self.corpus, self._send_columns)
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
        if hasattr(self, "_scoring"):
            self.cancel()
        super().close()

    @property
    def result(self) -> CorpusResult:
        """The corpus score, once all is scored; after ``cancel``, of what is."""
        self.wait()
        return self.corpus.total()

    @property
    def segments(self) -> list[SegmentScore]:
        """The segments' scores, once all are scored."""
        self.wait()
        return [self.corpus.segment_score(segment) for segment in range(self.done)]

    @property
    def selected_result(self) -> SegmentResult | None:
        """The selected segment with its alignment."""
        return None if self.selected is None else self.corpus.result(self.selected)

    @property
    def filtered(self) -> NDArray[np.intp]:
        """Indices, from 0, of the segments that the table shows, in its order."""
        self.wait()
        return shown_segments(
            self.corpus,
            filters=self.filters,
            search=self.search,
            sort_by=self.sort_by,
            descending=self.descending,
        )

    @property
    def filtered_result(self) -> CorpusResult:
        """The corpus score of the segments that the table shows."""
        return self.corpus.total(self.filtered)

    def to_tsv(self, path: str | Path | None = None) -> str:
        """All segments as ``meteorscope score --segments --format tsv`` prints them.

        Args:
            path: of a file to write it to.
        """
        self.wait()
        return _written(corpus_tsv(self.corpus), path)

    def to_json(self, path: str | Path | None = None) -> str:
        """All segments as ``meteorscope score --segments --format json`` prints them.

        Args:
            path: of a file to write it to.
        """
        self.wait()
        return _written(corpus_document(self.corpus), path)

    def text_picture(self) -> str:
        """The corpus score in words, of what is scored."""
        corpus = self.corpus.total()
        unfinished = "" if self.done == len(self.corpus) else f" of {len(self.corpus):,}"
        return (
            f"METEOR {corpus.score:.4f}   P {corpus.precision:.4f}   R {corpus.recall:.4f}   "
            f"F-mean {corpus.f_mean:.4f}   penalty {corpus.penalty:.4f}\n"
            f"{self.done:,}{unfinished} {'segment' if len(self.corpus) == 1 else 'segments'}, "
            f"{counted(corpus.matches, 'match', 'matches')} in "
            f"{counted(corpus.chunks, 'chunk', 'chunks')}, "
            f"{percentage(corpus.optimal)} proved optimal\n"
            f"{corpus.signature}"
        )

    def page_content(self) -> PageContent:
        """All numbers and texts; alignments of as many of the segments shown as a page carries."""
        self.wait()
        layout, columns = columns_block(self.corpus, 0, self.done)
        pictured = self._pictured()
        texts = compressed_blocks(row_texts(self.corpus, range(self.done), None), _TEXTS_A_BLOCK)
        pictures = compressed_blocks(
            [picture(self.corpus, segment) for segment in pictured], _PICTURES_A_BLOCK
        )
        return PageContent(
            kind=self.kind,
            state=self.page_state(),
            data={
                "layout": layout,
                "done": self.done,
                "summary": summary(self.corpus),
                "text_blocks": len(texts),
                "longest_cell": LONGEST_CELL,
                "texts_a_block": _TEXTS_A_BLOCK,
                "pictures_a_block": _PICTURES_A_BLOCK,
                "pictured": None if len(pictured) == self.done else pictured,
            },
            buffers=[*columns, *texts, *pictures],
        )

    def _pictured(self) -> list[int]:
        if self.done <= _PICTURES_OF_A_PAGE:
            return list(range(self.done))
        shown: list[int] = self.filtered[:_PICTURES_OF_A_PAGE].tolist()
        if self.selected is not None and self.selected not in shown:
            shown.append(self.selected)
        return shown

    @traitlets.validate("selected")
    def _check_selected(self, proposal: Any) -> int | None:
        selected: int | None = proposal["value"]
        if selected is not None and not 0 <= selected < len(self.corpus):
            raise ParameterError(
                f"there is no segment with index {selected}; indices go from 0 to "
                f"{len(self.corpus) - 1}"
            )
        return selected

    @traitlets.validate("sort_by", "measure")
    def _check_column(self, proposal: Any) -> str:
        name: str = proposal["value"]
        if name not in COLUMNS:
            raise unknown_name("column", name, COLUMNS)
        return name

    @traitlets.validate("filters")
    def _check_filters(self, proposal: Any) -> dict[str, list[float | None]]:
        return checked_filters(proposal["value"])

    def _send_columns(self, start: int, end: int) -> None:
        """Tell every front end of segments that were scored; called in the scoring thread."""
        for first in range(start, max(end, start + 1), _ROWS_A_MESSAGE):
            result, buffers = self._block(first, min(first + _ROWS_A_MESSAGE, end))
            self.send({"type": "columns", **result}, buffers)

    def _block(self, start: int, end: int) -> tuple[dict[str, Any], list[bytes]]:
        layout, buffers = columns_block(self.corpus, start, end)
        error = self._scoring.error
        return {
            "start": start,
            "end": end,
            "layout": layout,
            "done": self.done,
            "running": self._scoring.running,
            "error": None if error is None else f"{type(error).__name__}: {error}",
        }, buffers

    def _answer_columns(self, start: int) -> Answer:
        return Answer(*self._block(start, min(start + _ROWS_A_MESSAGE, self.done)))

    def _answer_texts(self, segments: Sequence[int]) -> Answer:
        return Answer(buffers=[json_bytes(row_texts(self.corpus, segments, LONGEST_CELL))])

    def _answer_picture(self, segment: int) -> Answer:
        return Answer(buffers=[json_bytes(picture(self.corpus, segment))])

    def _answer_search(self, text: str) -> Answer:
        found = found_segments(self.corpus, text)
        return Answer(buffers=[found.astype("<u4").tobytes()])

    def _answer_export(self, format: str) -> Answer:  # noqa: A002  # as the command line has it
        write = {"tsv": corpus_tsv, "json": corpus_document}[format]
        return Answer(buffers=[write(self.corpus).encode()])

    def _answer_cancel(self) -> Answer:
        self.cancel()
        return Answer()

    def _answer_resume(self) -> Answer:
        self.resume()
        return Answer()

    requests = {  # noqa: RUF012  # typed in the base class
        "columns": _answer_columns,
        "texts": _answer_texts,
        "picture": _answer_picture,
        "search": _answer_search,
        "export": _answer_export,
        "cancel": _answer_cancel,
        "resume": _answer_resume,
    }


_OWN_TRAITS: Final = ("selected", "sort_by", "descending", "filters", "search", "measure")


def _about(corpus: ScoredCorpus) -> Mapping[str, Any]:
    parameters = corpus.meteor.configuration.parameters
    return {
        "size": len(corpus),
        "references": len(corpus.references),
        "stages": list(corpus.stages),
        "signature": corpus.meteor.signature(len(corpus.references)),
        "parameters": {
            "alpha": parameters.alpha,
            "beta": parameters.beta,
            "gamma": parameters.gamma,
            "delta": parameters.delta,
            "weights": list(parameters.weights),
            "waive_perfect": parameters.waive_perfect,
        },
    }


def _written(text: str, path: str | Path | None) -> str:
    if path is not None:
        Path(path).write_text(text, encoding="utf-8")
    return text
