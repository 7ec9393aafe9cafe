"""Look up the machine translation of units in an earlier revision of the document, by key.

Units with equal keys are matched in order, also when one of them is parsed again alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from meteor_core.files.before import Translations
from meteor_core.files.by_id import UnitKey, with_files_of
from meteor_core.files.content import Content


class BaselineTexts:
    """The final translations at a revision, matched with the units of a document."""

    def __init__(self, then: Translations, keys: Iterable[UnitKey]) -> None:
        """Match translations with the keys of a document."""
        self.then: Final = then
        known = list(then.by_key)
        self._keys_then = dict(zip(with_files_of(keys, known), known, strict=True))

    def texts(
        self,
        keys: Iterable[UnitKey],
        instead: Iterable[UnitKey] = (),
        held: Iterable[str] = (),
    ) -> list[str]:
        """Return the texts of units, empty if missing.

        Args:
            keys: of the units of a document, or of a part of it.
            instead: previous keys of that part.
            held: their previous texts.
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
        """Return the content of a unit with its codes; None if its key is unknown or ambiguous."""
        then = self._keys_then.get(key)
        return None if then is None else self.then.content(then, text)

    def _known(self, key: UnitKey) -> Sequence[str]:
        then = self._keys_then.get(key)
        return () if then is None else self.then.by_key[then]
