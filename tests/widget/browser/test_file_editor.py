"""The language server in JupyterLab's own file editor, which jupyterlab-lsp makes a client."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.editors.sample import HYPOTHESES, REFERENCES, low_rows, write_pair
from tests.widget.browser.conftest import Picture
from tests.widget.browser.jupyter_server import JupyterServer, jupyter_server
from tests.widget.browser.watched_page import Watch

_PATIENCE = 30_000
"""Milliseconds for a server to start and to score."""


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterServer]:
    if find_spec("jupyterlab_lsp") is None:
        pytest.skip("jupyterlab-lsp is not installed; pip install jupyterlab-lsp does that")
    if "meteor-lsp" not in entry_points(group="jupyter_lsp_spec_v1").names:
        pytest.skip("meteorscope was installed before it had this entry point; install it anew")
    with jupyter_server(tmp_path_factory.mktemp("lab"), language_servers=True) as server:
        yield server


@pytest.fixture
def editor(lab: JupyterServer, browser: Browser, picture: Picture) -> Iterator[Page]:
    """The hypothesis, open."""
    write_pair(lab.root)
    watch = Watch(home=urlsplit(lab.address).netloc)
    page = browser.new_page()
    watch.over(page)
    page.goto(lab.address_in("lab", "demo.hyp.en"))
    expect(page.locator(".cm-lintRange").first).to_be_visible(timeout=_PATIENCE)
    yield page
    picture(page)
    page.close()
    assert not watch.strangers(), "no request may leave this machine"
    assert not watch.errors
    assert not watch.dialogs


def test_low_scores_are_underlined_until_an_edit_mends_them(editor: Page) -> None:
    low = [HYPOTHESES[row] for row in low_rows(HYPOTHESES)]
    expect(editor.locator(".cm-lintRange-info")).to_have_text(low)
    expect(editor.locator(".cm-lintRange, .cm-lintPoint")).to_have_count(len(low))
    editor.locator(".cm-lintRange-info").first.hover()
    expect(editor.locator(".cm-diagnosticText").first).to_contain_text("METEOR 0.000, below 0.3")
    editor.locator(".cm-line").nth(low_rows(HYPOTHESES)[0]).click()
    editor.keyboard.press("End")
    editor.keyboard.type(" Quite another sentence stood at this place")
    expect(editor.locator(".cm-lintRange, .cm-lintPoint")).to_have_count(0, timeout=_PATIENCE)


def _middle_of(editor: Page, row: int, word: str) -> tuple[float, float]:
    """Where on the page a word of a line is drawn."""
    x, y = (
        editor.locator(".cm-line")
        .nth(row)
        .evaluate(
            """(line, word) => {
            const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            while (!texts.nextNode().data.includes(word)) {}
            const range = document.createRange();
            const start = texts.currentNode.data.indexOf(word);
            range.setStart(texts.currentNode, start);
            range.setEnd(texts.currentNode, start + word.length);
            const box = range.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
            word,
        )
    )
    return x, y


def test_control_explains_the_match_of_a_word_and_alt_goes_to_its_partner(editor: Page) -> None:
    x, y = _middle_of(editor, 1, "land")
    editor.keyboard.down("Control")
    editor.mouse.move(x - 4, y)
    editor.mouse.move(x, y, steps=4)
    expect(editor.locator(".lsp-hover")).to_contain_text("land matches land, exact")
    editor.keyboard.up("Control")
    editor.keyboard.down("Alt")
    editor.mouse.click(x, y)
    editor.keyboard.up("Alt")
    shown = editor.locator(".cm-line:visible").nth(1)
    expect(shown).to_have_text(REFERENCES[1], timeout=_PATIENCE)
    expect(editor.get_by_text("Ln 2, ")).to_be_visible()
