"""A corpus in a notebook: its score, its segments, and why each scores as it does."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Final, Literal, Self, TypeAlias, Unpack, get_args

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.agreement.correlations import Correlations, correlations
from meteor_core.agreement.wording import correlations_in_words
from meteor_core.batch.batch import MEASURES
from meteor_core.errors import unknown_name
from meteor_core.options import MeteorArguments
from meteor_core.score.results import (
    CorpusResult,
    SegmentResult,
    SegmentScore,
    matches_in_words,
    measures_in_words,
)
from meteor_core.score.wording import proof_of_corpus, shortfall_in_words
from meteor_core.text.numbers import counted

from ..inputs.beside import ONLY_SYSTEM, beside
from ..inputs.texts import corpus_texts
from ..inputs.unit_files import FileName, compared_texts
from ..pages.static_preview import StaticPreview
from ..portable_json import compressed_blocks, json_bytes
from ..scoring.messages import (
    MAX_CELL_CHARS,
    blocks_of_a_page,
    columns_block,
    picture,
    row_texts,
)
from ..scoring.one_corpus_view import OneCorpusView
from ..scoring.scored_corpus import ScoredCorpus
from ..scoring.searched_view import SearchedView
from ..scoring.table import Bounds, Filters, shown_rows
from ..static_picture.palette import Theme
from ..static_picture.point_plot import Measured, PointPlot, bars_document, points_document
from ..traits import ListOfStrings, OneOf
from ..view import Answer
from .export import corpus_document, corpus_tsv, further_cells, summary
from .preview import corpus_html
from .rows import COLUMNS, SHOWN_COLUMNS, checked_columns, column

_PICTURES_PER_BLOCK: Final = 50

_CELLS_PER_BLOCK: Final = 20_000

_PICTURES_OF_A_PAGE: Final = 2_000
"""Most alignments that a page holds; each takes some kilobytes."""


Figure: TypeAlias = Literal["scatter", "histogram"]


class CorpusOptions(MeteorArguments, total=False):
    """Options of the scorer, and traits that ``CorpusView`` accepts."""

    selected: int | None
    sort_by: str
    descending: bool
    filters: Mapping[str, Bounds]
    find: str
    regular: bool
    where: Mapping[str, str]
    measure: str
    across: str
    columns: Sequence[str]
    wrap_texts: bool


class CorpusView(SearchedView, OneCorpusView[ScoredCorpus], kind="corpus"):
    """The segments of a corpus: a table, plots that filter it, and the selected alignment.

    Scoring runs in the background; methods that need the whole corpus wait for it. ``to_tsv``
    and ``to_json`` return what ``meteorscope score --segments`` prints.

    >>> from meteor_widget import CorpusView
    >>> view = CorpusView(["a b c", "d"], [["a b c", "e"]])
    >>> round(view.result.score, 4)
    0.75
    """

    selected = traitlets.CInt(0, allow_none=True).tag(sync=True)

    sort_by = OneOf(COLUMNS, called="column", further="further_columns").tag(sync=True)
    """The column that the table is sorted by."""

    descending = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the greatest comes first."""

    filters = Filters(COLUMNS).tag(sync=True)
    """Bounds by column, both included: ``{"score": [0, 0.3], "chunks": [4, None]}``."""

    measure = OneOf(COLUMNS, "score", called="column", further="further_columns").tag(sync=True)
    """The column that is plotted."""

    across = OneOf(COLUMNS, "reference_length", called="column", further="further_columns").tag(
        sync=True
    )
    """The column that it is plotted by; by default the first of the scores, if there are any."""

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
        scores: object = None,
        metadata: object = None,
        errors: object = None,
        ids: object = None,
        **options: Unpack[CorpusOptions],
    ) -> None:
        """Create a view and start to score.

        Args:
            given: the hypotheses: a list or other iterable of strings, a ``pathlib.Path`` to a
                file with one segment a line, a pandas, polars or pyarrow column; or a table.
            references: one such stream for each set of references, as in sacrebleu. A flat list
                of strings is one set. Of a table, the names of columns.
            hypotheses: the name of a column, where a table is given.
            scores: people's ratings, or scores of other metrics, by name: a number for each
                segment, None or NaN if missing. Of a table, names of columns.
            metadata: texts to filter by, such as documents and domains, by name: one for each
                segment. Of a table, names of columns.
            errors: what people marked in each hypothesis: a list of ``(start, end, severity,
                category)``, or of mappings with these names; places are code points from 0,
                half-open. Of a table, the name of a column.
            ids: what the segments are called. Of a table, the name of a column.
            options: see ``CorpusOptions``.

        Raises:
            InputError: there is no segment, or streams are not of equal length.
            InputTypeError: an argument is of the wrong kind.
            MissingFilesError: the variant is METEOR 1.5, and its files are missing.
            ParameterError: a name is unknown or a number out of range.
        """
        texts, streams = corpus_texts(given, hypotheses, references)
        self.beside = beside(
            {ONLY_SYSTEM: texts},
            scores=scores,
            metadata=metadata,
            errors=errors,
            ids=ids,
            table=given if hypotheses is not None else None,
            taken=[*COLUMNS, "id", "hypothesis_text", "reference_text"],
        )
        meteor, traits = self._divide(options)
        further = [
            *(["id"] if self.beside.ids is not None else []),
            *self.further_columns,
            *(["reference"] if len(streams) > 1 else []),
        ]
        traits.setdefault("columns", [*SHOWN_COLUMNS, *further])
        traits.setdefault("across", next(iter(self.beside.scores), "reference_length"))
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
            MeteorError: the file cannot be read, or does not say what to compare.
        """
        sides, found = compared_texts(
            name, hypothesis=hypothesis, references=references, before=before
        )
        streams = [found.texts[field] for field in sides.references]
        if found.language is not None:
            options.setdefault("language", found.language)
        return cls(found.texts[sides.hypothesis], streams, ids=found.unit_ids, **options)

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

    def correlations(
        self, segments: Sequence[int] | NDArray[np.intp] | None = None
    ) -> dict[str, Correlations]:
        """Return how well METEOR agrees with each of the scores that came with the texts.

        Scores of which the lower are the better are turned, so that agreement is positive.

        Args:
            segments: indices from 0, such as ``filtered``; by default all.
        """
        self.wait()
        return self._correlations(segments)

    def _correlations(
        self, segments: Sequence[int] | NDArray[np.intp] | None = None
    ) -> dict[str, Correlations]:
        which = slice(None) if segments is None else np.asarray(segments, np.intp)
        scores = self.corpus.measures[: self.done, MEASURES.index("score")]
        return {
            name: correlations(
                scores[which], each.sign * np.array(each.values[ONLY_SYSTEM][: len(scores)])[which]
            )
            for name, each in self.beside.scores.items()
        }

    def to_svg(self, figure: Figure = "scatter", *, theme: Theme = "auto") -> str:
        """Return a plot of the segments that the table shows, for a paper, as an SVG document.

        Args:
            figure: ``scatter``, the column ``measure`` by the column ``across``; ``histogram``, how
                ``measure`` is distributed.
            theme: "light", "dark", or "auto", which follows the preference of the reader's browser.

        Raises:
            InputError: no segment has such a number.
            ParameterError: there is no such figure or theme.
        """
        if figure not in get_args(Figure):
            raise unknown_name("figure", figure, get_args(Figure))
        shown = self.filtered
        x, y = self._plotted(self.across, shown), self._plotted(self.measure, shown)
        title = f"{y.title}: {counted(len(shown), 'segment', 'segments')}"
        if figure == "histogram":
            return bars_document([y], title=title, theme=theme)
        note = ""
        given = self.beside.scores.get(self.across)
        if given is not None and self.measure == "score":
            note = correlations_in_words(self._correlations(shown)[self.across])
        return points_document([PointPlot(x=x, y=y, note=note)], title=title, theme=theme)

    def _plotted(self, name: str, segments: NDArray[np.intp]) -> Measured:
        values = column(self.corpus, self.beside, name)[segments].astype(np.float64)
        title = "METEOR" if name == "score" else name.replace("_", " ")
        return Measured(title=title, values=values, ends=(0.0, 1.0) if name in MEASURES else None)

    def text_picture(self) -> str:
        """Return the corpus score of the scored part in words."""
        corpus = self.corpus.total()
        unfinished = "" if self.done == len(self.corpus) else f" of {len(self.corpus):,}"
        return (
            f"{measures_in_words(corpus)}\n"
            f"{self.done:,}{unfinished} {'segment' if len(self.corpus) == 1 else 'segments'}, "
            f"{matches_in_words(corpus)}{shortfall_in_words(corpus)}, {proof_of_corpus(corpus)}\n"
            + "".join(
                f"{name}: {correlations_in_words(found)}\n"
                for name, found in self._correlations().items()
            )
            + str(corpus.signature)
        )

    def static_preview(self) -> StaticPreview:
        """Return the corpus score, a histogram and the worst segments of the scored part."""
        text = self.text_picture()
        return StaticPreview(
            text=text, html=corpus_html(self.corpus, text, by_shortfall=self.sort_by == "shortfall")
        )

    def page_data(self) -> tuple[dict[str, Any], Sequence[bytes]]:
        """Return all numbers and texts, and as many shown segments' alignments as a page holds."""
        layout, columns = columns_block(self.corpus, 0, self.done, self.beside)
        pictured = self._carried(_PICTURES_OF_A_PAGE)
        has_further = bool(self.further_columns) or self.unit_ids is not None
        cells = further_cells(self.beside, range(self.done)) if has_further else []
        further = compressed_blocks(cells, _CELLS_PER_BLOCK)
        blocks, buffers = blocks_of_a_page(
            row_texts(self.corpus, range(self.done), None, self.unit_ids),
            [self._picture(segment) for segment in pictured],
            pictures_a_block=_PICTURES_PER_BLOCK,
        )
        data = {
            "layout": layout,
            "done": self.done,
            "summary": summary(self.corpus),
            "correlations": self._correlations_json(),
            "further": {"names": list(self.beside.row(0)), "blocks": len(further)},
            "longest_cell": MAX_CELL_CHARS,
            "pictured": None if len(pictured) == self.done else pictured,
            **blocks,
        }
        return data, [*columns, *buffers, *further]

    @traitlets.validate("columns")
    def _check_columns(self, proposal: Any) -> list[str]:
        return checked_columns(proposal["value"], self.beside)

    def _about(self) -> dict[str, Any]:
        parameters = self.corpus.meteor.configuration.parameters
        return {
            "size": len(self.corpus),
            "references": len(self.corpus.references),
            "stages": list(self.corpus.stages),
            "signature": str(self.corpus.meteor.signature(len(self.corpus.references))),
            **self._described(),
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
        return shown_rows(
            partial(column, self.corpus, self.beside),
            filters=self.filters,
            sort_by=self.sort_by,
            descending=self.descending,
            others=self._passing,
        )

    def _searched(self, segment: int) -> tuple[str, ...]:
        corpus = self.corpus
        return corpus.hypotheses[segment], corpus.references[corpus.chosen[segment]][segment]

    def _picture(self, segment: int) -> dict[str, Any]:
        found = picture(self.corpus, segment, self.beside.errors_of(ONLY_SYSTEM, segment))
        return found if self.unit_ids is None else {**found, "id": self.unit_ids[segment]}

    def _correlations_json(self) -> dict[str, Any]:
        return {name: asdict(found) for name, found in self._correlations().items()}

    def _columns(self, start: int, end: int) -> tuple[dict[str, Any], list[bytes]]:
        layout, buffers = columns_block(self.corpus, start, end, self.beside)
        return {"layout": layout}, buffers

    def _answer_texts(self, segments: Sequence[int]) -> Answer:
        texts = row_texts(self.corpus, segments, MAX_CELL_CHARS, self.unit_ids)
        return Answer(buffers=[json_bytes(texts)])

    def _answer_picture(self, segment: int) -> Answer:
        return Answer(buffers=[json_bytes(self._picture(segment))])

    def _answer_correlations(self) -> Answer:
        return Answer(self._correlations_json())

    def _segments_tsv(self, segments: Iterable[int] | None = None) -> str:
        return corpus_tsv(self.corpus, self.beside, segments)

    def _json(self) -> str:
        return corpus_document(self.corpus, self.beside)

    requests = {  # noqa: RUF012  # typed in the base class
        **OneCorpusView.requests,
        **SearchedView.requests,
        "texts": _answer_texts,
        "picture": _answer_picture,
        "correlations": _answer_correlations,
    }
