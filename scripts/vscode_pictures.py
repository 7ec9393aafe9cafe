"""Draw the pictures of the extension for VS Code, in a real VS Code in Chromium.

    tests/editors/install.sh vscode && npm ci && python -m scripts.vscode_pictures

They are the windows in docs/images, of a pair in light and dark, of an XLIFF file, and of a review;
the diagram of the walkthrough, which has the colours of the theme that shows it; and the icon.
"""

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, FrameLocator, sync_playwright

from scripts.small_png import shrink
from tests.editors.vscode.code_server import CodeServer, code_server, package, server_program
from tests.editors.vscode.window import Window
from tests.widget.browser.conftest import FLAGS, chromium

ROOT: Final = Path(__file__).parents[1]
IMAGES: Final = ROOT / "docs" / "images"
MEDIA: Final = ROOT / "editors" / "vscode" / "media"

THEMES: Final = {"vscode.png": "Light 2026", "vscode-dark.png": "Dark 2026"}
PAIR: Final = ("city-news.hyp.en", "city-news.ref.en")
SEGMENT: Final = 4
PATIENCE: Final = 60_000
"""Milliseconds for anything to appear: a window takes as many seconds on a busy machine."""

BILINGUAL: Final = "bilingual/help-pages.xlf"
BILINGUAL_LINE: Final = 20
BILINGUAL_SEGMENT: Final = 3

REVIEWED: Final = ("help-pages.pe.de", "help-pages.mt.de", "help-pages.src.en")
REVIEW_KEYS: Final = "aaranja"
"""What a reviewer presses; the last segment of these is in the picture."""

SENTENCES: Final = {
    "news.hyp.en": "The cat was sitting on the mat",
    "news.ref.en": "On the mat sat the old cat",
}
COLOURS: Final = (
    "panel-background",
    "foreground",
    "descriptionForeground",
    *(f"meteorscope-chunk{number}" for number in range(1, 7)),
)
_COLOURS_OF: Final = """(body, names) => Object.fromEntries(names.map(
  name => [getComputedStyle(body).getPropertyValue(`--vscode-${name}`).trim(), name]))"""

_ICON: Final = """<body style="margin:0;background:transparent">
<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="-4 -4 32 32">
<rect x="-4" y="-4" width="32" height="32" rx="6" fill="#16263c"/>
<g fill="none" stroke-width="1.8" stroke-linecap="round">%s</g></svg></body>"""


