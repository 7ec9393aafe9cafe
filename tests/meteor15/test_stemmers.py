"""METEOR 1.5's stemmers; the expected stems in ``stems.tsv`` are METEOR 1.5's own.

They were printed by its jar, where ``$JAR`` is meteor-1.5.jar of pycocoevalcap and the words of a
language are on one line, in the order of the table:

    java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp $JAR Stemmer de <<< "heizkesseln ..."

Newer releases of Snowball (PyStemmer 3.1) differ for the first words of de, en, fi, fr, hu, it, nl,
ro, ru and sv.
"""

import importlib.util
import random
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.errors import InputError, ParameterError, ResourceError
from meteor_core.meteor15.class_files.reader import read_class
from meteor_core.meteor15.class_files.static_tables import AmongEntry, static_tables
from meteor_core.meteor15.snowball_program import AmongTable, SnowballProgram, is_in_order
from meteor_core.meteor15.stemmers import STEMMER_CLASSES, stemmer
from tests.escaped_tables import read_table
from tests.meteor15.class_writer import (
    FIND,
    GOTO,
    IF_DIFFERENT,
    IF_NOT,
    PRIVATE,
    PUBLIC,
    RETURN_VALUE,
    ClassWriter,
    assemble,
    number,
)

TABLES: Final = Path(__file__).parent
STEMS: Final = {row[0]: row[1:] for row in read_table(TABLES / "stems.tsv")}
"""The alphabet, some words and their stems by language."""

GOLDENS: Final = {language: (words, stems) for language, (_, words, stems) in STEMS.items()}
ALPHABETS: Final = {language: alphabet for language, (alphabet, *_) in STEMS.items()}


class Jar:
    """The stemmers' classes in METEOR's jar."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def stemmer_class(self, name: str) -> bytes:
        with zipfile.ZipFile(self.path) as jar:
            return jar.read(f"org/tartarus/snowball/ext/{name}.class")


class OneClass:
    """One class file, whatever the language."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def stemmer_class(self, name: str) -> bytes:
        return self.content


@pytest.fixture(scope="module")
def jar() -> Jar:
    package = importlib.util.find_spec("pycocoevalcap")
    for folder in (package and package.submodule_search_locations) or ():
        path = Path(folder) / "meteor/meteor-1.5.jar"
        if path.is_file():
            return Jar(path)
    pytest.skip("METEOR 1.5 is not installed: pip install pycocoevalcap")


@pytest.fixture(scope="module")
def stem_of(jar: Jar) -> Callable[[str], Callable[[str], str]]:
    return cache(lambda language: stemmer(jar, language))


# ----------------------------------------------------------------------------- METEOR's stemmers


@pytest.mark.parametrize("language", GOLDENS)
def test_stems_are_those_of_meteor(
    stem_of: Callable[[str], Callable[[str], str]], language: str
) -> None:
    words, stems = (row.split() for row in GOLDENS[language])
    assert [stem_of(language)(word) for word in words] == stems


def test_every_language_has_goldens_and_an_alphabet() -> None:
    assert set(GOLDENS) == set(ALPHABETS) == set(STEMMER_CLASSES)


@pytest.mark.parametrize("language", GOLDENS)
@pytest.mark.parametrize(
    "word", ["", "x", "0", "1,000.5", ".", "-", "'", "😀", "日本語", "\ud83d", "\0", "xz" * 2500]
)
def test_non_words_stay_unchanged(
    stem_of: Callable[[str], Callable[[str], str]], language: str, word: str
) -> None:
    assert stem_of(language)(word) == word


def test_upper_case_is_not_lowered(stem_of: Callable[[str], Callable[[str], str]]) -> None:
    assert [stem_of("en")(word) for word in ("RUNNING", "Running")] == ["RUNNING", "Run"]


def test_characters_outside_the_basic_plane_count_as_two(
    stem_of: Callable[[str], Callable[[str], str]],
) -> None:
    # German stems nothing of a word's first three characters; Java's word has a surrogate pair.
    assert stem_of("de")("a😀en") == "a😀"
    assert stem_of("de")("a日en") == "a日en"


def test_one_stemmer_serves_many_threads(stem_of: Callable[[str], Callable[[str], str]]) -> None:
    words, stems = (row.split() * 50 for row in GOLDENS["tr"])
    with ThreadPoolExecutor(8) as threads:
        for got in threads.map(lambda _: [stem_of("tr")(word) for word in words], range(8)):
            assert got == stems


def affixes(jar: Jar, language: str) -> list[str]:
    tables = static_tables(read_class(jar.stemmer_class(STEMMER_CLASSES[language]), language))
    rows = (row for table in tables.values() for row in table)
    return [row.text for row in rows if isinstance(row, AmongEntry)]


