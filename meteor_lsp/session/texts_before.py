"""The machine translation of bilingual files as revisions in git have it, read once and kept.

A revision such as ``HEAD~1`` moves with each commit, a reviewer's own included. It is resolved once
for a document, and again only if ``meteor.toml`` changes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from meteor_core import InputError, MeteorError
from meteor_core.files.before import Translations, translations_at
from meteor_core.files.formats import PO
from meteor_core.files.revisions import commit_at

from ..documents.disk import MEGABYTE
from ..documents.uris import path_of

NOTHING: Final = Translations(PO, (), PO.read(()))
"""Of a document that has no machine translation yet."""

Wanted: TypeAlias = tuple[str, str, float]
"""What is to be read: URI of a document, revision, and the megabytes that it may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The texts at a revision, and the hash of the commit that it named when it was resolved."""

    commit: str
    texts: Translations


class TextsBefore:
    """Texts by document and revision."""

    def __init__(self, on_wanted: Callable[[Wanted], object]) -> None:
        """Nothing is read yet.

        Args:
            on_wanted: has something read and stored, at once or later.
        """
        self._known: dict[Wanted, Resolved | MeteorError] = {}
        self._commits: dict[tuple[str, str], str] = {}
        self._asked: set[Wanted] = set()
        self.on_wanted = on_wanted

    def get(self, wanted: Wanted) -> Resolved | MeteorError | None:
        """What was read, or why it cannot be; None while it is being read."""
        if wanted not in self._known and wanted not in self._asked:
            self._ask(wanted)
        return self._known.get(wanted)

    def commit(self, uri: str, revision: str) -> str | None:
        """Return the hash that a revision was resolved to for a document, if it was."""
        return self._commits.get((uri, revision))

    def resolve_again(self) -> None:
        """Have all revisions resolved again, and their texts read."""
        self._commits.clear()
        self.ask_again()

    def ask_again(self, uri: str | None = None) -> None:
        """Have texts read again, those of a document or all; git may have them only now."""
        for wanted in list(self._known):
            if uri is None or wanted[0] == uri:
                self._ask(wanted)

    def store(self, wanted: Wanted, found: Resolved | MeteorError) -> bool:
        """Keep what was read; whether it is something else than before."""
        self._asked.discard(wanted)
        if isinstance(found, Resolved):
            self._commits[wanted[:2]] = found.commit
        before = self._known.get(wanted)
        is_same = before == found or (isinstance(before, MeteorError) and str(before) == str(found))
        if not is_same:
            self._known[wanted] = found
        return not is_same

    def forget(self, uri: str) -> None:
        """Let go of the texts of a document, but not of the commits that they are of."""
        self._known = {wanted: texts for wanted, texts in self._known.items() if wanted[0] != uri}

    def _ask(self, wanted: Wanted) -> None:
        self._asked.add(wanted)
        self.on_wanted(wanted)


def read(wanted: Wanted, commit: str | None = None) -> Resolved | MeteorError:
    """Read what a document was at a revision, or why that cannot be read; git is started for it.

    Args:
        wanted: document and revision.
        commit: what the revision was resolved to before; None resolves it now.
    """
    uri, revision, largest = wanted
    path: Final = path_of(uri)
    if path is None:
        return InputError("the document is no file on disk; save it in a git repository")
    try:
        commit = commit or commit_at(str(path), revision)
        size = int(largest * MEGABYTE)
        texts = translations_at(str(path), revision, size, commit=commit)
        return Resolved(commit=commit, texts=texts)
    except MeteorError as error:
        return InputError(str(error).replace(str(path), path.name))
