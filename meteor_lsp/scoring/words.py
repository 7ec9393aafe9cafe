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

from .scores import LONGEST_SEGMENT

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
        mt: Sequence[str],
        post_edits: Sequence[str],
        source: Sequence[str] | None,
        facts: Callable[[int], Facts] | None,
    ) -> None:
        """Nothing found yet, in lists that may change.

        Args:
            checking: what to look for.
            mt: segments of the machine translation.
            post_edits: of the post-edit.
            source: of the source, if there is one; it may have fewer.
            facts: what the file says of a segment; None where it says nothing.
        """
        self.checking: Final = checking
        self._mt, self._post_edits, self._source, self._facts = mt, post_edits, source, facts
        self._known: dict[_Key, Found] = {}

    def known(self, segment: int) -> Found | None:
        """What was found in a segment; None where nobody has looked since it changed."""
        return self._known.get(self._key(segment))

    def unknown(self, segments: Iterable[int]) -> list[ReviewTexts]:
        """The texts of those segments that nobody has looked at."""
        return [
            self._texts(segment) for segment in segments if self._key(segment) not in self._known
        ]

    def find(self, texts: ReviewTexts) -> Found:
        """Look at a segment; on any thread."""
        longest = max(len(texts.mt), len(texts.post_edit), len(texts.source or ""))
        return () if longest > LONGEST_SEGMENT else find_diagnostics(texts, self.checking)

    def store(self, texts: ReviewTexts, found: Found) -> None:
        """Take what was found."""
        self._known[texts.mt, texts.post_edit, texts.source, texts.facts.is_final] = found
        while len(self._known) > 2 * len(self._post_edits) + _REMEMBERED:
            del self._known[next(iter(self._known))]  # which is looked at again if it still stands

    def find_all(self, segments: Iterable[int]) -> None:
        """Look at segments now, which takes as long as it takes."""
        for texts in self.unknown(segments):
            self.store(texts, self.find(texts))

    def _key(self, segment: int) -> _Key:
        source = self._source
        return (
            self._mt[segment],
            self._post_edits[segment],
            source[segment] if source is not None and segment < len(source) else None,
            self._facts is not None and self._facts(segment).is_final,
        )

    def _texts(self, segment: int) -> ReviewTexts:
        mt, post_edit, source, is_final = self._key(segment)
        facts = Facts(id="", is_final=is_final)
        return ReviewTexts(mt=mt, post_edit=post_edit, source=source, facts=facts)
