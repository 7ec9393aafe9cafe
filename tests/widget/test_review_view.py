"""Post-edited machine translation, as Python sees it."""

import csv
import gzip
import io
import json
import random
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
import traitlets

import meteor_widget.review.reviewed_corpus
import meteor_widget.review.view
from meteor_core import Meteor
from meteor_core.errors import InputError, InputTypeError, MeteorError, ParameterError
from meteor_core.files.states import STATES
from meteor_core.review.diagnostics.find import Checking
from meteor_core.review.remarks import Remark, add_remarks, keys_of, read_remarks, remarks_path
from meteor_core.review.review import review
from meteor_core.review.review_format import segments_json
from meteor_core.review.texts import ReviewTexts
from meteor_widget import ReviewView

from .review_cases import CASES, MT, POST_EDITS, SOURCES, reviewed, written


@pytest.fixture
def view() -> ReviewView:
    return ReviewView(MT, POST_EDITS, SOURCES)


def asked(view: ReviewView, name: str, **parameters: Any) -> Any:
    return json.loads(ReviewView.requests[name](view, **parameters).buffers[0])


def act(view: ReviewView, do: str, segment: int | None = None, **more: Any) -> None:
    action = {"do": do, **({} if segment is None else {"segment": segment}), **more}
    ReviewView.requests["act"](view, action=action)


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
        ("order", "edit-shar", "did you mean 'edit-share'"),
        ("filter", {"states": ["aproved"]}, "did you mean 'approved'"),
        (
            "filter",
            {"state": ["approved"]},
            "unknown field of filter 'state'; did you mean 'states'",
        ),
        ("filter", {"kinds": "moved"}, "kinds of filter must be a list"),
        ("filter", {"kinds": ["move"]}, "did you mean 'moved'"),
        ("filter", {"scoreFrom": "x"}, "scoreFrom of filter must be a number"),
        ("filter", {"columns": {"editor": "a"}}, "unknown column 'editor'"),
        ("rewritten_from", 0, "above 0"),
        ("heavy_from", 50, "1 at most"),
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


def test_the_review_is_the_cores_own(view: ReviewView) -> None:
    texts = [
        ReviewTexts(mt=mt, post_edit=post_edit, source=source, number=number)
        for number, (mt, post_edit, source) in enumerate(
            zip(MT, POST_EDITS, SOURCES, strict=True), 1
        )
    ]
    expected = review(texts, Meteor(), checking=Checking(language="en"))
    assert view.review == expected
    assert view.summary == expected.total
    assert view.result == Meteor().corpus(MT, [POST_EDITS])
    listing = {"filter": {}, "order": "file", "reversed": False}
    window = asked(view, "rows", **listing, begin=2, end=4)
    assert (window["total"], window["begin"]) == (6, 2)
    assert window["rows"] == json.loads(json.dumps(list(segments_json(expected))[2:4]))
    assert json.loads(view.to_json())["segments"] == json.loads(
        json.dumps(list(segments_json(expected)))
    )


