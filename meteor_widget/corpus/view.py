"""A corpus in a notebook: its score, its segments, and why each scores as it does."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.errors import unknown_name
from meteor_core.score.results import (
    CorpusResult,
    SegmentResult,
    SegmentScore,
    matches_in_words,
    measures_in_words,
)
from meteor_core.score.wording import proof_of_corpus

from ..inputs import corpus_texts
from ..list_of_strings import ListOfStrings
from ..pages.page import PageContent
from ..pages.still_picture import StillPicture
from ..scorers import scorer
from ..scoring.messages import (
    LONGEST_CELL,
    columns_block,
    compressed_blocks,
    json_bytes,
    picture,
    row_texts,
)
from ..scoring.one_corpus_view import OneCorpusView
from ..scoring.scored_corpus import ScoredCorpus
from ..view import Answer
from .export import corpus_document, corpus_tsv, summary
from .rows import COLUMNS, SHOWN_COLUMNS, checked_columns, checked_filters, shown_segments
from .still import corpus_html

_TEXTS_A_BLOCK: Final = 500
_PICTURES_A_BLOCK: Final = 50

_PICTURES_OF_A_PAGE: Final = 2_000
"""Alignments that a page carries; each is some kilobytes."""


class CorpusView(OneCorpusView[ScoredCorpus], kind="corpus"):
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

    find = traitlets.Unicode().tag(sync=True)
    """What hypothesis or chosen reference have to contain, in any case."""

    measure = traitlets.Unicode("score").tag(sync=True)
    """The column that is plotted; one of ``COLUMNS``."""

    columns = ListOfStrings(SHOWN_COLUMNS).tag(sync=True)
    """What the table shows of each segment: some of ``TABLE_COLUMNS``."""

    wrap_texts = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether texts go on over several lines in the table."""

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
            MissingFilesError: the variant is METEOR 1.5, and its files are not there.
            ParameterError: a name is unknown or a number out of range.
        """
        traits = {name: options.pop(name) for name in _OWN_TRAITS if name in options}
        texts, streams = corpus_texts(given, hypotheses, references)
        meteor = scorer(options, view="CorpusView", traits=_OWN_TRAITS)
        if len(streams) > 1:
            traits.setdefault("columns", [*SHOWN_COLUMNS, "reference"])
        super().__init__(ScoredCorpus(meteor, texts, streams), **traits)
        self.set_trait("about", _about(self.corpus))
        self._start()

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
    def filtered_result(self) -> CorpusResult:
        """The corpus score of the segments that the table shows."""
        return self.corpus.total(self.filtered)

    def to_tsv(self, path: str | Path | None = None) -> str:
        """All segments as ``meteorscope score --segments --format tsv`` prints them.

        Args:
            path: of a file to write it to.
        """
        return self._saved("tsv", path)

    def to_json(self, path: str | Path | None = None) -> str:
        """All segments as ``meteorscope score --segments --format json`` prints them.

        Args:
            path: of a file to write it to.
        """
        return self._saved("json", path)

    def text_picture(self) -> str:
        """The corpus score in words, of what is scored."""
        corpus = self.corpus.total()
        unfinished = "" if self.done == len(self.corpus) else f" of {len(self.corpus):,}"
        return (
            f"{measures_in_words(corpus)}\n"
            f"{self.done:,}{unfinished} {'segment' if len(self.corpus) == 1 else 'segments'}, "
            f"{matches_in_words(corpus)}, {proof_of_corpus(corpus)}\n"
            f"{corpus.signature}"
        )

    def static(self) -> StillPicture:
        """The corpus score, a histogram and the lowest scores, of what is scored."""
        text = self.text_picture()
        return StillPicture(text=text, html=corpus_html(self.corpus, text))

    def page_content(self) -> PageContent:
        """All numbers and texts; alignments of as many of the segments shown as a page carries."""
        self.wait()
        layout, columns = columns_block(self.corpus, 0, self.done)
        pictured = self._carried(_PICTURES_OF_A_PAGE)
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

    @traitlets.validate("sort_by", "measure")
    def _check_column(self, proposal: Any) -> str:
        name: str = proposal["value"]
        if name not in COLUMNS:
            raise unknown_name("column", name, COLUMNS)
        return name

    @traitlets.validate("columns")
    def _check_columns(self, proposal: Any) -> list[str]:
        return checked_columns(proposal["value"])

    @traitlets.validate("filters")
    def _check_filters(self, proposal: Any) -> dict[str, list[float | None]]:
        return checked_filters(proposal["value"])

    def _shown(self) -> NDArray[np.intp]:
        return shown_segments(
            self.corpus,
            filters=self.filters,
            find=self.find,
            sort_by=self.sort_by,
            descending=self.descending,
        )

    def _columns(self, start: int, end: int) -> tuple[dict[str, Any], list[bytes]]:
        layout, buffers = columns_block(self.corpus, start, end)
        return {"layout": layout}, buffers

    def _answer_texts(self, segments: Sequence[int]) -> Answer:
        return Answer(buffers=[json_bytes(row_texts(self.corpus, segments, LONGEST_CELL))])

    def _tsv(self) -> str:
        return corpus_tsv(self.corpus)

    def _shown_tsv(self) -> str:
        return corpus_tsv(self.corpus, self._shown().tolist())

    def _json(self) -> str:
        return corpus_document(self.corpus)

    exports = {"tsv": _tsv, "json": _json, "shown": _shown_tsv}  # noqa: RUF012  # typed in the base class

    requests = {**OneCorpusView.requests, "texts": _answer_texts}  # noqa: RUF012  # typed in the base class


_OWN_TRAITS: Final = (
    *("selected", "sort_by", "descending", "filters", "find", "measure"),
    *("columns", "wrap_texts"),
)


def _about(corpus: ScoredCorpus) -> Mapping[str, Any]:
    parameters = corpus.meteor.configuration.parameters
    return {
        "size": len(corpus),
        "references": len(corpus.references),
        "stages": list(corpus.stages),
        "signature": str(corpus.meteor.signature(len(corpus.references))),
        "parameters": {
            "alpha": parameters.alpha,
            "beta": parameters.beta,
            "gamma": parameters.gamma,
            "delta": parameters.delta,
            "weights": list(parameters.weights),
            "waive_perfect": parameters.waive_perfect,
        },
    }
