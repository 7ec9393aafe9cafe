"""Post-edited segments under a person's hands."""

import re

from playwright.sync_api import expect

from meteor_core import Meteor
from meteor_core.review.review import review, texts_of_lines
from tests.widget.browser.conftest import OpenNotebook, Picture
from tests.widget.browser.corpora import REVIEW, texts
from tests.widget.browser.table_parts import expect_order, expect_size, number_at, row

MT, POST_EDITS, SOURCES = (
    texts("help-pages.mt.de"),
    texts("help-pages.pe.de"),
    texts("help-pages.src.en"),
)
UNTOUCHED = [number for number in range(1, len(MT) + 1) if MT[number - 1] == POST_EDITS[number - 1]]


def test_segments_are_summed_searched_ordered_and_chosen(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(
        REVIEW,
        "print(view.filter, [int(n) + 1 for n in view.filtered])",
        "view.selected = 2",
        "print(view.selected)",
    )
    view = notebook.show(0)
    expect(view).to_contain_text(f"{Meteor(language='de').corpus(MT, [POST_EDITS]).score:.4f}")
    expect(view.get_by_role("button", name=re.compile("untouched"))).to_contain_text(
        f"{len(UNTOUCHED)}"
    )
    picture(notebook.page)

    # A segment is chosen from Python and from the screen.
    notebook.run(2)
    expect(view).to_contain_text("Segment 3")
    expect(view).to_contain_text(SOURCES[2])
    expect_order(view)  # from the top
    row(view, 0).click()
    notebook.page.keyboard.press("ArrowDown")
    second = number_at(view, 1)
    expect(view).to_contain_text(f"Segment {second}")
    notebook.expect_printed(3, f"{second - 1}")
    picture(notebook.page, "chosen")

    # Segments are listed by class and by how much was edited.
    view.get_by_role("button", name=re.compile(r"^\d+ untouched")).click()
    expect_size(view, len(UNTOUCHED))
    expect_order(view, *UNTOUCHED)
    notebook.expect_printed(1, f"{{'classes': ['untouched']}} {UNTOUCHED}")
    view.get_by_role("button", name=re.compile(r"^\d+ untouched")).click()
    view.get_by_role("combobox", name="Order").select_option(label="most edited first")
    paired = texts_of_lines(MT, POST_EDITS).segments
    shares = [one.counts.edit_share for one in review(paired, Meteor(language="de")).segments]
    expect_order(view, *sorted(range(1, len(MT) + 1), key=lambda number: -shares[number - 1])[:3])
    view.get_by_role("combobox", name="Order").select_option(label="as in the file")
    expect_order(view, 1, 2, 3)

    # Texts of all kinds are searched.
    view.get_by_role("searchbox").fill("passwort")
    found = [
        number
        for number, texts_of in enumerate(zip(MT, POST_EDITS, SOURCES, strict=True), 1)
        if "passwort" in "\n".join(texts_of).lower()
    ]
    expect_size(view, len(found))
    expect_order(view, *found)
