"""The score at the end of each segment, on either side."""

from lsprotocol import types

from ..findings import explain_score
from ..session import View


def inlay_hints(view: View, first: int, last: int) -> list[types.InlayHint]:
    """A hint for each line from ``first`` to ``last``, both included, that is scored by now."""
    hints: list[types.InlayHint] = []
    for line in range(max(0, first), min(last + 1, view.scores.paired)):
        result = None if view.scores.is_open(line) else view.result(line)
        if result is None or not view.side.row(result.alignment):
            continue
        end = view.encoding.units(view.segments()[line])
        hints.append(
            types.InlayHint(
                position=types.Position(line, end),
                label=f"{result.score:.3f}",
                padding_left=True,
                tooltip=f"METEOR {result.score:.4f}: {explain_score(result)}",
            )
        )
    return hints
