"""Systems compared under a person's hands."""

import json
import re

from playwright.sync_api import Locator, expect

from meteor_core import Meteor
from tests.widget.browser.conftest import OpenFile, OpenNotebook, Picture
from tests.widget.browser.corpora import COMPARE, SYSTEMS, texts


def numbers(view: Locator) -> list[int]:
    """The segments that the table has drawn, from the top."""
    rows = view.get_by_role("grid").first.locator("[role=row]:not([hidden]):has([role=gridcell])")
    return [int(row.get_by_role("gridcell").first.inner_text()) for row in rows.all()]


def test_scores_and_significance_are_the_kernels(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(COMPARE, "print(view.to_json())")
    view = notebook.show(0)
    first = Meteor().corpus(texts("city-news.hyp.en"), [texts("city-news.ref.en")])
    systems = view.get_by_role("region", name="systems")
    expect(systems.get_by_role("row").nth(1)).to_contain_text(f"{first.score:.4f}")
    expect(view).to_contain_text("|bs:1000|seed:12345|")
    printed = json.loads(notebook.printed(1))
    assert printed[0]["METEOR"]["score"] == first.score
    p_value = printed[1]["METEOR"]["p_value"]
    expect(systems.get_by_role("row").nth(2)).to_contain_text(f"{p_value:.4f}")
    picture(notebook.page)


def test_another_test_is_made_by_the_kernel(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(COMPARE, "print(view.method, view.samples, view.seed)")
    view = notebook.show(0)
    view.get_by_role("combobox", name="Test", exact=True).select_option("randomisation")
    expect(view).to_contain_text("|bs:1000|ar:10000|seed:12345|")
    seed = view.get_by_label("Seed")
    seed.fill("7")
    seed.press("Tab")
    expect(view).to_contain_text("|ar:10000|seed:7|")
    notebook.expect_printed(1, "randomisation 10000 7")


def test_segments_swap_and_filter_in_python_too(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        COMPARE,
        "print(view.left, view.right, view.selected)",
        "view.filters = {'difference': [0, None]}",
        "print([int(segment) + 1 for segment in view.filtered])",
    )
    view = notebook.show(0)
    view.get_by_role("button", name="swap the two systems").click()
    grid = view.get_by_role("grid").first
    grid.focus()
    grid.press("Home")
    first = numbers(view)[0]
    expect(view.locator("h3")).to_contain_text(re.compile(f"Segment {first}: ▼ .*fluent better"))
    grid.press("ArrowDown")
    second = numbers(view)[1]
    expect(view.locator("h3")).to_contain_text(f"Segment {second}:")
    notebook.expect_printed(1, f"fluent hyp {second - 1}")
    notebook.run(2)
    expect(view).to_contain_text("segments shown")
    assert json.loads(notebook.printed(3))[: len(numbers(view))] == numbers(view)


def test_a_page_compares_without_a_kernel(open_file: OpenFile, picture: Picture) -> None:
    from meteor_widget import CompareView

    systems = {name: texts(f"city-news.{name}.en") for name in SYSTEMS}
    view = CompareView(systems, texts("city-news.ref.en"))
    page = open_file(view.to_html(), width=420)
    significance = view.significance
    assert significance is not None
    expect(page.locator(".mtr")).to_contain_text(f"{significance.systems[1].score:.4f}")
    expect(page.locator("h3")).to_contain_text(f"Segment {view.filtered[0] + 1}:")
    expect(page.locator(".mtr-diagram")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    with page.expect_download() as download:
        page.get_by_role("button", name="save the test as sacrebleu prints it").click()
    assert download.value.path().read_text(encoding="utf-8") == view.to_json()
    picture(page)
