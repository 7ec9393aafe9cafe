"""METEOR 1.5's stages exact and stem."""

import gzip
import pickle
import zipfile
from functools import partial
from pathlib import Path

import pytest

from meteor_core.meteor15.java_strings import java_hash
from meteor_core.meteor15.stages import MeteorExactStage, MeteorStemStage, table_stem
from meteor_core.words.stages import KeyNumbers, Stage
from tests.meteor15.program import installed_home, run_driver


def first_letters(word: str) -> str:
    return word[:6]


STAGES: list[Stage] = [MeteorExactStage(), MeteorStemStage("first-letters", first_letters)]


def test_words_with_one_hash_code_are_one_word() -> None:
    stage = MeteorExactStage()
    assert stage.hypothesis_keys("gelato") == stage.reference_keys("variants") == ("-1249574770",)
    assert stage.reference_keys("variant") != stage.reference_keys("variants")
    assert stage.explain("car", "car") == "same word: car"
    assert stage.explain("gelato", "variants") == "same hash code: gelato, variants (-1249574770)"


def test_stems_are_compared_by_their_hash_codes() -> None:
    stage = MeteorStemStage("first-letters", first_letters)
    assert stage.hypothesis_keys("stemming") == stage.reference_keys("stemmi")
    assert stage.explain("stemming", "stemmied") == "common stem: stemmi"
    both = MeteorStemStage("as-it-is", str)
    assert both.hypothesis_keys("gelato") == both.reference_keys("variants")
    told = "stems with the same hash code: gelato, variants (-1249574770)"
    assert both.explain("gelato", "variants") == told


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_many_words_have_the_keys_of_each(stage: Stage) -> None:
    words = ["gelato", "variants", "stemming", "stemmied", ""]
    numbers = KeyNumbers()
    own, other = stage.key_lists(words, numbers)
    assert own is other
    assert list(own.counts) == [1] * len(words)
    assert [next(k for k, n in numbers.items() if n == number) for number in own.numbers] == [
        stage.hypothesis_keys(word)[0] for word in words
    ]


def test_a_table_of_stems() -> None:
    stem = partial(table_stem, lambda: {java_hash("gelato"): "gelat"})
    assert [stem("gelato"), stem("variants"), stem("x")] == ["gelat", "gelat", "x"]


@pytest.mark.slow
def test_arabic_stems_as_the_program_has_them(tmp_path: Path) -> None:
    home = installed_home()
    with zipfile.ZipFile(home.jar) as jar:
        table = gzip.decompress(jar.read("stem/arabic-buckwalter-reduced.gz")).decode()
    words = [line.split()[0] for line in table.splitlines()[::50]] + ["zzz", ""]
    stem = pickle.loads(pickle.dumps(partial(table_stem, partial(home.stem_table, "ar"))))
    assert list(map(stem, words)) == run_driver("TableStems", words, tmp_path)
