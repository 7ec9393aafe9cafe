"""A notebook that was saved and is opened again: its views are gone, their pictures are there."""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.widget.browser.conftest import Picture, notebook_of
from tests.widget.browser.corpora import COMPARE, CORPUS, REVIEW
from tests.widget.browser.jupyter_server import DARK, LIGHT, JupyterServer
from tests.widget.browser.notebook_page import NotebookPage
from tests.widget.browser.watched_page import Watch

ALIGNMENT = """\
from meteor_widget import AlignmentView
view = AlignmentView("The new cafe opened on Monday morning",
                     ["On Monday morning the new café was opened"])
view"""

WITHOUT_MODEL = "widget model not found"
"""What Jupyter's own widget manager writes to the console."""


@pytest.fixture
def page(server: JupyterServer, jupyter_context: BrowserContext) -> Iterator[Page]:
    watch = Watch(home=urlsplit(server.address).netloc)
    page = jupyter_context.new_page()
    watch.over(page)
    yield page
    page.close()
    server.stop_kernels()
    assert not watch.strangers()
    assert not [error for error in watch.errors if WITHOUT_MODEL not in error]


def opened(page: Page, server: JupyterServer, host: str, name: str) -> NotebookPage:
    page.goto(server.address_in(host, name))
    server.wait_for_kernel(name)
    return NotebookPage(page, name)


def still(notebook: NotebookPage, cell: int) -> Locator:
    return notebook.cell(cell).locator("[data-mtr-still]")


def save(notebook: NotebookPage, file: Path, wanted: Sequence[str]) -> None:
    notebook.cell(0).locator(".jp-InputPrompt").first.click()  # out of what may have the focus
    notebook.page.keyboard.press("Control+s")
    deadline = time.monotonic() + 60
    while not all(text in file.read_text(encoding="utf-8") for text in wanted):
        assert time.monotonic() < deadline
        notebook.page.wait_for_timeout(100)


CELLS: Final[Mapping[str, Sequence[str]]] = {
    "lab": [ALIGNMENT, CORPUS, COMPARE, REVIEW],
    "notebook": [ALIGNMENT],
}
SHOWN: Final = ("hypothesis: {}", "Lowest scores", "Largest differences", "Edited most")
"""By cell, what its picture says."""


@pytest.mark.parametrize(("host", "theme"), [("lab", DARK), ("notebook", LIGHT)])
def test_it_shows_pictures(
    page: Page, server: JupyterServer, picture: Picture, host: str, theme: str
) -> None:
    cells = CELLS[host]
    name = f"saved-{host}.ipynb"
    file = server.root / name
    file.write_text(json.dumps(notebook_of(cells)), encoding="utf-8")
    server.use_theme(theme)
    notebook = opened(page, server, host, name)
    for cell in range(len(cells)):
        notebook.show(cell)
        expect(still(notebook, cell)).to_have_count(1)
        expect(still(notebook, cell)).to_be_hidden()
    typed = "On Monday the new café opened"
    notebook.view(0).get_by_role("textbox", name="Hypothesis").fill(typed)
    expect(still(notebook, 0).locator("img")).to_have_attribute("alt", re.compile(typed))
    expect(still(notebook, 0)).to_be_hidden()
    save(notebook, file, [text.format(typed) for text in SHOWN[: len(cells)]])
    server.stop_kernels()

    page.goto("about:blank")
    notebook = opened(page, server, host, name)
    for cell in range(len(cells)):
        notebook.cell(cell).scroll_into_view_if_needed()
        expect(still(notebook, cell)).to_be_visible(timeout=15_000)
        expect(notebook.cell(cell).locator(".mtr")).to_have_count(0)
        expect(notebook.cell(cell).get_by_text("model not found")).to_be_hidden()
        picture(notebook.cell(cell), f"{cell}-saved")


def test_somebody_elses_shows_pictures(page: Page, server: JupyterServer, picture: Picture) -> None:
    """Outputs of a notebook that is not trusted may run nothing, and have no styles."""
    notebook_file = notebook_of([ALIGNMENT, CORPUS])
    read: Any = nbformat.from_dict(notebook_file)  # type: ignore[no-untyped-call]
    NotebookClient(read, timeout=120, kernel_name="python3").execute()
    name = "foreign.ipynb"
    (server.root / name).write_text(nbformat.writes(read), encoding="utf-8")  # type: ignore[no-untyped-call]
    notebook = opened(page, server, "lab", name)
    for cell, text in enumerate(("", "Lowest scores")):
        shown = notebook.cell(cell).locator(".jp-OutputArea")
        expect(shown.locator("img[alt]").first).to_be_visible(timeout=15_000)
        expect(shown.locator("style")).to_have_count(0)
        expect(shown).to_contain_text(text)
        expect(shown.get_by_text("model not found")).to_have_count(0)
        picture(notebook.cell(cell), f"{cell}-untrusted")
