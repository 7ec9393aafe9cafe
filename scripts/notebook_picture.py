"""Draw docs/images/notebook.png, agreement.png and agreement-dark.png: views in a real Notebook 7.

python -m scripts.notebook_picture
"""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.small_png import shrink
from tests.widget.browser.conftest import FLAGS, chromium, notebook_of
from tests.widget.browser.jupyter_server import DARK, LIGHT, JupyterServer, jupyter_server
from tests.widget.browser.notebook_page import NotebookPage

ROOT: Final = Path(__file__).parents[1]

IMAGES: Final = ROOT / "docs" / "images"

_WIDTH: Final = 1180
_WINDOW: Final = 2200


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookPicture:
    """A picture of a notebook.

    Attributes:
        name: of the notebook, without its ending.
        view: the class that its first cell imports.
        cell: its second cell.
        height: of the picture in px.
        touch: what a person does before the picture is taken.
        files: by theme.
    """

    name: str
    view: str
    cell: str
    height: int
    touch: Callable[[Page], None]
    files: dict[str, str]


def _point_at_a_word(page: Page) -> None:
    page.get_by_role("option", name="police").first.hover()


def _move(page: Page) -> None:
    page.get_by_role("slider", name="alpha").fill("0.5")
    page.wait_for_timeout(3000)


PICTURES: Final = (
    NotebookPicture(
        name="alignment",
        view="AlignmentView",
        cell="""\
AlignmentView(
    "The police is looking for witnesses who have observed the accident in the night to Sunday.",
    [
        "Police are looking for witnesses who saw the accident in the early hours of Sunday.",
        "The police are seeking anyone who witnessed the accident on Saturday night.",
    ],
)""",
        height=1090,
        touch=_point_at_a_word,
        files={LIGHT: "notebook.png"},
    ),
    NotebookPicture(
        name="agreement",
        view="AgreementView",
        cell='AgreementView("notices.rated.tsv")',
        height=1110,
        touch=_move,
        files={LIGHT: "agreement.png", DARK: "agreement-dark.png"},
    ),
)


def main() -> None:
    """Open the notebooks, run them, touch them, and take the pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyter_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        ratings = ROOT / "examples" / "notices.rated.tsv"
        (server.root / ratings.name).write_bytes(ratings.read_bytes())
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for picture in PICTURES:
            for theme, file in picture.files.items():
                _take(server, browser, picture, theme, IMAGES / file)
        browser.close()


def _take(
    server: JupyterServer, browser: Browser, picture: NotebookPicture, theme: str, file: Path
) -> None:
    name = f"{picture.name}.ipynb"
    cells = [f"from meteor_widget import {picture.view}", picture.cell]
    (server.root / name).write_text(json.dumps(notebook_of(cells)), encoding="utf-8")
    server.use_theme(theme)
    # A notebook folds what is much higher than its window.
    page = browser.new_page(viewport={"width": _WIDTH, "height": _WINDOW})
    page.goto(server.address_in("notebook", name))
    server.wait_for_kernel(name)
    notebook = NotebookPage(page, name)
    notebook.run(0)
    notebook.run(1)
    picture.touch(page)
    page.wait_for_timeout(500)
    page.screenshot(path=file, clip={"x": 0, "y": 0, "width": _WIDTH, "height": picture.height})
    page.close()
    shrink(file)


if __name__ == "__main__":
    main()
