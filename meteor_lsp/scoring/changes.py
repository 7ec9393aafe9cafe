"""Track the texts that edited segments had, so that score changes can be shown."""

from collections.abc import Callable, Sequence

from .line_scores import Texts


class Changes:
    """The previous texts of segments edited since the last `clear`."""

    def __init__(self) -> None:
        """Start without changes."""
        self._before: dict[int, Texts] = {}

    def edited(self, first: int, removed: int, moved: int, before: Sequence[Texts]) -> None:
        """Record an edit.

        Args:
            first: the first edited segment.
            removed: number of segments edited or removed.
            moved: by how many the following hypothesis segments moved.
            before: the previous texts of these segments, as far as they were paired.
        """
        for segment, texts in enumerate(before, first):
            self._before.setdefault(segment, texts)
        if moved:
            self._before = {
                segment + moved if segment >= first + removed else segment: texts
                for segment, texts in self._before.items()
                if not first + removed + min(moved, 0) <= segment < first + removed
            }

    def renumber(self, number: Callable[[int], int | None]) -> None:
        """Replace segment numbers; segments for which `number` returns None are dropped."""
        self._before = {
            now: texts
            for segment, texts in self._before.items()
            if (now := number(segment)) is not None
        }

    def before(self, segment: int) -> Texts | None:
        """Return the previous texts of a segment, or None if it was not edited."""
        return self._before.get(segment)

    def clear(self) -> None:
        """Take the current texts as the new starting point."""
        self._before.clear()
