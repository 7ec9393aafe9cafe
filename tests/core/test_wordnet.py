"""WordNet look-ups, judged by NLTK's reader over the same words."""

import random
import re
import shutil
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.words.lexicon import wordnet as module
from meteor_core.words.lexicon.synset_index import SynsetIndex
from meteor_core.words.lexicon.wordnet import WordNet, wordnet
from tests.core.wordnet_files import DIGEST, nltk_reader, read_digest, write_what_debian_lacks

if TYPE_CHECKING:
    from meteor_core import _kernel

DEBIAN = Path("/usr/share/wordnet")
BUILDER = Path(__file__).parents[2] / "scripts/build_wordnet.py"
SUFFIXES = (
    *("s", "es", "ies", "ses", "ves", "xes", "zes", "ches", "shes", "men"),
    *("ed", "ing", "er", "est", "ly", "'s", "ness"),
)

needs_debian = pytest.mark.skipif(not DEBIAN.is_dir(), reason="no wordnet-base on this machine")


needs_kernel = pytest.mark.skipif(
    chosen_implementation().name == "python", reason="no compiled kernel in this process"
)


def both_indexes() -> "tuple[_kernel.SynsetIndex, SynsetIndex]":
    from meteor_core import _kernel

    content = DIGEST.read_bytes()
    return _kernel.SynsetIndex(content), SynsetIndex(content)


class Known(NamedTuple):
    """What is known of a word: its synonyms, and the synsets that can join it with another."""

    words: set[str]
    identifiers: set[str]


def our_knowledge(word: str) -> Known:
    synsets = wordnet().synsets(word)
    identifiers = {synset.identifier for synset in synsets}
    return Known(
        {lemma for synset in synsets for lemma in synset.words},
        {identifier for identifier in identifiers if re.fullmatch(r"\d{8}[nvar]", identifier)},
    )


def nltk_knowledge(reader: Any, word: str) -> Known:
    """NLTK tells satellite adjectives apart, we do not."""
    names = {
        f"{synset.offset():08}{synset.pos().replace('s', 'a')}": synset.lemma_names()
        for synset in reader.synsets(word)
    }
    return Known(
        {name for of_synset in names.values() for name in of_synset if "_" not in name},
        {
            identifier
            for identifier, of_synset in names.items()
            if len(of_synset) > 1 and any("_" not in name for name in of_synset)
        },
    )


def sample(population: list[str], size: int) -> list[str]:
    return random.Random(2005).sample(population, size)


def inflected(lemma: str) -> Iterator[str]:
    """What rules of detachment might undo: a suffix added, or put in the place of an ending."""
    suffix = random.Random(lemma).choice(SUFFIXES)
    yield from (lemma + suffix, lemma[:-1] + suffix, lemma[:-2] + suffix)


def junk(count: int) -> list[str]:
    rng = random.Random(2007)
    return ["".join(rng.choices("aeinrst_-'.s", k=rng.randint(1, 6))) for _ in range(count)]


