"""The kernel's Porter stemmer against NLTK's: the same stems."""

import itertools
import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from meteor_core.runtime.implementation import chosen_implementation
from tests.core.wordnet_files import read_digest
from tests.thoroughness import more_when_thorough, tries

pytestmark = pytest.mark.skipif(
    chosen_implementation().name == "python", reason="no compiled kernel in this process"
)

PORTER = PorterStemmer()

BEGINNINGS = """
    a e y b by ay oy tr tree trou oat hop hopp fall fizz geo theo fe feed bl s ss at bliz tt yy ya
    ab*d é éé café ééé Ж x wil fil plaster confla rel relat roll controll sensi enjo spi d ti
"""
ENDINGS = """
    s es sses ies ss ied eed ed ing y ly ational tional enci anci izer bli abli alli entli eli ousli
    ization ation ator alism iveness fulness ousness aliti iviti biliti fulli logi icate ative alize
    iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti
    ous ive ize e ll le
"""
ODD = """
    sky skies dying lying tying news innings inning outings outing cannings canning howe proceed
    exceed succeed SKY Skies dies died lies İ İs Aİ aİs İİ ß STRASSE ΣΊΣΥΦΟΣ \ud800ed ed ing ied
    oed yed 1ing -ing a-b-ed '80s's 3rds don't isn’t mid-90s 😀ing 😀😀ing 猫ed naïveté
    """


def differing(words: list[str]) -> list[tuple[str, str, str]]:
    """Words whose stems differ, with both of them."""
    from meteor_core import _kernel

    stems = _kernel.NltkStems().stems_of(words)
    return [
        (word, stem, expected)
        for word, stem in zip(words, stems, strict=True)
        if stem != (expected := PORTER.stem(word))
    ]


def test_every_rule_and_pair_of_rules_leaves_what_nltk_leaves() -> None:
    endings = ["", *ENDINGS.split()]
    pairs = itertools.product(BEGINNINGS.split(), endings, endings)
    assert not differing(["", " ", *ODD.split(), *map("".join, pairs)])


def test_the_words_of_wordnet_have_the_stems_that_nltk_finds() -> None:
    lemmas = random.Random(1980).sample(read_digest().lemmas(), 8000)
    assert not differing([*lemmas, *map(str.upper, lemmas[:1000]), *map(str.title, lemmas[:1000])])


def test_the_words_of_real_texts_have_the_stems_that_nltk_finds(shared: Path) -> None:
    """In eight languages, as they stand between spaces and without punctuation."""
    words: set[str] = set()
    for path in filter(Path.is_file, shared.glob("data/**/*")):
        text = path.read_text(encoding="utf-8")
        words |= {*text.split(), *re.findall(r"\w+", text)}
    assert len(words) > 80_000
    assert not differing(sorted(words))


@more_when_thorough
def test_any_word_has_the_stem_that_nltk_finds() -> None:
    letters = st.text("aeioubdlstyzgnm*éİ\u0131Σ-'1", max_size=5) | st.text(max_size=5)

    @settings(max_examples=tries(500, thorough=4_000))
    @given(letters, st.sampled_from(["", *ENDINGS.split()]), st.booleans())
    @example("ab*d", "ed", False)  # noqa: FBT003  # NLTK takes the name of a rule for an ending
    def agrees(letters: str, ending: str, upper: bool) -> None:  # noqa: FBT001
        word = letters + ending
        assert not differing([word.upper() if upper else word])

    agrees()
