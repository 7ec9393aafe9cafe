"""Draw docs/images/notebook.png: a view in a real Notebook 7, in Chromium.

python -m scripts.notebook_picture
"""

import json
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.widget.browser.conftest import FLAGS, chromium, notebook_of
from tests.widget.browser.jupyter_server import LIGHT, jupyter_server
from tests.widget.browser.notebook_page import NotebookPage

PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "notebook.png"

NAME: Final = "alignment.ipynb"

CELL: Final = """\
AlignmentView(
    "The police is looking for witnesses who have observed the accident in the night to Sunday.",
    [
        "Police are looking for witnesses who saw the accident in the early hours of Sunday.",
        "The police are seeking anyone who witnessed the accident on Saturday night.",
    ],
)"""


def main() -> None:
    """Open the notebook, run it, point at a word, and take the picture."""
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyter_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        cells = ["from meteor_widget import AlignmentView", CELL]
        (server.root / NAME).write_text(json.dumps(notebook_of(cells)), encoding="utf-8")
        server.use_theme(LIGHT)
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1180, "height": 1090})
        page.goto(server.address_in("notebook", NAME))
        server.wait_for_kernel(NAME)
        notebook = NotebookPage(page, NAME)
        notebook.run(0)
        notebook.run(1)
        page.get_by_role("option", name="police").first.hover()
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
