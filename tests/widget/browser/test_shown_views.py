"""What pages show: searches, sorted tables, long names, refused numbers, forced colours."""

import re
from typing import Final

import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

from meteor_widget import AgreementView, AlignmentView, CompareView, CorpusView, ReviewView
from tests.widget.browser.conftest import OpenFile, Picture
from tests.widget.browser.corpora import SYSTEMS, scored, texts
from tests.widget.browser.table_parts import grid, head, row
from tests.widget.browser.test_agreement_view import RATINGS

LONG: Final = (
    "a-model-whose-name-has-its-size-its-training-data-its-date-and-its-checkpoint-123456789"
)

HEIGHT: Final = "part => part.getBoundingClientRect().height"
WIDTH: Final = "part => part.getBoundingClientRect().width"
SCROLLED: Final = "table => table.scrollTop"
INK: Final = """(part) => {
  const { backgroundColor, outlineStyle, outlineWidth } = getComputedStyle(part);
  return [backgroundColor, outlineStyle !== "none" && parseFloat(outlineWidth) > 1];
}"""
"""The ground of an element, and whether it has an outline."""
CANVAS: Final = """() => {
  const part = document.body.appendChild(document.createElement("i"));
  part.style.background = "Canvas";
  return getComputedStyle(part).backgroundColor;
}"""


@pytest.fixture(scope="module")
def corpus() -> str:
    return CorpusView(texts("city-news.hyp.en"), texts("city-news.ref.en")).to_html()


@pytest.fixture(scope="module")
def review() -> str:
    kinds = ("mt.de", "pe.de", "src.en")
    return ReviewView(*(texts(f"help-pages.{kind}") for kind in kinds), language="de").to_html()


@pytest.fixture(scope="module")
def compared() -> str:
    """Systems of which two have long names, the two that are compared."""
    systems = {name: texts(f"city-news.{name}.en") for name in SYSTEMS}
    systems[LONG], systems[f"{LONG}x"] = systems["fluent"], systems["literal"]
    return CompareView(
        systems, texts("city-news.ref.en"), left=LONG, right=f"{LONG}x", samples=50
    ).to_html()


@pytest.fixture(scope="module")
def rated() -> str:
    table = pd.read_csv(RATINGS, sep="\t")
    table["system"] = table["system"].replace({"birch": LONG, "cedar": f"{LONG}x"})
    return AgreementView(table).to_html()


@pytest.fixture
def pages(corpus: str, review: str, compared: str, rated: str) -> dict[str, str]:
    return {"corpus": corpus, "review": review, "compared": compared, "rated": rated}


def search(page: Page) -> Locator:
    return page.get_by_role("searchbox")


