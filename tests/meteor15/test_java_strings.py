"""Java's strings and numbers, judged by Java."""

import random
import struct
import unicodedata
from pathlib import Path

import pytest

from meteor_core.meteor15.java_strings import java_double, java_hash, java_lower, utf16_length
from tests.meteor15.program import run_driver

# Printed by: java -cp . JavaStrings < the first column (drivers/JavaStrings.java)
STRINGS = [
    ("gelato", -1249574770, 6, "gelato"),
    ("variants", -1249574770, 8, "variants"),
    ("Straße", -1808122922, 6, "straße"),
    ("İstanbul", -363956677, 8, "i̇stanbul"),
    ("ΟΔΟΣ", 28526201, 4, "οδος"),
    ("Ωμέγα", 894753976, 5, "ωμέγα"),
    ("𝒳é", 54942091, 3, "𝒳é"),
    ("日本語", 25921943, 3, "日本語"),
    ("ΣΑΣ ΑΣ", 1754905885, 6, "σας ας"),
    ("ǅ", 453, 1, "ǆ"),
    ("", 0, 0, ""),
    ("ŠKODA", 327391809, 5, "škoda"),
    ("ẞ", 7838, 1, "ß"),
]

# Printed by Java 17's Double.toString, or told by its documentation.
NUMBERS = [
    (0.0, "0.0"),
    (-0.0, "-0.0"),
    (12.0, "12.0"),
    (0.001, "0.001"),
    (0.0009999, "9.999E-4"),
    (1e-4, "1.0E-4"),
    (1e-7, "1.0E-7"),
    (9999999.0, "9999999.0"),
    (1e7, "1.0E7"),
    (12345678.9, "1.23456789E7"),
    (123456789012.0, "1.23456789012E11"),
    (0.3204832379614146, "0.3204832379614146"),
    (-100.5, "-100.5"),
    (2.2250738585072014e-308, "2.2250738585072014E-308"),
    (float("inf"), "Infinity"),
    (-float("inf"), "-Infinity"),
    (float("nan"), "NaN"),
]


@pytest.mark.parametrize(("text", "code", "length", "small"), STRINGS)
def test_strings(text: str, code: int, length: int, small: str) -> None:
    assert (java_hash(text), utf16_length(text), java_lower(text)) == (code, length, small)


def test_a_lone_surrogate_is_one_unit() -> None:
    assert java_hash("a\udc00") == 31 * ord("a") + 0xDC00
    assert utf16_length("a\udc00") == 2
    assert java_lower("A\udc00") == "a\udc00"


@pytest.mark.parametrize(("number", "printed"), NUMBERS)
def test_numbers(number: float, printed: str) -> None:
    assert java_double(number) == printed


@pytest.mark.slow
def test_every_character_as_java_has_it(tmp_path: Path) -> None:
    characters = [
        chr(code)
        for code in range(0x110000)
        if chr(code) not in "\r\n" and unicodedata.category(chr(code)) not in ("Cs", "Cn")
    ]
    newer = 0
    for text, line in zip(characters, run_driver("JavaStrings", characters, tmp_path), strict=True):
        code, length, small = line.split("\t", 2)
        assert (java_hash(text), utf16_length(text)) == (int(code), int(length))
        if java_lower(text) != small:  # a capital of a later Unicode, which Java leaves alone
            assert small == text
            newer += 1
    assert newer < 100


@pytest.mark.parametrize(
    ("text", "small"),
    [  # printed by Java, see above
        ("ΠΑΠΠΑΣ-ΣΥΡΟΣ", "παππασ-συρος"),
        ("ΟΔΟΣ: ΣΑΣ,Σ", "οδος: σας,σ"),
        ("ΑΣ.Α ΑΣ. Α", "ασ.α ας. α"),
        ("ΟΔΟΣ1 «ΟΔΟΣ» ΟΔΟΣ'", "οδος1 «οδος» οδος'"),
        ("Σ", "σ"),
    ],
)
def test_small_sigmas(text: str, small: str) -> None:
    assert java_lower(text) == small


@pytest.mark.slow
def test_small_sigmas_of_many_words(tmp_path: Path) -> None:
    chance = random.Random(4)
    ends = ("", "", ".", ",", "-", "-Α", "-ΑΣ", ":", "»", "'", "1", "’Α", "/ΑΣ", "_Σ", "–Σ", "%")
    lines = [
        " ".join(
            "".join(chance.choices("ΣΑΒάa", k=chance.randint(1, 4))) + chance.choice(ends)
            for _ in range(3)
        )
        for _ in range(20_000)
    ]
    printed = [line.split("\t", 2)[2] for line in run_driver("JavaStrings", lines, tmp_path)]
    assert list(map(java_lower, lines)) == printed


@pytest.mark.slow
def test_numbers_as_java_prints_them(tmp_path: Path) -> None:
    chance = random.Random(5)
    numbers = [chance.random() for _ in range(100_000)]
    numbers += [chance.randint(0, 3000) / chance.randint(1, 3000) for _ in range(50_000)]
    numbers += [10 ** chance.uniform(-5, 15) for _ in range(100_000)]
    numbers += [float(chance.randint(0, 10**9)) for _ in range(50_000)]
    bits = [struct.pack(">d", number).hex() for number in numbers]
    assert list(map(java_double, numbers)) == run_driver("Doubles", bits, tmp_path)
