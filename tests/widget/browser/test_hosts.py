"""Views live in JupyterLab and Notebook 7: themes, several views of one model, and Python."""

import pytest
from playwright.sync_api import expect

from meteor_core import Meteor
from tests.widget.browser.conftest import OpenNotebook, Picture
from tests.widget.browser.jupyter_server import DARK, LIGHT
from tests.widget.browser.notebook_page import HOSTS

HYPOTHESIS = "The new cafe opened on Monday morning"
REFERENCE = "On Monday morning the new café was opened"

VIEW = f"""\
from meteor_widget import AlignmentView
view = AlignmentView({HYPOTHESIS!r}, [{REFERENCE!r}])
view"""

_COLOUR = "text => getComputedStyle(text).fill"


def score(hypothesis: str) -> str:
    """As the view writes it."""
    return f"{Meteor(language='en').score(hypothesis, [REFERENCE]).score:.4f}"


@pytest.mark.parametrize("host", HOSTS)
def test_a_view_has_the_hosts_colours_and_follows_its_theme(
    open_notebook: OpenNotebook, picture: Picture, host: str
) -> None:
    notebook = open_notebook(VIEW, host=host, theme=DARK)
    view = notebook.show(0)
    expect(view).to_have_attribute("data-mtr-theme", "dark")
    expect(view.get_by_role("region", name="Score", exact=True)).to_contain_text(score(HYPOTHESIS))
    picture(notebook.page)
    word = view.get_by_role("option").first.locator("text").first
    dark = word.evaluate(_COLOUR)
    for theme, name in ((LIGHT, "light"), (DARK, "dark")):
        notebook.choose_theme(theme)
        expect(view).to_have_attribute("data-mtr-theme", name)
        assert (word.evaluate(_COLOUR) == dark) == (name == "dark")


def test_python_and_screen_tell_each_other(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        VIEW,
        "view.hypothesis = 'Quite another sentence'",
        "print(repr(view.hypothesis), f'{view.result.score:.4f}')",
        "view.alpha = 0.25",
        "print(view.alpha)",
    )
    view = notebook.show(0)
    editor = view.get_by_label("Hypothesis", exact=True).and_(view.get_by_role("textbox"))
    notebook.run(1)
    expect(editor).to_have_value("Quite another sentence")
    expect(view.get_by_role("region", name="Score", exact=True)).to_contain_text("0.0000")
    typed = "On Monday the new café opened"
    editor.fill(typed)
    expect(view.get_by_role("region", name="Score", exact=True)).to_contain_text(score(typed))
    notebook.expect_printed(2, f"{typed!r} {score(typed)}")
    notebook.run(3)
    alpha = view.get_by_role("slider", name="alpha")
    expect(alpha).to_have_value("0.25")
    alpha.press("ArrowRight")
    expect(alpha).to_have_value("0.26")
    notebook.expect_printed(4, "0.26")


def test_two_views_of_one_model_agree(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(VIEW, "view", "1 + 1")
    first, second = notebook.show(0), notebook.show(1)
    first.get_by_role("textbox", name="Hypothesis").fill("On Monday")
    expect(second.get_by_role("textbox", name="Hypothesis")).to_have_value("On Monday")
    for view in (first, second):
        expect(view.get_by_role("region", name="Score", exact=True)).to_contain_text(
            score("On Monday")
        )
    second.get_by_role("slider", name="alpha").press("Home")
    expect(first.get_by_role("slider", name="alpha")).to_have_value("0")
    again = notebook.show(1)  # takes the second from the screen and puts another there
    expect(again.get_by_role("slider", name="alpha")).to_have_value("0")
    again.get_by_role("textbox", name="Hypothesis").fill("the new café")
    expect(first.get_by_role("textbox", name="Hypothesis")).to_have_value("the new café")


def test_a_cell_that_runs_again_shows_a_new_view_and_others_keep_theirs(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(VIEW, "print(view.hypothesis)", "view", "import gc; gc.collect()")
    notebook.show(0).get_by_role("textbox", name="Hypothesis").fill("gone when the cell runs again")
    view = notebook.show(0)
    expect(notebook.cell(0).locator(".mtr")).to_have_count(1)
    editor = view.get_by_role("textbox", name="Hypothesis")
    expect(editor).to_have_value(HYPOTHESIS)
    editor.fill("On Monday")
    expect(view.get_by_role("region", name="Score", exact=True)).to_contain_text(score("On Monday"))
    notebook.expect_printed(1, "On Monday")
    # No state is lost when a later cell runs, or a cell that shows the same view again.
    notebook.show(2)
    notebook.run(3)
    again = notebook.show(2).get_by_role("textbox", name="Hypothesis")
    expect(again).to_have_value("On Monday")


def test_a_narrow_cell_keeps_its_width(open_notebook: OpenNotebook, picture: Picture) -> None:
    notebook = open_notebook(VIEW, host="notebook")
    notebook.page.set_viewport_size({"width": 520, "height": 1000})
    view = notebook.show(0)
    too_wide = "view => [...view.querySelectorAll('*')].filter(part =>"
    too_wide += " part.scrollWidth > part.clientWidth + 1"
    too_wide += " && getComputedStyle(part).overflowX === 'visible'"
    too_wide += " && part.getBoundingClientRect().right > view.getBoundingClientRect().right + 1"
    too_wide += ").map(part => part.outerHTML.slice(0, 120))"
    assert view.evaluate(too_wide) == []
    picture(notebook.page)
