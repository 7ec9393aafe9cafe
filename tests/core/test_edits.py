"""The edits between a machine translation and its post-edit."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_core.analysis.edits import Edit, EditCounts, EditScript, edit_script, edits_json
from tests.escaped_tables import read_table

METEORS = {
    "classic": Meteor("classic", "en"),
    "no punctuation": Meteor("linear-penalty", "en"),
    "greedy": Meteor("nltk", "en"),
    "characters": Meteor("classic", "zh"),
}
ENGLISH = "the The a cat cats mat sat on car automobile run running . ,"
WORDS = [*ENGLISH.split(), "猫", "שלום", "👩\u200d👧"]
rows = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=10).map(" ".join)
shuffles = st.permutations([f"w{number}" for number in range(7)]).map(" ".join)
meteors = st.sampled_from(list(METEORS))


def script_of(before: str, after: str, meteor: str = "classic") -> EditScript:
    return edit_script(METEORS[meteor].score(before, [after]).alignment)


def written(before: str, after: str, language: str = "en") -> str:
    """The edits as a line that a person can check: ``kind reason#move [before|after]``."""
    script = edit_script(Meteor(language=language).score(before, [after]).alignment)
    return " ".join(_told(script, edit) for edit in script.edits)


def _told(script: EditScript, edit: Edit) -> str:
    old = " ".join(script.hypothesis.words(edit.hypothesis))
    new = " ".join(script.reference.words(edit.reference))
    if edit.kind == "kept":
        return old
    move = "" if edit.move is None else f"#{edit.move}"
    return f"{edit.kind}{move}{'/' if edit.reason else ''}{edit.reason}[{old}|{new}]"


@pytest.mark.parametrize(
    ("before", "after", "expected"), read_table(Path(__file__).parent / "edits.tsv")
)
def test_edits(before: str, after: str, expected: str) -> None:
    assert written(before, after) == expected


def test_of_two_chunks_with_as_many_tokens_the_one_with_less_text_is_moved() -> None:
    assert written("so international law", "international law so").count("moved#0[so|]") == 1
    assert written("extraordinary a", "a extraordinary") == (
        "moved#0[|a] extraordinary moved#0[a|]"
    )


def test_unmatched_runs_of_a_gap_are_paired_in_order_around_a_move() -> None:
    # "today" leaves between two unmatched runs; only the first of them finds a partner.
    assert written("we red today blue go on", "we green go on today") == (
        "we changed/words[red|green] moved#0[today|] dropped[blue|] go on moved#0[|today]"
    )


def test_a_move_whose_words_differ_in_part_is_one_move() -> None:
    script = script_of("In the Morning he slept very well", "he slept very well in the Morning")
    moved = [edit for edit in script.edits if edit.kind == "moved"]
    assert [(edit.move, edit.reason) for edit in moved] == [(0, "case"), (0, "")] * 2


def test_text_between_tokens_is_told_apart_from_tokens() -> None:
    assert script_of("the  cat", "the cat").differs_between_tokens
    assert script_of("the cat!", "the cat.", "no punctuation").differs_between_tokens
    assert not script_of("the cat", "the cat").differs_between_tokens
    assert not script_of("the  cat", "the dog").differs_between_tokens


def test_the_edit_share_is_what_is_not_kept() -> None:
    counts = script_of("the red cat sat", "the black cat").counts
    assert counts == EditCounts(kept=2, changed_hypothesis=1, changed_reference=1, dropped=1)
    assert counts.edit_share == pytest.approx(3 / 7)
    assert EditCounts().edit_share == 0
    assert script_of("one", "two").counts.edit_share == 1


def test_the_json_form() -> None:
    assert edits_json(script_of("Now we go on", "we go on now .")) == [
        {"kind": "moved", "hypothesis": [0, 1], "reference": [0, 0], "reason": "case", "move": 0},
        {"kind": "kept", "hypothesis": [1, 4], "reference": [0, 3]},
        {"kind": "moved", "hypothesis": [4, 4], "reference": [3, 4], "reason": "case", "move": 0},
        {"kind": "added", "hypothesis": [4, 4], "reference": [4, 5]},
    ]


@given(before=rows, after=rows, meteor=meteors)
def test_the_edits_cover_each_token_of_both_texts_once_and_in_order(
    before: str, after: str, meteor: str
) -> None:
    script = script_of(before, after, meteor)
    for row, ranges in [
        (script.hypothesis, [edit.hypothesis for edit in script.edits]),
        (script.reference, [edit.reference for edit in script.edits]),
    ]:
        covered = [token for first, end in ranges for token in range(first, end)]
        assert covered == list(range(len(row)))
    assert all(
        edit.hypothesis[0] < edit.hypothesis[1] or edit.reference[0] < edit.reference[1]
        for edit in script.edits
    )


