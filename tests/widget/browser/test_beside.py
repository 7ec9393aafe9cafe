"""What stands beside texts, on pages: scores of others, metadata, ids, marked errors, searches.

Pages cost a second each; what a kernel answers in their place is tested without a browser.
"""

import re
from typing import Final

from playwright.sync_api import Locator, expect

from meteor_widget import CompareView, CorpusView
from tests.widget.browser.conftest import OpenFile, Picture
from tests.widget.browser.corpora import SYSTEMS, texts
from tests.widget.browser.table_parts import expect_order, head

REFERENCES: Final = texts("city-news.ref.en")
SIZE: Final = len(REFERENCES)
MQM: Final = [None if row == 3 else float(-(row % 6)) for row in range(SIZE)]
DOMAINS: Final = {"domain": ["news" if row % 3 else "talk" for row in range(SIZE)]}
IDS: Final = [f"doc{row // 4}:{row % 4 + 1}" for row in range(SIZE)]
MARKS: Final = [(0, 3, "minor", "style"), (4, 9, "major", "accuracy"), (10, 14, "critical", "")]


def status(view: Locator) -> Locator:
    return view.locator(".mtr-list-head [role=status]").first


def test_a_corpus_with_what_stands_beside_it(open_file: OpenFile, picture: Picture) -> None:
    hypotheses = texts("city-news.hyp.en")
    errors = [MARKS if row == 1 else [] for row in range(SIZE)]
    view = CorpusView(
        hypotheses,
        REFERENCES,
        scores={"MQM": MQM},
        errors=errors,
        selected=1,
        metadata=DOMAINS,
        ids=IDS,
    )
    page = open_file(view.to_html(), dark=True)
    shown = page.locator(".mtr")
    agreement = shown.get_by_role("table", name="Agreement of METEOR with other scores")
    expect(agreement).to_contain_text(f"{SIZE - 1}")
    found = view.correlations()["MQM"]
    expect(agreement).to_contain_text(f"{100 * (found.pairwise or 0):.1f} %")
    expect(shown.get_by_role("heading", name="Segment 2")).to_contain_text("doc0:2")

    words = shown.locator("svg .mtr-error")
    for kind in ("minor", "major", "critical"):
        expect(shown.locator(f"svg .mtr-error-{kind}").first).to_be_visible()
    listed = shown.get_by_role("list", name="Marked errors").get_by_role("listitem")
    expect(listed).to_have_count(3)
    expect(listed.nth(1)).to_contain_text(hypotheses[1][4:9])
    expect(listed.nth(1)).to_contain_text("major error: accuracy")
    words.nth(1).hover()
    expect(shown.locator(".mtr-picture-why")).to_contain_text("major error: accuracy")
    picture(page, "corpus-beside-dark")
    for mode in ("Matrix", "Inline"):
        shown.get_by_role("radio", name=mode).click()
        expect(shown.locator(".mtr-picture .mtr-error-critical").first).to_be_visible()

    shown.get_by_role("combobox", name=re.compile("^domain")).select_option("talk")
    expect(status(shown)).to_have_text(f"{-(-SIZE // 3)} of {SIZE} segments shown")
    shown.get_by_role("button", name="Remove the filter domain: talk").click()
    expect(status(shown)).to_have_text(f"{SIZE} segments")

    field = shown.get_by_role("searchbox")
    shown.get_by_role("button", name="Regular expression").press("Enter")
    field.fill("^doc1:[12]$")
    expect(status(shown)).to_have_text(f"2 of {SIZE} segments shown")
    field.fill("(doc")
    expect(shown.get_by_role("alert")).to_contain_text("is no regular expression")
    expect(status(shown)).to_have_text(f"2 of {SIZE} segments shown")

    field.fill("")
    expect(status(shown)).to_have_text(f"{SIZE} segments")
    for form, written in (("TSV", view.to_tsv()), ("JSON", view.to_json())):
        with page.expect_download() as saved:
            shown.get_by_role("button", name=f"Save all scored segments as {form}").click()
        assert saved.value.path().read_text(encoding="utf-8") == written
    head(shown, "MQM").click()
    expect_order(shown, 6, 12, 18)  # the first with −5


def test_systems_with_what_stands_beside_them(open_file: OpenFile, picture: Picture) -> None:
    systems = {name: texts(f"city-news.{name}.en") for name in SYSTEMS}
    first, second, third = systems
    scores = {"MQM": {first: MQM, second: [-1.0] * SIZE}}
    marked = {second: [MARKS] * SIZE}
    view = CompareView(
        systems,
        REFERENCES,
        scores=scores,
        errors=marked,
        samples=50,
        plot="MQM",
        metadata=DOMAINS,
        ids=IDS,
    )
    page = open_file(view.to_html())
    shown = page.locator(".mtr")
    mean = sum(number for number in MQM if number is not None) / (SIZE - 1)
    row = shown.locator(f"tr[data-system={first}]")
    expect(row).to_contain_text(f"{mean:.4f}".replace("-", "\N{MINUS SIGN}"))
    expect(shown.get_by_role("group", name=re.compile("Scatter plot"))).to_have_attribute(
        "aria-label", re.compile(f"MQM: {second} less {first}")
    )
    panels = shown.locator(".mtr-panel:visible h4")
    expect(panels).to_have_text([first, second])
    shown.get_by_text("Also draw", exact=True).first.click()
    shown.get_by_role("checkbox", name=third).check()
    expect(panels).to_have_text([first, second, third])
    page.keyboard.press("Escape")
    expect(shown.locator(".mtr-panel").nth(1).locator("svg .mtr-error-critical")).not_to_have_count(
        0
    )
    expect(shown.locator(".mtr-panel").nth(0).locator("svg .mtr-error")).to_have_count(0)
    picture(page, "compare-beside")

    shown.get_by_role("button", name="Regular expression").click()
    shown.get_by_role("searchbox").fill("^doc1:")
    expect(status(shown)).to_have_text(f"4 of {SIZE} segments shown")
    shown.get_by_role("combobox", name=re.compile("^domain")).select_option("talk")
    expect(status(shown)).not_to_have_text(f"4 of {SIZE} segments shown")
    shown.get_by_role("button", name="Clear all filters").click()
    expect(status(shown)).to_have_text(f"{SIZE} segments")
    shown.get_by_text("Columns", exact=True).first.click()
    shown.get_by_role("checkbox", name="MQM left", exact=True).check()
    expect(shown.get_by_role("columnheader", name=re.compile("^MQM left"))).to_be_visible()
