"""Edits as a reviewer reads them: their kinds and their places in both texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_core.analysis.edits import edit_script
from meteor_core.review.edits import REVIEW_KINDS, ReviewEdit, count_kinds, review_edits

METEORS = {name: Meteor(language=name) for name in ("en", "zh")}
_WORDS = "the The a cat cats sat car automobile , . ! 5 1,000 https://a.b/c {x} colour walking"
words = st.sampled_from([*_WORDS.split(), "猫", "כלב", "👩\u200d👧"])
texts = st.lists(words, max_size=12).map(" ".join) | st.text(max_size=20)


def edits_of(before: str, after: str, language: str = "en") -> tuple[ReviewEdit, ...]:
    return review_edits(edit_script(METEORS[language].score(before, [after]).alignment))


def told(before: str, after: str) -> str:
    """The edits that change something as a line that a person can check."""
    return " ".join(
        f"{edit.kind}[{before[slice(*edit.mt)]}|{after[slice(*edit.post_edit)]}]"
        for edit in edits_of(before, after)
        if edit.kind != "kept"
    )


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("the cat sat .", "the cat sat .", ""),
        ("he was dancing", "he was danced", "form[dancing|danced]"),
        ("The cat", "the cat", "form[The|the]"),
        ("a car .", "a automobile .", "synonym[car|automobile]"),
        ("the black cat sat", "the cat sat", "dropped[black|]"),
        ("the cat sat", "the black cat sat", "added[|black]"),
        ("the red cat", "the tiny cat", "replaced[red|tiny]"),
        ("now we go home", "we go home now", "moved[now|] moved[|now]"),
        ("it was 5 km", "it was 6 km", "number-or-code[5|6]"),
        ("in 2015 it", "during 2016 it", "replaced[in|during] number-or-code[2015|2016]"),
        ("see https://a.b/c now", "see https://a.b/d now", "number-or-code[c|d]"),
        ("use {name} now", "use now", "number-or-code[{name}|]"),
        ("yes , he came", "yes he came !", "punctuation[,|] punctuation[|!]"),
        # No stage matches them, but they are spelled nearly alike.
        ("a Zerschlagung here", "a Zerschlagungen here", "form[Zerschlagung|Zerschlagungen]"),
        (
            "big Zerschlagung here",
            "tiny Zerschlagungen here",
            "replaced[big|tiny] form[Zerschlagung|Zerschlagungen]",
        ),
        ("", "a cat", "added[|a cat]"),
        ("a cat", "", "dropped[a cat|]"),
    ],
)
def test_kinds_and_places(before: str, after: str, expected: str) -> None:
    assert told(before, after) == expected


@given(texts, texts, st.sampled_from(["en", "zh"]))
def test_edits_cover_all_words_of_both_texts_in_order(
    before: str, after: str, language: str
) -> None:
    edits = edits_of(before, after, language)
    script = edit_script(METEORS[language].score(before, [after]).alignment)
    for row, spans, tokens in (
        (script.hypothesis, [edit.mt for edit in edits], [edit.mt_tokens for edit in edits]),
        (
            script.reference,
            [edit.post_edit for edit in edits],
            [edit.post_edit_tokens for edit in edits],
        ),
    ):
        position = 0
        for (start, end), count in zip(spans, tokens, strict=True):
            covered = row.spans[position : position + count]
            if covered:
                assert (start, end) == (covered[0][0], covered[-1][1])
            else:
                assert start == end == (row.spans[position - 1][1] if position else 0)
            position += count
        assert position == len(row)
    counts = count_kinds(edits)
    assert (sum(counts.mt), sum(counts.post_edit)) == (
        len(script.hypothesis),
        len(script.reference),
    )
    assert counts.edit_share == pytest.approx(script.counts.edit_share)
    assert {edit.kind for edit in edits} <= set(REVIEW_KINDS)


@given(texts)
def test_nothing_is_edited_in_what_was_left_as_it_was(text: str) -> None:
    assert all(edit.kind == "kept" for edit in edits_of(text, text))
