"""States and comments beside a file: nothing is lost, and nothing moves to another segment."""

import multiprocessing
import random
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


def test_what_was_said_is_read_again(tmp_path: Path) -> None:
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


def test_neighbours_tell_equal_segments_apart() -> None:
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


def test_the_lines_of_two_versions_are_one_file_in_any_order(tmp_path: Path) -> None:
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


def test_bad_use_is_told(tmp_path: Path) -> None:
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


def test_a_remark_that_is_undone_counts_no_more_and_the_one_before_it_does() -> None:
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
