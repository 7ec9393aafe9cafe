"""The score of the whole file, above its first line."""

from typing import Final

from lsprotocol import types

from ..scores import PairScores

SHOW_SCORE: Final = "meteor.showScore"
"""Command behind the lens: tells score and signature in a message. Argument: the file's URI."""


def code_lens(scores: PairScores, uri: str) -> list[types.CodeLens]:
    """One lens, or none where there is nothing to score."""
    if not scores.paired:
        return []
    corpus = scores.corpus()
    title = (
        f"METEOR {corpus.score:.4f}   P {corpus.precision:.3f}   R {corpus.recall:.3f}   "
        f"{corpus.segments:,} segments"
    )
    command = types.Command(title=title, command=SHOW_SCORE, arguments=[uri])
    start = types.Position(0, 0)
    return [types.CodeLens(range=types.Range(start, start), command=command)]
