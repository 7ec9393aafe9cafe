"""Reports, read back by an HTML parser and set beside what the command line prints."""

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from meteor_core import InputError, Meteor
from meteor_core.score.results import SegmentScore
from meteor_lsp.project.settings import Emphasis
from meteor_lsp.reports.comparison import comparison_page
from meteor_lsp.reports.content import MAX_SEGMENTS, Report, ReportSegment
from meteor_lsp.reports.document import Piece, labelled
from meteor_lsp.reports.html import html_report
from meteor_lsp.reports.page import Page as PageOf
from meteor_lsp.reports.page import (
    PageSegment,
    Section,
    page_in_html,
    page_in_markdown,
    page_in_text,
)
from meteor_lsp.reports.scores_page import scores_json, scores_page, scores_tsv
from meteor_lsp.reports.text import text_report
from meteor_lsp.scoring.scores import Order

EXAMPLES = Path(__file__).parents[2] / "examples"
METEOR = Meteor()

HOSTILE = [
    "<script>alert(1)</script> the cat sat",
    "</style><img src=x onerror=alert(2)> \"quoted\" 'word' & javascript:alert(3)",
    "</p></article></body><!-- & &amp; &lt; ]]>",
    "وصل الوزير إلى المدينة with Latin words 123",
    "שלום עולם 123 abc",
    "emoji 👍 👩‍👩‍👧 here",
    "\u202eevil override\u2066 then words",
    "a   b\t\tspaces  kept",
    "",
]
UNSHOWABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def lines_of(name: str) -> list[str]:
    return (EXAMPLES / name).read_bytes().decode().removesuffix("\n").split("\n")


def report_of(
    hypotheses: Sequence[str], references: Sequence[str], *, title: str = "news.hyp.en"
) -> Report:
    results = METEOR.segments(hypotheses, [references])
    segments = [
        ReportSegment(
            number=number,
            result=result,
            hypothesis=hypothesis,
            reference=reference,
            source=f"{hypothesis} source",
            diagnostics=(f"{reference} diagnostic",),
        )
        for number, (result, hypothesis, reference) in enumerate(
            zip(results, hypotheses, references, strict=True), start=1
        )
    ]
    return Report(
        title=title,
        hypothesis=f"{title} hypothesis",
        reference=f"{title} reference",
        corpus=METEOR.corpus(hypotheses, [references]),
        segments=segments,
    )


