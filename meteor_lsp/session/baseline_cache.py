"""Cache baselines: the machine translation of bilingual files at git revisions.

A revision such as ``HEAD~1`` moves with each commit, a reviewer's own included. It is resolved once
per document, and again only if ``meteor.toml`` changes.
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

NO_BASELINE: Final = Translations(PO, (), PO.read(()))
"""Baseline of a document without machine translation."""

Wanted: TypeAlias = tuple[str, str, float]
"""What to read: URI of a document, revision, and its maximal size in megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A baseline, and the commit that its revision was resolved to."""

    commit: str
    texts: Translations


class BaselineCache:
    """Baselines by document and revision."""

    def __init__(self, request_read: Callable[[Wanted], object]) -> None:
        """Create an empty cache; `request_read` reads and stores a baseline, now or later."""
        self._known: dict[Wanted, Resolved | MeteorError] = {}
        self._commits: dict[tuple[str, str], str] = {}
        self._requested: set[Wanted] = set()
        self.request_read = request_read

    def get(self, wanted: Wanted) -> Resolved | MeteorError | None:
        """Return a baseline or the reason why it is unreadable; None while it is being read."""
        if wanted not in self._known and wanted not in self._requested:
            self._request(wanted)
        return self._known.get(wanted)

    def commit(self, uri: str, revision: str) -> str | None:
        """Return the hash that a revision was resolved to for a document, if any."""
        return self._commits.get((uri, revision))

    def resolve_again(self) -> None:
        """Resolve all revisions and read their texts again."""
        self._commits.clear()
        self.reload()

    def reload(self, uri: str | None = None) -> None:
        """Read the baselines of a document, or all, again."""
        for wanted in list(self._known):
            if uri is None or wanted[0] == uri:
                self._request(wanted)

    def store(self, wanted: Wanted, found: Resolved | MeteorError) -> bool:
        """Store a baseline, and return whether it changed."""
        self._requested.discard(wanted)
        if isinstance(found, Resolved):
            self._commits[wanted[:2]] = found.commit
        before = self._known.get(wanted)
        is_same = before == found or (isinstance(before, MeteorError) and str(before) == str(found))
        if not is_same:
            self._known[wanted] = found
        return not is_same

    def forget(self, uri: str) -> None:
        """Evict the texts of a document, but keep the commits of its revisions."""
        self._known = {wanted: texts for wanted, texts in self._known.items() if wanted[0] != uri}

    def _request(self, wanted: Wanted) -> None:
        self._requested.add(wanted)
        self.request_read(wanted)


def read_baseline(wanted: Wanted, commit: str | None = None) -> Resolved | MeteorError:
    """Read a document at a revision with git, or return why that fails.

    Args:
        wanted: document and revision.
        commit: hash of the revision if it was resolved before.
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
