"""The extension in a real VS Code: a bilingual file, whose segments are not lines."""

import re
from dataclasses import replace
from functools import partial
from html import unescape
from pathlib import Path
from typing import Final

from playwright.sync_api import expect

from tests.editors.bilingual_sample import (
    AMPERSAND,
    CODES,
    LOW,
    UNITS,
    Sample,
    in_xml,
    merged,
    target_line,
    xliff,
)
from tests.editors.vscode.conftest import OpenWindow
from tests.editors.vscode.window import Window

NAME: Final = "job.xlf"
WORD: Final = "round"
IN_ITS_PLACE: Final = "🌖 big round"


def shown_targets(window: Window) -> list[str]:
    """The lines of the final translations with all that is drawn in them, without spaces."""
    lines = [re.sub(r"\s", "", line) for line in window.lines(NAME)]
    return [line for line in lines if line.startswith("<target>")]


def with_score(sample: Sample, written: str | None = None) -> str:
    """The same as it should be: the score stands behind the text, before the end tag."""
    text = in_xml(sample.target) if written is None else written
    return re.sub(r"\s", "", f"<target>{text}{sample.hint}</target>")


def chunks(window: Window) -> list[object]:
    """The coloured runs, line by line, of those lines that have any."""
    lines = [line for line in window.colours(NAME) if line]
    return [merged([replace(run, text=unescape(run.text)) for run in line]) for line in lines]


def expected_chunks(units: tuple[Sample, ...]) -> list[object]:
    sides = ("reference", "hypothesis")  # the final translation stands first
    found = [sample.colours(side) for sample in units for side in sides]
    return [runs for runs in found if runs]


def test_an_xliff_file_shows_scores_and_chunks_where_texts_stand_and_bears_half_a_tag(
    open_window: OpenWindow, pictures: Path
) -> None:
    window = open_window({NAME: xliff(), "meteor.toml": ['emphasis = "chunks"']})
    window.open(NAME)
    window.until(partial(shown_targets, window), [with_score(sample) for sample in UNITS])
    window.until(partial(chunks, window), expected_chunks(UNITS))
    expect(window.status).to_contain_text("METEOR 0.")

    # A key in a target changes its score, and no other.
    line = xliff().index(target_line(UNITS[CODES])) + 1
    column = target_line(UNITS[CODES]).index(WORD) + 1
    window.go_to(line, column)
    window.page.keyboard.type("🌖 big ")
    sample = Sample(UNITS[CODES].mt, UNITS[CODES].target.replace(WORD, IN_ITS_PLACE))
    edited = tuple(sample if number == CODES else each for number, each in enumerate(UNITS))
    window.until(partial(shown_targets, window), [with_score(sample) for sample in edited])
    window.until(partial(chunks, window), expected_chunks(edited))
    expect(window.status).to_contain_text(f"{CODES + 1}: {sample.hint.split()[-1]}")

    # The panel draws the segment at the cursor.
    window.run("Meteorscope: Show Alignment")
    panel = window.panel("mtr-panel-heading")
    expect(panel.locator(".mtr-panel-heading")).to_contain_text(f"Segment {CODES + 1} ")
    expect(panel.locator(".mtr-panel-picture")).to_contain_text("🌖")
    window.focus(NAME)
    window.go_to(line - 5, 1)
    expect(panel.locator(".mtr-panel-heading")).to_contain_text(f"Segment {AMPERSAND + 1} ")

    # Half a tag: one remark, at its place; what others show stays.
    window.go_to(line, column)
    window.page.keyboard.type("<g ")
    faults = window.editor_of(NAME).locator(".squiggly-warning")
    expect(faults).to_have_count(1)
    broken = in_xml(sample.target).replace(IN_ITS_PLACE, f"<g {IN_ITS_PLACE}")
    others = [with_score(each) for each in edited if each is not sample]

    def others_keep_theirs() -> list[str]:
        return [line for line in shown_targets(window) if re.sub(r"\s", "", broken) not in line]

    window.until(others_keep_theirs, others)
    window.picture(pictures, "vscode-xliff-broken")
    for _ in range(3):
        window.page.keyboard.press("Backspace")
    expect(faults).to_have_count(0)
    window.until(partial(shown_targets, window), [with_score(sample) for sample in edited])
    window.until(partial(chunks, window), expected_chunks(edited))

    # From a word of the final translation to the machine's, and to the worst segment.
    window.go_to(line, target_line(UNITS[CODES]).index("Press") + 2)
    window.run("Go to Definition")
    expect(window.position).to_contain_text(f"Ln {line + 1}, ")
    window.run("Go to Next Worst Segment")
    worst = xliff().index(target_line(UNITS[LOW])) + 1
    expect(window.position).to_contain_text(f"Ln {worst}, Col {len('<target>') + 1}")
    window.picture(pictures, "vscode-xliff")
