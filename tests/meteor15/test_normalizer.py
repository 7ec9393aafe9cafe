"""METEOR 1.5's normaliser: the program's words, and where each of them stands."""

import importlib
import itertools
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from meteor_core import ParameterError
from meteor_core.meteor15.normalizer import (
    NORMALIZED_LANGUAGES,
    MeteorNormalizer,
    white_space_tokens,
)
from tests.core.testing_kernel import load_testing_kernel
from tests.escaped_tables import read_table
from tests.thoroughness import more_when_thorough, tries

# The program's answers came from drivers/NormalizedLines.java, compiled and run with
# ``-cp meteor-1.5.jar``, for each of the sentences with "true" and with "false".
TABLES = Path(__file__).parent
NORMALIZED = read_table(TABLES / "normalized_sentences.tsv")
PREFIXES: dict[str, dict[str, bool]] = {language: {} for language in NORMALIZED_LANGUAGES}
for _language, _prefix, _before_numbers in read_table(TABLES / "prefixes.tsv"):
    PREFIXES[_language][_prefix] = _before_numbers == "yes"

DRIVER = Path(__file__).parent / "drivers/NormalizedLines.java"
PREFIX_FILES = {
    "en": "english",
    "cs": "czech",
    "fr": "french",
    "es": "spanish",
    "de": "german",
    "ru": "russian",
}

WORDS = (
    *("a", "b", "B", "s", "t", "don", "Mr", "No", "U", "S", "é", "ž", "ÿ", "ж", "Ԧ", "\u0528"),
    *("1", "2", "19", "١", "中", "😀", "𐐀", "DOTMULTI", "DOT", "MULTI", "DOTDOTMULTI", "ᴀ", "×"),
)
MARKS = (
    *(".", ".", "..", "...", ",", ",", "'", "'", "`", "’", "‘", "“", "”", "''", "``", "-", "-"),
    *("–", "—", "--", "---", "(", ")", '"', "!", "/", "\\", "$", "&", "\u0301"),
)
SPACES = (
    *(" ", " ", " ", "  ", "\t", "\n", "\r", "\f", "\v", "\0", "\x1f", "\x1c", "\x7f", "\x85"),
    *("\xa0", "\u2000", "\u200a", "\u200b", "\u2028", "\u202f", "\u205f", "\u3000", "\ufeff"),
)
LONE_SURROGATES = ("\ud800", "\udc00", "\udfff")
ESCAPED_CODE_UNITS = re.compile(r"(?:\\u[0-9a-f]{4})+")

Spans = list[tuple[int, int]]
Tokens = Callable[[str], tuple[Spans, list[str]]]

some_text = st.lists(st.sampled_from(WORDS + MARKS + SPACES + LONE_SURROGATES), max_size=25).map(
    "".join
) | st.text(st.characters(codec=None, categories=None))
long_runs = st.lists(
    st.tuples(st.sampled_from(WORDS + MARKS + (" ",)), st.sampled_from((1, 1, 2, 3, 50))),
    max_size=12,
).map(lambda runs: "".join(piece * times for piece, times in runs))
marked_dots = st.lists(st.sampled_from(("DOTMULTI", "DOT", ".", "..", " ", "a")), max_size=15).map(
    "".join
)
some_language = st.sampled_from(NORMALIZED_LANGUAGES)


def kernel() -> Any:
    if find_spec("meteor_core._kernel") is None:
        pytest.skip("the compiled kernel is not built (METEOR_BUILD=compiled)")
    return importlib.import_module("meteor_core._kernel")


def make_normalizer(
    implementation: str,
    language: str,
    prefixes: Mapping[str, bool] | None = None,
    *,
    keep_punctuation: bool = True,
) -> Any:
    """A normalizer of either implementation."""
    kind = MeteorNormalizer if implementation == "python" else kernel().MeteorNormalizer
    return kind(
        language=language,
        prefixes=PREFIXES[language] if prefixes is None else dict(prefixes),
        keep_punctuation=keep_punctuation,
    )


def written(normalizer: Any, text: str) -> list[tuple[str, str]]:
    """Each token's word, and what it is in the text."""
    spans, forms = normalizer.tokens(text)
    return [(form, text[start:end]) for (start, end), form in zip(spans, forms, strict=True)]


def splitting(implementation: str) -> Tokens:
    if implementation == "python":
        return white_space_tokens
    tokens: Tokens = load_testing_kernel().java_white_space_tokens
    return tokens


