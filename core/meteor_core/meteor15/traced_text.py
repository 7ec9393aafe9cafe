"""Rewrite text rule by rule, tracking the origin of each character."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self, TypeAlias

from ..text.tokenizers import Span

Piece: TypeAlias = int | str | tuple[int, str] | tuple[int, Callable[[str], str]]
"""A part of a replacement: a group of the match, inserted characters without an origin, or
characters that replace a group, given or computed from it, whose origin is all of the group."""

NOWHERE: Span = (0, 0)
"""The origin of an inserted character."""


@dataclass(frozen=True, slots=True)
class TracedText:
    """Characters, and for each the span of the original text from which it stems.

    Origins ascend, except those of inserted characters. Characters that replace the same piece of
    the text share its span.
    """

    characters: str
    origins: tuple[Span, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """Return ``text`` as it is, each character with its own place."""
        return cls(text, tuple((at, at + 1) for at in range(len(text))))

    def __add__(self, other: Self) -> Self:
        """Return one text after the other."""
        return type(self)(self.characters + other.characters, self.origins + other.origins)

    def part(self, start: int, end: int) -> Self:
        """Return the characters from ``start`` up to ``end``."""
        return type(self)(self.characters[start:end], self.origins[start:end])

    def origin(self, start: int, end: int) -> Span:
        """Return the span from the origin of the first of these characters to that of the last."""
        return (self.origins[start][0], self.origins[end - 1][1])

    def rewritten(self, pattern: re.Pattern[str], *pieces: Piece) -> Self:
        """Replace each match of ``pattern``, from left to right, by ``pieces``."""
        characters: list[str] = []
        origins: list[Span] = []
        done = 0
        for match in pattern.finditer(self.characters):
            characters.append(self.characters[done : match.start()])
            origins += self.origins[done : match.start()]
            for some_characters, their_origins in self._written(match, pieces):
                characters.append(some_characters)
                origins += their_origins
            done = match.end()
        if not done:
            return self
        characters.append(self.characters[done:])
        return type(self)("".join(characters), (*origins, *self.origins[done:]))

    def _written(
        self, match: re.Match[str], pieces: tuple[Piece, ...]
    ) -> Iterator[tuple[str, tuple[Span, ...]]]:
        for piece in pieces:
            if isinstance(piece, str):
                yield piece, (NOWHERE,) * len(piece)
            elif isinstance(piece, int):
                start, end = match.span(piece)
                yield self.characters[start:end], self.origins[start:end]
            else:
                group, made = piece
                characters = made if isinstance(made, str) else made(match[group])
                yield characters, (self.origin(*match.span(group)),) * len(characters)

    def without(self, character: str) -> Self:
        """Remove a character; its neighbour takes over its span.

        At least one other character must be there.
        """
        kept = [at for at, other in enumerate(self.characters) if other != character]
        starts = [0, *kept[1:]]
        ends = [*kept[1:], len(self.characters)]
        origins = (self.origin(start, end) for start, end in zip(starts, ends, strict=True))
        return type(self)("".join(self.characters[at] for at in kept), tuple(origins))
