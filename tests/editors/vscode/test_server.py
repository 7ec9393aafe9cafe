"""The language server as VS Code starts it: where it is found, where it is not, when it dies."""

import os
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.editors.vscode.code_server import code_server, server_program
from tests.editors.vscode.conftest import new_window, write_files
from tests.editors.vscode.segments import FILES

HYPOTHESIS = "demo.hyp.en"

# What is used of the extension for Python: somebody else's, and not to be had here.
PYTHON_EXTENSION = """
const vscode = require("vscode");
const changed = new vscode.EventEmitter();
const chosen = () => vscode.workspace.getConfiguration("python").get("chosen");
exports.activate = context => {
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(() => changed.fire()));
  return { environments: {
    getActiveEnvironmentPath: () => ({ path: chosen() }),
    resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.file(path) } }),
    onDidChangeActiveEnvironmentPath: changed.event,
  } };
};
"""
PYTHON_MANIFEST = """{
  "name": "python", "publisher": "ms-python", "version": "1.0.0", "main": "main.js",
  "engines": { "vscode": "^1.91.0" }, "activationEvents": [],
  "contributes": { "configuration": { "properties": { "python.chosen": { "type": "string" } } } }
}"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    write_files(folder, FILES)
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


def test_the_server_on_the_search_path_is_started(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    program = server_program(home / "bin")
    with code_server(home, settings={}, extensions=[extension], path=[program.parent]) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        expect(window.status).to_contain_text("METEOR 0.")


def test_without_a_server_it_is_said_what_to_do_and_done(
    extension: Path, browser: Browser, home: Path, folder: Path, pictures: Path
) -> None:
    # A workspace cannot say what is started.
    (folder / ".vscode").mkdir()
    wanted = server_program(folder / "bin")
    (folder / ".vscode" / "settings.json").write_text(
        f'{{"meteorscope.server.path": "{wanted}"}}', encoding="utf-8"
    )
    with code_server(home, settings={}, extensions=[extension]) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text="there is no meteor-lsp on the search path")
        expect(notice).to_be_visible()
        expect(notice.get_by_role("button", name="Copy Command")).to_be_visible()
        expect(notice.get_by_role("button", name="Choose Program...")).to_be_visible()
        expect(window.status).to_have_attribute("aria-label", re.compile("no language server"))
        window.picture(pictures, "vscode-missing")

        server.set_program("/nowhere/meteor-lsp")
        wrong = window.notifications.filter(has_text='is "/nowhere/meteor-lsp"')
        expect(wrong).to_be_visible()

        server.set_program(str(server_program(home / "bin")))
        expect(window.status).to_contain_text("METEOR 0.")


def test_the_chosen_python_environment_is_used_and_followed(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    python = home / "python-extension"
    python.mkdir()
    (python / "package.json").write_text(PYTHON_MANIFEST)
    (python / "main.js").write_text(PYTHON_EXTENSION)
    first, second = (home / name / "bin" / "python" for name in ("first", "second"))
    server_program(second.parent)
    settings = {"python.chosen": str(first)}
    with code_server(home, settings=settings, extensions=[python, extension]) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text=f"beside {first}")
        expect(notice.get_by_role("button", name="Install It")).to_be_visible()
        expect(notice.get_by_role("button", name="Choose Python Environment")).to_be_visible()
        (folder / ".vscode").mkdir()
        (folder / ".vscode" / "settings.json").write_text(f'{{"python.chosen": "{second}"}}')
        expect(window.status).to_contain_text("METEOR 0.")


def test_a_server_that_dies_is_started_again(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    program = server_program(home / "bin")
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        expect(window.status).to_contain_text("METEOR 0.")
        first = int((program.parent / "process").read_text())
        os.kill(first, signal.SIGKILL)
        window.until(lambda: int((program.parent / "process").read_text()) != first, expected=True)
        expect(window.status).to_contain_text("METEOR 0.")
        window.go_to(1, 1)
        window.page.keyboard.type("x")
        window.until(lambda: window.lines(HYPOTHESIS)[0].startswith("xThe cat"), expected=True)
        expect(window.status).to_contain_text("1: 0.")
        expect(window.notifications).to_have_count(0)


def test_a_server_that_dies_again_and_again_is_left_alone(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    program = home / "bin" / "meteor-lsp"
    program.parent.mkdir()
    count = home / "starts"
    program.write_text(f'#!/bin/sh\necho start >> "{count}"\nexit 1\n')
    program.chmod(0o755)
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        expect(window.notifications.filter(has_text="is left alone now")).to_be_visible(
            timeout=120_000
        )
        assert count.read_text().count("start") == 6
