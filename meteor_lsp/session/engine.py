"""Brings the scores of pairings up to date: what is asked for at once, the rest when it is quiet.

State changes on the event loop alone. The threads of ``scorer.py`` are given texts; what they
give back is stored only where the same texts still stand.
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

from ..pairing.shifted import recognised
from ..scoring.breaks import is_broken
from ..scoring.compiling import Compiler
from ..scoring.line_scores import Texts, line_score
from ..scoring.scorer import Scorer
from .open_pairing import OpenPairing

_TOGETHER: Final = 32
"""Segments that the answering thread is given at once: some milliseconds of work."""

GLANCE: Final = 0.2
"""Seconds for which a request waits for what must be compiled; it is asked again later."""

_LEFT_ALONE: Final = 1024
"""Segments that the background is given at once; it stands back several times among them."""

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


class Engine:
    """The scorer of one server, and what it was asked to do."""

    def __init__(self) -> None:
        """Nothing to do yet."""
        self._scorer = Scorer()
        self.compiler = Compiler()
        self.on_lack: Callable[[OpenPairing, MeteorError], None] = lambda *_: None
        """Is told of a pairing that cannot be scored, as files of its scorer are missing."""
        self._recognising: WeakKeyDictionary[OpenPairing, asyncio.Task[None]] = WeakKeyDictionary()
        self.on_recognised: Callable[[OpenPairing], None] = lambda _: None
        """Is told of a pairing whose lines belong together in another way than they did."""
        self.working_on: dict[str, tuple[int, int]] = {}
        """What the background works on: the hypothesis' URI, segments scored, and all."""

    async def score(
        self, opened: OpenPairing, segments: Iterable[int], patience: float = float("inf")
    ) -> bool:
        """Score segments that a request asks for.

        Args:
            opened: their pairing.
            segments: their numbers, from 0.
            patience: seconds after which to leave the rest; they are scored in order.

        Returns:
            Whether all of them are scored.
        """
        if opened.problem is not None:
            return True
        until = time.monotonic() + patience
        if not await self._is_ready(opened, patience):
            return opened.problem is not None
        scores, asked = opened.scores, list(segments)
        # Some are open again where their texts were edited while others were scored.
        while not opened.is_retired and (wanted := scores.open_among(asked)):
            if not await self._answer(opened, wanted, until, alignments=False):
                return False
        return True

    async def align(
        self, opened: OpenPairing, segments: Iterable[int], patience: float = GLANCE
    ) -> None:
        """Score segments, and have all their alignments at hand until the next request.

        Args:
            opened: their pairing.
            segments: their numbers, from 0.
            patience: seconds to wait for a table that must be compiled; without it there are
                no alignments, and once all is scored, the client is told.
        """
        if opened.problem is not None or not await self._is_ready(opened, patience):
            return
        scores, asked = opened.scores, list(segments)
        with scores.keeping_alignments():
            while not opened.is_retired:
                wanted = [segment for segment in asked if scores.lacks_alignments(segment)]
                if not wanted:
                    break
                await self._answer(opened, wanted, float("inf"), alignments=True)

    async def finish(self, opened: OpenPairing, patience: float = float("inf")) -> bool:
        """Score all of a pairing, for a request that is about the whole of it.

        Args:
            opened: a pairing.
            patience: seconds after which to leave the rest to the background.

        Returns:
            Whether everything is scored.
        """
        scores, until = opened.scores, time.monotonic() + patience
        if opened.problem is None and not await self._is_ready(opened, patience):
            return opened.problem is not None
        while not scores.complete and opened.problem is None and not opened.is_retired:
            if time.monotonic() > until:
                return False
            segments = scores.next_open(_TOGETHER)
            await self._answer(opened, segments, float("inf"), alignments=False)
            await asyncio.sleep(0)
        await _summarize(opened, lambda: asyncio.sleep(0))
        return await self._find_all_words(opened, until)

    async def work_through(
        self, opened: OpenPairing, tell: Callable[[int, int], None] | None = None
    ) -> None:
        """Score everything that is still open, in the background.

        Args:
            opened: a pairing.
            tell: is told now and then how many segments are scored, and of how many.
        """
        scores, uri = opened.scores, opened.pairing.hypothesis.uri
        await self._recognise(opened, float("inf"))
        if opened.problem is not None or not await self._is_ready(opened, float("inf")):
            return
        try:
            while not opened.is_retired and (
                not scores.complete or await self._finds_break(opened)
            ):
                segments = scores.next_open(_LEFT_ALONE)
                texts = scores.texts_of(segments)
                self.working_on[uri] = (scores.scored, scores.paired)
                found = await self._scorer.work_through(scores.meteor, texts)
                if opened.is_retired:
                    return
                scores.store(segments, texts, found)
                if tell is not None:
                    tell(scores.scored, scores.paired)
            await _summarize(opened, self._scorer.stand_back)
        finally:
            self.working_on.pop(uri, None)

    async def find_all_words(self, opened: OpenPairing) -> bool:
        """Look in the background for all that stands out on words; whether anything was left to."""
        if opened.problem is not None or opened.has_all_words:
            return False
        return await self._find_all_words(opened, None)

    async def work_through_together(self, several: Iterable[OpenPairing]) -> None:
        """Score the first segments of each in the background, at once as if they were one.

        Of short pairings these are all; they would otherwise wait for a thread each.
        """
        together: defaultdict[tuple[Meteor, int], list[OpenPairing]] = defaultdict(list)
        for opened in several:
            together[opened.scores.meteor, len(opened.scores.references)].append(opened)
        for (meteor, _), pairings in together.items():
            are_ready = [
                opened.problem is None and await self._is_ready(opened, float("inf"))
                for opened in pairings
            ]
            ready = [one for one in compress(pairings, are_ready) if not one.is_retired]
            wanted = [opened.scores.next_open(_LEFT_ALONE) for opened in ready]
            texts = [
                opened.scores.texts_of(segments)
                for opened, segments in zip(ready, wanted, strict=True)
            ]
            found = await self._scorer.work_through(meteor, [*chain.from_iterable(texts)])
            first = 0
            for opened, segments, of_these in zip(ready, wanted, texts, strict=True):
                if not opened.is_retired:
                    opened.scores.store(segments, of_these, found[first : first + len(segments)])
                first += len(segments)

    async def each(self, work: Callable[[_Item], _Found], items: Sequence[_Item]) -> list[_Found]:
        """Do something else with each of some items, in the background."""
        return await self._scorer.each(work, items)

    async def each_asked(
        self, work: Callable[[_Item], _Found], items: Sequence[_Item]
    ) -> list[_Found]:
        """The same for a request that waits for it."""
        return await self._scorer.each_asked(work, items)

    def hush(self) -> None:
        """Let the background stand back for a moment: a message has come in."""
        self._scorer.hush()

    def close(self) -> None:
        """End the threads."""
        self._scorer.close()
        self.compiler.close()

    async def _is_ready(self, opened: OpenPairing, patience: float) -> bool:
        """Whether a pairing can be scored now; if not, its tables are being compiled."""
        if not await self.knows_lines(opened, patience):
            return False
        try:
            return await self.compiler.ready(opened.scores.meteor, patience)
        except MeteorError as error:
            if opened.problem is None:
                self.on_lack(opened, error)
            return False

    async def _find_all_words(self, opened: OpenPairing, until: float | None) -> bool:
        """Look for all that stands out on words, block by block.

        Args:
            opened: a pairing that is scored.
            until: moment after which to leave the rest; None where nobody waits.

        Returns:
            Whether all is found.
        """
        turn = self._scorer.stand_back if until is None else partial(asyncio.sleep, 0)
        for block in opened.blocks_without_words():
            if opened.is_retired:
                return True
            while unknown := opened.unknown_words(block):  # again: texts may change meanwhile
                for first in range(0, len(unknown), _TOGETHER):
                    if until is not None and time.monotonic() > until:
                        return False
                    some = unknown[first : first + _TOGETHER]
                    await self._find_words(opened, some, is_asked=until is not None)
            opened.note_words(block)
            await turn()
        await _find_what_is_shown(opened, turn)
        return True

    async def find_words(self, opened: OpenPairing, segments: Iterable[int]) -> None:
        """Look for what stands out on the words of some segments that a request is about."""
        if opened.words is not None:
            paired = (segment for segment in segments if segment < opened.scores.paired)
            await self._find_words(opened, opened.words.unknown(paired), is_asked=True)

    async def _find_words(
        self, opened: OpenPairing, unknown: Sequence[ReviewTexts], *, is_asked: bool
    ) -> None:
        words = opened.words
        each = self._scorer.each_asked if is_asked else self._scorer.each
        if words is not None:
            found = await each(words.find, unknown)
            for texts, of_segment in zip(unknown, found, strict=False):
                words.store(texts, of_segment)

    async def knows_lines(self, opened: OpenPairing, patience: float = GLANCE) -> bool:
        """Whether requests can be answered: it is known which lines of a pairing belong together.

        Where that is to be found out again after an edit of a long text, they are answered
        meanwhile by what was known.
        """
        if not opened.wants_lines or (opened.line_edits and not opened.is_short):
            return True
        await self._recognise(opened, patience)
        return not opened.wants_lines

    async def _recognise(self, opened: OpenPairing, patience: float) -> None:
        """Find out which lines of a pairing belong together, where that is to be looked at.

        Args:
            opened: the pairing.
            patience: seconds after which to leave the rest to the background.
        """
        if not opened.wants_lines:
            return
        task = self._recognising.get(opened)
        if task is None or task.done():
            task = self._recognising[opened] = asyncio.create_task(self._look_at_lines(opened))
        await asyncio.wait([task], timeout=None if patience == float("inf") else patience)

    async def _finds_break(self, opened: OpenPairing) -> bool:
        """Look whether scores break, and lines are shifted; whether there is more to score then."""
        for block in opened.blocks_to_check():
            if opened.is_retired or block >= opened.scores.block_count:
                break  # by an edit since the last block
            if is_broken(opened.scores, block):
                opened.expect_shift()
                await self._recognise(opened, float("inf"))
                return not opened.scores.complete
            await self._scorer.stand_back()
        return False

    async def _look_at_lines(self, opened: OpenPairing) -> None:
        while opened.wants_lines:
            edits, revision = opened.line_edits, opened.revision
            found = await asyncio.to_thread(recognised, *opened.lines_as_they_stand())
            if opened.line_edits == edits and not opened.is_retired:
                opened.take_lines(found)
                if opened.revision != revision:
                    self.on_recognised(opened)

    async def _answer(
        self, opened: OpenPairing, segments: Sequence[int], until: float, *, alignments: bool
    ) -> bool:
        """Score segments until a moment; whether all of them are scored."""
        scores = opened.scores
        for start in range(0, len(segments), _TOGETHER):
            if start and time.monotonic() > until:
                return False
            some = segments[start : start + _TOGETHER]
            # An edit that came while others were scored may have taken some of them away.
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


def recognise_lines(opened: OpenPairing) -> None:
    """Find out at once which lines of a pairing belong together, by what is scored of it."""
    if opened.scores.complete:
        blocks = opened.blocks_to_check()
        if any(is_broken(opened.scores, block) for block in blocks):
            opened.expect_shift()
    if opened.wants_lines:
        opened.take_lines(recognised(*opened.lines_as_they_stand()))


async def _summarize(opened: OpenPairing, turn: Callable[[], Awaitable[None]]) -> None:
    """Compute sums and diagnostics block by block, so that other work has its turn between."""
    scores, order = opened.scores, opened.order
    for block in range(scores.block_count):
        if opened.is_retired:
            return
        if not scores.is_summarized(block, order):
            scores.summarize(block, order)
            await turn()
    await _find_what_is_shown(opened, turn)


async def _find_what_is_shown(opened: OpenPairing, turn: Callable[[], Awaitable[None]]) -> None:
    shown = opened.find_what_is_shown()
    while not opened.is_retired and next(shown, None) is not None:
        await turn()