def chips(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Remove the filter"))


def test_chips_follow_the_search_and_an_empty_result_takes_no_room(
    open_file: OpenFile, corpus: str
) -> None:
    page = open_file(corpus)
    for text in ("city", "museum"):
        search(page).fill(text)
        expect(chips(page)).to_have_text([f"“{text}” ✕"])
    search(page).fill("")
    expect(chips(page)).to_have_count(0)
    page.get_by_role("button", name="Regular expression").click()
    search(page).fill("mus.um")
    expect(chips(page)).to_have_text(["/mus.um/ ✕"])
    chips(page).click()
    expect(chips(page)).to_have_count(0)
    page.get_by_role("button", name="Regular expression").click()

    detail = page.get_by_role("region", name="Selected segment")
    expect(detail).to_contain_text("Segment 1")
    before = grid(page.locator("body")).evaluate(HEIGHT)
    search(page).fill("zzzzqq")
    expect(page.get_by_text("No segment passes the filters.")).to_be_visible()
    assert grid(page.locator("body")).evaluate(HEIGHT) < 120 < before
    expect(detail).to_be_hidden()
    chips(page).click()
    expect(detail).to_contain_text("Segment 1")
    assert grid(page.locator("body")).evaluate(HEIGHT) == before


def test_a_table_that_is_sorted_shows_its_top(open_file: OpenFile, corpus: str) -> None:
    page = open_file(corpus)
    view = page.locator("body")
    scores = [result.score for result in scored()]
    worst = str(scores.index(min(scores)) + 1)
    best = str(scores.index(max(scores)) + 1)  # the first of those that are equal
    first = row(view, 0).get_by_role("gridcell").first
    score = head(view, "Score").get_by_role("button")
    score.click()
    expect(first).to_have_text(worst)
    assert grid(view).evaluate(SCROLLED) == 0
    score.press("Enter")
    expect(first).to_have_text(best)
    assert grid(view).evaluate(SCROLLED) == 0
    page.get_by_role("button", name="Wrap texts").click()  # another table
    expect(first).to_have_text(best)
    assert grid(view).evaluate(SCROLLED) == 0
    expect(page.get_by_role("heading", name="Segment 1", exact=True)).to_be_visible()
    grid(view).press("ArrowDown")  # from the selected row, which comes into sight
    expect(grid(view).locator("[aria-selected=true]")).to_be_in_viewport()


def test_a_review_in_another_order_shows_its_top(open_file: OpenFile, review: str) -> None:
    page = open_file(review)
    view = page.locator("body")
    row(view, 0).click()
    expect(page.get_by_role("heading", name="Segment 1", exact=False).first).to_be_visible()
    page.get_by_label("Order").select_option("hter")
    expect(row(view, 0).get_by_role("gridcell").first).not_to_have_text("1")
    assert grid(view).evaluate(SCROLLED) == 0


def test_long_names_are_cut(
    open_file: OpenFile, compared: str, rated: str, picture: Picture
) -> None:
    width = 700
    for number, html in enumerate((compared, rated)):
        page = open_file(html, width=width)
        name = page.locator(".mtr-name, .mtr-agree-system").filter(has_text=LONG).first
        expect(name).to_be_visible()
        expect(name).to_have_attribute("title", re.compile(f"^{LONG}x?$"))
        assert name.evaluate(WIDTH) < 0.45 * width
        too_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not too_wide
        assert all(select.evaluate(WIDTH) < 300 for select in page.locator("select").all())
        picture(page, f"{number}")
        page.close()
    page = open_file(compared, width=width)
    ends = page.locator("svg text:visible").evaluate_all(
        "words => words.map((word) => word.getBoundingClientRect().right)"
    )
    assert max(ends) <= width
    heads = page.get_by_role("columnheader", name=re.compile("^(Left|Right): "))
    assert all(each.evaluate(WIDTH) < 400 for each in heads.all())


def test_a_number_out_of_bounds_is_refused_in_words(open_file: OpenFile, rated: str) -> None:
    alignment = AlignmentView("a b", ["a b"], show_settings=True).to_html()
    for html in (rated, alignment):
        page = open_file(html)
        alpha = page.get_by_label("α alpha, exact value")
        alpha.fill("7")
        sentence = page.get_by_text("alpha goes from 0 to 1; it is still 0.9.")
        expect(sentence).to_be_visible()
        expect(alpha).to_have_attribute("aria-invalid", "true")
        alpha.press("Tab")
        expect(alpha).to_have_value("0.9")
        expect(alpha).to_have_attribute("aria-invalid", "false")
        expect(sentence).to_be_visible()  # it says why the number went
        beta = page.get_by_label("β beta, exact value")
        beta.fill("-1")
        expect(page.get_by_text("beta is at least 0; it is still 3.")).to_be_visible()
        alpha.fill("0.5")
        expect(sentence).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_what_is_told(
    open_file: OpenFile, pages: dict[str, str], scheme: str
) -> None:
    def forced(html: str) -> Page:
        page = open_file(html, dark=scheme == "dark")
        page.emulate_media(forced_colors="active")
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        return page

    def expect_drawn(page: Page, *selectors: str) -> None:
        canvas = page.evaluate(CANVAS)
        for selector in selectors:
            part = page.locator(selector).first
            expect(part).to_be_visible()
            ground, outlined = part.evaluate(INK)
            assert outlined or ground not in (canvas, "rgba(0, 0, 0, 0)"), selector

    selected, pressed = "[role=row][aria-selected=true]", "button[aria-checked=true]"
    dots = (".mtr-interval-dot", ".mtr-interval-whisker")
    expect_drawn(forced(pages["corpus"]), selected, pressed)
    expect_drawn(forced(pages["compared"]), selected, pressed, *dots)
    page = forced(pages["rated"])
    page.locator(".mtr-agree-system").first.click()
    expect_drawn(page, "tr[aria-selected=true]", ".mtr-agree-system[aria-pressed=true]", *dots)
    for key in (".mtr-agree-scale", ".mtr-agree-hatched"):
        ground = page.locator(key).evaluate("part => getComputedStyle(part).backgroundImage")
        assert "gradient" in ground
        assert page.locator(key).evaluate("part => getComputedStyle(part).forcedColorAdjust") == (
            "none"
        )
    page = forced(pages["review"])
    expect_drawn(page, selected, ".mtr-review-fill-rewritten", ".mtr-review-mark")
