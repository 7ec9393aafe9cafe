"""Every variant with every kind of text through every face: nothing raises, all faces agree.

Faults sit where two parts meet that were tried alone. What a score is, other tests ask; here all
faces have to agree with ``Meteor.score``, and to leave the text unharmed. A sample runs with every
``make test`` (20 s); the rest is slow (2 min).
"""

import asyncio
import copy
import csv
import gzip
import io
import json
import math
import pickle
import random
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import pyarrow as pa
import pytest

from meteor_core import IMPLEMENTATION, Meteor, SegmentResult, TunedVariant, tuned_text
from meteor_core.analysis.edits import edit_script
from meteor_core.analysis.improvements import improvements
from meteor_core.arrow import ArrowScorer
from meteor_core.show.alignment_format import alignment_json
from meteor_core.show.text_picture import picture_text
from meteor_widget import AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.pages.alignments_page import alignments_page
from meteor_widget.static_picture import alignment_svg
from tests.lsp.wire import Editor, place, replacement, span, stdio_editor
from tests.meteor15.program import installed_home
from tests.meteor15.small_home import HYPOTHESIS, PARAPHRASES, REFERENCE
from tests.usable_variants import METEOR_IS_THERE, USABLE_VARIANTS
from tests.widget.page_reader import PageReader

Options: TypeAlias = Mapping[str, Any]

METEOR_1_5: Final = "meteor-1.5"

SCORERS: Final[dict[str, Options]] = {
    **{variant: {"variant": variant} for variant in USABLE_VARIANTS},
    METEOR_1_5: {"variant": METEOR_1_5},
    "meteor-1.5, optimal": {"variant": METEOR_1_5, "align": "optimal"},
    "meteor-1.5, corrected": {"variant": METEOR_1_5, "corrections": ["function-words"]},
    "staged": {"align": "staged"},
    "greedy": {"align": "greedy"},
    "delta": {"delta": 0.75},
    "delta, staged": {"variant": "lavie-agarwal-2007", "delta": 0.5},
    "characters": {"tokenizer": "characters"},
    "tuned": {"variant": "tuned.toml"},
}
SAMPLE: Final = ("classic", METEOR_1_5)
"""The scorers of ``make test``."""

TUNED: Final = TunedVariant(base="classic", alpha=0.85, beta=1.5, delta=0.75, weights=(1, 0.6, 0.8))
"""What its file says, which lies in the current folder and in the server's."""

_WORDS: Final = ("the", "of", "house", "home", "a", "number", "several", "dance", "dances", "cat")
_MANY: Final = 1000 if IMPLEMENTATION == "compiled" else 60
_LONG: Final = [" ".join(random.Random(seed).choices(_WORDS, k=_MANY)) for seed in (1, 2)]


@dataclass(frozen=True, slots=True)
class Segment:
    """A hypothesis with its references."""

    hypothesis: str
    references: tuple[str, ...]


SEGMENTS: Final = {
    "one token": Segment("cat", ("dog",)),
    "one token, twice": Segment("cat", ("cat",)),
    "identical": Segment("We danced with joy, all night.", ("We danced with joy, all night.",)),
    "m words for n": Segment(HYPOTHESIS, (REFERENCE,)),
    "m for n alone": Segment("a number of", ("several",)),
    "repeated words": Segment("the the cat the the", ("the cat the mat the the the",)),
    "right to left": Segment("הילדים רקדו בשמחה today", ("הילדים רקדו today בשמחה רבה",)),
    "Arabic": Segment("القط جلس على الحصيرة", ("جلس القط على السجادة",)),
    "Chinese": Segment("猫坐在垫子上。", ("那只猫坐在垫子上面。",)),
    "Thai": Segment("แมวนั่งบนเสื่อ", ("แมวนั่งอยู่บนเสื่อ",)),
    "emoji": Segment("I 👩‍👩‍👧 love 🇩🇪 cats 😀", ("I love 😀 cats 👩‍👩‍👧 🇩🇪",)),
    "empty hypothesis": Segment("", ("a cat",)),
    "empty reference": Segment("a cat", ("",)),
    "empty": Segment("", ("",)),
    "blank": Segment("  \u3000 ", ("\t",)),
    "punctuation": Segment(". , .", (", . ,",)),
    "markup": Segment("<b>&amp; *x*</b> `y` ]]> http://a.b/c_d?e=1.", ("<i>& *x* y --></i> 'a'",)),
    "a separator in a line": Segment("a\u2028cat\u0085 sat", ("a cat\u2028sat",)),
    "a NUL": Segment("a\x00cat \x1b[31msat", ("a cat\x00 sat",)),
    "several references": Segment("a cat sat", ("no match", "the cat sat", "a cat sat down")),
    "equal references": Segment("a cat sat", ("a dog sat", "a dog sat")),
    "a long text": Segment(_LONG[0], (_LONG[1],)),
}