LEMMAS = read_digest().lemmas()
FAMILIES = {
    "irregular forms": read_digest().irregular_forms(),
    "lemmas": sample(LEMMAS, 3000),
    "inflected lemmas": [form for lemma in sample(LEMMAS, 1500) for form in inflected(lemma)],
    "phrases": sample([lemma for lemma in LEMMAS if "_" in lemma], 500),
    "capitals": [word.upper() for word in sample(LEMMAS, 300)]
    + [word.title() for word in sample(LEMMAS, 300)],
    "junk": junk(1500),
    "no word": ["", "s", "es", "men", "ing", "_", "|", "=", "a|b", "a b", "\n", "\0", "é", "猫"],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_look_up_finds_the_words_and_synsets_that_nltk_finds(
    family: str, nltk_wordnet: Any
) -> None:
    words = FAMILIES[family]
    differing = [
        word for word in words if our_knowledge(word) != nltk_knowledge(nltk_wordnet, word)
    ]
    assert not differing


@pytest.mark.parametrize(
    ("word", "identifier", "words"),
    [
        ("motorcars", "02958343n", ("car", "auto", "automobile", "machine", "motorcar")),
        ("geese", "goose.n", ("goose",)),  # irregular, and alone in its synset
        ("Glee", "07529377n", ("hilarity", "mirth", "mirthfulness", "glee", "gleefulness")),
        ("best", "00011093r", ("well", "good")),  # adverb by the exception list
    ],
)
def test_known_words_are_in_their_synsets(
    word: str, identifier: str, words: tuple[str, ...]
) -> None:
    assert (identifier, words) in [(s.identifier, s.words) for s in wordnet().synsets(word)]


def test_identifiers_are_unique_to_a_synset() -> None:
    """Offsets alone are not: 00001740 is an entity, to breathe and to be able."""
    for word in sample([lemma for lemma in LEMMAS if "_" not in lemma], 2000):
        found = {(s.identifier, s.words) for s in wordnet().synsets(word)}
        assert len({identifier for identifier, _ in found}) == len(found)


def test_a_number_stands_for_a_synset_and_for_no_other() -> None:
    words = list(dict.fromkeys(word.lower() for family in FAMILIES.values() for word in family))
    counts, numbers = wordnet().synset_numbers(words)
    synsets = [wordnet().synsets(word) for word in words]
    assert list(counts) == list(map(len, synsets))
    identifiers = [synset.identifier for found in synsets for synset in found]
    pairs = set(zip(numbers, identifiers, strict=True))
    assert len(pairs) == len(set(numbers)) == len(set(identifiers))


def test_a_word_has_a_synset_once_however_many_forms_lead_to_it() -> None:
    for word in ("polish", "polishes", "walking", "best", "men", "axes", "geese", "less"):
        _, numbers = wordnet().synset_numbers([word])
        assert len(set(numbers)) == len(numbers) > 0


DAMAGED = {
    "empty": b"",
    "text": b"00001740n a\n\nb\n\nc=d" * 10,
    "a head alone": DIGEST.read_bytes()[:44],
    "cut off": DIGEST.read_bytes()[:-1],
    "something behind its end": DIGEST.read_bytes() + b"\n",
    "without buckets": DIGEST.read_bytes()[:8] + b"\xff" * 4 + DIGEST.read_bytes()[12:],
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_what_is_no_data_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="WordNet's data"):
        SynsetIndex(content)


def test_numbers_can_be_turned_for_machines_with_another_order_of_bytes() -> None:
    content = DIGEST.read_bytes()
    turned = module.with_numbers_turned(content)
    size_of_text = struct.unpack("<I", content[24:28])[0]
    assert struct.unpack(">I", turned[24:28])[0] == size_of_text
    assert (turned[:8], turned[-size_of_text:]) == (content[:8], content[-size_of_text:])
    middle = slice(8, 8 + 4 * 100_000)
    assert struct.unpack(">100000I", turned[middle]) == struct.unpack("<100000I", content[middle])


@needs_kernel
def test_the_kernel_knows_what_python_knows() -> None:
    words = [*LEMMAS, *read_digest().irregular_forms(), *chain.from_iterable(FAMILIES.values())]
    words += [form for lemma in LEMMAS for form in inflected(lemma)]
    compiled, python = both_indexes()
    words = list(dict.fromkeys(word.lower() for word in words))
    assert compiled.synsets_of(words) == python.synsets_of(words)
    synsets = max(python.synsets_of(words)[1]) + 1
    assert [compiled.row(n) for n in range(synsets)] == [python.row(n) for n in range(synsets)]
    for number in (-1, synsets):
        with pytest.raises(IndexError):
            compiled.row(number)


@needs_kernel
def test_and_the_same_of_the_words_of_real_texts(shared: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (shared / "data").rglob("*.en")]
    words = sorted({word for text in texts for word in re.findall(r"\w+", text.lower())})
    compiled, python = both_indexes()
    assert len(words) > 10_000
    assert compiled.synsets_of(words) == python.synsets_of(words)


@needs_kernel
@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_the_kernel_refuses_what_is_no_data_file(content: bytes) -> None:
    from meteor_core import _kernel

    with pytest.raises(ValueError, match="WordNet's data"):
        _kernel.SynsetIndex(content)


def test_there_are_no_synsets_but_those_of_the_file() -> None:
    index = SynsetIndex(DIGEST.read_bytes())
    digest = read_digest()
    last = len(digest.shared) + sum(map(len, digest.alone.values())) - 1
    assert index.row(0).partition(" ")[0] == digest.shared[0][0]
    assert index.row(last) == f"{digest.alone['r'][-1]}.r {digest.alone['r'][-1]}"
    for number in (-1, last + 1):
        with pytest.raises(IndexError):
            index.row(number)


def test_a_synset_prints_its_words_kind_and_number() -> None:
    printed = [str(synset) for synset in wordnet().synsets("motorcar")]
    assert printed == [
        "car, auto, automobile, machine, motorcar (noun, WordNet 3.0 02958343n)",
    ]


def test_eight_threads_that_ask_first_get_one_wordnet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_loaded", None)
    together = threading.Barrier(8)
    answers: list[tuple[WordNet, int]] = []

    def ask() -> None:
        together.wait()
        loaded = wordnet()
        answers.append((loaded, len(loaded.synsets("motorcar"))))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(loaded) for loaded, _ in answers}) == 1
    assert [found for _, found in answers] == [1] * 8  # "motorcar" has one sense


@pytest.mark.slow
@needs_debian
def test_the_shipped_file_is_what_the_builder_makes_of_wordnet(tmp_path: Path) -> None:
    built = tmp_path / "built.index"
    subprocess.run([sys.executable, BUILDER, "--source", DEBIAN, "--output", built], check=True)
    assert built.read_bytes() == DIGEST.read_bytes()


@pytest.mark.slow
@needs_debian
def test_every_word_of_wordnet_has_the_synonyms_it_has_in_nltk(tmp_path: Path) -> None:
    folder = tmp_path / "corpora/wordnet"
    folder.mkdir(parents=True)
    for file in [*DEBIAN.glob("data.*"), *DEBIAN.glob("index.*"), *DEBIAN.glob("*.exc")]:
        shutil.copy(file, folder)  # NLTK follows no links out of its folder
    write_what_debian_lacks(folder)
    with nltk_reader(tmp_path) as reader:
        lemmas = [lemma for lemma in reader.all_lemma_names() if "_" not in lemma]
        differing = [
            lemma for lemma in lemmas if our_knowledge(lemma) != nltk_knowledge(reader, lemma)
        ]
    assert len(lemmas) > 80_000
    assert not differing
