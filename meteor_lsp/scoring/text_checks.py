"""Cache findings on the words of post-edits, keyed by the texts of a segment.

A check takes a few tenths of a millisecond, so it runs off the event loop (``session/engine.py``),
and only for texts that were not checked before.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from meteor_core.files.units import Facts
from meteor_core.review.diagnostics.diagnostic import Diagnostic
from meteor_core.review.diagnostics.find import Checking, find_diagnostics
from meteor_core.review.quotations import (
    NO_NEIGHBOURS,
    NOTHING,
    Beside,
    Neighbours,
    beside,
    lone_mark,
    neighbours,
)
from meteor_core.review.texts import ReviewTexts

from .scores import MAX_SEGMENT_CHARS

_MAX_CACHED_SEGMENTS: Final = 2_000
"""Segments cached beyond twice the current ones, for undo and moved lines."""

Lists: TypeAlias = tuple[Sequence[str], Sequence[str], Sequence[str]]
"""Machine translation, post-edits, and the source, which may be shorter."""

Found: TypeAlias = tuple[Diagnostic, ...]

_Key: TypeAlias = tuple[str, str, str | None, bool, bool, Neighbours | None]
"""Neighbours are None if they leave nothing open, since hashing them takes time."""


class TextChecks:
    """Findings on the segments of a pairing."""

    def __init__(
        self,
        checking: Checking,
        lists: Callable[[], Lists],
        is_final: Callable[[int], bool] | None,
        is_plural_form: Callable[[int], bool] | None,
        previous: Iterable["TextChecks"] = (),
    ) -> None:
        """Create a cache, filled from earlier ones with the same checks.

        Args:
            checking: what to look for.
            lists: returns the current texts of all segments.
            is_final: whether a segment is marked as finished; None if the format has no such mark.
            is_plural_form: whether a segment is one of several plural forms; None likewise.
            previous: earlier caches.
        """
        self.checking: Final = checking
        self._lists, self._is_final, self._is_plural_form = lists, is_final, is_plural_form
        self._known: dict[_Key, Found] = {}
        for checks in previous:
            if checks.checking == checking:
                self._known |= checks._known  # noqa: SLF001  # of the same class

    def known(self, segment: int) -> Found | None:
        """Return the findings on a segment, or None if it was not checked."""
        return self._known.get(self._key(segment, self._lists())) if self._known else None

    def segments_with_findings(self, segments: Iterable[int]) -> Iterator[int]:
        """Yield the segments that have findings so far."""
        if self._known:
            lists = self._lists()
            yield from (n for n in segments if self._known.get(self._key(n, lists)))

    def known_of(self, texts: ReviewTexts) -> Found | None:
        """Return the findings on texts, or None if not checked; safe on any thread."""
        return self._known.get(_key_of(texts))

    def unchecked(self, segments: Iterable[int]) -> list[ReviewTexts]:
        """Return the texts of segments that were not checked."""
        lists = self._lists()
        keys = (self._key(segment, lists) for segment in segments)
        return [_texts(key) for key in keys if key not in self._known]

    def find(self, texts: ReviewTexts) -> Found:
        """Check a segment; safe on any thread."""
        longest = max(len(texts.mt), len(texts.post_edit), len(texts.source or ""))
        return () if longest > MAX_SEGMENT_CHARS else find_diagnostics(texts, self.checking)

    def store(self, texts: ReviewTexts, found: Found) -> None:
        """Store findings, and evict the oldest beyond the limit."""
        self._known[_key_of(texts)] = found
        while len(self._known) > 2 * len(self._lists()[1]) + _MAX_CACHED_SEGMENTS:
            del self._known[next(iter(self._known))]

    def find_all(self, segments: Iterable[int]) -> None:
        """Check segments immediately, which may take long."""
        for texts in self.unchecked(segments):
            self.store(texts, self.find(texts))

    def _key(self, segment: int, lists: Lists) -> _Key:
        mt, post_edits, source = lists
        return (
            mt[segment],
            post_edits[segment],
            source[segment] if segment < len(source) else None,
            self._is_final is not None and self._is_final(segment),
            self._is_plural_form is not None and self._is_plural_form(segment),
            _in_key(neighbours_of(segment, lists)),
        )


def neighbours_of(segment: int, lists: Lists) -> Neighbours:
    """Return what adjacent segments leave open, if the segment itself lacks a mark."""
    mt, post_edits, source = lists
    original = source[segment] if segment < len(source) else mt[segment]
    if lone_mark(post_edits[segment]) is None and lone_mark(original) is None:
        return NO_NEIGHBOURS
    return neighbours(_beside(segment - 1, lists), _beside(segment + 1, lists))


def _beside(segment: int, lists: Lists) -> Beside:
    mt, post_edits, source = lists
    if not 0 <= segment < min(len(mt), len(post_edits)):
        return NOTHING
    return beside(source[segment] if segment < len(source) else mt[segment], post_edits[segment])


def _key_of(texts: ReviewTexts) -> _Key:
    around, facts = _in_key(texts.neighbours), texts.facts
    return texts.mt, texts.post_edit, texts.source, facts.is_final, facts.is_plural_form, around


def _in_key(around: Neighbours) -> Neighbours | None:
    return None if around is NO_NEIGHBOURS else around


def _texts(key: _Key) -> ReviewTexts:
    mt, post_edit, source, is_final, is_plural_form, around = key
    facts = Facts(id="", is_final=is_final, is_plural_form=is_plural_form)
    return ReviewTexts(
        mt=mt,
        post_edit=post_edit,
        source=source,
        facts=facts,
        neighbours=around or NO_NEIGHBOURS,
    )
