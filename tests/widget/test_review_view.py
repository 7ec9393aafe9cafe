"""Post-edited machine translation, as Python sees it."""

import csv
import gzip
import io
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import traitlets

import meteor_widget.review.view
import meteor_widget.scoring.one_corpus_view
from meteor_core import Meteor
from meteor_core.analysis.edits import EditCounts, edit_script
from meteor_core.errors import InputError, InputTypeError, MeteorError, ParameterError
from meteor_core.score.statistics import COUNTS
from meteor_widget import ReviewView
from meteor_widget.review.reviewed_corpus import EDIT_COUNTS, ReviewedCorpus

MT = [
    "Yesterday we went home.",
    "Nobody touched this.",
    "He has a big house in the City.",
    "It was agreed  on.",
    "",
    "Nothing of this is left",
]
POST_EDITS = [
    "We went home yesterday.",
    "Nobody touched this.",
    "He has a large house in the city.",
    "It was agreed on.",
    "Something was missing.",
    "Wholly other words stand here",
]
SOURCES = ["Gestern", "Niemand", "Haus", "Vereinbart", "Etwas", "Anders"]
CASES: dict[str, Any] = json.loads(
    Path(__file__).with_name("review_cases.json").read_text(encoding="utf-8")
)


@pytest.fixture
def view() -> ReviewView:
    return ReviewView(MT, POST_EDITS, SOURCES)


@pytest.mark.parametrize(
    ("refused", "error", "arguments"),
    [
        ("^mt must be a list of segments, not one string", InputTypeError, ("a", ["a"])),
        ("^post_edits must be a list of segments", InputTypeError, (["a"], "a")),
        ("^sources must be a list of segments", InputTypeError, (["a"], ["a"], "a")),
        ("^post_edits has 1 segment, but mt has 2 segments", InputError, (["a", "b"], ["a"])),
        ("^sources has 2 segments, but mt has 1 segment;", InputError, (["a"], ["a"], ["a", "b"])),
        ("^mt has no segments", InputError, ([], [])),
        ("^post_edits has no text in row 0", InputError, (["a"], [None])),
    ],
)
def test_texts_that_are_no_review_are_refused_by_name(
    refused: str, error: type[MeteorError], arguments: tuple[Any, ...]
) -> None:
    with pytest.raises(error, match=refused):
        ReviewView(*arguments)


