"""Tokenizers: where the tokens of a text are."""

import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import TOKENIZER_NAMES, get_tokenizer
from tests.escaped_tables import read_table

# Characters that meet special rules more often than chance would bring them up, among all.
SPECIAL = (
    "aZ9é_-'’.,$+ \t\n\r\x00\x1c\x85\u00a0\u00ad\u0301\u200b\u200c\u200d\u200f\u2028\u2060"
    "猫𠮷々〇ひゝカｶーﾞ゛・กเาำ์ๆ๙ກຳကျខ្កिकक्ا،ـ가ㄱ½²Ⅷ①👍🏽👩🚀❤\ufe0f\u20e3🇩🇪🏴\U000e0067\ud83d\udc4d\U000e0100"
)
texts = st.text(st.characters() | st.sampled_from(SPECIAL))


def tokens(tokenizer: str, text: str) -> list[str]:
    return [text[start:end] for start, end in get_tokenizer(tokenizer).spans(text)]


def is_wordlike(character: str) -> bool:
    """A letter, a digit or a connector such as the underscore."""
    return unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "Pc"


@pytest.mark.parametrize("tokenizer", TOKENIZER_NAMES)
@given(text=texts)
def test_spans_are_ascending_and_disjoint_and_inside_the_text(tokenizer: str, text: str) -> None:
    spans = get_tokenizer(tokenizer).spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


@pytest.mark.parametrize("tokenizer", TOKENIZER_NAMES)
@given(text=texts | st.text(st.characters(codec="ascii")))
def test_surfaces_alone_are_those_beside_spans(tokenizer: str, text: str) -> None:
    assert get_tokenizer(tokenizer).surfaces(text) == get_tokenizer(tokenizer).tokens(text)[1]


@pytest.mark.parametrize("tokenizer", TOKENIZER_NAMES)
def test_surfaces_of_any_two_ascii_characters_are_those_beside_spans(tokenizer: str) -> None:
    for code in range(128 * 128):
        text = chr(code >> 7) + chr(code & 127)
        assert get_tokenizer(tokenizer).surfaces(text) == get_tokenizer(tokenizer).tokens(text)[1]


@pytest.mark.parametrize("tokenizer", TOKENIZER_NAMES)
@given(text=texts)
def test_no_token_contains_white_space(tokenizer: str, text: str) -> None:
    assert not any(character.isspace() for token in tokens(tokenizer, text) for character in token)


@pytest.mark.parametrize("tokenizer", TOKENIZER_NAMES)
@given(text=texts)
def test_every_letter_and_digit_is_in_a_token(tokenizer: str, text: str) -> None:
    covered = {at for span in get_tokenizer(tokenizer).spans(text) for at in range(*span)}
    assert all(at in covered or not is_wordlike(text[at]) for at in range(len(text)))


@pytest.mark.parametrize("tokenizer", TOKENIZER_NAMES)
@given(one=texts, other=texts)
def test_a_space_keeps_what_is_before_it_from_what_is_behind_it(
    tokenizer: str, one: str, other: str
) -> None:
    together = tokens(tokenizer, f"{one} {other}")
    assert together == tokens(tokenizer, one) + tokens(tokenizer, other)


@given(texts)
def test_without_punctuation_the_tokens_with_a_letter_or_digit_are_left(text: str) -> None:
    words = [token for token in tokens("words", text) if any(map(is_wordlike, token))]
    assert tokens("words-no-punctuation", text) == words


@settings(max_examples=500)
@given(texts)
def test_whitespace_splits_as_python_does(text: str) -> None:
    assert tokens("whitespace", text) == text.split()


def test_every_code_point_by_itself_is_a_token_or_separates() -> None:
    text = " ".join(map(chr, range(0x110000)))
    alone = {start // 2 for start, end in get_tokenizer("words").spans(text) if end == start + 1}
    separators = {
        code
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in {"Zs", "Zl", "Zp", "Cc", "Cf"}
        # Tags of flags are of category Cf, but extend what stands before them.
        and not 0xE0020 <= code <= 0xE007F
    }
    assert alone == set(range(0x110000)) - separators


@pytest.mark.parametrize(
    ("tokenizer", "text", "expected", "reason"), read_table(Path(__file__).parent / "tokens.tsv")
)
def test_tokens(tokenizer: str, text: str, expected: str, reason: str) -> None:
    assert "|".join(tokens(tokenizer, text)) == expected, reason
