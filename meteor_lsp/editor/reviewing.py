"""Create reviews of open pairings on request, and keep them up to date in the background."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from meteor_core import InputError
from meteor_core.files.states import vocabulary_of
from meteor_core.files.units import Facts
from meteor_core.review.diagnostics.find import Checking
from meteor_core.review.remarks import (
    Remark,
    RemarksReader,
    add_remarks,
    current_user,
    remarks_path,
)
from meteor_core.review.segments import Bounds
from meteor_core.review.texts import ReviewTexts

from ..documents.disk import State, state_of
from ..documents.unit_segments import UnitSegments
from ..documents.uris import key_of, name_of, path_of
from ..errors import Refused, refusing
from ..pairing.streams import POST_EDIT, SOURCE
from ..pairing.units_by_id import SegmentsById
from ..scoring.review import Measure, PairReview
from ..scoring.scores import MAX_SEGMENT_CHARS
from ..scoring.text_checks import neighbours_of
from ..session.open_pairing import OpenPairing
from .language_server import MeteorLanguageServer

REVIEW_CHANGED: Final = "meteor/reviewChanged"

_BATCH_SEGMENTS: Final = 32
"""Segments per background job, which takes a hundredth of a second."""

_NOTIFY_INTERVAL_SECONDS: Final = 0.5
"""Interval of notifications while a review is made."""


@dataclass(eq=False, slots=True, kw_only=True)
class _Remarks:
    """The remarks file of a post-edit.

    Attributes:
        path: of the file.
        reader: of the file.
        state: of the file when it was last read.
        reading: held during a read.
        writing: held during a write, so that remarks are written in order.
        has_warned: whether dates in the future were reported.
    """

    path: Path
    reader: RemarksReader
    state: State | None = None
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    has_warned: bool = False


class Reviewing:
    """The reviews of one server."""

    def __init__(self, server: MeteorLanguageServer) -> None:
        """Follow a server's pairings."""
        self._server: Final = server
        self._wanted: dict[str, str] = {}  # URIs as the client spells them, by key
        self._tasks: WeakKeyDictionary[OpenPairing, asyncio.Task[None]] = WeakKeyDictionary()
        self._remarks: WeakKeyDictionary[PairReview, _Remarks] = WeakKeyDictionary()
        server.on_refreshed.append(self._refreshed)
        server.on_close.append(self._closed)

    async def request_review(self, uri: str, opened: OpenPairing) -> PairReview:
        """Return the review of a pairing, and keep it up to date from now on."""
        self._wanted.setdefault(key_of(uri), uri)
        return await self._up_to_date(opened)

    async def wait_for_review(self, uri: str, opened: OpenPairing, max_wait: float) -> PairReview:
        """Return the review of a pairing once it is complete, or after the timeout."""
        review = await self.request_review(uri, opened)
        if task := self._tasks.get(opened):
            await asyncio.wait([task], timeout=max_wait)
        return review

    async def load_details(self, review: PairReview, segments: Sequence[int]) -> None:
        """Compute the edits of some segments."""
        texts = [texts for n in segments if (texts := review.without_details(n)) is not None]
        found = await self._server.engine.map_for_request(review.measure.review, texts)
        for of_segment, known in zip(texts, found, strict=False):
            review.store_details(of_segment, known)

    async def with_states(self, opened: OpenPairing) -> PairReview | None:
        """Return states and comments of a pairing without a review; None if there are none.

        Usually costs one ``stat`` of a missing file.
        """
        file, path = opened.file(POST_EDIT), self.remarks_file(opened)
        description = None if file is None else file.segments.description
        in_file = vocabulary_of(None if description is None else description.format, None)
        has_remarks = path is not None and state_of(path) is not None
        if in_file is None and not has_remarks and opened.review is None:
            return None
        return await self._with_remarks(opened)

    def remarks_file(self, opened: OpenPairing) -> Path | None:
        """Return the path of the remarks file; None if the post-edit is not a file."""
        home = path_of(opened.streams[POST_EDIT].uri)
        return None if home is None else remarks_path(str(home))

    async def write_remarks(self, opened: OpenPairing, remarks: Sequence[Remark]) -> None:
        """Append remarks to the remarks file, dated after all remarks on their segments.

        Raises:
            Refused: the file cannot be written.
        """
        uri = opened.streams[POST_EDIT].uri
        file = self._remarks_of(opened, _review_of(opened))
        if file is None:
            raise Refused(
                f"{name_of(uri)} is not saved yet, so there is no place to keep states and comments"
            )
        if not self._server.session.workspace.permits(file.path, uri):
            raise Refused(f"{file.path.name} is outside the workspace")
        async with file.writing:
            review = await self._with_remarks(opened)
            dated = [_after_all(review, remark) for remark in remarks]
            await asyncio.to_thread(refusing, lambda: add_remarks(file.path, dated))
        self.notify_changed(opened, await self._up_to_date(opened))

    def reviewer(self, opened: OpenPairing) -> str:
        """Return the name under which states and comments are stored."""
        return opened.pairing.settings.reviewer or current_user()

    def notify_changed(self, opened: OpenPairing, review: PairReview) -> None:
        """Notify the client of a changed review, if it asked for that."""
        if not self._server.client.review_changed:
            return
        for key, uri in self._wanted.items():
            if key in opened.files:
                self._server.protocol.notify(
                    REVIEW_CHANGED,
                    {
                        "uri": uri,
                        "revision": review.revision,
                        "reviewed": review.reviewed,
                        "segments": review.segments,
                    },
                )

    def _closed(self, key: str) -> None:
        self._wanted.pop(key, None)

    def _refreshed(self, opened: OpenPairing) -> None:
        if opened.problem is None and any(key in opened.files for key in self._wanted):
            self._server.start_task(self._renew(opened))

    async def _renew(self, opened: OpenPairing) -> None:
        review = await self._up_to_date(opened)
        if review.complete:
            self.notify_changed(opened, review)

    async def _up_to_date(self, opened: OpenPairing) -> PairReview:
        """Return the review with current remarks, and complete it in the background."""
        review = await self._with_remarks(opened)
        task = self._tasks.get(opened)
        if (task is None or task.done()) and not review.complete:
            self._tasks[opened] = self._server.start_task(self._complete(opened, review))
        return review

    async def _with_remarks(self, opened: OpenPairing) -> PairReview:
        """Return the review with current remarks; does not block if the file is unchanged."""
        review = _review_of(opened)
        file = self._remarks_of(opened, review)
        if file is not None and file.state != state_of(file.path):
            async with file.reading:
                await self._read_remarks(file, opened, review)
        return review

    def _remarks_of(self, opened: OpenPairing, review: PairReview) -> _Remarks | None:
        path = self.remarks_file(opened)
        if path is not None and review not in self._remarks:
            self._remarks[review] = _Remarks(path=path, reader=RemarksReader(path))
        return self._remarks.get(review)

    async def _read_remarks(self, file: _Remarks, opened: OpenPairing, review: PairReview) -> None:
        state = state_of(file.path)
        uri = opened.streams[POST_EDIT].uri
        if state == file.state or not self._server.session.workspace.permits(file.path, uri):
            return
        try:
            kept = await asyncio.to_thread(file.reader.read)
        except InputError as error:
            self._server.session.problems.add(str(error))
        else:
            review.set_remarks(kept)
            warning = kept.warning(file.path.name)
            if warning and not file.has_warned:
                file.has_warned = True
                self._server.session.problems.add(warning)
        file.state = state
        self._server.background.report_problems()

    async def _complete(self, opened: OpenPairing, review: PairReview) -> None:
        """Review the remaining segments, and sum up."""
        notified = time.monotonic()
        while segments := review.next_open(_BATCH_SEGMENTS):
            texts = [text for n in segments if (text := review.texts(n)) is not None]
            found = await self._server.engine.map_in_background(review.measure.review, texts)
            for segment, of_segment, known in zip(segments, texts, found, strict=False):
                review.store(segment, of_segment, known)
            if time.monotonic() - notified > _NOTIFY_INTERVAL_SECONDS:
                notified = time.monotonic()
                self.notify_changed(opened, review)
        for block in range(review.block_count):
            if review.sum_up(block):
                await asyncio.sleep(0)
        self.notify_changed(opened, review)


