"""The language server as VS Code starts it: where it is found, where it is not, when it dies."""

import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.editors.vscode.code_server import code_server, server_program
from tests.editors.vscode.conftest import new_window, write_files
from tests.editors.vscode.python_extensions import ENVIRONMENTS, PYTHON, python_extension
from tests.editors.vscode.segments import HYPOTHESES, LOW, REFERENCES

HYPOTHESIS = "demo.hyp.en"

# A server that answers once, and dies.
DIES = """
import json, re, sys
open({count!r}, "a").write("start\\n")
length = int(re.search(rb"\\d+", sys.stdin.buffer.readline())[0])
sys.stdin.buffer.readline()
asked = json.loads(sys.stdin.buffer.read(length))
answer = json.dumps(dict(jsonrpc="2.0", id=asked["id"], result=dict(capabilities=dict())))
sys.stdout.write(f"Content-Length: {{len(answer)}}\\r\\n\\r\\n{{answer}}")
"""
# What an installation that is not whole does.
ENDS = """
open({count!r}, "a").write("start\\n")
import meteor_nothing
"""


def script(folder: Path, text: str) -> Path:
    """A program ``meteor-lsp`` in a folder, in Python."""
    folder.mkdir()
    program = folder / "meteor-lsp"
    program.write_text(f"#!{sys.executable}\n{text}")
    program.chmod(0o755)
    return program


