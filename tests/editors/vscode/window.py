"""A window of VS Code, by what a person sees and does in it."""

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.editors.vscode.segments import Coloured

TIME: Final = 20_000
"""Milliseconds for anything to appear."""


_TRIES: Final = 3

Value = TypeVar("Value")

# Lines of an editor by their place, wrapped ones joined.
_VIEW_LINES = """
  const lines = [...editor.querySelectorAll('.view-lines .view-line')]
    .sort((one, other) => one.offsetTop - other.offsetTop);
"""
_LINES: Final = (
    "editor => {"
    + _VIEW_LINES
    + """
  const behind = span => {
    const { content } = getComputedStyle(span, '::after');
    return content.startsWith('"') ? content.slice(1, -1).trim() : '';
  };
  const isRoom = span => span.className.includes('dyn-rule')
    && /^[\u00a0\u200c]+$/.test(span.textContent);
  const shown = line => [...line.querySelectorAll('span')]
    .map(span => (span.children.length || isRoom(span) ? '' : span.textContent) + behind(span))
    .join('');
  return lines.map(
    line => shown(line).replaceAll('\\u00a0', ' ').replaceAll('\\u200c', '').trimEnd());
}"""
)
# A chunk's number is told by its colour, and its text by what stands above the coloured line: what
# a person sees, whatever columns anybody counted. An overlay may cover several lines of a wrap.
_COLOURS: Final = (
    "editor => {"
    + _VIEW_LINES
    + """
  const root = getComputedStyle(document.querySelector('.monaco-workbench'));
  const probe = document.body.appendChild(document.createElement('span'));
  const names = new Map();
  for (let number = 1; number <= 6; number++) {
    probe.style.color = root.getPropertyValue(`--vscode-meteorscope-chunk${number}`);
    names.set(getComputedStyle(probe).color, number);
  }
  probe.remove();
  const overlays = [...editor.querySelectorAll('.view-overlays .cdr')].flatMap(element => {
    const style = getComputedStyle(element);
    const colour = names.get(style.borderBottomColor);
    return style.borderBottomWidth === '2px' && colour
      ? [{ box: element.getBoundingClientRect(), colour }] : [];
  });
  const coverOf = box => overlays.find(({ box: { left, right, top, bottom } }) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return left <= x && x <= right && top <= y && y <= bottom;
  });
  const graphemes = new Intl.Segmenter();
  return lines.filter(line => line.textContent.trim() !== '').map(line => {
    const runs = [];
    let before;
    for (const span of line.querySelectorAll(':scope > span > span:not([class*=dyn-rule])')) {
      const node = span.firstChild;
      for (const { index, segment } of graphemes.segment(node?.data ?? '')) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + segment.length);
        const cover = coverOf(range.getBoundingClientRect());
        if (cover && cover === before) {
          runs.at(-1)[0] += segment;
        } else if (cover) {
          runs.push([segment, cover.colour]);
        }
        before = cover;
      }
    }
    return runs;
  });
}"""
)
_BOXES: Final = """(editor, words) => {
  const found = {};
  const walker = document.createTreeWalker(
    editor.querySelector('.view-lines'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const word of words) {
      const index = walker.currentNode.data.indexOf(word);
      if (index >= 0) {
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        const { left, top, right } = range.getBoundingClientRect();
        found[word] = [left, top, right];
      }
    }
  }
  return found;
}"""
_HINT_COLOURS: Final = """editor => [...editor.querySelectorAll('.view-line span')]
  .map(span => getComputedStyle(span, '::after'))
  .filter(({ content }) => /[0-9][.][0-9]/.test(content)).map(({ color }) => color)"""