def main() -> None:
    """Start VS Code, and take the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        extension, program = package(home), server_program(home / "bin")
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        with code_server(home, settings={}, program=program, extensions=[extension]) as server:
            for name, theme in THEMES.items():
                # Each in a folder of its own, as a window opens what one of its folder had open.
                _pair(browser, server, home / theme / "news", theme, IMAGES / name)
            _bilingual(browser, server, home / "xliff", IMAGES / "vscode-xliff.png")
            _review(browser, server, home / "review", IMAGES / "review.png")
            _diagram(browser, server, home / "cat", MEDIA / "alignment.svg")
        _icon(browser, MEDIA / "icon.png")
        browser.close()
    for name in (*THEMES, "vscode-xliff.png", "review.png"):
        shrink(IMAGES / name)


def _opened(browser: Browser, server: CodeServer, folder: Path, theme: str) -> Window:
    server.set({"workbench.colorTheme": theme})
    window = Window(browser.new_page(viewport={"width": 1400, "height": 860}))
    window.page.set_default_timeout(PATIENCE)
    window.go(server.url(folder))
    return window


def _pair(browser: Browser, server: CodeServer, folder: Path, theme: str, picture: Path) -> None:
    window = _scored(browser, server, folder, theme, PAIR)
    window.run("Open Hypothesis and Reference Side by Side")
    # The other side takes the focus once it is there, and the next Enter, if nobody waits.
    window.editor_of(PAIR[1]).locator(".view-line").first.wait_for()
    window.page.wait_for_timeout(2000)
    _take(window, PAIR[0], (SEGMENT, 8), SEGMENT, picture)


def _bilingual(browser: Browser, server: CodeServer, folder: Path, picture: Path) -> None:
    window = _scored(browser, server, folder, THEMES["vscode.png"], [BILINGUAL])
    line = (
        (ROOT / "examples" / BILINGUAL).read_text(encoding="utf-8").split("\n")[BILINGUAL_LINE - 1]
    )
    place = (BILINGUAL_LINE, line.index("Anweisungen") + 2)
    _take(window, Path(BILINGUAL).name, place, BILINGUAL_SEGMENT, picture)


def _review(browser: Browser, server: CodeServer, folder: Path, picture: Path) -> None:
    window = _scored(browser, server, folder, THEMES["vscode.png"], REVIEWED)
    window.run("Toggle Primary Side Bar Visibility")
    window.run("Meteorscope: Open Review")
    review = window.panel("mtr-review")
    review.locator(".mtr-review-edit").first.wait_for()
    review.get_by_role("grid").focus()
    for key in REVIEW_KEYS:
        window.page.keyboard.press(key)
        window.page.wait_for_timeout(500)
    window.page.mouse.move(300, 17)
    window.page.wait_for_timeout(2000)
    window.page.screenshot(path=picture)
    window.page.close()


def _scored(
    browser: Browser, server: CodeServer, folder: Path, theme: str, names: Sequence[str]
) -> Window:
    """A window with examples, the first of them open, and the list of its segments."""
    folder.mkdir(parents=True)
    for name in names:
        shutil.copy(ROOT / "examples" / name, folder)
    first = Path(names[0]).name
    window = _opened(browser, server, folder, theme)
    window.open(first)
    window.status.filter(has_text="METEOR 0.").wait_for()
    window.run("Focus on Segments View")
    window.row("Segments", "0.").first.wait_for()  # or it comes later, over what is done next
    window.focus(first)
    return window


def _take(window: Window, name: str, place: tuple[int, int], segment: int, picture: Path) -> None:
    """Put the cursor there, and take the picture with the alignment of that segment."""
    heading = _panel(window).locator(".mtr-panel-heading")
    window.focus(name)
    window.go_to(*place)
    heading.filter(has_text=f"Segment {segment} ").wait_for()
    window.page.mouse.move(300, 17)  # where no text asks for a hover
    window.page.wait_for_timeout(2000)  # until tooltips are gone and all is drawn
    window.page.screenshot(path=picture)
    window.page.close()


def _panel(window: Window) -> FrameLocator:
    window.run("Meteorscope: Show Alignment")
    return window.panel("mtr-panel-heading")


def _diagram(browser: Browser, server: CodeServer, folder: Path, picture: Path) -> None:
    folder.mkdir()
    for name, text in SENTENCES.items():
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
    window = _opened(browser, server, folder, "Light 2026")
    window.open("news.hyp.en")
    panel = _panel(window)
    with window.page.expect_download() as download:
        panel.get_by_role("button", name="Save picture").click()
    colours = panel.locator("body").evaluate(_COLOURS_OF, COLOURS)
    drawn = download.value.path().read_text(encoding="utf-8")
    picture.write_text(_themed(drawn, colours) + "\n", encoding="utf-8")
    window.page.close()


def _themed(drawn: str, colours: Mapping[str, str]) -> str:
    """The picture with names of VS Code's colours in place of those of one theme."""
    drawn = re.sub(r"<\?xml.*?\?>\s*|<rect width=\"100%\"[^>]*/>|<desc>.*?</desc>", "", drawn)
    return re.sub(r"#[0-9a-f]{6}", lambda found: f"var(--vscode-{colours[found[0]]})", drawn)


def _icon(browser: Browser, picture: Path) -> None:
    """The sign of the extension in colours, on a ground: shops show no other."""
    sign = (MEDIA / "meteor.svg").read_text(encoding="utf-8")
    lines, links = re.findall(r'<path d="([^"]*)"', sign)
    first, second = links.split("M")[1:]
    paths = [(lines, "#ffffff"), ("M" + first, "#56b4e9"), ("M" + second, "#f29b4b")]
    strokes = "".join(f'<path d="{path}" stroke="{colour}"/>' for path, colour in paths)
    page = browser.new_page(viewport={"width": 128, "height": 128})
    page.set_content(_ICON % strokes)
    page.screenshot(path=picture, omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
