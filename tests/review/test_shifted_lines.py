"""Shifted lines are recognised at their places, as a slow alignment of everything finds them."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.review.shifted_lines import (
    ALONE_COST,
    JOIN_COST,
    PAIR_COST,
    Bead,
    Shift,
    align_lines,
    likeness,
)

NUMBER_OF_WORDS = 4000


def text_of(lines: int, seed: int = 0) -> list[str]:
    """Lines of words that they hardly share."""
    dice = random.Random(seed)
    return [
        " ".join(f"w{dice.randrange(NUMBER_OF_WORDS)}" for _ in range(dice.randint(2, 12)))
        for _ in range(lines)
    ]


def rewritten(line: str, dice: random.Random) -> str:
    """A line with some of its words changed, as post-editors do."""
    words = line.split()
    for _ in range(dice.randint(0, len(words) // 3)):
        words[dice.randrange(len(words))] = f"x{dice.randrange(NUMBER_OF_WORDS)}"
    return " ".join(words)


def gain(beads: Sequence[Bead], mt: Sequence[str], post_edit: Sequence[str]) -> float:
    return sum(gain_of(mt[slice(*bead.mt)], post_edit[slice(*bead.post_edit)]) for bead in beads)


def gain_of(before: Sequence[str], after: Sequence[str]) -> float:
    if not before or not after:
        return -ALONE_COST * (len(before) + len(after))
    cost = PAIR_COST if len(before) == len(after) else JOIN_COST
    return likeness(" ".join(before), " ".join(after)) - cost


def textbook_gain(mt: Sequence[str], post_edit: Sequence[str]) -> float:
    """The best of all alignments, by the table of all cells."""
    steps = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]
    best = {(0, 0): 0.0}
    for row in range(len(mt) + 1):
        for column in range(len(post_edit) + 1):
            reached = [
                best[row - taken, column - given]
                + gain_of(mt[row - taken : row], post_edit[column - given : column])
                for taken, given in steps
                if row >= taken and column >= given
                if taken == given or taken + given == 1 or all(mt[row - taken : row])
                if taken == given or taken + given == 1 or all(post_edit[column - given : column])
            ]
            if reached:
                best[row, column] = max(reached)
    return best[len(mt), len(post_edit)]


@st.composite
def shifted(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Texts of which one has lines rewritten, inserted, deleted, split and joined."""
    dice = random.Random(draw(st.integers(0, 10**6)))
    mt = text_of(draw(st.integers(0, 60)), dice.randrange(10**6))
    after = [rewritten(line, dice) for line in mt]
    for _ in range(draw(st.integers(0, 2))):
        place = dice.randrange(len(after) + 1)
        kind = draw(st.sampled_from(["insert", "delete", "split", "join", "blank"]))
        if kind == "insert":
            after[place:place] = text_of(draw(st.integers(1, 4)), dice.randrange(10**6))
        elif kind == "blank":
            after.insert(place, "")
        elif kind == "delete":
            del after[place : place + draw(st.integers(1, 4))]
        elif kind == "split" and place < len(after) and len(words := after[place].split()) > 3:
            half = len(words) // 2
            after[place : place + 1] = [" ".join(words[:half]), " ".join(words[half:])]
        elif kind == "join" and place + 1 < len(after):
            after[place : place + 2] = [" ".join(after[place : place + 2]).strip()]
    return mt, after


@given(shifted())
def test_it_is_as_good_as_the_best_of_all_alignments(pair: tuple[list[str], list[str]]) -> None:
    mt, post_edit = pair
    beads = list(align_lines(mt, post_edit).beads())
    assert_covers(beads, len(mt), len(post_edit))
    assert gain(beads, mt, post_edit) == pytest.approx(textbook_gain(mt, post_edit), abs=1e-9)


few = ["", "a", "a b c", "d e f g", "猫が好き", "a b", "x"]
lines = st.lists(st.sampled_from(few), max_size=40)


@given(lines, lines)
def test_every_line_has_its_place_whatever_the_texts(mt: list[str], post_edit: list[str]) -> None:
    alignment = align_lines(mt, post_edit)
    beads = list(alignment.beads())
    assert_covers(beads, len(mt), len(post_edit))
    for bead in beads:
        for line in range(*bead.post_edit):
            assert alignment.partner(line) == bead.mt


def assert_covers(beads: Sequence[Bead], mt: int, post_edit: int) -> None:
    """The beads are side by side, and none is empty on both sides."""
    places = (0, 0)
    for bead in beads:
        assert (bead.mt[0], bead.post_edit[0]) == places
        places = bead.mt[1], bead.post_edit[1]
        assert bead.mt[0] < bead.mt[1] or bead.post_edit[0] < bead.post_edit[1]
    assert places == (mt, post_edit)


