"""The compiled kernel's texts: its tokenizers and its vocabulary agree with Python."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import TOKENIZER_NAMES, get_tokenizer
from meteor_core.text.tokenizers.character_classes import class_string
from tests.core.testing_kernel import load_testing_kernel

kernel: Any = pytest.importorskip(
    "meteor_core._kernel", reason="the compiled kernel is not built (METEOR_BUILD=compiled)"
)

EXAMPLES = Path(__file__).parents[2] / "examples"
every_tokenizer = pytest.mark.parametrize("tokenizer", TOKENIZER_NAMES)

# One of each class, as Python classes them.
CLASSES = {class_string(character): character for character in "a\u0301\u200d猫カกเา\u1039🇩.$ "}
# The kernel's tokenizers work by blocks of 32 and 64 characters.
BLOCKS = (31, 32, 33, 63, 64, 65, 127, 128, 129, 200)

any_character = st.characters(codec=None, categories=None) | st.characters(categories=["Cs"])
any_text = st.text(any_character | st.sampled_from(sorted(CLASSES.values())))


def assert_same_spans(tokenizer: str, text: str) -> None:
    spans = load_testing_kernel().tokenize(tokenizer, text)
    assert spans == get_tokenizer(tokenizer).spans(text), ascii(text)


# Tokenizers


def test_every_class_has_a_representative() -> None:
    assert len(CLASSES) == 13
    assert set(class_string("".join(map(chr, range(0x110000))))) == set(CLASSES)


@every_tokenizer
@pytest.mark.parametrize("length", range(6))
def test_every_sequence_of_classes(tokenizer: str, length: int) -> None:
    for characters in product(CLASSES.values(), repeat=length):
        assert_same_spans(tokenizer, "".join(characters))


@every_tokenizer
def test_every_code_point(tokenizer: str) -> None:
    for page in range(0x1100):
        characters = [chr(page << 8 | number) for number in range(0x100)]
        assert_same_spans(tokenizer, "".join(characters))
        assert_same_spans(tokenizer, "".join(f"a{character}b" for character in characters))
        assert_same_spans(tokenizer, " ".join(characters))


@every_tokenizer
@settings(max_examples=1000)
@given(text=any_text)
def test_any_text(tokenizer: str, text: str) -> None:
    assert_same_spans(tokenizer, text)


@every_tokenizer
@settings(max_examples=500)
@given(
    length=st.sampled_from(BLOCKS),
    character=st.sampled_from(["a", ".", " ", "é", "猫", "𐐀"]),
    changes=st.dictionaries(
        st.integers(0, max(BLOCKS)), any_character | st.sampled_from(sorted(CLASSES.values()))
    ),
)
def test_tokens_at_the_borders_of_blocks(
    tokenizer: str, length: int, character: str, changes: dict[int, str]
) -> None:
    assert_same_spans(tokenizer, "".join(changes.get(at, character) for at in range(length)))


@every_tokenizer
@pytest.mark.parametrize("before", ["a", ".", " "])
@pytest.mark.parametrize("extension", ["\u0301", "\u200da", "\u00ada", "\u200d$", "a", ".", " "])
def test_what_extends_a_token_in_every_place_of_a_block(
    tokenizer: str, before: str, extension: str
) -> None:
    for length in range(140):
        assert_same_spans(tokenizer, before * length + extension)
        assert_same_spans(tokenizer, f"x {before * length}{extension} y")


@every_tokenizer
@pytest.mark.parametrize(
    "piece", ["word ", "a", ".", "über-“quoted” ", "猫カゴ、", "👩\u200d🚀 กำ"]
)
def test_a_long_text(tokenizer: str, piece: str) -> None:
    assert_same_spans(tokenizer, piece * 20_000)


@every_tokenizer
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_examples(tokenizer: str, language: str) -> None:
    files = sorted(EXAMPLES.glob(f"*.{language}"))
    assert files
    for file in files:
        text = file.read_text("utf-8")
        assert_same_spans(tokenizer, text)
        for line in text.splitlines():
            assert_same_spans(tokenizer, line)


@settings(max_examples=500)
@given(text=any_text | st.text(" \t\x1c\x85\xa0\u2028a"))
def test_white_space_splits_as_python_does(text: str) -> None:
    tokens = [text[start:end] for start, end in load_testing_kernel().tokenize("whitespace", text)]
    assert tokens == text.split()


@every_tokenizer
def test_tokens_are_counted(tokenizer: str) -> None:
    texts = ["We danced with glee.", "", "猫"]
    count = sum(len(get_tokenizer(tokenizer).spans(text)) for text in texts)
    assert load_testing_kernel().count_tokens(tokenizer, texts) == count


@every_tokenizer
def test_threads_that_meet_characters_for_the_first_time_together(tokenizer: str) -> None:
    texts = ["".join(map(chr, range(start, 0x30000, 97))) for start in range(8)]
    expected = [len(get_tokenizer(tokenizer).spans(text)) for text in texts]
    count = load_testing_kernel().count_tokens
    assert in_threads([partial(count, tokenizer, [text]) for text in texts]) == expected


def test_a_tokenizer_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no tokenizer 'sentences'"):
        load_testing_kernel().tokenize("sentences", "a")


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="a segment is a str, not bytes"):
        load_testing_kernel().count_tokens("words", [b"a"])


# Vocabulary

Keys: TypeAlias = list[int]

# Around the sixteen bytes that a slot of the table holds, in strings of every kind.
WORDS = [
    *("", "\0", "\0\0", "a", "a\0", "é", "\xe9\0", "猫", "\U00010000", "\ud800", "\ud800\udc00"),
    *(unit * count for unit in "xéж猫𐐀\ud83d" for count in (3, 4, 5, 6, 8, 9, 15, 16, 17, 33)),
    *("y" * 31 + "a", "y" * 31 + "b", "b" + "y" * 31, "x" * 5000, "x" * 4999 + "y"),
]
any_word = any_text | st.sampled_from(WORDS) | st.text("ab\0é猫", max_size=20)


def in_threads(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """What the tasks return, which run at the same time."""
    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(task) for task in tasks]]


def vocabulary_of(words: Sequence[str]) -> Any:
    """A vocabulary in which every distinct word is a type, in the order of the words."""
    vocabulary = kernel.Vocabulary([True])
    for word in dict.fromkeys(words):
        vocabulary.add_surface(word, vocabulary.add_type([([], [])], is_function_word=False))
    return vocabulary


@given(words=st.lists(any_word), others=st.lists(any_word))
def test_words_are_found_as_in_a_dictionary(words: list[str], others: list[str]) -> None:
    vocabulary = vocabulary_of(words)
    types = {word: number for number, word in enumerate(dict.fromkeys(words))}
    assert vocabulary.find([*words, *others]) == [types.get(word, -1) for word in [*words, *others]]
    assert (vocabulary.types, vocabulary.surfaces) == (len(types), len(types))


def test_words_of_every_length_and_kind() -> None:
    vocabulary = vocabulary_of(WORDS[::2])
    found = vocabulary.find(WORDS)
    assert found == [number // 2 if number % 2 == 0 else -1 for number in range(len(WORDS))]


@given(word=any_word.filter(lambda word: " " not in word), data=st.data())
def test_a_word_is_the_same_in_strings_of_every_kind(word: str, data: st.DataObject) -> None:
    vocabulary = vocabulary_of([word])
    neighbours = ["", "a", "é", "ж", "𐐀", "long enough for sixteen", "ж long enough for sixteen"]
    before, after = data.draw(st.sampled_from(neighbours)), data.draw(st.sampled_from(neighbours))
    text = f"{before} {word} {after}"
    rows, unknown = vocabulary.rows("whitespace", [text])
    assert tokens_of(rows[0], [word], unknown) == text.split()


def tokens_of(row: list[int], words: Sequence[str], unknown: list[str]) -> list[str]:
    """The tokens that a row stands for, where type ``t`` is ``words[t]``."""
    return [words[number] if number >= 0 else unknown[-1 - number] for number in row]


@every_tokenizer
@given(texts=st.lists(any_text | st.text("ab .é猫")), known=st.lists(any_word))
def test_rows_name_every_token(tokenizer: str, texts: list[str], known: list[str]) -> None:
    known = list(dict.fromkeys(known))
    rows, unknown = vocabulary_of(known).rows(tokenizer, texts)
    spans = get_tokenizer(tokenizer).spans
    tokens = [[text[start:end] for start, end in spans(text)] for text in texts]
    assert [tokens_of(row, known, unknown) for row in rows] == tokens
    in_order = dict.fromkeys(token for row in tokens for token in row)
    assert unknown == [token for token in in_order if token not in set(known)]


def test_a_hundred_thousand_words() -> None:
    words = [f"{'long-' * (number % 5)}{number}{'é' * (number % 2)}" for number in range(100_000)]
    vocabulary = vocabulary_of(words)
    assert vocabulary.find(words) == list(range(100_000))
    assert vocabulary.find([f"{word}?" for word in words]) == [-1] * 100_000
    rows, unknown = vocabulary.rows("whitespace", [" ".join(words)])
    assert (rows, unknown) == ([list(range(100_000))], [])
    assert vocabulary.memory < 200 * 100_000


def test_a_surface_stays_what_it_was_first() -> None:
    vocabulary = vocabulary_of(["Haus", "haus"])
    vocabulary.add_surface("HAUS", 1)
    vocabulary.add_surface("HAUS", 0)
    assert vocabulary.find(["HAUS", "Haus", "haus"]) == [1, 0, 1]
    assert (vocabulary.types, vocabulary.surfaces) == (2, 3)


some_keys = st.lists(st.integers(0, 50), max_size=4)


@given(
    st.lists(
        st.tuples(
            st.tuples(st.just([0]), st.just([0])),
            st.tuples(some_keys, some_keys),
            st.builds(lambda keys: (keys, keys), some_keys),
            st.booleans(),
        )
    )
)
def test_types_keep_their_keys(
    types: list[tuple[tuple[Keys, Keys], tuple[Keys, Keys], tuple[Keys, Keys], bool]],
) -> None:
    vocabulary = kernel.Vocabulary([True, False, False])
    for number, (exact, stem, synonym, is_function_word) in enumerate(types):
        keys = [exact, stem, synonym]
        assert vocabulary.add_type(keys, is_function_word=is_function_word) == number
    for number, (_, stem, synonym, is_function_word) in enumerate(types):
        assert vocabulary.is_function_word(number) is is_function_word
        assert vocabulary.hypothesis_keys(0, number) == vocabulary.reference_keys(0, number) == []
        for stage, (hypothesis, reference) in ((1, stem), (2, synonym)):
            assert vocabulary.hypothesis_keys(stage, number) == hypothesis
            assert vocabulary.reference_keys(stage, number) == reference
    assert vocabulary.key_count(0) == len(types)
    for stage, of_stage in ((1, [row[1] for row in types]), (2, [row[2] for row in types])):
        keys_met = [key for sides in of_stage for side in sides for key in side]
        assert vocabulary.key_count(stage) == max(keys_met, default=-1) + 1


def test_keys_that_are_the_same_on_both_sides_are_kept_once() -> None:
    once, twice = kernel.Vocabulary([False]), kernel.Vocabulary([False])
    keys = list(range(1000))
    for _ in range(100):
        once.add_type([(keys, keys)], is_function_word=False)
        twice.add_type([(keys, keys[::-1])], is_function_word=False)
    assert once.memory < 0.6 * twice.memory


@pytest.mark.parametrize(
    ("keys", "message"),
    [([], "keys of 0 stages for a vocabulary of 1"), ([([0], [-1])], "0 or more, not -1")],
)
def test_keys_that_do_not_fit_are_refused(keys: list[tuple[Keys, Keys]], message: str) -> None:
    vocabulary = kernel.Vocabulary([False])
    with pytest.raises(ValueError, match=message):
        vocabulary.add_type(keys, is_function_word=False)
    assert (vocabulary.types, vocabulary.key_count(0)) == (0, 0)


def test_types_and_stages_that_are_not_there_are_refused() -> None:
    vocabulary = vocabulary_of(["a"])
    with pytest.raises(ValueError, match="no type 1; the vocabulary has 1"):
        vocabulary.add_surface("b", 1)
    for type_, stage in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for keys in (vocabulary.hypothesis_keys, vocabulary.reference_keys):
            with pytest.raises(IndexError, match=r"there is no (type|stage)"):
                keys(stage, type_)


def test_readers_beside_a_writer() -> None:
    words = [f"{'long-' * (number % 5)}{number}" for number in range(20_000)]
    vocabulary = vocabulary_of(words[:100])
    written = threading.Event()

    def write() -> None:
        try:
            for number, word in enumerate(words[100:], 100):
                vocabulary.add_type([([], [])], is_function_word=False)
                vocabulary.add_surface(word, number)
        finally:
            written.set()

    def read() -> list[int]:
        sample = words[::37]
        text = " ".join(sample)
        found: list[int] = []
        reading = True
        while reading:
            reading = not written.is_set()
            found = vocabulary.find(sample)
            assert all(number in {-1, 37 * at} for at, number in enumerate(found))
            rows, unknown = vocabulary.rows("whitespace", [text])
            assert all(number < 0 or number == 37 * at for at, number in enumerate(rows[0]))
            assert unknown == sample[len(sample) - len(unknown) :]
        return found

    _, *found = in_threads([write, read, read, read])
    assert found == [list(range(0, 20_000, 37))] * 3
