"""The files of tuned variants: which one settings name, and what it says."""

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

_UNKNOWN: Final = State(-1, -1)
"""The state of no file."""


def located(given: Changes, folder: Path) -> Changes:
    """The changes with the files that they name, a tuned variant and a glossary, by whole paths.

    Args:
        given: as they stand in a file.
        folder: of that file.
    """
    named = {
        key: os.path.normpath(folder / str(name))
        for key in ("variant", "glossary")
        if (name := given.get(key)) and (key == "glossary" or is_tuned_file(name))
    }
    return MappingProxyType({**given, **named}) if named else given


def file_of(settings: Settings, folder: Path) -> Path | None:
    """The file that the settings name as their variant; None where they name a published one.

    Args:
        settings: of an editor, or of a ``meteor.toml``.
        folder: of the workspace, to which names in the editor's settings are relative.

    Raises:
        ParameterError: it is not the name of a file.
    """
    if not is_tuned_file(settings.variant):
        return None
    if not str(settings.variant).isprintable():
        raise ParameterError(f"{shown(settings.variant)} is not the name of a file")
    return Path(os.path.normpath(folder / settings.variant))


def with_content(
    settings: Settings, folder: Path, boundary: Boundary, asked_from: Path
) -> Settings:
    """The settings with the content of the file that they name, which is read now.

    Args:
        settings: of an editor, or of a ``meteor.toml``.
        folder: of the workspace.
        boundary: of what may be read.
        asked_from: the document that is to be scored, or ``meteor.toml``.

    Raises:
        MeteorError: the file may not be read, cannot be, or has a mistake.
    """
    path = file_of(settings, folder)
    if path is None:
        return settings
    if not boundary.permits(path, asked_from):
        raise outside(path)
    return replace(settings, variant=read_tuned(path, path.name))


def outside(path: Path) -> ParameterError:
    """The error for a file that may not be read."""
    return ParameterError(
        f"{path.name} is not in the workspace and is not read; move it there, or set "
        "allowOutside in the editor's settings"
    )


class TunedFiles:
    """The files that were read, and what they said."""

    def __init__(self, problems: Problems) -> None:
        """None yet.

        Args:
            problems: are told of a file that was good before.
        """
        self._problems = problems
        self._known: dict[Path, tuple[State | None, TunedVariant | MeteorError]] = {}

    def read(self, path: Path) -> TunedVariant:
        """What a file says, or what it said last while there is a mistake in it.

        Raises:
            MeteorError: it cannot be read, or has never been without a mistake.
        """
        state, known = state_of(path), self._known.get(path)
        if known is None or known[0] != state:
            known = self._known[path] = (state, self._read(path, state, known))
        if isinstance(known[1], MeteorError):
            raise known[1]
        return known[1]

    def reload(self) -> None:
        """Read every file again when it is next needed."""
        self._known = {path: (_UNKNOWN, said) for path, (_, said) in self._known.items()}

    def stand(self) -> Mapping[Path, State | None]:
        """The files as they are now; equal as long as none of them has changed."""
        return {path: state_of(path) for path in self._known}

    def paths(self) -> list[Path]:
        """The files that were read, and are good."""
        return [path for path, (_, said) in self._known.items() if isinstance(said, TunedVariant)]

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
