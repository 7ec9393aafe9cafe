"""One segment under a person's hands; expected numbers come from the core, not from the view."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Locator, expect

from meteor_core import Meteor, TunedVariant, measure, tuned_text
from meteor_core.score.results import SegmentResult
from tests.widget.browser.conftest import OpenNotebook, Picture

HYPOTHESIS = "The police is looking for witnesses who have observed the accident in the night."
REFERENCES = (
    "Police are looking for witnesses who saw the accident in the early hours of Sunday.",
    "The police are seeking anyone who witnessed the accident on Saturday night.",
)
VIEW = f"""\
from meteor_widget import AlignmentView
view = AlignmentView({HYPOTHESIS!r}, {list(REFERENCES)!r})
view"""


def result(hypothesis: str, references: Sequence[str] = REFERENCES) -> SegmentResult:
    return Meteor(language="en").score(hypothesis, references)


def expect_score(view: Locator, score: float) -> None:
    expect(view.get_by_role("region", name="Score", exact=True)).to_contain_text(f"{score:.4f}")


def expect_words(view: Locator, side: str, expected: SegmentResult) -> None:
    """Every word of a row says the stage and the chunk of its match, or that it has none."""
    alignment = expected.alignment
    row = alignment.hypothesis if side == "hypothesis" else alignment.reference
    said = ["no match"] * len(row.spans)
    for match in alignment.matches:
        for token in range(*getattr(match, side)):
            said[token] = rf"{match.stage} match with .*, chunk {match.chunk + 1}"
    words = view.get_by_role("listbox", name=side.capitalize()).get_by_role("option")
    expect(words).to_have_count(len(said))
    for number, text in enumerate(said):
        expect(words.nth(number)).to_have_attribute("aria-label", re.compile(f", {text}$"))


def test_words_links_and_score_follow_as_one_types(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    view = open_notebook(VIEW).show(0)
    expect_score(view, result(HYPOTHESIS).score)
    editor = view.get_by_role("textbox", name="Hypothesis")
    editor.press("Control+End")
    editor.press_sequentially(" Police saw the accident early on Saturday.", delay=20)
    typed = f"{HYPOTHESIS} Police saw the accident early on Saturday."
    expected = result(typed)
    expect_score(view, expected.score)
    for side in ("hypothesis", "reference"):
        expect_words(view, side, expected)
    links = view.locator(".mtr-picture-link, .mtr-picture-stub")  # on one line, or across two
    assert links.count() >= len(expected.alignment.matches)
    picture(view)
    editor.fill("")
    expect_score(view, 0)
    expect(links).to_have_count(0)
    # A suggestion is accepted and undone.
    editor.fill(HYPOTHESIS)
    expect_score(view, result(HYPOTHESIS).score)
    view.get_by_role("button", name=re.compile(r"^\+0\.\d+")).first.click()
    expect(editor).not_to_have_value(HYPOTHESIS)
    better = result(editor.input_value()).score
    assert better > result(HYPOTHESIS).score
    expect_score(view, better)
    editor.press("Control+z")
    expect(editor).to_have_value(HYPOTHESIS)
    expect_score(view, result(HYPOTHESIS).score)


def test_sliders_references_and_variants_score_as_the_core(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        VIEW,
        "print(view.gamma, f'{view.result.score:.4f}')",
        "print(view.reference, len(view.references))",
        "print(view.variant, view.signature)",
    )
    view = notebook.show(0)
    gamma = view.get_by_role("slider", name="gamma")
    gamma.press("End")
    parameters = replace(Meteor(language="en").configuration.parameters, gamma=1)
    best = max(
        measure(each.statistics, parameters).score
        for each in Meteor(language="en").score_each(HYPOTHESIS, REFERENCES)
    )
    expect_score(view, best)
    notebook.expect_printed(1, f"1.0 {best:.4f}")
    view.get_by_role("button", name="Reset γ gamma").click()
    expect(gamma).to_have_value("0.5")
    expect_score(view, result(HYPOTHESIS).score)

    view.get_by_role("combobox", name="Variant").select_option("linear-penalty")
    meteor = Meteor("linear-penalty", "en")
    expect_score(view, meteor.score(HYPOTHESIS, REFERENCES).score)
    notebook.expect_printed(3, f"linear-penalty {meteor.signature(len(REFERENCES))}")
    view.get_by_role("combobox", name="Variant").select_option("classic")

    scores = [result(HYPOTHESIS, [reference]).score for reference in REFERENCES]
    worse = scores.index(min(scores))
    view.get_by_role("radio", name=f"Reference {worse + 1}").check()
    expect_score(view, min(scores))
    notebook.expect_printed(2, f"{worse} 2")
    view.get_by_role("radio", name="show the reference with the best score").check()
    expect_score(view, max(scores))
    view.get_by_role("button", name="Add a reference").click()
    view.get_by_role("textbox", name="Reference 3").fill(HYPOTHESIS)
    expect_score(view, 1)
    notebook.expect_printed(2, "None 3")


def test_a_word_lights_its_chunk_and_tells_why_it_matched(
    open_notebook: OpenNotebook, picture: Picture
) -> None:
    notebook = open_notebook(VIEW)
    view = notebook.show(0)
    is_lit = re.compile(r"\bmtr-lit\b")
    word = view.get_by_role("option", name=re.compile("^police, exact")).first
    expect_score(view, result(HYPOTHESIS).score)
    notebook.rest()
    word.hover()
    expect(view.locator(".mtr-picture-why")).to_contain_text("same word: police")
    expect(word).to_have_class(is_lit)
    lit = view.locator(".mtr-lit[data-token]")
    matches = result(HYPOTHESIS).alignment.matches
    (number,) = (match.chunk for match in matches if match.hypothesis[0] == 1)
    of_chunk = [match for match in matches if match.chunk == number]
    expect(lit).to_have_count(2 * len(of_chunk))
    picture(view)
    view.get_by_role("textbox", name="Hypothesis").hover()
    expect(lit).to_have_count(0)
    view.get_by_role("listbox", name="Hypothesis").get_by_role("option").first.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(view.locator(".mtr-picture-why")).to_contain_text("same word: police")
    expect(word).to_have_class(is_lit)


def test_a_tuned_variant_is_offered_by_its_files_name(
    open_notebook: OpenNotebook, tmp_path: Path
) -> None:
    tuned = TunedVariant(base="classic", alpha=0.125, beta=1)
    path = tmp_path / "tuned.toml"
    path.write_text(tuned_text(tuned), encoding="utf-8")
    code = f"{VIEW.removesuffix('view')}view.variant = {str(path)!r}\nview"
    notebook = open_notebook(code, "print(view.variant, view.signature.tuned)")
    view = notebook.show(0)
    variants = view.get_by_role("combobox", name="Variant")
    expect(variants.locator("option:checked")).to_have_text("tuned.toml")
    expect(view.locator("summary")).to_contain_text("tuned.toml, English")
    expect_score(view, Meteor(tuned).score(HYPOTHESIS, REFERENCES).score)
    variants.select_option("linear-penalty")
    expect_score(view, Meteor("linear-penalty").score(HYPOTHESIS, REFERENCES).score)
    variants.select_option(label="tuned.toml")
    expect_score(view, Meteor(tuned).score(HYPOTHESIS, REFERENCES).score)
    notebook.expect_printed(1, f"{path} {tuned.digest}")