MOST_REFERENCES: Final = max(len(segment.references) for segment in SEGMENTS.values())


@dataclass(frozen=True, slots=True)
class Crossing:
    """One scorer, and what it makes of each segment when it is asked directly.

    Attributes:
        options: of ``Meteor``.
        meteor: made with them.
        results: by name of segment.
    """

    options: Options
    meteor: Meteor
    results: dict[str, SegmentResult]

    @property
    def hypotheses(self) -> list[str]:
        return [segment.hypothesis for segment in SEGMENTS.values()]

    @property
    def streams(self) -> list[list[str]]:
        """Sets of references; where a segment has fewer, its first stands again."""
        return [
            [(*one.references, *one.references[:1] * MOST_REFERENCES)[index] for one in rows]
            for rows in [list(SEGMENTS.values())]
            for index in range(MOST_REFERENCES)
        ]

    @property
    def scores(self) -> list[float]:
        return [result.score for result in self.results.values()]


@pytest.fixture(scope="module")
def small_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """METEOR 1.5 with a few paraphrases, for this process and those that it starts."""
    if not METEOR_IS_THERE:
        yield
        return
    folder = tmp_path_factory.mktemp("meteor")
    home = folder / "meteor-1.5"
    (home / "data").mkdir(parents=True)
    (home / "meteor-1.5.jar").symlink_to(installed_home().jar)
    rows = "".join(f"0.5\n{source}\n{target}\n" for source, target in PARAPHRASES)
    (home / "data" / "paraphrase-en.gz").write_bytes(gzip.compress(rows.encode()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METEORSCOPE_CACHE", str(folder / "paraphrases"))
        patch.setenv("METEOR_HOME", str(home))
        yield


@pytest.fixture(scope="module")
def tuned_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("tuned")
    (folder / "tuned.toml").write_text(tuned_text(TUNED), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=[] if name in SAMPLE else [pytest.mark.slow]) for name in SCORERS
    ],
)
def crossing(request: pytest.FixtureRequest, small_home: None, tuned_file: None) -> Crossing:
    options = SCORERS[request.param]
    if options.get("variant") == METEOR_1_5 and not METEOR_IS_THERE:
        pytest.skip("METEOR 1.5 is not here: the package pycocoevalcap has it")
    if options == SCORERS["meteor-1.5, optimal"] and IMPLEMENTATION == "python":
        pytest.skip("the kernel alone has this search")
    meteor = Meteor(**options)
    results = {
        name: meteor.score(segment.hypothesis, segment.references)
        for name, segment in SEGMENTS.items()
    }
    return Crossing(options, meteor, results)


def test_batches_and_corpora(crossing: Crossing) -> None:
    hypotheses, streams = crossing.hypotheses, crossing.streams
    meteor = Meteor(**crossing.options)
    assert list(meteor.batch(hypotheses, streams).score) == crossing.scores
    prepared = meteor.prepare(streams)
    assert list(meteor.batch(hypotheses, prepared).score) == crossing.scores
    for size, jobs in ((1, 1), (4, 2)):
        batches = meteor.batches(
            iter(hypotheses), [iter(stream) for stream in streams], size=size, jobs=jobs
        )
        assert [score for batch in batches for score in batch.score] == crossing.scores
    total = meteor.zero()
    for result in crossing.results.values():
        total += result.statistics
    assert meteor.corpus(hypotheses, streams).statistics == total