def invented_words(language: str, suffixes: list[str], count: int) -> list[str]:
    """Letters at random, and with suffixes behind them; some have other characters in them."""
    dice = random.Random(language)
    alphabet = ALPHABETS[language]
    words = []
    for _ in range(count):
        word = "".join(dice.choices(alphabet, k=dice.randint(1, 8)))
        word += "".join(dice.choices(suffixes, k=dice.randint(0, 3)))
        if dice.random() < 0.1:
            at = dice.randint(0, len(word))
            word = word[:at] + dice.choice("😀-'’7ÉUY") + word[at:]
        words.append(dice.choice([word] * 8 + [word.upper(), word.title()]))
    return [word for word in words if any(letter.isalpha() for letter in word)]


@pytest.mark.slow
@pytest.mark.parametrize("language", ALPHABETS)
def test_invented_words_as_java_stems_them(
    jar: Jar, stem_of: Callable[[str], Callable[[str], str]], language: str
) -> None:
    java = shutil.which("java")
    if java is None:
        pytest.skip("no java on this machine")
    words = invented_words(language, affixes(jar, language), 5000)
    encoding = ["-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"]
    printed = subprocess.run(
        [java, *encoding, "-cp", str(jar.path), "Stemmer", language],
        input="\n".join(words).encode(),
        capture_output=True,
        check=True,
    ).stdout.decode()
    # It prints a line for each word, empty where the stem is.
    assert [stem_of(language)(word) for word in words] == printed.split("\n")[: len(words)]


# ---------------------------------------------------------------------------------- small classes


ROWS: Final = (("s", -1, 1, ""), ("es", 0, 2, ""), ("ness", 0, 1, "r_agree"))


def example_class(
    start: bytes = b"", rows: Sequence[tuple[str, int, int, str]] = ROWS, agrees: int = PRIVATE
) -> bytes:
    """A stemmer that cuts off "s", "es" and "ness", "ness" only if a method agrees."""
    writer = ClassWriter()
    writer.initializer(writer.table("a_0", rows))
    writer.method("r_agree", number(1) + RETURN_VALUE, access=agrees)
    writer.method("stem", start + example_stem(writer), access=PUBLIC)
    return writer.content()


def example_stem(writer: ClassWriter) -> bytes:
    """As long as there is a suffix: "s" goes, and "es" becomes "e"."""
    table = writer.static(0xB2, "a_0", "[Lorg/tartarus/snowball/Among;")
    store, load = b"\x3c", b"\x1b"  # local variable 1
    return assemble(
        writer.put("limit_backward", writer.get("cursor"))
        + writer.put("cursor", writer.get("limit")),
        "again",
        writer.put("ket", writer.get("cursor")),
        writer.call("find_among_b", FIND, table, number(3)) + store,
        load,
        (IF_NOT, "end"),
        writer.put("bra", writer.get("cursor")),
        load + number(1),
        (IF_DIFFERENT, "other"),
        writer.call("slice_del", "()V"),
        (GOTO, "again"),
        "other",
        writer.call("slice_from", "(Ljava/lang/String;)V", writer.literal("e")),
        (GOTO, "again"),
        "end",
        number(1) + RETURN_VALUE,
    )


# ------------------------------------------------------------------------------- what goes wrong


def test_language_without_stemmer() -> None:
    with pytest.raises(ParameterError, match=r"no Snowball stemmer for language 'cs'.*da, de, en"):
        stemmer(OneClass(b""), "cs")


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"\xca\xfe\xba\xbe", b"\xff" * 1000])
def test_no_class_file(content: bytes) -> None:
    with pytest.raises(
        ResourceError, match=r"englishStemmer in METEOR's jar is not a Java class file"
    ):
        stemmer(OneClass(content), "en")


def test_class_file_cut_short() -> None:
    content = example_class()
    for size in range(len(content) - 2):  # the last two say that it has no attributes
        with pytest.raises(ResourceError, match="or is damaged"):
            stemmer(OneClass(content[:size]), "en")


def test_damaged_class_file_never_fails_otherwise() -> None:
    content, dice = example_class(), random.Random(7)
    refused = 0
    for _ in range(3000):
        damaged = bytearray(content)
        damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        try:
            stemmer(OneClass(bytes(damaged)), "en")
        except ResourceError:
            refused += 1
    assert 1000 < refused < 3000


def test_class_of_its_own() -> None:
    stem = stemmer(OneClass(example_class()), "en")
    words = ("box", "boxes", "glasses", "cats", "s", "", "kindness")
    # After "es" the cursor is before the "e". "ness" asks a method, which Java does not call.
    assert [stem(word) for word in words] == ["box", "boxe", "glae", "cat", "", "", "kindne"]


def test_unknown_instruction() -> None:
    message = (
        r"class \S*exampleStemmer is not as in METEOR 1.5: .* 0x6a at byte 0; use .* pip install"
    )
    with pytest.raises(ResourceError, match=message):
        stemmer(OneClass(example_class(b"\x6a")), "en")


def test_instruction_that_no_method_has() -> None:
    with pytest.raises(ResourceError, match="a method has the instruction 'new_array'"):
        stemmer(OneClass(example_class(number(1) + b"\xbc\x05")), "en")


