"""The two sides of a pair. What holds for the one holds for the other the other way round."""

from enum import Enum

from meteor_core import Alignment, Chunk, Match, TokenRow


class Side(Enum):
    """Hypothesis or reference."""

    HYPOTHESIS = "hypothesis"
    REFERENCE = "reference"

    @property
    def other(self) -> "Side":
        """The opposite side."""
        return Side.REFERENCE if self is Side.HYPOTHESIS else Side.HYPOTHESIS

    def row(self, alignment: Alignment) -> TokenRow:
        """The tokens of this side."""
        return alignment.hypothesis if self is Side.HYPOTHESIS else alignment.reference

    def tokens(self, part: Match | Chunk) -> tuple[int, int]:
        """The tokens of a match or chunk on this side, a half-open range."""
        return part.hypothesis if self is Side.HYPOTHESIS else part.reference

    def span(self, alignment: Alignment, part: Match | Chunk) -> tuple[int, int]:
        """Where a match or chunk stands on this side, a half-open range of code points."""
        first, end = self.tokens(part)
        spans = self.row(alignment).spans
        return spans[first][0], spans[end - 1][1]

    def match_at(self, alignment: Alignment, column: int) -> Match | None:
        """The match of the word at a code point column, if it has one."""
        token = self.token_at(alignment, column)
        if token is None:
            return None
        return next(
            (
                match
                for match in alignment.matches
                if self.tokens(match)[0] <= token < self.tokens(match)[1]
            ),
            None,
        )

    def token_at(self, alignment: Alignment, column: int) -> int | None:
        """The token at a code point column; a column just behind a word is still the word's."""
        touching = [
            number
            for number, (start, end) in enumerate(self.row(alignment).spans)
            if start <= column <= end
        ]
        return touching[-1] if touching else None
