"""Installing the language server from VS Code, into the chosen environment."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.editors.vscode.code_server import code_server, server_program
from tests.editors.vscode.conftest import new_window
from tests.editors.vscode.python_extensions import python_extension

HYPOTHESIS = "demo.hyp.en"

# An interpreter whose pip fails once, as it does without a network, and then installs.
INTERPRETER = """#!/bin/sh
echo "$(pwd): $*" >> "{calls}"
case "$*" in
"-m pip --version") exit 0 ;;
"-m pip install meteorscope[lsp] @ file://{wheel}")
  if [ ! -e "{failed}" ]; then
    touch "{failed}"
    echo "ERROR: No matching distribution found"
    exit 1
  fi
  cp "{program}" "{folder}/meteor-lsp" ;;
esac
"""
WITHOUT_PIP = """#!/bin/sh
echo "No module named pip"
exit 1
"""


def interpreter(folder: Path, text: str) -> Path:
    """A program ``python`` in a folder."""
    folder.mkdir(parents=True)
    python = folder / "python"
    python.write_text(text)
    python.chmod(0o755)
    return python


def test_what_fails_is_said_and_tried_again_when_asked(
    extension: Path, browser: Browser, home: Path, folder: Path, pictures: Path
) -> None:
    bin_folder, calls = home / "environment" / "bin", home / "calls"
    wheel = home / "meteorscope-0.1.0-py3-none-any.whl"
    wheel.touch()
    text = INTERPRETER.format(
        calls=calls,
        wheel=wheel,
        failed=home / "failed",
        program=server_program(home / "good"),
        folder=bin_folder,
    )
    python = interpreter(bin_folder, text)
    extensions = [python_extension(home / "unpacked"), extension]
    with code_server(
        home, settings={"python.chosen": str(python)}, extensions=extensions
    ) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        missing = window.notifications.filter(has_text="needs its language server")
        missing.get_by_role("button", name="Install It...").click()
        window.choose("A Wheel...")
        window.choose(wheel.name)

        failed = window.notifications.filter(has_text="pip ended with code 1")
        expect(failed).to_be_visible()
        expect(window.page.locator(".terminal-wrapper.active")).to_be_visible()
        expect(window.notifications).to_have_count(1)
        window.picture(pictures, "vscode-install-failed")
        assert calls.read_text().count("pip install") == 1

        failed.get_by_role("button", name="Try Again").click()
        expect(window.status).to_contain_text("METEOR 0.")
        assert calls.read_text().count("pip install") == 2
    # Nothing of it runs in the workspace, where a file pip.py could be run in place of pip.
    assert str(folder) not in calls.read_text()


def test_an_environment_without_pip_is_told_apart(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    python = interpreter(home / "environment" / "bin", WITHOUT_PIP)
    wheel = home / "meteorscope-0.1.0-py3-none-any.whl"
    wheel.touch()
    extensions = [python_extension(home / "unpacked"), extension]
    with code_server(
        home, settings={"python.chosen": str(python)}, extensions=extensions
    ) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        missing = window.notifications.filter(has_text="needs its language server")
        missing.get_by_role("button", name="Install It...").click()
        window.choose("A Wheel...")
        window.choose(wheel.name)
        without = window.notifications.filter(has_text="has no pip")
        expect(without.get_by_role("button", name="Copy Command")).to_be_visible()
