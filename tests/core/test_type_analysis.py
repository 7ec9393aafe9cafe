"""The analysis of words by the batch, judged by what each stage says of a word by itself."""

import itertools
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_core.variants import VariantName
from meteor_core.words.stages import KeyLists, Stage
from meteor_core.words.stages.exact import ExactStage
from meteor_core.words.stages.stem import StemStage, snowball
from meteor_core.words.stages.synonym import SynonymStage
from meteor_core.words.type_analysis import NewTypes, TypeAnalysis

VARIANTS = ("classic", "banerjee-lavie-2005", "nltk")
WORDS = [
    *("The", "the", "THE", "walked", "Walk", "walking", "geese", "goose", "Goose's", "best"),
    *("good", "well", "Polish", "polishes", "motorcars", "auto", "naïve", "NAI\u0308VE", "."),
    *("hot_dog", "is", "be", "Straße", "STRASSE", "猫", "\ud800", "a\tb", "", "s", "es", "men"),
]


def analysis(variant: VariantName) -> TypeAnalysis:
    configuration = Meteor(variant).configuration
    return TypeAnalysis(
        stages=configuration.stages,
        fold=configuration.words.fold,
        function_words=configuration.words.function_words,
    )


def by_type(lists: KeyLists) -> list[tuple[int, ...]]:
    numbers = iter(lists.numbers)
    found = [tuple(itertools.islice(numbers, count)) for count in lists.counts]
    assert not list(numbers)
    return found


def folded(variant: VariantName, surfaces: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(map(Meteor(variant).configuration.words.fold, surfaces)))


def check_keys(stage: Stage, words: list[str], found: NewTypes, index: int) -> None:
    """The numbers stand for the keys that the stage gives each word, one for one, in order."""
    keys = found.keys[index]
    number_of: dict[str, int] = {}
    for side, lists in (
        (stage.hypothesis_keys, keys.hypothesis),
        (stage.reference_keys, keys.reference),
    ):
        for word, numbers in zip(words, by_type(lists), strict=True):
            for key, number in zip(side(word), numbers, strict=True):
                assert number_of.setdefault(key, number) == number
    assert len(set(number_of.values())) == len(number_of)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_batch_has_the_keys_that_its_words_have_one_by_one(variant: VariantName) -> None:
    analyse = analysis(variant)
    found = analyse.analyse(WORDS)
    for index, stage in enumerate(analyse.stages):
        check_keys(stage, folded(variant, WORDS), found, index)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_so_have_all_words_of_a_real_test_set(variant: VariantName, shared: Path) -> None:
    text = (shared / "data/wmt21/cs-en/ref.A.en").read_text(encoding="utf-8")
    surfaces = text.split()
    analyse = analysis(variant)
    found = analyse.analyse(surfaces)
    for index, stage in enumerate(analyse.stages):
        check_keys(stage, folded(variant, surfaces), found, index)


@pytest.mark.parametrize("variant", VARIANTS)
def test_types_are_numbered_in_the_order_in_which_words_are_met(variant: VariantName) -> None:
    words = folded(variant, WORDS)
    fold = Meteor(variant).configuration.words.fold
    found = analysis(variant).analyse(WORDS)
    assert found.type_of_surface == [words.index(fold(surface)) for surface in WORDS]
    assert found.first_type == 0
    assert len(found.function_words) == len(words)


@pytest.mark.parametrize("variant", VARIANTS)
@given(sizes=st.lists(st.integers(0, 7), min_size=len(WORDS), max_size=len(WORDS)))
def test_how_words_fall_into_batches_changes_no_number(
    variant: VariantName, sizes: list[int]
) -> None:
    whole, parted = analysis(variant), analysis(variant)
    expected = whole.analyse(WORDS)
    words = iter(WORDS)
    batches = [parted.analyse(list(itertools.islice(words, size))) for size in (*sizes, len(WORDS))]
    assert [t for batch in batches for t in batch.type_of_surface] == expected.type_of_surface
    assert [f for batch in batches for f in batch.function_words] == expected.function_words
    for index, keys in enumerate(expected.keys):
        if parted.stages[index].resource.endswith("-nltk"):
            continue  # numbers the keys of a batch's hypothesis words before the others
        for side in ("hypothesis", "reference"):
            lists = [getattr(batch.keys[index], side) for batch in batches]
            assert [key for each in lists for key in by_type(each)] == by_type(getattr(keys, side))


