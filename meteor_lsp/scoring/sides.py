"""Look at an alignment from either side."""

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
        """Return the tokens of this side."""
        return alignment.hypothesis if self is Side.HYPOTHESIS else alignment.reference

    def tokens(self, part: Match | Chunk) -> tuple[int, int]:
        """Return the token range of a match or chunk, half-open."""
        return part.hypothesis if self is Side.HYPOTHESIS else part.reference

    def span(self, alignment: Alignment, part: Match | Chunk) -> tuple[int, int]:
        """Return the code point range of a match or chunk, half-open."""
        first, end = self.tokens(part)
        spans = self.row(alignment).spans
        return spans[first][0], spans[end - 1][1]

    def match_at(self, alignment: Alignment, column: int) -> Match | None:
        """Return the match of the word at a code point column, if any."""
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
        """Return the token that contains or ends at a code point column."""
        touching = [
            number
            for number, (start, end) in enumerate(self.row(alignment).spans)
            if start <= column <= end
        ]
        return touching[-1] if touching else None
