"""States and comments beside a file: nothing is lost, and nothing moves to another segment."""

import json
import multiprocessing
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.errors import InputError, ParameterError
from meteor_core.files.states import STATES
from meteor_core.files.units import Facts
from meteor_core.review.remarks import (
    Remark,
    RemarksFile,
    RemarksReader,
    SegmentKey,
    SegmentRemarks,
    add_remarks,
    keys_of,
    matched,
    read_remarks,
    remarks_path,
)
from meteor_core.review.texts import ReviewTexts


def segments_of(*mt: str, ids: bool = False) -> list[ReviewTexts]:
    return [
        ReviewTexts(mt=text, post_edit=f"final {text}", facts=Facts(id=str(number) if ids else ""))
        for number, text in enumerate(mt)
    ]


def states_of(remarks: list[Remark], segments: list[ReviewTexts]) -> list[str | None]:
    return [one.state for one in matched(remarks, keys_of(segments))[0]]


def test_remarks_are_read_back(tmp_path: Path) -> None:
    path = remarks_path(str(tmp_path / "job.xlf"))
    assert path.name == "job.xlf.review.jsonl"
    assert read_remarks(path) == RemarksFile()
    first, second = keys_of(segments_of("a\nb", "\ud800 😀"))
    comment = Remark(key=first, comment="Really?\n\t😀", who="Ada")
    add_remarks(path, [comment, Remark(key=second, state="approved", who="Béla")])
    add_remarks(path, [Remark(key=first, comment="Yes.", of=comment.name, who="Béla")])
    (one, other), left = matched(read_remarks(path).remarks, [first, second])
    assert [(said.text, said.who) for said in one.comments] == [("Yes.", "Ada")]
    assert (other.state, other.who) == ("approved", "Béla")
    assert left == []
    add_remarks(path, [Remark(key=first, of=comment.name)])
    assert matched(read_remarks(path).remarks, [first])[0][0].comments == ()


@given(
    st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1, max_size=6),
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from(["new 1", "new 2"])), max_size=3),
    st.booleans(),
)
def test_an_insertion_elsewhere_moves_no_remark(
    mt: list[str],
    insertions: list[tuple[int, str]],
    ids: bool,  # noqa: FBT001  # hypothesis gives it
) -> None:
    """Even where segments say the same: their neighbours differ, or their order tells."""
    before = segments_of(*mt, ids=ids)
    texts = [(text, number) for number, text in enumerate(mt)]
    for place, text in insertions:
        texts.insert(place, (text, -1))
    after = [
        ReviewTexts(mt=text, post_edit="", facts=Facts(id=str(number) if ids else ""))
        for text, number in texts
    ]
    unlike = [number for number in range(len(mt)) if ids or mt.count(mt[number]) == 1]
    remarks = [Remark(key=keys_of(before)[number], comment=str(number)) for number in unlike]
    found, left = matched(remarks, keys_of(after))
    assert left == []
    for (_, number), said in zip(texts, found, strict=True):
        assert [one.text for one in said.comments] == ([str(number)] if number in unlike else [])


def test_neighbours_distinguish_equal_segments() -> None:
    keys = keys_of(segments_of("x", "OK", "y", "OK", "z"))
    remark = Remark(key=keys[3], state="rejected")
    now = segments_of("new", "OK", "x", "OK", "y", "OK", "z")
    assert states_of([remark], now) == [None] * 5 + ["rejected", None]


def test_an_id_holds_a_remark_when_texts_change() -> None:
    remark = Remark(key=keys_of(segments_of("one", "two", ids=True))[1], state="reviewed")
    assert states_of([remark], segments_of("one", "other", ids=True)) == [None, "reviewed"]


def test_ids_that_were_given_anew_move_no_remark() -> None:
    remark = Remark(key=keys_of(segments_of("one", "two", "three", ids=True))[1], state="reviewed")
    now = segments_of("new", "one", "two", "three", ids=True)
    assert states_of([remark], now) == [None, None, "reviewed", None]


def test_what_fits_no_segment_is_kept() -> None:
    remark = Remark(key=keys_of(segments_of("gone"))[0], state="reviewed")
    assert matched([remark], keys_of(segments_of("here")))[1] == [remark]