either = pytest.mark.parametrize("implementation", ["python", "compiled"])

# The program's words


@either
@pytest.mark.parametrize(("language", "text", "with_punctuation", "without"), NORMALIZED)
def test_the_program_agrees(
    implementation: str, language: str, text: str, with_punctuation: str, without: str
) -> None:
    for keep, line in ((True, with_punctuation), (False, without)):
        normalizer = make_normalizer(implementation, language, keep_punctuation=keep)
        assert " ".join(normalizer.tokens(text)[1]) == line


# Places


@either
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the U.S. army", [("the", "the"), ("US", "U.S."), ("army", "army")]),
        ("well-known", [("well", "well"), ("known", "known")]),
        ("a-b-c", [("a", "a"), ("b-c", "b-c")]),
        ("a--b", [("a", "a"), ("b", "b")]),
        ("-- a –", [("-", "--"), ("a", "a"), ("-", "–")]),
        ("''a``", [('"', "''"), ("a", "a"), ('"', "``")]),
        ("don't", [("don", "don"), ("'t", "'t")]),
        ("it’s", [("it", "it"), ("'s", "’s")]),
        ("what...so", [("what", "what"), ("...", "..."), ("so", "so")]),
        ("a,b,c", [("a", "a"), (",", ","), ("b,c", "b,c")]),
        ("end.", [("end", "end"), (".", ".")]),
        ("Mr. X", [("Mr.", "Mr."), ("X", "X")]),
        (".a.'s", [("a", ".a."), ("'", "'"), ("s", "s")]),
        (".5. a", [(".5.", ".5."), ("a", "a")]),
        ("D.O.T.M.U.L.T.I.", [(".", "D.O.T.M.U.L.T.I.")]),
        ("xDOTMULTI.y", [("x..", "xDOTMULTI."), ("y", "y")]),
        ("中𐐀", [("中", "中"), ("𐐀", "𐐀")]),
        ("\va\v", [("a", "a")]),
        ("x \v\v.a.\v.", [("x", "x"), ("\v\va", "\v\v.a.")]),
        ("\ud83d\ude00 a", [("\ud83d", "\ud83d"), ("\ude00", "\ude00"), ("a", "a")]),
    ],
)
def test_every_token_has_its_place(
    implementation: str, text: str, expected: list[tuple[str, str]]
) -> None:
    assert written(make_normalizer(implementation, "en"), text) == expected


@either
def test_without_punctuation_a_word_has_the_place_of_its_letters(implementation: str) -> None:
    normalizer = make_normalizer(implementation, "en", keep_punctuation=False)
    assert written(normalizer, "Mr. O'Neil (U.S.): it’s 1,5...") == [
        *[("Mr", "Mr"), ("O", "O"), ("Neil", "Neil"), ("US", "U.S.")],
        *[("it", "it"), ("s", "s"), ("1", "1"), ("5", "5")],
    ]


def assert_places_are_sound(text: str, spans: Spans, forms: list[str]) -> None:
    borders = [0, *(border for span in spans for border in span), len(text)]
    assert borders == sorted(borders)
    assert all(start < end for start, end in spans)
    for (start, end), form in zip(spans, forms, strict=True):
        if not re.search("[.'`‘’“”–-]|DOTMULTI", text[start:end]):
            assert form == text[start:end]


@more_when_thorough
@pytest.mark.parametrize("keep_punctuation", [True, False])
@settings(max_examples=tries(300, thorough=1000))
@given(language=some_language, text=some_text)
def test_places_are_sound(language: str, text: str, *, keep_punctuation: bool) -> None:
    normalizer = make_normalizer("python", language, keep_punctuation=keep_punctuation)
    spans, forms = normalizer.tokens(text)
    assert_places_are_sound(text, spans, forms)
    if "DOTMULTI" not in text.replace(".", ""):  # the program takes that for dots
        covered = "".join(text[start:end] for start, end in spans)
        in_words = re.compile("[0-9A-Za-zÀ-ÖØ-öø-žа-я]")
        assert in_words.findall(covered) == in_words.findall(text)


# Two implementations