class Page(HTMLParser):
    """What a reader of a page gets: texts by class, with the elements and attributes used."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[tuple[str, str]] = []
        self.texts: list[tuple[str, list[str]]] = []
        self.titles: list[str] = []
        self.numbers: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.attributes.update(values)
        if "title" in values:
            self.titles.append(values["title"])
        if "data-chunk" in values:
            self.numbers.append(values["data-chunk"])
        if tag == "article":
            self.numbers.append(values["id"])
        if tag not in {"meta", "line"}:
            self.open.append((tag, values.get("class", "")))
            self.texts.append((f"{tag} {values.get('class', '')}".strip(), []))
            self._within = [*getattr(self, "_within", []), self.texts[-1][1]]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag
        self._within.pop()

    def handle_data(self, data: str) -> None:
        for parts in getattr(self, "_within", []):
            parts.append(data)

    def of(self, element: str) -> list[str]:
        return ["".join(parts) for name, parts in self.texts if name == element]


# HTML


def shown(text: str) -> str:
    return UNSHOWABLE.sub("\ufffd", text)


def assert_page_holds(report: Report) -> Page:
    page = html_report(report)
    page.encode()
    read = Page(page)
    ranked = sorted(report.segments, key=lambda each: each.result.score)
    blank = [each for each in ranked if not (each.hypothesis.strip() or each.reference.strip())]
    ranked = [each for each in ranked if each not in blank] + blank
    expected = [shown(text) for each in ranked for text in (each.hypothesis, each.reference)]
    assert sorted(read.of("p text aligned")) == sorted(expected)
    assert sorted(read.of("p text")) == sorted(shown(each.source or "") for each in ranked)
    assert sorted(read.of("li")) == sorted(shown(each.diagnostics[0]) for each in ranked)
    assert read.of("h1") == [shown(report.title)]
    assert not read.tags & {"script", "img", "a", "link", "iframe"}
    assert read.attributes <= {
        *("charset", "http-equiv", "content", "name", "lang", "class", "id", "style", "title"),
        *("data-chunk", "dir", "viewbox", "role", "aria-label"),
        *("x", "y", "x1", "x2", "y1", "y2", "width", "height", "rx"),
    }
    return read


def test_a_page_of_hostile_texts_holds_them_as_they_are() -> None:
    read = assert_page_holds(report_of(HOSTILE, HOSTILE[1:] + HOSTILE[:1], title=HOSTILE[1]))
    assert read.tags <= {
        *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "bdi", "div"),
        *("section", "small", "dl", "dt", "dd", "svg", "rect", "line", "text", "span", "b"),
        *("article", "header", "strong", "i", "ul", "li"),
    }


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.lists(st.text(st.characters(exclude_characters="\r"), max_size=6), max_size=6).map(
                " ".join
            ),
            st.lists(st.sampled_from(["<b>", "&lt;", '"', "cat", "\x00", "كتاب"]), max_size=6).map(
                " ".join
            ),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_page_holds_any_texts(pairs: list[tuple[str, str]]) -> None:
    assert_page_holds(report_of([one + other for one, other in pairs], [two for _, two in pairs]))


def test_nothing_is_loaded_and_nothing_runs() -> None:
    page = html_report(report_of(HOSTILE, HOSTILE))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in page
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert page.count("<style>") == page.count("</style>") == 1


def test_the_corpus_and_its_signature_are_on_the_page() -> None:
    report = report_of(lines_of("city-news.hyp.en"), lines_of("city-news.ref.en"))
    read = assert_page_holds(report)
    measures = [report.corpus.precision, report.corpus.recall]
    measures += [report.corpus.f_mean, report.corpus.penalty]
    assert read.of("p score") == [f"METEOR{report.corpus.score:.4f}"]
    assert read.of("dd")[:4] == [f"{measure:.4f}" for measure in measures]
    assert read.of("p signature muted") == [str(report.corpus.signature)]
    bars = [int(text) for text in read.of("text") if "." not in text]
    assert sum(bars) == len(report.segments)


def test_chunks_have_the_same_number_on_both_sides_and_matches_say_why() -> None:
    report = report_of(["dancing with glee , the man spoke"], ["the man danced with joy"])
    read = assert_page_holds(report)
    assert read.numbers == ["1", "segment-1", "1", "2", "2", "1"]
    spoken = ["same word: with", "same word: the", "same word: man", "common stem: danc"]
    assert sorted(read.titles) == sorted(spoken * 2)
    assert read.of("span match stem") == ["dancing", "danced"]


def test_differences_are_marked_on_request() -> None:
    texts = ["it costs 15 euros <b> and more"], ["it costs 51 euros & more today"]
    report = replace(report_of(*texts), emphasis=Emphasis.DIFFERENCES)
    read = Page(html_report(report))
    assert sorted(read.of("p text")) == sorted([*texts[0], *texts[1], f"{texts[0][0]} source"])
    assert read.of("span edit number-or-code") == ["15", "<b>", "51"]
    assert "today" in read.of("span edit added")
    assert read.numbers == ["segment-1"]
    plain = Page(html_report(replace(report, emphasis=Emphasis.OFF)))
    assert plain.numbers == ["segment-1"]
    assert plain.of("b edit added") == []


def test_the_worst_segments_come_first_and_the_rest_is_counted() -> None:
    hypotheses = ["", *["the cat"] * (MAX_SEGMENTS + 1), "a dog"]
    references = ["", *["the cat"] * (MAX_SEGMENTS + 1), "the cat"]
    page = html_report(report_of(hypotheses, references))
    order = re.findall(r'id="segment-(\d+)"', page)
    assert order[0] == str(len(hypotheses))  # the blank pair at the start says nothing
    assert len(order) == MAX_SEGMENTS
    assert "3 segments that score higher left out." in page
    assert "3 segments that score higher left out." in written(report_of(hypotheses, references))


def test_the_greatest_shortfalls_come_first_where_they_are_asked_for() -> None:
    hypotheses, references = ["Sport", "a b c d x", "a b"], ["Weather", "a b c d e", "a b"]
    report = replace(report_of(hypotheses, references), order=Order.SHORTFALL)
    page = html_report(report)
    assert re.findall(r'id="segment-(\d+)"', page) == ["2", "1", "3"]
    assert "Segments, greatest shortfall first" in page


def test_a_score_without_alignment_shows_the_texts() -> None:
    known = METEOR.score("a <b> cat", ["a <b> dog"])
    score = SegmentScore(
        statistics=replace(known.statistics, proved_segments=0, proved_scores=0),
        measures=known.measures,
        signature=known.signature,
        reference=1,
        optimal=False,
    )
    segment = ReportSegment(number=7, result=score, hypothesis="a <b> cat", reference="a <b> dog")
    corpus = METEOR.corpus(["a"], [["a"]])
    report = Report(title="t", hypothesis="h", reference="r", corpus=corpus, segments=[segment])
    read = Page(html_report(report))
    assert read.of("p text") == ["a <b> cat", "a <b> dog"]
    assert read.of("span label") == ["hypothesis", "reference 2"]
    text = written(report)
    assert "hyp  a <b> cat\nref  a <b> dog\n" in text
    assert "not proved optimal" in text


def test_a_report_of_no_segments_is_a_report() -> None:
    report = report_of([], [])
    assert Page(html_report(report)).of("article") == []
    assert "0 segments" in written(report)


# the style sheet


def luminance(colour: str) -> float:
    """By the definition of WCAG 2."""
    return sum(
        part * weight for part, weight in zip(linear(colour), (0.2126, 0.7152, 0.0722), strict=True)
    )


def linear(colour: str) -> list[float]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(light: Sequence[float]) -> list[float]:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    whites = (0.9505, 1, 1.089)
    x, y, z = (
        cube(sum(a * b for a, b in zip(row, light, strict=True)) / white)
        for row, white in zip(rows, whites, strict=True)
    )
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def cube(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


# Machado, Oliveira and Fernandes 2009, at full severity.
SIGHTS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def themes() -> list[dict[str, str]]:
    """The variables of the light and of the dark theme."""
    style = files("meteor_lsp.reports").joinpath("report.css").read_text("utf-8")
    (block,) = re.findall(r":root \{\n(.*?)\}", style, re.DOTALL)
    pairs = re.findall(r"--([a-z0-9-]+): light-dark\((#\w+), (#\w+)\);", block)
    return [{name: colours[dark] for name, *colours in pairs} for dark in (0, 1)]


@pytest.mark.parametrize("theme", themes())
def test_words_on_every_tint_are_legible(theme: dict[str, str]) -> None:
    tints = [colour for name, colour in theme.items() if name.startswith("tint-")]
    assert len(tints) == 6
    for tint in tints:
        dark, light = sorted((luminance(tint), luminance(theme["ink"])))
        assert (light + 0.05) / (dark + 0.05) >= 7


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", themes())
def test_tints_are_distinguishable(theme: dict[str, str], sight: str) -> None:
    tints = [colour for name, colour in theme.items() if name.startswith("tint-")]
    for one, other in itertools.combinations(tints, 2):
        seen = [
            lab(
                [
                    min(max(sum(a * b for a, b in zip(row, linear(colour), strict=True)), 0), 1)
                    for row in SIGHTS[sight]
                ]
            )
            for colour in (one, other)
        ]
        assert sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5 > 10


# plain text


def written(report: Report, width: int = 100) -> str:
    return text_report(report, width).content


def test_the_text_report_has_the_pictures_of_the_command_line() -> None:
    report = report_of(lines_of("city-news.hyp.en"), lines_of("city-news.ref.en"))
    names = [str(EXAMPLES / f"city-news.{part}.en") for part in ("hyp", "ref")]
    arguments = ["align", *names, "--width", "100", "--color", "never"]
    done = run_command(*arguments)
    pictures = re.split(r"\n\n(?=segment )", done.decode())[1:]
    assert len(pictures) == 36
    text = written(report)
    for picture in pictures:
        assert "\n".join(line.rstrip() for line in picture.rstrip("\n").split("\n")) in text
    assert str(report.corpus.signature) in text
    numbers = [int(number) for number in re.findall(r"^segment (\d+) ", text, re.MULTILINE)]
    scores = [report.segments[number - 1].result.score for number in numbers]
    assert scores == sorted(scores)


def test_the_text_report_holds_no_control_characters() -> None:
    hostile = [*HOSTILE, "\x1b[31m red \x07 \x9b2J \ud800", "\u202e bidi"]
    text = written(report_of(hostile, hostile, title="\x1b]0;x\x07"), width=60)
    text.encode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


@given(st.text(alphabet="a b今日كé", max_size=200), st.integers(25, 90))
def test_a_wrapped_paragraph_loses_nothing_and_keeps_its_width(text: str, width: int) -> None:
    lines = list(labelled("src", text, width))
    whole = "".join(line[5:] for line in lines) if text.split() else ""
    assert whole.replace(" ", "") == text.replace(" ", "")
    for line in lines:
        columns = sum(2 if character in "今日" else 1 for character in line)
        assert columns <= width


# tables


def run_command(*arguments: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "meteorscope", *arguments],
        capture_output=True,
        timeout=120,
        check=True,
        env={"PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(EXAMPLES.parent / "core")},
    ).stdout


@pytest.mark.parametrize("kind", ["tsv", "json"])
@pytest.mark.parametrize(("name", "language"), [("city-news", "en"), ("coffee-machine", "de")])
def test_tables_are_what_the_command_line_prints(kind: str, name: str, language: str) -> None:
    names = [str(EXAMPLES / f"{name}.{part}.{language}") for part in ("hyp", "ref")]
    printed = run_command(
        "score", *names, "--segments", "--format", kind, "--language", language
    ).decode()
    texts = [lines_of(Path(name).name) for name in names]
    meteor = Meteor(language=language)
    segments = [
        ReportSegment(number=number, result=result, hypothesis="", reference="")
        for number, result in enumerate(meteor.segments(texts[0], [texts[1]]), start=1)
    ]
    corpus = meteor.corpus(texts[0], [texts[1]])
    assert printed == (scores_tsv(segments) if kind == "tsv" else scores_json(corpus, segments))


def test_tables_of_no_segments_are_valid() -> None:
    corpus = METEOR.corpus([], [[]])
    assert scores_tsv([]) == ""
    assert json.loads(scores_json(corpus, []))["segments"] == []


# comparison

REFERENCES = ["the cat sat", "a dog ran home", "birds sing", "no more", ""]
ONE = ["the cat sat", "a dog", "birds sing", "nothing", ""]
OTHER = ["a cat", "a dog ran", "birds sing", "no more", ""]


def test_a_comparison_has_the_numbers_of_the_command_line(tmp_path: Path) -> None:
    names = ("hyp", "literal")
    files = [EXAMPLES / f"city-news.{name}.en" for name in (*names, "ref")]
    systems = [f"{name}={path}" for name, path in zip(names, files, strict=False)]
    arguments = [
        "compare",
        str(files[-1]),
        "--systems",
        *systems,
        "--analyse",
        "parts",
        "words",
        "--most",
        "10",
    ]
    printed = run_command(*arguments).decode()
    one, other, reference = (lines_of(path.name) for path in files)
    page = comparison_page(names, (one, other), [reference], METEOR)
    text = page_in_text(page).content
    for table in printed.strip().split("\n\n"):
        if not table.startswith(("3 systems", "2 systems")):  # its title says of what files
            assert "\n".join(line.rstrip() for line in table.split("\n")) in text


def test_a_comparison_leads_to_its_segments_the_largest_difference_first() -> None:
    page = comparison_page(("one\x1b", "two"), (ONE, OTHER), [REFERENCES], METEOR)
    (section,) = page.sections
    differences = [
        METEOR.score(theirs, [text]).score - METEOR.score(ours, [text]).score
        for ours, theirs, text in zip(ONE, OTHER, REFERENCES, strict=True)
    ]
    expected = sorted(
        (n for n, by in enumerate(differences) if by), key=lambda n: -abs(differences[n])
    )
    assert [segment.number for segment in section.segments] == [n + 1 for n in expected]
    assert page.lead[0] == "two scores higher in 2 segments, one\x1b in 1; 2 tied"
    for document, mark in (
        (page_in_text(page), "segment"),
        (page_in_markdown(page), "### Segment"),
    ):
        lines = document.content.split("\n")
        assert "\x1b" not in document.content
        assert [number for _, number in document.segments] == [n + 1 for n in expected]
        assert all(lines[line].startswith(f"{mark} {n}") for line, n in document.segments)


def test_incomparable_files_are_rejected() -> None:
    with pytest.raises(InputError, match="two has 4 segments, but one has 5"):
        comparison_page(("one", "two"), (ONE, OTHER[1:]), [REFERENCES], METEOR)


def test_page_escapes_hostile_texts_and_keeps_links() -> None:
    systems = {"a": HOSTILE, "b": HOSTILE[1:] + HOSTILE[:1]}
    page = comparison_page(("<b>", '"'), (systems["a"], systems["b"]), [HOSTILE], METEOR)
    content = page_in_html(page, link=lambda number: f'command:x?"{number}"').content
    content.encode()
    read = Page(content)
    assert not read.tags & {"script", "img", "link", "iframe"}
    assert read.of("h1") == ['<b> and "']
    shown = [segment.number for segment in page.sections[0].segments]
    assert re.findall(r'<a href="([^"]*)">', content) == [
        f"command:x?&#34;{number}&#34;" for number in shown
    ]
    assert "<a " not in page_in_html(page).content
    texts = [text for one in page.sections[0].segments for _, ((text, _),) in one.texts]
    assert read.of("p text") == [UNSHOWABLE.sub("\ufffd", text) for text in texts]


def test_markdown_makes_no_markup_of_texts() -> None:
    report = report_of(["*a* [b](c) `d` <i>", "# x"], ["_a_ ![b](c)\n\n# d", "| x |"])
    content = page_in_markdown(scores_page(report)).content
    html = MarkdownIt("commonmark").enable("table").render(content)
    assert not re.search(r"<(em|strong|a|img|code)[ >]", html.split("<h2>")[1])
    assert html.count("<h1>") == 1


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([("a ", ""), ("b ", "dropped"), ("c", "")], "a ~~b~~ c"),
        ([("a", "added"), (" ", "dropped"), ("b", "moved")], "**a** b"),
    ],
)
def test_markdown_marks_what_one_text_has(pieces: list[Piece], expected: str) -> None:
    segment = PageSegment(number=3, title="t", texts=[("MT", pieces)])
    section = Section(title="s", segments=[segment])
    page = PageOf(title="x", lead=[], tables=[], sections=[section])
    assert f"- MT: {expected}\n" in page_in_markdown(page).content
