"""A file without its partner, mistakes in meteor.toml, hovers with markup: in a real VS Code."""

from pathlib import Path
from typing import Final

from playwright.sync_api import expect

from meteor_core import Meteor, TunedVariant, tuned_text
from tests.editors.vscode.conftest import OpenWindow

MARKUP: Final = "See https://example.org/a_b_(c) . The *dancers* danced , mail me@b.org <b>"
TOML: Final = (
    "lowScore = 0.4",
    'varient = "nltk"',
    "[[pairs]]",
    'hypothesis = "out/{x}.txt"',
    'references = "ref/{x}.txt"',
)


def test_a_partner_is_created_from_the_lens(open_window: OpenWindow, pictures: Path) -> None:
    window = open_window({"alone.hyp.en": ["one two", "three"]})
    window.open("alone.hyp.en")
    lenses = window.editor_of("alone.hyp.en").locator(".codelens-decoration")
    expect(lenses).to_contain_text("METEOR: there is no reference alone.ref.en")
    window.picture(pictures, "missing-partner")
    lenses.get_by_text("create alone.ref.en").click()
    expect(window.editor_of("alone.ref.en")).to_be_visible()
    window.page.keyboard.type("one two")
    window.open("alone.hyp.en")
    expect(window.status).to_contain_text("1: 1.000")


def test_mistakes_in_the_project_file_are_marked(open_window: OpenWindow, pictures: Path) -> None:
    window = open_window({"x.hyp.en": ["one"], "x.ref.en": ["one"], "meteor.toml": TOML})
    window.open("meteor.toml")
    editor = window.editor_of("meteor.toml")
    expect(editor.locator(".squiggly-error")).to_have_count(1)
    expect(editor.locator(".squiggly-warning")).to_have_count(1)
    window.go_to(1)
    window.page.keyboard.press("End")
    window.page.keyboard.press("Enter")
    window.page.keyboard.type("ali")
    window.page.keyboard.press("Control+Space")
    expect(window.page.locator(".suggest-widget .focused")).to_contain_text("align")
    window.picture(pictures, "project-file")


def test_scores_follow_a_tuned_variant(open_window: OpenWindow) -> None:
    hypothesis, reference = "the cats sat", "the cat sat on a mat"

    def corpus(alpha: float) -> str:
        meteor = Meteor(TunedVariant(base="classic", alpha=alpha))
        return f"METEOR {meteor.corpus([hypothesis], [[reference]]).score:.4f}"

    tuned = tuned_text(TunedVariant(base="classic", alpha=0.75)).splitlines()
    project = ['variant = "tuned.toml"']
    pair = {"x.hyp.en": [hypothesis], "x.ref.en": [reference]}
    window = open_window({**pair, "meteor.toml": project, "tuned.toml": tuned})
    window.open("x.hyp.en")
    expect(window.status).to_contain_text(corpus(0.75))
    window.run("Meteorscope: Choose Variant of METEOR...")
    expect(window.choice("tuned.toml")).to_be_visible()
    window.page.keyboard.press("Escape")
    window.open("tuned.toml")
    window.go_to(tuned.index("alpha = 0.75") + 1)
    for key in ("End", "Backspace", "Backspace", "5"):
        window.page.keyboard.press(key)
    window.page.keyboard.press("Control+s")
    window.open("x.hyp.en")
    expect(window.status).to_contain_text(corpus(0.5))


def test_a_hover_shows_the_text_as_it_is(open_window: OpenWindow, pictures: Path) -> None:
    window = open_window({"x.hyp.en": [MARKUP], "x.ref.en": [f". {MARKUP}"[:-4]]})
    window.open("x.hyp.en")
    expect(window.status).to_contain_text("METEOR 0.")
    window.point_at("x.hyp.en", 0, "danced")
    hover = window.page.locator(".monaco-hover:visible").first
    expect(hover).to_contain_text("danced matches danced, exact")
    expect(hover).to_contain_text("https://example.org/a_b_(c)")
    expect(hover).to_contain_text("<b>")
    assert hover.locator("a[href*='example.org'], a[href^='mailto']").count() == 0
    window.picture(pictures, "hover-with-markup")
