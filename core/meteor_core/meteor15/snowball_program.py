"""The base class of all Snowball stemmers: a word, a cursor, and editing steps.

The names are Snowball's own (snowballstem.org/compiler/snowman.html): the word is ``current``, the
slice to be replaced lies from ``bra`` to ``ket``, a search forwards ends at ``limit`` and one
backwards at ``limit_backward``. The word is a string with a character for each UTF-16 code unit,
as in Java. A test returns True and moves the cursor over what it found, or returns False.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from ..errors import InputError
from .class_files.static_tables import AmongEntry

Letters: TypeAlias = frozenset[str]

Rows: TypeAlias = tuple[tuple[int, dict[str, tuple[int, bool]]], ...]
"""The texts of a table by length, longest first, each with its result and whether it is refused."""


class AmongTable:
    """A table of texts, to find the longest one before (or behind) the cursor."""

    __slots__ = ("_of_length_zero", "_rows")

    def __init__(self, entries: Sequence[AmongEntry], *, backward: bool) -> None:
        """Index the rows by the character nearest to the cursor, so that few are tried."""
        nearest = -1 if backward else 0
        empty = [entry for entry in entries if not entry.text]
        characters = {entry.text[nearest] for entry in entries if entry.text}
        self._of_length_zero: Final = _by_length(empty)
        self._rows: Final = {
            character: _by_length(
                [entry for entry in entries if entry.text and entry.text[nearest] == character]
                + empty
            )
            for character in characters
        }

    def rows(self, nearest: str) -> Rows:
        """Return the rows to try for the character at the cursor; "" for none."""
        return self._rows.get(nearest, self._of_length_zero)


def _by_length(entries: Sequence[AmongEntry]) -> Rows:
    lengths = sorted({len(entry.text) for entry in entries}, reverse=True)
    return tuple(
        (
            length,
            {e.text: (e.result, e.refused) for e in entries if len(e.text) == length},
        )
        for length in lengths
    )


def is_in_order(entries: Sequence[AmongEntry], *, backward: bool) -> bool:
    """Whether Java's binary search of a table finds the longest text, as ``AmongTable`` does."""
    texts = [entry.text[::-1] if backward else entry.text for entry in entries]
    positions = {text: position for position, text in enumerate(texts)}
    increasing = all(left < right for left, right in pairwise(texts))
    return increasing and all(
        entry.shorter == _longest_beginning(text, positions)
        for entry, text in zip(entries, texts, strict=True)
    )


def _longest_beginning(text: str, positions: Mapping[str, int]) -> int:
    """Return the position of the longest proper prefix in the table, or -1."""
    beginnings = (text[:end] for end in range(len(text) - 1, -1, -1))
    return next((positions[part] for part in beginnings if part in positions), -1)


class SnowballProgram:
    """One word being stemmed. A stemmer is a subclass with a method ``stem``."""

    def __init__(self, word: str) -> None:
        """Start at the beginning of a word."""
        self.current = word
        self.cursor = 0
        self.limit = len(word)
        self.limit_backward = 0
        self.bra = 0
        self.ket = self.limit

    def stem(self) -> bool:
        """Stem the word; the result, whether the last rule applied, is not used."""
        raise NotImplementedError

    def in_grouping(self, letters: Letters) -> bool:
        """Step over a character that is one of ``letters``."""
        cursor = self.cursor
        if cursor < self.limit and self.current[cursor] in letters:
            self.cursor = cursor + 1
            return True
        return False

    def in_grouping_b(self, letters: Letters) -> bool:
        """Step back over a character that is one of ``letters``."""
        cursor = self.cursor - 1
        if cursor >= self.limit_backward and self.current[cursor] in letters:
            self.cursor = cursor
            return True
        return False

    def out_grouping(self, letters: Letters) -> bool:
        """Step over a character that is not one of ``letters``."""
        cursor = self.cursor
        if cursor < self.limit and self.current[cursor] not in letters:
            self.cursor = cursor + 1
            return True
        return False

    def out_grouping_b(self, letters: Letters) -> bool:
        """Step back over a character that is not one of ``letters``."""
        cursor = self.cursor - 1
        if cursor >= self.limit_backward and self.current[cursor] not in letters:
            self.cursor = cursor
            return True
        return False

    def eq_s(self, text: str) -> bool:
        """Step over ``text``."""
        end = self.cursor + len(text)
        if end <= self.limit and self.current.startswith(text, self.cursor):
            self.cursor = end
            return True
        return False

    def eq_s_b(self, text: str) -> bool:
        """Step back over ``text``."""
        start = self.cursor - len(text)
        if start >= self.limit_backward and self.current.startswith(text, start):
            self.cursor = start
            return True
        return False

    def find_among(self, table: AmongTable) -> int:
        """Step over the longest text of a table; return its result, or 0 without a match."""
        start, current = self.cursor, self.current
        available = self.limit - start
        nearest = current[start] if available > 0 else ""
        for length, rows in table.rows(nearest):
            if length <= available and (text := current[start : start + length]) in rows:
                self.cursor = start + length
                result, refused = rows[text]
                if not refused:
                    return result
        return 0

    def find_among_b(self, table: AmongTable) -> int:
        """Step back over the longest text of a table; return its result, or 0.

        A refused row moves the cursor and is passed over, as in Java.
        """
        end, current = self.cursor, self.current
        available = end - self.limit_backward
        nearest = current[end - 1] if available > 0 else ""
        for length, rows in table.rows(nearest):
            if length <= available and (text := current[end - length : end]) in rows:
                self.cursor = end - length
                result, refused = rows[text]
                if not refused:
                    return result
        return 0

    def slice_del(self) -> None:
        """Delete the slice."""
        self._replace(self.bra, self.ket, "")

    def slice_from(self, text: str) -> None:
        """Put ``text`` in the slice's place."""
        self._replace(self.bra, self.ket, text)

    def slice_to(self) -> str:
        """Return the slice."""
        self._check(self.bra, self.ket, self.ket)
        return self.current[self.bra : self.ket]

    def insert(self, start: int, end: int, text: str) -> None:
        """Put ``text`` in the place of a range, and move the slice with what follows."""
        growth = self._replace(start, end, text)
        if start <= self.bra:
            self.bra += growth
        if start <= self.ket:
            self.ket += growth

    def _replace(self, start: int, end: int, text: str) -> int:
        """Replace a range, and move the cursor with the rest; return the growth."""
        self._check(start, end, start)
        self.current = self.current[:start] + text + self.current[end:]
        growth = len(text) - (end - start)
        self.limit += growth
        if self.cursor >= end:
            self.cursor += growth
        elif self.cursor > start:
            self.cursor = start
        return growth

    def _check(self, start: int, end: int, within: int) -> None:
        # Java's StringBuffer throws here, which ends METEOR 1.5; no word is known that does it.
        if not 0 <= start <= end or within > len(self.current):
            raise InputError(
                f"METEOR 1.5 fails to stem a word that it has made '{self.current}'; leave the "
                "word or the stage 'stem' out"
            )
