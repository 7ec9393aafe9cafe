"""VS Code with the extension as people install it, in a real Chromium.

Where code-server, Chromium or npm's packages are missing, these tests are skipped. Pictures go to
``$METEORSCOPE_SCREENSHOTS``, or else to ``build/screenshots``; also one of every window of a test
that failed.
"""

import os
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import Browser, expect

from tests.editors.vscode.code_server import (
    PROGRAM,
    ROOT,
    CodeServer,
    code_server,
    package,
    server_program,
)
from tests.editors.vscode.segments import FILES
from tests.editors.vscode.window import TIME, Window
from tests.widget.browser.conftest import running_chromium

HERE: Final = Path(__file__).parent
expect.set_options(timeout=TIME)
LIGHT: Final = "Default Light Modern"
DARK: Final = "Default Dark Modern"
HIGH_CONTRAST: Final = "Default High Contrast"
_SIZE: Final = (1800, 900)


class OpenWindow(Protocol):
    """Opens a folder with these files in a window of its own."""

    def __call__(self, files: Mapping[str, Sequence[str]], theme: str = LIGHT) -> Window:
        """Open it."""


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.editor)
            item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="session")
def pictures() -> Path:
    """The folder for pictures."""
    folder = os.environ.get("METEORSCOPE_SCREENSHOTS")
    return Path(folder) if folder else ROOT / "build" / "screenshots"


_FAILED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, Any]:
    """Note what failed, for fixtures that end after it."""
    report = yield
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension's package."""
    if not PROGRAM.exists():
        pytest.skip("VS Code is not installed; tests/editors/install.sh does that")
    try:
        return package(tmp_path_factory.mktemp("package"))
    except FileNotFoundError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def running_browser() -> Iterator[Browser]:
    """Chromium, for all tests."""
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def browser(
    running_browser: Browser, pictures: Path, request: pytest.FixtureRequest
) -> Iterator[Browser]:
    """Chromium, whose windows end with the test: one without its server would not rest."""
    yield running_browser
    if request.node.stash.get(_FAILED, False):
        name = re.sub(r"\W+", "-", request.node.name)
        pages = [page for context in running_browser.contexts for page in context.pages]
        for number, page in enumerate(pages, start=1):
            Window(page).picture(pictures, f"failed-{name}-{number}")
    for context in running_browser.contexts:
        context.close()


@pytest.fixture(scope="session")
def server(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CodeServer]:
    """A VS Code whose settings name the language server of this very Python."""
    home = tmp_path_factory.mktemp("vscode")
    program = server_program(home / "bin")
    with code_server(home, settings={}, program=program, extensions=[extension]) as running:
        yield running


@pytest.fixture
def open_window(
    server: CodeServer, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> OpenWindow:
    """Opens windows."""

    def opened(files: Mapping[str, Sequence[str]], theme: str = LIGHT) -> Window:
        # A name that a URI has to escape.
        folder = tmp_path_factory.mktemp("Übersetzung 100% #1 ")
        write_files(folder, files)
        server.set({"workbench.colorTheme": theme})
        return new_window(browser, server, folder)

    return opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a pair."""
    folder = tmp_path / "texts"
    folder.mkdir()
    write_files(folder, FILES)
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty folder for a VS Code of one's own."""
    home = tmp_path / "home"
    home.mkdir()
    return home


def new_window(browser: Browser, server: CodeServer, folder: Path) -> Window:
    """A window with a folder."""
    width, height = _SIZE
    context = browser.new_context(viewport={"width": width, "height": height})
    window = Window(context.new_page())
    window.go(server.url(folder))
    return window


def write_files(folder: Path, files: Mapping[str, Sequence[str]]) -> None:
    """Files of lines."""
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
