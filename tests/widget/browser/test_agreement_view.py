"""Agreement with people's ratings under a person's hands, in JupyterLab and on a page."""

import re
from typing import Any, Final

import pandas as pd
from playwright.sync_api import Locator, expect

from meteor_core import Meteor
from meteor_core.agreement.agreement import MetricScores, measure_agreement
from meteor_core.agreement.counted_outputs import count_outputs
from meteor_core.agreement.reading import read_rated_sets
from meteor_widget import AgreementView
from tests.widget.browser.conftest import OpenFile, OpenNotebook, Picture
from tests.widget.browser.corpora import EXAMPLES

RATINGS: Final = EXAMPLES / "notices.rated.tsv"

CELL: Final = f"""\
from meteor_widget import AgreementView
view = AgreementView({str(RATINGS)!r})
view"""

NAMES: Final = ("system", "segment", "rating", "hypothesis", "reference")


def accuracy(**options: Any) -> str:
    """The accuracy as the screen writes it, by the core."""
    (rated,) = read_rated_sets([str(RATINGS)])
    scores = count_outputs(rated, Meteor(**options)).scores()
    metric = MetricScores(name="", signature="", scores=scores)
    estimate = measure_agreement(rated, [metric], samples=1).rows[0].measures["pairwise"]
    assert estimate is not None
    return f"{100 * estimate.value:.1f} %"


def measures(view: Locator) -> Locator:
    return view.get_by_role("region", name="Measures")


def test_sliders_and_the_map_move_the_agreement(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(CELL, "print(view.alpha, view.gamma, view.selected)", "view.beta = 1")
    view = notebook.show(0)
    expect(measures(view)).to_contain_text(accuracy())
    alpha = view.get_by_role("slider", name="alpha")
    alpha.focus()
    alpha.press("Home")  # JupyterLab has commands of its own on plain keys
    alpha.press("ArrowRight")
    expect(measures(view)).to_contain_text(accuracy(alpha=0.01))
    expect(view).to_contain_text("|alpha:0.01|")
    notebook.expect_printed(1, "0.01 None None")
    chart = view.get_by_role("application", name="Pairwise accuracy")
    chart.focus()
    chart.press("ArrowUp")
    chart.press("Shift+ArrowRight")
    expect(measures(view)).to_contain_text(accuracy(alpha=0.06, gamma=0.51))
    notebook.expect_printed(1, "0.06 0.51 None")
    notebook.run(2)
    expect(measures(view)).to_contain_text(accuracy(alpha=0.06, beta=1, gamma=0.51))
    view.get_by_role("button", name="Reset all").click()
    expect(measures(view)).to_contain_text("nothing is moved")
    rows = view.get_by_role("table", name="Segments in which they disagree").get_by_role("row")
    made = AgreementView(str(RATINGS))
    name = made.rated.segments[made.disagreements.segment[1]]
    expect(rows.nth(2).get_by_role("rowheader")).to_have_text(name)  # the head is a row too
    rows.nth(2).click()
    expect(view.get_by_role("heading", name=f"Segment {name}", exact=True)).to_be_visible()
    notebook.expect_printed(1, f"None None {int(name) - 1}")
    expect(view.get_by_role("listbox", name="Hypothesis")).to_have_count(2)
    picture(notebook.page)


def test_a_page_does_the_same_without_a_kernel(open_file: OpenFile, picture: Picture) -> None:
    page = open_file(AgreementView(str(RATINGS)).to_html())
    view = page.locator("#view")
    expect(measures(view)).to_contain_text(accuracy())
    chart = view.locator(".mtr-agree-map")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.9 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, middle, steps=4)
    page.mouse.up()
    expect(view).to_contain_text(re.compile(r"\|alpha:0(\.0\d)?\|"))
    view.get_by_role("combobox", name="Across").select_option("synonym")
    expect(view.locator(".mtr-axis").last).to_be_attached()
    view.get_by_role("button", name="alder").click()
    view.get_by_text("All 40 outputs as a table").click()
    expect(view.get_by_role("cell", name="alder").last).to_be_visible()
    with page.expect_download() as saved:
        view.get_by_role("button", name="Save all outputs as TSV").click()
    assert saved.value.suggested_filename == "outputs.tsv"
    picture(page)


def test_ratings_that_say_nothing_say_so(open_file: OpenFile) -> None:
    rows = [("one", str(number), 5, "a b", "a c") for number in range(3)]
    view = AgreementView(pd.DataFrame(rows, columns=list(NAMES)))
    page = open_file(view.to_html())
    expect(page.locator("#view")).to_contain_text("there is no order to agree with")
    expect(page.locator("#view")).to_contain_text("There is one system")
