"""The schema of meteor.toml, for the extension Even Better TOML."""

import json
from pathlib import Path
from urllib.parse import unquote, urlparse

from playwright.sync_api import Browser, expect

from tests.editors.vscode.code_server import ROOT, code_server, server_program
from tests.editors.vscode.conftest import new_window

ASSOCIATIONS = "evenBetterToml.schema.associations"


def toml_extension(folder: Path) -> Path:
    """A stand-in: its name, its language and its setting."""
    extension = folder / "tamasfe.even-better-toml"
    extension.mkdir(parents=True)
    setting = {ASSOCIATIONS: {"type": "object", "default": {}, "scope": "resource"}}
    manifest = {
        "name": "even-better-toml",
        "publisher": "tamasfe",
        "version": "1.0.0",
        "engines": {"vscode": "^1.91.0"},
        "contributes": {
            "languages": [{"id": "toml", "extensions": [".toml"]}],
            "configuration": {"properties": setting},
        },
    }
    (extension / "package.json").write_text(json.dumps(manifest))
    return extension


def test_it_is_offered_and_used(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    (folder / "meteor.toml").write_text('variant = "classic"\n')
    program = server_program(home / "bin")
    extensions = [toml_extension(home / "unpacked"), extension]
    with code_server(home, settings={}, extensions=extensions, program=program) as server:
        window = new_window(browser, server, folder)
        window.open("meteor.toml")
        offer = window.notifications.filter(has_text="Even Better TOML")
        offer.get_by_role("button", name="Use Schema").click()
        settings = home / "data" / "User" / "settings.json"
        window.until(lambda: ASSOCIATIONS in settings.read_text(), expected=True)
        (uri,) = json.loads(settings.read_text())[ASSOCIATIONS].values()
        schema = Path(unquote(urlparse(uri).path))
        original = ROOT / "meteor_lsp" / "project" / "meteor.schema.json"
        assert schema.read_text() == original.read_text()
        expect(offer).to_have_count(0)