def test_shortfalls_are_the_same_and_add_up_on_all_faces(crossing: Crossing) -> None:
    hypotheses, streams = crossing.hypotheses, crossing.streams
    meteor = Meteor(**crossing.options)
    expected = [
        result.reference_length * (1 - result.score) for result in crossing.results.values()
    ]
    assert [result.shortfall for result in crossing.results.values()] == expected
    assert meteor.batch(hypotheses, streams).shortfall.tolist() == expected
    total = math.fsum(expected)
    assert meteor.corpus(hypotheses, streams).shortfall == total
    references = [list(segment.references) for segment in SEGMENTS.values()]
    table = pa.table({"hypothesis": hypotheses, "reference": references})
    scored = ArrowScorer(**crossing.options)(table)
    assert scored.column("meteor_shortfall").to_pylist() == expected
    for result, words in zip(crossing.results.values(), expected, strict=True):
        assert alignment_json(1, result)["shortfall"] == words
    view = CorpusView(hypotheses, streams, **crossing.options)
    assert [segment.shortfall for segment in view.segments] == expected
    assert view.result.shortfall == total
    rows = list(csv.DictReader(io.StringIO(view.to_tsv()), delimiter="\t"))
    assert [float(row["shortfall"]) for row in rows] == expected
    assert json.loads(view.to_json())["shortfall"] == total


def test_tables(crossing: Crossing) -> None:
    references = [list(segment.references) for segment in SEGMENTS.values()]
    table = pa.table({"hypothesis": crossing.hypotheses, "reference": references})
    scored = ArrowScorer(**crossing.options)(table)
    assert scored.column("meteor_score").to_pylist() == crossing.scores
    assert set(scored.column("meteor_status").to_pylist()) == {"scored"}
    chosen = [result.reference for result in crossing.results.values()]
    assert scored.column("meteor_reference").to_pylist() == chosen


def test_what_is_pickled(crossing: Crossing) -> None:
    meteor: Meteor = pickle.loads(pickle.dumps(crossing.meteor))
    results: dict[str, SegmentResult] = pickle.loads(pickle.dumps(crossing.results))
    prepared = pickle.loads(pickle.dumps(crossing.meteor.prepare(crossing.streams)))
    for name, segment in SEGMENTS.items():
        result = results[name]
        assert result == crossing.results[name] == copy.deepcopy(result), name
        assert result == meteor.score(segment.hypothesis, segment.references), name
        assert alignment_json(1, result) == alignment_json(1, crossing.results[name]), name
    assert list(meteor.batch(crossing.hypotheses, prepared).score) == crossing.scores


def test_pictures_and_pages(crossing: Crossing) -> None:
    numbered = list(enumerate(crossing.results.values(), 1))
    for number, result in numbered:
        alignment = alignment_json(number, result)
        for theme in ("light", "dark"):
            ET.fromstring(alignment_svg(alignment, theme=theme))
        assert picture_text([(number, result)])
        assert picture_text([(number, result)], width=20)
    page = PageReader(alignments_page(numbered, "Crossings"))
    shown = page.content["state"]["alignments"]
    assert [one["hypothesis"]["text"] for one in shown] == crossing.hypotheses
    assert [one["score"] for one in shown] == crossing.scores


def test_what_it_would_take(crossing: Crossing) -> None:
    for name, result in crossing.results.items():
        for improvement in improvements(crossing.meteor, result):
            assert improvement.gain > 0, name
            if not improvement.estimated:
                reference = SEGMENTS[name].references[result.reference]
                again = crossing.meteor.score(improvement.text, [reference])
                assert improvement.score == again.score, (name, improvement.text)


def test_edits(crossing: Crossing) -> None:
    for name, result in crossing.results.items():
        counts = edit_script(result.alignment).counts
        assert counts.hypothesis_length == result.hypothesis_length, name
        assert counts.reference_length == result.reference_length, name
        assert counts.edit_share >= 0, name


def test_the_view_of_an_alignment(crossing: Crossing) -> None:
    """Its first paint, an edit, and back."""
    for name, segment in SEGMENTS.items():
        view = AlignmentView(segment.hypothesis, list(segment.references), **crossing.options)
        for text in (segment.hypothesis, f"{segment.hypothesis} cat", segment.hypothesis):
            view.hypothesis = text
            assert not view.error, name
            expected = crossing.meteor.score(text, segment.references)
            assert view.result.score == expected.score, name
            shown = view.alignments[view.result.reference]
            assert shown["hypothesis"]["text"] == text, name
        assert PageReader(view.to_html()).content
        view.close()


