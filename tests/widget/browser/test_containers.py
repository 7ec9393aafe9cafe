"""Each view in each container of ipywidgets: it is visible, and about as wide as its place."""

from typing import Any, Final

from playwright.sync_api import expect

from tests.widget.browser.conftest import OpenNotebook, Picture
from tests.widget.browser.corpora import COMPARE, CORPUS, REVIEW
from tests.widget.browser.test_agreement_view import CELL as AGREEMENT
from tests.widget.browser.test_hosts import VIEW as ALIGNMENT

CELLS: Final = (ALIGNMENT, CORPUS, COMPARE, AGREEMENT, REVIEW)

FEW: Final = ("Output", "beside-a-box", "Tab", "AppLayout")
"""The containers for views that are built of the same parts as a corpus."""

WIDTHS: Final = {
    "Output": 0.9,
    "interact": 0.9,
    "HBox": 0.6,
    "beside-a-box": 0.4,
    "output-in-a-row": 0.6,
    "centred": 0.9,
    "Tab": 0.9,
    "Accordion": 0.9,
    "GridBox": 0.45,
    "AppLayout": 0.45,
}
"""The least share of its container's width that a view has there."""

START: Final = """\
import ipywidgets as W
from IPython.display import display

def output_of(view):
    output = W.Output()
    with output:
        display(view)
    return output

def button():
    return W.Button(description="beside").add_class("beside")

boxes = {
    "Output": output_of,
    "interact": lambda view: W.interactive(lambda x: display(view), x=W.IntSlider(0, 0, 2)),
    "HBox": lambda view: W.HBox([view, button()]),
    "beside-a-box": lambda view: W.HBox([W.VBox([button(), view]), W.VBox([button()])]),
    "output-in-a-row": lambda view: W.HBox([button(), output_of(view)]),
    "centred": lambda view: W.VBox([view], layout=W.Layout(align_items="center")),
    "Tab": lambda view: W.Tab([view, W.Label("b")], selected_index=0),
    "Accordion": lambda view: W.Accordion([view], selected_index=0),
    "GridBox": lambda view: W.GridBox(
        [view, W.Label("b")], layout=W.Layout(grid_template_columns="1fr 1fr")
    ),
    "AppLayout": lambda view: W.AppLayout(center=W.VBox([view]), right_sidebar=W.Label("b")),
}

def show(cell, names):
    W.Widget.close_all()  # those of the cell before: a page with fifty views is slow
    made = {}
    exec(cell, made)
    for name, box in boxes.items():
        if name not in names:
            continue
        display(box(made["view"]).add_class("holder").add_class(f"in-{name}"))
"""

SIZES: Final = """() => [...document.querySelectorAll(".holder")].map((holder) => {
  const size = (part) => part.getBoundingClientRect().toJSON();
  const view = holder.querySelector(".mtr");
  return {
    name: [...holder.classList].find((name) => name.startsWith("in-")).slice(3),
    holder: size(holder),
    view: size(view),
    beside: [...holder.querySelectorAll(".beside, .widget-slider")].map(size),
    stills: [...holder.querySelectorAll("[data-mtr-still]")].map((still) => size(still).height),
  };
})"""


def test_each_view_is_seen_in_each_container(open_notebook: OpenNotebook, picture: Picture) -> None:
    containers = [tuple(WIDTHS) if cell in {ALIGNMENT, CORPUS} else FEW for cell in CELLS]
    shown = zip(CELLS, containers, strict=True)
    notebook = open_notebook(START, *(f"show({cell!r}, {names})" for cell, names in shown))
    notebook.run(0)
    for cell, names in enumerate(containers, 1):
        notebook.run(cell)
        drawn = notebook.cell(cell).locator(".holder .mtr > :not(.mtr-gone)")
        expect(drawn).to_have_count(len(names))
        notebook.rest()
        picture(notebook.page, f"{cell}")
        found = notebook.page.evaluate(SIZES)
        assert [place["name"] for place in found] == list(names)
        assert [fault for place in found for fault in faults(place)] == []


def faults(place: dict[str, Any]) -> list[str]:
    """What is wrong with a view in its container, in words."""
    name, holder, view = (place[key] for key in ("name", "holder", "view"))
    words = f"{name}: {view['width']:.0f} x {view['height']:.0f} in {holder['width']:.0f}"
    return [
        f"{words}: {fault}"
        for fault, is_so in {
            "too narrow": view["width"] < WIDTHS[name] * holder["width"],
            "too wide": view["right"] > holder["right"] + 1,
            "no height": not 200 < view["height"] < 4000,
            "higher than its container": view["bottom"] > holder["bottom"] + 1,
            "its neighbour is cut": any(part["width"] < 140 for part in place["beside"]),
            "its picture is seen, too": any(place["stills"]),
        }.items()
        if is_so
    ]
