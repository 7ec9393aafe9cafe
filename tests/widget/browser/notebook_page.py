"""A notebook on the screen of JupyterLab or Notebook 7, worked as a person does."""

import re
from typing import Final

from playwright.sync_api import Locator, Page, expect

HOSTS: Final = ("lab", "notebook")
"""JupyterLab and Notebook 7."""

_FINISHED: Final = re.compile(r"\[\d+\]:")
_PATIENCE: Final = 20_000
"""Milliseconds for a kernel to start or a cell to run; nothing takes that long but a stall."""

_TRIES: Final = 10

_AT_REST: Final = """async () => {
  const places = () => [...document.querySelectorAll(".mtr *")].map((part) => {
    const { x, y } = part.getBoundingClientRect();
    return `${x} ${y}`;
  }).join();
  const before = places();
  await new Promise((done) => setTimeout(done, 200));
  return before === places();
}"""


class NotebookPage:
    """An open notebook."""

    def __init__(self, page: Page, name: str) -> None:
        """The notebook of this name, which this page has just been led to."""
        self.page: Final = page
        self.name: Final = name
        expect(self.cell(0)).to_be_visible(timeout=_PATIENCE)
        expect(page.locator(".jp-Notebook-ExecutionIndicator").first).to_have_attribute(
            "data-status", "idle", timeout=_PATIENCE
        )

    def cell(self, number: int) -> Locator:
        """A cell, counted from 0."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)

    def source(self, number: int) -> str:
        """What a cell's editor holds."""
        content = self.cell(number).locator(".cm-content")
        content.scroll_into_view_if_needed()  # JupyterLab draws no text beyond the edges
        return content.inner_text()

    def run(self, number: int) -> Locator:
        """Run a cell and wait for its end; what it put out."""
        prompt = self.cell(number).locator(".jp-InputPrompt").first
        before = prompt.inner_text()
        self.cell(number).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        expect(prompt).not_to_have_text(before, timeout=_PATIENCE)
        expect(prompt).to_have_text(_FINISHED, timeout=_PATIENCE)
        return self.cell(number).locator(".jp-OutputArea").first

    def printed(self, number: int) -> str:
        """Run a cell and read what it prints."""
        return self.run(number).inner_text().strip()

    def expect_printed(self, number: int, text: str) -> None:
        """Run a cell until it prints this: what a person does takes its time to the kernel."""
        printed = ""
        for _ in range(_TRIES):
            printed = self.printed(number)
            if printed == text:
                return
            self.page.wait_for_timeout(200)
        raise AssertionError(f"{printed!r} instead of {text!r}")

    def view(self, number: int) -> Locator:
        """The view that a cell put out, when it is there."""
        view = self.cell(number).locator(".mtr").first
        expect(view).to_be_visible(timeout=_PATIENCE)
        view.scroll_into_view_if_needed()
        return view

    def show(self, number: int) -> Locator:
        """Run a cell that ends with a view; the view."""
        self.run(number)
        return self.view(number)

    def cells_shown(self) -> Locator:
        """All cells, of whatever kind."""
        return self.page.locator(".jp-Notebook .jp-Cell")

    def rest(self) -> None:
        """Wait until nothing moves any more; a mouse cannot point at what does."""
        self.page.wait_for_function(_AT_REST)

    def choose_theme(self, theme: str) -> None:
        """Change the theme in the menu, as a person does."""
        self.page.get_by_role("menuitem", name="Settings", exact=True).click()
        for name in ("Theme", theme):
            self.page.locator(".lm-Menu-itemLabel").get_by_text(name, exact=True).click()
