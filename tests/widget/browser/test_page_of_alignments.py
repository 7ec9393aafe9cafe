"""The page that ``meteorscope align -o FILE.html`` writes, and the walls around any page.

The fixture ``open_file`` adds to each test that the page asked for nothing but itself, reported
no error and opened no dialog.
"""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from meteor_core import Meteor
from meteor_widget import AlignmentView
from meteor_widget.pages.alignments_page import alignments_page
from tests.widget.browser.conftest import OpenFile, Picture

# Each tries to get out of where it stands, and to be noticed if it does.
HOSTILE = [
    "<script>window.broken=1</script>",
    "</script><script>window.broken=1</script>",
    "<!--<script>",
    "--></style><style>*{visibility:hidden}</style>",
    "</title></h1></pre></svg></noscript>",
    "<img/src=x/onerror=window.broken=1>",
    "<svg/onload=window.broken=1>",
    "<iframe/src=https://example.com/>",
    "<a/href=javascript:window.broken=1>x</a>",
    "javascript:window.broken=1",
    "<base/href=https://example.com/>",
    "\"'`&amp;&#60;",
    "${window.broken=1}",
]
UNSEEN = {"\x00": "␀", "\x1b": "␛", "\x7f": "␡", "\x9b": "\ufffd", "\ud800": "\ufffd"}


def page_of(words: list[str]) -> str:
    text = " ".join(words)
    results = [(1, Meteor(tokenizer="whitespace").score(text, [text]))]
    return alignments_page(results, text)


def test_hostile_texts_are_shown_as_they_are(open_file: OpenFile, picture: Picture) -> None:
    page = open_file(page_of(HOSTILE))
    diagram = page.locator(".mtr-diagram")
    for mode in ("Links", "Matrix", "Inline"):
        page.get_by_role("radio", name=mode).click()
        for word in HOSTILE:
            expect(diagram.get_by_text(word, exact=True).first).to_be_attached()
        picture(page, mode)
    expect(page.locator("h1")).to_have_text(" ".join(HOSTILE))
    assert page.title() == " ".join(HOSTILE)
    assert page.evaluate("window.broken") is None
    assert page.locator("iframe, img, base, a[href], object, embed").count() == 0
    assert page.locator("script").count() == 3  # the content, our script, and what starts it


def test_characters_that_cannot_be_seen_are_shown_by_others(open_file: OpenFile) -> None:
    page = open_file(page_of([f"a{character}b" for character in UNSEEN]))
    for shown in UNSEEN.values():
        expect(page.locator(".mtr-diagram").get_by_text(f"a{shown}b").first).to_be_attached()
    expect(page.locator("h1")).to_have_text(" ".join(f"a{shown}b" for shown in UNSEEN.values()))


def test_the_policy_stops_what_is_not_ours(browser: Browser, tmp_path: Path) -> None:
    """Even what got into the page: texts are escaped, and this is the second wall."""
    planted = "<script>window.broken=1</script><img src=https://example.com/ onerror=broken=1>"
    file = tmp_path / "page.html"
    file.write_text(page_of(["a"]).replace("<main>", f"{planted}<main>"), encoding="utf-8")
    page = browser.new_page()
    stopped: list[tuple[str, str | None]] = []
    page.on("requestfailed", lambda request: stopped.append((request.url, request.failure)))
    page.goto(file.as_uri())
    expect(page.locator(".mtr-diagram")).to_be_visible()
    assert page.evaluate("window.broken") is None
    assert stopped == [("https://example.com/", "csp")]
    page.close()


def test_without_scripts_there_is_a_static_preview(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    AlignmentView("dancing with <glee>", ["danced with <glee>"]).save_html(file)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    # Playwright finds no text in this element, whether it is shown or not.
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("#still svg text").filter(has_text=re.compile("^dancing$"))).to_be_visible()
    context.close()


def test_a_script_that_fails_says_so_and_leaves_the_static_preview(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    html = AlignmentView("dancing", ["danced"]).to_html()
    file.write_text(html.replace('"state": {', '"state": null, "lost": {'), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    expect(page.get_by_role("alert")).to_contain_text("could not be drawn: TypeError")
    expect(page.locator("#still svg")).to_be_visible()
    page.close()


def test_paper_is_white_whatever_the_screen_is(open_file: OpenFile) -> None:
    page = open_file(page_of(["a", "word"]), dark=True)
    view = page.locator(".mtr")
    expect(view).to_have_attribute("data-mtr-theme", "dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(view).to_have_attribute("data-mtr-theme", "light")
    page.emulate_media(media="print", color_scheme="dark")
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(255, 255, 255)"
    page.emulate_media(media="screen", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(view).to_have_attribute("data-mtr-theme", "dark")


def test_segments_can_be_ordered_by_score(open_file: OpenFile) -> None:
    texts = [("a b c", "x y c"), ("a b c", "a b c"), ("a b c", "x y z")]
    meteor = Meteor()
    results = [(number, meteor.score(one, [other])) for number, (one, other) in enumerate(texts, 1)]
    page = open_file(alignments_page(results, "three"))
    headings = page.get_by_role("heading", level=2)
    expect(headings).to_contain_text(["Segment 1", "Segment 2", "Segment 3"])
    page.get_by_label("Segments").select_option("lowest score first")
    expect(headings).to_contain_text(["Segment 3", "Segment 1", "Segment 2"])
    page.get_by_label("Segments").select_option("highest score first")
    expect(headings).to_contain_text(["Segment 2", "Segment 1", "Segment 3"])


def test_what_differs_is_marked_in_every_layout_and_in_the_saved_picture(
    open_file: OpenFile,
) -> None:
    result = Meteor().score("we saw 12 big cats today", ["today we saw 13 large cats too"])
    page = open_file(alignments_page([(1, result)], "differences", "differences"))
    marked = page.locator(".mtr-picture-word[class*='mtr-kind-']")
    # By hand: "today" moved, 12 and 13 differ, big is a synonym of large, "too" was added.
    words = sorted(["12", "big", "today", "today", "13", "large", "too"])
    for mode in ("Links", "Matrix", "Inline"):
        page.get_by_role("radio", name=mode).click()
        expect(marked).to_have_count(len(words))
        texts = marked.evaluate_all(
            "all => all.map(word => word.firstChild.textContent || word.textContent)"
        )
        assert sorted(re.sub("sy$", "", text) for text in texts) == words
        expect(page.locator(".mtr-kinds text")).to_have_text(
            ["synonym", "moved", "added", "number or code"]
        )
    page.get_by_role("radio", name="Links").click()
    page.locator(".mtr-picture-word", has_text="13").hover()
    expect(page.locator(".mtr-picture-why")).to_contain_text("number or code")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    saved = download.value.path().read_text(encoding="utf-8")
    assert saved.count('class="mtr-kind"') == page.locator(".mtr-kind").count()
    assert "var(" not in saved


def test_of_many_segments_those_are_drawn_that_are_looked_at(open_file: OpenFile) -> None:
    meteor = Meteor()
    results = [(number, meteor.score(f"word {number}", ["a word"])) for number in range(1, 1001)]
    page = open_file(alignments_page(results, "many"))
    diagrams = page.locator(".mtr-diagram")
    expect(diagrams.first).to_be_visible()
    assert diagrams.count() < 50
    page.get_by_role("heading", name="Segment 700").scroll_into_view_if_needed()
    expect(diagrams.get_by_text("700", exact=True).first).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(diagrams).to_have_count(1000)
