"""Collect the diagnostics of documents for the protocol."""

import asyncio
from contextlib import suppress

from lsprotocol import types

from meteor_core import MeteorError

from ..documents.line_document import LineDocument
from ..documents.text_file import may_have_units
from ..documents.uris import key_of, name_of, path_of
from ..features.diagnostics import diagnostics, diagnostics_of_faults
from ..features.project_diagnostics import project_diagnostics
from ..project.folder_checks import mistakes_in_folder
from ..session.open_pairing import OpenPairing
from ..session.session import Session
from .client import Client


def diagnostics_of(
    session: Session, client: Client, opened: OpenPairing, uri: str
) -> list[types.Diagnostic]:
    """Return the diagnostics of one document of a pairing."""
    file, related = opened.files[key_of(uri)], client.related_information
    return diagnostics(opened, file, session.encoding, related=related)


def diagnostics_unpaired(session: Session, uri: str) -> list[types.Diagnostic]:
    """Return the syntax errors of an open, unpaired bilingual file."""
    uri = key_of(uri)
    is_open = session.library.document(uri) is not None
    if not is_open or not may_have_units(name_of(uri)) or session.pairings.opened(uri) is not None:
        return []
    settings = session.workspace.project_of(uri).settings
    return diagnostics_of_faults(session.library.file(uri), settings, session.encoding)


async def diagnostics_of_project(
    session: Session, document: LineDocument
) -> list[types.Diagnostic]:
    """Return the diagnostics of an open ``meteor.toml``."""
    file, text = session.workspace.project_file(document), document.source
    folder = file.path.parent
    opened = [path_of(uri) for uri in session.library.open_uris()]
    names = [
        path.relative_to(folder).as_posix()
        for path in filter(None, opened)
        if path.is_relative_to(folder)
    ]
    base = session.workspace.project_of(document.uri).settings
    with suppress(MeteorError):  # reported where it was set
        base = session.workspace.with_tuned(base, document.uri)
    # Folder checks can take long, and edits go on meanwhile.
    run = asyncio.get_running_loop().run_in_executor
    within = session.workspace.boundary_of(document.uri)
    found = (
        await run(None, mistakes_in_folder, file, base, names, within)
        if file.path.is_absolute()
        else []
    )
    return project_diagnostics(file, text, found, session.encoding)
