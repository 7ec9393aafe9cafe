"""Post-edited machine translation in a notebook: its edits, diagnostics, states and comments."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self, Unpack

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.errors import ParameterError, unknown_name
from meteor_core.files.states import STATES
from meteor_core.options import MeteorArguments
from meteor_core.review.diagnostics.find import Checking
from meteor_core.review.filtering import ORDERS, Row, listed
from meteor_core.review.review import Review
from meteor_core.review.review_format import Json, segment_json
from meteor_core.review.segments import Bounds, ReviewedSegment
from meteor_core.review.totals import ReviewTotal
from meteor_core.score.results import CorpusResult, SegmentResult

from ..inputs.checks import require_index
from ..inputs.review_input import ReviewInput, review_input
from ..inputs.unit_files import FileName, reviewed_file
from ..pages.page import PageContent
from ..pages.static_preview import StaticPreview, image
from ..portable_json import json_bytes
from ..scoring.messages import picture
from ..scoring.scoring_view import ScoringView
from ..static_picture.plots import shares_in_words, shares_svg
from ..traits import OneOf
from ..view import Answer
from .actions import Actions
from .kept_remarks import KeptRemarks
from .messages import COLUMNS, filter_of, page_content, summary_json, where_kept
from .page import page_rows, written
from .preview import review_preview, review_text
from .reviewed_corpus import ReviewedCorpus

_SEGMENTS_OF_A_PAGE: Final = 20_000
"""Most segments that a page holds; each takes about a kilobyte."""

_MAX_ROWS: Final = 1_000


class ReviewOptions(MeteorArguments, total=False):
    """Options of the scorer, and traits that ``ReviewView`` accepts."""

    selected: int | None
    order: str
    reversed: bool
    filter: Mapping[str, Any]
    heavy_from: float
    rewritten_from: float
    show_alignment: bool


class ReviewView(ScoringView, kind="review"):
    """Machine translation and its post-edit: edits by kind, measures, findings, states, comments.

    Segments are reviewed in the background; methods that need all of them wait. While ``selected``
    is None, the first listed segment is shown in full. States and comments of a file are kept in
    ``X.review.jsonl`` beside it, others in the view. ``to_tsv`` returns a row for each segment,
    ``to_json`` everything.

    >>> from meteor_widget import ReviewView
    >>> view = ReviewView(["the red cat sat", "fine ."], ["the black cat sat", "fine ."])
    >>> [edit.kind for edit in view.segment(0).edits]
    ['kept', 'replaced', 'kept']
    """

    order = OneOf(ORDERS, called="value of order").tag(sync=True)
    """How segments are listed: one of ``ORDERS``."""

    reversed = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether they are listed the other way round."""

    filter = traitlets.Dict().tag(sync=True)
    """What listed segments have, as in the server's protocol: ``{"states": ["to-do"]}``."""

    heavy_from = traitlets.CFloat(0.25).tag(sync=True)
    """Edit share from which a segment counts as heavily edited."""

    rewritten_from = traitlets.CFloat(0.5).tag(sync=True)
    """Edit share from which a segment counts as rewritten."""

    show_alignment = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the alignment of the selected segment is drawn."""

    title = "Review of post-edited machine translation"
    pictured = ("heavy_from", "rewritten_from")

    def __init__(
        self,
        given: object = None,
        /,
        post_edits: object = None,
        sources: object = None,
        *,
        mt: object = None,
        columns: Sequence[str] | None = None,
        seconds: object = None,
        **options: Unpack[ReviewOptions],
    ) -> None:
        """Create a view and start to review.

        Args:
            given: the machine translation, one text a segment: a list or other iterable of
                strings, a ``pathlib.Path`` to a file with one segment a line, a pandas, polars or
                pyarrow column; or a table.
            post_edits: the same segments after editing, given in the same way. Of a table, the
                name of a column.
            sources: the source texts, given in the same way, or None.
            mt: the name of a column, if a table is given.
            columns: of a table, the names of further columns to filter by; by default those
                with few values.
            seconds: working time of each segment: numbers, or the name of a column.
            options: see ``ReviewOptions``.

        Raises:
            InputError: there is no segment, or the texts are not of equal number.
            InputTypeError: an argument is of the wrong kind.
            MissingFilesError: the variant is METEOR 1.5, and its files are missing.
            ParameterError: a name is unknown or a number out of range.
        """
        if not isinstance(given, ReviewInput):
            texts = {"mt": mt, "post_edits": post_edits, "sources": sources, "seconds": seconds}
            given = review_input(given, texts, columns)
        meteor, traits = self._divide(options)
        language = meteor.configuration.language
        checking = Checking(language=language, source_language=given.source_language)
        self.corpus: Final = ReviewedCorpus(meteor, given.texts, checking)
        self.remarks: Final = KeptRemarks(given.texts, given.remarks, given.format_name)
        self._columns: Final = given.columns
        self._actions: Final = Actions(self.corpus, self.remarks)
        self._listed: tuple[object, list[int]] | None = None
        self._revision = 0
        super().__init__([self.corpus], self._tell_reviewed, **traits)
        self.unit_ids = given.unit_ids
        self.corpus.bounds = _bounds(self.heavy_from, self.rewritten_from)
        self.observe(lambda _: self._set_bounds(), names=["heavy_from", "rewritten_from"])
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
        ids of the segments. States and comments are kept beside the file.

        Args:
            name: of the file.
            mt: the field that was edited; by default the machine translation.
            post_edits: the field that was made of it; by default the final translation.
            before: the revision in git with the text before editing. See ``meteor_core.read``.
            options: see ``ReviewOptions``; the language is by default the file's.

        Raises:
            MeteorError: the file cannot be read, or leaves open what was edited.
        """
        found, language = reviewed_file(name, mt=mt, post_edits=post_edits, before=before)
        if language is not None:
            options.setdefault("language", language)
        return cls(found, **options)

    @property
    def review(self) -> Review:
        """All that is known, once all is reviewed; after ``cancel``, of the reviewed part."""
        self.wait()
        return self._review(range(self.done))

    @property
    def summary(self) -> ReviewTotal:
        """The sums of the review, once all is reviewed; after ``cancel``, of that part."""
        self.wait()
        return self.corpus.total()

    @property
    def result(self) -> CorpusResult:
        """METEOR of the MT against its post-edit, once all is reviewed."""
        return self.summary.score

    @property
    def post_edits(self) -> list[str]:
        """The post-edits as they are now: the MT where it was taken back."""
        return [one.post_edit for one in self.corpus.units]

    def segment(self, segment: int) -> ReviewedSegment:
        """Return what the review says of a segment, once it is reviewed.

        Args:
            segment: index from 0.

        Raises:
            ParameterError: there is no such segment.
        """
        require_index("segment", segment, len(self.corpus))
        if segment >= self.done:
            self.wait()
        return self.corpus.segments[segment]

    def mark(self, segments: int | Iterable[int], state: str) -> None:
        """Set the state of segments.

        Args:
            segments: an index from 0, or several.
            state: one of ``meteor_core.files.states.STATES``.

        Raises:
            ParameterError: there is no such segment or state.
            InputError: the file with the remarks cannot be written.
        """
        if state not in STATES:
            raise unknown_name("state", state, STATES)
        self._actions.set_states([segments] if isinstance(segments, int) else [*segments], state)
        self._tell_all()

    def comment(self, segment: int, text: str) -> None:
        """Say something about a segment.

        Args:
            segment: index from 0.
            text: of the comment.

        Raises:
            ParameterError: there is no such segment.
            InputError: the file with the remarks cannot be written.
        """
        require_index("segment", segment, len(self.corpus))
        self._do({"do": "comment", "segment": segment + 1, "text": text})

    def take_back(self, segment: int) -> None:
        """Take a segment's machine translation in place of its post-edit, in this view.

        Args:
            segment: index from 0.

        Raises:
            ParameterError: there is no such segment.
        """
        require_index("segment", segment, len(self.corpus))
        self._do({"do": "take-back", "segment": segment + 1})

    def undo(self) -> None:
        """Undo what was done last in this view, and is not undone.

        Raises:
            InputError: it has been changed since, or the remarks cannot be written.
            ParameterError: there is nothing to undo.
        """
        self._do({"do": "undo"})

    @property
    def selected_result(self) -> SegmentResult | None:
        """The segment that is shown in full, with its alignment; None if the list is empty."""
        if self.selected is not None:
            return self.corpus.result(self.selected)
        return next((self.corpus.result(segment) for segment in self.filtered.tolist()), None)

    def text_picture(self) -> str:
        """Return the sums of the reviewed part in words."""
        return review_text(self.corpus.total(), len(self.corpus))

    def static_preview(self) -> StaticPreview:
        """Return the sums, a bar of segments by how much was edited, and those edited most."""
        total = self.corpus.total()
        extents: dict[str, int] = {one.extent: one.segments for one in total.extents}
        bar = image(shares_svg(extents), shares_in_words(extents)) if any(extents.values()) else ""
        return review_preview(self.corpus.segments[: self.done], total, bar, len(self.corpus))

    def page_content(self) -> PageContent:
        """Return the content of a page: of a long review, the segments listed first."""
        self.wait()
        carried = sorted(self._shown()[:_SEGMENTS_OF_A_PAGE].tolist())
        if self.done <= _SEGMENTS_OF_A_PAGE:
            carried = list(range(self.done))
        elif self.selected is not None and self.selected not in carried:
            carried = sorted([*carried, self.selected])
        rows = [
            {**row, **self._column_values(index)}
            for index, row in zip(carried, page_rows(self._review(carried)), strict=True)
        ]
        summary = {**self._summary(), "running": False}
        return page_content(summary, rows, self._tsv(), self.page_state())

    @traitlets.validate("heavy_from", "rewritten_from")
    def _check_bounds(self, proposal: Any) -> float:
        name, value = proposal["trait"].name, float(proposal["value"])
        if not 0 < value <= 1:
            raise ParameterError(f"{name} is {value:g}, but must be above 0, and 1 at most")
        return value

    @traitlets.validate("filter")
    def _check_filter(self, proposal: Any) -> dict[str, Any]:
        values: dict[str, Any] = proposal["value"]
        filter_of(values)
        columns = values.get(COLUMNS, {})
        if not isinstance(columns, Mapping):
            raise ParameterError(f"{COLUMNS} of filter must be a dict, not {columns!r}")
        for name in columns:
            if name not in self._columns:
                raise unknown_name("column", name, tuple(self._columns))
        return values

    def _set_bounds(self) -> None:
        self.corpus.bounds = _bounds(self.heavy_from, self.rewritten_from)
        self._tell_all()

    def _about(self) -> dict[str, Any]:
        return {"size": len(self.corpus), "signature": str(self.corpus.meteor.signature())}

    def _review(self, segments: Sequence[int]) -> Review:
        """Return the review of some segments; its total is that of all that are reviewed."""
        return Review(
            segments=tuple(self.corpus.segments[segment] for segment in segments),
            total=self.corpus.total(),
            signature=str(self.corpus.meteor.signature()),
            remarks=tuple(self.remarks.of(segment) for segment in segments),
            states=tuple(self.remarks.state(segment) for segment in segments),
        )

    def _shown(self) -> NDArray[np.intp]:
        listed_now = self._list(self.filter, self.order, is_reversed=self.reversed)
        return np.array(listed_now, np.intp) - 1

    def _list(self, values: Mapping[str, Any], order: str, *, is_reversed: bool) -> list[int]:
        """Return the numbers of the reviewed segments that a filter takes, in an order."""
        key = (repr(values), order, is_reversed, self.done, self._revision)
        if self._listed is None or self._listed[0] != key:
            self._listed = key, self._list_anew(values, order, is_reversed=is_reversed)
        return self._listed[1]

    def _list_anew(self, values: Mapping[str, Any], order: str, *, is_reversed: bool) -> list[int]:
        columns = values.get(COLUMNS, {})
        rows = (
            Row(
                segment.texts,
                self.remarks.state(index),
                bool(self.remarks.of(index).comments or segment.texts.facts.notes),
                segment,
            )
            for index, segment in enumerate(self.corpus.segments[: self.done])
            if all(self._columns[name][index] == value for name, value in columns.items())
        )
        chosen = filter_of(values)
        return listed(rows, chosen, order, is_reversed=is_reversed)  # type: ignore[arg-type]

    def _summary(self) -> Json:
        self.remarks.renew()
        size, done = len(self.corpus), self.done
        progress = self.progress()
        path = self.remarks.path
        kept = where_kept(None if path is None else path.name, size)
        if self.remarks.warning:
            kept = f"{kept} {self.remarks.warning}."
        return {
            **summary_json(
                self.corpus.total() if done else None,
                map(self.remarks.state, range(size)),
                str(self.corpus.meteor.signature()),
                size,
                kept,
            ),
            "reviewed": done,
            "running": progress["running"],
            "problem": progress["error"],
            "preparing": progress["preparing"],
            "columns": {name: _values(cells) for name, cells in self._columns.items()},
        }

    def _row(self, index: int) -> Json:
        row = segment_json(
            self.corpus.segments[index], self.remarks.state(index), self.remarks.of(index)
        )
        return {**row, **self._column_values(index)}

    def _column_values(self, index: int) -> Json:
        if not self._columns:
            return {}
        return {COLUMNS: {name: cells[index] for name, cells in self._columns.items()}}

    def _segments_tsv(self, segments: Iterable[int] | None = None) -> str:
        return written(
            self._review(range(self.done) if segments is None else list(segments)), "tsv"
        )

    def _json(self) -> str:
        return written(self._review(range(self.done)), "json")

    def _tell_reviewed(self, start: int, end: int) -> None:
        self._tell_all()

    def _do(self, action: Mapping[str, Any]) -> None:
        self._actions.do(action)
        self._tell_all()

    def _tell_all(self) -> None:
        """Tell every front end that something in the review has changed."""
        self._revision += 1
        self.send({"type": "reviewed"})
        self._picture_is_old()

    def _answer_summary(self) -> Answer:
        return Answer(buffers=[json_bytes(self._summary())])

    def _answer_rows(
        self,
        *,
        filter: Mapping[str, Any],  # noqa: A002  # as the protocol has it
        order: str,
        reversed: bool,  # noqa: A002
        begin: int = 0,
        end: int | None = None,
        at: int | None = None,
    ) -> Answer:
        found = self._list(filter, order, is_reversed=reversed)
        if at is not None:
            later = min((number for number in found if number >= at), default=None)
            begin = len(found) if later is None else found.index(later)
        end = begin + 1 if end is None else min(end, begin + _MAX_ROWS)
        rows = [self._row(number - 1) for number in found[begin:end]]
        return Answer(buffers=[json_bytes({"total": len(found), "begin": begin, "rows": rows})])

    def _answer_act(self, action: Mapping[str, Any]) -> Answer:
        self._do(action)
        return Answer()

    def _answer_picture(self, segment: int) -> Answer:
        return Answer(buffers=[json_bytes(picture(self.corpus, segment))])

    requests = {  # noqa: RUF012  # typed in the base class
        **ScoringView.requests,
        "summary": _answer_summary,
        "rows": _answer_rows,
        "act": _answer_act,
        "picture": _answer_picture,
    }


def _bounds(heavy_from: float, rewritten_from: float) -> Bounds:
    """Return bounds in order: a segment that counts as rewritten is not merely heavily edited."""
    return Bounds(heavy_from=min(heavy_from, rewritten_from), rewritten_from=rewritten_from)


def _values(cells: Sequence[str]) -> list[str]:
    """Return the values of a column, the most frequent first."""
    numbers: dict[str, int] = {}
    for cell in cells:
        numbers[cell] = numbers.get(cell, 0) + 1
    return sorted(numbers, key=lambda value: -numbers[value])
