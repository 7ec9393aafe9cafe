"""Systems compared under a person's hands."""

from playwright.sync_api import expect

from meteor_core import Meteor
from tests.widget.browser.conftest import OpenNotebook, Picture
from tests.widget.browser.corpora import COMPARE, SYSTEMS, scored, texts
from tests.widget.browser.table_parts import expect_order, expect_size, row


def differences(left: str, right: str) -> list[float]:
    pairs = zip(scored(left), scored(right), strict=True)
    return [second.score - first.score for first, second in pairs]


def ranked(left: str, right: str) -> list[int]:
    """Segments, those that differ most first."""
    found = differences(left, right)
    return sorted(range(1, len(found) + 1), key=lambda number: -abs(found[number - 1]))


def test_systems_segments_and_tests_are_chosen(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(
        COMPARE,
        "print(view.selected)",
        "print(view.left, view.right)",
        "view.right = 'fluent'",
        "view.wait(); print(view.method, view.samples)",
    )
    view = notebook.show(0)
    systems = view.get_by_role("table").first
    references = [texts("city-news.ref.en")]
    for name in SYSTEMS:
        total = Meteor(language="en").corpus(texts(f"city-news.{name}.en"), references)
        expect(systems.get_by_role("row").filter(has_text=name)).to_contain_text(
            f"{total.score:.4f}"
        )
    picture(notebook.page)

    # A segment shows both alignments.
    expect_size(view, len(scored()))
    expect_order(view, *ranked("hyp", "fluent")[:3])
    row(view, 1).click()  # the first is shown already
    number = ranked("hyp", "fluent")[1]
    notebook.expect_printed(1, f"{number - 1}")
    words = view.get_by_role("listbox", name="Hypothesis")
    expect(words).to_have_count(2)
    for place, system in enumerate(("hyp", "fluent")):
        tokens = scored(system)[number - 1].alignment.hypothesis
        expect(words.nth(place).get_by_role("option")).to_have_count(len(tokens))

    # Other systems are chosen, and another test.
    view.get_by_role("combobox", name="with").select_option("literal")
    expect_order(view, *ranked("hyp", "literal")[:3])
    notebook.expect_printed(2, "hyp literal")
    notebook.run(3)
    expect_order(view, *ranked("hyp", "fluent")[:3])
    view.get_by_role("button", name="swap the two systems").click()
    notebook.expect_printed(2, "fluent hyp")
    view.get_by_role("combobox", name="Test").select_option(label="approximate randomisation")
    notebook.expect_printed(4, "randomisation 10000")
    expect(view).to_contain_text("10,000")


def test_resampling_is_stopped_and_taken_up_from_the_screen(open_notebook: OpenNotebook) -> None:
    endless = COMPARE.replace('city-news.ref.en")', 'city-news.ref.en", samples=50_000_000)')
    notebook = open_notebook(endless, "print(view.comparison['running'])", "view.samples = 20")
    view = notebook.show(0)
    expect(view).to_contain_text("% resampled")
    view.get_by_role("button", name="Cancel").click()
    expect(view).to_contain_text("Not tested; resampling was stopped")
    notebook.expect_printed(1, "False")
    view.get_by_role("button", name="Go on").click()
    expect(view).to_contain_text("% resampled")
    notebook.run(2)
    expect(view).to_contain_text("|bs:20|")
    expect(view.get_by_role("progressbar")).to_be_hidden()
