"""A corpus under a person's hands."""

import math
import re

from playwright.sync_api import Locator, Page, expect

from meteor_core import Meteor
from tests.widget.browser.conftest import OpenNotebook, Picture
from tests.widget.browser.corpora import CORPUS, scored, texts
from tests.widget.browser.table_parts import drawn, expect_order, expect_size, head, row

LARGE = """\
from meteor_widget import CorpusView
size = 100_000
hypotheses = [f"line {number} has {number % 7} cats" for number in range(size)]
view = CorpusView(hypotheses, ["line has cats"] * size)
view.wait()
view"""


def ranked(*, descending: bool = False) -> list[int]:
    scores = [result.score for result in scored()]
    order = sorted(range(len(scores)), key=lambda index: scores[index], reverse=descending)
    return [index + 1 for index in order]


def test_scores_are_the_cores_and_sort_by_mouse_and_keyboard(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(CORPUS, "print([int(n) + 1 for n in view.filtered][:5])")
    view = notebook.show(0)
    total = Meteor(language="en").corpus(texts("city-news.hyp.en"), [texts("city-news.ref.en")])
    expect(view).to_contain_text(f"{total.score:.4f}")
    expect(view).to_contain_text(str(total.signature))
    first = scored()[0]
    expect(row(view, 0)).to_contain_text(f"{first.score:.4f}")
    picture(notebook.page)
    score = head(view, "Score")
    score.get_by_role("button").click()
    sort = score.get_attribute("aria-sort")
    assert sort in ("ascending", "descending")
    expect_order(view, *ranked(descending=sort == "descending")[:3])
    score.get_by_role("button").press("Enter")
    expect(score).not_to_have_attribute("aria-sort", sort)
    expected = ranked(descending=sort == "ascending")[:5]
    expect_order(view, *expected[:3])
    notebook.expect_printed(1, f"{expected}")

    # The greatest shortfalls come first at a click.
    words = [result.shortfall for result in scored()]
    order = sorted(range(len(words)), key=lambda index: -words[index])
    shortfall = head(view, "Shortfall")
    shortfall.get_by_role("button").click()
    expect(shortfall).to_have_attribute("aria-sort", "descending")
    expect_order(view, *(index + 1 for index in order[:3]))
    expect(row(view, 0)).to_contain_text(f"{words[order[0]]:.2f}")
    expect(view.get_by_role("region", name="Scores")).to_contain_text(f"{math.fsum(words):.2f}")
    notebook.expect_printed(1, f"{[index + 1 for index in order[:5]]}")
    picture(notebook.page, "shortfall")


def test_search_filter_brush_and_selection_are_shared_with_python(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(
        CORPUS,
        "print(view.find, len(view.filtered))",
        "print(view.filters)",
        "view.selected = 20",
        "print(view.selected)",
    )
    view = notebook.show(0)
    row(view, 2).click()
    expect(row(view, 2)).to_have_attribute("aria-selected", "true")
    expect(view).to_contain_text("Segment 3")
    tokens = view.get_by_role("listbox", name="Hypothesis").get_by_role("option")
    expect(tokens).to_have_count(len(scored()[2].alignment.hypothesis))
    notebook.page.keyboard.press("ArrowDown")
    expect(view).to_contain_text("Segment 4")
    notebook.expect_printed(4, "3")
    notebook.run(3)
    expect(view).to_contain_text("Segment 21")
    expect(view.locator("[role=row][aria-selected=true]")).to_contain_text(
        texts("city-news.ref.en")[20]
    )

    search = view.get_by_role("searchbox")
    search.fill("mUSEUM")
    pairs = zip(texts("city-news.hyp.en"), texts("city-news.ref.en"), strict=True)
    found = [number for number, pair in enumerate(pairs, 1) if "museum" in str(pair).lower()]
    expect_size(view, len(found))
    expect_order(view, *found)
    notebook.expect_printed(1, f"mUSEUM {len(found)}")
    search.fill("")
    least = view.get_by_role("spinbutton", name="least value shown")
    least.press_sequentially("0.9")
    least.press("Enter")
    good = [number for number, one in enumerate(scored(), 1) if one.score >= 0.9]
    expect_size(view, len(good))
    expect_order(view, *good)
    least.press("Control+a")
    least.press("Delete")
    least.press("Enter")
    expect_order(view, 1, 2, 3)
    _drag_over(notebook.page, view.get_by_role("group", name=re.compile("^Histogram")))
    expect(view.get_by_role("status").filter(has_text="segments")).to_contain_text(
        "of 36 segments shown"
    )
    low, high = _bounds(notebook.printed(2))
    kept = [number for number, one in enumerate(scored(), 1) if low <= one.score <= high]
    assert 0 < len(kept) < 36
    expect_size(view, len(kept))
    expect_order(view, *kept[:5])
    picture(notebook.page)


def test_a_hundred_thousand_rows(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(LARGE, "print(view.selected)")
    view = notebook.show(0)
    expect_order(view, 1, 2)
    row(view, 0).click()
    notebook.page.keyboard.press("End")
    last = drawn(view).filter(has_text="line 99999 has")
    expect(last).to_be_visible()
    expect(view).to_contain_text(re.compile("Segment 100,?000"))
    notebook.expect_printed(1, "99999")
    assert drawn(view).count() < 100
    last.hover()
    notebook.page.mouse.wheel(0, -20_000)
    expect(last).to_have_count(0)
    expect(drawn(view).filter(has_text="…")).to_have_count(0)  # texts come after their numbers
    for shown in drawn(view).all():
        number, _, hypothesis, *_ = shown.get_by_role("gridcell").all_inner_texts()
        index = int(re.sub(r"\D", "", number)) - 1
        assert hypothesis.startswith(f"line {index} has")


def _drag_over(page: Page, plot: Locator) -> None:
    """Drag over the right half of a plot."""
    plot.scroll_into_view_if_needed()
    box = plot.locator("svg").first.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.55, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, middle, steps=4)
    page.mouse.move(box["x"] + box["width"] * 0.8, middle, steps=4)
    page.mouse.up()


def _bounds(printed: str) -> tuple[float, float]:
    low, high = re.findall(r"[\d.]+", printed.partition("[")[2])
    return float(low), float(high)
