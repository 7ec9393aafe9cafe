"""Edits of many segments, stored compactly so that nothing is aligned again."""

from array import array
from collections.abc import Sequence
from typing import Final

from meteor_core.analysis.edits import CASE, EDIT_KINDS, OTHER_WORDS, Edit, EditScript
from meteor_core.score.alignment import TokenRow

_NUMBERS: Final = 5
"""Numbers of an edit: its kind, tokens on either side, reason, and move, from 1."""


class KeptEdits:
    """The edits of each segment; 20 bytes for each edit."""

    def __init__(self, stages: Sequence[str]) -> None:
        """Create an empty store.

        Args:
            stages: names of stages; a change may have one as its reason.
        """
        self._reasons: Final = ("", CASE, OTHER_WORDS, *stages)
        self._numbers: Final = array("i")
        self._ends: Final = array("q", [0])

    def append(self, script: EditScript) -> None:
        """Store the edits of the next segment."""
        numbers = [number for edit in script.edits for number in self._numbers_of(edit)]
        self._numbers.extend(numbers)
        self._ends.append(len(self._numbers))

    def script(self, segment: int, hypothesis: TokenRow, reference: TokenRow) -> EditScript:
        """Return the edits of a segment for its tokens.

        Args:
            segment: index from 0.
            hypothesis: the tokens before.
            reference: the tokens after.
        """
        edits = []
        before = after = 0
        for at in range(self._ends[segment], self._ends[segment + 1], _NUMBERS):
            kind, taken, given, reason, move = self._numbers[at : at + _NUMBERS]
            edits.append(
                Edit(
                    kind=EDIT_KINDS[kind],
                    hypothesis=(before, before + taken),
                    reference=(after, after + given),
                    reason=self._reasons[reason],
                    move=move - 1 if move else None,
                )
            )
            before, after = before + taken, after + given
        return EditScript(hypothesis=hypothesis, reference=reference, edits=tuple(edits))

    def _numbers_of(self, edit: Edit) -> tuple[int, ...]:
        return (
            EDIT_KINDS.index(edit.kind),
            edit.hypothesis[1] - edit.hypothesis[0],
            edit.reference[1] - edit.reference[0],
            self._reasons.index(edit.reason),
            0 if edit.move is None else edit.move + 1,
        )
