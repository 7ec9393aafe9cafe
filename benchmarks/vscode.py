"""From a key press to the changed hint on the screen, in VS Code, at several lengths of file.

    tests/editors/install.sh vscode && npm ci && python benchmarks/vscode.py [LINES ...]

Types a letter into a word and takes it away again, at the pace of a slow typist. The page itself
takes both times: when its key arrives, and when the frame is drawn after the hint of that line
changed.
"""

import statistics
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from tests.editors.vscode.code_server import code_server, package, server_program
from tests.editors.vscode.window import Window
from tests.widget.browser.conftest import FLAGS, chromium

LENGTHS: Final = (1_000, 100_000)
KEYS: Final = 60
PAUSE: Final = 500
"""Milliseconds between keys."""

_WORDS: Final = 10
"""In a line, which has to fit on the screen with its hint."""

_WATCH: Final = """() => {
  const took = window.took = [];
  let pressed = null;
  const hint = () => {
    const lines = [...document.querySelectorAll('.view-lines .view-line')];
    const line = lines.find(one => one.textContent.includes('needle'));
    return [...line?.querySelectorAll('[class*=dyn-rule]') ?? []]
      .map(part => part.textContent).join('');
  };
  let before = hint();
  document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    const now = hint();
    if (pressed === null || now === before || now === '') return;
    before = now;
    const since = pressed;
    pressed = null;
    requestAnimationFrame(() => requestAnimationFrame(
      () => took.push(performance.now() - since)));
  }).observe(document.querySelector('.view-lines'),
    { subtree: true, childList: true, characterData: true });
}"""


def main() -> None:
    """Measure every length and print a table."""
    lengths = [int(argument) for argument in sys.argv[1:]] or LENGTHS
    print(f"{'lines':>9} {'keys':>5} {'median':>9} {'p95':>9}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        program = server_program(home / "bin")
        extension = package(home)
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        with code_server(home, settings={}, program=program, extensions=[extension]) as server:
            for length in lengths:
                texts = home / str(length)
                _write(texts, length)
                page = browser.new_page(viewport={"width": 1400, "height": 900})
                took = sorted(_measure(Window(page), server.url(texts)))
                late = took[int(0.95 * len(took))]
                middle = statistics.median(took)
                print(f"{length:>9,} {len(took):>5} {middle:>6.0f} ms {late:>6.0f} ms", flush=True)
                page.close()
        browser.close()


def _write(folder: Path, length: int) -> None:
    random = Random(length)
    words = [f"word{number}" for number in range(2_000)]
    folder.mkdir()
    lines = [random.choices(words, k=_WORDS) for _ in range(length)]
    lines[2][3] = "needle"
    for role in ("hyp", "ref"):
        for line in lines:
            line[random.randrange(4, _WORDS)] = random.choice(words)
        text = "".join(f"{' '.join(line)}\n" for line in lines)
        (folder / f"demo.{role}.en").write_text(text)


def _measure(window: Window, url: str) -> list[float]:
    window.go(url)
    window.open("demo.hyp.en")
    window.status.filter(has_text="METEOR 0.").wait_for(timeout=300_000)
    window.page.wait_for_timeout(5_000)
    window.go_to(3, 1)
    window.evaluate(_WATCH)
    for key in range(KEYS):
        window.page.keyboard.press("Backspace" if key % 2 else "x")
        window.page.wait_for_timeout(PAUSE)
    took: list[float] = window.evaluate("window.took")
    if not took:
        sys.exit("the keys did not arrive in the text; try again")
    return took


if __name__ == "__main__":
    main()
