"""The kernel's scorer gives METEOR 1.5's results as Python's does, alignments included."""

from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import Meteor, ResourceError
from meteor_core.batch.batch import Scorer
from meteor_core.batch.python_scorer import PythonScorer
from meteor_core.configuration import configure
from tests.core.implementations import KERNEL_IS_THERE, needs_the_kernel
from tests.meteor15.small_home import HYPOTHESIS, REFERENCE, make_small_home
from tests.thoroughness import more_when_thorough, tries
from tests.usable_variants import needs_meteor

if KERNEL_IS_THERE:
    from meteor_core.batch.compiled_scorer import CompiledScorer

pytestmark = [needs_meteor, needs_the_kernel]

WORDS = (
    *[
        "the",
        "The",
        "cats",
        "cat",
        "don't",
        "it's",
        "U.S.",
        "Mr.",
        "3.14",
        "1,000",
        "e-mail",
        "l'eau",
        "d’or",
        "«",
        "“",
        "…",
        "...",
        ",",
        ".",
        "(",
        "–",
    ],
    *("No. 5", "Straße", "ŝ", "猫", "👍🏽", "\x00", "\ud800"),
)
texts = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=8).map(" ".join)
meteor_1_5 = partial(configure, variant="meteor-1.5")
SETTINGS = {
    "en": partial(meteor_1_5, stages=["exact", "stem", "synonym"]),
    "fr": partial(meteor_1_5, language="fr", stages=["exact", "stem"]),
    "de, without punctuation": partial(
        meteor_1_5, language="de", stages=["exact"], tokenizer="meteor-1.5-no-punctuation"
    ),
    "in small letters": partial(meteor_1_5, stages=["exact"], tokenizer="meteor-1.5-lower"),
}


@cache
def scorers(name: str) -> tuple[Scorer, Scorer]:
    configuration = SETTINGS[name]()
    return PythonScorer(configuration), CompiledScorer(configuration)


def assert_same(python: Scorer, compiled: Scorer, hypothesis: str, *references: str) -> None:
    there = dict(enumerate(references))
    found = compiled.score_each(hypothesis, there, signature=Meteor().signature())
    expected = python.score_each(hypothesis, there, signature=Meteor().signature())
    assert found == expected
    assert repr(found) == repr(expected)


@more_when_thorough
@pytest.mark.parametrize("name", SETTINGS)
@settings(max_examples=tries(40, thorough=400))
@given(hypothesis=texts, reference=texts)
def test_any_texts(name: str, hypothesis: str, reference: str) -> None:
    python, compiled = scorers(name)
    assert_same(python, compiled, hypothesis, reference, hypothesis)
    assert compiled.tokens(reference) == python.tokens(reference)


def test_paraphrases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_small_home(tmp_path, monkeypatch)
    configuration = meteor_1_5()
    python, compiled = PythonScorer(configuration), CompiledScorer(configuration)
    for _ in range(3):  # the kernel keeps what it found for references that come again
        assert_same(python, compiled, HYPOTHESIS, REFERENCE, HYPOTHESIS)
        assert_same(python, compiled, REFERENCE, HYPOTHESIS, "")


def test_the_optimal_search_is_the_kernels_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_small_home(tmp_path, monkeypatch)
    configuration = meteor_1_5(align="optimal")
    there = {0: REFERENCE}
    (found,) = CompiledScorer(configuration).score_each(
        HYPOTHESIS, there, signature=Meteor().signature()
    )
    assert found.optimal
    with pytest.raises(ResourceError, match=r"needs the compiled kernel.*choose the search 'beam'"):
        PythonScorer(configuration)