@more_when_thorough
@pytest.mark.parametrize("keep_punctuation", [True, False])
@settings(max_examples=tries(500, thorough=2000))
@given(
    language=some_language,
    text=some_text | long_runs | marked_dots,
    prefixes=st.dictionaries(st.sampled_from(WORDS) | some_text, st.booleans(), max_size=8),
)
def test_both_implementations_agree(
    language: str, text: str, prefixes: dict[str, bool], *, keep_punctuation: bool
) -> None:
    expected, found = (
        make_normalizer(implementation, language, prefixes, keep_punctuation=keep_punctuation)
        for implementation in ("python", "compiled")
    )
    assert found.tokens(text) == expected.tokens(text)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_both_implementations_agree_wherever_a_word_ends(language: str) -> None:
    """The kernel reads 64 characters at a time, and knows what most often follows a word."""
    expected, found = (make_normalizer(each, language) for each in ("python", "compiled"))
    endings = [*"., -'’`\v;", "..", ".,", ",'", "'s", "-b", ", ", ". B", ". b", " ,", "b-", "9's"]
    endings += [", ,c", ",\t'c", "-b-c", "-b.", "'b.", "1.5", "1,5", "b'c'", "\x1f"]
    for size in (1, 2, 62, 63, 64, 65, 126, 127, 128, 129):
        for last, wide in itertools.product("a7", ["", "\u4e00", "\U0001f600"]):
            word = "a" * (size - 1) + last
            for ending, after in itertools.product(
                endings, ["", " ", "b", ";", " 7 Mr. 5 " + wide]
            ):
                text = word + ending + after
                assert found.tokens(text) == expected.tokens(text)


def test_both_implementations_agree_on_all_code_points() -> None:
    expected, found = (make_normalizer(each, "en") for each in ("python", "compiled"))
    code_points = [*range(0x10000), *range(0x10000, 0x110000, 257)]  # beyond, all are alike
    for start in range(0, len(code_points), 64):
        characters = [chr(code_point) for code_point in code_points[start : start + 64]]
        # Letters, digits, marks and white space all behave differently in this place.
        text = "'".join(f"a{character}b." for character in characters)
        assert found.tokens(text) == expected.tokens(text)


@either
@pytest.mark.parametrize("count", [300, 100_000])
def test_many_dots_are_one_token(implementation: str, count: int) -> None:
    dots = "." * count
    assert written(make_normalizer(implementation, "en"), f"a{dots}b")[1] == (dots, dots)


# Marks in a text


def marked_by_the_book(text: str) -> str:
    """The text after the program's rules for dots and their marks, one replacement at a time."""
    text = re.sub(r"\.(\.+)", r" DOTMULTI\1", f" {text} ")
    while "DOTMULTI." in text:
        text = re.sub(r"DOTMULTI\.([^.])", r"DOTDOTMULTI \1", text)
        text = text.replace("DOTMULTI.", "DOTDOTMULTI")
    words = text.split()
    while "DOTDOTMULTI" in " ".join(words):
        words = [word.replace("DOTDOTMULTI", "DOTMULTI.") for word in words]
    return " ".join(words).replace("DOTMULTI", ".")


@more_when_thorough
@either
@settings(max_examples=tries(300, thorough=1000))
@given(
    pieces=st.lists(
        st.sampled_from(("DOTMULTI", "DOTMULTI.", "DOTMULTI..", "DOT", "..", "...", " ", "1", "T")),
        max_size=15,
    )
)
def test_marks_become_dots_as_in_the_program(implementation: str, pieces: list[str]) -> None:
    text = "".join(pieces) + "x"
    assume(not re.search(r"(?<![.I])\.(?!\.)", text))  # a word's last dot has rules of its own
    normalizer = make_normalizer(implementation, "de", {})
    assert " ".join(normalizer.tokens(text)[1]) == marked_by_the_book(text)


@either
@pytest.mark.parametrize("piece", ["DOT", "DOTMULTI", "DOTMULTI.", "DOTMULTI.."])
def test_many_marks_end_soon(implementation: str, piece: str) -> None:
    normalizer = make_normalizer(implementation, "en")
    few, many = (normalizer.tokens(piece * times)[1] for times in (200, 20_000))
    assert len("".join(many)) == 100 * len("".join(few))


# White space


@either
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\n\r\f", []),
        ("a  U.S.\tb\n'c'\rd\fe ", [(0, 1), (3, 7), (8, 9), (10, 13), (14, 15), (16, 17)]),
        ("a\vb\x1cc\x85d\xa0e\u2028f\u3000g\0", [(0, 14)]),
        ("\ud800 𐐀", [(0, 1), (2, 3)]),
    ],
)
def test_five_characters_are_white_space(
    implementation: str, text: str, expected: list[tuple[int, int]]
) -> None:
    spans, forms = splitting(implementation)(text)
    assert spans == expected
    assert forms == [text[start:end] for start, end in expected]