_ROOMS: Final = """editor => {
  const boxOf = span => {
    const { left, top, right } = span.getBoundingClientRect();
    return [left, top, right];
  };
  const spans = [...editor.querySelectorAll('.view-line span')].filter(s => !s.children.length);
  const rooms = spans.filter(
    s => s.className.includes('dyn-rule') && /^[\u00a0]+$/.test(s.textContent));
  return rooms.map(room => {
    const score = [...room.closest('.view-line').querySelectorAll('span')]
      .find(span => /[0-9][.][0-9]/.test(getComputedStyle(span, '::after').content));
    return [score ? boxOf(score) : [], boxOf(room)];
  });
}"""
_PLACE: Final = (
    "(editor, [number, word]) => {"
    + _VIEW_LINES
    + """
  const walker = document.createTreeWalker(lines[number], NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const index = walker.currentNode.data.indexOf(word);
    if (index >= 0) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      const box = range.getBoundingClientRect();
      return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    }
  }
}"""
)
_ROWS: Final = """(view, rows) => [...view.querySelectorAll(rows)]
  .sort((one, other) => one.offsetTop - other.offsetTop)
  .map(row => row.querySelector('.label-name').textContent
    .replace(/[\\u2007\\u00a0]/g, ' ').replace(/[\\u2068\\u2069]/g, ''))"""
