"""Shortfall: reference length times (1 - score), and sums of it, against fractions."""

import math
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_core.score.shortfall import shortfall, sum_of_shortfalls
from tests.core.implementations import KERNEL_IS_THERE
from tests.core.test_unscored import HYPOTHESES as WITH_UNSCORED
from tests.core.test_unscored import MAKERS
from tests.core.test_unscored import REFERENCES as OF_UNSCORED
from tests.usable_variants import needs_meteor

EXAMPLES = Path(__file__).parents[2] / "examples"


def example_texts(name: str) -> list[str]:
    return (EXAMPLES / f"city-news.{name}.en").read_text(encoding="utf-8").splitlines()


HYPOTHESES = example_texts("hyp")
REFERENCES = [example_texts("ref"), example_texts("fluent"), example_texts("literal")]


def by_hand(meteor: Meteor, hypotheses: list[str], references: list[list[str]]) -> list[Fraction]:
    """Length and score of each segment by itself; the arithmetic that its float is nearest to."""
    results = [
        meteor.score(hypothesis, texts)
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    ]
    return [
        len(result.alignment.reference.spans) * (1 - Fraction(result.score)) for result in results
    ]


def test_a_long_segment_with_faults_falls_shorter_than_a_wrong_heading() -> None:
    meteor = Meteor()
    heading = meteor.score("Sport", ["Weather"])
    sentence = meteor.score("a b c d x f g h y j", ["a b c d e f g h i j"])
    assert (heading.score, heading.shortfall) == (0, 1)
    assert sentence.score > 0.7
    assert sentence.shortfall == 10 * (1 - sentence.score) > heading.shortfall


@pytest.mark.parametrize("references", [REFERENCES[:1], REFERENCES], ids=["one", "three"])
def test_each_segment_takes_the_length_of_the_reference_that_was_chosen(
    references: list[list[str]],
) -> None:
    meteor = Meteor()
    expected = by_hand(meteor, HYPOTHESES, references)
    assert meteor.batch(HYPOTHESES, references).shortfall.tolist() == pytest.approx(
        [float(words) for words in expected], rel=1e-15
    )


def test_that_of_a_corpus_is_the_sum_and_not_its_length_times_one_minus_its_score() -> None:
    meteor = Meteor()
    corpus = meteor.corpus(HYPOTHESES, REFERENCES)
    expected = sum(by_hand(meteor, HYPOTHESES, REFERENCES))
    assert corpus.shortfall == pytest.approx(float(expected), rel=1e-14)
    assert corpus.shortfall != pytest.approx(corpus.reference_length * (1 - corpus.score), abs=0.1)


def test_blocks_jobs_and_order_change_no_digit() -> None:
    meteor = Meteor()
    many, references = HYPOTHESES * 40, [texts * 40 for texts in REFERENCES]
    corpora = {meteor.corpus(many, references).shortfall}
    corpora.add(meteor.corpus(many[::-1], [texts[::-1] for texts in references]).shortfall)
    for size, jobs in ((1, 1), (7, 2), (500, 2)):
        batches = meteor.batches(many, references, size=size, jobs=jobs)
        corpora.add(math.fsum(chain.from_iterable(batch.shortfall for batch in batches)))
    assert len(corpora) == 1


@given(st.lists(st.tuples(st.integers(0, 10**6), st.floats(0, 1)), max_size=9))
@example([(3, 1e-300), (1, 5e-324), (7, 0.1), (10**6, math.nextafter(1, 0)), (3, 1.0)])
def test_the_sum_is_exact(segments: list[tuple[int, float]]) -> None:
    found = [shortfall(length, score) for length, score in segments]
    expected = sum(map(Fraction, found))
    assert sum_of_shortfalls([*found, math.nan]) == expected
    assert math.fsum(found) == float(expected)


@needs_meteor
@pytest.mark.parametrize("maker", ["python", *(["compiled"] if KERNEL_IS_THERE else [])])
def test_what_cannot_be_scored_has_none_and_counts_nothing(maker: str) -> None:
    meteor = MAKERS[maker]()
    batch = meteor.batch(WITH_UNSCORED, [OF_UNSCORED])
    assert [row for row, words in enumerate(batch.shortfall) if math.isnan(words)] == [1]
    assert math.isnan(batch[1].shortfall)
    corpus = meteor.corpus(WITH_UNSCORED, [OF_UNSCORED])
    assert corpus.shortfall == math.fsum(words for words in batch.shortfall if words >= 0)


def test_a_reference_without_words_has_none() -> None:
    assert Meteor().score("a cat", [""]).shortfall == 0
    assert Meteor().corpus([], [[]]).shortfall == 0