def test_the_views_of_corpora(crossing: Crossing) -> None:
    hypotheses, streams = crossing.hypotheses, crossing.streams
    edited = [f"{hypothesis} cat" for hypothesis in hypotheses]
    corpus = CorpusView(hypotheses, streams, **crossing.options)
    assert [segment.score for segment in corpus.segments] == crossing.scores
    compared = CompareView({"A": hypotheses, "B": edited}, streams, samples=20, **crossing.options)
    compared.wait()
    assert compared.results["A"].statistics == corpus.result.statistics
    review = ReviewView(hypotheses, streams[0], **crossing.options)
    review.wait()
    view: CorpusView | CompareView | ReviewView
    for view in (corpus, compared, review):
        for number in range(len(SEGMENTS)):
            view.selected = number
        assert PageReader(view.to_html()).content
        view.to_tsv()
        view.to_json()
        assert view.text_picture()
        view.close()
    for number in range(len(SEGMENTS)):
        review.segment(number)


_SPACES: Final = {name for name, one in SEGMENTS.items() if not one.hypothesis.split()}


def test_the_server(crossing: Crossing, tmp_path: Path) -> None:
    """All segments in one file; hints, hover, pictures, actions, and an edit of every segment."""
    asyncio.run(_asked_of_the_server(crossing, tmp_path))


async def _asked_of_the_server(crossing: Crossing, folder: Path) -> None:
    (folder / "tuned.toml").write_text(tuned_text(TUNED), encoding="utf-8")
    async with stdio_editor(folder) as editor:
        await editor.initialize(initializationOptions=crossing.options)
        for number, stream in enumerate(crossing.streams, 1):
            editor.write(f"x.ref{number}.en", "".join(f"{text}\n" for text in stream))
        uri = editor.uri("x.hyp.en")
        text = "".join(f"{hypothesis}\n" for hypothesis in crossing.hypotheses)
        document = await editor.open(uri, text)
        expected = _hints(crossing, lambda hypothesis: hypothesis)
        assert await _scores(editor, uri, len(expected)) == expected
        for line, (name, result) in enumerate(crossing.results.items()):
            await _ask_about(editor, uri, line, name, result)
        for line, hypothesis in enumerate(crossing.hypotheses):
            column = len(hypothesis.encode("utf-16-le")) // 2
            await editor.change(document, replacement((line, column), (line, column), " cat"))
        edited = _hints(crossing, lambda hypothesis: f"{hypothesis} cat")
        assert await _scores(editor, uri, len(edited)) == edited
        editor.client.expect("window/showDocument", "window/showMessage")
        report = {"command": "meteor.report", "arguments": [uri, "html", "report.html"]}
        await editor.client.request("workspace/executeCommand", report)
        assert (folder / "report.html").stat().st_size


async def _scores(editor: Editor, uri: str, count: int) -> dict[int, str]:
    return {line: score for line, (_, score) in (await editor.all_hints(uri, count)).items()}


def _hints(crossing: Crossing, change: Callable[[str], str]) -> dict[int, str]:
    """Line to score; a line without a word has none."""
    return {
        line: f"{crossing.meteor.score(change(one.hypothesis), one.references).score:.3f}"
        for line, one in enumerate(SEGMENTS.values())
        if change(one.hypothesis).split()
    }


async def _ask_about(editor: Editor, uri: str, line: int, name: str, result: SegmentResult) -> None:
    client, identifier = editor.client, {"textDocument": {"uri": uri}}
    with client.case(name):
        at = {**identifier, "position": place(line, 0)}
        await client.request("textDocument/hover", at)
        await client.request("textDocument/definition", at)
        whole_line = {"range": span((line, 0), (line, 1)), "context": {"diagnostics": []}}
        for action in await client.request("textDocument/codeAction", {**identifier, **whole_line}):
            if "data" in action:
                await client.request("codeAction/resolve", action)
        answer = await client.request("meteor/alignment", {**identifier, "segment": line + 1})
        if name not in _SPACES:
            assert answer["score"] == result.score, name
            assert answer["hypothesis"]["text"] == SEGMENTS[name].hypothesis, name
        await client.request("meteor/picture", {**identifier, "segment": line + 1})
