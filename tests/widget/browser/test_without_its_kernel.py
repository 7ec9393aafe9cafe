"""Views whose kernel was restarted, in JupyterLab: what they show stays true, and they say so."""

import re

from playwright.sync_api import Locator, expect

from meteor_core import Meteor
from tests.widget.browser.conftest import OpenNotebook, Picture
from tests.widget.browser.corpora import COMPARE, CORPUS, REVIEW, texts
from tests.widget.browser.notebook_page import NotebookPage
from tests.widget.browser.table_parts import expect_order, expect_size, head, number_at, row

HYPOTHESIS, REFERENCE = "We danced with glee today", "We danced with joy"
ALIGNMENT = f"""\
from meteor_widget import AlignmentView
view = AlignmentView({HYPOTHESIS!r}, [{REFERENCE!r}])
view"""

GONE = "The kernel of this view is gone"


def _end_kernel(notebook: NotebookPage, command: str) -> None:
    """Choose a command of the menu Kernel, as a person does."""
    page = notebook.page
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.locator(".lm-Menu-itemLabel").get_by_text(command, exact=True).click()
    if command.endswith("…"):
        page.locator(".jp-Dialog button.jp-mod-accept").click()


def _detail(view: Locator) -> Locator:
    return view.get_by_role("region", name="Selected segment")


def _words(view: Locator) -> Locator:
    """The words of alignments that are drawn."""
    return _detail(view).locator(".mtr-picture-word:visible")


def test_a_corpus(open_notebook: OpenNotebook, picture: Picture) -> None:
    notebook = open_notebook(CORPUS)
    view = notebook.show(0)
    row(view, 3).click()
    expect(_detail(view)).to_contain_text("Segment 4")
    expect(_words(view).first).to_be_visible()
    known = _words(view).all_inner_texts()
    _end_kernel(notebook, "Shut Down Kernel")
    expect(view).to_contain_text(GONE)
    assert _words(view).all_inner_texts() == known  # it is of segment 4 still
    row(view, 5).click()
    expect(_detail(view)).to_contain_text("Segment 6")
    expect(_detail(view)).to_contain_text("run the cell again")
    expect(_words(view)).to_have_count(0)
    picture(view)
    # What the browser has is sorted and filtered on.
    head(view, "Score").get_by_role("button").click()
    scores = [
        Meteor(language="en").score(hypothesis, [reference]).score
        for hypothesis, reference in zip(
            texts("city-news.hyp.en"), texts("city-news.ref.en"), strict=True
        )
    ]
    worst = min(range(len(scores)), key=lambda index: scores[index])
    expect_order(view, worst + 1)
    expect(view.get_by_role("searchbox")).to_be_disabled()
    expect_size(view, len(scores))


def test_other_views_and_their_cells_run_again(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(REVIEW, COMPARE, ALIGNMENT)
    review = notebook.show(0)
    _detail(review).locator("summary", has_text="Alignment").click()
    expect(_words(review).first).to_be_visible()
    expect(_words(notebook.show(1)).first).to_be_visible()
    score = Meteor().score(HYPOTHESIS, [REFERENCE]).score
    expect(notebook.show(2)).to_contain_text(f"{score:.4f}")
    _end_kernel(notebook, "Restart Kernel…")
    _expect_review(notebook.view(0), picture)
    _expect_comparison(notebook.view(1), picture)
    _expect_alignment(notebook.view(2), picture)
    view = notebook.show(1)
    expect(view).not_to_contain_text(GONE)
    row(view, 5).click()
    expect(_detail(view)).to_contain_text(f"Segment {number_at(view, 5)}")
    expect(_words(view).first).to_be_visible()


def _expect_review(view: Locator, picture: Picture) -> None:
    expect(view).to_contain_text(GONE)
    row(view, 2).click()
    expect(_detail(view)).to_contain_text(f"Segment {number_at(view, 2)}")
    expect(_detail(view)).to_contain_text("run the cell again")  # its alignment is not here
    expect(_words(view)).to_have_count(0)
    expect(_detail(view)).to_contain_text("Passwort vergessen haben")  # its texts are
    expect(view.get_by_role("button", name=re.compile(r"^\d+ untouched"))).to_be_disabled()
    expect(_detail(view).get_by_role("button", name="Approve")).to_be_hidden()
    picture(view, "review")


def _expect_comparison(view: Locator, picture: Picture) -> None:
    expect(view).to_contain_text(GONE)
    row(view, 4).click()
    expect(_detail(view)).to_contain_text(f"Segment {number_at(view, 4)}")
    expect(_detail(view)).to_contain_text("run the cell again")
    expect(_words(view)).to_have_count(0)
    for name in ("Baseline", "Test"):
        expect(view.get_by_role("combobox", name=name)).to_be_disabled()
    picture(view, "comparison")


def _expect_alignment(view: Locator, picture: Picture) -> None:
    expect(view).to_contain_text(GONE)
    expect(view.get_by_role("textbox", name="Hypothesis")).not_to_be_editable()
    expect(view.get_by_role("combobox", name="Variant")).to_be_disabled()
    slider = view.get_by_role("slider", name=re.compile("alpha"))
    slider.press("Home")
    moved = Meteor(alpha=float(slider.input_value())).score(HYPOTHESIS, [REFERENCE])
    expect(view.locator(".mtr-numbers")).to_contain_text(f"{moved.score:.4f}")
    suggestion = view.locator(".mtr-suggestion").first
    expect(suggestion).to_have_attribute("aria-disabled", "true")
    suggestion.click(force=True)
    expect(view.get_by_role("textbox", name="Hypothesis")).to_have_value(HYPOTHESIS)
    picture(view, "alignment")