def test_merged_lines_are_one_file_in_any_order(tmp_path: Path) -> None:
    key = keys_of(segments_of("a"))[0]
    path = tmp_path / "x"
    add_remarks(path, [Remark(key=key, state=state) for state in STATES])
    expected = read_remarks(path)
    lines = path.read_text().splitlines()
    mixed = ["<<<<<<< ours", *lines[:3], "=======", *lines, ">>>>>>> theirs"]
    path.write_text("\n".join(random.Random(0).sample(mixed, len(mixed))))
    assert read_remarks(path) == expected


def test_a_line_that_a_crash_cut_off_costs_no_other(tmp_path: Path) -> None:
    key = keys_of(segments_of("a"))[0]
    path = tmp_path / "x"
    add_remarks(path, [Remark(key=key, comment="kept"), Remark(key=key, comment="lost")])
    path.write_bytes(path.read_bytes()[:-20])
    add_remarks(path, [Remark(key=key, comment="after")])
    found = read_remarks(path)
    assert [remark.comment for remark in found.remarks] == ["kept", "after"]
    assert found.damaged == (2,)


@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(content)
    read_remarks(path)


def test_invalid_use_is_reported(tmp_path: Path) -> None:
    key = SegmentKey(id="", source="", mt="x")
    with pytest.raises(ParameterError, match="did you mean 'approved'"):
        add_remarks(tmp_path / "x", [Remark(key=key, state="aproved")])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="cannot be written"):
        add_remarks(tmp_path / "no folder" / "x", [Remark(key=key, state="approved")])
    with pytest.raises(InputError, match="cannot be read"):
        read_remarks(tmp_path)


def write_many(path: Path, who: str) -> None:
    key = keys_of(segments_of("a"))[0]
    for number in range(50):
        add_remarks(path, [Remark(key=key, comment=f"{number} " + who * 3000, who=who)])


def test_two_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_many, args=(path, who)) for who in "ab"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    found = read_remarks(path)
    assert (len(found.remarks), found.damaged) == (100, ())


def test_undone_remark_restores_the_previous_one() -> None:
    segments = segments_of("a")
    [key] = keys_of(segments)

    def said(*remarks: Remark) -> SegmentRemarks:
        return matched(remarks, [key])[0][0]

    both = Remark(key=key, state="rejected", comment="Why?", who="Ada")
    approved = Remark(key=key, state="approved", who="Béla")
    undone = Remark(key=key, state="rejected", of=approved.name, who="Béla")
    assert said(both, approved, undone) == said(both)
    assert said(both, undone).state == "rejected"  # where the other line was lost
    other = Remark(key=key, state="reviewed", who="Cy")
    assert said(both, approved, other, undone) == said(both, other)
    # Who removes or changes a comment leaves the state that came with it.
    removed = Remark(key=key, of=both.name)
    assert (said(both, removed).state, said(both, removed).comments) == ("rejected", ())
    changed = Remark(key=key, of=both.name, comment="Well?")
    for one in (removed, changed):
        assert said(both, one, Remark(key=key, of=one.name, comment="Why?")) == said(both)


KEY = SegmentKey(id="", source="", mt="x")
OTHER = SegmentKey(id="", source="", mt="x", before="y")  # the same segment, before an edit
TIMES = st.sampled_from(
    [
        "2026-01-01T00:00:00.000000+00:00",
        "2999-12-31T23:59:59.999999+00:00",
        "9999",
        "",
        "soon",
        "\ud800",
    ]
)
CLOCKS = st.sampled_from(["", "9999 1", "soon 999999999", "soon~ 7", "no number", "1 \u0663"])
REMARKS = st.lists(
    st.builds(
        Remark,
        key=st.sampled_from([KEY, OTHER]),
        state=st.sampled_from([None, *STATES]),
        comment=st.sampled_from([None, "one", "two"]),
        of=st.sampled_from(["", "", "0", "1", "2"]),
        when=TIMES,
        clock=CLOCKS,
        name=st.sampled_from("0123"),
    ),
    max_size=8,
)


def said_of(path: Path) -> SegmentRemarks:
    return matched(read_remarks(path).remarks, [KEY])[0][0]


