"""The review of post-edits, on a page and in a notebook, as its reader works it."""

import re

from playwright.sync_api import Locator, Page, expect

from meteor_widget import ReviewView
from tests.widget.browser.conftest import OpenFile, OpenNotebook, Picture

MT = [
    "Yesterday we went home.",
    "Nobody touched this.",
    "He has a big house in the City.",
    "<script>window.broken=1</script> stays",
    "הכלב הגדול רץ ברחוב אתמול",
    "Nothing of this is left",
]
POST_EDITS = [
    "We went home yesterday.",
    "Nobody touched this.",
    "He has a large house in the city.",
    "<script>window.broken=2</script> stays",
    "אתמול הכלב השחור רץ ברחוב",
    "Wholly other words stand here",
]


def rows(view: Page | Locator) -> Locator:
    return view.locator(".mtr-table-body [role=row]:visible")


def headline(view: Page | Locator) -> Locator:
    return view.get_by_role("region", name="Selected segment").locator("h3")


def test_a_page_lists_what_filters_leave(open_file: OpenFile, picture: Picture) -> None:
    page = open_file(ReviewView(MT, POST_EDITS, order="score").to_html())
    numbers = rows(page).locator("[role=gridcell]:first-child")
    expect(numbers.first).to_have_text("6")
    expect(numbers.last).to_have_text("3")
    expect(headline(page)).to_contain_text("Segment 6")
    picture(page)
    rows(page).first.click()
    untouched = page.get_by_role("button", name="1 untouched")
    untouched.click()
    expect(numbers).to_have_text(["2"])
    expect(headline(page)).to_contain_text("Segment 6 ○ to do · not listed")
    untouched.click()
    filters = page.get_by_role("group", name="Filters")
    # The filter by class has opened the others.
    choices = filters.locator("label")
    choices.filter(has_text=re.compile("^Order")).locator("select").select_option("file")
    choices.filter(has_text=re.compile("^Edit")).locator("select").select_option("moved")
    expect(numbers).to_have_text(["1", "5"])
    page.get_by_role("button", name="Show all").click()
    expect(numbers).to_have_text(["1", "2", "3", "4", "5", "6"])
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)  # nowhere to keep it


def test_edits_are_told_apart_without_colours(open_file: OpenFile) -> None:
    page = open_file(ReviewView(MT[5:], POST_EDITS[5:]).to_html())
    detail = page.get_by_role("region", name="Selected segment")
    before, after = detail.locator("del").first, detail.locator("ins").first
    expect(before).to_contain_text("[replaced, from:] Nothing")
    expect(after).to_contain_text("[replaced, to:] Wholly")
    line = "element => getComputedStyle(element).textDecorationLine"
    assert (before.evaluate(line), after.evaluate(line)) == ("line-through", "underline")


def test_texts_are_shown_as_they_are_in_their_own_direction(open_file: OpenFile) -> None:
    page = open_file(ReviewView(MT, POST_EDITS, selected=3).to_html())
    detail = page.get_by_role("region", name="Selected segment")
    expect(detail.locator("p[dir=auto]").last).to_contain_text("<script>window.broken=")
    assert page.evaluate("window.broken") is None
    rows(page).filter(has_text="הכלב").click()
    expect(detail.locator("p[dir=auto]:dir(rtl)").first).to_contain_text("הכלב")
    expect(detail.locator("p[dir=auto]:dir(ltr)")).to_have_count(0)


def test_a_notebook_and_its_view_tell_each_other(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        f"from meteor_widget import ReviewView\nview = ReviewView({MT!r}, {POST_EDITS!r})\nview",
        "print([view.remarks.state(at) for at in range(6)], view.selected, view.post_edits[3])",
        "view.filter, view.order, view.selected = {'kinds': ['moved']}, 'file', 4",
        "print([one.text for one in view.remarks.of(4).comments], view.filtered.tolist())",
        "print([view.remarks.state(at) for at in range(6)])",
    )
    view = notebook.show(0)
    grid = view.get_by_role("grid", name="Segments")
    rows(view).nth(1).click()
    view.page.keyboard.press("a")
    expect(rows(view).nth(1).get_by_role("img", name="approved")).to_be_visible()
    expect(headline(view)).to_contain_text("Segment 3")
    view.page.keyboard.press("r")  # the reason is about what was rejected
    view.page.keyboard.type("Why?")
    expect(headline(view)).to_contain_text("Segment 3 ✗ rejected")
    view.page.keyboard.press("Control+Enter")
    expect(headline(view)).to_contain_text("Segment 4")
    expect(rows(view).nth(2)).to_contain_text("✎ 1")
    view.page.keyboard.press("m")
    expect(rows(view).nth(3)).to_contain_text("1.000")
    notebook.expect_printed(
        1,
        "['to-do', 'approved', 'rejected', 'to-do', 'to-do', 'to-do'] 3 " + MT[3],
    )
    grid.focus()
    for _ in range(3):
        view.page.keyboard.press("u")
    expect(rows(view).nth(2).get_by_role("img", name="to do")).to_be_visible()
    notebook.run(2)
    expect(headline(view)).to_contain_text("Segment 5")
    expect(rows(view)).to_have_count(2)
    grid.focus()
    view.page.keyboard.press("c")
    view.get_by_role("textbox", name="Comment").press_sequentially("a n <b>")
    view.page.keyboard.press("Control+Enter")
    expect(view.locator(".mtr-review-said")).to_have_text("a n <b>")
    notebook.expect_printed(3, "['a n <b>'] [0, 4]")
    view.get_by_text("Alignment", exact=True).click()
    expect(view.locator(".mtr-review-picture")).to_contain_text("אתמול")
    # What was edited is marked in the alignment, too, unless somebody wants its chunks.
    expect(view.locator(".mtr-review-picture .mtr-kind")).not_to_have_count(0)
    view.get_by_label("Marked").select_option("chunks")
    expect(view.locator(".mtr-review-picture .mtr-kind")).to_have_count(0)
    # Keys that come faster than answers are about the next segment, and are lost where none is.
    grid.focus()
    for key in "adaa":
        view.page.keyboard.press(key)
    expect(view.get_by_text("All segments that are listed are reviewed.")).to_be_visible()
    notebook.expect_printed(4, "['reviewed', 'approved', 'to-do', 'to-do', 'approved', 'to-do']")


def test_scoring_is_stopped_and_taken_up_from_the_screen(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        f"from meteor_widget import ReviewView\nview = ReviewView({MT!r} * 20_000, "
        f"{POST_EDITS!r} * 20_000)\nview",
        "print(view.progress()['running'])",
        "view.cancel()",
    )
    view = notebook.show(0)
    expect(view).to_contain_text("of 120,000 segments scored")
    view.get_by_role("button", name="Cancel").click()
    expect(view).to_contain_text("scoring was stopped")
    notebook.expect_printed(1, "False")
    view.get_by_role("button", name="Go on").click()
    expect(view).to_contain_text("a second")
    notebook.run(2)
    expect(view).to_contain_text("scoring was stopped")
