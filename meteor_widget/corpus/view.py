"""A corpus in a notebook: its score, its segments, and why each scores as it does."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self, Unpack

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.options import MeteorArguments
from meteor_core.score.results import (
    CorpusResult,
    SegmentResult,
    SegmentScore,
    matches_in_words,
    measures_in_words,
)
from meteor_core.score.wording import proof_of_corpus, shortfall_in_words

from ..inputs.texts import corpus_texts
from ..inputs.unit_files import FileName, compared_texts
from ..list_of_strings import ListOfStrings
from ..one_of import OneOf
from ..pages.packed import json_bytes
from ..pages.still_picture import StillPicture
from ..scoring.messages import (
    LONGEST_CELL,
    blocks_of_a_page,
    columns_block,
    picture,
    row_texts,
)
from ..scoring.one_corpus_view import OneCorpusView
from ..scoring.scored_corpus import ScoredCorpus
from ..scoring.table import Bounds, Filters
from ..view import Answer
from .export import corpus_document, corpus_tsv, summary
from .rows import COLUMNS, SHOWN_COLUMNS, checked_columns, shown_segments
from .still import corpus_html

_PICTURES_A_BLOCK: Final = 50

_PICTURES_OF_A_PAGE: Final = 2_000
"""Most alignments that a page holds; each takes some kilobytes."""


class CorpusOptions(MeteorArguments, total=False):
    """Options of the scorer, and traits that ``CorpusView`` accepts."""

    selected: int | None
    sort_by: str
    descending: bool
    filters: Mapping[str, Bounds]
    find: str
    measure: str
    columns: Sequence[str]
    wrap_texts: bool


class CorpusView(OneCorpusView[ScoredCorpus], kind="corpus"):
    """The segments of a corpus: a table, plots that filter it, and the selected alignment.

    Scoring runs in the background; methods that need the whole corpus wait for it. ``to_tsv``
    and ``to_json`` return what ``meteorscope score --segments`` prints.

    >>> from meteor_widget import CorpusView
    >>> view = CorpusView(["a b c", "d"], [["a b c", "e"]])
    >>> round(view.result.score, 4)
    0.75
    """

    selected = traitlets.CInt(0, allow_none=True).tag(sync=True)

    sort_by = OneOf(COLUMNS, called="column").tag(sync=True)
    """The column that the table is sorted by."""

    descending = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the greatest comes first."""

    filters = Filters(COLUMNS).tag(sync=True)
    """Bounds by column, both included: ``{"score": [0, 0.3], "chunks": [4, None]}``."""

    find = traitlets.Unicode().tag(sync=True)
    """Text that the hypothesis or the chosen reference must contain; letter case is ignored."""

    measure = OneOf(COLUMNS, "score", called="column").tag(sync=True)
    """The column that is plotted."""

    columns = ListOfStrings(SHOWN_COLUMNS).tag(sync=True)
    """Columns that the table shows: some of ``TABLE_COLUMNS``."""

    wrap_texts = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the table wraps texts over several lines."""

    title = "METEOR of a corpus"
    pictured = ("sort_by",)

    def __init__(
        self,
        given: object = None,
        /,
        references: object = None,
        *,
        hypotheses: object = None,
        **options: Unpack[CorpusOptions],
    ) -> None:
        """Create a view and start to score.

        Args:
            given: the hypotheses: a list or other iterable of strings, a ``pathlib.Path`` to a
                file with one segment a line, a pandas, polars or pyarrow column; or a table.
            references: one such stream for each set of references, as in sacrebleu. A flat list
                of strings is one set. Of a table, the names of columns.
            hypotheses: the name of a column, where a table is given.
            options: see ``CorpusOptions``.

        Raises:
            InputError: there is no segment, or streams are not of equal length.
            InputTypeError: an argument is of the wrong kind.
            MissingFilesError: the variant is METEOR 1.5, and its files are missing.
            ParameterError: a name is unknown or a number out of range.
        """
        texts, streams = corpus_texts(given, hypotheses, references)
        meteor, traits = self._divide(options)
        if len(streams) > 1:
            traits.setdefault("columns", [*SHOWN_COLUMNS, "reference"])
        super().__init__(ScoredCorpus(meteor, texts, streams), **traits)
        self._start()

    @classmethod
    def from_file(
        cls,
        name: FileName,
        *,
        hypothesis: str | None = None,
        references: str | Sequence[str] = (),
        before: str | None = None,
        **options: Unpack[CorpusOptions],
    ) -> Self:
        """Create a view of a bilingual file or a test set: XLIFF, TMX, PO, WMT's XML, ...

        Units that lack a text are left out, with a warning that counts them. ``unit_ids`` has the
        ids of the segments.

        Args:
            name: of the file.
            hypothesis: the field that is scored; by default the machine translation, or the only
                system.
            references: the fields that it is scored against; by default the final translation, or
                all references that are complete.
            before: the revision in git with the text before editing. See ``meteor_core.read``.
            options: see ``CorpusOptions``; the language is by default the file's.

        Raises:
            MeteorError: the file cannot be read, or leaves open what is to be compared.
        """
        sides, found = compared_texts(
            name, hypothesis=hypothesis, references=references, before=before
        )
        streams = [found.texts[field] for field in sides.references]
        if found.language is not None:
            options.setdefault("language", found.language)
        view = cls(found.texts[sides.hypothesis], streams, **options)
        view.unit_ids = found.unit_ids
        return view

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

    def text_picture(self) -> str:
        """Return the corpus score of the scored part in words."""
        corpus = self.corpus.total()
        unfinished = "" if self.done == len(self.corpus) else f" of {len(self.corpus):,}"
        return (
            f"{measures_in_words(corpus)}\n"
            f"{self.done:,}{unfinished} {'segment' if len(self.corpus) == 1 else 'segments'}, "
            f"{matches_in_words(corpus)}{shortfall_in_words(corpus)}, {proof_of_corpus(corpus)}\n"
            f"{corpus.signature}"
        )

    def static(self) -> StillPicture:
        """Return the corpus score, a histogram and the worst segments of the scored part."""
        text = self.text_picture()
        return StillPicture(
            text=text, html=corpus_html(self.corpus, text, by_shortfall=self.sort_by == "shortfall")
        )

    def page_data(self) -> tuple[dict[str, Any], Sequence[bytes]]:
        """Return all numbers and texts, and as many shown segments' alignments as a page holds."""
        layout, columns = columns_block(self.corpus, 0, self.done)
        pictured = self._carried(_PICTURES_OF_A_PAGE)
        blocks, buffers = blocks_of_a_page(
            row_texts(self.corpus, range(self.done), None),
            [picture(self.corpus, segment) for segment in pictured],
            pictures_a_block=_PICTURES_A_BLOCK,
        )
        data = {
            "layout": layout,
            "done": self.done,
            "summary": summary(self.corpus),
            "longest_cell": LONGEST_CELL,
            "pictured": None if len(pictured) == self.done else pictured,
            **blocks,
        }
        return data, [*columns, *buffers]

    @traitlets.validate("columns")
    def _check_columns(self, proposal: Any) -> list[str]:
        return checked_columns(proposal["value"])

    def _about(self) -> dict[str, Any]:
        parameters = self.corpus.meteor.configuration.parameters
        return {
            "size": len(self.corpus),
            "references": len(self.corpus.references),
            "stages": list(self.corpus.stages),
            "signature": str(self.corpus.meteor.signature(len(self.corpus.references))),
            "parameters": {
                "alpha": parameters.alpha,
                "beta": parameters.beta,
                "gamma": parameters.gamma,
                "delta": parameters.delta,
                "weights": list(parameters.weights),
                "waive_perfect": parameters.waive_perfect,
            },
        }

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

    def _segments_tsv(self, segments: Iterable[int] | None = None) -> str:
        return corpus_tsv(self.corpus, segments, unit_ids=self.unit_ids)

    def _json(self) -> str:
        return corpus_document(self.corpus, unit_ids=self.unit_ids)

    requests = {**OneCorpusView.requests, "texts": _answer_texts}  # noqa: RUF012  # typed in the base class
