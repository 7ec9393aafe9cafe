"""How fast the notebook views are, in JupyterLab, in a real browser.

    python -m benchmarks.notebook [--keys 60] [--rows 100000]

Starts JupyterLab and Chromium as the tests do. A keystroke is timed inside the page, in a segment
of 60 words a side, from the key until the frame with the new diagram is painted, which a kernel
had to answer for; a slider from its input event until the frame with the new score is; scrolling
is the time between frames while a wheel turns.
"""

import argparse
import gzip
import json
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from meteor_widget.frontend_files import KINDS, script_of, styles_of
from tests.widget.browser.conftest import FLAGS, chromium, notebook_of
from tests.widget.browser.jupyter_server import JupyterServer, jupyter_server
from tests.widget.browser.notebook_page import NotebookPage

EXAMPLES: Final = Path(__file__).parents[1] / "examples"

ALIGNMENT: Final = f"""\
from pathlib import Path
from meteor_widget import AlignmentView
folder = Path({str(EXAMPLES)!r})
hypothesis, reference = (
    " ".join((folder / f"city-news.{{side}}.en").read_text().split()[:60])
    for side in ("hyp", "ref")
)
AlignmentView(hypothesis, [reference])"""

CORPUS: Final = """\
from meteor_widget import CorpusView
hypotheses = [f"line {{number}} has {{number % 7}} cats" for number in range({rows})]
view = CorpusView(hypotheses, ["line has cats"] * len(hypotheses))
view.wait()"""

# A view draws before a frame is painted; a frame asked for then is painted with what it drew.
TIMED: Final = """([selector, type, changed]) => {
  window.taken = [];
  const view = document.querySelector(".mtr");
  const [target, picture] = [selector, changed].map((each) => view.querySelector(each));
  let began = null;
  target.addEventListener(type, () => { began = performance.now(); }, true);
  new MutationObserver(() => {
    if (began === null) return;
    const start = began;
    began = null;
    requestAnimationFrame(() => setTimeout(() => window.taken.push(performance.now() - start)));
  }).observe(picture, { subtree: true, childList: true, characterData: true });
}"""

FRAMES: Final = """() => {
  window.taken = [];
  let last = performance.now();
  const frame = (now) => {
    window.taken.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def opened(server: JupyterServer, page: Page, name: str, cells: Sequence[str]) -> NotebookPage:
    """A new notebook on the screen."""
    path = server.root / f"{name}.ipynb"
    path.write_text(json.dumps(notebook_of(cells)), encoding="utf-8")
    page.goto(server.address_in("lab", path.name))
    server.wait_for_kernel(path.name)
    return NotebookPage(page, name)


def typing(notebook: NotebookPage, keys: int) -> list[float]:
    """Milliseconds from a keystroke to the new diagram."""
    view = notebook.view(0)
    notebook.page.evaluate(TIMED, ["textarea", "beforeinput", ".mtr-picture"])
    editor = view.get_by_role("textbox", name="Hypothesis")
    editor.press("End")
    for key in ("house is old " * keys)[:keys]:
        notebook.page.keyboard.press("Space" if key == " " else key)
        notebook.page.wait_for_timeout(150)
    return taken(notebook.page)


def sliding(notebook: NotebookPage, steps: int) -> list[float]:
    """Milliseconds from a step of a slider to the new score."""
    notebook.page.evaluate(TIMED, ["input[type=range]", "input", "[aria-label=Score]"])
    slider = notebook.view(0).get_by_role("slider", name="alpha")
    for step in range(steps):
        slider.press("ArrowLeft" if step % 40 < 20 else "ArrowRight")
        notebook.page.wait_for_timeout(30)
    return taken(notebook.page)


def scrolling(notebook: NotebookPage, turns: int) -> list[float]:
    """Milliseconds between frames while the table scrolls."""
    grid = notebook.view(1).get_by_role("grid").first
    grid.hover()
    notebook.page.evaluate(FRAMES)
    for _ in range(turns):
        notebook.page.mouse.wheel(0, 400)
        notebook.page.wait_for_timeout(16)
    return taken(notebook.page)


def first_paint(notebook: NotebookPage) -> float:
    """Milliseconds from running the cell that shows a scored corpus to its first row."""
    began: float = notebook.page.evaluate("performance.now()")
    notebook.cell(1).locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    notebook.cell(1).get_by_role("gridcell").filter(has_text="line 0 has").wait_for()
    ended: float = notebook.page.evaluate("performance.now()")
    return ended - began


def taken(page: Page) -> list[float]:
    """What the page has measured."""
    page.wait_for_timeout(500)
    durations: list[float] = page.evaluate("window.taken")
    return durations


def percentiles(durations: Sequence[float]) -> str:
    """Median and 95th percentile, as they stand in a table."""
    ordered = sorted(durations)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{statistics.median(ordered):.1f} / {p95:.1f} ms"


def sizes() -> Iterator[str]:
    """A row for each kind of view: its script and its style sheet, and both compressed."""
    for kind in KINDS:
        contents = [file.read_bytes() for file in (script_of(kind), styles_of(kind))]
        script, styles = (f"{len(content) / 1000:.1f} kB" for content in contents)
        small = sum(len(gzip.compress(content)) for content in contents) / 1000
        yield f"| {kind} | {script} | {styles} | {small:.1f} kB |"


def measure(server: JupyterServer, page: Page, options: argparse.Namespace) -> None:
    """Print the table, row by row."""
    print("| | median / p95 |\n|---|---|", flush=True)
    notebook = opened(server, page, "alignment", [ALIGNMENT])
    notebook.show(0)
    print(f"| keystroke to redrawn diagram | {percentiles(typing(notebook, options.keys))} |")
    print(f"| slider to new score | {percentiles(sliding(notebook, options.keys))} |", flush=True)
    notebook = opened(server, page, "corpus", [CORPUS.format(rows=options.rows), "view"])
    notebook.run(0)
    print(f"| first paint of {options.rows:,} rows | {first_paint(notebook):.0f} ms |")
    print(f"| frames while they scroll | {percentiles(scrolling(notebook, 120))} |")
    print("\n| view | script | style sheet | both, gzip |\n|---|---|---|---|", *sizes(), sep="\n")


def main() -> None:
    """Print the table of docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--keys", type=int, default=60, help="keystrokes, and steps of a slider")
    parser.add_argument("--rows", type=int, default=100_000, help="segments of the corpus")
    options = parser.parse_args()
    program = chromium()
    if program is None:
        parser.error("there is no Chromium here; set CHROMIUM=/path/to/it")
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        jupyter_server(Path(folder)) as server,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        measure(server, page, options)
        browser.close()


if __name__ == "__main__":
    main()
