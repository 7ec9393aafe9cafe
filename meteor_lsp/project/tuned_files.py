"""Read and cache the files of tuned variants that settings name."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from meteor_core import MeteorError, ParameterError, TunedVariant, read_tuned
from meteor_core.tuned import is_tuned_file

from ..documents.disk import Boundary, State, state_of
from .problems import Problems
from .settings import Changes, Settings, shown

_OUTDATED: Final = State(-1, -1)
"""A state that no file has."""


def located(given: Changes, folder: Path) -> Changes:
    """Make the paths of a tuned variant and a glossary absolute.

    Args:
        given: settings of a file.
        folder: of that file.
    """
    named = {
        key: os.path.normpath(folder / str(name))
        for key in ("variant", "glossary")
        if (name := given.get(key)) and (key == "glossary" or is_tuned_file(name))
    }
    return MappingProxyType({**given, **named}) if named else given


def file_of(settings: Settings, folder: Path) -> Path | None:
    """Return the file that settings name as variant; None for a published variant.

    Args:
        settings: of an editor, or of a ``meteor.toml``.
        folder: to which names in the editor's settings are relative.

    Raises:
        ParameterError: the name is invalid for a file.
    """
    if not is_tuned_file(settings.variant):
        return None
    if not str(settings.variant).isprintable():
        raise ParameterError(f"{shown(settings.variant)} is not the name of a file")
    return Path(os.path.normpath(folder / settings.variant))


def with_content(
    settings: Settings, folder: Path, boundary: Boundary, asked_from: Path
) -> Settings:
    """Replace the variant's file in settings by its content.

    Args:
        settings: of an editor, or of a ``meteor.toml``.
        folder: of the workspace.
        boundary: of readable files.
        asked_from: the document to score, or ``meteor.toml``.

    Raises:
        MeteorError: the file is forbidden, unreadable or invalid.
    """
    path = file_of(settings, folder)
    if path is None:
        return settings
    if not boundary.permits(path, asked_from):
        raise outside(path)
    return replace(settings, variant=read_tuned(path, path.name))


def outside(path: Path) -> ParameterError:
    """Create the error for a file outside the boundary."""
    return ParameterError(
        f"{path.name} is not in the workspace and is not read; move it there, or set "
        "allowOutside in the editor's settings"
    )


class TunedFiles:
    """A cache of files; an invalid file keeps its last valid content."""

    def __init__(self, problems: Problems) -> None:
        """Create an empty cache; `problems` collects messages about files that became invalid."""
        self._problems = problems
        self._known: dict[Path, tuple[State | None, TunedVariant | MeteorError]] = {}

    def read(self, path: Path) -> TunedVariant:
        """Return the last valid content of a file.

        Raises:
            MeteorError: the file is unreadable, or was never valid.
        """
        state, known = state_of(path), self._known.get(path)
        if known is None or known[0] != state:
            known = self._known[path] = (state, self._read(path, state, known))
        if isinstance(known[1], MeteorError):
            raise known[1]
        return known[1]

    def reload(self) -> None:
        """Read every file again on its next use."""
        self._known = {path: (_OUTDATED, content) for path, (_, content) in self._known.items()}

    def fingerprint(self) -> Mapping[Path, State | None]:
        """Return the states of all files; equal while none has changed."""
        return {path: state_of(path) for path in self._known}

    def paths(self) -> list[Path]:
        """Return the paths of valid files."""
        return [
            path for path, (_, content) in self._known.items() if isinstance(content, TunedVariant)
        ]

    def _read(
        self,
        path: Path,
        state: State | None,
        known: tuple[State | None, TunedVariant | MeteorError] | None,
    ) -> TunedVariant | MeteorError:
        try:
            return read_tuned(path, path.name)
        except MeteorError as error:
            if state is None or known is None or isinstance(known[1], MeteorError):
                return error
            self._problems.add(f"{error}; until this is mended, what the file said before holds")
            return known[1]
