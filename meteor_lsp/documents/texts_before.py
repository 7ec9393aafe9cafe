"""Texts of units that stand elsewhere: the machine translation at a revision of the document.

They belong to units by their keys. Where several have the same, the first has the first, also after
one of them was edited, which is read again alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from meteor_core.files.before import Translations
from meteor_core.files.by_id import UnitKey, with_files_of
from meteor_core.files.content import Content


class TextsBefore:
    """See above."""

    def __init__(self, then: Translations, keys: Iterable[UnitKey]) -> None:
        """From what the final translations were, for a document with these keys of units now."""
        self.then: Final = then
        known = list(then.by_key)
        self._keys_then = dict(zip(with_files_of(keys, known), known, strict=True))

    def texts(
        self,
        keys: Iterable[UnitKey],
        instead: Iterable[UnitKey] = (),
        held: Iterable[str] = (),
    ) -> list[str]:
        """The texts of units, empty where a unit has none.

        Args:
            keys: of all units of a document, or of those that are there now in a part of it.
            instead: of those that were there before in that part.
            held: the texts that these had.
        """
        had: dict[UnitKey, list[str]] = {}
        for key, text in zip(instead, held, strict=False):
            had.setdefault(key, []).append(text)
        taken: dict[UnitKey, int] = {}
        found = []
        for key in keys:
            number = taken.get(key, 0)
            taken[key] = number + 1
            known: Sequence[str] = had.get(key) or self._known(key)
            text = known[number] if number < len(known) else ""
            found.append(text if text.strip() else "")
        return found

    def content(self, key: UnitKey, text: str) -> Content | None:
        """What held the text of a unit; None where that cannot be told by its key."""
        then = self._keys_then.get(key)
        return None if then is None else self.then.content(then, text)

    def _known(self, key: UnitKey) -> Sequence[str]:
        then = self._keys_then.get(key)
        return () if then is None else self.then.by_key[then]
