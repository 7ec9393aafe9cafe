"""The machine translation of bilingual files as revisions in git have it, read once and kept."""

from collections.abc import Callable
from typing import Final, TypeAlias

from meteor_core import InputError, MeteorError
from meteor_core.files.before import Translations, translations_at
from meteor_core.files.formats import PO

from ..documents.disk import MEGABYTE
from ..documents.uris import path_of

NOTHING: Final = Translations(PO, (), PO.read(()))
"""Of a document that has no machine translation yet."""

Wanted: TypeAlias = tuple[str, str, float]
"""What is to be read: URI of a document, revision, and the megabytes that it may have."""


class TextsBefore:
    """Texts by document and revision."""

    def __init__(self, on_wanted: Callable[[Wanted], object]) -> None:
        """Nothing is read yet.

        Args:
            on_wanted: has something read and stored, at once or later.
        """
        self._known: dict[Wanted, Translations | MeteorError] = {}
        self._asked: set[Wanted] = set()
        self.on_wanted = on_wanted

    def get(self, wanted: Wanted) -> Translations | MeteorError | None:
        """What was read, or why it cannot be; None while it is being read."""
        if wanted not in self._known and wanted not in self._asked:
            self._ask(wanted)
        return self._known.get(wanted)

    def ask_again(self, uri: str | None = None) -> None:
        """Have texts read again, those of a document or all: a revision may be another by now."""
        for wanted in list(self._known):
            if uri is None or wanted[0] == uri:
                self._ask(wanted)

    def store(self, wanted: Wanted, found: Translations | MeteorError) -> bool:
        """Keep what was read; whether it is something else than before."""
        self._asked.discard(wanted)
        before = self._known.get(wanted)
        is_same = before == found or (isinstance(before, MeteorError) and str(before) == str(found))
        if not is_same:
            self._known[wanted] = found
        return not is_same

    def forget(self, uri: str) -> None:
        """Let go of the texts of a document."""
        self._known = {wanted: texts for wanted, texts in self._known.items() if wanted[0] != uri}

    def _ask(self, wanted: Wanted) -> None:
        self._asked.add(wanted)
        self.on_wanted(wanted)


def read(wanted: Wanted) -> Translations | MeteorError:
    """What a document was at a revision, or why that cannot be read; git is started for it."""
    uri, revision, largest = wanted
    path: Final = path_of(uri)
    if path is None:
        return InputError("the document is no file on disk; save it in a git repository")
    try:
        return translations_at(str(path), revision, int(largest * MEGABYTE))
    except MeteorError as error:
        return InputError(str(error).replace(str(path), path.name))