def test_what_was_met_before_is_not_new() -> None:
    analyse = analysis("classic")
    analyse.analyse(["A", "cat"])
    again = analyse.analyse(["cats", "CAT", "a"])
    assert (again.type_of_surface, again.first_type) == ([2, 1, 0], 2)
    assert [list(keys.hypothesis.counts) for keys in again.keys[:2]] == [[1], [1]]
    assert again.function_words == [False]
    assert len(analyse) == 3


def test_nothing_asked_is_nothing_new() -> None:
    found = analysis("classic").analyse([])
    assert (found.type_of_surface, found.first_type, found.function_words) == ([], 0, [])
    assert [len(keys.hypothesis.numbers) for keys in found.keys] == [0, 0, 0]


def test_sides_are_one_object_where_a_stage_knows_no_sides() -> None:
    symmetric = {
        variant: [keys.symmetric for keys in analysis(variant).analyse(["cat"]).keys]
        for variant in ("classic", "nltk")
    }
    assert symmetric == {"classic": [True, True, True], "nltk": [True, True, False]}


def test_function_words_are_flagged_by_their_folded_form() -> None:
    stages = [ExactStage()]
    analyse = TypeAnalysis(stages=stages, fold=str.lower, function_words=frozenset({"the"}))
    assert analyse.analyse(["cat", "The", "THE"]).function_words == [False, True]


def test_a_lone_surrogate_is_its_own_stem_and_spoils_no_other() -> None:
    analyse = TypeAnalysis(stages=[snowball("en")], fold=str.lower)
    types = analyse.analyse(["walks", "\ud800s", "walking", "\ud800"])
    walks, broken, walking, other = by_type(types.keys[0].hypothesis)
    assert walks == walking
    assert len({walks, broken, other}) == 3


def stem_that_fails(word: str) -> str:
    if word == "bad":
        raise ValueError(word)
    return word


def test_no_type_of_a_batch_that_failed_counts_as_met() -> None:
    analyse = TypeAnalysis(
        stages=[SynonymStage(), StemStage("test", stem_that_fails)], fold=str.lower
    )
    analyse.analyse(["car"])
    with pytest.raises(ValueError, match="bad"):
        analyse.analyse(["tree", "bad"])
    found = analyse.analyse(["automobile", "car", "tree"])
    assert (found.type_of_surface, found.first_type) == ([1, 0, 2], 1)


def test_eight_threads_get_every_type_once_and_its_keys_with_it() -> None:
    shared_analysis, together = analysis("classic"), threading.Barrier(8)
    words = [f"{word}{number}" for number in range(300) for word in ("cats", "Walked", "GLEE")]
    answers: list[tuple[list[str], NewTypes]] = []

    def ask(shift: int) -> None:
        together.wait()
        for start in range(0, len(words), 30):
            at = (start + 30 * shift) % len(words)
            answers.append((words[at : at + 30], shared_analysis.analyse(words[at : at + 30])))

    threads = [threading.Thread(target=ask, args=(shift,)) for shift in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    type_of = {
        word: number
        for asked, found in answers
        for word, number in zip(asked, found.type_of_surface, strict=True)
    }
    assert all(
        [type_of[word] for word in asked] == found.type_of_surface for asked, found in answers
    )
    new = [
        found.first_type + offset
        for _, found in answers
        for offset in range(len(found.function_words))
    ]
    assert sorted(new) == list(range(len(words))) == sorted(type_of.values())
    for _, found in answers:
        assert all(len(k.hypothesis.counts) == len(found.function_words) for k in found.keys)
