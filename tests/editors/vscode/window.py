"""A window of VS Code, by what a person sees and does in it."""

import re
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

TIME: Final = 30_000
"""Milliseconds for anything to appear."""


class Window:
    """One window, and the texts in it."""

    def __init__(self, page: Page) -> None:
        """The window on a page."""
        self.page = page
        page.set_default_timeout(TIME)

    def go(self, url: str) -> None:
        """Open a folder."""
        self.page.goto(url)
        self.page.locator(".monaco-workbench .statusbar").wait_for()

    def open(self, name: str) -> None:
        """Open a file of the folder."""
        self._pick("Control+P", name, name)
        self.page.locator(f".editor-group-container.active .tab.active[data-resource-name='{name}']").wait_for()

    def run(self, title: str) -> None:
        """Run a command from the palette."""
        self._pick("F1", f">{title}", title)

    def _pick(self, key: str, typed: str, label: str) -> None:
        box = self.page.locator(".quick-input-widget input.input").first
        row = self.page.locator(".quick-input-list .monaco-list-row").filter(has_text=label).first
        self.page.keyboard.press(key)
        box.wait_for()
        box.fill(typed)
        row.click()

    @property
    def editor(self) -> Locator:
        """The editor in front."""
        return self.page.locator(".editor-group-container.active .editor-instance .monaco-editor").first

    def editor_of(self, name: str) -> Locator:
        """The editor of a file."""
        return self.page.locator(f".editor-instance .monaco-editor[data-uri$='{name}']")

    @property
    def status(self) -> Locator:
        """The score in the status bar."""
        return self.page.locator("[id='meteorscope.meteorscope.score'], [id='meteorscope.score']")

    @property
    def notifications(self) -> Locator:
        """What VS Code reports in a corner."""
        return self.page.locator(".notifications-toasts .notification-list-item")

    def line(self, text: str) -> Locator:
        """The line on the screen that contains a text."""
        return self.page.locator(".view-line").filter(has_text=re.compile(re.escape(text).replace(r"\ ", "[ \u00a0]")))

    def go_to(self, line: int, column: int = 1) -> None:
        """Put the cursor there; both count from 1."""
        self.page.keyboard.press("Control+G")
        box = self.page.locator(".quick-input-widget input.input").first
        box.wait_for()
        box.fill(f":{line},{column}")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".quick-input-widget")).to_be_hidden()

    def picture(self, path: Path | None, what: Locator | None = None) -> None:
        """Keep a picture of what is on the screen, where pictures are kept."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            (what or self.page).screenshot(path=str(path))

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Look at the document."""
        return self.page.evaluate(script, argument)
