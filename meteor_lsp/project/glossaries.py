"""The glossaries that settings name, and what they say."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from meteor_core import InputError
from meteor_core.review.diagnostics.glossary import Glossary, read_glossary

from ..documents.disk import MEGABYTE, State, state_of, too_large


@dataclass(frozen=True, slots=True)
class GlossaryFile:
    """A glossary as it is on disk; another one once it has changed.

    Attributes:
        path: of the file.
        state: None where there is no such file.
    """

    path: Path
    state: State | None


def glossary_file(name: str, folder: Path) -> GlossaryFile | None:
    """The file that settings name as the glossary; None where they name none.

    Args:
        name: of the file.
        folder: to which names in the editor's settings are relative.
    """
    if not name:
        return None
    path = Path(os.path.normpath(folder / name))
    return GlossaryFile(path, state_of(path))


class Glossaries:
    """The glossaries that were read; each is read again once it has changed."""

    def __init__(self) -> None:
        """None yet."""
        self._known: dict[
            tuple[Path, str | None, str | None], tuple[State | None, Glossary | InputError]
        ] = {}

    def read(
        self, file: GlossaryFile, *, source_language: str | None, language: str, largest: float
    ) -> Glossary:
        """What a file says of terms from one language into another.

        Args:
            file: as it is now.
            source_language: ISO 639-1 code.
            language: of the target, the same.
            largest: megabytes that the file may have.

        Raises:
            InputError: it is not there, cannot be read, or is faulty.
        """
        key = (file.path, source_language, language)
        known = self._known.get(key)
        if known is None or known[0] != file.state:
            found = _read(file, source_language, language, largest)
            known = self._known[key] = (file.state, found)
        if isinstance(known[1], InputError):
            raise known[1]
        return known[1]

    def stand(self) -> Mapping[Path, State | None]:
        """The files as they are now; equal as long as none of them has changed."""
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
