"""Undo remarks by further remarks, as the file is only appended to.

A remark that undoes another names it (``Remark.of``), and restores the previous values with their
author and time.
"""

from dataclasses import dataclass

from ..errors import InputError
from ..files.states import State
from .remarks import Comment, Remark, SegmentRemarks


def is_noted(said: SegmentRemarks, shown: State | None, state: State, who: str) -> bool:
    """Return whether setting a state would change nothing.

    Args:
        said: current remarks on the segment.
        shown: its review state; None if never set.
        state: the new state.
        who: the author.
    """
    if said.state is None:
        return shown == state
    return (said.state, said.who) == (state, who)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidRemark:
    """An added remark, with the results before and after it.

    Attributes:
        remark: the added remark.
        before: remarks on the segment before.
        after: remarks on the segment after.
        state: review state of the segment before, even if implicit.
    """

    remark: Remark
    before: SegmentRemarks
    after: SegmentRemarks
    state: State

    def undone(self, now: SegmentRemarks, who: str) -> Remark | None:
        """Return the remark that undoes this one; None if it is undone already.

        Raises:
            InputError: the state or the comment has been changed since.
        """
        if self._part(now) != self._part(self.after):
            if self._part(now) == self._part(self.before):
                return None
            what = "comment" if self.remark.state is None else "state"
            raise InputError(f"its {what} was changed since")
        before = self._comment(self.before)
        return Remark(
            key=self.remark.key,
            state=None if self.remark.state is None else self.state,
            comment=None if before is None else before.text,
            of=self.remark.name,
            who=who,
        )

    def _part(self, said: SegmentRemarks) -> object:
        """Return the part of a segment's remarks that this remark affects."""
        if self.remark.state is not None:
            return said.state, said.who, said.when
        return self._comment(said)

    def _comment(self, said: SegmentRemarks) -> Comment | None:
        name = self.remark.of or self.remark.name
        return next((comment for comment in said.comments if comment.name == name), None)