_FIRST_NUMBER: Final = """editor => {
  const top = editor.getBoundingClientRect().top;
  const numbers = [...editor.querySelectorAll('.line-numbers')]
    .filter(number => number.getBoundingClientRect().bottom > top + 10)
    .map(number => Number(number.textContent)).filter(Boolean);
  return Math.min(...numbers);
}"""


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
        self.page.locator(
            f".editor-group-container.active .tab.active[data-resource-name='{name}']"
        ).wait_for()

    def run(self, title: str) -> None:
        """Run a command from the palette."""
        self._pick("F1", f">{title}", title)

    def _pick(self, key: str, typed: str, label: str) -> None:
        widget = self.page.locator(".quick-input-widget")
        row = widget.locator(".monaco-list-row.focused").filter(has_text=label)
        expect(widget).to_be_hidden()
        for attempt in range(1, _TRIES + 1):
            # A list that opens while the focus moves elsewhere is closed again, for people too.
            try:
                self.page.keyboard.press(key)
                widget.locator("input.input").first.fill(typed, timeout=TIME / _TRIES)
                row.wait_for(timeout=TIME / _TRIES)
            except PlaywrightError:
                if attempt == _TRIES:
                    raise
                self.page.keyboard.press("Escape")
                continue
            self.page.keyboard.press("Enter")
            expect(row).to_be_hidden()
            return

    @property
    def editor(self) -> Locator:
        """The editor in front."""
        editors = self.page.locator(".editor-group-container.active .editor-instance")
        return editors.locator(".monaco-editor").first

    def editor_of(self, name: str) -> Locator:
        """The editor of a file, or the side of a diff that can be edited."""
        editors = self.page.locator(f".editor-instance .monaco-editor[data-uri$='{name}']")
        return editors.and_(self.page.locator(":not(.original-in-monaco-diff-editor)"))

    @property
    def status(self) -> Locator:
        """The score in the status bar."""
        return self.page.locator(".statusbar-item[id$='meteorscope.score']")

    @property
    def notifications(self) -> Locator:
        """What VS Code reports in a corner."""
        return self.page.locator(".notifications-toasts .notification-list-item")

    @property
    def position(self) -> Locator:
        """Line and column of the cursor in the status bar."""
        return self.page.locator("[id='status.editor.selection']")

    def line(self, text: str) -> Locator:
        """The line on the screen that contains a text."""
        pattern = re.escape(text).replace(r"\ ", "[ \u00a0]")
        return self.page.locator(".view-line").filter(has_text=re.compile(pattern))

    def lines(self, name: str) -> list[str]:
        """The lines of a file on the screen, with hints, from the top."""
        found: list[str] = self.editor_of(name).evaluate(_LINES)
        return found

    def colours(self, name: str) -> list[list[Coloured]]:
        """The runs of text with a coloured line below them, of each line on the screen."""
        found = self.editor_of(name).evaluate(_COLOURS)
        return [
            [Coloured(re.sub(r"\s", "", text), colour) for text, colour in line] for line in found
        ]

    def hint_colours(self, name: str) -> list[str]:
        """The colours of the scores on the screen."""
        found: list[str] = self.editor_of(name).evaluate(_HINT_COLOURS)
        return found

    def point_at(self, name: str, line: int, word: str) -> None:
        """Put the mouse over a word on the screen; lines count from 0."""
        x, y = self.editor_of(name).evaluate(_PLACE, [line, word])
        self.page.mouse.move(x - 3, y)
        self.page.mouse.move(x, y)

    def boxes(self, name: str, words: Sequence[str]) -> dict[str, list[float]]:
        """Left, top and right of words on the screen, each of which is there once."""
        found: dict[str, list[float]] = self.editor_of(name).evaluate(_BOXES, list(words))
        return found

    def scores_and_rooms(self, name: str) -> list[tuple[list[float], list[float]]]:
        """Left, top and right of each score on the screen, and of the room that is kept for it."""
        found: list[tuple[list[float], list[float]]] = self.editor_of(name).evaluate(_ROOMS)
        return found

    def first_number(self, name: str) -> int:
        """The number of the first line on the screen."""
        number: int = self.editor_of(name).evaluate(_FIRST_NUMBER)
        return number

    def panel(self, name: str, has_text: str | None = None) -> FrameLocator:
        """The page in a view of a panel or in a tab."""
        return self.page.frame_locator("iframe.webview.ready").last.frame_locator("#active-frame")

    def focus(self, name: str) -> None:
        """Put the focus into the editor of a file."""
        self.page.locator(f".tab[data-resource-name='{name}']").click()
        self._wait_for_focus()

    def row(self, view: str, text: str) -> Locator:
        """The row of a view that contains a text."""
        return self._view(view).locator(".monaco-list-row").filter(has_text=text)

    def rows(self, view: str, kind: str = "") -> list[str]:
        """The rows of a view that are on the screen, from the top; or those of a class."""
        found: list[str] = self._view(view).evaluate(_ROWS, f".monaco-list-row{kind}")
        return found

    def selected(self, view: str) -> list[str]:
        """The rows that are selected."""
        return self.rows(view, ".selected")

    def _view(self, name: str) -> Locator:
        return self.page.locator(f".pane-body .monaco-list[aria-label*='{name}']")

    def choice(self, label: str) -> Locator:
        """An entry of a list that VS Code shows."""
        rows = self.page.locator(".quick-input-widget .monaco-list-row")
        return rows.filter(has_text=label).first

    def choose(self, label: str) -> None:
        """Choose from a list that VS Code shows."""
        self.choice(label).click()

    def until(self, look: Callable[[], Value], expected: Value) -> None:
        """Wait until what is on the screen is as expected."""
        deadline = time.monotonic() + TIME / 1000
        while (found := look()) != expected:
            if time.monotonic() > deadline:
                pytest.fail(f"on the screen: {found}\nexpected:      {expected}")
            self.page.wait_for_timeout(50)

    def go_to(self, line: int, column: int = 1) -> None:
        """Put the cursor there; both count from 1."""
        # The prompt alone names the last line before what was typed is read.
        label = f"to go to line {line} at column {column}"
        self._pick("Control+G", f":{line},{column}", label)
        expect(self.position).to_contain_text(f"Ln {line},")
        self._wait_for_focus()

    def _wait_for_focus(self) -> None:
        self.page.wait_for_function(
            "document.activeElement?.closest('.editor-instance .monaco-editor') != null"
        )

    def evaluate(self, script: str) -> Any:
        """Run a script in the page."""
        return self.page.evaluate(script)

    def picture(self, folder: Path, name: str) -> None:
        """Keep a picture of what is on the screen."""
        folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(folder / f"{name.replace(' ', '-').lower()}.png"))