def test_sums_of_blocks_are_those_of_all(view: ReviewView, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = view.summary
    monkeypatch.setattr(meteor_widget.review.reviewed_corpus, "_SEGMENTS_PER_SUM", 2)
    view.corpus._sums.clear()
    assert view.summary == view.summary == expected


def test_other_bounds_are_other_classes(view: ReviewView) -> None:
    assert [one.segments for one in view.summary.extents] == [1, 2, 1, 2]
    view.rewritten_from = 0.1  # and nothing is merely heavily edited
    assert [one.segments for one in view.summary.extents] == [1, 0, 0, 5]
    assert view.segment(0).extent == "rewritten"


def test_what_pages_are_held_to_is_what_the_core_lists() -> None:
    assert CASES.read_text(encoding="utf-8") == written(), (
        "run: python tests/widget/review_cases.py"
    )


def test_a_place_in_a_list_is_that_of_the_segment_or_of_the_next_in_the_file() -> None:
    view = reviewed()
    listing: dict[str, Any] = {"filter": {"states": ["to-do"]}, "order": "score", "reversed": False}
    found = asked(view, "rows", **listing, begin=0, end=9)
    order = [row["segment"] for row in found["rows"]]
    assert sorted(order) == [1, 4, 5]
    for at, expected in [(1, 1), (2, 4), (5, 5)]:
        window = asked(view, "rows", **listing, at=at)
        assert (window["begin"], [row["segment"] for row in window["rows"]]) == (
            order.index(expected),
            [expected],
        )
    window = asked(view, "rows", **listing, at=6)
    assert (window["begin"], window["rows"]) == (3, [])


def test_states_and_comments_are_told_and_undone(view: ReviewView) -> None:
    act(view, "state", 2, state="approved")
    act(view, "comment", 2, text="Fine <b>")
    summary = asked(view, "summary")
    assert summary["states"] == {"to-do": 5, "approved": 1}
    listing = {"filter": {"comments": True}, "order": "file", "reversed": False}
    [row] = asked(view, "rows", **listing, begin=0, end=9)["rows"]
    assert (row["segment"], row["state"], row["comments"][0]["text"]) == (2, "approved", "Fine <b>")
    name = row["comments"][0]["name"]
    act(view, "comment", 2, text="Changed", name=name)
    act(view, "comment", 2, text=None, name=name)
    assert view.remarks.of(1).comments == ()
    act(view, "undo")
    assert [one.text for one in view.remarks.of(1).comments] == ["Changed"]
    act(view, "state", 1, state="rejected")
    act(view, "undo")
    assert view.remarks.state(0) == "to-do"
    fresh = ReviewView(MT, POST_EDITS)
    fresh.mark(1, "to-do")  # as it is: an action that changes nothing is none
    with pytest.raises(ParameterError, match="nothing to undo"):
        fresh.undo()


def test_the_mt_is_taken_back_and_the_post_edit_comes_again(view: ReviewView) -> None:
    before = view.summary
    act(view, "take-back", 3)
    assert view.post_edits[2] == MT[2]
    assert view.segment(2).untouched
    assert view.result == Meteor().corpus(MT, [view.post_edits])
    with pytest.raises(ParameterError, match="segment 3 is its MT already"):
        view.take_back(2)
    view.undo()
    assert view.post_edits == POST_EDITS
    assert view.summary == before


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({"do": "stat", "segment": 1}, "did you mean 'state'"),
        ({"do": "state", "segment": 7, "state": "approved"}, "no segment with index 6"),
        ({"do": "state", "segment": 1, "state": "aproved"}, "did you mean 'approved'"),
        ({"do": "comment", "segment": 1, "text": ""}, "has no text"),
        ({"do": "comment", "segment": 1, "text": "a", "name": "x"}, "not there any more"),
    ],
)
def test_what_cannot_be_done_is_said(view: ReviewView, action: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        ReviewView.requests["act"](view, action=action)


def test_a_file_keeps_what_is_said_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mt.en").write_text("\n".join(MT) + "\n", encoding="utf-8")
    edited = tmp_path / "pe.en"
    edited.write_text("\n".join(POST_EDITS) + "\n", encoding="utf-8")
    view = ReviewView(tmp_path / "mt.en", edited)
    assert not remarks_path(str(edited)).exists()
    view.mark(1, "approved")
    view.comment(2, "Why?")
    kept = read_remarks(remarks_path(str(edited)))
    assert [(one.state, one.comment) for one in kept.remarks] == [
        ("approved", None),
        (None, "Why?"),
    ]
    other = ReviewView(tmp_path / "mt.en", edited)
    other.mark(0, "rejected")  # somebody else, meanwhile
    assert asked(view, "summary")["states"] == {"to-do": 4, "approved": 1, "rejected": 1}
    assert "pe.en.review.jsonl" in asked(view, "summary")["kept"]


def test_undo_gives_back_what_was_said_under_the_name_of_who_said_it(tmp_path: Path) -> None:
    """Random work is undone step by step, in a file that lines are only added to."""
    for name, lines in (("mt.en", MT), ("pe.en", POST_EDITS)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    view = ReviewView(tmp_path / "mt.en", tmp_path / "pe.en")
    path = view.remarks.path
    assert path is not None
    key = keys_of(view.corpus.units)[0]
    ada = Remark(key=key, state="approved", comment="Ada's", who="Ada")
    add_remarks(path, [ada])
    draw = random.Random(5)

    def seen() -> object:
        size = range(len(MT))
        return view.post_edits, *(
            [one(n) for n in size] for one in (view.remarks.of, view.remarks.state)
        )

    view.remarks.renew()
    stood = [seen()]
    for number in range(30):
        segment = draw.choice([0, 0, 2])
        comments = view.remarks.of(segment).comments
        what = draw.choice(["mark", "comment", "change", "remove", "take-back"])
        if what == "mark":
            view.mark({segment, draw.choice([0, 1])}, draw.choice(STATES))
        elif what == "take-back" and view.post_edits[segment] != MT[segment]:
            view.take_back(segment)
        elif what in ("change", "remove") and comments:
            text = f"Changed {number}" if what == "change" else None
            act(view, "comment", segment + 1, text=text, name=draw.choice(comments).name)
        else:
            view.comment(segment, f"Why {number}?")
        if (now := seen()) != stood[-1]:
            stood.append(now)
    kept = path.read_bytes()
    for before in reversed(stood[:-1]):
        view.undo()
        assert seen() == before
    assert path.read_bytes().startswith(kept)
    with pytest.raises(ParameterError, match="nothing to undo"):
        view.undo()
    # What somebody else has said since is not undone.
    view.mark([0, 1], "rejected")
    add_remarks(path, [Remark(key=key, state="reviewed", who="Ada")])
    with pytest.raises(InputError, match="segment 1 is left as it is: its state was changed since"):
        view.undo()
    assert [view.remarks.state(n) for n in (0, 1)] == ["reviewed", "rejected"]


def test_what_is_said_goes_through_no_link(tmp_path: Path) -> None:
    """Of a text from a stranger, whose folder has a link in place of the file."""
    for name, lines in (("mt.en", MT), ("pe.en", POST_EDITS)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    mine = tmp_path / "start-up"
    mine.write_text("mine\n")
    remarks_path(str(tmp_path / "pe.en")).symlink_to(mine)
    view = ReviewView(tmp_path / "mt.en", tmp_path / "pe.en")
    with pytest.raises(InputError, match=r"pe\.en\.review\.jsonl cannot be written: it is a link"):
        view.mark(1, "approved")
    assert mine.read_text() == "mine\n"
    with pytest.raises(InputError, match=r"none/x\.html cannot be written"):
        view.save_html(tmp_path / "none/x.html")


def test_another_clock_that_was_ahead_stops_nobody(tmp_path: Path) -> None:
    for name, lines in (("mt.en", MT), ("pe.en", POST_EDITS)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    view = ReviewView(tmp_path / "mt.en", tmp_path / "pe.en")
    view.mark(1, "approved")
    path = remarks_path(str(tmp_path / "pe.en"))
    path.write_text(path.read_text().replace('"when": "2', '"when": "9'))
    view.mark(1, "rejected")
    assert asked(view, "summary")["states"]["rejected"] == 1
    assert "1 remark is dated in the future" in asked(view, "summary")["kept"]


def test_columns_of_tables_are_filters() -> None:
    table = pd.DataFrame(
        {
            "mt": MT,
            "pe": POST_EDITS,
            "editor": ["Ann", "Ann", "Bob", None, "Ann", "Bob"],
            "document": [1, 1, 1, 2, 2, 2],
            "same": ["x"] * 6,
            "time": [1.5, 2, 3, None, 5, 6],
        }
    )
    for made in (table, pa.Table.from_pandas(table)):
        view = ReviewView(made, "pe", mt="mt", seconds="time")
        columns = asked(view, "summary")["columns"]
        assert columns == {"editor": ["Ann", "Bob", ""], "document": ["1", "2"]}
        view.filter = {"columns": {"editor": "Ann", "document": "1"}}
        assert view.filtered.tolist() == [0, 1]
        view.filter, view.order = {}, "time"
        assert view.filtered.tolist() == [5, 4, 2, 1, 0, 3]
        assert view.summary.seconds == 17.5
    assert list(
        asked(ReviewView(table, "pe", mt="mt", columns=["same"]), "summary")["columns"]
    ) == ["same"]
    with pytest.raises(ParameterError, match="did you mean 'editor'"):
        ReviewView(table, "pe", mt="mt", columns=["edtor"])
    with pytest.raises(InputError, match="'Ann' in row 0"):
        ReviewView(table, "pe", mt="mt", seconds="editor")
    with pytest.raises(InputError, match="seconds has 1 numbers, but mt has 6"):
        ReviewView(MT, POST_EDITS, seconds=[1])


def test_the_table_can_be_read_back(view: ReviewView, tmp_path: Path) -> None:
    text = view.to_tsv(tmp_path / "review.tsv")
    assert (tmp_path / "review.tsv").read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(io.StringIO(text), delimiter="\t"))
    assert [row["segment"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert float(rows[2]["score"]) == Meteor().score(MT[2], [POST_EDITS[2]]).score
    view.filter = {"classes": ["rewritten"]}
    head, *lines = text.splitlines(keepends=True)
    exported = ReviewView.requests["export"](view, format="shown").buffers[0].decode()
    assert exported == head + lines[4] + lines[5]


def test_texts_are_data_and_lone_surrogates_survive() -> None:
    texts = ["<script>alert(1)</script>", "\ud800 lone", "</style>", "שלום עולם", "👩‍👩‍👧"]
    view = ReviewView(texts, texts[::-1])
    view.comment(0, "<script>alert(2)</script>")
    page = view.to_html()
    assert "<script>alert" not in page
    rows = asked(view, "rows", filter={}, order="file", reversed=False, begin=0, end=5)["rows"]
    assert rows[0]["mt"] == texts[0]
    assert rows[1]["mt"] == "\N{REPLACEMENT CHARACTER} lone"


def test_a_page_carries_the_first_of_what_is_listed(
    view: ReviewView, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.mark(4, "approved")
    monkeypatch.setattr(meteor_widget.review.view, "_SEGMENTS_OF_A_PAGE", 2)
    view.order, view.selected = "score", 2
    content = view.page_content()
    assert content.data["summary"]["carried"] == 3
    table, block = (json.loads(gzip.decompress(buffer)) for buffer in content.buffers)
    assert [segment["segment"] for segment in block] == [3, 5, 6]
    assert [segment["state"] for segment in block] == ["to-do", "approved", "to-do"]
    assert table == [view.to_tsv()]


def test_the_text_picture_tells_the_sums(view: ReviewView) -> None:
    view.wait()
    picture = view.text_picture()
    assert f"METEOR {view.result.score:.4f}" in picture
    assert "6 segments: 1 untouched, 2 light, 1 heavy, 2 rewritten" in picture


def test_a_picture_of_a_part_says_so() -> None:
    view = ReviewView(MT * 5000, POST_EDITS * 5000)
    view.cancel()
    picture = view.static()
    assert 0 < view.done < 30_000
    said = f"Only {view.done:,} of 30,000 segments are reviewed yet."
    assert said in picture.text
    assert said in picture.markup()
    view.close()


def test_options_of_the_scorer_and_traits_are_taken() -> None:
    view = ReviewView(["Haus !"], ["haus"], variant="linear-penalty", language="de", order="hter")
    assert "variant:linear-penalty" in view.about["signature"]
    assert view.order == "hter"
    assert view.segment(0).edits[0].reason == "case"
    with pytest.raises(traitlets.TraitError):
        view.about = {}
    with pytest.raises(ParameterError, match="index 1"):
        view.segment(1)