def _review_of(opened: OpenPairing) -> PairReview:
    if opened.review is None:
        opened.review = _new_review(opened)
    return opened.review


def _after_all(review: PairReview, remark: Remark) -> Remark:
    segment = review.find(remark.key)
    return remark if segment is None else remark.after(review.remarks(segment).latest)


def _new_review(opened: OpenPairing) -> PairReview:
    settings, file = opened.pairing.settings, opened.file(POST_EDIT)
    description = None if file is None else file.segments.description
    bounds = Bounds(
        heavy_from=settings.heavy_from,
        rewritten_from=max(settings.heavy_from, settings.rewritten_from),
    )
    meteor, checks = opened.scores.meteor, opened.text_checks
    if checks is None:  # hypothesis and reference, whose texts only a review checks
        checking = Checking(language=opened.language)
        measure = Measure(meteor=meteor, bounds=bounds, checking=checking)
    else:
        checking, known = checks.checking, checks.known_of
        measure = Measure(meteor=meteor, bounds=bounds, checking=checking, known=known)
    return PairReview(
        measure,
        lambda segment: _texts(opened, segment),
        lambda: opened.scores.paired,
        None if description is None else description.format,
    )


def _texts(opened: OpenPairing, segment: int) -> ReviewTexts | None:
    """Return the texts of a segment; None if it is missing, excluded or too long."""
    scores = opened.scores
    if scores.is_missing(segment) or scores.excluded([segment]) or scores.is_too_long(segment):
        return None
    mt, post_edit = scores.texts(segment)[:2]
    source = opened.source_of(segment)
    return ReviewTexts(
        mt=mt,
        post_edit=post_edit,
        source=None if source is None or len(source) > MAX_SEGMENT_CHARS else source,
        facts=facts_of(opened, segment),
        number=segment + 1,
        neighbours=neighbours_of(
            segment, (scores.hypotheses, scores.references[0], opened.texts(SOURCE))
        ),
    )


def facts_of(opened: OpenPairing, segment: int) -> Facts:
    """Return the metadata of a segment in the post-edit file."""
    segments = opened.segments(POST_EDIT)
    if isinstance(segments, UnitSegments | SegmentsById):
        return segments.facts(segment)
    return _NO_FACTS


_NO_FACTS: Final = Facts(id="")