def lives(process: int) -> bool:
    """Whether there is such a process."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_the_server_on_the_search_path_is_started_where_something_may_be_paired(
    extension: Path, browser: Browser, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    pairs = zip(HYPOTHESES, REFERENCES, strict=True)
    write_files(
        folder,
        {
            "counts.tsv": ["word\tcount", "the\t2"],
            "table.tsv": ["hypothesis\treference", *("\t".join(pair) for pair in pairs)],
        },
    )
    program = server_program(home / "bin")
    process = program.parent / "process"
    with code_server(home, settings={}, extensions=[extension], path=[program.parent]) as server:
        window = new_window(browser, server, folder)
        window.open("counts.tsv")
        expect(window.page.locator("[id='status.editor.mode']")).to_have_text(
            "Tab-Separated Values"
        )
        window.page.wait_for_timeout(1000)
        assert not process.exists()
        window.open("table.tsv")
        expect(window.status).to_contain_text("METEOR 0.")
        window.page.keyboard.press("Alt+F10")
        expect(window.position).to_contain_text(f"Ln {LOW + 2}, ")

        # A workspace cannot set the program, so nothing that it says starts another one.
        first = process.read_text()
        (folder / ".vscode").mkdir()
        (folder / ".vscode" / "settings.json").write_text(
            '{"meteorscope.server.path": "/nowhere", "meteorscope.hints.chunks": true}'
        )
        window.until(lambda: "chunks" in "".join(window.lines("table.tsv")), expected=True)
        assert process.read_text() == first

        # While one server ends and another starts, nobody hears that settings changed.
        for name in ("second", "third"):
            other = server_program(home / name)
            server.set_program(str(other))
            window.until((other.parent / "process").exists, expected=True)
            expect(window.status).to_contain_text("METEOR 0.")
        assert not lives(int(first))
        expect(window.notifications).to_have_text([])


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
        expect(notice).to_contain_text("pip install '.[lsp]'")
        window.picture(pictures, "vscode-missing")
        notice.get_by_role("button", name="Don't Show Again").click()

        server.set_program("/nowhere/meteor-lsp")
        wrong = window.notifications.filter(has_text='is "/nowhere/meteor-lsp"')
        expect(wrong).to_be_visible()

        # It is not said again, unless a person asks.
        server.set_program("")
        window.page.wait_for_timeout(1000)
        expect(notice).to_have_count(0)

        def ask() -> bool:
            window.status.click()
            window.page.wait_for_timeout(500)
            return notice.is_visible()

        window.until(ask, expected=True)

        server.set_program(str(server_program(home / "bin")))
        expect(window.status).to_contain_text("METEOR 0.")


@pytest.mark.parametrize("name", [PYTHON, ENVIRONMENTS])
def test_the_chosen_python_environment_is_used_and_followed(
    extension: Path, browser: Browser, home: Path, folder: Path, name: str
) -> None:
    python = python_extension(home / "unpacked", name)
    first, second = (home / name / "bin" / "python" for name in ("first", "second"))
    for interpreter in (first, second):
        interpreter.parent.mkdir(parents=True)
        interpreter.symlink_to(sys.executable)
    server_program(second.parent)
    with code_server(home, settings={}, extensions=[python, extension]) as server:
        server.set_on_machine({"python.chosen": str(first)})
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text=f"beside {first}")
        expect(notice.get_by_role("button", name="Install It...")).to_be_visible()
        expect(notice.get_by_role("button", name="Choose Python Environment")).to_be_visible()
        server.set_on_machine({"python.chosen": str(second)})
        expect(window.status).to_contain_text("METEOR 0.")
        started = (second.parent / "process").read_text()

        # Another setting, and another environment without a server: it is the same program still.
        server.set_on_machine({"python.chosen": str(second), "editor.fontSize": 15})
        window.go_to(2, 1)
        expect(window.status).to_contain_text("2: 0.")
        assert (second.parent / "process").read_text() == started


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
        expect(window.notifications).to_have_text([])


def test_a_server_that_dies_again_and_again_is_left_alone(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    count = home / "starts"
    program = script(home / "bin", DIES.format(count=str(count)))
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text="ended 6 times and will not be restarted")
        expect(notice).to_be_visible(timeout=120_000)
        assert count.read_text().count("start") == 6


def test_a_program_that_ends_at_once_is_tried_again_and_then_explained(
    extension: Path, browser: Browser, home: Path, folder: Path, pictures: Path
) -> None:
    count = home / "starts"
    program = script(home / "bin", ENDS.format(count=str(count)))
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text="does not start: it ended with code 1")
        expect(notice).to_contain_text("ModuleNotFoundError: No module named 'meteor_nothing'")
        window.picture(pictures, "vscode-ends-at-once")
        assert count.read_text().count("start") == 3
        expect(window.notifications).to_have_count(1)
        notice.get_by_role("button", name="Show Log").click()
        # What stands there is written by a native module that code-server lacks in the tests.
        expect(window.page.locator(".output-view")).to_be_visible()
        window.focus(HYPOTHESIS)

        program.write_text(server_program(home / "good").read_text())
        window.run("Meteorscope: Restart Language Server")
        expect(window.status).to_contain_text("METEOR 0.")


def test_a_program_that_is_no_server_is_told_apart(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    program = home / "bin" / "meteor-lsp"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho Welcome to something else\nexec cat\n")
    program.chmod(0o755)
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text='it writes "Welcome to something else"')
        expect(notice).to_be_visible()
        expect(window.status).to_have_attribute("aria-label", re.compile("ended too often"))


def test_a_start_that_hangs_is_said_and_ended_by_a_restart(
    extension: Path, browser: Browser, home: Path, folder: Path, pictures: Path
) -> None:
    # It reads and never answers, does not end when it is asked to, and neither does its child.
    process, child = home / "hanging", home / "child"
    program = home / "bin" / "meteor-lsp"
    program.parent.mkdir()
    program.write_text(
        f"#!/bin/sh\ntrap '' TERM\necho $$ > '{process}'\n"
        f"sh -c \"trap '' TERM; echo \\$\\$ > '{child}'; sleep 1000\" &\n"
        "cat > /dev/null\nwait\n"
    )
    program.chmod(0o755)
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        expect(window.status).to_have_attribute(
            "aria-label", re.compile("not answered for 30 seconds"), timeout=60_000
        )
        window.picture(pictures, "vscode-hangs")
        hanging = [int(file.read_text()) for file in (process, child)]
        assert all(map(lives, hanging))
        program.write_text(server_program(home / "good").read_text())
        window.status.click()
        expect(window.status).to_contain_text("METEOR 0.")
        window.until(lambda: [lives(number) for number in hanging], [False, False])


def test_a_start_that_hangs_is_ended_by_another_choice_at_once(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    process = home / "hanging"
    program = home / "bin" / "meteor-lsp"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho $$ > '{process}'\nexec sleep 1000\n")
    program.chmod(0o755)
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        window.until(lambda: process.exists() and process.read_text() != "", expected=True)
        server.set_program(str(server_program(home / "good")))
        expect(window.status).to_contain_text("METEOR 0.")
        assert not lives(int(process.read_text()))


def test_nothing_is_left_when_the_window_closes(
    extension: Path, browser: Browser, home: Path, folder: Path
) -> None:
    program = server_program(home / "bin")
    with code_server(home, settings={}, extensions=[extension], program=program) as server:
        window = new_window(browser, server, folder)
        window.open(HYPOTHESIS)
        expect(window.status).to_contain_text("METEOR 0.")
        process = int((program.parent / "process").read_text())
        assert lives(process)
    deadline = time.monotonic() + 60
    while lives(process):
        assert time.monotonic() < deadline
        time.sleep(0.1)
