"""What reviewers do in a view, and how it is undone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from meteor_core.errors import InputError, ParameterError, unknown_name
from meteor_core.files.states import STATES, State
from meteor_core.review.remarks import Remark, current_user
from meteor_core.review.undo import SaidRemark

from ..inputs.checks import require_index
from .kept_remarks import KeptRemarks
from .reviewed_corpus import ReviewedCorpus

_MAX_UNDOABLE_ACTIONS: Final = 1_000
"""What was done longer ago cannot be undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _TakenBack:
    """The post-edit that was replaced by its MT."""

    before: str


class Actions:
    """Sets states, keeps comments, takes machine translation back; the last first to be undone."""

    def __init__(self, corpus: ReviewedCorpus, remarks: KeptRemarks) -> None:
        """Begin with nothing done.

        Args:
            corpus: whose post-edits change.
            remarks: where states and comments are kept.
        """
        self._corpus: Final = corpus
        self._remarks: Final = remarks
        self._done: Final[list[list[tuple[int, SaidRemark | _TakenBack]]]] = []

    def do(self, action: Mapping[str, Any]) -> None:
        """Do what a front end asks for.

        An action that changes nothing is not recorded, so that undo reverts the one before it.

        Args:
            action: ``do`` with "state", "comment", "take-back" or "undo", and what belongs to it;
                ``segment`` counts from 1.

        Raises:
            ParameterError: it cannot be done.
            InputError: the file with the remarks cannot be written, or the text to restore was
                changed since.
        """
        what = action.get("do")
        if what == "undo":
            self._undo_last()
            return
        segment = int(action["segment"]) - 1
        require_index("segment", segment, len(self._corpus))
        self._remarks.renew()
        done: SaidRemark | _TakenBack | None
        if what == "state":
            done = self._set_state(segment, action["state"])
        elif what == "comment":
            done = self._comment(segment, action.get("text"), str(action.get("name") or ""))
        elif what == "take-back":
            done = self._take_back(segment)
        else:
            raise unknown_name("action", str(what), ("state", "comment", "take-back", "undo"))
        self._note([(segment, done)])

    def set_states(self, segments: Sequence[int], state: State) -> None:
        """Set the state of segments, as one action.

        Args:
            segments: indices from 0.
            state: the new state.

        Raises:
            ParameterError: there is no such segment or state.
            InputError: the file with the remarks cannot be written.
        """
        for segment in segments:
            require_index("segment", segment, len(self._corpus))
        self._remarks.renew()
        self._note((segment, self._set_state(segment, state)) for segment in segments)

    def _note(self, done: Iterable[tuple[int, SaidRemark | _TakenBack | None]]) -> None:
        changes = [(segment, change) for segment, change in done if change is not None]
        if changes:
            self._done.append(changes)
            del self._done[:-_MAX_UNDOABLE_ACTIONS]

    def _undo_last(self) -> None:
        if not self._done:
            raise ParameterError("there is nothing to undo in this view")
        self._remarks.renew()
        remarks: list[tuple[int, Remark]] = []
        for segment, done in self._done[-1]:
            if isinstance(done, _TakenBack):
                self._corpus.replace_post_edit(segment, done.before)
            elif (remark := self._undone(segment, done)) is not None:
                remarks.append((segment, remark))
        for segment, remark in remarks:
            self._remarks.add(segment, state=remark.state, comment=remark.comment, of=remark.of)
        self._done.pop()

    def _undone(self, segment: int, said: SaidRemark) -> Remark | None:
        try:
            return said.undone(self._remarks.of(segment), current_user())
        except InputError as error:
            raise InputError(f"segment {segment + 1} is left as it is: {error}") from None

    def _set_state(self, segment: int, state: Any) -> SaidRemark | None:
        if state not in STATES:
            raise unknown_name("state", str(state), STATES)
        if self._remarks.is_noted(segment, state):
            return None
        return self._say(segment, state=state)

    def _comment(self, segment: int, text: str | None, name: str) -> SaidRemark | None:
        if not name:
            if not text:
                raise ParameterError("a comment has no text; write one")
            return self._say(segment, comment=text)
        known = self._remarks.comment(segment, name)
        if known is None:
            raise ParameterError("the comment is not there any more; somebody has removed it")
        if known.text == text:
            return None
        return self._say(segment, comment=text, of=name)

    def _say(self, segment: int, **remark: Any) -> SaidRemark:
        before, state = self._remarks.of(segment), self._remarks.state(segment)
        added = self._remarks.add(segment, **remark)
        return SaidRemark(remark=added, before=before, after=self._remarks.of(segment), state=state)

    def _take_back(self, segment: int) -> _TakenBack:
        texts = self._corpus.units[segment]
        before = texts.post_edit
        if before == texts.mt:
            raise ParameterError(f"the post-edit of segment {segment + 1} is its MT already")
        self._corpus.replace_post_edit(segment, texts.mt)
        return _TakenBack(before=before)
