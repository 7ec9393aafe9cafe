"""What a view leaves in a notebook file, for readers that run it and for those that cannot."""

import base64
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import Any, Final, Protocol
from xml.etree.ElementTree import fromstring

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from meteor_core import Meteor
from meteor_core.show.text_picture import picture_text
from meteor_widget import AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.scoring.scoring_view import ScoringView
from meteor_widget.view import View

WIDGET = "application/vnd.jupyter.widget-view+json"
SVG = "image/svg+xml"
HTML = "text/html"
TEXTS = ("We danced with glee", ["We danced with joy"])


class PutOut(Protocol):
    """What a cell puts out for a view: the forms of each output by MIME type."""

    def __call__(self, view: View) -> list[dict[str, Any]]:
        """Put it out, as IPython does."""


@pytest.fixture
def put_out(monkeypatch: pytest.MonkeyPatch) -> PutOut:
    def outputs(view: View) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        monkeypatch.setattr(
            "meteor_widget.view.publish_display_data", lambda data, *_, **__: found.append(data)
        )
        assert DisplayFormatter().format(view) == ({}, {})  # type: ignore[no-untyped-call]
        return found

    return outputs


def bundle(shown: object) -> dict[str, Any]:
    data, _ = DisplayFormatter().format(shown)  # type: ignore[no-untyped-call]
    return dict(data)


def images(markup: str) -> list[tuple[str, str]]:
    """The drawings that HTML carries along, each with its alternative text."""
    found = re.findall(r'<img alt="([^"]*)"[^>]* src="data:image/svg\+xml;base64,([^"]*)"', markup)
    return [(unescape(words), base64.b64decode(data).decode()) for words, data in found]


def test_a_view_is_a_widget_and_a_picture_after_it(put_out: PutOut) -> None:
    view = AlignmentView(*TEXTS)
    widget, still = put_out(view)
    # Of several forms JupyterLab takes the widget's, and where it has no model, none of the others.
    assert set(widget) == {WIDGET}
    assert widget[WIDGET]["model_id"] == view.model_id
    assert still["text/plain"] == picture_text([(1, Meteor().score(*TEXTS))])
    assert fromstring(still[SVG]).tag.endswith("svg")
    ((words, drawing),) = images(still[HTML])
    assert drawing == still[SVG]
    assert words == (
        "3 matches in 1 chunk; score 0.7361; "
        "hypothesis: We danced with glee; reference: We danced with joy"
    )


def test_the_picture_knows_the_living_view(put_out: PutOut) -> None:
    one, other = AlignmentView(*TEXTS), AlignmentView(*TEXTS)
    keys = [view.get_state("_key")["_key"] for view in (one, other)]
    assert len(set(keys)) == 2
    for view, key in zip((one, other), keys, strict=True):
        markup = put_out(view)[1][HTML]
        assert f'<div data-mtr-still="{key}">' in markup
        assert f':root:has([data-mtr-live="{key}"])' in markup


def test_hosts_of_their_own_get_both_in_one() -> None:
    view = AlignmentView(*TEXTS)
    data, _ = view._repr_mimebundle_() or ({}, {})
    assert {WIDGET, HTML, SVG, "text/plain"} == set(data)


def test_the_pictures_follow_the_view(put_out: PutOut) -> None:
    view = AlignmentView(*TEXTS)
    view.hypothesis = "They sang"
    _, data = put_out(view)
    assert "They sang" in data["text/plain"]
    assert ">They<" in data[SVG] and ">danced<" in data[SVG]  # noqa: PT018  # both rows
    assert ">glee<" not in data[SVG]


def test_a_static_preview_is_no_widget() -> None:
    view = AlignmentView(*TEXTS)
    data = bundle(view.static())
    assert WIDGET not in data
    assert data[SVG] == view.to_svg(theme="auto")
    assert data["text/plain"] == str(view.static())
    assert "<style" not in data[HTML]


def test_a_view_without_a_drawing_says_what_it_is(put_out: PutOut) -> None:
    view = View()
    _, data = put_out(view)
    assert data["text/plain"] == "View: Meteorscope"
    assert "<pre>View: Meteorscope</pre>" in data[HTML]
    assert SVG not in data
    assert bundle(view.static()) == {"text/plain": "View: Meteorscope"}


