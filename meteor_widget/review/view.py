"""Post-edited machine translation in a notebook: its edits and its score."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Self, Unpack

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.analysis.edits import EDIT_KINDS, EditScript, edits_json
from meteor_core.errors import ParameterError
from meteor_core.options import MeteorArguments
from meteor_core.score.results import SegmentResult
from meteor_core.score.wording import shortfall_in_words
from meteor_core.show.alignment_format import measures_json
from meteor_core.text.numbers import counted, percentage

from ..inputs.checks import require_index
from ..inputs.texts import review_texts
from ..inputs.unit_files import FileName, compared_texts
from ..one_of import OneOf
from ..pages.still_picture import StillPicture
from ..scoring.messages import LONGEST_CELL, LONGEST_PICTURE, compressed_blocks, json_bytes, picture
from ..scoring.one_corpus_view import OneCorpusView
from ..view import Answer
from .export import review_document, review_tsv
from .reviewed_corpus import EXTENTS, ORDERS, ReviewedCorpus, ReviewSummary
from .still import review_html

_SEGMENTS_A_BLOCK: Final = 100

_SEGMENTS_OF_A_PAGE: Final = 2_000
"""Most segments whose texts and alignments a page holds; each takes some kilobytes."""


class ReviewOptions(MeteorArguments, total=False):
    """Options of the scorer, and traits that ``ReviewView`` accepts."""

    selected: int | None
    order: str
    show: str
    containing: str
    find: str
    rewritten_from: float
    show_alignment: bool


class ReviewView(OneCorpusView[ReviewedCorpus], kind="review"):
    """Machine translation and its post-edit: words kept, changed, moved, added and dropped.

    Scoring runs in the background; methods that need the whole corpus wait for it. While
    ``selected`` is None, the first listed segment is shown in full. ``to_tsv`` returns one row
    for each segment; ``to_json`` the summary, and every segment with its texts and edits.

    >>> from meteor_widget import ReviewView
    >>> view = ReviewView(["the red cat sat", "fine ."], ["the black cat sat", "fine ."])
    >>> view.summary.untouched, view.summary.counts.kept
    (1, 5)
    """

    order = OneOf(ORDERS, called="value of order").tag(sync=True)
    """How segments are sorted: "extremes" lists the rewritten first, then the untouched."""

    show = OneOf(("all", *EXTENTS), called="value of show").tag(sync=True)
    """Which segments are listed: "all", or one of ``EXTENTS``."""

    containing = OneOf(("", *EDIT_KINDS), called="value of containing").tag(sync=True)
    """A kind of edit that the listed segments must have: one of ``EDIT_KINDS``, or ""."""

    find = traitlets.Unicode().tag(sync=True)
    """Text that translation, post-edit or source must contain; letter case is ignored."""

    rewritten_from = traitlets.CFloat(0.5).tag(sync=True)
    """Edit share from which a segment counts as rewritten; above 0, and 1 at most."""

    show_alignment = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the alignment of the selected segment is drawn."""

    title = "Review of post-edited machine translation"
    pictured = ("rewritten_from",)

    def __init__(
        self,
        given: object = None,
        /,
        post_edits: object = None,
        sources: object = None,
        *,
        mt: object = None,
        **options: Unpack[ReviewOptions],
    ) -> None:
        """Create a view and start to score.

        Args:
            given: the machine translation, one text a segment: a list or other iterable of
                strings, a ``pathlib.Path`` to a file with one segment a line, a pandas, polars or
                pyarrow column; or a table.
            post_edits: the same segments after editing, given in the same way. Of a table, the
                name of a column.
            sources: the source texts, given in the same way, or None.
            mt: the name of a column, if a table is given.
            options: see ``ReviewOptions``.

        Raises:
            InputError: there is no segment, or the texts are not of equal number.
            InputTypeError: an argument is of the wrong kind.
            MissingFilesError: the variant is METEOR 1.5, and its files are missing.
            ParameterError: a name is unknown or a number out of range.
        """
        meteor, traits = self._divide(options)
        corpus = ReviewedCorpus(meteor, *review_texts(given, mt, post_edits, sources))
        super().__init__(corpus, **traits)
        self._start()

    @classmethod
    def from_file(
        cls,
        name: FileName,
        *,
        mt: str | None = None,
        post_edits: str | None = None,
        before: str | None = None,
        **options: Unpack[ReviewOptions],
    ) -> Self:
        """Create a view of a bilingual file: XLIFF, SDLXLIFF, MXLIFF, TMX, PO, ...

        Units that lack a text are left out, with a warning that counts them. ``unit_ids`` has the
        ids of the segments.

        Args:
            name: of the file.
            mt: the field that was edited; by default the machine translation.
            post_edits: the field that was made of it; by default the final translation.
            before: the revision in git with the text before editing. See ``meteor_core.read``.
            options: see ``ReviewOptions``; the language is by default the file's.

        Raises:
            MeteorError: the file cannot be read, or leaves open what was edited.
        """
        sides, found = compared_texts(
            name, hypothesis=mt, references=post_edits or (), before=before
        )
        if found.language is not None:
            options.setdefault("language", found.language)
        view = cls(
            found.texts[sides.hypothesis],
            found.texts[sides.references[0]],
            found.sources,
            **options,
        )
        view.unit_ids = found.unit_ids
        return view

    @property
    def summary(self) -> ReviewSummary:
        """The sums of the review, once scoring ends; after ``cancel``, of the scored part."""
        self.wait()
        return self.corpus.summary(self.rewritten_from)

    def edits(self, segment: int) -> EditScript:
        """Return the edits of a segment.

        Args:
            segment: index from 0.

        Raises:
            ParameterError: there is no such segment.
        """
        require_index("segment", segment, len(self.corpus))
        return self.corpus.edits(segment)

    @property
    def selected_result(self) -> SegmentResult | None:
        """The segment that is shown in full, with its alignment; None if none is listed."""
        if self.selected is not None:
            return self.corpus.result(self.selected)
        return next((self.corpus.result(segment) for segment in self.filtered.tolist()), None)

    def text_picture(self) -> str:
        """Return the summary of the scored part in words."""
        summary = self.corpus.summary(self.rewritten_from)
        counts = summary.counts
        unfinished = "" if self.done == len(self.corpus) else f" of {len(self.corpus):,}"
        return (
            f"METEOR {summary.result.score:.4f} of the machine translation against its post-edit"
            f"{shortfall_in_words(summary.result)}\n"
            f"{counted(summary.segments, 'segment', 'segments')}{unfinished}: "
            f"{summary.untouched:,} untouched, {summary.edited:,} edited, "
            f"{summary.rewritten:,} rewritten\n"
            f"{percentage(summary.edit_share)} of the tokens edited: {counts.kept:,} kept, "
            f"{counts.changed_hypothesis:,} changed into {counts.changed_reference:,}, "
            f"{counts.moved:,} moved, {counts.added:,} added, {counts.dropped:,} dropped\n"
            f"{summary.result.signature}"
        )

    def static(self) -> StillPicture:
        """Return the summary, a bar of segments by extent, and the segments edited most."""
        text = self.text_picture()
        summary = self.corpus.summary(self.rewritten_from)
        return StillPicture(text=text, html=review_html(self.corpus, summary, text))

    def page_data(self) -> tuple[dict[str, Any], Sequence[bytes]]:
        """Return all segments' numbers, and the texts of as many listed ones as a page holds."""
        carried = self._carried(_SEGMENTS_OF_A_PAGE)
        segments = [{**self._segment(index), **picture(self.corpus, index)} for index in carried]
        block, columns = self._block(0, self.done)
        data = {
            "columns": block,
            "segments_a_block": _SEGMENTS_A_BLOCK,
            "carried": None if len(carried) == self.done else carried,
        }
        table = compressed_blocks([self._tsv()], 1)
        return data, [*columns, *table, *compressed_blocks(segments, _SEGMENTS_A_BLOCK)]

    @traitlets.validate("rewritten_from")
    def _check_share(self, proposal: Any) -> float:
        share: float = proposal["value"]
        if not 0 < share <= 1:
            raise ParameterError(f"rewritten_from is {share:g}, but must be above 0, and 1 at most")
        return share

    def _about(self) -> dict[str, Any]:
        return {
            "size": len(self.corpus),
            "signature": str(self.corpus.meteor.signature()),
            "sources": self.corpus.sources is not None,
        }

    def _shown(self) -> NDArray[np.intp]:
        return self.corpus.shown(
            order=self.order,
            show=self.show,
            containing=self.containing,
            find=self.find,
            rewritten_from=self.rewritten_from,
        )

    def _columns(self, start: int, end: int) -> tuple[dict[str, Any], list[bytes]]:
        corpus = self.corpus
        columns = [
            corpus.edit_counts[start:end].astype("<i4"),
            corpus.measures[start:end, 0].astype("<f8"),
            corpus.differs_between_tokens[start:end].astype("u1"),
        ]
        result = {"total": measures_json(corpus.total(np.arange(end)))}
        return result, [values.tobytes() for values in columns]

    def _segment(self, index: int, longest: int | None = None) -> dict[str, Any]:
        """Return a segment's texts and edits; without edits if it is too long or not scorable."""
        corpus = self.corpus
        sources = corpus.sources
        if index in corpus.problems or corpus.edit_counts[index].sum() > LONGEST_PICTURE:
            return {
                "source": None if sources is None else sources[index][:longest],
                "hypothesis": {"text": corpus.hypotheses[index][:longest], "tokens": []},
                "reference": {"text": corpus.references[0][index][:longest], "tokens": []},
                "edits": [],
                "too_long": True,
            }
        script = corpus.edits(index)
        return {
            "source": None if sources is None else sources[index],
            "hypothesis": {"text": script.hypothesis.text, "tokens": script.hypothesis.spans},
            "reference": {"text": script.reference.text, "tokens": script.reference.spans},
            "edits": edits_json(script),
        }

    def _answer_segments(self, segments: Sequence[int]) -> Answer:
        found = [self._segment(index, LONGEST_CELL) for index in segments]
        return Answer(buffers=[json_bytes(found)])

    def _answer_segment(self, segment: int) -> Answer:
        return Answer(buffers=[json_bytes(self._segment(segment))])

    def _segments_tsv(self, segments: Iterable[int] | None = None) -> str:
        return review_tsv(self.corpus, self.rewritten_from, segments, unit_ids=self.unit_ids)

    def _json(self) -> str:
        return review_document(self.corpus, self.rewritten_from, unit_ids=self.unit_ids)

    requests = {  # noqa: RUF012  # typed in the base class
        **OneCorpusView.requests,
        "segments": _answer_segments,
        "segment": _answer_segment,
    }
