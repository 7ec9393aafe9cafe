"""The review in a real VS Code: its tab, the texts beside it, and VS Code's own comments and diffs.

One session of a reviewer, about 40 s; what the view does by itself is tested in a notebook and with
node, what the server answers over its wire. Only here is it seen that tab, text and file agree.
"""

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, FrameLocator, Locator, expect

from meteor_core.review.remarks import SUFFIX, read_remarks
from tests.editors.vscode.code_server import CodeServer
from tests.editors.vscode.conftest import new_window, write_files
from tests.editors.vscode.window import Window

MT: Final = ("Yesterday we went home.", "Nobody touched this.", "It costs 15 <b>pounds</b> & more.")
POST_EDIT: Final = (
    "We went home yesterday.",
    "Nobody touched this.",
    "It costs 16 <b>pounds</b> & more.",
)
NAME: Final = "news.pe.en"


def rows(review: FrameLocator) -> Locator:
    return review.locator(".mtr-table-body [role=row]:visible")


def heading(review: FrameLocator) -> Locator:
    return review.get_by_role("region", name="Selected segment").locator("h3")


def text(window: Window) -> Locator:
    return window.editor_of(NAME).locator(".view-lines")


def take_back_and_undo(window: Window, review: FrameLocator) -> None:
    """The MT is taken back in the text, and each undo is that of one action."""
    window.page.keyboard.press("m")
    expect(text(window)).to_contain_text("It\u00a0costs\u00a015")
    expect(rows(review).nth(2)).to_contain_text("1.000")
    window.page.keyboard.press("a")
    expect(rows(review).nth(2).get_by_role("img", name="approved")).to_be_visible()
    window.page.keyboard.press("u")
    expect(rows(review).nth(2).get_by_role("img", name="to do")).to_be_visible()
    expect(text(window)).to_contain_text("It\u00a0costs\u00a015")
    window.page.keyboard.press("u")
    expect(text(window)).to_contain_text("It\u00a0costs\u00a016")


def test_a_reviewer_works_through_a_pair(
    server: CodeServer, browser: Browser, tmp_path: Path
) -> None:
    write_files(tmp_path, {"news.mt.en": MT, NAME: POST_EDIT})
    window = new_window(browser, server, tmp_path)
    window.open(NAME)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Meteorscope: Open Review")
    review = window.panel("mtr-review")
    expect(rows(review)).to_have_count(3)
    expect(heading(review)).to_contain_text("Segment 1 ○ to do")
    expect(review.locator(".mtr-review-moved del")).to_contain_text(["Yesterday"] * 2)

    # Keys decide, and go on, however fast they come; the text follows.
    review.get_by_role("grid").focus()
    window.page.keyboard.press("a")
    window.page.keyboard.press("r")
    reason = review.get_by_role("textbox", name="Comment")
    expect(reason).to_be_focused()
    expect(heading(review)).to_contain_text("Segment 2 ✗ rejected")
    reason.press_sequentially("Not so.")  # about what was rejected; then the next
    window.page.keyboard.press("Control+Enter")
    expect(heading(review)).to_contain_text("Segment 3")
    expect(window.status).to_contain_text("3: ")
    expect(rows(review).nth(0).get_by_role("img", name="approved")).to_be_visible()
    expect(rows(review).nth(1).get_by_role("img", name="rejected")).to_be_visible()
    expect(rows(review).nth(1)).to_contain_text("✎ 1")
    for _ in range(2):
        window.page.keyboard.press("u")
    expect(rows(review).nth(1).get_by_role("img", name="to do")).to_be_visible()
    expect(rows(review).nth(1)).not_to_contain_text("✎")

    # A comment is VS Code's own, too, and no text becomes markup.
    window.page.keyboard.press("c")
    review.get_by_role("textbox", name="Comment").press_sequentially("Why <b>16</b>?")
    window.page.keyboard.press("Control+Enter")
    expect(review.locator(".mtr-review-said")).to_have_text("Why <b>16</b>?")
    expect(window.editor_of(NAME).locator(".comment-thread")).not_to_have_count(0)

    take_back_and_undo(window, review)

    # The cursor leads while the text has the focus, and so does what is typed.
    window.focus(NAME)
    window.go_to(2, 1)
    expect(heading(review)).to_contain_text("Segment 2")
    window.page.keyboard.type("But ")
    expect(rows(review).nth(1)).to_contain_text("But Nobody")

    window.run("Meteorscope: Compare MT and Post-Edit by Segment")
    expect(window.page.locator(".monaco-diff-editor")).to_be_visible()
    expect(window.line("But Nobody touched this.")).not_to_have_count(0)
    # States stand beside segments without the review, too.
    again = new_window(browser, server, tmp_path)
    again.open(NAME)
    signs = again.editor_of(NAME).locator(".glyph-margin-widgets .cgmr")
    expect(signs).to_have_count(2)  # it is approved; and commented, but to do again
    again.run("Focus on Segments View")
    expect(again.row("Segments", "approved")).to_have_count(1)
    again.page.close()

    kept = read_remarks(tmp_path / f"{NAME}{SUFFIX}").remarks
    assert [(one.state, one.comment) for one in kept] == [
        ("approved", None),
        ("rejected", None),
        (None, "Not so."),
        (None, None),
        ("to-do", None),
        (None, "Why <b>16</b>?"),
        ("approved", None),
        ("to-do", None),
    ]
