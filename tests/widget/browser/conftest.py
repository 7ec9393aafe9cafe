"""JupyterLab and Notebook 7 in a real Chromium.

Chromium is the one that ``$CHROMIUM`` names, or the system's own. Where there is none, these
tests are skipped. Every page is watched: at the end of each test it must not have asked anybody
but its own server for anything, must not have reported an error and must not have asked the
person anything. Pictures go to ``$METEORSCOPE_SCREENSHOTS`` where that is set.
"""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.widget.browser.jupyter_server import LIGHT, JupyterServer, jupyter_server
from tests.widget.browser.notebook_page import NotebookPage
from tests.widget.browser.watched_page import Watch

HERE: Final = Path(__file__).parent

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_SIZE: Final = (1280, 1000)
_PATIENCE: Final = 20_000
"""Milliseconds that what is expected may take, on a machine that does other things too."""

expect.set_options(timeout=_PATIENCE)
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


class OpenNotebook(Protocol):
    """Opens a new notebook with these cells."""

    def __call__(self, *cells: str, host: str = "lab", theme: str = LIGHT) -> NotebookPage:
        """Open it in this host and theme."""


class OpenFile(Protocol):
    """Opens a self-contained page."""

    def __call__(self, html: str, *, dark: bool = False, width: int = ...) -> Page:
        """Open it from a file, as a person who was sent it does."""


class Picture(Protocol):
    """Takes a picture of what is on the screen."""

    def __call__(self, what: Page | Locator, name: str = "") -> None:
        """Take it; tests themselves look at the document."""


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(180))


def chromium() -> str | None:
    """Where the browser is."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)


def notebook_of(cells: Sequence[str]) -> dict[str, Any]:
    """A notebook with cells of code, as its file holds it."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "source": source,
                "metadata": {},
                "execution_count": None,
                "outputs": [],
            }
            for number, source in enumerate(cells)
        ],
    }


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """Chromium, for as long as the context lasts; without one, the test is skipped."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium here; set CHROMIUM=/path/to/it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterServer]:
    with jupyter_server(tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture(scope="session")
def jupyter_context(browser: Browser) -> Iterator[BrowserContext]:
    """One for all notebooks, so that JupyterLab's own scripts are read once."""
    width, height = _SIZE
    context = browser.new_context(viewport={"width": width, "height": height})
    yield context
    context.close()


@pytest.fixture
def open_notebook(
    server: JupyterServer,
    jupyter_context: BrowserContext,
    picture: Picture,
    request: pytest.FixtureRequest,
) -> Iterator[OpenNotebook]:
    watch = Watch(home=urlsplit(server.address).netloc)
    page = jupyter_context.new_page()
    watch.over(page)

    def open_it(*cells: str, host: str = "lab", theme: str = LIGHT) -> NotebookPage:
        stem = _file_name(request)
        name = f"{stem}.ipynb"
        text = json.dumps(notebook_of(cells))
        (server.root / name).write_text(text, encoding="utf-8")
        server.use_theme(theme)
        page.goto(server.address_in(host, name))
        server.wait_for_kernel(name)
        return NotebookPage(page, stem)

    yield open_it
    picture(page, "end")
    page.close()
    server.stop_kernels()
    assert not watch.strangers(), "no request may leave this machine"
    assert not watch.errors
    assert not watch.dialogs


@pytest.fixture
def open_file(browser: Browser, tmp_path: Path) -> Iterator[OpenFile]:
    watch = Watch(home="")
    contexts = []

    def open_it(html: str, *, dark: bool = False, width: int = _SIZE[0]) -> Page:
        context = browser.new_context(
            color_scheme="dark" if dark else "light",
            viewport={"width": width, "height": _SIZE[1]},
        )
        contexts.append(context)
        page = context.new_page()
        watch.over(page)
        file = tmp_path / "page.html"
        file.write_text(html, encoding="utf-8")
        page.goto(file.as_uri())
        return page

    yield open_it
    for context in contexts:
        context.close()
    own = [url for url in watch.requests if not url.startswith("blob:")]
    assert all(url == (tmp_path / "page.html").as_uri() for url in own), own
    assert not watch.errors
    assert not watch.dialogs


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Picture:
    folder = os.environ.get("METEORSCOPE_SCREENSHOTS")

    def take(what: Page | Locator, name: str = "") -> None:
        if folder:
            file = Path(folder) / f"{'-'.join(filter(None, [_file_name(request), name]))}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            what.screenshot(path=file)

    return take


def _file_name(request: pytest.FixtureRequest) -> str:
    name: str = request.node.name
    kept = (letter if letter.isalnum() else "-" for letter in name.removeprefix("test_"))
    return "".join(kept).strip("-")
