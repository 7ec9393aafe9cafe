"""Texts of units that stand elsewhere: the machine translation at a revision of the document.

They belong to units by their ids. Where several have the same, the first has the first, also after
one of them was edited, which is read again alone.
"""

from collections.abc import Iterable
from typing import Final

from meteor_core.files.before import Translations
from meteor_core.files.units import Unit


class TextsBefore:
    """See above."""

    def __init__(self, then: Translations) -> None:
        """From what the final translations were."""
        self.then: Final = then

    def texts(
        self, units: Iterable[Unit], instead: Iterable[Unit] = (), held: Iterable[str] = ()
    ) -> list[str]:
        """The texts of units, empty where a unit has none.

        Args:
            units: all of a document, or those that are there now in a part of it.
            instead: those that were there before in that part.
            held: the texts that these had.
        """
        had: dict[str, list[str]] = {}
        for unit, text in zip(instead, held, strict=False):
            had.setdefault(unit.facts.id, []).append(text)
        taken: dict[str, int] = {}
        found = []
        for unit in units:
            name = unit.facts.id
            number = taken.get(name, 0)
            taken[name] = number + 1
            known = had.get(name) or self.then.by_id.get(name, ())
            text = known[number] if number < len(known) else ""
            found.append(text if text.strip() else "")
        return found
