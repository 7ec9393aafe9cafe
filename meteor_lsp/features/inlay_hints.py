"""The score at the end of each segment."""

from lsprotocol import types

from ..findings import explain_score
from ..positions import Encoding
from ..scores import PairScores


def inlay_hints(
    scores: PairScores, encoding: Encoding, first: int, last: int
) -> list[types.InlayHint]:
    """A hint for each scored line from ``first`` to ``last``, both included, from 0."""
    hints: list[types.InlayHint] = []
    for line in range(max(0, first), min(last + 1, scores.paired)):
        result = scores.result(line)
        if result is None or not result.hypothesis_length:
            continue
        end = encoding.units(scores.hypotheses[line])
        hints.append(
            types.InlayHint(
                position=types.Position(line, end),
                label=f"{result.score:.3f}",
                padding_left=True,
                tooltip=f"METEOR {result.score:.4f}: {explain_score(result)}",
            )
        )
    return hints
