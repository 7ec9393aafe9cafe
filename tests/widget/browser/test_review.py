"""The review of post-edits, on a page and in a notebook, as its reader works it."""

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


def test_a_page_lists_rewritten_segments_then_untouched_ones(
    open_file: OpenFile, picture: Picture
) -> None:
    page = open_file(ReviewView(MT, POST_EDITS).to_html())
    numbers = rows(page).locator("[role=gridcell]:first-child")
    expect(numbers).to_have_text(["6", "2", "1", "5", "3", "4"])
    expect(headline(page)).to_contain_text("Segment 6")
    picture(page)
    page.get_by_role("button", name="1 untouched").click()
    expect(numbers).to_have_text(["2"])
    page.get_by_role("button", name="6 all").click()
    page.get_by_role("button", name="moved").click()
    expect(numbers).to_have_text(["1", "5"])


def test_keys_step_through_the_segments(open_file: OpenFile) -> None:
    page = open_file(ReviewView(MT, POST_EDITS, order="document", selected=0).to_html())
    page.get_by_role("grid", name="Segments").focus()
    for key, segment in [("n", 2), ("n", 3), ("p", 2), ("Shift+N", 6), ("p", 5), ("Shift+P", 6)]:
        page.keyboard.press(key)
        expect(headline(page)).to_contain_text(f"Segment {segment}")
    search = page.get_by_role("searchbox")
    search.press_sequentially("nn")
    expect(search).to_have_value("nn")
    expect(headline(page)).to_contain_text("Segment 6")


def test_edits_are_told_apart_without_colours(open_file: OpenFile) -> None:
    page = open_file(ReviewView(MT[2:3], POST_EDITS[2:3]).to_html())
    detail = page.get_by_role("region", name="Selected segment")
    expect(detail.locator("dd del").first).to_have_text("[changed:] big")
    expect(detail.locator("dd ins").first).to_have_text("[to:] large")
    line = "element => getComputedStyle(element).textDecorationLine"
    assert detail.locator("dd del").first.evaluate(line) == "line-through"
    assert detail.locator("dd ins").first.evaluate(line) == "underline"
    detail.get_by_text("Edits as a table").click()
    expect(detail.get_by_role("row")).to_have_text(
        [
            "EditMachine translationPost-editHow it differs",
            "changedbiglargea synonym",
            "changedCitycityletter case or spelling",
        ]
    )


def test_texts_are_shown_as_they_are_in_their_own_direction(open_file: OpenFile) -> None:
    page = open_file(ReviewView(MT, POST_EDITS, selected=3).to_html())
    detail = page.get_by_role("region", name="Selected segment")
    expect(detail.locator("dd").last).to_contain_text("<script>window.broken=")
    assert page.evaluate("window.broken") is None
    rows(page).filter(has_text="הכלב").click()
    expect(detail.locator("dd:dir(rtl)").first).to_contain_text("הכלב")
    expect(detail.locator("dd:dir(ltr)")).to_have_count(0)


def test_a_notebook_and_its_view_tell_each_other(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        f"from meteor_widget import ReviewView\nview = ReviewView({MT!r}, {POST_EDITS!r})\nview",
        "print(view.show, view.selected, view.filtered.tolist())",
        "view.show, view.order, view.rewritten_from, view.selected = 'all', 'document', 0.2, 0",
    )
    view = notebook.show(0)
    view.get_by_role("button", name="4 edited").click()
    rows(view).nth(1).click()
    expect(headline(view)).to_contain_text("Segment 5")
    view.page.keyboard.press("n")
    expect(headline(view)).to_contain_text("Segment 3")
    notebook.expect_printed(1, "edited 2 [0, 4, 2, 3]")
    notebook.run(2)
    expect(headline(view)).to_contain_text("Segment 1")
    expect(view.get_by_role("button", name="4 rewritten")).to_be_visible()
    view.get_by_text("Alignment", exact=True).click()
    expect(view.locator(".mtr-review-picture")).to_contain_text("yesterday")


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
