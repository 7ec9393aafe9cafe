"""Texts for the tests in VS Code, and what Meteorscope's core says of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core import Meteor, SegmentResult
from meteor_core.show.chunk_colours import colours_of_chunks

HYPOTHESES: Final = (
    "The cat sat on the mat",
    "👩‍🚀 Astronauts 🚀 land on the 🌕 moon today",
    "東京 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "Nothing here agrees with any of it 🙈",
    "The last line, naïve and short",
)
REFERENCES: Final = (
    "On the mat sat the cat",
    "Today 👩‍🚀 the astronauts land on the moon 🌕",
    "東京 の 今日 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 est de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "Quite another sentence stood at this place",
    "The last line is naïve and short",
)
FILES: Final[dict[str, Sequence[str]]] = {"demo.hyp.en": HYPOTHESES, "demo.ref.en": REFERENCES}
EMOJI: Final = 1
LOW: Final = 4
"""The only segment that scores below the threshold of remarks."""


@dataclass(frozen=True, slots=True, order=True)
class Coloured:
    """A run of text in the colour of a chunk.

    Attributes:
        text: without what is between words, which an editor may draw apart.
        colour: from 1.
    """

    text: str
    colour: int


def result(hypothesis: str, reference: str) -> SegmentResult:
    """What the core says of a segment."""
    return Meteor(language="en").score(hypothesis, [reference])


def hint(hypothesis: str, reference: str) -> str:
    """The score of a segment as it stands at the end of its line."""
    return f"{result(hypothesis, reference).score:.3f}"


def signed_hint(hypothesis: str, reference: str) -> str:
    """The score with the sign of its band, where nothing else is set."""
    score = hint(hypothesis, reference)
    sign = "○" if float(score) < 0.3 else "◐" if float(score) < 0.6 else "●"  # as people are told
    return f"{sign} {score}"


def colours(hypothesis: str, reference: str, side: str) -> list[Coloured]:
    """The chunks of one side in the order of its text."""
    alignment = result(hypothesis, reference).alignment
    numbers = colours_of_chunks(alignment)
    row = getattr(alignment, side)
    found = []
    for chunk, number in zip(alignment.chunks, numbers, strict=True):
        first, last = getattr(chunk, side)
        start, end = row.spans[first][0], row.spans[last - 1][1]
        found.append((start, Coloured(re.sub(r"\s", "", row.text[start:end]), number + 1)))
    return [coloured for _, coloured in sorted(found)]
