"""States and comments of a view: in the file beside the reviewed one, or in the view alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from meteor_core.files.states import State, is_reviewed, state_of
from meteor_core.review.remarks import (
    NO_REMARKS,
    Comment,
    Finder,
    Remark,
    RemarksReader,
    SegmentRemarks,
    add_remarks,
    current_user,
    fitting,
    keys_of,
    matched,
    said_in,
)
from meteor_core.review.texts import ReviewTexts
from meteor_core.review.undo import is_noted


class KeptRemarks:
    """The remarks on each segment.

    Attributes:
        path: of the file that has it; None where it is only here.
        warning: of remarks that are dated in the future; empty if none are.
    """

    def __init__(
        self, texts: Sequence[ReviewTexts], path: Path | None, format_name: str | None
    ) -> None:
        """Read the remarks.

        Args:
            texts: of the segments.
            path: of the file with the remarks, which need not exist.
            format_name: of the bilingual file, whose units may have states; else None.

        Raises:
            InputError: the file cannot be read.
        """
        self.path: Final = path
        self._facts: Final = [one.facts for one in texts]
        self._format: Final = format_name
        self._keys: Final = keys_of(texts)
        self._finder: Final = Finder(self._keys)
        self._reader: Final = None if path is None else RemarksReader(path)
        self._here: Final[list[Remark]] = []
        self.warning = ""
        self._stamp: tuple[int, int] | None = None
        self._found: list[SegmentRemarks] = []
        self._states: list[State] = []
        self._match()

    def renew(self) -> None:
        """Reload the file if another program has changed it.

        Raises:
            InputError: it cannot be read.
        """
        if self.path is not None and _stamp(self.path) != self._stamp:
            self._match()

    def of(self, segment: int) -> SegmentRemarks:
        """Return the remarks on a segment.

        Args:
            segment: index from 0.
        """
        return self._found[segment]

    def state(self, segment: int) -> State:
        """Return the state of a segment.

        Args:
            segment: index from 0.
        """
        return self._states[segment]

    def is_noted(self, segment: int, state: State) -> bool:
        """Return whether keeping a state would change nothing.

        Args:
            segment: index from 0.
            state: the new state.
        """
        said = self._found[segment]
        shown = self._states[segment]
        is_shown = is_reviewed(self._format, self._facts[segment], said.state)
        return is_noted(said, shown if is_shown else None, state, current_user())

    def comment(self, segment: int, name: str) -> Comment | None:
        """Return a comment by its name, or None.

        Args:
            segment: index from 0.
            name: of the comment.
        """
        return next((one for one in self._found[segment].comments if one.name == name), None)

    def add(
        self, segment: int, *, state: State | None = None, comment: str | None = None, of: str = ""
    ) -> Remark:
        """Keep a state, or a comment: a new one, another text of one, or None to remove it.

        Args:
            segment: index from 0.
            state: the new state.
            comment: a text.
            of: the name of a comment that is changed or removed, or of a remark that is undone.

        Returns:
            The remark, of which the name is that of a new comment.

        Raises:
            InputError: the file cannot be written.
        """
        self.renew()
        remark = Remark(
            key=self._keys[segment], state=state, comment=comment, of=of, who=current_user()
        ).after(self._found[segment].latest)
        if self.path is None:
            self._here.append(remark)
        else:
            add_remarks(self.path, [remark])
        self._match()
        return remark

    def _match(self) -> None:
        if self.path is None or self._reader is None:
            self._found = matched(self._here, self._finder)[0]
        else:
            self._stamp = _stamp(self.path)  # before reading: what comes meanwhile is read again
            kept = self._reader.read()
            self.warning = kept.warning(self.path.name)
            self._found = [NO_REMARKS] * len(self._keys)
            for segment, groups in fitting(kept.groups, self._finder)[0].items():
                self._found[segment] = said_in(groups)
        self._states = [
            state_of(self._format, facts, one.state)
            for facts, one in zip(self._facts, self._found, strict=True)
        ]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