@given(REMARKS, st.lists(st.sampled_from(["state", "comment", "change", "remove"]), max_size=5))
def test_new_remark_counts_despite_wrong_clocks(
    tmp_path_factory: pytest.TempPathFactory, before: list[Remark], actions: list[str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "clocks"
    path.write_bytes(b"")
    add_remarks(path, before)
    for number, action in enumerate(actions):
        known = said_of(path)
        remark = Remark(key=KEY, when=f"2026-11-28T00:00:0{number}.000000+00:00")
        named = known.comments[0].name if known.comments else ""
        if action == "state":
            remark = replace(remark, state=STATES[number % len(STATES)])
        elif action == "comment":
            remark = replace(remark, comment=f"new {number}")
        elif action == "change":
            remark = replace(remark, comment=f"changed {number}", of=named)
        else:
            remark = replace(remark, of=named)
        add_remarks(path, [remark.after(known.latest)])
        now = said_of(path)
        texts = {one.name: one.text for one in now.comments}
        if action == "state":
            assert now.state == remark.state
        elif remark.comment is not None:
            assert texts[remark.of or remark.name] == remark.comment
        else:
            assert remark.of not in texts


@given(REMARKS, st.randoms())
def test_every_reader_has_the_same_of_the_same_lines(
    tmp_path_factory: pytest.TempPathFactory, remarks: list[Remark], dice: random.Random
) -> None:
    """Even where two lines have one name, as only a damaged file has."""
    path = tmp_path_factory.getbasetemp() / "order"
    path.write_bytes(b"")
    add_remarks(path, remarks)
    found, lines = read_remarks(path), path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(dice.sample(lines * 2, len(lines) * 2)))
    assert read_remarks(path).remarks == found.remarks
    assert said_of(path) == matched(found.remarks, [KEY])[0][0]


@given(REMARKS, st.lists(st.integers(0, 8), min_size=1, max_size=6), st.booleans())
def test_a_file_that_is_read_again_is_as_if_read_first(
    tmp_path_factory: pytest.TempPathFactory,
    remarks: list[Remark],
    cuts: list[int],
    in_lines: bool,  # noqa: FBT001  # hypothesis gives it
) -> None:
    """Whatever was done to it between: lines added, parts of lines, or all of it written anew."""
    path = tmp_path_factory.getbasetemp() / "again"
    path.write_bytes(b"")
    add_remarks(path, remarks)
    lines = path.read_bytes().splitlines(keepends=True)
    reader = RemarksReader(path)
    for cut in cuts:
        content = b"".join(lines[:cut])
        path.write_bytes(content if in_lines else content[: len(content) * cut // 9])
        assert reader.read() == read_remarks(path)
    path.unlink()
    assert reader.read() == RemarksFile()


def test_a_comment_that_was_removed_is_gone_though_it_is_dated_later() -> None:
    """As earlier versions wrote it, which did not look at what was known."""
    comment = Remark(key=KEY, comment="a", when="2999")
    removed = Remark(key=KEY, of=comment.name)
    assert matched([removed, comment], [KEY])[0][0].comments == ()


def test_a_file_of_earlier_versions_is_read_as_before(tmp_path: Path) -> None:
    line = {"name": "1", "when": "2026-11-27T23:52:46.292502+00:00", "mt": "x", "state": "rejected"}
    path = tmp_path / "x"
    path.write_text(json.dumps(line) + "\n")
    assert said_of(path).state == "rejected"
    add_remarks(path, [Remark(key=KEY, state="approved").after(said_of(path).latest)])
    assert "clock" not in json.loads(path.read_text().splitlines()[1])  # which is only for the late


def test_dates_in_the_future_are_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "x"
    add_remarks(path, [Remark(key=KEY, state="approved")])
    assert read_remarks(path).warning("x") == ""
    add_remarks(path, [Remark(key=KEY, state="approved", when=when) for when in ("2998", "2999")])
    assert (
        read_remarks(path)
        .warning("x")
        .startswith(
            "x: 2 remarks are dated in the future, up to 2999; the clock of a machine was ahead"
        )
    )


def test_pipe_in_place_of_the_file_is_rejected_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x")
    with pytest.raises(InputError, match="cannot be read: it is no regular file"):
        read_remarks(tmp_path / "x")
    with pytest.raises(InputError, match="cannot be written: it is no regular file"):
        add_remarks(tmp_path / "x", [Remark(key=KEY, state="approved")])
