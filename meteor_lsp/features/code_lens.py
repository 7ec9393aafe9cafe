"""The score of the whole file, above its first line."""

from collections.abc import Iterator

from lsprotocol import types

from ..commands.names import GO_TO_SEGMENT, REPORT, SHOW_SCORE
from ..open_pairing import OpenPairing


def code_lenses(opened: OpenPairing, uri: str) -> list[types.CodeLens]:
    """Score and size, the worst segment, the signature; none where there is nothing to score."""
    if not opened.scores.paired or opened.problem is not None:
        return []
    start = types.Position(0, 0)
    return [
        types.CodeLens(range=types.Range(start, start), command=command)
        for command in _commands(opened, uri)
    ]


def _commands(opened: OpenPairing, uri: str) -> Iterator[types.Command]:
    scores = opened.scores
    corpus = scores.corpus()
    yield types.Command(
        title=f"METEOR {corpus.score:.4f}   P {corpus.precision:.3f}   R {corpus.recall:.3f}   "
        + _size(scores.scored, scores.paired),
        command=REPORT,
        arguments=[uri],
    )
    worst = scores.worst()
    known = scores.score(worst) if worst is not None else None
    if worst is not None and known is not None:
        yield types.Command(
            title=f"worst: segment {worst + 1}, {known.score:.3f}",
            command=GO_TO_SEGMENT,
            arguments=[uri, worst + 1],
        )
    yield types.Command(title=corpus.signature, command=SHOW_SCORE, arguments=[uri])


def _size(scored: int, paired: int) -> str:
    if scored < paired:
        return f"{scored:,} of {paired:,} segments scored"
    return f"{paired:,} segment{'s' if paired != 1 else ''}"