@pytest.mark.parametrize(
    ("trait", "value", "message"),
    [
        ("order", "most edited", "did you mean 'most-edited'"),
        ("show", "heavily", "choose one of: all, edited, rewritten, untouched"),
        ("containing", "move", "did you mean 'moved'"),
        ("rewritten_from", 0, "above 0"),
        ("rewritten_from", 50, "1 at most"),
        ("selected", 6, "indices go from 0 to 5"),
    ],
)
def test_a_value_that_no_trait_takes_is_refused(
    view: ReviewView, trait: str, value: Any, message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        setattr(view, trait, value)
    with pytest.raises(ParameterError, match=message):
        ReviewView(MT, POST_EDITS, **{trait: value})


def test_the_corpus_score_is_the_scorers_own(view: ReviewView) -> None:
    assert view.result == Meteor().corpus(MT, [POST_EDITS])
    assert view.summary.result == view.result


def test_the_summary_is_the_sum_of_the_segments_edits(view: ReviewView) -> None:
    scripts = [
        edit_script(Meteor().score(mt, [post_edit]).alignment)
        for mt, post_edit in zip(MT, POST_EDITS, strict=True)
    ]
    assert [view.edits(segment) for segment in range(len(MT))] == scripts
    assert view.summary.counts == sum((script.counts for script in scripts), EditCounts())
    np.testing.assert_allclose(
        view.corpus.edit_shares(), [script.counts.edit_share for script in scripts], rtol=1e-15
    )


def test_segments_are_counted_by_extent(view: ReviewView) -> None:
    summary = view.summary
    assert (summary.untouched, summary.edited, summary.rewritten) == (2, 2, 2)
    assert summary.differing_between_tokens == 1
    assert summary.segments == len(MT)
    view.rewritten_from = 0.1
    assert (view.summary.edited, view.summary.rewritten) == (0, 4)


def test_rewritten_segments_come_first_then_untouched_ones(view: ReviewView) -> None:
    assert view.filtered.tolist() == [4, 5, 1, 3, 0, 2]
    assert view.selected is None
    assert view.selected_result == Meteor().score(MT[4], [POST_EDITS[4]])
    view.show = "untouched"
    assert view.selected_result == Meteor().score(MT[1], [POST_EDITS[1]])
    view.find = "nowhere"
    assert view.selected_result is None


def test_filters_and_search_choose_segments(view: ReviewView) -> None:
    view.order = "document"
    view.containing = "moved"
    assert view.filtered.tolist() == [0]
    view.containing, view.show = "", "untouched"
    assert view.filtered.tolist() == [1, 3]
    view.show, view.find = "all", "HAUS"
    assert view.filtered.tolist() == [2]
    view.find = "other words"
    assert view.filtered.tolist() == [5]


def test_the_order_is_that_of_the_front_end() -> None:
    size = len(CASES["scores"])
    corpus = ReviewedCorpus(Meteor(), [""] * size, [""] * size, None)
    corpus.edit_counts[:] = CASES["counts"]
    kept, _, changed, moved, added, _ = corpus.edit_counts.T
    corpus.counts[:, COUNTS.index("reference_length")] = kept + changed + moved + added
    corpus.measures[:, 0] = CASES["scores"]
    corpus.done = size
    usual = {"order": "document", "show": "all", "containing": "", "find": ""}
    for case in CASES["cases"]:
        share = case["rewritten_from"]
        assert np.bincount(corpus.extents(share), minlength=3).tolist() == case["extents"]
        for order, expected in case["orders"].items():
            shown = corpus.shown(**{**usual, "order": order}, rewritten_from=share)
            assert shown.tolist() == expected
    for kind, expected in CASES["containing"].items():
        shown = corpus.shown(**{**usual, "containing": kind}, rewritten_from=0.5)
        assert shown.tolist() == expected


def test_the_table_can_be_read_back(view: ReviewView, tmp_path: Path) -> None:
    text = view.to_tsv(tmp_path / "review.tsv")
    assert (tmp_path / "review.tsv").read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(io.StringIO(text), delimiter="\t"))
    assert [row["segment"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [row["extent"] for row in rows][1:] == [
        "untouched", "edited", "untouched", "rewritten", "rewritten"
    ]  # fmt: skip
    for name in EDIT_COUNTS:
        assert sum(int(row[name]) for row in rows) == getattr(view.summary.counts, name)
    assert [row["differs_between_tokens"] for row in rows].index("true") == 3
    assert float(rows[2]["score"]) == Meteor().score(MT[2], [POST_EDITS[2]]).score


def test_the_document_holds_every_word_of_both_texts(view: ReviewView) -> None:
    document = json.loads(view.to_json())
    assert document["score"] == view.result.score
    assert document["rewritten"] == 2
    for segment, mt, post_edit, source in zip(
        document["segments"], MT, POST_EDITS, SOURCES, strict=True
    ):
        assert (segment["mt"], segment["post_edit"], segment["source"]) == (mt, post_edit, source)
        for side in ("mt", "post_edit"):
            words = "".join(edit[side] for edit in segment["edits"])
            assert words.replace(" ", "") == segment[side].replace(" ", "")


def test_edits_that_were_kept_are_those_of_a_new_alignment() -> None:
    chooser = random.Random(7)
    words = ("Haus", "haus", "Häuser", "das", "das", "ist", "groß", "klein", ".")
    mt, post_edits = (
        [" ".join(chooser.choices(words, k=chooser.randrange(14))) for _ in range(200)]
        for _ in range(2)
    )
    view = ReviewView(mt, post_edits, language="de")
    view.wait()
    meteor = Meteor(language="de")
    moves = 0
    for segment, (before, after) in enumerate(zip(mt, post_edits, strict=True)):
        expected = edit_script(meteor.score(before, [after]).alignment)
        assert view.edits(segment) == expected
        moves += expected.counts.moved
    assert moves > 100


def test_the_segments_that_are_shown_are_exported_in_their_order(view: ReviewView) -> None:
    view.show, view.order = "rewritten", "document"
    head, *rows = view.to_tsv().splitlines(keepends=True)
    exported = ReviewView.requests["export"](view, format="shown").buffers[0].decode()
    assert exported == head + rows[4] + rows[5]


def test_the_front_end_is_sent_texts_with_their_edits(view: ReviewView) -> None:
    answer = ReviewView.requests["segments"](view, segments=[2, 4])
    house, missing = json.loads(answer.buffers[0])
    assert house["source"] == "Haus"
    assert [edit.get("reason") for edit in house["edits"]] == [
        None, "synonym", None, "case", None
    ]  # fmt: skip
    assert missing["hypothesis"] == {"text": "", "tokens": []}
    assert [edit["kind"] for edit in missing["edits"]] == ["added"]


def test_the_front_end_is_sent_all_numbers(view: ReviewView) -> None:
    answer = ReviewView.requests["columns"](view, start=1)
    counts, scores, differs = answer.buffers
    assert answer.result["start"] == 1
    assert answer.result["done"] == answer.result["end"] == len(MT)
    assert answer.result["total"]["score"] == view.result.score
    assert np.frombuffer(counts, "<i4").reshape(-1, 6).tolist() == [
        [getattr(view.edits(segment).counts, name) for name in EDIT_COUNTS]
        for segment in range(1, len(MT))
    ]
    assert np.frombuffer(scores, "<f8")[0] == 1
    assert list(differs) == [0, 0, 1, 0, 0]


def test_a_block_knows_more_than_those_before_and_its_total_is_of_its_rows(
    view: ReviewView, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(view, "send", lambda content, _: sent.append(content))
    monkeypatch.setattr(meteor_widget.scoring.one_corpus_view, "_ROWS_A_MESSAGE", 2)
    view.wait()
    view._send_columns(0, len(MT))
    sent.append(ReviewView.requests["columns"](view, start=1).result)
    assert [block["end"] for block in sent] == [2, 4, 6, 3]
    for block in sent:
        end = block["end"]
        total = Meteor().corpus(MT[:end], [POST_EDITS[:end]])
        assert block["total"]["score"] == total.score
    numbers = [block["number"] for block in sent]
    assert numbers == sorted(set(numbers))


def test_a_segment_too_long_to_be_drawn_is_sent_without_edits() -> None:
    view = ReviewView(["a " * 3000], ["b " * 3000])
    [short] = json.loads(ReviewView.requests["segments"](view, segments=[0]).buffers[0])
    assert short["too_long"]
    assert len(short["reference"]["text"]) < 1000
    whole = json.loads(ReviewView.requests["segment"](view, segment=0).buffers[0])
    assert whole["reference"]["text"] == "b " * 3000
    assert view.summary.counts.changed_hypothesis == 3000


def test_texts_are_data_and_lone_surrogates_survive() -> None:
    texts = ["<script>alert(1)</script>", "\ud800 lone", "</style>", "שלום עולם", "👩‍👩‍👧"]
    view = ReviewView(texts, texts[::-1])
    page = view.to_html()
    assert "<script>alert(1)" not in page
    answer = ReviewView.requests["segments"](view, segments=range(5))
    segments = json.loads(answer.buffers[0])
    assert segments[0]["hypothesis"]["text"] == texts[0]
    assert segments[1]["hypothesis"]["text"] == "\N{REPLACEMENT CHARACTER} lone"


def test_a_page_carries_the_first_of_what_is_listed(
    view: ReviewView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meteor_widget.review.view, "_SEGMENTS_OF_A_PAGE", 2)
    view.selected = 2
    content = view.page_content()
    assert content.data["carried"] == [2, 4, 5]
    segments = json.loads(gzip.decompress(content.buffers[4]))
    assert [segment["source"] for segment in segments] == ["Haus", "Etwas", "Anders"]
    assert all("alignment" in segment for segment in segments)
    assert json.loads(gzip.decompress(content.buffers[3])) == [view.to_tsv()]


def test_the_text_picture_tells_the_sums(view: ReviewView) -> None:
    picture = view.text_picture()
    assert f"METEOR {view.result.score:.4f}" in picture
    assert "6 segments: 2 untouched, 2 edited, 2 rewritten" in picture


def test_options_of_the_scorer_and_traits_are_taken() -> None:
    view = ReviewView(["Haus !"], ["haus"], variant="linear-penalty", language="de", show="edited")
    assert "variant:linear-penalty" in view.about["signature"]
    assert view.show == "edited"
    assert view.edits(0).edits[0].reason == "case"
    with pytest.raises(traitlets.TraitError):
        view.about = {}
    with pytest.raises(ParameterError, match="index 1"):
        view.edits(1)