@given(text=some_text)
def test_both_implementations_split_alike(text: str) -> None:
    assert splitting("compiled")(text) == splitting("python")(text)


# Refusals


@pytest.mark.parametrize("language", ["it", "other", "EN", ""])
def test_language_without_rules_is_rejected(language: str) -> None:
    with pytest.raises(
        ParameterError, match=f"'{language}', only in: en, cs, fr, es, de, ru; give"
    ):
        MeteorNormalizer(language=language, prefixes={})
    with pytest.raises(ValueError, match="no normaliser"):
        kernel().MeteorNormalizer(language=language, prefixes={}, keep_punctuation=True)


def test_a_normalizer_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        make_normalizer("python", "en").language = "fr"


# The program itself


def jar_of_the_program() -> Path:
    found = find_spec("pycocoevalcap")
    if found is None or not found.submodule_search_locations:
        pytest.skip("METEOR 1.5 is not installed (pycocoevalcap)")
    return Path(found.submodule_search_locations[0]) / "meteor/meteor-1.5.jar"


def prefixes_of_the_program(jar: Path, language: str) -> dict[str, bool]:
    with ZipFile(jar) as files:
        content = files.read(f"nonbreaking/{PREFIX_FILES[language]}.prefixes").decode()
    entries = [line.split() for line in content.splitlines()]
    return {
        entry[0]: entry[1:2] == ["#NUMERIC_ONLY#"]
        for entry in entries
        if entry and not entry[0].startswith("#")
    }


def escaped(text: str) -> str:
    """The text in printable ASCII, other UTF-16 code units as ``\\u0000``."""
    units = text.encode("utf-16-be")
    codes = [int.from_bytes(units[at : at + 2]) for at in range(0, len(units), 2)]
    return "".join(
        chr(code) if 0x20 <= code <= 0x7E and code != 0x5C else f"\\u{code:04x}" for code in codes
    )


def unescaped(line: str) -> str:
    return ESCAPED_CODE_UNITS.sub(
        lambda units: bytes.fromhex(units[0].replace("\\u", "")).decode("utf-16-be"), line
    )


def lines_of_the_program(jar: Path, folder: Path, cases: list[tuple[str, bool, str]]) -> list[str]:
    compiler, java = shutil.which("javac"), shutil.which("java")
    if not compiler or not java:
        pytest.skip("there is no Java development kit")
    subprocess.run([compiler, "-cp", str(jar), "-d", str(folder), str(DRIVER)], check=True)
    lines = [f"{language}\t{keep}\t{escaped(text)}\n" for language, keep, text in cases]
    done = subprocess.run(
        [java, "-cp", f"{jar}:{folder}", DRIVER.stem],
        input="".join(lines),
        capture_output=True,
        check=True,
        text=True,
    )
    return [unescaped(line) for line in done.stdout.split("\n")[:-1]]


def some_texts(count: int) -> list[str]:
    choices = random.Random(15)
    kinds = (WORDS, MARKS, SPACES)
    return [
        "".join(
            choices.choice(choices.choices(kinds, (5, choices.choice((1, 5)), 2))[0])
            for _ in range(choices.randint(1, 25))
        )
        for _ in range(count)
    ]


@pytest.mark.slow
def test_the_program_agrees_on_thousands_of_texts(tmp_path: Path) -> None:
    jar = jar_of_the_program()
    texts = some_texts(5000)
    cases = [
        (language, keep, text)
        for language in NORMALIZED_LANGUAGES
        for keep in (True, False)
        for text in texts
    ]
    expected = lines_of_the_program(jar, tmp_path, cases)
    normalizers = {
        (language, keep): [
            make_normalizer(
                each, language, prefixes_of_the_program(jar, language), keep_punctuation=keep
            )
            for each in ("python", "compiled")
        ]
        for language in NORMALIZED_LANGUAGES
        for keep in (True, False)
    }
    for (language, keep, text), line in zip(cases, expected, strict=True):
        for normalizer in normalizers[language, keep]:
            assert " ".join(normalizer.tokens(text)[1]) == line, (language, keep, ascii(text))
