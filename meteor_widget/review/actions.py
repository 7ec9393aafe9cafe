"""What reviewers do in a view, and how it is undone."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from meteor_core.errors import ParameterError, unknown_name
from meteor_core.files.states import STATES

from ..inputs.checks import require_index
from .kept_remarks import KeptRemarks
from .reviewed_corpus import ReviewedCorpus

_MOST: Final = 1_000
"""What was done longer ago cannot be undone."""


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
        self._undo: Final[list[Callable[[], object]]] = []

    def do(self, action: Mapping[str, Any]) -> None:
        """Do what a front end asks for.

        Args:
            action: ``do`` with "state", "comment", "take-back" or "undo", and what belongs to it;
                ``segment`` counts from 1.

        Raises:
            ParameterError: it cannot be done.
            InputError: the file with the remarks cannot be written.
        """
        what = action.get("do")
        if what == "undo":
            self._undo_last()
            return
        segment = int(action["segment"]) - 1
        require_index("segment", segment, len(self._corpus))
        if what == "state":
            undo = self._set_state(segment, action["state"])
        elif what == "comment":
            undo = self._comment(segment, action.get("text"), str(action.get("name") or ""))
        elif what == "take-back":
            undo = self._take_back(segment)
        else:
            raise unknown_name("action", str(what), ("state", "comment", "take-back", "undo"))
        self._undo.append(undo)
        del self._undo[:-_MOST]

    def _undo_last(self) -> None:
        if not self._undo:
            raise ParameterError("there is nothing to undo in this view")
        self._undo.pop()()

    def _set_state(self, segment: int, state: Any) -> Callable[[], object]:
        if state not in STATES:
            raise unknown_name("state", str(state), STATES)
        before = self._remarks.state(segment)
        self._remarks.add(segment, state=state)
        return lambda: self._remarks.add(segment, state=before)

    def _comment(self, segment: int, text: str | None, name: str) -> Callable[[], object]:
        if not name:
            if not text:
                raise ParameterError("a comment has no text; write one")
            made = self._remarks.add(segment, comment=text)
            return lambda: self._remarks.add(segment, of=made)
        known = self._remarks.comment(segment, name)
        if known is None:
            raise ParameterError("the comment is not there any more; somebody has removed it")
        self._remarks.add(segment, comment=text, of=name)
        if text is None:  # what was removed comes back as a new one
            return lambda: self._remarks.add(segment, comment=known.text)
        return lambda: self._remarks.add(segment, comment=known.text, of=name)

    def _take_back(self, segment: int) -> Callable[[], object]:
        texts = self._corpus.units[segment]
        before = texts.post_edit
        if before == texts.mt:
            raise ParameterError(f"the post-edit of segment {segment + 1} is its MT already")
        self._corpus.replace_post_edit(segment, texts.mt)
        return lambda: self._corpus.replace_post_edit(segment, before)
