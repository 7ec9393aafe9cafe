"""Tokenizers: where the tokens of a text are."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import TOKENIZER_NAMES, get_tokenizer

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


WORDS = [
    ("", "", "nothing"),
    ("  \t\n", "", "only white space"),
    ("The cat sat.", "The|cat|sat|.", "a full stop is a token"),
    ("don't", "don|'|t", "an apostrophe is punctuation"),
    ("l’eau", "l|’|eau", "so is a typographic one"),
    ("well-known", "well|-|known", "and a hyphen"),
    ("wait...", "wait|.|.|.", "each mark its own token"),
    ("naïve café", "naïve|café", "precomposed letters"),
    ("cafe\u0301s", "cafe\u0301s", "decomposed letters stay in the word"),
    ("co\u00adoperate", "co\u00adoperate", "a soft hyphen is inside its word"),
    ("3.14", "3|.|14", "a decimal point is punctuation"),
    ("1,000 km²", "1|,|000|km²", "a superscript digit belongs to its word"),
    ("A4 ½ Ⅷ snake_case", "A4|½|Ⅷ|snake_case", "digits, fractions, numerals, underscore"),
    ("$5 + 50%", "$|5|+|50|%", "symbols"),
    ("¿Qué?", "¿|Qué|?", "Spanish"),
    ("STRAẞE, Ærøskøbing", "STRAẞE|,|Ærøskøbing", "letters beyond ASCII"),
    ("Привет, мир!", "Привет|,|мир|!", "Russian"),
    ("Καλημέρα· κόσμε;", "Καλημέρα|·|κόσμε|;", "Greek"),
    ("한국어 문장이다.", "한국어|문장이다|.", "Korean separates words by spaces"),
    ("我爱北京。", "我|爱|北|京|。", "each ideograph"),
    ("GPT模型2号", "GPT|模|型|2|号", "Latin inside Chinese"),
    ("人々は〇", "人|々|は|〇", "iteration mark and zero are ideographs here"),
    ("𠮷野家", "𠮷|野|家", "an ideograph beyond the basic plane"),
    ("葛\U000e0100城", "葛\U000e0100|城", "a variation selector stays with its ideograph"),
    ("ㄅㄆ", "ㄅ|ㄆ", "bopomofo"),
    ("コーヒーを飲む", "コーヒー|を|飲|む", "a run of katakana, single hiragana"),
    ("東京・タワー", "東|京|・|タワー", "the middle dot is punctuation"),
    ("ﾊﾝｶｸﾃﾞｽ", "ﾊﾝｶｸﾃﾞｽ", "halfwidth katakana with a voicing mark"),
    ("カ\u3099ラス", "カ\u3099ラス", "decomposed katakana"),
    ("か\u3099く", "か\u3099|く", "decomposed hiragana"),
    ("กินข้าว", "กิ|น|ข้า|ว", "Thai: consonant, marks, vowel behind"),
    ("ไปเที่ยว", "ไป|เที่|ย|ว", "a vowel written before its consonant"),
    ("น้ำ ๒๕๖๗", "น้ำ|๒๕๖๗", "tone mark and sara am; Thai digits are a number"),
    ("ໄປ ນ້ຳ", "ໄປ|ນ້ຳ", "Lao"),
    ("नमस्ते दुनिया।", "नमस्ते|दुनिया|।", "Devanagari keeps vowel signs and virama"),
    ("क्\u200dष", "क्\u200dष", "a joiner is inside its word"),
    ("می\u200cخواهم.", "می\u200cخواهم|.", "so is Persian's zero-width non-joiner"),
    ("كِتَابٌ، قلم؟", "كِتَابٌ|،|قلم|؟", "Arabic with vowel points"),
    ('צה"ל', 'צה|"|ל', "Hebrew"),
    ("שָׁלוֹם\u200f!", "שָׁלוֹם|!", "points stay, the direction mark is not a token"),
    ("👩\u200d🚀!", "👩\u200d🚀|!", "an emoji joined of two"),
    ("👨\u200d👩\u200d👧\u200d👦😀", "👨\u200d👩\u200d👧\u200d👦|😀", "a family, then a face"),
    ("👍🏽👍", "👍🏽|👍", "a skin tone belongs to its hand"),
    ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥", "variation selector and joiner"),
    ("🇩🇪🇫🇷", "🇩🇪|🇫🇷", "two letters a flag"),
    ("🏴\U000e0067\U000e0062\U000e007f.", "🏴\U000e0067\U000e0062\U000e007f|.", "tags of a flag"),
    ("1\ufe0f\u20e3 #\ufe0f\u20e3", "1\ufe0f\u20e3|#\ufe0f\u20e3", "keycaps"),
    ("\u0301a", "\u0301|a", "a mark with nothing before it stands alone"),
    ("a\x00b", "a|b", "NUL separates"),
    ("a\u2028b\u2029c", "a|b|c", "so do line and paragraph separator"),
    ("a\u200fb", "a|b", "and right-to-left mark"),
    ("a\u00a0b\u3000c", "a|b|c", "no-break and ideographic space"),
    ("a\ufeffb\u200bc", "a|b|c", "byte order mark and zero-width space"),
    ("\u200d\u00ad", "", "joiners with nothing to join"),
    ("\ud83d", "\ud83d", "half of a surrogate pair is a symbol"),
]


@pytest.mark.parametrize(("text", "expected", "reason"), WORDS)
def test_words(text: str, expected: str, reason: str) -> None:
    assert tokens("words", text) == (expected.split("|") if expected else []), reason


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        (
            "Under the starry night, we danced.",
            ["Under", "the", "starry", "night", "we", "danced"],
            "comma and full stop are gone",
        ),
        ("don't – 50 %", ["don", "t", "50"], "so are apostrophe, dash and symbol"),
        ("「猫」👍🏽🇩🇪", ["猫"], "brackets, emoji and flags"),
        ("\u0301 ...", [], "a stray mark"),
    ],
)
def test_words_without_punctuation(text: str, expected: list[str], reason: str) -> None:
    assert tokens("words-no-punctuation", text) == expected, reason


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        ("a cat.", "a|c|a|t|.", "white space is not a character here"),
        ("e\u0301a", "e\u0301|a", "a mark stays with its letter"),
        ("コーヒー", "コ|ー|ヒ|ー", "katakana one by one"),
        ("น้ำ", "น้|ำ", "Thai vowels that take their own place"),
        ("नमस्ते", "न|म|स्|ते", "Devanagari with its signs"),
        ("می\u200cخ", "م|ی|خ", "an invisible joiner belongs to no character"),
        ("👩\u200d🚀👍🏽🇩🇪", "👩\u200d🚀|👍🏽|🇩🇪", "emoji and flags whole"),
    ],
)
def test_characters(text: str, expected: str, reason: str) -> None:
    assert tokens("characters", text) == expected.split("|"), reason
