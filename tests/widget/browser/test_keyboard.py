"""Keys belong to the view that has the focus; what belongs to the notebook stays there."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.widget.browser.conftest import OpenNotebook
from tests.widget.browser.jupyter_server import JupyterServer
from tests.widget.browser.notebook_page import HOSTS

VIEW = """\
from meteor_widget import AlignmentView
view = AlignmentView("We danced with great glee", ["With joy we danced"])
view"""

_FOCUSED = """() => {
  const here = document.activeElement;
  if (here === null || here.closest(".mtr") === null) return null;
  const all = [...here.closest(".mtr").querySelectorAll("*")];
  return `${all.indexOf(here)} ${here.getAttribute("aria-label") ?? ""} ${
    [...(here.labels ?? [])].map((label) => label.textContent).join(" ")} ${
    here.textContent.slice(0, 40)}`;
}"""
"""The element with the focus, where it is in a view."""

_ACTIVE = re.compile("jp-mod-active")

COMMANDS = "abxzmdd0o"
"""Keys that are commands of a notebook: new cells, cut, undo, other kinds of cells, delete."""


@pytest.mark.parametrize("host", HOSTS)
def test_keys_in_a_view_are_no_commands_of_the_notebook(
    open_notebook: OpenNotebook, server: JupyterServer, host: str
) -> None:
    notebook = open_notebook(VIEW, "'second'", host=host)
    view = notebook.show(0)
    editor = view.get_by_role("textbox", name="Hypothesis")
    editor.fill("")
    editor.press_sequentially(COMMANDS)
    expect(editor).to_have_value(COMMANDS)
    for control in (
        view.get_by_role("slider", name="alpha"),
        view.get_by_role("combobox", name="Variant"),
        view.get_by_role("option").first,
        view.get_by_role("button", name="Table"),
    ):
        control.focus()
        for key in COMMANDS:
            notebook.page.keyboard.press(key)
        expect(notebook.cells_shown()).to_have_count(2)
    assert notebook.source(0) == VIEW
    assert notebook.source(1) == "'second'"
    expect(notebook.cell(0).locator(".mtr")).to_have_count(1)

    editor.fill("We danced")
    editor.press("Control+a")
    editor.press("Control+x")
    expect(editor).to_have_value("")
    editor.press("Control+v")
    expect(editor).to_have_value("We danced")
    editor.press("Control+z")  # what it takes back is up to the browser, but never a cell
    expect(notebook.cells_shown()).to_have_count(2)
    assert notebook.source(0) == VIEW

    slider = view.get_by_role("slider", name="alpha")
    slider.focus()
    for key, value in (
        ("ArrowLeft", "0.89"),
        ("ArrowDown", "0.88"),
        ("ArrowRight", "0.89"),
        ("ArrowUp", "0.9"),
        ("Home", "0"),
        ("End", "1"),
    ):
        notebook.page.keyboard.press(key)
        expect(slider).to_have_value(value)
        expect(slider).to_be_focused()
    expect(notebook.cell(0)).to_have_class(_ACTIVE)

    # Ctrl+S saves the notebook from within a view.
    with notebook.page.expect_response(
        lambda answer: answer.request.method == "PUT" and "/api/contents/" in answer.url
    ) as saved:
        notebook.page.keyboard.press("Control+s")
    assert saved.value.ok
    (file,) = server.root.glob(f"{notebook.name}.ipynb")
    cell, _ = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert "application/vnd.jupyter.widget-view+json" in cell["outputs"][0]["data"]
    slider.press("ArrowLeft")  # and the view keeps its keys
    expect(slider).to_have_value("0.99")


def test_keys_walk_along_the_words_and_tab_out_of_the_view(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(VIEW, "'second'")
    view = notebook.show(0)
    keyboard = notebook.page.keyboard
    hypothesis = view.get_by_role("listbox", name="Hypothesis").get_by_role("option")
    reference = view.get_by_role("listbox", name="Reference").get_by_role("option")
    hypothesis.first.focus()
    keyboard.press("ArrowRight")
    expect(hypothesis.nth(1)).to_be_focused()
    expect(view.locator(".mtr-picture-why")).to_contain_text("same word: danced")
    keyboard.press("ArrowDown")
    expect(reference.nth(3)).to_be_focused()  # its counterpart
    keyboard.press("ArrowUp")
    expect(hypothesis.nth(1)).to_be_focused()
    keyboard.press("End")
    expect(hypothesis.last).to_be_focused()
    keyboard.press("Home")
    expect(hypothesis.first).to_be_focused()
    keyboard.press("Enter")
    expect(hypothesis.first).to_have_attribute("aria-selected", "true")
    keyboard.press("Escape")
    expect(hypothesis.first).to_have_attribute("aria-selected", "false")
    expect(notebook.cells_shown()).to_have_count(2)

    view.get_by_role("textbox", name="Hypothesis").focus()
    visited = []
    for _ in range(60):
        notebook.page.keyboard.press("Tab")
        here = notebook.page.evaluate(_FOCUSED)
        if here is None:
            break
        visited.append(here)
    else:
        pytest.fail("the focus never leaves the view")
    assert len(visited) == len(set(visited))
    for name in ("Reference", "α alpha", "γ gamma", "Variant"):
        assert any(name in one for one in visited), visited