def test_method_that_java_would_call() -> None:
    with pytest.raises(ResourceError, match="r_agree, which is not private"):
        stemmer(OneClass(example_class(agrees=PUBLIC)), "en")


@pytest.mark.parametrize(
    "rows",
    [
        [ROWS[1], ROWS[0], ROWS[2]],
        [ROWS[0], ("es", -1, 2, ""), ROWS[2]],
        ROWS[:2],
    ],
)
def test_table_that_java_would_search_otherwise(rows: list[tuple[str, int, int, str]]) -> None:
    with pytest.raises(ResourceError, match=r"its table a_0 (is out of|does not have 3 rows)"):
        stemmer(OneClass(example_class(rows=rows)), "en")


def test_invalid_identifier_is_rejected() -> None:
    writer = ClassWriter()
    writer.initializer()
    called = writer.call("r_x(self): pass\nimport os", "()Z")
    writer.method("stem", called + RETURN_VALUE, access=PUBLIC)
    with pytest.raises(ResourceError, match="it has the name"):
        stemmer(OneClass(writer.content()), "en")


# ----------------------------------------------------------------------------- tables of suffixes


def entries_of(texts: set[str], *, backward: bool) -> list[AmongEntry]:
    turned = sorted(text[::-1] if backward else text for text in texts)
    entries: list[AmongEntry] = []
    for text in turned:
        shorter = [
            at for at, other in enumerate(turned) if text.startswith(other) and other != text
        ]
        original = text[::-1] if backward else text
        result = len(entries) + 1
        entries.append(AmongEntry(original, max(shorter, default=-1), result, refused=False))
    return entries


@given(st.sets(st.text("abc", max_size=4), min_size=1), st.text("abc", max_size=8), st.data())
def test_longest_text_is_found(texts: set[str], word: str, data: st.DataObject) -> None:
    cursor = data.draw(st.integers(0, len(word)))
    bound = data.draw(st.integers(0, cursor))
    entries = entries_of(texts, backward=True)
    assert is_in_order(entries, backward=True)
    program = SnowballProgram(word)
    program.cursor, program.limit_backward = cursor, bound
    found = program.find_among_b(AmongTable(entries, backward=True))
    longest = max((t for t in texts if word[bound:cursor].endswith(t)), key=len, default=None)
    assert (entries[found - 1].text if found else None) == longest
    assert program.cursor == cursor - len(longest or "")


@given(st.sets(st.text("abc", max_size=4), min_size=1), st.text("abc", max_size=8), st.data())
def test_longest_text_is_found_forwards(texts: set[str], word: str, data: st.DataObject) -> None:
    bound = data.draw(st.integers(0, len(word)))
    cursor = data.draw(st.integers(0, bound))
    entries = entries_of(texts, backward=False)
    assert is_in_order(entries, backward=False)
    program = SnowballProgram(word)
    program.cursor, program.limit = cursor, bound
    found = program.find_among(AmongTable(entries, backward=False))
    longest = max((t for t in texts if word[cursor:bound].startswith(t)), key=len, default=None)
    assert (entries[found - 1].text if found else None) == longest
    assert program.cursor == cursor + len(longest or "")


# --------------------------------------------------------------------------- editing of the word


def program_at(word: str, cursor: int, bra: int, ket: int) -> SnowballProgram:
    program = SnowballProgram(word)
    program.cursor, program.bra, program.ket = cursor, bra, ket
    return program


@pytest.mark.parametrize(
    ("cursor", "after"),
    [(0, 0), (1, 1), (2, 1), (3, 4), (4, 5)],
    ids=["before", "at its start", "inside", "at its end", "behind"],
)
def test_cursor_when_the_slice_is_replaced(cursor: int, after: int) -> None:
    program = program_at("abcde", cursor, 1, 3)
    program.slice_from("xyz")
    assert (program.current, program.cursor, program.limit) == ("axyzde", after, 6)


@pytest.mark.parametrize(
    ("at", "bra", "ket"), [(0, 3, 5), (1, 3, 5), (2, 1, 5), (3, 1, 5), (4, 1, 3)]
)
def test_slice_when_text_is_inserted(at: int, bra: int, ket: int) -> None:
    program = program_at("abcde", at, 1, 3)
    program.insert(at, at, "xy")
    assert program.current == "abcde"[:at] + "xy" + "abcde"[at:]
    assert (program.bra, program.ket, program.cursor) == (bra, ket, at + 2)


def test_rejected_text_moves_the_cursor() -> None:
    program = program_at("kindness", 8, 0, 0)
    table = AmongTable([AmongEntry("ness", -1, 1, refused=True)], backward=True)
    assert (program.find_among_b(table), program.cursor) == (0, 4)


def test_slice_that_java_cannot_replace() -> None:
    program = program_at("abcde", 0, 3, 1)
    with pytest.raises(InputError, match=r"METEOR 1.5 fails to stem a word .* 'abcde'"):
        program.slice_del()
