"""What tuning learns from and what it is tested on."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import InputError
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.tuning.folds import Folds, Part, make_folds


def rated_set(documents: list[str], name: str = "a set") -> RatedSet:
    """Return a set with a segment for each name of a document, and two systems."""
    outputs = (
        RatedOutput(
            system=system,
            segment=f"{name} {segment}",
            document=document,
            hypothesis=f"{system} {segment}",
            references=("r",),
            rating=float(segment % 3 + (system == "b")),
        )
        for segment, document in enumerate(documents)
        for system in "ab"
    )
    return RatedSet.of_outputs(name, outputs)


def segments_of(part: Part, rated: RatedSet) -> list[str]:
    return [rated.segments[place] for place in part.segments]


def documents_of(part: Part, rated: RatedSet) -> set[str]:
    among = set(segments_of(part, rated))
    return {output.document for output in rated.outputs if output.segment in among}


def assert_each_is_left_out_once(folds: Folds, rated: RatedSet) -> None:
    left_out = [segment for part in folds.every for segment in segments_of(part, rated)]
    assert sorted(left_out) == sorted(rated.segments)
    for fold in folds.folds:
        own = set(segments_of(fold.left_out, rated))
        others = {segment for part in fold.training for segment in segments_of(part, rated)}
        assert own
        assert not own & others
        assert own | others == set(rated.segments)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=8, max_size=60), st.integers(3, 6))
def test_no_document_is_on_both_sides_of_a_fold(names: list[str], blocks: int) -> None:
    rated = rated_set(names)
    folds = make_folds([rated], blocks)
    assert_each_is_left_out_once(folds, rated)
    if len(set(names)) < 3:
        assert folds.kind == "segments"
        return
    assert folds.kind == "documents"
    assert len(folds.folds) == min(blocks, len(set(names)))
    seen = [documents_of(part, rated) for part in folds.every]
    assert sum(map(len, seen)) == len(set.union(*seen)) == len(set(names))


@given(st.integers(3, 50), st.integers(3, 8))
def test_without_documents_blocks_are_of_consecutive_segments(size: int, blocks: int) -> None:
    rated = rated_set([""] * size)
    folds = make_folds([rated], blocks)
    assert_each_is_left_out_once(folds, rated)
    assert folds.kind == "segments"
    assert any("there is no column document" in note for note in folds.notes)
    assert len(folds.folds) == min(blocks, size)
    for part in folds.every:
        assert all(after == before + 1 for before, after in pairwise(part.segments))
    sizes = [len(part.segments) for part in folds.every]
    assert max(sizes) - min(sizes) <= 1


@given(st.lists(st.sampled_from("abcdef"), min_size=6, max_size=30), st.integers(3, 5))
def test_judgements_with_one_reference_stay_together(references: list[str], blocks: int) -> None:
    outputs = (
        RatedOutput(
            system=system,
            segment=str(line),
            hypothesis=f"{system} {line}",
            references=(reference,),
            rating=rating,
        )
        for line, reference in enumerate(references)
        for system, rating in (("first", 1.0), ("second", -1.0))
    )
    rated = RatedSet.of_outputs("judged", outputs, judgements=True)
    if len(set(references)) < 3:
        with pytest.raises(InputError, match=r"judged has \d references?; tuning needs 3"):
            make_folds([rated], blocks)
        return
    folds = make_folds([rated], blocks)
    assert_each_is_left_out_once(folds, rated)
    seen = [{references[int(name)] for name in segments_of(part, rated)} for part in folds.every]
    assert sum(map(len, seen)) == len(set(references))


def test_a_segment_without_a_document_is_one_by_itself() -> None:
    folds = make_folds([rated_set(["a", "a", "", "", "b", "b"])], 4)
    assert folds.kind == "documents"
    assert [len(part.segments) for part in folds.every] == [2, 1, 1, 2]


def test_of_several_sets_each_is_left_out_once() -> None:
    sets = [rated_set(["a"] * size, name) for size, name in ((5, "x"), (9, "y"), (7, "z"))]
    folds = make_folds(sets)
    assert folds.kind == "sets"
    assert [fold.left_out.name for fold in folds.folds] == ["x", "y", "z"]
    assert [[part.name for part in fold.training] for fold in folds.folds] == [
        ["y", "z"],
        ["x", "z"],
        ["x", "y"],
    ]
    assert not folds.notes


def test_of_two_sets_the_only_one_to_learn_from_is_cut_into_blocks() -> None:
    sets = [rated_set(list("aabbccdd"), "x"), rated_set([""] * 10, "y")]
    folds = make_folds(sets, 4)
    assert [fold.left_out.name for fold in folds.folds] == ["x", "y"]
    assert [part.place for part in folds.folds[0].training] == [1] * 4
    assert [part.name for part in folds.folds[1].training] == [
        f"documents {number} to {number}" for number in range(1, 5)
    ]


def test_single_set_has_a_note_on_generalisation() -> None:
    assert any("single set" in note for note in make_folds([rated_set(list("abcdef"))]).notes)


def test_too_few_segments_are_rejected() -> None:
    with pytest.raises(InputError, match="a set has 2 segments; tuning needs 3 or more"):
        make_folds([rated_set(["", ""])])