def test_a_line_at_the_top_of_a_long_text_is_one_shift() -> None:
    mt = text_of(20_000)
    dice = random.Random(1)
    post_edit = ["A line that nobody has translated", *(rewritten(line, dice) for line in mt)]
    assert align_lines(mt, post_edit).shifts == (
        Shift(kind="inserted", mt=(0, 0), post_edit=(0, 1)),
    )


@pytest.mark.parametrize("lines", [1, 30, 700])
def test_deleted_lines_are_one_shift_however_many(lines: int) -> None:
    mt = text_of(2000)
    post_edit = mt[:1000] + mt[1000 + lines :]
    assert align_lines(mt, post_edit).shifts == (
        Shift(kind="deleted", mt=(1000, 1000 + lines), post_edit=(1000, 1000)),
    )


def test_a_rewritten_line_is_no_shift() -> None:
    mt = text_of(100)
    post_edit = mt.copy()
    post_edit[0] = "nothing of it left"
    post_edit[50] = "another line"
    post_edit[99] = "the end"
    assert align_lines(mt, post_edit).shifts == ()


def test_split_and_joined_lines_are_distinguished() -> None:
    mt = text_of(40)
    words = mt[10].split()
    post_edit = [*mt[:10], " ".join(words[:4]), " ".join(words[4:]), *mt[11:20]]
    post_edit += [f"{mt[20]} {mt[21]}", *mt[22:]]
    kinds = [(shift.kind, shift.mt) for shift in align_lines(mt, post_edit).shifts]
    assert kinds == [("split", (10, 11)), ("joined", (20, 22))]


def list_of(dice: random.Random) -> list[str]:
    """Lines that are alike: a numbered list, or what a program says on its buttons."""
    lines = range(dice.randint(8, 60))
    if dice.random() < 0.5:
        boxes = [(dice.randint(1, 99), dice.choice("ABCDEF")) for _ in lines]
        return [f"Item {n}: {pieces} pieces in box {box}" for n, (pieces, box) in enumerate(boxes)]
    acts, things = ("Click", "Select", "Open", "Close"), ("file", "folder", "window", "page")
    return [f"{dice.choice(acts)} the {dice.choice(things)} {dice.randint(0, 20)}." for _ in lines]


def most_in_common(first: Sequence[str], second: Sequence[str]) -> int:
    """The length of the longest common subsequence, the slow way."""
    row = [0] * (len(second) + 1)
    for one in first:
        before, row = row, [0]
        for at, other in enumerate(second):
            row.append(before[at] + 1 if one == other else max(before[at + 1], row[-1]))
    return row[-1]


@pytest.mark.parametrize("seed", range(100))
def test_identical_lines_are_paired_among_similar_lines(seed: int) -> None:
    dice = random.Random(seed)
    mt = list_of(dice)
    post_edit = list(mt)
    at = dice.randrange(len(mt))
    post_edit[at : at + dice.randint(0, 2)] = dice.choice(
        ([], ["Note"], ["A new line here."], [mt[at - 1]], ["Item 3: 4 pieces in box A"] * 2)
    )
    pairs = [
        (mt[bead.mt[0]], post_edit[bead.post_edit[0]])
        for bead in align_lines(mt, post_edit).beads()
        if bead.mt[1] - bead.mt[0] == 1 == bead.post_edit[1] - bead.post_edit[0]
    ]
    same = sum(one == other for one, other in pairs)
    assert same == most_in_common(mt, post_edit)


def test_a_line_that_was_moved_shifts_nothing_around_it() -> None:
    dice = random.Random(1)
    mt = text_of(60, seed=3)
    post_edit = [rewritten(line, dice) for line in mt]
    post_edit[20], post_edit[29] = mt[29], post_edit[20]
    partners = [align_lines(mt, post_edit).partner(line) for line in range(60)]
    assert sum(one == (line, line + 1) for line, one in enumerate(partners)) >= 55


def test_accidentally_identical_distant_line_is_ignored() -> None:
    dice = random.Random(2)
    mt = text_of(300, seed=4)
    post_edit = [f"{rewritten(line, dice)} ." for line in mt[:40]]
    post_edit[30] = mt[250]
    partners = [align_lines(mt, post_edit).partner(line) for line in range(40)]
    assert sum(one == (line, line + 1) for line, one in enumerate(partners)) >= 38
