"""The variant meteor-1.5 on the screen; expected numbers come from the core."""

import re

import pytest
from playwright.sync_api import expect

from meteor_core import Meteor
from meteor_widget import AlignmentView, CorpusView
from tests.meteor15.small_home import HYPOTHESIS, REFERENCE, make_small_home
from tests.widget.browser.conftest import OpenFile, OpenNotebook, Picture

MISSING = f"""\
from meteor_widget import AlignmentView, CorpusView
AlignmentView({HYPOTHESIS!r}, [{REFERENCE!r}], variant="meteor-1.5", meteor_home="/nowhere")"""


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    make_small_home(tmp_path_factory.mktemp("meteor"), monkeypatch)


@pytest.mark.parametrize(("mode", "dark"), [("links", False), ("matrix", True), ("inline", False)])
def test_spans_and_sliders_on_a_page(
    open_file: OpenFile, picture: Picture, mode: str, *, dark: bool
) -> None:
    view = AlignmentView(HYPOTHESIS, [REFERENCE], variant="meteor-1.5", mode=mode)
    page = open_file(view.to_html(), dark=dark)
    score = page.get_by_role("region", name="Score", exact=True)
    expect(score).to_contain_text(f"{view.result.score:.4f}")
    expect(page.get_by_text("beam of 40: not searched for the best")).to_be_visible()
    expect(page.get_by_text("not proved")).to_have_count(0)
    picture(page, "before")
    for label, value, chosen in (
        ("δ delta", 0.3, {"delta": 0.3}),
        ("paraphrase", 0.2, {"delta": 0.3, "weights": (1, 0.6, 0.8, 0.2)}),
    ):
        slider = page.get_by_role("slider", name=re.compile(label))
        slider.fill(str(value))
        expected = Meteor("meteor-1.5", **chosen).score(HYPOTHESIS, [REFERENCE])
        expect(score).to_contain_text(f"{expected.score:.4f}")
    picture(page, "after")


def test_a_corpus_has_no_column_of_failures(open_file: OpenFile, picture: Picture) -> None:
    view = CorpusView([HYPOTHESIS, REFERENCE], [[REFERENCE, REFERENCE]], variant="meteor-1.5")
    page = open_file(view.to_html())
    expect(page.get_by_text(f"{view.segments[0].score:.4f}").first).to_be_visible()
    expect(page.get_by_role("button", name="not proved")).to_have_count(0)
    expect(page.get_by_role("columnheader", name="Optimum")).to_have_count(0)
    picture(page)


def test_missing_files_are_a_message_in_the_view(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    view = open_notebook(MISSING).show(0)
    expect(view.get_by_role("alert")).to_contain_text("METEOR 1.5 is not at /nowhere")
    expect(view.get_by_role("slider")).to_have_count(0)
    picture(view)
