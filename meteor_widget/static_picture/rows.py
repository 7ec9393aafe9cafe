"""The two rows of an alignment, and which match each of their words is in.

Twin of ``frontend/src/diagram/rows.ts``, as every module of this package that lays something out
is of the file of its name: the same order of operations, the same numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, Final, Literal, TypeAlias

from meteor_core import Signature
from meteor_core.review.emphasis import BOTH, CHUNKS, DIFFERENCES

from .look import LOOK

Side: TypeAlias = Literal["hypothesis", "reference"]
Range: TypeAlias = tuple[int, int]
Measure: TypeAlias = Callable[[str], float]
"""Width of a text in px at the pictures' font size."""

SIDES: Final[tuple[Side, Side]] = ("hypothesis", "reference")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A text and where its tokens are, in code points.

    And which count as function words: none where the score makes no difference.
    """

    text: str
    tokens: Sequence[Range]
    function_words: frozenset[int]

    def words(self) -> list[str]:
        """The text of each token."""
        return [self.text[start:end] for start, end in self.tokens]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Tokens on each side, the stage that matched them, and the index of their chunk."""

    ends: Mapping[Side, Range]
    stage: str
    chunk: int

    @property
    def is_span(self) -> bool:
        """Whether it covers more than one word on either side."""
        return any(end - start > 1 for start, end in self.ends.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """What a picture shows of an alignment.

    Attributes:
        rows: of each side.
        matches: by position in the hypothesis.
        chunks: tokens on each side, by position in the hypothesis.
        kinds: what became of each token of a side, where differences are marked.
        has_chunks: whether chunks are marked.
    """

    rows: Mapping[Side, Row]
    matches: Sequence[Match]
    chunks: Sequence[Mapping[Side, Range]]
    kinds: Mapping[Side, Sequence[str]] | None = None
    has_chunks: bool = True

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Alignment":
        """Read the form that docs/alignment-format.md describes."""
        emphasis = data.get("emphasis", {"marked": CHUNKS})
        has_differences = emphasis["marked"] in (DIFFERENCES, BOTH)
        weighs = Signature.parse(data["signature"]).delta is not None
        return cls(
            rows={side: _row(data[side], weighs_function_words=weighs) for side in SIDES},
            matches=[
                Match(ends=_ends(match), stage=match["stage"], chunk=match["chunk"])
                for match in data["matches"]
            ],
            chunks=[_ends(chunk) for chunk in data["chunks"]],
            kinds={side: emphasis[side] for side in SIDES} if has_differences else None,
            has_chunks=emphasis["marked"] in (CHUNKS, BOTH),
        )

    def match_of_tokens(self, side: Side) -> list[int]:
        """The index of the match of each token; -1 if unmatched."""
        found = [-1] * len(self.rows[side].tokens)
        for index, match in enumerate(self.matches):
            for token in range(*match.ends[side]):
                found[token] = index
        return found

    def stages_that_occur(self) -> list[str]:
        """The stages that matched something, in their order."""
        seen = {match.stage for match in self.matches}
        return [stage for stage in LOOK.marks if stage in seen]


def other_side(side: Side) -> Side:
    """The reference of the hypothesis, and the other way round."""
    return "reference" if side == "hypothesis" else "hypothesis"


def _row(data: Mapping[str, Any], *, weighs_function_words: bool) -> Row:
    return Row(
        text=data["text"],
        tokens=[(start, end) for start, end in data["tokens"]],
        function_words=frozenset(data["function"] if weighs_function_words else ()),
    )


def _ends(data: Mapping[str, Any]) -> Mapping[Side, Range]:
    return {side: (data[side][0], data[side][1]) for side in SIDES}


def rounded(value: float) -> float:
    """Round to two decimals, halves up."""
    return floor(value * 100 + 0.5) / 100
