"""The language of texts, by samples that were written for this."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from meteor_lsp.pairing.language_model import DEFAULT_LANGUAGE, LanguageModel, detect_language

SAMPLES = {
    "en": "Yesterday we walked along the river until the rain began, and then we sat in a small "
    "café where an old man was telling everybody about the ships that he had built.",
    "de": "Gestern gingen wir am Fluss entlang, bis es zu regnen begann, und dann saßen wir in "
    "einem kleinen Café, in dem ein alter Mann allen von den Schiffen erzählte.",
    "fr": "Hier, nous nous sommes promenés le long de la rivière jusqu'à ce qu'il pleuve, puis "
    "nous avons pris un café chez un vieil homme qui parlait de ses bateaux.",
    "cs": "Včera jsme se procházeli podél řeky, dokud nezačalo pršet, a potom jsme seděli v malé "
    "kavárně, kde starý muž všem vyprávěl o lodích, které kdysi postavil.",
    "ru": "Вчера мы гуляли вдоль реки, пока не начался дождь, а потом сидели в маленьком кафе, "
    "где старик рассказывал всем о кораблях, которые он когда-то построил.",
    "zh": "昨天我们沿着河边散步，直到下起了雨，然后我们坐在一家小咖啡馆里，听一位老人"
    "给大家讲他以前造过的船。"
    "他说每一艘船都有自己的性格，就像人一样。我们听了很久，雨停的时候天已经黑了，于是我们慢慢地走回家去。"
    "第二天早上我们又去了那里，可是咖啡馆没有开门。",
    "ja": "昨日、私たちは雨が降り始めるまで川沿いを散歩し、それから小さな喫茶店に座って、"
    "おじいさんが昔造った船の話をみんなにしているのを聞きました。船にはそれぞれ人のような性格があるのだと彼は言いました。"
    "雨がやんだときにはもう暗くなっていたので、ゆっくり歩いて家に帰りました。",
    "ar": "تمشينا أمس على ضفة النهر حتى بدأ المطر، ثم جلسنا في مقهى صغير حيث كان رجل عجوز يحدث "
    "الجميع عن السفن التي بناها في شبابه وعن البحار التي عبرها.",
}


@pytest.mark.parametrize("language", sorted(SAMPLES))
def test_languages_are_detected_from_some_lines(language: str) -> None:
    sample = SAMPLES[language]
    assert detect_language([sample]) == language
    words = sample.split(" ")
    lines = [" ".join(words[start : start + 5]) for start in range(0, len(words), 5)]
    assert detect_language(["", *lines, ""]) == language


@pytest.mark.parametrize("sample", ["", "Das ist gut.", "1234 " * 100, "👍 " * 200, "... \n" * 90])
def test_too_little_text_is_taken_for_english(sample: str) -> None:
    assert detect_language([sample]) == DEFAULT_LANGUAGE == "en"
    assert detect_language([]) == "en"


def test_the_beginning_tells() -> None:
    german, french = SAMPLES["de"], SAMPLES["fr"]
    assert detect_language([german] * 40 + [french] * 10_000) == "de"
    assert detect_language([german * 100_000]) == "de"


@settings(max_examples=200)
@given(st.lists(st.text(alphabet=st.characters()), max_size=4), st.integers(1, 60))
def test_odd_text_never_raises(segments: list[str], times: int) -> None:
    language = detect_language([segment * times for segment in segments])
    assert len(language) == 2


@pytest.mark.parametrize(
    "odd", ["\ud800a" * 200, "\x00a" * 200, "a\u0301" * 200, "\U0010ffffa" * 99]
)
def test_characters_that_no_language_has_never_raise(odd: str) -> None:
    assert len(detect_language([odd])) == 2


@cache
def original() -> LanguageIdentifier:
    """py3langid itself, which computes with NumPy."""
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@cache
def model() -> LanguageModel:
    return LanguageModel.installed()


@settings(max_examples=100)
@given(st.one_of(st.text(alphabet=st.characters()), st.sampled_from(list(SAMPLES.values()))))
def test_the_model_says_what_py3langid_says(text: str) -> None:
    language, certainty = model().classify(text)
    expected, its_certainty = original().classify(text)
    assert certainty == pytest.approx(its_certainty, abs=1e-4)  # single precision
    # Of languages that are as likely as each other, rounding chooses.
    as_likely = {name for name, share in original().rank(text) if share > its_certainty - 1e-4}
    assert language == expected or {language, expected} <= as_likely


def test_capitals_and_scripts_are_folded_as_py3langid_folds_them() -> None:
    for text in (SAMPLES["de"].upper(), "Пре свега желим да вам се захвалим на помоћи"):
        assert model().classify(text)[0] == original().classify(text)[0]
