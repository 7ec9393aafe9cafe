"""Undoing what was said of segments: by further remarks, as lines of the file only come.

A remark that undoes another names it (``Remark.of``), so that what counted before counts again,
with the name of who said it and when.
"""

from dataclasses import dataclass

from ..errors import InputError
from ..files.states import State
from .remarks import Comment, Remark, SegmentRemarks


def is_noted(said: SegmentRemarks, shown: State | None, state: State, who: str) -> bool:
    """Return whether noting a state would change nothing.

    Args:
        said: of the segment beside the file.
        shown: what is to do about it; None where nobody has said so.
        state: that is to be noted.
        who: notes it.
    """
    if said.state is None:
        return shown == state
    return (said.state, said.who) == (state, who)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidRemark:
    """A remark that was added, with what is said of its segment before and after it.

    Attributes:
        remark: that was added.
        before: what was said of the segment.
        after: what is said of it, once the remark is there.
        state: what was to do about the segment before, whether or not somebody had said so.
    """

    remark: Remark
    before: SegmentRemarks
    after: SegmentRemarks
    state: State

    def undone(self, now: SegmentRemarks, who: str) -> Remark | None:
        """Return the remark that undoes this one; None where it is undone already.

        Args:
            now: what is said of the segment now.
            who: undoes it.

        Raises:
            InputError: somebody has changed the state or the comment since.
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
        """What the remark is about, of what is said of its segment."""
        if self.remark.state is not None:
            return said.state, said.who, said.when
        return self._comment(said)

    def _comment(self, said: SegmentRemarks) -> Comment | None:
        name = self.remark.of or self.remark.name
        return next((comment for comment in said.comments if comment.name == name), None)
