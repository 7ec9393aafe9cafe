"""An error that nobody foresaw, on the screen: it is told, and the next edit works."""

import re

from playwright.sync_api import expect

from meteor_core import Meteor
from tests.widget.browser.conftest import OpenNotebook, Picture
from tests.widget.browser.corpora import CORPUS
from tests.widget.browser.table_parts import row

ALIGNMENT = """\
from meteor_widget import AlignmentView
view = AlignmentView("We danced with glee", ["We danced with joy"])
view"""

FAULT = """\
from meteor_widget.alignment import scored_input as module
sound = module.improvements
def faulty(*_, **__):
    raise ZeroDivisionError("by a fault")
module.improvements = faulty"""
"""A fault in what is suggested; the faults of the core that are known are mended there."""


def test_an_error_is_shown_until_the_next_action(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(
        ALIGNMENT,
        FAULT,
        "module.improvements = sound",
        "print(view.traceback)",
        CORPUS,
        "view.observe(lambda change: 1 / 0, 'selected')",
    )
    view = notebook.show(0)
    notebook.run(1)
    hypothesis = view.get_by_role("textbox", name="Hypothesis")
    hypothesis.fill("We danced")
    error = view.get_by_role("alert")
    expect(error).to_contain_text("ZeroDivisionError: by a fault")
    expect(error).to_contain_text("print(view.traceback)")
    score = Meteor().score("We danced", ["We danced with joy"]).score
    expect(view.locator(".mtr-numbers")).to_contain_text(f"{score:.4f}")
    expect(view).not_to_have_class(re.compile("mtr-updating"))
    picture(view)
    assert "in faulty" in notebook.printed(3)
    notebook.run(2)
    hypothesis.fill("We danced with")
    expect(error).not_to_be_visible()
    score = Meteor().score("We danced with", ["We danced with joy"]).score
    expect(view.locator(".mtr-numbers")).to_contain_text(f"{score:.4f}")
    expect(view.locator(".mtr-suggestion").first).to_be_visible()

    view = notebook.show(4)
    notebook.run(5)
    row(view, 3).click()
    problem = view.get_by_role("alert")
    expect(problem).to_contain_text("ZeroDivisionError: division by zero")
    expect(view).to_contain_text("Segment 4")
    picture(view)
    view.get_by_role("columnheader", name="Score").get_by_role("button").click()
    expect(problem).not_to_be_visible()  # somebody did the next thing
