"""Read and cache the glossaries that settings name."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from meteor_core import InputError
from meteor_core.review.diagnostics.glossary import Glossary, read_glossary

from ..documents.disk import MEGABYTE, State, state_of, too_large


@dataclass(frozen=True, slots=True)
class GlossaryFile:
    """A glossary file and its state on disk; None if it is missing."""

    path: Path
    state: State | None


def glossary_file(name: str, folder: Path) -> GlossaryFile | None:
    """Return the glossary file that settings name, if any.

    Args:
        name: of the file.
        folder: to which names in the editor's settings are relative.
    """
    if not name:
        return None
    path = Path(os.path.normpath(folder / name))
    return GlossaryFile(path, state_of(path))


class Glossaries:
    """A cache of glossaries, each reloaded after a change."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._known: dict[
            tuple[Path, str | None, str | None], tuple[State | None, Glossary | InputError]
        ] = {}

    def read(
        self, file: GlossaryFile, *, source_language: str | None, language: str, largest: float
    ) -> Glossary:
        """Return the terms of a file from one language into another.

        Args:
            file: with its current state.
            source_language: ISO 639-1 code.
            language: ISO 639-1 code of the target language.
            largest: maximal size in megabytes.

        Raises:
            InputError: the file is missing, unreadable or invalid.
        """
        key = (file.path, source_language, language)
        known = self._known.get(key)
        if known is None or known[0] != file.state:
            found = _read(file, source_language, language, largest)
            known = self._known[key] = (file.state, found)
        if isinstance(known[1], InputError):
            raise known[1]
        return known[1]

    def fingerprint(self) -> Mapping[Path, State | None]:
        """Return the states of all files; equal while none has changed."""
        return {path: state_of(path) for path, _, _ in self._known}


def _read(
    file: GlossaryFile, source_language: str | None, language: str, largest: float
) -> Glossary | InputError:
    name = file.path.name
    if file.state is None:
        what = "is not a regular file" if file.path.exists() else "does not exist"
        return InputError(f"{name} {what}")
    if file.state.size > largest * MEGABYTE:
        return InputError(too_large(name, file.state.size, largest))
    try:
        return read_glossary(str(file.path), source_language=source_language, language=language)
    except InputError as error:
        return InputError(str(error).replace(str(file.path), name))
