"""What stands out on words of post-edits, kept as long as the texts of a segment stay the same.

Looking at a segment takes a few tenths of a millisecond, so it is done away from the event loop
(``session/engine.py``), and only for segments whose texts were not looked at before.
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

from .scores import LONGEST_SEGMENT

_REMEMBERED: Final = 2_000
"""Segments kept beyond twice those that stand, for undo and for moved lines."""

Lists: TypeAlias = tuple[Sequence[str], Sequence[str], Sequence[str]]
"""Machine translation, post-edits, and the source, which may have fewer, or none."""

Found: TypeAlias = tuple[Diagnostic, ...]

_Key: TypeAlias = tuple[str, str, str | None, bool, bool, Neighbours | None]
"""The last is None where nothing is open around a segment: hashing takes time at each key."""


class WordFindings:
    """What was found in the segments of a pairing."""

    def __init__(
        self,
        checking: Checking,
        lists: Callable[[], Lists],
        is_final: Callable[[int], bool] | None,
        is_plural_form: Callable[[int], bool] | None,
        before: Iterable["WordFindings"] = (),
    ) -> None:
        """Nothing found yet, but what others found who looked for the same.

        Args:
            checking: what to look for.
            lists: texts of all segments as they are now.
            is_final: whether the file says that a segment is finished; None where it says nothing.
            is_plural_form: the same for one of several translations, by a number.
            before: the others.
        """
        self.checking: Final = checking
        self._lists, self._is_final, self._is_plural_form = lists, is_final, is_plural_form
        self._known: dict[_Key, Found] = {}
        for one in before:
            if one.checking == checking:
                self._known |= one._known  # noqa: SLF001  # of the same class

    def known(self, segment: int) -> Found | None:
        """What was found in a segment; None where nobody has looked since it changed."""
        return self._known.get(self._key(segment, self._lists())) if self._known else None

    def telling(self, segments: Iterable[int]) -> Iterator[int]:
        """Those of some segments in which something was found by now."""
        if self._known:
            lists = self._lists()
            yield from (one for one in segments if self._known.get(self._key(one, lists)))

    def of(self, texts: ReviewTexts) -> Found | None:
        """What was found in texts; None where nobody has looked. On any thread."""
        return self._known.get(_key_of(texts))

    def unknown(self, segments: Iterable[int]) -> list[ReviewTexts]:
        """The texts of those segments that nobody has looked at."""
        lists = self._lists()
        keys = (self._key(segment, lists) for segment in segments)
        return [_texts(key) for key in keys if key not in self._known]

    def find(self, texts: ReviewTexts) -> Found:
        """Look at a segment; on any thread."""
        longest = max(len(texts.mt), len(texts.post_edit), len(texts.source or ""))
        return () if longest > LONGEST_SEGMENT else find_diagnostics(texts, self.checking)

    def store(self, texts: ReviewTexts, found: Found) -> None:
        """Take what was found."""
        self._known[_key_of(texts)] = found
        while len(self._known) > 2 * len(self._lists()[1]) + _REMEMBERED:
            del self._known[next(iter(self._known))]  # which is looked at again if it still stands

    def find_all(self, segments: Iterable[int]) -> None:
        """Look at segments now, which takes as long as it takes."""
        for texts in self.unknown(segments):
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
    """What the segments around one leave open, if that matters: if it lacks a mark itself."""
    mt, post_edits, source = lists
    other = source[segment] if segment < len(source) else mt[segment]
    if lone_mark(post_edits[segment]) is None and lone_mark(other) is None:
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
