"""A workspace that is not trusted chooses nothing that is run, and nothing outside that is read."""

import json
import re
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect

from meteor_core import Meteor
from tests.editors.vscode.code_server import code_server, server_program
from tests.editors.vscode.conftest import new_window, write_files
from tests.editors.vscode.python_extensions import python_extension
from tests.editors.vscode.segments import HYPOTHESES, REFERENCES
from tests.editors.vscode.window import Window

HYPOTHESIS = "demo.hyp.en"
ASKING = {
    "security.workspace.trust.enabled": True,
    "security.workspace.trust.startupPrompt": "never",
}


def trap(folder: Path, sprung: Path) -> Path:
    """A program ``meteor-lsp`` in a folder that tells that it was run."""
    folder.mkdir(parents=True)
    program = folder / "meteor-lsp"
    program.write_text(f'#!/bin/sh\ntouch "{sprung}"\n')
    program.chmod(0o755)
    return program


def trust(window: Window) -> None:
    """Trust the workspace, as a person does."""
    window.notifications.get_by_role("button", name="Manage Workspace Trust").click()
    window.page.get_by_role("button", name="Trust", exact=True).first.click()


def test_nothing_of_the_workspace_runs_until_it_is_trusted(
    extension: Path, browser: Browser, home: Path, folder: Path, pictures: Path
) -> None:
    sprung = home / "sprung"
    environment = folder / ".venv" / "bin"
    trap(environment, sprung)
    (environment / "python").symlink_to(sys.executable)
    (folder / ".vscode").mkdir()
    (folder / ".vscode" / "settings.json").write_text(
        json.dumps({"meteorscope.server.path": str(environment / "meteor-lsp")})
    )
    settings = {**ASKING, "python.chosen": str(environment / "python")}
    extensions = [python_extension(home / "unpacked"), extension]
    # Even the person's own search path may lead into the workspace, by a link.
    link = home / "link"
    link.symlink_to(environment)
    with code_server(
        home, settings=settings, extensions=extensions, path=[environment, link], trusting=False
    ) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text="This workspace is not trusted")
        expect(notice).to_be_visible()
        expect(notice.get_by_role("button", name="Choose Python Environment")).to_have_count(0)
        window.picture(pictures, "vscode-untrusted")
        assert not sprung.exists()

        good = home / "good"
        (environment / "meteor-lsp").write_text(server_program(good).read_text())
        trust(window)
        expect(window.status).to_contain_text("METEOR 0.")
        assert (good / "process").exists()
        assert not sprung.exists()


def test_the_persons_own_program_runs_and_the_workspace_is_no_part_of_it(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    sprung = home / "sprung"
    # `python -m` takes modules from the working folder before all others.
    for module in ("meteor_lsp", "json", "pygls"):
        (folder / f"{module}.py").write_text(f'open("{sprung}", "w")\nraise SystemExit(1)\n')
    outside = home / "outside"
    outside.mkdir()
    write_files(outside, {"secret.en": ["On the mat sat the cat"]})
    (folder / "meteor.toml").write_text(
        '[[pairs]]\nhypothesis = "demo.hyp.en"\nreferences = "../home/outside/secret.en"\n'
    )
    (folder / ".vscode").mkdir()
    (folder / ".vscode" / "settings.json").write_text(
        json.dumps({"meteorscope.allowOutside": True, "meteorscope.lowScore": 0.9})
    )
    program = server_program(home / "bin")
    with code_server(
        home, settings=ASKING, extensions=[extension], program=program, trusting=False
    ) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        # It is scored against the reference beside it, and not against the one outside.
        score = Meteor(language="en").corpus(HYPOTHESES, [REFERENCES]).score
        expect(window.status).to_contain_text(f"METEOR {score:.4f}")
        expect(window.notifications.filter(has_text="allowOutside")).to_be_visible()
        assert not sprung.exists()


def test_only_the_person_says_where_meteor_1_5_is(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    mine, theirs = "/nowhere/of/mine", "/nowhere/of/theirs"
    (folder / ".vscode").mkdir()
    (folder / ".vscode" / "settings.json").write_text(
        json.dumps({"meteorscope.variant": "meteor-1.5", "meteorscope.meteorHome": theirs})
    )
    machine = home / "data" / "Machine"
    machine.mkdir(parents=True)
    program = server_program(home / "bin")
    (machine / "settings.json").write_text(
        json.dumps({"meteorscope.server.path": str(program), "meteorscope.meteorHome": mine})
    )
    with code_server(home, settings={}, extensions=[extension]) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        expect(window.status).to_have_attribute("aria-label", re.compile(f"no METEOR.*{mine}"))
