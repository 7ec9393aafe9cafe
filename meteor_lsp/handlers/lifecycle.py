"""Handle initialisation, settings, workspace folders, progress and shutdown."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol import types

from ..documents.line_document import LineWorkspace
from ..documents.positions import encoding_of
from ..documents.uris import path_of
from ..editor.client import client_of
from ..editor.language_server import MeteorLanguageServer
from ..pairing.conventions import WATCHED
from ..project.settings import Settings, read_settings
from ..session.session import Session

SECTION = "meteorscope"
"""Section of the settings in an editor's configuration."""


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers."""
    features = server.protocol.fm.features
    unannounced: dict[str, Any] = {}

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        _begin(server, params)
        # pygls announces every feature that has a handler.
        names = features.keys() & _unannounced_diagnostics(server)
        unannounced.update({name: features.pop(name) for name in names})

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        features.update(unannounced)
        _watch(server)
        server.background.refresh_all()
        _request_settings(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        if server.client.configuration:
            _request_settings(server)
            return
        given = params.settings
        if isinstance(given, dict) and SECTION in given:
            _apply_settings(server, [given[SECTION]], [])

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {path_of(folder.uri) for folder in params.event.removed}
        come = [path_of(folder.uri) for folder in params.event.added]
        kept = [path for path in server.session.workspace.folders() if path not in gone]
        server.session.set_folders([*kept, *filter(None, come)])
        server.background.refresh_all()
        _request_settings(server)

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    async def cancel_progress(params: types.WorkDoneProgressCancelParams) -> None:
        cancel = server.on_cancel.pop(params.token, None)
        if cancel is not None:
            cancel()

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.cancel_all()


def _begin(server: MeteorLanguageServer, params: types.InitializeParams) -> None:
    protocol = server.protocol
    made = protocol.workspace
    workspace = LineWorkspace(
        made.root_uri,
        types.TextDocumentSyncKind.Incremental,
        list(params.workspace_folders or []),
        made.position_encoding,
    )
    workspace.document_class = server.document_class
    # pygls has created its own workspace and has no hook for another class.
    protocol._workspace = workspace  # noqa: SLF001
    server.client = client_of(params)
    if server.client.pulls_too_seldom:
        server.client = replace(server.client, pulls_diagnostics=False)
        protocol.fm.features.pop(types.TEXT_DOCUMENT_DIAGNOSTIC, None)
    given = params.initialization_options
    settings, problems = read_settings(given, Settings(), "initialization options")
    server.start_session(Session(settings, _roots(params), encoding_of(made.position_encoding)))
    server.session.problems.add_again(problems)


def _unannounced_diagnostics(server: MeteorLanguageServer) -> list[str]:
    """Return the diagnostic requests to omit from the answer to ``initialize``.

    Announced features cannot be changed later. They are registered dynamically, if possible, once
    the settings are known; a client would request twice if both were announced.
    """
    if server.client.registers_diagnostics_late:
        return [types.TEXT_DOCUMENT_DIAGNOSTIC, types.WORKSPACE_DIAGNOSTIC]
    wanted = (
        server.client.asks_for_workspace_on_command or server.session.workspace.wants_all_files()
    )
    return [] if wanted else [types.WORKSPACE_DIAGNOSTIC]


def _roots(params: types.InitializeParams) -> list[Path]:
    folders = params.workspace_folders or []
    uris = [folder.uri for folder in folders] or [params.root_uri or ""]
    return [path for uri in uris if (path := path_of(uri)) is not None]


def _watch(server: MeteorLanguageServer) -> None:
    registrations: list[types.Registration] = []
    if server.client.watches_files:
        watchers = [types.FileSystemWatcher(glob_pattern=glob) for glob in WATCHED]
        registrations.append(
            types.Registration(
                id="meteor-files",
                method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers),
            )
        )
    if server.client.registers_configuration:
        registrations.append(
            types.Registration(
                id="meteor-settings",
                method=types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                register_options={"section": SECTION},
            )
        )
    if registrations:
        server.call_client(
            types.CLIENT_REGISTER_CAPABILITY,
            types.RegistrationParams(registrations=registrations),
        )


def _request_settings(server: MeteorLanguageServer) -> None:
    """Request the settings of the editor and of each folder."""
    if not server.client.configuration:
        return
    folders = server.session.workspace.folders()
    items = [types.ConfigurationItem(section=SECTION)]
    items += [
        types.ConfigurationItem(scope_uri=folder.as_uri(), section=SECTION) for folder in folders
    ]
    server.call_client(
        types.WORKSPACE_CONFIGURATION,
        types.ConfigurationParams(items=items),
        lambda answers: _apply_settings(server, answers, folders),
    )


def _apply_settings(
    server: MeteorLanguageServer, answers: Sequence[Any] | None, folders: Iterable[Path]
) -> None:
    session = server.session
    problems: list[str] = []
    read: list[Settings] = []
    for given in answers or []:
        settings, wrong = read_settings(
            _plain(given), session.workspace.initial, f"setting {SECTION}"
        )
        read.append(settings)
        problems += wrong
    if not read:
        return
    session.configure(read[0], dict(zip(folders, read[1:], strict=False)))
    session.problems.add_again(dict.fromkeys(problems))
    server.background.refresh_all()


def _plain(value: Any) -> Any:
    """Convert settings to dictionaries; pygls may pass objects with attributes."""
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
