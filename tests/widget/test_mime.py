"""What a view leaves in a notebook file, for readers that run it and for those that cannot."""

import base64
import re
from typing import Any
from xml.etree.ElementTree import fromstring

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from meteor_core import Meteor
from meteor_core.text_picture import picture_text
from meteor_widget import AlignmentView
from meteor_widget.view import View

WIDGET = "application/vnd.jupyter.widget-view+json"
SVG = "image/svg+xml"
TEXTS = ("We danced with glee", ["We danced with joy"])


def bundle(shown: object) -> dict[str, Any]:
    data, _ = DisplayFormatter().format(shown)  # type: ignore[no-untyped-call]
    return dict(data)


def test_a_view_is_a_widget_and_a_picture() -> None:
    view = AlignmentView(*TEXTS)
    data = bundle(view)
    assert data[WIDGET]["model_id"] == view.model_id
    assert data["text/plain"] == picture_text([(1, Meteor().score(*TEXTS))])
    assert fromstring(data[SVG]).tag.endswith("svg")


def test_the_pictures_follow_the_view() -> None:
    view = AlignmentView(*TEXTS)
    view.hypothesis = "They sang"
    data = bundle(view)
    assert "They sang" in data["text/plain"]
    assert ">They<" in data[SVG] and ">danced<" in data[SVG]  # noqa: PT018  # both rows
    assert ">glee<" not in data[SVG]


def test_a_still_picture_is_no_widget() -> None:
    view = AlignmentView(*TEXTS)
    data = bundle(view.static())
    assert WIDGET not in data
    assert data[SVG] == view.to_svg()
    assert data["text/plain"] == str(view.static())


def test_a_view_without_a_drawing_says_what_it_is() -> None:
    view = View()
    assert bundle(view)["text/plain"] == "View: Meteorscope"
    assert SVG not in bundle(view)
    assert bundle(view.static()) == {"text/plain": "View: Meteorscope"}


def test_a_long_segment_leaves_no_large_drawing_unasked() -> None:
    words = " ".join(f"word{number}" for number in range(200))
    view = AlignmentView(words, [words])
    assert SVG not in bundle(view)
    assert "word199" in bundle(view)["text/plain"]
    assert "word199" in bundle(view.static())[SVG]


@pytest.mark.parametrize("hostile", ["</svg><script>", "\ud800", "\x00", "\x1b[2J", "]]>"])
def test_no_text_breaks_the_message_to_the_notebook(hostile: str) -> None:
    data = bundle(AlignmentView(hostile, [hostile], tokenizer="whitespace"))
    fromstring(data[SVG])
    for text in (data[SVG], data["text/plain"]):
        text.encode("utf-8")
        assert not {"\x00", "\x1b"} & set(text)


def test_nbconvert_shows_the_still_picture() -> None:
    code = f"from meteor_widget import AlignmentView\nAlignmentView(*{TEXTS!r}).static()"
    notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[nbformat.v4.new_code_cell(code)]  # type: ignore[no-untyped-call]
    )
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    exporter = HTMLExporter()  # type: ignore[no-untyped-call]
    page, _ = exporter.from_notebook_node(notebook)
    drawings = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    shown = [base64.b64decode(drawing).decode() for drawing in drawings]
    assert len([drawing for drawing in shown if ">danced<" in drawing]) == 1
    assert WIDGET not in notebook.cells[0].outputs[0].data
