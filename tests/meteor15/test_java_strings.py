"""Java's strings and numbers, judged by Java."""

import random
import struct
import unicodedata
from pathlib import Path

import pytest

from meteor_core.meteor15.java_strings import java_double, java_hash, java_lower, utf16_length
from tests.escaped_tables import read_table
from tests.meteor15.program import run_driver

# Printed by: java -cp . JavaStrings < the first column (drivers/JavaStrings.java)
STRINGS = read_table(Path(__file__).parent / "java_strings.tsv")

# Printed by Java 17's Double.toString, or from its documentation.
NUMBERS = read_table(Path(__file__).parent / "java_numbers.tsv")


@pytest.mark.parametrize(("text", "code", "length", "small"), STRINGS)
def test_strings(text: str, code: str, length: str, small: str) -> None:
    assert (java_hash(text), utf16_length(text)) == (int(code), int(length))
    assert java_lower(text) == small


def test_a_lone_surrogate_is_one_unit() -> None:
    assert java_hash("a\udc00") == 31 * ord("a") + 0xDC00
    assert utf16_length("a\udc00") == 2
    assert java_lower("A\udc00") == "a\udc00"


@pytest.mark.parametrize(("number", "printed"), NUMBERS)
def test_numbers(number: str, printed: str) -> None:
    assert java_double(float(number)) == printed


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
