"""What stands out on words of post-edits, kept as long as the texts of a segment stay the same.

Looking at a segment takes a few tenths of a millisecond, so it is done away from the event loop
(``session/engine.py``), and only for segments whose texts were not looked at before.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from meteor_core.files.units import Facts
from meteor_core.review.diagnostics.diagnostic import Diagnostic
from meteor_core.review.diagnostics.find import Checking, find_diagnostics
from meteor_core.review.texts import ReviewTexts

from .scores import LONGEST_SEGMENT, PairScores

_REMEMBERED: Final = 2_000
"""Segments kept beyond twice those that stand, for undo and for moved lines."""

Found: TypeAlias = tuple[Diagnostic, ...]

_Key: TypeAlias = tuple[str, str, str | None, bool]


class WordFindings:
    """What was found in the segments of a pairing."""

    def __init__(
        self,
        checking: Checking,
        *,
        scores: PairScores,
        source: Callable[[], Sequence[str]] | None,
        facts: Callable[[int], Facts] | None,
        known: "WordFindings | None" = None,
    ) -> None:
        """Nothing found yet, in texts that may change.

        Args:
            checking: what to look for.
            scores: of machine translation and post-edit, whose texts these are.
            source: returns the segments of the source as they stand, of which there may be fewer;
                None where there is none.
            facts: what the file says of a segment; None where it says nothing.
            known: what was found by the same checking.
        """
        self.checking: Final = checking
        self._scores, self._source, self._facts = scores, source, facts
        self.found: dict[_Key, Found] = {} if known is None else known.found

    def known(self, segment: int) -> Found | None:
        """What was found in a segment; None where nobody has looked since it changed."""
        return self.found.get(self._key(segment))

    def unknown(self, segments: Iterable[int]) -> list[ReviewTexts]:
        """The texts of those segments that nobody has looked at."""
        return [
            self._texts(segment) for segment in segments if self._key(segment) not in self.found
        ]

    def find(self, texts: ReviewTexts) -> Found:
        """Look at a segment; on any thread."""
        longest = max(len(texts.mt), len(texts.post_edit), len(texts.source or ""))
        return () if longest > LONGEST_SEGMENT else find_diagnostics(texts, self.checking)

    def store(self, texts: ReviewTexts, found: Found) -> None:
        """Take what was found."""
        self.found[texts.mt, texts.post_edit, texts.source, texts.facts.is_final] = found
        while len(self.found) > 2 * self._scores.paired + _REMEMBERED:
            del self.found[next(iter(self.found))]  # which is looked at again if it still stands

    def find_all(self, segments: Iterable[int]) -> None:
        """Look at segments now, which takes as long as it takes."""
        for texts in self.unknown(segments):
            self.store(texts, self.find(texts))

    def _key(self, segment: int) -> _Key:
        source = None if self._source is None else self._source()
        mt, post_edit = self._scores.texts(segment)[:2]
        return (
            mt,
            post_edit,
            source[segment] if source is not None and segment < len(source) else None,
            self._facts is not None and self._facts(segment).is_final,
        )

    def _texts(self, segment: int) -> ReviewTexts:
        mt, post_edit, source, is_final = self._key(segment)
        facts = Facts(id="", is_final=is_final)
        return ReviewTexts(mt=mt, post_edit=post_edit, source=source, facts=facts)
