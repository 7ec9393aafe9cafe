"""The extension in a real VS Code: what a person sees of a pair, and what their keys change."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from meteor_core import Meteor
from tests.editors.vscode.conftest import DARK, HIGH_CONTRAST, LIGHT, OpenWindow
from tests.editors.vscode.segments import (
    EMOJI,
    FILES,
    HYPOTHESES,
    LOW,
    REFERENCES,
    colours,
    hint,
    signed_hint,
)
from tests.editors.vscode.window import Window

HYPOTHESIS: Final = "demo.hyp.en"
REFERENCE: Final = "demo.ref.en"
SIDES: Final = {HYPOTHESIS: "hypothesis", REFERENCE: "reference"}


def column(line: str, word: str) -> int:
    """Where a word begins, as VS Code shows columns to people: in code points, from 1."""
    return len(line.partition(word)[0]) + 1


def score_of(hypotheses: Sequence[str], references: Sequence[str]) -> str:
    return f"METEOR {Meteor(language='en').corpus(hypotheses, [references]).score:.4f}"


def lines_with_hints(window: Window, name: str) -> list[str]:
    return [line for line in window.lines(name) if line]


def expected_lines(name: str, hypotheses: Sequence[str], references: Sequence[str]) -> list[str]:
    texts = hypotheses if name == HYPOTHESIS else references
    pairs = zip(hypotheses, references, strict=True)
    return [text + signed_hint(*pair) for text, pair in zip(texts, pairs, strict=True)]


@pytest.mark.parametrize("name", SIDES)
def test_every_line_ends_with_its_score(open_window: OpenWindow, name: str) -> None:
    window = open_window(FILES)
    window.open(name)
    expect(window.status).to_contain_text(score_of(HYPOTHESES, REFERENCES))
    window.until(
        lambda: lines_with_hints(window, name), expected_lines(name, HYPOTHESES, REFERENCES)
    )


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_scores_and_chunks_have_the_same_colours_on_both_sides(
    open_window: OpenWindow, theme: str, pictures: Path
) -> None:
    window = open_window(FILES, theme)
    window.open(HYPOTHESIS)
    window.run("Open Hypothesis and Reference Side by Side")
    for name, side in SIDES.items():
        expected = [colours(*pair, side) for pair in zip(HYPOTHESES, REFERENCES, strict=True)]
        window.until(partial(window.colours, name), expected)
        assert len(set(window.hint_colours(name))) == len(
            {signed_hint(*pair)[0] for pair in zip(HYPOTHESES, REFERENCES, strict=True)}
        )
    window.picture(pictures, f"vscode-side-by-side-{theme}")


def test_a_key_changes_the_hint_the_status_and_the_colours_of_both_sides(
    open_window: OpenWindow, pictures: Path
) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    window.run("Open Hypothesis and Reference Side by Side")
    window.until(
        lambda: lines_with_hints(window, REFERENCE),
        expected_lines(REFERENCE, HYPOTHESES, REFERENCES),
    )
    window.go_to(EMOJI + 1)
    window.page.keyboard.press("End")
    window.page.keyboard.type(" 🌖 on Mars")
    edited = [*HYPOTHESES]
    edited[EMOJI] += " 🌖 on Mars"
    for name, side in SIDES.items():
        window.until(
            partial(lines_with_hints, window, name),
            expected_lines(name, edited, REFERENCES),
        )
        expected = [colours(*pair, side) for pair in zip(edited, REFERENCES, strict=True)]
        window.until(partial(window.colours, name), expected)
    expect(window.status).to_contain_text(score_of(edited, REFERENCES))
    expect(window.status).to_contain_text(f"2: {hint(edited[EMOJI], REFERENCES[EMOJI])}")

    # The side of a diff that can be edited shows the same, and keys work there.
    window.run("File: Compare Active File with Saved")
    diff = window.page.locator(".monaco-diff-editor")
    expect(diff).to_be_visible()
    window.until(
        lambda: lines_with_hints(window, HYPOTHESIS),
        expected_lines(HYPOTHESIS, edited, REFERENCES),
    )
    expected = [colours(*pair, "hypothesis") for pair in zip(edited, REFERENCES, strict=True)]
    window.until(lambda: window.colours(HYPOTHESIS), expected)
    window.page.keyboard.press("Alt+F10")
    expect(window.position).to_contain_text(f"Ln {LOW + 1}, ")
    expect(diff).to_be_visible()
    window.picture(pictures, "vscode-diff")


ARABIC: Final = "رحبت المدينة بالزوار في المهرجان السنوي"
CHINESE: Final = "这座城市欢迎所有来参加一年一度音乐节的客人并祝愿他们在这里度过愉快的时光"


def test_words_written_from_right_to_left_keep_their_order(
    open_window: OpenWindow, pictures: Path
) -> None:
    """VS Code isolates each decorated run: words would change places."""
    other = "استقبلت المدينة الزوار في المهرجان السنوي"
    window = open_window({"gate.hyp.ar": [ARABIC, "a cat"], "gate.ref.ar": [other, "the cat"]})
    window.open("gate.hyp.ar")
    window.until(lambda: len(window.hint_colours("gate.hyp.ar")), 2)
    window.until(lambda: [bool(line) for line in window.colours("gate.hyp.ar")], [False, True])
    words = ARABIC.split()
    boxes = window.boxes("gate.hyp.ar", words)
    assert sorted(words, key=lambda word: -boxes[word][0]) == words
    window.picture(pictures, "vscode-right-to-left")


def test_a_score_is_beside_its_text_where_lines_wrap(
    open_window: OpenWindow, pictures: Path
) -> None:
    """At every width of a window at which the text just fits, or just does not."""
    lines = [CHINESE[:length] for length in range(20, len(CHINESE))]
    lines += [f"{'Guests came. ' * 4}{'x' * length}." for length in range(12)]
    window = open_window({"gate.hyp.zh": lines, "gate.ref.zh": lines})
    window.page.set_viewport_size({"width": 950, "height": 1800})
    window.open("gate.hyp.zh")
    window.until(lambda: len(window.hint_colours("gate.hyp.zh")), len(lines))
    for score, room in window.scores_and_rooms("gate.hyp.zh"):
        assert score, "a room without its score in the same row"
        assert score[0] == pytest.approx(room[2], abs=1)  # drawn back over the room from its end
    window.picture(pictures, "vscode-wrapped")


def test_pointing_at_a_word_behind_emoji_tells_why_it_matches(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.point_at(HYPOTHESIS, EMOJI, "moon")
    hover = window.page.locator(".monaco-hover:visible").first
    expect(hover).to_contain_text("moon matches moon, exact")


def test_a_low_score_is_a_remark_on_its_line(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    squiggles = window.editor_of(HYPOTHESIS).locator(".squiggly-info")
    expect(squiggles).to_have_count(1)

    def is_on_its_line() -> bool:
        line, squiggle = window.line(HYPOTHESES[LOW]).bounding_box(), squiggles.bounding_box()
        return line is not None and squiggle is not None and abs(line["y"] - squiggle["y"]) < 2

    window.until(is_on_its_line, expected=True)  # lines move when the lens above them comes


def test_the_panel_follows_the_cursor_and_a_click_goes_to_the_word(
    open_window: OpenWindow, pictures: Path
) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    window.run("Meteorscope: Show Alignment")
    panel = window.panel("mtr-panel-heading")
    window.focus(HYPOTHESIS)
    window.go_to(EMOJI + 1, column(HYPOTHESES[EMOJI], "land") + 2)
    heading = panel.locator(".mtr-panel-heading")
    expect(heading).to_contain_text("Segment 2")
    expect(panel.locator(".mtr-marked")).to_have_text(re.compile("land"))

    before = heading.inner_text()
    window.page.keyboard.type("x")
    expect(heading).not_to_have_text(before)
    expect(panel.locator(".mtr-marked")).to_have_text(re.compile("laxnd"))
    window.page.keyboard.press("Backspace")
    expect(heading).to_have_text(before)

    panel.locator(".mtr-picture-word[data-side='reference']", has_text="moon").click()
    end = column(REFERENCES[EMOJI], "moon") + len("moon")
    expect(window.position).to_contain_text(f"Ln {EMOJI + 1}, Col {end} (4 selected)")
    expect(window.editor_of(REFERENCE)).to_be_visible()
    window.picture(pictures, "vscode-panel")


def test_both_sides_scroll_together(open_window: OpenWindow) -> None:
    count = 300
    window = open_window(
        {
            HYPOTHESIS: [f"segment number {number} of many" for number in range(count)],
            REFERENCE: [f"of many this is number {number}" for number in range(count)],
        }
    )
    window.open(HYPOTHESIS)
    window.run("Open Hypothesis and Reference Side by Side")
    window.until(lambda: window.first_number(REFERENCE), 1)
    window.focus(HYPOTHESIS)
    window.go_to(200)
    expect(window.editor_of(REFERENCE).locator(".line-numbers", has_text="200")).to_be_visible()
    # A line that is half on the screen is the first on one side, and the second on the other.
    window.until(
        lambda: abs(window.first_number(HYPOTHESIS) - window.first_number(REFERENCE)) <= 1,
        expected=True,
    )


def test_sides_scroll_together_where_a_line_is_shifted(open_window: OpenWindow) -> None:
    """It costs a window; which lines belong together is tested in the server."""
    count, more = 300, 40
    lines = [f"line {n} has words {n * 7} and {n * 13} of its own" for n in range(count)]
    new = [f"entirely different sentence {n} stands here {n * 3}" for n in range(more)]
    window = open_window({HYPOTHESIS: lines, REFERENCE: [*lines[:5], *new, *lines[5:]]})
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 1.")  # when the shift is known
    window.run("Open Hypothesis and Reference Side by Side")
    window.until(lambda: window.first_number(REFERENCE), 1)
    window.focus(HYPOTHESIS)
    window.go_to(200)
    window.until(
        lambda: abs(window.first_number(REFERENCE) - window.first_number(HYPOTHESIS) - more) <= 1,
        expected=True,
    )


def test_the_worst_segments_one_after_the_other(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    scores = [hint(*pair) for pair in zip(HYPOTHESES, REFERENCES, strict=True)]
    order = sorted(range(len(scores)), key=lambda segment: (float(scores[segment]), segment))
    for segment in order[:3]:
        window.run("Go to Next Worst Segment")
        expect(window.position).to_contain_text(f"Ln {segment + 1}, ")
    window.run("Go to Previous Worst Segment")
    expect(window.position).to_contain_text(f"Ln {order[1] + 1}, ")


def row_of(segment: int, hypotheses: Sequence[str] = HYPOTHESES) -> str:
    """A row of the view of segments, by number from 0."""
    score = hint(hypotheses[segment], REFERENCES[segment])
    return f"{score}  {segment + 1}  {hypotheses[segment]}"


def rows_by_shortfall() -> list[str]:
    """The rows by shortfall, which comes first in them."""
    meteor = Meteor(language="en")
    shortfalls = [
        meteor.score(hypothesis, [reference]).shortfall
        for hypothesis, reference in zip(HYPOTHESES, REFERENCES, strict=True)
    ]
    order = sorted(range(len(shortfalls)), key=lambda segment: -shortfalls[segment])
    return [f"{shortfalls[n]:.1f}  {n + 1}  {HYPOTHESES[n]}" for n in order]


def rows_of(window: Window) -> list[str]:
    """The rows of the view of segments that are on the screen."""
    return window.rows("Segments")


def test_the_view_of_segments_shows_the_worst_first(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Focus on Segments View")
    worst_first = sorted(map(row_of, range(len(HYPOTHESES))))
    window.until(lambda: rows_of(window), worst_first)
    window.row("Segments", HYPOTHESES[LOW]).click()
    expect(window.position).to_contain_text(f"Ln {LOW + 1}, ")
    window.page.get_by_role("button", name="Sort by Shortfall").click()
    window.until(lambda: rows_of(window), rows_by_shortfall())
    window.page.get_by_role("button", name="Sort by Position").click()
    window.until(lambda: rows_of(window), list(map(row_of, range(len(HYPOTHESES)))))


def test_a_segment_keeps_its_row_while_one_types_and_finds_its_place_when_one_leaves(
    open_window: OpenWindow,
) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Focus on Segments View")
    before = sorted(map(row_of, range(len(HYPOTHESES))))
    window.until(lambda: rows_of(window), before)
    window.focus(HYPOTHESIS)
    window.go_to(LOW + 1)
    window.until(lambda: window.selected("Segments"), [row_of(LOW)])
    better = f"{REFERENCES[LOW]} "
    window.page.keyboard.type(better)
    edited = [*HYPOTHESES]
    edited[LOW] = better + HYPOTHESES[LOW]
    row = row_of(LOW, edited)
    held = [row if HYPOTHESES[LOW] in other else other for other in before]
    assert held != sorted(held)
    window.until(lambda: rows_of(window), held)
    window.go_to(EMOJI + 1)
    window.until(lambda: rows_of(window), sorted(held))
    window.until(lambda: window.selected("Segments"), [row_of(EMOJI)])


def test_a_long_list_of_segments_has_a_beginning_and_more(open_window: OpenWindow) -> None:
    count = 3_000
    window = open_window(
        {
            HYPOTHESIS: [f"word {number} " + "x " * (number % 50) for number in range(count)],
            REFERENCE: [f"word {number}" for number in range(count)],
        }
    )
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Focus on Segments View")
    window.until(lambda: len(rows_of(window)) > 0, expected=True)
    window.focus(HYPOTHESIS)
    window.go_to(51)  # one of the best, which is not among those that are listed
    window.until(lambda: [row[:11] for row in window.selected("Segments")], ["1.000    51"])
    more = window.row("Segments", "Show More")
    expect(more).to_contain_text("200 of 3,000 segments")
    more.click()
    window.until(lambda: "1.000    51" in [row[:11] for row in rows_of(window)], expected=False)
    window.run("Focus on Segments View")
    window.page.keyboard.press("End")
    expect(window.row("Segments", "Show More")).to_contain_text("400 of 3,000 segments")


def test_the_view_of_segments_can_be_searched_for_words(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Focus on Segments View")
    window.until(lambda: len(rows_of(window)), len(HYPOTHESES))
    window.row("Segments", "cat sat").click()
    window.run("Focus on Segments View")
    window.page.keyboard.press("Control+Alt+F")
    window.page.locator(".tree-find-widget, .monaco-tree-type-filter").wait_for()
    window.page.keyboard.type("agrees")
    expect(window.row("Segments", "agrees").locator(".highlight")).to_have_text("agrees")


def test_hints_can_be_turned_off_and_on(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    with_hints = expected_lines(HYPOTHESIS, HYPOTHESES, REFERENCES)
    window.until(lambda: lines_with_hints(window, HYPOTHESIS), with_hints)
    window.run("Meteorscope: Toggle Score Hints")
    window.until(lambda: lines_with_hints(window, HYPOTHESIS), list(HYPOTHESES))
    window.run("Meteorscope: Toggle Score Hints")
    window.until(lambda: lines_with_hints(window, HYPOTHESIS), with_hints)


def test_a_report_leads_to_segments_and_is_saved_in_any_form(open_window: OpenWindow) -> None:
    """It costs a window; comparisons and reports on reviews are shown alike."""
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Meteorscope: Open Report")
    page = window.panel("summary", has_text="METEOR")
    expect(page.locator("body")).to_contain_text(
        score_of(HYPOTHESES, REFERENCES).removeprefix("METEOR ")
    )
    page.get_by_role("link", name=f"Segment {len(HYPOTHESES)}", exact=True).click()
    expect(window.position).to_contain_text(f"Ln {len(HYPOTHESES)}, Col 1")
    window.page.locator(".tab").filter(has_text="Report on").click()
    window.run("Meteorscope: Save Report As...")
    name = window.page.locator(".quick-input-widget input.input").first
    expect(name).to_have_value(re.compile(r"\.html$"))
    target = Path(name.input_value()).with_name("saved.md")
    name.fill(str(target))
    name.press("Enter")
    window.until(lambda: target.exists() and target.read_text().startswith("# demo.hyp.en"), True)  # noqa: FBT003


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
def test_the_report_has_the_colours_of_the_theme(open_window: OpenWindow, theme: str) -> None:
    window = open_window(FILES, theme)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Meteorscope: Open Report")
    page = window.panel("summary", has_text="METEOR")
    expect(page.locator("h1")).to_have_text(HYPOTHESIS)
    background, text = page.locator("body").evaluate(
        """body => [document.documentElement, body].map((_, place) =>
            getComputedStyle(body)[place ? "color" : "backgroundColor"])"""
    )
    ground = window.editor_of(HYPOTHESIS).locator(".monaco-editor-background").first
    editor = ground.evaluate("ground => getComputedStyle(ground).backgroundColor")
    assert background == editor
    assert text != background
    tint = page.locator(".chunk").first.evaluate("chunk => getComputedStyle(chunk).backgroundColor")
    assert (brightness(tint) > 128) == (theme == LIGHT)


def brightness(colour: str) -> float:
    """Of a colour ``rgb(...)``, from 0 to 255."""
    red, green, blue, *_ = map(int, re.findall(r"\d+", colour))
    return 0.299 * red + 0.587 * green + 0.114 * blue


OTHERS: Final = [text.replace("the", "a") for text in REFERENCES]


def test_a_hypothesis_is_shown_against_the_reference_that_is_chosen(
    open_window: OpenWindow,
) -> None:
    window = open_window(
        {HYPOTHESIS: HYPOTHESES, "demo.ref1.en": REFERENCES, "demo.ref2.en": OTHERS}
    )
    window.open(HYPOTHESIS)
    window.run("Meteorscope: Show Alignment")
    heading = window.panel("mtr-panel-heading").locator(".mtr-panel-heading")
    expect(heading).to_contain_text("reference 1")
    window.focus(HYPOTHESIS)
    window.run("Meteorscope: Choose Reference...")
    window.choose("demo.ref2.en")
    expect(heading).to_contain_text("reference 2")
    expect(window.editor_of("demo.ref2.en")).to_be_visible()
    window.focus(HYPOTHESIS)
    window.run("Meteorscope: Choose Reference...")
    window.choose("The best of each segment")
    expect(heading).to_contain_text("reference 1")


def test_another_file_becomes_the_reference(open_window: OpenWindow) -> None:
    window = open_window({"alone.hyp.en": HYPOTHESES, "notes.txt": REFERENCES})
    window.open("alone.hyp.en")
    window.run("Meteorscope: Choose Reference...")
    window.choose("Another File...")
    window.choose("notes.txt")
    expect(window.status).to_contain_text(score_of(HYPOTHESES, REFERENCES))
    window.open("meteor.toml")
    expect(window.line('references = ["notes.txt"]')).to_be_visible()


def test_another_variant_is_chosen_from_a_list(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text(score_of(HYPOTHESES, REFERENCES))
    other = Meteor(variant="linear-penalty", language="en").corpus(HYPOTHESES, [REFERENCES])
    window.run("Meteorscope: Choose Variant of METEOR...")
    expect(window.choice("classic")).to_contain_text("the current variant")
    window.choose("linear-penalty")
    expect(window.status).to_contain_text(f"METEOR {other.score:.4f}")
    window.run("Meteorscope: Choose Variant of METEOR...")
    expect(window.choice("linear-penalty")).to_contain_text("the current variant")
    window.choose("classic")
    expect(window.status).to_contain_text(score_of(HYPOTHESES, REFERENCES))


def test_exported_scores_open_and_are_no_hypothesis(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Meteorscope: Export Scores of All Segments")
    tab = window.page.locator(".editor-group-container.active .tab.active")
    expect(tab).to_contain_text(".scores.tsv")
    expect(window.line("segment").first).to_be_visible()
    expect(window.page.locator("[id='status.editor.mode']")).to_have_text("Tab-Separated Values")


def test_the_reason_of_a_pairing_is_told(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.status.click()
    window.choose("Explain Pairing")
    expect(window.notifications.first).to_contain_text(REFERENCE)


def test_the_panel_is_used_with_keys_alone(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    window.run("Meteorscope: Show Alignment")
    panel = window.panel("mtr-panel-heading")
    expect(panel.locator(".mtr-panel-heading")).to_contain_text("Segment 1")
    window.run("Focus on Alignment View")
    focused = panel.locator(".mtr-picture-word:focus")
    expect(focused).to_have_text("The")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        window.page.keyboard.press(key)
    expect(focused).to_have_attribute("data-side", "reference")
    expect(focused).to_have_text("sat")
    window.page.keyboard.press("Enter")
    end = column(REFERENCES[0], "sat") + len("sat")
    expect(window.position).to_contain_text(f"Ln 1, Col {end} (3 selected)")
    # The diagram is whole again: nothing is pointed at or pinned.
    expect(panel.locator("[aria-selected='true'], .mtr-current")).to_have_count(0)


def test_the_picture_of_the_panel_is_saved(open_window: OpenWindow) -> None:
    window = open_window(FILES)
    window.open(HYPOTHESIS)
    window.run("Meteorscope: Show Alignment")
    panel = window.panel("mtr-panel-heading")
    with window.page.expect_download() as download:
        panel.get_by_role("button", name="Save picture").click()
    picture = download.value.path().read_text(encoding="utf-8")
    assert picture.startswith("<?xml")
    assert "<svg" in picture
    assert "var(--" not in picture


def test_a_comparison_with_another_hypothesis(open_window: OpenWindow) -> None:
    window = open_window({**FILES, "demo.better.en": REFERENCES})
    window.open(HYPOTHESIS)
    expect(window.status).to_contain_text("METEOR 0.")
    window.run("Meteorscope: Compare with Another Hypothesis...")
    window.choose("demo.better.en")
    page = window.panel("files", has_text="demo.better.en")
    expect(page.locator("table").first).to_contain_text("METEOR")


def test_a_file_without_a_reference_says_so(open_window: OpenWindow) -> None:
    window = open_window({"alone.hyp.en": HYPOTHESES})
    window.open("alone.hyp.en")
    window.run("Meteorscope: Show Alignment")
    panel = window.panel("mtr-panel-note")
    window.focus("alone.hyp.en")
    expect(panel.locator(".mtr-panel-note")).to_contain_text("is not paired")
    panel.get_by_role("button", name="Why not?").click()
    expect(window.notifications.first).to_contain_text("alone.hyp.en")
