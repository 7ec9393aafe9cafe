"""The vocabulary of the readable scorer, which reads texts."""

from collections.abc import Sequence
from itertools import chain, islice
from typing import Final

from ..configuration import Configuration
from ..words.vocabulary import TypedWords, Vocabulary

_MAX_PIECES: Final = 40_000
_MAX_PIECE_CHARS: Final = 40
"""Longer pieces are lines in a script without spaces, and rarely recur."""


class PythonVocabulary(Vocabulary):
    """Types of texts, as a configuration cuts them into tokens.

    Pieces between white space are cached: most pieces of a text have occurred before. So many
    are remembered that a stream of any length needs bounded memory.
    """

    def __init__(self, configuration: Configuration) -> None:
        """Create an empty vocabulary."""
        words = configuration.words
        super().__init__(
            stages=configuration.stages,
            fold=words.fold,
            function_words=words.function_words,
            word_number=words.word_number,
            phrases=words.phrases,
        )
        self._tokenizer: Final = configuration.tokenizer
        self._types_of_piece: dict[str, tuple[int, ...]] = {}

    def read(self, text: str) -> TypedWords:
        """Return the words of a text."""
        if not self._tokenizer.cuts_at_white_space:
            return self.words(self._tokenizer.surfaces(text))
        pieces = text.split()
        known = self._types_of_piece
        try:
            types = list(chain.from_iterable(map(known.__getitem__, pieces)))
        except KeyError:
            types = self._read_new(pieces)
        return self.typed(types)

    def _read_new(self, pieces: Sequence[str]) -> list[int]:
        """Return the types of a text of which some pieces are new."""
        if len(self._types_of_piece) > _MAX_PIECES:
            self._types_of_piece = {}
        known = self._types_of_piece
        new = [piece for piece in dict.fromkeys(pieces) if piece not in known]
        surfaces = list(map(self._tokenizer.surfaces, new))
        types = iter(self.types(list(chain.from_iterable(surfaces))))
        found = {
            piece: tuple(islice(types, len(own))) for piece, own in zip(new, surfaces, strict=True)
        }
        known.update((piece, own) for piece, own in found.items() if len(piece) <= _MAX_PIECE_CHARS)
        return list(
            chain.from_iterable(found[each] if each in found else known[each] for each in pieces)
        )
