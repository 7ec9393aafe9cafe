"""The text of a segment is data: whatever it looks like, it is shown and does nothing."""

import json
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from meteor_widget import AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.view import View
from tests.widget.browser.conftest import OpenFile, OpenNotebook

HOSTILE: Final = (
    "<script>window.harmed = 1</script>",
    "</script><script>window.harmed = 1</script>",
    "</style></title></textarea><img src=x onerror=window.harmed=1>",
    "<svg onload=window.harmed=1> <a href='javascript:window.harmed=1'>javascript:void</a>",
    '"\' onfocus=window.harmed=1 autofocus x="',
    "<!-- ]]> &lt;b&gt; &amp; ${window.harmed = 1} {{harmed}} `",
)

MAKE: Final = {
    "alignment": "AlignmentView(texts[2], texts)",
    "corpus": "CorpusView(texts, [texts[1:] + texts[:1]])",
    "compare": "CompareView({texts[0]: texts, texts[2]: texts[::-1]}, [texts])",
    "review": "ReviewView(texts * 2, texts + texts[::-1], texts * 2)",
}


def views() -> dict[str, View]:
    texts = list(HOSTILE)
    names = {
        "texts": texts,
        "AlignmentView": AlignmentView,
        "CompareView": CompareView,
        "CorpusView": CorpusView,
        "ReviewView": ReviewView,
    }
    return {kind: eval(source, names) for kind, source in MAKE.items()}


def expect_shown_and_harmless(page: Page, view: Locator, text: str) -> None:
    values = "view => [view.innerText, ...[...view.querySelectorAll('input, textarea')]"
    values += ".map(field => field.value)].join('\\n').replace(/\\s+/g, ' ')"
    expect(view).to_be_visible()
    assert text in view.evaluate(values) or text in (view.text_content() or "")
    assert page.evaluate("window.harmed") is None
    for selector in ("script", "img", "style", "iframe", "[onload]", "[onerror]", "[onfocus]"):
        expect(view.locator(selector)).to_have_count(0)
    expect(view.locator("[href^='javascript:' i]")).to_have_count(0)


def test_in_notebooks(open_notebook: OpenNotebook) -> None:
    start = f"from meteor_widget import *\ntexts = {json.dumps(HOSTILE)}"
    shown = [f"view = {source}\nview" for source in MAKE.values()]
    static = [f"view = {source}\nview.static()" for source in MAKE.values()]
    notebook = open_notebook(start, *shown, *static)
    notebook.run(0)
    for number in range(1, len(shown) + 1):
        view = notebook.show(number)
        view.locator("[role=gridcell]:visible, [role=option]:visible").first.click()
        expect_shown_and_harmless(notebook.page, view, HOSTILE[2])
    for number in range(len(shown) + 1, len(shown) + len(static) + 1):
        picture = notebook.run(number).locator(".jp-RenderedHTMLCommon")
        expect(picture.locator("img").first).to_be_visible()
        expect(picture.locator("script, iframe, a, svg")).to_have_count(0)
        expect(picture.locator("[onload], [onerror], [onfocus]")).to_have_count(0)
    expect(notebook.cell(len(shown) + 2)).to_contain_text(HOSTILE[2])
    assert notebook.page.evaluate("window.harmed") is None


@pytest.mark.parametrize("kind", list(MAKE))
def test_on_pages(open_file: OpenFile, kind: str) -> None:
    page = open_file(views()[kind].to_html(title=HOSTILE[2]))
    view = page.locator(".mtr").first
    expect(page).to_have_title(HOSTILE[2])
    view.locator("[role=gridcell]:visible, [role=option]:visible").first.click()
    expect_shown_and_harmless(page, view, HOSTILE[2])


def test_a_drawing_opened_by_itself(open_file: OpenFile, tmp_path: Path) -> None:
    drawing = AlignmentView(HOSTILE[2], list(HOSTILE)).to_svg()
    page = open_file(f"<!DOCTYPE html><meta charset=utf-8>{drawing}")
    expect(page.locator("svg").first).to_be_visible()
    assert page.evaluate("window.harmed") is None
    expect(page.locator("script, img, iframe, foreignObject")).to_have_count(0)