def test_a_long_segment_leaves_no_large_drawing_unasked(put_out: PutOut) -> None:
    words = " ".join(f"word{number}" for number in range(200))
    view = AlignmentView(words, [words])
    _, data = put_out(view)
    assert SVG not in data
    assert "word199" in data["text/plain"]
    assert "word199" in bundle(view.static())[SVG]


CORPORA: Final[Mapping[str, Callable[[Sequence[str], Sequence[str]], ScoringView]]] = {
    "corpus": lambda texts, others: CorpusView(texts, [others]),
    "compare": lambda texts, others: CompareView({"one": texts, "other": others}, [texts]),
    "review": ReviewView,
}


@pytest.mark.parametrize("kind", CORPORA)
def test_a_corpus_is_a_picture_and_tables(kind: str, put_out: PutOut) -> None:
    texts = ["the cat sat", "the dog ran off", "a bird sang"]
    others = ["the cat sat", "a horse stood there", "a bird sang"]
    view = CORPORA[kind](texts, others)
    view.wait()
    _, data = put_out(view)
    page = data[HTML]
    for words, drawing in images(page):
        assert words
        fromstring(drawing)
    assert images(page)
    tables = re.findall(r"<table>.*?</table>", page, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", tables[-1], re.DOTALL)
    worst = re.sub(r"<[^>]*>", " ", rows[1])
    assert "the dog ran off" in worst
    assert "a horse stood there" in worst
    assert worst.split()[0] == "2"


@pytest.mark.parametrize("kind", CORPORA)
def test_texts_in_tables_are_text(kind: str, put_out: PutOut) -> None:
    hostile = ["</td><script>harm()</script>", '" onload="harm()', "\ud800 \x00 \u202e", "<!--"]
    view = CORPORA[kind](hostile, hostile[::-1])
    if kind == "compare":
        view = CompareView(dict.fromkeys(hostile, hostile[::-1]), [hostile])
    view.wait()
    page = put_out(view)[1][HTML]
    page.encode("utf-8")
    allowed = {"div", "style", "p", "strong", "br", "small", "img", "table", "caption", "thead"}
    allowed |= {"tbody", "tr", "th", "td", "span"}
    assert set(re.findall(r"<[/!]*([^ >]*)", page)) <= allowed
    found = re.findall(r"<(\w+)((?: [\w-]+=\"[^\"]*\")*)>", page)
    attributes = {name for _, text in found for name in re.findall(r" ([\w-]+)=\"", text)}
    assert attributes <= {"alt", "align", "style", "src", "dir", "data-mtr-still"}
    assert page.count("<") == len(found) + len(re.findall(r"</\w+>", page))
    assert not {"\x00", "\u202e"} & set(page)


@pytest.mark.parametrize("hostile", ["</svg><script>", "\ud800", "\x00", "\x1b[2J", "]]>", '"><b>'])
def test_no_text_breaks_the_message_to_the_notebook(hostile: str, put_out: PutOut) -> None:
    _, data = put_out(AlignmentView(hostile, [hostile], tokenizer="whitespace"))
    fromstring(data[SVG])
    ((words, _),) = images(data[HTML])
    assert "match" in words
    assert data[HTML].count("<") == 5  # div, img, style and two ends
    for text in (data[HTML], data[SVG], data["text/plain"]):
        text.encode("utf-8")
        assert not {"\x00", "\x1b"} & set(text)


def test_nbconvert_shows_the_static_preview_with_alternative_text() -> None:
    code = (
        f"from meteor_widget import AlignmentView\nview = AlignmentView(*{TEXTS!r})",
        "view",
        "view.static()",
    )
    notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[nbformat.v4.new_code_cell(cell) for cell in code]  # type: ignore[no-untyped-call]
    )
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    exporter = HTMLExporter()  # type: ignore[no-untyped-call]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the widget, of which there is no saved state
        page, _ = exporter.from_notebook_node(notebook)
    shown = images(page)
    assert len(shown) == 2
    for words, drawing in shown:
        assert "score 0.7361" in words
        assert ">danced<" in drawing
    assert WIDGET not in notebook.cells[2].outputs[0].data
