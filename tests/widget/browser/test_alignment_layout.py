"""The alignment view takes the room there is, and nothing in it moves without a reason."""

from playwright.sync_api import Page

from meteor_widget import AlignmentView
from tests.widget.browser.conftest import OpenFile

VIEW = AlignmentView(
    "The police is looking for witnesses who have observed the accident in the night.",
    [
        "Police are looking for witnesses who saw the accident in the early hours of Sunday.",
        "The police are seeking anyone who witnessed the accident on Saturday night.",
    ],
    alpha=0.875,
    delta=0.625,
    weights=[1.0, 0.55, 0.35],
)
PARTS = ".mtr, .mtr-texts, .mtr-main, .mtr-picture, .mtr-numbers, .mtr-equation-rows"
CUT = """(parts) => [...document.querySelectorAll(parts)]
  .filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => `${part.className}: ${part.scrollWidth} in ${part.clientWidth}`)"""

# What follows the size of the window is drawn by then.
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def cut_off(page: Page) -> object:
    return page.evaluate(CUT, PARTS)


def test_nothing_is_cut_off_and_a_slider_draws_no_new_picture(open_file: OpenFile) -> None:
    page = open_file(VIEW.to_html())
    page.locator(".mtr-equation-value").first.wait_for()
    for width in (360, 420, 600, 760, 860, 1000, 1100, 1200):
        page.set_viewport_size({"width": width, "height": 1000})
        page.evaluate(TWO_FRAMES)
        assert cut_off(page) == [], width
    drawing = page.locator(".mtr-picture > *").element_handle()
    score = page.get_by_role("region", name="Score", exact=True)
    before = score.inner_text()
    page.get_by_role("slider", name="gamma").press("End")
    page.wait_for_function(
        "([part, text]) => part.innerText !== text", arg=[score.element_handle(), before]
    )
    assert drawing.evaluate("(drawing) => drawing.isConnected")


def test_settings_that_were_folded_stay_so(open_file: OpenFile) -> None:
    view = AlignmentView("a b", ["a c"], show_settings=False)
    page = open_file(view.to_html())
    settings = page.locator(".mtr-alignment-settings")
    assert settings.get_attribute("open") is None
    settings.locator("summary").click()
    page.get_by_role("slider", name="gamma").press("End")
    page.wait_for_timeout(100)
    assert settings.get_attribute("open") is not None
