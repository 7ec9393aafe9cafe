"""Update the scores of pairings: requested segments immediately, the rest in the background.

State changes only on the event loop. The threads of ``scorer.py`` receive texts; their results are
discarded if the texts have changed.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import chain, compress
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from meteor_core import Meteor, MeteorError
from meteor_core.review.texts import ReviewTexts

from ..pairing.shifted import find_line_alignment
from ..scoring.compiling import Compiler
from ..scoring.line_scores import Texts, line_score
from ..scoring.scorer import Scorer
from ..scoring.scores import PairScores, Summary
from .open_pairing import OpenPairing

_MAX_REQUEST_BATCH_SEGMENTS: Final = 32
"""Segments per job of the request thread, which take some milliseconds."""

RESOURCE_WAIT_SECONDS: Final = 0.2
"""How long a request waits for resources to be compiled; the client asks again later."""

_MAX_BACKGROUND_BATCH_SEGMENTS: Final = 1024
"""Segments per job of the background thread, which pauses several times within a job."""

_LOW_SCORE: Final = 0.2
_MIN_LOW_SEGMENTS: Final = 8
_MIN_SEGMENT_WORDS: Final = 3
"""A run of that many low scores hints at shifted lines; shorter segments are skipped."""

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


class Engine:
    """Schedules scoring for one server."""

    def __init__(self) -> None:
        """Start idle."""
        self._scorer = Scorer()
        self.compiler = Compiler()
        self.on_missing_resources: Callable[[OpenPairing, MeteorError], None] = lambda *_: None
        """Called when a pairing cannot be scored because resource files are missing."""
        self._aligning: WeakKeyDictionary[OpenPairing, asyncio.Task[None]] = WeakKeyDictionary()
        self.on_line_alignment: Callable[[OpenPairing], None] = lambda _: None
        """Called when the line alignment of a pairing has changed."""
        self.working_on: dict[str, tuple[int, int]] = {}
        """Background work in progress, by URI of the hypothesis: segments scored, and all."""

    async def score(
        self, opened: OpenPairing, segments: Iterable[int], max_wait: float = float("inf")
    ) -> bool:
        """Score segments for a request, in order, and return whether all are scored.

        Args:
            opened: their pairing.
            segments: their numbers.
            max_wait: seconds after which the rest is left open.
        """
        if opened.problem is not None:
            return True
        deadline = time.monotonic() + max_wait
        if not await self._is_ready(opened, max_wait):
            return opened.problem is not None
        scores, requested = opened.scores, list(segments)
        # Edits may open segments again while others are scored.
        while not opened.is_retired and (wanted := scores.open_among(requested)):
            if not await self._answer(opened, wanted, deadline, alignments=False):
                return False
        return True

    async def align(
        self, opened: OpenPairing, segments: Iterable[int], max_wait: float = RESOURCE_WAIT_SECONDS
    ) -> None:
        """Score segments, and cache all their alignments until the next request.

        Args:
            opened: their pairing.
            segments: their numbers.
            max_wait: seconds to wait for resources. After it there are no alignments yet; the
                client is notified once everything is scored.
        """
        if opened.problem is not None or not await self._is_ready(opened, max_wait):
            return
        scores, requested = opened.scores, list(segments)
        with scores.keeping_alignments():
            while not opened.is_retired:
                wanted = [segment for segment in requested if scores.needs_alignments(segment)]
                if not wanted:
                    break
                await self._answer(opened, wanted, float("inf"), alignments=True)

    async def finish(self, opened: OpenPairing, max_wait: float = float("inf")) -> bool:
        """Score and check all of a pairing for a request, and return whether that is complete.

        Args:
            opened: the pairing.
            max_wait: seconds after which the rest is left to the background.
        """
        scores, deadline = opened.scores, time.monotonic() + max_wait
        if opened.problem is None and not await self._is_ready(opened, max_wait):
            return opened.problem is not None
        while not scores.complete and opened.problem is None and not opened.is_retired:
            if time.monotonic() > deadline:
                return False
            segments = scores.next_open(_MAX_REQUEST_BATCH_SEGMENTS)
            await self._answer(opened, segments, float("inf"), alignments=False)
            await asyncio.sleep(0)
        await _summarize(opened, lambda: asyncio.sleep(0))
        return await self._check_all_texts(opened, deadline)

    async def score_in_background(
        self, opened: OpenPairing, report: Callable[[int, int], None] | None = None
    ) -> None:
        """Score all open segments in the background.

        Args:
            opened: the pairing.
            report: called regularly with the numbers of scored and of all segments.
        """
        scores, uri = opened.scores, opened.pairing.hypothesis.uri
        await self._align_lines(opened, float("inf"))
        if opened.problem is not None or not await self._is_ready(opened, float("inf")):
            return
        try:
            while not opened.is_retired and (
                not scores.complete or await self._finds_shift(opened)
            ):
                segments = scores.next_open(_MAX_BACKGROUND_BATCH_SEGMENTS)
                texts = scores.texts_of(segments)
                self.working_on[uri] = (scores.scored, scores.paired)
                found = await self._scorer.score_in_background(scores.meteor, texts)
                if opened.is_retired:
                    return
                scores.store(segments, texts, found)
                if report is not None:
                    report(scores.scored, scores.paired)
            await _summarize(opened, self._scorer.yield_to_requests)
        finally:
            self.working_on.pop(uri, None)

    async def run_text_checks(self, opened: OpenPairing) -> bool:
        """Finish the text checks in the background, and return whether any were left."""
        if opened.problem is not None or opened.has_all_text_checks:
            return False
        return await self._check_all_texts(opened, None)

    async def score_together(self, several: Iterable[OpenPairing]) -> None:
        """Score the first segments of pairings in the background, in one job per scorer.

        Short pairings are scored completely; one by one, each would wait for the thread.
        """
        together: defaultdict[tuple[Meteor, int], list[OpenPairing]] = defaultdict(list)
        for opened in several:
            together[opened.scores.meteor, len(opened.scores.references)].append(opened)
        for (meteor, _), pairings in together.items():
            are_ready = [
                opened.problem is None and await self._is_ready(opened, float("inf"))
                for opened in pairings
            ]
            ready = [opened for opened in compress(pairings, are_ready) if not opened.is_retired]
            wanted = [opened.scores.next_open(_MAX_BACKGROUND_BATCH_SEGMENTS) for opened in ready]
            texts = [
                opened.scores.texts_of(segments)
                for opened, segments in zip(ready, wanted, strict=True)
            ]
            found = await self._scorer.score_in_background(meteor, [*chain.from_iterable(texts)])
            first = 0
            for opened, segments, of_these in zip(ready, wanted, texts, strict=True):
                if not opened.is_retired:
                    opened.scores.store(segments, of_these, found[first : first + len(segments)])
                first += len(segments)

    async def map_in_background(
        self, work: Callable[[_Item], _Found], items: Sequence[_Item]
    ) -> list[_Found]:
        """Apply a function to items in the background."""
        return await self._scorer.map_in_background(work, items)

    async def map_for_request(
        self, work: Callable[[_Item], _Found], items: Sequence[_Item]
    ) -> list[_Found]:
        """Apply a function to items for a request."""
        return await self._scorer.map_for_request(work, items)

    def pause_background(self) -> None:
        """Pause background scoring briefly so that the incoming request is served first."""
        self._scorer.pause_background()

    def close(self) -> None:
        """Shut the threads down."""
        self._scorer.close()
        self.compiler.close()

    async def _is_ready(self, opened: OpenPairing, max_wait: float) -> bool:
        """Wait for line alignment and resources, and return whether a pairing can be scored."""
        if not await self.ensure_line_alignment(opened, max_wait):
            return False
        try:
            return await self.compiler.ensure_compiled(opened.scores.meteor, max_wait)
        except MeteorError as error:
            if opened.problem is None:
                self.on_missing_resources(opened, error)
            return False

    async def _check_all_texts(self, opened: OpenPairing, deadline: float | None) -> bool:
        """Run text checks block by block, and return whether all are finished.

        Args:
            opened: a scored pairing.
            deadline: moment after which to stop, for a request; None in the background.
        """
        turn = self._scorer.yield_to_requests if deadline is None else partial(asyncio.sleep, 0)
        for block in opened.unchecked_blocks():
            if opened.is_retired:
                return True
            while unchecked := opened.unchecked_texts(block):  # again: texts may change meanwhile
                for first in range(0, len(unchecked), _MAX_REQUEST_BATCH_SEGMENTS):
                    if deadline is not None and time.monotonic() > deadline:
                        return False
                    some = unchecked[first : first + _MAX_REQUEST_BATCH_SEGMENTS]
                    await self._check_texts(opened, some, is_request=deadline is not None)
            opened.mark_checked(block)
            await turn()
        await _find_shown_diagnostics(opened, turn)
        return True

    async def check_segments(self, opened: OpenPairing, segments: Iterable[int]) -> None:
        """Run the text checks of some segments for a request."""
        if opened.text_checks is not None:
            paired = (segment for segment in segments if segment < opened.scores.paired)
            await self._check_texts(opened, opened.text_checks.unchecked(paired), is_request=True)

    async def _check_texts(
        self, opened: OpenPairing, unchecked: Sequence[ReviewTexts], *, is_request: bool
    ) -> None:
        checks = opened.text_checks
        apply = self._scorer.map_for_request if is_request else self._scorer.map_in_background
        if checks is not None:
            found = await apply(checks.find, unchecked)
            for texts, of_segment in zip(unchecked, found, strict=False):
                checks.store(texts, of_segment)

    async def ensure_line_alignment(
        self, opened: OpenPairing, max_wait: float = RESOURCE_WAIT_SECONDS
    ) -> bool:
        """Align lines if necessary, and return whether requests can be answered.

        After an edit of a long text, requests are answered by the previous alignment meanwhile.
        """
        if not opened.needs_line_alignment or (opened.line_edits and not opened.is_short):
            return True
        await self._align_lines(opened, max_wait)
        return not opened.needs_line_alignment

    async def _align_lines(self, opened: OpenPairing, max_wait: float) -> None:
        """Recompute the line alignment if it is outdated; the task continues after `max_wait`."""
        if not opened.needs_line_alignment:
            return
        task = self._aligning.get(opened)
        if task is None or task.done():
            task = self._aligning[opened] = asyncio.create_task(self._recompute_lines(opened))
        await asyncio.wait([task], timeout=None if max_wait == float("inf") else max_wait)

    async def _finds_shift(self, opened: OpenPairing) -> bool:
        """Realign lines after a run of low scores, and return whether segments became open."""
        for block in opened.blocks_to_check():
            if opened.is_retired or block >= opened.scores.block_count:
                break  # by an edit since the last block
            if _has_low_score_run(opened.scores, block):
                opened.expect_shift()
                await self._align_lines(opened, float("inf"))
                return not opened.scores.complete
            await self._scorer.yield_to_requests()
        return False

    async def _recompute_lines(self, opened: OpenPairing) -> None:
        while opened.needs_line_alignment:
            edits, revision = opened.line_edits, opened.revision
            found = await asyncio.to_thread(find_line_alignment, *opened.copy_lines())
            if opened.line_edits == edits and not opened.is_retired:
                opened.set_line_alignment(found)
                if opened.revision != revision:
                    self.on_line_alignment(opened)

    async def _answer(
        self, opened: OpenPairing, segments: Sequence[int], deadline: float, *, alignments: bool
    ) -> bool:
        """Score segments until a deadline, and return whether all are scored."""
        scores = opened.scores
        for start in range(0, len(segments), _MAX_REQUEST_BATCH_SEGMENTS):
            if start and time.monotonic() > deadline:
                return False
            some = segments[start : start + _MAX_REQUEST_BATCH_SEGMENTS]
            # An edit may have removed segments meanwhile.
            some = [segment for segment in some if segment < scores.paired]
            texts = scores.texts_of(some)
            if alignments or len(segments) == 1:
                await self._align(opened, some, texts)
            else:
                found = await self._scorer.score(scores.meteor, texts)
                if not opened.is_retired:
                    scores.store(some, texts, found)
            if opened.is_retired:
                break
        return True

    async def _align(
        self, opened: OpenPairing, segments: Sequence[int], texts: Sequence[Texts]
    ) -> None:
        scores = opened.scores
        found = await self._scorer.align(scores.meteor, texts)
        if opened.is_retired:
            return
        scores.store(
            segments, texts, [line_score(results) if results else None for results in found]
        )
        for of_segment, results in zip(texts, found, strict=False):
            if results:
                scores.store_alignments(of_segment, results)


def align_lines(opened: OpenPairing) -> None:
    """Align the lines of a pairing immediately, considering the scores if these are complete."""
    if opened.scores.complete:
        blocks = opened.blocks_to_check()
        if any(_has_low_score_run(opened.scores, block) for block in blocks):
            opened.expect_shift()
    if opened.needs_line_alignment:
        opened.set_line_alignment(find_line_alignment(*opened.copy_lines()))


def _has_low_score_run(scores: PairScores, block: int) -> bool:
    return scores.per_block(
        "low score run", block, lambda _: _find_low_score_run(scores.summary(block))
    )


def _find_low_score_run(summary: Summary) -> bool:
    low = 0
    lengths = map(min, summary.hypothesis_lengths, summary.reference_lengths)
    for score, length in zip(summary.scores, lengths, strict=True):
        if length < _MIN_SEGMENT_WORDS:
            continue
        low = low + 1 if score < _LOW_SCORE else 0
        if low == _MIN_LOW_SEGMENTS:
            return True
    return False


async def _summarize(opened: OpenPairing, turn: Callable[[], Awaitable[None]]) -> None:
    """Compute sums and diagnostics block by block, yielding in between."""
    scores, order = opened.scores, opened.order
    for block in range(scores.block_count):
        if opened.is_retired:
            return
        if not scores.is_summarized(block, order):
            scores.summarize(block, order)
            await turn()
    await _find_shown_diagnostics(opened, turn)


async def _find_shown_diagnostics(opened: OpenPairing, turn: Callable[[], Awaitable[None]]) -> None:
    shown = opened.find_shown_diagnostics()
    while not opened.is_retired and next(shown, None) is not None:
        await turn()
