"""What was edited since a moment, so that the change of a score can be shown."""

from collections.abc import Callable, Sequence

from .line_scores import Texts


class Changes:
    """The texts that segments had at a moment; kept only of those that were edited since."""

    def __init__(self) -> None:
        """Nothing was edited yet."""
        self._before: dict[int, Texts] = {}

    def edited(self, first: int, removed: int, moved: int, before: Sequence[Texts]) -> None:
        """Note an edit.

        Args:
            first: the first segment that was edited.
            removed: how many were.
            moved: by how many the hypothesis segments behind them moved.
            before: the texts that these had, as far as they were paired.
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
        """Know segments by other numbers; None for those that are none any more."""
        self._before = {
            now: texts
            for segment, texts in self._before.items()
            if (now := number(segment)) is not None
        }

    def before(self, segment: int) -> Texts | None:
        """The texts that a segment had; None where it was not edited."""
        return self._before.get(segment)

    def forget(self) -> None:
        """The moment is now."""
        self._before.clear()