@given(before=rows, after=rows, meteor=meteors)
def test_the_edits_applied_to_the_one_text_give_the_other(
    before: str, after: str, meteor: str
) -> None:
    script = script_of(before, after, meteor)
    taken: dict[tuple[int | None, str], list[str]] = {}
    for edit in script.edits:
        if edit.kind == "moved" and not edit.reason:
            words = script.hypothesis.words(edit.hypothesis)
            taken.setdefault((edit.move, edit.reason), []).extend(words)
    result: list[str] = []
    for edit in script.edits:
        length = edit.reference[1] - edit.reference[0]
        if edit.kind == "kept":
            result += script.hypothesis.words(edit.hypothesis)
        elif edit.kind == "moved" and not edit.reason:
            held = taken[edit.move, edit.reason]
            result += [held.pop(0) for _ in range(length)]
        elif edit.kind != "dropped":
            result += script.reference.words(edit.reference)
    assert result == script.reference.words()
    assert not any(taken.values())


@given(before=rows, after=rows, meteor=meteors)
def test_counts_add_up_to_the_tokens(before: str, after: str, meteor: str) -> None:
    script = script_of(before, after, meteor)
    counts = script.counts
    before_lengths = [edit.hypothesis[1] - edit.hypothesis[0] for edit in script.edits]
    assert counts.hypothesis_length == sum(before_lengths) == len(script.hypothesis)
    assert counts.reference_length == len(script.reference)
    assert 0 <= counts.edit_share <= 1
    assert (counts.edit_share == 0) == script.untouched


@given(text=rows, meteor=meteors)
def test_a_text_that_nobody_touched_is_kept(text: str, meteor: str) -> None:
    script = script_of(text, text, meteor)
    assert script.untouched
    assert not script.differs_between_tokens
    assert script.counts.kept == len(script.hypothesis)


@given(before=rows, after=rows, meteor=meteors)
def test_what_is_matched_is_kept_moved_or_changed_for_that_reason(
    before: str, after: str, meteor: str
) -> None:
    alignment = METEORS[meteor].score(before, [after]).alignment
    script = edit_script(alignment)
    unmatched = set(range(len(script.hypothesis))) - {link[0] for link in alignment.links}
    for edit in script.edits:
        tokens = set(range(*edit.hypothesis))
        if edit.kind == "dropped" or edit.reason == "words":
            assert tokens <= unmatched
        else:
            assert not tokens & unmatched


@given(order=shuffles, after=shuffles)
def test_no_choice_moves_fewer_tokens(order: str, after: str) -> None:
    target = {word: place for place, word in enumerate(after.split())}
    places = [target[word] for word in order.split()]
    longest = max(
        size
        for size in range(1, len(places) + 1)
        for chosen in combinations(places, size)
        if list(chosen) == sorted(chosen)
    )
    assert script_of(order, after).counts.moved == len(places) - longest


@given(order=shuffles, after=shuffles)
def test_moves_are_numbered_in_the_order_of_the_hypothesis_and_each_has_two_ends(
    order: str, after: str
) -> None:
    script = script_of(order, after)
    left = [edit.move for edit in script.edits if edit.kind == "moved" and not empty(edit, "hyp")]
    came = [edit.move for edit in script.edits if edit.kind == "moved" and empty(edit, "hyp")]
    assert left == list(range(len(left)))
    assert sorted(came, key=repr) == sorted(left, key=repr)


def empty(edit: Edit, side: str) -> bool:
    span = edit.hypothesis if side == "hyp" else edit.reference
    return span[0] == span[1]


@given(one=rows, two=rows)
def test_counts_of_a_corpus_are_the_sums_of_its_segments(one: str, two: str) -> None:
    first, second = script_of(one, two).counts, script_of(two, one).counts
    total = first + second
    fields: Any = EditCounts.__slots__
    assert [getattr(total, name) for name in fields] == [
        getattr(first, name) + getattr(second, name) for name in fields
    ]


def test_a_segment_of_thousands_of_chunks_is_read_at_once() -> None:
    words = [f"w{number}" for number in range(4000)]
    script = script_of(" ".join(words), " ".join(reversed(words)), "greedy")
    assert script.counts.moved == len(words) - 1


def test_phrases_of_several_words_are_changed_or_moved_as_one(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.meteor15.small_home import HYPOTHESIS, REFERENCE, make_small_home

    make_small_home(tmp_path_factory.mktemp("meteor"), monkeypatch)
    meteor = Meteor("meteor-1.5")
    for before, after in ((HYPOTHESIS, REFERENCE), (REFERENCE, HYPOTHESIS)):
        script = edit_script(meteor.score(before, [after]).alignment)
        counts = script.counts
        assert counts.hypothesis_length == len(script.hypothesis)
        assert counts.reference_length == len(script.reference)
        assert script.edits[-1].hypothesis[1] == len(script.hypothesis)
        assert script.edits[-1].reference[1] == len(script.reference)
    said = {
        (
            edit.kind,
            " ".join(script.hypothesis.words(edit.hypothesis)),
            " ".join(script.reference.words(edit.reference)),
        )
        for edit in script.edits
        if edit.reason == "paraphrase"
    }
    assert ("changed", "sat", "was sitting") in said
    assert ("changed", "Several", "a number of") in said
    moved = edit_script(meteor.score("today several saw us", ["a number of saw us"]).alignment)
    assert moved.counts.changed_reference == 3
