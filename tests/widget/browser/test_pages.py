"""Self-contained pages, opened from a file: no kernel, no server, no request."""

import re
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import expect

from meteor_core import Meteor, measure
from meteor_widget import AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.view import View
from tests.widget.browser.conftest import OpenFile, Picture
from tests.widget.browser.corpora import EXAMPLES, SYSTEMS, scored, texts
from tests.widget.browser.table_parts import expect_order, head, number_at, row

CONTENT: Final = "[role=option], [role=gridcell]"


def view_of(kind: str) -> View:
    reference = EXAMPLES / "city-news.ref.en"
    if kind == "alignment":
        return AlignmentView(texts("city-news.hyp.en")[3], [texts("city-news.ref.en")[3]])
    if kind == "corpus":
        return CorpusView(EXAMPLES / "city-news.hyp.en", reference)
    if kind == "compare":
        return CompareView({name: EXAMPLES / f"city-news.{name}.en" for name in SYSTEMS}, reference)
    names = ("help-pages.mt.de", "help-pages.pe.de", "help-pages.src.en")
    return ReviewView(*(EXAMPLES / name for name in names), language="de")


@pytest.mark.parametrize("kind", ["alignment", "corpus", "compare", "review"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 420])
def test_a_page_shows_its_view(
    open_file: OpenFile, picture: Picture, kind: str, theme: str, width: int
) -> None:
    page = open_file(view_of(kind).to_html(), dark=theme == "dark", width=width)
    view = page.locator(".mtr").first
    expect(view).to_have_attribute("data-mtr-theme", theme)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "http" not in policy
    expect(view.locator(CONTENT).first).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is wider than its window"
    picture(page)


def test_sliders_work_without_a_kernel(open_file: OpenFile) -> None:
    page = open_file(view_of("alignment").to_html())
    page.get_by_role("slider", name="gamma").press("End")
    parameters = replace(Meteor(language="en").configuration.parameters, gamma=1)
    expected = measure(scored()[3].statistics, parameters).score
    region = page.get_by_role("region", name="Score", exact=True)
    expect(region).to_contain_text(f"{expected:.4f}")
    expect(page.get_by_role("textbox", name="Hypothesis")).not_to_be_editable()


def test_a_table_sorts_and_selects_without_a_kernel(open_file: OpenFile) -> None:
    page = open_file(view_of("corpus").to_html())
    view = page.locator(".mtr").first
    head(view, "Score").get_by_role("button").click()
    scores = [result.score for result in scored()]
    ends = [scores.index(min(scores)), scores.index(max(scores))]
    expect_order(view)
    expect(row(view, 0).get_by_role("gridcell").first).to_have_text(
        re.compile("|".join(f"^{end + 1}$" for end in ends))
    )
    row(view, 1).click()
    number = number_at(view, 1)
    expect(view).to_contain_text(f"Segment {number}")
    words = page.get_by_role("listbox", name="Hypothesis").get_by_role("option")
    expect(words).to_have_count(len(scored()[number - 1].alignment.hypothesis))


def test_a_page_prints_on_white(open_file: OpenFile, picture: Picture) -> None:
    page = open_file(view_of("alignment").to_html(), dark=True)
    page.emulate_media(media="print", color_scheme="light")
    expect(page.get_by_role("option").first).to_be_visible()
    picture(page)
