"""METEOR 1.5's synonyms, judged by its own class and by WordNet's files."""

from collections import defaultdict
from pathlib import Path

import pytest

from meteor_core.meteor15 import synonyms as module
from meteor_core.meteor15.synonyms import (
    MeteorSynonymStage,
    PartOfSpeechSynonymStage,
    SynonymTable,
)
from meteor_core.words.stages import KeyNumbers
from tests.escaped_tables import read_table
from tests.meteor15.program import installed_home, run_driver

# Printed by: java -cp meteor-1.5.jar:. Synsets < the first column (drivers/Synsets.java)
SYNSETS = read_table(Path(__file__).parent / "synsets.tsv")
TABLE = SynonymTable(
    b"axe\n00000001\nax\n00000002\nboxful\n00000003\ncar\n00000004 00000005\nauto\n00000004\n"
    b"man\n00000006\npass\n00000007\npas\n00000008\nlove\n00000009\nlov\n00000010\n",
    b"axis\naxes axises\nax\naxes\n",
)


def offsets(stage: MeteorSynonymStage | PartOfSpeechSynonymStage, word: str) -> set[str]:
    return {key[-8:] for key in stage.hypothesis_keys(word)}


@pytest.mark.parametrize(
    ("word", "synsets"),
    [
        ("cars", {4, 5}),
        ("axes", {2}),  # irregular forms have the bases of the list only, known or not
        ("man", {6}),
        ("men", {6}),
        ("womens", set()),
        ("passes", {7}),  # "ses" to "s" comes before "es" to ""
        ("pass", {7}),  # and not "pas": a word in ss stays as it is
        ("loves", {9}),
        ("loved", {9}),
        ("loving", {9}),
        ("lovs", {10}),  # the first rule that leaves a word of the table decides
        ("boxfuls", {3}),
        ("carsful", set()),
        ("Car", set()),
        ("s", set()),
        ("", set()),
    ],
)
def test_morphology(word: str, synsets: set[int]) -> None:
    assert TABLE.synsets(word) == synsets


def test_keys_are_numbers_in_eight_digits_in_the_order_of_the_table() -> None:
    stage = MeteorSynonymStage(lambda: TABLE)
    assert stage.hypothesis_keys("cars") == ["00000004", "00000005"]
    numbers = KeyNumbers()
    own, other = stage.key_lists(["cars", "zzz", "auto"], numbers)
    assert own is other
    assert (list(own.counts), list(own.numbers)) == ([2, 0, 1], [0, 1, 0])


def test_a_synset_is_explained_by_the_words_of_the_table_where_wordnet_has_it_not() -> None:
    told = MeteorSynonymStage(lambda: TABLE).explain("cars", "auto")
    assert told == "synonyms: car, auto (00000004 in METEOR's table, of any part of speech)"


@pytest.mark.parametrize(("word", "synsets"), SYNSETS)
def test_synsets_of_the_real_table(word: str, synsets: str) -> None:
    assert installed_home().synonym_table().synsets(word) == set(map(int, synsets.split()))


def test_explanations_with_the_real_table() -> None:
    table = installed_home().synonym_table
    told = "synonyms: car, auto, automobile, machine, motorcar (noun, WordNet 3.0 02958343n)"
    assert MeteorSynonymStage(table).explain("cars", "automobile") == told
    assert PartOfSpeechSynonymStage(table).explain("cars", "automobile") == told
    collision = MeteorSynonymStage(table).explain("entity", "breathe")
    assert collision.startswith("synonyms: ")
    assert "take a breath" in collision
    assert "00001740" in collision


@pytest.mark.parametrize(
    ("hypothesis", "reference", "of_any", "kept_apart"),
    [
        ("entity", "breathe", True, False),
        ("entities", "able", True, False),
        ("breathe", "able", True, False),
        ("paper", "actium", True, False),
        ("car", "automobile", True, True),
        ("breathes", "respired", True, True),
        ("entity", "entities", True, True),
        ("geese", "goose", True, True),
        ("hundred", "100", True, True),  # an adjective whose number a correction has moved
        ("quit", "resign", True, True),  # a verb
        ("car", "house", False, False),
    ],
)
def test_parts_of_speech(
    hypothesis: str, reference: str, *, of_any: bool, kept_apart: bool
) -> None:
    table = installed_home().synonym_table
    for stage, matched in (
        (MeteorSynonymStage(table), of_any),
        (PartOfSpeechSynonymStage(table), kept_apart),
    ):
        shared = set(stage.hypothesis_keys(hypothesis)) & set(stage.reference_keys(reference))
        assert bool(shared) == matched


@pytest.mark.slow
def test_every_lemma_and_many_forms_as_the_program_has_them(tmp_path: Path) -> None:
    table = installed_home().synonym_table()
    lemmas = list(table._synsets)
    endings = ("s", "es", "ies", "men", "ed", "ing", "er", "est", "ful", "ss")
    words = [*lemmas, *table._bases]
    words += [lemma + endings[i % len(endings)] for i, lemma in enumerate(lemmas)]
    words += [lemma[:-1] + endings[i % len(endings)] for i, lemma in enumerate(lemmas)]
    printed = run_driver("Synsets", words, tmp_path)
    for word, line in zip(words, printed, strict=True):
        assert table.synsets(word) == set(map(int, line.split())), word


@pytest.mark.slow
def test_the_numbers_of_the_table_fall_apart_into_wordnets_synsets() -> None:
    files = Path("/usr/share/wordnet")
    if not files.is_dir():
        pytest.skip("Debian's package wordnet-base is not installed")
    table = installed_home().synonym_table()
    real = set()
    for name in ("noun", "verb", "adj", "adv"):
        for line in (files / f"data.{name}").read_text("ascii").splitlines():
            fields = line.split()
            lemmas = fields[4 : 4 + 2 * int(fields[3], 16) : 2] if line[0] != " " else []
            words = {lemma.partition("(")[0].lower() for lemma in lemmas if "_" not in lemma}
            if len(words) > 1:
                real.add(frozenset(words))
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for lemma in table._synsets:
        if "_" not in lemma:
            for key in module._keys(table, lemma):
                groups[key].add(lemma)
    assert {frozenset(words) for words in groups.values() if len(words) > 1} == real
