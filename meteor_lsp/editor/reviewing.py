"""Reviews of open pairings: made in the background once somebody has asked, and kept up to date."""

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
from ..scoring.scores import LONGEST_SEGMENT
from ..scoring.words import neighbours_of
from ..session.open_pairing import OpenPairing
from .language_server import MeteorLanguageServer

REVIEW_CHANGED: Final = "meteor/reviewChanged"

_TOGETHER: Final = 32
"""Segments that are reviewed at a time, in a hundredth of a second."""

_TELL_EVERY: Final = 0.5
"""Seconds between two notifications while a review is made."""


@dataclass(eq=False, slots=True, kw_only=True)
class _Beside:
    """What is kept beside a file.

    Attributes:
        path: of the file with the remarks.
        reader: of that file.
        stand: of the file when it was read last.
        reading: held while it is read.
        writing: held while somebody waits to write, so that remarks are written in order.
        warned: whether somebody was told of dates in the future.
    """

    path: Path
    reader: RemarksReader
    stand: State | None = None
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    warned: bool = False


class Reviewing:
    """The reviews of one server."""

    def __init__(self, server: MeteorLanguageServer) -> None:
        """Nobody has asked for any yet."""
        self._server: Final = server
        self._wanted: dict[str, str] = {}  # documents, with their URIs as the client writes them
        self._tasks: WeakKeyDictionary[OpenPairing, asyncio.Task[None]] = WeakKeyDictionary()
        self._beside: WeakKeyDictionary[PairReview, _Beside] = WeakKeyDictionary()
        server.on_settled.append(self._settled)
        server.on_close.append(self._closed)

    async def ask(self, uri: str, opened: OpenPairing) -> PairReview:
        """The review of a pairing, for a client that wants it from now on to be kept up to date."""
        self._wanted.setdefault(key_of(uri), uri)
        return await self._up_to_date(opened)

    async def ask_and_wait(self, uri: str, opened: OpenPairing, patience: float) -> PairReview:
        """The same, once it is made, or after so many seconds."""
        review = await self.ask(uri, opened)
        if task := self._tasks.get(opened):
            await asyncio.wait([task], timeout=patience)
        return review

    async def look(self, review: PairReview, segments: Sequence[int]) -> None:
        """Have the edits of some segments, from 0, at hand."""
        texts = [texts for one in segments if (texts := review.unlooked(one)) is not None]
        found = await self._server.engine.each_asked(review.measure.review, texts)
        for of_segment, known in zip(texts, found, strict=False):
            review.look(of_segment, known)

    async def said(self, opened: OpenPairing) -> PairReview | None:
        """States and comments of a pairing, which need no review; None where there are none.

        That costs the look at a file that is not there, as a rule. A review that is made for it has
        no numbers until somebody asks for it.
        """
        file, path = opened.file(POST_EDIT), self.remarks_file(opened)
        description = None if file is None else file.segments.description
        in_file = vocabulary_of(None if description is None else description.format, None)
        beside = None if path is None else state_of(path)
        if in_file is None and beside is None and opened.review is None:
            return None
        return await self._with_remarks(opened)

    def remarks_file(self, opened: OpenPairing) -> Path | None:
        """Where states and comments are kept beside the post-edit; None for what is no file."""
        home = path_of(opened.streams[POST_EDIT].uri)
        return None if home is None else remarks_path(str(home))

    async def say(self, opened: OpenPairing, remarks: Sequence[Remark]) -> None:
        """Keep remarks beside the file, behind all that is known of their segments.

        Raises:
            Refused: that cannot be done.
        """
        uri = opened.streams[POST_EDIT].uri
        beside = self._beside_of(opened, _review_of(opened))
        if beside is None:
            raise Refused(
                f"{name_of(uri)} is not saved yet, so there is no place to keep states and comments"
            )
        if not self._server.session.workspace.permits(beside.path, uri):
            raise Refused(f"{beside.path.name} is outside the workspace")
        async with beside.writing:
            review = await self._with_remarks(opened)
            dated = [_after_all(review, remark) for remark in remarks]
            await asyncio.to_thread(refusing, lambda: add_remarks(beside.path, dated))
        self.tell(opened, await self._up_to_date(opened))

    def who(self, opened: OpenPairing) -> str:
        """The name under which states and comments are kept."""
        return opened.pairing.settings.reviewer or current_user()

    def tell(self, opened: OpenPairing, review: PairReview) -> None:
        """Tell a client that wants to know that a review has changed."""
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

    def _settled(self, opened: OpenPairing) -> None:
        if opened.problem is None and any(key in opened.files for key in self._wanted):
            self._server.run(self._renew(opened))

    async def _renew(self, opened: OpenPairing) -> None:
        review = await self._up_to_date(opened)
        if review.complete:
            self.tell(opened, review)

    async def _up_to_date(self, opened: OpenPairing) -> PairReview:
        """The review with what is kept beside the file now; the rest of it follows."""
        review = await self._with_remarks(opened)
        task = self._tasks.get(opened)
        if (task is None or task.done()) and not review.complete:
            self._tasks[opened] = self._server.run(self._work(opened, review))
        return review

    async def _with_remarks(self, opened: OpenPairing) -> PairReview:
        """The review with what is kept beside the file, which is read if it has changed.

        Nobody waits where it has not.
        """
        review = _review_of(opened)
        beside = self._beside_of(opened, review)
        if beside is not None and beside.stand != state_of(beside.path):
            async with beside.reading:
                await self._read(beside, opened, review)
        return review

    def _beside_of(self, opened: OpenPairing, review: PairReview) -> _Beside | None:
        path = self.remarks_file(opened)
        if path is not None and review not in self._beside:
            self._beside[review] = _Beside(path=path, reader=RemarksReader(path))
        return self._beside.get(review)

    async def _read(self, beside: _Beside, opened: OpenPairing, review: PairReview) -> None:
        stand = state_of(beside.path)
        uri = opened.streams[POST_EDIT].uri
        if stand == beside.stand or not self._server.session.workspace.permits(beside.path, uri):
            return
        try:
            kept = await asyncio.to_thread(beside.reader.read)
        except InputError as error:
            self._server.session.problems.add(str(error))
        else:
            review.take_remarks(kept)
            warning = kept.warning(beside.path.name)
            if warning and not beside.warned:
                beside.warned = True
                self._server.session.problems.add(warning)
        beside.stand = stand
        self._server.background.tell_problems()

    async def _work(self, opened: OpenPairing, review: PairReview) -> None:
        """Review what is still open, and sum it up."""
        told = time.monotonic()
        while segments := review.next_open(_TOGETHER):
            texts = [review.texts(segment) for segment in segments]
            given = [one for one in texts if one is not None]
            found = await self._server.engine.each(review.measure.review, given)
            for segment, of_segment, known in zip(segments, given, found, strict=False):
                review.store(segment, of_segment, known)
            if time.monotonic() - told > _TELL_EVERY:
                told = time.monotonic()
                self.tell(opened, review)
        for block in range(review.block_count):
            if review.sum_up(block):
                await asyncio.sleep(0)
        self.tell(opened, review)


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
    meteor, words = opened.scores.meteor, opened.words
    if words is None:  # of a hypothesis and its reference, which only a review looks at
        checking = Checking(language=opened.language)
        measure = Measure(meteor=meteor, bounds=bounds, checking=checking)
    else:
        checking = words.checking
        measure = Measure(meteor=meteor, bounds=bounds, checking=checking, known=words.of)
    return PairReview(
        measure,
        lambda segment: _texts(opened, segment),
        lambda: opened.scores.paired,
        None if description is None else description.format,
    )


def _texts(opened: OpenPairing, segment: int) -> ReviewTexts | None:
    """The texts of a segment; None where it lacks one, is left out, or has one too long."""
    scores = opened.scores
    if scores.absent(segment) or scores.left_out([segment]) or scores.too_long(segment):
        return None
    mt, post_edit = scores.texts(segment)[:2]
    source = opened.source_of(segment)
    return ReviewTexts(
        mt=mt,
        post_edit=post_edit,
        source=None if source is None or len(source) > LONGEST_SEGMENT else source,
        facts=facts_of(opened, segment),
        number=segment + 1,
        neighbours=neighbours_of(
            segment, (scores.hypotheses, scores.references[0], opened.texts(SOURCE))
        ),
    )


def facts_of(opened: OpenPairing, segment: int) -> Facts:
    """What the file of the post-edit says of a segment besides its texts."""
    segments = opened.segments(POST_EDIT)
    if isinstance(segments, UnitSegments | SegmentsById):
        return segments.facts(segment)
    return _NO_FACTS


_NO_FACTS: Final = Facts(id="")
