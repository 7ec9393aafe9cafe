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

_CUT_WITHOUT_A_SIGN: Final = """view => [...view.querySelectorAll("*")].filter(part => {
  const { overflowX, textOverflow, maskImage } = getComputedStyle(part);
  return part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1
    && overflowX !== "visible" && textOverflow !== "ellipsis" && maskImage === "none"
    && !getComputedStyle(part, "::after").backgroundImage.includes("gradient")
    && !part.matches(".mtr-scrolls, svg, svg *, select, input");
}).map(part => part.outerHTML.slice(0, 150))"""
"""Parts that are wider than their place and have neither a shadow, nor an ellipsis, nor fade."""

_PLACES: Final = """row => [...row.querySelectorAll(".mtr-picture-word")].map(word => {
  const text = word.querySelector("text") ?? word;
  const picture = text.closest("svg").getBoundingClientRect();
  return [text.textContent, Math.round(text.getBoundingClientRect().x - picture.x)];
})"""
"""The words of a row and where they stand from left to right."""

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
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 420)])
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
    if theme == "dark":
        page.emulate_media(media="print", color_scheme="light")
        expect(view.locator(CONTENT).first).to_be_visible()
        picture(page, "print")


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


@pytest.mark.parametrize("kind", ["corpus", "compare", "review"])
def test_what_is_cut_off_shows_a_sign(open_file: OpenFile, kind: str) -> None:
    page = open_file(view_of(kind).to_html(), width=640)
    view = page.locator(".mtr").first
    expect(view.locator(CONTENT).first).to_be_visible()
    assert view.evaluate(_CUT_WITHOUT_A_SIGN) == []


def test_systems_are_sorted_by_their_heads(open_file: OpenFile) -> None:
    page = open_file(view_of("compare").to_html())
    table = page.get_by_role("table", name="Corpus scores of the systems")
    meteor = Meteor(language="en")
    references = [texts("city-news.ref.en")]
    totals = {name: meteor.corpus(texts(f"city-news.{name}.en"), references) for name in SYSTEMS}

    def expect_systems(*names: str) -> None:
        heads = table.locator("tbody").get_by_role("rowheader")
        expect(heads).to_have_text([re.compile(f"^{name}") for name in names])

    by_score = sorted(SYSTEMS, key=lambda name: -totals[name].score)
    expect_systems(*by_score)
    score = table.get_by_role("columnheader", name="METEOR")
    expect(score).to_have_attribute("aria-sort", "descending")
    score.get_by_role("button").click()
    expect_systems(*reversed(by_score))
    expect(score).to_have_attribute("aria-sort", "ascending")
    penalty = table.get_by_role("columnheader", name="Penalty")
    penalty.get_by_role("button").focus()
    by_penalty = sorted(SYSTEMS, key=lambda name: totals[name].penalty)
    for order, names in (("ascending", by_penalty), ("descending", by_penalty[::-1])):
        page.keyboard.press("Enter")
        expect_systems(*names)
        expect(penalty).to_have_attribute("aria-sort", order)
        expect(penalty.get_by_role("button")).to_be_focused()
    expect(table.locator("[aria-sort$=scending]")).to_have_count(1)


def test_the_alignments_of_a_pair_stand_over_one_another(open_file: OpenFile) -> None:
    view = view_of("compare")
    for segment in (0, 9, 33):
        view.set_trait("selected", segment)
        page = open_file(view.to_html(), width=900)
        rows = page.get_by_role("listbox", name="Reference")
        expect(rows).to_have_count(2)
        first, second = (row.evaluate(_PLACES) for row in rows.all())
        assert first == second
        assert len(first) == len(scored()[segment].alignment.reference)
        # What is chosen of one is chosen of both.
        page.get_by_role("radio", name="Inline").first.click()
        expect(page.get_by_role("radio", name="Inline", checked=True)).to_have_count(2)


def test_columns_are_chosen_and_texts_wrapped(open_file: OpenFile) -> None:
    page = open_file(view_of("corpus").to_html(), width=900)
    view = page.locator(".mtr").first
    row(view, 2).click()
    expect(head(view, "F-mean")).to_have_count(0)
    menu = view.locator("summary", has_text="Columns")
    menu.press("Enter")
    view.get_by_role("checkbox", name=re.compile("^F-mean")).check()
    view.get_by_role("checkbox", name=re.compile("^precision")).uncheck()
    expect(head(view, "F-mean")).to_be_visible()
    expect(view.get_by_role("columnheader", name="P", exact=True)).to_have_count(0)
    expect(row(view, 2)).to_have_attribute("aria-selected", "true")
    expect(row(view, 0)).to_contain_text(f"{scored()[0].f_mean:.3f}")
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(view.get_by_role("checkbox").first).to_be_hidden()
    texts_cut = "row => [...row.querySelectorAll('.mtr-table-cell-text')]"
    texts_cut += ".filter(cell => cell.scrollWidth > cell.clientWidth + 1).length"
    assert row(view, 2).evaluate(texts_cut) > 0
    wrap = view.get_by_role("button", name="Wrap texts")
    wrap.click()
    expect(wrap).to_have_attribute("aria-pressed", "true")
    expect(row(view, 2)).to_contain_text(texts("city-news.ref.en")[2])
    assert row(view, 2).evaluate(texts_cut) == 0
    page.keyboard.press("Tab")
    view.get_by_role("grid").press("End")
    expect(row(view, 35)).to_be_in_viewport()
    expect(row(view, 35)).to_have_attribute("aria-selected", "true")
