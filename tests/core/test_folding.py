"""Folding: which spellings are the same word."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meteor_core.text.folding import full_folding, lower_folding
from tests.escaped_tables import read_table

LANGUAGES = ("en", "de", "el", "tr", "az", "ja")
texts = st.text(st.characters() | st.sampled_from("ßẞſIiİıÅÅσςΣΐŉǰẖ\u0301\u0307\u0345\u00ad가ｶ"))


def caseless(one: str, other: str) -> bool:
    """Unicode Standard, section 3.13, definition D145: canonical caseless match."""
    nfd = unicodedata.normalize
    return nfd("NFD", nfd("NFD", one).casefold()) == nfd("NFD", nfd("NFD", other).casefold())


@pytest.mark.parametrize(
    ("language", "first", "second", "equal", "reason"),
    read_table(Path(__file__).parent / "full_folding.tsv"),
)
def test_full_folding(language: str, first: str, second: str, equal: str, reason: str) -> None:
    fold = full_folding(language)
    assert (fold(first) == fold(second)) is (equal == "yes"), reason


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=texts)
def test_full_folding_sees_no_difference_between_normal_forms(language: str, text: str) -> None:
    fold = full_folding(language)
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert fold(composed) == fold(decomposed) == fold(text)


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=texts)
def test_a_folded_word_is_composed_as_stemmers_want_it(language: str, text: str) -> None:
    assert unicodedata.is_normalized("NFC", full_folding(language)(text))


@given(texts, texts)
@example("\u03b1\u0345\u0301", "ΆΙ")
def test_full_folding_is_unicodes_canonical_caseless_match(one: str, other: str) -> None:
    fold = full_folding("en")
    one, other = (text.replace("\u00ad", "").replace("\u2060", "") for text in (one, other))
    assert (fold(one) == fold(other)) is caseless(one, other)
    assert (fold(one) == fold(one.swapcase())) is caseless(one, one.swapcase())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_is_folded_as_unicode_says(language: str) -> None:
    fold = full_folding(language)
    for code in range(0x110000):
        letter = chr(code)
        for other in {letter.upper(), letter.lower()} - {letter}:
            if language not in {"tr", "az"} or not set(letter + other) & set("iIıİ"):
                assert (fold(letter) == fold(other)) is caseless(letter, other)


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.text(st.characters(max_codepoint=0x7F)))
def test_ascii_is_folded_as_unicode_says(language: str, text: str) -> None:
    dotless = language in {"tr", "az"}
    expected = (text.replace("I", "ı") if dotless else text).casefold()
    assert full_folding(language)(text) == expected


@given(texts)
def test_lower_folding_is_lower(text: str) -> None:
    assert {lower_folding(language)(text) for language in LANGUAGES} == {text.lower()}
