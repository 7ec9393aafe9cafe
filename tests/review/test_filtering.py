"""Filters choose what they say, and orders are those of the numbers."""

from contextlib import suppress
from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_core.errors import ParameterError
from meteor_core.files.states import State
from meteor_core.files.units import Facts
from meteor_core.review.filtering import (
    ORDERS,
    Order,
    ReviewFilter,
    Row,
    filter_from_words,
    listed,
)
from meteor_core.review.segments import review_segment
from meteor_core.review.texts import ReviewTexts

METEOR = Meteor(language="en")
TEXTS = [
    ("Der Hund", "the dog runs", "the dog runs"),
    ("15 Katzen", "a cat of 15 kilos", "a cat of 51 kilos"),
    ("Straße 5", "the street five", "on the street 5 he walks home"),
    (None, "x y", "y, x"),
    ("leer", "", ""),
]
_STATES: Final[list[State]] = ["to-do", "approved", "to-do", "rejected", "in-work"]
ROWS = [
    Row(texts, state, number == 2, review_segment(texts, METEOR))
    for number, ((source, mt, post_edit), state) in enumerate(zip(TEXTS, _STATES, strict=True), 1)
    for texts in [
        ReviewTexts(
            mt=mt,
            post_edit=post_edit,
            source=source,
            facts=Facts(id="", editing_seconds=number * 1.5),
            number=number,
        )
    ]
]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (ReviewFilter(), [1, 2, 3, 4, 5]),
        (ReviewFilter(states=frozenset({"to-do", "in-work"})), [1, 3, 5]),
        (ReviewFilter(classes=frozenset({"untouched"})), [1, 5]),
        (ReviewFilter(kinds=frozenset({"number-or-code"})), [2]),
        (ReviewFilter(kinds=frozenset({"moved"})), [4]),
        (ReviewFilter(diagnostics=frozenset({"number-differs"})), [2]),
        (ReviewFilter(diagnostics=frozenset({"any"})), [2]),
        (ReviewFilter(score_from=1.0), [1]),
        (ReviewFilter(score_below=1.0, untouched=False), [2, 3, 4]),
        (ReviewFilter(text="STRASSE"), [3]),
        (ReviewFilter(text="the", comments=False), [1, 3]),
        (ReviewFilter(expression=r"^(on|x)\b"), [3, 4]),
        (ReviewFilter(comments=True), [2]),
        (ReviewFilter(untouched=True, states=frozenset({"to-do"})), [1]),
    ],
)
def test_filters(chosen: ReviewFilter, expected: list[int]) -> None:
    assert listed(ROWS, chosen) == expected


@pytest.mark.parametrize(("order", "is_reversed"), list(product(ORDERS, [False, True])))
def test_orders(order: Order, is_reversed: bool) -> None:  # noqa: FBT001  # pytest gives it
    """As Python sorts, which leaves equals in the order of the file."""
    numbers = {
        "file": lambda row: row.texts.number,
        "score": lambda row: row.segment.score.score,
        "hter": lambda row: -row.segment.ter.rate,
        "edit-share": lambda row: -row.segment.counts.edit_share,
        "time": lambda row: -row.texts.facts.editing_seconds,
    }
    rows = sorted(
        ROWS, key=lambda row: -numbers[order](row) if is_reversed else numbers[order](row)
    )
    expected = [row.texts.number for row in rows]
    assert listed(ROWS, ReviewFilter(), order, is_reversed=is_reversed) == expected


def test_unreviewed_segments_are_left_out_if_numbers_are_needed() -> None:
    rows = [row._replace(segment=None) for row in ROWS]
    assert listed(rows, ReviewFilter(text="the")) == [1, 3]
    assert listed(rows, ReviewFilter(kinds=frozenset({"kept"}))) == []
    assert listed(rows, ReviewFilter(), "score") == []


@pytest.mark.parametrize(
    "expression", ["(a+)+$", "(a|aa)*b", "(a*)*", "(?:a?b?){9}", "((a", "a" * 2000, ".*.*.*.*b"]
)
def test_slow_expressions_are_rejected(expression: str) -> None:
    with pytest.raises(ParameterError, match=r"may take|no regular|characters"):
        ReviewFilter(expression=expression)


@pytest.mark.parametrize("expression", [r"\d+ ?€", "colou?r", "(foo|bar)s?", r"[A-Z]\w+", "a{2,3}"])
def test_ordinary_expressions_are_accepted(expression: str) -> None:
    ReviewFilter(expression=expression)


def test_unknown_names_are_rejected_with_a_suggestion() -> None:
    with pytest.raises(ParameterError, match="number-differs"):
        ReviewFilter(diagnostics=frozenset({"number-difers"}))
    with pytest.raises(ParameterError, match="unknown order"):
        listed(ROWS, ReviewFilter(), "scores")  # type: ignore[arg-type]  # what it refuses


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", ReviewFilter()),
        ("score>=0.2 score<0.9", ReviewFilter(score_from=0.2, score_below=0.9)),
        ("score>0.2", ReviewFilter(score_from=0.2)),
        (
            "kind=moved,added commented",
            ReviewFilter(kinds=frozenset({"moved", "added"}), comments=True),
        ),
        ('"state=to-do" uncommented', ReviewFilter(text="state=to-do", comments=False)),
        (r"/a \w\/b/ untouched", ReviewFilter(expression=r"a \w\/b", untouched=True)),
        ("and/or a/b/c", ReviewFilter(text="and/or a/b/c")),
        ("5<6 10 €", ReviewFilter(text="5<6 10 €")),
    ],
)
def test_filters_are_typed(said: str, expected: ReviewFilter) -> None:
    assert filter_from_words(said) == expected


@given(st.text('state=to-do/\\"<>,. score0', max_size=20))
def test_any_query_parses_or_is_rejected(said: str) -> None:
    with suppress(ParameterError):
        filter_from_words(said)
