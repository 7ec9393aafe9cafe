"""Code lenses above the first line: the score of the file, or the missing partner."""

from collections.abc import Iterator

from lsprotocol import types

from ..scoring.scores import Order
from ..session.missing_partner import MissingPartner
from ..session.open_pairing import OpenPairing
from .command_names import (
    CHOOSE_PARTNER,
    CREATE_PARTNER,
    EXPLAIN_PAIRING,
    GO_TO_SEGMENT,
    REPORT,
    SHOW_SCORE,
)


def code_lenses(opened: OpenPairing, uri: str) -> list[types.CodeLens]:
    """Return lenses for score and size, worst segment and signature; empty without scores."""
    if not opened.scores.paired or opened.problem is not None:
        return []
    return list(map(_lens, _commands(opened, uri)))


def lenses_without_partner(missing: MissingPartner, uri: str) -> list[types.CodeLens]:
    """Return lenses for a missing partner, and commands to add one."""
    why = types.Command(
        title=f"METEOR: there is no {missing.role} {missing.name}",
        command=EXPLAIN_PAIRING,
        arguments=[uri],
    )
    return list(map(_lens, (why, *commands_without_partner(missing, uri))))


def commands_without_partner(missing: MissingPartner, uri: str) -> Iterator[types.Command]:
    """Yield the commands for a document without a partner."""
    if missing.target is not None:
        yield types.Command(title=f"create {missing.name}", command=CREATE_PARTNER, arguments=[uri])
    yield types.Command(
        title=f"choose the {missing.role}...", command=CHOOSE_PARTNER, arguments=[uri]
    )


def _lens(command: types.Command) -> types.CodeLens:
    start = types.Position(0, 0)
    return types.CodeLens(range=types.Range(start, start), command=command)


def _commands(opened: OpenPairing, uri: str) -> Iterator[types.Command]:
    scores = opened.scores
    corpus = scores.corpus()
    yield types.Command(
        title=f"METEOR {corpus.score:.4f}   P {corpus.precision:.3f}   R {corpus.recall:.3f}   "
        + _size(scores.scored, scores.paired),
        command=REPORT,
        arguments=[uri],
    )
    worst = scores.worst(opened.order)
    known = scores.score(worst) if worst is not None else None
    if worst is not None and known is not None:
        yield types.Command(
            title=f"worst: segment {worst + 1}, "
            + (
                f"{known.score:.3f}"
                if opened.order is Order.SCORE
                else f"shortfall {known.shortfall:.2f} words"
            ),
            command=GO_TO_SEGMENT,
            arguments=[uri, worst + 1],
        )
    yield types.Command(title=str(corpus.signature), command=SHOW_SCORE, arguments=[uri])


def _size(scored: int, paired: int) -> str:
    if scored < paired:
        return f"{scored:,} of {paired:,} segments scored"
    return f"{paired:,} segment{'s' if paired != 1 else ''}"
