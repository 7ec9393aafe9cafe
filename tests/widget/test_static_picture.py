"""The SVG picture: laid out as in the browser, well-formed whatever the texts are."""

import json
import re
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any, get_args
from xml.etree.ElementTree import Element, fromstring

import pytest

from meteor_core import Meteor, ParameterError
from meteor_core.show.alignment_format import alignment_json
from meteor_core.show.chunk_colours import chunk_colours
from meteor_widget.static_picture import Theme, alignment_svg
from meteor_widget.static_picture.layout_links import layout_links
from meteor_widget.static_picture.palette import DARK, LIGHT, from_hex, mix, to_hex
from meteor_widget.static_picture.rows import Alignment
from meteor_widget.static_picture.texts import text_width
from tests.widget.random_alignments import random_alignment

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "meteor_widget" / "frontend"
SVG = "{http://www.w3.org/2000/svg}"
ESBUILD = ROOT / "node_modules" / ".bin" / "esbuild"


def measure(text: str) -> float:
    """As in ``layouts_for_python.ts``."""
    width = 0.0
    for character in text:
        width += 3 + (ord(character) % 97) / 7
    return width


def camel_case(value: Any) -> Any:
    if isinstance(value, dict):
        return {_camel(key): camel_case(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [camel_case(one) for one in value]
    return value


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


@pytest.fixture(scope="module")
def front_end(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The front end's own layout as a script."""
    if shutil.which("node") is None or not ESBUILD.exists():
        pytest.skip("needs node and the front end's packages: npm ci")
    script = tmp_path_factory.mktemp("layouts") / "layouts.mjs"
    source = FRONTEND / "test" / "layouts_for_python.ts"
    subprocess.run(
        [ESBUILD, source, "--bundle", "--format=esm", "--platform=node", f"--outfile={script}"],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return script


def test_the_layout_is_the_front_ends(front_end: Path) -> None:
    random = Random(20_050_629)
    cases: list[dict[str, Any]] = [
        {
            "alignment": random_alignment(random),
            "width": random.choice((60, 240, 400, 559, 560, 800, 1200)),
            "names": {
                "hypothesis": random.choice(("hypothesis", "MT", "系統" * 20)),
                "reference": "r",
            },
        }
        for _ in range(400)
    ]
    done = subprocess.run(
        ["node", front_end],
        input=json.dumps(cases).encode(),
        check=True,
        capture_output=True,
        timeout=120,
    )
    for case, expected in zip(cases, json.loads(done.stdout), strict=True):
        alignment = Alignment.of(case["alignment"])
        ours = layout_links(alignment, width=case["width"], names=case["names"], measure=measure)
        starts = [chunk["reference"][0] for chunk in alignment.chunks]
        shown = {**asdict(ours), "colours": chunk_colours(starts)}
        assert camel_case(shown) == expected


def drawn(alignment: dict[str, Any], **options: Any) -> Element:
    return fromstring(alignment_svg({"score": 0.5, **alignment}, **options))


def texts(picture: Element) -> list[str]:
    return [one.text or "" for one in picture.iter(f"{SVG}text")]


def test_any_text_makes_a_well_formed_document() -> None:
    random = Random(7)
    for _ in range(200):
        alignment = random_alignment(random)
        picture = drawn(alignment, width=random.choice((100, 500, 900)))
        assert {element.tag.removeprefix(SVG) for element in picture.iter()} <= {
            *("svg", "title", "desc", "rect", "g", "path", "text"),
        }
        words = sum(len(alignment[side]["tokens"]) for side in ("hypothesis", "reference"))
        assert len(texts(picture)) >= words


def scored(hypothesis: str, reference: str) -> dict[str, Any]:
    meteor = Meteor(tokenizer="whitespace")
    return alignment_json(1, meteor.score(hypothesis, [reference]))


def test_texts_are_shown_as_they_are() -> None:
    hostile = ["<script>alert(1)</script>", "]]>", "<!--", "&lt;", "\"'", "javascript:alert(1)"]
    alignment = scored(" ".join(hostile), "none")
    assert set(hostile) <= set(texts(fromstring(alignment_svg(alignment))))


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("\x00", "␀"),
        ("\x1b", "␛"),
        ("\x7f", "␡"),
        ("\x9b", "\ufffd"),
        ("\ud800", "\ufffd"),
        ("\ufffe", "\ufffd"),
        ("\u202e", "\ufffd"),
    ],
)
def test_what_cannot_be_shown_is_visible(character: str, shown: str) -> None:
    document = alignment_svg(scored(f"a{character}b", "c"))
    assert f"a{shown}b" in texts(fromstring(document))
    assert character not in document
    document.encode("utf-8")


def test_the_picture_says_what_it_shows_without_being_seen() -> None:
    picture = fromstring(alignment_svg(scored("dancing with glee", "danced with joy")))
    assert picture.get("role") == "img"
    assert (picture.findtext(f"{SVG}title") or "").startswith("2 matches in 1 chunk; score 0.")
    description = picture.findtext(f"{SVG}desc") or ""
    assert description.startswith(
        "hypothesis: dancing with glee\nreference: danced with joy\nMETEOR|"
    )


def test_every_link_tells_its_stage_and_every_chunk_its_number() -> None:
    alignment = scored("dancing with glee we went home", "we went home and danced with glee")
    document = alignment_svg(alignment)
    assert document.count('stroke-dasharray="6 3"') == 2  # the link and the legend
    picture = fromstring(document)
    numbers = [one.text for one in picture.iter(f"{SVG}text") if one.get("font-weight") == "700"]
    assert sorted(map(str, numbers)) == ["1", "1", "2", "2"]


def test_themes_differ_in_colours_alone() -> None:
    alignment = scored("dancing with glee", "danced with joy")
    light, dark, auto = (alignment_svg(alignment, theme=theme) for theme in get_args(Theme))
    colour = re.compile(r"#[0-9a-f]{6}")
    assert light != dark
    assert colour.sub("", light) == colour.sub("", dark)
    assert "<style>" not in light + dark
    # Every class of the automatic picture has a rule, and every rule a class.
    rules = re.search(r"<style>@media \(prefers-color-scheme:dark\){(.*)}</style>", auto)
    assert rules is not None
    assert set(re.findall(r'class="([^"]+)"', auto)) == set(re.findall(r"\.([\w-]+){", rules[1]))
    assert set(colour.findall(rules[1])) == set(colour.findall(dark))
    assert re.sub(r"<style>.*</style>| class=\"[^\"]*\"", "", auto) == light


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_colour_can_be_read_as_text(theme: dict[str, str]) -> None:
    paper = luminance(theme["paper"])
    for name, colour in theme.items():
        if name != "paper":
            low, high = sorted((luminance(colour), paper))
            assert (high + 0.05) / (low + 0.05) >= 4.5, name


# By https://www.w3.org/TR/css-color-4: color-mix(in oklab, ...) as Chromium 156 computes it.
@pytest.mark.parametrize(
    ("first", "second", "share", "expected"),
    [("#000000", "#ffffff", 0.5, "#636363"), ("#ff0000", "#0000ff", 0.5, "#8c53a2")],
)
def test_colours_are_mixed_as_css_does(
    first: str, second: str, share: float, expected: str
) -> None:
    assert to_hex(mix(from_hex(first), from_hex(second), share)) == expected
    assert to_hex(from_hex(expected)) == expected


def test_a_theme_or_colour_that_is_none_is_refused() -> None:
    alignment = scored("a", "a")
    with pytest.raises(ParameterError, match="unknown theme 'drak'; did you mean 'dark'"):
        alignment_svg(alignment, theme="drak")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="unknown colour 'stages'; did you mean 'stage'"):
        alignment_svg(alignment, colour="stages")
    with pytest.raises(ParameterError, match="width is 99, but must be 100 px or more"):
        alignment_svg(alignment, width=99)


# Of 1,000 units an em; from Adobe's Helvetica.afm, which Arial and Liberation Sans share.
@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("W", 944),
        ("i", 222),
        ("m", 833),
        ("0123456789", 5560),
        ("Hamburg", 722 + 556 + 833 + 556 + 556 + 333 + 556),
        ("ÉéÅç", 667 + 556 + 667 + 500),
        ("e\u0301", 556),  # one letter, two characters
        ("今日は", 3000),  # ideographs are as wide as they are high
        ("한국", 2000),
        ("👩‍👩‍👧", 1250),  # one picture
        ("🇩🇪", 1250),
        ("👍🏽", 1250),
        ("\u0301", 0),
        ("", 0),
    ],
)
def test_widths_without_a_font(text: str, units: float) -> None:
    assert text_width(text, 1000) == pytest.approx(units)
    assert text_width(text, 15) == pytest.approx(units * 0.015)


def test_words_keep_their_width_where_it_is_known() -> None:
    picture = fromstring(alignment_svg(scored("Hamburg สวัสดี", "x")))
    lengths = {one.text: one.get("textLength") for one in picture.iter(f"{SVG}text")}
    assert lengths["Hamburg"] == "61.68"
    assert lengths["สวัสดี"] is None  # an estimate would only distort it
